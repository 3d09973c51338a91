//! `foul-result-wrong-side` 反則の側が逆: the wrong side is blamed for a foul.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::record::Terminal;
use crate::referee::game::{Complaint, Game};
use crate::referee::words;

/// 反則の側が逆: the wrong side is blamed for a foul.
pub static RULE: Rule = Rule {
    name: "foul-result-wrong-side",
    class: Class::RecordError,
    english: "the wrong side is blamed for a foul",
    japanese: "反則の側が逆",
    page: Page {
        what: both(
            "The result blames one side for a foul, all its moves are legal, and the other side has committed one.",
            "",
        ),
        why: both(
            "The wrong player was given the loss. The signs of CSA's `%+ILLEGAL_ACTION` are easily confused: they name the offender, and so does no KIF word.",
            "",
        ),
        remedy: both("Give the loss to the side that fouled.", ""),
        source: "CSA V2.2: the sign of ILLEGAL_ACTION is the offender's; KIF 反則勝ち: the side to move wins.",
        bad: Example::Record {
            text: "V2.2\nPI\n+\n+7776FU\n-3334FU\n+2823HI\n%-ILLEGAL_ACTION\n",
            note: both("Black's rook jumped, White is blamed", ""),
        },
        good: Example::Record {
            text: "V2.2\nPI\n+\n+7776FU\n-3334FU\n+2823HI\n%+ILLEGAL_ACTION\n",
            note: both("Black is blamed", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>) -> Vec<Complaint> {
    let Some(blamed) = game.blamed() else {
        return Vec::new();
    };
    let Some(last) = game
        .fouls
        .last()
        .filter(|_| game.fouls.iter().all(|foul| foul.side != blamed))
    else {
        return Vec::new();
    };
    // A foul that ends a game is often not written down, so an older foul of the other side proves nothing.
    if game.terminal() == Some(Terminal::FoulLoss) && last.ply < game.plies {
        return Vec::new();
    }
    let (blamed_side, fouler) = (words::side(blamed), words::side(last.side));
    let message = format!(
        "the result blames {blamed_side} for a foul, but {fouler} fouled at ply {} ({}): {blamed_side} won",
        last.ply, last.rule.name
    );
    vec![game.about_result(Some(blamed), message)]
}
