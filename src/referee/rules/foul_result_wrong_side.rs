//! `foul-result-wrong-side` 反則の側が逆: an illegal-move loss for the wrong side.

use crate::finding::{Message, Rule, Seat, message, rule};
use crate::record::{Outcome, Terminal};
use crate::referee::game::Game;
use crate::referee::main_line::Foul;
use crate::referee::report::Report;

rule!(
    "foul-result-wrong-side",
    RecordError,
    Results,
    "an illegal-move loss for the wrong side",
    "反則の側が逆"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let Some(blamed) = game.blamed() else {
        return;
    };
    let all_of_other = game.fouls.iter().all(|foul| !foul.may_be_of(blamed));
    let Some(last) = game.fouls.last().filter(|_| all_of_other) else {
        return;
    };
    // A foul that ends a game is often not written down, so an older foul of the other side proves nothing.
    if game.terminal() == Some(Terminal::FoulLoss) && last.ply < game.plies {
        return;
    }
    let Foul { ply, side, rule, .. } = *last;
    let reason = fouled(side.into(), ply, rule);
    report
        .say(words(blamed.into(), &reason))
        .of(blamed)
        .deciding_since(Outcome::Win(side.opponent()), reason);
}

/// That somebody broke this rule at this ply.
pub(crate) fn fouled(seat: Seat, ply: u32, rule: &'static Rule) -> Message {
    message!(
        "{seat} made the illegal move at ply {ply} ({rule})",
        "反則は{ply}手目の{seat}の手（{rule}）",
        seat,
        ply,
        rule
    )
}

/// That this seat is blamed for a foul, but somebody else made it.
pub(crate) fn words(blamed: Seat, reason: &Message) -> Message {
    message!(
        "the result is an illegal-move loss for {blamed}, but {reason}",
        "結果は{blamed}の反則負けだが、{reason}",
        blamed,
        reason
    )
}
