//! The findings of one record, in bounded memory.

use std::ops::{Deref, DerefMut};

use super::{Finding, Severity};

/// How many findings of a record are listed. More say nothing new, and a broken file of some megabytes
/// has millions.
const MOST: usize = 10_000;

/// The findings of one record in the order in which they were made: at most ten thousand of them, and
/// the number of those beyond.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    listed: Vec<Finding>,
    unlisted: Option<Unlisted>,
}

/// Findings of a record that are not listed.
#[derive(Clone, Copy, Debug)]
pub struct Unlisted {
    /// How many there are.
    pub count: usize,
    /// The severity of the gravest of them.
    pub gravest: Severity,
}

impl Findings {
    /// Adds a finding, or counts it when the list is full.
    pub fn push(&mut self, finding: Finding) {
        if self.listed.len() < MOST {
            self.listed.push(finding);
        } else {
            self.count(1, finding.severity);
        }
    }

    /// Counts findings that are not listed, of which this is the gravest severity.
    pub fn count(&mut self, findings: usize, gravest: Severity) {
        let before = self.unlisted.unwrap_or(Unlisted { count: 0, gravest });
        self.unlisted = Some(Unlisted {
            count: before.count + findings,
            gravest: before.gravest.max(gravest),
        });
    }

    /// Adds all of another list, those it only counts too.
    pub(crate) fn append(&mut self, others: Self) {
        if let Some(Unlisted { count, gravest }) = others.unlisted {
            self.count(count, gravest);
        }
        self.extend(others.listed);
    }

    /// The list, and what is not in it.
    pub fn into_parts(self) -> (Vec<Finding>, Option<Unlisted>) {
        (self.listed, self.unlisted)
    }
}

impl Extend<Finding> for Findings {
    fn extend<T: IntoIterator<Item = Finding>>(&mut self, findings: T) {
        for finding in findings {
            self.push(finding);
        }
    }
}

impl Deref for Findings {
    type Target = [Finding];

    fn deref(&self) -> &[Finding] {
        &self.listed
    }
}

impl DerefMut for Findings {
    fn deref_mut(&mut self) -> &mut [Finding] {
        &mut self.listed
    }
}
