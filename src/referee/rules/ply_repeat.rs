//! `ply-repeat`: a move number again.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "ply-repeat",
    class: Doubt,
    group: Notation,
    title: "a move number again", "手数が重複している",
    what:
        "A move carries a number that was already given, without a 変化 line before it. It is read as a variation from that ply; records of the other games have none, and it is read as the next ply. A result with such a number, or with number 0, ends the line of play in which it is written.",
        "すでに出た手数の番号がもう一度現れ、その前に「変化」の行がない。その手からの変化として読む。ほかの競技の棋譜に変化はなく、次の手として読む。終局の語の番号がすでに出たもの、または0なら、それが書かれている手順の終わりとして読む。",
    why:
        "Some programs write alternatives so; others have written a move twice. Nothing but the score sheet can tell.",
        "変化手順をこう書くソフトもあれば、同じ手を2回書いたものもある。どちらかは棋譜用紙を見なければ分からない。",
    remedy:
        "Put `変化：N手` before a variation, or renumber the moves.",
        "変化なら前に「変化：N手」を置く。そうでなければ番号を振り直す。",
    source: "KIF marks a variation by 変化：N手.",
    bad: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   2 ８四歩(83)\n   3 ２六歩(27)\n" },
        "two moves with number 2", "2手目が二つある",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n\n変化：2手\n   2 ８四歩(83)\n" },
        "marked as a variation", "変化と書かれている",
}

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
