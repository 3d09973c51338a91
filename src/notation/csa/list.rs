//! Lists of pieces: `22KA82HI`, `00FU00AL`.

use super::{moves, words};
use crate::finding::Span;
use crate::shogi::{PieceKind, Square};

/// Where a listed piece is.
#[derive(Clone, Copy, Debug)]
pub(super) enum PiecePlace {
    Board(Square),
    Hand,
}

/// Four characters of a list: two digits and two letters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group<'l> {
    /// The characters themselves; fewer than four at the end of a list.
    pub(super) text: &'l str,
    start: u32,
    /// The place of the two digits.
    pub(super) place: Option<PiecePlace>,
    /// The two letters.
    pub(super) code: [u8; 2],
}

impl<'l> Group<'l> {
    /// The groups of a list that stands at `start`; the last holds whatever is left.
    pub(super) fn all(list: &'l str, start: u32) -> impl Iterator<Item = Group<'l>> {
        let mut rest = list;
        std::iter::from_fn(move || {
            rest = rest.trim_start();
            let at = start + (list.len() - rest.len()) as u32;
            let text = rest.get(..4).unwrap_or(rest);
            rest = &rest[text.len()..];
            (!text.is_empty()).then(|| Self::new(text, at))
        })
    }

    fn new(text: &'l str, start: u32) -> Self {
        let (place, code) = match *text.as_bytes() {
            [b'0', b'0', first, second] => (Some(PiecePlace::Hand), [first, second]),
            [file, rank, first, second] => {
                (moves::square(file, rank).map(PiecePlace::Board), [first, second])
            }
            _ => (None, [0; 2]),
        };
        Self {
            text,
            start,
            place,
            code,
        }
    }

    /// The kind of the letters.
    pub(super) fn kind(&self) -> Option<PieceKind> {
        words::kind(self.code)
    }

    /// Where the group stands.
    pub(super) fn span(&self) -> Span {
        Span {
            start: self.start,
            end: self.start + self.text.trim_end().len() as u32,
        }
    }
}
