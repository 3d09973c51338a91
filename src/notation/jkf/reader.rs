//! A record while its JSON is read.

use std::collections::HashMap;
use std::rc::Rc;

use super::ends::Ends;
use super::forks::Forks;
use crate::notation::kakinoki::attach::Search;
use crate::notation::{RecordText, formats};
use crate::record::gap::GapId;
use crate::record::{NodeId, Record};

/// What is known while a record is read.
#[derive(Debug)]
pub(super) struct JkfReader<'t> {
    pub(super) source: RecordText<'t>,
    pub(super) record: Record<'t>,
    /// The node that was read last.
    pub(super) last: NodeId,
    /// The search for moves that are there already.
    pub(super) search: Search,
    /// A move may be missing before the next.
    pub(super) gap: bool,
    /// Where the long values end; unknown where the JSON is broken.
    pub(super) ends: Rc<Ends>,
    /// Variations that are still to be read, and those that were.
    pub(super) forks: Forks<'t>,
    /// Keys that the format does not have, and where that is noted.
    pub(super) additional: HashMap<&'t str, GapId>,
}

impl<'t> JkfReader<'t> {
    /// Nothing has been read.
    pub(super) fn new(source: RecordText<'t>) -> Self {
        Self {
            source,
            record: source.record(formats::JKF),
            last: NodeId::START,
            search: Search::new(source.text),
            gap: false,
            ends: Rc::default(),
            forks: Forks::new(source.text.len()),
            additional: HashMap::new(),
        }
    }
}
