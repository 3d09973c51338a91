//! The conversion of records to other formats.

use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};

use super::answer::{Answer, Deliver, totals_json, unknown, words};
use super::run::{Checking, Event, Place, Run};
use crate::check::Checked;
use crate::convert::{FileNames, Layout};
use crate::finding::{Language, Message};
use crate::guard::catch_panic;
use crate::notation::{self, Join, Losses, Lost, Newline, Target, Writer, WrittenRecord};
use crate::record::Outcome;
use crate::report::loss_in_words;
use crate::text::{encoding_for_label, printable};

/// The format in which records are written.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ConversionRequest {
    target: String,
    /// The encoding; `None` for the usual one of the format.
    encoding: Option<String>,
    /// The line end, `lf` or `crlf`; `None` for the usual one of the format.
    newline: Option<String>,
    /// `true` to replace characters that the encoding lacks by similar ones.
    substitute: bool,
    /// `true` if a file takes all records of an input.
    join: bool,
    /// The folder that names of files leave out; `None` to keep the paths.
    below: Option<String>,
}

impl ConversionRequest {
    /// Returns the writer for this format.
    ///
    /// # Errors
    ///
    /// Returns an error if the format or the encoding is unknown.
    pub(super) fn writer(&self) -> Result<Writer, Message> {
        let target = notation::target(&self.target).ok_or_else(|| unknown(&self.target))?;
        let mut writer = Writer::new(target);
        if let Some(label) = self.encoding.as_deref().filter(|label| !label.is_empty()) {
            writer.encoding = encoding_for_label(label).ok_or_else(|| unknown(label))?;
        }
        match self.newline.as_deref() {
            Some("lf") => writer.newline = Newline::Lf,
            Some("crlf") => writer.newline = Newline::CrLf,
            _ => {}
        }
        writer.substitute = self.substitute;
        Ok(writer)
    }
}

/// Writes a record. Returns the reason in words if the format cannot hold the record.
fn write(writer: &Writer, checked: &Checked<'_>) -> Result<WrittenRecord, Message> {
    let writer = Writer {
        outcome: checked.judgement.verdict.map(Outcome::to_sides),
        ..*writer
    };
    match catch_panic(|| writer.write(&checked.played())) {
        Ok(result) => result.map_err(|refusal| refusal.message()),
        Err(panic) => Err(Message::untranslated(panic)),
    }
}

/// Returns the losses by kind: the name of the kind in scripts and in words, the losses of the record in words, and an example.
fn losses_json(losses: &Losses, language: Language) -> Vec<Value> {
    let loss_json = |lost: &Lost| {
        json!({
            "kind": lost.loss.name(),
            "name": lost.loss.plural().in_language(language),
            "words": loss_in_words(lost).in_language(language),
            "example": lost.examples.first().map(|example| printable(example)),
        })
    };
    losses.iter().map(loss_json).collect()
}

/// Writes a record. Returns its losses and its bytes, or the reason why it cannot be written.
pub(super) fn written(writer: &Writer, checked: &Checked<'_>, language: Language) -> Answer {
    match write(writer, checked) {
        Ok(written) => {
            let json = json!({
                "extension": writer.target.extension,
                "encoding": writer.encoding.name(),
                "losses": losses_json(&written.losses, language),
            });
            Answer::new(&json, written.bytes)
        }
        Err(reason) => json!({ "reason": words(&reason, language) }).into(),
    }
}

/// Returns the description of a format, with the losses of a record or the reason why the format cannot hold it.
pub(super) fn target_of(target: &'static Target, checked: Option<&Checked<'_>>, language: Language) -> Value {
    let mut json = json!({
        "name": target.name,
        "about": target.about.in_language(language),
        "extension": target.extension,
        "encoding": target.encoding.name(),
        "newline": match target.newline {
            Newline::Lf => "lf",
            Newline::CrLf => "crlf",
        },
        "joins": target.join != Join::Never,
        "binary": target.join == Join::Items,
    });
    if let Some(checked) = checked {
        match write(&Writer::new(target), checked) {
            Ok(written) => json["losses"] = losses_json(&written.losses, language).into(),
            Err(reason) => json["reason"] = words(&reason, language).into(),
        }
    }
    json
}

/// The conversion of several files, whose names are unique.
#[derive(Debug)]
pub(super) struct Conversions {
    writer: Writer,
    names: FileNames,
    joins: bool,
}

/// The records of an input that are being converted.
#[derive(Default)]
struct Input {
    path: String,
    /// The number of the file in its archive.
    number: usize,
    /// The first record, until another one of the input follows.
    held: Option<Record>,
    is_several: bool,
    /// The bytes of all records, if one file takes them.
    joined: Vec<u8>,
    losses: Vec<Value>,
    /// The number of records in `joined`.
    count: usize,
}

/// The result of writing a record.
struct Record {
    place: Place,
    result: Result<(Vec<u8>, Vec<Value>), String>,
}

impl Conversions {
    /// Begins a conversion to a format.
    ///
    /// # Errors
    ///
    /// Returns an error if the format or the encoding is unknown.
    pub(super) fn new(request: &ConversionRequest) -> Result<Self, Message> {
        let writer = request.writer()?;
        let layout = match &request.below {
            Some(folder) => Layout::Below(folder.into()),
            None => Layout::AsTyped,
        };
        Ok(Self {
            writer,
            names: FileNames::new(layout, writer.target.extension),
            joins: writer.between().is_some()
                && (request.join || matches!(writer.target.join, Join::Lines | Join::Items)),
        })
    }

    /// Converts the records of a file or an archive. Sends each file that is written, and each record that is not. Returns
    /// the totals.
    pub(super) fn convert(
        &mut self,
        (run, checking): (&Run, &mut Checking),
        path: &str,
        bytes: &Arc<Vec<u8>>,
        language: Language,
        send: &mut Deliver<'_>,
    ) -> Value {
        let mut input = Input::default();
        let totals = run.check(checking, path, bytes, (None, None), |event| {
            let Event::Record(place, record) = event else {
                return;
            };
            let checked = record.game;
            if place.0 != input.number {
                self.end(std::mem::take(&mut input), send);
                input.number = place.0;
                checked.path.clone_into(&mut input.path);
                self.names.begin_input(Some(Path::new(checked.path)));
            }
            let result = write(&self.writer, checked);
            let result = result.map(|written| (written.bytes, losses_json(&written.losses, language)));
            let result = result.map_err(|reason| words(&reason, language));
            self.add(&mut input, Record { place, result }, send);
        });
        self.end(input, send);
        json!({ "done": totals_json(&totals, language) })
    }

    /// Adds a record of an input. The first record is held until it is known whether another record follows.
    fn add(&mut self, input: &mut Input, record: Record, send: &mut Deliver<'_>) {
        if self.joins {
            match record.result {
                Ok((bytes, losses)) => {
                    if input.count > 0 {
                        input.joined.extend(self.writer.between().unwrap_or_default());
                    }
                    input.count += 1;
                    input.joined.extend(bytes);
                    input.losses.extend(losses);
                }
                Err(_) => self.send(&input.path, record, None, send),
            }
        } else if !input.is_several && input.held.is_none() {
            input.held = Some(record);
        } else {
            input.is_several = true;
            for record in input.held.take().into_iter().chain([record]) {
                let number = record.place.1;
                self.send(&input.path, record, Some(number), send);
            }
        }
    }

    /// Ends the records of an input.
    fn end(&mut self, input: Input, send: &mut Deliver<'_>) {
        if let Some(record) = input.held {
            self.send(&input.path, record, None, send);
        }
        if input.count > 0 {
            let record = Record {
                place: Place(input.number, 1),
                result: Ok((input.joined, input.losses)),
            };
            self.send(&input.path, record, None, send);
        }
    }

    fn send(&mut self, path: &str, record: Record, number: Option<u32>, send: &mut Deliver<'_>) {
        let Record { place, result } = record;
        let mut json = json!({ "path": path, "at": place });
        let bytes = match result {
            Ok((bytes, losses)) => {
                let name = self.names.path(number, |_| false);
                // The parts of a path are separated by `/` in a zip, on every system.
                let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
                json["name"] = parts.join("/").into();
                json["losses"] = losses.into();
                bytes
            }
            Err(reason) => {
                json["reason"] = reason.into();
                Vec::new()
            }
        };
        send(json.to_string().as_bytes(), &bytes);
    }
}
