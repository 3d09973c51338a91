//! The fast reader of usual text returns the same record as the reader that does without it.

use kifu::notation::{self, Notation, RecordText};
use kifu::record::Record;

use super::choices::Choices;

type Reader = for<'t> fn(RecordText<'t>) -> Record<'t>;

/// The formats with a fast reader, each with the reader that uses only the grammar or, for JKF, only the table of JSON
/// values.
const READERS: [(&Notation, Reader); 4] = [
    (&notation::kif::NOTATION, notation::kif::read_by_grammar),
    (&notation::ki2::NOTATION, notation::ki2::read_by_grammar),
    (&notation::csa::NOTATION, notation::csa::read_by_grammar),
    (&notation::jkf::NOTATION, notation::jkf::read_by_table),
];

/// Reads an input as one record of each format that has a fast reader.
///
/// # Panics
///
/// If the two readers of a format disagree.
pub fn run(data: &[u8]) {
    assert_alike(Choices::from_bytes(data).text(data).as_str());
}

/// Reads a text with both readers of each format, even if the text is in another format.
///
/// # Panics
///
/// If the two readers of a format disagree.
pub fn assert_alike(text: &str) {
    for (notation, complete) in READERS {
        let text = RecordText { text, offset: 3 };
        let (fast, slow) = ((notation.read)(text), complete(text));
        // `Record` does not implement `Eq`, but its debug output contains all its data.
        let (fast, slow) = (format!("{fast:?}"), format!("{slow:?}"));
        assert!(fast == slow, "{:?}\n{fast}\n{slow}", text.text);
    }
}
