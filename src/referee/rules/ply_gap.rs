//! `ply-gap`: a gap in the move numbers.

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
    "a gap in the move numbers",
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
                "move number {number} is larger than {most}; the move was read with the expected number",
                "番号{number}は{most}を超えている。本来の番号の指し手として読む",
                number,
                most
            )
        }
        PlyGap::Skipped { number, before } => message!(
            "move number {number} follows {before}; moves may be missing in between",
            "{before}手目の次が{number}手目である。間の指し手が抜けているおそれがある",
            number,
            before
        ),
        PlyGap::Announced { announced, number } => message!(
            "the 変化 line announces move {announced}, but the first move after it is {number}; read as a variation from move {number}",
            "「変化」の行では{announced}手目からだが、最初の指し手は{number}手目である。{number}手目からの変化として読む",
            announced,
            number
        ),
        PlyGap::BeginsWith(0) => message!(
            "the first move number is 0, not 1; 1 was added to every number",
            "最初の番号が1でなく0である。すべての番号に1を足して読む"
        ),
        PlyGap::BeginsWith(number) => message!(
            "the first move number is {number}, not 1; moves may be missing before it",
            "最初の番号が1でなく{number}である。その前の指し手が抜けているおそれがある",
            number
        ),
    });
}
