//! The driver, which checks the records of all games other than shogi.
//!
//! The driver sets up the board, makes each ply, passes each to the rules of the game, and compares the recorded result
//! with the moves.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::System;
use super::drawing::{Drawing, MoveEffects};
use super::fouls::{Decision, FinalState, Foul, Fouls};
use super::model::{ClaimCase, End, GameChecks, GameState, PlyCase, StartCase};
use crate::finding::{Cell, Class, Count, Finding, Findings, Message, Rule, Seat, Severity, Span, message};
use crate::notation::{Word, claims_at};
use crate::profile::Profile;
use crate::record::{Clock, GameKind, Node, NodeId, Outcome, Record, Step, Terminal};
use crate::referee::clock::fits_to_the_second;
use crate::referee::rule_hit::{RuleHit, apply_rules};
use crate::referee::rules::{checking, clocks, results};
use crate::referee::{Judgement, assign_plies, reading_findings, sort_findings};

/// Returns the [`System`] of a game whose state has the type `G`.
pub(super) const fn system<G: GameState>(game: &'static GameKind) -> System {
    System {
        game,
        rules: |game| super::all_rules(G::rules(game)),
        check: |referee, record, _| check_record::<G>(record, referee.profile()),
        replay: replay::<G>,
    }
}

/// Checks a record by the rules of its game.
fn check_record<G: GameState>(record: &Record<'_>, profile: &Profile) -> Judgement {
    let mut driver = Driver::<G>::new(record, profile);
    driver.start();
    driver.on_claims(NodeId::START);
    for (id, node) in record.tree.main_line() {
        driver.step(id, node);
        driver.on_claims(id);
    }
    driver.finish()
}

/// Replays the main line for an observer, until a ply cannot be read or the observer stops the replay.
fn replay<G: GameState>(record: &Record<'_>, observer: &mut ReplayObserver<'_>) {
    let mut game = G::set_up(record, &Profile::default());
    let apply_claims = |game: &mut G, id: NodeId| {
        claims_at(record, id).for_each(|claim| game.on_claim(&Word::parse(&claim.text)));
    };
    let mut flow = observer(GameSnapshot::new(&game, NodeId::START));
    // If the start cannot be read, all positions are unknown, and the replay ends.
    let case = StartCase::new(record, game.clone());
    if apply_rules(G::rules(record.game).start, &case).any(|hit| hit.stops_later_rules) {
        return;
    }
    apply_claims(&mut game, NodeId::START);
    for (id, node) in record.tree.main_line() {
        let span = match node.step {
            Step::Token(span) => span,
            Step::Unreadable(_) => return,
            _ => continue,
        };
        let parsed_ply = game.read(record.text_at(span), next_token(record, id));
        let Some(ply) = parsed_ply.filter(|_| flow.is_continue()) else {
            return;
        };
        let (mover, cells) = (game.mover(&ply), game.cells(&ply));
        game.infer(&ply);
        let before = game.clone();
        game.play(&ply);
        flow = observer(GameSnapshot {
            ply: node.ply,
            seat: Some(G::seat(mover)),
            cells,
            effects: before.effects(&ply, &game),
            ..GameSnapshot::new(&game, id)
        });
        apply_claims(&mut game, id);
    }
}

/// A game after a ply, or at its start.
#[derive(Clone)]
pub struct GameSnapshot<'m> {
    /// The node of the ply; the root of the tree for the start.
    pub node: NodeId,
    /// Number of the ply, 0 for the start.
    pub ply: u32,
    /// The player who made the ply; `None` for the start.
    pub seat: Option<Seat>,
    /// The cells touched by the ply: origin and destination, or the destination alone. Empty for a pass and for
    /// the start.
    pub cells: Vec<Cell>,
    /// The effects of the ply; empty for the start.
    pub(crate) effects: MoveEffects,
    /// The game after the ply, or at its start.
    game: &'m dyn DynBoard,
}

/// A game of any kind, reduced to the methods that an observer needs.
trait DynBoard {
    fn position(&self) -> String;
    fn drawing(&self) -> Drawing;
}

impl<G: GameState> DynBoard for G {
    fn position(&self) -> String {
        GameState::position(self)
    }

    fn drawing(&self) -> Drawing {
        GameState::drawing(self)
    }
}

impl<'m> GameSnapshot<'m> {
    /// Returns a snapshot of the game in its current state, with ply 0 and without the player, the cells and
    /// the effects of a ply.
    fn new(game: &'m impl GameState, node: NodeId) -> Self {
        Self {
            node,
            ply: 0,
            seat: None,
            cells: Vec::new(),
            effects: MoveEffects::default(),
            game,
        }
    }

    /// Returns the position as text, in the notation of the game.
    pub fn position(&self) -> String {
        self.game.position()
    }

    /// Returns the board as it is drawn.
    pub fn drawing(&self) -> Drawing {
        self.game.drawing()
    }
}

/// An observer of a replayed game. The observer stops the replay by returning `Break`.
pub(crate) type ReplayObserver<'o> = dyn FnMut(GameSnapshot<'_>) -> ControlFlow<()> + 'o;

/// Returns the text of the ply after a node; `None` if no ply follows, or if the reader marked it as
/// unreadable.
fn next_token<'t>(record: &Record<'t>, id: NodeId) -> Option<&'t str> {
    let next = record.tree.first_child(id)?;
    match record.tree.node(next).step {
        Step::Token(span) => Some(record.text_at(span)),
        _ => None,
    }
}

/// The check of a record of a game other than shogi, while its plies are played one after the other.
///
/// The fields are the whole state of this loop: the inputs, the game and its findings, and the facts about earlier plies on which
/// later findings depend.
struct Driver<'r, 't, G: GameState> {
    rules: &'static GameChecks<G>,
    record: &'r Record<'t>,
    profile: &'r Profile,
    game: G,
    findings: Findings,
    totals: CumulativeTimes,
    /// Number of occurrences of each key for repetition ([`GameState::repetition_key`]), which is normally the
    /// position.
    occurrences: HashMap<String, u32>,
    /// The player who made the previous ply; `None` before the first ply.
    last_mover: Option<usize>,
    /// The ply at which the game ended; `None` while the game has not ended.
    ended_at: Option<u32>,
    /// `true` if plies follow the end and no result was recorded before the first of these plies.
    is_end_unstated: bool,
    /// The ply after which the position is unknown; `None` while the position is known.
    unknown_after: Option<u32>,
    fouls: Fouls,
    /// The first rule that refutes the recorded result; `None` if no rule does.
    refuted_by: Option<&'static Rule>,
    plies: u32,
    plies_after_end: u32,
    last_span: Option<Span>,
}

impl<'r, 't, G: GameState> Driver<'r, 't, G> {
    fn new(record: &'r Record<'t>, profile: &'r Profile) -> Self {
        Self {
            rules: G::rules(record.game),
            record,
            profile,
            game: G::set_up(record, profile),
            findings: Findings::default(),
            totals: CumulativeTimes::new(record.game.seats.len()),
            occurrences: HashMap::new(),
            last_mover: None,
            ended_at: None,
            is_end_unstated: false,
            unknown_after: None,
            fouls: Fouls::default(),
            refuted_by: None,
            plies: 0,
            plies_after_end: 0,
            last_span: None,
        }
    }

    fn start(&mut self) {
        let case = StartCase::new(self.record, self.game.clone());
        for hit in apply_rules(self.rules.start, &case) {
            if hit.stops_later_rules {
                self.unknown_after = Some(0);
            }
            let finding = hit.finding;
            let finding = Finding {
                ply: Some(0),
                span: finding
                    .span
                    .or_else(|| G::start_part_span(self.record, &finding))
                    .or(Some(self.first_line())),
                ..finding
            };
            if let Some(seat) = finding.seat {
                self.note_foul(&finding, &case.game, seat.index());
            }
            self.findings.push(finding);
        }
        self.occurrences.insert(self.game.repetition_key(), 1);
    }

    /// Stores the illegal move that a finding reports. A finding of another class, or of a lower severity than
    /// error, is ignored.
    fn note_foul(&mut self, finding: &Finding, before: &G, offender: usize) {
        if finding.rule.class == Class::Foul && finding.severity == Severity::Error {
            self.fouls.add(Foul {
                seat: G::seat(offender),
                ply: finding.ply.unwrap_or(0),
                rule: finding.rule,
                span: finding.span,
                winner: before.winner_if_lost_by(offender).map(|it| G::seat(it)),
            });
        }
    }

    /// Returns the span for findings about the whole record: the first header, or the start of the record.
    fn first_line(&self) -> Span {
        let header_span = self.record.headers.first().map(|header| header.span);
        let start = self.record.span.start as usize;
        header_span.unwrap_or(Span::new(start, start))
    }

    fn step(&mut self, id: NodeId, node: &Node<'_>) {
        let (Step::Token(span) | Step::Unreadable(span)) = node.step else {
            return;
        };
        self.plies = node.ply;
        self.last_span = Some(span);
        if self.ended_at.is_some() {
            self.is_end_unstated |= self.plies_after_end == 0 && self.game.stated_end().is_none();
            self.plies_after_end += 1;
            return;
        }
        if self.unknown_after.is_some() {
            return;
        }
        let text = self.record.text_at(span);
        match self.game.read(text, next_token(self.record, id)) {
            Some(ply) if matches!(node.step, Step::Token(_)) => self.play(node, span, ply),
            _ => self.unknown_after = Some(node.ply),
        }
    }

    fn play(&mut self, node: &Node<'_>, span: Span, ply: G::Ply) {
        self.game.infer(&ply);
        let before = self.game.clone();
        self.game.play(&ply);
        let mover = before.mover(&ply);
        let count = self.occurrences.entry(self.game.repetition_key()).or_default();
        *count += 1;
        self.game.on_repetition(*count);
        let case = PlyCase {
            occurrences: *count,
            last_mover: self.last_mover.replace(mover),
            mover,
            ply,
            after: self.game.clone(),
            before,
        };
        let after_foul = !self.fouls.is_empty();
        for hit in apply_rules(self.rules.ply, &case) {
            let stops_later_rules = hit.stops_later_rules;
            let rule_finding = hit.finding;
            let mut cells = case.before.cells(&case.ply);
            let more_cells: Vec<Cell> = rule_finding
                .cells
                .into_iter()
                .filter(|cell| !cells.contains(cell))
                .collect();
            cells.extend(more_cells);
            let finding = Finding {
                ply: Some(node.ply),
                span: rule_finding.span.or(Some(span)),
                seat: rule_finding.seat.or(Some(G::seat(mover))),
                moved: Some(case.before.move_text(&case.ply)),
                position: Some(case.before.position()),
                cells,
                after_foul,
                ..rule_finding
            };
            self.note_foul(&finding, &case.before, mover);
            self.findings.push(finding);
            if stops_later_rules {
                break;
            }
        }
        self.game.charge(mover, node);
        if let Some(message) = self.totals.add(mover, node.clock) {
            let rule = &clocks::CLOCK_CUMULATIVE_MISMATCH;
            self.findings
                .push(Finding::new(rule, node.clock_place(), message).at_ply(node.ply));
        }
        self.ended_at = self.game.end().map(|_| node.ply);
    }

    /// Applies the claims recorded at a ply about a player or the game. While the position is known, the claims
    /// are also checked, and may end the game.
    fn on_claims(&mut self, id: NodeId) {
        let ply = self.record.tree.node(id).ply;
        for claim in claims_at(self.record, id) {
            let word = Word::parse(&claim.text);
            let before = self.game.clone();
            self.game.on_claim(&word);
            if self.unknown_after.is_some() {
                continue;
            }
            let case = ClaimCase { before, word };
            for hit in apply_rules(self.rules.claim, &case) {
                let finding = Finding {
                    ply: Some(ply),
                    span: Some(claim.span),
                    position: Some(case.before.position()),
                    ..self.note_refutation(hit)
                };
                self.findings.push(finding);
            }
            if self.game.end().is_some() {
                self.ended_at.get_or_insert(ply);
            }
        }
    }

    fn finish(mut self) -> Judgement {
        self.report_unchecked();
        self.report_plies_after_end();
        let stated_end = self.game.stated_end();
        let board_end = self.board_end(stated_end.as_ref());
        self.run_end_checks();
        if stated_end.is_none() && board_end.is_none() && self.plies > 0 {
            self.report_missing_end();
        }
        let final_state = self.final_state(stated_end.as_ref(), board_end.as_ref());
        let (mut result_findings, foul_decision) = self.fouls.compare_with_result(&final_state);
        self.fouls.acknowledge(self.findings.iter_mut(), &final_state);
        let (terminal, outcome) = (stated_end.as_ref().map(|it| it.terminal), final_state.stated);
        let (verdict, reasons) = self.verdict(foul_decision, board_end, stated_end);
        result_findings.extend(self.overturned(outcome, verdict, reasons.as_ref()));
        for finding in result_findings {
            self.findings.push(self.place_at_result(finding));
        }
        let mut findings = reading_findings(self.record);
        assign_plies(self.record, &mut findings);
        findings.append(self.findings);
        Judgement {
            findings: sort_findings(findings),
            plies: self.plies,
            end: terminal,
            stated: outcome,
            verdict,
            proof: None,
            reasons: reasons.into_iter().collect(),
            occurrences: 0,
        }
    }

    /// Returns the result of the game and its reason. The recorded result applies unless an illegal move, the
    /// board or a finding overrides it. Without a recorded result, an illegal last move may decide. If nothing
    /// decides, the outcome is [`Outcome::None`], or `None` for a record without plies.
    fn verdict(
        &self,
        foul_decision: Option<Decision>,
        board_end: Option<End>,
        stated: Option<End>,
    ) -> (Option<Outcome<Seat>>, Option<Message>) {
        let to_decision = |end: End| (end.outcome, end.reason);
        let refuted_by = self.refuted_by.filter(|_| stated.is_some());
        let decision = foul_decision
            .or(board_end.map(to_decision))
            .or(refuted_by.map(|rule| (Some(Outcome::None), message!("{rule}", "{rule}", rule))))
            .or(stated.map(to_decision))
            .or_else(|| self.fouls.decision_at_end(self.plies));
        match decision {
            Some((outcome, reason)) => (outcome, Some(reason)),
            None => ((self.plies > 0).then_some(Outcome::None), None),
        }
    }

    /// Reports a recorded result that differs from the verdict, at the last ply. A statement that the game has no result
    /// does not contradict a draw.
    fn overturned(
        &self,
        stated: Option<Outcome<Seat>>,
        verdict: Option<Outcome<Seat>>,
        reason: Option<&Message>,
    ) -> Option<Finding> {
        let (stated, verdict) = (stated?, verdict?);
        let are_without_winner = (stated, verdict) == (Outcome::None, Outcome::Draw);
        let reason = reason.filter(|_| stated != verdict && !are_without_winner)?;
        let message = results::overturned_message(stated, verdict, reason);
        Some(Finding::new(&results::RESULT_OVERTURNED, None, message).at_ply(self.plies))
    }

    /// Returns the end that the board shows, if it applies.
    ///
    /// An end that the winner's own illegal move caused is ignored. An end on the board is also ignored if the
    /// record states a loss on time, or a loss by an illegal move that the record contains. This loss may have
    /// happened before the end on the board.
    fn board_end(&self, stated: Option<&End>) -> Option<End> {
        let end = self.game.decided_end().filter(|_| self.unknown_after.is_none())?;
        let foul = self.fouls.at_end(self.ended_at.unwrap_or(self.plies));
        let is_by_foul = foul.is_some_and(|foul| end.outcome == Some(Outcome::Win(foul.seat)));
        let may_be_lost_before = stated.is_some_and(|stated| match stated.terminal {
            Terminal::Timeout => true,
            Terminal::FoulLoss => self.fouls.has_foul_by_loser(stated.outcome),
            _ => false,
        });
        (!is_by_foul && !may_be_lost_before).then_some(end)
    }

    /// Runs the checks about the game as a whole on the final board, unless the final position is unknown.
    fn run_end_checks(&mut self) {
        if self.unknown_after.is_some() {
            return;
        }
        let hits: Vec<_> = apply_rules(self.rules.end, &self.game).collect();
        for hit in hits {
            let mut finding = self.note_refutation(hit);
            finding.span = finding.span.or(self.game.stated_span());
            self.findings.push(self.place_at_end(finding));
        }
    }

    /// Returns the finding of a rule hit, and stores its rule if the hit refutes the recorded result.
    fn note_refutation(&mut self, hit: RuleHit) -> Finding {
        self.refuted_by = self.refuted_by.or(hit.outcome.map(|_| hit.finding.rule));
        hit.finding
    }

    /// Completes a finding about the end of the record with the last ply and its span, if the finding lacks them.
    fn place_at_end(&self, finding: Finding) -> Finding {
        Finding {
            ply: finding.ply.or(Some(self.plies)),
            span: finding.span.or(self.last_span),
            ..finding
        }
    }

    /// Places a finding about the result at its own span, or else at the span that states the result, or else
    /// at the last ply.
    fn place_at_result(&self, finding: Finding) -> Finding {
        let claim_span = || self.record.claims.last().map(|claim| claim.span);
        let span = finding.span.or(self.game.stated_span()).or_else(claim_span);
        self.place_at_end(Finding { span, ..finding })
    }

    fn final_state(&self, stated: Option<&End>, board_end: Option<&End>) -> FinalState<'r> {
        let foul_losers = self.game.foul_losers().into_iter();
        FinalState {
            profile: self.profile,
            plies: self.plies,
            side_to_move: G::seat(self.game.side_to_move()),
            foul_losers: foul_losers
                .map(|loser| (G::seat(loser), self.game.is_known(loser)))
                .collect(),
            terminal: stated.or(board_end).map(|it| it.terminal),
            stated: stated.and_then(|it| it.outcome),
        }
    }

    /// Reports the number of plies that were not checked because an earlier ply cannot be read.
    fn report_unchecked(&mut self) {
        let Some(after) = self.unknown_after.filter(|&ply| ply < self.plies) else {
            return;
        };
        let message = checking::unchecked_message(after, (self.plies - after) as usize, None);
        self.report_after(after, &checking::NOT_JUDGED, message);
    }

    /// Reports a finding at the ply after `ply`.
    fn report_after(&mut self, ply: u32, rule: &'static Rule, message: Message) {
        let mut nodes = self.record.tree.main_line();
        let next_node = nodes.find(|(_, node)| node.ply == ply + 1);
        let span = next_node.and_then(|(_, node)| node.span());
        self.findings
            .push(Finding::new(rule, span, message).at_ply(ply + 1));
    }

    fn report_plies_after_end(&mut self) {
        let (Some(end), 1..) = (self.ended_at, self.plies_after_end) else {
            return;
        };
        let count = self.plies_after_end;
        let end_reason = self.game.end().map(|it| it.reason);
        let message = message!(
            "{moves} after the end of the game at ply {end}{end_reason}",
            "{end}手目の終局の後に指し手が{moves}手ある{end_reason}",
            moves = Count(count, "move"),
            end,
            end_reason =
                end_reason.map(|end_reason| message!(": {end_reason}", "。{end_reason}", end_reason))
        );
        let rule = if self.is_end_unstated {
            self.rules.after_unstated_end
        } else {
            &results::MOVES_AFTER_END
        };
        self.report_after(end, rule, message);
    }

    fn report_missing_end(&mut self) {
        let ply = self.plies;
        let message = message!(
            "the record stops after ply {ply} without a result",
            "棋譜は{ply}手目で終わり、結果の記載がない",
        );
        self.findings
            .push(Finding::new(&results::END_TOKEN_MISSING, self.last_span, message).at_ply(ply));
    }
}

// Cumulative times of the players, checked against the times of their moves.

/// Cumulative times (milliseconds), one per seat; `None` after a move without a recorded time, until a total is
/// written.
#[derive(Debug)]
pub(super) struct CumulativeTimes {
    totals: Vec<Option<u64>>,
    /// `true` if a mismatch has been reported.
    is_reported: bool,
}

impl CumulativeTimes {
    /// Returns totals of zero for all seats.
    pub(super) fn new(seats: usize) -> Self {
        Self {
            totals: vec![Some(0); seats],
            is_reported: false,
        }
    }

    /// Adds the time of a move. Returns a message for the first total of the record that does not follow from
    /// the previous total of the seat; `None` for all other totals.
    pub(super) fn add(&mut self, seat: usize, clock: Clock) -> Option<Message> {
        let player_total = self.totals.get_mut(seat)?;
        let previous_total = std::mem::replace(player_total, clock.total_after(*player_total));
        let (previous_total, spent, total) =
            (u32::try_from(previous_total?).ok()?, clock.spent?, clock.total?);
        if fits_to_the_second(previous_total, spent, total) || std::mem::replace(&mut self.is_reported, true)
        {
            return None;
        }
        Some(clocks::total_mismatch_message(
            total,
            previous_total.saturating_add(spent),
            0,
        ))
    }
}
