//! The referee: replays a record on the board and says what is wrong.
//!
//! A move that is legal and written without contradiction is played at once; for any other the
//! [rules] are asked in their order, and it is played as written. What the record says
//! of its result is then held against the board.

mod acknowledged;
pub mod clock;
mod decision;
mod doubt;
mod due_case;
mod ends;
mod event;
#[cfg(feature = "report")]
mod fingerprint;
mod game;
mod gap_case;
mod impasse;
mod limit;
mod main_line;
mod over;
mod place;
mod problem;
mod reading;
mod recurrence;
mod refused;
mod replay;
pub(crate) mod report;
pub mod rules;
mod spoken;
mod start;
mod start_case;
pub(crate) mod unclaimed;
mod unjudged;
mod verdict;
mod whole_game;

pub use ends::Ends;
#[cfg(feature = "report")]
pub use fingerprint::Fingerprint;
pub use game::Game;
pub use gap_case::GapCase;
pub use limit::Limit;
pub use main_line::{Foul, Mate, Repetition};
pub(crate) use reading::place_in_line;
pub use reading::unread;
pub use rules::RULES;

use crate::finding::{Finding, Findings, Message, Seat};
use crate::notation::main_claim;
use crate::played::PlayedMove;
use crate::profile::Profile;
use crate::record::{LineSummary, Outcome, Record, Terminal};
use crate::shogi::History;
use replay::RecordReplay;
use rules::{UNLISTED, VERDICT};

/// What the referee says of a record.
#[derive(Clone, Debug, Default)]
pub struct Judgement {
    /// Everything found, trouble in reading included, in order of ply, then of detection.
    pub findings: Vec<Finding>,
    /// Moves of the main line that were read; an illegal one counts.
    pub plies: u32,
    /// How the record says the game ended.
    pub end: Option<Terminal>,
    /// Who it says won.
    pub stated: Option<Outcome<Seat>>,
    /// Who won by the rules.
    pub verdict: Option<Outcome<Seat>>,
    /// Why, step by step: what the record says, what overrules it, and what follows.
    pub because: Vec<Message>,
    /// How often the position of the main line that came about most often did.
    pub occurrences: u32,
}

/// Judges records, one after the other.
///
/// ```
/// use kifu::{notation, referee::Referee, text};
///
/// let text = text::decode("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角(88)\n".as_bytes(), None);
/// let format = notation::detect(&text, None);
/// let mut referee = Referee::new();
/// for record in notation::records(&text, format) {
///     let judgement = referee.judge(&record);
///     assert_eq!(judgement.plies, 3);
///     assert_eq!(judgement.findings[0].rule.name, "end-token-missing");
/// }
/// ```
#[derive(Debug, Default)]
pub struct Referee {
    profile: Profile,
    /// Whether somebody chose it; else it is the usual one.
    is_profile_chosen: bool,
    history: History,
}

impl Referee {
    /// A referee who judges by the usual rules, which nobody chose; one serves for any number of records.
    pub fn new() -> Self {
        Self::default()
    }

    /// A referee who judges by the rules of an event.
    pub fn by(profile: Profile) -> Self {
        Self {
            profile,
            is_profile_chosen: true,
            history: History::new(),
        }
    }

    /// Forgets the record that it was about.
    pub(crate) fn forget(&mut self) {
        self.history = History::new();
    }

    /// The rules that it judges by, unless a record says others of itself.
    pub const fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Judges one record.
    pub fn judge(&mut self, record: &Record<'_>) -> Judgement {
        self.judge_watched(record, &mut |_| {})
    }

    /// Judges one record before somebody who sees every move of the main line that is made on the board, legal or not.
    /// After one that cannot be made, nothing is seen.
    pub fn judge_watched(
        &mut self,
        record: &Record<'_>,
        watch: &mut dyn FnMut(&PlayedMove<'_>),
    ) -> Judgement {
        if !record.is_playable() {
            return Judgement {
                findings: listed(reading::findings(record, Vec::new())),
                ..Judgement::default()
            };
        }
        let mut findings = Findings::default();
        let profile = event::of(record, &self.profile, &mut findings);
        start::judge(record, &mut findings);
        let summary = LineSummary::of(record);
        let mut replay = RecordReplay::new(record, &profile, watch, &mut self.history, &mut findings);
        let line = replay.main_line();
        replay.variations();
        let reached = std::mem::take(&mut replay.reached);
        let claim = main_claim(record, summary.last_move).map(|at| &record.claims[at]);
        let mut game = Game::new(record, &profile, &summary, &line, claim);
        game.is_profile_chosen = self.is_profile_chosen;
        game.over = over::first(&game);
        game.refused = refused::move_in_comments(&game);
        let decisions = whole_game::judge(&game, &mut findings);
        let verdict = verdict::verdict(&game, &decisions);
        acknowledged::acknowledge(&verdict, &mut findings);
        findings.extend(report::findings(VERDICT, &verdict));
        let mut all = reading::findings(record, reached);
        all.append(findings);
        let mut findings = listed(all);
        problem::waive(record, &mut findings);
        Judgement {
            plies: summary.moves,
            end: game.terminal(),
            stated: game.stated().map(Outcome::of_seats),
            verdict: verdict.outcome.map(Outcome::of_seats),
            because: verdict.because,
            occurrences: line.most_occurrences,
            findings,
        }
    }
}

/// The findings in order of ply; sorting is stable, so what was found first at a ply stays first.
pub(crate) fn listed(findings: Findings) -> Vec<Finding> {
    let (mut listed, unlisted) = findings.into_parts();
    listed.sort_by_key(|finding| finding.ply.unwrap_or(u32::MAX));
    if let Some(unlisted) = unlisted {
        listed.extend(report::findings(UNLISTED, &unlisted));
    }
    listed
}
