//! `yonin-check-claim` 王手の宣言: `!S` where there is no check, or none where there is one.

use crate::finding::{List, message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::yonin::board::seat;
use crate::system::yonin::game::Yonin;

rule! {
    name: "yonin-check-claim",
    class: Doubt,
    group: Notation,
    title: "a check is claimed wrongly, or not", "王手の宣言の誤り",
    what:
        "A ply says `!S` though South is not in check after it, or says nothing though it checks somebody. The latter counts only where each check before was claimed.",
        "`!S` と書かれているが南に王手がかかっていない、または王手なのに何も書かれていない。後者は、それまでの王手がすべて宣言されている棋譜に限る。",
    why: "The claim or the move is wrong.", "宣言か指し手が誤っている。",
    remedy: "Compare the move with the score sheet.", "棋譜用紙と照合する。",
    source: "The form of the record: `!` and a seat claim a check.",
    bad: Record { text: "Yonin: 1\n1 S 6i7h !N\n#interrupt\n" },
        "nobody is in check", "王手ではない",
    good: Record { text: "Yonin: 1\n1 S 6i7h\n2 W 9g8g\n3 N 3a3b\n4 E 1d2c\n5 S 5i6i\n6 W 8g7h !S\n#interrupt\n" },
        "the silver checks South", "銀が南に王手をかける",
}

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
            "{names} is not in check",
            "{names}に王手はかかっていない",
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
            "the check to {names} is not claimed",
            "{names}への王手が宣言されていない",
            names = List(missing)
        ));
    }
}
