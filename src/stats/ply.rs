//! A move of the main line, as the tables see it.

use crate::finding::Span;
use crate::record::{Clock, Named, NodeId, Origin, Promotion, Record, Step, Written};
use crate::shogi::{Color, Move, PieceKind, Position, Undo};

/// A move of the main line.
#[derive(Clone, Debug)]
pub struct Ply {
    /// Its place in the game, from 1.
    pub number: u32,
    /// Who made it; by turns, where the board was not asked.
    pub side: Color,
    /// What was done.
    pub deed: Deed,
    /// The time it took, in milliseconds, where the record says so; times that are all zero say nothing.
    pub milliseconds: Option<u64>,
}

/// What was done at a ply.
#[derive(Clone, Debug)]
pub enum Deed {
    /// A move that was made on the board, legal or not.
    Made(Made),
    /// What was written for a move that was not: a pass (`0000`), words that cannot be read, all after a move that
    /// cannot be made. In USI where it can be said so, otherwise as written.
    Written(String),
}

/// A move as the board saw it.
#[derive(Clone, Debug)]
pub struct Made {
    /// The move.
    pub mv: Move,
    /// The kind before the move, or what was dropped.
    pub kind: PieceKind,
    /// What it took.
    pub captured: Option<PieceKind>,
    /// Whether it gives check.
    pub check: bool,
    /// The position before it, where somebody asked for it.
    pub sfen: Option<String>,
}

impl Made {
    /// What a referee has made on the board.
    pub(super) fn of(number: u32, after: &Position, made: &Undo, with_position: bool) -> Option<Self> {
        let placed = after.piece_at(made.to())?;
        let moved = made.moved();
        let kind = moved.map_or(placed.kind, |piece| piece.kind);
        let mv = match made.from() {
            Some(from) => Move::Board {
                from,
                to: made.to(),
                promote: kind != placed.kind,
            },
            None => Move::Drop { kind, to: made.to() },
        };
        let sfen = with_position.then(|| {
            let mut before = after.clone();
            before.undo(made.clone());
            before.to_sfen(number)
        });
        Some(Self {
            mv,
            kind,
            captured: made.captured().map(|piece| piece.kind),
            check: after.is_check(),
            sfen,
        })
    }

    /// Whether the piece is turned over.
    pub const fn promotes(&self) -> bool {
        matches!(self.mv, Move::Board { promote: true, .. })
    }
}

/// Goes through the main line of a record beside what was seen of it.
pub(super) fn plies(record: &Record<'_>, seen: impl IntoIterator<Item = (NodeId, Color, Made)>) -> Vec<Ply> {
    let mut seen = seen.into_iter().peekable();
    let mut side = record.start.position.side_to_move();
    let mut totals = [Some(0_u64), Some(0)];
    let mut plies = Vec::with_capacity(record.tree.len() - 1);
    let timed = record.keeps_time();
    for (id, node) in record.tree.main_line() {
        let deed = match (seen.next_if(|(node, ..)| *node == id), &node.step) {
            (Some((_, mover, made)), _) => {
                side = mover;
                Deed::Made(made)
            }
            (None, Step::Move(written)) => {
                side = written.mark.unwrap_or(side);
                Deed::Written(usi(written).unwrap_or_else(|| text(record, written.span)))
            }
            (None, Step::Pass(_)) => Deed::Written(PASS.to_owned()),
            (None, Step::Illegible(span)) => Deed::Written(text(record, *span)),
            (None, Step::Start | Step::End(_)) => continue,
        };
        plies.push(Ply {
            number: node.ply,
            side,
            deed,
            milliseconds: spent(node.clock, &mut totals[side as usize]).filter(|_| timed),
        });
        side = side.opponent();
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

/// The time of a move: as written, else what the running total has grown by.
fn spent(clock: Clock, total: &mut Option<u64>) -> Option<u64> {
    let before = *total;
    let now = clock.total.map(u64::from);
    let spent = clock.spent.map(u64::from);
    let grown = now.zip(before).and_then(|(now, before)| now.checked_sub(before));
    *total = now.or_else(|| before.zip(spent).map(|(before, spent)| before + spent));
    spent.or(grown)
}
