//! Comments, bookmarks and lines of programs.

use crate::notation::TextBuilder;
use crate::notation::lost::declares_encoding;
use crate::record::{Remark, RemarkKind};

/// Writes the remarks of a node after it. What they say of the encoding is true of the source only.
pub(super) fn write<'r>(remarks: impl Iterator<Item = &'r Remark<'r>>, draft: &mut TextBuilder) {
    for remark in remarks {
        match remark.kind {
            RemarkKind::Comment => comment(&remark.text, draft),
            RemarkKind::Bookmark => comment(&format!("&{}", remark.text), draft),
            RemarkKind::Tool if declares_encoding(remark) => {}
            // Right after the apostrophe, the asterisk would make it a comment.
            RemarkKind::Tool if remark.text.starts_with('*') => lines("' ", &remark.text, draft),
            RemarkKind::Tool => lines("'", &remark.text, draft),
        }
    }
}

/// Writes a comment for readers.
pub(super) fn comment(text: &str, draft: &mut TextBuilder) {
    lines("'*", text, draft);
}

/// Writes a text line by line; only JSON has more than one in a remark.
fn lines(mark: &str, text: &str, draft: &mut TextBuilder) {
    for line in text.replace("\r\n", "\n").split(['\n', '\r']) {
        draft.line(&format!("{mark}{line}"));
    }
}
