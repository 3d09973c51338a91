//! `elimination-missing` 詰みの見落とし: a mated player is given another ply.

use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::PlyCase;
use crate::system::yonin::board::seat;
use crate::system::yonin::game::{Out, Yonin};

rule! {
    name: "elimination-missing",
    class: RecordError,
    group: Results,
    title: "a mated player plays on", "詰んだ人が指し続けている",
    what:
        "A player moves who had no legal move when the turn came to him: he is out of the game from then on, whether the record says so or not.",
        "手番が来たときに合法手がなかった人が、その後で指している。棋譜に記載がなくても、その時点で脱落している。",
    why: "Somebody has overlooked the mate, or the move that gave it is not the one that was played.",
        "詰みを見落としたか、詰ませた手が実際の手と異なる。",
    remedy: "Compare the moves before with the score sheet.", "その前の手を棋譜用紙と照合する。",
    source: "The document on yonin shogi: whoever is mated is out of the game.",
    bad: Record { text: "Yonin: 1\n1 S 5g5f\n2 W 8d7d\n3 N 3a2b\n4 E 1f2g\n5 S 5h5g\n6 W 8e8a\n7 N 2b3a\n8 E 2g2h\n9 S 5g1g\n10 E 1e2e\n#interrupt\n" },
        "East is mated by ply 9", "東は9手目で詰んでいる",
    good: Record { text: "Yonin: 1\n1 S 5g5f\n2 W 8d7d\n3 N 3a2b\n4 E 1f2g\n5 S 5h5g\n6 W 8e8a\n7 N 2b3a\n8 E 2g2h\n9 S 5g1g\n#mate E by S\n10 S 1g1f\n#interrupt\n" },
        "South moves again", "南が続けて指す",
}

/// The check.
pub(super) fn check(case: &PlyCase<Yonin>, report: &mut Report) {
    if case.before.out[case.mover] == Some(Out::Mated) {
        let mover = seat(case.mover);
        report
            .say(message!(
                "{mover} moves, but had no legal move left and is out of the game",
                "{mover}は合法手がなくすでに脱落しているのに指している",
                mover
            ))
            .stopping();
    }
}
