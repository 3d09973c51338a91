//! The tables that can be drawn.

use super::cell::Kind;
use super::column::Column;
use super::game::Game;
use super::groups::Grouping;
use super::moves::MoveRow;
use super::{duplicates, endings, games, moves, openings, players, rules};
use crate::finding::{Words, both};

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
        &openings::GROUPING,
    )
    .with_usual(openings::USUAL),
    groups(
        "endings",
        both("One row per kind of ending", "終局のしかたごとに1行"),
        &endings::GROUPING,
    )
    .with_usual(endings::USUAL),
    groups(
        "rules",
        both("One row per rule with findings", "指摘のあった規則ごとに1行"),
        &rules::GROUPING,
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
