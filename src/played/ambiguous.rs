//! Ambiguous moves whose origin the later moves of the line determine.

use super::playback::Playback;
use super::resolve::{legal, resolve};
use crate::record::{NodeId, Origin, Step, WrittenMove};
use crate::shogi::{Position, Square};

impl Playback<'_, '_> {
    /// Returns the current ambiguous move with its origin, if the line can be legally played with only one of the
    /// candidates. Returns `None` if several candidates fit or no candidate fits, or if the limit of candidate lines is
    /// reached.
    pub(super) fn resolve_by_later_moves(&mut self, written: &WrittenMove) -> Option<WrittenMove> {
        let node = self.node;
        let resolved_origin = |origins: &[(NodeId, Square)]| {
            origins
                .iter()
                .find(|origin| origin.0 == node)
                .map(|origin| origin.1)
        };
        let from = resolved_origin(&self.candidate_lines.origins).or_else(|| {
            let lines = self.playable_lines()?;
            self.candidate_lines.origins.extend(common_origins(&lines));
            resolved_origin(&self.candidate_lines.origins)
        })?;
        resolve(&self.position, &with_origin(written, from)).ok()
    }

    /// Plays the line from the current node to its end with each combination of candidates of the ambiguous moves.
    ///
    /// Returns the chosen origins of each candidate line that could be played. Returns `None` if the limit of candidate
    /// lines is exceeded.
    fn playable_lines(&mut self) -> Option<Vec<Vec<(NodeId, Square)>>> {
        let mut playable_lines = Vec::new();
        let mut unfinished = vec![(self.position.clone(), self.node, Vec::new())];
        while let Some((mut position, mut node, chosen)) = unfinished.pop() {
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
                playable_lines.push(chosen);
                continue;
            };
            let Some(lines_left) = self.candidate_lines.lines_left.checked_sub(candidates.len()) else {
                self.candidate_lines.lines_left = 0;
                return None;
            };
            self.candidate_lines.lines_left = lines_left;
            for from in candidates {
                let chosen = chosen.iter().copied().chain([(node, from)]).collect();
                unfinished.push((position.clone(), node, chosen));
            }
        }
        Some(playable_lines)
    }

    /// Plays a node of a candidate line. If the last origin in `chosen` is for this node, the move has this origin. Returns
    /// `true` if the move was played, or `false` if the node is an end.
    ///
    /// # Errors
    ///
    /// Returns the squares from which the piece can legally move, if there are several. Returns an empty list if the move
    /// cannot be played.
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
            written = with_origin(&written, from);
        }
        let resolved = resolve(position, &written).map_err(|unresolved| unresolved.playable)?;
        let mv = legal(position, &resolved).ok_or_else(Vec::new)?;
        position.play_legal(mv).map(|_| true).ok_or_else(Vec::new)
    }
}

/// Returns the move with this square as its origin.
const fn with_origin(written: &WrittenMove, from: Square) -> WrittenMove {
    WrittenMove {
        from: Origin::Board(from),
        ..*written
    }
}

/// Returns the longest list of chosen origins with which all lines begin.
fn common_origins(lines: &[Vec<(NodeId, Square)>]) -> Vec<(NodeId, Square)> {
    let Some((first, others)) = lines.split_first() else {
        return Vec::new();
    };
    let is_common = |&(index, chosen): &(usize, &(NodeId, Square))| {
        others.iter().all(|line| line.get(index) == Some(chosen))
    };
    let common = first.iter().enumerate().take_while(is_common);
    common.map(|(_, &chosen)| chosen).collect()
}
