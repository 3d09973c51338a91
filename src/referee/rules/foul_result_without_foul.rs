//! `foul-result-without-foul` 反則の記録がない: a foul is the result, but no foul is recorded.

use crate::finding::{Class, Example, Page, Rule, Severity, both};
use crate::referee::game::{Complaint, Game};
use crate::referee::refused;
use crate::referee::words;

/// 反則の記録がない: a foul is the result, but no foul is recorded.
pub static RULE: Rule = Rule {
    name: "foul-result-without-foul",
    class: Class::Doubt,
    english: "a foul is the result, but no foul is recorded",
    japanese: "反則の記録がない",
    page: Page {
        what: both(
            "The result says that a side lost by a foul, and none of its recorded moves is one. Often the foul was the next move and was not written down, so that blaming the side to move is only a note: where a comment or the game server names it (`'ILLEGAL_MOVE(...)`), it is judged, and nothing is said if it is a foul.",
            "",
        ),
        why: both(
            "Either the foul is missing from the record or the result is wrong.",
            "",
        ),
        remedy: both("Write the foul in a comment, or correct the result.", ""),
        source: "KIF 反則負け, 反則勝ち; CSA `%ILLEGAL_MOVE`, `%+ILLEGAL_ACTION`.",
        bad: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 反則勝ち\n",
            note: both("White's move is legal", ""),
        },
        good: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77)\n   2 ３三歩(33)\n   3 反則勝ち\n",
            note: both("White's pawn does not move", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>) -> Vec<Complaint> {
    let Some(blamed) = game.blamed() else {
        return Vec::new();
    };
    if !game.fouls.is_empty() || !game.certain {
        return Vec::new();
    }
    let side = words::side(blamed);
    let says = format!("the result says that {side} fouled, but");
    let complaint = match refused::move_in_comments(game) {
        Some((_, fouls)) if !fouls.is_empty() => return Vec::new(),
        Some((text, _)) => game.about_result(
            Some(blamed),
            format!("{says} the move the server refused, {text}, is legal"),
        ),
        None if refused::foul_in_comments(game) => return Vec::new(),
        // The foul came behind the last recorded move, and few programs write such a move down.
        None if blamed == game.to_move() => Complaint {
            severity: Some(Severity::Note),
            ..game.about_result(
                Some(blamed),
                format!("{says} the foul itself was not written down"),
            )
        },
        None => game.about_result(
            Some(blamed),
            format!("{says} no recorded move of {side} is a foul"),
        ),
    };
    vec![complaint]
}
