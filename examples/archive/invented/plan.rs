//! The plan of a record, made before its first move is played.

use super::dice::Dice;
use super::faults::Fault;
use super::openings::{BOOK, Line};
use super::people::{PLAYERS, Player};
use kifu::shogi::Color;

/// The number of records per directory.
pub const RECORDS_PER_DIRECTORY: u64 = 200;

/// The way a record is written: its format, the number of records per file, and the headers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WritingStyle {
    /// The name of the conversion target, which determines the format.
    pub target: &'static str,
    /// `true` if all records of a directory in this style are in one file.
    pub joined: bool,
    /// `true` if the record has headers with players, date and event.
    pub has_headers: bool,
    /// `true` if the style may be used for records with errors.
    pub holds_faults: bool,
}

const fn style(target: &'static str, joined: bool, has_headers: bool, holds_faults: bool) -> WritingStyle {
    WritingStyle {
        target,
        joined,
        has_headers,
        holds_faults,
    }
}

/// The styles, each with its weight (of 1000) in the random choice of a style.
const STYLES: [(u32, WritingStyle); 7] = [
    (560, style("csa", true, true, true)),
    (180, style("usi", true, false, false)),
    (90, style("kif", false, true, true)),
    (60, style("kifu", false, true, true)),
    (30, style("ki2", false, true, false)),
    (30, style("jkf", false, true, false)),
    (50, style("csa", false, true, true)),
];

/// The planned end of a game, which mate or another event may end earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The loser resigns.
    Resign,
    /// The loser runs out of time.
    Timeout,
    /// The position occurs for the fourth time (sennichite).
    Repetition,
    /// Both kings enter the enemy camps, and the players agree on an impasse.
    Impasse,
    /// The game is interrupted.
    Interrupt,
}

/// The ends, each with its weight (of 1000) in the random choice of an end.
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
    /// The copy ends earlier, by an interruption.
    Prefix,
    /// The copy has the same moves, but another end.
    OtherEnd,
}

impl Copy {
    /// Returns the name of this kind of copy in `truth.json`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Prefix => "prefix",
            Self::OtherEnd => "other-end",
        }
    }
}

/// The properties of a game that are chosen before its moves are played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The players, Black first.
    pub players: [Player; 2],
    /// The start of the game: year, month, day, hour and minute.
    pub date: [u32; 5],
    /// The name of the event.
    pub event: &'static str,
    /// The line of the book with which the game begins.
    pub line: &'static Line,
    /// The number of plies of `line` that are played.
    pub book: usize,
    /// The planned length (plies).
    pub plies: usize,
    /// The planned end.
    pub end: End,
    /// The planned winner, for ends that have one.
    pub winner: Color,
    /// Average time per move (seconds), or `None` for a record without times.
    pub seconds_per_move: Option<u32>,
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
    /// Creates the plan of the game with this number.
    pub fn new(seed: u64, number: u64) -> Self {
        let mut dice = Dice::for_subject(seed, "plan", number);
        let players = choose_players(seed, &mut dice);
        let line = dice.choose(&BOOK);
        let plies = match dice.below(100) {
            0 => 200 + dice.below(101),
            1 => 20 + dice.below(40),
            _ => dice.near_normal(113, 75),
        };
        let shortest = line.moves.len().min(12);
        Self {
            winner: choose_winner(&players, &mut dice),
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
            end: dice.weighted_choice(&ENDS),
            seconds_per_move: dice.weighted_choice(&[
                (400, Some(8)),
                (300, Some(40)),
                (150, Some(150)),
                (150, None),
            ]),
        }
    }
}

/// Returns the year of the record with this number. The year is the same for all records of a directory.
pub fn year(seed: u64, number: u64) -> u32 {
    YEARS.0 + Dice::for_subject(seed, "year", number / RECORDS_PER_DIRECTORY).below(YEARS.1)
}

/// Returns two different players. Players with low numbers play much more often than others.
fn choose_players(seed: u64, dice: &mut Dice) -> [Player; 2] {
    let mut draw = || dice.index(PLAYERS).min(dice.index(PLAYERS));
    let black = draw();
    let white = draw();
    let white = if white == black {
        (white + 1) % PLAYERS
    } else {
        white
    };
    [Player::new(seed, black), Player::new(seed, white)]
}

/// Returns the winner. The stronger player wins more often, and Black slightly more often than White.
fn choose_winner([black, white]: &[Player; 2], dice: &mut Dice) -> Color {
    // A rating difference of 800 points makes the result nearly certain.
    let black_wins = (500 * (800 + black.rating + 20)).saturating_sub(500 * white.rating) / 800;
    if dice.chance(black_wins.clamp(30, 970)) {
        Color::Black
    } else {
        Color::White
    }
}

/// The role of a record in the archive.
#[derive(Clone, Copy, Debug)]
pub enum Role {
    /// A game that is not a copy, with a record without errors.
    Plain,
    /// A game that is not a copy. Its record has this error if the error is possible.
    Faulty(Fault),
    /// A copy of a plain record: the kind of copy, and the number of the original.
    Copy(Copy, u64),
}

impl Role {
    /// Returns the role of the record with this number.
    pub fn new(seed: u64, number: u64) -> Self {
        let mut dice = Dice::for_subject(seed, "role", number);
        match dice.below(1000) {
            0..20 => {
                let kind =
                    dice.weighted_choice(&[(60, Copy::Same), (25, Copy::Prefix), (15, Copy::OtherEnd)]);
                let mut earlier_numbers = (0..number).rev().skip(dice.index((number as usize).max(1)));
                let original =
                    earlier_numbers.find(|&number| Dice::for_subject(seed, "role", number).below(1000) >= 40);
                original.map_or(Self::Plain, |original| Self::Copy(kind, original))
            }
            20..40 => Self::Faulty(*dice.choose(&Fault::ALL)),
            _ => Self::Plain,
        }
    }
}

/// Returns the style in which the record with a number is written. The style can hold the error of the record, if any.
pub fn style_of(seed: u64, number: u64) -> WritingStyle {
    let mut dice = Dice::for_subject(seed, "manner", number);
    let is_possible = |style: &WritingStyle| match Role::new(seed, number) {
        Role::Faulty(fault) => style.holds_faults && (!fault.needs_kif() || style.target.starts_with("kif")),
        _ => true,
    };
    loop {
        let style = dice.weighted_choice(&STYLES);
        if is_possible(&style) {
            return style;
        }
    }
}

/// Returns the path of the file with the record of this number, which is written in this style. The path is relative to the
/// folder of games.
pub fn path(seed: u64, number: u64, style: WritingStyle) -> String {
    let (year, directory) = (year(seed, number), number / RECORDS_PER_DIRECTORY);
    let extension = kifu::notation::target(style.target).map_or("", |it| it.extension);
    if style.joined {
        format!("{year}/{directory:05}/games.{extension}")
    } else {
        format!("{year}/{directory:05}/{number:07}.{extension}")
    }
}

/// Returns the location of a record: the path of its file, and the number of the record in this file, from 1.
pub fn place(seed: u64, number: u64) -> (String, u64) {
    let style = style_of(seed, number);
    let mut earlier_count = 0;
    if style.joined {
        let earlier_numbers = number / RECORDS_PER_DIRECTORY * RECORDS_PER_DIRECTORY..number;
        earlier_count = earlier_numbers
            .filter(|&other| style_of(seed, other) == style)
            .count() as u64;
    }
    (path(seed, number, style), earlier_count + 1)
}
