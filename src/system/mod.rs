//! The supported games, in one table: their players, their rules, and the function that checks a record.
//!
//! A reader sets the game of a [`Record`]. Reports, tables and HTML reports use only seats, cells and findings, so that
//! they do not depend on the game.

use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use crate::finding::Rule;
use crate::finding::archive::ARCHIVE_RULES;
use crate::played::PlayedMove;
use crate::profile::Profile;
use crate::record::{self, GameKind, Record};
use crate::referee::rules::{self, checking, clocks, reading, results};
use crate::referee::{Judgement, RULES, Referee};
use model::{GameChecks, GameState};

mod checks;
mod drawing;
mod driver;
mod fouls;
mod gunjin;
mod janggi;
mod model;
mod placement;
mod yonin;

pub use drawing::Drawing;
pub(crate) use drawing::{DrawnPiece, Grid, Halves, MoveEffects};
pub use driver::GameSnapshot;
pub(crate) use driver::ReplayObserver;

// The table of all games.

/// All games whose records can be checked.
pub static SYSTEMS: &[&System] = &[
    &SHOGI,
    &yonin::YONIN,
    &gunjin::GUNJIN,
    &janggi::GUNG_JANGGI,
    &janggi::JANGGI,
];

/// Returns the entry of [`SYSTEMS`] for the game of a record; `None` if records of this game cannot be checked.
pub(crate) fn system_of(record: &Record<'_>) -> Option<&'static System> {
    SYSTEMS.iter().copied().find(|system| system.game == record.game)
}

/// Returns the board of a record after a ply, 0 for the start.
///
/// Returns `None` if there is no such ply, if this ply or an earlier one cannot be read, or if records of the
/// game cannot be checked. `None` also for shogi, whose boards are drawn by other code, in the style of printed
/// diagrams.
pub fn drawing(record: &Record<'_>, ply: u32) -> Option<Drawing> {
    let mut drawing = None;
    (system_of(record)?.replay)(record, &mut |snapshot| {
        if snapshot.ply < ply {
            return ControlFlow::Continue(());
        }
        drawing = (snapshot.ply == ply).then(|| snapshot.drawing());
        ControlFlow::Break(())
    });
    drawing
}

/// The rules of all games without duplicates, then the rules about several records. The rules of shogi come first, including the
/// rules about reading.
pub static ALL_RULES: LazyLock<Vec<&'static Rule>> = LazyLock::new(|| {
    let of_records = SYSTEMS.iter().flat_map(|system| (system.rules)(system.game));
    deduplicated(of_records.chain(ARCHIVE_RULES.iter().copied()))
});

/// The [`System`] of shogi.
pub static SHOGI: System = System {
    game: &record::SHOGI,
    rules: |_| RULES.clone(),
    check: |referee, record, watch| referee.check_watched(record, watch),
    replay: |_, _| {},
};

// The interface between a game and the code that checks records.

/// A game whose records can be checked.
#[derive(Debug)]
pub struct System {
    /// The kind of game.
    pub game: &'static GameKind,
    /// Returns all rules of the game, including the rules about reading.
    pub rules: fn(&GameKind) -> Vec<&'static Rule>,
    /// Checks a record by the profile of the referee. The observer receives every move of the main line that is
    /// made on a shogi board, and none for other games.
    pub check: fn(&mut Referee, &Record<'_>, &mut MoveObserver<'_>) -> Judgement,
    /// Replays the main line as far as it can be read, and calls the observer at the start and after each ply. Shogi
    /// uses [`Playback`](crate::played::Playback) instead.
    pub replay: fn(&Record<'_>, &mut ReplayObserver<'_>),
}

/// An observer of the moves made on a shogi board.
pub(crate) type MoveObserver<'w> = dyn FnMut(&PlayedMove<'_>) + 'w;

// Checks for records of any game.

/// A checker that applies to each record the rules of its game.
///
/// ```
/// use kifu::profile::Profile;
/// use kifu::system::Referees;
/// use kifu::{notation, text};
///
/// let text = text::decode(b"V2.2\nPI\n+\n+7776FU\n%TORYO\n", None);
/// let record = notation::records(&text, notation::detect(&text, None)).next().unwrap();
/// let judgement = Referees::with_profile(Profile::default()).check(&record);
/// assert_eq!(judgement.verdict.map(|it| it.name()), Some("black"));
/// ```
#[derive(Debug)]
pub struct Referees {
    referee: Referee,
    systems: &'static [&'static System],
}

impl Referees {
    /// Creates a checker for all games that uses the given profile.
    pub fn with_profile(profile: impl Into<Arc<Profile>>) -> Self {
        Self::new(SYSTEMS, profile)
    }

    /// Creates a checker for all games that uses the given profile as the default. As no profile was chosen, rules may
    /// suggest another profile.
    pub(crate) fn with_default_profile(profile: Arc<Profile>) -> Self {
        Self {
            referee: Referee::with_default_profile(profile),
            systems: SYSTEMS,
        }
    }

    /// Creates a checker for the given games that uses the given profile.
    pub fn new(systems: &'static [&'static System], profile: impl Into<Arc<Profile>>) -> Self {
        Self {
            referee: Referee::with_profile(profile),
            systems,
        }
    }

    /// Returns the referee, which checks the records of shogi.
    pub(crate) fn referee_mut(&mut self) -> &mut Referee {
        &mut self.referee
    }

    /// Checks one record by the rules of its game. If a game other than shogi is not among the games of the
    /// checker, only text that cannot be read is reported.
    pub fn check(&mut self, record: &Record<'_>) -> Judgement {
        self.check_watched(record, &mut |_| {})
    }

    /// Checks one record. The observer receives every move of the main line that is made on a shogi board.
    pub fn check_watched(&mut self, record: &Record<'_>, observer: &mut MoveObserver<'_>) -> Judgement {
        match self.systems.iter().find(|system| system.game == record.game) {
            Some(system) => (system.check)(&mut self.referee, record, observer),
            // Findings about unreadable text apply to a record of any game.
            None => self.referee.check(record),
        }
    }

    /// Returns the judgement for a record whose check panicked with this reason, and resets the referee.
    ///
    /// After the panic, which the caller has caught, the state of the referee is unknown.
    pub(crate) fn failed(&mut self, record: &Record<'_>, reason: &str) -> Judgement {
        self.referee.clear_history();
        Judgement {
            findings: vec![checking::internal_error_finding(record.span, reason)],
            ..Judgement::default()
        }
    }
}

// The rules of a game.

/// Returns the rules of a game and the rules about reading, without duplicates.
fn all_rules<G: GameState>(checks: &GameChecks<G>) -> Vec<&'static Rule> {
    let mut game_rules: Vec<&'static Rule> = Vec::new();
    game_rules.extend(checks.start.iter().map(|check| check.0));
    game_rules.extend(checks.ply.iter().map(|check| check.0));
    game_rules.extend(checks.claim.iter().map(|check| check.0));
    game_rules.extend(checks.end.iter().map(|check| check.0));
    game_rules.extend([
        &results::MOVES_AFTER_END,
        checks.after_unstated_end,
        &rules::fouls::FOUL_RESULT_WITHOUT_FOUL,
        &rules::fouls::FOUL_RESULT_WRONG_SIDE,
        &rules::fouls::FOUL_UNNOTICED,
        &results::RESULT_OVERTURNED,
        &results::END_TOKEN_MISSING,
        &clocks::CLOCK_CUMULATIVE_MISMATCH,
        &checking::NOT_JUDGED,
    ]);
    game_rules.extend(reading::READING);
    deduplicated(game_rules)
}

/// Returns the rules without duplicates, in the order of their first occurrence.
fn deduplicated(rules: impl IntoIterator<Item = &'static Rule>) -> Vec<&'static Rule> {
    let mut unique_rules: Vec<&'static Rule> = Vec::new();
    for rule in rules {
        if !unique_rules.contains(&rule) {
            unique_rules.push(rule);
        }
    }
    unique_rules
}
