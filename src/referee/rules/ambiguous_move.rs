//! `ambiguous-move` 特定できない指し手: a move that fits no piece or several.

use crate::finding::{Message, PieceOn, Words, both, message, rule};
use crate::played::{Due, Unclear};
use crate::record::Origin;
use crate::referee::due_case::DueCase;
use crate::referee::report::Report;
use crate::shogi::{Position, Suffix};

rule!(
    "ambiguous-move",
    RecordError,
    Notation,
    "a move that fits no piece or several",
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
    let pieces = PieceOn::list(position, candidates);
    let suffix = match from {
        Origin::Words(suffix) if suffix != Suffix::NONE => Some(suffix),
        _ => None,
    };
    let silence = silence(from);
    match (&candidates[..], suffix) {
        ([], _) => message!(
            "no {kind} of {side} can go to {to}, and none is in hand",
            "{to}へ行ける{side}の{kind}はなく、持駒にもない",
            kind,
            side,
            to
        ),
        ([_], Some(suffix)) => message!(
            "the words {suffix} do not fit {pieces}, which could go to {to}",
            "「{suffix}」は、{to}へ行ける{pieces}に当てはまらない",
            suffix = suffix.to_string(),
            pieces,
            to
        ),
        (_, Some(suffix)) => message!(
            "the words {suffix} do not tell which piece moves: {pieces} could go to {to}",
            "「{suffix}」では、{to}へ行ける{pieces}のどれが動いたか決まらない",
            suffix = suffix.to_string(),
            pieces,
            to
        ),
        ([_], None) => message!(
            "{silence}, and {pieces} cannot legally go to {to}",
            "{silence}。{pieces}は規則上{to}へ行けない",
            silence,
            pieces,
            to
        ),
        (_, None) => message!(
            "{silence}, and {pieces} could all go to {to}",
            "{silence}。{to}へは{pieces}が行ける",
            silence,
            pieces,
            to
        ),
    }
}

/// What a move without an origin does not say.
const fn silence(from: Origin) -> Words {
    match from {
        Origin::Words(_) => both("no word tells which piece moves", "動く駒を示す字がない"),
        _ => both(
            "neither an origin nor 打 is written",
            "移動元も「打」も書かれていない",
        ),
    }
}
