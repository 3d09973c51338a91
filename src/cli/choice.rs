//! Which records a command takes: `--where`, `--clean` and `--unique`, and by which book their openings are named.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueHint};

use super::config::{self, Complaint};
use super::job::Reading;
use super::output::print;
use super::unique::Copies;
use crate::check::{Checked, FailOn, OPENINGS_FILE, Session, SourceFile};
use crate::finding::{Fault, Language, Message, message};
use crate::opening::{BookError, OpeningBook};
use crate::output::ProtectedFiles;
use crate::played::PlayedMove;
use crate::record::gap::GapKind;
use crate::record::{LineSummary, NodeId, Outcome, Record};
use crate::stats::{Filter, Game, GameCollector, Names, Query};
use crate::text::{Payload, spelled};

/// What a record must be like.
#[derive(Args, Debug)]
#[command(next_help_heading = "Choosing records")]
pub(super) struct ChoosingRecords {
    #[arg(long = "where", value_name = "EXPR")]
    pub(super) filter: Option<String>,

    #[arg(long)]
    pub(super) clean: bool,

    #[arg(long)]
    pub(super) unique: bool,

    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    openings: Option<PathBuf>,
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
        let wrong = |text: &str, fault| Complaint::about("--where", text, fault, language);
        let filter = self.filter.as_deref();
        let filter = filter.map(|text| Query::filter(text).map_err(|fault| wrong(text, fault)));
        Ok(self.choice_by(filter.transpose()?, self.book(language)?, fail_on))
    }

    /// The same, given what the expression means and who names openings.
    pub(super) fn choice_by(
        &self,
        filter: Option<Filter>,
        book: Option<&'static OpeningBook>,
        fail_on: FailOn,
    ) -> Choice {
        Choice {
            filter,
            book,
            clean: self.clean.then_some(fail_on),
            unique: self.unique,
            ..Choice::default()
        }
    }

    /// Protects the file of openings.
    pub(super) fn protect(&self, protected: &mut ProtectedFiles) {
        self.openings.iter().for_each(|path| protected.protect(path));
    }

    /// The book of openings, if it is not the built-in one.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, or what is wrong with it.
    pub(super) fn book(&self, language: Language) -> Result<Option<&'static OpeningBook>, Complaint> {
        let Some(path) = &self.openings else {
            return Ok(None);
        };
        let fault = |error: BookError| Fault {
            span: Some(error.span),
            message: Message::same(error.message),
            help: Some(Message::same(error.help)),
        };
        let mut protected = ProtectedFiles::begin();
        let book = config::read(
            path,
            &spelled(path),
            &OPENINGS_FILE,
            &mut protected,
            language,
            |text| OpeningBook::extended(text).map_err(|errors| errors.into_iter().map(fault).collect()),
        );
        // Games refer to the book for as long as the program runs.
        Ok(Some(Box::leak(Box::new(book?))))
    }
}

/// The records that a command takes. All others are treated as if they did not exist.
#[derive(Clone, Default)]
pub(super) struct Choice {
    filter: Option<Filter>,
    /// The book that has the names of openings, if it is not the built-in one.
    book: Option<&'static OpeningBook>,
    /// Records with such findings are left out.
    clean: Option<FailOn>,
    /// Whether each game is taken once.
    pub(super) unique: bool,
    /// The records that are left out then.
    pub(super) copies: Copies,
    /// Whether that is the default of training data.
    by_default: bool,
    /// Records without moves, and those without a winner that are no draw, are left out.
    decided: bool,
}

impl Choice {
    /// The same for training data, which is only made of clean records, and of decided ones if it `holds_results`.
    pub(super) fn for_training(self, fail_on: FailOn, holds_results: bool) -> Self {
        Self {
            by_default: self.clean.is_none(),
            clean: Some(fail_on),
            decided: holds_results,
            ..self
        }
    }

    /// Whether all records are taken.
    pub(super) const fn is_all(&self) -> bool {
        self.filter.is_none() && self.clean.is_none() && !self.unique
    }

    /// The expression that they fulfil.
    pub(super) const fn filter(&self) -> Option<&Filter> {
        self.filter.as_ref()
    }

    /// Collects what it has to know of a game.
    pub(super) fn collector(&self, names: &Arc<Names>) -> Option<GameCollector> {
        let is_wanted = self.filter.is_some() || self.unique;
        is_wanted.then(|| self.collector_of(names, |_| false))
    }

    /// Collects that, and what else somebody asks for by columns of games.
    pub(super) fn collector_of(&self, names: &Arc<Names>, asks: impl Fn(&[&str]) -> bool) -> GameCollector {
        let filter = self.filter.as_ref();
        GameCollector::answering(|it| asks(it) || filter.is_some_and(|filter| filter.asks(it)))
            .with_book(self.book)
            .calling(names)
    }

    /// Checks a record: what is found, and what the collector makes of it if there is one. `None` if the record is not taken; then it is
    /// counted. `watch` sees every move.
    pub(super) fn check<'r>(
        &self,
        session: &mut Session,
        collector: &mut Option<GameCollector>,
        file: &SourceFile<'r>,
        record: Record<'r>,
        left_out: &mut LeftOut,
        watch: impl FnMut(&PlayedMove<'_>),
    ) -> Option<(Checked<'r>, Option<Game>)> {
        if let (Some(filter), Some(collector)) = (&self.filter, &collector)
            && filter.is_early()
            && !is_archive(&record)
            && !filter.matches(&collector.unplayed(
                &Arc::from(file.path),
                file.text.encoding().name(),
                &record,
            ))
        {
            left_out.unmatched += 1;
            return None;
        }
        let (game, figures) = match collector {
            Some(collector) => {
                let (game, figures) = collector.check(session, file, record, watch);
                (game, Some(figures))
            }
            None => (session.check_watched(file, record, watch), None),
        };
        let is_taken = is_archive(&game.record) || self.takes(&game, figures.as_ref(), file.number, left_out);
        is_taken.then_some((game, figures))
    }

    /// Whether a record is taken; otherwise it is counted.
    fn takes(&self, game: &Checked<'_>, figures: Option<&Game>, member: u64, left_out: &mut LeftOut) -> bool {
        let is_matched = || {
            self.filter
                .as_ref()
                .zip(figures)
                .is_none_or(|(filter, it)| filter.matches(it))
        };
        let gravest = game.judgement.findings.iter().map(|it| it.severity).max();
        let is_unclean = self.clean.is_some_and(|it| it.is_reached_by(gravest));
        let is_decided = || {
            matches!(game.judgement.verdict, Some(Outcome::Win(_) | Outcome::Draw))
                && LineSummary::of(&game.record).last_move != NodeId::START
        };
        let reason = match (is_unclean, self.by_default) {
            _ if !is_matched() => &mut left_out.unmatched,
            (true, false) => &mut left_out.unclean,
            (true, true) => &mut left_out.with_findings,
            (false, _) if self.decided && !is_decided() => &mut left_out.undecided,
            (false, _) if figures.is_some_and(|it| self.copies.contain(it, member)) => &mut left_out.copies,
            (false, _) => return true,
        };
        *reason += 1;
        false
    }
}

/// Whether a record stands for an archive: that it is damaged is always reported.
fn is_archive(record: &Record<'_>) -> bool {
    record
        .gaps
        .iter()
        .any(|it| matches!(it.kind, GapKind::Archive(_)))
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
    /// They have findings, and only clean records become training data.
    pub(super) with_findings: u64,
    /// They have no moves, or neither a winner nor a draw, and the training data requires both.
    pub(super) undecided: u64,
    /// None of their items is written to the training data.
    pub(super) without_items: u64,
}

impl LeftOut {
    /// Whether all records were taken.
    pub(super) const fn is_none(&self) -> bool {
        let (chosen, trained) = (self.unmatched + self.unclean + self.copies, self.with_findings);
        chosen + trained + self.undecided + self.without_items == 0
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.unmatched += other.unmatched;
        self.unclean += other.unclean;
        self.copies += other.copies;
        self.with_findings += other.with_findings;
        self.undecided += other.undecided;
        self.without_items += other.without_items;
    }
}
