//! `gunjin-promotion` 軍人将棋の成り: a promotion.

use super::step::step;
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::gunjin::game::Gunjin;

rule! {
    name: "gunjin-promotion",
    class: Foul,
    group: Fouls,
    title: "a promotion", "軍人将棋の成り",
    what:
        "A move is marked as a promotion (`+`).",
        "成り（`+`）が書かれている。",
    why: "Pieces lie face down, and none is promoted.", "駒は伏せたままで、成りはない。",
    remedy: "Compare the move with the umpire's record.", "審判の記録と照合する。",
    source: "The document on gunjin shogi: there is no promotion.",
    bad: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S a1-a2+\n#interrupt\n" },
        "a `+`", "`+`",
    good: Record { text: "Gunjin: 1\nPosition: TGn . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / TGs . . . . . . S\n1 S a1-a2\n#interrupt\n" },
        "none", "記載なし",
}

/// The check.
pub(super) fn check(case: &PlyCase<Gunjin>, report: &mut Report) {
    if step(case).is_some_and(|it| it.promotes) {
        report.say(message!(
            "gunjin shogi knows no promotion",
            "軍人将棋に成りはない"
        ));
    }
}
