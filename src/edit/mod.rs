//! Changes of single parts of a record as edits of its text: a header, the result, a comment, or a further move.
//!
//! All other bytes of the text stay as they are. A new line gets the place and the form that the writer of the format gives it. Texts
//! differ, so there may be several candidates for the edits of a change. The caller reads the text again with each of them, and
//! [`confirmed`] compares both records: a change is only made if nothing else changes.

use crate::finding::{Edit, Message, bilingual, message};
use crate::notation::{LineMarks, TextForm};
use crate::played::Played;
use crate::record::{HeaderKey, NodeId, Record, Terminal};
use crate::shogi::Move;

mod comments;
mod confirm;
mod ending;
mod headers;
mod lines;
mod moves;
mod read_move;

pub(crate) use comments::comment;
pub(crate) use confirm::confirmed;
pub(crate) use ending::{ends, stated_end};
pub(crate) use headers::fields;
pub(crate) use read_move::read_move;

/// A change of a record that is made in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The value of a header. An empty value removes the header.
    Header(HeaderKey, String),
    /// The end of the main line; `None` removes it.
    Result(Option<Terminal>),
    /// The comment on a node. An empty text removes the comment.
    Comment(NodeId, String),
    /// A move after a node: the next move of its line or, if the line continues, a variation.
    Move(NodeId, Move),
}

/// Returns candidates for the edits that make a change, the best one first. A change that changes nothing has no edits.
///
/// # Errors
///
/// Returns an error if the format is not edited, or if it cannot express the change.
pub(crate) fn candidates(played: &Played<'_, '_>, change: &Change) -> Result<Vec<Vec<Edit>>, Message> {
    let record = played.record();
    let marks = line_marks(record)?;
    match change {
        Change::Header(key, value) => headers::candidates(record, *key, value),
        Change::Result(terminal) => ending::candidates(played, marks, *terminal),
        Change::Comment(node, text) => comments::candidates(record, marks, *node, text),
        &Change::Move(after, mv) => moves::candidates(record, marks, after, mv),
    }
}

/// Returns the marks of the lines of a record whose text is edited.
///
/// # Errors
///
/// Returns an error if texts of the format are not edited.
pub(crate) fn line_marks(record: &Record<'_>) -> Result<&'static LineMarks, Message> {
    let marks = TextForm::for_format(record.format).line_marks.as_ref();
    marks.filter(|_| record.is_shogi()).ok_or_else(|| {
        let format = record.format.name().to_uppercase();
        message!(
            "forms do not change {format} records; convert the record to KIF first",
            "{format}の棋譜は入力欄では変更できない。先にKIFに変換する",
            format
        )
    })
}

/// Returns the error for a change that would also change other parts of the record.
pub(crate) fn only_in_text() -> Message {
    bilingual(
        "this change would also change other parts of the record; edit the text instead",
        "この変更は棋譜のほかの部分も変えてしまう。本文で編集する",
    )
}
