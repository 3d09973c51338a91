//! What is said of a record, in words that tables have.

use kifu::finding::Finding;
use kifu::finding::Findings;
use kifu::record::Record;
use kifu::referee::unread;

pub trait ReadFindings {
    /// The findings of reading alone.
    fn findings(&self) -> Findings;
}

impl ReadFindings for Record<'_> {
    fn findings(&self) -> Findings {
        unread(self)
    }
}

/// A finding as `rule @ply side`; `before` moves stand before the record.
pub fn at(before: u32, finding: &Finding) -> String {
    let ply = finding
        .ply
        .map_or("?".to_owned(), |ply| (before + ply).to_string());
    let seat = finding
        .seat
        .map_or_else(String::new, |it| format!(" {}", it.name));
    format!("{} @{ply}{seat}", finding.rule.name)
}
