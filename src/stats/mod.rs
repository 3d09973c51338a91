//! Statistics of checked records as tables.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use crate::finding::{InputError, Language, Message, Span, Words, both, built_in, did_you_mean, message};
use crate::text::similar;
use filter::GUIDE;

mod attributes;
mod cell;
mod compact;
pub(crate) mod duplicates;
pub(crate) mod filter;
mod game;
mod game_id;
mod groups;
mod headings;
mod losses;
mod name;
mod needs;
mod novelties;
mod opening_tree;
pub(crate) mod pairing;
mod query;
mod rating;
mod records;
mod resulting;
mod search;
mod sorter;
mod standings;
mod table_writer;
mod tables;
mod template;

pub(crate) use crate::report::Cell;
pub use attributes::{Attributes, NoBoard, RecordObject};
pub(crate) use cell::{CellType, wilson};
pub use compact::CompactSearch;
pub use filter::Filter;
pub(crate) use filter::NameLists;
pub use game::{Game, GameCollector};
pub(crate) use groups::{Group, Grouping, Groups, Sums};
pub(crate) use name::NameAliases;
pub(crate) use name::fold_case;
pub use name::normalize_name;
pub use needs::Needs;
pub(crate) use novelties::empty_reference_error;
pub(crate) use opening_tree::{TreeForm, TreeOptions};
pub use query::{Answer, Layout, Order, Part, Piece, Query, columns, orders};
pub(crate) use records::MoveRow;
pub use search::Search;
pub(crate) use sorter::{Sorted, Sorter, damaged_item_error};
pub use standings::EventGame;
pub(crate) use standings::{EventRow, EventRows};
pub use table_writer::TableWriter;
pub(crate) use template::NameTemplate;

// The available tables.

/// A table of statistics.
#[derive(Debug)]
pub struct Table {
    /// The name for `--table`.
    pub name: &'static str,
    /// The title, which is also the name of the worksheet.
    pub title: Words,
    /// A short description of the rows.
    pub about: Words,
    /// The type of the rows, with the columns.
    pub(crate) rows: TableSource,
}

/// The type of the rows of a table, with its columns.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TableSource {
    /// One row per record.
    Games(&'static [Column<Game>]),
    /// One row per move.
    Moves(&'static [Column<MoveRow>]),
    /// One row per group of games that share a feature, such as the opening.
    Groups(&'static Grouping, &'static tables::Columns),
    /// One row per record that has duplicates.
    Duplicates(&'static [Column<duplicates::Row>]),
    /// One row per player, or pair of players, of an event.
    Events(EventRows, &'static [Column<EventRow>]),
    /// One row per game with a move that no earlier game of a reference played.
    Novelties(&'static [Column<novelties::Novelty>]),
    /// One row per occurrence of a position that a search found.
    Hits(&'static [Column<search::HitRow>]),
}

/// The properties of a column that do not depend on the type of its rows.
#[derive(Clone, Copy, Debug)]
pub struct Heading {
    /// The name of the table.
    table: &'static str,
    /// The name of the column.
    pub name: &'static str,
    /// The type of the cells.
    pub(crate) kind: CellType,
    /// The parts of a game that the cells require.
    pub(crate) needs: Needs,
}

/// The table with a row per record.
const GAMES_TABLE: Table = Table {
    name: "games",
    title: both("Games", "棋譜"),
    about: both("One row per record", "棋譜ごとに1行"),
    rows: TableSource::Games(records::GAMES),
};

/// The tables of `kifu stats`. The first is the default.
pub static TABLES: &[Table] = &[
    GAMES_TABLE,
    Table {
        name: "moves",
        title: both("Moves", "指し手"),
        about: both("One row per move of the main lines", "本譜の指し手ごとに1行"),
        rows: TableSource::Moves(records::MOVES),
    },
    Table {
        name: "players",
        title: both("Players", "対局者"),
        about: both(
            "One row per player, by name without ranks, titles and ratings",
            "対局者ごとに1行（段位・称号・レーティングを除いた名前）",
        ),
        rows: TableSource::Groups(&tables::BY_PLAYER, &tables::PLAYERS),
    },
    Table {
        name: "openings",
        title: both("Openings", "戦型"),
        about: both("One row per opening", "戦型ごとに1行"),
        rows: TableSource::Groups(&tables::BY_OPENING, &tables::OPENINGS),
    },
    Table {
        name: "strategies",
        title: both("Strategies", "戦法"),
        about: both(
            "One row per strategy, with the results of the sides that used it",
            "戦法ごとに1行。その戦法を用いた側の成績",
        ),
        rows: TableSource::Groups(&tables::BY_STRATEGY, &tables::STRATEGIES),
    },
    Table {
        name: "castles",
        title: both("Castles", "囲い"),
        about: both(
            "One row per castle, with the results of the sides that used it",
            "囲いごとに1行。その囲いを用いた側の成績",
        ),
        rows: TableSource::Groups(&tables::BY_CASTLE, &tables::CASTLES),
    },
    Table {
        name: "styles",
        title: both("Styles", "作戦"),
        about: both(
            "One row per style (static-rook, ranging-rook), with the results of the sides that used it",
            "居飛車・振り飛車ごとに1行。その側の成績",
        ),
        rows: TableSource::Groups(&tables::BY_STYLE, &tables::STYLES),
    },
    Table {
        name: "matchups",
        title: both("Matchups", "戦法の組"),
        about: both(
            "One row per pair of strategies, Black's and White's",
            "先手と後手の戦法の組ごとに1行",
        ),
        rows: TableSource::Groups(&tables::BY_MATCHUP, &tables::MATCHUPS),
    },
    Table {
        name: "head-to-head",
        title: both("Head to head", "対戦成績"),
        about: both(
            "One row per pair of players, with the results of the first",
            "対局者2人の組ごとに1行。1人目の成績",
        ),
        rows: TableSource::Groups(&tables::BY_PAIR, &tables::PAIRS),
    },
    Table {
        name: "by-month",
        title: both("By month", "月別"),
        about: both("One row per month of the start", "開始した月ごとに1行"),
        rows: TableSource::Groups(&tables::BY_MONTH, &tables::MONTHS),
    },
    Table {
        name: "positions",
        title: both("Positions", "局面"),
        about: both(
            "One row per position; each game is counted once (see --depth)",
            "局面ごとに1行。1局は1回だけ数える（--depthを参照）",
        ),
        rows: TableSource::Groups(&tables::BY_POSITION, &tables::POSITIONS),
    },
    Table {
        name: "next-moves",
        title: both("Next moves", "次の指し手"),
        about: both(
            "One row per position and move played there (see --depth)",
            "局面とそこで指された手ごとに1行（--depthを参照）",
        ),
        rows: TableSource::Groups(&tables::BY_NEXT_MOVE, &tables::NEXT_MOVES),
    },
    Table {
        name: "endings",
        title: both("Endings", "終局"),
        about: both("One row per kind of ending", "終局のしかたごとに1行"),
        rows: TableSource::Groups(&tables::BY_END, &tables::ENDINGS),
    },
    Table {
        name: "rules",
        title: both("Rules", "規則"),
        about: both("One row per rule with findings", "指摘のあった規則ごとに1行"),
        rows: TableSource::Groups(&tables::BY_RULE, &tables::RULES),
    },
    Table {
        name: "duplicates",
        title: both("Duplicates", "重複"),
        about: both(
            "One row per record of a game that has several records",
            "複数の棋譜にある対局について、棋譜ごとに1行",
        ),
        rows: TableSource::Duplicates(duplicates::COLUMNS),
    },
    Table {
        name: "novelties",
        title: both("Novelties", "新手"),
        about: both(
            "One row per game, with its first move that no earlier game of --against played",
            "対局ごとに1行。--againstのそれまでの対局にない最初の手",
        ),
        rows: TableSource::Novelties(novelties::COLUMNS),
    },
    Table {
        name: "standings",
        title: both("Standings", "順位表"),
        about: both(
            "One row per event and player, by points; copies of a game count once (see --sheet)",
            "棋戦と対局者ごとに1行、勝点順。同じ対局の棋譜は1局と数える（--sheetを参照）",
        ),
        rows: TableSource::Events(EventRows::Standings, standings::STANDINGS),
    },
    Table {
        name: "cross-table",
        title: both("Cross table", "対戦表"),
        about: both(
            "One row per event, player and opponent (see --sheet)",
            "棋戦・対局者・相手ごとに1行（--sheetを参照）",
        ),
        rows: TableSource::Events(EventRows::CrossTable, standings::CROSS_TABLE),
    },
];

/// The table of `kifu find`: the positions that were found.
pub static HITS: Table = Table {
    name: "hits",
    title: both("Hits", "検索結果"),
    about: both("One row per position that was found", "見つかった局面ごとに1行"),
    rows: TableSource::Hits(search::HITS),
};
/// The table of `kifu find --next`: the moves that were played in the positions found.
pub static NEXT: Table = Table {
    name: "next",
    title: both("Next moves", "次の手"),
    about: both(
        "One row per move that was played in the positions that were found",
        "見つかった局面で指された手ごとに1行",
    ),
    rows: TableSource::Groups(&tables::BY_MOVE, &tables::MOVES_MADE),
};

/// The table from which the tree of `kifu find --tree` is made: the positions near the root, and the moves played in them.
pub(crate) static TREE: Table = Table {
    name: "tree",
    title: both("Tree", "手順の木"),
    about: both(
        "One row per position, and per move played there",
        "局面と、そこで指された手ごとに1行",
    ),
    rows: TableSource::Groups(&tables::BY_TREE_MOVE, &tables::NEXT_MOVES),
};

impl Table {
    /// Returns the number of columns that are written by default. These are the first columns of the table.
    pub fn default_column_count(&self) -> usize {
        match self.rows {
            TableSource::Games(_) => records::DEFAULT_GAME_COLUMNS,
            TableSource::Moves(_) => records::DEFAULT_MOVE_COLUMNS,
            TableSource::Groups(_, columns) => {
                let is_default = |column: &&Column<Group>| !tables::ON_REQUEST.contains(&column.name);
                columns.iter().take_while(is_default).count()
            }
            TableSource::Duplicates(columns) => columns.len(),
            TableSource::Novelties(columns) => columns.len(),
            TableSource::Events(_, columns) => columns.len(),
            TableSource::Hits(_) => search::DEFAULT_HIT_COLUMNS,
        }
    }

    /// Returns the properties of all columns, in the order of the columns.
    pub fn headings(&self) -> Vec<Heading> {
        match self.rows {
            TableSource::Games(columns) => self.headings_of(columns),
            TableSource::Moves(columns) => self.headings_of(columns),
            TableSource::Groups(_, columns) => self.headings_of(columns),
            TableSource::Duplicates(columns) => self.headings_of(columns),
            TableSource::Novelties(columns) => self.headings_of(columns),
            TableSource::Events(_, columns) => self.headings_of(columns),
            TableSource::Hits(columns) => self.headings_of(columns),
        }
    }

    fn headings_of<R>(&self, columns: &[Column<R>]) -> Vec<Heading> {
        let heading = |column: &Column<R>| Heading {
            table: self.name,
            name: column.name,
            kind: column.kind,
            needs: column.needs,
        };
        columns.iter().map(heading).collect()
    }
}

impl Heading {
    /// Returns the description of the column in both languages, with its unit if it has one.
    pub(crate) fn about(&self) -> Words {
        self.text(&COLUMN_TEXTS)
    }

    /// Returns the short title of the column in both languages.
    pub(crate) fn title(&self) -> Words {
        self.text(&COLUMN_TITLES)
    }

    fn text(&self, texts: &ColumnTexts) -> Words {
        let text_in = |table| texts.get(table)?.get(self.name);
        text_in(self.table)
            .or_else(|| text_in("any"))
            .copied()
            .unwrap_or_default()
    }
}

/// Returns the names of the columns that have this Japanese title in some table.
fn columns_with_title(title: &str) -> &'static [&'static str] {
    /// The names of columns by their titles, with characters of one width.
    static NAMES: LazyLock<HashMap<String, Vec<&'static str>>> = LazyLock::new(|| {
        let mut names: HashMap<_, Vec<_>> = HashMap::new();
        for heading in TABLES.iter().chain([&HITS, &NEXT]).flat_map(Table::headings) {
            let title = name::fold_case(heading.title().japanese).into_owned();
            names.entry(title).or_default().push(heading.name);
        }
        names
    });
    NAMES.get(&*name::fold_case(title)).map_or(&[], Vec::as_slice)
}

/// The descriptions of the columns, by table and name.
static COLUMN_TEXTS: ColumnTexts = LazyLock::new(|| built_in(include_str!("columns.toml")));

/// The short titles of the columns, by table and name.
static COLUMN_TITLES: ColumnTexts = LazyLock::new(|| built_in(include_str!("titles.toml")));

type ColumnTexts = LazyLock<HashMap<&'static str, HashMap<&'static str, Words>>>;

// The columns of a table.

/// A column of a table whose rows are of type `R`.
#[derive(Clone, Debug)]
pub(crate) struct Column<R: 'static> {
    /// The name, used in the first line of CSV and in the objects of JSON.
    pub name: &'static str,
    /// The type of the cells.
    pub kind: CellType,
    /// The parts of a game that the cells require.
    pub needs: Needs,
    /// The function that returns the cell of a row.
    pub cell: for<'r> fn(&'r R) -> Cell<'r>,
}

/// Returns a column whose cells require the moves of a game.
const fn column<R>(name: &'static str, kind: CellType, cell: for<'r> fn(&'r R) -> Cell<'r>) -> Column<R> {
    column_needing(Needs::MOVES, name, kind, cell)
}

/// Returns a column whose cells require these parts of a game.
const fn column_needing<R>(
    needs: Needs,
    name: &'static str,
    kind: CellType,
    cell: for<'r> fn(&'r R) -> Cell<'r>,
) -> Column<R> {
    Column {
        name,
        kind,
        needs,
        cell,
    }
}

// Help texts and filters.

impl Table {
    /// Returns a line for each column, with its name and description. Columns that are written only on request follow
    /// in a separate list.
    pub(crate) fn help(&self, language: Language) -> String {
        let headings = self.headings();
        let width = headings.iter().map(|it| it.name.len()).max().unwrap_or(0);
        let mut out = String::new();
        for (at, heading) in headings.iter().enumerate() {
            if at == self.default_column_count() {
                let heading_of_rest = language.either("only on request:", "指定したときだけ:");
                let _ = writeln!(out, "\n{heading_of_rest}");
            }
            let title = match language {
                Language::English => String::new(),
                Language::Japanese => format!("【{}】", heading.title().japanese),
            };
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "{:width$}  {title}{}",
                heading.name,
                heading.about().in_language(language)
            );
        }
        out
    }
}

impl Query {
    /// Parses a filter of games, which can use the columns of the table `games`.
    ///
    /// # Errors
    ///
    /// Returns a fault, with its place in the text, if the filter is malformed, has an unknown column, does not fit the type of a
    /// column, or refers to a file with names of players.
    pub fn filter(text: &str) -> Result<Filter, InputError> {
        Self::filter_with_lists(text)?.refuse_lists(text)
    }

    /// Parses a filter of games as [`filter`](Self::filter) does. The filter may refer to files with names of players, which are read later
    /// ([`Filter::with_names`]).
    ///
    /// # Errors
    ///
    /// Returns a fault as [`filter`](Self::filter) does, except for the files.
    pub(crate) fn filter_with_lists(text: &str) -> Result<Filter, InputError> {
        Filter::read(text, &GAMES_TABLE.headings())
    }

    /// Returns the description of the filter language and of the columns of games.
    pub(crate) fn filter_help(language: Language) -> String {
        let games = TABLES
            .iter()
            .find(|table| matches!(table.rows, TableSource::Games(_)));
        games.map_or_else(String::new, |it| it.filter_help(language))
    }
}

impl Table {
    /// Parses a filter of the rows of this table.
    ///
    /// The filter can use the columns of the table. For tables of moves and of hits, it can also use the columns of
    /// games.
    ///
    /// # Errors
    ///
    /// Returns a fault, with its place in the text, if the filter is malformed, has an unknown column, does not fit the type of a
    /// column, or refers to a file with names of players.
    pub fn filter(&self, text: &str) -> Result<Filter, InputError> {
        self.filter_with_lists(text)?.refuse_lists(text)
    }

    /// Parses a filter of rows as [`filter`](Self::filter) does. The filter may refer to files with names of players, which are read later
    /// ([`Filter::with_names`]).
    ///
    /// # Errors
    ///
    /// Returns a fault as [`filter`](Self::filter) does, except for the files.
    pub(crate) fn filter_with_lists(&self, text: &str) -> Result<Filter, InputError> {
        let mut columns = Vec::new();
        if matches!(self.rows, TableSource::Moves(_) | TableSource::Hits(_)) {
            columns.extend(GAMES_TABLE.headings());
        }
        columns.extend(self.headings());
        Filter::read(text, &columns)
    }

    /// Returns whether each row is about a single record. Such a table can have columns that a filter of records cannot
    /// use. Returns `false` for the table of games, whose columns every filter can use.
    pub(crate) const fn has_rows_of_records(&self) -> bool {
        matches!(
            self.rows,
            TableSource::Moves(_)
                | TableSource::Hits(_)
                | TableSource::Duplicates(_)
                | TableSource::Novelties(_)
        )
    }

    /// Returns the description of the filter language and of the columns of this table.
    pub(crate) fn filter_help(&self, language: Language) -> String {
        format!("{}\n{}", GUIDE.in_language(language), self.help(language))
    }

    /// Returns whether the rows are known only after all games have been read.
    pub(crate) const fn is_aggregate(&self) -> bool {
        matches!(
            self.rows,
            TableSource::Groups(..)
                | TableSource::Duplicates(_)
                | TableSource::Novelties(_)
                | TableSource::Events(..)
        )
    }

    /// Returns whether the rows are about events, so that they can be those of a sheet of results.
    pub(crate) const fn has_events(&self) -> bool {
        matches!(self.rows, TableSource::Events(..))
    }

    /// Returns whether the rows compare games with those of a reference.
    pub(crate) const fn has_reference(&self) -> bool {
        matches!(self.rows, TableSource::Novelties(_))
    }

    /// Returns whether the rows are groups by position, so that the number of moves before a position can be limited.
    pub(crate) const fn has_positions(&self) -> bool {
        matches!(self.rows, TableSource::Groups(grouping, _) if grouping.needs.positions > 0)
    }

    /// Returns whether the table has columns with numbers of blunders.
    pub(crate) fn has_blunders(&self) -> bool {
        let mut headings = self.headings().into_iter();
        headings.any(|it| ["black_blunders", "blunders"].contains(&it.name))
    }
}

// Faults in the requests of users.

/// Returns a fault at a place in a text that a user typed, with help.
fn fault(span: Span, message: Message, help: Message) -> InputError {
    InputError {
        span: Some(span),
        message,
        help: Some(help),
    }
}

/// Returns the fault that a column does not exist.
///
/// The help lists the tables that have this column. If there are none, the help suggests a similar name, or lists all
/// `names`.
fn unknown_column<'n>(name: &str, span: Span, names: impl Iterator<Item = &'n str> + Clone) -> InputError {
    let has_column = |table: &&Table| table.headings().iter().any(|heading| heading.name == name);
    let tables: Vec<_> = TABLES.iter().filter(has_column).map(|it| it.name).collect();
    let help = match similar(name, names.clone()) {
        _ if !tables.is_empty() => {
            let tables = tables.join(", ");
            message!("tables with this column: {tables}", "この列のある表: {tables}")
        }
        Some(suggestion) => did_you_mean(&format!("`{suggestion}`")),
        None => {
            let mut distinct_names: Vec<&str> = Vec::new();
            names.for_each(|name| {
                if !distinct_names.contains(&name) {
                    distinct_names.push(name);
                }
            });
            let names = distinct_names.join(", ");
            message!(
                "columns: {names}",
                "使える列: {names}（日本語の列名も使える。一覧は `--columns help` で表示する）"
            )
        }
    };
    let message = message!("unknown column `{name}`", "`{name}` という列はない");
    fault(span, message, help)
}

#[cfg(test)]
mod tests {
    use super::{COLUMN_TEXTS, COLUMN_TITLES, ColumnTexts, HITS, NEXT, TABLES, Table, columns_with_title};
    use crate::finding::Language;
    use std::collections::BTreeSet;
    use unicode_width::UnicodeWidthStr;

    #[test]
    fn every_column_has_a_text_and_every_text_a_column() {
        assert_complete(&COLUMN_TEXTS);
        assert_complete(&COLUMN_TITLES);
    }

    #[test]
    fn titles_are_short_and_unique_in_a_table() {
        const MAX_WIDTH: usize = 22;
        let tables = || TABLES.iter().chain([&HITS, &NEXT]);
        for language in Language::ALL {
            let titles: BTreeSet<_> = TABLES.iter().map(|it| it.title.in_language(language)).collect();
            assert_eq!(titles.len(), TABLES.len());
            for table in tables() {
                let mut titles = BTreeSet::new();
                for heading in table.headings() {
                    let title = *heading.title().in_language(language);
                    assert!(!title.is_empty() && title.width() <= MAX_WIDTH, "{title}");
                    assert!(titles.insert(title), "{}: {title}", table.name);
                }
            }
        }
    }

    #[test]
    fn japanese_titles_are_names_of_columns_and_tables() {
        for table in TABLES.iter().chain([&HITS, &NEXT]) {
            for heading in table.headings() {
                let names = columns_with_title(heading.title().japanese);
                assert!(names.contains(&heading.name), "{}", heading.name);
            }
        }
        assert!(columns_with_title("勝率").contains(&"win_rate"));
        assert!(columns_with_title("平均消費時間(秒)").contains(&"mean_seconds"));
        assert!(columns_with_title("勝").is_empty());
        assert_eq!(Table::named("対局者").unwrap().name, "players");
        assert_eq!(Table::named("players").unwrap().name, "players");
        assert!(Table::named("Players").is_none());
    }

    /// Asserts that every column has a text, and that every text is of a column.
    fn assert_complete(column_texts: &ColumnTexts) {
        let mut used_texts = BTreeSet::new();
        for heading in TABLES
            .iter()
            .chain([&HITS, &NEXT])
            .flat_map(super::Table::headings)
        {
            let has_text = |table: &&str| {
                column_texts
                    .get(table)
                    .is_some_and(|it| it.contains_key(heading.name))
            };
            let table = [heading.table, "any"].into_iter().find(has_text);
            used_texts.insert((table.expect(heading.name), heading.name));
        }
        let texts = column_texts
            .iter()
            .flat_map(|(table, texts)| texts.keys().map(|name| (*table, *name)));
        assert_eq!(texts.collect::<BTreeSet<_>>(), used_texts);
    }
}
