//! `comments` of an entry.

use std::borrow::Cow;

use serde::{Serialize, Serializer};

use crate::notation::remarks::Remarks;
use crate::record::{NodeId, Remark, RemarkKind};

/// What is said of an entry, made into text one by one while it is written: there may be millions.
#[derive(Default)]
pub(super) struct Comments<'w> {
    /// The word of a result that has none here.
    pub word: Option<Cow<'w, str>>,
    /// The remarks of the record, and the node whose are meant.
    pub of: Option<(&'w Remarks<'w, 'w>, NodeId)>,
}

impl Comments<'_> {
    pub(super) fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    fn iter(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let remarks = self.of.into_iter().flat_map(|(remarks, node)| remarks.at(node));
        let word = self.word.as_deref().map(Cow::Borrowed);
        word.into_iter().chain(remarks.filter_map(comment))
    }
}

/// A remark as a comment; a line of a program is none.
fn comment<'r>(remark: &'r Remark<'_>) -> Option<Cow<'r, str>> {
    match remark.kind {
        RemarkKind::Comment => Some(Cow::Borrowed(&remark.text)),
        RemarkKind::Bookmark => Some(format!("&{}", remark.text).into()),
        RemarkKind::Tool => None,
    }
}

impl Serialize for Comments<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
