//! `perpetual-claimed-not` 成立していない連続王手の千日手: a claimed perpetual check that is not one.

use crate::finding::{HowOften, Message, message, rule};
use crate::record::{Outcome, Terminal};
use crate::referee::game::Game;
use crate::referee::report::Report;
use crate::referee::spoken;
use crate::shogi::Color;

rule!(
    "perpetual-claimed-not",
    RecordError,
    Results,
    "a claimed perpetual check that is not one",
    "成立していない連続王手の千日手"
);

/// Who says that the game ended by perpetual check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::referee) enum Claimant {
    /// The summary of a game server.
    Server,
    /// A comment.
    Person,
}

/// Who says so of a game that ended by a foul, if anybody.
pub(in crate::referee) fn claimed(game: &Game<'_>) -> Option<Claimant> {
    game.blamed()?;
    if spoken::word_of_summary(game) == Some("oute_sennichite") {
        Some(Claimant::Server)
    } else {
        spoken::perpetual_in_comments(game).then_some(Claimant::Person)
    }
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let (Some(claimant), Some(blamed)) = (claimed(game), game.blamed()) else {
        return;
    };
    let found = game
        .fouls
        .iter()
        .any(|foul| *foul.rule == super::perpetual_check::RULE);
    if found || !game.certain || is_incomplete(game, claimant) {
        return;
    }
    let (why, outcome) = match game.repetition {
        Some(repetition) => (
            quiet(game, blamed, repetition.quiet[blamed.index()]),
            Outcome::Draw,
        ),
        None => (too_few(game), Outcome::None),
    };
    let complaint = report.say(message!(
        "the record states a loss by perpetual check for {blamed}, but {why}",
        "棋譜には{blamed}の連続王手の千日手による負けとあるが、{why}",
        blamed,
        why
    ));
    complaint.of(blamed);
    // A comment may speak of something else.
    if claimant == Claimant::Server {
        complaint.deciding_since(outcome, why);
    }
}

/// Whether the move that completed the repetition may be missing: people seldom write down a foul that ended the game.
fn is_incomplete(game: &Game<'_>, claimant: Claimant) -> bool {
    let complete = game.repetition.is_some_and(|it| it.ply == game.plies);
    !complete
        && claimant == Claimant::Person
        && game.terminal() == Some(Terminal::FoulLoss)
        && game.most_occurrences + 1 >= game.profile.repetition_count
}

fn quiet(game: &Game<'_>, blamed: Color, ply: Option<u32>) -> Message {
    let name = game.profile.name.clone();
    if let Some(ply) = ply {
        message!(
            "{blamed}'s move at ply {ply}, after the first occurrence, did not give check",
            "最初の同一局面の後の{ply}手目（{blamed}）は王手でない",
            blamed,
            ply
        )
    } else {
        message!(
            "under {name}, this repetition is not a perpetual check",
            "{name}の規定では連続王手に当たらない",
            name
        )
    }
}

fn too_few(game: &Game<'_>) -> Message {
    let (most, needed) = (game.most_occurrences.max(1), game.profile.repetition_count);
    message!(
        "no position occurred more than {most}; {needed} occurrences are required",
        "同一局面は最も多くて{most}で、{needed}回に満たない",
        most = HowOften(most),
        needed
    )
}
