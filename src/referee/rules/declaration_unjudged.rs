//! `declaration-unjudged` 判定できない入玉宣言: a declared win that these rules do not know.

use crate::finding::{Class, Example, Page, Rule, both, say};
use crate::profile::Declaration;
use crate::referee::game::{Complaint, Game};
use crate::referee::words::{self, japanese};

/// 判定できない入玉宣言: a declared win that these rules do not know.
pub static RULE: Rule = Rule {
    name: "declaration-unjudged",
    class: Class::Notice,
    english: "a declared win that these rules do not know",
    japanese: "判定できない入玉宣言",
    page: Page {
        what: both(
            "The record ends with a declared entering-king win (`%KACHI`, 入玉勝ち), and the rules by which it is judged have no declaration.",
            "入玉宣言（`%KACHI`、入玉勝ち）で終わっているが、判定に用いた規則に宣言法がない。",
        ),
        why: both(
            "Whether the declaration holds depends on the rule of the event, 27 or 24 points. What the record says stands.",
            "宣言の成否は大会の規定（27点法か24点法）による。結果は棋譜の記載のままとする。",
        ),
        remedy: both(
            "Name the rules of the event with `--profile` or `--rules`, or write `$JISHOGI:27` or `$JISHOGI:24` into the record.",
            "`--profile` か `--rules` で大会の規定を指定する。または棋譜に `$JISHOGI:27` か `$JISHOGI:24` を書く。",
        ),
        source: "S0:341 and S3:76-78 know impasse by agreement only.",
        bad: Example::Under {
            rules: "extends = \"seed\"",
            text: "手合割：その他\n後手の持駒：銀二　桂四　香二　歩十六\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ 銀 金 銀 ・ ・ ・ ・|一\n| 馬 龍 金 玉 金 香 香 飛 角|二\n| ・ ・ ・ 金 ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・v歩v歩|五\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：なし\n   1 入玉勝ち\n",
            note: both(
                "these rules know impasse by agreement only",
                "この規則は合意による持将棋だけを定める",
            ),
        },
        good: Example::Record {
            text: "手合割：その他\n後手の持駒：銀二　桂四　香二　歩十六\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ 銀 金 銀 ・ ・ ・ ・|一\n| 馬 龍 金 玉 金 香 香 飛 角|二\n| ・ ・ ・ 金 ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・v歩v歩|五\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：なし\n   1 入玉勝ち\n",
            note: both("by the 27-point rule 28 points win", "27点法では28点で勝ち"),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>) -> Vec<Complaint> {
    let Some(side) = game
        .declarer()
        .filter(|_| game.profile.declaration == Declaration::None)
    else {
        return Vec::new();
    };
    let name = &game.profile.name;
    vec![game.about_result(
        Some(side),
        say(
            format!(
                "{} declares a win, and {name} has no declaration: it was not judged",
                words::side(side)
            ),
            format!(
                "{}の入玉宣言：{name}には宣言法がなく、判定しなかった",
                japanese::side(side)
            ),
        ),
    )]
}
