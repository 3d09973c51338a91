//! `schema-error`: a value that the format does not allow.

mod taken;
pub(in crate::referee) mod value;
mod wanted;

use crate::finding::{Severity, message, rule};
use crate::record::GapKind;
use crate::record::gap::WrongValue;
use crate::referee::due_case::CaptureCase;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "schema-error",
    Doubt,
    Notation,
    "a value that the format does not allow",
    "形式の違反"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::SchemaError { value, costs_game } = case.kind() else {
        return;
    };
    let weight = match value.what {
        WrongValue::UnknownKey(_) => Severity::Note,
        _ if *costs_game => Severity::Error,
        _ => Severity::Warning,
    };
    report.say(case.value(value)).weighing(weight);
}

/// The check of a captured piece that the record names and that does not stand there. Some programs name a promoted
/// piece by the kind that comes into the hand.
pub(in crate::referee) fn check_captured(case: &CaptureCase<'_>, report: &mut Report) {
    let &CaptureCase { before, to, named } = case;
    let there = before.piece_at(to).map(|it| it.kind);
    if there.is_some_and(|there| [there, there.base()].contains(&named)) {
        return;
    }
    let there = if let Some(there) = there {
        message!(
            "the piece on {to} is a {there}",
            "{to}にあるのは{there}である",
            there,
            to
        )
    } else {
        message!("there is no piece on {to}", "{to}に駒はない", to)
    };
    report
        .say(message!(
            "`capture` is a {named}, but {there}; the board was used",
            "`capture` は{named}だが、{there}。取った駒は盤面に従う",
            named,
            there
        ))
        .of_value("capture");
}
