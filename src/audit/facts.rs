//! The facts of a record that are compared with those of other records.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde::{Deserialize, Serialize};

use crate::finding::{Seat, Words, both};
use crate::record::{Date, Outcome, Terminal};
use crate::stats::pairing::{Pairing, normalize_event};
use crate::stats::{Game, normalize_name};

/// Number of plies at the beginning of a game that are kept to recognize a record of the same game that ends early.
const HEAD_PLIES: usize = 30;

/// The place of a record among the inputs.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Place {
    /// The path of the file as it is shown.
    pub path: String,
    /// The number of the file as a member of an archive; 0 for a file outside an archive.
    pub member: u64,
    /// The number of the record in the file, from 1.
    pub record: u32,
}

/// The facts of a record.
///
/// The facts of all records are sorted in temporary files, so they are small and can be serialized.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Facts {
    /// The number of the record in the order of the inputs, from 1.
    pub sequence: u64,
    pub place: Place,
    /// The names of Black and White as written; `None` if a name is missing.
    pub names: [Option<String>; 2],
    /// The names for comparison; empty if a name is missing or a placeholder.
    pub players: [String; 2],
    /// The event as written; `None` if the record states none.
    pub event: Option<String>,
    /// The name of the event for comparison. Without an event, it is the folder.
    pub event_key: String,
    /// The round and table in the record: in a header, a comment or the event.
    #[serde(with = "pairing")]
    pub stated_pairing: Pairing,
    /// The round and table, also from the names of the file and its folders.
    #[serde(with = "pairing")]
    pub pairing: Pairing,
    /// The start and the end of the game as written.
    pub times: [Option<String>; 2],
    /// The time that both players used (seconds); `None` if it is unknown.
    pub used_seconds: Option<u64>,
    /// The result as stated, or by the rules if none is stated.
    pub result: Option<GameResult>,
    /// `true` if the record states an end of the game that is not an interruption.
    pub has_end: bool,
    /// `true` if the game was drawn, so that it may be played again.
    pub is_drawn: bool,
    pub plies: u32,
    /// A hash of the start position and all plies.
    pub moves: u128,
    /// The codes of the first plies.
    #[serde(with = "codes")]
    pub head: Vec<u16>,
    /// The time control in a common form; `None` if it is unknown.
    pub time_control: Option<String>,
    /// The handicap or the name of the start position.
    pub handicap: String,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum GameResult {
    Black,
    White,
    Draw,
}

impl GameResult {
    /// Returns the result for a message.
    pub(crate) const fn words(self) -> Words {
        match self {
            Self::Black => both("Black wins", "先手勝ち"),
            Self::White => both("White wins", "後手勝ち"),
            Self::Draw => both("the game is a draw", "引き分け"),
        }
    }

    fn new(outcome: Option<Outcome<Seat>>) -> Option<Self> {
        match outcome? {
            Outcome::Win(seat) if seat.index() == 0 => Some(Self::Black),
            Outcome::Win(_) => Some(Self::White),
            Outcome::Draw => Some(Self::Draw),
            Outcome::None => None,
        }
    }
}

impl Facts {
    /// Returns the facts of a game, whose codes of plies are `line`. Its number in the order of the inputs, and that of its file in
    /// an archive, are 0 for now.
    pub(crate) fn new(game: &Game, line: &[u16]) -> Self {
        let event = game.event.clone();
        let event_key = event
            .as_deref()
            .map(normalize_event)
            .filter(|key| !key.is_empty());
        let seconds = |seat: usize| Some(game.milliseconds(game.kind.seats.get(seat).copied()?)? / 1_000);
        Self {
            sequence: 0,
            place: Place {
                path: game.path.to_string(),
                member: 0,
                record: game.record,
            },
            names: [game.players[0].clone(), game.players[1].clone()],
            players: [0, 1].map(|seat: usize| {
                let name = game.players[seat].as_deref();
                name.map(normalize_name).unwrap_or_default()
            }),
            event_key: event_key.unwrap_or_else(|| format!("{}/", game.folder())),
            event,
            stated_pairing: game.stated_pairing,
            pairing: game.pairing,
            times: [game.started.clone(), game.ended.clone()],
            used_seconds: seconds(0).zip(seconds(1)).map(|(black, white)| black + white),
            result: GameResult::new(game.stated.or(game.verdict)),
            has_end: game.end.is_some_and(|end| {
                !matches!(
                    end,
                    Terminal::Interrupt | Terminal::Other | Terminal::Error | Terminal::Sealed
                )
            }),
            is_drawn: matches!(game.verdict.or(game.stated), Some(Outcome::Draw))
                || matches!(game.end, Some(Terminal::Repetition | Terminal::Impasse)),
            plies: line.len() as u32,
            moves: hash_of(&(game.kind.name, game.start.as_deref(), line)),
            head: line.iter().copied().take(HEAD_PLIES).collect(),
            time_control: game.time_control.clone(),
            handicap: game.handicap.clone(),
        }
    }

    /// Returns the date at which the game began; `None` if it is unknown or unreadable.
    pub(crate) fn date(&self) -> Option<Date> {
        Date::read(self.times[0].as_deref()?).ok()
    }

    /// Returns the number of the day at which the game began.
    pub(crate) fn day(&self) -> Option<u64> {
        self.date()?.day_number()
    }

    /// Returns the time at which the game began (seconds); `None` if the date or the time of the day is unknown.
    pub(crate) fn start_seconds(&self) -> Option<u64> {
        self.date()?.seconds()
    }

    /// Returns the date as text for a message: `2024-05-05`, or as written.
    pub(crate) fn date_text(&self) -> String {
        match self.date() {
            Some(date) => date.without_time().to_string(),
            None => self.times[0].clone().unwrap_or_default(),
        }
    }

    /// Returns whether both players are known.
    pub(crate) fn has_players(&self) -> bool {
        self.players.iter().all(|name| !name.is_empty())
    }

    /// Returns the players as a set: both names in alphabetical order.
    pub(crate) fn pair(&self) -> [&str; 2] {
        let [black, white] = &self.players;
        if black <= white {
            [black, white]
        } else {
            [white, black]
        }
    }

    /// Returns the names of both players for a message.
    pub(crate) fn names_text(&self) -> String {
        let name = |seat: usize| self.names[seat].as_deref().map_or("?", str::trim);
        format!("{} – {}", name(0), name(1))
    }

    /// Returns whether the first plies of one game are those of the other, as far as they are kept.
    pub(crate) fn begins_like(&self, other: &Self) -> bool {
        let shared = self.head.len().min(other.head.len());
        shared > 0 && self.head[..shared] == other.head[..shared]
    }
}

/// Returns a hash of a value, the same in every run.
pub(super) fn hash_of(value: &impl Hash) -> u128 {
    let half = |part: u8| {
        let mut hasher = DefaultHasher::new();
        (part, value).hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(0) << 64 | half(1)
}

/// Serialization of codes as a string, which is read faster than numbers.
mod codes {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// The character of the code 0. No character from here on is a surrogate.
    const FIRST: u32 = 0x10000;

    pub(super) fn serialize<S: Serializer>(codes: &[u16], serializer: S) -> Result<S::Ok, S::Error> {
        let characters = codes
            .iter()
            .filter_map(|code| char::from_u32(FIRST + u32::from(*code)));
        characters.collect::<String>().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u16>, D::Error> {
        let text: &str = Deserialize::deserialize(deserializer)?;
        Ok(text
            .chars()
            .map(|character| (u32::from(character) - FIRST) as u16)
            .collect())
    }
}

/// Serialization of a pairing.
mod pairing {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::stats::pairing::Pairing;

    pub(super) fn serialize<S: Serializer>(pairing: &Pairing, serializer: S) -> Result<S::Ok, S::Error> {
        (pairing.round, pairing.table).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Pairing, D::Error> {
        let (round, table) = Deserialize::deserialize(deserializer)?;
        Ok(Pairing { round, table })
    }
}
