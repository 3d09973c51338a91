//! `sennichite-ignored` 千日手後の続行: played on after the fourth repetition.

use crate::finding::{Class, Example, Page, Rule, both, say};
use crate::referee::game::{Complaint, Game};
use crate::referee::words::{self, japanese};

/// 千日手後の続行: played on after the fourth repetition.
pub static RULE: Rule = Rule {
    name: "sennichite-ignored",
    class: Class::Doubt,
    english: "played on after the fourth repetition",
    japanese: "千日手後の続行",
    page: Page {
        what: both(
            "A position came about as often as ends a game, usually for the fourth time, and the game went on.",
            "同一局面が規定の回数（通常4回）現れたのに、対局が続いた。",
        ),
        why: both(
            "By the rule the game was over as 千日手; nobody noticed or claimed it.",
            "規定では千日手で終わっていた。だれも気づかないか、指摘しなかった。",
        ),
        remedy: both(
            "Decide by the rules of the event whether the result stands.",
            "結果を変えるかどうかを大会の規定で決める。",
        ),
        source: "S0:339, S3:74; JSA rules: the fourth time ends the game.",
        bad: Example::Record {
            text: "手合割：平手\n   1 ３八飛(28)\n   2 ７二飛(82)\n   3 ２八飛(38)\n   4 ８二飛(72)\n   5 ３八飛(28)\n   6 ７二飛(82)\n   7 ２八飛(38)\n   8 ８二飛(72)\n   9 ３八飛(28)\n  10 ７二飛(82)\n  11 ２八飛(38)\n  12 ８二飛(72)\n  13 ３八飛(28)\n  14 投了\n",
            note: both("a move behind the fourth time", "4回目の後に指し手"),
        },
        good: Example::Record {
            text: "手合割：平手\n   1 ３八飛(28)\n   2 ７二飛(82)\n   3 ２八飛(38)\n   4 ８二飛(72)\n   5 ３八飛(28)\n   6 ７二飛(82)\n   7 ２八飛(38)\n   8 ８二飛(72)\n   9 ３八飛(28)\n  10 ７二飛(82)\n  11 ２八飛(38)\n  12 ８二飛(72)\n  13 千日手\n",
            note: both("over at the fourth time", "4回目で終わっている"),
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
    let (ply, count) = (repetition.ply, game.profile.repetition_count);
    let more = game.plies - ply;
    let message = say(
        format!(
            "the game was over by 千日手 at ply {ply}, the {} time, but {} played",
            words::ordinal(count),
            if more == 1 {
                "1 more ply was".to_owned()
            } else {
                format!("{more} more plies were")
            }
        ),
        format!(
            "{ply}手目で{}となり千日手で終局のはずが、さらに{more}手指された",
            japanese::ordinal(count)
        ),
    );
    vec![Complaint::new(ply, Some(repetition.span), None, message)]
}
