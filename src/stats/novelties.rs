//! The first move of each game that no earlier game of a reference played (`kifu stats --table novelties`).
//!
//! The games and the reference are collected in any order and joined at the end by sorting, in temporary files:
//!
//! 1. By game: the dates of the reference games that are the game itself, with the same `game_id` and players.
//! 2. By position and date: the moves of both. When the move of a game comes, all earlier visits of the position have been seen.
//! 3. By game and ply: the new moves, of which the first is the row of the game.
//!
//! In memory are the moves and dates of a single position, and the dates of the first step for games that have some.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;

use serde::{Deserialize, Serialize};

use super::CellType::{Date as DateType, Integer, Text};
use super::game::{Action, Game};
use super::query::WrittenRows;
use super::sorter::{Sorted, Sorter, damaged_item_error};
use super::{Cell, Column, Needs, column_needing};
use crate::finding::{Reason, bilingual};
use crate::record::{Date, SHOGI};
use crate::shogi::Color;

/// A row: the first new move of a game.
#[derive(Clone, Debug)]
pub(crate) struct Novelty {
    game: Head,
    ply: u32,
    mv: String,
    sfen: String,
    games_before: u64,
    last_before: Option<GameDate>,
}

/// The columns of the table.
pub(super) const COLUMNS: &[Column<Novelty>] = &[
    column("path", Text, |row| Cell::text(&*row.game.path)),
    column("record", Integer, |row| Cell::count(row.game.record)),
    column("ply", Integer, |row| Cell::count(row.ply)),
    column("move", Text, |row| Cell::text(&*row.mv)),
    column("sfen", Text, |row| Cell::text(&*row.sfen)),
    column("games_before", Integer, |row| Cell::count(row.games_before)),
    column("last_before", DateType, |row| {
        Cell::from_option(row.last_before.map(|day| day.to_string()))
    }),
    column("date", DateType, |row| {
        Cell::from_option(row.game.date.as_deref())
    }),
];

const fn column(
    name: &'static str,
    kind: super::CellType,
    cell: for<'r> fn(&'r Novelty) -> Cell<'r>,
) -> Column<Novelty> {
    column_needing(Needs::NOTHING, name, kind, cell)
}

// Dates.

/// The date of a game without the time of day. The order is that of the latest days that the dates may mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct GameDate {
    /// The number of the latest day that the date may mean.
    latest: u32,
    year: u16,
    /// The month; 0 if it is unknown.
    month: u8,
    /// The day of the month; 0 if it is unknown.
    day: u8,
}

/// Length of an encoded day (bytes).
const DAY_BYTES: usize = 8;

impl GameDate {
    /// Returns the date of a game; `None` if it is unknown.
    fn of_game(game: &Game) -> Option<Self> {
        let date = game.start_date()?;
        let latest = match (date.month, date.day) {
            (Some(_), Some(_)) => day_number(date)?,
            // The day before the next month or year.
            (Some(month), None) if month < 12 => first_day(date.year, month + 1)? - 1,
            _ => first_day(date.year + 1, 1)? - 1,
        };
        Some(Self {
            latest,
            year: date.year.try_into().ok()?,
            month: date.month.unwrap_or(0) as u8,
            day: date.day.unwrap_or(0) as u8,
        })
    }

    /// Returns the number of the earliest day that the date may mean.
    fn earliest(self) -> u32 {
        match (self.month, self.day) {
            (0, _) => first_day(self.year.into(), 1),
            (month, 0) => first_day(self.year.into(), month.into()),
            _ => Some(self.latest),
        }
        .unwrap_or(self.latest)
    }

    fn encode(day: Option<Self>) -> [u8; DAY_BYTES] {
        let mut bytes = [0; DAY_BYTES];
        if let Some(day) = day {
            bytes[..4].copy_from_slice(&day.latest.to_be_bytes());
            bytes[4..6].copy_from_slice(&day.year.to_be_bytes());
            bytes[6..].copy_from_slice(&[day.month, day.day]);
        }
        bytes
    }

    /// Decodes an encoded day; `None` for the code of an unknown day.
    fn decode(bytes: [u8; DAY_BYTES]) -> Option<Self> {
        let ([latest, years], _) = bytes.as_chunks::<4>() else {
            return None;
        };
        let latest = u32::from_be_bytes(*latest);
        let [high, low, month, day] = *years;
        (latest > 0).then_some(Self {
            latest,
            year: u16::from_be_bytes([high, low]),
            month,
            day,
        })
    }
}

impl std::fmt::Display for GameDate {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{:04}", self.year)?;
        let known = [self.month, self.day]
            .into_iter()
            .take_while(|&number| number > 0);
        known
            .into_iter()
            .try_for_each(|number| write!(out, "-{number:02}"))
    }
}

fn day_number(date: Date) -> Option<u32> {
    date.day_number()?.try_into().ok()
}

fn first_day(year: u32, month: u32) -> Option<u32> {
    day_number(Date {
        year,
        month: Some(month),
        day: Some(1),
        time: None,
        more: false,
        unread: false,
    })
}

// The entries of a game, which any thread makes. The first byte of a key is the kind of the entry.

/// The head of the row of a game.
const HEAD: u8 = 0;
/// The identity of the game of the last head, with its date.
const IDENTITY_OF_GAME: u8 = 1;
/// A move of the game of the last head.
const MOVE_OF_GAME: u8 = 2;
/// The identity of a reference game, with its date.
const IDENTITY_OF_REFERENCE: u8 = 3;
/// A position or a move of a reference game.
const MOVE_OF_REFERENCE: u8 = 4;

/// The last bytes of the sort keys of a reference game and of a game by their identity. Reference games are first.
const IDENTICAL_REFERENCE: u8 = 0;
const IDENTICAL_GAME: u8 = 1;

/// The last byte of the sort key of a move of a game.
const GAME: u8 = 0;

/// The last byte of the sort key of a move of the reference. On one day, those of games are before those of the reference, because
/// only earlier games count.
const REFERENCE: u8 = 1;

/// The day of a game without a date, after all reference games.
const AFTER_ALL: u32 = u32::MAX;

/// Length of a move in an entry (bytes). A shorter move ends with zeros.
const MOVE_BYTES: usize = 5;

/// A move in USI; zeros for no move.
type MoveText = [u8; MOVE_BYTES];

/// The data of the row of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Head {
    path: String,
    record: u32,
    date: Option<String>,
    /// The positions of the moves with their plies.
    sfens: Vec<(u32, String)>,
}

/// Writes the entries of a game whose first new move is looked for.
pub(super) fn write_game(game: &Game, written: &mut WrittenRows) -> io::Result<()> {
    if !is_eligible(game) || game.plies.is_empty() {
        return Ok(());
    }
    let day = GameDate::of_game(game);
    let earliest = day.map_or(AFTER_ALL, GameDate::earliest).to_be_bytes();
    let mut sfens = Vec::new();
    let mut moves = Vec::new();
    for ply in &game.plies {
        let (Some(sfen), Action::Move(played)) = (game.position(ply), &ply.action) else {
            continue;
        };
        sfens.push((ply.number, sfen.to_owned()));
        let position = position_hash(game.position_key(ply).unwrap_or(sfen));
        let item = [&ply.number.to_be_bytes()[..], &move_text(&played.mv.to_string())].concat();
        moves.push((position, item));
    }
    let head = Head {
        path: game.path.to_string(),
        record: game.record,
        date: game.date(),
        sfens,
    };
    written.push(&serde_json::to_vec(&head)?, &[&[HEAD]]);
    written.push(
        &earliest,
        &[&[IDENTITY_OF_GAME], &identity(game), &[IDENTICAL_GAME]],
    );
    for (position, item) in moves {
        written.push(&item, &[&[MOVE_OF_GAME], &position, &earliest, &[GAME]]);
    }
    Ok(())
}

/// Writes the entries of a game of the reference. Each move of a position of an opening book is that of one undated game.
pub(super) fn write_reference(game: &Game, written: &mut WrittenRows) {
    if !is_eligible(game) {
        return;
    }
    let day = GameDate::encode(GameDate::of_game(game));
    if !game.book_moves.is_empty() {
        let position = position_hash(game.start_sfen());
        // No game has this identity.
        let identity = [&[0xff], &position[..]].concat();
        written.push(
            &day,
            &[&[IDENTITY_OF_REFERENCE], &identity, &[IDENTICAL_REFERENCE]],
        );
        for (mv, _) in &game.book_moves {
            let item = [&move_text(&mv.to_string())[..], &[1], &day[4..]].concat();
            written.push(&item, &[&[MOVE_OF_REFERENCE], &position, &day[..4], &[REFERENCE]]);
        }
        return;
    }
    written.push(
        &day,
        &[&[IDENTITY_OF_REFERENCE], &identity(game), &[IDENTICAL_REFERENCE]],
    );
    let moves = game.plies.iter().filter_map(|ply| {
        let mv = match &ply.action {
            Action::Move(played) => move_text(&played.mv.to_string()),
            Action::Token(_) | Action::Text(_) => MoveText::default(),
        };
        Some((game.position_key(ply)?, mv))
    });
    let last = game
        .last_position()
        .map(|position| (position, MoveText::default()));
    let (mut positions, mut pairs) = (HashSet::new(), HashSet::new());
    for (position, mv) in moves.chain(last) {
        let is_first_visit = positions.insert(position);
        if !pairs.insert((position, mv)) {
            continue;
        }
        let item = [&mv[..], &[u8::from(is_first_visit)], &day[4..]].concat();
        let position = position_hash(position);
        written.push(&item, &[&[MOVE_OF_REFERENCE], &position, &day[..4], &[REFERENCE]]);
    }
}

/// Returns whether a game is one of shogi that can be replayed.
fn is_eligible(game: &Game) -> bool {
    *game.kind == SHOGI && game.is_played && game.is_recognized()
}

/// Returns the sort key of the game itself: its moves and its players.
fn identity(game: &Game) -> Vec<u8> {
    let mut key = game.id().into_bytes();
    for side in Color::ALL {
        key.push(0);
        key.extend(game.normalized_name(side).unwrap_or_default().into_bytes());
    }
    key.push(0);
    key
}

fn move_text(usi: &str) -> MoveText {
    let mut text = MoveText::default();
    let length = usi.len().min(MOVE_BYTES);
    text[..length].copy_from_slice(&usi.as_bytes()[..length]);
    text
}

/// Returns a hash of a position, given in SFEN without the move number. With 128 bits, no two positions of an archive share one.
fn position_hash(sfen: &str) -> [u8; 16] {
    let half = |part: u8| {
        let mut hasher = DefaultHasher::new();
        (part, sfen).hash(&mut hasher);
        hasher.finish().to_be_bytes()
    };
    let mut hash = [0; 16];
    hash[..8].copy_from_slice(&half(0));
    hash[8..].copy_from_slice(&half(1));
    hash
}

// The join of the games and the reference.

/// Maximum memory of all entries that are sorted at the same time (bytes).
const MAX_MEMORY_BYTES: usize = 64 << 20;

/// The games and the reference of a table.
#[derive(Debug)]
pub(super) struct Novelties {
    by_identity: Sorter,
    by_position: Sorter,
    by_game: Sorter,
    games: u64,
    reference_games: u64,
}

/// The numbers of reference games that are the game itself, by their dates.
type OwnDates = BTreeMap<Option<GameDate>, u64>;

impl Novelties {
    pub(super) fn new() -> Self {
        Self {
            by_identity: Sorter::new(MAX_MEMORY_BYTES / 8),
            by_position: Sorter::new(MAX_MEMORY_BYTES),
            by_game: Sorter::new(MAX_MEMORY_BYTES / 4),
            games: 0,
            reference_games: 0,
        }
    }

    /// Adds the entries of games or of the reference.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be written.
    pub(super) fn push(&mut self, written: &WrittenRows) -> io::Result<()> {
        for (item, key) in written.rows() {
            let Some((kind, key)) = key.split_first() else {
                return Err(damaged_item_error());
            };
            let with_game = || [&self.games.to_be_bytes()[..], item].concat();
            match *kind {
                HEAD => {
                    self.games += 1;
                    let key = [&self.games.to_be_bytes()[..], &0_u32.to_be_bytes()].concat();
                    self.by_game.push(&key, item)?;
                }
                IDENTITY_OF_GAME => self.by_identity.push(key, &with_game())?,
                MOVE_OF_GAME => self.by_position.push(key, &with_game())?,
                IDENTITY_OF_REFERENCE => {
                    self.reference_games += 1;
                    self.by_identity.push(key, item)?;
                }
                _ => self.by_position.push(key, item)?,
            }
        }
        Ok(())
    }

    /// Returns whether the reference has a game.
    pub(super) const fn has_reference(&self) -> bool {
        self.reference_games > 0
    }

    /// Returns the rows in the order of the games. A game without a new move has no row.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be written or read.
    pub(super) fn finish(mut self) -> io::Result<Rows> {
        let own_dates = own_dates(self.by_identity.finish()?)?;
        let mut sorted = self.by_position.finish()?;
        let mut visits = Visits::default();
        let (mut key, mut item, mut open_position) = (Vec::new(), Vec::new(), Vec::new());
        while sorted.next_into(&mut key, &mut item)? {
            let (position, kind) = match &*key {
                [position @ .., _, _, _, _, kind] => (position, *kind),
                _ => return Err(damaged_item_error()),
            };
            if *position != *open_position {
                visits = Visits::default();
                open_position = position.to_vec();
            }
            if kind == REFERENCE {
                let latest = &key[key.len() - 5..key.len() - 1];
                visits.add(latest, &item)?;
            } else {
                visits.look_up(&item, &own_dates, &mut self.by_game)?;
            }
        }
        Ok(Rows {
            sorted: self.by_game.finish()?,
            head: None,
        })
    }
}

/// Returns the dates of the reference games that are the same game and count for it, by the number of the game. Games without
/// such games are missing.
fn own_dates(sorted: Sorted) -> io::Result<HashMap<u64, OwnDates>> {
    let mut own_dates = HashMap::new();
    let mut open_identity = Vec::new();
    let mut dates = OwnDates::new();
    for entry in sorted {
        let (mut key, item) = entry?;
        let kind = key.pop();
        if key != open_identity {
            dates.clear();
            open_identity = key;
        }
        if kind == Some(IDENTICAL_REFERENCE) {
            let day = GameDate::decode((*item).try_into().map_err(|_| damaged_item_error())?);
            *dates.entry(day).or_default() += 1;
            continue;
        }
        let (number, earliest) = item.split_first_chunk().ok_or_else(damaged_item_error)?;
        let earliest = u32::from_be_bytes(earliest.try_into().map_err(|_| damaged_item_error())?);
        let earlier = dates
            .iter()
            .filter(|(day, _)| day.map_or(0, |day| day.latest) < earliest);
        let earlier: OwnDates = earlier.map(|(&day, &games)| (day, games)).collect();
        if !earlier.is_empty() {
            own_dates.insert(u64::from_be_bytes(*number), earlier);
        }
    }
    Ok(own_dates)
}

/// The visits of a position by the reference games so far, in the order of their dates.
#[derive(Debug, Default)]
struct Visits {
    games: u64,
    /// The number of games with each move.
    moves: HashMap<MoveText, u64>,
    /// The number of games with each date.
    dates: BTreeMap<GameDate, u64>,
}

impl Visits {
    /// Adds an entry of a reference game with this code of the latest day.
    fn add(&mut self, latest: &[u8], item: &[u8]) -> io::Result<()> {
        let (mv, rest) = item
            .split_first_chunk::<MOVE_BYTES>()
            .ok_or_else(damaged_item_error)?;
        let (is_first_visit, date) = rest.split_first().ok_or_else(damaged_item_error)?;
        *self.moves.entry(*mv).or_default() += 1;
        if *is_first_visit == 1 {
            self.games += 1;
            let code = [latest, date].concat();
            let day = GameDate::decode((*code).try_into().map_err(|_| damaged_item_error())?);
            if let Some(day) = day {
                *self.dates.entry(day).or_default() += 1;
            }
        }
        Ok(())
    }

    /// Looks up the move of a game, and adds it to the new moves in `by_game` if no other game played it.
    fn look_up(
        &self,
        item: &[u8],
        own_dates: &HashMap<u64, OwnDates>,
        by_game: &mut Sorter,
    ) -> io::Result<()> {
        let (number, rest) = item.split_first_chunk().ok_or_else(damaged_item_error)?;
        let (_, mv) = rest.split_first_chunk::<4>().ok_or_else(damaged_item_error)?;
        let mv: &MoveText = mv.try_into().map_err(|_| damaged_item_error())?;
        let own = own_dates.get(&u64::from_be_bytes(*number));
        let own_games: u64 = own.iter().flat_map(|dates| dates.values()).sum();
        if self.moves.get(mv).copied().unwrap_or(0) > own_games {
            return Ok(());
        }
        let own_on = |day: GameDate| own.and_then(|dates| dates.get(&Some(day))).copied().unwrap_or(0);
        let mut dates = self.dates.iter().rev();
        let last = dates
            .find(|&(&day, &games)| games > own_on(day))
            .map(|(&day, _)| day);
        let games = self.games.saturating_sub(own_games);
        let key = [&number[..], &rest[..4]].concat();
        let item = [&mv[..], &games.to_be_bytes(), &GameDate::encode(last)].concat();
        by_game.push(&key, &item)
    }
}

/// The rows in the order of the games.
pub(super) struct Rows {
    sorted: Sorted,
    /// The game whose first new move is looked for.
    head: Option<Head>,
}

impl Rows {
    /// Returns the row of the open game, which begins with this new move and is then closed.
    fn row(&mut self, ply: u32, item: &[u8]) -> io::Result<Option<Novelty>> {
        let Some(game) = self.head.take() else {
            return Ok(None);
        };
        let (mv, rest) = item
            .split_first_chunk::<MOVE_BYTES>()
            .ok_or_else(damaged_item_error)?;
        let (games, day) = rest.split_first_chunk().ok_or_else(damaged_item_error)?;
        let sfen = game.sfens.iter().find(|(number, _)| *number == ply);
        let sfen = sfen
            .map(|(_, sfen)| sfen.clone())
            .ok_or_else(damaged_item_error)?;
        Ok(Some(Novelty {
            ply,
            mv: String::from_utf8_lossy(mv).trim_end_matches('\0').to_owned(),
            sfen,
            games_before: u64::from_be_bytes(*games),
            last_before: GameDate::decode(day.try_into().map_err(|_| damaged_item_error())?),
            game,
        }))
    }

    fn add(&mut self, key: &[u8], item: &[u8]) -> io::Result<Option<Novelty>> {
        let ply = key.last_chunk().ok_or_else(damaged_item_error)?;
        match u32::from_be_bytes(*ply) {
            0 => {
                self.head = Some(serde_json::from_slice(item)?);
                Ok(None)
            }
            ply => self.row(ply, item),
        }
    }
}

impl Iterator for Rows {
    type Item = io::Result<Novelty>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let added = self.sorted.next()?.and_then(|(key, item)| self.add(&key, &item));
            if let Some(row) = added.transpose() {
                return Some(row);
            }
        }
    }
}

/// Returns the error for a reference without games.
pub(crate) fn empty_reference_error() -> io::Error {
    Reason::error(
        io::ErrorKind::InvalidInput,
        bilingual(
            "--against has no game of shogi that can be replayed",
            "`--against` に、再現できる将棋の対局がない",
        ),
    )
}
