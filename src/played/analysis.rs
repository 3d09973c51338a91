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
    /// White begins a handicap game, as the rules require, although the start gives Black the turn.
    Handicap,
    /// The other side moves, and no other variant explains it.
    Other,
    /// The side that should have begun answers a first move with a piece of the other side.
    ///
    /// The players began in the wrong order and continue in the right one.
    AnswerToWrongStart,
    /// The record marks the wrong side: the piece belongs to the side to move.
    WrongMark,
    /// The other side moves, and a move may be missing before. Neither side is at fault.
    AfterGap,
}

/// The start of a game, as far as it determines the side that begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartKind {
    /// The even position, from which Black begins.
    Even,
    /// The board of a handicap, from which White should begin.
    Handicap,
    /// Any other position, which states the side to move itself.
    Other,
}

impl StartKind {
    /// Returns the opening of a game from this position.
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

/// The state of the game around a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveContext<'a> {
    /// The position before the move.
    pub before: &'a Position,
    /// The distance of the move from the start (plies).
    pub ply: u32,
    /// The side that made the previous move.
    pub previous_mover: Option<Color>,
    /// The start of the game.
    pub start_kind: StartKind,
    /// `true` if a move may be missing before it.
    pub after_gap: bool,
    /// The side that should have begun, if the previous move is the first and was made with a piece of the
    /// other side.
    pub skipped_side: Option<Color>,
}

/// Returns the side that should have begun, if the previous move is a first move with a piece of the other
/// side.
///
/// The first move must not have a mark that shows who made it.
pub(crate) fn skipped_side(record: &Record<'_>, id: NodeId) -> Option<Color> {
    first_move_with_other_piece(record, id).and_then(|(side, first)| first.mark.is_none().then_some(side))
}

/// Returns the side that should have begun and the first move, if the node follows a first move with a piece
/// of the other side.
pub(super) fn first_move_with_other_piece<'r>(
    record: &'r Record<'_>,
    id: NodeId,
) -> Option<(Color, &'r WrittenMove)> {
    let start = &record.start.position;
    let first = record.tree.parent(id).map(|first| record.tree.node(first));
    let Step::Move(written) = &first.filter(|first| first.ply == 1)?.step else {
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
    /// The side that makes it, as far as the record and the board show.
    pub mover: Color,
    /// The relation of that side to the side to move.
    pub turn: Turn,
    /// The origin of a board move.
    pub from: Option<Square>,
    /// The destination.
    pub to: Square,
    /// The piece on the origin.
    pub piece: Option<Piece>,
    /// The kind of the dropped piece, as written.
    pub dropped: Option<PieceKind>,
    /// `true` if the record claims a promotion.
    pub promotes: bool,
    /// The position after the move, once it has been played.
    pub after: Option<Position>,
}

impl<'a> MoveAnalysis<'a> {
    /// Analyses a move whose origin is known.
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

    /// Returns the kind that the record gives, if it is neither that of the piece on the origin nor explained
    /// by promotion.
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

    /// Returns whether the record gives a promoted piece its unpromoted kind.
    pub(crate) fn is_written_unpromoted(&self) -> bool {
        let (PieceName::Before(named) | PieceName::After(named)) = self.written.named else {
            return false;
        };
        self.piece
            .is_some_and(|piece| piece.kind.is_promoted() && named == piece.kind.base())
            && !self.promotes
    }

    /// Returns the kind that is on the destination afterwards, according to the record.
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

    /// Returns the move, if it has the form of one.
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

    /// Returns the origin and the piece of a board move.
    pub(crate) fn moving(&self) -> Option<(Square, Piece)> {
        self.from.zip(self.piece)
    }

    /// Returns whether a pawn is dropped without promotion.
    pub(crate) fn drops_pawn(&self) -> bool {
        self.dropped == Some(PieceKind::Pawn) && !self.promotes
    }

    /// Returns whether the move captures the king of the other side. Drops never capture.
    pub(crate) fn captures_king(&self) -> bool {
        let king = Piece::new(self.mover.opponent(), PieceKind::King);
        self.from.is_some() && self.target() == Some(king)
    }

    /// Returns the piece on the destination before the move.
    pub(crate) fn target(&self) -> Option<Piece> {
        self.before.piece_at(self.to)
    }

    /// Returns the change to the board that the record describes, whether legal or not.
    ///
    /// Returns `None` if it is impossible: from an empty square, or onto a king of the same side.
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

    /// Returns the owner of the piece that is on the destination afterwards.
    fn owner(&self) -> Color {
        self.piece.map_or(self.mover, |piece| piece.color)
    }

    /// Returns whether the move can be put on the board at all.
    fn can_be_played(&self) -> bool {
        let captures_king = self.target().is_some_and(|target| target.kind == PieceKind::King);
        match self.piece {
            Some(piece) => {
                !(captures_king && self.target().is_some_and(|target| target.color == piece.color))
            }
            None => self.dropped.is_some() && !captures_king,
        }
    }
}

/// A move that can be put on the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placement {
    mv: Move,
    placed: Piece,
    mover: Color,
}

impl Placement {
    pub(super) fn play(self, position: &mut Position) -> Option<Undo> {
        let undo = position.play_as(self.mv, self.placed)?;
        // The opponent of the mover is next, even if the piece did not belong to the mover.
        position.set_side_to_move(self.mover.opponent());
        Some(undo)
    }
}

/// Returns whether the record claims a promotion. CSA expresses it by the kind of the promoted piece.
fn promotes(written: &WrittenMove, piece: Option<Piece>) -> bool {
    match (written.named, piece) {
        (PieceName::After(named), Some(piece)) => named.is_promoted() && !piece.kind.is_promoted(),
        _ => written.promotion == Promotion::Promote,
    }
}

/// Returns the side that makes a move with this mark, and its relation to the side to move.
pub(super) fn turn(
    mark: Option<Color>,
    piece: Option<Piece>,
    dropped: Option<PieceKind>,
    context: &MoveContext<'_>,
) -> (Color, Turn) {
    let side = context.before.side_to_move();
    let other = side.opponent();
    let owner = piece.map(|piece| piece.color);
    let starts = context.ply == 1 && side == Color::Black;
    let opens_handicap = starts && context.start_kind == StartKind::Handicap;
    let held = |color| dropped.is_some_and(|kind| context.before.hand(color).get(kind.base()) > 0);
    match mark {
        Some(mark) if mark != side => {
            if owner == Some(side) || held(side) && !held(mark) {
                (side, Turn::WrongMark)
            } else if context.after_gap {
                (mark, Turn::AfterGap)
            } else if opens_handicap {
                (mark, Turn::Handicap)
            } else if starts {
                (mark, Turn::WhiteFirst)
            } else if context.previous_mover == Some(mark) {
                (mark, Turn::Double)
            } else {
                (mark, Turn::Other)
            }
        }
        None if context.after_gap && (owner == Some(other) || held(other) && !held(side)) => {
            (other, Turn::AfterGap)
        }
        None if owner == Some(other) && opens_handicap => (other, Turn::Handicap),
        None if owner == Some(other) && starts && context.start_kind == StartKind::Even => {
            (other, Turn::WhiteFirst)
        }
        None if owner == Some(other) && context.skipped_side == Some(other) => {
            (other, Turn::AnswerToWrongStart)
        }
        None if owner == Some(other) && context.previous_mover == Some(other) => (other, Turn::Double),
        _ => (side, Turn::InOrder),
    }
}
