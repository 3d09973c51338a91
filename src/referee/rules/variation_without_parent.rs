//! `variation-without-parent`: a variation that starts nowhere.

use crate::finding::{both, message, rule};
use crate::record::GapKind;
use crate::record::gap::{NoParent, ParentGap, Unit};
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "variation-without-parent",
    class: RecordError,
    group: Notation,
    title: "a variation that starts nowhere", "分岐元のない変化",
    what:
        "`変化：N手` names a ply that no line of the game reaches, so that the moves below it have no place.",
        "「変化：N手」の手数に達する手順がなく、その後の指し手を置くところがない。",
    why:
        "The moves are read, but nobody can say from which position.",
        "指し手は読めるが、どの局面からのものか分からない。",
    remedy:
        "Correct the number after 変化, or restore the missing moves.",
        "「変化」の手数を直すか、抜けた指し手を補う。",
    source: "KIF definition: the number is the ply being replaced.",
    bad: Record { text: "手合割：平手\n   1 ７六歩(77)\n\n変化：5手\n   5 ８四歩(83)\n" },
        "the game has one move only", "本譜は1手しかない",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 中断\n\n変化：2手\n   2 ８四歩(83)\n" },
        "ply 2 exists", "2手目がある",
}

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
