//! The differences of two versions of a file, as a unified diff.

use std::io::{self, Write};

use anstyle::Style;
use similar::{ChangeTag, TextDiff};

use super::Paint;
use crate::text::{decode, printable};

/// Number of unchanged lines around a change.
const CONTEXT_LINES: usize = 3;

/// Writes the differences of two versions of a file, the old one first, as a unified diff. The versions are decoded.
///
/// # Errors
///
/// Returns an error if the differences cannot be written.
pub(crate) fn write_diff(
    path: &str,
    versions: [&[u8]; 2],
    paint: &Paint,
    out: &mut impl Write,
) -> io::Result<()> {
    let texts = versions.map(|bytes| decode(bytes, None));
    let diff = TextDiff::from_lines(texts[0].as_str(), texts[1].as_str());
    let (strong, frame) = (paint.strong, paint.frame);
    let path = printable(path);
    writeln!(out, "{strong}--- {path}{strong:#}\n{strong}+++ {path}{strong:#}")?;
    for hunk in diff.unified_diff().context_radius(CONTEXT_LINES).iter_hunks() {
        writeln!(out, "{frame}{}{frame:#}", hunk.header())?;
        for change in hunk.iter_changes() {
            let (mark, style) = match change.tag() {
                ChangeTag::Delete => ('-', paint.removed),
                ChangeTag::Insert => ('+', paint.added),
                ChangeTag::Equal => (' ', Style::new()),
            };
            let line = printable(change.value().trim_end_matches(['\r', '\n']));
            writeln!(out, "{style}{mark}{line}{style:#}")?;
        }
    }
    Ok(())
}
