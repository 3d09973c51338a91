//! `variation-without-parent`: a variation that starts nowhere.

use crate::finding::{both, message, rule};
use crate::record::GapKind;
use crate::record::gap::{NoParent, ParentGap, Unit};
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "variation-without-parent",
    RecordError,
    Notation,
    "a variation that starts nowhere",
    "分岐元のない変化"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let &GapKind::VariationWithoutParent(ParentGap { why, lost }) = case.kind() else {
        return;
    };
    let cost = lost.map(|(count, unit)| {
        let unit = match unit {
            Unit::Moves => both("move", "手"),
            Unit::Lines | Unit::Values => both("numbered line", "行"),
        };
        let s = if count == 1 { "" } else { "s" };
        message!(
            ": {count} {unit}{s} of this variation could not be placed, nor judged",
            "。この変化の{count}{unit}は置くところがなく、判定していない",
            count,
            unit,
            s
        )
    });
    let why = match why {
        NoParent::TooMany => message!(
            "this record has too many variations to find where this one belongs",
            "変化が多すぎて、この変化の分岐元を探せない",
        ),
        NoParent::NoNumber => message!(
            "this line does not say which ply it replaces",
            "何手目の変化かが書かれていない",
        ),
        NoParent::Beyond(number) => message!(
            "no line of the game reaches ply {number}",
            "{number}手目に達する手順がない",
            number
        ),
        NoParent::NothingAfter(plies) => message!(
            "no line has a position after {plies} plies; the line that begins there was left out",
            "{plies}手目の後の局面のある手順がない。そこから始まる手順は読み飛ばした",
            plies
        ),
    };
    report.say(why.followed_by(cost));
}
