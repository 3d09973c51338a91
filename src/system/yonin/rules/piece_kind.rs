//! `yonin-piece-kind` 四人将棋にない駒: a piece that the game does not have.

use crate::finding::{message, rule};
use crate::notation::yonin::Action;
use crate::referee::report::Report;
use crate::shogi::PieceKind;
use crate::system::board::PlyCase;
use crate::system::yonin::board::HELD;
use crate::system::yonin::game::Yonin;

rule! {
    name: "yonin-piece-kind",
    class: RecordError,
    group: Fouls,
    title: "a piece that yonin shogi does not have", "四人将棋にない駒",
    what:
        "A bishop, a knight or a lance is dropped. Yonin shogi is played with kings, rooks, golds, silvers and pawns.",
        "角、桂、香を打っている。四人将棋の駒は玉、飛、金、銀、歩である。",
    why: "The letter of the piece is wrong.", "駒の文字が誤っている。",
    remedy: "Compare the move with the score sheet.", "棋譜用紙と照合する。",
    source: "The document on yonin shogi: the pieces.",
    bad: Record { text: "Yonin: 1\n1 S B*5e\n#interrupt\n" },
        "a bishop", "角",
    good: Record { text: "Yonin: 1\n1 S 6i7h\n#interrupt\n" },
        "a gold", "金",
}

/// The check.
pub(super) fn check(case: &PlyCase<Yonin>, report: &mut Report) {
    let Action::Drop { kind, .. } = case.ply.action else {
        return;
    };
    let kind = kind.base();
    if kind != PieceKind::King && !HELD.contains(&kind) {
        report
            .say(message!(
                "yonin shogi has no {kind}",
                "四人将棋に{kind}はない",
                kind
            ))
            .stopping();
    }
}
