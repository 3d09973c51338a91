//! `yonin-check-claim` 王手の宣言: `!S` where there is no check, or none where there is one.

use crate::finding::{List, message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::yonin::board::seat;
use crate::system::yonin::game::Yonin;

rule!(
    "yonin-check-claim",
    Doubt,
    Notation,
    "a wrong or missing check claim",
    "王手の宣言の誤り"
);

/// The check.
pub(super) fn check(case: &PlyCase<Yonin>, report: &mut Report) {
    // Who is mated by the ply is in check, too.
    let mut men = case.after.men.clone();
    men.alive = case.before.men.alive;
    let checked = |seat: usize| seat != case.mover && men.in_check(seat);
    let wrong: Vec<_> = case
        .ply
        .claims
        .iter()
        .filter(|&&it| !checked(it))
        .map(|&it| seat(it))
        .collect();
    if !wrong.is_empty() {
        report.say(message!(
            "check is claimed on {names}, but there is no such check",
            "{names}への王手が宣言されているが、王手はかかっていない",
            names = List(wrong)
        ));
    }
    let (checks, claimed) = case.before.checks;
    let all_claimed = checks > 0 && checks == claimed;
    // Who was in check before has been told so.
    let is_new = |it: usize| checked(it) && !case.before.men.in_check(it);
    let missing: Vec<_> = (0..case.after.men.alive.len())
        .filter(|&it| case.before.men.alive[it] && is_new(it) && !case.ply.claims.contains(&it))
        .map(seat)
        .collect();
    if (all_claimed || !case.ply.claims.is_empty()) && !missing.is_empty() {
        report.say(message!(
            "the check on {names} is not claimed",
            "{names}への王手が宣言されていない",
            names = List(missing)
        ));
    }
}
