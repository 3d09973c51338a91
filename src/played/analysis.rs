//! Analysis of one move: the move as written, compared with the position on the board.

use crate::record::{NodeId, Origin, PieceName, Promotion, Record, Step, WrittenMove};
use crate::shogi::{Color, Handicap, Move, Piece, PieceKind, Position, Square, Undo};

/// The relation between the side that makes a move and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// The side to move makes the move.
    InOrder,
    /// White makes the first move of a game that Black should start.
    WhiteFirst,
    /// The side that has just moved moves again.
    Double,
    /// White begins a handicap game, as the rules require, although the record gives Black the first move.
    Handicap,
    /// The side that is not to move makes the move, and no other variant explains why.
    Other,
    /// The side that should have begun answers, after its opponent made the first move.
    ///
    /// The players began in the wrong order, but then move alternately.
    AnswerToWrongStart,
    /// The record marks the wrong side: the moved piece belongs to the side to move, or this side has the dropped piece in
    /// hand. If the side of the mark has such a piece, too, the move before it has the wrong mark as well.
    WrongMark,
    /// The side that is not to move makes the move, but another move may be missing before this move. Neither side is at fault.
    AfterGap,
}

/// The type of start position, which determines the side that should begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartKind {
    /// The even position, from which Black should begin.
    Even,
    /// The board of a handicap, from which White should begin.
    Handicap,
    /// Any other position. Its stated side to move should begin.
    Other,
}

impl StartKind {
    /// Returns the type of a start position.
    pub(crate) fn new(start: &Position) -> Self {
        if *start == Position::startpos() {
            return Self::Even;
        }
        match Handicap::of_board(start) {
            Some(handicap) if !handicap.is_even() => Self::Handicap,
            _ => Self::Other,
        }
    }
}

/// The state of the game before a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveContext<'a> {
    /// The position before the move.
    pub before: &'a Position,
    /// The distance of the move from the start (plies).
    pub ply: u32,
    /// The side that made the previous move; `None` for the first move, and in a [`Played`](super::Played) also after a pass.
    pub previous_mover: Option<Color>,
    /// The side mark of the previous move; `None` if the node before the move is not a move, or has no mark.
    pub previous_mark: Option<Color>,
    /// The type of the start position.
    pub start_kind: StartKind,
    /// `true` if another move may be missing before the move.
    pub after_gap: bool,
    /// The side that should have begun, if the first move was made with a piece of its opponent; see [`skipped_side`].
    /// `None` if the previous move is not such a first move.
    pub skipped_side: Option<Color>,
}

/// Returns the side that should have begun, if the first move was made with a piece of its opponent.
///
/// Returns `None` unless the move before node `id` is such a first move and has no side mark (▲△).
pub(crate) fn skipped_side(record: &Record<'_>, id: NodeId) -> Option<Color> {
    first_move_with_other_piece(record, id)
        .and_then(|(side, first_move)| first_move.mark.is_none().then_some(side))
}

/// Returns the side that should have begun and the first move, if this move was made with a piece of the side's
/// opponent.
///
/// Returns `None` unless the move before node `id` is such a first move.
pub(super) fn first_move_with_other_piece<'r>(
    record: &'r Record<'_>,
    id: NodeId,
) -> Option<(Color, &'r WrittenMove)> {
    let start = &record.start.position;
    let parent = record.tree.parent(id).map(|parent| record.tree.node(parent));
    let Step::Move(written) = &parent.filter(|parent| parent.ply == 1)?.step else {
        return None;
    };
    let Origin::Board(from) = written.from else {
        return None;
    };
    let side = start.side_to_move();
    let piece = start.piece_at(from)?;
    (piece.color != side).then_some((side, written))
}

/// The analysis of one move.
#[derive(Debug)]
pub(crate) struct MoveAnalysis<'a> {
    /// The position before the move.
    pub before: &'a Position,
    /// The move as written.
    pub written: &'a WrittenMove,
    /// The side that makes the move, as the record and the board suggest.
    pub mover: Color,
    /// The relation of the mover to the side to move.
    pub turn: Turn,
    /// The origin of a board move; `None` for a drop or if the origin is unknown.
    pub from: Option<Square>,
    /// The destination.
    pub to: Square,
    /// The piece on the origin; `None` for a drop, or if the origin is empty or unknown.
    pub piece: Option<Piece>,
    /// The kind of the dropped piece, as written; `None` for a board move or if no kind is written.
    pub dropped: Option<PieceKind>,
    /// `true` if the piece promotes according to the record.
    pub promotes: bool,
    /// The position after the move; `None` until the move has been played.
    pub after: Option<Position>,
}

impl<'a> MoveAnalysis<'a> {
    /// Analyses a move in its context. If no origin is written, the written kind is taken as the kind of a dropped piece.
    pub(crate) fn new(written: &'a WrittenMove, context: &MoveContext<'a>) -> Self {
        let before = context.before;
        let from = match written.from {
            Origin::Board(square) => Some(square),
            _ => None,
        };
        let piece = from.and_then(|square| before.piece_at(square));
        let dropped = match (from, written.named) {
            (None, PieceName::Before(kind) | PieceName::After(kind)) => Some(kind),
            _ => None,
        };
        let (mover, turn) = turn(written.mark, piece, dropped, context);
        let promotes = promotes(written, piece);
        Self {
            before,
            written,
            mover,
            turn,
            from,
            to: written.to.square(),
            piece,
            dropped,
            promotes,
            after: None,
        }
    }

    /// Returns the written kind if this kind does not fit the piece on the origin. Returns `None` if the kind fits or is not
    /// written, or if the origin is empty.
    ///
    /// The kind of the piece and its unpromoted form fit. A kind that is written after the move can also be the
    /// promoted form.
    pub(crate) fn mismatched_kind(&self) -> Option<PieceKind> {
        let kind = self.piece?.kind;
        let fits = match self.written.named {
            PieceName::Nothing => true,
            PieceName::Before(named) => named == kind || named == kind.base(),
            PieceName::After(named) => {
                named == kind || named == kind.base() || kind.promoted() == Some(named)
            }
        };
        match self.written.named {
            PieceName::Before(named) | PieceName::After(named) if !fits => Some(named),
            _ => None,
        }
    }

    /// Returns whether the record writes the promoted piece on the origin as unpromoted, in a move without promotion.
    pub(crate) fn is_written_unpromoted(&self) -> bool {
        let (PieceName::Before(named) | PieceName::After(named)) = self.written.named else {
            return false;
        };
        self.piece
            .is_some_and(|piece| piece.kind.is_promoted() && named == piece.kind.base())
            && !self.promotes
    }

    /// Returns the kind that is on the destination after the move, according to the record. Returns `None` if the move
    /// has neither a piece on the origin nor a dropped piece.
    pub(crate) fn placed(&self) -> Option<PieceKind> {
        if let Some(kind) = self.dropped {
            return Some(kind.promoted_if(self.promotes));
        }
        let kind = self.piece?.kind;
        Some(match kind.promoted() {
            Some(promoted) if self.promotes => promoted,
            _ if self.is_written_unpromoted() => kind.base(),
            _ => kind,
        })
    }

    /// Returns the move in the form of USI. Returns `None` if the move has neither an origin nor a dropped piece.
    pub(crate) fn as_move(&self) -> Option<Move> {
        let to = self.to;
        match (self.from, self.dropped) {
            (Some(from), _) => Some(Move::Board {
                from,
                to,
                promote: self.promotes,
            }),
            (None, Some(kind)) => Some(Move::Drop {
                kind: kind.base(),
                to,
            }),
            _ => None,
        }
    }

    /// Returns the origin and the piece of a board move; `None` for a drop, or if the origin is empty or unknown.
    pub(crate) fn moving(&self) -> Option<(Square, Piece)> {
        self.from.zip(self.piece)
    }

    /// Returns whether the move is a drop of an unpromoted pawn.
    pub(crate) fn drops_pawn(&self) -> bool {
        self.dropped == Some(PieceKind::Pawn) && !self.promotes
    }

    /// Returns whether the move captures the king of the mover's opponent. Drops never capture.
    pub(crate) fn captures_king(&self) -> bool {
        let king = Piece::new(self.mover.opponent(), PieceKind::King);
        self.from.is_some() && self.target() == Some(king)
    }

    /// Returns the piece on the destination before the move; `None` if the square was empty.
    pub(crate) fn target(&self) -> Option<Piece> {
        self.before.piece_at(self.to)
    }

    /// Returns the change to the board that the record describes, legal or not.
    ///
    /// Returns `None` if the change is impossible: a move from an empty square, a capture of a king by its own side, a
    /// drop on a king, or a drop whose kind is not written.
    pub(crate) fn placement(&self) -> Option<Placement> {
        if !self.can_be_played() {
            return None;
        }
        Some(Placement {
            mv: self.as_move()?,
            placed: Piece::new(self.owner(), self.placed()?),
            mover: self.mover,
        })
    }

    /// Returns the owner of the piece that is on the destination after the move.
    fn owner(&self) -> Color {
        self.piece.map_or(self.mover, |piece| piece.color)
    }

    /// Returns whether the move can be made on the board, legal or not; see [`Self::placement`].
    fn can_be_played(&self) -> bool {
        let target_is_king = self.target().is_some_and(|target| target.kind == PieceKind::King);
        match self.piece {
            Some(piece) => {
                !(target_is_king && self.target().is_some_and(|target| target.color == piece.color))
            }
            None => self.dropped.is_some() && !target_is_king,
        }
    }
}

/// A move that can be made on the board, legal or not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placement {
    mv: Move,
    placed: Piece,
    mover: Color,
}

impl Placement {
    /// Makes the move on the board. Returns `None` if the origin is empty.
    pub(super) fn play(self, position: &mut Position) -> Option<Undo> {
        let undo = position.play_as(self.mv, self.placed)?;
        // The turn passes to the mover's opponent, even if the moved piece belongs to the opponent.
        position.set_side_to_move(self.mover.opponent());
        Some(undo)
    }
}

/// Returns whether the piece promotes according to the record.
///
/// CSA writes the kind after the move: the piece promotes if this kind is promoted and the kind on the origin is not.
/// In all other cases, 成 must be written.
fn promotes(written: &WrittenMove, piece: Option<Piece>) -> bool {
    match (written.named, piece) {
        (PieceName::After(named), Some(piece)) => named.is_promoted() && !piece.kind.is_promoted(),
        _ => written.promotion == Promotion::Promote,
    }
}

/// Returns the side that makes a move with this mark, piece and dropped kind in this context, and the relation of this side
/// to the side to move.
pub(super) fn turn(
    mark: Option<Color>,
    piece: Option<Piece>,
    dropped: Option<PieceKind>,
    context: &MoveContext<'_>,
) -> (Color, Turn) {
    let side = context.before.side_to_move();
    let other = side.opponent();
    let owner = piece.map(|piece| piece.color);
    let is_black_to_start = context.ply == 1 && side == Color::Black;
    let opens_handicap = is_black_to_start && context.start_kind == StartKind::Handicap;
    let has_in_hand = |color| dropped.is_some_and(|kind| context.before.hand(color).get(kind.base()) > 0);
    // With the marks of the two sides swapped, the marks of consecutive moves still alternate.
    let is_swapped_before = context.previous_mover == Some(other) && context.previous_mark == Some(side);
    match mark {
        Some(mark) if mark != side => {
            if owner == Some(side) || has_in_hand(side) && (is_swapped_before || !has_in_hand(mark)) {
                (side, Turn::WrongMark)
            } else if context.after_gap {
                (mark, Turn::AfterGap)
            } else if opens_handicap {
                (mark, Turn::Handicap)
            } else if is_black_to_start {
                (mark, Turn::WhiteFirst)
            } else if context.previous_mover == Some(mark) {
                (mark, Turn::Double)
            } else {
                (mark, Turn::Other)
            }
        }
        None if context.after_gap && (owner == Some(other) || has_in_hand(other) && !has_in_hand(side)) => {
            (other, Turn::AfterGap)
        }
        None if owner == Some(other) && opens_handicap => (other, Turn::Handicap),
        None if owner == Some(other) && is_black_to_start && context.start_kind == StartKind::Even => {
            (other, Turn::WhiteFirst)
        }
        None if owner == Some(other) && context.skipped_side == Some(other) => {
            (other, Turn::AnswerToWrongStart)
        }
        None if owner == Some(other) && context.previous_mover == Some(other) => (other, Turn::Double),
        _ => (side, Turn::InOrder),
    }
}
