//! The referee: replays a record on the board and reports everything that is wrong with it.
//!
//! A move that is legal and written without contradiction is played at once. Any other move is checked against
//! the [rules] in their order, and is then played as written, if this is possible. Finally, the rules about the
//! whole game are applied, such as those that compare the stated result with the board.

use std::sync::Arc;

use crate::finding::{Finding, Findings, Message, Seat, Severity, Span};
use crate::notation::{main_claim, side_names};
use crate::played::PlayedMove;
use crate::profile::Profile;
use crate::proof::Proof;
use crate::record::gap::GapCase;
use crate::record::{Gap, GapKind, LineSummary, NodeId, Outcome, Record, Terminal};
use crate::shogi::{Handicap, History};
use cases::{Decision, PlyContext, StartCase};
use replay::RecordReplay;
use rule_hit::apply_rules;
use rules::{checking, reading, results};

mod cases;
pub mod clock;
mod engine_lines;
mod event;
#[cfg(any(feature = "report", feature = "settings"))]
mod fingerprint;
mod game;
mod game_end;
mod impasse;
mod problem;
mod proofs;
mod replay;
pub(crate) mod rule_hit;
pub mod rules;
#[cfg(feature = "stats")]
mod stated_limits;
mod time_control;
pub(crate) mod verdict;

#[cfg(any(feature = "report", feature = "settings"))]
pub(crate) use fingerprint::Fingerprint;
use game::Game;
pub use rules::RULES;
#[cfg(feature = "stats")]
pub(crate) use stated_limits::time_control;
#[cfg(feature = "page")]
pub(crate) use stated_limits::time_limits;

/// Result of checking one record.
#[derive(Clone, Debug, Default)]
pub struct Judgement {
    /// All findings, including problems in reading the record, in order of ply, then of detection. Findings
    /// without a ply are last.
    pub findings: Vec<Finding>,
    /// Number of moves of the main line, including passes, illegal or unreadable moves, and moves after the
    /// end.
    pub plies: u32,
    /// The end of the game as the record states it; `None` if the record states no end.
    pub end: Option<Terminal>,
    /// The result as the record states it; `None` if the record states no result.
    pub stated: Option<Outcome<Seat>>,
    /// The result by the rules; `None` if the result is unknown.
    pub verdict: Option<Outcome<Seat>>,
    /// The reasons for the verdict, step by step: the statement of the record, the facts that overrule or
    /// explain this statement, if any, and the conclusion.
    pub reasons: Vec<Message>,
    /// The certificate of the verdict; `None` unless proofs were asked for, or if the verdict rests on the end token alone.
    pub proof: Option<Box<Proof>>,
    /// Highest number of occurrences of one position on the main line, up to the first end of the game; 0 in
    /// games other than shogi, and for records that cannot be replayed.
    pub occurrences: u32,
}

/// Checks records, one after the other.
///
/// ```
/// use kifu::{notation, referee::Referee, text};
///
/// let text = text::decode("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角(88)\n".as_bytes(), None);
/// let format = notation::detect(&text, None);
/// let mut referee = Referee::new();
/// for record in notation::records(&text, format) {
///     let judgement = referee.check(&record);
///     assert_eq!(judgement.plies, 3);
///     assert_eq!(judgement.findings[0].rule.name, "end-token-missing");
/// }
/// ```
#[derive(Debug, Default)]
pub struct Referee {
    profile: Arc<Profile>,
    /// `true` if the caller chose the profile; `false` if the default profile applies.
    is_profile_chosen: bool,
    /// `true` if findings and verdicts get their proofs.
    has_proofs: bool,
    /// `true` if the lines of engines in comments are checked.
    has_engine_lines: bool,
    history: History,
}

impl Referee {
    /// Creates a referee that applies the default profile. One referee can check any number of records.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a referee that applies the rules of an event.
    pub fn with_profile(profile: impl Into<Arc<Profile>>) -> Self {
        Self {
            profile: profile.into(),
            is_profile_chosen: true,
            has_proofs: false,
            has_engine_lines: false,
            history: History::new(),
        }
    }

    /// Creates a referee that applies this profile, as no profile was chosen for the event.
    pub(crate) fn with_default_profile(profile: Arc<Profile>) -> Self {
        Self {
            is_profile_chosen: false,
            ..Self::with_profile(profile)
        }
    }

    /// Sets whether findings and verdicts get their [proofs](crate::proof).
    pub fn set_proofs(&mut self, has_proofs: bool) {
        self.has_proofs = has_proofs;
    }

    /// Sets whether the lines of play that engines expect are checked, which comments on moves state.
    ///
    /// They are not by default, because every move of these lines has to be played.
    pub fn set_engine_lines(&mut self, has_engine_lines: bool) {
        self.has_engine_lines = has_engine_lines;
    }

    /// Discards the position history of the last record.
    pub(crate) fn clear_history(&mut self) {
        self.history = History::new();
    }

    /// Returns the profile that applies, unless a record states other rules for itself.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Checks one record against the rules.
    pub fn check(&mut self, record: &Record<'_>) -> Judgement {
        self.check_with(record, None)
    }

    /// Checks one record and calls `observer` for every move of the main line that is made on the board.
    ///
    /// Illegal moves are included. After a move that cannot be made on the board, or that may belong to another
    /// game, `observer` is not called again. For a record that cannot be replayed on a shogi board, `observer`
    /// is never called.
    pub fn check_watched(
        &mut self,
        record: &Record<'_>,
        observer: &mut dyn FnMut(&PlayedMove<'_>),
    ) -> Judgement {
        self.check_with(record, Some(observer))
    }

    fn check_with(
        &mut self,
        record: &Record<'_>,
        observer: Option<&mut dyn FnMut(&PlayedMove<'_>)>,
    ) -> Judgement {
        if !record.is_playable() {
            let judgement = Judgement {
                findings: sort_findings(placed_gap_findings(record, Vec::new())),
                ..Judgement::default()
            };
            return judgement.with_handicap_names(record);
        }
        let mut findings = Findings::default();
        let profile = event::effective_profile(record, &self.profile, &mut findings);
        check_start(record, &mut findings);
        let summary = LineSummary::new(record);
        // The cast shortens the lifetime, which is not possible for the value of an option.
        let observer = observer.map(|observer| observer as &mut dyn FnMut(&PlayedMove<'_>));
        let mut replay = RecordReplay::new(record, &profile, observer, &mut self.history, &mut findings);
        replay.has_proofs = self.has_proofs;
        let line = replay.play_main_line();
        replay.play_variations();
        replay.report_all_unchecked();
        let unreadable_contexts = std::mem::take(&mut replay.unreadable_contexts);
        let claim = main_claim(record, summary.last_move).map(|index| &record.claims[index]);
        let mut game = Game::new(record, &profile, &summary, &line, claim);
        game.is_profile_chosen = self.is_profile_chosen;
        game.automatic_end = game_end::first_end(&game);
        game.refused = verdict::refused_move(&game);
        let decisions = check_whole_game(&game, &mut findings);
        let verdict = verdict::verdict(&game, &decisions);
        verdict::acknowledge(&verdict, &mut findings);
        findings.extend(results::result_overturned(&verdict));
        if self.has_engine_lines {
            engine_lines::check(record, &mut findings);
        }
        let proof = self
            .has_proofs
            .then(|| proofs::add(&verdict, &mut findings))
            .flatten();
        let mut all_findings = placed_gap_findings(record, unreadable_contexts);
        all_findings.append(findings);
        let mut findings = sort_findings(all_findings);
        problem::drop_findings_on_games(record, &mut findings);
        Judgement {
            plies: summary.moves,
            end: game.terminal(),
            stated: game.stated().map(Outcome::to_seats),
            verdict: verdict.outcome.map(Outcome::to_seats),
            reasons: verdict.reasons,
            proof,
            occurrences: line.most_occurrences,
            findings,
        }
        .with_handicap_names(record)
    }
}

impl Judgement {
    /// Returns the findings of at least this severity.
    pub fn shown(&self, least: Severity) -> Vec<&Finding> {
        let findings = self.findings.iter();
        findings.filter(|finding| finding.severity >= least).collect()
    }

    /// Replaces Black and White by 下手 and 上手 in the findings, the results and the reasons, if the record is of
    /// a handicap game.
    fn with_handicap_names(mut self, record: &Record<'_>) -> Self {
        if !side_names(record).handicap {
            return self;
        }
        for finding in &mut self.findings {
            finding.seat = finding.seat.map(Seat::in_handicap);
            finding.message = std::mem::take(&mut finding.message).in_handicap();
        }
        self.stated = self.stated.map(Outcome::in_handicap);
        self.verdict = self.verdict.map(Outcome::in_handicap);
        self.reasons = self.reasons.into_iter().map(Message::in_handicap).collect();
        self
    }
}

/// Returns the findings in order of ply. The sort is stable, so findings of one ply stay in order of detection.
/// Findings without a ply follow, and then a finding that represents the unlisted findings, if there are any.
pub(crate) fn sort_findings(findings: Findings) -> Vec<Finding> {
    let (mut listed, unlisted) = findings.into_parts();
    listed.sort_by_key(|finding| finding.ply.unwrap_or(u32::MAX));
    listed.extend(unlisted.map(checking::unlisted_findings));
    listed
}

// Rules about the game as a whole, and the decisions that follow from them.

/// Applies every rule about the whole game, adds the findings, and returns the decisions. Redundant findings
/// are left out, as are their decisions.
///
/// The first decision is that of the event that ended the game by itself, if there is one. The decisions of
/// the rules follow in the order of the table [`rules::GAME`].
fn check_whole_game(game: &Game<'_>, findings: &mut Findings) -> Vec<Decision> {
    let mut decisions = Vec::from_iter(game.automatic_end.clone());
    for hit in apply_rules(rules::GAME, game) {
        // A finding without a ply is about the result, and gets the ply and the span of the result.
        let (ply, span) = match hit.finding.ply {
            Some(ply) => (ply, hit.finding.span),
            None => (game.result_ply(), game.result_span()),
        };
        if game_end::is_redundant(game, ply, &hit) {
            continue;
        }
        let finding = hit.finding;
        decisions.extend(hit.outcome.map(|outcome| Decision {
            ply,
            outcome,
            rule: finding.rule,
            message: hit.reason.unwrap_or_else(|| finding.message.clone()),
        }));
        findings.push(Finding {
            ply: Some(ply),
            span,
            ..finding
        });
    }
    decisions
}

// Checks of the start position.

/// Checks the start position if the record has a diagram of this position or a turn line.
///
/// The start position of an even game or a known handicap is checked only if the record also names its start.
/// If the text puts a king in hand, the position is always checked.
fn check_start(record: &Record<'_>, findings: &mut Findings) {
    let start = &record.start;
    let is_stated = start.diagram.is_some() || start.turn.is_some();
    let is_doubtful = start.name.is_some() || Handicap::from_position(&start.position).is_none();
    if !(is_stated && is_doubtful) && start.king_in_hand.is_none() {
        return;
    }
    let case = StartCase {
        record,
        start,
        position: &start.position,
        counts: start.position.piece_counts(),
    };
    for finding in rule_hit::findings(rules::START, &case) {
        let mut finding = finding.at_ply(0);
        finding.span = finding.span.or(start.diagram);
        let number = start.plies_before.unwrap_or(0).saturating_add(1);
        finding.position = Some(start.position.to_sfen(number));
        findings.push(finding);
    }
}

// Findings about text of a record that could not be read.

/// Returns the finding that reports a gap, which is a problem that the reader of the format met.
fn finding_of_gap(case: &GapCase<'_>) -> Finding {
    let mut finding = Finding::new(reading::rule(&case.gap.kind), case.gap.span, case.message());
    if let Some(node) = case.gap.node {
        finding.ply = Some(case.record.tree.node(node).ply);
        finding.variation = case.record.tree.path(node);
    }
    reading::add_details(case, &mut finding);
    finding
}

/// Returns the findings about text of a record that could not be read, in the order in which the reader of the format
/// reported them.
pub fn reading_findings(record: &Record<'_>) -> Findings {
    gap_findings(record, Vec::new())
}

/// Returns the findings about gaps. If the notation was recognised, every finding with a span gets a ply.
///
/// `unreadable_contexts` holds the side, the position and the move for each unreadable token that the replay
/// reached.
fn placed_gap_findings(record: &Record<'_>, unreadable_contexts: Vec<PlyContext>) -> Findings {
    let mut findings = gap_findings(record, unreadable_contexts);
    if record.is_recognised() {
        assign_plies(record, &mut findings);
    }
    findings
}

fn gap_findings(record: &Record<'_>, mut unreadable_contexts: Vec<PlyContext>) -> Findings {
    unreadable_contexts.sort_unstable_by_key(|context| context.span);
    let mut findings = Findings::default();
    for gap in record.gaps.iter() {
        let mut finding = finding_of_gap(&GapCase { record, gap });
        if let Some(token) = token(record, gap)
            && let Ok(index) = unreadable_contexts.binary_search_by_key(&token, |context| context.span)
        {
            add_replay_data(&mut finding, &unreadable_contexts[index]);
        }
        findings.push(finding);
    }
    for (kind, count) in record.gaps.unlisted() {
        let gap = Gap::new(None, kind.clone());
        let finding = finding_of_gap(&GapCase { record, gap: &gap });
        findings.count(*count, finding.severity);
    }
    findings
}

/// Returns the span of the token that a gap is about.
///
/// For an unreadable token, this is the span of its node, because in JKF the gap marks only the unreadable
/// value in the token. For any other gap, it is the span of the gap. `None` if the node or the gap has no span.
fn token(record: &Record<'_>, gap: &Gap) -> Option<Span> {
    match gap.kind {
        GapKind::BadToken(_) => gap.node.and_then(|node| record.tree.node(node).span()),
        _ => gap.span,
    }
}

fn add_replay_data(finding: &mut Finding, reached: &PlyContext) {
    finding.seat = Some(reached.side.into());
    finding.moved.clone_from(&reached.moved);
    finding.position.clone_from(&reached.sfen);
    finding.after_foul = reached.after_foul;
}

/// Assigns a ply and the path of a variation to each finding that has a span but no ply.
///
/// The ply and the path are those of the last token that starts no later than the finding. A finding before the
/// first token gets ply 0 and no path.
pub(crate) fn assign_plies(record: &Record<'_>, findings: &mut [Finding]) {
    let needs_ply = |finding: &Finding| finding.ply.is_none() && finding.span.is_some();
    if !findings.iter().any(needs_ply) {
        return;
    }
    // Nodes are in the order of the text, except those of variations in JKF, which follow all nodes of the main
    // line.
    let tokens: Vec<(Span, NodeId)> = record
        .tree
        .ids()
        .filter_map(|id| Some((record.tree.node(id).span()?, id)))
        .collect();
    for finding in findings.iter_mut().filter(|finding| needs_ply(finding)) {
        let Some(span) = finding.span else { continue };
        let token_count = tokens.partition_point(|(token, _)| token.start <= span.start);
        match token_count.checked_sub(1).map(|index| tokens[index].1) {
            Some(id) => {
                finding.ply = Some(record.tree.node(id).ply);
                finding.variation = record.tree.path(id);
            }
            None => finding.ply = Some(0),
        }
    }
}
