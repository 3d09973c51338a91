//! The position as text: FEN as programs for chess variants have it, Blue as White, with `+` before what is promoted:
//! `rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1`.

use std::ops::Range;

use super::board::{BLUE, Board, Man, RED};
use crate::notation::gib::{FILES, Kind, Point, RANKS};

/// Writes a position in which it is the turn of this seat. What the counters would say is not told.
pub(super) fn text(board: &Board, due: usize) -> String {
    let ranks: Vec<String> = (0..RANKS).map(|rank| rank_text(board, rank)).collect();
    let turn = if due == BLUE { 'w' } else { 'b' };
    format!("{} {turn} - - 0 1", ranks.join("/"))
}

fn rank_text(board: &Board, rank: u8) -> String {
    let mut text = String::new();
    let mut empty = 0;
    let end = |text: &mut String, empty: &mut u32| {
        if *empty > 0 {
            text.push_str(&std::mem::take(empty).to_string());
        }
    };
    for file in 0..FILES {
        match Point::new(rank, file).and_then(|point| board.at(point)) {
            Some(man) => {
                end(&mut text, &mut empty);
                text.push_str(&man_text(man));
            }
            None => empty += 1,
        }
    }
    end(&mut text, &mut empty);
    text
}

fn man_text(man: Man) -> String {
    let text = kind_text(man);
    if man.owner == BLUE {
        text
    } else {
        text.to_ascii_lowercase()
    }
}

/// What a piece is, whoever has it: `P`, `+P`.
pub(super) fn kind_text(man: Man) -> String {
    let plus = if man.promoted { "+" } else { "" };
    format!("{plus}{}", man.kind.fen().to_ascii_uppercase())
}

/// Reads a position, and whose turn it is. `None` where it is none.
pub(super) fn read(text: &str) -> Option<(Board, usize)> {
    let mut words = text.split_whitespace();
    let mut board = Board::empty();
    let mut ranks = words.next()?.split('/');
    for rank in 0..RANKS {
        read_rank(&mut board, rank, ranks.next()?)?;
    }
    let due = match words.next() {
        None | Some("w") => BLUE,
        Some("b") => RED,
        Some(_) => return None,
    };
    ranks.next().is_none().then_some((board, due))
}

/// Where the piece on a point stands in the text of a position.
pub(super) fn place_of(text: &str, wanted: Point) -> Option<Range<usize>> {
    let wanted = (u32::from(wanted.rank()), u32::from(wanted.file()));
    let (mut rank, mut file) = (0, 0);
    let mut plus = None;
    for (at, letter) in text.char_indices() {
        if letter == '/' {
            (rank, file) = (rank + 1, 0);
        } else if letter == '+' {
            plus = Some(at);
        } else if let Some(empty) = letter.to_digit(10) {
            file += empty;
        } else if letter.is_whitespace() {
            return None;
        } else {
            let start = plus.take().unwrap_or(at);
            if (rank, file) == wanted {
                return Some(start..at + letter.len_utf8());
            }
            file += 1;
        }
    }
    None
}

fn read_rank(board: &mut Board, rank: u8, text: &str) -> Option<()> {
    let mut file = 0;
    let mut promoted = false;
    for letter in text.chars() {
        if let Some(empty) = letter.to_digit(10) {
            file += u8::try_from(empty).ok().filter(|&it| it > 0 && !promoted)?;
        } else if letter == '+' {
            (!std::mem::replace(&mut promoted, true)).then_some(())?;
        } else {
            let kind = Kind::of_fen(letter.to_ascii_lowercase())?;
            let owner = if letter.is_ascii_uppercase() { BLUE } else { RED };
            let man = Man {
                owner,
                kind,
                promoted: std::mem::take(&mut promoted),
            };
            let may_be = matches!(kind, Kind::General | Kind::Guard | Kind::Soldier);
            (!man.promoted || may_be).then_some(())?;
            board.put(Point::new(rank, file)?, Some(man));
            file += 1;
        }
        (file <= FILES).then_some(())?;
    }
    (file == FILES && !promoted).then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::janggi::setup;

    #[test]
    fn pieces_are_found_in_the_text() {
        let text = "4k4/9/4+p4/9/9/9/RRRRRRRRR/9/4K4/9 w";
        let found = |name: &str| Some(&text[place_of(text, name.parse().ok()?)?]);
        assert_eq!(found("15"), Some("k"));
        assert_eq!(found("35"), Some("+p"));
        assert_eq!(found("79"), Some("R"));
        assert_eq!(found("34"), None);
        assert_eq!(found("05"), None);
    }

    #[test]
    fn the_start_is_written_as_programs_have_it() {
        let start = text(&setup::usual(), BLUE);
        assert_eq!(
            start,
            "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1"
        );
        assert_eq!(read(&start), Some((setup::usual(), BLUE)));
        for none in ["", "9/9", "+r8/9/9/9/9/9/9/9/9/9 w", "10/9/9/9/9/9/9/9/9/9 w"] {
            assert_eq!(read(none), None, "{none}");
        }
    }
}
