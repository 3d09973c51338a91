//! A move as it was made on the board, and the data that writers of notations need of it.

use super::analysis::{MoveAnalysis, MoveContext, Turn, first_move_with_other_piece, turn};
use crate::record::{NodeId, PieceName, Record, WrittenMove};
use crate::shogi::{Color, Move, Piece, PieceKind, Position, Square, Suffix, Undo, may_promote};

/// A move that has been made on the board, legal or not.
#[derive(Clone, Copy, Debug)]
pub struct PlayedMove<'p> {
    /// The node of the move.
    pub node: NodeId,
    /// The distance from the start (plies).
    pub ply: u32,
    /// The position after the move.
    pub after: &'p Position,
    /// The data that takes the move back from `after`.
    pub undo: &'p Undo,
    /// `true` if the move is legal and written without contradiction.
    pub legal: bool,
}

impl PlayedMove<'_> {
    /// Returns the position before the move.
    pub fn before(&self) -> Position {
        let mut before = self.after.clone();
        before.undo(self.undo.clone());
        before
    }
}

/// A move as it was made on the board, legal or not, with the data that writers of notations need.
///
/// Each field is a fact that some notation writes or that some rule compares, so that no other code needs the position.
#[expect(clippy::struct_excessive_bools, reason = "independent facts about one move")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The side that made the move.
    pub mover: Color,
    /// The origin; `None` for a drop or if the origin is unknown.
    pub from: Option<Square>,
    /// The destination.
    pub to: Square,
    /// `true` if the previous move had the same destination.
    pub same: bool,
    /// The kind before the move, as written or, if no kind is written, as on the board.
    ///
    /// `None` if the kind is not written and the origin is empty.
    pub kind: Option<PieceKind>,
    /// `true` if the piece promotes according to the record.
    pub promotes: bool,
    /// `true` if the piece may promote by the rules; `false` for a drop.
    pub may_promote: bool,
    /// The piece on the destination before a board move; `None` for a drop or if the square was empty.
    pub captured: Option<Piece>,
    /// `true` if the move on the board is legal, even if the record gives the wrong piece or side.
    pub allowed: bool,
    /// `true` if the move is legal and written without contradiction.
    pub legal: bool,
    /// `true` if the written kind does not fit the piece on the origin, or is the unpromoted form of a promoted piece.
    /// An empty origin gives `false`.
    pub misnamed: bool,
    /// `true` if the side mark of the record is that of the mover's opponent.
    pub mismarked: bool,
    /// The effect of a side mark (▲△) on the meaning of the move.
    pub(crate) mark_effect: MarkEffect,
    /// `true` if the kind after the move, as CSA writes it, is read back as the same kind and promotion. Also `true` without
    /// a kind or a piece on the origin.
    pub stated_after: bool,
    /// The data that distinguishes the moved piece from other pieces of its kind.
    pub(crate) disambiguation: Disambiguation,
    /// `true` if another piece of the same kind could legally move to the destination, for a move with a known origin.
    pub has_rival: bool,
}

/// The effect of a side mark (▲△) on the meaning of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MarkEffect {
    /// The move has the same meaning with and without a mark.
    None,
    /// Without its mark, the move would be attributed to the mover's opponent, or have another relation to the side to
    /// move.
    Required,
    /// With a mark, the move would be interpreted differently, for example no longer as the answer to a first move by
    /// the wrong side.
    Forbidden,
}

/// The data that KI2 requires in addition to the piece and the destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Disambiguation {
    /// No additional data.
    None,
    /// Suffixes, for example 右上.
    Words(Suffix),
    /// 打, because without this word the move would not be read as a drop.
    Drop,
    /// The origin square, because no suffix identifies the piece, or because the written move contradicts the board.
    Origin,
}

impl Ply {
    /// Creates a move from its analysis, before it is played.
    ///
    /// `legal` is `true` if the move is legal and written without contradiction. `previous_to` is the destination of
    /// the previous move; `None` without a previous move.
    pub(super) fn new(
        analysis: &MoveAnalysis<'_>,
        legal: bool,
        previous_to: Option<Square>,
        mark_effect: MarkEffect,
    ) -> Self {
        let MoveAnalysis {
            before,
            written,
            mover,
            from,
            to,
            piece,
            promotes,
            ..
        } = *analysis;
        let allowed = legal || analysis.as_move().is_some_and(|mv| before.is_legal(mv));
        Self {
            mover,
            from,
            to,
            same: previous_to == Some(to),
            kind: kind(written, piece, promotes),
            promotes,
            may_promote: from
                .zip(piece)
                .is_some_and(|(from, piece)| may_promote(piece, from, to)),
            captured: analysis.target().filter(|_| from.is_some()),
            allowed,
            legal,
            misnamed: piece.is_some()
                && (analysis.mismatched_kind().is_some() || analysis.is_written_unpromoted()),
            mismarked: written.mark.is_some_and(|mark| mark != mover),
            mark_effect,
            stated_after: stated_after(analysis),
            disambiguation: disambiguation(before, analysis),
            has_rival: from.zip(piece).is_some_and(|(from, piece)| {
                let piece = Piece::new(mover, kind(written, Some(piece), promotes).unwrap_or(piece.kind));
                has_legal_rival(before, piece, from, to)
            }),
        }
    }

    /// Creates a `Ply` from a move that was made. Returns `None` unless the move is legal and written without
    /// contradiction.
    ///
    /// All data of such a move can be taken from the board. `previous_to` is the destination of the previous move; `None`
    /// without a previous move.
    pub(super) fn from_played(made: &PlayedMove<'_>, previous_to: Option<Square>) -> Option<Self> {
        let PlayedMove { after, undo, .. } = *made;
        let (mover, from, to) = (undo.mover(), undo.from(), undo.to());
        let placed = after.piece_at(to).filter(|_| made.legal)?;
        let piece = undo.moved().unwrap_or(placed);
        let (disambiguation, has_rival) = match from {
            Some(from) => among_rivals(made, piece, from),
            None if after.candidates(piece, to).next().is_none() => (Disambiguation::None, false),
            None => (Disambiguation::Drop, false),
        };
        Some(Self {
            mover,
            from,
            to,
            same: previous_to == Some(to),
            kind: Some(piece.kind),
            promotes: placed != piece,
            may_promote: from.is_some_and(|from| may_promote(piece, from, to)),
            captured: undo.captured(),
            allowed: true,
            legal: true,
            misnamed: false,
            mismarked: false,
            mark_effect: MarkEffect::None,
            stated_after: true,
            disambiguation,
            has_rival,
        })
    }

    /// Returns the data of a move of a position, which need not be legal, as far as they do not depend on the text of the move.
    /// Returns `None` if its origin is empty.
    ///
    /// `previous_to` is the destination of the previous move; `None` without a previous move.
    pub(crate) fn of_move(position: &Position, mv: Move, previous_to: Option<Square>) -> Option<Self> {
        let mut after = position.clone();
        let undo = after.play(mv)?;
        let made = PlayedMove {
            node: NodeId::START,
            ply: 1,
            after: &after,
            undo: &undo,
            legal: true,
        };
        let ply = Self::from_played(&made, previous_to)?;
        // Only legal moves of pawns and lances have no rivals.
        let piece = ply.kind.map(|kind| Piece::new(ply.mover, kind));
        let has_rival = |(from, piece)| has_legal_rival(position, piece, from, ply.to);
        Some(Self {
            has_rival: ply.from.zip(piece).is_some_and(has_rival),
            ..ply
        })
    }

    /// Returns the side of the written mark; the mover if the move has no mark.
    pub(crate) const fn mark(&self) -> Color {
        if self.mismarked {
            self.mover.opponent()
        } else {
            self.mover
        }
    }

    /// Returns the move in the form of USI. A move without a known origin becomes a drop; `None` if the kind of its piece is
    /// not known either.
    pub fn as_move(&self) -> Option<Move> {
        let (to, promote) = (self.to, self.promotes);
        match self.from {
            Some(from) => Some(Move::Board { from, to, promote }),
            None => self.kind.map(|kind| Move::Drop { kind, to }),
        }
    }

    /// Returns the kind after the move; `None` if the kind is not known.
    pub fn placed(&self) -> Option<PieceKind> {
        self.kind.map(|kind| kind.promoted_if(self.promotes))
    }
}

/// Returns the kind before the move: the written kind, without the promotion of this move. If no kind is written, returns
/// the kind on the origin; `None` if the origin is empty.
fn kind(written: &WrittenMove, piece: Option<Piece>, promotes: bool) -> Option<PieceKind> {
    match written.named {
        PieceName::After(kind) if promotes => Some(kind.base()),
        PieceName::Before(kind) | PieceName::After(kind) => Some(kind),
        PieceName::Nothing => piece.map(|piece| piece.kind),
    }
}

/// Returns whether the kind after the move, if it is written as in CSA, is read back as the same kind and promotion.
/// Without a kind there is nothing to compare, and the result is `true`. Without a piece on the origin, a promotion is not read
/// back.
fn stated_after(analysis: &MoveAnalysis<'_>) -> bool {
    let written = analysis.written;
    let Some(kind) = kind(written, analysis.piece, analysis.promotes) else {
        return true;
    };
    let placed = if analysis.promotes {
        kind.promoted()
    } else {
        Some(kind)
    };
    let Some((placed, piece)) = placed.zip(analysis.piece) else {
        return !analysis.promotes;
    };
    let promotes = placed.is_promoted() && !piece.kind.is_promoted();
    let is_named_correctly =
        [piece.kind, piece.kind.base()].contains(&placed) || piece.kind.promoted() == Some(placed);
    promotes == analysis.promotes && is_named_correctly == analysis.mismatched_kind().is_none()
}

/// Returns the data that distinguishes the piece of a legal move from other pieces of its kind, and whether one of those could also
/// legally move to the destination. `from` is the origin of `piece`.
fn among_rivals(made: &PlayedMove<'_>, piece: Piece, from: Square) -> (Disambiguation, bool) {
    let to = made.undo.to();
    let has_no_rival = matches!(piece.kind, PieceKind::Pawn | PieceKind::Lance)
        || made.after.rivals(piece, from, to).next().is_none();
    if has_no_rival {
        return (Disambiguation::None, false);
    }
    let before = made.before();
    (
        in_words(Suffix::new(&before, from, to)),
        has_legal_rival(&before, piece, from, to),
    )
}

/// Returns whether a piece that is equal to `piece`, on another square than `from`, could legally move to `to`.
fn has_legal_rival(before: &Position, piece: Piece, from: Square, to: Square) -> bool {
    let is_legal = |from: Square| {
        let mut moves = [false, true]
            .map(|promote| Move::Board { from, to, promote })
            .into_iter();
        moves.any(|mv| before.is_legal(mv))
    };
    let mut candidates = before.candidates(piece, to);
    candidates.any(|candidate| candidate != from && is_legal(candidate))
}

/// Converts the suffixes that identify a piece. `suffix` is `None` if no suffixes identify the piece, which then
/// requires its origin square.
fn in_words(suffix: Option<Suffix>) -> Disambiguation {
    match suffix {
        Some(Suffix::NONE) => Disambiguation::None,
        Some(suffix) => Disambiguation::Words(suffix),
        None => Disambiguation::Origin,
    }
}

/// Returns the data that distinguishes the moved piece from other pieces of its kind, for a move that need not be legal.
fn disambiguation(position: &Position, analysis: &MoveAnalysis<'_>) -> Disambiguation {
    let to = analysis.to;
    match (analysis.from, analysis.dropped, analysis.piece) {
        (None, Some(kind), _) => {
            let piece = Piece::new(analysis.mover, kind);
            // A move without 打 is read as a drop if the side to move has the piece in hand and no such piece on the board
            // reaches the destination.
            let is_in_hand = !kind.is_promoted() && position.hand(analysis.mover).get(kind) > 0;
            let is_clear_without_word = is_in_hand
                && !analysis.promotes
                && analysis.mover == position.side_to_move()
                && position.candidates(piece, to).next().is_none();
            if is_clear_without_word {
                Disambiguation::None
            } else {
                Disambiguation::Drop
            }
        }
        (Some(from), _, Some(piece)) => {
            let is_written_correctly = piece.color == position.side_to_move()
                && analysis.mover == piece.color
                && analysis.mismatched_kind().is_none()
                && !analysis.is_written_unpromoted()
                && !(analysis.promotes && piece.kind.is_promoted());
            in_words(Suffix::new(position, from, to).filter(|_| is_written_correctly))
        }
        _ => Disambiguation::Origin,
    }
}

/// Returns the effect of a side mark: whether a marked move would be interpreted differently without its mark, or an
/// unmarked move with the mark of the mover.
pub(super) fn mark_effect(
    analysis: &MoveAnalysis<'_>,
    context: &MoveContext<'_>,
    record: &Record<'_>,
    id: NodeId,
) -> MarkEffect {
    let expected = (analysis.mover, analysis.turn);
    let side = context.before.side_to_move();
    let owner = analysis.piece.map_or(side, |piece| piece.color);
    if expected == (side, Turn::InOrder) && owner == side {
        return MarkEffect::None;
    }
    let turn_with_mark = |mark, skipped_side| {
        let context = MoveContext {
            skipped_side,
            ..*context
        };
        turn(mark, analysis.piece, analysis.dropped, &context)
    };
    let side_to_begin = first_move_with_other_piece(record, id).map(|(side, _)| side);
    match analysis.written.mark {
        Some(_) if turn_with_mark(None, side_to_begin) != expected => MarkEffect::Required,
        None if turn_with_mark(Some(analysis.mover), None) != expected => MarkEffect::Forbidden,
        _ => MarkEffect::None,
    }
}
