//! `not-judged` 判定できなかった指し手: moves that could not be judged.

use crate::finding::{Message, Plies, message, rule};
use crate::referee::report::Report;
use crate::referee::unjudged::Unjudged;

rule!(
    "not-judged",
    Notice,
    Reading,
    "moves that could not be judged",
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
            ", nor {plies} of variations that leave it there",
            "（そこから分かれる変化の{plies}も同様）",
            plies = Plies(variations)
        )
    });
    message!(
        "the move at ply {after} cannot be put on the board, so the {plies} after it in this line could not be judged{also}",
        "{after}手目の指し手を盤上で再現できないため、この手順のその後の{plies}は判定できなかった{also}",
        after,
        plies = Plies(line),
        also
    )
}
