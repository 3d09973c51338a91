//! `unreadable-board`: a board that cannot be read.

mod told;

use std::fmt::{self, Formatter};

use crate::finding::{Language, Rank, Severity, Speak, Spoken, rule};
use crate::record::GapKind;
use crate::record::gap::BoardGap;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;
use crate::shogi::SfenError;

rule!(
    "unreadable-board",
    RecordError,
    Reading,
    "a board that cannot be read",
    "読めない盤面図"
);

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
            Self::Fields => f.write_str("SFENには3つか4つの項目が必要である"),
            Self::Ranks => f.write_str("SFENの盤には9段が必要である"),
            Self::Width(rank) => write!(f, "盤の{}段目が9マスでない", Spoken(&Rank(rank), language)),
            Self::Piece(rank) => write!(f, "盤の{}段目に駒でないものがある", Spoken(&Rank(rank), language)),
            Self::Turn => f.write_str("手番がbでもwでもない"),
            Self::Hands => f.write_str("持駒を読めない"),
            Self::Counter => f.write_str("手数が数でない"),
        }
    }
}
