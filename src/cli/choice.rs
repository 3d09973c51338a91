//! Which records a command takes: `--where`, `--clean` and `--unique`.

use std::sync::Arc;

use clap::Args;

use super::config::Complaint;
use super::job::Reading;
use super::output::print;
use super::unique::Copies;
use crate::check::{Checked, FailOn, Session, SourceFile};
use crate::finding::{Language, Message, message};
use crate::played::PlayedMove;
use crate::record::Record;
use crate::record::gap::{Gap, GapKind};
use crate::stats::{Filter, Game, GameCollector, Names, Query};
use crate::text::{Payload, spelled};

/// What a record must be like.
#[derive(Args, Debug)]
#[command(next_help_heading = "Choosing records")]
pub(super) struct ChoosingRecords {
    #[arg(long = "where", value_name = "EXPR")]
    filter: Option<String>,

    #[arg(long)]
    clean: bool,

    #[arg(long)]
    unique: bool,
}

impl ChoosingRecords {
    /// Prints how expressions are written, if that is asked for.
    ///
    /// # Errors
    ///
    /// When it cannot be printed.
    pub(super) fn help(&self, language: Language) -> std::io::Result<bool> {
        let is_wanted = self.filter.as_deref() == Some("help");
        if is_wanted {
            print(Query::filter_help(language).as_bytes(), Payload::Data)?;
        }
        Ok(is_wanted)
    }

    /// What is wrong with the options, given what is read.
    pub(super) fn wrong(&self, reading: &Reading) -> Option<Message> {
        let path = reading.read_once().filter(|_| self.unique)?;
        Some(message!(
            "--unique reads its inputs twice, and `{path}` can be read only once; save it to a file first",
            "`--unique` は入力を2回読むが、`{path}` は1回しか読めない。ファイルに保存してから指定する",
            path = spelled(&path)
        ))
    }

    /// The records that are taken. Those with findings that reach this level are not clean.
    ///
    /// # Errors
    ///
    /// What is wrong with the expression.
    pub(super) fn choice(&self, fail_on: FailOn, language: Language) -> Result<Choice, Complaint> {
        Ok(self.choice_with(self.filter(language)?, fail_on))
    }

    /// The same, given what the expression says.
    pub(super) fn choice_with(&self, filter: Option<Filter>, fail_on: FailOn) -> Choice {
        Choice {
            filter,
            clean: self.clean.then_some(fail_on),
            unique: self.unique,
            copies: Copies::default(),
        }
    }

    /// The expression of `--where`.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub(super) fn filter(&self, language: Language) -> Result<Option<Filter>, Complaint> {
        let read = |text: &str| {
            Query::filter(text).map_err(|fault| Complaint::about("--where", text, fault, language))
        };
        self.filter.as_deref().map(read).transpose()
    }
}

/// The records that a command takes. All others are treated as if they did not exist.
#[derive(Clone, Default)]
pub(super) struct Choice {
    pub(super) filter: Option<Filter>,
    /// Records with such findings are left out.
    pub(super) clean: Option<FailOn>,
    /// Whether each game is taken once.
    pub(super) unique: bool,
    /// The records that are left out then.
    pub(super) copies: Copies,
}

impl Choice {
    /// Whether all records are taken.
    pub(super) const fn is_all(&self) -> bool {
        self.filter.is_none() && self.clean.is_none() && !self.unique
    }

    /// Collects what it has to know of a game.
    pub(super) fn collector(&self, names: &Arc<Names>) -> Option<GameCollector> {
        let collector = match (&self.filter, self.unique) {
            (Some(_), _) => GameCollector::new(0),
            (None, true) => GameCollector::without_openings(0),
            (None, false) => return None,
        };
        Some(collector.calling(names))
    }

    /// Whether a record is taken; otherwise it is counted. A damaged archive is not a record, and is always reported.
    pub(super) fn takes(&self, game: &Checked<'_>, figures: Option<&Game>, left_out: &mut LeftOut) -> bool {
        let is_archive = |gap: &Gap| matches!(gap.kind, GapKind::Archive(_));
        if self.is_all() || game.record.gaps.iter().any(is_archive) {
            return true;
        }
        if let (Some(filter), Some(figures)) = (&self.filter, figures)
            && !filter.matches(figures)
        {
            left_out.unmatched += 1;
            return false;
        }
        let gravest = game.judgement.findings.iter().map(|it| it.severity).max();
        let is_unclean = self.clean.is_some_and(|it| it.is_reached_by(gravest));
        let is_copy = !is_unclean && figures.is_some_and(|it| self.copies.contain(it));
        left_out.unclean += u64::from(is_unclean);
        left_out.copies += u64::from(is_copy);
        !is_unclean && !is_copy
    }
}

/// Checks a record, with what a collector makes of it if there is one. `watch` sees every move.
pub(super) fn check<'r>(
    session: &mut Session,
    collector: &mut Option<GameCollector>,
    file: &SourceFile<'r>,
    record: Record<'r>,
    watch: impl FnMut(&PlayedMove<'_>),
) -> (Checked<'r>, Option<Game>) {
    match collector {
        Some(collector) => {
            let (game, figures) = collector.check(session, file, record, watch);
            (game, Some(figures))
        }
        None => (session.check_watched(file, record, watch), None),
    }
}

/// The number of records that were left out, by the reason.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LeftOut {
    /// They do not match `--where`.
    pub(super) unmatched: u64,
    /// They have findings, and only clean records were wanted.
    pub(super) unclean: u64,
    /// Another record of the same game is taken.
    pub(super) copies: u64,
}

impl LeftOut {
    /// Whether all records were taken.
    pub(super) const fn is_none(&self) -> bool {
        self.unmatched + self.unclean + self.copies == 0
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.unmatched += other.unmatched;
        self.unclean += other.unclean;
        self.copies += other.copies;
    }
}
