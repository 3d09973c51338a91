//! How the pieces of a side are set up.

use super::board::Board;
use super::rows::{entry_at, rows, uncommented};
use crate::finding::{Cell, Seat, Span};
use crate::notation::gunjin::{Kind, Place, SIDE};
use crate::record::Record;

/// The headers of the setups, by seat.
pub(super) const NAMES: [&str; 2] = ["Setup-S", "Setup-N"];

/// A setup as a header has it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Setup {
    /// What is put on the cells of the half.
    pub entries: Vec<(Place, Entry)>,
    /// The entries beyond its cells.
    pub beyond: Vec<String>,
    /// Those that are none.
    pub unread: Vec<String>,
}

/// What is put on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// A piece.
    Piece(Kind),
    /// A piece of which nothing is said.
    Hidden,
    /// Nothing.
    Empty,
}

impl Entry {
    /// The entry that a word is.
    pub(super) fn of(word: &str) -> Option<Self> {
        match word {
            "?" => Some(Self::Hidden),
            "." => Some(Self::Empty),
            _ => Kind::of(word).map(Self::Piece),
        }
    }
}

/// Reads the setup of a seat: the rows from the bar to the back. `None` where it is hidden.
pub(super) fn read(value: &str, seat: usize) -> Option<Setup> {
    if uncommented(value) == "hidden" {
        return None;
    }
    let mut setup = Setup {
        entries: Vec::new(),
        beyond: Vec::new(),
        unread: Vec::new(),
    };
    let mut board_rows = cells(seat);
    for row in rows(value) {
        let mut cells = board_rows.next().unwrap_or_default().into_iter();
        for word in row {
            let Some(place) = cells.next() else {
                setup.beyond.push(word);
                continue;
            };
            let entry = Entry::of(&word).unwrap_or_else(|| {
                setup.unread.push(word);
                Entry::Hidden
            });
            setup.entries.push((place, entry));
        }
    }
    Some(setup)
}

/// The rows of a half from the bar to the back.
pub(super) fn cells(seat: usize) -> impl Iterator<Item = Vec<Place>> {
    let half = SIDE / 2;
    (0..half).map(move |row| {
        let row = if seat == 0 { half - 1 - row } else { half + row };
        Place::of_row(row).collect()
    })
}

/// Where a record tells how a seat is set up, or what is on a cell.
pub(super) fn place_of(record: &Record<'_>, seat: Option<Seat>, cell: Option<Cell>) -> Option<Span> {
    let place = cell.and_then(|it| Place::named(&it.to_string()));
    let named = |name| record.headers.iter().find(|it| it.name == name);
    let position = named("Position");
    let header = position.or_else(|| named(NAMES[seat?.index()]))?;
    let found = place.and_then(|place| {
        let row = match (position, place.half()) {
            (Some(_), _) => SIDE - 1 - place.row(),
            (None, 0) => SIDE / 2 - 1 - place.row(),
            (None, _) => place.row() - SIDE / 2,
        };
        let column = Place::of_row(place.row()).position(|it| it == place)?;
        let start = header.span.start as usize;
        let text = record.text_at(Span::new(start, record.span.end as usize));
        let value = text
            .find([':', '：'])
            .map_or(0, |at| at + text[at..].chars().next().map_or(0, char::len_utf8));
        let entry = entry_at(&text[value..], row.into(), column)?;
        Some(Span::new(start + value + entry.start, start + value + entry.end))
    });
    found.or(Some(header.span))
}

/// Sets up the pieces of a seat: as the header says, or face down; where they do not fill their half, nobody knows on which
/// of its cells they stand.
pub(super) fn set_up(board: &mut Board, seat: usize, value: Option<&str>) {
    if let Some(setup) = value.and_then(|value| read(value, seat)) {
        for (place, entry) in setup.entries {
            match entry {
                Entry::Piece(kind) => board.set(place, seat, Some(kind)),
                Entry::Hidden => board.set(place, seat, None),
                Entry::Empty => {}
            }
        }
    } else {
        let cells: Vec<Place> = cells(seat).flatten().collect();
        let is_full = board.known.terms.pieces() >= cells.len();
        for place in cells {
            if is_full {
                board.set(place, seat, None);
            } else {
                board.make_unknown(place);
            }
        }
    }
}
