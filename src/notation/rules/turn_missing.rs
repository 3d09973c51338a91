//! `turn-missing`: nobody is said to move.

use crate::finding::{Class, Example, Page, Rule, both};

/// 手番がない: nobody is said to move.
pub static RULE: Rule = Rule {
    name: "turn-missing",
    class: Class::Doubt,
    english: "nobody is said to move",
    japanese: "手番がない",
    page: Page {
        what: both(
            "A CSA record has a position but no line `+` or `-` before the moves; or a board diagram has no 手番 line and the first move is White's. The first move decides.",
            "CSA形式で、局面はあるが指し手の前に「+」「-」の行がない。または、盤面図に手番の行がなく、最初の指し手が後手のものである。最初の指し手によって手番を決める。",
        ),
        why: both(
            "Readers disagree who is to move.",
            "どちらの手番とするかがソフトによって違う。",
        ),
        remedy: both(
            "Add the line: `+` for Black or `-` for White in CSA, 後手番 in KIF.",
            "手番の行を加える。CSAでは先手なら「+」、後手なら「-」、KIFでは「後手番」。",
        ),
        source: "CSA V2.2 and V3.0: the turn line is mandatory; KIF board diagrams.",
        bad: Example::Record {
            text: "V2.2\nPI\n+7776FU\n%TORYO\n",
            note: both("no turn line", "手番の行がない"),
        },
        good: Example::Record {
            text: "V2.2\nPI\n+\n+7776FU\n%TORYO\n",
            note: both("with `+`", "「+」がある"),
        },
    },
};
