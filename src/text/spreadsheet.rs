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

/// Adds a line of cells that this writes. There may be a row for every move of an archive, for which the writer of `csv`
/// takes too long.
pub(crate) fn csv_line<C>(
    cells: impl IntoIterator<Item = C>,
    out: &mut Vec<u8>,
    write: impl Fn(C, &mut Vec<u8>),
) {
    let start = out.len();
    for (at, cell) in cells.into_iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        write(cell, out);
    }
    if out.len() == start {
        // An empty line would be no row.
        out.extend(b"\"\"");
    }
    out.push(b'\n');
}

/// Adds the text of a cell, in quotes where a reader would otherwise take its end for another.
pub(crate) fn csv_text(text: &str, out: &mut Vec<u8>) {
    if !text.contains([',', '"', '\r', '\n']) {
        return out.extend_from_slice(text.as_bytes());
    }
    out.push(b'"');
    out.extend(text.replace('"', "\"\"").as_bytes());
    out.push(b'"');
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
