//! Figures drawn from judged records: one file for each table.

use std::fmt::Write as _;

use crate::finding::{Language, Message, Span, Words, both, did_you_mean, message};
use crate::text::similar;
use filter::GUIDE;

mod cell;
pub mod duplicates;
pub(crate) mod filter;
mod game;
mod game_id;
mod games;
mod groups;
mod moves;
mod name;
mod players;
mod query;
mod sorter;
mod tables;

pub use crate::finding::Fault;
pub use cell::{Cell, Kind, wilson};
pub use filter::Filter;
pub use game::{Action, BoardMove, Found, Game, GameCollector, Ply, Token};
pub use game_id::GameId;
pub use groups::{Group, Grouping, Groups, Sums};
pub use moves::MoveRow;
pub use name::normal;
pub use players::{Names, Spellings};
pub use query::{Answer, Layout, Order, Part, Query, TableForm, columns, orders};
pub use sorter::{Sorted, Sorter};

// The tables that can be drawn.

/// A table.
#[derive(Debug)]
pub struct Table {
    /// The name that `--table` knows.
    pub name: &'static str,
    /// What it has a row for.
    pub about: Words,
    /// How many of its columns it has when nobody asks for others: the first ones.
    pub usual: usize,
    /// What its rows are made of.
    pub rows: Rows,
}

/// What the rows of a table are made of.
#[derive(Clone, Copy, Debug)]
pub enum Rows {
    /// A record each.
    Games(&'static [Column<Game>]),
    /// A move each.
    Moves(&'static [Column<MoveRow>]),
    /// All games that have something in common.
    Groups(&'static Grouping),
    /// A record each of those that have duplicates.
    Duplicates(&'static [Column<duplicates::Row>]),
}

/// What a column is, whatever its rows are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heading {
    /// Its name.
    pub name: &'static str,
    /// What its cells hold.
    pub kind: Kind,
    /// What it says.
    pub about: Words,
}

/// All tables, the usual one first.
pub static TABLES: &[Table] = &[
    Table {
        name: "games",
        about: both("One row per record", "棋譜ごとに1行"),
        usual: games::USUAL,
        rows: Rows::Games(games::COLUMNS),
    },
    Table {
        name: "moves",
        about: both("One row per move of the main lines", "本譜の指し手ごとに1行"),
        usual: moves::USUAL,
        rows: Rows::Moves(moves::COLUMNS),
    },
    groups(
        "players",
        both(
            "One row per player, by name without ranks, titles and ratings",
            "対局者ごとに1行（段位・称号・レーティングを除いた名前）",
        ),
        &players::GROUPING,
    ),
    groups(
        "openings",
        both("One row per opening", "戦型ごとに1行"),
        &tables::OPENINGS_GROUPING,
    )
    .with_usual(tables::OPENINGS_USUAL),
    groups(
        "endings",
        both("One row per kind of ending", "終局のしかたごとに1行"),
        &tables::ENDINGS_GROUPING,
    )
    .with_usual(tables::ENDINGS_USUAL),
    groups(
        "rules",
        both("One row per rule with findings", "指摘のあった規則ごとに1行"),
        &tables::RULES_GROUPING,
    ),
    Table {
        name: "duplicates",
        about: both(
            "One row per record of a game that has several records",
            "複数の棋譜にある対局について、棋譜ごとに1行",
        ),
        usual: duplicates::COLUMNS.len(),
        rows: Rows::Duplicates(duplicates::COLUMNS),
    },
];

const fn groups(name: &'static str, about: Words, grouping: &'static Grouping) -> Table {
    Table {
        name,
        about,
        usual: grouping.columns.len(),
        rows: Rows::Groups(grouping),
    }
}

impl Table {
    /// The same with but so many columns when nobody asks for others.
    const fn with_usual(self, usual: usize) -> Self {
        Self { usual, ..self }
    }

    /// Its columns.
    pub fn headings(&self) -> Vec<Heading> {
        match self.rows {
            Rows::Games(columns) => headings(columns),
            Rows::Moves(columns) => headings(columns),
            Rows::Groups(grouping) => headings(grouping.columns),
            Rows::Duplicates(columns) => headings(columns),
        }
    }
}

fn headings<R>(columns: &[Column<R>]) -> Vec<Heading> {
    let heading = |column: &Column<R>| Heading {
        name: column.name,
        kind: column.kind,
        about: column.about,
    };
    columns.iter().map(heading).collect()
}

// The columns of a table.

/// A column of a table whose rows are made of `R`.
#[derive(Debug)]
pub struct Column<R: 'static> {
    /// Its name, in the first line of CSV and in the objects of JSON.
    pub name: &'static str,
    /// What its cells hold.
    pub kind: Kind,
    /// What it says of a row, with its unit.
    pub about: Words,
    /// The cell of a row.
    pub cell: for<'r> fn(&'r R) -> Cell<'r>,
}

impl<R> Column<R> {
    const fn new(name: &'static str, kind: Kind, about: Words, cell: for<'r> fn(&'r R) -> Cell<'r>) -> Self {
        Self {
            name,
            kind,
            about,
            cell,
        }
    }
}

// What can be asked, for people at a terminal.

impl Table {
    /// Its columns with what they say.
    pub fn help(&self, language: Language) -> String {
        let headings = self.headings();
        let width = headings.iter().map(|it| it.name.len()).max().unwrap_or(0);
        let mut out = String::new();
        for (at, Heading { name, about, .. }) in headings.iter().enumerate() {
            if at == self.usual {
                let more = both("only on request:", "指定したときだけ:");
                let _ = writeln!(out, "\n{}", more.in_language(language));
            }
            // Writing into a string cannot fail.
            let _ = writeln!(out, "{name:width$}  {}", about.in_language(language));
        }
        out
    }
}

impl Query {
    /// A filter of games.
    ///
    /// # Errors
    ///
    /// What is wrong with it, with its place in the text.
    pub fn filter(text: &str) -> Result<Filter, Fault> {
        let columns: Vec<_> = games::COLUMNS.iter().map(|it| (it.name, it.kind)).collect();
        Filter::read(text, &columns)
    }

    /// How filters are written, and the columns that they ask about.
    pub fn filter_help(language: Language) -> String {
        let mut out = format!("{}\n\n", GUIDE.in_language(language));
        let games = TABLES.iter().find(|table| matches!(table.rows, Rows::Games(_)));
        out.extend(games.map(|table| table.help(language)));
        out
    }
}

// The reference page of the tables: `docs/tables.md`.

const INTRODUCTION: &str = "\
# Tables

This page lists the columns of every table of `kifu stats --table TABLE`. [Statistics](statistics.md) shows how to select games, columns
and rows, and how the numbers are computed.

| table | rows |
|---|---|
";

const FIELDS: &str = "
- The output is CSV with the column names in the first line, or a JSON object per row with `--format jsonl`.
- Columns marked with `+` are written only if `--columns` requests them. Without `--columns`, the others are written.
- A field without a value is empty in CSV and `null` in JSON. Booleans are `true` and `false`. Times are in seconds. Dates are in ISO 8601,
  as far as they are known.
- `kifu stats --table TABLE --columns help` prints the columns of one table.
";

/// The manual.
pub fn manual() -> String {
    let mut out = String::from(INTRODUCTION);
    for Table { name, about, .. } in TABLES {
        let _ = writeln!(
            out,
            "| [`{name}`](#{name}) | {} ({}) |",
            about.english, about.japanese
        );
    }
    out.push_str(FIELDS);
    for table in TABLES {
        let _ = write!(out, "\n## `{}`\n\n", table.name);
        out.push_str("| column | content | 内容 |\n|---|---|---|\n");
        for (at, Heading { name, about, .. }) in table.headings().into_iter().enumerate() {
            let mark = if at < table.usual { "" } else { " `+`" };
            let _ = writeln!(out, "| `{name}`{mark} | {} | {} |", about.english, about.japanese);
        }
    }
    out
}

// What is wrong with what somebody asked for.

/// A fault at its place, with what to do.
fn fault(span: Span, message: Message, help: Message) -> Fault {
    Fault {
        span: Some(span),
        message,
        help: Some(help),
    }
}

/// A column that there is not: perhaps a similar one is meant, else all are told.
fn no_column<'n>(name: &str, span: Span, names: impl Iterator<Item = &'n str> + Clone) -> Fault {
    let help = similar(name, names.clone()).map_or_else(
        || {
            let names = names.collect::<Vec<_>>().join(", ");
            message!("columns: {names}", "使える列: {names}", names)
        },
        |meant| did_you_mean(&format!("`{meant}`")),
    );
    let message = message!("unknown column `{name}`", "`{name}` という列はない", name);
    fault(span, message, help)
}
