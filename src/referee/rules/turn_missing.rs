//! `turn-missing`: nobody is said to move.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::TurnTaken;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "turn-missing",
    class: Doubt,
    group: Starts,
    title: "nobody is said to move", "手番がない",
    what:
        "A CSA record has a position but no line `+` or `-` before the moves; or a board diagram has no 手番 line and the first move is White's. The first move decides.",
        "CSA形式で、局面はあるが指し手の前に「+」「-」の行がない。または、盤面図に手番の行がなく、最初の指し手が後手のものである。最初の指し手によって手番を決める。",
    why: "Readers disagree who is to move.", "どちらの手番とするかがソフトによって違う。",
    remedy:
        "Add the line: `+` for Black or `-` for White in CSA, 後手番 in KIF.",
        "手番の行を加える。CSAでは先手なら「+」、後手なら「-」、KIFでは「後手番」。",
    source: "CSA V2.2 and V3.0: the turn line is mandatory; KIF board diagrams.",
    bad: Record { text: "V2.2\nPI\n+7776FU\n%TORYO\n" },
        "no turn line", "手番の行がない",
    good: Record { text: "V2.2\nPI\n+\n+7776FU\n%TORYO\n" },
        "with `+`", "「+」がある",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::TurnMissing(taken) = case.kind() else {
        return;
    };
    report.say(match taken {
        TurnTaken::White => message!(
            "nothing says whose turn it is, and the first move is White's (後手, 上手): White is taken to start",
            "手番が書かれておらず、最初の指し手は後手（上手）のものである。後手から始まるとみなす",
        ),
        TurnTaken::FirstMove(first) => message!(
            "no line `+` or `-` says who moves first; the first move is {first}'s, which decides",
            "最初の手番を示す「+」「-」の行がない。最初の指し手が{first}のものなのでそれに従う",
            first
        ),
        TurnTaken::Black => message!(
            "no line `+` or `-` says who is to move; Black is taken",
            "手番を示す「+」「-」の行がない。先手番とみなす",
        ),
        TurnTaken::Value(value) => case.value(value),
    });
}
