//! `turn-missing`: nobody is said to move.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::TurnTaken;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "turn-missing",
    Doubt,
    Starts,
    "nobody is said to move",
    "手番がない"
);

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
