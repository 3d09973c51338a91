//! `gunjin-opponent-piece` 相手の駒の移動: a piece of the other side is moved.

use super::step::step;
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::board::seat;
use crate::system::gunjin::game::Gunjin;

rule! {
    name: "gunjin-opponent-piece",
    class: RecordError,
    group: Fouls,
    title: "a piece of the other side is moved", "相手の駒の移動",
    what:
        "The piece that moves is the other side's.",
        "動かした駒が相手のものである。",
    why: "The letter of the seat is wrong, or a cell.", "席の文字かますの誤記である。",
    remedy: "Compare the move with the umpire's record.", "審判の記録と照合する。",
    source: "Follows from the rules of every game with a board.",
    bad: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S a8-a7\n#interrupt\n" },
        "North's general", "北の大将",
    good: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S a1-a2\n#interrupt\n" },
        "South's", "南の大将",
}

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some(step) = step(case) else { return };
    let from = step.from;
    if let Some(piece) = case.before.men.at(from).filter(|it| it.owner != case.mover) {
        let owner = seat(piece.owner);
        report
            .say(message!(
                "the piece on {from} belongs to {owner}",
                "{from}の駒は{owner}のものである",
                from,
                owner
            ))
            .stopping();
    }
}
