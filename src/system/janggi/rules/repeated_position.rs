//! `janggi-repetition` 동형반복: the same position again and again.

use super::movement::Case;
use crate::finding::{message, rule};
use crate::referee::report::Report;

rule! {
    name: "janggi-repetition",
    class: Notice,
    group: Results,
    title: "a position for the third time (동형반복)", "同一局面3回（동형반복）",
    what:
        "The same position with the same side to move occurs for the third time, the start position included. `janggi.repeat_limit` sets another number, and `janggi.repeated` sets the result: the game goes on, is drawn, or the side that repeats loses.",
        "手番も同じ同一局面が、開始局面を含めて3回目に現れた。回数は `janggi.repeat_limit`、結果（続行、引き分け、繰り返した側の負け）は `janggi.repeated` で変えられる。",
    why: "Events differ in what follows: some have the side that repeats lose, others call it a draw.",
        "その結果は大会により異なり、繰り返した側の負けとするものも引き分けとするものもある。",
    remedy: "Ask by which rule the game was played.", "どの規定で指したかを確かめる。",
    source: "Rules of janggi (장기), as federations and servers have them.",
    bad: Record { text: "[국면 \"r2a1a3/4k4/9/p7p/9/9/P8/9/4K4/R2A1A3 w\"]\n1. 01차02  2. 11차12  3. 02차01  4. 12차11  5. 01차02  6. 11차12  7. 02차01  8. 12차11\n#interrupt\n" },
        "the start position occurs for the third time at ply 8", "8手目で開始局面が3回目",
    good: Record { text: "[초차림 \"마상마상\"]\n1. 79졸78  2. 41병42\n#interrupt\n" },
        "nothing comes again", "繰り返しはない",
}

/// The check.
pub(super) fn check(case: &Case, report: &mut Report) {
    if case.occurrences == case.before.repeat_limit {
        let count = case.occurrences;
        report.say(message!(
            "this position stands there {count} times by now",
            "同一局面の{count}回目である",
            count
        ));
    }
}
