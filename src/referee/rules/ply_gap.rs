//! `ply-gap`: move numbers skip.

use crate::finding::{message, rule};
use crate::notation::quote::in_quotes;
use crate::record::gap::PlyGap;
use crate::record::{GapKind, LARGEST_NUMBER};
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "ply-gap",
    class: Doubt,
    group: Notation,
    title: "move numbers skip", "手数が飛んでいる",
    what:
        "The number of a move is higher than the one that is due. The move is taken as the next one. Or a 変化 line names another number than that of the move after it; the variation begins where the number of the move says. Or the first number is 0: every number is read as one more.",
        "手数の番号が次に来るべきものより大きい。次の指し手として読む。また、「変化」の行の番号が、その後の指し手の番号と違う。変化は指し手の番号のところから始まるものとして読む。また、最初の番号が0である。どの番号も1を足して読む。",
    why: "A move may be missing from the record.", "指し手が抜けているおそれがある。",
    remedy:
        "Compare with the score sheet; renumber if no move is missing.",
        "元の棋譜用紙と照らし合わせる。抜けがなければ番号を振り直す。",
    source: "KIF numbers every move from 1.",
    bad: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   4 ２六歩(27)\n   5 投了\n" },
        "number 3 is missing", "3手目がない",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n   4 投了\n" },
        "numbered without a gap", "番号に抜けがない",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let &GapKind::PlyGap(gap) = case.kind() else {
        return;
    };
    report.say(match gap {
        PlyGap::Skipped { number, .. } | PlyGap::BeginsWith(number) if number > LARGEST_NUMBER => {
            let most = LARGEST_NUMBER;
            let number = in_quotes(case.text().split_whitespace().next().unwrap_or_default());
            message!(
                "the number {number} is beyond {most}; the move has the number that is due",
                "番号{number}は{most}を超えている。次に来るべき番号の指し手として読む",
                number,
                most
            )
        }
        PlyGap::Skipped { number, before } => message!(
            "number {number} follows number {before}: a move may be missing here",
            "{before}手目の次が{number}手目である。指し手が抜けているおそれがある",
            number,
            before
        ),
        PlyGap::Announced { announced, number } => message!(
            "the 変化 line says {announced}, but the first move after it is number {number}; the variation is read as beginning at {number}",
            "「変化」の行では{announced}手目からだが、その最初の指し手は{number}手目である。{number}手目から始まるものとして読む",
            announced,
            number
        ),
        PlyGap::BeginsWith(0) => message!(
            "the first number is 0, not 1: every number is read as one more",
            "最初の番号が1でなく0である。どの番号も1を足して読む"
        ),
        PlyGap::BeginsWith(number) => message!(
            "the first number is {number}, not 1: moves may be missing before it",
            "最初の番号が1でなく{number}である。その前の指し手が抜けているおそれがある",
            number
        ),
    });
}
