//! `piece-mismatch` 駒の種類が違う: another piece than the one named.

use crate::finding::{message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;

rule! {
    name: "piece-mismatch",
    class: RecordError,
    group: Fouls,
    title: "another piece than the one named", "駒の種類が違う",
    what:
        "The record names one piece and another stands on the square of origin, a promotion on this move allowed for. KIF names the piece before the move, CSA after it: 龍 for a piece that is still a rook is a mismatch (飛成 was probably meant), `RY` for a rook that enters the camp is a promotion.",
        "棋譜の駒の名と、移動元にある駒が違う（この手で成る場合は差し引く）。KIFは動く前の駒を、CSAは動いた後の駒を書く。まだ飛である駒を「龍」と書けば不一致（「飛成」のつもりであろう）、敵陣に入る飛を `RY` と書けば成である。",
    why:
        "Either the name or the square is wrong; a statistic that believes the name is wrong with it.",
        "駒の名かマスのどちらかが誤っている。名を信じる統計も誤る。",
    remedy: "Correct the name, or the square of origin.", "駒の名か移動元を直す。",
    source: "CSA V2.2: the kind after the move; KIF: the kind before it.",
    bad: Record { text: "V2.2\nPI\n+\n+7776KI\n%CHUDAN\n" },
        "a gold is named, a pawn stands there", "金とあるが、そこには歩がある",
    good: Record { text: "V2.2\nPI\n+\n+7776FU\n%CHUDAN\n" },
        "a pawn", "歩とある",
}

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if let (Some(named), Some((from, piece))) = (attempt.misnamed(), attempt.moving()) {
        report
            .say(message!(
                "the record names a {named}, but what stands on {from} is a {kind}",
                "棋譜では{named}だが、{from}にあるのは{kind}である",
                named,
                from,
                kind = piece.kind
            ))
            .of_value("piece");
    }
}
