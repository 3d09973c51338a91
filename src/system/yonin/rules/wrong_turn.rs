//! `yonin-wrong-turn` 手番違い: a seat moves that is not due.

use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::yonin::board::seat;
use crate::system::yonin::game::Yonin;

rule! {
    name: "yonin-wrong-turn",
    class: RecordError,
    group: Fouls,
    title: "a seat out of turn", "四人将棋の手番違い",
    what:
        "A player moves who is not due. Turns go clockwise, but whoever is in check answers at once; of several, the first clockwise from the one who has checked. After the answer the turn goes on clockwise from the one who has answered, and those in between have lost theirs.",
        "手番でない人が指している。手番は時計回りだが、王手をかけられた人が直ちに応じる。複数いるときは王手をかけた人から時計回りに応じる。その後は応じた人から時計回りに続き、間の人の手番は飛ばされる。",
    why:
        "A ply is missing, stands in the wrong place, or somebody has played out of turn.",
        "手が抜けているか、順番が違うか、手番でない人が指した。",
    remedy:
        "Compare the record with the score sheet; correct the seat or put the missing ply in.",
        "棋譜用紙と照合し、席を直すか抜けた手を補う。",
    source: "The document on yonin shogi: the order of moves, and the answer to a check.",
    bad: Record { text: "Yonin: 1\n1 S 6i7h\n2 N 3a3b\n#interrupt\n" },
        "West was due", "西の番である",
    good: Record { text: "Yonin: 1\n1 S 6i7h\n2 W 9g8g\n#interrupt\n" },
        "clockwise", "時計回り",
}

/// The check.
pub(super) fn check(case: &PlyCase<Yonin>, report: &mut Report) {
    let (before, mover) = (&case.before, case.mover);
    if mover == before.due || !before.men.alive[mover] {
        return;
    }
    let due = seat(before.due);
    let mover = seat(mover);
    report.say(if before.answers {
        message!(
            "{mover} moves, but {due} is in check and must answer first",
            "{mover}が指しているが、王手をかけられた{due}が先に応じる番である",
            mover,
            due
        )
    } else if before.last == Some(case.mover) {
        message!(
            "{mover} moves twice in a row; it is the turn of {due}",
            "{mover}が続けて指している。{due}の番である",
            mover,
            due
        )
    } else {
        message!(
            "{mover} moves, but it is the turn of {due}",
            "{mover}が指しているが、{due}の番である",
            mover,
            due
        )
    });
}
