//! The gaps of one record, in bounded memory.

use std::mem::discriminant;
use std::ops::Deref;

use super::{Gap, GapKind};
use crate::record::NodeId;

/// How many gaps of a record are listed. More say nothing new, and a broken file of some megabytes has millions.
const MOST: usize = 10_000;

/// The gaps of one record in the order in which they were met: at most ten thousand of them, and the number of those
/// beyond, by their kinds.
#[derive(Clone, Debug, Default)]
pub struct Gaps {
    listed: Vec<Gap>,
    unlisted: Vec<(GapKind, usize)>,
}

/// Where in its list a gap stands to which more will be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GapId(usize);

impl Gaps {
    /// Adds a gap, or counts it when the list is full.
    pub fn push(&mut self, gap: Gap) -> GapId {
        let id = GapId(self.listed.len());
        if self.listed.len() < MOST {
            self.listed.push(gap);
        } else {
            self.count(gap.kind, 1);
        }
        id
    }

    /// Adds a gap that has to be listed, in place of the last one of a full list.
    pub(crate) fn insist(&mut self, gap: Gap) {
        if self.listed.len() == MOST
            && let Some(last) = self.listed.pop()
        {
            self.count(last.kind, 1);
        }
        self.listed.push(gap);
    }

    /// What was noted there, to add to it; `None` where it is not listed.
    pub fn get_mut(&mut self, id: GapId) -> Option<&mut Gap> {
        self.listed.get_mut(id.0)
    }

    /// Those noted since there were so many.
    pub fn since(&mut self, listed: usize) -> &mut [Gap] {
        let listed = listed.min(self.listed.len());
        &mut self.listed[listed..]
    }

    /// The latest gap of which this holds, to add to it.
    pub fn latest(&mut self, is_it: impl Fn(&GapKind) -> bool) -> Option<&mut Gap> {
        self.listed.iter_mut().rev().find(|gap| is_it(&gap.kind))
    }

    /// Leaves out those of which this does not hold.
    pub fn retain(&mut self, keep: impl Fn(&GapKind) -> bool) {
        self.listed.retain(|gap| keep(&gap.kind));
    }

    /// The nodes of the tree have other places now.
    pub(crate) fn move_nodes(&mut self, place: impl Fn(NodeId) -> NodeId) {
        for gap in &mut self.listed {
            gap.node = gap.node.map(&place);
        }
    }

    /// None belongs to a node any more, since the tree is given up.
    pub(crate) fn forget_nodes(&mut self) {
        self.move_nodes(|_| NodeId::START);
    }

    /// Those that are not listed: one of each kind, and how many there are.
    pub fn unlisted(&self) -> &[(GapKind, usize)] {
        &self.unlisted
    }

    /// The list, and how many are not in it.
    pub fn into_parts(self) -> (Vec<Gap>, usize) {
        let unlisted = self.unlisted.iter().map(|(_, count)| count).sum();
        (self.listed, unlisted)
    }

    /// Adds all of another list, those it only counts too.
    pub(crate) fn append(&mut self, others: Self) {
        for gap in others.listed {
            self.push(gap);
        }
        for (kind, count) in others.unlisted {
            self.count(kind, count);
        }
    }

    fn count(&mut self, kind: GapKind, count: usize) {
        let is_it =
            |it: &GapKind| discriminant(it) == discriminant(&kind) && it.costs_game() == kind.costs_game();
        match self.unlisted.iter_mut().find(|(it, _)| is_it(it)) {
            Some((_, counted)) => *counted += count,
            None => self.unlisted.push((kind, count)),
        }
    }
}

impl Extend<Gap> for Gaps {
    fn extend<T: IntoIterator<Item = Gap>>(&mut self, gaps: T) {
        for gap in gaps {
            self.push(gap);
        }
    }
}

impl Deref for Gaps {
    type Target = [Gap];

    fn deref(&self) -> &[Gap] {
        &self.listed
    }
}
