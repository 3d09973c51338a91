//! What the headers say of the board: their rows and the entries in them.

use std::ops::Range;

use crate::notation::gunjin::empty_cells;
use crate::system::words::words;

/// The value of a header without a comment.
pub(super) fn uncommented(value: &str) -> String {
    let lines = value
        .split('\n')
        .map(|line| line.split('#').next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// The rows of a header, line by line or between slashes.
pub(super) fn rows(value: &str) -> Vec<Vec<String>> {
    let value = uncommented(value);
    let rows = value.split(['\n', '/']);
    let entries = |row: &str| row.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    rows.map(entries).filter(|it| !it.is_empty()).collect()
}

/// Where the entry of a row and a column stands in a text that begins with the rows of a header.
pub(super) fn entry_at(text: &str, row: usize, column: usize) -> Option<Range<usize>> {
    let (mut rows, mut columns) = (0, 0);
    let mut start = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let told = line.split('#').next().unwrap_or_default();
        for (at, word) in words(told).chain([(told.len(), "/")]) {
            if word == "/" {
                // A row that is empty is none.
                rows += usize::from(std::mem::take(&mut columns) > 0);
            } else {
                let cells = empty_cells(word).unwrap_or(1);
                if rows == row && (columns..columns + cells).contains(&column) {
                    return Some(start + at..start + at + word.len());
                }
                columns += cells;
            }
        }
        start += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::entry_at;

    #[test]
    fn entries_are_found_in_the_text() {
        let text = "\n  CP TK # front\n\n  SL MJ\n1 S b4-b5\n";
        let found = |row, column| entry_at(text, row, column).map(|it| &text[it]);
        assert_eq!(found(0, 1), Some("TK"));
        assert_eq!(found(1, 0), Some("SL"));
        assert_eq!(entry_at(" . . / TGs .", 1, 0), Some(7..10));
        assert_eq!(entry_at(" 2 / 3 TGs .", 1, 3), Some(7..10));
    }
}
