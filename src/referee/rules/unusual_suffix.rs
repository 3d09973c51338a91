//! `unusual-suffix` 通常と異なる相対表記: an unusual word for the piece that moves.

use crate::finding::{Message, message, rule};
use crate::record::Origin;
use crate::referee::due_case::DueCase;
use crate::referee::report::{Once, Report};
use crate::shogi::Suffix;

rule!(
    "unusual-suffix",
    Notice,
    Notation,
    "an unusual word for the piece that moves",
    "通常と異なる相対表記"
);

/// The check.
pub(in crate::referee) fn check(case: &DueCase<'_>, report: &mut Report) {
    let Some((written, resolved)) = case.completed() else {
        return;
    };
    let (Origin::Words(suffix), Origin::Board(from)) = (written.from, resolved.from) else {
        return;
    };
    let usual = Suffix::of(case.before, from, written.to.square());
    if let Some(usual) = usual.filter(|&usual| usual != suffix && !case.is_told_by_rest()) {
        report.say(message!(
            "the move has {written} instead of the usual {usual} (further moves like this are not listed)",
            "動いた駒を{written}で示しているが、通常は{usual}である（以後の同様の指し手は省略）",
            written = named(suffix),
            usual = named(usual)
        )).once(Once::OfRecord);
    }
}

/// The words as they are written.
fn named(suffix: Suffix) -> Message {
    match suffix {
        Suffix::NONE => message!("no word", "「字なし」"),
        words => message!("{words}", "「{words}」", words = words.to_string()),
    }
}
