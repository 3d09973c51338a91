//! The format of the Computer Shogi Association, V1 to V3.0.
//!
//! A record is a list of statements, one a line or several with commas between them. There are no variations, every
//! move names its side, and the piece as it is after the move.

mod clock;
mod cut;
mod ending;
mod grammar;
mod list;
mod moves;
mod play;
mod position;
mod rank;
mod read;
pub mod words;

use super::{Claim, Notation, Scope};
use crate::record::{Format, Written};

const FORMAT: Format = Format::named("csa");

/// CSA.
pub static NOTATION: Notation = Notation {
    format: FORMAT,
    title: "CSA, V1 to V3.0",
    extensions: &["csa"],
    encodings: "Shift_JIS or UTF-8; V3.0 declares it on the first line",
    holds: "headers, any start position, times, comments, the result; no variations, no bookmarks",
    scope: Scope::Games,
    claim_line: |line| Claim::strong_if(claims_line(line)),
    first_record: cut::first_record,
    read: read::read,
};

/// A move alone, as game servers log the ones they refuse: `+7776FU`. Its span counts from the start of `text`.
pub fn written(text: &str) -> Option<Written> {
    moves::written(text, 0).ok()
}

/// Whether a line can only be CSA. Comments are not asked: a line with `'` may stand anywhere.
fn claims_line(line: &str) -> bool {
    match line.as_bytes() {
        [b'+' | b'-', a, b, c, d, kind @ ..] if [a, b, c, d].into_iter().all(u8::is_ascii_digit) => {
            matches!(kind, [b'A'..=b'Z', b'A'..=b'Z', ..])
        }
        [b'P', what, ..] => matches!(what, b'I' | b'1'..=b'9' | b'+' | b'-'),
        [b'%', word, ..] => matches!(word, b'A'..=b'Z' | b'+' | b'-'),
        [b'N', sign, ..] => matches!(sign, b'+' | b'-'),
        [b'V', version, ..] => version.is_ascii_digit(),
        [b'$', letter, rest @ ..] => letter.is_ascii_uppercase() && rest.contains(&b':'),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::claims_line;

    #[test]
    fn only_lines_of_its_own_are_claimed() {
        for line in [
            "+7776FU",
            "-0055KA,T3",
            "PI",
            "PI22KA",
            "P1-KY",
            "P9",
            "P+00FU",
            "P-",
            "%TORYO",
            "%+ILLEGAL_ACTION",
            "N+甲",
            "N-",
            "V2.2",
            "$EVENT:",
            "$START_TIME:2024/05/05",
            "+7776FU 好手",
        ] {
            assert!(claims_line(line), "{line}");
        }
        for line in [
            "",
            "+",
            "-",
            "+7776",
            "+7776fu",
            "+77歩",
            "7776FU",
            "P",
            "P0",
            "Player",
            "%",
            "% 50",
            "N",
            "No",
            "V",
            "Vs",
            "$",
            "$EVENT",
            "$ 5:00",
            "'comment",
            "T12",
            "/",
            "+---+",
            "先手：甲",
            "*",
            "１",
        ] {
            assert!(!claims_line(line), "{line}");
        }
    }
}
