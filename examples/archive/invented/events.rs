//! Events of invented games, with planted faults between records and cases that resemble such faults.
//!
//! An event has ten rounds of 25 games by 50 players. The records of an event are in a folder for each round, under names with
//! the table and the players. [`faults`] plants the faults, and [`twins`] adds correct records that
//! resemble faults.

mod faults;
mod names;
mod twins;
mod write;

use serde::Serialize;

use kifu::record::Terminal;
use kifu::shogi::Move;

use super::File;
use super::dice::Dice;
use super::play::GameInProgress;

/// Games of an event, without those that faults and twins add.
pub const GAMES_OF_EVENT: u64 = ROUNDS as u64 * TABLES as u64;

const ROUNDS: u32 = 10;
const TABLES: u32 = 25;

/// The planted faults and the twins.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Truth {
    pub planted: Vec<Planted>,
    pub twins: Vec<Twin>,
}

/// A planted fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Planted {
    /// The rule that must report the fault.
    pub rule: &'static str,
    /// The form of the fault.
    pub kind: &'static str,
    /// Other rules that may report it, because the change contradicts other statements, too.
    pub also: &'static [&'static str],
    /// The paths of the records, the changed or added one first.
    pub paths: Vec<String>,
}

/// Correct records that resemble a fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Twin {
    pub kind: &'static str,
    /// The rule and the severity of a finding that is right; `None` if every finding is false.
    pub allowed: Option<(&'static str, &'static str)>,
    /// The paths of the records.
    pub paths: Vec<String>,
}

/// A game of an event.
#[derive(Clone, Debug)]
struct EventGame {
    path: String,
    event: String,
    round: u32,
    table: u32,
    players: [String; 2],
    year: u32,
    /// Days since the first of January of the year, which has months of 28 days.
    day: u32,
    /// The start and the end in minutes of the day.
    start: u32,
    end: u32,
    moves: Vec<Move>,
    /// The end of the game; `None` if the record ends without one.
    terminal: Option<Terminal>,
    clock: &'static str,
    handicap: &'static str,
    /// `true` if the game is part of a fault or a twin.
    is_used: bool,
}

impl EventGame {
    /// Returns the path of a record in a folder: the day, the table and the players.
    fn path_in(&self, folder: &str) -> String {
        let [black, white] = self.players.each_ref().map(|name| compact(name));
        let (year, month, day) = self.date();
        let table = self.table;
        format!("{folder}/{year}{month:02}{day:02}_t{table:02}_{black}_{white}.kif")
    }

    /// Returns the year, the month and the day.
    fn date(&self) -> (u32, u32, u32) {
        (
            self.year + self.day / 336,
            self.day / 28 % 12 + 1,
            self.day % 28 + 1,
        )
    }

    /// Replaces the name of a player, in the name of the file too.
    fn rename(&mut self, name: &str, other: &str) {
        for player in self.players.iter_mut().filter(|player| *player == name) {
            other.clone_into(player);
        }
        self.path = self.path.replace(&compact(name), &compact(other));
    }
}

/// An event with its games so far.
#[derive(Debug)]
struct Event {
    seed: u64,
    number: u64,
    name: String,
    folder: String,
    names: Vec<String>,
    games: Vec<EventGame>,
    /// The number of games that were added by faults and twins.
    added: u64,
    /// `true` if the event has a game with a wrong date, which would hide another one.
    has_wrong_date: bool,
}

/// Creates the files of events with twins and this number of faults.
pub fn make_events(seed: u64, events: u64, faults: usize) -> (impl Iterator<Item = File>, Truth) {
    let mut truth = Truth::default();
    let mut all: Vec<Event> = (0..events).map(|number| Event::new(seed, number)).collect();
    for event in &mut all {
        truth.twins.extend(twins::add_twins(event));
    }
    truth.planted = faults::plant_faults(&mut all, faults);
    let games = all.into_iter().flat_map(|event| event.games);
    let files = games.map(|game| File {
        bytes: write::write(&game),
        path: game.path,
    });
    (files, truth)
}

impl Event {
    fn new(seed: u64, number: u64) -> Self {
        let mut event = Self {
            seed,
            number,
            name: format!("第{}回風見杯", number + 1),
            folder: format!("{:02}", number + 1),
            names: names::roster(seed, number, 2 * TABLES as usize),
            games: Vec::new(),
            added: 0,
            has_wrong_date: false,
        };
        let mut dice = Dice::for_subject(seed, "event", number);
        let first_day = 10 + dice.below(300);
        for round in 1..=ROUNDS {
            for table in 1..=TABLES {
                let game = event.scheduled_game(round, table, first_day, &mut dice);
                event.games.push(game);
            }
        }
        event
    }

    /// Creates the game of a table in a round. The first player stays, the others move on by one place in each round.
    fn scheduled_game(&self, round: u32, table: u32, first_day: u32, dice: &mut Dice) -> EventGame {
        let place = |at: u32| match at {
            0 => 0,
            at => (1 + (at - 1 + round - 1) % (2 * TABLES - 1)) as usize,
        };
        let mut players = [place(table - 1), place(2 * TABLES - table)].map(|at| self.names[at].clone());
        if (round + table).is_multiple_of(2) {
            players.reverse();
        }
        let start = 9 * 60 + 120 * ((round - 1) % 4);
        let number = self.number * GAMES_OF_EVENT + u64::from(round * TABLES + table);
        let mut game = EventGame {
            path: String::new(),
            event: format!("{} {round}回戦 {table}番卓", self.name),
            round,
            table,
            players,
            year: 1900 + (self.number % 120) as u32,
            day: first_day + (round - 1) / 4,
            start,
            end: start + 35 + dice.below(60),
            moves: play(self.seed, number, &[], 50 + 2 * dice.below(40)),
            terminal: Some(Terminal::Resign),
            clock: "30分",
            handicap: "平手",
            is_used: false,
        };
        game.path = game.path_in(&format!("{}/{round}回戦", self.folder));
        game
    }

    /// Returns the moves of another game, which begins with these moves.
    fn other_moves(&mut self, beginning: &[Move], plies: u32) -> Vec<Move> {
        self.added += 1;
        let number = (self.number + 1) << 32 | self.added;
        play(self.seed, number, beginning, plies)
    }

    /// Returns a random game that ended by resignation and is not yet part of a fault or a twin, and marks it as used.
    fn take(&mut self, dice: &mut Dice, is_wanted: impl Fn(&EventGame) -> bool) -> Option<usize> {
        let draws = (0..400).map(|_| dice.index(self.games.len()));
        let at = { draws }.find(|&at| {
            let game = &self.games[at];
            !game.is_used && game.terminal == Some(Terminal::Resign) && is_wanted(game)
        })?;
        self.games[at].is_used = true;
        Some(at)
    }

    /// Returns whether a player has a game that is part of a fault or a twin.
    fn is_used(&self, player: &String) -> bool {
        let mut games = self.games.iter();
        games.any(|game| game.is_used && game.players.contains(player))
    }

    /// Adds a game that is part of a fault or a twin, and returns its path.
    fn add(&mut self, game: EventGame) -> String {
        let path = game.path.clone();
        self.games.push(EventGame {
            is_used: true,
            ..game
        });
        path
    }
}

/// Returns a name without blanks.
fn compact(name: &str) -> String {
    name.replace(' ', "")
}

/// Plays a game of this many plies, which begins with these moves. Every number is another game.
fn play(seed: u64, number: u64, beginning: &[Move], plies: u32) -> Vec<Move> {
    let mut game = GameInProgress::new(Dice::for_subject(seed, "event game", number));
    for &mv in beginning {
        game.play(mv);
    }
    while (game.moves.len() as u32) < plies && game.play_one() {}
    game.moves
}
