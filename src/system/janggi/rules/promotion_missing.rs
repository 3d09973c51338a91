//! `gung-promotion-missing` 진급 전의 행마: a piece moves as if it were promoted.

use super::movement::{Case, Fault, fault, own};
use crate::finding::{message, rule};
use crate::notation::gib::Step;
use crate::referee::report::Report;

rule!(
    "gung-promotion-missing",
    Foul,
    Fouls,
    "moving an unpromoted piece like a promoted one (진급)",
    "昇格していない駒が昇格したように動く（진급）"
);

/// The check.
pub(super) fn check(case: &Case, report: &mut Report) {
    let is_it = fault(case) == Some(Fault::Unpromoted);
    let Some((Step { from, to, .. }, man)) = own(case).filter(|_| is_it) else {
        return;
    };
    let kind = man.kind;
    report
        .say(message!(
            "the {kind} on {from} cannot move to {to}: it is not promoted",
            "{from}の{kind}は昇格していないため、{to}へ動けない",
            kind,
            from,
            to
        ))
        .stopping();
}
