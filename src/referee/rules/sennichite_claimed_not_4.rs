//! `sennichite-claimed-not-4` 千日手の成立していない千日手: repetition claimed, but fewer than four times.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::record::Terminal;
use crate::referee::game::{Complaint, Game};

/// 千日手の成立していない千日手: repetition claimed, but fewer than four times.
pub static RULE: Rule = Rule {
    name: "sennichite-claimed-not-4",
    class: Class::RecordError,
    english: "repetition claimed, but fewer than four times",
    japanese: "千日手の成立していない千日手",
    page: Page {
        what: both(
            "The result is 千日手, and no position of the game came about four times.",
            "",
        ),
        why: both(
            "By the rule the game is not over; moves may be missing, or the players agreed.",
            "",
        ),
        remedy: both("Compare the last moves with the score sheet.", ""),
        source: "S0:339, S3:74; JSA rules: four times the same position, hands and side to move.",
        bad: Example::Record {
            text: "手合割：平手\n   1 ３八飛(28)\n   2 ７二飛(82)\n   3 ２八飛(38)\n   4 ８二飛(72)\n   5 ３八飛(28)\n   6 ７二飛(82)\n   7 ２八飛(38)\n   8 ８二飛(72)\n   9 千日手\n",
            note: both("three times", ""),
        },
        good: Example::Record {
            text: "手合割：平手\n   1 ３八飛(28)\n   2 ７二飛(82)\n   3 ２八飛(38)\n   4 ８二飛(72)\n   5 ３八飛(28)\n   6 ７二飛(82)\n   7 ２八飛(38)\n   8 ８二飛(72)\n   9 ３八飛(28)\n  10 ７二飛(82)\n  11 ２八飛(38)\n  12 ８二飛(72)\n  13 千日手\n",
            note: both("four times", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>) -> Vec<Complaint> {
    if game.terminal() != Some(Terminal::Repetition) || game.repetition.is_some() || !game.certain {
        return Vec::new();
    }
    let times = match game.most_occurrences {
        1 => "no position came about more than once".to_owned(),
        2 => "no position came about more than twice".to_owned(),
        times => format!("no position came about more than {times} times"),
    };
    vec![game.about_result(
        None,
        format!("the result is 千日手, but {times}; four times are needed"),
    )]
}
