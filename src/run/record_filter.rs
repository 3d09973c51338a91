//! The selection of records in a run: `where`, `clean`, `unique`, and the records listed by an index. A worker checks
//! the selected records one by one.

use std::collections::HashMap;
use std::sync::Arc;

use super::effective::Effective;
use super::error::OptionError;
use super::options::RunOptions;
#[cfg(feature = "cli")]
use super::unique::Copies;
use crate::check::{Checked, Checker, FailOn, Session, SourceFile, UnreadRecord};
use crate::opening::OpeningBook;
use crate::played::PlayedMove;
use crate::record::gap::GapKind;
use crate::record::{LineSummary, NodeId, Outcome, Record};
use crate::stats::{Filter, Game, GameCollector, NameAliases, Needs, Query};

/// The selection of records in a run. All other records are treated as if they did not exist.
#[derive(Clone, Debug, Default)]
pub struct RecordFilter {
    filter: Option<Filter>,
    /// The book with the names of openings, if it is not the built-in one.
    book: Option<&'static OpeningBook>,
    /// The spellings of player names.
    names: Arc<NameAliases>,
    /// The level of findings that excludes a record.
    clean: Option<FailOn>,
    /// `true` if each game is taken only once.
    unique: bool,
    /// The records that `unique` excludes.
    #[cfg(feature = "cli")]
    copies: Copies,
    /// `true` if `clean` is not set by the user but is the default of training data.
    is_clean_by_default: bool,
    /// `true` if records without moves are excluded, and those with neither a winner nor a draw.
    decided: bool,
    /// The records listed by an index, which are the only ones that are read.
    indexed: Option<Arc<IndexedRecords>>,
}

/// Sorted numbers of records, by the path of their file.
pub type RecordNumbers = HashMap<String, Vec<u32>>;

/// The records listed by an index, and the number of records in each file that is read for them.
#[derive(Debug, Default)]
pub struct IndexedRecords {
    /// The name of the index.
    pub name: String,
    /// The numbers of the records.
    pub records: RecordNumbers,
    /// Total number of records in each file.
    pub files: HashMap<String, u64>,
}

impl RecordFilter {
    /// Returns the selection of the options. `filter` is their filter of games.
    pub(crate) fn new(options: &RunOptions, effective: &Effective, filter: Option<Filter>) -> Self {
        Self {
            filter,
            book: effective.book,
            names: NameAliases::new(&effective.names.value),
            clean: options.clean.then_some(effective.fail_on.value),
            unique: options.unique,
            ..Self::default()
        }
    }

    /// Returns the selection of the options, where `where` is a condition on games.
    ///
    /// # Errors
    ///
    /// Returns an error if the condition contains an error.
    pub(crate) fn of_games(options: &RunOptions, effective: &Effective) -> Result<Self, OptionError> {
        let filter = options.filter.as_deref().map(|text| {
            let wrong = |fault| OptionError::about("--where", text, fault);
            Query::filter(text).map_err(wrong)
        });
        Ok(Self::new(options, effective, filter.transpose()?))
    }

    /// Returns the selection for training data, which consists of clean records.
    ///
    /// If `holds_results` is `true`, records must also have a winner or a draw.
    pub(crate) fn for_training(self, fail_on: FailOn, holds_results: bool) -> Self {
        Self {
            is_clean_by_default: self.clean.is_none(),
            clean: Some(fail_on),
            decided: holds_results,
            ..self
        }
    }

    /// Restricts the selection to the records listed by an index, if there is one.
    pub(crate) fn restricted_to(self, indexed: Option<Arc<IndexedRecords>>) -> Self {
        Self { indexed, ..self }
    }

    /// Excludes these copies from the selection.
    #[cfg(feature = "cli")]
    pub(crate) fn excluding(self, copies: Copies) -> Self {
        Self { copies, ..self }
    }

    /// Returns whether each game is taken only once.
    pub(crate) const fn is_unique(&self) -> bool {
        self.unique
    }

    /// Returns whether all records are taken.
    pub(crate) const fn is_all(&self) -> bool {
        self.filter.is_none() && self.clean.is_none() && !self.unique
    }

    /// Returns the records listed by the index, if there is one.
    pub(crate) fn indexed(&self) -> Option<&IndexedRecords> {
        self.indexed.as_deref()
    }

    /// Returns a worker, which also collects the parts of games in `needs`.
    pub(crate) fn worker(&self, checker: &Checker, needs: Option<Needs>) -> RecordWorker {
        let of_filter = self.filter.as_ref().map(Filter::needs);
        let of_copies = self.unique.then_some(Needs::MOVES);
        let all = [needs, of_filter, of_copies].into_iter().flatten();
        let needs = all.reduce(|all, needs| all | needs);
        RecordWorker {
            collector: needs.map(|need| GameCollector::with_options(need, self.book, &self.names, None)),
            session: checker.session(),
            choice: self.clone(),
        }
    }

    /// Returns a worker for a table, which also collects the parts of games in `also`.
    pub(crate) fn worker_of_table(&self, checker: &Checker, query: &Query, also: Needs) -> RecordWorker {
        let of_filter = self.filter.as_ref().map_or(Needs::NOTHING, Filter::needs);
        RecordWorker {
            collector: Some(query.collector_with(also | of_filter, &self.names)),
            session: checker.session(),
            choice: self.clone(),
        }
    }
}

/// A worker that checks the selected records on one thread.
#[derive(Debug)]
pub(crate) struct RecordWorker {
    choice: RecordFilter,
    session: Session,
    /// The collector of game data, if any is needed.
    collector: Option<GameCollector>,
}

impl RecordWorker {
    /// Reads and checks a record. Returns its findings and the data collected from its game.
    ///
    /// Returns `None` if the record is excluded. The reason is counted, unless an index does not list the record. The
    /// record is not read if its number excludes it, and not replayed if its headers exclude it. `watch` is called
    /// with every move.
    pub(crate) fn take<'r>(
        &mut self,
        file: &SourceFile<'r>,
        unread: &UnreadRecord<'r>,
        left_out: &mut ExcludedRecords,
        watch: impl FnMut(&PlayedMove<'_>),
    ) -> Option<(Checked<'r>, Option<Game>)> {
        let indexed = self.choice.indexed();
        if indexed.is_some_and(|it| !it.contains(file.path, unread.index())) {
            return None;
        }
        self.take_read(file, unread.read(), left_out, watch)
    }

    /// Checks a record that has been read, if it is selected.
    pub(crate) fn take_read<'r>(
        &mut self,
        file: &SourceFile<'r>,
        record: Record<'r>,
        left_out: &mut ExcludedRecords,
        watch: impl FnMut(&PlayedMove<'_>),
    ) -> Option<(Checked<'r>, Option<Game>)> {
        let choice = &self.choice;
        if let Some(collector) = &self.collector
            && !choice.may_take(collector, file, &record)
        {
            left_out.unmatched += 1;
            return None;
        }
        let (game, figures) = match &mut self.collector {
            Some(collector) => {
                let (game, figures) = collector.check(&mut self.session, file, record, watch);
                (game, Some(figures))
            }
            None => (self.session.check_watched(file, record, watch), None),
        };
        let is_taken =
            is_archive(&game.record) || choice.takes(&game, figures.as_ref(), file.number, left_out);
        is_taken.then_some((game, figures))
    }
}

impl IndexedRecords {
    /// Returns whether the index lists a record.
    fn contains(&self, path: &str, record: u32) -> bool {
        let numbers = self.records.get(path);
        numbers.is_some_and(|number| number.binary_search(&record).is_ok())
    }
}

impl RecordFilter {
    /// Returns whether the headers of a record allow its selection.
    fn may_take(&self, collector: &GameCollector, file: &SourceFile<'_>, record: &Record<'_>) -> bool {
        let early = self.filter.as_ref().filter(|filter| !filter.needs().moves);
        early.is_none_or(|filter| {
            let encoding = file.text.encoding().name();
            is_archive(record)
                || filter.matches(&collector.game_from_headers(&Arc::from(file.path), encoding, record))
        })
    }

    /// Returns whether a record is selected. If not, the reason is counted.
    fn takes(
        &self,
        game: &Checked<'_>,
        figures: Option<&Game>,
        member: u64,
        left_out: &mut ExcludedRecords,
    ) -> bool {
        let is_matched = || {
            self.filter
                .as_ref()
                .zip(figures)
                .is_none_or(|(filter, it)| filter.matches(it))
        };
        let highest = game.judgement.findings.iter().map(|it| it.severity).max();
        let is_unclean = self.clean.is_some_and(|it| it.is_reached_by(highest));
        let is_decided = || {
            matches!(game.judgement.verdict, Some(Outcome::Win(_) | Outcome::Draw))
                && LineSummary::new(&game.record).last_move != NodeId::START
        };
        let reason = match (is_unclean, self.is_clean_by_default) {
            _ if !is_matched() => &mut left_out.unmatched,
            (true, false) => &mut left_out.unclean,
            (true, true) => &mut left_out.with_findings,
            (false, _) if self.decided && !is_decided() => &mut left_out.undecided,
            (false, _) if figures.is_some_and(|figures| self.is_copy(figures, member)) => {
                &mut left_out.copies
            }
            (false, _) => return true,
        };
        *reason += 1;
        false
    }

    #[cfg(feature = "cli")]
    fn is_copy(&self, figures: &Game, member: u64) -> bool {
        self.copies.contain(figures, member)
    }

    /// Copies are found only with threads and files, which require the feature `cli`.
    #[cfg(not(feature = "cli"))]
    #[expect(clippy::unused_self, reason = "with the feature, it has copies")]
    const fn is_copy(&self, _: &Game, _: u64) -> bool {
        false
    }
}

/// Returns whether a record represents a damaged archive. Such damage is always reported.
fn is_archive(record: &Record<'_>) -> bool {
    let mut gaps = record.gaps.iter();
    gaps.any(|gap| matches!(gap.kind, GapKind::Archive(_)))
}

/// The number of excluded records for each reason.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExcludedRecords {
    /// Records that do not match `where`.
    pub unmatched: u64,
    /// Records with findings, excluded by `clean`.
    pub unclean: u64,
    /// Records that were excluded because another record of the same game is taken.
    pub copies: u64,
    /// Records with findings, excluded by the default of training data.
    pub with_findings: u64,
    /// Records without moves, or with neither a winner nor a draw, which the training data requires.
    pub undecided: u64,
    /// Records without any item that is written to the training data.
    pub without_items: u64,
}

impl ExcludedRecords {
    /// Returns whether all records were selected.
    pub const fn is_none(&self) -> bool {
        let (chosen, trained) = (self.unmatched + self.unclean + self.copies, self.with_findings);
        chosen + trained + self.undecided + self.without_items == 0
    }

    /// Adds the numbers of other records.
    pub const fn merge(&mut self, other: Self) {
        self.unmatched += other.unmatched;
        self.unclean += other.unclean;
        self.copies += other.copies;
        self.with_findings += other.with_findings;
        self.undecided += other.undecided;
        self.without_items += other.without_items;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::READ;
    use crate::stats::{HITS, Layout, Query};

    const GAME: &str = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n\n";

    /// Returns the numbers of the selected records out of fifty, and the number of records that were read.
    fn selected_and_read(choice: &RecordFilter, needs: Option<Needs>) -> (Vec<u32>, u32) {
        let checker = Checker::default();
        let mut worker = choice.worker(&checker, needs);
        let before = READ.get();
        let mut left_out = ExcludedRecords::default();
        let mut numbers = Vec::new();
        for file in checker.check("games.kifu", GAME.repeat(50).into_bytes()) {
            for unread in file.unread() {
                let game = worker.take(&file.source(), &unread, &mut left_out, |_| {});
                numbers.extend(game.map(|(game, _)| game.record.index));
            }
        }
        (numbers, READ.get() - before)
    }

    #[test]
    fn only_indexed_records_are_read() {
        let all = RecordFilter::default();
        assert_eq!(selected_and_read(&all, None), ((1..=50).collect(), 50));
        let indexed = |path: &str| {
            let records = IndexedRecords {
                records: [(path.to_owned(), vec![7, 20])].into(),
                ..IndexedRecords::default()
            };
            all.clone().restricted_to(Some(Arc::new(records)))
        };
        assert_eq!(
            selected_and_read(&indexed("games.kifu"), Some(Needs::MOVES)),
            (vec![7, 20], 2)
        );
        assert_eq!(selected_and_read(&indexed("other.kifu"), None), (Vec::new(), 0));
    }

    /// A worker of a table collects only the data that its columns and its condition need.
    #[test]
    fn workers_collect_only_the_data_of_the_columns() {
        let collector = |list: &str, filter: Option<&str>| {
            let form = crate::report::TableForm::named("csv").unwrap();
            let query = Query::new(&HITS, Layout::for_table(&HITS, form, list).unwrap());
            let filter = filter.map(|text| Query::filter(text).unwrap());
            let choice = RecordFilter {
                filter,
                ..RecordFilter::default()
            };
            let worker = choice.worker_of_table(&Checker::default(), &query, Needs::NOTHING);
            format!("{:?}", worker.collector)
        };
        let has_openings = |it: &str| !it.contains("matcher: None");
        assert!(!has_openings(&collector("path", None)));
        assert!(!has_openings(&collector("path", Some("plies > 3"))));
        assert!(has_openings(&collector("path", Some("opening ~ 四間"))));
    }
}
