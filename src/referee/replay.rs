//! Replay of all lines of a record on the board.

use super::cases::{
    Foul, IncompleteMoveCase, MainLine, Mate, PlyContext, Repetition, RepetitionCase, Uncertainty, squares,
};
use super::game_end::AutomaticEnds;
use super::proofs;
use super::rule_hit::{ReportScope, RuleCheck, RuleHit, apply_rules};
use super::rules::{self, REPETITION, checking, moves, reading};
use crate::finding::{Cell, Class, Count, Finding, Findings, Rule, Severity, Span, message, shortened};
use crate::notation::TextForm;
use crate::notation::move_value_span;
use crate::played::{MoveAnalysis, NextStep, Playback, PlayedMove, Turn, resolve, to_board_move};
use crate::profile::{BothPerpetual, NoLegalMove, PerpetualWindow, Profile};
use crate::proof::Proof;
use crate::record::{Gap, GapKind, LineSummary, NodeId, Record, Step, Terminal, Tree, WrittenMove};
use crate::shogi::{Color, History, Move, PieceKind, Position, Square};

/// A record that is checked while it is replayed.
///
/// The fields are the inputs, the board, the facts about the current line, which are reset at the next one, and the observations
/// so far.
#[expect(clippy::struct_excessive_bools, reason = "independent properties")]
pub(super) struct RecordReplay<'r, 't> {
    pub record: &'r Record<'t>,
    /// The rules that apply to the record.
    pub profile: &'r Profile,
    /// The callback for each move of the main line. `None` if there is none, and while variations are played.
    observer: Option<&'r mut dyn FnMut(&PlayedMove<'_>)>,
    /// `true` if the rules have events that end the game by themselves.
    has_automatic_ends: bool,
    /// `true` if findings get their proofs.
    pub has_proofs: bool,
    pub playback: Playback<'r, 't>,
    pub findings: &'r mut Findings,
    /// The side, the position and the move for each unreadable token that the replay has reached.
    pub unreadable_contexts: Vec<PlyContext>,
    /// The ply of the first illegal move of the current line after which play continued; `None` if there is none so far.
    pub first_foul_ply: Option<u32>,
    /// `true` if the current ply is an illegal move; reset when the line continues after this ply.
    pub is_foul: bool,
    pub in_variation: bool,
    /// The rules that have been reported and are reported only once per scope, each with this scope.
    reported: Vec<(&'static Rule, ReportScope)>,
    /// In a record that is mostly unreadable: the first finding about plies that were not checked, and the number of further
    /// lines with such plies.
    unchecked: Option<(Finding, usize)>,
    pub line: MainLine,
}

impl<'r, 't> RecordReplay<'r, 't> {
    pub(super) fn new(
        record: &'r Record<'t>,
        profile: &'r Profile,
        observer: Option<&'r mut dyn FnMut(&PlayedMove<'_>)>,
        history: &'r mut History,
        findings: &'r mut Findings,
    ) -> Self {
        history.start(record.start.position.zobrist(), profile.count_start_position);
        Self {
            record,
            profile,
            observer,
            has_automatic_ends: AutomaticEnds::may_occur(profile),
            has_proofs: false,
            playback: Playback::with_history(record, history),
            findings,
            unreadable_contexts: Vec::new(),
            first_foul_ply: None,
            is_foul: false,
            in_variation: false,
            reported: Vec::new(),
            unchecked: None,
            line: MainLine::default(),
        }
    }

    /// Returns the current position: that before the node to be checked, or that after this node once it has been played.
    pub(super) fn position(&self) -> &Position {
        self.playback.position()
    }

    /// Plays the main line as far as possible, and returns the observations from the replay.
    pub(super) fn play_main_line(&mut self) -> MainLine {
        self.observe_ends(0);
        self.play_line();
        self.close_line();
        std::mem::take(&mut self.line)
    }

    /// Returns whether the current move belongs to the game: it is on the main line, before the first end of this line.
    pub(super) fn in_game(&self) -> bool {
        !self.in_variation && self.line.end.is_none()
    }

    /// Stores the position at the first end of the main line, and the highest number of occurrences of one
    /// position up to this end. Later calls change nothing.
    fn close_line(&mut self) {
        if self.in_game() {
            self.line.most_occurrences = self.playback.history().map_or(0, History::most);
            self.line.end = Some(self.position().clone());
        }
    }

    /// Checks the position after a ply for events that end the game. Does nothing in variations and after the
    /// first end of the main line.
    pub(super) fn observe_ends(&mut self, ply: u32) {
        if self.has_automatic_ends && self.in_game() {
            self.line
                .ends
                .observe(ply, self.playback.position(), self.profile, self.record);
            if self.has_proofs && self.line.proofs.impasse.is_none() {
                self.line.proofs.impasse = self.line.ends.impasse.map(|(ply, standing)| {
                    Proof::declaration(
                        self.position(),
                        self.ply_in_game(ply).saturating_add(1),
                        &standing,
                    )
                });
            }
        }
    }

    /// Plays all variations, those that branch off latest first.
    pub(super) fn play_variations(&mut self) {
        self.in_variation = true;
        self.observer = None;
        while let Some(first_id) = self.playback.next_line() {
            let ply = self.record.tree.node(first_id).ply;
            self.first_foul_ply = self.first_foul_ply.filter(|&foul_ply| foul_ply < ply);
            self.reported.retain(|&(_, scope)| scope == ReportScope::Record);
            // The previous line may have ended with an illegal move that could not be played.
            self.is_foul = false;
            self.play_line();
        }
    }

    /// Plays a line to its end, to a move that cannot be played, or to a move that may belong to another game.
    /// Plies after a move that cannot be played are reported as unchecked.
    fn play_line(&mut self) {
        loop {
            // Most nodes are such moves. Only the additional rules of an event apply to them.
            while !self.has_house_rules()
                && let Some(id) = self.playback.play_if_plain()
            {
                self.played(id);
            }
            let Some((id, step)) = self.playback.advance() else {
                return;
            };
            if self.is_of_other_game(&step) {
                self.line.has_other_game = true;
                return;
            }
            if !self.step(id, &step) {
                self.line.is_broken_off |= self.in_game();
                return self.report_unchecked(id);
            }
        }
    }

    /// Returns whether a step is a move after the end of the game that may belong to another game.
    ///
    /// This is so only in a format without move numbers, such as KI2, and if the move is not legal on the board.
    fn is_of_other_game(&self, step: &NextStep<'_>) -> bool {
        let is_after_end = !self.in_variation && self.line.end.is_some();
        is_after_end
            && !TextForm::for_format(self.record.format).locates_moves
            && matches!(
                step,
                NextStep::Unresolved(..) | NextStep::Move { legal: None, .. }
            )
    }

    /// Plays one node. Returns `false` if the line cannot continue after the node.
    fn step(&mut self, id: NodeId, step: &NextStep<'r>) -> bool {
        if matches!(step, NextStep::Unresolved(..) | NextStep::Pass(_)) {
            self.record_mate(id);
        }
        self.check_incomplete_move(id, step);
        match step {
            NextStep::Move { resolved, legal, .. } => self.play(id, resolved, *legal),
            NextStep::Unresolved(..) => false,
            NextStep::Pass(_) => {
                self.playback.pass();
                self.note_played_on(self.record.tree.node(id).ply);
                true
            }
            &NextStep::Unreadable(span) => {
                let ply_context = self.ply_context(id, self.position().side_to_move(), span);
                self.unreadable_contexts.push(ply_context);
                false
            }
            &NextStep::End(terminal) => {
                self.end(terminal);
                true
            }
        }
    }

    /// Checks the captured piece that the record specifies, if any, and plays a move whose origin is known.
    /// Returns `false` if the move cannot be played.
    fn play(&mut self, id: NodeId, written: &WrittenMove, legal: Option<Move>) -> bool {
        if let Some(captured) = written.captured {
            self.check_capture(id, written, captured);
        }
        match legal.filter(|&mv| !self.is_banned(mv)) {
            Some(mv) => {
                self.playback.play(mv);
                self.played(id);
                true
            }
            None => self.play_as_written(id, written),
        }
    }

    /// Returns whether the event has additional rules about moves.
    const fn has_house_rules(&self) -> bool {
        self.profile.ban_pointless_nonpromotion
    }

    /// Returns whether the rules of the event forbid a legal move.
    fn is_banned(&self, mv: Move) -> bool {
        self.has_house_rules() && moves::is_pointless_nonpromotion(self.position(), mv)
    }

    /// Calls the observer (on the main line only) after a move, and checks the position for repetition and for
    /// events that end the game.
    pub(super) fn played(&mut self, id: NodeId) {
        let ply = self.record.tree.node(id).ply;
        if let Some(observer) = &mut self.observer
            && let Some(last) = self.playback.last_move()
        {
            observer(&last);
        }
        if self.playback.history().map(History::count) == Some(self.profile.repetition_count) {
            self.repetition(id);
        }
        self.observe_ends(ply);
        self.note_played_on(ply);
    }

    /// Records that play continued after this ply, if the ply was an illegal move.
    fn note_played_on(&mut self, ply: u32) {
        if std::mem::take(&mut self.is_foul) {
            self.first_foul_ply.get_or_insert(ply);
        }
    }

    fn end(&mut self, terminal: Terminal) {
        // A move taken back is not the end of a game.
        if terminal != Terminal::TakeBack {
            self.close_line();
        }
        // A position reached only by moves taken back does not count as an occurrence.
        if let Some(first_taken_back) = self.playback.end()
            && self.in_game()
        {
            self.line.repetition = self
                .line
                .repetition
                .filter(|repetition| repetition.ply < first_taken_back);
        }
    }
}

// Moves that are illegal, or that contradict the board, the turn or the rules of the event. The rules report
// the cause, and the move is played as written if possible.

impl RecordReplay<'_, '_> {
    /// Checks a move that is illegal, that the event forbids or that contradicts the board, and plays it as
    /// written.
    ///
    /// Returns `false` if the move could not be played.
    fn play_as_written(&mut self, id: NodeId, written: &WrittenMove) -> bool {
        let before = self.position().clone();
        let mut ply_context = self.ply_context(id, before.side_to_move(), written.span);
        let context = self.playback.context(&before);
        if !context.after_gap {
            self.record_mate(id);
        }
        let mut analysis = MoveAnalysis::new(written, &context);
        ply_context.side = analysis.mover;
        ply_context.squares = squares(written);
        ply_context.moved = usi(&analysis).or(ply_context.moved);
        let later_rules_apply = self.apply_and_report(rules::BEFORE, &analysis, &ply_context);
        if later_rules_apply && self.has_house_rules() {
            self.apply_and_report(rules::HOUSE, &analysis, &ply_context);
        }
        let is_played = self.playback.play_placement(analysis.placement());
        if is_played && later_rules_apply {
            analysis.after = Some(self.position().clone());
            self.apply_and_report(rules::AFTER, &analysis, &ply_context);
        }
        // The missing moves are unknown, so the board is uncertain from here on.
        if analysis.turn == Turn::AfterGap && self.in_game() {
            self.line.uncertainty = Uncertainty::Board;
        }
        if analysis.turn == Turn::AnswerToWrongStart && self.in_game() {
            // The first piece was moved by its owner. The start or the record is wrong, and neither side made
            // an illegal move.
            self.line.fouls.retain(|foul| foul.ply + 1 != ply_context.ply);
        }
        if analysis.captures_king() && self.in_game() {
            self.line
                .king_captured
                .get_or_insert((ply_context.ply, analysis.mover));
        }
        if is_played {
            self.played(id);
        }
        is_played
    }

    /// Applies the rules in their order and reports their results. Returns `false` if a broken rule causes the
    /// later rules to be skipped.
    fn apply_and_report<C>(&mut self, rules: &[RuleCheck<C>], case: &C, ply_context: &PlyContext) -> bool {
        for hit in apply_rules(rules, case) {
            let stops_later_rules = hit.stops_later_rules;
            self.report(ply_context, hit);
            if stops_later_rules {
                return false;
            }
        }
        true
    }

    /// Records the first mate of the game, if the side to move has no legal move although the record continues.
    /// Without a check, the profile decides whether this side loses.
    ///
    /// A mate is not recorded in the start position, after an illegal move, in an uncertain position, or if the
    /// side has no king.
    ///
    /// Calls are needed only before a pass and before a move that is not legal. If the next move is legal, the
    /// side was not mated.
    fn record_mate(&mut self, id: NodeId) {
        let ply = self.record.tree.node(id).ply.saturating_sub(1);
        let loser = self.position().side_to_move();
        let is_certain = self.in_game()
            && self.line.uncertainty == Uncertainty::None
            && self.position().king(loser).is_some();
        // A mate by an illegal move does not end the game.
        let is_by_foul = self.line.fouls.iter().any(|foul| foul.ply == ply);
        if ply == 0
            || !is_certain
            || is_by_foul
            || self.line.mated.is_some()
            || self.position().has_legal_move()
        {
            return;
        }
        let in_check = self.position().is_check();
        if in_check || self.profile.no_legal_move == NoLegalMove::Loses {
            self.line.mated = Some(Mate { ply, loser, in_check });
            if self.has_proofs {
                let number = self.ply_in_game(ply).saturating_add(1);
                self.line.proofs.mate = Proof::mate_or_no_move(self.position(), number);
            }
        }
    }
}

/// Returns the move in USI; `None` if the move cannot be written in USI. The drop of a promoted piece becomes
/// `P*5b+`, which USI itself does not define.
fn usi(analysis: &MoveAnalysis<'_>) -> Option<String> {
    let plus = analysis
        .dropped
        .is_some_and(|kind| kind.is_promoted() || analysis.promotes);
    analysis
        .as_move()
        .map(|mv| format!("{mv}{}", if plus { "+" } else { "" }))
}

// Incompletely written moves.

impl RecordReplay<'_, '_> {
    /// Applies the rules about moves that are not written in full, and about passes.
    fn check_incomplete_move(&mut self, id: NodeId, step: &NextStep<'_>) {
        let span = match step {
            NextStep::Move { written, .. } if written.is_explicit() => return,
            NextStep::Move { written, .. } | NextStep::Unresolved(written, _) => written.span,
            NextStep::Pass(span) => *span,
            NextStep::Unreadable(_) | NextStep::End(_) => return,
        };
        let case = IncompleteMoveCase {
            before: self.position(),
            step,
            text: self.record.text_at(span),
        };
        let hits: Vec<_> = apply_rules(rules::INCOMPLETE, &case).collect();
        if hits.is_empty() {
            return;
        }
        let mut ply_context = self.ply_context(id, self.position().side_to_move(), span);
        if let Some((_, resolved)) = case.completed() {
            ply_context.squares = squares(resolved);
        }
        for hit in hits {
            self.report(&ply_context, hit);
        }
    }

    /// Reports a captured piece that the record specifies, if the destination square is empty or holds another piece.
    /// While the board is uncertain, nothing is reported.
    fn check_capture(&mut self, id: NodeId, written: &WrittenMove, named_kind: PieceKind) {
        if self.line.uncertainty == Uncertainty::Board {
            return;
        }
        if let Some(message) = reading::other_capture(self.position(), written.to.square(), named_kind) {
            let ply_context = self.ply_context(id, self.position().side_to_move(), written.span);
            let hit = RuleHit::from(message).with_json_key("capture");
            self.report(&ply_context, hit.with_rule(&reading::SCHEMA_ERROR));
        }
    }
}

// Results of the rules for a ply, stored with the data of the ply.

impl RecordReplay<'_, '_> {
    /// Returns the data for findings about a node that is about to be played by `side`, with its token at `span`.
    fn ply_context(&self, id: NodeId, side: Color, span: Span) -> PlyContext {
        let node = self.record.tree.node(id);
        let ply = node.ply;
        let move_text = Some(shortened(self.record.text_at(span))).filter(|text| !text.is_empty());
        PlyContext {
            ply,
            variation: self.variation(id),
            side,
            span,
            moved: move_text,
            sfen: Some(self.position().to_sfen(self.ply_in_game(ply))),
            squares: match &node.step {
                Step::Move(written) => squares(written),
                _ => Vec::new(),
            },
            after_foul: self.first_foul_ply.is_some(),
        }
    }

    /// Returns the path to a node that is about to be played, or an empty path on the main line.
    fn variation(&self, id: NodeId) -> Vec<(u32, u32)> {
        if self.in_variation {
            self.record.tree.path(id)
        } else {
            Vec::new()
        }
    }

    /// Returns the number of a ply of the record, counted from the start of the game, which may precede the record.
    fn ply_in_game(&self, ply: u32) -> u32 {
        ply.saturating_add(self.record.start.plies_before.unwrap_or(0))
    }

    /// Adds the finding of a rule about a ply, and records its effects on the game. If the rule is reported
    /// once per scope, both are done only the first time.
    fn report(&mut self, ply_context: &PlyContext, hit: RuleHit) {
        let rule = hit.finding.rule;
        if let Some(scope) = hit.once_per {
            if self.reported.contains(&(rule, scope)) {
                return;
            }
            self.reported.push((rule, scope));
        }
        self.record_effects(rule, ply_context, hit.uncertainty);
        self.findings.push(self.finding(ply_context, hit));
    }

    /// Records the effects of a broken rule on the game: the uncertainty that it causes, and an illegal move.
    /// In variations and after the end of the game, only `is_foul` is set.
    fn record_effects(
        &mut self,
        rule: &'static Rule,
        ply_context: &PlyContext,
        uncertainty: Option<Uncertainty>,
    ) {
        self.is_foul |= rule.class == Class::Foul;
        if !self.in_game() {
            return;
        }
        self.line.uncertainty = self
            .line
            .uncertainty
            .max(uncertainty.unwrap_or_else(|| default_uncertainty(rule)));
        if rule.class == Class::Foul {
            self.line.fouls.push(Foul {
                ply: ply_context.ply,
                side: ply_context.side,
                rule,
                span: ply_context.span,
                is_certain: self.line.uncertainty == Uncertainty::None,
            });
        }
    }

    /// Completes a finding with the data of its ply. In a variation, every finding is a note, unless the variations are the moves
    /// of a book.
    fn finding(&self, ply_context: &PlyContext, hit: RuleHit) -> Finding {
        let move_span = hit.json_key.map_or(ply_context.span, |key| {
            move_value_span(self.record, ply_context.span, key)
        });
        let finding = hit.finding;
        Finding {
            severity: if self.in_variation && !TextForm::for_format(self.record.format).is_book {
                Severity::Note
            } else {
                finding.severity
            },
            ply: Some(ply_context.ply),
            variation: ply_context.variation.clone(),
            span: finding.span.or(Some(move_span)),
            seat: finding.seat.or(Some(ply_context.side.into())),
            moved: ply_context.moved.clone(),
            position: ply_context.sfen.clone(),
            cells: merge_cells(&ply_context.squares, &finding.cells),
            after_foul: ply_context.after_foul,
            ..finding
        }
    }
}

/// Returns the uncertainty after a move that breaks a rule, unless the check specifies another.
fn default_uncertainty(rule: &Rule) -> Uncertainty {
    match rule.class {
        Class::RecordError => Uncertainty::Board,
        _ => Uncertainty::None,
    }
}

/// Returns the squares of the move, then the cells of the finding, each once.
fn merge_cells(move_squares: &[Square], finding_cells: &[Cell]) -> Vec<Cell> {
    let mut cells = Vec::with_capacity(move_squares.len() + finding_cells.len());
    let move_cells = move_squares.iter().map(|&square| square.into());
    for cell in move_cells.chain(finding_cells.iter().copied()) {
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    cells
}

// 千日手 and perpetual check while a line is played.

impl RecordReplay<'_, '_> {
    /// Applies the rules about repetition to the position after node `id`, whose hash key has occurred often
    /// enough to end a game. Does nothing if positions with this key differ, or if the main line already had a
    /// repetition.
    fn repetition(&mut self, id: NodeId) {
        let Some(history) = self
            .playback
            .history()
            .filter(|_| self.playback.is_true_repetition())
        else {
            return;
        };
        let mover = self.position().side_to_move().opponent();
        let perpetual = perpetual(history, self.profile, mover);
        let node = self.record.tree.node(id);
        let repetition = Repetition {
            ply: node.ply,
            span: node.span().unwrap_or_default(),
            perpetual,
            first_non_check: Color::ALL.map(|side| history.first_non_check(side).map(|ply| ply as u32)),
        };
        let is_first = self.line.repetition.is_none();
        // The first repetition ends the game, so later ones on the main line are ignored.
        if !is_first && !self.in_variation {
            return;
        }
        let case = RepetitionCase {
            history,
            profile: self.profile,
            position: self.position(),
            perpetual,
            is_draw: perpetual.is_none() && is_first && !self.ends_by_repetition(),
        };
        let mut hits: Vec<_> = apply_rules(REPETITION, &case).collect();
        if self.has_proofs {
            let plies = (node.ply, self.ply_in_game(node.ply).saturating_add(1));
            let proof = proofs::of_repetition(history, self.position(), plies, perpetual);
            for hit in &mut hits {
                hit.finding.proof = proof.clone().map(Box::new);
            }
            if is_first && self.in_game() {
                self.line.proofs.repetition = proof;
            }
        }
        if is_first && self.in_game() {
            self.line.repetition = Some(repetition);
        }
        let mut ply_context = self.ply_context(id, mover, repetition.span);
        (ply_context.sfen, ply_context.moved) = self.last_move(id).unwrap_or_default();
        if let Some(side) = perpetual.filter(|&side| side != mover) {
            // The losing side did not make the move that completes the repetition, so no move is shown.
            (ply_context.side, ply_context.moved) = (side, None);
        }
        for hit in hits {
            self.report(&ply_context, hit);
        }
    }

    /// Returns whether the end token of the main line or, without an end token, a まで line or server summary
    /// states an end by repetition.
    fn ends_by_repetition(&self) -> bool {
        let record = self.record;
        match LineSummary::new(record).ending {
            Some((_, ending)) => ending.terminal == Terminal::Repetition,
            None => record
                .claims
                .iter()
                .any(|claim| claim.terminal == Some(Terminal::Repetition)),
        }
    }

    /// Returns the position before the last ply as SFEN, and the move of this ply in USI. `id` is the node of
    /// the ply. The move is `None` for a pass, and if it cannot be written in USI.
    ///
    /// Returns `None` if no ply was played.
    fn last_move(&self, id: NodeId) -> Option<(Option<String>, Option<String>)> {
        let last_ply = self.playback.last_move()?;
        let before = last_ply.before();
        let last_move = match &self.record.tree.node(id).step {
            Step::Move(written) => {
                let resolved = resolve(&before, written).ok();
                resolved.and_then(|resolved| to_board_move(&before, &resolved))
            }
            _ => None,
        };
        let sfen = before.to_sfen(self.ply_in_game(last_ply.ply));
        Some((Some(sfen), last_move.map(|mv| mv.to_string())))
    }
}

/// Returns the side that has lost by perpetual check when `mover` completes the repetition; `None` if neither side has.
fn perpetual(history: &History, profile: &Profile, mover: Color) -> Option<Color> {
    let count = profile.repetition_count as usize;
    let is_guilty = Color::ALL.map(|side| match profile.perpetual_window {
        PerpetualWindow::FirstToLast => history.always_gave_check(side),
        // If the escaping side completes the repetition, the position occurred once before the series of checks
        // began, so one occurrence fewer is needed.
        PerpetualWindow::UnbrokenChecks => {
            let needed = if side == mover {
                count
            } else {
                count.saturating_sub(1)
            };
            history.occurrences_while_checking(side) >= needed
        }
    });
    match is_guilty {
        [false, false] => None,
        [true, false] => Some(Color::Black),
        [false, true] => Some(Color::White),
        // No game in which both sides gave perpetual check is known.
        [true, true] => match profile.both_perpetual {
            BothPerpetual::Draw => None,
            BothPerpetual::SideToMoveLoses => Some(mover.opponent()),
            BothPerpetual::BlackLoses => Some(Color::Black),
            BothPerpetual::MoverLoses => Some(mover),
        },
    }
}

// Reports of plies that were not checked.

impl RecordReplay<'_, '_> {
    /// Reports the number of plies after the node `id`, because these plies cannot be checked. Nothing is
    /// reported if no ply follows in the same line.
    fn report_unchecked(&mut self, id: NodeId) {
        let tree = &self.record.tree;
        let later_nodes = std::iter::successors(tree.first_child(id), |&id| tree.first_child(id));
        let mut later_plies = later_nodes.filter(|&id| is_ply(tree, id)).peekable();
        let Some(&first_id) = later_plies.peek() else {
            return;
        };
        if let Some((_, further_lines)) = &mut self.unchecked {
            *further_lines += 1;
            return;
        }
        let count_in_line = later_plies.count();
        let count_in_variations = plies_below(tree, id) - count_in_line;
        let ply = tree.node(id).ply;
        let message = checking::unchecked_message(ply, count_in_line, Some(count_in_variations));
        let finding = Finding::new(&checking::NOT_JUDGED, tree.node(first_id).span(), message);
        let finding = Finding {
            variation: self.variation(first_id),
            after_foul: self.first_foul_ply.is_some() || self.is_foul,
            ..finding.at_ply(tree.node(first_id).ply)
        };
        let is_mostly_unreadable = |gap: &Gap| matches!(gap.kind, GapKind::MostlyUnreadable(_));
        if self.record.gaps.iter().any(is_mostly_unreadable) {
            self.unchecked = Some((finding, 0));
        } else {
            self.findings.push(finding);
        }
    }

    /// Reports the plies of a mostly unreadable record that were not checked, in one finding.
    pub(super) fn report_all_unchecked(&mut self) {
        let Some((mut finding, further_lines)) = self.unchecked.take() else {
            return;
        };
        if further_lines > 0 {
            finding.message = finding.message.followed_by(message!(
                "; the same applies to {lines}",
                "。ほかの{further_lines}つの手順も同じである",
                lines = Count(further_lines, "further line"),
                further_lines
            ));
        }
        self.findings.push(finding);
    }
}

fn is_ply(tree: &Tree<'_>, id: NodeId) -> bool {
    let step = &tree.node(id).step;
    matches!(step, Step::Move(_) | Step::Pass(_) | Step::Unreadable(_))
}

/// Returns the number of plies after a node, in all lines.
fn plies_below(tree: &Tree<'_>, id: NodeId) -> usize {
    let (mut pending, mut plies) = (vec![id], 0);
    while let Some(id) = pending.pop() {
        plies += tree.children(id).filter(|&id| is_ply(tree, id)).count();
        pending.extend(tree.children(id));
    }
    plies
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both sides give check with every move, and White completes the fourth occurrence.
    #[test]
    fn the_profile_decides_mutual_perpetual_check() {
        let mut history = History::new();
        history.start(0, true);
        for (key, mover) in [1, 2, 3, 0]
            .repeat(3)
            .into_iter()
            .zip(Color::ALL.into_iter().cycle())
        {
            history.push(key, mover, true);
        }
        for (both_perpetual, loser) in [
            (BothPerpetual::Draw, None),
            (BothPerpetual::SideToMoveLoses, Some(Color::Black)),
            (BothPerpetual::BlackLoses, Some(Color::Black)),
            (BothPerpetual::MoverLoses, Some(Color::White)),
        ] {
            let profile = Profile {
                both_perpetual,
                ..Profile::default()
            };
            assert_eq!(
                perpetual(&history, &profile, Color::White),
                loser,
                "{both_perpetual:?}"
            );
        }
    }

    /// The moves repeat a cycle of four plies. Ply 12 completes the fourth occurrence of the start, and ply 13
    /// that of the position after ply 1. Black gives check with every move after the quiet plies.
    ///
    /// If White completes the repetition, three occurrences during the checks are enough, so two quiet plies
    /// are allowed and four are not. If Black completes the repetition, all four occurrences must be during the
    /// checks.
    #[test]
    fn perpetual_check_on_servers_may_begin_after_the_first_occurrence() {
        let profile = Profile {
            perpetual_window: PerpetualWindow::UnbrokenChecks,
            ..Profile::default()
        };
        let history_after = |quiet_plies: usize, plies: usize| {
            let mut history = History::new();
            history.start(0, true);
            let keys = [1, 2, 3, 0].repeat(4);
            for (index, key) in keys.into_iter().take(plies).enumerate() {
                let mover = Color::ALL[index % 2];
                history.push(key, mover, mover == Color::Black && index >= quiet_plies);
            }
            history
        };
        assert_eq!(
            perpetual(&history_after(0, 12), &profile, Color::White),
            Some(Color::Black)
        );
        assert_eq!(
            perpetual(&history_after(2, 12), &profile, Color::White),
            Some(Color::Black)
        );
        assert_eq!(perpetual(&history_after(4, 12), &profile, Color::White), None);
        assert_eq!(
            perpetual(&history_after(0, 13), &profile, Color::Black),
            Some(Color::Black)
        );
        assert_eq!(perpetual(&history_after(2, 13), &profile, Color::Black), None);
    }
}
