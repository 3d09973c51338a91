//! Detection of names in a non-Japanese encoding that can be decoded as Japanese without an error.
//!
//! Nearly all bytes are valid in `Shift_JIS`. For example, the `ör` of `Jörg` in windows-1252 becomes a private-use character. A
//! text is suspected only if all of these conditions are met:
//!
//! * It has no word of shogi, no side mark (▲△), and no kana except half-width kana.
//! * It has unusual combinations of adjacent characters.
//! * All of its words that are not pure ASCII are words in the other encoding.

use core::ops::RangeInclusive;
use std::collections::HashSet;
use std::sync::LazyLock;

use encoding_rs::{
    BIG5, EUC_JP, Encoding, GBK, KOI8_R, SHIFT_JIS, UTF_8, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252,
    WINDOWS_1253,
};
use memchr::memmem;

use super::Text;
use super::detection::takes_sound_mark;
use super::problem::TextPlace;

/// Words of Japanese records. A decoded text that contains one of these words was decoded in the right encoding.
const JAPANESE_WORDS: [&str; 24] = [
    "手合", "先手", "後手", "上手", "下手", "対局", "棋戦", "平手", "将棋", "開始", "終了", "投了", "中断",
    "持駒", "名人", "竜王", "王座", "棋王", "王位", "棋聖", "王将", "叡王", "四段", "九段",
];

/// The most common kanji of Japanese names.
const NAME_KANJI: &str = "田山川本村中小大野木井原上下藤島林高松佐加伊近吉渡辺石橋森池内西東北南平岡崎谷和正美子一二三四五郎太夫\
                          男雄治司幸弘明博文武清水青千長部古福秋春永宮金前土光秀義信康雅孝浩健善昭英俊勝久豊良之彦行助生真隆章誠健聡愛恵進茂瀬沢";

/// The two bytes of each character of [`NAME_KANJI`] in EUC-JP.
static NAME_PAIRS: LazyLock<HashSet<[u8; 2]>> = LazyLock::new(|| {
    let (bytes, ..) = EUC_JP.encode(NAME_KANJI);
    bytes.as_chunks().0.iter().copied().collect()
});

/// The most common Chinese family names.
const CHINESE_FAMILY_NAMES: &str = "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈\
                                    姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤柯聂";

/// The two bytes of each character of [`CHINESE_FAMILY_NAMES`] in GBK.
static CHINESE_FAMILY_PAIRS: LazyLock<HashSet<[u8; 2]>> = LazyLock::new(|| {
    let (bytes, ..) = GBK.encode(CHINESE_FAMILY_NAMES);
    bytes.as_chunks().0.iter().copied().collect()
});

/// Last lead byte of the level 1 (common) hanzi of GB 2312.
const LAST_LEVEL_1_BYTE: u8 = 0xD7;

/// Number of bytes at the beginning of a text that are searched for [`JAPANESE_WORDS`] before the whole text is searched.
const HEAD_BYTES: usize = 2048;

/// First lead byte of the level 2 (rare) kanji of EUC-JP.
const FIRST_LEVEL_2_BYTE: u8 = 0xD0;

/// Minimum number of hanzi (Chinese characters) for a text to be recognised as Chinese.
const MIN_HANZI: usize = 5;

/// Minimum number of half-width kana for a text to be recognised as `Shift_JIS` that was read as EUC-JP. Fewer bytes may be
/// real kanji of EUC-JP.
const MIN_KANA: usize = 8;

/// Statistics of the characters and words of a text, or of the parts of a file that have been read so far.
///
/// All counts are sums, so the counts of parts can be added.
#[derive(Debug, Default)]
pub(super) struct ForeignCounts {
    /// The first character that is not ASCII; `None` if the statistics were not collected.
    first: Option<TextPlace>,
    /// `true` if the text certainly is Japanese; all counts are then unnecessary.
    is_japanese: bool,
    /// The number of private-use characters, and of half-width kana that are misplaced or next to another character
    /// that is not ASCII.
    mixed: usize,
    /// The number of full-width characters between two ASCII letters, of half-width kana next to an ASCII letter, and
    /// of level 2 kanji directly after a small ASCII letter.
    next_to_letters: usize,
    /// The number of bytes that are half-width kana in `Shift_JIS`, and of other bytes that are not ASCII.
    bytes: [usize; 2],
    /// The number of characters of [`NAME_KANJI`].
    name_kanji: usize,
    /// The byte pairs into which the words are split.
    pairs: PairCounts,
    /// The number of words that are Chinese names in GBK: a common family name and one to three common hanzi.
    chinese_names: usize,
    /// The number of words that are not possible in EUC-JP.
    not_euc: usize,
    /// The number of words that are not pronounceable as half-width kana.
    not_kana: usize,
    /// The number of words in each encoding of [`CANDIDATES`].
    words: [WordCount; CANDIDATES.len()],
}

/// The number of byte pairs into which words are split, without an odd last byte. In EUC-JP, each pair would be a kanji.
#[derive(Clone, Copy, Debug, Default)]
struct PairCounts {
    all: usize,
    /// The number of pairs whose first byte is that of a rare kanji (level 2) of EUC-JP.
    rare: usize,
    /// The number of pairs that are in [`NAME_PAIRS`].
    in_names: usize,
}

/// The number of words in an encoding, and the number of byte sequences that are not words in this encoding.
#[derive(Clone, Copy, Debug, Default)]
struct WordCount {
    words: usize,
    misses: usize,
}

/// A function that returns whether a byte sequence is a word in an encoding.
type IsWord = fn(&[u8]) -> bool;

/// The encodings that are tested for words, in the order of preference.
const CANDIDATES: [(&Encoding, IsWord); 7] = [
    (WINDOWS_1252, is_latin),
    (WINDOWS_1250, is_central_european),
    (KOI8_R, is_koi8),
    (WINDOWS_1251, is_windows_1251),
    (WINDOWS_1253, is_greek),
    (GBK, is_gbk),
    (BIG5, is_big5),
];

impl ForeignCounts {
    /// Collects the statistics of a text that is not pure ASCII, or of a part of such a text. Nothing is counted if the
    /// encoding was set by the caller, cannot be confused with others, or is certainly right.
    pub(super) fn new(text: &Text<'_>) -> Self {
        let mut counts = Self::default();
        let encoding = text.encoding();
        if text.is_forced || ![SHIFT_JIS, EUC_JP, UTF_8].contains(&encoding) {
            return counts;
        }
        counts.is_japanese = is_japanese(text.as_str(), encoding);
        if counts.is_japanese {
            return counts;
        }
        counts.first = text
            .as_str()
            .char_indices()
            .find(|(_, letter)| !letter.is_ascii())
            .map(|(at, letter)| text.place(at..at + letter.len_utf8()));
        counts.count_characters(text.as_str());
        counts.count_words(&text.source[text.mark..]);
        counts
    }

    /// Adds the statistics of the following part, whose text begins at `base`.
    pub(super) fn append(&mut self, following: Self, base: usize) {
        let Self {
            first,
            is_japanese,
            mixed,
            next_to_letters,
            bytes,
            name_kanji,
            pairs,
            chinese_names,
            not_euc,
            not_kana,
            words,
        } = following;
        let first = first.map(|place| TextPlace {
            text: base + place.text.start..base + place.text.end,
            ..place
        });
        self.first = self.first.take().or(first);
        self.is_japanese |= is_japanese;
        self.mixed += mixed;
        self.next_to_letters += next_to_letters;
        self.name_kanji += name_kanji;
        self.pairs.all += pairs.all;
        self.pairs.rare += pairs.rare;
        self.pairs.in_names += pairs.in_names;
        self.chinese_names += chinese_names;
        self.not_euc += not_euc;
        self.not_kana += not_kana;
        for (sum, count) in self.bytes.iter_mut().zip(bytes) {
            *sum += count;
        }
        for (sum, count) in self.words.iter_mut().zip(words) {
            sum.words += count.words;
            sum.misses += count.misses;
        }
    }

    /// Returns the probable encoding of a text that was read as `actual`, and its first character that is not ASCII.
    ///
    /// Returns `None` if `actual` is plausible, or if no other encoding is plausible. `is_damaged` is `true` if the text has
    /// malformed bytes.
    pub(super) fn likely(
        self,
        actual: &'static Encoding,
        is_damaged: bool,
    ) -> Option<(TextPlace, &'static Encoding)> {
        if self.is_japanese {
            return None;
        }
        let first = self.first?;
        let [kana, others] = self.bytes;
        // Among the kanji that kana become, some are rare, and one of a name may occur by chance.
        let is_few = 4 * self.name_kanji <= self.pairs.all;
        let has_no_name = self.name_kanji == 0 || is_few && 4 * self.pairs.rare >= self.pairs.all;
        let is_kana = others == 0 && kana >= MIN_KANA && self.not_kana == 0 && has_no_name;
        if actual == EUC_JP && is_kana {
            return Some((first, SHIFT_JIS));
        }
        // Chinese words are valid in EUC-JP. A text with such words must therefore have many of them, and they must be
        // rare or impossible in Japanese.
        // A single name, or names with the kanji of Japanese names, may be Japanese with rare kanji.
        let has_chinese_names =
            self.chinese_names > 1 && self.pairs.rare > 0 && 3 * self.name_kanji <= self.pairs.all;
        let is_chinese = |encoding: &'static Encoding| match encoding {
            encoding if encoding == GBK && has_chinese_names => true,
            encoding if encoding == GBK => {
                let is_rare = 2 * self.pairs.rare > self.pairs.all;
                let has_no_japanese_name = actual == SHIFT_JIS && self.pairs.in_names == 0 && self.mixed > 1;
                self.pairs.all >= MIN_HANZI && (is_rare || has_no_japanese_name)
            }
            encoding if encoding == BIG5 => self.not_euc > 0,
            _ => true,
        };
        let is_suspect = |encoding: &'static Encoding, words: usize| match actual {
            actual if actual == EUC_JP && encoding == GBK => {
                has_chinese_names || self.name_kanji == 0 && is_chinese(encoding)
            }
            actual if actual == EUC_JP => {
                [KOI8_R, WINDOWS_1251, WINDOWS_1253].contains(&encoding) && words > 1
            }
            actual if actual == UTF_8 => is_damaged && is_chinese(encoding),
            _ => {
                let is_unusual = is_damaged || self.mixed > 0;
                let is_latin = [WINDOWS_1252, WINDOWS_1250].contains(&encoding);
                is_unusual && is_chinese(encoding) || is_latin && self.next_to_letters > 0
            }
        };
        let contradicts_shift_jis = self.mixed > 0 || self.not_kana > 0 && others == 0;
        let fits_euc_jp =
            self.not_euc == 0 && self.pairs.in_names > 0 && 2 * self.pairs.rare <= self.pairs.all;
        if actual == SHIFT_JIS && contradicts_shift_jis && fits_euc_jp {
            return Some((first, EUC_JP));
        }
        let mut candidates = CANDIDATES.iter().zip(self.words);
        let likely = candidates.find(|&(&(encoding, _), count)| {
            count.words > 0 && count.misses == 0 && is_suspect(encoding, count.words)
        });
        likely.map(|(&(encoding, _), _)| (first, encoding))
    }

    /// Counts kanji of names and unusual combinations of adjacent characters.
    fn count_characters(&mut self, text: &str) {
        let mut previous = ' ';
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            let next_letter = letters.peek().copied().unwrap_or(' ');
            let neighbours = [previous, next_letter];
            previous = letter;
            if letter.is_ascii() {
                continue;
            }
            self.name_kanji += usize::from(NAME_KANJI.contains(letter));
            let ascii_neighbours = neighbours
                .iter()
                .filter(|neighbour| neighbour.is_ascii_alphabetic())
                .count();
            if is_half_width(letter) {
                // The letter is punctuation within a word, or a small kana at the beginning of a word.
                let is_misplaced = matches!(letter, '｡'..='､') && !matches!(next_letter, ' ' | '\r' | '\n')
                    || matches!(letter, 'ｧ'..='ｯ') && !is_half_width(neighbours[0]);
                let is_mixed = neighbours
                    .iter()
                    .any(|&character| !character.is_ascii() && !is_half_width(character));
                self.mixed += usize::from(is_misplaced || is_mixed);
                self.next_to_letters += usize::from(ascii_neighbours > 0);
            } else {
                self.mixed += usize::from(matches!(letter, '\u{E000}'..='\u{F8FF}'));
                self.next_to_letters += usize::from(ascii_neighbours == 2);
            }
        }
    }

    /// Counts the words that are not pure ASCII. A word is a run of bytes that are not less than `@` (0x40). All second
    /// bytes of characters are in this range.
    fn count_words(&mut self, bytes: &[u8]) {
        let is_in_word = |byte: &u8| *byte >= b'@';
        let runs = bytes
            .split(|byte| !is_in_word(byte))
            .filter(|run| !run.is_ascii());
        for run in runs {
            for (count, (_, is_word)) in self.words.iter_mut().zip(CANDIDATES) {
                if is_word(run) {
                    count.words += 1;
                } else {
                    count.misses += 1;
                }
            }
            let (pairs, rest) = run.as_chunks::<2>();
            let is_euc = rest.is_empty() && run.iter().all(|byte| matches!(byte, 0xA1..=0xFE));
            self.not_euc += usize::from(!is_euc);
            self.not_kana += usize::from(!is_pronounceable(run));
            self.pairs.all += pairs.len();
            let is_common = |pair: &[u8; 2]| matches!(pair, [0xB0..=LAST_LEVEL_1_BYTE, 0xA1..=0xFE]);
            let is_chinese_name = is_euc
                && matches!(pairs, [family, _, ..] if CHINESE_FAMILY_PAIRS.contains(family))
                && pairs.len() <= 4
                && pairs.iter().all(is_common);
            self.chinese_names += usize::from(is_chinese_name);
            self.pairs.rare += pairs.iter().filter(|pair| pair[0] >= FIRST_LEVEL_2_BYTE).count();
            self.pairs.in_names += pairs.iter().filter(|pair| NAME_PAIRS.contains(*pair)).count();
            // In Japanese text, a level 2 kanji does not directly follow a lowercase letter.
            let is_kanji_after_letter =
                |pair: &&[u8]| pair[0].is_ascii_lowercase() && matches!(pair[1], 0xE0..=0xFC);
            self.next_to_letters += run.windows(2).filter(is_kanji_after_letter).count();
            for byte in run.iter().filter(|byte| !byte.is_ascii()) {
                self.bytes[usize::from(!matches!(byte, 0xA6..=0xDF))] += 1;
            }
        }
    }
}

fn is_half_width(letter: char) -> bool {
    matches!(letter, '\u{FF61}'..='\u{FF9F}')
}

/// Returns whether a text certainly is Japanese: it has kana, side marks or words of shogi.
///
/// In a text that was read as UTF-8, any valid character that is not ASCII is sufficient.
fn is_japanese(text: &str, encoding: &'static Encoding) -> bool {
    if encoding == UTF_8 {
        return text
            .chars()
            .any(|character| !character.is_ascii() && character != '\u{FFFD}');
    }
    let has_word = |bytes: &[u8]| {
        JAPANESE_WORDS
            .iter()
            .any(|word| memmem::find(bytes, word.as_bytes()).is_some())
    };
    let bytes = text.as_bytes();
    let is_kana_or_mark = |letter| matches!(letter, 'ぁ'..='ゖ' | 'ァ'..='ヶ' | '▲' | '△' | '☗' | '☖');
    has_word(&bytes[..bytes.len().min(HEAD_BYTES)]) || text.chars().any(is_kana_or_mark) || has_word(bytes)
}

// The tests whether a byte sequence is a word in an encoding.

/// Returns whether a word is a pronounceable sequence of half-width kana in `Shift_JIS`.
///
/// Sound marks and small kana can follow only certain kana.
fn is_pronounceable(word: &[u8]) -> bool {
    const SMALL_YA_AND_VOWELS: RangeInclusive<u8> = 0xA7..=0xAE;
    let mut previous = 0;
    word.iter().all(|&kana| {
        let can_follow = match kana {
            // The kana ｦ does not occur in names.
            0xA6 => false,
            // The kana ｳ ｷ ｼ ﾁ ﾃ ﾄ ﾆ ﾋ ﾌ ﾐ ﾘ and the sound marks can precede a small ya, yu, yo or vowel.
            kana if SMALL_YA_AND_VOWELS.contains(&kana) => {
                matches!(
                    previous,
                    0xB3 | 0xB7 | 0xBC | 0xC1 | 0xC3 | 0xC4 | 0xC6 | 0xCB | 0xCC | 0xD0 | 0xD8 | 0xDE | 0xDF
                )
            }
            // The kana ｯ ｰ ﾝ can follow any kana, but not begin a word.
            0xAF | 0xB0 | 0xDD => previous != 0,
            mark => takes_sound_mark(previous, mark),
        };
        previous = kana;
        can_follow
    })
}

/// Returns whether a word is Western European (windows-1252).
///
/// All its bytes that are not ASCII are letters, and at most as many as its ASCII letters. No capital follows a small letter
/// unless both are ASCII.
fn is_latin(word: &[u8]) -> bool {
    let is_capital =
        |byte: u8| matches!(byte, b'A'..=b'Z' | 0xC0..=0xD6 | 0xD8..=0xDE | 0x8A | 0x8C | 0x8E | 0x9F);
    let is_small = |byte: u8| matches!(byte, b'a'..=b'z' | 0xDF..=0xF6 | 0xF8..=0xFF | 0x9A | 0x9C | 0x9E);
    is_in_latin_letters(word, is_capital, is_small)
}

/// Returns whether a word is Central European (windows-1250).
///
/// It is like a word of [`is_latin`], with at least two small ASCII letters for each other letter. Some of its letters are
/// frequent half-width kana in `Shift_JIS`.
fn is_central_european(word: &[u8]) -> bool {
    let is_capital = |byte: u8| {
        let is_of_1250 = matches!(byte, 0x8A | 0x8C..=0x8F | 0xA3 | 0xA5 | 0xAA | 0xAF | 0xBC);
        is_of_1250 || matches!(byte, b'A'..=b'Z' | 0xC0..=0xD6 | 0xD8..=0xDE)
    };
    let is_small = |byte: u8| {
        let is_of_1250 = matches!(byte, 0x9A | 0x9C..=0x9F | 0xB3 | 0xB9 | 0xBA | 0xBE | 0xBF);
        is_of_1250 || matches!(byte, b'a'..=b'z' | 0xDF..=0xF6 | 0xF8..=0xFE)
    };
    let others = word.iter().filter(|byte| !byte.is_ascii()).count();
    let small = word.iter().filter(|byte| byte.is_ascii_lowercase()).count();
    small >= 2 * others && is_in_latin_letters(word, is_capital, is_small)
}

fn is_in_latin_letters(word: &[u8], is_capital: fn(u8) -> bool, is_small: fn(u8) -> bool) -> bool {
    let ascii = word.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    let others = word.iter().filter(|byte| !byte.is_ascii());
    let has_capital_inside = |pair: &[u8]| {
        let is_small_then_capital = is_small(pair[0]) && is_capital(pair[1]);
        is_small_then_capital && !pair.is_ascii()
    };
    ascii >= others.count()
        && word
            .iter()
            .all(|&byte| byte.is_ascii() || is_capital(byte) || is_small(byte))
        && !word.windows(2).any(has_capital_inside)
}

/// Returns whether a word is Cyrillic or Greek: a single capital, or a capital and at least two small letters.
///
/// At least one letter in four of a longer word must be a vowel.
fn is_capitalised_word(
    word: &[u8],
    capitals: RangeInclusive<u8>,
    small: RangeInclusive<u8>,
    vowels: &[u8],
) -> bool {
    /// Difference between the codes of a capital and a small letter.
    const CASE: u8 = 0x20;
    let Some((first, rest)) = word.split_first() else {
        return false;
    };
    let is_vowel = |byte: &&u8| vowels.contains(byte) || vowels.contains(&(**byte ^ CASE));
    let has_vowels = word.len() <= 4 * word.iter().filter(is_vowel).count();
    // A word of two letters could also be one kanji.
    let begins_like_name = capitals.contains(first) && rest.len() != 1;
    begins_like_name && rest.iter().all(|byte| small.contains(byte)) && (rest.is_empty() || has_vowels)
}

/// Returns whether a word is Cyrillic in KOI8-R.
fn is_koi8(word: &[u8]) -> bool {
    const VOWELS: &[u8] = &[0xC0, 0xC1, 0xC5, 0xC9, 0xCF, 0xD1, 0xD5, 0xD9, 0xDC];
    is_capitalised_word(word, 0xE0..=0xFF, 0xC0..=0xDF, VOWELS)
}

/// Returns whether a word is Cyrillic in windows-1251.
fn is_windows_1251(word: &[u8]) -> bool {
    const VOWELS: &[u8] = &[0xE0, 0xE5, 0xE8, 0xEE, 0xF3, 0xFB, 0xFD, 0xFE, 0xFF];
    is_capitalised_word(word, 0xC0..=0xDF, 0xE0..=0xFF, VOWELS)
}

/// Returns whether a word is Greek in windows-1253.
fn is_greek(word: &[u8]) -> bool {
    const VOWELS: &[u8] = &[
        0xE1, 0xE5, 0xE7, 0xE9, 0xEF, 0xF5, 0xF9, 0xDC, 0xDD, 0xDE, 0xDF, 0xFC, 0xFD, 0xFE,
    ];
    is_capitalised_word(word, 0xC1..=0xD9, 0xDC..=0xFE, VOWELS)
}

/// Returns whether a word consists of hanzi of GB 2312, of which at least half are common.
fn is_gbk(word: &[u8]) -> bool {
    let (pairs, rest) = word.as_chunks::<2>();
    let is_hanzi = |&[lead, trail]: &[u8; 2]| matches!((lead, trail), (0xB0..=0xF7, 0xA1..=0xFE));
    let common = pairs.iter().filter(|pair| pair[0] <= LAST_LEVEL_1_BYTE).count();
    rest.is_empty() && pairs.iter().all(is_hanzi) && 2 * common >= pairs.len()
}

/// Returns whether a word consists of hanzi of Big5, of which at least half are common.
fn is_big5(word: &[u8]) -> bool {
    let (pairs, rest) = word.as_chunks::<2>();
    let is_hanzi = |&[lead, trail]: &[u8; 2]| {
        matches!(lead, 0xA4..=0xC6 | 0xC9..=0xF9) && matches!(trail, 0x40..=0x7E | 0xA1..=0xFE)
    };
    let common = pairs.iter().filter(|pair| pair[0] <= 0xC6).count();
    rest.is_empty() && pairs.iter().all(is_hanzi) && 2 * common >= pairs.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{TextProblemKind, decode};

    /// Returns the probable encoding that is reported for a CSA record with these names in `encoding`. Returns `None` if no
    /// encoding is reported, or if `encoding` cannot represent the names.
    fn likely(encoding: &'static Encoding, black: &str, white: &str) -> Option<&'static Encoding> {
        let text = format!("V2.2\nN+{black}\nN-{white}\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n");
        let (bytes, _, unmappable) = encoding.encode(&text);
        if unmappable {
            return None;
        }
        let text = decode(&bytes, None);
        let mut suggested = text.problems().iter().filter_map(|problem| match problem.kind {
            TextProblemKind::OtherEncoding { likely } => Some(likely),
            TextProblemKind::DamagedBytes { likely, .. } => likely,
            _ => None,
        });
        suggested.next()
    }

    #[test]
    fn names_in_other_encodings_are_detected() {
        for (encoding, black, white) in [
            (WINDOWS_1252, "Jörg", "Søren"),
            (WINDOWS_1252, "Pérez García", "Müller"),
            (WINDOWS_1252, "Ève", "Smith"),
            (WINDOWS_1252, "René", "André"),
            (KOI8_R, "Иванов", "Петров Сергей"),
            (KOI8_R, "Смирнов", "Кузнецов"),
            (WINDOWS_1251, "Иванов", "Петров"),
            (WINDOWS_1251, "Смирнов А.", "Кузнецов"),
            (GBK, "张学友", "王小明"),
            (GBK, "李云", "许银川"),
            (GBK, "张三丰", "李四光"),
            (GBK, "陈毅", "王明"),
            (WINDOWS_1250, "Łukasz Kozłowski", "Michał Nowak"),
            (WINDOWS_1250, "Paweł", "Kozłowska"),
            (WINDOWS_1253, "Παπαδόπουλος", "Γεωργίου"),
            (WINDOWS_1253, "Νίκος", "Γιώργος"),
            (BIG5, "陳水扁", "林志玲"),
            (BIG5, "周杰倫", "王建民"),
        ] {
            assert_eq!(likely(encoding, black, white), Some(encoding), "{black} {white}");
        }
        for (encoding, black, white) in [
            (EUC_JP, "廣瀬", "A"),
            (EUC_JP, "濱田", "A"),
            (WINDOWS_1252, "Benoît", "B"),
            (GBK, "许银川", "胡荣华"),
        ] {
            assert_eq!(likely(encoding, black, white), Some(encoding), "{black} {white}");
        }
        // Half-width kana can resemble kanji of EUC-JP.
        for (black, white) in [
            ("ﾊﾔｶﾜ", "ﾅｶﾀﾆ"),
            ("ﾁｮｳｼ", "ｷﾀﾔﾏ"),
            ("ﾀｶﾊｼ", "ﾅｶﾑﾗ"),
            ("ｲﾉｳｴ", "ﾏﾂﾓﾄ"),
        ] {
            assert_eq!(
                likely(SHIFT_JIS, black, white),
                Some(SHIFT_JIS),
                "{black} {white}"
            );
        }
    }

    /// Names of players and rare kanji that occur in names.
    const NAMES: &str = "羽生善治 谷川浩司 大山康晴 升田幸三 中原誠 米長邦雄 加藤一二三 森内俊之 佐藤康光 丸山忠久 渡辺明 豊島将之 永瀬拓矢 \
        藤井聡太 藤井猛 郷田真隆 久保利明 木村一基 広瀬章人 糸谷哲郎 菅井竜也 斎藤慎太郎 高見泰地 山崎隆之 深浦康市 屋敷伸之 三浦弘行 行方尚史 \
        阿久津主税 橋本崇載 村山聖 塚田泰明 南芳一 島朗 高橋道雄 中村修 福崎文吾 田中寅彦 桐山清澄 内藤國雄 有吉道夫 二上達也 丸田祐三 花村元司 \
        木村義雄 塚田正夫 土居市太郎 関根金次郎 阪田三吉 小野五平 伊藤宗印 大橋宗桂 天野宗歩 里見香奈 西山朋佳 加藤桃子 伊藤沙恵 清水市代 中井広恵 \
        甲斐智美 上田初美 香川愛生 渡部愛 室谷由紀 山口恵梨子 鈴木環那 谷口由紀 岩根忍 千葉涼子 矢内理絵子 石橋幸緒 中倉彰子 中倉宏美 本田小百合 \
        澤田真吾 齋藤櫻惠 澤邊 樊麾 齋藤明日斗 廣瀬章人 濱口竜王戦 髙見泰地 髙野智史 髙﨑一生 﨑元紀 德田拳士 黑田尭之 黒沢怜生 邊見誠 櫻井飛嘉 瀧澤武信 籔内和 \
        龍野善 鷗外 惠美 壽 彌 凪 侑 冨田誠也 峯 嶽 萬 眞 實 豐 曾 佛 兒玉孝一 國分俊 櫛田陽一 鍋島 靏 藪 饗庭 鵜飼 釜谷 鎌田美礼 鈴木大介 鷲";

    /// Family names and given names, which the test combines with each other.
    const FAMILY_NAMES: &str = "佐藤 鈴木 高橋 田中 伊藤 渡辺 渡邉 山本 中村 小林 加藤 斎藤 齋藤 林 森 金子 原田 内藤 近藤 遠藤 青木 坂本 \
        長谷川 藤原 羽生 大山 升田 谷川 永瀬 豊島 廣瀬 糸谷 菅井 稲葉 屋敷 深浦 丸山 郷田 関根 花田 阪田 溝呂木 髙見 濱田 澤田 壬生 鵜飼";
    const GIVEN_NAMES: &str = "誠 浩 健 明 章 聡 愛 恵 進 茂 大輔 翔太 拓也 一郎 聡太 善治 康晴 将之 天彦 章人 竜也 慎一 美咲 香織 裕子 \
        真隆 正和 七冠 名人";

    #[test]
    fn japanese_names_are_not_detected() {
        for encoding in [SHIFT_JIS, EUC_JP] {
            for family in FAMILY_NAMES.split_whitespace() {
                for given in GIVEN_NAMES.split_whitespace() {
                    let name = format!("{family}{given}");
                    for opponent in [&name, "A"] {
                        // If EUC-JP was read as `Shift_JIS`, the report of EUC-JP is right.
                        let reported =
                            likely(encoding, &name, opponent).filter(|&detected| detected != encoding);
                        assert_eq!(reported, None, "{} {name} {opponent}", encoding.name());
                    }
                }
            }
        }
        let names: Vec<_> = NAMES.split_whitespace().collect();
        for encoding in [SHIFT_JIS, EUC_JP] {
            for (black, white) in names.iter().zip(names.iter().cycle().skip(1)) {
                for white in [white, black, &"A", &"Bonanza"] {
                    let reported = likely(encoding, black, white).filter(|&detected| detected != encoding);
                    assert_eq!(reported, None, "{} {black} {white}", encoding.name());
                }
            }
        }
        for (black, white) in [
            ("山田ﾀﾛｳ", "ｻﾄｳ"),
            ("ﾔﾏﾓﾄA", "ｱｵｷA"),
            ("ﾎﾞﾅﾝｻﾞ", "ｸﾞﾝﾏ"),
            ("A澤B", "鷗"),
            ("NHK杯", "A級"),
            ("ﾋｶﾙ", "ｱｷﾗ"),
            ("Team ABｳ", "ｹA"),
            ("Proｳ", "Seｿ"),
        ] {
            assert_eq!(likely(SHIFT_JIS, black, white), None, "{black} {white}");
        }
        // In a text with kana or words of shogi, private-use characters (外字) are accepted.
        for text in [&b"N+\xF0\x40\x82\xCC\n"[..], b"N+\xF6rg\n'\x90\xE6\x8E\xE8\n"] {
            assert_eq!(decode(text, None).problems(), [], "{text:?}");
        }
    }

    #[test]
    fn counts_of_parts_add_up_to_those_of_the_whole_file() {
        let bytes = WINDOWS_1252.encode("N+Jörg\nN-Søren\n'Pérez\n").0;
        let whole_text = decode(&bytes, None);
        let mut counts = ForeignCounts::default();
        let mut base = 0;
        for line in whole_text.as_str().split_inclusive('\n') {
            let start = whole_text.source_offset(base) as usize;
            let end = whole_text.source_offset(base + line.len()) as usize;
            counts.append(ForeignCounts::new(&decode(&bytes[start..end], None)), base);
            base += line.len();
        }
        let (place, likely) = counts.likely(SHIFT_JIS, false).expect("it is suspect");
        let TextProblemKind::OtherEncoding { likely: of_whole } = whole_text.problems()[0].kind else {
            panic!("{:?}", whole_text.problems());
        };
        assert_eq!(
            (place.text, likely),
            (whole_text.problems()[0].place.text.clone(), of_whole)
        );
    }
}
