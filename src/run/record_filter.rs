//! The selection of records in a run by `where`, `clean`, `unique` and an index, and the worker that checks the selected
//! records.

use std::collections::HashMap;
use std::sync::Arc;

#[cfg(feature = "cli")]
use super::copies::{Copies, Copy};
use super::effective::Effective;
use super::error::OptionError;
use super::options::RunOptions;
use super::output_needs::OutputNeeds;
use crate::check::{Checked, Checker, FailOn, Session, SourceFile, UnreadRecord};
use crate::opening::OpeningBook;
use crate::played::PlayedMove;
use crate::record::gap::GapKind;
use crate::record::{LineSummary, NodeId, Outcome, Record};
use crate::stats::{Filter, Game, GameCollector, NameAliases, Needs, Query};

/// The selection of records in a run. Records that are not selected are treated as if they did not exist.
#[derive(Clone, Debug, Default)]
pub struct RecordFilter {
    /// The condition on games (`where`); `None` to take all games.
    filter: Option<Filter>,
    /// The book with the names of openings; `None` for the built-in book.
    book: Option<&'static OpeningBook>,
    /// The spellings of player names.
    names: Arc<NameAliases>,
    /// The lowest severity of a finding that excludes its record (`clean`); `None` if findings do not exclude records.
    clean: Option<FailOn>,
    /// `true` if only one of several records of the same game is taken.
    unique: bool,
    /// The records that `unique` excludes.
    #[cfg(feature = "cli")]
    copies: Copies,
    /// `true` if `clean` was not set by the user, but is the default for training data.
    is_clean_by_default: bool,
    /// `true` if records without moves, and records with neither a winner nor a draw, are excluded.
    decided: bool,
    /// The records listed by an index: only these records are read. `None` without an index.
    indexed: Option<Arc<IndexedRecords>>,
}

/// Sorted numbers of records, by the path of their file.
pub type RecordNumbers = HashMap<String, Vec<u32>>;

/// The records that an index lists for a search, and the number of records in each file that is read.
#[derive(Debug, Default)]
pub struct IndexedRecords {
    /// The path of the index as shown in messages.
    pub name: String,
    /// The numbers of the listed records.
    pub records: RecordNumbers,
    /// Total number of records in each file that is read, by its path.
    pub files: HashMap<String, u64>,
    /// `true` if files without listed records need not be read.
    pub(crate) skips_files: bool,
}

impl RecordFilter {
    /// Creates the selection for these options. `filter` is the parsed condition on games.
    pub(crate) fn new(options: &RunOptions, effective: &Effective, filter: Option<Filter>) -> Self {
        let names = NameAliases::new(&effective.names.value);
        Self {
            filter: filter.map(|filter| filter.with_names(&names, &effective.name_lists)),
            book: effective.book,
            names,
            clean: options.clean.then_some(effective.fail_on.value),
            unique: options.unique,
            ..Self::default()
        }
    }

    /// Creates the selection for these options, and parses their `where` as a condition on games.
    ///
    /// # Errors
    ///
    /// Returns an error if the condition contains an error.
    pub(crate) fn of_games(options: &RunOptions, effective: &Effective) -> Result<Self, OptionError> {
        let filter = options.filter.as_deref().map(|text| {
            let to_error = |fault| OptionError::about("--where", text, fault);
            Query::filter_with_lists(text).map_err(to_error)
        });
        Ok(Self::new(options, effective, filter.transpose()?))
    }

    /// Returns the selection for training data. Records with a finding of the severity `fail_on` or higher are
    /// excluded.
    ///
    /// If `holds_results` is `true`, records without moves, or with neither a winner nor a draw, are also excluded.
    pub(crate) fn for_training(self, fail_on: FailOn, holds_results: bool) -> Self {
        Self {
            is_clean_by_default: self.clean.is_none(),
            clean: Some(fail_on),
            decided: holds_results,
            ..self
        }
    }

    /// Restricts the selection to the records listed by an index. `None` removes the restriction.
    pub(crate) fn restricted_to(self, indexed: Option<Arc<IndexedRecords>>) -> Self {
        Self { indexed, ..self }
    }

    /// Excludes `copies` from the selection: the further records of games of which one record is kept.
    #[cfg(feature = "cli")]
    pub(crate) fn excluding(self, copies: Copies) -> Self {
        Self { copies, ..self }
    }

    /// Returns whether only one of several records of the same game is taken.
    pub(crate) const fn is_unique(&self) -> bool {
        self.unique
    }

    /// Returns whether none of `where`, `clean` and `unique` is set. If so, all records are taken, or all records that the
    /// index lists if there is an index.
    pub(crate) const fn is_all(&self) -> bool {
        self.filter.is_none() && self.clean.is_none() && !self.unique
    }

    /// Returns the records listed by the index; `None` without an index.
    pub(crate) fn indexed(&self) -> Option<&IndexedRecords> {
        self.indexed.as_deref()
    }

    /// Returns whether the records of a file with this path may be taken.
    #[cfg(feature = "cli")]
    pub(crate) fn needs_file(&self, shown: &str) -> bool {
        let mut skipping = self.indexed.iter().filter(|indexed| indexed.skips_files);
        skipping.all(|indexed| indexed.records.contains_key(shown))
    }

    /// Creates a worker that collects from each game the data in `needs`, and the data that the selection needs. If no data is
    /// needed, the worker only checks the records.
    pub(crate) fn worker(&self, checker: &Checker, needs: &OutputNeeds) -> RecordWorker {
        let filter_needs = self.filter.as_ref().map(Filter::needs);
        let copy_needs = self.unique.then_some(Needs::MOVES);
        let all_needs = [needs.data, filter_needs, copy_needs].into_iter().flatten();
        let joined = all_needs.reduce(|joined, needs| joined | needs);
        let search = needs.search.as_ref();
        RecordWorker {
            collector: joined
                .map(|joined| GameCollector::with_options(joined, self.book, &self.names, search)),
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
    /// The collector of data from games; `None` if no data is needed.
    collector: Option<GameCollector>,
}

impl RecordWorker {
    /// Reads and checks a record if the record is selected. Returns the checked record, and the data collected from its game
    /// if the worker collects data.
    ///
    /// Returns `None` if the record is excluded, and counts the reason in `excluded`. A record that the index does not list
    /// is neither read nor counted. A record that its headers exclude is not replayed. `watch` is called with each move.
    pub(crate) fn take<'r>(
        &mut self,
        file: &SourceFile<'r>,
        unread: &UnreadRecord<'r>,
        excluded: &mut ExcludedRecords,
        watch: impl FnMut(&PlayedMove<'_>),
    ) -> Option<(Checked<'r>, Option<Game>)> {
        if !self.is_listed(file, unread) {
            return None;
        }
        self.take_read(file, unread.read(), excluded, watch)
    }

    /// Returns whether the index lists a record. Without an index, all records are listed.
    pub(crate) fn is_listed(&self, file: &SourceFile<'_>, unread: &UnreadRecord<'_>) -> bool {
        let indexed = self.choice.indexed();
        indexed.is_none_or(|indexed| indexed.contains(file.path, unread.index()))
    }

    /// Checks a record that has been read, as [`Self::take`] does, but without consulting the index. Returns `None` if the
    /// record is excluded.
    pub(crate) fn take_read<'r>(
        &mut self,
        file: &SourceFile<'r>,
        record: Record<'r>,
        excluded: &mut ExcludedRecords,
        watch: impl FnMut(&PlayedMove<'_>),
    ) -> Option<(Checked<'r>, Option<Game>)> {
        let choice = &self.choice;
        if let Some(collector) = &self.collector
            && !choice.may_take(collector, file, &record)
        {
            excluded.unmatched += 1;
            return None;
        }
        let (game, game_data) = match &mut self.collector {
            Some(collector) => {
                let (game, game_data) = collector.check(&mut self.session, file, record, watch);
                (game, Some(game_data))
            }
            None => (self.session.check_watched(file, record, watch), None),
        };
        let is_taken =
            is_archive(&game.record) || choice.takes(&game, game_data.as_ref(), file.number, excluded);
        is_taken.then_some((game, game_data))
    }
}

impl IndexedRecords {
    /// Returns whether the index lists a record.
    fn contains(&self, path: &str, record: u32) -> bool {
        let numbers = self.records.get(path);
        numbers.is_some_and(|numbers| numbers.binary_search(&record).is_ok())
    }
}

impl RecordFilter {
    /// Returns whether the headers of a record fulfil the condition `where`. Returns `true` if there is no condition,
    /// or if the condition needs the moves, so that only the replay can show the result. Returns `true` also for a record that
    /// only represents a problem of an archive.
    fn may_take(&self, collector: &GameCollector, file: &SourceFile<'_>, record: &Record<'_>) -> bool {
        let header_filter = self.filter.as_ref().filter(|filter| !filter.needs().moves);
        header_filter.is_none_or(|filter| {
            let encoding = file.text.encoding().name();
            is_archive(record)
                || filter.matches(&collector.game_from_headers(&Arc::from(file.path), encoding, record))
        })
    }

    /// Returns whether a checked record is selected. If the record is not selected, counts the reason in `excluded`.
    ///
    /// `member` is the number of the file as a member of an archive; 0 for a file outside an archive.
    fn takes(
        &self,
        game: &Checked<'_>,
        game_data: Option<&Game>,
        member: u64,
        excluded: &mut ExcludedRecords,
    ) -> bool {
        let is_matched = || {
            self.filter
                .as_ref()
                .zip(game_data)
                .is_none_or(|(filter, game)| filter.matches(game))
        };
        let is_unclean = self
            .clean
            .is_some_and(|fail_on| fail_on.is_reached_by(game.highest()));
        let is_decided = || {
            matches!(game.judgement.verdict, Some(Outcome::Win(_) | Outcome::Draw))
                && LineSummary::new(&game.record).last_move != NodeId::START
        };
        let reason = match (is_unclean, self.is_clean_by_default) {
            _ if !is_matched() => &mut excluded.unmatched,
            (true, false) => &mut excluded.unclean,
            (true, true) => &mut excluded.with_findings,
            (false, _) if self.decided && !is_decided() => &mut excluded.undecided,
            (false, _) => return !game_data.is_some_and(|it| self.is_copy(it, member, excluded)),
        };
        *reason += 1;
        false
    }

    /// Returns whether a record is excluded because another record of the same game is taken. If it is, or if it is
    /// taken although another record has the same moves, this is counted.
    #[cfg(feature = "cli")]
    fn is_copy(&self, game_data: &Game, member: u64, excluded: &mut ExcludedRecords) -> bool {
        let copy = self.copies.treatment(game_data, member);
        excluded.copies += u64::from(copy == Some(Copy::Excluded));
        excluded.with_other_names += u64::from(copy == Some(Copy::WithOtherNames));
        copy == Some(Copy::Excluded)
    }

    // Copies are only found in runs over files, which require the feature `cli`.
    #[cfg(not(feature = "cli"))]
    #[expect(clippy::unused_self, reason = "with the feature, it has copies")]
    const fn is_copy(&self, _: &Game, _: u64, _: &mut ExcludedRecords) -> bool {
        false
    }
}

/// Returns whether a record only represents a problem of an archive. Such records are always selected.
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
    /// Records that are taken although another record with the same moves is, because their players differ. They are
    /// counted here for the summary.
    pub with_other_names: u64,
    /// Records with findings, excluded by the default of training data.
    pub with_findings: u64,
    /// Records without moves, or with neither a winner nor a draw, excluded because the training data requires moves
    /// and a winner or a draw.
    pub undecided: u64,
    /// Records without any item that is written to the training data.
    pub without_items: u64,
}

impl ExcludedRecords {
    /// Returns whether no record was excluded.
    pub const fn is_none(&self) -> bool {
        let (by_options, by_training) = (self.unmatched + self.unclean + self.copies, self.with_findings);
        by_options + by_training + self.undecided + self.without_items == 0
    }

    /// Adds the numbers of `other`.
    pub const fn merge(&mut self, other: Self) {
        self.unmatched += other.unmatched;
        self.unclean += other.unclean;
        self.copies += other.copies;
        self.with_other_names += other.with_other_names;
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

    /// Returns the numbers of the selected records of a file with fifty records, and the number of records that were read.
    fn selected_and_read(choice: &RecordFilter, needs: &OutputNeeds) -> (Vec<u32>, u32) {
        let checker = Checker::default();
        let mut worker = choice.worker(&checker, needs);
        let read_before = READ.get();
        let mut excluded = ExcludedRecords::default();
        let mut numbers = Vec::new();
        for file in checker.check("games.kifu", GAME.repeat(50).into_bytes()) {
            for unread in file.unread() {
                let game = worker.take(&file.source(), &unread, &mut excluded, |_| {});
                numbers.extend(game.map(|(game, _)| game.record.index));
            }
        }
        (numbers, READ.get() - read_before)
    }

    #[test]
    fn only_indexed_records_are_read() {
        let all_records = RecordFilter::default();
        assert_eq!(
            selected_and_read(&all_records, &OutputNeeds::default()),
            ((1..=50).collect(), 50)
        );
        let indexed = |path: &str| {
            let records = IndexedRecords {
                records: [(path.to_owned(), vec![7, 20])].into(),
                ..IndexedRecords::default()
            };
            all_records.clone().restricted_to(Some(Arc::new(records)))
        };
        assert_eq!(
            selected_and_read(&indexed("games.kifu"), &OutputNeeds::data(Needs::MOVES)),
            (vec![7, 20], 2)
        );
        assert_eq!(
            selected_and_read(&indexed("other.kifu"), &OutputNeeds::default()),
            (Vec::new(), 0)
        );
    }

    #[test]
    fn workers_collect_only_the_data_of_the_columns() {
        let collector_debug = |list: &str, filter: Option<&str>| {
            let format = crate::report::TableForm::named("csv").unwrap();
            let query = Query::new(&HITS, Layout::for_table(&HITS, format, list).unwrap());
            let filter = filter.map(|text| Query::filter(text).unwrap());
            let choice = RecordFilter {
                filter,
                ..RecordFilter::default()
            };
            let worker = choice.worker(&Checker::default(), &OutputNeeds::data(query.needs()));
            format!("{:?}", worker.collector)
        };
        let has_openings = |collector: &str| !collector.contains("matcher: None");
        assert!(!has_openings(&collector_debug("path", None)));
        assert!(!has_openings(&collector_debug("path", Some("plies > 3"))));
        assert!(has_openings(&collector_debug("path", Some("opening ~ 四間"))));
    }
}
