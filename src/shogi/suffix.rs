//! The words that tell which of several pieces moved: 右 左 直 and 上 寄 引.
//!
//! Directions are seen from the side that moves. The rule is that of the Japan Shogi Association,
//! <https://www.shogi.or.jp/faq/kihuhyouki.html>; pins and checks do not matter to it.

use std::fmt::{self, Write as _};

use super::geometry::only;
use super::piece::{Color, Piece, PieceKind};
use super::position::Position;
use super::square::Square;

/// Where a piece stands, seen from its destination.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// 左: on the left of the destination.
    Left,
    /// 直: straight behind it, one step away.
    Straight,
    /// 右: on the right of the destination.
    Right,
}

/// How a piece moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Motion {
    /// 上: forward.
    Up,
    /// 寄: along its rank.
    Level,
    /// 引: backward.
    Back,
}

/// The words beside a move, perhaps none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Suffix {
    /// 左, 直 or 右.
    pub side: Option<Side>,
    /// 上, 寄 or 引.
    pub motion: Option<Motion>,
}

impl Suffix {
    /// No words.
    pub(crate) const NONE: Self = Self {
        side: None,
        motion: None,
    };

    /// The words for the move of the piece on `from` to `to`, as the Association wants them. `None` where no words
    /// tell it from another piece's, because the piece cannot go there or because more pieces of its kind
    /// can than a set has.
    ///
    /// ```
    /// use kifu::shogi::{Position, Side, Suffix};
    /// let position = Position::startpos();
    /// let suffix = Suffix::new(&position, "6i".parse()?, "5h".parse()?);
    /// assert_eq!(suffix, Some(Suffix { side: Some(Side::Left), motion: None }));
    /// # Ok::<(), kifu::shogi::UsiError>(())
    /// ```
    pub fn new(position: &Position, from: Square, to: Square) -> Option<Self> {
        let piece = position.piece_at(from)?;
        let mut candidates = position.candidates(piece, to);
        let (first, second) = (candidates.next()?, candidates.next());
        let Some(second) = second else {
            return (first == from).then_some(Self::NONE);
        };
        let all: Vec<_> = [first, second].into_iter().chain(candidates).collect();
        if !all.contains(&from) {
            return None;
        }
        let motion = Some(motion(piece.color, from, to));
        let side = |side, motion| Self {
            side: Some(side),
            motion,
        };
        // 直 stands beside no motion, and with none of the far-reaching kinds.
        let is_wanted = |it: &&Self| it.side != Some(Side::Straight) || !is_far_reaching(piece.kind);
        let words = [
            Self { side: None, motion },
            side(Side::Left, None),
            side(Side::Straight, None),
            side(Side::Right, None),
            side(Side::Left, motion),
            side(Side::Right, motion),
        ];
        words
            .iter()
            .filter(is_wanted)
            .find(|it| it.narrow(&all, piece, to) == [from])
            .copied()
    }

    /// The pieces among `candidates`, all of one kind and side, that the words can mean when they go to `to`.
    ///
    /// More is understood than the Association's rule would write: too many words, 直 of a dragon, 左 of a dragon
    /// that stands straight behind.
    pub fn narrow(self, candidates: &[Square], piece: Piece, to: Square) -> Vec<Square> {
        let moving: Vec<_> = candidates
            .iter()
            .copied()
            .filter(|&from| self.motion.is_none_or(|it| it == motion(piece.color, from, to)))
            .collect();
        let Some(side) = self.side else { return moving };
        let on = |from: Square| lateral(piece.color, from, to);
        let fits = |from: &Square| match side {
            Side::Left => on(*from) < 0,
            Side::Right => on(*from) > 0,
            Side::Straight => is_straight(piece.color, *from, to),
        };
        let strictly: Vec<_> = moving.iter().copied().filter(fits).collect();
        if strictly.len() == 1 || side == Side::Straight || !is_far_reaching(piece.kind) {
            return strictly;
        }
        // Two of them are told from each other, wherever they stand.
        let files = moving.iter().map(|&from| on(from));
        let extreme = if side == Side::Left {
            files.min()
        } else {
            files.max()
        };
        let is_extreme = |from: &Square| Some(on(*from)) == extreme;
        if moving.iter().copied().filter(is_extreme).count() == moving.len() {
            return strictly;
        }
        moving.into_iter().filter(is_extreme).collect()
    }
}

/// The words as they are written beside a piece: 左上.
impl fmt::Display for Suffix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.side.map(|side| match side {
            Side::Left => '左',
            Side::Straight => '直',
            Side::Right => '右',
        });
        let motion = self.motion.map(|motion| match motion {
            Motion::Up => '上',
            Motion::Level => '寄',
            Motion::Back => '引',
        });
        side.into_iter()
            .chain(motion)
            .try_for_each(|word| f.write_char(word))
    }
}

impl Position {
    /// The squares from which pieces like `piece` reach `to`, whatever stands there and whether or not the move
    /// is legal.
    pub fn candidates(&self, piece: Piece, to: Square) -> impl Iterator<Item = Square> + '_ {
        self.attackers(to, piece.color)
            .filter(move |&from| self.piece_at(from) == Some(piece))
    }

    /// The squares from which other pieces like `piece` could have come to `to`, now that it has come there from `from`.
    pub(crate) fn rivals(&self, piece: Piece, from: Square, to: Square) -> impl Iterator<Item = Square> + '_ {
        // It still hides what stood behind it.
        self.attackers_if(to, piece.color, self.occupied | only(from))
            .filter(move |&from| self.piece_at(from) == Some(piece))
    }
}

/// How far to the right of `to` a square is, for the side that moves; negative on the left.
fn lateral(color: Color, from: Square, to: Square) -> i8 {
    // Files are numbered from Black's right.
    let right = to.file().cast_signed() - from.file().cast_signed();
    if color == Color::Black { right } else { -right }
}

/// How far a move goes forward for the side that makes it.
fn forward(color: Color, from: Square, to: Square) -> i8 {
    let up = from.rank().cast_signed() - to.rank().cast_signed();
    if color == Color::Black { up } else { -up }
}

fn motion(color: Color, from: Square, to: Square) -> Motion {
    match forward(color, from, to) {
        1.. => Motion::Up,
        0 => Motion::Level,
        _ => Motion::Back,
    }
}

fn is_straight(color: Color, from: Square, to: Square) -> bool {
    lateral(color, from, to) == 0 && forward(color, from, to) == 1
}

/// Bishops, rooks and what they promote to: the kinds of which there are two, told from each other by their places.
const fn is_far_reaching(kind: PieceKind) -> bool {
    matches!(
        kind,
        PieceKind::Bishop | PieceKind::Rook | PieceKind::Horse | PieceKind::Dragon
    )
}
