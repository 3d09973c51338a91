//! Variations: `forks` of an entry, read after the line they leave, in the order in which they were met.

use std::fmt::Write as _;

use super::json::JsonValue;
use crate::record::NodeId;

/// How often the text of a record whose JSON is broken may be gone through again for its variations: there every level
/// of nesting goes through all that is nested in it.
const AGAIN: usize = 32;

/// What every such record may cost, however short: enough for a thousand levels of one move each.
const FREE: usize = 64 << 20;

/// How many levels of a way are written out.
const LEVELS: usize = 8;

/// Where the `forks` of an entry stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Home {
    /// The `forks` that the entry is in; `None` for the main line.
    pub within: Option<(usize, usize)>,
    /// Which entry of its line it is.
    pub entry: usize,
}

/// The `forks` of one entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fork<'t> {
    pub lines: JsonValue<'t>,
    /// The node before that entry, from which all of these lines start.
    pub parent: NodeId,
    /// The node of that entry.
    pub entry: NodeId,
    home: Home,
}

/// The `forks` of all entries of a record.
#[derive(Debug)]
pub(super) struct Forks<'t> {
    all: Vec<Fork<'t>>,
    /// How many of them were read.
    read: usize,
    /// How many bytes may still be gone through, if that is limited.
    budget: Option<usize>,
    left_out: Option<JsonValue<'t>>,
}

impl<'t> Forks<'t> {
    /// None yet, in a record of this length.
    pub(super) fn new(length: usize) -> Self {
        Self {
            all: Vec::new(),
            read: 0,
            budget: Some(length.saturating_mul(AGAIN).saturating_add(FREE)),
            left_out: None,
        }
    }

    /// Of a record whose ends are known: nothing is gone through again, and all is read.
    pub(super) fn cost_nothing(&mut self) {
        self.budget = None;
    }

    /// Adds the `forks` of an entry: the nodes before it and of it, and where it stands.
    pub(super) fn add(&mut self, lines: JsonValue<'t>, [parent, entry]: [NodeId; 2], home: Home) {
        self.all.push(Fork {
            lines,
            parent,
            entry,
            home,
        });
    }

    /// The `forks` of this number.
    pub(super) fn of(&self, number: usize) -> Fork<'t> {
        self.all[number]
    }

    /// The number of the next to be read.
    pub(super) fn next(&mut self) -> Option<usize> {
        let next = self.all.get(self.read)?;
        if let Some(budget) = self.budget {
            self.budget = budget.checked_sub(next.lines.text.len());
            if self.budget.is_none() {
                self.left_out = Some(next.lines);
                self.all.truncate(self.read);
                return None;
            }
        }
        self.read += 1;
        Some(self.read - 1)
    }

    /// The first that cost too much to read.
    pub(super) fn left_out(&self) -> Option<JsonValue<'t>> {
        self.left_out
    }

    /// The way to the `forks` of this number, the outermost levels of a long one left out.
    pub(super) fn way(&self, number: usize) -> String {
        let mut homes = Vec::new();
        let mut within = Some((number, 0));
        while let Some((number, line)) = within.filter(|_| homes.len() < LEVELS) {
            let home = self.all[number].home;
            homes.push((home.entry, line));
            within = home.within;
        }
        let mut way = if within.is_some() { "…" } else { "moves" }.to_owned();
        for (level, (entry, line)) in homes.iter().rev().enumerate() {
            let _ = write!(way, "[{entry}].forks");
            if level + 1 < homes.len() {
                let _ = write!(way, "[{line}]");
            }
        }
        way
    }
}
