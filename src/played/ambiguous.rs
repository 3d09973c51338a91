//! Moves that several pieces fit: the rest of the line may tell which of them moved.

use super::playback::Playback;
use super::resolve::{legal, resolve};
use crate::record::{NodeId, Origin, Step, Written};
use crate::shogi::{Position, Square};

/// The largest number of candidate lines that are played for one record.
const MOST_LINES: usize = 64;

/// What the rest of their lines tells of ambiguous moves, as far as a playback has come.
#[derive(Debug)]
pub(super) struct Candidates {
    /// The number of candidate lines that may still be played.
    lines_left: usize,
    /// Ambiguous moves and the squares that their pieces come from.
    settled: Vec<(NodeId, Square)>,
}

impl Default for Candidates {
    fn default() -> Self {
        Self {
            lines_left: MOST_LINES,
            settled: Vec::new(),
        }
    }
}

impl Playback<'_, '_> {
    /// The ambiguous move that is due, if the rest of its line can be legally played with exactly one of its candidates.
    pub(super) fn told_by_rest(&mut self, written: &Written) -> Option<Written> {
        let node = self.node;
        let known = |settled: &[(NodeId, Square)]| settled.iter().find(|it| it.0 == node).map(|it| it.1);
        let from = known(&self.candidates.settled).or_else(|| {
            let lines = self.lines_to_the_end()?;
            self.candidates.settled.extend(common(&lines));
            known(&self.candidates.settled)
        })?;
        resolve(&self.position, &coming_from(written, from)).ok()
    }

    /// Plays the line from the node that is due to its end, with every candidate of its ambiguous moves. Returns the
    /// candidates of the lines that could be played, or `None` when there are too many.
    fn lines_to_the_end(&mut self) -> Option<Vec<Vec<(NodeId, Square)>>> {
        let mut played = Vec::new();
        let mut open = vec![(self.position.clone(), self.node, Vec::new())];
        while let Some((mut position, mut node, chosen)) = open.pop() {
            let candidates = loop {
                match self.play_on(&mut position, node, &chosen) {
                    Ok(true) => match self.record.tree.first_child(node) {
                        Some(next) => node = next,
                        None => break None,
                    },
                    Ok(false) => break None,
                    Err(candidates) => break Some(candidates),
                }
            };
            let Some(candidates) = candidates else {
                played.push(chosen);
                continue;
            };
            let Some(left) = self.candidates.lines_left.checked_sub(candidates.len()) else {
                self.candidates.lines_left = 0;
                return None;
            };
            self.candidates.lines_left = left;
            for from in candidates {
                let chosen = chosen.iter().copied().chain([(node, from)]).collect();
                open.push((position.clone(), node, chosen));
            }
        }
        Some(played)
    }

    /// Plays a node of a candidate line. False at the end of the line.
    ///
    /// # Errors
    ///
    /// The squares from which the piece may legally come, none for a move that cannot be played.
    fn play_on(
        &self,
        position: &mut Position,
        node: NodeId,
        chosen: &[(NodeId, Square)],
    ) -> Result<bool, Vec<Square>> {
        let mut written = match &self.record.tree.node(node).step {
            Step::Move(written) => *written,
            Step::End(_) => return Ok(false),
            _ => return Err(Vec::new()),
        };
        if let Some(&(_, from)) = chosen.last().filter(|chosen| chosen.0 == node) {
            written = coming_from(&written, from);
        }
        let resolved = resolve(position, &written).map_err(|unclear| unclear.playable)?;
        let mv = legal(position, &resolved).ok_or_else(Vec::new)?;
        position.play_legal(mv).map(|_| true).ok_or_else(Vec::new)
    }
}

/// A move with the square that its piece comes from.
const fn coming_from(written: &Written, from: Square) -> Written {
    Written {
        from: Origin::Board(from),
        ..*written
    }
}

/// The candidates in which lines agree, up to the first in which they do not.
fn common(lines: &[Vec<(NodeId, Square)>]) -> Vec<(NodeId, Square)> {
    let Some((first, others)) = lines.split_first() else {
        return Vec::new();
    };
    let agree =
        |&(at, chosen): &(usize, &(NodeId, Square))| others.iter().all(|it| it.get(at) == Some(chosen));
    let agreed = first.iter().enumerate().take_while(agree);
    agreed.map(|(_, &chosen)| chosen).collect()
}
