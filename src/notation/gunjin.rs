//! Records of gunjin shogi.
//!
//! A record has headers with the setup of one side or both, one ply per line, and the end. A ply contains the result of
//! its battle, if there is one.

use std::fmt;

use pest::Parser;
use pest::iterators::{Pair, Pairs};

use super::detect::FirstLine;
use super::plies::{self, Shape};
use super::{Join, Notation, Scope, Target};
use crate::finding::{Cell, Language, Localize, Seat, Words, both};
use crate::profile::{Battle, GUNJIN_KINDS};
use crate::record::GameKind;
use crate::record::gap::TokenGap;
use grammar::{GunjinParser, Rule};

/// The parser that Pest generates from `grammar/gunjin.pest`.
mod grammar {
    use pest_derive::Parser;

    /// Parser of plies of gunjin shogi.
    #[derive(Parser)]
    #[grammar = "../grammar/gunjin.pest"]
    pub(super) struct GunjinParser;
}

/// Gunjin shogi. Its seats are in the order of play.
pub(crate) static GAME: GameKind = GameKind {
    name: "gunjin",
    words: both("gunjin shogi", "軍人将棋"),
    seats: &[
        Seat::new(0, "south", &both("South", "南")),
        Seat::new(1, "north", &both("North", "北")),
    ],
};

static SHAPE: Shape = Shape {
    game: &GAME,
    format: super::GUNJIN,
    key: "Gunjin",
    first_line: FirstLine::Gunjin,
    players: &SEATS,
    token: |text| Ply::parse(text).map(|ply| ply.to_string()),
    position: Some("Position"),
    position_row: with_dots,
    token_error: |text| {
        // With the result of a battle, the text would be a ply.
        if Ply::parse(&format!("{text} =")).is_some() {
            TokenGap::NoBattleResult
        } else {
            TokenGap::NotAMoveOf(&GAME)
        }
    },
};

/// The entry of gunjin shogi in the table of formats.
pub(crate) static NOTATION: Notation = Notation {
    format: super::GUNJIN,
    title: both("records of gunjin shogi", "軍人将棋の棋譜"),
    extensions: &["gunjin"],
    encodings: both("UTF-8, Shift_JIS", "UTF-8、Shift_JIS"),
    scope: Scope::Games,
    form: super::TextForm::LINES,
    binary: None,
    claim_line: |line| SHAPE.claim(line),
    first_record: |text| plies::first_record(text, &SHAPE),
    sort_key: None,
    read: |source| plies::read(source, &SHAPE),
    targets: &[Target {
        games: &[&GAME],
        join: Join::Between(""),
        ..Target::new(
            "gunjin",
            both("gunjin shogi", "軍人将棋"),
            plies::CAPABILITIES_WITH_MARKS,
            |played, _, draft| {
                plies::write(played.record(), &SHAPE, draft);
                Ok(())
            },
        )
    }],
};

// The pieces of gunjin shogi.

/// The kind of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// 大将.
    General,
    /// 中将.
    LieutenantGeneral,
    /// 少将.
    MajorGeneral,
    /// 大佐.
    Colonel,
    /// 中佐.
    LieutenantColonel,
    /// 少佐.
    Major,
    /// 大尉.
    Captain,
    /// 中尉.
    FirstLieutenant,
    /// 少尉.
    SecondLieutenant,
    /// 飛行機.
    Aeroplane,
    /// タンク.
    Tank,
    /// 騎兵.
    Cavalry,
    /// 工兵.
    Engineer,
    /// スパイ.
    Spy,
    /// 地雷.
    Mine,
    /// 軍旗.
    Flag,
}

const KINDS: [(Kind, Words); Kind::COUNT] = [
    (Kind::General, both("general", "大将")),
    (Kind::LieutenantGeneral, both("lieutenant general", "中将")),
    (Kind::MajorGeneral, both("major general", "少将")),
    (Kind::Colonel, both("colonel", "大佐")),
    (Kind::LieutenantColonel, both("lieutenant colonel", "中佐")),
    (Kind::Major, both("major", "少佐")),
    (Kind::Captain, both("captain", "大尉")),
    (Kind::FirstLieutenant, both("first lieutenant", "中尉")),
    (Kind::SecondLieutenant, both("second lieutenant", "少尉")),
    (Kind::Aeroplane, both("aeroplane", "飛行機")),
    (Kind::Tank, both("tank", "タンク")),
    (Kind::Cavalry, both("cavalry", "騎兵")),
    (Kind::Engineer, both("engineer", "工兵")),
    (Kind::Spy, both("spy", "スパイ")),
    (Kind::Mine, both("mine", "地雷")),
    (Kind::Flag, both("flag", "軍旗")),
];

impl Kind {
    /// Number of kinds.
    pub(crate) const COUNT: usize = 16;

    /// All kinds.
    pub(crate) const ALL: [Self; Self::COUNT] = {
        let mut all = [Self::General; Self::COUNT];
        let mut at = 0;
        while at < Self::COUNT {
            all[at] = KINDS[at].0;
            at += 1;
        }
        all
    };

    /// Returns the index among all kinds.
    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    /// Returns the letters of the kind in a record.
    pub(crate) const fn code(self) -> &'static str {
        GUNJIN_KINDS[self as usize]
    }

    /// Returns the kind for the letters in a record; `None` for any other letters.
    pub(crate) fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// Returns whether the kind can take headquarters: a general or a field officer.
    pub(crate) const fn takes_headquarters(self) -> bool {
        self.index() <= Self::Major.index()
    }

    /// Returns whether the kind can move, as all kinds except mine and flag can.
    pub(crate) const fn is_mobile(self) -> bool {
        !matches!(self, Self::Mine | Self::Flag)
    }
}

impl Localize for Kind {
    fn fmt_in(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        KINDS[self.index()].1.fmt_in(language, f)
    }
}

// A cell of the board of gunjin shogi.

/// Number of columns of the board, and of rows.
pub(crate) const BOARD_SIZE: u8 = 8;

/// A cell of the board.
///
/// Columns are counted from the left of South, rows from the edge of South, both from 0. The headquarters of a side are
/// one cell that is two columns wide, and have the name of the left half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    column: u8,
    row: u8,
}

/// The left column of the headquarters.
const HEADQUARTERS_LEFT: u8 = 3;
const HEADQUARTERS_RIGHT: u8 = 4;

impl Place {
    /// Creates a cell. Both columns of the headquarters give the same cell. Returns `None` if the column or the row
    /// is off the board.
    pub(crate) const fn new(column: u8, row: u8) -> Option<Self> {
        if column >= BOARD_SIZE || row >= BOARD_SIZE {
            return None;
        }
        let is_back = row == 0 || row == BOARD_SIZE - 1;
        let column = if is_back && column == HEADQUARTERS_RIGHT {
            HEADQUARTERS_LEFT
        } else {
            column
        };
        Some(Self { column, row })
    }

    /// Returns the headquarters of a seat, 0 for South or 1 for North.
    pub(crate) const fn headquarters(seat: usize) -> Self {
        let row = if seat == 0 { 0 } else { BOARD_SIZE - 1 };
        Self {
            column: HEADQUARTERS_LEFT,
            row,
        }
    }

    /// Returns all cells, row by row from the edge of South.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (0..BOARD_SIZE).flat_map(Self::row_cells)
    }

    /// Returns the cells of a row, from the left.
    pub(crate) fn row_cells(row: u8) -> impl Iterator<Item = Self> {
        let cells = (0..BOARD_SIZE).filter_map(move |column| Some((column, Self::new(column, row)?)));
        cells.filter(|(column, it)| *column == it.column).map(|it| it.1)
    }

    /// Returns the cell for a name, a letter and a digit; `None` for any other text.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        match name.as_bytes() {
            &[column @ b'a'..=b'h', row @ b'1'..=b'8'] => Self::new(column - b'a', row - b'1'),
            _ => None,
        }
    }

    /// Returns the column, counted from the left of South, from 0.
    pub(crate) const fn column(self) -> u8 {
        self.column
    }

    /// Returns the row, counted from the edge of South, from 0.
    pub(crate) const fn row(self) -> u8 {
        self.row
    }

    /// Returns the index of the cell, from 0 to 63.
    pub(crate) const fn index(self) -> usize {
        self.row as usize * BOARD_SIZE as usize + self.column as usize
    }

    /// Returns the seat in whose half the cell is: 0 for South, 1 for North.
    pub(crate) const fn half(self) -> usize {
        if self.row < BOARD_SIZE / 2 { 0 } else { 1 }
    }

    /// Returns whether the cell is the headquarters of a side.
    pub(crate) const fn is_headquarters(self) -> bool {
        self.is_back() && self.column == HEADQUARTERS_LEFT
    }

    /// Returns whether the cell is in the back row of a half.
    pub(crate) const fn is_back(self) -> bool {
        self.row == 0 || self.row == BOARD_SIZE - 1
    }

    /// Returns whether the cell covers a column. Headquarters cover two columns.
    pub(crate) const fn is_in_column(self, column: u8) -> bool {
        self.column == column || self.is_headquarters() && column == HEADQUARTERS_RIGHT
    }

    /// Returns this cell in the type that findings use to mark cells. The result is never `None`, because the name of a
    /// cell is valid.
    pub(crate) fn cell(self) -> Option<Cell> {
        Cell::from_name(&self.to_string())
    }
}

/// Returns the number of empty cells for a word in a row of a position, a digit from 1 to 9; `None` for any other word.
pub(crate) fn empty_cells(word: &str) -> Option<u8> {
    word.parse().ok().filter(|number| word.len() == 1 && *number > 0)
}

/// Replaces the numbers of empty cells in a row of a position by dots: `3` becomes `. . .`. A `#` comment is kept.
fn with_dots(row: &str) -> String {
    let is_separator = |character: char| character.is_whitespace() || character == '/';
    let (cells, comment) = row.split_at(row.find('#').unwrap_or(row.len()));
    let mut dotted = String::with_capacity(row.len());
    for piece in cells.split_inclusive(is_separator) {
        let word = piece.trim_end_matches(is_separator);
        match empty_cells(word) {
            Some(count) => dotted.push_str(&vec!["."; count.into()].join(" ")),
            None => dotted.push_str(word),
        }
        dotted.push_str(&piece[word.len()..]);
    }
    dotted + comment
}

/// Formats the cell as in records: `b4`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column), self.row + 1)
    }
}

impl Localize for Place {
    fn fmt_in(&self, _: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

// A ply of gunjin shogi.

/// A ply: the seat that moves, and its action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ply {
    /// The seat that moves: 0 for South, 1 for North.
    pub seat: usize,
    /// The action of the seat.
    pub action: Action,
}

/// The action of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// The move of a piece.
    Step(Step),
    /// The drop of a piece on the board, which the rules do not allow.
    Drop {
        /// The kind of the piece.
        kind: Kind,
        /// The cell on which the piece is dropped.
        to: Place,
    },
    /// A pass, which the rules do not allow.
    Pass,
}

/// The move of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// The cell from which the piece moves.
    pub from: Place,
    /// The cell to which the piece moves.
    pub to: Place,
    /// The result of the battle for the side that moves; `None` if the piece does not meet another.
    pub battle: Option<Battle>,
    /// `true` if the record states a promotion, which does not exist in this game.
    pub promotes: bool,
}

/// The letters of the seats.
const SEATS: [&str; 2] = ["S", "N"];

/// The signs for the results of a battle: the sign that is written, and an alternative that is also read.
const BATTLE_SIGNS: [(Battle, &str, &str); 3] = [
    (Battle::Won, ">", "＞"),
    (Battle::Lost, "<", "＜"),
    (Battle::Both, "=", "＝"),
];

/// Returns the sign for the result of a battle.
pub(crate) fn sign(battle: Battle) -> &'static str {
    BATTLE_SIGNS
        .iter()
        .find(|sign| sign.0 == battle)
        .map_or("=", |it| it.1)
}

/// Returns the seat for a letter or an arrow; `None` for any other text.
pub(crate) fn seat_of(letter: &str) -> Option<usize> {
    plies::seat(&SEATS, letter)
}

impl Ply {
    /// Reads a ply. Returns `None` if the text is not a ply, such as a capture (`x`) without the result of its battle.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut parts = GunjinParser::parse(Rule::ply, text).ok()?.next()?.into_inner();
        let seat = seat_of(parts.next()?.as_str())?;
        let action = action(parts.next()?)?;
        Some(Self { seat, action })
    }
}

fn action(pair: Pair<'_, Rule>) -> Option<Action> {
    let rule = pair.as_rule();
    let mut parts = pair.into_inner();
    let parse_place = |parts: &mut Pairs<'_, Rule>| Place::from_name(parts.next()?.as_str());
    Some(match rule {
        Rule::pass => Action::Pass,
        Rule::drop => Action::Drop {
            kind: Kind::from_code(parts.next()?.as_str())?,
            to: parse_place(&mut parts)?,
        },
        _ => {
            let (from, to) = (parse_place(&mut parts)?, parse_place(&mut parts)?);
            let mut step = Step {
                from,
                to,
                battle: None,
                promotes: false,
            };
            for part in parts {
                match part.as_rule() {
                    Rule::promotion => step.promotes = true,
                    _ => step.battle = battle(part.as_str()),
                }
            }
            Action::Step(step)
        }
    })
}

fn battle(sign: &str) -> Option<Battle> {
    let entry = BATTLE_SIGNS.iter().find(|it| it.1 == sign || it.2 == sign);
    entry.map(|it| it.0)
}

/// Formats the ply as in records: `S b4xb5 >`.
impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", SEATS[self.seat], self.action)
    }
}

/// Formats the action as in records: `b4xb5 >`, `b5-b6`, `TG*b5`, `pass`.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Step(step) => {
                let (mark, plus) = (
                    if step.battle.is_some() { 'x' } else { '-' },
                    if step.promotes { "+" } else { "" },
                );
                write!(f, "{}{mark}{}{plus}", step.from, step.to)?;
                step.battle
                    .map_or(Ok(()), |battle| write!(f, " {}", sign(battle)))
            }
            Self::Drop { kind, to } => write!(f, "{}*{to}", kind.code()),
            Self::Pass => f.write_str("pass"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_places_and_plies_are_read() {
        assert_eq!(Kind::from_code("LG"), Some(Kind::LieutenantGeneral));
        assert_eq!(Kind::from_code("XX"), None);
        assert_eq!(Place::from_name("e8"), Place::from_name("d8"));
        assert_eq!(Place::from_name("e8").unwrap().to_string(), "d8");
        assert_eq!(Place::from_name("i1"), None);
        assert_eq!(Ply::parse("↑ e8xf8>").unwrap().to_string(), "S d8xf8 >");
        assert_eq!(Ply::parse("S b4xb5"), None);
    }

    #[test]
    fn each_half_has_31_cells() {
        for seat in [0, 1] {
            let cells: Vec<_> = Place::all().filter(|cell| cell.half() == seat).collect();
            assert_eq!(cells.len(), 31);
            assert!(cells.contains(&Place::headquarters(seat)));
        }
    }
}
