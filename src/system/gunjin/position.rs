//! The position as text: eight rows from North's back row to South's, a dot for an empty cell, seven cells in a back row, and
//! whose turn it is: `. . . TGn . . . / … / MNs FGs . . . . . S`. A digit in a header stands for so many dots. A question mark is a piece of which the record says nothing, or a cell
//! on which one may stand.

use super::board::Board;
use super::rows::rows;
use super::setup::Entry;
use crate::finding::{Message, message};
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

/// Puts the pieces of a position on an empty board and returns whose turn it is.
///
/// # Errors
///
/// Returns what cannot be read, with the row from the top.
pub(super) fn read(text: &str, board: &mut Board) -> Result<usize, Message> {
    let mut rows = rows(text);
    // The turn may have a line of its own.
    let turn = match rows.last_mut() {
        Some(last) if last.len() > 1 => last.pop(),
        _ => rows.pop().and_then(|mut last| last.pop()),
    };
    let due = turn.as_deref().and_then(seat_of).ok_or_else(|| {
        message!(
            "expected the side to move (S or N) at the end of the position",
            "局面の最後に手番（SかN）がない"
        )
    })?;
    let count = rows.len();
    if count != usize::from(SIDE) {
        return Err(message!(
            "expected {SIDE} rows in the position, found {count}",
            "局面が{SIDE}段でなく{count}段である",
            count
        ));
    }
    for ((number, row), words) in (1_u8..).zip((0..SIDE).rev()).zip(rows) {
        let mut cells = Place::of_row(row);
        let needed = Place::of_row(row).count();
        let of_wrong_length = || {
            message!(
                "expected {needed} cells in row {number} of the position",
                "局面の{number}段目が{needed}マスでない",
                number,
                needed
            )
        };
        for word in words {
            match empty_cells(&word) {
                Some(count) => drop(cells.nth(count - 1).ok_or_else(of_wrong_length)?),
                None => read_cell(board, cells.next().ok_or_else(of_wrong_length)?, &word).ok_or_else(|| {
                    message!(
                        "expected a piece and its owner (`TGs`) in row {number} of the position, found `{word}`",
                        "局面の{number}段目の `{word}` が、駒と持ち主（`TGs` など）として読めない",
                        number,
                        word
                    )
                })?,
            }
        }
        if cells.next().is_some() {
            return Err(of_wrong_length());
        }
    }
    Ok(due)
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
