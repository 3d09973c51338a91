//! `stalemate-named-mate` 王手でない詰み: no legal move, but no check either.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::record::Terminal;
use crate::referee::game::{Complaint, Game};
use crate::referee::words;

/// 王手でない詰み: no legal move, but no check either.
pub static RULE: Rule = Rule {
    name: "stalemate-named-mate",
    class: Class::Notice,
    english: "no legal move, but no check either",
    japanese: "王手でない詰み",
    page: Page {
        what: both(
            "The result is mate (詰み, `%TSUMI`); the side to move has no legal move, but is not in check. It loses all the same.",
            "",
        ),
        why: both("So rare that it deserves a second look.", ""),
        remedy: both("Check the board.", ""),
        source: "S0:329: who cannot move has lost.",
        bad: Example::Record {
            text: "V2.2\nP1 *  *  *  *  *  *  *  * -OU\nP2 *  *  *  *  *  * +KI *  * \nP3 *  *  *  *  *  *  *  * +KI\nP9 *  *  *  * +OU *  *  *  * \nP+00FU\n+\n+0055FU\n%TSUMI\n",
            note: both("White cannot move and is not in check", ""),
        },
        good: Example::Record {
            text: "V2.2\nP1 *  *  *  * -OU *  *  *  * \nP3 *  *  *  * +FU *  *  *  * \nP9 *  *  *  * +OU *  *  *  * \nP+00KI\n+\n+0052KI\n%TSUMI\n",
            note: both("mate", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>) -> Vec<Complaint> {
    let claimed = game.terminal() == Some(Terminal::Mate) && game.certain;
    if !claimed || game.end.checked() || game.end.king(game.to_move()).is_none() || game.end.has_legal_move()
    {
        return Vec::new();
    }
    let side = words::side(game.to_move());
    vec![game.about_result(
        Some(game.to_move()),
        format!("{side} has no legal move but is not in check; {side} loses all the same"),
    )]
}
