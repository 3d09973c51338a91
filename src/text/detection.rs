//! Detection of the encoding of a text.

use core::ops::Range;
use std::collections::TryReserveError;
use std::sync::LazyLock;

use aho_corasick::packed::Searcher;
use encoding_rs::{EUC_JP, EUC_KR, Encoding, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};
use memchr::{memchr, memchr_iter, memmem};

use super::encoding::{label_span, record_encoding_for_label};
use super::noting_damage::{Decoded, decode_noting_damage, malformed};

/// Number of bytes at the beginning of a file that are tested to distinguish text from binary data.
pub(super) const SAMPLE_BYTES: usize = 1024;

/// Returns whether the beginning of a file has too many zeros for a text, as pictures and programs have: more than one
/// byte in a hundred.
///
/// Up to `allowed` zeros are accepted, because they may be damage in an otherwise intact text.
pub(super) fn has_many_zeros(bytes: &[u8], allowed: usize) -> bool {
    let sample = &bytes[..bytes.len().min(SAMPLE_BYTES)];
    let zeros = memchr_iter(0, sample).count();
    zeros > allowed && zeros * 100 > sample.len()
}

/// Returns whether bytes that are not UTF-8 are binary data, and not text in another encoding.
///
/// Text has almost no control characters, but about every tenth byte of compressed data is a control character.
pub(super) fn is_binary_data(bytes: &[u8]) -> bool {
    let sample = &bytes[..bytes.len().min(SAMPLE_BYTES)];
    let controls = if may_have_controls(sample) {
        sample.iter().filter(|&&byte| is_control(byte)).count()
    } else {
        0
    };
    has_many_zeros(bytes, 2) || controls > 1 && controls * 20 > sample.len()
}

/// Returns whether a byte is a control character that does not occur in text.
///
/// Tabs, line ends, form feed, the end-of-file mark of DOS and escape occur in text.
pub(super) fn is_control(byte: u8) -> bool {
    (byte < 0x20 && !matches!(byte, 0x09..=0x0D | 0x1A..=0x1B)) || byte == 0x7F
}

/// Returns whether one of the bytes is a control character other than tabs and line ends. Nearly all texts have none, and this
/// test is vectorized.
pub(super) fn may_have_controls(bytes: &[u8]) -> bool {
    let may_be_control = |byte: u8| byte < b' ' && byte.wrapping_sub(b'\t') > 4 || byte == 0x7F;
    bytes
        .iter()
        .fold(false, |has_control, &byte| has_control | may_be_control(byte))
}

/// Detects UTF-16 without a byte order mark, and its byte order. Returns `None` unless the bytes are unmistakably UTF-16.
///
/// The bytes must contain zeros. In one of the byte orders, at least 95 % of the code units must be ASCII or Japanese, and at
/// least two of them ASCII.
pub(super) fn utf_16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    memchr(0, bytes)?;
    let sample = &bytes[..bytes.len().min(SAMPLE_BYTES)];
    let units = sample.len() / 2;
    let orders = [
        (UTF_16LE, u16::from_le_bytes as fn(_) -> _),
        (UTF_16BE, u16::from_be_bytes),
    ];
    orders.into_iter().find_map(|(encoding, unit)| {
        let mut ascii = 0;
        let mut japanese = 0;
        for pair in sample.chunks_exact(2) {
            match unit([pair[0], pair[1]]) {
                0x09 | 0x0A | 0x0D | 0x20..=0x7E => ascii += 1,
                0x2010..=0x266F | 0x3000..=0x30FF | 0x4E00..=0x9FFF | 0xFF01..=0xFFE5 => japanese += 1,
                _ => {}
            }
        }
        (ascii > 1 && (ascii + japanese) * 20 >= units * 19).then_some(encoding)
    })
}

/// Returns the encoding that is known from the start of a file, and the length of the byte order mark (bytes).
///
/// The encoding is the forced encoding, the encoding of the byte order mark, or UTF-16 without a mark, in this order.
/// Without any of these, the encoding is `None`. A byte order mark of an encoding other than the forced one does not count.
pub(super) fn encoding_from_start(
    bytes: &[u8],
    forced: Option<&'static Encoding>,
) -> (Option<&'static Encoding>, usize) {
    let marked = Encoding::for_bom(bytes)
        .filter(|&(marked_encoding, _)| forced.is_none_or(|encoding| encoding == marked_encoding));
    let mark = marked.map_or(0, |(_, length)| length);
    let known_encoding = forced.or(marked.map(|(encoding, _)| encoding));
    (
        known_encoding.or_else(|| utf_16_without_mark(&bytes[mark..])),
        mark,
    )
}

/// Decodes ISO-2022-JP, which is recognised by its escape sequences. Returns `None` if the bytes are in another encoding.
///
/// `base` is the offset of the bytes in the file.
///
/// ISO-2022-JP has only ASCII bytes. A few damaged places, including other bytes, are allowed unless the bytes are valid
/// UTF-8, because hardly any other text has these escape sequences.
///
/// # Errors
///
/// Returns an error if there is not enough memory.
pub(super) fn iso_2022_jp(bytes: &[u8], base: usize) -> Result<Option<Decoded>, TryReserveError> {
    let Some(first_escape) = memchr(0x1B, bytes) else {
        return Ok(None);
    };
    let sequences: [&[u8]; 4] = [b"\x1B$B", b"\x1B$@", b"\x1B(J", b"\x1B(I"];
    let has_escape_sequence = sequences
        .iter()
        .any(|sequence| memmem::find(&bytes[first_escape..], sequence).is_some());
    let damaged_bytes = bytes.iter().filter(|byte| !byte.is_ascii()).count();
    if !has_escape_sequence
        || damaged_bytes * 50 > bytes.len()
        || damaged_bytes > 0 && str::from_utf8(bytes).is_ok()
    {
        return Ok(None);
    }
    let decoded = decode_noting_damage(ISO_2022_JP, bytes, base as u64)?;
    Ok((decoded.damage.malformed() * 50 <= decoded.text.len()).then_some(decoded))
}

/// Decodes bytes that have the UTF-8 byte order mark but are clearly in another encoding. Returns `None` if the bytes
/// are probably UTF-8 or are not text.
///
/// `base` is the offset of the bytes in the file.
///
/// ISO-2022-JP is recognised by its escape sequences. Any other encoding must have less than a quarter of the malformed
/// sequences that UTF-8 has. A single malformed sequence is treated as damage of UTF-8.
///
/// # Errors
///
/// Returns an error if there is not enough memory.
pub(super) fn encoding_despite_mark(
    bytes: &[u8],
    base: usize,
) -> Result<Option<DetectedEncoding>, TryReserveError> {
    if let Some(decoded) = iso_2022_jp(bytes, base)? {
        return Ok(Some((ISO_2022_JP, decoded)));
    }
    if Encoding::utf8_valid_up_to(bytes) == bytes.len() {
        return Ok(None);
    }
    let malformed_count = bytes
        .utf8_chunks()
        .filter(|chunk| !chunk.invalid().is_empty())
        .count();
    if malformed_count < 2 || is_binary_data(bytes) {
        return Ok(None);
    }
    let (encoding, decoded) = decode_not_utf_8(bytes, base)?;
    Ok(
        (encoding != UTF_8 && decoded.damage.malformed() * 4 < malformed_count)
            .then_some((encoding, decoded)),
    )
}

/// An encoding, and the bytes decoded in it.
pub(super) type DetectedEncoding = (&'static Encoding, Decoded);

/// Decodes bytes that are not valid UTF-8 in the encoding that is detected for them. `base` is the offset of the bytes in
/// the file.
///
/// # Errors
///
/// Returns an error if there is not enough memory.
pub(super) fn decode_not_utf_8(bytes: &[u8], base: usize) -> Result<DetectedEncoding, TryReserveError> {
    let declared = declared_encoding(bytes);
    let decode_as = |encoding| Ok((encoding, decode_noting_damage(encoding, bytes, base as u64)?));
    if is_damaged_utf_8(bytes) {
        return decode_as(UTF_8);
    }
    if is_korean(bytes) {
        return decode_as(EUC_KR);
    }
    if is_more_likely_euc_jp(bytes, declared) {
        return decode_as(EUC_JP);
    }
    let shift_jis = decode_noting_damage(SHIFT_JIS, bytes, base as u64)?;
    if shift_jis.damage.malformed() == 0 {
        return Ok((SHIFT_JIS, shift_jis));
    }
    let counts = [
        (SHIFT_JIS, shift_jis.damage.malformed()),
        (UTF_8, malformed(UTF_8, bytes)),
        (EUC_JP, malformed(EUC_JP, bytes)),
    ];
    let best = counts
        .into_iter()
        .min_by_key(|&(encoding, malformed)| (malformed, declared != Some(encoding)));
    match best {
        Some((encoding, _)) if encoding != SHIFT_JIS => {
            drop(shift_jis);
            decode_as(encoding)
        }
        _ => Ok((SHIFT_JIS, shift_jis)),
    }
}

/// Returns the encoding that the file declares; `None` if it declares no known encoding of records.
fn declared_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let label = &bytes[label_span(bytes)?];
    record_encoding_for_label(str::from_utf8(label).ok()?)
}

/// Returns whether the text is UTF-8 with a few damaged places. Such a text may be valid in other encodings.
///
/// Kanji and kana have three bytes in UTF-8. In text of other Japanese encodings, such sequences occur only by chance.
fn is_damaged_utf_8(bytes: &[u8]) -> bool {
    // Number of malformed sequences after which a text with few three-byte characters is rejected without reading on.
    const MAX_MISMATCHES: usize = 64;
    let mut three_byte_characters = 0;
    let mut malformed = 0;
    for chunk in bytes.utf8_chunks() {
        three_byte_characters += chunk
            .valid()
            .chars()
            .filter(|&character| character >= '\u{800}')
            .count();
        malformed += usize::from(!chunk.invalid().is_empty());
        if malformed >= MAX_MISMATCHES && three_byte_characters < malformed * 4 {
            return false;
        }
    }
    three_byte_characters > 0 && three_byte_characters >= malformed * 4
}

/// Character counts of bytes that are interpreted as EUC-JP.
#[derive(Default)]
struct EucJpCounts {
    /// The number of kana, kanji of level 1, and full-width letters, digits and signs.
    usual: usize,
    /// The number of all other well-formed characters.
    rare: usize,
    /// The number of half-width katakana among the rare characters.
    half_width: usize,
    /// The number of malformed bytes.
    malformed: usize,
}

impl EucJpCounts {
    /// Returns the number of well-formed characters.
    fn characters(&self) -> usize {
        self.usual + self.rare
    }

    /// Counts the characters of `bytes`. Stops early if malformed bytes are too frequent.
    fn new(bytes: &[u8]) -> Self {
        let mut counts = Self::default();
        let mut rest = bytes;
        while counts.malformed <= 8 || counts.malformed * 8 <= counts.characters() {
            let Some(start) = rest.iter().position(|byte| !byte.is_ascii()) else {
                break;
            };
            rest = &rest[start..];
            let length = match rest {
                [0xA1..=0xA5 | 0xB0..=0xCF, 0xA1..=0xFE, ..] => {
                    counts.usual += 1;
                    2
                }
                [0xA1..=0xFE, 0xA1..=0xFE, ..] => {
                    counts.rare += 1;
                    2
                }
                [0x8E, 0xA1..=0xDF, ..] => {
                    counts.rare += 1;
                    counts.half_width += 1;
                    2
                }
                [0x8F, 0xA1..=0xFE, 0xA1..=0xFE, ..] => {
                    counts.rare += 1;
                    3
                }
                _ => {
                    counts.malformed += 1;
                    1
                }
            };
            rest = &rest[length..];
        }
        counts
    }
}

/// Returns whether the text is more likely EUC-JP than `Shift_JIS`. `declared` is the encoding that the file declares.
///
/// Most bytes of EUC-JP are valid half-width katakana in `Shift_JIS`. Conversely, the only text of `Shift_JIS` that is
/// well-formed in EUC-JP is half-width katakana, which become very rare kanji.
fn is_more_likely_euc_jp(bytes: &[u8], declared: Option<&'static Encoding>) -> bool {
    // Number of characters below which a declaration of `Shift_JIS` in the file is believed.
    const MIN_CHARACTERS: usize = 16;
    // Minimum number of half-width katakana by which a text without other characters is recognised as EUC-JP. In
    // `Shift_JIS`, the bytes of these katakana are kanji with one lead byte, which do not form names.
    const MIN_HALF_WIDTH: usize = 3;
    let counts = EucJpCounts::new(bytes);
    let characters = counts.characters();
    if characters == 0 || counts.malformed * 8 > characters {
        return false;
    }
    let is_all_half_width = counts.half_width == characters && characters >= MIN_HALF_WIDTH;
    match declared {
        Some(encoding) if encoding == EUC_JP => true,
        Some(encoding) if encoding == SHIFT_JIS && characters < MIN_CHARACTERS => false,
        _ if is_all_half_width => counts.malformed == 0,
        _ => (counts.rare + counts.malformed) * 4 <= characters && !is_half_width_katakana(bytes),
    }
}

/// Returns whether all bytes that are not ASCII are plausible as half-width katakana.
///
/// There must be no punctuation, and a voicing mark (ﾞ or ﾟ) can only follow a syllable that takes it. In Japanese,
/// voicing marks are frequent, so there must be at least one for every eight syllables.
fn is_half_width_katakana(bytes: &[u8]) -> bool {
    let mut kana = 0;
    let mut voiced = 0;
    let mut previous = 0;
    for &byte in bytes {
        match byte {
            mark if !takes_sound_mark(previous, mark) => return false,
            0xDE | 0xDF => voiced += 1,
            0xA6..=0xDD => kana += 1,
            0x00..=0x7F => {}
            _ => return false,
        }
        previous = byte;
    }
    voiced > 0 && voiced * 8 >= kana
}

/// Returns whether a byte of half-width katakana can follow the byte `before`. The marks ﾞ and ﾟ can only follow
/// syllables that take this mark. Any other byte can follow.
pub(super) const fn takes_sound_mark(before: u8, byte: u8) -> bool {
    match byte {
        0xDE => matches!(before, 0xB3 | 0xB6..=0xC4 | 0xCA..=0xCE),
        0xDF => matches!(before, 0xCA..=0xCE),
        _ => true,
    }
}

// Detection of EUC-KR by the headers and moves of records that Korean programs write.
//
// Nearly all bytes of EUC-KR are also valid in Japanese encodings. A text is therefore read as Korean only if it has
// the words of a Korean record, so that Japanese texts are never affected.

/// The keys of headers in Korean records, in EUC-KR.
static KOREAN_HEADER_KEYS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    in_euc_kr(
        "대회명 대국일자 대국장소 대국결과 초대국자 한대국자 청대국자 홍대국자 초차림 한차림 청차림 홍차림 제한시간 규칙 국면",
    )
});

/// The letters of the pieces in Korean records, in EUC-KR.
static KOREAN_PIECES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| in_euc_kr("졸 병 차 포 마 상 사 궁 장"));

/// A search for all pieces at once; `None` if the processor has no vector instructions for this search.
static KOREAN_PIECE_SEARCH: LazyLock<Option<Searcher>> = LazyLock::new(|| Searcher::new(&*KOREAN_PIECES));

/// Splits a text at blanks, and encodes each word in EUC-KR.
fn in_euc_kr(words: &str) -> Vec<Vec<u8>> {
    words
        .split(' ')
        .map(|word| EUC_KR.encode(word).0.into_owned())
        .collect()
}

/// Number of moves by which a Korean record without headers is recognised.
const MIN_KOREAN_MOVES: usize = 4;

/// Returns whether a text that is not UTF-8 is a record in EUC-KR with little or no damage.
pub(super) fn is_korean(bytes: &[u8]) -> bool {
    let has_korean_words =
        has_header(bytes) || bytes.starts_with(b"\\HS") || count_korean_moves(bytes) >= MIN_KOREAN_MOVES;
    has_korean_words && malformed(EUC_KR, bytes) * 50 <= bytes.len()
}

/// Returns whether a line begins with a header that has a Korean key, such as `[대회명 "`.
fn has_header(bytes: &[u8]) -> bool {
    let has_korean_key = |line: &[u8]| {
        let line = line.trim_ascii_start();
        KOREAN_HEADER_KEYS
            .iter()
            .filter_map(|key| line.strip_prefix(b"[")?.strip_prefix(&**key))
            .any(|rest| rest.trim_ascii_start().starts_with(b"\""))
    };
    let mut starts = memchr_iter(b'[', bytes);
    starts.any(|start| {
        let before = bytes[..start].trim_ascii_end();
        let begins_line =
            before.is_empty() || memchr::memchr2(b'\n', b'\r', &bytes[before.len()..start]).is_some();
        begins_line && has_korean_key(&bytes[start..])
    })
}

/// Counts the moves of a Korean record, up to [`MIN_KOREAN_MOVES`]. A move consists of two digits, a piece and two
/// digits, such as `79졸78`. It is at the beginning of the bytes, or follows a blank, a line end or a full stop.
fn count_korean_moves(bytes: &[u8]) -> usize {
    let is_move = |at: usize| {
        let move_bytes = at.checked_sub(2).and_then(|start| bytes.get(start..at + 4));
        let before = at.checked_sub(3).and_then(|index| bytes.get(index));
        move_bytes.is_some_and(|move_bytes| {
            [0, 1, 4, 5]
                .iter()
                .all(|&index| move_bytes[index].is_ascii_digit())
        }) && before.is_none_or(|byte| byte.is_ascii_whitespace() || *byte == b'.')
    };
    if let Some(searcher) = &*KOREAN_PIECE_SEARCH {
        // A move has digits before and after its piece, so the pieces of two moves never overlap.
        let starts = searcher.find_iter(bytes).map(|found| found.start());
        return starts.filter(|&at| is_move(at)).take(MIN_KOREAN_MOVES).count();
    }
    let pieces = KOREAN_PIECES.iter();
    let starts = pieces.flat_map(|piece| memmem::find_iter(bytes, piece));
    starts.filter(|&at| is_move(at)).take(MIN_KOREAN_MOVES).count()
}

// Detection of UTF-8 that was read as `Shift_JIS` and saved as UTF-8 (mojibake).
//
// For example, `歩` became `豁ｩ`, and `手` became `謇` followed by half of another character.

/// The beginnings of double-encoded characters: 歩, 手, and all hiragana and katakana.
const MOJIBAKE_PREFIXES: [&str; 5] = ["豁ｩ", "謇", "縺", "繧", "繝"];

/// Minimum number of restored characters. Fewer can occur by chance.
const MIN_MOJIBAKE_CHARACTERS: usize = 8;

/// The counts after reversing the double encoding in a text, or in the parts of a file that have been read so far.
#[derive(Debug, Default)]
pub(super) struct MojibakeCounts {
    /// The range of the first line that shows double encoding; `None` if no line shows it.
    pub(super) first: Option<Range<usize>>,
    /// The number of lines that show double encoding.
    pub(super) lines: usize,
    total: ReencodedCounts,
}

/// Returns whether a text contains characters that are typical of double encoding. Other texts need no further test.
pub(super) fn is_suspect(text: &str) -> bool {
    // All prefixes begin with one of two bytes, with which few of the kanji in records begin.
    let bytes = text.as_bytes();
    memchr::memchr2_iter(0xE7, 0xE8, bytes).any(|at| {
        MOJIBAKE_PREFIXES
            .iter()
            .any(|prefix| bytes[at..].starts_with(prefix.as_bytes()))
    })
}

impl MojibakeCounts {
    /// Reverses the double encoding line by line. A line shows double encoding if the reversal restores more
    /// characters than it leaves malformed sequences.
    pub(super) fn new(text: &str) -> Self {
        let mut counts = Self::default();
        let mut line_start = 0;
        for line in text.split_inclusive(['\r', '\n']) {
            let line_counts = ReencodedCounts::new(line);
            if line_counts.restored > line_counts.malformed {
                counts.lines += 1;
                counts
                    .first
                    .get_or_insert(line_start..line_start + line.trim_end().len());
            }
            counts.total.add(&line_counts);
            line_start += line.len();
        }
        counts
    }

    /// Adds the counts of the following part. The field `first` is not changed.
    pub(super) fn append(&mut self, following: &Self) {
        self.lines += following.lines;
        self.total.add(&following.total);
    }

    /// Returns whether the text is double-encoded: at least [`MIN_MOJIBAKE_CHARACTERS`] characters are restored, and at least
    /// as many as sequences are malformed.
    ///
    /// If ordinary Japanese text is encoded in `Shift_JIS`, almost none of its bytes are valid UTF-8. If double-encoded
    /// text is encoded in `Shift_JIS`, most of its bytes are valid UTF-8. The double encoding destroys some characters,
    /// especially full-width digits and signs.
    pub(super) fn is_proven(&self) -> bool {
        self.total.restored >= MIN_MOJIBAKE_CHARACTERS && self.total.restored >= self.total.malformed
    }
}

/// The numbers of valid and malformed UTF-8 sequences after reversing the double encoding.
#[derive(Debug, Default)]
struct ReencodedCounts {
    /// The number of characters with at least three bytes in UTF-8 (kanji and kana).
    restored: usize,
    /// The number of sequences that are not UTF-8.
    malformed: usize,
}

impl ReencodedCounts {
    fn add(&mut self, other: &Self) {
        self.restored += other.restored;
        self.malformed += other.malformed;
    }

    /// Reverses the double encoding of a line, and counts the sequences.
    fn new(line: &str) -> Self {
        let mut counts = Self::default();
        if line.is_ascii() {
            return counts;
        }
        for chunk in SHIFT_JIS.encode(line).0.utf8_chunks() {
            counts.restored += chunk
                .valid()
                .chars()
                .filter(|&character| character >= '\u{800}')
                .count();
            counts.malformed += usize::from(!chunk.invalid().is_empty());
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{EUC_JP, SHIFT_JIS};

    #[test]
    fn euc_jp_and_half_width_katakana_are_distinguished() {
        let encoding = |bytes: &[u8]| decode_not_utf_8(bytes, 0).unwrap().0;
        for text in [
            "N+山田\nN-佐藤\n",
            "先手：羽生善治\n後手：谷川浩司\n",
            "'平手の局面\n",
        ] {
            assert_eq!(encoding(&EUC_JP.encode(text).0), EUC_JP, "{text}");
            assert_eq!(encoding(&SHIFT_JIS.encode(text).0), SHIFT_JIS, "{text}");
        }
        for text in ["N+ﾎﾞﾅﾝｻﾞ\n", "N+ﾔﾏﾀﾞ\nN-ﾀﾅｶ\n", "N+ｸﾞﾝﾏ\n"] {
            assert_eq!(encoding(&SHIFT_JIS.encode(text).0), SHIFT_JIS, "{text}");
        }
    }

    #[test]
    fn a_declaration_decides_for_short_texts() {
        let name = EUC_JP.encode("N+山田\n").0;
        let detected_with_label = |label: &str| {
            let bytes = [format!("'encoding={label}\n").as_bytes(), &name].concat();
            decode_not_utf_8(&bytes, 0).unwrap().0
        };
        assert_eq!(detected_with_label("Shift_JIS"), SHIFT_JIS);
        assert_eq!(detected_with_label("EUC-JP"), EUC_JP);
    }

    #[test]
    fn pictures_are_binary_and_text_is_not() {
        assert!(!is_binary_data(b""));
        assert!(!is_binary_data("手合割：平手\r\n\t\x1A".as_bytes()));
        assert!(is_binary_data(&[0; 5000]) && has_many_zeros(&[0; 2], 1) && !has_many_zeros(&[0; 2], 2));
        assert!(is_binary_data(b"\x01\x02\xFF") && !is_binary_data(b"\t\r\n\x0C\x1A\x1B"));
        assert!(is_binary_data(
            b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10"
        ));
    }

    #[test]
    fn korean_keys_and_pieces_are_decoded_correctly() {
        let words = [
            "대회명",
            "대국일자",
            "대국장소",
            "대국결과",
            "초대국자",
            "한대국자",
            "청대국자",
            "홍대국자",
            "초차림",
            "한차림",
            "청차림",
            "홍차림",
            "제한시간",
            "규칙",
            "국면",
        ];
        for (key, word) in KOREAN_HEADER_KEYS.iter().zip(words) {
            assert_eq!(EUC_KR.decode_without_bom_handling(key).0, word);
        }
        for (piece, letter) in KOREAN_PIECES.iter().zip("졸병차포마상사궁장".chars()) {
            assert_eq!(EUC_KR.decode_without_bom_handling(piece).0, letter.to_string());
        }
    }

    #[test]
    fn korean_and_japanese_records_are_distinguished() {
        for text in [
            "[대회명 \"왕중왕전\"]\n",
            "\r\n  [초차림 \"마상마상\"]\r\n1. 79졸78\r\n",
            "1. 79졸78 2. 41병42 3. 02마83 4. 12마33\n",
        ] {
            assert!(is_korean(&EUC_KR.encode(text).0), "{text}");
        }
        for text in [
            "先手：羽生善治\n後手：谷川浩司\n",
            "[大会名 \"名人戦\"]\n1 ７六歩(77)\n",
            "78銀行77\n",
        ] {
            assert!(!is_korean(&EUC_JP.encode(text).0), "{text}");
            assert!(!is_korean(&SHIFT_JIS.encode(text).0), "{text}");
        }
    }

    #[test]
    fn ordinary_text_with_kanji_of_double_encoding_is_not_reported() {
        assert!(!MojibakeCounts::new("*繧繝縁の畳、指し手が縺れる\n*縺れた糸\n").is_proven());
        assert!(!is_suspect("手合割：平手\n"));
    }

    #[test]
    fn a_double_encoded_header_is_found() {
        let original = "# banner\n手合割：平手\n場所：日本\n   1 ７六歩(77)\n   2 同　歩(33)\n";
        let (mojibake, _) = SHIFT_JIS.decode_without_bom_handling(original.as_bytes());
        let counts = MojibakeCounts::new(&mojibake);
        assert!(is_suspect(&mojibake) && counts.is_proven() && counts.lines >= 2);
        let first = counts.first.expect("it is");
        assert_eq!(first.start, "# banner\n".len());
        assert!(!mojibake[first].contains('\n'));
    }
}
