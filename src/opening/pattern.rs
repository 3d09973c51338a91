//! Named patterns and the conditions under which they match.

use std::cell::Cell;
use std::collections::HashMap;
use std::ops::Range;

use crate::finding::{Bilingual, Words, both};
use crate::shogi::{Color, Piece, PieceKind, Position, Square};
use crate::text::similar;

/// The kind of a named pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// 囲い: a castle, the formation around a king.
    Castle,
    /// 戦法: the strategy of one side.
    Strategy,
    /// 戦型: the opening of both sides together.
    JointOpening,
}

impl Kind {
    /// All kinds, in the order in which they are listed.
    pub(crate) const ALL: [Self; 3] = [Self::Castle, Self::Strategy, Self::JointOpening];

    /// Returns the title of the kind.
    pub(crate) const fn title(self) -> Words {
        match self {
            Self::Castle => both("castles", "囲い"),
            Self::Strategy => both("strategies", "戦法"),
            Self::JointOpening => both("openings of both sides", "戦型"),
        }
    }

    /// Returns the key of the entries of this kind in a file.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Castle => "castle",
            Self::Strategy => "strategy",
            Self::JointOpening => "game",
        }
    }

    /// Returns the default last ply after which patterns of the kind are looked for.
    pub(crate) const fn until(self) -> u32 {
        match self {
            Self::Castle => 120,
            Self::Strategy | Self::JointOpening => 60,
        }
    }

    /// Returns the default `telling` value of patterns of the kind.
    pub(crate) const fn telling(self) -> u8 {
        match self {
            Self::Castle => 0,
            Self::Strategy | Self::JointOpening => 50,
        }
    }
}

/// The player who moved first in the game (先手), or the player who moved second (後手).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// 先手, the player who moved first.
    First,
    /// 後手, the player who moved second.
    Second,
}

impl Turn {
    /// Both players.
    pub(crate) const ALL: [Self; 2] = [Self::First, Self::Second];

    /// Returns the word for the player in a file.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }

    /// Returns the side of the player if `first_mover` made the first move.
    pub(super) const fn color(self, first_mover: Color) -> Color {
        match self {
            Self::First => first_mover,
            Self::Second => first_mover.opponent(),
        }
    }
}

/// A named pattern: a castle, a strategy or an opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The name in both languages.
    pub name: Bilingual<String>,
    /// The kind of pattern.
    pub kind: Kind,
    /// Index in the book of the more general pattern of which this pattern is a special case; `None` if there is no such
    /// pattern.
    pub parent: Option<usize>,
    /// Index in the book of the pattern that names the family; `None` if the most general pattern above this pattern does.
    pub family: Option<usize>,
    /// Number of patterns in the chain of parents of this pattern.
    pub depth: u8,
    /// The degree to which the name describes the whole game, from 1 to 100 (0 for castles). The pattern with the
    /// highest value names the game.
    pub telling: u8,
    /// The only player who can show the pattern, if the pattern is restricted to one player.
    pub(crate) only: Option<Turn>,
    /// The first ply after which the pattern is looked for.
    pub from: u32,
    /// The last ply after which the pattern is looked for.
    pub until: u32,
    /// The shapes as written in the file, from Black's side. At least one shape must match.
    pub board: Vec<String>,
    /// The unwanted words as written in the file, none of which may match. `None` if the entry has no such words.
    pub not: Option<String>,
    /// The parsed shapes, each with the unwanted words. All clauses of at least one shape must hold.
    pub(super) forms: Vec<Vec<Clause>>,
}

// Patterns from the point of view of one side.

/// A pattern from the point of view of one side, prepared for matching.
#[derive(Debug)]
pub(super) struct View {
    pub pattern: usize,
    pub color: Color,
    pub telling: u8,
    pub from: u32,
    pub until: u32,
    /// The parsed shapes, the cheapest clauses first. All clauses of at least one shape must hold.
    pub forms: Vec<Vec<Clause>>,
    /// Index of a view that all shapes require to have been recognised; `None` if there is no such view.
    prerequisite: Option<usize>,
}

impl View {
    pub(super) fn new(pattern_index: usize, pattern: &Pattern, color: Color) -> Self {
        let side_forms = pattern.forms.iter().map(|form| for_side(color, form));
        let mut forms: Vec<_> = side_forms.collect();
        for form in &mut forms {
            form.sort_by_key(cost);
        }
        let required_facts = required_facts(&forms);
        let prerequisite = required_facts.iter().find_map(|fact| match *fact {
            Fact::Matched(color, pattern) => Some(view_index(pattern as usize, color)),
            _ => None,
        });
        Self {
            pattern: pattern_index,
            color,
            telling: pattern.telling,
            from: pattern.from,
            until: pattern.until,
            prerequisite,
            forms,
        }
    }

    /// Returns whether the view needs the full test of [`View::holds`]. The preliminary test made here is
    /// cheap, and most positions fail it.
    pub(super) fn may_hold(&self, ply: u32, is_recognised: &[bool]) -> bool {
        (self.from..=self.until).contains(&ply)
            && self
                .prerequisite
                .is_none_or(|view| is_recognised.get(view) == Some(&true))
    }

    /// Returns whether the side shows the pattern.
    pub(super) fn holds(&self, context: &MatchContext) -> bool {
        let holds = |form: &Vec<Clause>| form.iter().all(|clause| clause.holds(context));
        self.forms.iter().any(holds)
    }
}

/// Returns the maximum number of squares that a clause examines.
fn cost(clause: &Clause) -> usize {
    let squares = clause.facts.iter().map(|fact| match fact {
        Fact::OnSquare(..) | Fact::MovedAlongRank(..) => 1,
        Fact::OnFile(..) => 9,
        Fact::InHand(..)
        | Fact::Exchanged(..)
        | Fact::Unmoved(..)
        | Fact::StaticRook(..)
        | Fact::Unnamed
        | Fact::Matched(..) => 0,
    });
    squares.sum()
}

/// Returns the pieces that a shape requires on squares, the rarest first: most positions do not have them there. `start` is the
/// even start position, whose pieces are the least rare.
pub(super) fn required_pieces(form: &[Clause], start: &Position) -> Vec<(Square, Piece)> {
    let is_common = |(square, piece): &(Square, Piece)| {
        let at_home = start.piece_at(*square) == Some(*piece);
        (
            at_home,
            piece.kind != PieceKind::King,
            piece.kind == PieceKind::Pawn,
        )
    };
    let wanted_clauses = form.iter().filter(|clause| clause.is_wanted);
    let pieces = wanted_clauses.filter_map(|clause| match clause.facts[..] {
        [Fact::OnSquare(square, piece)] => Some((square, piece)),
        _ => None,
    });
    let mut pieces: Vec<_> = pieces.collect();
    pieces.sort_by_key(is_common);
    pieces
}

/// Returns the facts that every shape requires.
fn required_facts(forms: &[Vec<Clause>]) -> Vec<Fact> {
    let Some((first_form, other_forms)) = forms.split_first() else {
        return Vec::new();
    };
    let is_in_all = |clause: &&Clause| other_forms.iter().all(|form| form.contains(clause));
    let wanted_clauses = first_form
        .iter()
        .filter(|clause| clause.is_wanted)
        .filter(is_in_all);
    wanted_clauses
        .filter_map(|clause| match clause.facts[..] {
            [fact] => Some(fact),
            _ => None,
        })
        .collect()
}

// The parser for the words of a shape.

/// A word that cannot be parsed: its byte range in the text, the error and a remedy.
pub(super) struct WordError {
    pub range: Range<usize>,
    pub message: String,
    pub help: String,
}

/// Parses a shape of wanted or unwanted words. Returns its clauses, and the words that cannot be parsed.
pub(super) fn read_shape(text: &str, names: &Names<'_>, is_wanted: bool) -> (Vec<Clause>, Vec<WordError>) {
    let (mut clauses, mut errors) = (Vec::new(), Vec::new());
    for word in text.split_whitespace() {
        let mut facts = Vec::new();
        for choice in word.split(ALTERNATIVE_SEPARATORS) {
            match parse_choice(choice, names) {
                Ok(fact) => facts.push(fact),
                Err((message, help)) => {
                    let start = choice.as_ptr() as usize - text.as_ptr() as usize;
                    let range = start..start + choice.len();
                    errors.push(WordError { range, message, help });
                }
            }
        }
        clauses.push(Clause { facts, is_wanted });
    }
    (clauses, errors)
}

/// Parses a word or one of its alternatives. Returns its fact, or the error and a remedy.
fn parse_choice(word: &str, names: &Names<'_>) -> Result<Fact, (String, String)> {
    let unknown_word = || {
        (
            format!("`{word}` is not a known word"),
            "expected a word such as ２八玉, △８四歩, ７筋飛, 持角, 角交換 or 「四間飛車」; separate alternatives with |"
                .to_owned(),
        )
    };
    let (color, rest) = split_side(word);
    match quoted_name(rest) {
        Some(name) => names
            .number(name)
            .map(|number| Fact::Matched(color, number as u32)),
        None => read_word(word).ok_or_else(unknown_word),
    }
}

/// Maximum number of unknown names in a book for which a similar name is suggested. Each unknown name is compared with
/// all names, which takes time.
const MAX_SUGGESTIONS: u32 = 100;

/// The names of the patterns of a book, in their order.
#[derive(Default)]
pub(super) struct Names<'t> {
    list: Vec<&'t str>,
    /// The index of the first pattern with each name.
    numbers: HashMap<&'t str, usize>,
    /// The number of unknown names so far.
    unknown_count: Cell<u32>,
}

impl<'t> Names<'t> {
    pub(super) fn new(list: Vec<&'t str>) -> Self {
        let mut numbers = HashMap::with_capacity(list.len());
        for (number, name) in list.iter().enumerate() {
            numbers.entry(*name).or_insert(number);
        }
        Self {
            list,
            numbers,
            unknown_count: Cell::new(0),
        }
    }

    /// Returns whether a pattern is the first with its name.
    pub(super) fn is_first(&self, number: usize) -> bool {
        self.list
            .get(number)
            .is_some_and(|name| self.numbers.get(name) == Some(&number))
    }

    /// Returns the index of the pattern with a name.
    ///
    /// # Errors
    ///
    /// Returns the error and a remedy if no pattern has the name.
    pub(super) fn number(&self, name: &str) -> Result<usize, (String, String)> {
        self.numbers.get(name).copied().ok_or_else(|| {
            let unknown_count = self.unknown_count.get();
            self.unknown_count.set(unknown_count.saturating_add(1));
            let meant = (unknown_count < MAX_SUGGESTIONS)
                .then(|| similar(name, self.list.iter().copied()))
                .flatten();
            let help = meant.map_or_else(
                || "expected the `name` of another entry".to_owned(),
                |meant| format!("did you mean {meant}?"),
            );
            (format!("there is no entry {name}"), help)
        })
    }
}

/// Returns the clauses from the point of view of a side: unchanged for Black, rotated for White.
pub(super) fn for_side(color: Color, clauses: &[Clause]) -> Vec<Clause> {
    match color {
        Color::Black => clauses.to_vec(),
        Color::White => clauses.iter().map(Clause::rotated).collect(),
    }
}

// The words of shapes: `２八玉`, `△８四歩`, `８九飛寄`, `７筋飛`, `持角`, `２二角交換`, `不動玉`, `居飛車`, `無名`, `「四間飛車」`.

/// The names of the pieces in Japanese, by `PieceKind::index`.
const PIECES: [&str; PieceKind::ALL.len()] = [
    "歩", "香", "桂", "銀", "金", "角", "飛", "玉", "と", "成香", "成桂", "成銀", "馬", "龍",
];

/// The digits, in each of the scripts used for squares.
const DIGITS: [&str; 3] = ["123456789", "１２３４５６７８９", "一二三四五六七八九"];

/// Separators of alternative words.
pub(super) const ALTERNATIVE_SEPARATORS: [char; 2] = ['|', '｜'];

/// Returns the side that a word is about, and the rest of the word.
///
/// A word without a mark is about the side that shows the pattern (Black), a word with △ about the other side.
fn split_side(word: &str) -> (Color, &str) {
    match word.strip_prefix(['△', '☖', '▽']) {
        Some(rest) => (Color::White, rest),
        None => (Color::Black, word.strip_prefix(['▲', '☗']).unwrap_or(word)),
    }
}

/// Returns the name of another pattern that a word has in 「 」; `None` for any other word.
fn quoted_name(word: &str) -> Option<&str> {
    let name = word.strip_prefix('「').and_then(|rest| rest.strip_suffix('」'))?;
    (!name.is_empty()).then_some(name)
}

/// Parses a word that is not the name of a pattern; `None` if the word is unknown.
fn read_word(word: &str) -> Option<Fact> {
    let (color, rest) = split_side(word);
    if let Some(kind) = rest.strip_prefix('持').and_then(piece) {
        return PieceKind::HAND
            .contains(&kind)
            .then_some(Fact::InHand(color, kind));
    }
    if rest == "不動玉" {
        return Some(Fact::Unmoved(color));
    }
    if rest == "居飛車" {
        return Some(Fact::StaticRook(color));
    }
    if word == "無名" {
        return Some(Fact::Unnamed);
    }
    if let Some(place) = rest.strip_suffix("角交換") {
        let square = square(place);
        return match square {
            Some((square, "")) => Some(Fact::Exchanged(color, Some(square))),
            _ => place.is_empty().then_some(Fact::Exchanged(color, None)),
        };
    }
    if let Some((square, name)) = square(rest) {
        let piece_named = |name| Some(Piece::new(color, piece(name)?));
        return match name.strip_suffix('寄') {
            Some(name) => Some(Fact::MovedAlongRank(square, piece_named(name)?)),
            None => Some(Fact::OnSquare(square, piece_named(name)?)),
        };
    }
    let (file, name) = digit(rest)?;
    let kind = piece(name.strip_prefix('筋')?)?;
    Some(Fact::OnFile(file, Piece::new(color, kind)))
}

fn piece(name: &str) -> Option<PieceKind> {
    let standard_name = match name {
        "王" => "玉",
        "竜" => "龍",
        _ => name,
    };
    let index = PIECES.iter().position(|piece| *piece == standard_name)?;
    Some(PieceKind::ALL[index])
}

/// Splits off the square at the beginning of a word; `None` if the word does not begin with a square.
fn square(word: &str) -> Option<(Square, &str)> {
    let (file, rest) = digit(word)?;
    let (rank, rest) = digit(rest)?;
    Some((Square::new(file, rank)?, rest))
}

/// Splits off the digit at the beginning of a word; `None` if the word does not begin with a digit from 1 to 9.
fn digit(word: &str) -> Option<(u8, &str)> {
    let mut letters = word.chars();
    let letter = letters.next()?;
    let index = DIGITS
        .iter()
        .find_map(|digits| digits.chars().position(|character| character == letter))?;
    Some((index as u8 + 1, letters.as_str()))
}

// The conditions of a pattern.

/// An elementary condition of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    /// A piece is on a square: `７八銀`.
    OnSquare(Square, Piece),
    /// A piece has just moved to a square along its rank: `８九飛寄`.
    MovedAlongRank(Square, Piece),
    /// A piece is on any square of a file, 1 to 9: `７筋飛`.
    OnFile(u8, Piece),
    /// A side has a piece in hand: `持角`.
    InHand(Color, PieceKind),
    /// A side's bishop was the first to capture the other bishop: `角交換`, or `２二角交換` with the square.
    Exchanged(Color, Option<Square>),
    /// A side's king has not moved: `不動玉`.
    Unmoved(Color),
    /// A side pushed the pawn in front of its rook while the rook was still on its initial file: `居飛車`.
    StaticRook(Color),
    /// No strategy or opening with a higher `telling` value than this pattern has been recognised: `無名`.
    Unnamed,
    /// A pattern, given by its index, was recognised for a side: `「四間飛車」`.
    Matched(Color, u32),
}

/// The state against which facts are tested.
pub(super) struct MatchContext<'a> {
    pub position: &'a Position,
    pub history: &'a GameHistory,
    /// The highest `telling` value of the strategies and openings recognised so far. `telling` is the value of
    /// the pattern under test.
    pub max_telling: u8,
    pub telling: u8,
    /// For each view of the book, whether it was recognised.
    pub is_recognised: &'a [bool],
}

/// The history of a game, as far as facts depend on it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct GameHistory {
    /// The origin (`None` for a drop) and the destination of the last move.
    last_move: Option<(Option<Square>, Square)>,
    /// The side whose bishop was the first to capture a bishop, and the square; `None` before such a capture.
    pub(super) exchange: Option<(Color, Square)>,
    /// By side, `true` if the king has moved.
    pub(super) king_moved: [bool; 2],
    /// By side, `true` if the rook has left its initial file.
    rook_left_file: [bool; 2],
    /// By side, `true` if the pawn in front of the rook was pushed before the rook left its initial file.
    pub(super) is_static: [bool; 2],
}

/// The file of Black's rook in the start position.
const ROOK_FILE: u8 = 2;

/// The initial rank of the pawn in front of Black's rook.
const ROOK_PAWN_RANK: u8 = 7;

/// Returns whether a square is on the initial file of a side's rook.
fn is_on_rook_file(side: Color, square: Square) -> bool {
    from_side(side, square).file() == ROOK_FILE
}

/// Returns a square from the point of view of a side: rotated for White.
fn from_side(side: Color, square: Square) -> Square {
    match side {
        Color::Black => square,
        Color::White => square.rotated(),
    }
}

impl GameHistory {
    /// Updates the history after a move.
    pub(crate) fn note(
        &mut self,
        moved_piece: Piece,
        from: Option<Square>,
        to: Square,
        captured: Option<Piece>,
    ) {
        let is_bishop = |piece: Piece| piece.kind.base() == PieceKind::Bishop;
        self.last_move = Some((from, to));
        if self.exchange.is_none() && is_bishop(moved_piece) && captured.is_some_and(is_bishop) {
            self.exchange = Some((moved_piece.color, to));
        }
        let side = moved_piece.color;
        self.king_moved[side.index()] |= moved_piece.kind == PieceKind::King;
        match (moved_piece.kind, from) {
            (PieceKind::Rook, Some(from)) if is_on_rook_file(side, from) => {
                self.rook_left_file[side.index()] |= !is_on_rook_file(side, to);
            }
            (PieceKind::Pawn, Some(from)) if is_on_rook_file(side, from) => {
                let is_first = from_side(side, from).rank() == ROOK_PAWN_RANK;
                self.is_static[side.index()] |= is_first && !self.rook_left_file[side.index()];
            }
            _ => {}
        }
    }
}

/// A shape outside a book, written in the words of the book. All its words must match.
#[derive(Clone, Debug)]
pub(crate) struct Shape(Vec<Clause>);

impl Shape {
    /// Parses a shape, which may contain neither the name of an opening nor 無名.
    ///
    /// # Errors
    ///
    /// Returns the byte range of the first word that cannot be parsed, or of the whole text if it contains 無名.
    pub(crate) fn read(text: &str) -> Result<Self, Range<usize>> {
        let (clauses, errors) = read_shape(text, &Names::default(), true);
        let is_unnamed = |clause: &Clause| clause.facts.contains(&Fact::Unnamed);
        match errors.into_iter().next() {
            Some(error) => Err(error.range),
            None if clauses.iter().any(is_unnamed) => Err(0..text.len()),
            None => Ok(Self(clauses)),
        }
    }

    /// Returns whether all words of the shape match.
    pub(crate) fn holds(&self, position: &Position, history: &GameHistory) -> bool {
        let context = MatchContext {
            position,
            history,
            max_telling: 0,
            telling: 0,
            is_recognised: &[],
        };
        self.0.iter().all(|clause| clause.holds(&context))
    }

    /// Returns the shape for the other side, rotated.
    pub(crate) fn rotated(&self) -> Self {
        Self(for_side(Color::White, &self.0))
    }
}

/// Returns the index of the view of a pattern for one side.
pub(super) const fn view_index(pattern: usize, color: Color) -> usize {
    pattern * 2 + color.index()
}

/// Returns the squares of a file.
pub(super) fn squares_of(file: u8) -> impl Iterator<Item = Square> {
    (1..=9).filter_map(move |rank| Square::new(file, rank))
}

impl Fact {
    /// Returns the fact for the other side, rotated.
    pub(super) fn rotated(self) -> Self {
        match self {
            Self::OnSquare(square, piece) => Self::OnSquare(square.rotated(), of_opponent(piece)),
            Self::MovedAlongRank(square, piece) => Self::MovedAlongRank(square.rotated(), of_opponent(piece)),
            Self::OnFile(file, piece) => Self::OnFile(10 - file, of_opponent(piece)),
            Self::InHand(color, kind) => Self::InHand(color.opponent(), kind),
            Self::Exchanged(by, on) => Self::Exchanged(by.opponent(), on.map(Square::rotated)),
            Self::Unmoved(color) => Self::Unmoved(color.opponent()),
            Self::StaticRook(color) => Self::StaticRook(color.opponent()),
            Self::Unnamed => Self::Unnamed,
            Self::Matched(color, pattern) => Self::Matched(color.opponent(), pattern),
        }
    }

    fn holds(self, context: &MatchContext) -> bool {
        match self {
            Self::OnSquare(square, piece) => context.position.piece_at(square) == Some(piece),
            Self::MovedAlongRank(square, piece) => {
                let is_along_rank = |(from, to): (Option<Square>, Square)| {
                    to == square && from.is_some_and(|origin| origin.rank() == to.rank())
                };
                context.history.last_move.is_some_and(is_along_rank)
                    && context.position.piece_at(square) == Some(piece)
            }
            Self::OnFile(file, piece) => {
                squares_of(file).any(|square| context.position.piece_at(square) == Some(piece))
            }
            Self::InHand(color, kind) => context.position.hand(color).get(kind) > 0,
            Self::Exchanged(by, on) => context
                .history
                .exchange
                .is_some_and(|(color, square)| color == by && on.is_none_or(|target| target == square)),
            Self::Unmoved(color) => !context.history.king_moved[color.index()],
            Self::StaticRook(color) => context.history.is_static[color.index()],
            Self::Unnamed => context.max_telling <= context.telling,
            Self::Matched(color, pattern) => {
                context.is_recognised.get(view_index(pattern as usize, color)) == Some(&true)
            }
        }
    }
}

/// A word of a shape. If the word is wanted, at least one of its facts must be true. If the word is unwanted,
/// none of its facts may be true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clause {
    pub facts: Vec<Fact>,
    pub is_wanted: bool,
}

impl Clause {
    pub(super) fn rotated(&self) -> Self {
        Self {
            facts: self.facts.iter().map(|fact| fact.rotated()).collect(),
            is_wanted: self.is_wanted,
        }
    }

    pub(super) fn holds(&self, context: &MatchContext) -> bool {
        self.facts.iter().any(|fact| fact.holds(context)) == self.is_wanted
    }
}

fn of_opponent(piece: Piece) -> Piece {
    Piece::new(piece.color.opponent(), piece.kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 2] = ["四間飛車", "2手目△３二飛"];

    #[test]
    fn every_kind_of_condition_is_read() {
        let square = |text: &str| text.parse::<Square>().unwrap();
        let piece = |color, kind| Piece::new(color, kind);
        let table = [
            (
                "２八玉",
                Fact::OnSquare(square("2h"), piece(Color::Black, PieceKind::King)),
            ),
            (
                "28王",
                Fact::OnSquare(square("2h"), piece(Color::Black, PieceKind::King)),
            ),
            (
                "▲７七成銀",
                Fact::OnSquare(square("7g"), piece(Color::Black, PieceKind::PromotedSilver)),
            ),
            (
                "△８四歩",
                Fact::OnSquare(square("8d"), piece(Color::White, PieceKind::Pawn)),
            ),
            (
                "△１一飛寄",
                Fact::MovedAlongRank(square("1a"), piece(Color::White, PieceKind::Rook)),
            ),
            ("７筋飛", Fact::OnFile(7, piece(Color::Black, PieceKind::Rook))),
            ("△８筋飛", Fact::OnFile(8, piece(Color::White, PieceKind::Rook))),
            ("持角", Fact::InHand(Color::Black, PieceKind::Bishop)),
            ("△持角", Fact::InHand(Color::White, PieceKind::Bishop)),
            ("角交換", Fact::Exchanged(Color::Black, None)),
            ("△８八角交換", Fact::Exchanged(Color::White, Some(square("8h")))),
            ("△不動玉", Fact::Unmoved(Color::White)),
            ("居飛車", Fact::StaticRook(Color::Black)),
            ("無名", Fact::Unnamed),
            ("「四間飛車」", Fact::Matched(Color::Black, 0)),
            ("△「2手目△３二飛」", Fact::Matched(Color::White, 1)),
        ];
        for (text, word) in table {
            assert_eq!(
                parse_choice(text, &Names::new(NAMES.to_vec())),
                Ok(word),
                "{text}"
            );
        }
    }

    #[test]
    fn invalid_conditions_are_refused() {
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
            assert!(parse_choice(text, &Names::new(NAMES.to_vec())).is_err(), "{text}");
        }
    }

    #[test]
    fn conditions_are_mirrored_for_white() {
        let square = |file, rank| Square::new(file, rank).unwrap();
        let silver = |color| Piece::new(color, PieceKind::Silver);
        let facts = [
            (
                Fact::OnSquare(square(7, 8), silver(Color::Black)),
                Fact::OnSquare(square(3, 2), silver(Color::White)),
            ),
            (
                Fact::MovedAlongRank(square(8, 9), silver(Color::Black)),
                Fact::MovedAlongRank(square(2, 1), silver(Color::White)),
            ),
            (
                Fact::OnFile(2, silver(Color::White)),
                Fact::OnFile(8, silver(Color::Black)),
            ),
            (
                Fact::InHand(Color::Black, PieceKind::Bishop),
                Fact::InHand(Color::White, PieceKind::Bishop),
            ),
            (
                Fact::Exchanged(Color::Black, Some(square(2, 2))),
                Fact::Exchanged(Color::White, Some(square(8, 8))),
            ),
            (Fact::Unmoved(Color::Black), Fact::Unmoved(Color::White)),
            (Fact::StaticRook(Color::Black), Fact::StaticRook(Color::White)),
            (Fact::Matched(Color::Black, 5), Fact::Matched(Color::White, 5)),
        ];
        for (black, white) in facts {
            assert_eq!((black.rotated(), white.rotated()), (white, black));
        }
    }
}
