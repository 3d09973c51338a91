//! What reads usual lines in front of a grammar says what the grammar alone says: the same moves, gaps and places.

use kifu::notation::{self, Notation, RecordText};
use kifu::record::Record;

use super::way::Way;

type Reader = for<'t> fn(RecordText<'t>) -> Record<'t>;

/// The notations that have both, with the reader by the grammar alone.
const BOTH: [(&Notation, Reader); 2] = [
    (&notation::kif::NOTATION, notation::kif::read_by_grammar),
    (&notation::csa::NOTATION, notation::csa::read_by_grammar),
];

/// Reads an input as one record of either notation.
///
/// # Panics
///
/// When the two readers of a notation do not say the same.
pub fn run(data: &[u8]) {
    assert_alike(Way::of(data).text(data).as_str());
}

/// Reads a text both ways, in either notation, whatever it is.
///
/// # Panics
///
/// When the two readers of a notation do not say the same.
pub fn assert_alike(text: &str) {
    for (notation, by_grammar) in BOTH {
        let text = RecordText { text, offset: 3 };
        let (quick, plain) = ((notation.read)(text), by_grammar(text));
        // A record has no equality, for it has its text; what it shows of itself is all that it has.
        let (quick, plain) = (format!("{quick:?}"), format!("{plain:?}"));
        assert!(quick == plain, "{:?}\n{quick}\n{plain}", text.text);
    }
}
