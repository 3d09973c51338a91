//! `unreadable-board`: a board that cannot be read.

mod told;

use std::fmt::{self, Formatter};

use crate::finding::{Language, Rank, Severity, Speak, Spoken, rule};
use crate::record::GapKind;
use crate::record::gap::BoardGap;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;
use crate::shogi::SfenError;

rule! {
    name: "unreadable-board",
    class: RecordError,
    group: Reading,
    title: "a board that cannot be read", "読めない盤面図",
    what:
        "A row or a hand of the start position holds something that is no piece, or the board has too few or too many rows. What could be read is used.",
        "開始局面の段や持駒に駒でないものがあるか、盤面の段が多すぎるか少なすぎる。読めたところだけを使う。",
    why:
        "Every move is judged on the board that was understood.",
        "すべての指し手は、読めた盤面の上で判定される。",
    remedy:
        "Correct the row: nine cells of a mark and a piece, or ` ・` where there is none.",
        "段を直す。印と駒、駒のないマスは「 ・」で、九つのマスを書く。",
    source: "KIF definition, board diagram; CSA V2.2, `P1`-`P9`.",
    bad: Record { text: "V2.2\nP1-KY-KE-GI-KI-XX-KI-GI-KE-KY\nP5 *  *  *  * -OU *  *  *  * \nP9 *  *  *  * +OU *  *  *  * \n+\n+5958OU\n%TORYO\n" },
        "`XX` is no piece", "「XX」は駒でない",
    good: Record { text: "V2.2\nP1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP9 *  *  *  * +OU *  *  *  * \n+\n+5958OU\n%TORYO\n" },
        "nine pieces", "九つの駒",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::UnreadableBoard(gap) = case.kind() else {
        return;
    };
    let complaint = report.say(told::told(case, gap));
    if let BoardGap::Disputed(_) = gap {
        complaint.weighing(Severity::Warning);
    }
}

impl Speak for SfenError {
    fn speak(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        if language == Language::English {
            return fmt::Display::fmt(self, f);
        }
        match *self {
            Self::Fields => f.write_str("SFENの項目は三つか四つである"),
            Self::Ranks => f.write_str("SFENの盤は9段である"),
            Self::Width(rank) => write!(f, "盤の{}段目が9マスでない", Spoken(&Rank(rank), language)),
            Self::Piece(rank) => write!(f, "盤の{}段目に駒でないものがある", Spoken(&Rank(rank), language)),
            Self::Turn => f.write_str("手番がbでもwでもない"),
            Self::Hands => f.write_str("持駒を読めない"),
            Self::Counter => f.write_str("手数が数でない"),
        }
    }
}
