//! Positions as text: rows of pieces, and numbers of consecutive empty cells.

use std::ops::Range;

use crate::finding::Span;

/// Returns the words of a text and their byte offsets. A slash is a separate word.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut offset = 0;
    std::iter::from_fn(move || {
        let start = offset + text[offset..].find(|character: char| !character.is_whitespace())?;
        let rest = &text[start..];
        let is_end = |character: char| character.is_whitespace() || character == '/';
        let length = rest.find(is_end).unwrap_or(rest.len()).max(1);
        offset = start + length;
        Some((start, &rest[..length]))
    })
}

/// The cells of a row: the byte offset and the text of a piece, or `None` for one of the empty cells of a number.
pub(super) type Row<'t> = Vec<Option<(usize, &'t str)>>;

/// Splits the words of a position into rows at the slashes.
///
/// If a word is a number of empty cells, `empty_count` returns this number, or else `None`.
pub(super) fn rows<'t>(
    words: impl Iterator<Item = (usize, &'t str)>,
    empty_count: impl Fn(&str) -> Option<u8>,
) -> Vec<Row<'t>> {
    let mut rows = vec![Row::new()];
    for (offset, word) in words {
        if word == "/" {
            rows.push(Row::new());
        } else if let Some(row) = rows.last_mut() {
            match empty_count(word) {
                Some(count) => row.extend((0..count).map(|_| None)),
                None => row.push(Some((offset, word))),
            }
        }
    }
    rows
}

/// Returns the row, the column and the text of each cell that is written out.
pub(super) fn written_cells<'t>(rows: &[Row<'t>]) -> impl Iterator<Item = (u8, u8, &'t str)> {
    rows.iter().zip(0..).flat_map(|(row, number)| {
        let cells = row.iter().zip(0..);
        cells.filter_map(move |(cell, column)| Some((number, column, (*cell)?.1)))
    })
}

/// Returns the byte range of a cell in the text; `None` if a number represents the cell, or if there is no such
/// cell.
pub(super) fn cell_range(rows: &[Row<'_>], row: u8, column: u8) -> Option<Range<usize>> {
    let (offset, word) = (*rows.get(usize::from(row))?.get(usize::from(column))?)?;
    Some(offset..offset + word.len())
}

/// Returns the span of a byte range within a value; the whole value if there is no range.
pub(super) fn span_within(value: Span, range: Option<Range<usize>>) -> Span {
    let start = value.start as usize;
    range.map_or(value, |range| Span::new(start + range.start, start + range.end))
}

/// Formats a row, with runs of empty cells as numbers, and `separator` between the words.
pub(super) fn row_text(cells: impl Iterator<Item = Option<String>>, separator: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut empty_count = 0;
    for cell in cells {
        if let Some(piece) = cell {
            words.extend((empty_count > 0).then(|| std::mem::take(&mut empty_count).to_string()));
            words.push(piece);
        } else {
            empty_count += 1;
        }
    }
    words.extend((empty_count > 0).then(|| empty_count.to_string()));
    words.join(separator)
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn slashes_are_separate_words() {
        let offsets_and_words: Vec<_> = words(" 4 Kn/9 / \n9").collect();
        assert_eq!(
            offsets_and_words,
            [(1, "4"), (3, "Kn"), (5, "/"), (6, "9"), (8, "/"), (11, "9")]
        );
    }
}
