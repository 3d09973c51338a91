//! `removal-mismatch`: a piece to remove that is not there.

use crate::finding::{Class, Example, Page, Rule, both};

/// 取り除く駒がない: a piece to remove that is not there.
pub static RULE: Rule = Rule {
    name: "removal-mismatch",
    class: Class::RecordError,
    english: "a piece to remove that is not there",
    japanese: "取り除く駒がない",
    page: Page {
        what: both(
            "`PI` lists a piece to take off the board, and another piece or none stands on that square. Whatever stands there is taken off.",
            "",
        ),
        why: both("The handicap of the game is not the one that was meant.", ""),
        remedy: both(
            "Correct the square or the piece: `PI22KA` takes the bishop from 2二.",
            "",
        ),
        source: "CSA V2.2, `PI`.",
        bad: Example::Record {
            text: "V2.2\nPI28KA\n-\n-3334FU\n%TORYO\n",
            note: both("2八 holds Black's rook", ""),
        },
        good: Example::Record {
            text: "V2.2\nPI22KA\n-\n-3334FU\n%TORYO\n",
            note: both("bishop handicap", ""),
        },
    },
};
