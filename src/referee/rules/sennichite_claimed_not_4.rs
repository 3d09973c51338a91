//! `sennichite-claimed-not-4` 成立していない千日手: a claimed repetition with too few occurrences.

use crate::finding::{HowOften, Message, Severity, message, rule};
use crate::record::{Outcome, Terminal};
use crate::referee::game::Game;
use crate::referee::report::Report;

rule!(
    "sennichite-claimed-not-4",
    RecordError,
    Results,
    "a claimed repetition with too few occurrences",
    "成立していない千日手"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    if game.terminal() != Some(Terminal::Repetition) || game.repetition.is_some() || !game.certain {
        return;
    }
    let most = game.most_occurrences.max(1);
    let (needed, name) = (game.profile.repetition_count, &game.profile.name);
    let most_often = message!(
        "no position occurred more than {most}",
        "同一局面は最も多くて{most}",
        most = HowOften(most)
    );
    let claimed = |reason: &Message| {
        message!(
            "the result is 千日手, but {reason}",
            "結果は千日手だが、{reason}",
            reason
        )
    };
    if game.profile.repetition_agree_below && most >= 2 {
        let message = claimed(&message!(
            "{most_often}; under {name}, the players may agree on this",
            "{most_often}。{name}の規定では合意による千日手が認められる",
            most_often,
            name
        ));
        report.say(message).weighing(Severity::Note);
        return;
    }
    let reason = message!(
        "{most_often}; {needed} occurrences are required",
        "{most_often}で、{needed}回に満たない",
        most_often,
        needed
    );
    report.say(claimed(&reason)).deciding_since(Outcome::None, reason);
}
