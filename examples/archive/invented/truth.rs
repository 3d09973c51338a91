//! The planned numbers, for comparison with the computed ones.

use std::collections::BTreeMap;

use kifu::record::Outcome;
use kifu::record::Terminal;
use serde::Serialize;

use super::game::Game;
use super::plan::{self, Copy, Manner};
use super::written::Entry;

/// The word for what a record does not say.
pub const UNSTATED: &str = "unstated";

/// How often things are in the records.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tables {
    /// Records.
    pub records: u64,
    /// Moves of their main lines, fouls included.
    pub plies: u64,
    /// Records by target.
    pub targets: BTreeMap<String, u64>,
    /// By the terminal they state.
    pub ends: BTreeMap<String, u64>,
    /// By who won by what they state: `black`, `white`, `draw`, `none`.
    pub winners: BTreeMap<String, u64>,
    /// By who won by the usual rules.
    pub verdicts: BTreeMap<String, u64>,
    /// By the year they state.
    pub years: BTreeMap<String, u64>,
    /// By the event they state.
    pub events: BTreeMap<String, u64>,
    /// By the line of the book that they begin with, whether or not they have headers.
    pub lines: BTreeMap<String, u64>,
    /// Those who play, by their plain names, in records that say so.
    pub players: BTreeMap<String, Score>,
}

/// How somebody played, by what the records state.
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
    /// Games without a result.
    pub unfinished: u64,
}

/// Where a copy stands, and where the record of which it is one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CopyOf {
    /// `same`, `prefix` or `other-end`.
    pub kind: &'static str,
    /// Its file, below the directory of the games.
    pub file: String,
    /// Its place in that file, from 1.
    pub record: u64,
    /// The file of the other.
    pub of_file: String,
    /// Its place there.
    pub of_record: u64,
}

/// Everything about an archive.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Truth {
    /// Its files, `truth.json` not counted.
    pub files: u64,
    /// The faults by the rule that they break, each in a record of its own.
    pub faults: BTreeMap<String, u64>,
    /// The copies by kind.
    pub copies_by_kind: BTreeMap<String, u64>,
    /// All records.
    pub all: Tables,
    /// All but the copies.
    pub originals: Tables,
    /// The copies.
    pub copies: Vec<CopyOf>,
}

impl Truth {
    /// Counts a record.
    pub fn count(&mut self, seed: u64, number: u64, game: &Game, manner: Manner, entry: &Entry) {
        self.all.count(game, manner, entry);
        if let Some(fault) = game.missed() {
            add(&mut self.faults, fault.rule(), 1);
        }
        match game.copy {
            Some((copy, of)) => self.copy(seed, copy, number, of),
            None => self.originals.count(game, manner, entry),
        }
    }

    fn copy(&mut self, seed: u64, copy: Copy, number: u64, of: u64) {
        let (file, record) = plan::place(seed, number);
        let (of_file, of_record) = plan::place(seed, of);
        add(&mut self.copies_by_kind, copy.name(), 1);
        self.copies.push(CopyOf {
            kind: copy.name(),
            file,
            record,
            of_file,
            of_record,
        });
    }

    /// Both together.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
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
    fn count(&mut self, game: &Game, manner: Manner, entry: &Entry) {
        self.records += 1;
        self.plies += game.moves.len() as u64;
        add(&mut self.targets, manner.target, 1);
        add(&mut self.lines, &game.plan.line.name, 1);
        let (end, stated) = if manner.says_who {
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
            if manner.says_who {
                game.plan.event
            } else {
                UNSTATED
            },
            1,
        );
        if manner.says_who {
            self.score(game);
        }
    }

    fn score(&mut self, game: &Game) {
        for (side, player) in kifu::shogi::Color::ALL.into_iter().zip(&game.plan.players) {
            let score = self.players.entry(player.plain()).or_default();
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
        for (name, other) in other.players {
            let score = self.players.entry(name).or_default();
            score.black += other.black;
            score.white += other.white;
            score.won += other.won;
            score.lost += other.lost;
            score.drawn += other.drawn;
            score.unfinished += other.unfinished;
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
