//! `sennichite-ignored` 千日手後の続行: played on after the fourth repetition.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::referee::game::{Complaint, Game};

/// 千日手後の続行: played on after the fourth repetition.
pub static RULE: Rule = Rule {
    name: "sennichite-ignored",
    class: Class::Doubt,
    english: "played on after the fourth repetition",
    japanese: "千日手後の続行",
    page: Page {
        what: both(
            "A position came about for the fourth time, and the game went on.",
            "",
        ),
        why: both(
            "By the rule the game was over as 千日手; nobody noticed or claimed it.",
            "",
        ),
        remedy: both("Decide by the rules of the event whether the result stands.", ""),
        source: "S0:339, S3:74; JSA rules: the fourth time ends the game.",
        bad: Example::Record {
            text: "手合割：平手\n   1 ３八飛(28)\n   2 ７二飛(82)\n   3 ２八飛(38)\n   4 ８二飛(72)\n   5 ３八飛(28)\n   6 ７二飛(82)\n   7 ２八飛(38)\n   8 ８二飛(72)\n   9 ３八飛(28)\n  10 ７二飛(82)\n  11 ２八飛(38)\n  12 ８二飛(72)\n  13 ３八飛(28)\n  14 投了\n",
            note: both("a move behind the fourth time", ""),
        },
        good: Example::Record {
            text: "手合割：平手\n   1 ３八飛(28)\n   2 ７二飛(82)\n   3 ２八飛(38)\n   4 ８二飛(72)\n   5 ３八飛(28)\n   6 ７二飛(82)\n   7 ２八飛(38)\n   8 ８二飛(72)\n   9 ３八飛(28)\n  10 ７二飛(82)\n  11 ２八飛(38)\n  12 ８二飛(72)\n  13 千日手\n",
            note: both("over at the fourth time", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>) -> Vec<Complaint> {
    let ignored = game
        .repetition
        .filter(|repetition| repetition.perpetual.is_none() && repetition.ply < game.plies);
    let Some(repetition) = ignored else {
        return Vec::new();
    };
    let ply = repetition.ply;
    let message = format!(
        "the game was over by 千日手 at ply {ply}, the fourth time, but {} more plies were played",
        game.plies - ply
    );
    vec![Complaint::new(ply, Some(repetition.span), None, message)]
}
