//! `ply-gap`: move numbers skip.

use crate::finding::{message, rule};
use crate::notation::quote::in_quotes;
use crate::record::gap::PlyGap;
use crate::record::{GapKind, LARGEST_NUMBER};
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "ply-gap",
    Doubt,
    Notation,
    "move numbers skip",
    "手数が飛んでいる"
);

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
