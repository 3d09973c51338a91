//! `turn-missing`: no side to move.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::TurnTaken;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!("turn-missing", Doubt, Starts, "no side to move", "手番がない");

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::TurnMissing(taken) = case.kind() else {
        return;
    };
    report.say(match taken {
        TurnTaken::White => message!(
            "the side to move is not stated; read as White, because the first move is White's (後手, 上手)",
            "手番の記載がない。最初の指し手が後手（上手）のものなので、後手からとして読む",
        ),
        TurnTaken::FirstMove(first) => message!(
            "there is no `+` or `-` line for the side to move; read as {first}, who makes the first move",
            "手番を示す「+」「-」の行がない。最初の指し手が{first}のものなので、{first}からとして読む",
            first
        ),
        TurnTaken::Black => message!(
            "there is no `+` or `-` line for the side to move; read as Black",
            "手番を示す「+」「-」の行がない。先手番として読む",
        ),
        TurnTaken::Value(value) => case.value(value),
    });
}
