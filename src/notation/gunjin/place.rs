//! A cell of the board of gunjin shogi.

use std::fmt;

use crate::finding::{Cell, Language, Speak};

/// How many columns the board has, and how many rows.
pub(crate) const SIDE: u8 = 8;

/// A cell: columns count from the left of South, rows from its edge, both from 0. The headquarters of a side are one cell two
/// columns wide, and have the name of its left half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    column: u8,
    row: u8,
}

/// The columns of the headquarters.
const LEFT: u8 = 3;
const RIGHT: u8 = 4;

impl Place {
    /// The cell there; `None` off the board.
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column >= SIDE || row >= SIDE {
            return None;
        }
        let is_back = row == 0 || row == SIDE - 1;
        let column = if is_back && column == RIGHT { LEFT } else { column };
        Some(Self { column, row })
    }

    /// The headquarters of a seat, South's or North's.
    pub const fn headquarters(seat: usize) -> Self {
        let row = if seat == 0 { 0 } else { SIDE - 1 };
        Self { column: LEFT, row }
    }

    /// All cells, row by row from South's edge.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SIDE).flat_map(Self::of_row)
    }

    /// The cells of a row, from the left.
    pub(crate) fn of_row(row: u8) -> impl Iterator<Item = Self> {
        let cells = (0..SIDE).filter_map(move |column| Some((column, Self::new(column, row)?)));
        cells.filter(|(column, it)| *column == it.column).map(|it| it.1)
    }

    /// The cell of this name: a letter and a digit.
    ///
    /// ```
    /// use kifu::notation::gunjin::Place;
    /// assert_eq!(Place::named("e8"), Place::named("d8"));
    /// assert_eq!(Place::named("e8").unwrap().to_string(), "d8");
    /// assert_eq!(Place::named("i1"), None);
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        match name.as_bytes() {
            &[column @ b'a'..=b'h', row @ b'1'..=b'8'] => Self::new(column - b'a', row - b'1'),
            _ => None,
        }
    }

    /// Its column from the left of South, from 0.
    pub const fn column(self) -> u8 {
        self.column
    }

    /// Its row from the edge of South, from 0.
    pub const fn row(self) -> u8 {
        self.row
    }

    /// Its number among all, from 0 to 63.
    pub const fn index(self) -> usize {
        self.row as usize * SIDE as usize + self.column as usize
    }

    /// Whose half it is in.
    pub const fn half(self) -> usize {
        if self.row < SIDE / 2 { 0 } else { 1 }
    }

    /// Whether it is somebody's headquarters.
    pub(crate) const fn is_headquarters(self) -> bool {
        self.is_back() && self.column == LEFT
    }

    /// Whether it is in the back row of a half.
    pub(crate) const fn is_back(self) -> bool {
        self.row == 0 || self.row == SIDE - 1
    }

    /// Whether the two halves of headquarters stand in that column, too.
    pub(crate) const fn is_in_column(self, column: u8) -> bool {
        self.column == column || self.is_headquarters() && column == RIGHT
    }

    /// The place that a finding marks.
    pub fn cell(self) -> Option<Cell> {
        Cell::named(&self.to_string())
    }
}

/// The number of empty cells that a digit in a row of a position stands for.
pub(crate) fn empty_cells(word: &str) -> Option<usize> {
    word.parse().ok().filter(|it| word.len() == 1 && *it > 0)
}

/// Returns a row of a position with a dot for each empty cell.
pub(super) fn with_dots(row: &str) -> String {
    let is_separator = |it: char| it.is_whitespace() || it == '/';
    let (cells, comment) = row.split_at(row.find('#').unwrap_or(row.len()));
    let mut dotted = String::with_capacity(row.len());
    for piece in cells.split_inclusive(is_separator) {
        let word = piece.trim_end_matches(is_separator);
        match empty_cells(word) {
            Some(count) => dotted.push_str(&vec!["."; count].join(" ")),
            None => dotted.push_str(word),
        }
        dotted.push_str(&piece[word.len()..]);
    }
    dotted + comment
}

/// As records name it: `b4`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column), self.row + 1)
    }
}

impl Speak for Place {
    fn speak(&self, _: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_half_has_31_cells() {
        for seat in [0, 1] {
            let cells: Vec<_> = Place::all().filter(|it| it.half() == seat).collect();
            assert_eq!(cells.len(), 31);
            assert!(cells.contains(&Place::headquarters(seat)));
        }
    }
}
