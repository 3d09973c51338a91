//! A record put down while the referee plays it, so that nobody need play it again.

use super::due::PlayedMove;
use super::ply::Ply;
use super::tree::{Meaning, Placed, Played};
use crate::record::{Record, Step};
use crate::shogi::{Position, Square};

/// Looks on while records are judged, one after the other, and has them [played out](Played) afterwards. Nearly all records
/// are one line of legal moves, of which everything is seen that way; any other is played once more.
///
/// ```
/// use kifu::played::{Onlooker, Played};
/// use kifu::{notation, referee::Referee, text};
///
/// let text = text::decode("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 投了\n".as_bytes(), None);
/// let mut referee = Referee::new();
/// let mut onlooker = Onlooker::default();
/// for record in notation::records(&text, notation::detect(&text, None)) {
///     onlooker.begin(&record);
///     referee.judge_watched(&record, &mut |played| onlooker.see(played));
///     assert_eq!(onlooker.played(&record).last(), Played::of(&record).last());
/// }
/// ```
#[derive(Debug, Default)]
pub struct Onlooker {
    nodes: Vec<Placed>,
    /// The position after the last move.
    last: Position,
    /// Where that went.
    to: Option<Square>,
    /// Whether a move was seen that says more than what it did on the board.
    odd: bool,
}

impl Onlooker {
    /// Turns to the next record.
    pub fn begin(&mut self, record: &Record<'_>) {
        self.nodes.clear();
        self.nodes.reserve(record.tree.len());
        self.nodes.push(Placed::start(record));
        (self.to, self.odd) = (None, false);
    }

    /// Puts down a move that was made.
    pub fn see(&mut self, played: &PlayedMove<'_>) {
        let follows = played.node.index() == self.nodes.len();
        let Some(ply) = Ply::seen(played, self.to).filter(|_| follows) else {
            self.odd = true;
            return;
        };
        self.nodes.push(Placed {
            meaning: Meaning::Ply(ply),
            turn: ply.mover,
            turn_after: played.after.side_to_move(),
        });
        self.last.clone_from(played.after);
        self.to = Some(ply.to);
    }

    /// The record that was seen, played out.
    pub fn played<'r, 't>(&mut self, record: &'r Record<'t>) -> Played<'r, 't> {
        let mut nodes = std::mem::take(&mut self.nodes);
        if let Some(end) = end(record, &nodes) {
            nodes.push(end);
        }
        if self.to.is_none() || self.odd || nodes.len() != record.tree.len() {
            return Played::of(record);
        }
        Played::put_down(record, nodes, self.last.clone())
    }
}

/// The end of a record, if that and nothing else stands after these nodes.
fn end(record: &Record<'_>, nodes: &[Placed]) -> Option<Placed> {
    let tree = &record.tree;
    let turn = nodes.last()?.turn_after;
    let last = tree
        .ids()
        .next_back()
        .filter(|last| last.index() == nodes.len())?;
    let follows = tree.parent(last)?.index() + 1 == nodes.len();
    let is_end = matches!(tree.node(last).step, Step::End(_));
    (follows && is_end).then_some(Placed {
        meaning: Meaning::End,
        turn,
        turn_after: turn,
    })
}
