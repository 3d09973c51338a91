//! The proofs of findings and of the verdict, which are added after the check if they were asked for.
//!
//! [`proof`](crate::proof) has the certificates themselves. This module decides which certificate a rule needs.

use super::cases::{Foul, MainLine};
use super::clock::{ClockHistory, Overrun};
use super::game::Game;
use super::impasse::{DeclarationResult, declaration_result};
use super::rules::{clocks, draws, fouls, impasse, moves, results};
use super::time_control::Charging;
use super::verdict::Verdict;
use crate::finding::{Finding, Rule, Seat};
use crate::proof::Proof;
use crate::record::{Outcome, Terminal};
use crate::shogi::{Color, History, Move, Position};

/// The proofs from positions that only the replay of the main line reaches.
#[derive(Clone, Debug, Default)]
pub(super) struct LineProofs {
    /// The proof of the first repetition or perpetual check.
    pub repetition: Option<Proof>,
    /// The proof of a mate after which the record continues.
    pub mate: Option<Proof>,
    /// The points of an entering-king win without a declaration.
    pub impasse: Option<Proof>,
}

/// A rule whose findings have a proof, and the function that proves a finding.
type RuleProof = (&'static Rule, fn(&Game<'_>, &Finding) -> Option<Proof>);

/// The rules whose findings get their proof after the replay. `draws::SENNICHITE` and `draws::PERPETUAL_CHECK` get theirs
/// during the replay.
const RULE_PROOFS: &[RuleProof] = &[
    (&moves::OWN_KING_IN_CHECK, king_in_check),
    (&moves::UCHIFUZUME, uchifuzume),
    (&results::MATE_CLAIMED_NOT_MATE, not_mate),
    (&results::RESULT_AGAINST_MATE, |game, _| mate(game)),
    (&results::MATE_UNSTATED, |game, _| mate(game)),
    (&results::STALEMATE_NAMED_MATE, |game, _| mate(game)),
    (&results::MOVES_AFTER_END, earlier_end),
    (&results::RESIGN_WHILE_WINNING, |game, _| mate_in_one(game)),
    (&draws::SENNICHITE_IGNORED, |game, _| repetition(game)),
    (&draws::SENNICHITE_WAS_PERPETUAL, |game, _| repetition(game)),
    (&impasse::DECLARATION_INVALID, |game, _| declaration(game)),
    (&impasse::DECLARATION_ONLY_DRAW, |game, _| declaration(game)),
    (&impasse::JISHOGI_NO_ENTERED_KING, |game, _| agreement(game)),
    (&impasse::JISHOGI_POINTS, |game, _| agreement(game)),
    (&impasse::IMPASSE_UNNOTICED, |game, _| {
        game.line.proofs.impasse.clone()
    }),
    (&clocks::CLOCK_OVERRUN, overrun),
    (&clocks::TIME_FORFEIT, overrun),
];

/// Adds the proofs of all findings, and returns the proof of the verdict.
///
/// The verdict has no proof if it rests on the end token alone, such as a resignation.
pub(super) fn add(verdict: &Verdict<'_>, findings: &mut [Finding]) -> Option<Box<Proof>> {
    let game = verdict.game;
    for finding in findings.iter_mut().filter(|finding| finding.proof.is_none()) {
        let row = RULE_PROOFS.iter().find(|(rule, _)| *rule == finding.rule);
        finding.proof = row.and_then(|(_, prove)| prove(game, finding)).map(Box::new);
    }
    add_proofs_of_fouls(game, findings);
    of_verdict(verdict, findings).map(Box::new)
}

/// Adds the proof of an illegal move to the findings about the result that rest on this move.
fn add_proofs_of_fouls(game: &Game<'_>, findings: &mut [Finding]) {
    for index in 0..findings.len() {
        let rule = findings[index].rule;
        let foul = if *rule == fouls::FOUL_UNNOTICED {
            game.first_foul()
        } else if *rule == fouls::MATE_BY_FOUL || *rule == results::RESIGN_WHILE_WINNING {
            game.foul_at_end()
        } else if [&fouls::FOUL_RESULT_WRONG_SIDE, &fouls::FOUL_TOKEN_NEEDS_LAST_MOVE].contains(&rule) {
            game.line.fouls.last()
        } else {
            None
        };
        if let Some(foul) = foul.filter(|_| findings[index].proof.is_none()) {
            findings[index].proof = of_foul(foul, findings).map(Box::new);
        }
    }
}

/// Returns the proof of the finding about an illegal move of the main line.
fn of_foul(foul: &Foul, findings: &[Finding]) -> Option<Proof> {
    let is_about_foul = |finding: &&Finding| {
        finding.rule == foul.rule && finding.ply == Some(foul.ply) && finding.variation.is_empty()
    };
    let proof = findings.iter().find(is_about_foul)?.proof.as_deref();
    proof.cloned()
}

/// Returns the proof of the verdict.
fn of_verdict(verdict: &Verdict<'_>, findings: &[Finding]) -> Option<Proof> {
    let (game, outcome) = (verdict.game, verdict.outcome?);
    let decision = verdict.rule.and_then(|rule| of_decision(game, rule, findings));
    if decision.is_some() {
        return decision;
    }
    match game.stated() {
        None => of_foul(game.foul_at_end()?, findings),
        Some(stated) if stated != outcome => None,
        Some(_) => of_end(game, outcome, findings),
    }
}

/// Returns the proof of the rule that decides the game.
fn of_decision(game: &Game<'_>, rule: &Rule, findings: &[Finding]) -> Option<Proof> {
    let is_of_rule = |finding: &&Finding| finding.rule == rule && finding.variation.is_empty();
    let mut of_rule = findings.iter().filter(is_of_rule);
    if let Some(proof) = of_rule.find_map(|finding| finding.proof.as_deref()) {
        return Some(proof.clone());
    }
    // The event that ended the game has no finding if the record states its result.
    if *rule == results::RESULT_AGAINST_MATE {
        mate(game)
    } else if *rule == results::MOVES_AFTER_END {
        game.line.proofs.mate.clone()
    } else if *rule == draws::SENNICHITE_IGNORED {
        repetition(game)
    } else if *rule == impasse::IMPASSE_UNNOTICED {
        game.line.proofs.impasse.clone()
    } else {
        None
    }
}

/// Returns the proof of the end that the record states, if the end is more than a statement.
fn of_end(game: &Game<'_>, outcome: Outcome, findings: &[Finding]) -> Option<Proof> {
    match game.terminal()? {
        Terminal::Repetition => repetition(game),
        Terminal::DeclareWin | Terminal::Draw => declaration(game),
        Terminal::Impasse if game.has_impasse_to_check() => agreement(game),
        Terminal::FoulLoss | Terminal::FoulWin => of_foul(game.punished_foul()?.0, findings),
        Terminal::Timeout => {
            let Outcome::Win(winner) = outcome else {
                return None;
            };
            let side_times = game.clock_history.side(winner.opponent());
            let last_overrun = side_times.overruns.last()?;
            let is_last_move = last_overrun.ply == game.plies;
            is_last_move.then(|| of_overrun(&game.clock_history, winner.opponent(), last_overrun))?
        }
        _ => None,
    }
}

// Mate and illegal moves.

/// Returns the number of the move that follows the final position, as the SFEN of the position has it.
fn next_number(game: &Game<'_>) -> u32 {
    let plies_before = game.record.start.plies_before.unwrap_or(0);
    game.plies.saturating_add(plies_before).saturating_add(1)
}

/// Proves that the side to move has no legal move in the final position.
fn mate(game: &Game<'_>) -> Option<Proof> {
    Proof::mate_or_no_move(game.end, next_number(game))
}

/// Proves that the side to move has a legal move in the final position, which the record calls mate.
fn not_mate(game: &Game<'_>, _: &Finding) -> Option<Proof> {
    let legal = *game.end.legal_moves().first()?;
    // Of a tsume problem, the finding accepts the mate.
    let is_accepted = super::problem::is_declared(game.record) && game.end.has_only_futile_interpositions();
    (!is_accepted).then(|| Proof::not_mate(game.end, next_number(game), legal))?
}

/// Proves the mate that the side to move could have given instead of resigning.
fn mate_in_one(game: &Game<'_>) -> Option<Proof> {
    if game.foul_at_end().is_some() {
        return None;
    }
    let mut mated = game.end.clone();
    mated.play(game.end.mating_move()?)?;
    Proof::mate(&mated, next_number(game).saturating_add(1))
}

/// Proves the mate or the perpetual check after which the record continues.
fn earlier_end(game: &Game<'_>, finding: &Finding) -> Option<Proof> {
    let MainLine {
        mated, repetition, ..
    } = game.line;
    let is_at = |ply: u32| finding.ply == Some(ply.saturating_add(1));
    if mated.is_some_and(|mate| is_at(mate.ply)) {
        return game.line.proofs.mate.clone();
    }
    let is_perpetual_check = repetition.is_some_and(|it| it.perpetual.is_some() && is_at(it.ply));
    is_perpetual_check.then(|| self::repetition(game))?
}

/// Returns the position after the move of a finding, its move number, and the move. `None` if the finding has no such move.
fn after_move(finding: &Finding) -> Option<(Position, u32, Move)> {
    let sfen = finding.position.as_deref()?;
    let mut position = Position::from_sfen(sfen).ok()?;
    let mv: Move = finding.moved.as_deref()?.parse().ok()?;
    let undo = position.play(mv)?;
    let number: u32 = sfen.rsplit(' ').next()?.parse().ok()?;
    let is_of_seat = finding.seat == Some(undo.mover().into());
    is_of_seat.then(|| (position, number.saturating_add(1), mv))
}

fn king_in_check(_: &Game<'_>, finding: &Finding) -> Option<Proof> {
    let (position, number, _) = after_move(finding)?;
    Proof::check(&position, number)
}

fn uchifuzume(_: &Game<'_>, finding: &Finding) -> Option<Proof> {
    let (position, number, mv) = after_move(finding)?;
    Proof::uchifuzume(&position, number, mv)
}

// Repetition, points and clocks.

/// Returns the proof of the first repetition of the main line.
fn repetition(game: &Game<'_>) -> Option<Proof> {
    game.line.proofs.repetition.clone()
}

/// States the plies at which the current position of a line occurred, and the checks between them if `perpetual` lost by
/// perpetual check. `ply` is the current ply.
///
/// Occurrences before a move without check are left out: some events require only an unbroken series of checks.
pub(super) fn of_repetition(
    history: &History,
    position: &Position,
    (ply, number): (u32, u32),
    perpetual: Option<Color>,
) -> Option<Proof> {
    // After moves that were taken back, the plies of the record and of the history differ.
    if history.len() != ply as usize {
        return None;
    }
    let sfen = position.to_sfen(number);
    let mut plies: Vec<u32> = history.occurrences().map(|ply| ply as u32).collect();
    plies.reverse();
    let Some(side) = perpetual else {
        return Some(Proof::Repetition { sfen, plies });
    };
    let own_moves: Vec<_> = history.moves_of(side).collect();
    let last_non_check = own_moves.iter().rfind(|&&(_, is_check)| !is_check);
    let first_check = last_non_check.map_or(0, |&(ply, _)| ply as u32);
    plies.retain(|&ply| ply >= first_check);
    let first = *plies.first().filter(|_| plies.len() > 1)?;
    let checks = own_moves
        .iter()
        .map(|&(ply, _)| ply as u32)
        .filter(|&ply| ply > first);
    Some(Proof::PerpetualCheck {
        sfen,
        plies,
        checks: checks.collect(),
    })
}

/// States the points of a declaration in the final position: the highest possible points if the declaration fails, or else
/// the lowest.
fn declaration(game: &Game<'_>) -> Option<Proof> {
    let side = game.declarer().or_else(|| game.draw_declarer())?;
    let range = game.standing(side)?;
    let result = declaration_result(game.profile.declaration, &range.max)?;
    let standing = if result == DeclarationResult::Fails {
        &range.max
    } else {
        &range.min
    };
    Some(Proof::declaration(game.end, next_number(game), standing))
}

/// States the points of both sides in the final position.
fn agreement(game: &Game<'_>) -> Option<Proof> {
    let [black, white] = Color::ALL.map(|side| game.standing(side));
    let (black, white) = black.zip(white)?;
    Some(Proof::impasse(
        game.end,
        next_number(game),
        [&black.min, &white.min],
    ))
}

/// States the times up to the overrun at the ply of a finding.
fn overrun(game: &Game<'_>, finding: &Finding) -> Option<Proof> {
    let mut sides = Color::ALL.into_iter();
    let side = sides.find(|&side| finding.seat == Some(Seat::from(side)))?;
    let mut overruns = game.clock_history.side(side).overruns.iter();
    let overrun = overruns.find(|overrun| Some(overrun.ply) == finding.ply)?;
    of_overrun(&game.clock_history, side, overrun)
}

/// States the times of a side up to an overrun: of all its moves, or of those after the main time was used up.
///
/// Returns `None` if the overrun is that of the end token, which is not a move, or if the times, as they are written, do not add
/// up to the limit. The latter is possible if moves are charged in whole minutes or with a minimum.
fn of_overrun(clocks: &ClockHistory, side: Color, overrun: &Overrun) -> Option<Proof> {
    let control = clocks
        .side(side)
        .control
        .filter(|_| clocks.charging == Charging::Seconds && !overrun.at_end)?;
    let limit = control.max_limit;
    let rounding = if control.exact { 0 } else { 1000 };
    let (mut left, mut base) = (u64::from(limit.base), u64::from(limit.base));
    let (mut used, mut moves) = (0, Vec::new());
    let own_entries = clocks.entries.iter().filter(|entry| entry.side == side);
    for entry in own_entries.take_while(|entry| entry.ply <= overrun.ply) {
        let spent = u64::from(entry.spent?);
        used += spent;
        moves.push(entry.ply);
        // The most generous reading decides whether a move is too long, so it also decides when the main time is used up.
        let available = left + u64::from(limit.increment);
        left = available.saturating_sub(spent.saturating_sub(rounding));
        if left == 0 && entry.ply < overrun.ply {
            (used, base) = (0, 0);
            moves.clear();
        }
    }
    let increments = u64::from(limit.increment) * moves.len() as u64;
    let allowed = base + increments + u64::from(limit.byoyomi);
    let is_last = moves.last() == Some(&overrun.ply);
    (is_last && used >= allowed).then_some(Proof::Clock { allowed, used, moves })
}
