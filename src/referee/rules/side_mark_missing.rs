//! `side-mark-missing` 手番の記号がない: moves of KI2 without ▲ and △.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "side-mark-missing",
    Doubt,
    Notation,
    "moves without ▲ and △",
    "手番の記号がない"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    if *case.kind() == GapKind::SideMarkMissing {
        report.say(message!(
            "this move has neither ▲ nor △ (further moves like this are not listed)",
            "指し手に▲も△もない（以後の同様の指し手は省略）",
        ));
    }
}
