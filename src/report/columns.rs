//! Tables of wrapped cells, and line breaking of long text.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Number of blanks between two columns of a table.
const GAP_COLUMNS: usize = 2;

/// Width to which a cell is wrapped (terminal columns). A longer word stays whole.
const CELL_WIDTH: usize = 10;

/// Width to which the heading of a row is wrapped (terminal columns). A longer word stays whole.
const HEAD_WIDTH: usize = 16;

/// The cells of a column of a table, from the top. The first cell is the title.
pub(super) struct Column(Vec<String>);

impl Column {
    pub(super) fn new(cells: impl IntoIterator<Item = String>) -> Self {
        Self(cells.into_iter().collect())
    }

    fn wrapped(&self, width: usize) -> WrappedColumn {
        let cells: Vec<_> = self.0.iter().map(|cell| wrap(cell, width)).collect();
        let width = cells.iter().flatten().map(|it| it.width()).max().unwrap_or(0);
        WrappedColumn { cells, width }
    }
}

/// A column with wrapped cells, and the width of its widest line.
struct WrappedColumn {
    cells: Vec<Vec<String>>,
    width: usize,
}

/// Returns a table with the row headings and all columns that fit into `width` (terminal columns), but at least one.
///
/// The remaining columns follow in further tables, each with the row headings. If `width` is `None`, all columns are
/// side by side and no cell is wrapped.
pub(super) fn side_by_side(head: &Column, columns: &[Column], width: Option<usize>) -> String {
    let cell_width = |if_limited| if width.is_some() { if_limited } else { usize::MAX };
    let head = head.wrapped(cell_width(HEAD_WIDTH));
    let columns: Vec<_> = columns
        .iter()
        .map(|it| it.wrapped(cell_width(CELL_WIDTH)))
        .collect();
    let width = width.unwrap_or(usize::MAX);
    let mut out = String::new();
    let mut rest = &columns[..];
    while !rest.is_empty() {
        let mut room = width.saturating_sub(head.width);
        let fitting_columns = rest.iter().take_while(|column| {
            let room_after = room.checked_sub(GAP_COLUMNS + column.width);
            room = room_after.unwrap_or(0);
            room_after.is_some()
        });
        let (block, remaining) = rest.split_at(fitting_columns.count().max(1));
        if !out.is_empty() {
            out.push('\n');
        }
        push_block(&head, block, &mut out);
        rest = remaining;
    }
    out
}

fn push_block(head: &WrappedColumn, columns: &[WrappedColumn], out: &mut String) {
    for (row, lines) in head.cells.iter().enumerate() {
        let cells = columns.iter().filter_map(|column| column.cells.get(row));
        let height = cells.map(Vec::len).chain([lines.len()]).max().unwrap_or(0);
        for at in 0..height {
            let mut line = String::new();
            let mut end = 0;
            for column in std::iter::once(head).chain(columns) {
                let cell = column.cells.get(row).and_then(|lines| lines.get(at));
                line.push_str(&" ".repeat(end - line.width()));
                line.push_str(cell.map_or("", String::as_str));
                end += column.width + GAP_COLUMNS;
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
}

/// Returns the lines into which a cell is wrapped.
///
/// A line ends at every line break, and before a word that would make the line wider than `width`. Words end after
/// blanks, `-` and `_`.
fn wrap(cell: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in cell.split('\n') {
        let mut line = String::new();
        for word in paragraph.split_inclusive(['-', '_', ' ']) {
            if !line.is_empty() && line.width() + word.trim_end().width() > width {
                lines.push(std::mem::take(&mut line).trim_end().to_owned());
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

// Line breaking of long text.

/// Characters that must not begin a line of Japanese text (行頭禁則).
const NOT_FIRST: &str = "、。，．・：；！？）」』】〕〉》”’ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々";

/// Characters that must not end a line of Japanese text (行末禁則).
const NOT_LAST: &str = "（「『【〔〈《“‘";

/// Breaks text into lines: the first of at most `first_width` terminal columns, each later one of at most
/// `other_width`.
///
/// Lines are broken at blanks and, in Japanese text, where [`can_break_between`] allows a break. A word longer than a
/// line stays whole.
pub(crate) fn wrap_text(words: &str, first_width: usize, other_width: usize) -> Vec<&str> {
    let mut lines = Vec::new();
    let (mut start, mut columns, mut width) = (0, 0, first_width);
    // The last possible break: the end of the line, and the start of the next line.
    let mut line_break = None;
    let mut previous = ' ';
    for (at, character) in words.char_indices() {
        if character == ' ' {
            line_break = Some((at, at + 1));
        } else if at > start && can_break_between(previous, character) {
            line_break = Some((at, at));
        }
        columns += character.width().unwrap_or(0);
        if columns > width
            && let Some((end, next)) = line_break.take()
        {
            lines.push(slice(words, start, end));
            start = next;
            width = other_width;
            columns = slice(words, start, at + character.len_utf8()).width();
        }
        previous = character;
    }
    lines.push(slice(words, start, words.len()));
    lines
}

fn slice(words: &str, start: usize, end: usize) -> &str {
    words.get(start..end).unwrap_or_default()
}

/// Returns whether a line may end between two adjacent characters without a blank: at least one is of double width, and
/// the rules of Japanese typesetting (禁則) allow the break.
pub(crate) fn can_break_between(left: char, right: char) -> bool {
    let is_wide = |character: char| character.width() == Some(2);
    left != ' ' && (is_wide(left) || is_wide(right)) && !NOT_FIRST.contains(right) && !NOT_LAST.contains(left)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(cells: &[&str]) -> Column {
        Column::new(cells.iter().map(|&cell| cell.to_owned()))
    }

    #[test]
    fn cells_are_wrapped_between_words() {
        assert_eq!(wrap("first-to-last", 10), ["first-to-", "last"]);
        assert_eq!(wrap("a b\nc", 10), ["a b", "c"]);
        assert_eq!(wrap("indivisible", 4), ["indivisible"]);
        assert_eq!(wrap("", 4), [""]);
    }

    #[test]
    fn wide_characters_take_two_columns() {
        let head = column(&["", "手数", "x"]);
        let columns = [
            column(&["春季大会", "320", "なし"]),
            column(&["b", "yes", "not-applicable"]),
        ];
        insta::assert_snapshot!(side_by_side(&head, &columns, Some(40)), @"
              春季大会  b
        手数  320       yes
        x     なし      not-
                        applicable
        ");
        insta::assert_snapshot!(side_by_side(&head, &columns, Some(20)), @"
              春季大会
        手数  320
        x     なし

              b
        手数  yes
        x     not-
              applicable
        ");
    }

    #[test]
    fn english_is_wrapped_at_blanks() {
        assert_eq!(
            wrap_text("a pawn on the file of a pawn", 9, 9),
            ["a pawn on", "the file", "of a pawn"]
        );
        assert_eq!(
            wrap_text("see clock-cumulative-mismatch there", 8, 8),
            ["see", "clock-cumulative-mismatch", "there"]
        );
        assert_eq!(
            wrap_text("two pawns on file 5", 3, 20),
            ["two", "pawns on file 5"]
        );
        assert_eq!(wrap_text("", 8, 8), [""]);
        assert_eq!(wrap_text("a b", 3, 3), ["a b"]);
    }

    #[test]
    fn japanese_is_wrapped_between_characters_that_allow_it() {
        assert_eq!(
            wrap_text("同じ筋に歩を二枚打つ。", 10, 10),
            ["同じ筋に歩", "を二枚打", "つ。"]
        );
        assert_eq!(
            wrap_text("歩（と金は数えない）の筋", 12, 12),
            ["歩（と金は数", "えない）の筋"]
        );
        assert_eq!(wrap_text("筋の歩（と金）", 8, 8), ["筋の歩", "（と金）"]);
        assert_eq!(wrap_text("KIF の 50手目", 5, 5), ["KIF", "の 50", "手目"]);
    }
}
