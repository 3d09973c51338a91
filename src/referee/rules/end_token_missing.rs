//! `end-token-missing` 終局の記載がない: no result.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::notation::{self, Scope};
use crate::record::Outcome;
use crate::referee::game::{Complaint, Game};
use crate::referee::words;

/// 終局の記載がない: no result.
pub static RULE: Rule = Rule {
    name: "end-token-missing",
    class: Class::Notice,
    english: "no result",
    japanese: "終局の記載がない",
    page: Page {
        what: both(
            "The record stops without a word about the result. Where the last position is mate, or the last move a foul, the message says who won all the same. Notations without a word for the result, as USI, are not blamed for it.",
            "",
        ),
        why: both("The result is unknown to everyone who reads the record.", ""),
        remedy: both("Add the result: 投了, 中断, … in KIF, a `%` line in CSA.", ""),
        source: "KIF definition; CSA V2.2: a record ends with its result.",
        bad: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n",
            note: both("two moves and nothing more", ""),
        },
        good: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 中断\n",
            note: both("broken off, and it says so", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>) -> Vec<Complaint> {
    let silent = |notation: &notation::Notation| notation.scope != Scope::Games;
    if game.plies == 0
        || game.terminal().is_some()
        || notation::notation(game.record.format).is_some_and(silent)
    {
        return Vec::new();
    }
    let who = match super::super::verdict::outcome_on_board(game) {
        Some(Outcome::Win(side)) => format!("; by the board {} won", words::side(side)),
        Some(Outcome::Draw) => "; by the board it is a draw by repetition".to_owned(),
        _ => String::new(),
    };
    let message = format!("the record stops after ply {} without a result{who}", game.plies);
    vec![Complaint::new(game.plies, game.last_span(), None, message)]
}
