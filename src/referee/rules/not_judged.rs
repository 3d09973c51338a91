//! `not-judged` 判定できなかった指し手: moves that could not be judged.

use crate::finding::{Message, Plies, message, rule};
use crate::referee::report::Report;
use crate::referee::unjudged::Unjudged;

rule! {
    name: "not-judged",
    class: Notice,
    group: Reading,
    title: "moves that could not be judged", "判定できなかった指し手",
    what:
        "A move could not be put on the board, so the position after it is unknown. The rest of the line is read but not judged.",
        "盤上で再現できない指し手があり、その後の局面が分からない。その手順の残りは読むが、判定しない。",
    why:
        "What is not judged must not pass for clean.",
        "判定しなかったものを、問題なしとして通してはならない。",
    remedy:
        "Repair the move that is reported there and run the check again.",
        "そこで指摘された指し手を直し、もう一度検査する。",
    source: "A requirement of this tool: nothing is dropped in silence.",
    bad: Moves { start: "startpos", moves: "7f7e 3c3d" },
        "ply 2 cannot be judged", "2手目は判定できない",
    good: Moves { start: "startpos", moves: "7g7f 3c3d" },
        "every move is judged", "すべての手が判定される",
}

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
