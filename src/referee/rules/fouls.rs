//! Rules about illegal moves and about results that state an illegal move.

use super::{draws, impasse};
use crate::finding::{Message, Rule, Seat, Severity, message, rules};
use crate::record::{Outcome, Terminal};
use crate::referee::cases::Foul;
use crate::referee::game::Game;
use crate::referee::rule_hit::RuleHit;
use crate::referee::verdict::{self, unclaimed_foul_loses, unclaimed_message};

rules! {
    FOUL_UNNOTICED = "foul-unnoticed", Doubt, Results,
        "an illegal move that went unnoticed", "見逃された反則";
    FOUL_RESULT_WITHOUT_FOUL = "foul-result-without-foul", Doubt, Results,
        "an illegal-move loss without an illegal move", "反則の記録がない";
    FOUL_RESULT_WRONG_SIDE = "foul-result-wrong-side", RecordError, Results,
        "an illegal-move loss for the wrong side", "反則の側が逆";
    FOUL_TOKEN_NEEDS_LAST_MOVE = "foul-token-needs-last-move", Doubt, Results,
        "an illegal-move result after a legal last move", "最終手でない反則";
    MATE_BY_FOUL = "mate-by-foul", RecordError, Results, "mate by an illegal move", "反則による詰み";
}

pub(super) fn foul_unnoticed(game: &Game<'_>) -> Option<RuleHit> {
    let first_foul = game.first_foul()?;
    let is_perpetual = *first_foul.rule == draws::PERPETUAL_CHECK;
    let is_last_move = first_foul.ply == game.plies;
    let is_settled = match game.terminal()? {
        Terminal::FoulLoss | Terminal::FoulWin => is_blamed(game, first_foul),
        Terminal::BothFoul => true,
        // The rule `MATE_BY_FOUL` reports a mate by an illegal move.
        Terminal::Mate => is_last_move,
        // The rule `SENNICHITE_WAS_PERPETUAL` reports a perpetual check that the record states as 千日手.
        Terminal::Repetition => is_perpetual,
        _ => is_last_move && has_lost_anyway(game, first_foul),
    };
    if is_settled {
        return None;
    }
    let changes_nothing = game.stated().is_some() && has_lost_anyway(game, first_foul);
    let loses = unclaimed_foul_loses(game, first_foul);
    let hit = RuleHit::from(unclaimed_message(game, first_foul)).at_ply(first_foul.ply, first_foul.span);
    let hit = hit
        .with_side(first_foul.side)
        .with_severity(changes_nothing.then_some(Severity::Note));
    Some(hit.with_outcome(loses.then_some(Outcome::Win(first_foul.side.opponent()))))
}

/// Returns whether the result is already a loss of the side that made an illegal move.
///
/// A game without a stated result counts as such a loss. A win that the opponent declares counts only if the
/// declaration is valid.
fn has_lost_anyway(game: &Game<'_>, foul: &Foul) -> bool {
    let loss = Outcome::Win(foul.side.opponent());
    game.stated().is_none_or(|stated| stated == loss) && impasse::declaration_invalid(game).is_none()
}

/// Returns whether the result already accounts for the first illegal move.
///
/// The result must blame the side that made the move. If an unclaimed illegal move does not lose, the result may
/// also blame the side of a later illegal move. A result that blames the wrong side is accepted here, because
/// another rule reports it.
fn is_blamed(game: &Game<'_>, first_foul: &Foul) -> bool {
    let is_of_loser = |foul: &Foul| game.foul_loser().is_some_and(|side| foul.may_be_of(side));
    is_of_loser(first_foul)
        || !unclaimed_foul_loses(game, first_foul) && game.line.fouls.iter().any(is_of_loser)
        || foul_result_wrong_side(game).is_some()
}

pub(super) fn foul_result_without_foul(game: &Game<'_>) -> Option<RuleHit> {
    let loser = game.foul_loser()?;
    // A failed declaration is itself the illegal action. The rule `PERPETUAL_CLAIMED_NOT` checks claims of
    // perpetual check.
    let has_other_rule = game.ends_with_declaration() || draws::perpetual_claim(game).is_some();
    let is_out_of_time = game.clock_history.flag_fall_ply(loser).is_some();
    if has_other_rule || is_out_of_time || !game.line.fouls.is_empty() || !game.is_certain {
        return None;
    }
    let mut severity = None;
    let message = match &game.refused {
        Some((_, fouls)) if !fouls.is_empty() => return None,
        &Some((text, _)) => {
            let reason = message!(
                "the move {text}, which the server refused, is legal",
                "サーバーが拒んだ手{text}は合法",
            );
            unfounded_loss_message(loser.into(), &reason)
        }
        None if verdict::foul_in_comments(game) => return None,
        // The illegal move came after the last recorded move. Few programs write such a move down.
        None if loser == game.to_move() => {
            severity = Some(Severity::Note);
            unwritten_foul_message(loser.into())
        }
        None => no_foul_message(loser.into()),
    };
    Some(RuleHit::from(message).with_side(loser).with_severity(severity))
}

/// Returns the message about a loss by an illegal move that is probably not in the record.
///
/// The blamed side was to move.
pub(crate) fn unwritten_foul_message(loser: Seat) -> Message {
    message!(
        "the result is an illegal-move loss for {loser}, whose turn it was; the illegal move itself is not in the record",
        "結果は手番の{loser}の反則負けだが、反則の手そのものは書かれていない",
        loser
    )
}

/// Returns the message about a loss by an illegal move although the side was not to move and its recorded moves
/// are legal.
pub(crate) fn no_foul_message(loser: Seat) -> Message {
    message!(
        "the result is an illegal-move loss for {loser}, but it was not {loser}'s turn and all recorded moves by {loser} are legal",
        "結果は{loser}の反則負けだが、手番は{loser}ではなく、{loser}の指し手はすべて合法",
        loser
    )
}

/// Returns the message that the record states a loss by an illegal move without cause, with the reason.
pub(crate) fn unfounded_loss_message(loser: Seat, reason: &Message) -> Message {
    message!(
        "the result is an illegal-move loss for {loser}, but {reason}",
        "結果は{loser}の反則負けだが、{reason}",
        loser,
        reason
    )
}

pub(super) fn foul_result_wrong_side(game: &Game<'_>) -> Option<RuleHit> {
    let loser = game.foul_loser()?;
    let has_only_opponent_fouls = game.line.fouls.iter().all(|foul| !foul.may_be_of(loser));
    let last_foul = game.line.fouls.last().filter(|_| has_only_opponent_fouls)?;
    // An illegal move that ends a game is often not written down. An older illegal move by the other side
    // therefore proves nothing.
    if game.terminal() == Some(Terminal::FoulLoss) && last_foul.ply < game.plies {
        return None;
    }
    let Foul { ply, side, rule, .. } = *last_foul;
    let reason = illegal_move_message(side.into(), ply, rule);
    Some(
        RuleHit::from(unfounded_loss_message(loser.into(), &reason))
            .with_side(loser)
            .with_outcome_and_reason(Outcome::Win(side.opponent()), reason),
    )
}

/// Returns the message that this side broke this rule at this ply.
pub(crate) fn illegal_move_message(seat: Seat, ply: u32, rule: &'static Rule) -> Message {
    message!(
        "{seat} made the illegal move at ply {ply} ({rule})",
        "反則は{ply}手目の{seat}の手（{rule}）",
        seat,
        ply,
        rule
    )
}

pub(super) fn foul_token_needs_last_move(game: &Game<'_>) -> Option<RuleHit> {
    let loser = game
        .foul_loser()
        .filter(|_| game.terminal() == Some(Terminal::FoulWin) && game.is_certain);
    let side = loser?;
    let mut fouls = game.line.fouls.iter().rev().filter(|foul| foul.side == side);
    // Servers count repetitions in other ways and may end a perpetual check a move later.
    let is_late = |foul: &&Foul| foul.ply < game.plies && *foul.rule != draws::PERPETUAL_CHECK;
    let last_foul = fouls.next().filter(is_late)?;
    let (ply, rule, plies) = (last_foul.ply, last_foul.rule, game.plies);
    let hit = RuleHit::from(message!(
        "the last move (ply {plies}) is legal, contrary to the result; {side} made the illegal move at ply {ply} ({rule})",
        "結果では最終手が反則だが、最終手（{plies}手目）は合法で、{side}の反則は{ply}手目（{rule}）である",
        side,
        ply,
        rule,
        plies
    ));
    Some(hit.with_side(side))
}

pub(super) fn mate_by_foul(game: &Game<'_>) -> Option<RuleHit> {
    let last_foul = game
        .line
        .fouls
        .iter()
        .find(|foul| foul.ply == game.plies && foul.side != game.to_move());
    let foul = last_foul.filter(|_| game.terminal() == Some(Terminal::Mate))?;
    let rule = foul.rule;
    let reason = message!(
        "the mating move is illegal ({rule})",
        "詰ませた手は反則（{rule}）",
        rule
    );
    let hit = RuleHit::from(message!(
        "the result is mate, but the mating move is illegal ({name}, {japanese}): {side} loses",
        "結果は詰みだが、詰ませた手が反則（{japanese}）なので{side}の負け",
        name = rule.name,
        japanese = rule.japanese,
        side = foul.side
    ));
    Some(
        hit.with_side(foul.side)
            .with_outcome_and_reason(Outcome::Win(foul.side.opponent()), reason),
    )
}
