//! `gote-moves-first` 後手の先着: the second player starts.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::played::Attempt;
use crate::played::Turn;
use crate::referee::words;

/// 後手の先着: the second player starts.
pub static RULE: Rule = Rule {
    name: "gote-moves-first",
    class: Class::Foul,
    english: "the second player starts",
    japanese: "後手の先着",
    page: Page {
        what: both(
            "The first move of a game that Black starts is White's. In handicap games White (上手) starts by rule, and a start position may give White the move: no finding then.",
            "",
        ),
        why: both(
            "Who begins is settled before the game; beginning out of turn loses.",
            "",
        ),
        remedy: both(
            "Check the handicap (手合割) and the turn line of the record first: a handicap game without its header looks like this.",
            "",
        ),
        source: "S0:39, S0:383-384: the first player moves first.",
        bad: Example::Moves {
            start: "startpos",
            moves: "3c3d",
            note: both("White's pawn moves at ply 1", ""),
        },
        good: Example::Moves {
            start: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
            moves: "3c3d",
            note: both("the position gives White the move", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>) -> Option<String> {
    (attempt.turn == Turn::WhiteFirst)
        .then(|| format!("{} starts, though it is Black's turn", words::side(attempt.mover)))
}
