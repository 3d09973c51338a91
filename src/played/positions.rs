//! The positions of a replayed record, before and after any node.

use super::playback::SavedState;
use super::tree::{Meaning, Played, Ply};
use crate::record::NodeId;
use crate::shogi::Position;

/// The positions of a replayed record, before and after every node of the main line and of the variations.
///
/// All positions share one board: plies are made and taken back, but no move is looked up or checked a second
/// time. In the order of the record, each node costs one ply. Any other node costs the number of plies
/// between the two. The memory is that of one line.
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
    /// The nodes from the start to the position, each with the state that takes it back.
    line: Vec<(NodeId, SavedState)>,
}

impl<'p, 'r, 't> Positions<'p, 'r, 't> {
    /// Creates the positions of a record, at its start.
    pub(super) fn new(played: &'p Played<'r, 't>) -> Self {
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

    /// Moves the board to `end`. Returns `None` if node `id` is not on the board.
    fn go_to(&mut self, id: NodeId, end: NodeId) -> Option<&Position> {
        if *self.played.meaning(id) == Meaning::NotOnBoard {
            return None;
        }
        let tree = &self.played.record().tree;
        let is_on_board = |id: NodeId| {
            let at = (tree.node(id).ply as usize).checked_sub(1);
            at.is_none_or(|at| self.line.get(at).is_some_and(|line| line.0 == id))
        };
        let ahead: Vec<_> = tree.ancestors(end).take_while(|&id| !is_on_board(id)).collect();
        let common = tree.node(end).ply as usize - ahead.len();
        for (_, before) in self.line.drain(common..).rev() {
            before.restore(&mut self.position);
        }
        ahead.into_iter().rev().for_each(|id| self.make(id));
        Some(&self.position)
    }

    /// Applies a node to the board.
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

    /// Makes a move in the same way as during the replay.
    fn play(&mut self, id: NodeId, ply: &Ply) -> SavedState {
        let undo = if ply.legal {
            ply.as_move().and_then(|mv| self.position.play_legal(mv))
        } else {
            let placement = self.played.placement(id);
            placement.and_then(|it| it.play(&mut self.position))
        };
        undo.map_or_else(|| SavedState::forced(&mut self.position, ply), SavedState::Move)
    }
}
