//! CSV for programs and spreadsheets.

use std::borrow::Cow;

/// The byte order mark, by which spreadsheets recognise UTF-8.
pub(crate) const BYTE_ORDER_MARK: &str = "\u{feff}";

/// The first characters that make a spreadsheet interpret a cell as a formula.
const FORMULA_PREFIXES: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// Returns text for a cell that a spreadsheet shows unchanged. An apostrophe precedes text that would be evaluated as a formula.
pub(crate) fn escape_formula(words: &str) -> Cow<'_, str> {
    if words.starts_with(FORMULA_PREFIXES) {
        Cow::Owned(format!("'{words}"))
    } else {
        Cow::Borrowed(words)
    }
}

#[cfg(test)]
mod tests {
    use super::escape_formula;

    #[test]
    fn a_formula_gets_an_apostrophe() {
        assert_eq!(
            escape_formula("=HYPERLINK(\"http://…\")"),
            "'=HYPERLINK(\"http://…\")"
        );
        assert_eq!(escape_formula("甲野 太郎"), "甲野 太郎");
    }
}
