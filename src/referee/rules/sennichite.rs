//! `sennichite` 千日手: repetition of a position.

use crate::finding::{both, message, rule};
use crate::profile::RepetitionResult;
use crate::referee::recurrence::Recurrence;
use crate::referee::report::Report;

rule!(
    "sennichite",
    Notice,
    Results,
    "repetition of a position",
    "千日手"
);

/// The check.
pub(in crate::referee) fn check(case: &Recurrence<'_>, report: &mut Report) {
    if !case.is_draw {
        return;
    }
    let end = match case.profile.repetition_result {
        RepetitionResult::Draw => both("the game is drawn", "引き分け"),
        RepetitionResult::Replay => both(
            "the game is replayed with colours exchanged",
            "先後を入れ替えて指し直し",
        ),
    };
    report.say(message!(
        "{same}: {end}",
        "{same}。千日手で{end}",
        same = case.again(),
        end
    ));
}
