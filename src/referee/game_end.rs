//! Events that end a game by themselves, independently of the stated result:
//!
//! * the capture of a king,
//! * a side without a legal move,
//! * an entering-king win without a declaration,
//! * the fourth occurrence of a position, or the number of occurrences that the profile sets,
//! * two bare kings, if the profile has this rule,
//! * the move limit of the profile.

use super::cases::{Decision, Mate, MoveLimitResult, moves_before};
use super::game::Game;
use super::impasse::StandingRange;
use super::rule_hit::RuleHit;
use super::rules::{draws, impasse, moves, results};
use super::verdict::unclaimed_foul_loses;
use crate::finding::{Count, Message, Ordinal, Rule, message};
use crate::profile::{Declaration, NoLegalMove, Profile};
use crate::record::{Outcome, Record, Terminal};
use crate::referee;
use crate::shogi::{Color, Position, Standing};

/// Returns the first event that ended the game by itself; `None` if no such event occurred.
///
/// Of several events at one ply, the earlier in the list at the beginning of this module takes precedence: mate
/// before impasse, and impasse before repetition.
pub(super) fn first_end(game: &Game<'_>) -> Option<Decision> {
    let ends = [
        king_captured(game),
        mate(game),
        impasse(game),
        repetition(game),
        bare_kings(game),
        move_limit(game),
    ];
    ends.into_iter().flatten().min_by_key(|end| end.ply)
}

/// Rules that only check the stated result and do not decide the game.
const ABOUT_RESULTS: &[&Rule] = &[&results::AGREED_DRAW, &impasse::DECLARATION_UNJUDGED];

/// Returns whether a finding is redundant because it is about the result, and mate has already decided the
/// game.
pub(super) fn is_redundant(game: &Game<'_>, ply: u32, hit: &RuleHit) -> bool {
    let mate = game.automatic_end.as_ref().filter(|end| is_mate(end));
    let is_about_result = hit.outcome.is_some() || ABOUT_RESULTS.contains(&hit.finding.rule);
    // The finding that reports the mate itself is kept.
    let is_other_rule = |mate: &Decision| hit.finding.rule != mate.rule;
    is_about_result && mate.is_some_and(|mate| ply >= mate.ply && is_other_rule(mate))
}

/// Returns whether the game ended because a side had no legal move.
fn is_mate(end: &Decision) -> bool {
    [&results::RESULT_AGAINST_MATE, &results::MOVES_AFTER_END].contains(&end.rule)
}

/// Returns the win by capture of a king; `None` if no king was captured. The capture decides the game, whatever
/// follows.
fn king_captured(game: &Game<'_>) -> Option<Decision> {
    let (ply, winner) = game.line.king_captured?;
    let message = message!(
        "{winner} captured the king at ply {ply}",
        "{ply}手目に{winner}が玉を取った",
        winner,
        ply
    );
    Some(Decision::new(
        ply,
        Outcome::Win(winner),
        &moves::KING_CAPTURED,
        message,
    ))
}

/// Returns the win over a side without a legal move, unless the result punishes the winner for an earlier
/// offence.
fn mate(game: &Game<'_>) -> Option<Decision> {
    let (mate, rule) = match game.line.mated {
        Some(mate) => (mate, &results::MOVES_AFTER_END),
        None => (mate_at_end(game)?, &results::RESULT_AGAINST_MATE),
    };
    let winner = mate.loser.opponent();
    (!was_punished(game, winner))
        .then(|| Decision::new(mate.ply, Outcome::Win(winner), rule, no_move_message(mate)))
}

/// Returns the mate at the end of the game. `None` if there is a legal move, if the last move is illegal, if
/// the position is uncertain, or if the side to move has no king.
///
/// If the side without a legal move is not in check, the profile decides whether the game ends. A position alone,
/// without a move or a result, is not a game.
fn mate_at_end(game: &Game<'_>) -> Option<Mate> {
    let loser = game.to_move();
    let is_game = game.plies > 0 || game.stated().is_some();
    let is_known = game.is_certain && game.foul_at_end().is_none() && game.end.king(loser).is_some();
    if !is_game || !is_known || game.end.has_legal_move() {
        return None;
    }
    let in_check = game.end.is_check();
    let is_over = in_check || game.profile.no_legal_move == NoLegalMove::Loses;
    is_over.then_some(Mate {
        ply: game.plies,
        loser,
        in_check,
    })
}

/// Returns whether the result punishes the mating side for a real offence.
///
/// A real offence is an expired clock, or an earlier illegal move. The result must be a loss of this side. For
/// the clock, it must be a loss on time. For the illegal move, it must state a loss by an illegal move, unless
/// an unclaimed illegal move also loses.
fn was_punished(game: &Game<'_>, side: Color) -> bool {
    let is_foul_stated = game.foul_loser() == Some(side);
    let has_punishable_foul = || {
        let mut own_fouls = game.line.fouls.iter().filter(|foul| foul.side == side);
        own_fouls.any(|foul| is_foul_stated || unclaimed_foul_loses(game, foul))
    };
    let is_out_of_time =
        || game.terminal() == Some(Terminal::Timeout) && game.clock_history.flag_fall_ply(side).is_some();
    game.stated() == Some(Outcome::Win(side.opponent())) && (has_punishable_foul() || is_out_of_time())
}

/// Returns the message that a side has no legal move left.
pub(super) fn no_move_message(mate: Mate) -> Message {
    let loser = mate.loser;
    if mate.in_check {
        message!("{loser} is mated", "{loser}の玉は詰み", loser)
    } else {
        message!("{loser} has no legal move", "{loser}に合法手がない", loser)
    }
}

fn impasse(game: &Game<'_>) -> Option<Decision> {
    let (ply, standing) = game.line.ends.impasse.filter(|_| game.is_certain)?;
    let side = standing.side;
    let message = message!(
        "under the rules of {event}, {side} had won by entering king",
        "{event}の規定では{side}の入玉勝ち",
        event = game.profile.quoted_title(),
        side
    );
    Some(Decision::new(
        ply,
        Outcome::Win(side),
        &impasse::IMPASSE_UNNOTICED,
        message,
    ))
}

/// Returns the draw by repetition. `None` if no position was repeated often enough, if the position is
/// uncertain, or if a side has lost by perpetual check.
fn repetition(game: &Game<'_>) -> Option<Decision> {
    let repetition = game
        .line
        .repetition
        .filter(|repetition| game.is_certain && repetition.perpetual.is_none())?;
    let (ply, count) = (repetition.ply, game.profile.repetition_count);
    let message = message!(
        "the position after ply {ply} occurred for the {count} time",
        "{ply}手目の局面は同一局面の{count}",
        ply,
        count = Ordinal(count)
    );
    Some(Decision::new(
        ply,
        Outcome::Draw,
        &draws::SENNICHITE_IGNORED,
        message,
    ))
}

fn bare_kings(game: &Game<'_>) -> Option<Decision> {
    let ply = game.line.ends.bare_kings.filter(|_| game.is_certain)?;
    let message = message!("only the two kings were left", "両玉だけになった");
    Some(Decision::new(ply, Outcome::Draw, &draws::BARE_KINGS, message))
}

fn move_limit(game: &Game<'_>) -> Option<Decision> {
    let MoveLimitResult::Drawn(ply) = game.line.ends.limit.filter(|_| game.is_certain)? else {
        return None;
    };
    let rule = if ply == game.plies {
        &draws::GAME_TOO_LONG_UNJUDGED
    } else {
        &draws::MAX_MOVES_EXCEEDED
    };
    let message = message!(
        "the game was drawn by the move limit after {moves}",
        "最大手数の規定により{moves}手で引き分け",
        moves = Count(game.moves_until(ply), "move")
    );
    Some(Decision::new(ply, Outcome::Draw, rule, message))
}

// Events that end a game without an action of a player, detected while the main line is played. These are the
// move limit, two bare kings, and the entering-king win that a server awards without a declaration.

/// The first occurrence of each event.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AutomaticEnds {
    /// Outcome of the move limit; `None` if the limit was not reached or a check postpones the end.
    pub limit: Option<MoveLimitResult>,
    /// The side whose check at the limit postpones the end; `None` if the limit was not reached, or if no check
    /// postpones the end.
    pub checker: Option<Color>,
    /// The ply that left two bare kings; `None` if this did not happen, or if the rules do not end the game then.
    pub bare_kings: Option<u32>,
    /// The ply before the first turn at which the player met the conditions of a declaration, and the player's
    /// points and pieces. `None` if this did not happen, or if wins are not awarded without a declaration.
    pub impasse: Option<(u32, Standing)>,
    /// The ply before the first turn at which it is uncertain whether the player met the conditions of a
    /// declaration, and the range of points. `None` if there was no such turn.
    ///
    /// The cause of the uncertainty is that points for a handicap may have to be added, or that the position
    /// has more pieces than a set.
    pub(super) impasse_uncertain: Option<(u32, StandingRange)>,
}

impl AutomaticEnds {
    /// Returns whether the rules have such an event.
    pub(super) fn may_occur(profile: &Profile) -> bool {
        profile.max_moves.is_some()
            || profile.bare_kings_draw
            || profile.declaration == Declaration::Automatic27
    }

    /// Checks the position after a ply for each event that has not yet occurred.
    pub(super) fn observe(&mut self, ply: u32, position: &Position, profile: &Profile, record: &Record<'_>) {
        if self.limit.is_none() && profile.max_moves.is_some() {
            let moves = ply.saturating_add(moves_before(record).unwrap_or(0));
            self.observe_limit(ply, moves, position, profile);
        }
        if self.bare_kings.is_none() && profile.bare_kings_draw && position.has_only_kings() {
            self.bare_kings = Some(ply);
        }
        if self.impasse.is_none() && profile.declaration == Declaration::Automatic27 {
            self.observe_impasse(ply, position, profile, record);
        }
    }

    /// Records the ply if a server awards the win to the side to move without a declaration, or if this is
    /// uncertain.
    fn observe_impasse(&mut self, ply: u32, position: &Position, profile: &Profile, record: &Record<'_>) {
        let side = position.side_to_move();
        // The test whether the king has entered is cheap, and few kings enter. The points are counted only if
        // the king has entered and is not in check.
        if !position.king_entered(side) || position.in_check(side) {
            return;
        }
        let standings = StandingRange::new(position, side, profile, record);
        let wins = |standing: &Standing| {
            referee::impasse::declaration_result(profile.declaration, standing)
                == Some(referee::impasse::DeclarationResult::Wins)
        };
        let has_no_surplus = || position.surplus().next().is_none();
        match standings
            .common_result(wins)
            .filter(|&wins| !wins || has_no_surplus())
        {
            Some(true) => self.impasse = Some((ply, standings.min)),
            Some(false) => {}
            None => {
                self.impasse_uncertain.get_or_insert((ply, standings));
            }
        }
    }

    /// Applies the move limit to the position after a ply, which is move `moves` of the game. If the profile
    /// has this rule, a check at the limit postpones the end until the checking side makes a move without
    /// check.
    fn observe_limit(&mut self, ply: u32, moves: u32, position: &Position, profile: &Profile) {
        let side = position.side_to_move().opponent();
        let is_limit_reached = profile.max_moves.is_some_and(|limit| moves >= limit);
        if !is_limit_reached || self.checker.is_some_and(|checker| checker != side) {
            return;
        }
        if profile.max_moves_delayed_by_check && position.is_check() {
            self.checker = Some(side);
        } else {
            self.limit = Some(MoveLimitResult::at(ply, position, profile));
        }
    }
}
