//! `foul-result-without-foul` 反則の記録がない: an illegal-move loss without an illegal move.

use crate::finding::{Message, Seat, Severity, message, rule};
use crate::referee::game::Game;
use crate::referee::report::Report;
use crate::referee::spoken;

rule!(
    "foul-result-without-foul",
    Doubt,
    Results,
    "an illegal-move loss without an illegal move",
    "反則の記録がない"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let Some(blamed) = game.blamed() else {
        return;
    };
    // The foul of a declaration that failed is the declaration; a perpetual check has a rule of its own.
    let elsewhere = game.declared() || super::perpetual_claimed_not::claimed(game).is_some();
    let late = game.clock_history.fell(blamed).is_some();
    if elsewhere || late || !game.fouls.is_empty() || !game.certain {
        return;
    }
    let mut severity = None;
    let why = match &game.refused {
        Some((_, fouls)) if !fouls.is_empty() => return,
        &Some((text, _)) => message!(
            "the move {text}, which the server refused, is legal",
            "サーバーが拒んだ手{text}は合法",
            text
        ),
        None if spoken::foul_in_comments(game) => return,
        // The foul came after the last recorded move, and few programs write such a move down.
        None if blamed == game.to_move() => {
            severity = Some(Severity::Note);
            unwritten()
        }
        None => no_move_of(blamed.into()),
    };
    report
        .say(words(blamed.into(), &why))
        .of(blamed)
        .weighing(severity);
}

/// Why no foul is found: it came after the last move that is written.
pub(crate) fn unwritten() -> Message {
    message!(
        "the illegal move is not in the record",
        "反則の手が書かれていない"
    )
}

/// Why no foul is found: there is none.
pub(crate) fn no_move_of(blamed: Seat) -> Message {
    message!(
        "no recorded move by {blamed} is illegal",
        "{blamed}の指し手に反則はない",
        blamed
    )
}

/// That the result speaks of a foul that is not there.
pub(crate) fn words(blamed: Seat, why: &Message) -> Message {
    message!(
        "the result is an illegal-move loss for {blamed}, but {why}",
        "結果は{blamed}の反則負けだが、{why}",
        blamed,
        why
    )
}
