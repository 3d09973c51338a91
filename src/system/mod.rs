//! The games, each a row of one table: who plays them, their rules, and what judges a record of them.
//!
//! A reader says of which game a [`Record`] is; what comes after judging, reports, tables and pages, knows seats, cells
//! and findings, and no game.

use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use crate::finding::Rule;
use crate::played::PlayedMove;
use crate::profile::Profile;
use crate::record::{self, GameKind, Record};
use crate::referee::rules::{self, checking, clocks, reading, results};
use crate::referee::{Judgement, RULES, Referee};
use model::{Board, Rules};

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
pub(crate) use drawing::{DrawnPiece, Ground, Halves, MoveFacts};
pub use driver::GameSnapshot;
pub(crate) use driver::ReplayObserver;

// The table of all games.

/// Every game that is judged.
pub static SYSTEMS: &[&System] = &[
    &SHOGI,
    &yonin::YONIN,
    &gunjin::GUNJIN,
    &janggi::GUNG_JANGGI,
    &janggi::JANGGI,
];

/// The game of a record.
pub(crate) fn system_of(record: &Record<'_>) -> Option<&'static System> {
    SYSTEMS.iter().copied().find(|it| it.game == record.game)
}

/// The board of a record after a ply, 0 for the start. `None` where there is no such ply, something before it cannot be
/// read, or it is a board of shogi, which is drawn as books print it.
pub fn drawing(record: &Record<'_>, ply: u32) -> Option<Drawing> {
    let mut drawn = None;
    (system_of(record)?.replay)(record, &mut |moment| {
        if moment.ply < ply {
            return ControlFlow::Continue(());
        }
        drawn = (moment.ply == ply).then(|| moment.drawing());
        ControlFlow::Break(())
    });
    drawn
}

/// The rules of all games, each once: those of shogi and of reading first.
pub static ALL_RULES: LazyLock<Vec<&'static Rule>> =
    LazyLock::new(|| each_once(SYSTEMS.iter().flat_map(|it| (it.rules)(it.game))));

/// Shogi.
pub static SHOGI: System = System {
    game: &record::SHOGI,
    rules: |_| RULES.clone(),
    judge: |referee, record, watch| referee.judge_watched(record, watch),
    replay: |_, _| {},
};

// What a game is to the judge.

/// A game that is judged.
#[derive(Debug)]
pub struct System {
    /// Which it is.
    pub game: &'static GameKind,
    /// All its rules, those about reading among them.
    pub rules: fn(&GameKind) -> Vec<&'static Rule>,
    /// Judges a record of it, by the rules of the event that the referee has, before somebody who sees the moves that are
    /// made on a shogi board.
    pub judge: fn(&mut Referee, &Record<'_>, &mut Watch<'_>) -> Judgement,
    /// Plays its main line again, as far as it can be read, before somebody who sees the game at the start and after each
    /// ply. Shogi has [`Playback`](crate::played::Playback) for that.
    pub replay: fn(&Record<'_>, &mut ReplayObserver<'_>),
}

/// Who looks on.
pub(crate) type Watch<'w> = dyn FnMut(&PlayedMove<'_>) + 'w;

// Judges records of any game.

/// Judges one record after the other, each by the rules of its game.
///
/// ```
/// use kifu::profile::Profile;
/// use kifu::system::Judge;
/// use kifu::{notation, text};
///
/// let text = text::decode(b"V2.2\nPI\n+\n+7776FU\n%TORYO\n", None);
/// let record = notation::records(&text, notation::detect(&text, None)).next().unwrap();
/// let judgement = Judge::by(Profile::default()).judge(&record);
/// assert_eq!(judgement.verdict.map(|it| it.name()), Some("black"));
/// ```
#[derive(Debug)]
pub struct Judge {
    referee: Referee,
    systems: &'static [&'static System],
}

impl Judge {
    /// A judge of every game, by the rules of this event.
    pub fn by(profile: impl Into<Arc<Profile>>) -> Self {
        Self::new(SYSTEMS, profile)
    }

    /// A judge of every game, by the usual rules, which nobody chose.
    pub fn usual() -> Self {
        Self {
            referee: Referee::new(),
            systems: SYSTEMS,
        }
    }

    /// A judge of these games.
    pub fn new(systems: &'static [&'static System], profile: impl Into<Arc<Profile>>) -> Self {
        Self {
            referee: Referee::by(profile),
            systems,
        }
    }

    /// Judges one record.
    pub fn judge(&mut self, record: &Record<'_>) -> Judgement {
        self.judge_watched(record, &mut |_| {})
    }

    /// Judges one record before somebody who sees every move of its main line that is made on a shogi board.
    pub fn judge_watched(&mut self, record: &Record<'_>, watch: &mut Watch<'_>) -> Judgement {
        match self.systems.iter().find(|it| it.game == record.game) {
            Some(system) => (system.judge)(&mut self.referee, record, watch),
            // What could not be read is told of a record of any game.
            None => self.referee.judge(record),
        }
    }

    /// What is said of a record over which judging failed, for this reason. Whoever catches a panic asks for it: what the
    /// judge was about is forgotten.
    pub(crate) fn failed(&mut self, record: &Record<'_>, why: &str) -> Judgement {
        self.referee.forget();
        Judgement {
            findings: vec![checking::finding(record.span, why)],
            ..Judgement::default()
        }
    }
}

// The rules that a game has.

/// The rules of this game, and those about reading, each once.
fn all_rules<B: Board>(of: &Rules<B>) -> Vec<&'static Rule> {
    let mut all: Vec<&'static Rule> = Vec::new();
    all.extend(of.start.iter().map(|it| it.0));
    all.extend(of.ply.iter().map(|it| it.0));
    all.extend(of.word.iter().map(|it| it.0));
    all.extend(of.end.iter().map(|it| it.0));
    all.extend([
        &results::MOVES_AFTER_END,
        of.after_unstated_end,
        &rules::fouls::FOUL_RESULT_WITHOUT_FOUL,
        &rules::fouls::FOUL_RESULT_WRONG_SIDE,
        &rules::fouls::FOUL_UNNOTICED,
        &results::RESULT_OVERTURNED,
        &results::END_TOKEN_MISSING,
        &clocks::CLOCK_CUMULATIVE_MISMATCH,
        &checking::NOT_JUDGED,
    ]);
    all.extend(reading::READING);
    each_once(all)
}

/// Rules, each at its first place.
fn each_once(rules: impl IntoIterator<Item = &'static Rule>) -> Vec<&'static Rule> {
    let mut all: Vec<&'static Rule> = Vec::new();
    for rule in rules {
        if !all.contains(&rule) {
            all.push(rule);
        }
    }
    all
}
