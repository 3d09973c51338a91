//! `gunjin-drop` 軍人将棋の打ち駒: a drop.

use crate::finding::{message, rule};
use crate::notation::gunjin::Action;
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::game::Gunjin;

rule! {
    name: "gunjin-drop",
    class: Foul,
    group: Fouls,
    title: "a drop", "軍人将棋の打ち駒",
    what:
        "A piece is dropped (`TG*b5`).",
        "駒を打っている（`TG*b5`）。",
    why: "What is captured is out of the game.", "取られた駒はもう使えない。",
    remedy: "Compare the move with the umpire's record.", "審判の記録と照合する。",
    source: "The document on gunjin shogi: captured pieces are not used again.",
    bad: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S CP*a2\n#interrupt\n" },
        "a captain", "大尉",
    good: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S a1-a2\n#interrupt\n" },
        "a move", "移動",
}

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    if matches!(case.ply.action, Action::Drop { .. }) {
        report
            .say(message!(
                "gunjin shogi knows no drops",
                "軍人将棋では駒を打てない"
            ))
            .stopping();
    }
}
