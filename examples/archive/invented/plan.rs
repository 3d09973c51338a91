//! The plan of a record, made before its first move is played.

use super::dice::Dice;
use super::faults::Fault;
use super::openings::{BOOK, Line};
use super::people::{PEOPLE, Player};
use kifu::shogi::Color;

/// The number of records per directory.
pub const SHELF: u64 = 200;

/// The way a record is written: format, and number of records per file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Manner {
    /// The conversion target of the crate.
    pub target: &'static str,
    /// Set if all such records of a directory are in one file.
    pub together: bool,
    /// Set if the record has headers with players, date and event.
    pub says_who: bool,
    /// Set if the record can hold every kind of error.
    pub holds_faults: bool,
}

const fn manner(target: &'static str, together: bool, says_who: bool, holds_faults: bool) -> Manner {
    Manner {
        target,
        together,
        says_who,
        holds_faults,
    }
}

/// Ways of writing, with weights.
const MANNERS: [(u32, Manner); 7] = [
    (560, manner("csa", true, true, true)),
    (180, manner("usi", true, false, false)),
    (90, manner("kif", false, true, true)),
    (60, manner("kifu", false, true, true)),
    (30, manner("ki2", false, true, false)),
    (30, manner("jkf", false, true, false)),
    (50, manner("csa", false, true, true)),
];

/// The planned end of a game, unless something ends it earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The loser resigns.
    Resign,
    /// The loser runs out of time.
    Timeout,
    /// The position occurs for the fourth time (sennichite).
    Repetition,
    /// Both kings enter (impasse).
    Impasse,
    /// The game is interrupted.
    Interrupt,
}

const ENDS: [(u32, End); 5] = [
    (902, End::Resign),
    (70, End::Timeout),
    (6, End::Repetition),
    (2, End::Impasse),
    (20, End::Interrupt),
];

/// The difference between a copy and the original record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Copy {
    /// No difference: the same game in another file, perhaps in another format.
    Same,
    /// The copy ends earlier.
    Prefix,
    /// The copy has another end.
    OtherEnd,
}

impl Copy {
    /// Returns the name in `truth.json`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Prefix => "prefix",
            Self::OtherEnd => "other-end",
        }
    }
}

/// Everything about a game except its moves.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The players, Black first.
    pub players: [Player; 2],
    /// Year, month, day, hour and minute.
    pub date: [u32; 5],
    /// The event.
    pub event: &'static str,
    /// The line of the book with which the game begins.
    pub line: &'static Line,
    /// The number of plies of the line that are played.
    pub book: usize,
    /// The planned length (plies).
    pub plies: usize,
    /// The planned end.
    pub end: End,
    /// The planned winner, for ends that have one.
    pub winner: Color,
    /// Average time per move (seconds), or `None` for a record without times.
    pub pace: Option<u32>,
}

const EVENTS: [&str; 16] = [
    "春季オープン",
    "夏季オープン",
    "秋季選手権",
    "冬季選手権",
    "新人戦",
    "団体戦",
    "早指し杯",
    "市民大会",
    "学生リーグ",
    "職域大会",
    "王者決定戦",
    "研究会",
    "練習対局",
    "ネット棋戦",
    "電脳杯",
    "記念対局",
];

/// The first year of the archive, and the number of years.
const YEARS: (u32, u32) = (1995, 30);

impl Plan {
    /// Creates the plan of the game with a number.
    pub fn of(seed: u64, number: u64) -> Self {
        let mut dice = Dice::of(seed, "plan", number);
        let players = pair(seed, &mut dice);
        let line = dice.one(&BOOK);
        let plies = match dice.below(100) {
            0 => 200 + dice.below(101),
            1 => 20 + dice.below(40),
            _ => dice.around(113, 75),
        };
        let shortest = line.moves.len().min(12);
        Self {
            winner: winner(&players, &mut dice),
            players,
            date: [
                year(seed, number),
                1 + dice.below(12),
                1 + dice.below(28),
                9 + dice.below(11),
                5 * dice.below(12),
            ],
            event: EVENTS[dice.index(EVENTS.len())],
            book: shortest + dice.index(line.moves.len() - shortest + 1),
            line,
            plies: plies.clamp(20, 300) as usize,
            end: dice.weighed(&ENDS),
            pace: dice.weighed(&[(400, Some(8)), (300, Some(40)), (150, Some(150)), (150, None)]),
        }
    }
}

/// Returns the year, which is the same for all records of a directory.
pub fn year(seed: u64, number: u64) -> u32 {
    YEARS.0 + Dice::of(seed, "year", number / SHELF).below(YEARS.1)
}

/// Returns two different players. Some players play much more often than others.
fn pair(seed: u64, dice: &mut Dice) -> [Player; 2] {
    let mut one = || dice.index(PEOPLE).min(dice.index(PEOPLE));
    let black = one();
    let white = one();
    let white = if white == black {
        (white + 1) % PEOPLE
    } else {
        white
    };
    [Player::of(seed, black), Player::of(seed, white)]
}

/// Returns the winner. The stronger player wins more often, and Black slightly more often than White.
fn winner([black, white]: &[Player; 2], dice: &mut Dice) -> Color {
    // A rating difference of 800 points makes the result nearly certain.
    let chance = (500 * (800 + black.rating + 20)).saturating_sub(500 * white.rating) / 800;
    if dice.happens(chance.clamp(30, 970)) {
        Color::Black
    } else {
        Color::White
    }
}

/// The kind of a record in the archive.
#[derive(Clone, Copy, Debug)]
pub enum Role {
    /// A separate game.
    Plain,
    /// A separate game with an error in its record.
    Faulty(Fault),
    /// A copy of a plain record.
    Copy(Copy, u64),
}

impl Role {
    /// Returns the role of the record with a number.
    pub fn of(seed: u64, number: u64) -> Self {
        let mut dice = Dice::of(seed, "role", number);
        match dice.below(1000) {
            0..20 => {
                let kind = dice.weighed(&[(60, Copy::Same), (25, Copy::Prefix), (15, Copy::OtherEnd)]);
                let mut earlier = (0..number).rev().skip(dice.index((number as usize).max(1)));
                let of = earlier.find(|&of| Dice::of(seed, "role", of).below(1000) >= 40);
                of.map_or(Self::Plain, |of| Self::Copy(kind, of))
            }
            20..40 => Self::Faulty(*dice.one(&Fault::ALL)),
            _ => Self::Plain,
        }
    }
}

/// Returns the way in which the record with a number is written.
pub fn manner_of(seed: u64, number: u64) -> Manner {
    let mut dice = Dice::of(seed, "manner", number);
    let able = |manner: &Manner| match Role::of(seed, number) {
        Role::Faulty(fault) => {
            manner.holds_faults && (!fault.needs_kif() || manner.target.starts_with("kif"))
        }
        _ => true,
    };
    loop {
        let manner = dice.weighed(&MANNERS);
        if able(&manner) {
            return manner;
        }
    }
}

/// Returns the file of a record.
pub fn path(seed: u64, number: u64, manner: Manner) -> String {
    let (year, shelf) = (year(seed, number), number / SHELF);
    let extension = kifu::notation::target(manner.target).map_or("", |it| it.extension);
    if manner.together {
        format!("{year}/{shelf:05}/games.{extension}")
    } else {
        format!("{year}/{shelf:05}/{number:07}.{extension}")
    }
}

/// Returns the location of a record: its file, and its number in that file from 1.
pub fn place(seed: u64, number: u64) -> (String, u64) {
    let manner = manner_of(seed, number);
    let mut before = 0;
    if manner.together {
        let earlier = number / SHELF * SHELF..number;
        before = earlier.filter(|&other| manner_of(seed, other) == manner).count() as u64;
    }
    (path(seed, number, manner), before + 1)
}
