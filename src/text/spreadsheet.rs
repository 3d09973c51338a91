//! CSV that spreadsheets show as intended.

use std::borrow::Cow;

/// The byte order mark, by which spreadsheets recognise UTF-8.
pub(crate) const BYTE_ORDER_MARK: &str = "\u{feff}";

/// The first characters that make a spreadsheet interpret a cell as a formula.
const FORMULA_PREFIXES: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// Returns text for a CSV cell. Text that a spreadsheet would evaluate as a formula gets an apostrophe in front.
pub(crate) fn escape_formula(text: &str) -> Cow<'_, str> {
    if text.starts_with(FORMULA_PREFIXES) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::escape_formula;

    #[test]
    fn an_apostrophe_is_put_before_a_formula() {
        assert_eq!(
            escape_formula("=HYPERLINK(\"http://…\")"),
            "'=HYPERLINK(\"http://…\")"
        );
        assert_eq!(escape_formula("甲野 太郎"), "甲野 太郎");
    }
}
