//! Which line a variation leaves.
//!
//! A line of play says after how many plies it begins and not in which line. The program that USEN was made for counts
//! them on the main line; others write nested variations and count on the line before. Where these are not the same, the
//! moves tell: they are tried on the board, and a line does not leave another with the very move by which that goes on.
//! Where that does not tell either, the main line is taken.

use super::code;
use crate::record::{NodeId, Start};
use crate::shogi::{Move, Position};

/// Plies that may be played to try lines, and more for every byte of the text. Real records need less than ten a byte;
/// a text made to send the search up and down a long line again and again must not cost hours.
const PLIES: usize = 1 << 12;
const PLIES_PER_BYTE: usize = 32;

/// A stretch of moves that were read one after the other.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    /// Plies from the start to its first move.
    before: usize,
    /// Its first move among all that were read.
    first: usize,
    length: usize,
}

/// The lines of a game as far as it was read.
#[derive(Debug)]
pub(super) struct Lines {
    /// All moves in the order of the text; `None` for those that cannot be read.
    moves: Vec<(NodeId, Option<Move>)>,
    /// The main line.
    trunk: Option<Stretch>,
    /// The stretches of the line that was read last, from the start.
    latest: Vec<Stretch>,
    /// Plies that may still be played.
    plies: usize,
}

/// The node that a line leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parent {
    /// It is known.
    Known(NodeId),
    /// It is the main line's, but might be another.
    Doubtful(NodeId),
}

impl Lines {
    pub(super) fn new(text: &str) -> Self {
        Self {
            moves: Vec::new(),
            trunk: None,
            latest: Vec::new(),
            plies: PLIES.saturating_add(text.len().saturating_mul(PLIES_PER_BYTE)),
        }
    }

    /// The node after `before` plies that a line with these moves leaves; `None` where no line is so long. What is
    /// read next goes on from there.
    pub(super) fn parent(&mut self, start: &Start<'_>, before: usize, codes: &str) -> Option<Parent> {
        let trunk: Vec<_> = self.trunk.into_iter().filter(|_| before > 0).collect();
        let mut latest = std::mem::take(&mut self.latest);
        latest.truncate(latest.partition_point(|stretch| stretch.before < before));
        let nodes = (self.node(&trunk, before), self.node(&latest, before));
        let (chosen, parent) = match nodes {
            (None, None) => {
                self.latest = latest;
                return None;
            }
            (Some(node), None) => (trunk, Parent::Known(node)),
            (None, Some(node)) => (latest, Parent::Known(node)),
            (Some(node), Some(other)) if node == other => (trunk, Parent::Known(node)),
            (Some(node), Some(other)) => {
                // At the end of the main line there is nothing to which a variation could be an alternative.
                let at_end = self.trunk.is_some_and(|trunk| trunk.length == before);
                let on_trunk = !at_end && self.fits(&start.position, &trunk, before, codes);
                match (on_trunk, self.fits(&start.position, &latest, before, codes)) {
                    (false, true) => (latest, Parent::Known(other)),
                    (true, true) => (trunk, Parent::Doubtful(node)),
                    (_, false) => (trunk, Parent::Known(node)),
                }
            }
        };
        self.latest = chosen;
        Some(parent)
    }

    /// Begins with a line that leaves its parent after `before` plies.
    pub(super) fn begin(&mut self, before: usize) {
        self.latest.push(Stretch {
            before,
            first: self.moves.len(),
            length: 0,
        });
    }

    /// Adds a move to the line.
    pub(super) fn add(&mut self, node: NodeId, mv: Option<Move>) {
        self.moves.push((node, mv));
        if let Some(stretch) = self.latest.last_mut() {
            stretch.length += 1;
        }
    }

    /// Ends the line; the first is the main line.
    pub(super) fn end(&mut self) {
        self.trunk = self.trunk.or(self.latest.last().copied());
    }

    /// The node after some plies of a line.
    fn node(&self, line: &[Stretch], plies: usize) -> Option<NodeId> {
        if plies == 0 {
            return Some(NodeId::START);
        }
        let stretch = line.last()?;
        let at = plies - stretch.before;
        (at <= stretch.length).then(|| self.moves[stretch.first + at - 1].0)
    }

    /// The move after some plies of a line.
    fn next(&self, line: &[Stretch], plies: usize) -> Option<Move> {
        let stretch = line
            .last()
            .filter(|stretch| plies < stretch.before + stretch.length)?;
        self.moves[stretch.first + plies - stretch.before].1
    }

    /// Whether these moves leave a line after some plies: they can be played there, and begin with another move than the
    /// line goes on with. Where it would take too long to play them, they can be.
    fn fits(&mut self, start: &Position, line: &[Stretch], plies: usize, codes: &str) -> bool {
        let first = code::all(codes)
            .next()
            .and_then(|(_, code)| code::decode(code).ok());
        if first.is_some() && first == self.next(line, plies) {
            return false;
        }
        let cost = plies + codes.len() / 3;
        if cost > self.plies {
            return true;
        }
        self.plies -= cost;
        let mut position = start.clone();
        for (at, stretch) in line.iter().enumerate() {
            let end = line.get(at + 1).map_or(plies, |next| next.before);
            let played = &self.moves[stretch.first..stretch.first + end - stretch.before];
            if !played
                .iter()
                .all(|(_, mv)| mv.is_some_and(|mv| position.play(mv).is_some()))
            {
                return false;
            }
        }
        code::all(codes)
            .map_while(|(_, code)| code::decode(code).ok())
            .all(|mv| position.is_legal(mv) && position.play_legal(mv).is_some())
    }
}
