//! `gung-move-shape` 행마 잘못: a piece moves as it cannot.

use super::movement::{Case, Fault, fault, own};
use crate::finding::{message, rule};
use crate::notation::gib::Step;
use crate::referee::report::Report;

rule!(
    "gung-move-shape",
    Foul,
    Fouls,
    "a move that the piece cannot make (행마 잘못)",
    "動けない所へ動かす（행마 잘못）"
);

/// The check, which janggi asks for `illegal-piece-movement`.
pub(super) fn check(case: &Case, report: &mut Report) {
    let Some((Step { from, to, .. }, man)) = own(case).filter(|_| fault(case) == Some(Fault::Shape)) else {
        return;
    };
    let kind = man.kind;
    report
        .say(message!(
            "the {kind} on {from} cannot move to {to}",
            "{from}の{kind}は{to}へ動けない",
            kind,
            from,
            to
        ))
        .stopping();
}
