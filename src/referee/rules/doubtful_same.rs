//! `doubtful-same`: 同 without a move before.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "doubtful-same",
    class: RecordError,
    group: Notation,
    title: "同 without a move before", "同の前に指し手がない",
    what:
        "同 (the same square) stands where there is no move before whose square it could mean.",
        "「同」とあるが、その前に行き先を指す指し手がない。",
    why:
        "Without a destination the move cannot be played; a move before it may be missing.",
        "行き先のない手は指せない。その前の指し手が抜けているおそれがある。",
    remedy:
        "Write the square in place of 同, or restore the missing move.",
        "「同」の代わりにマスを書くか、抜けた指し手を補う。",
    source: "KIF: 同 is the destination of the move before.",
    bad: Record { text: "手合割：平手\n   1 同　歩(77)\n   2 投了\n" },
        "同 at the first move", "初手が「同」",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "a square is named", "マスが書かれている",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    if *case.kind() == GapKind::DoubtfulSame {
        report.say(message!(
            "同 (the same square) stands here, but no move comes before whose square it could mean",
            "ここに「同」とあるが、その前に行き先を指す指し手がない",
        ));
    }
}
