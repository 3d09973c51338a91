//! `sennichite-was-perpetual` 連続王手の千日手を千日手とした: a repetition that was a perpetual check.

use crate::finding::{message, rule};
use crate::record::{Outcome, Terminal};
use crate::referee::game::Game;
use crate::referee::report::Report;

rule!(
    "sennichite-was-perpetual",
    RecordError,
    Results,
    "a repetition that was a perpetual check",
    "連続王手の千日手を千日手とした"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let perpetual = game.repetition.and_then(|repetition| repetition.perpetual);
    let Some(checker) = perpetual.filter(|_| game.terminal() == Some(Terminal::Repetition)) else {
        return;
    };
    let reason = message!(
        "{checker} gave check with every move of the repetition",
        "繰り返しの間の{checker}の指し手はすべて王手",
        checker
    );
    report
        .say(message!(
            "the result is 千日手, but {reason}: {checker} loses",
            "結果は千日手だが、{reason}なので{checker}の負け",
            reason,
            checker
        ))
        .of(checker)
        .deciding_since(Outcome::Win(checker.opponent()), reason);
}
