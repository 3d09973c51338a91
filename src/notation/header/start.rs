//! Headers that speak of the start position.

use crate::record::{Header, HeaderKey, Record};
use crate::shogi::Handicap;

/// Keys that speak of the start position: a writer gives that in its own way.
const OF_THE_START: [&str; 6] = [
    "手合割",
    "手番",
    "先手の持駒",
    "後手の持駒",
    "下手の持駒",
    "上手の持駒",
];

/// Whether anything is lost with a header: one without a value says nothing, unless it is a wish for how to show the
/// board.
pub(crate) fn says_something(header: &Header<'_>) -> bool {
    !header.value.trim().is_empty() || is_flag(&header.name)
}

/// Whether a key stands without a value: a wish to show the board turned round.
pub(crate) fn is_flag(key: &str) -> bool {
    matches!(key, "盤面回転" | "盤面反転")
}

/// The header that calls a record a mate problem.
pub(in crate::notation) fn problem<'r, 't>(record: &'r Record<'t>) -> Option<&'r Header<'t>> {
    let header = record.headers.last_of(&[HeaderKey::Handicap]);
    header.filter(|header| is_problem(&header.value))
}

/// What names of mate problems have in them: 詰将棋, 詰将棋問題, 実戦詰将棋, 必至問題.
const PROBLEMS: [&str; 6] = ["詰将棋", "詰め将棋", "つめ将棋", "詰棋", "必至", "必死"];

/// Whether a 手合割 names a mate problem.
pub(crate) fn is_problem(name: &str) -> bool {
    PROBLEMS.iter().any(|problem| name.contains(problem))
}

/// Whether a key speaks of the start position.
pub(crate) fn is_of_the_start(key: &str) -> bool {
    OF_THE_START.contains(&key)
}

/// Whether the start position says all that a header says: the name of a start that is known, or that it has none.
pub(crate) fn is_told_by_start(key: &str, value: &str, record: &Record<'_>) -> bool {
    let name: String = value.chars().filter(|c| !c.is_whitespace()).collect();
    let is_drawn_nameless = name == "その他" && record.start.diagram.is_some();
    let is_known = Handicap::by_name(&name).is_some() && !Handicap::has_remark(&name);
    key == "手合割" && (name.is_empty() || is_drawn_nameless || is_known)
}
