//! `bad-token`: something that is no move.

use crate::finding::{Class, Example, Page, Rule};

/// 読めない指し手: something that is no move.
pub static RULE: Rule = Rule {
    name: "bad-token",
    class: Class::RecordError,
    english: "something that is no move",
    japanese: "読めない指し手",
    page: Page {
        what: "A move is due and something stands there that begins like one, but names a square that is not on the board, a piece that does not exist, or breaks off. The board stays as it is, and the rest of the line cannot be judged.",
        why: "Nobody can say what was played, and every later move is played from a position that is not known.",
        remedy: "Compare with the score sheet and correct the move.",
        source: "S0:37 (81 squares), S0:42 (eight kinds); CSA V2.2: files and ranks go from 1 to 9.",
        bad: Example::Record { text: "V2.2\nPI\n+\n+0176FU\n%TORYO\n", note: "there is no square `01`" },
        good: Example::Record { text: "V2.2\nPI\n+\n+7776FU\n%TORYO\n", note: "from 7七 to 7六" },
    },
};
