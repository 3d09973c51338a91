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
    unlisted: usize,
    /// The gravest of the unlisted.
    gravest: Option<Severity>,
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
        self.unlisted += findings;
        self.gravest = self.gravest.max(Some(gravest));
    }

    /// Adds all of another list, those it only counts too.
    pub fn append(&mut self, others: Self) {
        self.unlisted += others.unlisted;
        self.gravest = self.gravest.max(others.gravest);
        self.extend(others.listed);
    }

    /// The list, and the number and the gravest severity of the findings that are not in it.
    pub fn into_parts(self) -> (Vec<Finding>, Option<(usize, Severity)>) {
        let unlisted = self.unlisted;
        (self.listed, self.gravest.map(|gravest| (unlisted, gravest)))
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
