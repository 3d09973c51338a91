//! `mostly-unreadable`: most of a record is destroyed.

use crate::finding::{both, message, rule};
use crate::record::GapKind;
use crate::record::gap::Unit;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "mostly-unreadable",
    RecordError,
    Reading,
    "most of the record is destroyed",
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
        "; the board of the start is among them, so nothing of this record is judged",
        "。開始局面の盤面も読めないので、この棋譜については何も判定しない",
    ));
    report.say(message!(
        "{destroyed} of the {all} {unit} of this record are destroyed or cannot be read, the first here; {summed_up} findings about single places are summed up in this one{board_too}",
        "この棋譜の{all}{unit}のうち{destroyed}{unit}が壊れているか読めない。その最初がここである。箇所ごとの指摘{summed_up}件をこれにまとめた{board_too}",
        destroyed = of.destroyed,
        all = of.all,
        unit,
        summed_up = of.summed_up,
        board_too
    ));
}
