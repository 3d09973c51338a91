//! CSV, as programs and spreadsheets take it.

use std::borrow::Cow;

/// What tells a spreadsheet that a file is UTF-8: the byte order mark.
pub(crate) const BYTE_ORDER_MARK: &str = "\u{feff}";

/// What a spreadsheet takes a cell for a formula by, when it begins with it.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// Words for a cell that a spreadsheet shows as they are: an apostrophe stands before what it would take for a formula,
/// and work out.
pub(crate) fn harmless(words: &str) -> Cow<'_, str> {
    if words.starts_with(FORMULA) {
        Cow::Owned(format!("'{words}"))
    } else {
        Cow::Borrowed(words)
    }
}

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn a_formula_gets_an_apostrophe() {
        assert_eq!(harmless("=HYPERLINK(\"http://…\")"), "'=HYPERLINK(\"http://…\")");
        assert_eq!(harmless("甲野 太郎"), "甲野 太郎");
    }
}
