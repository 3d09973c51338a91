//! From a JSON object to a record.

use std::borrow::Cow;
use std::rc::Rc;

use super::ends::Ends;
use super::json::{self, JsonValue};
use super::path::Path;
use super::reader::JkfReader;
use super::schema::Misread;
use crate::finding::Span;
use crate::notation::{RecordText, header};
use crate::record::gap::{LineGap, NoRecord, Taken, Wanted, WrongValue};
use crate::record::{Format, GapKind, NodeId, Record};

/// What may stand around an object: the brackets and commas of an array of records, a byte order mark.
const AROUND: [char; 8] = [' ', '\t', '\r', '\n', ',', '[', ']', '\u{feff}'];

/// The keys of a record.
pub(super) const KEYS: [&str; 3] = ["header", "initial", "moves"];

/// Whether an object is a record, however odd: one with none of the keys is somebody else's JSON.
pub(super) fn is_record(object: JsonValue<'_>) -> bool {
    object.members().any(|(key, _)| KEYS.contains(&&*key.unquoted()))
}

/// Reads one record.
pub(super) fn read(source: RecordText<'_>) -> Record<'_> {
    let mut reader = JkfReader::new(source);
    reader.read();
    reader.record
}

impl<'t> JkfReader<'t> {
    fn read(&mut self) {
        let text = self.source.text;
        let Some(start) = text.find('{') else {
            return self.no_record(NoRecord::NoObject);
        };
        let object = JsonValue::first(&text[start..]);
        if !is_record(object) {
            return self.no_record(NoRecord::NoJkf);
        }
        self.soundness(start, object);
        if object.whole {
            self.ends = Rc::new(Ends::of(object.text));
            self.forks.cost_nothing();
        }
        if let Ok([header, initial, moves]) = self.fields(object, &Path::RECORD, KEYS) {
            if let Some(header) = header {
                self.header(header);
            }
            self.start(initial);
            match moves {
                Some(moves) => self.moves(moves),
                None => self.loss(self.missing(object, &Path::RECORD, "moves"), Taken::Nothing),
            }
        }
    }

    /// Notes that there is no record, and why.
    fn no_record(&mut self, why: NoRecord) {
        let text = self.source.text.trim();
        let start = self.source.text.len() - self.source.text.trim_start().len();
        let end = start + text.chars().next().map_or(0, char::len_utf8);
        let span = self.source.span(start, end);
        self.record.format = Format::UNKNOWN;
        self.record.miss(span, GapKind::UnreadableRecord(why));
    }

    /// Says where the JSON is broken, and what stands before and after it.
    fn soundness(&mut self, start: usize, object: JsonValue<'t>) {
        let text = self.source.text;
        self.stray(0, &text[..start]);
        if object.whole {
            return self.stray(start + object.text.len(), &text[start + object.text.len()..]);
        }
        let Some(found) = json::first_break(&text[start..]) else {
            return;
        };
        let at = start + found.at;
        let end = at + text[at..].chars().next().map_or(0, char::len_utf8);
        let span = self.source.span(at, end);
        self.record.miss(span, GapKind::UnreadableJson(found.why));
    }

    /// Notes text before or after the object.
    fn stray(&mut self, start: usize, text: &str) {
        let odd = text.trim_matches(AROUND);
        if odd.is_empty() {
            return;
        }
        let start = start + text.len() - text.trim_start_matches(AROUND).len();
        let span = self.source.span(start, start + odd.len());
        let kind = GapKind::UnreadableLine(LineGap::OutsideObject);
        self.record.miss(span, kind);
    }

    /// `header`: any keys, with strings.
    fn header(&mut self, header: JsonValue<'t>) {
        let path = Path::RECORD.key("header");
        if !header.is_object() {
            return self.loss(self.wrong(header, &path, Wanted::Object), Taken::HeadersLeftOut);
        }
        for (key, value) in header.members().filter(|(_, value)| !value.is_null()) {
            let name = key.unquoted();
            let text = match self.string(value, &path.key(&name)) {
                Ok(text) => text,
                Err(misread) if value.is_object() || value.is_array() || misread.broken => {
                    self.loss(misread, Taken::LeftOut);
                    continue;
                }
                Err(misread) => {
                    self.doubt(misread, Taken::AsText);
                    Cow::Borrowed(value.text)
                }
            };
            let span = Span {
                start: self.span(key).start,
                end: self.span(value).end,
            };
            self.record.headers.push(header::header(name, text, span));
        }
    }

    /// `moves`, and then all variations.
    fn moves(&mut self, moves: JsonValue<'t>) {
        let path = Path::RECORD.key("moves");
        if !moves.is_array() {
            return self.loss(self.wrong(moves, &path, Wanted::Array), Taken::Nothing);
        }
        let ends = Rc::clone(&self.ends);
        for (index, entry) in moves.elements_by(&ends).enumerate() {
            self.entry(entry, &path.index(index), None, index);
        }
        while let Some(forks) = self.forks.next() {
            self.variations(forks);
        }
        if let Some(left) = self.forks.left_out() {
            self.last = NodeId::START;
            let too_deep = Misread::at(self.span(left), &Path::RECORD, WrongValue::TooDeep);
            self.loss(too_deep, Taken::RestLeftOut);
        }
    }
}
