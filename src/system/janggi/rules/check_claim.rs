//! `janggi-check-claim` 장군 표시: 장군 where no check is given.

use super::movement::Case;
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::janggi::board::seat;
use crate::system::janggi::ended::Ended;

rule! {
    name: "janggi-check-claim",
    class: Doubt,
    group: Notation,
    title: "장군 without check (장군)", "王手でない 장군",
    what:
        "A ply is marked `장군`, but the general of the other side cannot be taken after it, and the generals do not face each other. It is said only where the record has marked every check before, two at least: many records mark none, or some.",
        "指し手に `장군` とあるが、その後、相手の将は取られず、将どうしも向かい合っていない。それまでの王手（2回以上）がすべて印されている棋譜に限る。印のない棋譜や、一部だけの棋譜も多い。",
    why: "The mark or the move is wrong.", "印か指し手が誤っている。",
    remedy: "Compare the ply with the score sheet.", "その手を棋譜用紙と照合する。",
    source: "Records of janggi, as programs of Korea write them: 장군 after a move that gives check.",
    bad: Record { text: "[국면 \"3k5/9/9/8p/9/9/9/9/4K4/R8 w\"]\n1. 01차11 장군  2. 14궁24  3. 11차21 장군  4. 24궁34  5. 21차22 장군\n#interrupt\n" },
        "the chariot is on another rank", "車は別の段にいる",
    good: Record { text: "[국면 \"3k5/9/9/8p/9/9/9/9/4K4/R8 w\"]\n1. 01차11 장군  2. 14궁24  3. 11차21 장군  4. 24궁34  5. 21차31 장군\n#interrupt\n" },
        "the chariot sees the general", "車が将に利いている",
}

/// The check.
pub(super) fn check(case: &Case, report: &mut Report) {
    let (men, other) = (&case.after.men, 1 - case.mover);
    let is_taken = matches!(case.after.ended, Some(Ended::Captured { .. }));
    let holds = is_taken || men.in_check(other) || men.are_facing();
    if case.ply.ply.checks && !holds && case.before.marks.are_kept() {
        let other = seat(other);
        report.say(message!(
            "the ply is marked 장군, but the general of {other} is not in check",
            "장군 とあるが、{other}の将に王手はかかっていない",
            other
        ));
    }
}
