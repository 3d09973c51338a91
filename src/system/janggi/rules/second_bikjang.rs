//! `gung-second-bikjang` 두 번째 빅장: a general is made to face a promoted one.

use super::movement::Case;
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::janggi::board::seat;

rule!(
    "gung-second-bikjang",
    Notice,
    Results,
    "bikjang (빅장) against a promoted general (왕장)",
    "昇格した将（왕장）への빅장"
);

/// Whether a ply makes the generals face each other, and that of the other side is promoted.
pub(super) fn faces_promoted(case: &Case) -> bool {
    case.after.called == Some(case.mover) && case.after.is_promoted(1 - case.mover)
}

/// The check.
pub(super) fn check(case: &Case, report: &mut Report) {
    if faces_promoted(case) {
        let (mover, taker) = (seat(case.mover), seat(1 - case.mover));
        report.say(message!(
            "{mover}'s general faces {taker}'s promoted general, which can capture it",
            "{mover}の将が{taker}の昇格した将と向かい合い、取られる形である",
            mover,
            taker
        ));
    }
}
