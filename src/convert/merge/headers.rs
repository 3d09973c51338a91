//! The headers of merged records: those that all records share, and a list of the others.

use super::Names;
use crate::finding::Span;
use crate::notation::header::header;
use crate::record::Headers;
use crate::shogi::Handicap;

/// The headers of the records of a merge.
#[derive(Clone, Debug, Default)]
pub(super) struct HeaderLists {
    /// The headers that all records so far share.
    shared: Vec<(String, String)>,
    /// The headers of each record with headers, as one text to save memory: keys and values with a separator after each.
    records: Vec<(u32, Box<str>)>,
    /// `true` after the first record.
    has_records: bool,
}

/// The separator after each key and value. Headers are lines of text, so they do not contain this character.
const SEPARATOR: char = '\0';

impl HeaderLists {
    /// Adds the headers of a record.
    pub(super) fn add(&mut self, source: u32, headers: &[(String, String)]) {
        if self.has_records {
            self.shared.retain(|shared| headers.contains(shared));
        } else {
            self.shared = headers.to_vec();
            self.has_records = true;
        }
        if headers.is_empty() {
            return;
        }
        let mut text = String::new();
        for part in headers.iter().flat_map(|(key, value)| [key, value]) {
            text.extend(part.chars().map(|c| if c == SEPARATOR { ' ' } else { c }));
            text.push(SEPARATOR);
        }
        self.records.push((source, text.into()));
    }

    /// Returns the headers that all records share, in the order of the first record by path, and a line with all other
    /// headers for each record that has others.
    pub(super) fn finish(mut self, names: &Names) -> (Headers<'static>, Vec<String>) {
        self.records.sort_by_key(|&(source, _)| names.rank(source));
        let mut headers = Headers::default();
        let mut lines = Vec::new();
        for (index, (source, text)) in self.records.iter().enumerate() {
            let mut others = String::new();
            let mut parts = text.split_terminator(SEPARATOR);
            while let (Some(key), Some(value)) = (parts.next(), parts.next()) {
                let is_shared = self
                    .shared
                    .iter()
                    .any(|shared| shared.0 == key && shared.1 == value);
                // All records have the same start, whether it has a name or a board.
                let is_start = key == "手合割" && (value == "その他" || Handicap::by_name(value).is_some());
                match (is_shared, index) {
                    (true, 0) => {
                        headers.push(header(key.to_owned(), value.to_owned(), Span::default()));
                    }
                    (true, _) => {}
                    (false, _) if is_start => {}
                    (false, _) => {
                        others.push(' ');
                        others.push_str(key);
                        others.push('：');
                        others.extend(value.chars().map(|c| if c == '\n' { ' ' } else { c }));
                    }
                }
            }
            if !others.is_empty() {
                lines.push(format!("[{}]{others}", names.name(*source)));
            }
        }
        (headers, lines)
    }
}
