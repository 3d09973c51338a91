//! `janggi-bikjang` 빅장: generals that face each other are left so, and the game goes on.

use super::movement::Case;
use crate::finding::{message, rule};
use crate::referee::report::Report;

rule!(
    "janggi-bikjang",
    Notice,
    Results,
    "bikjang (빅장) left unanswered",
    "応じられなかった빅장"
);

/// The check.
pub(super) fn check(case: &Case, report: &mut Report) {
    let is_called = case.before.called == Some(1 - case.mover);
    if is_called && case.after.men.are_facing() && case.after.ended.is_none() {
        report.say(message!(
            "the generals still face each other (빅장)",
            "将どうしが向かい合ったままである（빅장）"
        ));
    }
}
