//! `unknown-handicap`: an unknown handicap.

use crate::finding::{Message, both, message, rule};
use crate::notation::quote::in_quotes;
use crate::record::gap::{HandicapGap, HandicapName, StartTaken};
use crate::record::{GapKind, HeaderKey};
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "unknown-handicap",
    Doubt,
    Reading,
    "an unknown handicap",
    "不明な手合割"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::UnknownHandicap(HandicapGap { name, taken }) = case.kind() else {
        return;
    };
    let what = match name {
        HandicapName::WithoutBoard(name) => without_board(name),
        HandicapName::Problem(name) => message!(
            "手合割 is {name} (a mate problem), but there is no board{unchecked}",
            "手合割が{name}だが、詰将棋の盤面が{unchecked}",
            name = in_quotes(name),
            unchecked = match taken {
                StartTaken::Unsaid => both(", so the record was not checked", "ないため、判定しなかった"),
                _ => both("", "ない"),
            }
        ),
        HandicapName::GivenBefore(before) => message!(
            "手合割 was already given as {before}; the later one was used",
            "手合割は前に{before}とあった。後のものに従う",
            before = in_quotes(before)
        ),
        HandicapName::Value(value) => case.value(value),
    };
    let complaint = report.say(what.followed_by(made_of_it(*taken)));
    // What is said of a name is said of the value of its header.
    let mut headers = case.record.headers.iter();
    let header = headers.find(|it| it.key == HeaderKey::Handicap && Some(it.span) == case.gap.span);
    if let Some(header) = header {
        complaint.at(case.record.value_span(header));
    }
}

/// A name that needs a board, or is not known.
fn without_board(name: &str) -> Message {
    let why = if name == "その他" {
        both(
            "requires a board, but there is none",
            "には盤面が必要だが、盤面がない",
        )
    } else {
        both("is unknown, and there is no board", "は不明で、盤面もない")
    };
    message!(
        "the handicap {name} {why}",
        "手合割{name}{why}",
        name = in_quotes(name),
        why
    )
}

/// What is made of a start that is not known.
fn made_of_it(taken: StartTaken) -> Message {
    match taken {
        StartTaken::Unsaid => Message::default(),
        StartTaken::Even => message!("; read as the even start", "。平手として読む"),
        StartTaken::NotEven => message!(
            "; the record was not checked, because it does not begin from the even start",
            "。平手ではなく開始局面が分からないため、判定しなかった",
        ),
        StartTaken::Unfit(ply) => message!(
            "; the record was not checked, because move {ply} is not possible from the even start",
            "。{ply}手目が平手からは指せず開始局面が分からないため、判定しなかった",
            ply
        ),
    }
}
