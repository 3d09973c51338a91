//! A move as it was made on the board, legal or not.

use super::attempt::Attempt;
use super::due::PlayedMove;
use crate::record::{Named, Written};
use crate::shogi::{Color, Piece, PieceKind, Position, Square, Suffix, may_promote};

/// A move with everything that any notation says of it.
#[expect(clippy::struct_excessive_bools, reason = "independent facts about one move")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Who made it.
    pub mover: Color,
    /// Where the piece stood; `None` for a drop.
    pub from: Option<Square>,
    /// Where it went.
    pub to: Square,
    /// Whether the move before went there too.
    pub same: bool,
    /// The kind before the move: as the record names it, else as it stands on the board. `None` for a piece from an
    /// empty square in a notation that names none.
    pub kind: Option<PieceKind>,
    /// Whether it promotes.
    pub promotes: bool,
    /// Whether it could.
    pub may_promote: bool,
    /// What it took.
    pub captured: Option<Piece>,
    /// Whether it is legal, whatever piece and side the record names.
    pub allowed: bool,
    /// Whether it is legal and written without contradiction.
    pub legal: bool,
    /// Whether the record names another piece than the one that stands there.
    pub misnamed: bool,
    /// Whether the record marks the other side.
    pub mismarked: bool,
    /// Whether a mark of the side tells more than the board.
    pub marking: Marking,
    /// Whether the name of the piece that stands there afterwards tells as much as the record: which piece it names, and
    /// whether it promotes.
    pub told_after: bool,
    /// What tells the piece from others of its kind.
    pub disambiguation: Disambiguation,
}

/// Whether a mark of the side tells more of a move than the board does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marking {
    /// With and without a mark, the move is the same.
    Free,
    /// Without its mark, another side would have made it, or in another order.
    Needed,
    /// With a mark, it would no longer be the answer to a first move in the wrong order.
    Amiss,
}

/// What has to be written beside piece and destination, by the rule of KI2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disambiguation {
    /// Nothing.
    Alone,
    /// These words.
    Words(Suffix),
    /// 打: a piece on the board could go there too.
    Drop,
    /// The origin: no words tell it.
    Origin,
}

impl Ply {
    /// The move that has been looked at, before it is played. `legal` is whether it is so as it is written.
    pub(super) fn new(attempt: &Attempt<'_>, legal: bool, same: Option<Square>, marking: Marking) -> Self {
        let Attempt {
            before,
            written,
            mover,
            from,
            to,
            piece,
            promotes,
            ..
        } = *attempt;
        let allowed = legal || attempt.as_move().is_some_and(|mv| before.is_legal(mv));
        Self {
            mover,
            from,
            to,
            same: same == Some(to),
            kind: kind(written, piece, promotes),
            promotes,
            may_promote: from
                .zip(piece)
                .is_some_and(|(from, piece)| may_promote(piece, from, to)),
            captured: attempt.target().filter(|_| from.is_some()),
            allowed,
            legal,
            misnamed: piece.is_some() && (attempt.misnamed().is_some() || attempt.turned_back()),
            mismarked: written.mark.is_some_and(|mark| mark != mover),
            marking,
            told_after: told_after(attempt),
            disambiguation: disambiguation(before, attempt),
        }
    }

    /// A move that was made, if it is legal and written without contradiction: then the board tells all of it. `same` is
    /// where the move before went.
    pub(super) fn seen(made: &PlayedMove<'_>, same: Option<Square>) -> Option<Self> {
        let PlayedMove { after, undo, .. } = *made;
        let (mover, from, to) = (undo.mover(), undo.from(), undo.to());
        let placed = after.piece_at(to).filter(|_| made.legal)?;
        let piece = undo.moved().unwrap_or(placed);
        Some(Self {
            mover,
            from,
            to,
            same: same == Some(to),
            kind: Some(piece.kind),
            promotes: placed != piece,
            may_promote: from.is_some_and(|from| may_promote(piece, from, to)),
            captured: undo.captured(),
            allowed: true,
            legal: true,
            misnamed: false,
            mismarked: false,
            marking: Marking::Free,
            told_after: true,
            disambiguation: match from {
                Some(from) => among_rivals(made, piece, from),
                None if after.candidates(piece, to).next().is_none() => Disambiguation::Alone,
                None => Disambiguation::Drop,
            },
        })
    }

    /// The side that the record marks.
    pub const fn mark(&self) -> Color {
        if self.mismarked {
            self.mover.opponent()
        } else {
            self.mover
        }
    }

    /// The kind after the move.
    pub fn placed(&self) -> Option<PieceKind> {
        let kind = self.kind?;
        Some(if self.promotes {
            kind.promoted().unwrap_or(kind)
        } else {
            kind
        })
    }
}

/// The kind before the move, as the record names it or as it stands on the board.
fn kind(written: &Written, piece: Option<Piece>, promotes: bool) -> Option<PieceKind> {
    match written.named {
        Named::After(kind) if promotes => Some(kind.base()),
        Named::Before(kind) | Named::After(kind) => Some(kind),
        Named::Nothing => piece.map(|piece| piece.kind),
    }
}

/// Whether what the move leaves on its destination, under the name that the record gives the piece, is read as this very
/// move.
fn told_after(attempt: &Attempt<'_>) -> bool {
    let written = attempt.written;
    let Some(kind) = kind(written, attempt.piece, attempt.promotes) else {
        return true;
    };
    let placed = if attempt.promotes {
        kind.promoted()
    } else {
        Some(kind)
    };
    let Some((placed, piece)) = placed.zip(attempt.piece) else {
        return true;
    };
    let promotes = placed.is_promoted() && !piece.kind.is_promoted();
    let names_it = [piece.kind, piece.kind.base()].contains(&placed) || piece.kind.promoted() == Some(placed);
    promotes == attempt.promotes && names_it == attempt.misnamed().is_none()
}

/// What tells a piece that has made a legal move from its like.
fn among_rivals(made: &PlayedMove<'_>, piece: Piece, from: Square) -> Disambiguation {
    let to = made.undo.to();
    let has_none = matches!(piece.kind, PieceKind::Pawn | PieceKind::Lance)
        || made.after.rivals(piece, from, to).next().is_none();
    if has_none {
        return Disambiguation::Alone;
    }
    in_words(Suffix::of(&made.before(), from, to))
}

fn in_words(suffix: Option<Suffix>) -> Disambiguation {
    match suffix {
        Some(Suffix::NONE) => Disambiguation::Alone,
        Some(suffix) => Disambiguation::Words(suffix),
        None => Disambiguation::Origin,
    }
}

fn disambiguation(position: &Position, attempt: &Attempt<'_>) -> Disambiguation {
    let to = attempt.to;
    match (attempt.from, attempt.dropped, attempt.piece) {
        (None, Some(kind), _) => {
            let piece = Piece::new(attempt.mover, kind);
            // Without 打 it is read as a drop where the side to move has the piece and none on the board can go there.
            let held = !kind.is_promoted() && position.hand(attempt.mover).get(kind) > 0;
            let is_alone = held
                && !attempt.promotes
                && attempt.mover == position.side_to_move()
                && position.candidates(piece, to).next().is_none();
            if is_alone {
                Disambiguation::Alone
            } else {
                Disambiguation::Drop
            }
        }
        (Some(from), _, Some(piece)) => {
            let plain = piece.color == position.side_to_move()
                && attempt.mover == piece.color
                && attempt.misnamed().is_none()
                && !attempt.turned_back()
                && !(attempt.promotes && piece.kind.is_promoted());
            in_words(Suffix::of(position, from, to).filter(|_| plain))
        }
        _ => Disambiguation::Origin,
    }
}
