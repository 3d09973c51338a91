//! `gung-second-bikjang` 두 번째 빅장: a general is made to face a promoted one.

use super::movement::Case;
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::janggi::board::seat;

rule! {
    name: "gung-second-bikjang",
    class: Notice,
    group: Results,
    title: "bikjang (빅장) against a promoted general (왕장)", "昇格した将（왕장）への빅장",
    what:
        "A ply makes the generals face each other though that of the other side is promoted: it may take the general along the file with the next ply.",
        "相手の将が昇格しているのに、将どうしを向かい合わせている。相手は次の手でその筋に沿って将を取れる。",
    why: "Each side can call bikjang but once; against a promoted general it gives the own one away.",
        "빅장は互いに一度しかかけられない。昇格した将に対しては自分の将を差し出すことになる。",
    remedy: "Nothing, unless the ply was written wrongly.", "書き誤りでなければ不要。",
    source: "“대국규정 및 규칙” (궁장기), article 24.",
    bad: Record { text: "[규칙 \"궁장기\"]\n[국면 \"9/4+k4/9/9/4R4/9/9/9/4K4/9 w\"]\n1. 55차51\n#interrupt\n" },
        "Red's general is promoted", "紅の将は昇格している",
    good: Record { text: "[규칙 \"궁장기\"]\n[국면 \"9/4k4/9/9/4R4/9/9/9/4K4/9 w\"]\n1. 55차51\n#interrupt\n" },
        "it is not, and this is bikjang", "昇格しておらず、빅장である",
}

/// Whether a ply makes the generals face each other, and that of the other side is promoted.
pub(super) fn faces_promoted(case: &Case) -> bool {
    case.after.called == Some(case.mover) && case.after.is_promoted(1 - case.mover)
}

/// The check.
pub(super) fn check(case: &Case, report: &mut Report) {
    if faces_promoted(case) {
        let (mover, taker) = (seat(case.mover), seat(1 - case.mover));
        report.say(message!(
            "the general of {mover} faces the promoted one of {taker}, which may take it",
            "{mover}の将が{taker}の昇格した将と向かい合い、取られうる",
            mover,
            taker
        ));
    }
}
