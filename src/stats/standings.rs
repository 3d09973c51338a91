//! The standings and the cross tables of events.
//!
//! The games of all events are sorted by event and pair in temporary files, so that copies of a game are next to each other. The
//! pairs of a single event are in memory.
//!
//! A player has one point for a win and half a point for a draw. The *SOS* (sum of opponents' scores, ソルコフ) of a player is the
//! sum of the points of the opponents, and the *SODOS* (sum of defeated opponents' scores, SB) the sum of the points of the beaten
//! opponents and half of the points of those with whom the player drew. Games without a result count in neither.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::io;
use std::iter::Peekable;

use serde::{Deserialize, Serialize};

use super::CellType::{Integer, Number, Text};
use super::cell::{first_text, push_key};
use super::game::Game;
use super::needs::Needs;
use super::pairing::{event_name, normalize_event};
use super::query::WrittenRows;
use super::sorter::Sorted;
use super::{Cell, Column, column_needing};
use crate::record::Outcome;

/// A game of an event, or a bye.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EventGame {
    /// The name of the event as it is shown: without the round.
    pub event: String,
    /// The number of the round; `None` if it is unknown.
    pub round: Option<u32>,
    /// The names as written. The second name of a bye is empty.
    pub names: [String; 2],
    /// The names for comparison ([`normalize_name`](super::normalize_name)).
    pub players: [String; 2],
    /// The points of the first player; `None` for a game without a result.
    pub points: Option<f64>,
    /// `false` for a bye and for a forfeit, which may bring points without a game.
    pub is_played: bool,
    /// Equal for all records of one game of the same players; for a sheet, different for each row.
    pub identity: String,
}

/// The rows that a table of events has for each event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EventRows {
    /// A row for each player, in the order of the ranks.
    Standings,
    /// A row for each player and opponent, in the order of the names.
    CrossTable,
}

/// A row of the standings or of a cross table.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct EventRow {
    event: String,
    rank: usize,
    player: String,
    opponent: String,
    score: PlayerScore,
}

/// The results of a player against all opponents, or against one.
#[derive(Clone, Debug, Default, PartialEq)]
struct PlayerScore {
    games: u64,
    wins: u64,
    losses: u64,
    draws: u64,
    points: f64,
    sos: f64,
    sodos: f64,
}

/// The columns of the table `standings`.
pub(super) const STANDINGS: &[Column<EventRow>] = &[
    EVENT,
    column("rank", Integer, |row| Cell::count(row.rank)),
    PLAYER,
    GAMES,
    column("wins", Integer, |row| Cell::count(row.score.wins)),
    column("losses", Integer, |row| Cell::count(row.score.losses)),
    column("draws", Integer, |row| Cell::count(row.score.draws)),
    POINTS,
    column("sos", Number, |row| Cell::from_f64(row.score.sos)),
    column("sodos", Number, |row| Cell::from_f64(row.score.sodos)),
];

/// The columns of the table `cross-table`.
pub(super) const CROSS_TABLE: &[Column<EventRow>] = &[
    EVENT,
    PLAYER,
    column("opponent", Text, |row| Cell::text(&*row.opponent)),
    GAMES,
    POINTS,
];

const EVENT: Column<EventRow> = column("event", Text, |row| Cell::from_non_empty(&row.event));
const PLAYER: Column<EventRow> = column("player", Text, |row| Cell::text(&*row.player));
const GAMES: Column<EventRow> = column("games", Integer, |row| Cell::count(row.score.games));
const POINTS: Column<EventRow> = column("points", Number, |row| Cell::from_f64(row.score.points));

const fn column(
    name: &'static str,
    kind: super::CellType,
    cell: for<'r> fn(&'r EventRow) -> Cell<'r>,
) -> Column<EventRow> {
    column_needing(Needs::NOTHING, name, kind, cell)
}

impl EventGame {
    /// Returns the game of a record with its sort key. Returns `None` unless the record can be replayed and has two players with
    /// different names.
    fn from_record(game: &Game) -> Option<(Vec<u8>, Self)> {
        let &[first, second] = game.kind.seats else {
            return None;
        };
        let players = [game.normalized_name(first)?, game.normalized_name(second)?];
        if !game.is_played || players[0] == players[1] {
            return None;
        }
        let event = game.event.as_deref().map(event_name);
        let event = event.map(|event| (normalize_event(&event), event));
        let (event_key, event) = event.filter(|(key, _)| !key.is_empty()).unwrap_or_else(|| {
            let folder = game.folder();
            (format!("{folder}/"), folder.to_owned())
        });
        let name = |seat: usize| {
            game.players[seat]
                .as_deref()
                .unwrap_or_default()
                .trim()
                .to_owned()
        };
        let round = game.pairing.round;
        // Games without moves differ by their round and their start.
        let of_start = || {
            format!(
                " {} {}",
                round.unwrap_or_default(),
                game.started.as_deref().unwrap_or_default()
            )
        };
        let record = Self {
            event,
            round,
            names: [name(0), name(1)],
            points: match game.verdict {
                Some(Outcome::Win(seat)) => Some(if seat == first { 1.0 } else { 0.0 }),
                Some(Outcome::Draw) => Some(0.5),
                Some(Outcome::None) | None => None,
            },
            players,
            is_played: true,
            identity: game.id()
                + &if game.plies.is_empty() {
                    of_start()
                } else {
                    String::new()
                },
        };
        let mut key = record.key(event_key);
        push_key(&mut key, &Cell::text(&*game.path), false);
        push_key(&mut key, &Cell::count(game.record), false);
        Some((key, record))
    }

    /// Returns the beginning of the sort key: the event, the pair and the identity of the game.
    fn key(&self, event_key: String) -> Vec<u8> {
        let mut key = Vec::new();
        push_key(&mut key, &Cell::text(event_key), false);
        for text in self.pair().into_iter().chain([&*self.identity]) {
            push_key(&mut key, &Cell::text(text), false);
        }
        key
    }

    /// Returns the players in alphabetical order.
    fn pair(&self) -> [&str; 2] {
        let mut pair = [&*self.players[0], &*self.players[1]];
        pair.sort_unstable();
        pair
    }

    /// Returns whether this is another record of a game.
    fn is_copy_of(&self, other: &Self) -> bool {
        self.identity == other.identity && self.pair() == other.pair()
    }

    /// Writes the game of a record, if it has one.
    ///
    /// # Errors
    ///
    /// Returns an error if the game cannot be encoded.
    pub(super) fn write(game: &Game, written: &mut WrittenRows) -> io::Result<()> {
        match Self::from_record(game) {
            Some((key, game)) => game.push_to(&key, written),
            None => Ok(()),
        }
    }

    /// Writes the game of a sheet.
    ///
    /// # Errors
    ///
    /// Returns an error if the game cannot be encoded.
    pub(super) fn write_from_sheet(&self, written: &mut WrittenRows) -> io::Result<()> {
        self.push_to(&self.key(normalize_event(&self.event)), written)
    }

    fn push_to(&self, key: &[u8], written: &mut WrittenRows) -> io::Result<()> {
        written.keys.extend_from_slice(key);
        serde_json::to_writer(&mut written.lines, self)?;
        written.ends.push((written.lines.len(), written.keys.len()));
        Ok(())
    }
}

/// An iterator over the rows of all events, in the order of the events.
pub(super) struct EventTables {
    games: Peekable<Sorted>,
    rows: EventRows,
    ready: std::vec::IntoIter<EventRow>,
}

impl EventTables {
    /// Creates the rows of the games in a sorter, to which [`EventGame::write`] has written.
    pub(super) fn new(games: Sorted, rows: EventRows) -> Self {
        Self {
            games: games.peekable(),
            rows,
            ready: Vec::new().into_iter(),
        }
    }

    /// Returns the next event without copies of games; `None` after the last event.
    fn next_event(&mut self) -> io::Result<Option<Event>> {
        let mut event = Event::default();
        let mut last: Option<EventGame> = None;
        while let Some(item) = self.games.next() {
            let (key, item) = item?;
            let game: EventGame = serde_json::from_slice(&item)?;
            if last.as_ref().is_none_or(|last| !game.is_copy_of(last)) {
                event.add(game.clone());
                last = Some(game);
            }
            let goes_on = match self.games.peek() {
                Some(Ok((next, _))) => first_text(next) == first_text(&key),
                Some(Err(_)) | None => false,
            };
            if !goes_on {
                return Ok(Some(event));
            }
        }
        Ok(None)
    }
}

impl Iterator for EventTables {
    type Item = io::Result<EventRow>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(row) = self.ready.next() {
                return Some(Ok(row));
            }
            match self.next_event() {
                Ok(event) => self.ready = event?.rows(self.rows).into_iter(),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// The results of an event.
#[derive(Debug, Default)]
struct Event {
    /// How often each name of the event occurs.
    names: BTreeMap<String, u64>,
    players: BTreeMap<String, EventPlayer>,
}

/// The round of a game, if it is known, and the points of a player in it; `None` without a result.
type GameScore = (Option<u32>, Option<f64>);

/// A player of an event.
#[derive(Debug, Default)]
struct EventPlayer {
    /// How often each spelling of the name occurs.
    spellings: BTreeMap<String, u64>,
    /// The games with each opponent.
    opponents: HashMap<String, Vec<GameScore>>,
    /// Points without a game.
    extra_points: f64,
}

impl Event {
    fn add(&mut self, game: EventGame) {
        *self.names.entry(game.event).or_default() += 1;
        for (own, other) in [(0, 1), (1, 0)] {
            if game.players[own].is_empty() {
                continue;
            }
            let player = self.players.entry(game.players[own].clone()).or_default();
            *player.spellings.entry(game.names[own].clone()).or_default() += 1;
            let points = game
                .points
                .map(|points| if own == 0 { points } else { 1.0 - points });
            if game.is_played {
                let opponent = game.players[other].clone();
                player
                    .opponents
                    .entry(opponent)
                    .or_default()
                    .push((game.round, points));
            } else {
                player.extra_points += points.unwrap_or_default();
            }
        }
    }

    /// Returns the rows of the event.
    fn rows(mut self, kind: EventRows) -> Vec<EventRow> {
        for player in self.players.values_mut() {
            player.opponents.values_mut().for_each(leave_out_undecided);
        }
        let event = most_frequent(&self.names);
        match kind {
            EventRows::Standings => self.standings(&event),
            EventRows::CrossTable => self.cross_table(&event),
        }
    }

    fn standings(&self, event: &str) -> Vec<EventRow> {
        let points: HashMap<&str, f64> = self
            .players
            .iter()
            .map(|(key, player)| (&**key, player.points()))
            .collect();
        let row = |player: &EventPlayer| EventRow {
            event: event.to_owned(),
            player: most_frequent(&player.spellings),
            score: player.score(&points),
            ..EventRow::default()
        };
        let mut rows: Vec<EventRow> = self.players.values().map(row).collect();
        // All points are multiples of a quarter, so whole numbers represent them exactly.
        let standing = |row: &EventRow| {
            let score = &row.score;
            Reverse([score.points, score.sos, score.sodos].map(|points| (points * 4.0).round() as i64))
        };
        rows.sort_by(|one, other| {
            standing(one)
                .cmp(&standing(other))
                .then_with(|| one.player.cmp(&other.player))
        });
        for at in 0..rows.len() {
            let is_tied = at > 0 && standing(&rows[at - 1]) == standing(&rows[at]);
            rows[at].rank = if is_tied { rows[at - 1].rank } else { at + 1 };
        }
        rows
    }

    fn cross_table(&self, event: &str) -> Vec<EventRow> {
        let name = |key: &str| {
            self.players
                .get(key)
                .map(|player| most_frequent(&player.spellings))
        };
        let mut rows = Vec::new();
        for player in self.players.values() {
            for (opponent, games) in &player.opponents {
                rows.push(EventRow {
                    event: event.to_owned(),
                    player: most_frequent(&player.spellings),
                    opponent: name(opponent).unwrap_or_default(),
                    score: PlayerScore::against(games),
                    ..EventRow::default()
                });
            }
        }
        rows.sort_by(|one, other| (&one.player, &one.opponent).cmp(&(&other.player, &other.opponent)));
        rows
    }
}

impl EventPlayer {
    fn points(&self) -> f64 {
        let results = self.opponents.values().flatten();
        results.filter_map(|(_, points)| *points).sum::<f64>() + self.extra_points
    }

    /// Returns the results against all opponents, whose points are `points`.
    fn score(&self, points: &HashMap<&str, f64>) -> PlayerScore {
        let mut score = PlayerScore::default();
        for (opponent, games) in &self.opponents {
            let against = PlayerScore::against(games);
            let of_opponent = points.get(&**opponent).copied().unwrap_or_default();
            score.games += against.games;
            score.wins += against.wins;
            score.losses += against.losses;
            score.draws += against.draws;
            for won in games.iter().filter_map(|(_, points)| *points) {
                score.sos += of_opponent;
                score.sodos += won * of_opponent;
            }
        }
        score.points = self.points();
        score
    }
}

impl PlayerScore {
    /// Returns the results of games.
    fn against(games: &[GameScore]) -> Self {
        let count = |wanted: f64| {
            let results = games.iter().filter_map(|(_, points)| *points);
            results.filter(|points| (points - wanted).abs() < 0.1).count() as u64
        };
        Self {
            games: games.len() as u64,
            wins: count(1.0),
            losses: count(0.0),
            draws: count(0.5),
            points: games.iter().filter_map(|(_, points)| *points).sum(),
            ..Self::default()
        }
    }
}

/// Leaves out the games of a pair without a winner in a round that another game decides: 千日手 and 持将棋 are played again, and a
/// record may be cut short.
fn leave_out_undecided(games: &mut Vec<GameScore>) {
    let is_decided = |points: Option<f64>| points.is_some_and(|points| (points - 0.5).abs() > 0.1);
    let decided: Vec<u32> = games
        .iter()
        .filter(|(_, points)| is_decided(*points))
        .filter_map(|(round, _)| *round)
        .collect();
    games
        .retain(|(round, points)| is_decided(*points) || round.is_none_or(|round| !decided.contains(&round)));
}

/// Returns the text that occurs most often, the first in alphabetical order of several.
fn most_frequent(texts: &BTreeMap<String, u64>) -> String {
    let most = texts.iter().max_by_key(|(text, times)| (**times, Reverse(*text)));
    most.map(|(text, _)| text.clone()).unwrap_or_default()
}
