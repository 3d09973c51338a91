//! `yonin-eliminated-moves` 脱落者の指し手: a player who is out moves.

use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::yonin::board::seat;
use crate::system::yonin::game::{Out, Yonin};

rule! {
    name: "yonin-eliminated-moves",
    class: RecordError,
    group: Fouls,
    title: "a move of a player who is out", "脱落した人の指し手",
    what:
        "A player moves of whom the record has said that he is mated or has resigned.",
        "詰んだ、または投了したと記載された人が、その後で指している。",
    why: "The seat or the word before is wrong.", "席か、その前の記載が誤っている。",
    remedy: "Correct the seat, or take the word out.", "席を直すか、記載を除く。",
    source: "The document on yonin shogi: whoever is mated is out of the game.",
    bad: Record { text: "Yonin: 1\n1 S 6i7h\n#resign W\n2 N 3a3b\n3 E 1d2c\n4 W 9g8g\n#interrupt\n" },
        "West has resigned", "西は投了している",
    good: Record { text: "Yonin: 1\n1 S 6i7h\n#resign W\n2 N 3a3b\n3 E 1d2c\n4 S 5i6i\n#interrupt\n" },
        "South moves", "南が指す",
}

/// The check.
pub(super) fn check(case: &PlyCase<Yonin>, report: &mut Report) {
    if case.before.out[case.mover] == Some(Out::Told) {
        let mover = seat(case.mover);
        report
            .say(message!(
                "{mover} moves, but is out of the game",
                "{mover}はすでに脱落しているのに指している",
                mover
            ))
            .stopping();
    }
}
