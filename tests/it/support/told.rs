//! What is said of what could not be read of a record.

use kifu::finding::Findings;
use kifu::record::Record;
use kifu::referee::unread;

pub trait Told {
    /// The findings of reading alone.
    fn findings(&self) -> Findings;
}

impl Told for Record<'_> {
    fn findings(&self) -> Findings {
        unread(self)
    }
}
