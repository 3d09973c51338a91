//! The words: digits, pieces, terminals. Every spelling that is read stands here.

use crate::record::Terminal;
use crate::shogi::{Color, PieceKind};

/// Blank, tab or ideographic space.
pub(crate) const fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\u{3000}')
}

/// A decimal digit, half or full width.
#[inline]
pub(crate) fn digit(c: char) -> Option<u32> {
    match c {
        '0'..='9' => Some(c as u32 - '0' as u32),
        '０'..='９' => Some(c as u32 - '０' as u32),
        _ => None,
    }
}

/// The number that digits make; one past the limits is `u32::MAX`.
pub(crate) fn number(digits: &str) -> u32 {
    let digits = digits.chars().filter_map(digit);
    digits.fold(0, |value: u32, next| {
        value.saturating_mul(10).saturating_add(next)
    })
}

/// A kanji digit from 一 to 九.
pub(crate) const fn kanji_digit(c: char) -> Option<u8> {
    Some(match c {
        '一' => 1,
        '二' => 2,
        '三' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        _ => return None,
    })
}

/// A file: a digit from 1 to 9, half or full width.
pub(crate) fn file(c: char) -> Option<u8> {
    digit(c).filter(|&d| d > 0).map(|d| d as u8)
}

/// A rank: a kanji, or a digit as for files.
pub(crate) fn rank(c: char) -> Option<u8> {
    kanji_digit(c).or_else(|| file(c))
}

/// A piece written with one character, in a move, on a diagram or in a hand.
pub(crate) fn piece(c: char) -> Option<PieceKind> {
    Some(match c {
        '歩' => PieceKind::Pawn,
        '香' => PieceKind::Lance,
        '桂' => PieceKind::Knight,
        '銀' => PieceKind::Silver,
        '金' => PieceKind::Gold,
        '角' => PieceKind::Bishop,
        '飛' => PieceKind::Rook,
        '玉' | '王' => PieceKind::King,
        'と' => PieceKind::Tokin,
        '杏' => PieceKind::PromotedLance,
        '圭' => PieceKind::PromotedKnight,
        '全' => PieceKind::PromotedSilver,
        '馬' => PieceKind::Horse,
        '龍' | '竜' => PieceKind::Dragon,
        _ => return None,
    })
}

/// The piece that 成 and this character name together: 成香, 成桂, 成銀.
pub(crate) fn promoted_piece(c: char) -> Option<PieceKind> {
    piece(c)
        .filter(|kind| matches!(kind, PieceKind::Lance | PieceKind::Knight | PieceKind::Silver))
        .and_then(PieceKind::promoted)
}

/// Whether a character is a mark of the side before a move.
pub(crate) const fn is_mark(c: char) -> bool {
    matches!(c, '▲' | '☗' | '▼' | '△' | '☖' | '▽')
}

/// The side of a mark. ▼ is Black in most programs and White in some texts, so it says nothing.
pub(crate) const fn marked_side(mark: char) -> Option<Color> {
    match mark {
        '▲' | '☗' => Some(Color::Black),
        '△' | '☖' | '▽' => Some(Color::White),
        _ => None,
    }
}

/// The side that a word at the start of `text` names, and what follows: 先手 and 下手 are Black.
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

/// The terminal words of numbered lines, every spelling that is known to be written.
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
    // Game servers take a lost connection for a resignation.
    ("接続切れ", Terminal::Resign),
    ("反則勝ち", Terminal::FoulWin),
    ("反則負け", Terminal::FoulLoss),
    ("反則手", Terminal::FoulLoss),
    ("反則勝", Terminal::FoulWin),
    ("反則負", Terminal::FoulLoss),
    ("反則", Terminal::FoulLoss),
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
    // Who withdraws loses without having been beaten.
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
    ("対局終了", Terminal::Other),
    // Reaching the other king's square: not of the standard rules, so nobody is taken to have won by it.
    ("トライ", Terminal::Other),
];

/// What a terminal word means.
pub(crate) fn terminal(word: &str) -> Option<Terminal> {
    TERMINALS
        .iter()
        .find(|(known, _)| *known == word)
        .map(|&(_, terminal)| terminal)
}

/// What is said of a side at the end, and whether it has won by that.
const OF_A_SIDE: &[(&str, Terminal, bool)] = &[
    ("勝ち", Terminal::Other, true),
    ("勝", Terminal::Other, true),
    ("負け", Terminal::Other, false),
    ("負", Terminal::Other, false),
    ("投了", Terminal::Resign, false),
    ("接続切れ", Terminal::Resign, false),
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

/// What closes a sentence says nothing.
pub(crate) fn without_stop(sentence: &str) -> &str {
    sentence.trim_end_matches(['。', '．', '.', '！', '!'])
}

/// What a word for the end means, and who has won, where it names a side: 後手の時間切れ.
pub fn ending(word: &str) -> Option<(Terminal, Option<Color>)> {
    let word = without_stop(word);
    if let Some(terminal) = terminal(word) {
        return Some((terminal, None));
    }
    let (side, what) = side(word)?;
    let what = what.strip_prefix('の').unwrap_or(what);
    let said = OF_A_SIDE.iter().find(|(known, ..)| *known == what);
    said.map(|&(_, terminal, wins)| (terminal, Some(if wins { side } else { side.opponent() })))
}

/// The word that is written for a terminal: the first of its spellings. None for [`Terminal::Other`], which has many.
pub fn terminal_word(terminal: Terminal) -> Option<&'static str> {
    TERMINALS
        .iter()
        .find(|&&(_, known)| known == terminal && terminal != Terminal::Other)
        .map(|&(word, _)| word)
}

/// Words that say the side to move let its turn pass.
pub(crate) fn is_pass(word: &str) -> bool {
    matches!(word, "パス" | "ぱす" | "pass" | "PASS")
}

/// Whether what stands before a colon can be the key of a header. A half-width colon also stands in times
/// and addresses.
pub(crate) fn is_key(key: &str, colon: char) -> bool {
    let in_time = || colon == ':' && key.contains(|c| is_blank(c) || matches!(c, '(' | '（'));
    !key.is_empty() && !key.chars().all(|c| digit(c).is_some()) && !in_time()
}
