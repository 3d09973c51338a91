//! Who won, by the rules of an amateur event of the Japan Shogi Association: what the record states
//! stands, unless the board shows that it cannot. A foul that nobody claimed before the end changes
//! nothing.

use super::game::{Decision, Game};
use super::rules;
use crate::finding::{Finding, Rule};
use crate::record::{Outcome, Terminal};
use crate::shogi::Color;

/// Who won. Differs from what the record states only where one of `findings` says why.
pub(super) fn verdict(game: &Game<'_>, findings: &[Finding], decisions: &[Decision]) -> Option<Outcome> {
    if let Some(decision) = decisions.iter().min_by_key(|decision| decision.ply) {
        return Some(decision.outcome);
    }
    let found = |rule: &Rule| {
        findings
            .iter()
            .any(|finding| *finding.rule == *rule && finding.variation.is_empty())
    };
    if let Some(fouler) = fouler_that_lost(game, found) {
        return Some(Outcome::Win(fouler.opponent()));
    }
    if let Some((_, capturer)) = game.king_captured {
        return Some(Outcome::Win(capturer));
    }
    if found(&rules::mate_claimed_not_mate::RULE) || found(&rules::sennichite_claimed_not_4::RULE) {
        return Some(Outcome::None);
    }
    game.stated().or_else(|| outcome_on_board(game))
}

/// The side that lost by a foul although the record says otherwise, or says nothing.
fn fouler_that_lost(game: &Game<'_>, found: impl Fn(&Rule) -> bool) -> Option<Color> {
    let last_foul = game.fouls.last().map(|foul| foul.side);
    if found(&rules::foul_result_wrong_side::RULE) || found(&rules::mate_by_foul::RULE) {
        return last_foul;
    }
    if found(&rules::sennichite_was_perpetual::RULE) {
        return game.repetition.and_then(|repetition| repetition.perpetual);
    }
    None
}

/// Who won a game whose record stops without a word.
pub(super) fn outcome_on_board(game: &Game<'_>) -> Option<Outcome> {
    if game
        .terminal()
        .is_some_and(|terminal| terminal != Terminal::Other)
        || game.plies == 0
    {
        return None;
    }
    if let Some(foul) = game.fouls.last().filter(|foul| foul.ply == game.plies) {
        return Some(Outcome::Win(foul.side.opponent()));
    }
    if !game.certain {
        return None;
    }
    if game
        .repetition
        .is_some_and(|repetition| repetition.ply == game.plies)
    {
        return Some(Outcome::Draw);
    }
    (!game.end.has_legal_move()).then(|| Outcome::Win(game.to_move().opponent()))
}
