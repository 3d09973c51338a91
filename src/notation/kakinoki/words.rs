//! The words of Kakinoki Shogi: digits, pieces and ends of games, with every spelling that is read.

use pest::Parser as _;
use pest::iterators::Pair;

use self::Rule as Part;
use crate::notation::code_table::CodeTable;
use crate::notation::{meaning, word_for};
use crate::record::gap::MalformedMove;
use crate::record::{Clock, Origin, Promotion, Terminal};
use crate::shogi::{Color, Motion, PieceKind, Side, Square, Suffix};

/// Returns whether a character is a blank, a tab or an ideographic space.
pub(crate) const fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\u{3000}')
}

/// Returns the value of a decimal digit, half-width or full-width; `None` for any other character.
#[inline]
pub(crate) fn digit(c: char) -> Option<u32> {
    match c {
        '0'..='9' => Some(c as u32 - '0' as u32),
        '０'..='９' => Some(c as u32 - '０' as u32),
        _ => None,
    }
}

/// Returns the number that the digits of a text form, or `u32::MAX` if the number is out of range. Other characters are
/// ignored.
pub(crate) fn number(digits: &str) -> u32 {
    let digits = digits.chars().filter_map(digit);
    digits.fold(0, |value: u32, next| {
        value.saturating_mul(10).saturating_add(next)
    })
}

/// Returns the bytes of a character as one number, if the character has three bytes in UTF-8, as kana, kanji and full-width
/// characters have. Returns 0 for any other character.
pub(crate) const fn wide_bytes(c: char) -> u32 {
    let code = c as u32;
    if matches!(code, 0x800..=0xffff) {
        0x00e0_8080 | code >> 12 << 16 | (code >> 6 & 0x3f) << 8 | code & 0x3f
    } else {
        0
    }
}

/// Returns the table from the [`wide_bytes`] of these characters to their meanings.
const fn wide_table<T: Copy, const SIZE: usize>(meanings: &[(char, T)]) -> CodeTable<T, SIZE> {
    let mut table = CodeTable::new();
    let mut at = 0;
    while at < meanings.len() {
        table = table.with(wide_bytes(meanings[at].0), meanings[at].1);
        at += 1;
    }
    table
}

/// Returns the value of a kanji digit from 一 to 九; `None` for any other character.
pub(crate) fn kanji_digit(c: char) -> Option<u8> {
    wide_kanji_digit(wide_bytes(c))
}

/// Returns the value of the kanji digit with these [`wide_bytes`]; `None` for any other character.
#[inline]
pub(crate) fn wide_kanji_digit(bytes: u32) -> Option<u8> {
    static DIGITS: CodeTable<u8, 17> = wide_table(&[
        ('一', 1),
        ('二', 2),
        ('三', 3),
        ('四', 4),
        ('五', 5),
        ('六', 6),
        ('七', 7),
        ('八', 8),
        ('九', 9),
    ]);
    DIGITS.get(bytes)
}

/// Returns a file: a digit from 1 to 9, half-width or full-width. Returns `None` for any other character.
pub(crate) fn file(c: char) -> Option<u8> {
    digit(c).filter(|&d| d > 0).map(|d| d as u8)
}

/// Returns a rank: a kanji, or a digit as for files. Returns `None` for any other character.
pub(crate) fn rank(c: char) -> Option<u8> {
    kanji_digit(c).or_else(|| file(c))
}

/// Returns the piece for one character in a move, in a diagram or in a hand; `None` for any other character.
pub(crate) fn piece(c: char) -> Option<PieceKind> {
    wide_piece(wide_bytes(c))
}

/// Returns the piece of the character with these [`wide_bytes`]; `None` for any other character.
#[inline]
pub(crate) fn wide_piece(bytes: u32) -> Option<PieceKind> {
    static PIECES: CodeTable<PieceKind, 35> = wide_table(&[
        ('歩', PieceKind::Pawn),
        ('香', PieceKind::Lance),
        ('桂', PieceKind::Knight),
        ('銀', PieceKind::Silver),
        ('金', PieceKind::Gold),
        ('角', PieceKind::Bishop),
        ('飛', PieceKind::Rook),
        ('玉', PieceKind::King),
        ('王', PieceKind::King),
        ('と', PieceKind::Tokin),
        ('杏', PieceKind::PromotedLance),
        ('圭', PieceKind::PromotedKnight),
        ('全', PieceKind::PromotedSilver),
        ('馬', PieceKind::Horse),
        ('龍', PieceKind::Dragon),
        ('竜', PieceKind::Dragon),
    ]);
    PIECES.get(bytes)
}

/// Returns the piece for 成 followed by the character with these [`wide_bytes`]: 成香, 成桂, 成銀. Returns `None` for any
/// other character.
pub(crate) fn promoted_piece(bytes: u32) -> Option<PieceKind> {
    wide_piece(bytes)
        .filter(|kind| matches!(kind, PieceKind::Lance | PieceKind::Knight | PieceKind::Silver))
        .and_then(PieceKind::promoted)
}

/// Returns whether a character is the mark of a side before a move.
pub(crate) const fn is_mark(c: char) -> bool {
    matches!(c, '▲' | '☗' | '▼' | '△' | '☖' | '▽')
}

/// Returns the side of a mark; `None` for any other character. ▼ is Black in most programs and White in some texts, so
/// the result for ▼ is also `None`.
pub(crate) const fn marked_side(mark: char) -> Option<Color> {
    match mark {
        '▲' | '☗' => Some(Color::Black),
        '△' | '☖' | '▽' => Some(Color::White),
        _ => None,
    }
}

/// Returns the side for the word at the start of `text`, and the text after the word; `None` without such a word. 先手
/// and 下手 are Black.
pub(crate) fn side(text: &str) -> Option<(Color, &str)> {
    const SIDES: [(&str, Color); 4] = [
        ("先手", Color::Black),
        ("後手", Color::White),
        ("下手", Color::Black),
        ("上手", Color::White),
    ];
    SIDES
        .iter()
        .find_map(|(word, color)| text.strip_prefix(word).map(|rest| (*color, rest)))
}

/// The words for the end of a game in numbered lines, with every known spelling. The first word for each kind of end
/// is the word that is written.
const TERMINALS: &[(&str, Terminal)] = &[
    ("投了", Terminal::Resign),
    ("中断", Terminal::Interrupt),
    ("中止", Terminal::Interrupt),
    ("指し掛け", Terminal::Interrupt),
    ("指掛", Terminal::Interrupt),
    ("持将棋", Terminal::Impasse),
    ("千日手", Terminal::Repetition),
    ("千日手指し直し", Terminal::Repetition),
    ("千日手指直し", Terminal::Repetition),
    ("詰み", Terminal::Mate),
    ("詰", Terminal::Mate),
    ("切れ負け", Terminal::Timeout),
    ("時間切れ", Terminal::Timeout),
    ("時間切れ負け", Terminal::Timeout),
    ("時間切", Terminal::Timeout),
    ("切れ負", Terminal::Timeout),
    ("Time-up", Terminal::Timeout),
    ("接続切れ", Terminal::Disconnect),
    ("通信切断", Terminal::Disconnect),
    ("回線切断", Terminal::Disconnect),
    ("反則勝ち", Terminal::FoulWin),
    ("反則負け", Terminal::FoulLoss),
    ("反則手", Terminal::FoulLoss),
    ("反則勝", Terminal::FoulWin),
    ("反則負", Terminal::FoulLoss),
    ("反則", Terminal::FoulLoss),
    // The word does not state the loser. `set_perpetual_check_offender` determines the side that gave check.
    (PERPETUAL, Terminal::FoulLoss),
    ("王手千日手", Terminal::FoulLoss),
    ("両者反則負け", Terminal::BothFoul),
    ("両者反則負", Terminal::BothFoul),
    ("入玉勝ち", Terminal::DeclareWin),
    ("入玉宣言", Terminal::DeclareWin),
    ("勝ち宣言", Terminal::DeclareWin),
    ("入玉宣言勝ち", Terminal::DeclareWin),
    ("宣言勝ち", Terminal::DeclareWin),
    ("不戦勝", Terminal::WinByDefault),
    ("不戦勝ち", Terminal::WinByDefault),
    ("不戦敗", Terminal::LoseByDefault),
    ("不戦負け", Terminal::LoseByDefault),
    // The side that withdraws loses by default.
    ("棄権", Terminal::LoseByDefault),
    ("引き分け", Terminal::Draw),
    ("引分け", Terminal::Draw),
    ("引分", Terminal::Draw),
    ("裁定引き分け", Terminal::Draw),
    ("裁定引分け", Terminal::Draw),
    ("裁定引分", Terminal::Draw),
    ("無勝負", Terminal::Draw),
    ("最大手数", Terminal::MaxMoves),
    ("不詰", Terminal::NoMate),
    ("封じ手", Terminal::Sealed),
    ("待った", Terminal::TakeBack),
    ("エラー", Terminal::Error),
    // These words state neither the winner nor the reason.
    ("対局終了", Terminal::Other),
    ("終了", Terminal::Other),
    ("終局", Terminal::Other),
    ("打ち切り", Terminal::Other),
    ("打切り", Terminal::Other),
    ("不明", Terminal::Other),
    ("対局中", Terminal::Other),
    ("観戦終了", Terminal::Other),
    // A king has reached the start square of the other king. The standard rules do not have this way to win, so no
    // winner is derived.
    ("トライ", Terminal::Other),
];

/// The word for perpetual check, which does not identify a side.
pub(crate) const PERPETUAL: &str = "連続王手の千日手";

/// Returns whether the word for an end means perpetual check.
pub(crate) fn is_perpetual(word: &str) -> bool {
    matches!(without_punctuation(word.trim()), PERPETUAL | "王手千日手")
}

/// Returns the kind of end that a word means; `None` for an unknown word.
pub(crate) fn terminal(word: &str) -> Option<Terminal> {
    meaning(TERMINALS, word)
}

/// Words about one side at the end of a game, each with the kind of end, and with `true` if that side won.
pub(super) const SIDE_RESULTS: &[(&str, Terminal, bool)] = &[
    ("勝ち", Terminal::Other, true),
    ("勝", Terminal::Other, true),
    ("負け", Terminal::Other, false),
    ("負", Terminal::Other, false),
    ("勝利", Terminal::Other, true),
    ("敗北", Terminal::Other, false),
    ("投了", Terminal::Resign, false),
    ("接続切れ", Terminal::Disconnect, false),
    ("通信切断", Terminal::Disconnect, false),
    ("回線切断", Terminal::Disconnect, false),
    ("時間切れ", Terminal::Timeout, false),
    ("時間切れ負け", Terminal::Timeout, false),
    ("切れ負け", Terminal::Timeout, false),
    ("時間切れ勝ち", Terminal::Timeout, true),
    ("切れ勝ち", Terminal::Timeout, true),
    ("反則", Terminal::FoulLoss, false),
    ("反則負け", Terminal::FoulLoss, false),
    ("反則勝ち", Terminal::FoulWin, true),
    ("棄権", Terminal::LoseByDefault, false),
    ("不戦敗", Terminal::LoseByDefault, false),
    ("不戦勝", Terminal::WinByDefault, true),
    ("入玉勝ち", Terminal::DeclareWin, true),
    ("入玉宣言勝ち", Terminal::DeclareWin, true),
    ("宣言勝ち", Terminal::DeclareWin, true),
    ("入玉宣言", Terminal::DeclareWin, true),
];

/// Returns a sentence without the punctuation at its end.
pub(crate) fn without_punctuation(sentence: &str) -> &str {
    sentence.trim_end_matches(['。', '．', '.', '！', '!'])
}

/// Returns the kind of end that a word means, and the winner if the word contains a side: 後手の時間切れ. Returns `None` for
/// an unknown word.
pub(crate) fn ending(word: &str) -> Option<(Terminal, Option<Color>)> {
    let word = without_punctuation(word);
    if let Some(terminal) = terminal(word) {
        return Some((terminal, None));
    }
    let (side, rest) = side(word)?;
    let side_word = rest.strip_prefix('の').unwrap_or(rest);
    SIDE_RESULTS
        .iter()
        .find(|(table_word, ..)| *table_word == side_word)
        .map(|&entry| side_result(entry, side))
}

pub(crate) fn side_result(
    (_, terminal, wins): (&str, Terminal, bool),
    side: Color,
) -> (Terminal, Option<Color>) {
    (terminal, Some(if wins { side } else { side.opponent() }))
}

/// Returns the word to write for a kind of end, which is its first spelling.
///
/// Returns `None` for [`Terminal::Other`], whose words have different meanings.
pub fn terminal_word(terminal: Terminal) -> Option<&'static str> {
    word_for(TERMINALS, terminal).filter(|_| terminal != Terminal::Other)
}

/// Returns whether a word means that the side to move passes.
pub(crate) fn is_pass(word: &str) -> bool {
    matches!(word, "パス" | "ぱす" | "pass" | "PASS")
}

/// Returns whether the text before a colon can be the key of a header.
///
/// An empty text or a number is not a key. Before a half-width colon, a text with blanks or parentheses is not a key
/// either, because such colons also occur in times and addresses.
pub(crate) fn is_key(key: &str, colon: char) -> bool {
    let is_in_other_text = || colon == ':' && key.contains(|c| is_blank(c) || matches!(c, '(' | '（'));
    !key.is_empty() && !key.chars().all(|c| digit(c).is_some()) && !is_in_other_text()
}

// The text of a move: conversion of the tokens of the grammars.

/// A move as its own text states it, without the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveText {
    /// The side of the mark ▲ or △; `None` without a mark, and for an ambiguous one (▼).
    pub mark: Option<Color>,
    /// The destination as the text states it.
    pub to: WrittenDestination,
    /// The kind of the piece before the move.
    pub kind: PieceKind,
    /// The promotion as the text states it.
    pub promotion: Promotion,
    /// The origin of the piece as the text states it.
    pub from: Origin,
}

/// The destination of a move as its own text states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WrittenDestination {
    /// 同: the destination of the previous move.
    Same,
    /// A square.
    Square(Square),
    /// A square and 同, as newspapers write them: `２二同銀`, `同２二銀`.
    Both(Square),
}

impl WrittenDestination {
    /// Reads the square, 同 or both in a text. Returns `None` if there is neither.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let is_same = |letter| matches!(letter, '同' | '仝');
        let rest = text.trim_start_matches(|letter| is_same(letter) || is_blank(letter));
        match (text.contains(is_same), square(rest)) {
            (true, Some(square)) => Some(Self::Both(square)),
            (false, square) => square.map(Self::Square),
            (true, None) => Some(Self::Same),
        }
    }
}

/// Returns the side of the mark at the beginning of a text; `None` for an ambiguous or missing mark.
pub(crate) fn parse_mark(mark: &str) -> Option<Color> {
    mark.chars().next().and_then(marked_side)
}

/// Reads a square: a file and a rank. Returns `None` if the first two characters are not a square.
pub(crate) fn square(text: &str) -> Option<Square> {
    let mut numbers = text.chars().map(rank);
    Square::new(numbers.next()??, numbers.next()??)
}

/// Reads the name of a piece at the beginning of a text: 銀, 成銀. Returns `None` if the text begins with no such name.
pub(crate) fn parse_piece(text: &str) -> Option<PieceKind> {
    match text.strip_prefix('成') {
        Some(promoted) => promoted
            .chars()
            .next()
            .and_then(|c| promoted_piece(wide_bytes(c))),
        None => text.chars().next().and_then(piece),
    }
}

/// Reads the origin: two digits in parentheses, where `(00)` means a drop. `is_drop` is `true` if 打 precedes them.
///
/// # Errors
///
/// If the digits are not a square, or if they are a square and 打 precedes them.
pub(crate) fn origin(in_parentheses: &str, is_drop: bool) -> Result<Origin, MalformedMove> {
    let mut digits = in_parentheses.chars().filter_map(digit);
    let mut digit = || digits.next().unwrap_or_default() as u8;
    match ((digit(), digit()), is_drop) {
        ((0, 0), _) => Ok(Origin::Hand),
        (_, true) => Err(MalformedMove::DropWithOrigin),
        ((file, rank), false) => Square::new(file, rank)
            .map(Origin::Board)
            .ok_or(MalformedMove::OriginOffBoard),
    }
}

// The words of KI2 after a piece: 右左直上寄引, 成, 不成, 打.

/// The words after a piece, which identify the piece and state its promotion.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PieceWords {
    /// The words that identify one of several pieces.
    pub suffix: Suffix,
    /// The promotion as the words state it; `None` if no word does.
    pub promotion: Option<Promotion>,
    /// `true` if 打 is present.
    pub drop: bool,
}

impl PieceWords {
    /// Adds the words of a text. Other characters are ignored.
    ///
    /// # Errors
    ///
    /// If two words contradict each other.
    pub(crate) fn add(&mut self, words: &str) -> Result<(), MalformedMove> {
        let mut declines = false;
        for word in words.chars() {
            match word {
                '左' => set(&mut self.suffix.side, Side::Left),
                '直' => set(&mut self.suffix.side, Side::Straight),
                '右' => set(&mut self.suffix.side, Side::Right),
                '上' | '行' | '入' | '立' | '進' => set(&mut self.suffix.motion, Motion::Up),
                '寄' => set(&mut self.suffix.motion, Motion::Level),
                '引' => set(&mut self.suffix.motion, Motion::Back),
                '生' => set(&mut self.promotion, Promotion::Decline),
                '成' if declines => set(&mut self.promotion, Promotion::Decline),
                '成' => set(&mut self.promotion, Promotion::Promote),
                '打' => {
                    self.drop = true;
                    Ok(())
                }
                _ => Ok(()),
            }?;
            declines = word == '不';
        }
        Ok(())
    }

    /// Returns the origin of the piece. A square in parentheses takes precedence over words.
    ///
    /// # Errors
    ///
    /// If 打 contradicts the square or a word.
    pub(crate) fn origin(self, in_parentheses: Option<&str>) -> Result<Origin, MalformedMove> {
        match (in_parentheses, self.drop, self.suffix) {
            (Some(square), drop, _) => origin(square, drop),
            (None, false, suffix) => Ok(Origin::Words(suffix)),
            (None, true, Suffix::NONE) => Ok(Origin::Hand),
            (None, true, _) => Err(MalformedMove::DropWithWord),
        }
    }
}

/// Sets a property that a word states.
///
/// # Errors
///
/// If an earlier word set the property to another value.
fn set<T: PartialEq>(property: &mut Option<T>, value: T) -> Result<(), MalformedMove> {
    match property {
        Some(earlier) if *earlier != value => Err(MalformedMove::ContraryWords),
        _ => {
            *property = Some(value);
            Ok(())
        }
    }
}

// The time of a move: `( 0:16/00:00:16)`.

/// Reads a text that consists of a time. Returns `None` if it is not a time, or if the time is out of range.
pub(crate) fn parse_clock(text: &str) -> Option<Clock> {
    let time = KakinokiParser::parse(Part::time, text).ok()?.next()?;
    let mut clocks = time.into_inner().filter(|part| part.as_rule() == Part::clock);
    Some(Clock {
        spent: Some(milliseconds(clocks.next()?)?),
        total: match clocks.next() {
            Some(total) => Some(milliseconds(total)?),
            None => None,
        },
    })
}

/// Returns the milliseconds of `[hours:]minutes:seconds[.fraction]`, or `None` if they are out of range.
fn milliseconds(clock: Pair<'_, Part>) -> Option<u32> {
    let (mut seconds, mut fraction) = (0_u32, 0);
    for part in clock.into_inner() {
        if part.as_rule() == Part::number {
            seconds = seconds.checked_mul(60)?.checked_add(number(part.as_str()))?;
        } else {
            let digits = part.as_str().chars().filter_map(digit);
            fraction = digits.zip([100, 10, 1]).map(|(digit, unit)| digit * unit).sum();
        }
    }
    seconds.checked_mul(1000)?.checked_add(fraction)
}

/// Formats a time: `(0:05/00:01:20)`. An unknown total is left out.
///
/// Returns `None` if the time spent is unknown.
pub(crate) fn format_clock(clock: Clock) -> Option<String> {
    let spent = clock.spent?;
    let fraction = match spent % 1000 {
        0 => String::new(),
        milliseconds => format!(".{milliseconds:03}"),
    };
    let total = clock.total.map_or_else(String::new, |total| {
        let seconds = total / 1000;
        format!(
            "/{:02}:{:02}:{:02}",
            seconds / 3600,
            seconds / 60 % 60,
            seconds % 60
        )
    });
    Some(format!(
        "({}:{:02}{fraction}{total})",
        spent / 60_000,
        spent / 1000 % 60
    ))
}

// The parser that Pest generates from `grammar/kakinoki.pest`.

// Doc comments cannot be added to the generated items; the grammar describes its rules.

#[derive(pest_derive::Parser)]
#[grammar = "grammar/kakinoki.pest"]
pub(crate) struct KakinokiParser;
