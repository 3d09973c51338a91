//! `ply-repeat`: a move number again.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "ply-repeat",
    Doubt,
    Notation,
    "a move number again",
    "手数が重複している"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let number = match *case.kind() {
        GapKind::PlyRepeat(number) => number,
        GapKind::EndNumber { number, due } => {
            let end = case.quoted();
            report.say(message!(
                "{end} has number {number}, not {due}; read as the end of this line of play",
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
            "number {number} was already given; where another game begins here, it needs headers of its own",
            "{number}手目はすでにある。別の対局がここから始まるのなら、そのヘッダーが要る",
            number
        ));
        return;
    }
    report.say(message!(
        "number {number} was already given, and no 変化 line stands before; read as a variation from there",
        "{number}手目はすでにあり、前に「変化」の行もない。{number}手目からの変化として読む",
        number
    ));
}
