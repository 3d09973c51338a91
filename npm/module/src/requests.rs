//! The requests, in one table, and their answers.

use std::borrow::Cow;

use kifu::check::{Checked, File};
use kifu::convert::{JoinError, join_records};
use kifu::finding::Language;
use kifu::notation::NOTATIONS;
use kifu::profile::Profile;
use kifu::stats::{Attributes, NoBoard};
use kifu::system::ALL_RULES;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::options::{Options, WriteOptions};

/// A function that receives the messages of an answer: the JSON and the bytes of each.
type Send<'s> = dyn FnMut(&[u8], &[u8]) + 's;

/// The kind of an error, which decides the class of the error in JavaScript.
#[derive(Clone, Copy, Debug)]
pub enum ErrorKind {
    /// An option has a wrong value.
    Option,
    /// The record has no such ply.
    Ply,
    /// A format cannot hold a record, or there is no record.
    Refused,
}

impl ErrorKind {
    /// Returns the name of the kind in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Option => "option",
            Self::Ply => "ply",
            Self::Refused => "refused",
        }
    }
}

/// The reason why a request cannot be answered.
#[derive(Debug)]
pub struct Error {
    pub kind: ErrorKind,
    pub message: String,
}

impl Error {
    pub fn new(kind: ErrorKind, message: impl ToString) -> Self {
        Self {
            kind,
            message: message.to_string(),
        }
    }
}

/// A request on the bytes of a file. `record` is the number of a record in the file, from 1; without it, the request is about all of
/// them.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "camelCase")]
enum Request {
    /// A message for each record: all of its attributes.
    Parse,
    /// A message for each record: its object in `kifu validate --format jsonl`.
    Check,
    /// The records in another format, in the bytes of the message, and the losses.
    Convert {
        #[serde(default)]
        record: Option<u32>,
        write: WriteOptions,
    },
    /// The fixed file, in the bytes of the message.
    Fix {
        #[serde(default, rename = "unsafe")]
        with_unsafe: bool,
    },
    /// The board after a ply as text.
    Board {
        record: u32,
        #[serde(default)]
        ply: Option<u32>,
    },
    /// The board after a ply as a picture.
    Svg {
        record: u32,
        #[serde(default)]
        ply: Option<u32>,
    },
    /// The positions of the main line.
    Sfens { record: u32 },
    /// The rules, the formats and the profiles, and the version of the module.
    Lists,
}

/// The options of a request.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct RequestOptions {
    options: Options,
}

/// Answers a request on the bytes of a file. `send` receives the messages of the answer.
///
/// # Errors
///
/// If an option has a wrong value, or if the record has no answer.
pub fn answer(request: &str, bytes: Vec<u8>, send: &mut Send<'_>) -> Result<(), Error> {
    let invalid = |error: serde_json::Error| Error::new(ErrorKind::Option, error);
    let RequestOptions { options } = serde_json::from_str(request).map_err(invalid)?;
    let request: Request = serde_json::from_str(request).map_err(invalid)?;
    let language = options.language()?;
    let file = Source { options, bytes };
    match request {
        Request::Parse => {
            file.for_each_record(|checked| {
                send(&to_json(&Attributes::new(checked).object(language)), &[]);
            })?;
        }
        Request::Check => {
            file.for_each_record(|checked| send(&to_json(&checked.summary(language)), &[]))?;
        }
        Request::Convert { record, write } => {
            let writer = write.writer()?;
            let refused =
                |error: JoinError| Error::new(ErrorKind::Refused, error.words().in_language(language));
            let joined = match record {
                Some(number) => file.with_record(number, |checked| {
                    join_records(&writer, [checked]).map_err(refused)
                }),
                None => file.with_file(|file| {
                    let records: Vec<_> = file.records().collect();
                    join_records(&writer, &records).map_err(refused)
                }),
            }?;
            let losses = joined.losses.iter();
            let losses: Vec<_> = losses.map(|loss| loss.in_language(language)).collect();
            send(&to_json(&json!({ "losses": losses })), &joined.bytes);
        }
        Request::Fix { with_unsafe } => {
            let fixed = file.with_file(|file| Ok(file.fix(with_unsafe)))?;
            send(b"{}", fixed.bytes.as_deref().unwrap_or(&file.bytes));
        }
        Request::Board { record, ply } => {
            let board = file.with_attributes(record, language, |it| it.board(ply))?;
            send(&to_json(&board), &[]);
        }
        Request::Svg { record, ply } => {
            let picture = file.with_attributes(record, language, |it| it.svg(ply, language))?;
            send(&to_json(&picture), &[]);
        }
        Request::Sfens { record } => {
            let sfens = file.with_attributes(record, language, |it| Ok(it.sfens()))?;
            send(&to_json(&sfens), &[]);
        }
        Request::Lists => send(&to_json(&lists()), &[]),
    }
    Ok(())
}

/// The bytes of a file, and the options for reading them.
struct Source {
    options: Options,
    bytes: Vec<u8>,
}

impl Source {
    /// Calls `use_file` with the file.
    fn with_file<T>(&self, use_file: impl FnOnce(&File<'_>) -> Result<T, Error>) -> Result<T, Error> {
        let mut files = self
            .options
            .checker()?
            .check(&self.options.path, Cow::Borrowed(&*self.bytes));
        let file = files.next().ok_or_else(no_record)?;
        use_file(&file)
    }

    /// Calls `use_record` with each checked record, in order.
    fn for_each_record(&self, mut use_record: impl FnMut(&Checked<'_>)) -> Result<(), Error> {
        self.with_file(|file| {
            file.records().for_each(|checked| use_record(&checked));
            Ok(())
        })
    }

    /// Calls `use_record` with the checked record of this number.
    fn with_record<T>(
        &self,
        number: u32,
        use_record: impl FnOnce(&Checked<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let checker = self.options.checker()?;
        self.with_file(|file| {
            let unread = file.unread().find(|unread| unread.index() == number);
            let record = unread.ok_or_else(no_record)?.read();
            use_record(&checker.session().check(&file.source(), record))
        })
    }

    /// Returns a result of the attributes of the record of this number.
    fn with_attributes<T>(
        &self,
        number: u32,
        language: Language,
        answer: impl FnOnce(&Attributes<'_, '_>) -> Result<T, NoBoard>,
    ) -> Result<T, Error> {
        self.with_record(number, |checked| {
            answer(&Attributes::new(checked)).map_err(|error| {
                let kind = match error {
                    NoBoard::NoSuchPly(_) => ErrorKind::Ply,
                    NoBoard::NoRecord(_) => ErrorKind::Refused,
                };
                Error::new(kind, error.words().in_language(language))
            })
        })
    }
}

fn no_record() -> Error {
    Error::new(ErrorKind::Refused, "no record found")
}

/// Returns a value as JSON.
fn to_json(value: &impl Serialize) -> Vec<u8> {
    // The serialization of texts and numbers cannot fail.
    serde_json::to_vec(value).unwrap_or_default()
}

/// Returns the tables of the library, and its version.
fn lists() -> Value {
    let rules = ALL_RULES.iter().map(|rule| {
        json!({
            "name": rule.name,
            "severity": rule.class.severity().name(),
            "group": rule.group.name(),
            "title": rule.english,
            "titleJa": rule.japanese,
        })
    });
    let formats = NOTATIONS.iter().map(|notation| {
        let targets = notation.targets.iter().map(|it| it.name);
        json!({
            "name": notation.format.name(),
            "title": notation.title.english,
            "extensions": notation.extensions,
            "targets": targets.collect::<Vec<_>>(),
        })
    });
    let profiles = Profile::all().iter().map(|it| it.name.clone());
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "rules": rules.collect::<Vec<_>>(),
        "formats": formats.collect::<Vec<_>>(),
        "profiles": profiles.collect::<Vec<_>>(),
    })
}
