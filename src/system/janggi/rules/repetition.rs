//! `gung-repetition` 반복수: the same move or the same check for the third time.

use super::movement::Case;
use crate::finding::{message, rule};
use crate::referee::report::Report;

rule! {
    name: "gung-repetition",
    class: Foul,
    group: Fouls,
    title: "the same again and again (반복수, 만년장)", "同じ手の反復（반복수、만년장）",
    what:
        "A player makes the same move for the third time while the piece goes to and fro between two points and takes nothing, or gives check for the third time from the same position (만년장). It is said once of each such run. `repeat_limit` in the rules of the event says another number.",
        "一つの駒が二点の間を往復し（駒は取らない）、同じ手が3回目になったか、同じ局面から3回目の王手をかけた（만년장）。一続きの反復につき一度だけ述べる。回数は大会の規定の `repeat_limit` で変えられる。",
    why: "To repeat the same three times or more is forbidden.", "同じ手を三回以上繰り返すことは禁じられている。",
    remedy: "Compare the moves with the score sheet, and ask how the umpire decided.", "棋譜用紙と照合し、審判の裁定を確かめる。",
    source: "“대국규정 및 규칙” (궁장기): the rule on repetition.",
    bad: Record { text: "[규칙 \"궁장기\"]\n[국면 \"r2a1a3/4k4/9/p7p/9/9/P8/9/4K4/R2A1A3 w\"]\n1. 01차02  2. 49병48  3. 02차01  4. 48병47  5. 01차02  6. 47병46  7. 02차01  8. 46병45  9. 01차02\n#interrupt\n" },
        "the third 01차02", "3回目の 01차02",
    good: Record { text: "[규칙 \"궁장기\"]\n[국면 \"r2a1a3/4k4/9/p7p/9/9/P8/9/4K4/R2A1A3 w\"]\n1. 01차02  2. 49병48  3. 02차01  4. 48병47  5. 01차02\n#interrupt\n" },
        "the second", "2回目",
}

/// The check.
pub(super) fn check(case: &Case, report: &mut Report) {
    let after = &case.after;
    let run = after.runs[case.mover];
    let limit = case.before.repeat_limit;
    if run.times() == limit && run.is_first() {
        report.say(message!(
            "to and fro, this is the same move number {limit}",
            "往復の同じ手の{limit}回目である",
            limit
        ));
    } else if after.men.in_check(1 - case.mover) && case.occurrences == limit {
        report.say(message!(
            "this is check number {limit} from the same position",
            "同じ局面からの{limit}回目の王手である",
            limit
        ));
    }
}
