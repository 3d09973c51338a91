//! The positions before and after the nodes of a replayed record.

use super::playback::SavedState;
use super::ply::Ply;
use super::tree::{Meaning, Played};
use crate::record::NodeId;
use crate::shogi::Position;

/// The positions of a replayed record, before and after every node of the main line and of the variations.
///
/// All positions share one board, on which plies are made and taken back. No move is resolved or checked a second time.
///
/// If the nodes are visited in the order of the record, about one ply is made for each. A jump to another node makes
/// and takes back the plies in between. Memory is needed for one line only.
///
/// ```
/// use kifu::played::Played;
/// use kifu::{notation, text};
///
/// let kif = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n\n変化：2手\n2 ８四歩(83)\n";
/// let text = text::decode(kif.as_bytes(), None);
/// let record = notation::records(&text, notation::detect(&text, None)).next().expect("a record");
/// let played = Played::new(&record);
/// let mut positions = played.positions();
/// for variation in played.variations() {
///     let before = positions.before(variation).map(|it| it.to_sfen(2));
///     assert_eq!(before.unwrap(), "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2");
/// }
/// let last = played.game().last().expect("a move");
/// assert_eq!(positions.after(last), Some(played.last()));
/// ```
#[derive(Debug)]
pub struct Positions<'p, 'r, 't> {
    played: &'p Played<'r, 't>,
    position: Position,
    /// The nodes after the start up to the current position, each with the state that is needed to take the node back.
    line: Vec<(NodeId, SavedState)>,
}

impl<'r, 't> Played<'r, 't> {
    /// Returns the positions before and after the nodes of the record.
    pub fn positions(&self) -> Positions<'_, 'r, 't> {
        Positions::new(self)
    }
}

impl<'p, 'r, 't> Positions<'p, 'r, 't> {
    /// Creates the positions of a record, with the start position on the board.
    fn new(played: &'p Played<'r, 't>) -> Self {
        Self {
            played,
            position: played.record().start.position.clone(),
            line: Vec::new(),
        }
    }

    /// Returns the position before a node. Returns `None` for the start and for a node that is [not on the
    /// board](Meaning::NotOnBoard).
    pub fn before(&mut self, id: NodeId) -> Option<&Position> {
        let parent = self.played.record().tree.parent(id)?;
        self.go_to(id, parent)
    }

    /// Returns the position after a node; for [`NodeId::START`] this is the start position.
    ///
    /// Returns `None` for a node that is [not on the board](Meaning::NotOnBoard).
    pub fn after(&mut self, id: NodeId) -> Option<&Position> {
        self.go_to(id, id)
    }

    /// Moves the board to the position after node `end`, and returns this position. Returns `None`, without a move, if
    /// node `id` is [not on the board](Meaning::NotOnBoard).
    fn go_to(&mut self, id: NodeId, end: NodeId) -> Option<&Position> {
        if *self.played.meaning(id) == Meaning::NotOnBoard {
            return None;
        }
        let tree = &self.played.record().tree;
        let is_on_board = |id: NodeId| {
            let index = (tree.node(id).ply as usize).checked_sub(1);
            index.is_none_or(|index| self.line.get(index).is_some_and(|entry| entry.0 == id))
        };
        let missing: Vec<_> = tree.ancestors(end).take_while(|&id| !is_on_board(id)).collect();
        let common_len = tree.node(end).ply as usize - missing.len();
        for (_, before) in self.line.drain(common_len..).rev() {
            before.restore(&mut self.position);
        }
        missing.into_iter().rev().for_each(|id| self.make(id));
        Some(&self.position)
    }

    /// Plays a node on the board and appends it to `line`.
    fn make(&mut self, id: NodeId) {
        let side = self.position.side_to_move();
        let before = match self.played.meaning(id) {
            Meaning::Ply(ply) => self.play(id, ply),
            Meaning::Pass => {
                self.position.set_side_to_move(side.opponent());
                SavedState::Turn(side)
            }
            Meaning::Start | Meaning::End | Meaning::NotOnBoard => SavedState::Turn(side),
        };
        self.line.push((id, before));
    }

    /// Makes a move in the same way as during the replay, and returns the data that takes the move back.
    fn play(&mut self, id: NodeId, ply: &Ply) -> SavedState {
        let undo = if ply.legal {
            ply.as_move().and_then(|mv| self.position.play_legal(mv))
        } else {
            let placement = self.played.placement(id);
            placement.and_then(|placement| placement.play(&mut self.position))
        };
        undo.map_or_else(|| SavedState::forced(&mut self.position, ply), SavedState::Move)
    }
}
