//! The expected statistics of an archive, for comparison with those that a program computes.

use std::collections::BTreeMap;

use kifu::record::Outcome;
use kifu::record::Terminal;
use serde::Serialize;

use super::game::Game;
use super::plan::{self, Copy, WritingStyle};
use super::written::Entry;

/// The key in a table for records that do not state the property that the table counts.
pub const UNSTATED: &str = "unstated";

/// Counts of the properties of records. A record without headers counts as [`UNSTATED`] for its end, outcome, year and event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tables {
    /// Number of records.
    pub records: u64,
    /// Number of plies of the main lines, including illegal moves.
    pub plies: u64,
    /// Records by conversion target.
    pub targets: BTreeMap<String, u64>,
    /// Records by stated end.
    pub ends: BTreeMap<String, u64>,
    /// Records by stated outcome: `black`, `white`, `draw`, `none` or [`UNSTATED`].
    pub winners: BTreeMap<String, u64>,
    /// Records by outcome under the usual rules: `black`, `white`, `draw`, `none` or [`UNSTATED`].
    pub verdicts: BTreeMap<String, u64>,
    /// Records by stated year.
    pub years: BTreeMap<String, u64>,
    /// Records by stated event.
    pub events: BTreeMap<String, u64>,
    /// Records by the name of the book line with which their games begin. Records without headers are counted, too.
    pub lines: BTreeMap<String, u64>,
    /// Scores by normalised name, from records with player names.
    pub players: BTreeMap<String, Score>,
}

/// The score of a player, from the stated results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Score {
    /// Games as Black.
    pub black: u64,
    /// Games as White.
    pub white: u64,
    /// Games won.
    pub won: u64,
    /// Games lost.
    pub lost: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games whose record states neither a win nor a draw.
    pub unfinished: u64,
}

/// A copy of a record: its kind, its location and the location of the original.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CopyOf {
    /// `same`, `prefix` or `other-end`.
    pub kind: &'static str,
    /// The file of the copy, relative to the directory of games.
    pub file: String,
    /// The number of the record in that file, from 1.
    pub record: u64,
    /// The file of the original, relative to the directory of games.
    pub of_file: String,
    /// The number of the original in its file, from 1.
    pub of_record: u64,
}

/// The expected statistics of an archive, as written to `truth.json`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GroundTruth {
    /// Number of files with records.
    pub files: u64,
    /// Number of records with an error, by the rule that reports the error.
    pub faults: BTreeMap<String, u64>,
    /// Number of copies, by kind.
    pub copies_by_kind: BTreeMap<String, u64>,
    /// Counts of all records.
    pub all: Tables,
    /// Counts without the copies.
    pub originals: Tables,
    /// The copies, each with the location of the original.
    pub copies: Vec<CopyOf>,
}

impl GroundTruth {
    /// Adds the record with this number to the counts. `entry` is the record as it was written in this style.
    pub fn count(&mut self, seed: u64, number: u64, game: &Game, style: WritingStyle, entry: &Entry) {
        self.all.count(game, style, entry);
        if let Some(fault) = game.reported_fault() {
            add(&mut self.faults, fault.rule(), 1);
        }
        match game.copy {
            Some((copy, original)) => self.add_copy(seed, copy, number, original),
            None => self.originals.count(game, style, entry),
        }
    }

    fn add_copy(&mut self, seed: u64, copy: Copy, number: u64, original: u64) {
        let (file, record) = plan::place(seed, number);
        let (of_file, of_record) = plan::place(seed, original);
        add(&mut self.copies_by_kind, copy.name(), 1);
        self.copies.push(CopyOf {
            kind: copy.name(),
            file,
            record,
            of_file,
            of_record,
        });
    }

    /// Adds the counts of another part of the archive.
    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        self.files += other.files;
        merge(&mut self.faults, other.faults);
        merge(&mut self.copies_by_kind, other.copies_by_kind);
        self.all.merge(other.all);
        self.originals.merge(other.originals);
        self.copies.extend(other.copies);
        self
    }
}

impl Tables {
    fn count(&mut self, game: &Game, style: WritingStyle, entry: &Entry) {
        self.records += 1;
        self.plies += game.moves.len() as u64;
        add(&mut self.targets, style.target, 1);
        add(&mut self.lines, &game.plan.line.name, 1);
        let (end, stated) = if style.has_headers {
            (game.end, game.stated())
        } else {
            (None, None)
        };
        add(&mut self.ends, end.map_or(UNSTATED, Terminal::name), 1);
        add(&mut self.winners, stated.map_or(UNSTATED, Outcome::name), 1);
        let verdict = game.verdict(stated);
        add(&mut self.verdicts, verdict.map_or(UNSTATED, Outcome::name), 1);
        let year = entry
            .year
            .map_or_else(|| UNSTATED.to_owned(), |year| year.to_string());
        add(&mut self.years, &year, 1);
        add(
            &mut self.events,
            if style.has_headers {
                game.plan.event
            } else {
                UNSTATED
            },
            1,
        );
        if style.has_headers {
            self.add_scores(game);
        }
    }

    fn add_scores(&mut self, game: &Game) {
        for (side, player) in kifu::shogi::Color::ALL.into_iter().zip(&game.plan.players) {
            let score = self.players.entry(player.normalized()).or_default();
            match side {
                kifu::shogi::Color::Black => score.black += 1,
                kifu::shogi::Color::White => score.white += 1,
            }
            match game.stated() {
                Some(Outcome::Win(winner)) if winner == side => score.won += 1,
                Some(Outcome::Win(_)) => score.lost += 1,
                Some(Outcome::Draw) => score.drawn += 1,
                Some(Outcome::None) | None => score.unfinished += 1,
            }
        }
    }

    fn merge(&mut self, other: Self) {
        self.records += other.records;
        self.plies += other.plies;
        merge(&mut self.targets, other.targets);
        merge(&mut self.ends, other.ends);
        merge(&mut self.winners, other.winners);
        merge(&mut self.verdicts, other.verdicts);
        merge(&mut self.years, other.years);
        merge(&mut self.events, other.events);
        merge(&mut self.lines, other.lines);
        for (name, other_score) in other.players {
            let score = self.players.entry(name).or_default();
            score.black += other_score.black;
            score.white += other_score.white;
            score.won += other_score.won;
            score.lost += other_score.lost;
            score.drawn += other_score.drawn;
            score.unfinished += other_score.unfinished;
        }
    }
}

fn add(table: &mut BTreeMap<String, u64>, key: &str, count: u64) {
    match table.get_mut(key) {
        Some(sum) => *sum += count,
        None => drop(table.insert(key.to_owned(), count)),
    }
}

fn merge(table: &mut BTreeMap<String, u64>, other: BTreeMap<String, u64>) {
    for (key, count) in other {
        add(table, &key, count);
    }
}
