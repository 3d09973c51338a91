//! `not-judged` 判定できなかった指し手: moves that were not checked.

use crate::finding::{Message, Plies, message, rule};
use crate::referee::report::Report;
use crate::referee::unjudged::Unjudged;

rule!(
    "not-judged",
    Notice,
    Reading,
    "moves that were not checked",
    "判定できなかった指し手"
);

/// The check.
pub(in crate::referee) fn check(case: &Unjudged, report: &mut Report) {
    let &Unjudged {
        after,
        line,
        variations,
    } = case;
    report.say(words(after, line, Some(variations)));
}

/// That so many plies after one, and so many of variations, were not judged.
pub(crate) fn words(after: u32, line: usize, variations: Option<usize>) -> Message {
    let also = variations.filter(|&count| count > 0).map(|variations| {
        message!(
            " and {plies} of variations",
            "と変化の{plies}",
            plies = Plies(variations)
        )
    });
    message!(
        "not checked: {plies}{also} after ply {after}, which cannot be played on the board",
        "{after}手目を盤上で再現できないため、この手順のその後の{plies}{also}は判定しなかった",
        after,
        plies = Plies(line),
        also
    )
}
