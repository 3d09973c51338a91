//! `own-king-in-check` 王手放置: the own king is left or put in check.

use crate::finding::{PieceOn, Words, both, message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;
use crate::shogi::{Color, PieceKind, Position, Square};

rule! {
    name: "own-king-in-check",
    class: Foul,
    group: Fouls,
    title: "the own king is left or put in check", "王手放置",
    what:
        "After the move the mover's king is attacked: a check was ignored (王手放置), the king walked into one, a pinned piece left its line, or a check was parried the wrong way. A king that steps back along the line of the check is still attacked, protected pieces cannot be taken by the king, and in a double check only the king can help.",
        "指した後、指した側の玉が取られる状態にある。王手を放置した、玉が相手の利きに入った、玉を守る駒が利きの筋から外れた、王手の受け方を誤った、のいずれかである。王手の筋に沿って下がった玉はまだ王手されており、ひもの付いた駒を玉で取ることはできず、両王手は玉が動かなければ防げない。",
    why: "The opponent could take the king.", "相手が玉を取れる。",
    remedy:
        "Check the square the king stands on; a missing move is as likely as a foul.",
        "玉のあるマスを確かめる。反則と同じくらい、抜けた手も疑わしい。",
    source: "“쇼기/규칙” and “将棋”: a check must be parried.",
    bad: Moves { start: "4r3k/9/9/9/9/9/9/4S4/4K4 b - 1", moves: "5h4g" },
        "the silver leaves the line of the rook", "銀が飛の筋から外れる",
    good: Moves { start: "4r3k/9/9/9/9/9/9/4S4/4K4 b - 1", moves: "5h5g" },
        "it stays on the line", "飛の筋にとどまる",
}

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    let mover = attempt.mover;
    let Some(after) = &attempt.after else { return };
    let Some(king) = after.king(mover) else { return };
    let attackers = attackers(after, mover);
    if attackers.is_empty() {
        return;
    }
    report
        .say(message!(
            "{reason}: {king} can be taken by {attackers}",
            "{reason}。{king}を{attackers}で取られる",
            reason = reason(attempt, &attackers),
            king = PieceOn::of(after, king).owned(),
            attackers = PieceOn::list(after, &attackers)
        ))
        .marking([king])
        .marking(attackers);
}

/// What attacks the king of a side.
fn attackers(position: &Position, side: Color) -> Vec<Square> {
    let king = position.king(side).into_iter();
    king.flat_map(|king| position.attackers(king, side.opponent()))
        .collect()
}

/// The four ways to leave or put one's king in check.
fn reason(attempt: &Attempt<'_>, now: &[Square]) -> Words {
    let before = attackers(attempt.before, attempt.mover);
    if attempt.piece.is_some_and(|piece| piece.kind == PieceKind::King) {
        both(
            "the king moves into check (自殺手)",
            "玉が相手の利きに入る（自殺手）",
        )
    } else if before.is_empty() {
        both(
            "a pinned piece leaves its line (自殺手)",
            "玉を守る駒が利きの筋から外れる（自殺手）",
        )
    } else if before.iter().all(|checker| now.contains(checker)) {
        both(
            "the check is ignored (王手放置)",
            "王手が放置されている（王手放置）",
        )
    } else {
        both(
            "the check is not parried completely (王手放置)",
            "王手を防ぎきっていない（王手放置）",
        )
    }
}
