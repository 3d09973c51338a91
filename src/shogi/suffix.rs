//! The suffixes that identify the moving piece among several: 右 左 直 and 上 寄 引.
//!
//! Directions are from the point of view of the side that moves. The rule of the Japan Shogi Association is used:
//! <https://www.shogi.or.jp/faq/kihuhyouki.html>. Pieces count as able to move even if a pin or a check forbids the move.

use std::fmt::{self, Write as _};

use super::geometry::only;
use super::piece::{Color, Piece, PieceKind};
use super::position::Position;
use super::square::Square;

/// The position of a piece relative to its destination, from the point of view of its owner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// 左: on the left of the destination. Of two bishops or rooks, also the one on the left of the other.
    Left,
    /// 直: one step away, with the destination directly in front of the piece.
    Straight,
    /// 右: on the right of the destination. Of two bishops or rooks, also the one on the right of the other.
    Right,
}

/// The direction in which a piece moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Motion {
    /// 上: forward.
    Up,
    /// 寄: along its rank.
    Level,
    /// 引: backward.
    Back,
}

/// The suffixes of a move. Both fields are `None` if the move has no suffix.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Suffix {
    /// 左, 直 or 右; `None` without such a word.
    pub side: Option<Side>,
    /// 上, 寄 or 引; `None` without such a word.
    pub motion: Option<Motion>,
}

impl Suffix {
    /// The empty suffix.
    pub(crate) const NONE: Self = Self {
        side: None,
        motion: None,
    };

    /// Returns the suffixes that the rule of the Association requires for the move of the piece on `from` to `to`.
    ///
    /// Returns `None` if no suffixes identify the piece: `from` is empty, the piece cannot move to `to`, or more pieces
    /// of its kind can move there than a full set has.
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
        let mut storage = [to; MAX_CANDIDATES];
        let candidates = position.candidates_in(piece, to, &mut storage);
        let at = candidates.iter().position(|&candidate| candidate == from)?;
        Self::required(candidates, at, piece, to)
    }

    /// Returns the suffixes that the rule requires for the move of the candidate at index `at` to `to`. Returns `None` if no
    /// suffixes identify the candidate.
    fn required(candidates: &[Square], at: usize, piece: Piece, to: Square) -> Option<Self> {
        if candidates.len() == 1 {
            return Some(Self::NONE);
        }
        let motion = Some(motion(piece.color, candidates[at], to));
        let side = |side, motion| Self {
            side: Some(side),
            motion,
        };
        // 直 is never combined with a motion, and is not used for bishops, rooks and their promoted kinds.
        let is_usable = |suffix: &&Self| suffix.side != Some(Side::Straight) || !is_major_piece(piece.kind);
        let suffixes = [
            Self { side: None, motion },
            side(Side::Left, None),
            side(Side::Straight, None),
            side(Side::Right, None),
            side(Side::Left, motion),
            side(Side::Right, motion),
        ];
        suffixes
            .iter()
            .filter(is_usable)
            .find(|suffix| suffix.fitting(candidates, piece, to) == 1 << at)
            .copied()
    }

    /// Returns the candidate whose move to `to` the rule requires to be written with these suffixes; `None` if there is no
    /// such candidate.
    pub(crate) fn usual_origin(self, candidates: &[Square], piece: Piece, to: Square) -> Option<Square> {
        if let [only] = *candidates {
            return (self == Self::NONE).then_some(only);
        }
        let at = self.only_fitting(candidates, piece, to)?;
        (Self::required(candidates, at, piece, to) == Some(self)).then(|| candidates[at])
    }

    /// Returns the index of the only candidate whose piece fits the suffixes; `None` if no piece or several pieces fit. See
    /// [`matching`](Self::matching).
    pub(crate) fn only_fitting(self, candidates: &[Square], piece: Piece, to: Square) -> Option<usize> {
        let fitting = self.fitting(candidates, piece, to);
        // A power of two is the mask of one candidate.
        fitting
            .is_power_of_two()
            .then(|| fitting.trailing_zeros() as usize)
    }

    /// Returns the squares in `candidates` whose pieces fit the suffixes of a move to `to`.
    ///
    /// All candidates have pieces equal to `piece`. The Association's rule is not applied strictly: redundant suffixes
    /// are also accepted, and 直 for bishops, rooks and their promoted kinds. For these kinds, 左 and 右 can also mean the
    /// leftmost and the rightmost candidate.
    pub fn matching(self, candidates: &[Square], piece: Piece, to: Square) -> Vec<Square> {
        // A square has far fewer candidates: at most one from each of the twelve directions.
        let candidates = &candidates[..candidates.len().min(u32::BITS as usize)];
        let fitting = self.fitting(candidates, piece, to);
        let indices = (0..candidates.len()).filter(|at| fitting >> at & 1 == 1);
        indices.map(|at| candidates[at]).collect()
    }

    /// Returns the candidates whose pieces fit the suffixes as a bit mask: bit `n` is candidate `n`. There are at most 32
    /// candidates.
    fn fitting(self, candidates: &[Square], piece: Piece, to: Square) -> u32 {
        let among = |mask: u32, fits: &dyn Fn(Square) -> bool| {
            let indices = (0..candidates.len()).filter(|&at| mask >> at & 1 == 1 && fits(candidates[at]));
            indices.fold(0, |fitting, at| fitting | 1 << at)
        };
        let with_motion = among(u32::MAX, &|from| {
            self.motion
                .is_none_or(|wanted| wanted == motion(piece.color, from, to))
        });
        let Some(side) = self.side else { return with_motion };
        let offset = |from: Square| right_offset(piece.color, from, to);
        let exact = among(with_motion, &|from| match side {
            Side::Left => offset(from) < 0,
            Side::Right => offset(from) > 0,
            Side::Straight => is_straight(piece.color, from, to),
        });
        // A power of two is the mask of one candidate.
        if exact.is_power_of_two() || side == Side::Straight || !is_major_piece(piece.kind) {
            return exact;
        }
        // Two bishops or rooks are distinguished by their position relative to each other: 左 is the left one.
        let indices = (0..candidates.len()).filter(|at| with_motion >> at & 1 == 1);
        let offsets = indices.map(|at| offset(candidates[at]));
        let extreme = if side == Side::Left {
            offsets.min()
        } else {
            offsets.max()
        };
        let at_extreme = among(with_motion, &|from| Some(offset(from)) == extreme);
        if at_extreme == with_motion {
            exact
        } else {
            at_extreme
        }
    }
}

/// Writes the suffixes as they follow the name of a piece, the side first: 左上.
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

/// Maximum number of equal pieces that reach a square: one from each direction.
pub(crate) const MAX_CANDIDATES: usize = 12;

impl Position {
    /// Returns the squares from which pieces equal to `piece` reach `to`.
    ///
    /// The contents of `to` and the legality of the move are ignored.
    pub fn candidates(&self, piece: Piece, to: Square) -> impl Iterator<Item = Square> + '_ {
        self.equal_attackers_if(to, piece, self.occupied)
    }

    /// Stores the [`candidates`](Self::candidates) in an array, which needs no allocation, and returns the stored squares.
    pub(crate) fn candidates_in<'s>(
        &self,
        piece: Piece,
        to: Square,
        storage: &'s mut [Square; MAX_CANDIDATES],
    ) -> &'s [Square] {
        let mut count = 0;
        for (element, candidate) in storage.iter_mut().zip(self.candidates(piece, to)) {
            *element = candidate;
            count += 1;
        }
        &storage[..count]
    }

    /// Returns the squares of the other pieces equal to `piece` that could have reached `to`. `self` is the position
    /// after the move from `from` to `to`.
    pub(crate) fn rivals(&self, piece: Piece, from: Square, to: Square) -> impl Iterator<Item = Square> + '_ {
        // `from` is empty now, but before the move the piece on it blocked the lines through it.
        self.equal_attackers_if(to, piece, self.occupied | only(from))
    }
}

/// Returns the number of files by which `from` is to the right of `to`, as the side that moves sees the board; negative
/// if `from` is to the left.
fn right_offset(color: Color, from: Square, to: Square) -> i8 {
    // Files are numbered from Black's right.
    let right = to.file().cast_signed() - from.file().cast_signed();
    if color == Color::Black { right } else { -right }
}

/// Returns the number of ranks that a move goes forward, for the side that makes it; negative if backward.
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
    right_offset(color, from, to) == 0 && forward(color, from, to) == 1
}

/// Returns whether a kind is a bishop or rook, promoted or not. A set has two pieces of each of these kinds, so 左 and 右
/// can distinguish the two by their position relative to each other.
const fn is_major_piece(kind: PieceKind) -> bool {
    matches!(
        kind,
        PieceKind::Bishop | PieceKind::Rook | PieceKind::Horse | PieceKind::Dragon
    )
}
