//! The needs of the outputs of a run.

use std::sync::Arc;

use crate::stats::{Needs, Query, Search};

/// The needs of an output: parts of the check of each record, in addition to its findings.
#[derive(Clone, Debug, Default)]
pub(crate) struct OutputNeeds {
    /// `true` if causes of findings are searched, unless the options of the run exclude them.
    pub causes: bool,
    /// `true` if safe fixes are searched.
    pub fixes: bool,
    /// `true` if the moves are kept, so that the record can be replayed without another check.
    pub replay: bool,
    /// The parts of the data of each game; `None` if no data are collected.
    pub data: Option<Needs>,
    /// The positions that are searched; `None` without a search.
    pub search: Option<Arc<Search>>,
}

impl OutputNeeds {
    /// The data of each game, and nothing else.
    pub(crate) fn data(needs: Needs) -> Self {
        Self {
            data: Some(needs),
            ..Self::default()
        }
    }

    /// The needs of a table.
    pub(crate) fn query(query: &Query) -> Self {
        Self {
            search: query.search.clone(),
            ..Self::data(query.needs())
        }
    }

    /// Returns the needs of both outputs together. At most one of them searches for positions.
    pub(crate) fn or(self, other: Self) -> Self {
        let data = [self.data, other.data].into_iter().flatten();
        Self {
            causes: self.causes || other.causes,
            fixes: self.fixes || other.fixes,
            replay: self.replay || other.replay,
            data: data.reduce(|joined, needs| joined | needs),
            search: self.search.or(other.search),
        }
    }
}
