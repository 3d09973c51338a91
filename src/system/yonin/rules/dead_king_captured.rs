//! `yonin-dead-king-captured` 脱落者の玉を取る: the king of a player who is out is taken.

use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::shogi::PieceKind;
use crate::system::board::PlyCase;
use crate::system::yonin::board::seat;
use crate::system::yonin::game::Yonin;

rule! {
    name: "yonin-dead-king-captured",
    class: RecordError,
    group: Fouls,
    title: "the king of a player who is out is taken", "脱落した人の玉を取る",
    what:
        "A move takes the king of a player who is out. It stays on its square to the end of the game: nobody can take it or pass through it. So do his other pieces where the rules of the event say `yonin.pieces_left = \"fixed\"`.",
        "脱落した人の玉を取っている。その玉は最後までその場に残り、取ることも通り抜けることもできない。大会の規定が `yonin.pieces_left = \"fixed\"` なら、その人のほかの駒も同じである。",
    why: "The move cannot have been played so.", "その手は指せない。",
    remedy: "Compare the move with the score sheet.", "棋譜用紙と照合する。",
    source: "The document on yonin shogi leaves it open; so it is played.",
    bad: Record { text: "Yonin: 1\nPosition: 9 / 9 / 9 / 3 Ke 5 / 3 Rs 5 / 9 / 9 / 9 / 4 Ks 4 S S:- W:- N:- E:- SW\n1 S 6e6d\n#interrupt\n" },
        "the king of East, who is out", "脱落した東の玉",
    good: Record { text: "Yonin: 1\nPosition: Kw 8 / 9 / 9 / 3 Ke 5 / 3 Rs 5 / 9 / 9 / 9 / 4 Ks 4 S S:- W:- N:- E:- SW\n1 S 6e6f\n#interrupt\n" },
        "the rook goes elsewhere", "飛車は別のところへ動く",
}

/// The check.
pub(super) fn check(case: &PlyCase<Yonin>, report: &mut Report) {
    let Some((_, to)) = super::movement::squares(case) else {
        return;
    };
    let men = &case.before.men;
    let Some(man) = men.at(to).filter(|&man| men.is_fixed(man)) else {
        return;
    };
    let owner = seat(man.owner);
    let message = if man.kind == PieceKind::King {
        message!(
            "{owner} is out of the game, and nobody can take the king on {to}",
            "{owner}は脱落しており、{to}の玉は取れない",
            owner,
            to
        )
    } else {
        message!(
            "{owner} is out of the game, and by the rules of this event nobody can take what stands on {to}",
            "{owner}は脱落しており、大会の規定により{to}の駒は取れない",
            owner,
            to
        )
    };
    report.say(message).stopping();
}
