//! Trouble beyond what is listed one by one: of a record it is told all the same that something in it is destroyed.

use core::ops::Range;

use memchr::memmem;

use super::Text;
use super::control::is_out_of_place;
use super::survey::is_written;
use super::trouble::{Harm, Trouble};

/// Of each kind of trouble that is no longer listed in a stretch of the text, the first place in it. Where the entry for
/// the rest of a list begins in the stretch, that tells of it.
pub fn unlisted(text: &Text<'_>, within: Range<usize>) -> Vec<Trouble> {
    let here = text
        .troubles()
        .iter()
        .filter(|it| it.place.text.start < within.start);
    let mut found = Vec::new();
    for rest in text.earlier.iter().chain(here) {
        let stretch = within.start..within.end.min(rest.place.text.end);
        let Some(harm) = rest.harm.once().filter(|_| !stretch.is_empty()) else {
            continue;
        };
        let destroyed = || {
            let characters = memmem::find_iter(&text.as_str().as_bytes()[stretch.clone()], "\u{FFFD}");
            characters.map(|at| stretch.start + at..stretch.start + at + '\u{FFFD}'.len_utf8())
        };
        let first = match harm {
            Harm::DamagedBytes { .. } => destroyed().find(|it| !is_written(text, it.start)),
            Harm::ReplacementCharacter { .. } => destroyed().find(|it| is_written(text, it.start)),
            Harm::ControlCharacters { .. } => {
                let mut bytes = stretch.clone().zip(&text.as_str().as_bytes()[stretch]);
                bytes
                    .find(|&(_, &byte)| is_out_of_place(byte))
                    .map(|(at, _)| at..at + 1)
            }
            _ => None,
        };
        found.extend(first.map(|it| Trouble {
            place: text.place(it),
            harm,
        }));
    }
    found
}
