//! The position as text: eight rows from North's back row to South's, a dot for an empty cell, seven cells in a back row, and
//! whose turn it is: `. . . TGn . . . / … / MNs FGs . . . . . S`. A digit in a header stands for so many dots. A question mark is a piece of which the record says nothing, or a cell
//! on which one may stand.

use super::board::Board;
use super::rows::rows;
use super::setup::Entry;
use crate::notation::gunjin::{Kind, Place, SIDE, empty_cells, seat_of};

/// The letters of the owners, and those of the turn.
const OWNERS: [char; 2] = ['s', 'n'];
const TURN: [&str; 2] = ["S", "N"];

/// Writes a position in which it is the turn of this seat.
pub(super) fn text(board: &Board, due: usize) -> String {
    let rows = (0..SIDE).rev().map(|row| {
        let cells = Place::of_row(row).map(|place| cell_text(board, place));
        cells.collect::<Vec<_>>().join(" ")
    });
    format!("{} {}", rows.collect::<Vec<_>>().join(" / "), TURN[due])
}

fn cell_text(board: &Board, place: Place) -> String {
    let Some(number) = board.number(place) else {
        return if board.is_unknown(place) {
            format!("?{}", OWNERS[place.half()])
        } else {
            ".".to_owned()
        };
    };
    let code = board.known.told(number).map_or("?", Kind::code);
    format!("{code}{}", OWNERS[board.known.pieces[number].owner])
}

/// Puts the pieces of a position on an empty board, and says whose turn it is. `None` where it is none.
pub(super) fn read(text: &str, board: &mut Board) -> Option<usize> {
    let mut rows = rows(text);
    // The turn may have a line of its own.
    let due = match rows.last() {
        Some(last) if last.len() == 1 => seat_of(rows.pop()?.first()?)?,
        _ => seat_of(&rows.last_mut()?.pop()?)?,
    };
    (rows.len() == usize::from(SIDE)).then_some(())?;
    for (row, words) in (0..SIDE).rev().zip(rows) {
        let mut cells = Place::of_row(row);
        for word in words {
            match empty_cells(&word) {
                Some(count) => drop(cells.nth(count - 1)?),
                None => read_cell(board, cells.next()?, &word)?,
            }
        }
        cells.next().is_none().then_some(())?;
    }
    Some(due)
}

fn read_cell(board: &mut Board, place: Place, word: &str) -> Option<()> {
    if word == "." {
        return Some(());
    }
    let owner = OWNERS.iter().position(|&it| word.ends_with(it))?;
    match Entry::of(&word[..word.len() - 1])? {
        Entry::Piece(kind) => board.set(place, owner, Some(kind)),
        Entry::Hidden => board.set(place, owner, None),
        Entry::Empty => return None,
    }
    Some(())
}
