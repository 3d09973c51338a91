//! The words of messages: pieces, squares, moves, lists and counts in the terms of each language.

use std::fmt::{self, Formatter, Write as _};

use super::{Bilingual, Language, Localize, Localized, Rule, both};
use crate::shogi::{Move, Piece, PieceKind, Position, Square};

/// Formats a piece: 歩, 成香, 龍. A promoted pawn is と金, because と alone could be read as a particle.
impl Localize for PieceKind {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match (language, self) {
            (Language::English, _) => self.english(),
            (_, Self::Pawn) => "歩",
            (_, Self::Lance) => "香",
            (_, Self::Knight) => "桂",
            (_, Self::Silver) => "銀",
            (_, Self::Gold) => "金",
            (_, Self::Bishop) => "角",
            (_, Self::Rook) => "飛",
            (_, Self::King) => "玉",
            (_, Self::Tokin) => "と金",
            (_, Self::PromotedLance) => "成香",
            (_, Self::PromotedKnight) => "成桂",
            (_, Self::PromotedSilver) => "成銀",
            (_, Self::Horse) => "馬",
            (_, Self::Dragon) => "龍",
        })
    }
}

/// Formats a rule: `nifu`, 二歩.
impl Localize for Rule {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        both(self.name, self.japanese).fmt_in(language, f)
    }
}

/// A file of the board from 1 to 9: "5", or ５ as in ５筋.
#[derive(Clone, Copy, Debug)]
pub(crate) struct File(pub u8);

impl Localize for File {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        const DIGITS: [&str; 9] = ["１", "２", "３", "４", "５", "６", "７", "８", "９"];
        match language {
            Language::English => write!(f, "{}", self.0),
            Language::Japanese => f.write_str(DIGITS[usize::from(self.0.clamp(1, 9)) - 1]),
        }
    }
}

/// A rank of the board from 1 to 9: "f", or 六 as in 六段目.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rank(pub u8);

impl Localize for Rank {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        const KANJI: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
        match language {
            Language::English => f.write_char(char::from(b'`' + self.0.clamp(1, 9))),
            Language::Japanese => f.write_str(KANJI[usize::from(self.0.clamp(1, 9)) - 1]),
        }
    }
}

/// Formats a square: 7f, ７六.
impl Localize for Square {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        if language == Language::English {
            return fmt::Display::fmt(self, f);
        }
        File(self.file()).fmt_in(language, f)?;
        Rank(self.rank()).fmt_in(language, f)
    }
}

/// The piece on a square: "the pawn on 7g", ７七の歩. An empty square is described as empty.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PieceOn {
    square: Square,
    piece: Option<Piece>,
    shows_owner: bool,
}

impl PieceOn {
    /// Returns the piece on a square of a position.
    pub(crate) fn at(position: &Position, square: Square) -> Self {
        Self {
            square,
            piece: position.piece_at(square),
            shows_owner: false,
        }
    }

    /// Adds the owner of the piece: "Black's pawn on 7g", 先手の７七の歩.
    #[must_use]
    pub(crate) const fn with_owner(self) -> Self {
        Self {
            shows_owner: true,
            ..self
        }
    }

    /// Returns the pieces on several squares, in their order.
    pub(crate) fn list(position: &Position, squares: &[Square]) -> List<Self> {
        List(squares.iter().map(|&square| Self::at(position, square)).collect())
    }
}

impl Localize for PieceOn {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        let square = Localized(&self.square, language);
        let Some(Piece { color, kind }) = &self.piece else {
            return match language {
                Language::English => write!(f, "nothing on {square}"),
                Language::Japanese => write!(f, "空きマスの{square}"),
            };
        };
        let (color, kind) = (Localized(color, language), Localized(kind, language));
        match (language, self.shows_owner) {
            (Language::English, false) => write!(f, "the {kind} on {square}"),
            (Language::English, true) => write!(f, "{color}'s {kind} on {square}"),
            (Language::Japanese, false) => write!(f, "{square}の{kind}"),
            (Language::Japanese, true) => write!(f, "{color}の{square}の{kind}"),
        }
    }
}

/// The pieces on several squares: "the golds on 4i and 6i", ４九と６九の金. Different kinds are listed separately.
#[derive(Clone, Debug)]
pub(crate) struct Pieces(Vec<PieceOn>);

impl Pieces {
    /// Returns the pieces on these squares of a position, in their order.
    pub(crate) fn on(position: &Position, squares: &[Square]) -> Self {
        Self(PieceOn::list(position, squares).0)
    }

    /// Returns the English word for all of these pieces: "both" for two pieces, or else "all".
    pub(crate) const fn all(&self) -> &'static str {
        if self.0.len() == 2 { "both" } else { "all" }
    }

    /// Returns the kind of the pieces if there are at least two and all have the same kind.
    fn kind(&self) -> Option<PieceKind> {
        let mut kinds = self.0.iter().map(|it| it.piece.map(|piece| piece.kind));
        let first_kind = kinds.next()??;
        (self.0.len() > 1 && kinds.all(|kind| kind == Some(first_kind))).then_some(first_kind)
    }
}

impl Localize for Pieces {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(kind) = &self.kind() else {
            return List(self.0.clone()).fmt_in(language, f);
        };
        let squares = List(self.0.iter().map(|it| it.square).collect());
        let (kind, squares) = (Localized(kind, language), Localized(&squares, language));
        match language {
            Language::English => write!(f, "the {kind}s on {squares}"),
            Language::Japanese => write!(f, "{squares}の{kind}"),
        }
    }
}

/// A list of items: "a, b and c". In Japanese, two items are joined with と, more with 、.
#[derive(Clone, Debug)]
pub(crate) struct List<T>(pub Vec<T>);

impl<T: Localize> Localize for List<T> {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        let separators = match language {
            Language::English => [", ", " and "],
            Language::Japanese if self.0.len() > 2 => ["、"; 2],
            Language::Japanese => ["と"; 2],
        };
        join(&self.0, separators, language, f)
    }
}

/// A list of items: "a, b and c"; a、b、c.
#[derive(Clone, Debug)]
pub(crate) struct CommaListWithAnd<T>(pub Vec<T>);

impl<T: Localize> Localize for CommaListWithAnd<T> {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        join(&self.0, language.either([", ", " and "], ["、"; 2]), language, f)
    }
}

/// Some items of many: "a, b, c"; a、b、c.
#[derive(Clone, Debug)]
pub(crate) struct CommaList<T>(pub Vec<T>);

impl<T: Localize> Localize for CommaList<T> {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        join(&self.0, [language.either(", ", "、"); 2], language, f)
    }
}

/// Writes items with a separator between them, and with another separator before the last item.
fn join<T: Localize>(
    items: &[T],
    [separator, last_separator]: [&str; 2],
    language: Language,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        let prefix = match index {
            0 => "",
            _ if index + 1 == items.len() => last_separator,
            _ => separator,
        };
        write!(f, "{prefix}{}", Localized(item, language))?;
    }
    Ok(())
}

/// A move in a position: 7g7f; ７六歩(77), １二歩打.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveInPosition {
    mv: Move,
    /// The kind of the moving piece; `None` if the origin square is empty.
    kind: Option<PieceKind>,
}

impl MoveInPosition {
    /// Returns a move that is to be made in a position.
    pub(crate) fn new(position: &Position, mv: Move) -> Self {
        let kind = match mv {
            Move::Drop { kind, .. } => Some(kind),
            Move::Board { from, .. } => position.piece_at(from).map(|piece| piece.kind),
        };
        Self { mv, kind }
    }
}

impl Localize for MoveInPosition {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        if language == Language::English {
            return fmt::Display::fmt(&self.mv, f);
        }
        let to = self.mv.to();
        write!(
            f,
            "{}{}",
            Localized(&to, language),
            Localized(&self.kind, language)
        )?;
        match self.mv {
            Move::Drop { .. } => f.write_str("打"),
            Move::Board { from, promote, .. } => {
                let promotion = if promote { "成" } else { "" };
                write!(f, "{promotion}({}{})", from.file(), from.rank())
            }
        }
    }
}

/// A number with an English noun that has a plural in s: "1 move", "3 moves". In Japanese only the number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Count<N>(pub N, pub &'static str);

impl<N: fmt::Display> Localize for Count<N> {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        let Self(count, noun) = self;
        if language == Language::Japanese {
            return write!(f, "{count}");
        }
        let count = count.to_string();
        let plural = if count == "1" { "" } else { "s" };
        write!(f, "{count} {noun}{plural}")
    }
}

/// A number of plies: "1 ply", "3 plies", 3手.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plies(pub usize);

impl Localize for Plies {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        match (language, self.0) {
            (Language::English, 1) => f.write_str("1 ply"),
            (Language::English, count) => write!(f, "{count} plies"),
            (Language::Japanese, count) => write!(f, "{count}手"),
        }
    }
}

/// An ordinal number: "fourth", "11th", "21st", 4回目.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ordinal(pub u32);

impl Localize for Ordinal {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        const WORDS: [&str; 10] = [
            "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
        ];
        let word = self.0.checked_sub(1).and_then(|index| WORDS.get(index as usize));
        match (language, word) {
            (Language::English, Some(word)) => f.write_str(word),
            (Language::English, None) => {
                let suffix = match (self.0 % 10, self.0 % 100) {
                    (_, 11..=13) => "th",
                    (1, _) => "st",
                    (2, _) => "nd",
                    (3, _) => "rd",
                    _ => "th",
                };
                write!(f, "{}{suffix}", self.0)
            }
            (Language::Japanese, _) => write!(f, "{}回目", self.0),
        }
    }
}

/// A number of occurrences: "once", "twice", "4 times", 4回.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Occurrences(pub u32);

impl Localize for Occurrences {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        match (language, self.0) {
            (Language::English, 1) => f.write_str("once"),
            (Language::English, 2) => f.write_str("twice"),
            (Language::English, count) => write!(f, "{count} times"),
            (Language::Japanese, count) => write!(f, "{count}回"),
        }
    }
}

// Text of the record inside a message.

/// Maximum length of quoted text in a message (characters).
const MAX_SHOWN_CHARACTERS: usize = 40;

/// Returns at most [`MAX_SHOWN_CHARACTERS`] characters of a text, without blanks at its ends, and with control
/// characters made visible. A text that is cut ends with `…`.
pub(crate) fn shortened(text: &str) -> String {
    let mut shown = String::new();
    let mut characters = text.trim().chars();
    for character in characters.by_ref().take(MAX_SHOWN_CHARACTERS) {
        if character.is_control() {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    if characters.next().is_some() {
        shown.push('…');
    }
    shown
}

/// Returns shortened text in the quotation marks of each language. The same marks in the text are replaced by
/// inner quotation marks.
pub(crate) fn in_quotes(text: &str) -> Bilingual<String> {
    let shown = shortened(text);
    Bilingual {
        japanese: format!("「{}」", shown.replace('「', "『").replace('」', "』")),
        english: format!("\"{}\"", shown.replace('"', "'")),
    }
}

#[cfg(test)]
mod tests {
    use super::{
        CommaList, CommaListWithAnd, Count, List, MoveInPosition, Occurrences, Ordinal, PieceOn, Pieces,
        Plies, Rank,
    };
    use crate::finding::{Language, Localize, Localized, in_quotes};
    use crate::shogi::{Position, Square};

    fn in_both_languages(value: &impl Localize) -> [String; 2] {
        Language::ALL.map(|language| Localized(value, language).to_string())
    }

    fn square_at(text: &str) -> Square {
        text.parse().unwrap()
    }

    #[test]
    fn squares_and_pieces_have_their_printed_names() {
        let start = Position::startpos();
        let on = |square| PieceOn::at(&start, square_at(square));
        let play = |text: &str| MoveInPosition::new(&start, text.parse().unwrap());
        assert_eq!(in_both_languages(&square_at("5e")), ["5e", "５五"]);
        assert_eq!(in_both_languages(&Rank(5)), ["e", "五"]);
        assert_eq!(in_both_languages(&on("7g")), ["the pawn on 7g", "７七の歩"]);
        assert_eq!(in_both_languages(&on("5e")), ["nothing on 5e", "空きマスの５五"]);
        assert_eq!(
            in_both_languages(&on("2b").with_owner()),
            ["White's bishop on 2b", "後手の２二の角"]
        );
        assert_eq!(in_both_languages(&play("8h2b+")), ["8h2b+", "２二角成(88)"]);
        assert_eq!(in_both_languages(&play("P*5e")), ["P*5e", "５五歩打"]);
        let rooks = PieceOn::list(&start, &[square_at("2h"), square_at("8h")]);
        assert_eq!(
            in_both_languages(&rooks),
            ["the rook on 2h and the bishop on 8h", "２八の飛と８八の角"]
        );
        let on = |squares: &[&str]| {
            let squares: Vec<_> = squares.iter().map(|name| square_at(name)).collect();
            Pieces::on(&start, &squares)
        };
        let golds = on(&["4i", "6i"]);
        assert_eq!(
            in_both_languages(&golds),
            ["the golds on 4i and 6i", "４九と６九の金"]
        );
        assert_eq!([golds.all(), on(&["1g", "2g", "3g"]).all()], ["both", "all"]);
        assert_eq!(in_both_languages(&on(&["4i"])), ["the gold on 4i", "４九の金"]);
        assert_eq!(
            in_both_languages(&on(&["2h", "8h"])),
            ["the rook on 2h and the bishop on 8h", "２八の飛と８八の角"]
        );
    }

    #[test]
    fn lists_and_counts_are_formatted() {
        let list = |count: u32| in_both_languages(&List((1..=count).collect()));
        assert_eq!([list(0), list(1)], [["", ""], ["1", "1"]]);
        assert_eq!(
            [list(2), list(3)],
            [["1 and 2", "1と2"], ["1, 2 and 3", "1、2、3"]]
        );
        assert_eq!(
            in_both_languages(&CommaListWithAnd(vec!["a", "b"])),
            ["a and b", "a、b"]
        );
        assert_eq!(
            in_both_languages(&CommaList(vec!["a", "b", "c"])),
            ["a, b, c", "a、b、c"]
        );
        assert_eq!(
            [in_both_languages(&Plies(1)), in_both_languages(&Plies(2))],
            [["1 ply", "1手"], ["2 plies", "2手"]]
        );
        assert_eq!(
            [in_both_languages(&Ordinal(4)), in_both_languages(&Ordinal(11))],
            [["fourth", "4回目"], ["11th", "11回目"]]
        );
        let ordinals = [12, 13, 14, 21, 22, 23, 24, 111, 121]
            .map(|number| in_both_languages(&Ordinal(number))[0].clone());
        assert_eq!(
            ordinals,
            [
                "12th", "13th", "14th", "21st", "22nd", "23rd", "24th", "111th", "121st"
            ]
        );
        assert_eq!(
            [
                in_both_languages(&Count(1, "move")),
                in_both_languages(&Count(2, "move"))
            ],
            [["1 move", "1"], ["2 moves", "2"]]
        );
        assert_eq!(
            [
                in_both_languages(&Occurrences(2)),
                in_both_languages(&Occurrences(3))
            ],
            [["twice", "2回"], ["3 times", "3回"]]
        );
    }

    #[test]
    fn long_and_unusual_text_stays_readable() {
        let quoted = |text: &str| in_quotes(text).english;
        assert_eq!(quoted(" +7776FU\r\n"), "\"+7776FU\"");
        assert_eq!(quoted("a\0b\"c"), "\"a\\u{0}b'c\"");
        assert_eq!(quoted(&"歩".repeat(40)), format!("\"{}\"", "歩".repeat(40)));
        assert_eq!(quoted(&"歩".repeat(41)), format!("\"{}…\"", "歩".repeat(40)));
    }

    #[test]
    fn quotation_marks_depend_on_the_language() {
        let quoted = in_quotes("「\"歩\"」\n");
        assert_eq!(quoted.english, "\"「'歩'」\"");
        assert_eq!(quoted.japanese, "「『\"歩\"』」");
    }
}
