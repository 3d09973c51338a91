//! The plan of a record, made before its first move is played.

use super::dice::Dice;
use super::faults::Fault;
use super::openings::{BOOK, Line};
use super::people::{PEOPLE, Player};
use kifu::shogi::Color;

/// How many records one directory has.
pub const SHELF: u64 = 200;

/// What a record is written in, and with how many others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Manner {
    /// The target of the crate.
    pub target: &'static str,
    /// Whether all records of a directory that are so written stand in one file.
    pub together: bool,
    /// Whether it says who played, when and with what result.
    pub says_who: bool,
    /// Whether it can hold every fault.
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

/// How often records are written in which manner.
const MANNERS: [(u32, Manner); 7] = [
    (560, manner("csa", true, true, true)),
    (180, manner("usi", true, false, false)),
    (90, manner("kif", false, true, true)),
    (60, manner("kifu", false, true, true)),
    (30, manner("ki2", false, true, false)),
    (30, manner("jkf", false, true, false)),
    (50, manner("csa", false, true, true)),
];

/// How a game is to end, if nothing comes in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The loser gives up.
    Resign,
    /// The loser's time is up.
    Timeout,
    /// The position comes about for the fourth time.
    Repetition,
    /// Both kings enter.
    Impasse,
    /// It is broken off.
    Interrupt,
}

const ENDS: [(u32, End); 5] = [
    (902, End::Resign),
    (70, End::Timeout),
    (6, End::Repetition),
    (2, End::Impasse),
    (20, End::Interrupt),
];

/// What a copy of another record has that the other has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Copy {
    /// Nothing: the same game in another place, perhaps in another notation.
    Same,
    /// It breaks off earlier.
    Prefix,
    /// Another end.
    OtherEnd,
}

impl Copy {
    /// Its name in `truth.json`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Prefix => "prefix",
            Self::OtherEnd => "other-end",
        }
    }
}

/// Everything about a game but its moves.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Those who play, Black first.
    pub players: [Player; 2],
    /// Year, month, day, hour and minute.
    pub date: [u32; 5],
    /// What it is played for.
    pub event: &'static str,
    /// The line of the book it begins with, and how far it follows it.
    pub line: &'static Line,
    /// The plies of the line that are played.
    pub book: usize,
    /// How long it is to be.
    pub plies: usize,
    /// How it is to end.
    pub end: End,
    /// Who is to win, where somebody does.
    pub winner: Color,
    /// How many seconds a move takes, about; none where nobody looked at a clock.
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

/// The first year of the archive, and how many it has.
const YEARS: (u32, u32) = (1995, 30);

impl Plan {
    /// The plan of the game of a number.
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

/// All records of a directory are of one year.
pub fn year(seed: u64, number: u64) -> u32 {
    YEARS.0 + Dice::of(seed, "year", number / SHELF).below(YEARS.1)
}

/// Two different players. Some play much more than others.
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

/// The stronger one wins more often, and Black a little more often than White.
fn winner([black, white]: &[Player; 2], dice: &mut Dice) -> Color {
    // 800 points ahead are as good as certain.
    let chance = (500 * (800 + black.rating + 20)).saturating_sub(500 * white.rating) / 800;
    if dice.happens(chance.clamp(30, 970)) {
        Color::Black
    } else {
        Color::White
    }
}

/// What a record is among the others.
#[derive(Clone, Copy, Debug)]
pub enum Role {
    /// A record of its own.
    Plain,
    /// A record of its own with a fault.
    Faulty(Fault),
    /// A copy of a plain one.
    Copy(Copy, u64),
}

impl Role {
    /// The role of a number.
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

/// How the record of a number is written.
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

/// The file of a record.
pub fn path(seed: u64, number: u64, manner: Manner) -> String {
    let (year, shelf) = (year(seed, number), number / SHELF);
    let extension = kifu::notation::target(manner.target).map_or("", |it| it.extension);
    if manner.together {
        format!("{year}/{shelf:05}/games.{extension}")
    } else {
        format!("{year}/{shelf:05}/{number:07}.{extension}")
    }
}

/// Where a record stands: its file, and its place in it from 1.
pub fn place(seed: u64, number: u64) -> (String, u64) {
    let manner = manner_of(seed, number);
    let mut before = 0;
    if manner.together {
        let earlier = number / SHELF * SHELF..number;
        before = earlier.filter(|&other| manner_of(seed, other) == manner).count() as u64;
    }
    (path(seed, number, manner), before + 1)
}
