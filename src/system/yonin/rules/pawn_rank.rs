//! `yonin-pawn-rank2` 2段目の不成の歩: a pawn that is not promoted on the second rank.

use crate::finding::{Severity, message, rule};
use crate::notation::yonin::Action;
use crate::referee::report::Report;
use crate::shogi::PieceKind;
use crate::system::board::PlyCase;
use crate::system::yonin::game::Yonin;
use crate::system::yonin::reach::seen;

rule! {
    name: "yonin-pawn-rank2",
    class: Notice,
    group: Fouls,
    title: "a pawn on the second rank is not promoted", "2段目の歩の不成",
    what:
        "A pawn comes to the rank before the last and is not promoted. The document asks for it there, though the pawn can still move; a note, or an error where the rules of the event say `pawn_forced_ranks = 2`.",
        "歩が最奥の一つ手前の段に達して成っていない。文書はそこでも成ることを求めるが、歩はまだ動ける。注記とし、大会の規定が `pawn_forced_ranks = 2` ならエラーとする。",
    why: "Players may have agreed on either.", "どちらの約束でも指されている。",
    remedy: "Ask by which rule the game was played.", "どの規則で指したかを確かめる。",
    source: "The document on yonin shogi: promotion.",
    bad: Record { text: "Yonin: 1\nPosition: Kw 3 Kn 4 / 9 / 4 Ps 4 / 8 Ke / 9 / 9 / 9 / 9 / 4 Ks 4 S S:- W:- N:- E:- SWNE\n1 S 5c5b\n#interrupt\n" },
        "5b is the second rank", "５二は2段目",
    good: Record { text: "Yonin: 1\nPosition: Kw 3 Kn 4 / 9 / 4 Ps 4 / 8 Ke / 9 / 9 / 9 / 9 / 4 Ks 4 S S:- W:- N:- E:- SWNE\n1 S 5c5b+\n#interrupt\n" },
        "promoted", "成っている",
}

/// The check.
pub(super) fn check(case: &PlyCase<Yonin>, report: &mut Report) {
    let Action::Step {
        to, promotes: false, ..
    } = case.ply.action
    else {
        return;
    };
    let man = case.after.men.at(to).filter(|man| man.owner == case.mover);
    if man.is_none_or(|man| man.kind != PieceKind::Pawn) || seen(to, case.mover).depth != 2 {
        return;
    }
    report
        .say(message!(
            "the pawn that comes to {to} is not promoted",
            "{to}に達した歩が成っていない",
            to
        ))
        .weighing((case.before.rules.pawn_forced_ranks >= 2).then_some(Severity::Error));
}
