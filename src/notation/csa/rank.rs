//! A rank of the board: `P2 * -HI *  *  *  *  * -KA * `.

use core::ops::Range;

use super::{sign, words};
use crate::shogi::Piece;

/// What was read of a rank.
#[derive(Debug, Default)]
pub(super) struct Rank {
    /// The squares from file 9 to 1.
    pub(super) squares: [Option<Piece>; 9],
    /// How many squares there were.
    pub(super) count: usize,
    /// The first thing that is no square.
    pub(super) odd: Option<Range<usize>>,
}

impl Rank {
    /// Whether there are nine squares and nothing else.
    fn is_whole(&self) -> bool {
        self.count == 9 && self.odd.is_none()
    }

    fn add(&mut self, piece: Option<Piece>) {
        if let Some(square) = self.squares.get_mut(self.count) {
            *square = piece;
        }
        self.count += 1;
    }

    /// Adds the piece at the beginning of `text`, or notes that what stands at `at` is none; how long it is.
    fn add_piece_or_odd(&mut self, text: &str, at: usize) -> usize {
        let piece = piece(text);
        self.add(piece);
        if piece.is_some() {
            return 3;
        }
        let length = odd_length(text);
        self.odd.get_or_insert(at..at + length);
        length
    }
}

/// Reads what stands after the number of the rank. Blanks count for nothing as long as that gives nine squares;
/// else every three characters are a square, and one that has no sign is empty.
pub(super) fn read(text: &str) -> Rank {
    let rank = without_blanks(text);
    if rank.is_whole() {
        return rank;
    }
    in_columns(text).filter(Rank::is_whole).unwrap_or(rank)
}

fn without_blanks(text: &str) -> Rank {
    let mut rank = Rank::default();
    let mut at = 0;
    while let Some(&byte) = text.as_bytes().get(at) {
        let rest = &text[at..];
        let length = match byte {
            b' ' | b'\t' => 1,
            // One program ends the line so.
            b'.' if rest.trim_end() == "." => break,
            b'*' => {
                rank.add(None);
                1
            }
            _ => rank.add_piece_or_odd(rest, at),
        };
        at += length;
    }
    rank
}

fn in_columns(text: &str) -> Option<Rank> {
    // The blank of an empty last square may be lost.
    if !text.is_ascii() || text.len() < 26 || text.trim_end().len() > 27 {
        return None;
    }
    let mut rank = Rank::default();
    for at in (0..27).step_by(3) {
        let cell = text.get(at..text.len().min(at + 3))?;
        let empty = !cell.contains(|it: char| it == '+' || it == '-' || it.is_ascii_alphanumeric());
        rank.add(if empty { None } else { Some(piece(cell)?) });
    }
    Some(rank)
}

/// The piece at the beginning of a text.
fn piece(text: &str) -> Option<Piece> {
    let &[mark, first, second] = text.as_bytes().first_chunk()?;
    Some(Piece {
        color: sign::side(mark)?,
        kind: words::kind([first, second])?,
    })
}

/// How far something goes that is no square: up to the next that may be one, at most three characters.
fn odd_length(text: &str) -> usize {
    let ends = |(at, character): (usize, char)| {
        let next = matches!(character, '+' | '-' | '*' | ' ' | '\t');
        (at > 0 && next).then_some(at)
    };
    let third = text.char_indices().nth(3).map_or(text.len(), |(at, _)| at);
    text[..third].char_indices().find_map(ends).unwrap_or(third)
}

#[cfg(test)]
mod tests {
    use super::{Rank, read};

    fn shown(rank: &Rank) -> String {
        rank.squares
            .iter()
            .map(|square| square.map_or(".".to_owned(), |piece| piece.to_string()))
            .collect()
    }

    #[test]
    fn ranks_are_read_with_blanks_or_without() {
        for (text, squares) in [
            ("-KY-KE-GI-KI-OU-KI-GI-KE-KY", "lnsgkgsnl"),
            (" * -HI *  *  *  *  * -KA * ", ".r.....b."),
            (" * -HI *  *  *  *  * -KA *", ".r.....b."),
            (" * -HI * * * * * -KA *", ".r.....b."),
            ("* -HI * * * * * -KA *", ".r.....b."),
            ("*-HI*****-KA*", ".r.....b."),
            (" *  *  *  *  *  *  *  * +RY", "........+R"),
            (" *  *  *  *  *  *  *  *  *.", "........."),
            (" *  *  *  *  *  *  *  *  * . ", "........."),
            ("   -HI               -KA   ", ".r.....b."),
            (" . -HI .  .  .  .  . -KA . ", ".r.....b."),
        ] {
            let rank = read(text);
            assert!(rank.is_whole(), "{text:?} {rank:?}");
            assert_eq!(shown(&rank), squares, "{text:?}");
        }
    }

    #[test]
    fn what_is_odd_is_told() {
        for (text, squares, count, odd) in [
            ("-KY-XX-GI-KI-OU-KI-GI-KE-KY", "l.sgkgsnl", 9, Some("-XX")),
            ("-KY+-GI-KI-OU-KI-GI-KE-KY", "l.sgkgsnl", 9, Some("+")),
            ("-KY-KE-GI", "lns......", 3, None),
            ("", ".........", 0, None),
            ("-KY-KE-GI-KI-OU-KI-GI-KE-KY-KY", "lnsgkgsnl", 10, None),
            ("歩歩歩歩", ".........", 2, Some("歩歩歩")),
            (" KY-KE-GI-KI-OU-KI-GI-KE-KY", ".nsgkgsnl", 9, Some("KY")),
            (" *  *  *  *  *  *  *  *  *  Q", ".........", 10, Some("Q")),
        ] {
            let rank = read(text);
            assert_eq!(shown(&rank), squares, "{text:?}");
            assert_eq!(rank.count, count, "{text:?}");
            assert_eq!(rank.odd.map(|odd| &text[odd]), odd, "{text:?}");
        }
    }
}
