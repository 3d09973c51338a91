//! `perpetual-check` 連続王手の千日手: perpetual check.

use crate::finding::{message, rule};
use crate::profile::PerpetualWindow;
use crate::referee::recurrence::Recurrence;
use crate::referee::report::Report;

rule!(
    "perpetual-check",
    Foul,
    Fouls,
    "perpetual check",
    "連続王手の千日手"
);

/// The check.
pub(in crate::referee) fn check(case: &Recurrence<'_>, report: &mut Report) {
    let Some(checker) = case.perpetual else { return };
    let why = match case.profile.perpetual_window {
        PerpetualWindow::FirstToLast => message!(
            "every move of {checker} since its first occurrence gave check",
            "その間の{checker}の指し手はすべて王手であった",
            checker
        ),
        PerpetualWindow::UnbrokenChecks => message!(
            "{checker} gave check without interruption",
            "{checker}は途切れなく王手を続けた",
            checker
        ),
    };
    let complaint = report.say(message!(
        "{same}, and {why}: {checker} loses",
        "{same}。{why}ので{checker}の負け",
        same = case.again(),
        why,
        checker
    ));
    complaint
        .of(checker)
        .marking(case.position.king(checker.opponent()));
}
