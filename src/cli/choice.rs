//! Which records a command takes: `--where` and `--clean`.

use std::sync::Arc;

use clap::Args;

use super::config::Complaint;
use super::output::print;
use crate::check::{Checked, FailOn, Session, SourceFile};
use crate::finding::Language;
use crate::played::PlayedMove;
use crate::record::gap::{Gap, GapKind};
use crate::record::{Outcome, Record};
use crate::stats::{Filter, Game, GameCollector, Names, Query};
use crate::text::Payload;

/// What a record must be like.
#[derive(Args, Debug)]
#[command(next_help_heading = "Choosing records")]
pub(super) struct ChoosingRecords {
    #[arg(long = "where", value_name = "EXPR")]
    filter: Option<String>,

    #[arg(long)]
    clean: bool,
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

    /// The records that are taken. Those with findings that reach this level are not clean.
    ///
    /// # Errors
    ///
    /// What is wrong with the expression.
    pub(super) fn choice(&self, fail_on: FailOn, language: Language) -> Result<Choice, Complaint> {
        Ok(Choice {
            filter: filter(self.filter.as_deref(), language)?,
            clean: self.clean.then_some(fail_on),
            ..Choice::default()
        })
    }
}

/// The expression of `--where`.
///
/// # Errors
///
/// What is wrong with it.
pub(super) fn filter(text: Option<&str>, language: Language) -> Result<Option<Filter>, Complaint> {
    let read = |text| Query::filter(text).map_err(|fault| Complaint::about("--where", text, fault, language));
    text.map(read).transpose()
}

/// The records that a command takes. All others are treated as if they did not exist.
#[derive(Default)]
pub(super) struct Choice {
    filter: Option<Filter>,
    /// Records with such findings are left out.
    clean: Option<FailOn>,
    /// Whether that is the default of training data.
    by_default: bool,
    /// Records without a winner that are no draw are left out.
    decided: bool,
}

impl Choice {
    /// The same for training data, which is only made of clean records unless the user chooses others, and of decided ones
    /// if it `holds_results`.
    pub(super) fn for_training(self, fail_on: FailOn, holds_results: bool) -> Self {
        if self.filter.is_some() {
            return self;
        }
        Self {
            by_default: self.clean.is_none(),
            clean: Some(fail_on),
            decided: holds_results,
            ..self
        }
    }

    /// Whether all records are taken.
    pub(super) const fn is_all(&self) -> bool {
        self.filter.is_none() && self.clean.is_none()
    }

    /// Collects what it has to know of a game.
    pub(super) fn collector(&self, names: &Arc<Names>) -> Option<GameCollector> {
        let is_asked = self.filter.is_some();
        is_asked.then(|| GameCollector::new(false).calling(names))
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
        let is_decided = matches!(game.judgement.verdict, Some(Outcome::Win(_) | Outcome::Draw));
        let reason = match (is_unclean, self.by_default) {
            (true, false) => &mut left_out.unclean,
            (true, true) => &mut left_out.with_findings,
            (false, _) if self.decided && !is_decided => &mut left_out.undecided,
            (false, _) => return true,
        };
        *reason += 1;
        false
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
    /// They have findings, and only clean records become training data.
    pub(super) with_findings: u64,
    /// They have neither a winner nor a draw, and the training data requires a result.
    pub(super) undecided: u64,
}

impl LeftOut {
    /// Whether all records were taken.
    pub(super) const fn is_none(&self) -> bool {
        self.unmatched + self.unclean + self.with_findings + self.undecided == 0
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.unmatched += other.unmatched;
        self.unclean += other.unclean;
        self.with_findings += other.with_findings;
        self.undecided += other.undecided;
    }
}
