//! `ambiguous-move` 特定できない指し手: a move that fits no piece or more than one.

use crate::finding::{Message, Pieces, Words, both, message, rule};
use crate::played::{Due, Unclear};
use crate::record::Origin;
use crate::referee::due_case::DueCase;
use crate::referee::report::Report;
use crate::shogi::{Position, Suffix};

rule!(
    "ambiguous-move",
    RecordError,
    Notation,
    "a move that fits no piece or more than one",
    "特定できない指し手"
);

/// The check.
pub(in crate::referee) fn check(case: &DueCase<'_>, report: &mut Report) {
    if let Due::Unclear(written, unclear) = case.due {
        report
            .say(untold(case.before, written.from, unclear))
            .marking(unclear.candidates.iter().copied());
    }
}

/// Why the board does not tell which piece moves.
fn untold(position: &Position, from: Origin, unclear: &Unclear) -> Message {
    let side = position.side_to_move();
    let Unclear {
        kind, to, candidates, ..
    } = unclear;
    let pieces = Pieces::on(position, candidates);
    let all = pieces.all();
    let suffix = match from {
        Origin::Words(suffix) if suffix != Suffix::NONE => Some(suffix),
        _ => None,
    };
    let silence = silence(from);
    match (&candidates[..], suffix) {
        ([], _) => message!(
            "{side} has no {kind} that can move to {to}, and none in hand",
            "{to}へ行ける{side}の{kind}が盤上になく、持駒にもない",
            kind,
            side,
            to
        ),
        ([_], Some(suffix)) => message!(
            "{suffix} does not fit {pieces}, the only {kind} that can move to {to}",
            "「{suffix}」は、{to}へ行ける唯一の{kind}である{pieces}に当てはまらない",
            suffix = suffix.to_string(),
            pieces,
            kind,
            to
        ),
        (_, Some(suffix)) => message!(
            "ambiguous move: {suffix} does not identify one of {pieces}, which can {all} move to {to}",
            "動く駒が特定できない：「{suffix}」では、{to}へ行ける{pieces}のどれかが決まらない",
            suffix = suffix.to_string(),
            pieces,
            all,
            to
        ),
        ([_], None) => message!(
            "{silence}: {pieces} cannot legally move to {to}",
            "{silence}：{pieces}は規則上{to}へ行けない",
            silence,
            pieces,
            to
        ),
        (_, None) => message!(
            "{silence}: {pieces} can {all} move to {to}",
            "{silence}：{pieces}が{to}へ行ける",
            silence,
            pieces,
            all,
            to
        ),
    }
}

/// What a move without an origin does not say.
const fn silence(from: Origin) -> Words {
    match from {
        Origin::Words(_) => both("ambiguous move", "動く駒が特定できない"),
        _ => both(
            "ambiguous move without an origin or 打",
            "移動元も「打」もなく、動く駒が特定できない",
        ),
    }
}
