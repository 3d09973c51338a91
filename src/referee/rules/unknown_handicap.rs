//! `unknown-handicap`: unknown handicap name.

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
    "unknown handicap name",
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
            "手合割 is {name}: a mate problem, but no board is drawn{unchecked}",
            "手合割が{name}だが、詰将棋の盤面が書かれて{unchecked}",
            name = in_quotes(name),
            unchecked = match taken {
                StartTaken::Unsaid => both(", so that nothing can be judged", "おらず、判定できない"),
                _ => both("", "いない"),
            }
        ),
        HandicapName::GivenBefore(before) => message!(
            "手合割 was given before as {before}; the later one counts",
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
            "needs a board, and none is drawn",
            "には盤面が要るが、書かれていない",
        )
    } else {
        both(
            "is not known and no board is drawn",
            "は知られておらず、盤面もない",
        )
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
        StartTaken::Even => message!("; the even start is assumed", "。平手とみなす"),
        StartTaken::NotEven => message!(
            "; it is not the even start, so the board is not known and nothing is judged",
            "。平手ではないので開始局面が分からず、判定しない",
        ),
        StartTaken::Unfit(ply) => message!(
            "; move {ply} is not possible from the even start, so the board is not known and nothing is judged",
            "。{ply}手目が平手からは指せないので開始局面が分からず、判定しない",
            ply
        ),
    }
}
