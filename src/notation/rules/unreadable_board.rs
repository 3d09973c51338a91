//! `unreadable-board`: a board that cannot be read.

use crate::finding::{Class, Example, Page, Rule, both};

/// 読めない盤面図: a board that cannot be read.
pub static RULE: Rule = Rule {
    name: "unreadable-board",
    class: Class::RecordError,
    english: "a board that cannot be read",
    japanese: "読めない盤面図",
    page: Page {
        what: both(
            "A row or a hand of the start position holds something that is no piece, or the board has too few or too many rows. What could be read is used.",
            "",
        ),
        why: both("Every move is judged on the board that was understood.", ""),
        remedy: both(
            "Correct the row: nine cells of a mark and a piece, or ` ・` where there is none.",
            "",
        ),
        source: "KIF definition, board diagram; CSA V2.2, `P1`-`P9`.",
        bad: Example::Record {
            text: "V2.2\nP1-KY-KE-GI-KI-XX-KI-GI-KE-KY\nP5 *  *  *  * -OU *  *  *  * \nP9 *  *  *  * +OU *  *  *  * \n+\n+5958OU\n%TORYO\n",
            note: both("`XX` is no piece", ""),
        },
        good: Example::Record {
            text: "V2.2\nP1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP9 *  *  *  * +OU *  *  *  * \n+\n+5958OU\n%TORYO\n",
            note: both("nine pieces", ""),
        },
    },
};
