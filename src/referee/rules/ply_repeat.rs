//! `ply-repeat`: a repeated move number.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "ply-repeat",
    Doubt,
    Notation,
    "a repeated move number",
    "手数が重複している"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let number = match *case.kind() {
        GapKind::PlyRepeat(number) => number,
        GapKind::EndNumber { number, due } => {
            let end = case.quoted();
            report.say(message!(
                "{end} has number {number}, expected {due}; read as the end of this line",
                "{end}の番号が{due}でなく{number}である。この手順の終わりとして読む",
                end,
                number,
                due
            ));
            return;
        }
        _ => return,
    };
    if !case.record.is_shogi() {
        report.say(message!(
            "move number {number} was already used; if another game begins here, it requires its own headers",
            "{number}手目はすでにある。ここから別の対局が始まるなら、そのヘッダーが必要である",
            number
        ));
        return;
    }
    report.say(message!(
        "move number {number} was already used, and no 変化 line precedes it; read as a variation from move {number}",
        "{number}手目はすでにあり、前に「変化」の行もない。{number}手目からの変化として読む",
        number
    ));
}
