//! Rules about draws: repetition (千日手), perpetual check, the move limit and bare kings.

use crate::finding::{Count, Message, Occurrences, Ordinal, Plies, Severity, both, message, rules};
use crate::profile::{PerpetualWindow, RepetitionResult};
use crate::record::{Outcome, Terminal};
use crate::referee::cases::{MoveLimitResult, RepetitionCase, moves_before};
use crate::referee::game::Game;
use crate::referee::rule_hit::RuleHit;
use crate::referee::verdict;
use crate::shogi::Color;

rules! {
    SENNICHITE = "sennichite", Notice, Results, "repetition of a position", "千日手";
    PERPETUAL_CHECK = "perpetual-check", Foul, Fouls, "perpetual check", "連続王手の千日手";
    SENNICHITE_CLAIMED_NOT_4 = "sennichite-claimed-not-4", RecordError, Results,
        "a claimed repetition with too few occurrences", "成立していない千日手";
    SENNICHITE_WAS_PERPETUAL = "sennichite-was-perpetual", RecordError, Results,
        "a repetition that was a perpetual check", "連続王手の千日手を千日手とした";
    PERPETUAL_CLAIMED_NOT = "perpetual-claimed-not", RecordError, Results,
        "a claimed perpetual check that is not one", "成立していない連続王手の千日手";
    SENNICHITE_IGNORED = "sennichite-ignored", Doubt, Results, "play after a repetition", "千日手後の続行";
    MAX_MOVES_EARLY = "max-moves-early", RecordError, Results,
        "a move limit claimed too early", "達していない最大手数";
    MAX_MOVES_EXCEEDED = "max-moves-exceeded", Doubt, Results,
        "moves after the move limit", "最大手数を超えた指し手";
    GAME_TOO_LONG_UNJUDGED = "game-too-long-unjudged", Notice, Results,
        "a game that reached the move limit", "最大手数に達した対局";
    BARE_KINGS = "bare-kings", Notice, Results, "play after only the kings were left", "裸玉同士の続行";
}

pub(super) fn sennichite(case: &RepetitionCase<'_>) -> Option<Message> {
    if !case.is_draw {
        return None;
    }
    let end = match case.profile.repetition_result {
        RepetitionResult::Draw => both("the game is drawn", "引き分け"),
        RepetitionResult::Replay => both(
            "the game is replayed with colours exchanged",
            "先後を入れ替えて指し直し",
        ),
    };
    Some(message!(
        "{same}: {end}",
        "{same}。千日手で{end}",
        same = case.occurrences_message(),
        end
    ))
}

pub(super) fn perpetual_check(case: &RepetitionCase<'_>) -> Option<RuleHit> {
    let checker = case.perpetual?;
    let reason = match case.profile.perpetual_window {
        PerpetualWindow::FirstToLast => message!(
            "every move of {checker} since its first occurrence gave check",
            "その間の{checker}の指し手はすべて王手であった",
            checker
        ),
        PerpetualWindow::UnbrokenChecks => message!(
            "{checker} gave check without interruption",
            "{checker}は途切れなく王手を続けた",
            checker
        ),
    };
    let hit = RuleHit::from(message!(
        "{same}, and {reason}: {checker} loses",
        "{same}。{reason}ので{checker}の負け",
        same = case.occurrences_message(),
        reason,
        checker
    ));
    Some(
        hit.with_side(checker)
            .with_cells(case.position.king(checker.opponent())),
    )
}

pub(super) fn sennichite_claimed_not_4(game: &Game<'_>) -> Option<RuleHit> {
    if game.terminal() != Some(Terminal::Repetition) || game.line.repetition.is_some() || !game.is_certain {
        return None;
    }
    let max_occurrences = game.line.most_occurrences.max(1);
    let claim_message = |reason: &Message| {
        message!(
            "the result is 千日手, but {reason}",
            "結果は千日手だが、{reason}",
            reason
        )
    };
    if game.profile.repetition_agree_below && max_occurrences >= 2 {
        let message = claim_message(&message!(
            "no position occurred more than {max_occurrences}; under the rules of {event}, the players may agree on this",
            "同一局面は最も多くて{max_occurrences}。{event}の規定では合意による千日手が認められる",
            max_occurrences = Occurrences(max_occurrences),
            event = game.profile.quoted_title()
        ));
        return Some(RuleHit::from(message).with_severity(Severity::Note));
    }
    let reason = too_few_message(game);
    Some(RuleHit::from(claim_message(&reason)).with_outcome_and_reason(Outcome::None, reason))
}

pub(super) fn sennichite_was_perpetual(game: &Game<'_>) -> Option<RuleHit> {
    let perpetual = game.line.repetition.and_then(|repetition| repetition.perpetual);
    let checker = perpetual.filter(|_| game.terminal() == Some(Terminal::Repetition))?;
    let reason = message!(
        "{checker} gave check with every move of the repetition",
        "繰り返しの間の{checker}の指し手はすべて王手",
        checker
    );
    let hit = RuleHit::from(message!(
        "the result is 千日手, but {reason}: {checker} loses",
        "結果は千日手だが、{reason}なので{checker}の負け",
        reason,
        checker
    ));
    Some(
        hit.with_side(checker)
            .with_outcome_and_reason(Outcome::Win(checker.opponent()), reason),
    )
}

/// The source of the claim that the game ended by perpetual check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::referee) enum ClaimSource {
    /// The summary or the end token of a game server.
    Server,
    /// The end token or the まで line, with 連続王手の千日手 or 王手千日手.
    Word,
    /// A comment at the end of the game.
    Comment,
}

/// Returns the source of a claim of perpetual check, if the record states a loss by an illegal move. `None` if
/// there is no such claim or no such loss.
pub(super) fn perpetual_claim(game: &Game<'_>) -> Option<ClaimSource> {
    game.foul_loser()?;
    if verdict::word_of_summary(game) == Some("oute_sennichite") || verdict::is_perpetual_by_server(game) {
        Some(ClaimSource::Server)
    } else if verdict::is_perpetual_in_words(game) {
        Some(ClaimSource::Word)
    } else {
        verdict::perpetual_in_comments(game).then_some(ClaimSource::Comment)
    }
}

pub(super) fn perpetual_claimed_not(game: &Game<'_>) -> Option<RuleHit> {
    let (source, loser) = perpetual_claim(game).zip(game.foul_loser())?;
    let is_perpetual = game.line.fouls.iter().any(|foul| *foul.rule == PERPETUAL_CHECK);
    if is_perpetual || !game.is_certain || is_incomplete(game, source) {
        return None;
    }
    let (reason, outcome) = match game.line.repetition {
        Some(repetition) => (
            non_check_message(game, loser, repetition.first_non_check[loser.index()]),
            Outcome::Draw,
        ),
        None => (too_few_message(game), Outcome::None),
    };
    let hit = RuleHit::from(message!(
        "the record states a loss by perpetual check for {loser}, but {reason}",
        "棋譜には{loser}の連続王手の千日手による負けとあるが、{reason}",
        loser,
        reason
    ));
    Some(match source {
        ClaimSource::Server | ClaimSource::Word => {
            hit.with_side(loser).with_outcome_and_reason(outcome, reason)
        }
        // A comment may be about another game, so it does not decide this game.
        ClaimSource::Comment => hit.with_side(loser),
    })
}

/// Returns whether the move that completed the repetition may be missing.
///
/// People seldom write down an illegal move that ended the game. The move is not considered missing if a server
/// made the claim.
fn is_incomplete(game: &Game<'_>, source: ClaimSource) -> bool {
    let is_completed = game
        .line
        .repetition
        .is_some_and(|repetition| repetition.ply == game.plies);
    !is_completed
        && source != ClaimSource::Server
        && game.terminal() == Some(Terminal::FoulLoss)
        && game.line.most_occurrences + 1 >= game.profile.repetition_count
}

fn non_check_message(game: &Game<'_>, loser: Color, ply: Option<u32>) -> Message {
    if let Some(ply) = ply {
        message!(
            "{loser}'s move at ply {ply}, after the first occurrence, did not give check",
            "最初の同一局面の後の{ply}手目（{loser}）は王手でない",
            loser,
            ply
        )
    } else {
        message!(
            "under the rules of {event}, this repetition is not a perpetual check",
            "{event}の規定では連続王手に当たらない",
            event = game.profile.quoted_title()
        )
    }
}

fn too_few_message(game: &Game<'_>) -> Message {
    let (max_occurrences, needed) = (game.line.most_occurrences.max(1), game.profile.repetition_count);
    message!(
        "no position occurred more than {max_occurrences}; {needed} occurrences are required",
        "同一局面は最も多くて{max_occurrences}で、{needed}回に満たない",
        max_occurrences = Occurrences(max_occurrences),
        needed
    )
}

pub(super) fn sennichite_ignored(game: &Game<'_>) -> Option<RuleHit> {
    let repetition = game
        .line
        .repetition
        .filter(|repetition| repetition.perpetual.is_none())?;
    let (ply, count) = (repetition.ply, game.profile.repetition_count);
    let continuation = later_plies_message(game, ply).or_else(|| other_result_message(game))?;
    let hit = RuleHit::from(message!(
        "the game ended by 千日手 at ply {ply} ({count} occurrence), but {continuation}",
        "{ply}手目で{count}となり千日手で終局のはずが、{continuation}",
        ply,
        count = Ordinal(count),
        continuation
    ));
    Some(hit.at_ply(ply, repetition.span))
}

fn later_plies_message(game: &Game<'_>, ply: u32) -> Option<Message> {
    let later_plies = game
        .plies
        .checked_sub(ply)
        .filter(|&later_plies| later_plies > 0)?;
    Some(message!(
        "{later_plies} {follow}",
        "さらに{later_plies}指された",
        follow = if later_plies == 1 { "follows" } else { "follow" },
        later_plies = Plies(later_plies as usize)
    ))
}

/// Returns the message about a stated result, such as a resignation, that contradicts the draw by repetition.
/// `None` if the result does not contradict the draw, or if the game did not end by repetition.
fn other_result_message(game: &Game<'_>) -> Option<Message> {
    let repetition_end = game
        .automatic_end
        .as_ref()
        .filter(|end| *end.rule == SENNICHITE_IGNORED)?;
    let stated = game
        .stated()
        .filter(|_| game.contradicts(repetition_end.outcome))?;
    Some(message!(
        "the record states that {stated}",
        "棋譜の結果は{stated}",
        stated
    ))
}

pub(super) fn max_moves_early(game: &Game<'_>) -> Option<RuleHit> {
    let limit = game
        .profile
        .max_moves
        .filter(|_| game.terminal() == Some(Terminal::MaxMoves) && game.is_certain)?;
    let moves = game.moves_until(game.plies);
    let message = if moves < limit {
        if moves_before(game.record).is_none() {
            return Some(RuleHit::from(unchecked_limit_message(moves, limit)).with_severity(Severity::Note));
        }
        message!(
            "the record ends at the move limit after {moves}, but the limit is {limit}",
            "{moves}手で最大手数とあるが、規定は{limit}手",
            moves = Count(moves, "move"),
            limit
        )
    } else if game.line.ends.limit.is_none() && game.end.is_check() {
        let side = game.to_move();
        message!(
            "the record ends at the move limit after {moves}, but {side} is in check and the game continues until the checks end",
            "{moves}手で最大手数とあるが、{side}に王手がかかっており、王手が途切れるまで指し継ぐ規定である",
            moves = Count(moves, "move"),
            side
        )
    } else {
        return None;
    };
    Some(RuleHit::from(message).with_outcome(Outcome::None))
}

/// Returns the message that a claim of the move limit was not checked, because the number of moves before the
/// record is unknown.
fn unchecked_limit_message(moves: u32, limit: u32) -> Message {
    message!(
        "the move limit of {limit} was not checked: {moves} follow the start position, and the number of moves before it is not stated",
        "最大手数（{limit}手）は判定しなかった：開始局面から{moves}手の棋譜で、開始局面までの手数の記載がない",
        limit,
        moves = Count(moves, "move")
    )
}

pub(super) fn max_moves_exceeded(game: &Game<'_>) -> Option<RuleHit> {
    let MoveLimitResult::Drawn(ply) = game.line.ends.limit.filter(|_| game.is_certain)? else {
        return None;
    };
    let (next_ply, span) = game.first_move_after(ply)?;
    let (moves_at_draw, extra_moves) = (game.moves_until(ply), game.plies - ply);
    let hit = RuleHit::from(message!(
        "the game was drawn by the move limit after {moves_at_draw}, but the record has {extra_moves}",
        "最大手数の規定により{moves_at_draw}手で引き分けだが、その後に{extra_moves}手指している",
        moves_at_draw = Count(moves_at_draw, "move"),
        extra_moves = Count(extra_moves, "more move")
    ));
    Some(hit.at_ply(next_ply, span))
}

pub(super) fn game_too_long_unjudged(game: &Game<'_>) -> Option<RuleHit> {
    let limit = game
        .profile
        .max_moves
        .filter(|_| game.is_certain && game.has_reached_move_limit())?;
    let is_draw_stated = matches!(game.stated(), Some(Outcome::Draw)) || game.states_move_limit();
    let moves = game.moves_until(game.plies);
    let reason = match game.line.ends.limit {
        _ if is_draw_stated || !game.end.has_legal_move() => return None,
        Some(MoveLimitResult::Drawn(ply)) if ply == game.plies && game.stated().is_none() => both(
            "the game is drawn here, but the record has no result",
            "ここで引き分けとなるが、棋譜に結果の記載がない",
        ),
        Some(MoveLimitResult::Drawn(ply)) if ply == game.plies => both(
            "the game is drawn here, but the record has another result",
            "ここで引き分けとなるが、棋譜の結果は異なる",
        ),
        Some(MoveLimitResult::NoKingEntered(_)) if moves > limit => both(
            "no king was in the enemy camp, so the game is not drawn",
            "どちらの玉も入玉しておらず、引き分けとはならない",
        ),
        None if moves > limit => both("checks extended the game", "王手が続いたため、対局も続いた"),
        _ => return None,
    };
    let hit = RuleHit::from(message!(
        "the game has {moves}, and the limit is {limit}: {reason}",
        "{moves}手、最大手数は{limit}手：{reason}",
        moves = Count(moves, "move"),
        limit,
        reason
    ));
    let is_drawn = matches!(game.line.ends.limit, Some(MoveLimitResult::Drawn(_)));
    Some(hit.warning_if(is_drawn && game.contradicts(Outcome::Draw)))
}

pub(super) fn bare_kings(game: &Game<'_>) -> Option<RuleHit> {
    let ply = game.line.ends.bare_kings.filter(|_| game.is_certain)?;
    let (next_ply, span) = game.ignored_end_at(ply, &BARE_KINGS)?;
    let hit = RuleHit::from(message!(
        "only the two kings are left, a draw under the rules of {event}, but the record does not end the game there as a draw",
        "両玉だけになり{event}の規定では引き分けだが、棋譜はそこで引き分けとしていない",
        event = game.profile.quoted_title()
    ));
    let kings = Color::ALL.into_iter().filter_map(|side| game.end.king(side));
    let contradicts = game.contradicts(Outcome::Draw);
    Some(
        hit.at_ply(next_ply, span)
            .with_cells(kings)
            .warning_if(contradicts),
    )
}
