//! `gunjin-move-shape` 軍人将棋の駒の動き違い: a move that the piece does not make.

use super::step::{own, way_of};
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::game::Gunjin;
use crate::system::gunjin::reach::Way;

rule! {
    name: "gunjin-move-shape",
    class: Foul,
    group: Fouls,
    title: "a move that the piece does not make", "軍人将棋の駒の動き違い",
    what:
        "A piece goes where it never goes: officers and the spy one cell forward, back or aside; tank and cavalry one or two; engineer and, up and down, aeroplane any number, the aeroplane one aside. Crossing a gate is one step of the move; a diagonal crossing ends it, so a tank on b3 may go to c5 but a tank on b4 may not go to c6.",
        "駒が動けないますへ動いている。将校とスパイは前後左右に1ます、タンクと騎兵は2ますまで、工兵は何ますでも、飛行機は前後に何ますでも左右に1ます動く。突入口を抜けるのは1ますの動きと数え、斜めに抜けた駒はそこで止まる。b3のタンクはc5へ動けるが、b4のタンクはc6へ動けない。",
    why: "The piece does not move so, or a cell is wrong.", "その駒はそう動かない。ますの誤記かもしれない。",
    remedy: "Compare the move with the umpire's record.", "審判の記録と照合する。",
    source: "The document on gunjin shogi: how pieces move.",
    bad: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . TKs . . . . . . / . . . . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S b4-c6\n#interrupt\n" },
        "it turns after the gate", "突入口の先で曲がる",
    good: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . TKs . . . . . . / . . . . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S b4-b6\n#interrupt\n" },
        "straight through the gate", "突入口をまっすぐ抜ける",
}

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some((step, piece)) = own(case).filter(|_| way_of(case) == Some(Way::Bent)) else {
        return;
    };
    let (kind, from, to) = (piece, step.from, step.to);
    report
        .say(message!(
            "the {kind} on {from} cannot go to {to}",
            "{from}の{kind}は{to}へ動けない",
            kind,
            from,
            to
        ))
        .stopping();
}
