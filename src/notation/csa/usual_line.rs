//! The lines that nearly all of an archive is made of: moves with their times, and comments.
//!
//! They are found byte by byte here, in front of the grammar, which can read them too: what has another form is left to it
//! in whole stretches of lines. Where both answer, they answer the same, and tests see to it.

use memchr::memchr2;

use super::grammar::Rule;
use super::moves::LENGTH;

/// The token that a text begins with, if it is one of these, and how long it is with the line end or comma after it.
pub(super) fn read(text: &str) -> Option<(Rule, usize)> {
    let bytes = text.as_bytes();
    match bytes.first()? {
        b'+' | b'-' => timed_move(bytes).map(|length| (Rule::timed_move, length)),
        b'\'' => {
            let line = memchr2(b'\n', b'\r', bytes).unwrap_or(bytes.len());
            let end = stop(&bytes[line..])?;
            Some((Rule::comment, line + end))
        }
        _ => None,
    }
}

/// How long a move is, with its time where that follows directly.
fn timed_move(bytes: &[u8]) -> Option<usize> {
    let [_, squares @ .., first, second] = bytes.first_chunk::<LENGTH>()?;
    let is_move =
        squares.iter().all(u8::is_ascii_digit) && first.is_ascii_uppercase() && second.is_ascii_uppercase();
    let mut at = LENGTH + stop(bytes.get(LENGTH..).filter(|_| is_move)?)?;
    if bytes.get(at) == Some(&b'T') {
        let digits = bytes[at + 1..].iter().take_while(|it| it.is_ascii_digit());
        at += 1 + digits.count();
        at += stop(&bytes[at..])?;
    }
    Some(at)
}

/// How long the line end or comma is that a text begins with; none stands at its end.
fn stop(bytes: &[u8]) -> Option<usize> {
    match bytes {
        [] => Some(0),
        [b'\n' | b',', ..] => Some(1),
        [b'\r', b'\n', ..] => Some(2),
        _ => None,
    }
}
