//! A move of the main line, as the tables see it.

use crate::finding::{Cell, Seat, Span};
use crate::played::PlayedMove;
use crate::record::{Named, NodeId, Origin, Promotion, Record, Step, Written};
use crate::shogi::{Color, Move, PieceKind};
use crate::system::MoveFacts;

/// A move of the main line.
#[derive(Clone, Debug)]
pub struct Ply {
    /// Its place in the game, from 1.
    pub number: u32,
    /// Who made it; by turns, where the board was not asked.
    pub seat: Seat,
    /// What was done.
    pub action: Action,
    /// The position before it, where somebody asked for it and it is known.
    pub position: Option<String>,
    /// The time it took, in milliseconds, where the record says so; times that are all zero say nothing.
    pub milliseconds: Option<u64>,
}

/// What was done at a ply.
#[derive(Clone, Debug)]
pub enum Action {
    /// A move that was made on a shogi board, legal or not.
    Move(BoardMove),
    /// A move of another game, as its notation has it. It is much larger than the others, which are many more.
    Token(Box<Token>),
    /// What was written for a move that was not: a pass (`0000`), words that cannot be read, all after a move that
    /// cannot be made. In USI where it can be said so, otherwise as written.
    Written(String),
}

/// A move of another game than shogi.
#[derive(Clone, Debug)]
pub struct Token {
    /// As it is written.
    pub text: String,
    /// Where the piece stood; nowhere where it was dropped.
    pub from: Option<Cell>,
    /// Where it went.
    pub to: Option<Cell>,
    /// What it did.
    pub facts: MoveFacts,
}

/// A ply as somebody saw it who looked on.
#[derive(Clone, Debug)]
pub(super) struct SeenPly {
    pub node: NodeId,
    /// The number of the seat that made it.
    pub seat: usize,
    pub action: Action,
    /// The position before it.
    pub position: Option<String>,
}

/// A move as the board saw it.
#[derive(Clone, Debug)]
pub struct BoardMove {
    /// The move.
    pub mv: Move,
    /// The kind before the move, or what was dropped.
    pub kind: PieceKind,
    /// What it took.
    pub captured: Option<PieceKind>,
    /// Whether it gives check.
    pub check: bool,
}

impl BoardMove {
    /// The move that a referee has played.
    pub(super) fn of(played: &PlayedMove<'_>) -> Option<Self> {
        let PlayedMove { after, undo, .. } = *played;
        let (from, to) = (undo.from(), undo.to());
        let turned = after.piece_at(to)?.kind;
        let kind = undo.moved().map_or(turned, |piece| piece.kind);
        let promote = kind != turned;
        Some(Self {
            mv: from.map_or(Move::Drop { kind, to }, |from| Move::Board { from, to, promote }),
            kind,
            captured: undo.captured().map(|piece| piece.kind),
            check: after.is_check(),
        })
    }

    /// Whether the piece is turned over.
    pub const fn promotes(&self) -> bool {
        matches!(self.mv, Move::Board { promote: true, .. })
    }
}

/// Goes through the main line of a record beside what was seen of it.
pub(super) fn plies(record: &Record<'_>, seen: impl IntoIterator<Item = SeenPly>) -> Vec<Ply> {
    let mut seen = seen.into_iter().peekable();
    let seats = record.game.seats;
    let mut turn = record.start.position.side_to_move().index();
    let mut totals = vec![Some(0_u64); seats.len()];
    let mut plies = Vec::with_capacity(record.tree.len() - 1);
    let timed = record.keeps_time();
    for (id, node) in record.tree.main_line() {
        let mut position = None;
        let action = match (seen.next_if(|seen| seen.node == id), &node.step) {
            (Some(seen), _) => {
                turn = seen.seat;
                position = seen.position;
                seen.action
            }
            (None, Step::Move(written)) => {
                turn = written.mark.map_or(turn, Color::index);
                Action::Written(usi(written).unwrap_or_else(|| text(record, written.span)))
            }
            (None, Step::Pass(_)) => Action::Written(PASS.to_owned()),
            (None, Step::Illegible(span) | Step::Token(span)) => Action::Written(text(record, *span)),
            (None, Step::Start | Step::End(_)) => continue,
        };
        let total = &mut totals[turn];
        let before = std::mem::replace(total, node.clock.total_after(*total));
        plies.push(Ply {
            number: node.ply,
            seat: seats[turn],
            action,
            position,
            milliseconds: node.clock.spent_after(before).filter(|_| timed),
        });
        turn = (turn + 1) % seats.len();
    }
    plies
}

/// What engines write for a pass.
const PASS: &str = "0000";

/// A move that cannot be made in USI, where it says enough of itself: the same in every notation.
fn usi(written: &Written) -> Option<String> {
    let to = written.to.square();
    let mv = match (written.from, written.named) {
        (Origin::Board(from), _) => Move::Board {
            from,
            to,
            promote: written.promotion == Promotion::Promote,
        },
        (Origin::Hand, Named::Before(kind) | Named::After(kind)) => Move::Drop { kind, to },
        _ => return None,
    };
    Some(mv.to_string())
}

fn text(record: &Record<'_>, span: Span) -> String {
    record.text_at(span).trim().to_owned()
}
