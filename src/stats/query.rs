//! Queries for tables, and their answers.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::Cell;
#[cfg(feature = "cli")]
use super::CellType;
use super::cell::{first_text, push_key};
use super::duplicates::{self, Candidate, Duplicates, EncodedCandidate};
use super::filter::Filter;
use super::game::{Game, GameCollector};
use super::groups::{Group, GroupMerger, Grouping, Groups};
use super::needs::Needs;
use super::novelties::{self, Novelties};
use super::opening_tree::OpeningTree;
use super::records::{self, GAMES, MoveRow};
use super::search::{HitRow, Search};
use super::sorter::Sorter;
use super::standings::{EventGame, EventTables};
use super::{Column, NameAliases, Table, TableSource, columns_with_title, fault, unknown_column};
#[cfg(feature = "xlsx")]
use crate::finding::Language;
use crate::finding::{InputError, Span, bilingual, message};
use crate::opening::OpeningBook;
use crate::report::TableForm;
#[cfg(feature = "cli")]
use crate::report::cells::{self, ColumnType};
#[cfg(feature = "xlsx")]
use crate::report::xlsx::Sheet;

/// A query for a table over an archive.
#[derive(Debug)]
pub struct Query {
    /// The table whose rows are requested.
    pub table: &'static Table,
    /// The columns and the form of the rows.
    pub layout: Layout,
    /// A condition on the rows, parsed by [`Table::filter`], if there is one. The condition has no effect on the table
    /// of games.
    pub having: Option<Filter>,
    /// The book with the names of openings, if it is not the built-in one.
    pub book: Option<&'static OpeningBook>,
    /// The search for positions, for the tables of `kifu find`; `None` for all other tables.
    pub search: Option<Arc<Search>>,
    /// The maximum number of moves before a position, in tables of positions.
    pub depth: u32,
    /// The lowest loss of a move that is a blunder (centipawns); `None` for 300.
    pub blunder: Option<u32>,
    /// The columns by which the rows are sorted. If there are none, the rows are in the order of the table.
    pub order: Vec<Order>,
    /// The maximum number of rows; `None` for all rows.
    pub limit: Option<u64>,
    /// The games of a sheet of results, for a table of events; `None` for the games of the records.
    pub sheet: Option<Vec<EventGame>>,
    /// The paths of the reference, for a table that compares games with one.
    pub against: Vec<PathBuf>,
}

/// Length of most rows about moves with the default columns, in CSV (bytes).
const TYPICAL_MOVE_BYTES: usize = 192;

/// Default maximum number of moves before a position in tables of positions.
pub(crate) const DEFAULT_MAX_PLY: u32 = 20;

/// Maximum memory of the groups in a [`Part`] (bytes). Larger groups are packed, which reduces their memory to a fifth.
const MAX_GROUP_BYTES: usize = 256 << 10;

/// The contribution of some consecutive records to an answer.
#[derive(Debug, Default)]
pub struct Part {
    pub(super) written: WrittenRows,
    pub(super) groups: Groups,
    pub(super) candidates: Vec<EncodedCandidate>,
}

impl Filter {
    /// Returns whether a game satisfies the filter, which must be a filter of games ([`Query::filter`]).
    pub fn matches(&self, game: &Game) -> bool {
        self.matches_row(|at| (records::GAMES[at].cell)(game))
    }
}

impl Query {
    /// Returns a query for all rows of a table, in the order of the table. In tables of positions, only positions after
    /// at most 20 moves are counted.
    pub fn new(table: &'static Table, layout: Layout) -> Self {
        Self {
            table,
            layout,
            having: None,
            book: None,
            search: None,
            depth: DEFAULT_MAX_PLY,
            blunder: None,
            order: Vec::new(),
            limit: None,
            sheet: None,
            against: Vec::new(),
        }
    }

    /// Returns the layout of the worksheet for the rows: its name, and its columns with headings in this language.
    #[cfg(feature = "xlsx")]
    pub(crate) fn sheet(&self, language: Language) -> Sheet {
        let headings = self.table.headings();
        let columns = self.layout.columns.iter();
        let columns = columns.map(|&(at, _)| headings[at].column_of_sheet(language));
        Sheet {
            name: self.table.title.in_language(language).to_string(),
            columns: columns.collect(),
        }
    }

    /// Returns the names and types of the columns that are written.
    #[cfg(feature = "cli")]
    pub(crate) fn columns(&self) -> Vec<cells::Column> {
        let headings = self.table.headings();
        let columns = self.layout.columns.iter();
        let columns = columns.map(|&(at, name)| {
            let kind = match headings[at].kind {
                CellType::Text | CellType::Date => ColumnType::Text,
                CellType::Enumerated(_) => ColumnType::Word,
                CellType::Integer => ColumnType::Whole,
                CellType::Number => ColumnType::Number,
                CellType::Bool => ColumnType::Truth,
            };
            cells::Column { name, kind }
        });
        columns.collect()
    }

    /// Returns the parts of a game that the rows require.
    ///
    /// These are the requirements of the table, of the columns that are written, of the sort order, and of the filter
    /// of rows.
    pub(crate) fn needs(&self) -> Needs {
        let headings = self.table.headings();
        let written_columns = self.layout.columns.iter().map(|&(at, _)| at);
        let columns = written_columns.chain(self.order.iter().map(|it| it.column));
        let column_needs = columns.fold(Needs::NOTHING, |needs, at| needs | headings[at].needs);
        let filter_needs = self.having.as_ref().map_or(Needs::NOTHING, Filter::needs);
        let row_needs = match self.table.rows {
            TableSource::Groups(grouping, _) => Needs {
                positions: grouping.needs.positions.min(self.depth.saturating_add(1)),
                ..grouping.needs
            },
            TableSource::Novelties(_) => Needs::positions(u32::MAX),
            // The round, too, may be needed to recognize a game.
            TableSource::Events(..) => Needs::MOVES | Needs::HEADERS,
            _ => Needs::MOVES,
        };
        let blunder = Needs {
            blunder: self.blunder,
            ..Needs::NOTHING
        };
        row_needs | column_needs | filter_needs | blunder
    }

    /// Returns the hashes of the positions that the search looks for, for a lookup in an index of positions. Returns no
    /// hashes without a search, or unless all its positions are completely specified.
    pub(crate) fn keys(&self) -> Vec<u64> {
        self.search.as_ref().map(|it| it.keys()).unwrap_or_default()
    }

    /// Returns a collector of the parts of games that the rows require.
    pub fn collector(&self) -> GameCollector {
        self.collector_with(Needs::NOTHING, &Arc::default())
    }

    /// Returns a collector of the parts of games that the rows require, and of the parts in `extra_needs`. `names`
    /// contains aliases of players.
    pub(crate) fn collector_with(&self, extra_needs: Needs, names: &Arc<NameAliases>) -> GameCollector {
        GameCollector::with_options(self.needs() | extra_needs, self.book, names, self.search.as_ref())
    }

    /// Returns whether rows are written while records are read. This is possible if the rows are not sorted and do not
    /// depend on later records.
    pub(crate) fn is_streamed(&self) -> bool {
        self.order.is_empty() && !self.table.is_aggregate()
    }

    /// Adds a game to a part of the answer. Rows of moves and hits that do not satisfy the filter of rows are left out.
    /// Groups and duplicates are filtered at the end.
    pub fn add(&self, mut game: Game, part: &mut Part) {
        match self.table.rows {
            TableSource::Games(columns) => self.write(columns, &game, &mut part.written),
            TableSource::Moves(columns) => {
                let rows = game.plies.len();
                part.written
                    .lines
                    .reserve(rows.saturating_mul(TYPICAL_MOVE_BYTES));
                part.written.ends.reserve(rows);
                MoveRow::for_each(game, |row| {
                    if self.matches_game_row(&row.game, columns, row) {
                        self.write(columns, row, &mut part.written);
                    }
                });
            }
            TableSource::Groups(grouping, _) => {
                part.groups.add(grouping, &game);
                if part.groups.bytes() > MAX_GROUP_BYTES {
                    // Writing to memory cannot fail.
                    let _ = part.groups.pack(&mut part.written);
                }
            }
            TableSource::Duplicates(_) => {
                let candidate = Candidate::from_game(&game);
                part.candidates.push(EncodedCandidate::new(candidate, 0));
            }
            TableSource::Novelties(_) => {
                // Writing to memory cannot fail.
                let _ = novelties::write_game(&game, &mut part.written);
            }
            TableSource::Events(..) => {
                if self.sheet.is_none() {
                    // Writing to memory cannot fail.
                    let _ = EventGame::write(&game, &mut part.written);
                }
            }
            TableSource::Hits(columns) => {
                let hits = std::mem::take(&mut game.hits);
                let game = Arc::new(game);
                for hit in hits {
                    let game = Arc::clone(&game);
                    let row = HitRow { game, hit };
                    if self.matches_game_row(&row.game, columns, &row) {
                        self.write(columns, &row, &mut part.written);
                    }
                }
            }
        }
    }

    /// Adds a game of the reference to a part of the answer, for a table that has one.
    pub(crate) fn add_reference(&self, game: &Game, part: &mut Part) {
        if self.table.has_reference() {
            novelties::write_reference(game, &mut part.written);
        }
    }

    /// Appends a row and its sort key to `written`.
    pub(super) fn write<R>(&self, columns: &'static [Column<R>], row: &R, written: &mut WrittenRows) {
        self.layout.row(columns, row, &mut written.lines);
        self.push_order(columns, row, &mut written.keys);
        written.ends.push((written.lines.len(), written.keys.len()));
    }

    /// Returns the line of a group of games and its sort key.
    ///
    /// Rows that the sort order does not distinguish are in descending order of the number of games and then by name,
    /// or only by name if [`Grouping::by_name`] is set. A row without a name is last.
    fn group(
        &self,
        grouping: &Grouping,
        columns: &'static [Column<Group>],
        group: &Group,
    ) -> (Vec<u8>, Vec<u8>) {
        let (mut line, mut key) = (Vec::new(), Vec::new());
        self.layout.row(columns, group, &mut line);
        self.push_order(columns, group, &mut key);
        push_key(&mut key, &Cell::Bool(group.name.is_empty()), false);
        if !grouping.by_name {
            push_key(&mut key, &Cell::count(group.sums.games), true);
        }
        (line, key)
    }

    /// Returns whether a row satisfies the filter of rows, if there is one. The filter can use only the columns of the
    /// row.
    fn matches_row<R>(&self, columns: &'static [Column<R>], row: &R) -> bool {
        let having = self.having.as_ref();
        having.is_none_or(|it| it.matches_row(|at| (columns[at].cell)(row)))
    }

    /// Returns whether a row of a game satisfies the filter of rows, if there is one. The filter can use the columns of
    /// the game and of the row.
    fn matches_game_row<R>(&self, game: &Game, columns: &'static [Column<R>], row: &R) -> bool {
        let having = self.having.as_ref();
        having.is_none_or(|filter| {
            filter.matches_row(|at| match at.checked_sub(GAMES.len()) {
                None => (GAMES[at].cell)(game),
                Some(column) => (columns[column].cell)(row),
            })
        })
    }

    fn push_order<R>(&self, columns: &'static [Column<R>], row: &R, key: &mut Vec<u8>) {
        for order in &self.order {
            push_key(key, &(columns[order.column].cell)(row), order.descending);
        }
    }
}

// The answer to a query, assembled from its parts.
//
// Rows about records, moves and hits are written immediately, or go through a [`Sorter`] if they are sorted. Rows about
// many games are complete only at the end: groups are kept in a [`GroupMerger`], records with duplicates in
// [`Duplicates`]. Therefore memory is bounded, whatever the number of records, players or openings.

/// Maximum memory of the rows that are sorted, and of the search for duplicates (bytes).
const MAX_MEMORY_BYTES: usize = 64 << 20;

/// The answer to a query, assembled from parts that are added in the order of the records.
#[derive(Debug)]
pub struct Answer<'q, W> {
    query: &'q Query,
    out: W,
    /// The number of rows written.
    rows: u64,
    groups: GroupMerger,
    sorter: Sorter,
    duplicates: Duplicates,
    /// The games of events.
    event_games: Sorter,
    /// The games and the reference of a table of novelties.
    novelties: Novelties,
    /// The rows about duplicates; `None` before they are found.
    duplicate_rows: Option<duplicates::Rows>,
}

impl<'q, W: Write> Answer<'q, W> {
    /// Creates an answer. If rows are written while records are read, writes the head of the output, such as the
    /// headings.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn begin(query: &'q Query, mut out: W) -> io::Result<Self> {
        if query.is_streamed() {
            out.write_all(&query.layout.head())?;
        }
        Ok(Self {
            query,
            out,
            rows: 0,
            groups: GroupMerger::new(MAX_MEMORY_BYTES / 4),
            sorter: Sorter::new(MAX_MEMORY_BYTES),
            duplicates: Duplicates::new(MAX_MEMORY_BYTES),
            event_games: Sorter::new(MAX_MEMORY_BYTES),
            novelties: Novelties::new(),
            duplicate_rows: None,
        })
    }

    /// Returns mutable access to the writer of the output.
    pub(crate) const fn get_ref(&self) -> &W {
        &self.out
    }

    /// Returns the target of the rows.
    pub(crate) const fn get_mut(&mut self) -> &mut W {
        &mut self.out
    }

    /// Adds the next part of the answer, and writes its rows if they can be written before later records are read.
    ///
    /// # Errors
    ///
    /// Returns an error if the output or a temporary file cannot be written.
    pub fn push(&mut self, part: Part) -> io::Result<()> {
        for candidate in &part.candidates {
            self.duplicates.push(candidate)?;
        }
        match self.query.table.rows {
            TableSource::Groups(..) => self.groups.push(part.groups, &part.written),
            TableSource::Events(..) => self.push_event_games(&part.written),
            TableSource::Novelties(_) => self.novelties.push(&part.written),
            _ => self.push_rows(&part.written),
        }
    }

    fn push_event_games(&mut self, written: &WrittenRows) -> io::Result<()> {
        let mut games = written.rows();
        games.try_for_each(|(game, key)| self.event_games.push(key, game))
    }

    fn push_rows(&mut self, written: &WrittenRows) -> io::Result<()> {
        for (line, key) in written.rows() {
            if self.query.order.is_empty() {
                self.write(line)?;
            } else {
                self.sorter.push(key, line)?;
            }
        }
        Ok(())
    }

    fn write(&mut self, line: &[u8]) -> io::Result<()> {
        if !self.is_full() {
            self.out.write_all(line)?;
            self.rows += 1;
        }
        Ok(())
    }

    /// Returns whether the maximum number of rows has been written, so that further records have no effect.
    pub(crate) fn is_full(&self) -> bool {
        self.query.limit.is_some_and(|limit| self.rows >= limit)
    }

    /// Returns whether the reference has a game, for a table that has one.
    pub(crate) const fn has_reference(&self) -> bool {
        self.novelties.has_reference()
    }

    /// Returns whether [`find_duplicates`](Self::find_duplicates) has work to do.
    pub(crate) const fn has_unfound_duplicates(&self) -> bool {
        matches!(self.query.table.rows, TableSource::Duplicates(_)) && self.duplicate_rows.is_none()
    }

    /// Finds the duplicates after all records have been added. On a thread of a run, all threads take part in this.
    ///
    /// [`finish`](Self::finish) also finds the duplicates if this has not been done.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be written or read.
    pub(crate) fn find_duplicates(&mut self) -> io::Result<()> {
        let duplicates = std::mem::replace(&mut self.duplicates, Duplicates::new(0));
        self.duplicate_rows = Some(duplicates.finish()?);
        Ok(())
    }

    /// Writes all rows that have not been written yet, and returns the writer.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written, or if a temporary file cannot be written or read.
    pub fn finish(mut self) -> io::Result<W> {
        if let Some(options) = self.query.search.as_ref().and_then(|it| it.tree()) {
            let groups = std::mem::replace(&mut self.groups, GroupMerger::new(0));
            OpeningTree::new(options, groups.finish()?)?.write(&mut self.out)?;
            self.out.flush()?;
            return Ok(self.out);
        }
        if !self.query.is_streamed() {
            self.out.write_all(&self.query.layout.head())?;
        }
        self.push_last_rows()?;
        for row in std::mem::replace(&mut self.sorter, Sorter::new(0)).finish()? {
            let (_, line) = row?;
            self.write(&line)?;
            if self.is_full() {
                break;
            }
        }
        self.out.flush()?;
        Ok(self.out)
    }

    /// Ends the answer before all records have been read.
    ///
    /// Returns the writer, and `true` if rows are written while records are read, so that the rows already written are
    /// valid. A table that is sorted, or whose rows are known only at the end, is not written at all.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn abort(mut self) -> io::Result<(W, bool)> {
        self.out.flush()?;
        Ok((self.out, self.query.is_streamed()))
    }

    /// Adds the rows that are known only after all records have been read: groups, duplicates and events.
    fn push_last_rows(&mut self) -> io::Result<()> {
        let query = self.query;
        match query.table.rows {
            TableSource::Games(_) | TableSource::Moves(_) | TableSource::Hits(_) => {}
            TableSource::Groups(grouping, columns) => {
                let groups = std::mem::replace(&mut self.groups, GroupMerger::new(0));
                for row in groups.finish()? {
                    let row = Group {
                        book: query.book,
                        ..row?
                    };
                    if query.matches_row(columns, &row) {
                        let (line, key) = query.group(grouping, columns, &row);
                        self.sorter.push(&key, &line)?;
                    }
                }
            }
            TableSource::Events(rows, columns) => {
                let mut of_sheet = WrittenRows::default();
                for game in query.sheet.iter().flatten() {
                    game.write_from_sheet(&mut of_sheet)?;
                }
                self.push_event_games(&of_sheet)?;
                let games = std::mem::replace(&mut self.event_games, Sorter::new(0));
                for row in EventTables::new(games.finish()?, rows) {
                    self.push_last_row(columns, &row?)?;
                }
            }
            TableSource::Novelties(columns) => {
                let novelties = std::mem::replace(&mut self.novelties, Novelties::new());
                for row in novelties.finish()? {
                    self.push_last_row(columns, &row?)?;
                }
            }
            TableSource::Duplicates(columns) => {
                if self.has_unfound_duplicates() {
                    self.find_duplicates()?;
                }
                for row in self.duplicate_rows.take().into_iter().flatten() {
                    self.push_last_row(columns, &row?)?;
                }
            }
        }
        Ok(())
    }

    /// Adds a row of a table whose rows are in the order of the table unless they are sorted.
    fn push_last_row<R>(&mut self, columns: &'static [Column<R>], row: &R) -> io::Result<()> {
        if !self.query.matches_row(columns, row) {
            return Ok(());
        }
        let mut written = WrittenRows::default();
        self.query.write(columns, row, &mut written);
        self.push_rows(&written)
    }
}

// Answers that are assembled on several machines.
//
// Each machine divides the contribution of the records that it has read into pieces, each of which belongs to a shard.
// All pieces of a shard are merged on one machine, in the order of their keys. In the end, each machine has the rows of
// its shards.

/// A piece of an answer: its shard, its sort key within the shard, and its data.
pub type Piece<'p> = (i64, &'p [u8], &'p [u8]);

impl Query {
    /// Divides the contribution of some records to a table of groups or duplicates into pieces. Passes each piece to
    /// `give`.
    ///
    /// # Errors
    ///
    /// Returns the error of `give`, or an error if the data cannot be encoded.
    pub(crate) fn emit_pieces(
        &self,
        parts: impl Iterator<Item = Part>,
        mut give: impl FnMut(Piece<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        // A share requires the number of all games, the name of an opponent all games of this player, and the games after a
        // move all orders of moves, so a table with one of these has only one shard.
        let needs_all_games = self
            .table
            .headings()
            .iter()
            .any(|heading| ["share", "opponent_name", "games_after"].contains(&heading.name));
        let mut give_rows = |packed: &WrittenRows| {
            packed.rows().try_for_each(|(line, key)| {
                let shard = if needs_all_games {
                    0
                } else {
                    shard(first_text(key))
                };
                give((shard, key, line))
            })
        };
        let mut groups = Groups::default();
        let mut candidates = Vec::new();
        for part in parts {
            give_rows(&part.written)?;
            groups.merge(part.groups);
            candidates.extend(part.candidates);
        }
        let mut packed = WrittenRows::default();
        groups.pack(&mut packed)?;
        give_rows(&packed)?;
        if needs_all_games {
            give((0, &[], &groups.total().to_le_bytes()))?;
        }
        for EncodedCandidate { candidate, .. } in candidates {
            let mut key = Vec::new();
            push_key(&mut key, &Cell::text(&*candidate.facts.path), false);
            push_key(&mut key, &Cell::count(candidate.facts.record), false);
            let piece = serde_json::to_vec(&candidate)?;
            give((shard(&candidate.prefix()), &key, &piece))?;
        }
        Ok(())
    }
}

impl<W: Write> Answer<'_, W> {
    /// Adds a piece of a shard. Pieces must be added in the order of their keys.
    ///
    /// # Errors
    ///
    /// Returns an error if the piece is malformed, if a temporary file cannot be written, or if the table is not a
    /// table of groups or duplicates.
    pub(crate) fn push_piece(&mut self, key: &[u8], piece: &[u8]) -> io::Result<()> {
        match self.query.table.rows {
            TableSource::Groups(..) if key.is_empty() => {
                let games = piece.try_into().map_err(io::Error::other)?;
                self.groups.count_games(u64::from_le_bytes(games));
                Ok(())
            }
            TableSource::Groups(..) => self.groups.push_packed(key, piece),
            TableSource::Events(..) => self.event_games.push(key, piece),
            TableSource::Duplicates(_) => {
                let candidate: Candidate = serde_json::from_slice(piece)?;
                // The shards on one machine vary from run to run, so candidates of different shards are not compared.
                let shard = shard(&candidate.prefix());
                self.duplicates.push(&EncodedCandidate::new(candidate, shard))
            }
            TableSource::Games(_)
            | TableSource::Moves(_)
            | TableSource::Hits(_)
            | TableSource::Novelties(_) => Err(io::ErrorKind::InvalidInput.into()),
        }
    }
}

/// Returns the shard of the pieces that have these bytes in common: the first 64 bits of their SHA-256.
fn shard(common: &[u8]) -> i64 {
    let hash = Sha256::digest(common);
    hash.first_chunk().map_or(0, |it| i64::from_be_bytes(*it))
}

// Selection of columns and sort order.

/// A column by which rows are sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// The index of the column in the table.
    pub column: usize,
    /// `true` for descending order, `false` for ascending order. Empty cells are last in either order.
    pub descending: bool,
}

/// Returns the indices of the columns in a list of names such as `path,plies,end`, in the order of the list.
///
/// In the list, `all` means all columns, and `usual` the first `default_count` columns. Both leave out the columns that
/// precede them in the list.
///
/// # Errors
///
/// Returns the first fault: an empty name, a column that does not exist, or a column that occurs twice.
pub fn columns(list: &str, names: &[&'static str], default_count: usize) -> Result<Vec<usize>, InputError> {
    let mut chosen = Vec::new();
    for item in list_items(list) {
        let count = match item.0 {
            "all" => names.len(),
            "usual" => default_count,
            _ => {
                chosen.push(column_index(item, names, &chosen)?);
                continue;
            }
        };
        let remaining: Vec<_> = (0..count).filter(|column| !chosen.contains(column)).collect();
        chosen.extend(remaining);
    }
    Ok(chosen)
}

/// Parses a sort order: a list of columns such as `black,-plies`, where `-` means descending order.
///
/// ```
/// use kifu::stats::{Order, orders};
///
/// let by = orders("black,-plies", &["plies", "black"]).unwrap();
/// assert_eq!(by[1], Order { column: 0, descending: true });
/// ```
///
/// # Errors
///
/// Returns the first fault: an empty name, a column that does not exist, or a column that occurs twice.
pub fn orders(list: &str, names: &[&'static str]) -> Result<Vec<Order>, InputError> {
    let mut orders: Vec<Order> = Vec::new();
    for (written, span) in list_items(list) {
        let name = written.strip_prefix('-').unwrap_or(written);
        let start = span.end - name.len() as u32;
        let chosen: Vec<_> = orders.iter().map(|it| it.column).collect();
        orders.push(Order {
            column: column_index((name, Span { start, ..span }), names, &chosen)?,
            descending: name != written,
        });
    }
    Ok(orders)
}

/// Returns the names in a list, without surrounding blanks, and their spans.
fn list_items(list: &str) -> impl Iterator<Item = (&str, Span)> {
    let mut end = 0;
    list.split(',').map(move |part| {
        let (name, start) = (part.trim(), end + part.len() - part.trim_start().len());
        end += part.len() + 1;
        (name, Span::new(start, start + name.len()))
    })
}

/// Returns the index of the column with this name or Japanese title. Returns a fault if the name is empty, if the column does not exist,
/// or if it is already in `chosen`.
fn column_index(
    (name, span): (&str, Span),
    names: &[&'static str],
    chosen: &[usize],
) -> Result<usize, InputError> {
    if name.is_empty() {
        let message = bilingual("missing column name", "列名が抜けている");
        let help = bilingual("write a name between the commas", "コンマの間に列名を書く");
        return Err(fault(span, message, help));
    }
    let index_of = |name: &str| names.iter().position(|column| *column == name);
    let with_title = || columns_with_title(name).iter().find_map(|it| index_of(it));
    let index = index_of(name).or_else(with_title);
    let column = index.ok_or_else(|| unknown_column(name, span, names.iter().copied()))?;
    if chosen.contains(&column) {
        let message = message!("column `{name}` occurs twice", "列 `{name}` が2回書かれている",);
        return Err(fault(
            span,
            message,
            bilingual("remove one of them", "一方を取り除く"),
        ));
    }
    Ok(column)
}

/// The presentation of the rows of a table.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The form in which rows are written.
    pub form: &'static TableForm,
    /// The indices of the columns in the table and the names of the columns, in the order of the output.
    pub columns: Vec<(usize, &'static str)>,
    /// The headings of the columns; `None` if the names of the columns are the headings.
    pub headings: Option<Vec<String>>,
}

impl Layout {
    /// Returns the output before the first row, such as the headings.
    pub(crate) fn head(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let names: Vec<_> = match &self.headings {
            Some(headings) => headings.iter().map(String::as_str).collect(),
            None => self.columns.iter().map(|&(_, name)| name).collect(),
        };
        (self.form.head)(&names, &mut out);
        out
    }

    /// Writes a row with the columns of the layout.
    pub(crate) fn row<R>(&self, columns: &'static [Column<R>], row: &R, out: &mut Vec<u8>) {
        if let Some(write) = self.form.row {
            let cell = |name: &str| {
                let column = columns.iter().find(|column| column.name == name);
                column.map_or_else(String::new, |column| (column.cell)(row).to_string())
            };
            return write(&self.columns, &cell, out);
        }
        let start = out.len();
        out.extend_from_slice(self.form.begin);
        for (place, &(at, name)) in self.columns.iter().enumerate() {
            (self.form.cell)((place, name), (columns[at].cell)(row), out);
        }
        (self.form.end)(start, out);
    }
}

// Rows after formatting.

/// Formatted rows with their sort keys.
#[derive(Debug, Default)]
pub(super) struct WrittenRows {
    pub lines: Vec<u8>,
    /// The concatenated sort keys.
    pub keys: Vec<u8>,
    /// The end offsets of each row in `lines` and `keys`.
    pub ends: Vec<(usize, usize)>,
}

impl WrittenRows {
    /// Adds a row, whose key consists of these parts.
    pub(super) fn push(&mut self, line: &[u8], key: &[&[u8]]) {
        self.lines.extend_from_slice(line);
        self.keys.extend(key.iter().copied().flatten());
        self.ends.push((self.lines.len(), self.keys.len()));
    }

    /// Returns the rows as pairs of line and key.
    pub(super) fn rows(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        let starts = std::iter::once(&(0, 0)).chain(&self.ends);
        starts
            .zip(&self.ends)
            .map(|(&(line, key), &(line_end, key_end))| {
                (&self.lines[line..line_end], &self.keys[key..key_end])
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 4] = ["path", "plies", "black", "white"];

    #[test]
    fn columns_are_in_the_order_of_the_list() {
        assert_eq!(columns("white", &NAMES, 2), Ok(vec![3]));
        assert_eq!(columns(" plies ,path,white", &NAMES, 2), Ok(vec![1, 0, 3]));
        assert_eq!(columns("usual,white", &NAMES, 2), Ok(vec![0, 1, 3]));
        assert_eq!(columns("white,all", &NAMES, 2), Ok(vec![3, 0, 1, 2]));
    }

    #[test]
    fn a_minus_reverses_the_order() {
        let order = |column, descending| Order { column, descending };
        assert_eq!(
            orders("-plies, black", &NAMES),
            Ok(vec![order(1, true), order(2, false)])
        );
    }

    #[test]
    fn query_errors_have_their_place() {
        let describe = |list: &str, fault: InputError| {
            let item = fault.span.map(|span| span.slice(list).to_owned());
            format!(
                "[{}] {}; {}\n",
                item.unwrap(),
                fault.message.english(),
                fault.help.unwrap().english()
            )
        };
        let mut messages = String::new();
        for list in [
            "",
            "path,",
            "ply",
            "path,Plies",
            "path,xyz",
            "path, path",
            "-plies",
        ] {
            messages += &describe(list, columns(list, &NAMES, 2).unwrap_err());
        }
        for list in ["-", "-ply", "--plies", "plies,-plies", "路,-"] {
            messages += &describe(list, orders(list, &NAMES).unwrap_err());
        }
        let help = columns("xyz", &NAMES, 2).unwrap_err().help.unwrap();
        assert!(help.japanese().ends_with("一覧は `--columns help` で表示する）"));
        insta::assert_snapshot!(messages, @r#"
        [] missing column name; write a name between the commas
        [] missing column name; write a name between the commas
        [ply] unknown column `ply`; tables with this column: moves, novelties
        [Plies] unknown column `Plies`; did you mean `plies`?
        [xyz] unknown column `xyz`; columns: path, plies, black, white
        [path] column `path` occurs twice; remove one of them
        [-plies] unknown column `-plies`; did you mean `plies`?
        [] missing column name; write a name between the commas
        [ply] unknown column `ply`; tables with this column: moves, novelties
        [-plies] unknown column `-plies`; did you mean `plies`?
        [plies] column `plies` occurs twice; remove one of them
        [路] unknown column `路`; columns: path, plies, black, white
        "#);
    }
}
