//! Judges records of any game.

use super::{SYSTEMS, System, Watch};
use crate::profile::Profile;
use crate::record::Record;
use crate::referee::rules::internal_error;
use crate::referee::{Judgement, Referee};

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
    pub fn by(profile: Profile) -> Self {
        Self::of(SYSTEMS, profile)
    }

    /// A judge of every game, by the usual rules, which nobody chose.
    pub fn usual() -> Self {
        Self {
            referee: Referee::new(),
            systems: SYSTEMS,
        }
    }

    /// A judge of these games.
    pub fn of(systems: &'static [&'static System], profile: Profile) -> Self {
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
    pub fn failed(&mut self, record: &Record<'_>, why: &str) -> Judgement {
        self.referee.forget();
        Judgement {
            findings: vec![internal_error::finding(record.span, why)],
            ..Judgement::default()
        }
    }
}
