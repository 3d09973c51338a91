//! `mostly-unreadable`: a mostly unreadable record.

use crate::finding::{Count, both, message, rule};
use crate::record::GapKind;
use crate::record::gap::Unit;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "mostly-unreadable",
    RecordError,
    Reading,
    "a mostly unreadable record",
    "大半が読めない棋譜"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let &GapKind::MostlyUnreadable(of) = case.kind() else {
        return;
    };
    let unit = match of.unit {
        Unit::Moves => both("moves", "手"),
        Unit::Lines => both("lines", "行"),
        Unit::Values => both("values", "項目"),
    };
    let board_too = of.board.then_some(both(
        "; the start position is also unreadable, so the record was not checked",
        "。開始局面の盤面も読めないため、この棋譜は判定しなかった",
    ));
    report.say(message!(
        "{destroyed} of the {all} {unit} of this record are damaged or unreadable, the first here; this replaces {summed_up} about single places{board_too}",
        "この棋譜の{all}{unit}のうち{destroyed}{unit}が壊れているか読めない（最初の1か所はここ）。箇所ごとの指摘{summed_up}件をまとめた{board_too}",
        destroyed = of.destroyed,
        all = of.all,
        unit,
        summed_up = Count(of.summed_up, "finding"),
        board_too
    ));
}
