//! The answers to requests, and the parts that several of them have.

use serde_json::{Value, json};

use super::run::Totals;
use crate::finding::{Language, Message, Reason, bilingual, message};
use crate::page::sanitize::without_code_marks;

/// A function that receives the messages of an answer: the JSON and the bytes of each.
pub type Deliver<'s> = dyn FnMut(&[u8], &[u8]) + 's;

/// The last message of an answer: its JSON, and its bytes.
#[derive(Debug, Default)]
pub(super) struct Answer {
    pub(super) json: Vec<u8>,
    pub(super) bytes: Vec<u8>,
}

impl From<Value> for Answer {
    fn from(json: Value) -> Self {
        Self::new(&json, Vec::new())
    }
}

impl Answer {
    pub(super) fn new(json: &Value, bytes: Vec<u8>) -> Self {
        Self {
            json: json.to_string().into_bytes(),
            bytes,
        }
    }
}

/// Returns a message for the page, which does not show the marks of code.
pub(super) fn words(message: &Message, language: Language) -> String {
    without_code_marks(&message.in_language(language))
}

/// Returns the totals of a check for the page, with the files that could not be read.
pub(super) fn totals_json(totals: &Totals, language: Language) -> Value {
    let unreadable = totals.unreadable.iter();
    let unreadable = unreadable.map(|file| {
        let reason = Reason::from_io_error(&file.error);
        json!({ "path": file.path, "reason": without_code_marks(&reason.in_language(language)) })
    });
    json!({
        "files": totals.files,
        "records": totals.records,
        "excluded": totals.excluded,
        "skipped": totals.skipped,
        "unreadable": unreadable.collect::<Vec<_>>(),
    })
}

/// Returns the error for a name that is not in a list.
pub(super) fn unknown(name: &str) -> Message {
    message!("unknown name: {name}", "未知の名前: {name}")
}

/// Returns the error for a request that continues something that was not begun.
pub(super) fn not_begun() -> Message {
    bilingual("nothing was begun", "開始されていない")
}
