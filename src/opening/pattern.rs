//! Something that has a name.

use std::ops::Range;

use crate::finding::{Bilingual, Words, both};
use crate::shogi::{Color, Piece, PieceKind, Position, Square};
use crate::text::similar;

/// What a name says something about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// 囲い: where a side keeps its king.
    Castle,
    /// 戦法: how a side plays.
    Strategy,
    /// 戦型: what the game of both sides is.
    Game,
}

impl Kind {
    /// All of them, in the order in which they are listed.
    pub(crate) const ALL: [Self; 3] = [Self::Castle, Self::Strategy, Self::Game];

    /// What it is called.
    pub(crate) const fn title(self) -> Words {
        match self {
            Self::Castle => both("castles", "囲い"),
            Self::Strategy => both("strategies", "戦法"),
            Self::Game => both("openings of both sides", "戦型"),
        }
    }

    /// The key of its entries in a file.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Castle => "castle",
            Self::Strategy => "strategy",
            Self::Game => "game",
        }
    }

    /// The last ply after which patterns of the kind are looked for, where they do not say it themselves.
    pub(crate) const fn until(self) -> u32 {
        match self {
            Self::Castle => 120,
            Self::Strategy | Self::Game => 60,
        }
    }

    /// How telling its names are where they do not say it themselves.
    pub(crate) const fn telling(self) -> u8 {
        match self {
            Self::Castle => 0,
            Self::Strategy | Self::Game => 50,
        }
    }
}

/// Which of the players: who moved first in this game (先手), or the other (後手).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// 先手
    First,
    /// 後手
    Second,
}

impl Turn {
    /// Both.
    pub(crate) const ALL: [Self; 2] = [Self::First, Self::Second];

    /// Its word in a file.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }

    /// The side that has it where `beginner` made the first move.
    pub(super) const fn color(self, beginner: Color) -> Color {
        match self {
            Self::First => beginner,
            Self::Second => beginner.opponent(),
        }
    }
}

/// Something that has a name: a castle, a way to play, a kind of game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Its name in both languages.
    pub name: Bilingual<String>,
    /// What the name says something about.
    pub kind: Kind,
    /// The number in the book of the more general name, of which this is a special case.
    pub parent: Option<usize>,
    /// The number in the book of the name for its family, if that is not its most general name.
    pub family: Option<usize>,
    /// How many more general names there are above it.
    pub depth: u8,
    /// How much the name says of the whole game: the most telling one is the name of the game.
    pub telling: u8,
    /// Who alone can show it.
    pub(crate) only: Option<Turn>,
    /// The ply from which on it is looked for.
    pub from: u32,
    /// The last ply after which it is looked for.
    pub until: u32,
    /// The shape as it stands in the file, drawn from Black's side: one of these…
    pub board: Vec<String>,
    /// … and nothing of this.
    pub not: Option<String>,
    /// The same, taken apart: the clauses of one of the lists must hold.
    pub(super) forms: Vec<Vec<Clause>>,
}

// A pattern as one of the two sides can show it.

/// A pattern as one side can show it, made ready to be looked for.
#[derive(Debug)]
pub(super) struct View {
    pub pattern: usize,
    pub color: Color,
    pub telling: u8,
    pub from: u32,
    pub until: u32,
    /// The clauses of one of these must hold; those that are soon answered come first.
    pub forms: Vec<Vec<Clause>>,
    /// A piece that all of them want, one that seldom stands there: most positions fail for it.
    stands: Option<(Square, Piece)>,
    /// A view that all of them want to have been seen.
    seen: Option<usize>,
}

impl View {
    pub(super) fn new(number: usize, pattern: &Pattern, color: Color) -> Self {
        let seen_by = pattern.forms.iter().map(|form| seen_by(color, form));
        let mut forms: Vec<_> = seen_by.collect();
        for form in &mut forms {
            form.sort_by_key(cost);
        }
        let musts = musts(&forms);
        let seen = musts.iter().find_map(|fact| match *fact {
            Fact::Seen(color, pattern) => Some(view(pattern as usize, color)),
            _ => None,
        });
        let stands = musts.iter().filter_map(|fact| match *fact {
            Fact::Stands(square, piece) => Some((square, piece)),
            _ => None,
        });
        let start = Position::startpos();
        let rarity = |(square, piece): &(Square, Piece)| {
            let at_home = start.piece_at(*square) == Some(*piece);
            (
                !at_home,
                piece.kind == PieceKind::King,
                piece.kind != PieceKind::Pawn,
            )
        };
        Self {
            pattern: number,
            color,
            telling: pattern.telling,
            from: pattern.from,
            until: pattern.until,
            stands: stands.max_by_key(rarity),
            seen,
            forms,
        }
    }

    /// Whether it is worth looking closer: what is soon answered, and with no for most positions.
    pub(super) fn may_hold(&self, ply: u32, position: &Position, seen: &[bool]) -> bool {
        (self.from..=self.until).contains(&ply)
            && self.seen.is_none_or(|it| seen.get(it) == Some(&true))
            && self
                .stands
                .is_none_or(|(square, piece)| position.piece_at(square) == Some(piece))
    }

    /// Whether the side shows the pattern, where it may.
    pub(super) fn holds(&self, scene: &Scene) -> bool {
        let holds = |form: &Vec<Clause>| form.iter().all(|clause| clause.holds(scene));
        self.forms.iter().any(holds)
    }
}

/// How many squares have to be looked at for a clause.
fn cost(clause: &Clause) -> usize {
    let squares = clause.facts.iter().map(|fact| match fact {
        Fact::Stands(..) | Fact::Slid(..) => 1,
        Fact::OnFile(..) => 9,
        Fact::Holds(..)
        | Fact::Exchanged(..)
        | Fact::Unmoved(..)
        | Fact::Static(..)
        | Fact::Nameless
        | Fact::Seen(..) => 0,
    });
    squares.sum()
}

/// The facts that every form wants.
fn musts(forms: &[Vec<Clause>]) -> Vec<Fact> {
    let Some((first, others)) = forms.split_first() else {
        return Vec::new();
    };
    let in_all = |clause: &&Clause| others.iter().all(|form| form.contains(clause));
    let wanted = first.iter().filter(|clause| clause.wanted).filter(in_all);
    wanted
        .filter_map(|clause| match clause.facts[..] {
            [fact] => Some(fact),
            _ => None,
        })
        .collect()
}

// From the words of a shape to its conditions.

/// A word that nobody understands: where it stands in its text, what is wrong with it and what may help.
pub(super) struct Misread {
    pub at: Range<usize>,
    pub message: String,
    pub help: String,
}

/// Reads a shape: its words are wanted, or unwanted. What cannot be read is listed.
pub(super) fn read_shape(text: &str, names: &[&str], wanted: bool) -> (Vec<Clause>, Vec<Misread>) {
    let (mut clauses, mut misread) = (Vec::new(), Vec::new());
    for word in text.split_whitespace() {
        let mut facts = Vec::new();
        for choice in word.split(OR) {
            match fact(choice, names) {
                Ok(fact) => facts.push(fact),
                Err((message, help)) => {
                    let start = choice.as_ptr() as usize - text.as_ptr() as usize;
                    let at = start..start + choice.len();
                    misread.push(Misread { at, message, help });
                }
            }
        }
        clauses.push(Clause { facts, wanted });
    }
    (clauses, misread)
}

/// What a word says, or what is wrong with it and what may help.
fn fact(word: &str, names: &[&str]) -> Result<Fact, (String, String)> {
    let unknown = || {
        (
            format!("`{word}` is not a known word"),
            "expected a word such as ２八玉, △８四歩, ７筋飛, 持角, 角交換 or 「四間飛車」; separate alternatives with |"
                .to_owned(),
        )
    };
    let (color, rest) = marked(word);
    match named(rest) {
        Some(name) => number(name, names).map(|number| Fact::Seen(color, number as u32)),
        None => read_word(word).ok_or_else(unknown),
    }
}

/// The number of a pattern by its name.
pub(super) fn number(name: &str, names: &[&str]) -> Result<usize, (String, String)> {
    names.iter().position(|it| *it == name).ok_or_else(|| {
        let help = similar(name, names.iter().copied()).map_or_else(
            || "expected the `name` of another entry".to_owned(),
            |meant| format!("did you mean {meant}?"),
        );
        (format!("there is no entry {name}"), help)
    })
}

/// The same conditions, seen by the other side where it is White that shows them.
pub(super) fn seen_by(color: Color, clauses: &[Clause]) -> Vec<Clause> {
    match color {
        Color::Black => clauses.to_vec(),
        Color::White => clauses.iter().map(Clause::turned).collect(),
    }
}

// The words in which shapes are written: `２八玉`, `△８四歩`, `８九飛寄`, `７筋飛`, `持角`, `２二角交換`, `不動玉`,
// `居飛車`, `無名`, `「四間飛車」`.

/// The pieces as shogi players write them, in either way.
const PIECES: [&str; PieceKind::ALL.len()] = [
    "歩", "香", "桂", "銀", "金", "角", "飛", "玉", "と", "成香", "成桂", "成銀", "馬", "龍",
];

/// The digits, in each of the ways in which squares are written.
const DIGITS: [&str; 3] = ["123456789", "１２３４５６７８９", "一二三四五六七八九"];

/// Separates words that will do for each other.
pub(super) const OR: [char; 2] = ['|', '｜'];

/// Whom a word speaks of, and the rest of it: without a mark the side that shows the pattern, Black; △ speaks of the other.
fn marked(word: &str) -> (Color, &str) {
    match word.strip_prefix(['△', '☖', '▽']) {
        Some(rest) => (Color::White, rest),
        None => (Color::Black, word.strip_prefix(['▲', '☗']).unwrap_or(word)),
    }
}

/// The name of another pattern, between its brackets.
fn named(word: &str) -> Option<&str> {
    let name = word.strip_prefix('「').and_then(|rest| rest.strip_suffix('」'))?;
    (!name.is_empty()).then_some(name)
}

/// Reads a word that is not the name of a pattern.
fn read_word(word: &str) -> Option<Fact> {
    let (color, rest) = marked(word);
    if let Some(kind) = rest.strip_prefix('持').and_then(piece) {
        return PieceKind::HAND
            .contains(&kind)
            .then_some(Fact::Holds(color, kind));
    }
    if rest == "不動玉" {
        return Some(Fact::Unmoved(color));
    }
    if rest == "居飛車" {
        return Some(Fact::Static(color));
    }
    if word == "無名" {
        return Some(Fact::Nameless);
    }
    if let Some(place) = rest.strip_suffix("角交換") {
        let square = square(place);
        return match square {
            Some((square, "")) => Some(Fact::Exchanged(color, Some(square))),
            _ => place.is_empty().then_some(Fact::Exchanged(color, None)),
        };
    }
    if let Some((square, name)) = square(rest) {
        let of = |name| Some(Piece::new(color, piece(name)?));
        return match name.strip_suffix('寄') {
            Some(name) => Some(Fact::Slid(square, of(name)?)),
            None => Some(Fact::Stands(square, of(name)?)),
        };
    }
    let (file, name) = digit(rest)?;
    let kind = piece(name.strip_prefix('筋')?)?;
    Some(Fact::OnFile(file, Piece::new(color, kind)))
}

fn piece(name: &str) -> Option<PieceKind> {
    let usual = match name {
        "王" => "玉",
        "竜" => "龍",
        _ => name,
    };
    let at = PIECES.iter().position(|it| *it == usual)?;
    Some(PieceKind::ALL[at])
}

/// The square at the beginning of a word, and what follows.
fn square(word: &str) -> Option<(Square, &str)> {
    let (file, rest) = digit(word)?;
    let (rank, rest) = digit(rest)?;
    Some((Square::new(file, rank)?, rest))
}

/// The digit at the beginning of a word, and what follows.
fn digit(word: &str) -> Option<(u8, &str)> {
    let mut letters = word.chars();
    let letter = letters.next()?;
    let digits = DIGITS
        .iter()
        .find_map(|digits| digits.chars().position(|it| it == letter))?;
    Some((digits as u8 + 1, letters.as_str()))
}

// What must hold for a pattern: small facts, put together.

/// Something that is so or not so, of which a pattern speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    /// A piece stands on a square: `７八銀`.
    Stands(Square, Piece),
    /// A piece has just come to a square along its rank: `８九飛寄`.
    Slid(Square, Piece),
    /// A piece stands somewhere on a file, 1 to 9: `７筋飛`.
    OnFile(u8, Piece),
    /// A side holds a piece: `持角`.
    Holds(Color, PieceKind),
    /// A side was the first to take the other's bishop with its own: `角交換`, or `２二角交換` with the square.
    Exchanged(Color, Option<Square>),
    /// A side's king has not moved: `不動玉`.
    Unmoved(Color),
    /// A side pushed the pawn before its rook while the rook was still on its file: `居飛車`.
    Static(Color),
    /// Nothing that has been seen tells more of the game than this pattern would: `無名`.
    Nameless,
    /// A pattern, by its number, has been seen of a side: `「四間飛車」`.
    Seen(Color, u32),
}

/// What facts are looked up in.
pub(super) struct Scene<'a> {
    pub position: &'a Position,
    pub past: &'a Past,
    /// How much the most telling name tells that has been seen, and how much the pattern that is looked for would.
    pub told: u8,
    pub telling: u8,
    /// For every view whether it has been seen.
    pub seen: &'a [bool],
}

/// What has happened in a game, as far as facts are about it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Past {
    /// The last move: from where, if it was not a drop, and to where.
    last: Option<(Option<Square>, Square)>,
    /// Who was the first to take a bishop with a bishop, and where.
    exchange: Option<(Color, Square)>,
    /// Whose kings have moved.
    moved: [bool; 2],
    /// Whose rooks have left the file on which they began.
    ranged: [bool; 2],
    /// Who pushed the pawn before the rook, and did so before the rook left.
    is_static: [bool; 2],
}

/// The file of Black's rook in the start position.
const ROOK_FILE: u8 = 2;

/// The rank of the pawn before it.
const ROOK_PAWN_RANK: u8 = 7;

/// Whether a square is on the file on which the rook of a side begins.
fn is_on_rook_file(side: Color, square: Square) -> bool {
    seen_from(side, square).file() == ROOK_FILE
}

/// A square as Black would see it from the seat of a side.
fn seen_from(side: Color, square: Square) -> Square {
    match side {
        Color::Black => square,
        Color::White => square.rotated(),
    }
}

impl Past {
    /// Notes a move that has been made.
    pub(crate) fn note(&mut self, moved: Piece, from: Option<Square>, to: Square, captured: Option<Piece>) {
        let is_bishop = |piece: Piece| piece.kind.base() == PieceKind::Bishop;
        self.last = Some((from, to));
        if self.exchange.is_none() && is_bishop(moved) && captured.is_some_and(is_bishop) {
            self.exchange = Some((moved.color, to));
        }
        let side = moved.color;
        self.moved[side.index()] |= moved.kind == PieceKind::King;
        match (moved.kind, from) {
            (PieceKind::Rook, Some(from)) if is_on_rook_file(side, from) => {
                self.ranged[side.index()] |= !is_on_rook_file(side, to);
            }
            (PieceKind::Pawn, Some(from)) if is_on_rook_file(side, from) => {
                let is_first = seen_from(side, from).rank() == ROOK_PAWN_RANK;
                self.is_static[side.index()] |= is_first && !self.ranged[side.index()];
            }
            _ => {}
        }
    }
}

/// A shape by itself, in the words of the book: all of it has to be on the board.
#[derive(Clone, Debug)]
pub(crate) struct Shape(Vec<Clause>);

impl Shape {
    /// Reads a shape, which may not ask for the names of openings.
    ///
    /// # Errors
    ///
    /// The place of the first word that is not understood.
    pub(crate) fn read(text: &str) -> Result<Self, Range<usize>> {
        let (clauses, misread) = read_shape(text, &[], true);
        let nameless = |clause: &Clause| clause.facts.contains(&Fact::Nameless);
        match misread.into_iter().next() {
            Some(misread) => Err(misread.at),
            None if clauses.iter().any(nameless) => Err(0..text.len()),
            None => Ok(Self(clauses)),
        }
    }

    /// Whether all of it is so.
    pub(crate) fn holds(&self, position: &Position, past: &Past) -> bool {
        let scene = Scene {
            position,
            past,
            told: 0,
            telling: 0,
            seen: &[],
        };
        self.0.iter().all(|clause| clause.holds(&scene))
    }

    /// The same for the other side, with the board turned.
    pub(crate) fn turned(&self) -> Self {
        Self(seen_by(Color::White, &self.0))
    }
}

/// The number of a pattern as one of the two sides can show it.
pub(super) const fn view(pattern: usize, color: Color) -> usize {
    pattern * 2 + color.index()
}

/// The squares of a file.
pub(super) fn squares_of(file: u8) -> impl Iterator<Item = Square> {
    (1..=9).filter_map(move |rank| Square::new(file, rank))
}

impl Fact {
    /// The same for the other side, with the board turned.
    pub(super) fn turned(self) -> Self {
        match self {
            Self::Stands(square, piece) => Self::Stands(square.rotated(), other(piece)),
            Self::Slid(square, piece) => Self::Slid(square.rotated(), other(piece)),
            Self::OnFile(file, piece) => Self::OnFile(10 - file, other(piece)),
            Self::Holds(color, kind) => Self::Holds(color.opponent(), kind),
            Self::Exchanged(by, on) => Self::Exchanged(by.opponent(), on.map(Square::rotated)),
            Self::Unmoved(color) => Self::Unmoved(color.opponent()),
            Self::Static(color) => Self::Static(color.opponent()),
            Self::Nameless => Self::Nameless,
            Self::Seen(color, pattern) => Self::Seen(color.opponent(), pattern),
        }
    }

    fn is_so(self, scene: &Scene) -> bool {
        match self {
            Self::Stands(square, piece) => scene.position.piece_at(square) == Some(piece),
            Self::Slid(square, piece) => {
                let along = |(from, to): (Option<Square>, Square)| {
                    to == square && from.is_some_and(|it| it.rank() == to.rank())
                };
                scene.past.last.is_some_and(along) && scene.position.piece_at(square) == Some(piece)
            }
            Self::OnFile(file, piece) => {
                squares_of(file).any(|square| scene.position.piece_at(square) == Some(piece))
            }
            Self::Holds(color, kind) => scene.position.hand(color).get(kind) > 0,
            Self::Exchanged(by, on) => scene
                .past
                .exchange
                .is_some_and(|(color, square)| color == by && on.is_none_or(|it| it == square)),
            Self::Unmoved(color) => !scene.past.moved[color.index()],
            Self::Static(color) => scene.past.is_static[color.index()],
            Self::Nameless => scene.told <= scene.telling,
            Self::Seen(color, pattern) => scene.seen.get(view(pattern as usize, color)) == Some(&true),
        }
    }
}

/// One word of a shape: one of the facts must be so, or none of them may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clause {
    pub facts: Vec<Fact>,
    pub wanted: bool,
}

impl Clause {
    pub(super) fn turned(&self) -> Self {
        Self {
            facts: self.facts.iter().map(|fact| fact.turned()).collect(),
            wanted: self.wanted,
        }
    }

    pub(super) fn holds(&self, scene: &Scene) -> bool {
        self.facts.iter().any(|fact| fact.is_so(scene)) == self.wanted
    }
}

fn other(piece: Piece) -> Piece {
    Piece::new(piece.color.opponent(), piece.kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 2] = ["四間飛車", "2手目△３二飛"];

    #[test]
    fn every_kind_of_word() {
        let square = |text: &str| text.parse::<Square>().unwrap();
        let piece = |color, kind| Piece::new(color, kind);
        let table = [
            (
                "２八玉",
                Fact::Stands(square("2h"), piece(Color::Black, PieceKind::King)),
            ),
            (
                "28王",
                Fact::Stands(square("2h"), piece(Color::Black, PieceKind::King)),
            ),
            (
                "▲７七成銀",
                Fact::Stands(square("7g"), piece(Color::Black, PieceKind::PromotedSilver)),
            ),
            (
                "△８四歩",
                Fact::Stands(square("8d"), piece(Color::White, PieceKind::Pawn)),
            ),
            (
                "△１一飛寄",
                Fact::Slid(square("1a"), piece(Color::White, PieceKind::Rook)),
            ),
            ("７筋飛", Fact::OnFile(7, piece(Color::Black, PieceKind::Rook))),
            ("△８筋飛", Fact::OnFile(8, piece(Color::White, PieceKind::Rook))),
            ("持角", Fact::Holds(Color::Black, PieceKind::Bishop)),
            ("△持角", Fact::Holds(Color::White, PieceKind::Bishop)),
            ("角交換", Fact::Exchanged(Color::Black, None)),
            ("△８八角交換", Fact::Exchanged(Color::White, Some(square("8h")))),
            ("△不動玉", Fact::Unmoved(Color::White)),
            ("居飛車", Fact::Static(Color::Black)),
            ("無名", Fact::Nameless),
            ("「四間飛車」", Fact::Seen(Color::Black, 0)),
            ("△「2手目△３二飛」", Fact::Seen(Color::White, 1)),
        ];
        for (text, word) in table {
            assert_eq!(fact(text, &NAMES), Ok(word), "{text}");
        }
    }

    #[test]
    fn what_is_no_word() {
        for text in [
            "",
            "△",
            "２八",
            "玉",
            "２八仏",
            "０八玉",
            "２八玉玉",
            "２八寄",
            "７筋飛寄",
            "△無名",
            "７筋",
            "筋飛",
            "持",
            "持玉",
            "持馬",
            "９角交換",
            "「」",
            "「矢倉",
            "8hK",
        ] {
            assert!(fact(text, &NAMES).is_err(), "{text}");
        }
    }

    #[test]
    fn turning_is_what_the_other_side_sees() {
        let square = |file, rank| Square::new(file, rank).unwrap();
        let silver = |color| Piece::new(color, PieceKind::Silver);
        let facts = [
            (
                Fact::Stands(square(7, 8), silver(Color::Black)),
                Fact::Stands(square(3, 2), silver(Color::White)),
            ),
            (
                Fact::Slid(square(8, 9), silver(Color::Black)),
                Fact::Slid(square(2, 1), silver(Color::White)),
            ),
            (
                Fact::OnFile(2, silver(Color::White)),
                Fact::OnFile(8, silver(Color::Black)),
            ),
            (
                Fact::Holds(Color::Black, PieceKind::Bishop),
                Fact::Holds(Color::White, PieceKind::Bishop),
            ),
            (
                Fact::Exchanged(Color::Black, Some(square(2, 2))),
                Fact::Exchanged(Color::White, Some(square(8, 8))),
            ),
            (Fact::Unmoved(Color::Black), Fact::Unmoved(Color::White)),
            (Fact::Static(Color::Black), Fact::Static(Color::White)),
            (Fact::Seen(Color::Black, 5), Fact::Seen(Color::White, 5)),
        ];
        for (black, white) in facts {
            assert_eq!((black.turned(), white.turned()), (white, black));
        }
    }
}
