//! `variation-without-parent`: a variation without a branching point.

use crate::finding::{Count, message, rule};
use crate::record::GapKind;
use crate::record::gap::{NoParent, ParentGap, Unit};
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "variation-without-parent",
    RecordError,
    Notation,
    "a variation without a branching point",
    "分岐元のない変化"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let &GapKind::VariationWithoutParent(ParentGap { why, lost }) = case.kind() else {
        return;
    };
    let cost = lost.map(|(count, unit)| {
        let (noun, unit) = match unit {
            Unit::Moves => ("move", "手"),
            Unit::Lines | Unit::Values => ("numbered line", "行"),
        };
        message!(
            "; left out and not checked: {count}",
            "。この変化の{count}{unit}は読み飛ばし、判定しなかった",
            count = Count(count, noun),
            unit
        )
    });
    let why = match why {
        NoParent::TooMany => message!(
            "this record has too many variations to find the branching point of this one",
            "変化が多すぎて、この変化の分岐元を探せない",
        ),
        NoParent::NoNumber => message!(
            "this line does not state which ply it replaces",
            "何手目の変化かが書かれていない",
        ),
        NoParent::Beyond(number) => message!(
            "no line reaches ply {number}",
            "{number}手目に達する手順がない",
            number
        ),
        NoParent::NothingAfter(plies) => message!(
            "no line has a position after ply {plies}; the line that begins there was skipped",
            "{plies}手目の後の局面のある手順がない。そこから始まる手順は読み飛ばした",
            plies
        ),
    };
    report.say(why.followed_by(cost));
}
