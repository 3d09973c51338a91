//! Detection of the encoding.

use core::ops::Range;
use std::collections::TryReserveError;
use std::sync::LazyLock;

use encoding_rs::{EUC_JP, EUC_KR, Encoding, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};
use memchr::{memchr, memchr_iter, memmem};

use super::decode::{Decoded, decode_noting_damage, malformed, try_decode};
use super::encoding::{label_span, record_encoding_for_label};
use super::{MAX_NUL_BYTES, without_padding};

/// Number of bytes at the beginning of a file that distinguish text from binary files.
pub(super) const SAMPLE_BYTES: usize = 1024;

/// Returns whether there are too many zeros for a text. Pictures and programs contain many.
///
/// A small file can have up to `forgiven` zeros, which are damage in an otherwise intact text.
pub(super) fn has_many_zeros(bytes: &[u8], forgiven: usize) -> bool {
    let sample = &bytes[..bytes.len().min(SAMPLE_BYTES)];
    let zeros = memchr_iter(0, sample).count();
    zeros > forgiven && zeros * 100 > sample.len()
}

/// Returns whether bytes that are not UTF-8 are not text in another encoding either.
///
/// Text has almost no control characters. In compressed data about every tenth byte is one.
pub(super) fn is_binary_data(bytes: &[u8]) -> bool {
    let sample = &bytes[..bytes.len().min(SAMPLE_BYTES)];
    let controls = sample.iter().filter(|&&byte| is_control(byte)).count();
    has_many_zeros(bytes, 2) || controls > 1 && controls * 20 > sample.len()
}

/// Returns whether a byte is a control character that does not occur in text.
///
/// Tab, line ends, form feed, the end-of-file mark of DOS and escape occur in text.
pub(super) fn is_control(byte: u8) -> bool {
    (byte < 0x20 && !matches!(byte, 0x09..=0x0D | 0x1A..=0x1B)) || byte == 0x7F
}

/// Detects UTF-16 without a byte order mark, if it is unmistakable.
///
/// There must be zeros, and in one byte order nearly all code units must be ASCII or Japanese, some of them ASCII.
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

/// Returns the encoding that is known before detection, and the length of the byte order mark.
///
/// It is the forced encoding, that of the byte order mark, or UTF-16 without a mark.
pub(super) fn encoding_from_start(
    bytes: &[u8],
    forced: Option<&'static Encoding>,
) -> (Option<&'static Encoding>, usize) {
    let marked = Encoding::for_bom(bytes).filter(|&(of, _)| forced.is_none_or(|encoding| encoding == of));
    let mark = marked.map_or(0, |(_, length)| length);
    let known = forced.or(marked.map(|(encoding, _)| encoding));
    (known.or_else(|| utf_16_without_mark(&bytes[mark..])), mark)
}

/// Decodes ISO-2022-JP, which is recognised by its escape sequences because all its bytes have seven bits.
///
/// A few damaged places, including bytes with eight bits, are allowed, because no other text has these sequences.
pub(super) fn iso_2022_jp(bytes: &[u8], base: usize) -> Result<Option<Decoded>, TryReserveError> {
    let Some(first) = memchr(0x1B, bytes) else {
        return Ok(None);
    };
    let sequences: [&[u8]; 4] = [b"\x1B$B", b"\x1B$@", b"\x1B(J", b"\x1B(I"];
    let shifts = sequences
        .iter()
        .any(|sequence| memmem::find(&bytes[first..], sequence).is_some());
    let damaged = bytes.iter().filter(|byte| !byte.is_ascii()).count();
    if !shifts || damaged * 50 > bytes.len() || damaged > 0 && str::from_utf8(bytes).is_ok() {
        return Ok(None);
    }
    let decoded = decode_noting_damage(ISO_2022_JP, bytes, base as u64)?;
    Ok((decoded.damage.malformed() * 50 <= decoded.text.len()).then_some(decoded))
}

/// Decodes bytes that have the UTF-8 byte order mark but are clearly in another encoding.
///
/// The other encoding must be able to read the sequences that are not UTF-8. A single malformed sequence is treated as damage.
pub(super) fn encoding_despite_mark(
    bytes: &[u8],
    base: usize,
) -> Result<Option<DetectedEncoding>, TryReserveError> {
    if let Some(decoded) = iso_2022_jp(bytes, base)? {
        return Ok(Some((ISO_2022_JP, decoded)));
    }
    let bad = bytes
        .utf8_chunks()
        .filter(|utf8_chunk| !utf8_chunk.invalid().is_empty())
        .count();
    if bad < 2 || is_binary_data(bytes) {
        return Ok(None);
    }
    let (encoding, decoded) = not_utf_8(bytes, base)?;
    Ok((encoding != UTF_8 && decoded.damage.malformed() * 4 < bad).then_some((encoding, decoded)))
}

/// An encoding, and the bytes decoded in it.
pub(super) type DetectedEncoding = (&'static Encoding, Decoded);

/// Decodes bytes that are not valid UTF-8.
pub(super) fn not_utf_8(bytes: &[u8], base: usize) -> Result<DetectedEncoding, TryReserveError> {
    let declared = declared(bytes);
    let decoded = |encoding| Ok((encoding, decode_noting_damage(encoding, bytes, base as u64)?));
    if utf_8_with_damage(bytes) {
        return decoded(UTF_8);
    }
    if is_korean(bytes) {
        return decoded(EUC_KR);
    }
    if euc_jp_rather_than_shift_jis(bytes, declared) {
        return decoded(EUC_JP);
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
    let least = counts
        .into_iter()
        .min_by_key(|&(encoding, malformed)| (malformed, declared != Some(encoding)));
    match least {
        Some((encoding, _)) if encoding != SHIFT_JIS => {
            drop(shift_jis);
            decoded(encoding)
        }
        _ => Ok((SHIFT_JIS, shift_jis)),
    }
}

fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let label = &bytes[label_span(bytes)?];
    record_encoding_for_label(str::from_utf8(label).ok()?)
}

/// Returns whether the text is UTF-8 with a few damaged places. Other encodings may decode such a text without errors.
///
/// Kanji and kana have three bytes in UTF-8. In other Japanese encodings, such sequences occur only by chance.
fn utf_8_with_damage(bytes: &[u8]) -> bool {
    // Number of malformed sequences after which a file in another encoding is rejected, usually after one or two lines.
    const MAX_MISMATCHES: usize = 64;
    let mut triples = 0;
    let mut malformed = 0;
    for chunk in bytes.utf8_chunks() {
        triples += chunk
            .valid()
            .chars()
            .filter(|&character| character >= '\u{800}')
            .count();
        malformed += usize::from(!chunk.invalid().is_empty());
        if malformed >= MAX_MISMATCHES && triples < malformed * 4 {
            return false;
        }
    }
    triples > 0 && triples >= malformed * 4
}

/// Character counts of bytes that are interpreted as EUC-JP.
#[derive(Default)]
struct EucJpCounts {
    /// The number of kana, full-width letters, digits and signs, and kanji of level 1.
    usual: usize,
    /// The number of all other well-formed characters.
    rare: usize,
    /// The number of half-width katakana among the rare characters.
    half_width: usize,
    malformed: usize,
}

impl EucJpCounts {
    fn characters(&self) -> usize {
        self.usual + self.rare
    }

    /// Counts the characters. Stops early if malformed bytes are too frequent.
    fn at(bytes: &[u8]) -> Self {
        let mut look = Self::default();
        let mut rest = bytes;
        while look.malformed <= 8 || look.malformed * 8 <= look.characters() {
            let Some(start) = rest.iter().position(|byte| !byte.is_ascii()) else {
                break;
            };
            rest = &rest[start..];
            let length = match rest {
                [0xA1..=0xA5 | 0xB0..=0xCF, 0xA1..=0xFE, ..] => {
                    look.usual += 1;
                    2
                }
                [0xA1..=0xFE, 0xA1..=0xFE, ..] => {
                    look.rare += 1;
                    2
                }
                [0x8E, 0xA1..=0xDF, ..] => {
                    look.rare += 1;
                    look.half_width += 1;
                    2
                }
                [0x8F, 0xA1..=0xFE, 0xA1..=0xFE, ..] => {
                    look.rare += 1;
                    3
                }
                _ => {
                    look.malformed += 1;
                    1
                }
            };
            rest = &rest[length..];
        }
        look
    }
}

/// Returns whether the text is more likely EUC-JP than `Shift_JIS`.
///
/// Most bytes of EUC-JP are valid half-width katakana in `Shift_JIS`. Conversely, only half-width katakana of `Shift_JIS` are
/// well-formed in EUC-JP, and they become kanji that are practically never used.
fn euc_jp_rather_than_shift_jis(bytes: &[u8], declared: Option<&'static Encoding>) -> bool {
    // Number of characters below which the declaration in the file takes precedence.
    const MIN_CHARACTERS: usize = 16;
    // Minimum number of half-width katakana. In `Shift_JIS` their bytes are kanji of a single row, which do not form names.
    const MIN_HALF_WIDTH: usize = 3;
    let look = EucJpCounts::at(bytes);
    let characters = look.characters();
    if characters == 0 || look.malformed * 8 > characters {
        return false;
    }
    let is_half_width = look.half_width == characters && characters >= MIN_HALF_WIDTH;
    match declared {
        Some(it) if it == EUC_JP => true,
        Some(it) if it == SHIFT_JIS && characters < MIN_CHARACTERS => false,
        _ if is_half_width => look.malformed == 0,
        _ => (look.rare + look.malformed) * 4 <= characters && !half_width_katakana(bytes),
    }
}

/// Returns whether everything that is not ASCII makes sense as half-width katakana.
///
/// There must be no punctuation, and voicing marks must follow syllables that take them. In Japanese, one in every few syllables
/// has a voicing mark.
fn half_width_katakana(bytes: &[u8]) -> bool {
    let mut kana = 0;
    let mut voiced = 0;
    let mut before = 0;
    for &byte in bytes {
        match byte {
            mark if !takes_sound_mark(before, mark) => return false,
            0xDE | 0xDF => voiced += 1,
            0xA6..=0xDD => kana += 1,
            0x00..=0x7F => {}
            _ => return false,
        }
        before = byte;
    }
    voiced > 0 && voiced * 8 >= kana
}

/// Returns whether a byte of half-width katakana can follow another. ﾞ and ﾟ follow only syllables that take them.
pub(super) const fn takes_sound_mark(before: u8, byte: u8) -> bool {
    match byte {
        0xDE => matches!(before, 0xB3 | 0xB6..=0xC4 | 0xCA..=0xCE),
        0xDF => matches!(before, 0xCA..=0xCE),
        _ => true,
    }
}

// Detection of the encoding of a file that is too large for memory.

/// Number of bytes of evidence after which no more is collected.
const MAX_EVIDENCE_BYTES: usize = 16 << 20;

/// Number of lines at the beginning of a file that may declare the encoding.
const HEAD_LINES: usize = 8;

/// A sample of a file: its beginning, and all later lines that are not pure ASCII.
///
/// ASCII lines do not depend on the encoding, so the encoding of the sample is that of the whole file.
#[derive(Debug)]
pub(crate) struct EncodingSample {
    forced: Option<&'static Encoding>,
    bytes: Vec<u8>,
    lines: usize,
    is_utf_8: bool,
}

/// Properties of a file that are known before it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextProperties {
    /// The encoding of the file.
    pub encoding: &'static Encoding,
    /// The length of the byte order mark (bytes).
    pub mark: usize,
    /// `true` if the file begins like text.
    pub is_text: bool,
    /// `true` if the encoding was set, not detected.
    pub is_forced: bool,
}

impl TextProperties {
    /// Returns whether each line can be decoded separately.
    ///
    /// This is not possible in UTF-16, whose line feeds have two bytes. In ISO-2022-JP, a line may begin within Japanese text.
    pub(crate) fn has_parts(&self) -> bool {
        [UTF_8, SHIFT_JIS, EUC_JP, EUC_KR].contains(&self.encoding)
    }
}

impl EncodingSample {
    /// Creates an empty sample. With a `forced` encoding, no detection is needed.
    pub(crate) fn new(forced: Option<&'static Encoding>) -> Self {
        Self {
            forced,
            bytes: Vec::new(),
            lines: 0,
            is_utf_8: true,
        }
    }

    /// Returns the properties of the file if its first bytes determine them.
    ///
    /// This is the case for a forced encoding, for UTF-16, and for a picture, a program or zeros, which are not read further.
    pub(crate) fn properties_from_start(&self, head: &[u8]) -> Option<TextProperties> {
        let (known, mark) = encoding_from_start(head, self.forced);
        // Zeros after the text are not part of it, regardless of their number.
        let body = without_padding(&head[mark..]);
        // A character that is cut at the end of the sample is not damage.
        let sound = Encoding::utf8_valid_up_to(body);
        let is_utf_8 = body.len() - sound < 4;
        let known = TextProperties {
            encoding: known.unwrap_or(UTF_8),
            mark,
            is_text: match known {
                _ if body.is_empty() => false,
                None if !is_utf_8 => !is_binary_data(body),
                // Every other byte of UTF-16 may be zero.
                Some(encoding) if [UTF_16LE, UTF_16BE].contains(&encoding) => true,
                _ => !has_many_zeros(body, MAX_NUL_BYTES),
            },
            is_forced: self.forced.is_some(),
        };
        (!known.is_text || self.forced.is_some() || !known.has_parts()).then_some(known)
    }

    /// Adds whole lines. Returns `false` if the sample is sufficient.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
    pub(crate) fn add(&mut self, lines: &[u8]) -> Result<bool, TryReserveError> {
        self.is_utf_8 = self.is_utf_8 && Encoding::utf8_valid_up_to(lines) == lines.len();
        let is_head = |sample: &Self| sample.lines < HEAD_LINES || sample.bytes.len() < SAMPLE_BYTES;
        if is_head(self) || !lines.is_ascii() || memchr(0x1B, lines).is_some() {
            for line in lines.split_inclusive(|&byte| byte == b'\n') {
                let tells = is_head(self) || !line.is_ascii() || memchr(0x1B, line).is_some();
                if tells && self.bytes.len() < MAX_EVIDENCE_BYTES {
                    self.bytes.try_reserve(line.len())?;
                    self.bytes.extend_from_slice(line);
                    self.lines += 1;
                }
            }
        }
        Ok(self.is_utf_8 || self.bytes.len() < MAX_EVIDENCE_BYTES)
    }

    /// Returns the properties of the file according to the sample.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory for the detection.
    pub(crate) fn properties(&self) -> Result<TextProperties, TryReserveError> {
        let text = try_decode(&self.bytes, self.forced)?;
        // Lines that are not pure ASCII may have a higher rate of damage than the whole file.
        let is_binary_data = text.looks_binary() && text.as_str().is_empty();
        Ok(TextProperties {
            encoding: text.encoding(),
            mark: text.mark,
            is_text: !is_binary_data && !has_many_zeros(text.as_str().as_bytes(), MAX_NUL_BYTES),
            is_forced: self.forced.is_some(),
        })
    }
}

// Detection of EUC-KR by the headers and moves of records that Korean programs write.
//
// Nearly all bytes of EUC-KR are also valid in Japanese encodings. A text is therefore read as Korean only if it has the words of
// such a record, so that Japanese texts are never affected.

/// The keys of headers, in EUC-KR.
static KOREAN_HEADER_KEYS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    in_euc_kr(
        "대회명 대국일자 대국장소 대국결과 초대국자 한대국자 청대국자 홍대국자 초차림 한차림 청차림 홍차림 제한시간 규칙 국면",
    )
});

/// The letters of the pieces, in EUC-KR.
static KOREAN_PIECES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| in_euc_kr("졸 병 차 포 마 상 사 궁 장"));

/// Encodes words in EUC-KR.
fn in_euc_kr(words: &str) -> Vec<Vec<u8>> {
    words
        .split(' ')
        .map(|part| EUC_KR.encode(part).0.into_owned())
        .collect()
}

/// Number of moves that identify a record without headers.
const MIN_KOREAN_MOVES: usize = 4;

/// Returns whether a text that is not UTF-8 is a record in EUC-KR with little or no damage.
pub(super) fn is_korean(bytes: &[u8]) -> bool {
    let is_told =
        has_header(bytes) || bytes.starts_with(b"\\HS") || count_korean_moves(bytes) >= MIN_KOREAN_MOVES;
    is_told && malformed(EUC_KR, bytes) * 50 <= bytes.len()
}

/// Returns whether a line begins with a header with a Korean key: `[대회명 "`.
fn has_header(bytes: &[u8]) -> bool {
    let is_key = |line: &[u8]| {
        let line = line.trim_ascii_start();
        KOREAN_HEADER_KEYS
            .iter()
            .filter_map(|key| line.strip_prefix(b"[")?.strip_prefix(&**key))
            .any(|rest| rest.trim_ascii_start().starts_with(b"\""))
    };
    let mut starts = memchr_iter(b'[', bytes);
    starts.any(|at| {
        let before = bytes[..at].trim_ascii_end();
        let begins_line =
            before.is_empty() || memchr::memchr2(b'\n', b'\r', &bytes[before.len()..at]).is_some();
        begins_line && is_key(&bytes[at..])
    })
}

/// Returns the number of moves, at most [`MIN_KOREAN_MOVES`]. A move has two digits, a piece and two digits: `79졸78`.
fn count_korean_moves(bytes: &[u8]) -> usize {
    let is_move = |at: usize| {
        let around = at.checked_sub(2).and_then(|start| bytes.get(start..at + 4));
        let before = at.checked_sub(3).and_then(|difference| bytes.get(difference));
        around.is_some_and(|around| [0, 1, 4, 5].iter().all(|&place| around[place].is_ascii_digit()))
            && before.is_none_or(|byte| byte.is_ascii_whitespace() || *byte == b'.')
    };
    KOREAN_PIECES
        .iter()
        .flat_map(|piece| memmem::find_iter(bytes, piece))
        .filter(|&at| is_move(at))
        .take(MIN_KOREAN_MOVES)
        .count()
}

// Detection of UTF-8 that was read as `Shift_JIS` and saved as UTF-8 (mojibake).
//
// `歩` became `豁ｩ`, and `手` became `謇` and half of another character.

/// The beginnings of double-encoded words: the most common words of records, and all hiragana and katakana.
const MOJIBAKE_PREFIXES: [&str; 5] = ["豁ｩ", "謇", "縺", "繧", "繝"];

/// Minimum number of restored characters. Fewer can occur by chance.
const MIN_MOJIBAKE_CHARACTERS: usize = 8;

/// The result of reversing the double encoding in a text, or in the parts read so far.
#[derive(Debug, Default)]
pub(super) struct MojibakeCounts {
    /// The first line that shows double encoding.
    pub(super) first: Option<Range<usize>>,
    /// The number of lines that show double encoding.
    pub(super) lines: usize,
    whole: ReencodedCounts,
}

/// Returns whether a text contains a sequence typical of double encoding. Texts without one need no further test.
pub(super) fn is_suspect(text: &str) -> bool {
    MOJIBAKE_PREFIXES
        .iter()
        .any(|mark| memmem::find(text.as_bytes(), mark.as_bytes()).is_some())
}

impl MojibakeCounts {
    /// Reverses the double encoding line by line, and counts the lines that become valid UTF-8.
    pub(super) fn new(text: &str) -> Self {
        let mut tally = Self::default();
        let mut at = 0;
        for line in text.split_inclusive(['\r', '\n']) {
            let undone = ReencodedCounts::new(line);
            if undone.restored > undone.malformed {
                tally.lines += 1;
                tally.first.get_or_insert(at..at + line.trim_end().len());
            }
            tally.whole.add(&undone);
            at += line.len();
        }
        tally
    }

    /// Adds the result for the following part.
    pub(super) fn append(&mut self, behind: &Self) {
        self.lines += behind.lines;
        self.whole.add(&behind.whole);
    }

    /// Returns whether the text is double-encoded.
    ///
    /// Ordinary Japanese text gives almost no UTF-8. Double-encoded text gives mostly UTF-8, although the conversion also loses
    /// characters, especially full-width digits and signs.
    pub(super) fn is_proven(&self) -> bool {
        self.whole.restored >= MIN_MOJIBAKE_CHARACTERS && self.whole.restored >= self.whole.malformed
    }
}

/// The characters that result from reversing the double encoding.
#[derive(Debug, Default)]
struct ReencodedCounts {
    /// The number of characters with three bytes in UTF-8 (kanji and kana).
    restored: usize,
    /// The number of sequences that are not UTF-8.
    malformed: usize,
}

impl ReencodedCounts {
    fn add(&mut self, other: &Self) {
        self.restored += other.restored;
        self.malformed += other.malformed;
    }

    fn new(line: &str) -> Self {
        let mut undone = Self::default();
        if line.is_ascii() {
            return undone;
        }
        for chunk in SHIFT_JIS.encode(line).0.utf8_chunks() {
            undone.restored += chunk
                .valid()
                .chars()
                .filter(|&character| character >= '\u{800}')
                .count();
            undone.malformed += usize::from(!chunk.invalid().is_empty());
        }
        undone
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{EUC_JP, SHIFT_JIS};

    #[test]
    fn euc_jp_and_half_width_katakana_are_distinguished() {
        let encoding = |bytes: &[u8]| not_utf_8(bytes, 0).unwrap().0;
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
        let told = |label: &str| {
            let bytes = [format!("'encoding={label}\n").as_bytes(), &name].concat();
            not_utf_8(&bytes, 0).unwrap().0
        };
        assert_eq!(told("Shift_JIS"), SHIFT_JIS);
        assert_eq!(told("EUC-JP"), EUC_JP);
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

    fn known(blocks: &[&[u8]]) -> (TextProperties, usize) {
        let mut evidence = EncodingSample::new(None);
        let read = blocks
            .iter()
            .take_while(|block| evidence.add(block).unwrap())
            .count();
        (evidence.properties().unwrap(), read)
    }

    #[test]
    fn ascii_text_does_not_decide_the_encoding() {
        let ascii = b"+7776FU\n".repeat(1 << 16);
        for encoding in [UTF_8, SHIFT_JIS, EUC_JP] {
            let name = encoding
                .encode("N+羽生善治\nN-谷川浩司\n'平手の局面、先手の勝ち\n")
                .0;
            let (known, _) = known(&[&ascii, &ascii, &name, &ascii]);
            assert_eq!(known.encoding, encoding);
        }
    }

    #[test]
    fn detection_reads_a_limited_number_of_bytes() {
        let block = SHIFT_JIS
            .encode(&"先手：春日一歩\n".repeat(100_000))
            .0
            .into_owned();
        let blocks = vec![&*block; 20];
        let (known, read) = known(&blocks);
        assert_eq!(known.encoding, SHIFT_JIS);
        assert_eq!(read, MAX_EVIDENCE_BYTES / block.len());
    }

    #[test]
    fn zeros_after_a_text_do_not_make_it_binary() {
        let evidence = EncodingSample::new(None);
        let decides = |head: &[u8]| evidence.properties_from_start(head).map(|it| it.is_text);
        assert_eq!(decides(&[0; 4000]), Some(false));
        assert_eq!(decides(&[b"PI\n+\n", &[0; 4000][..]].concat()), None);
        assert_eq!(decides(&[b"PI\n+\n", &[0; 4000][..], b"x"].concat()), Some(false));
        assert_eq!(decides(b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x10"), Some(false));
        let wide: Vec<u8> = "V2.2\nPI\n"
            .repeat(500)
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(decides(&wide), Some(true), "UTF-16 is full of zeros");
        let cut = "先手：春日".as_bytes();
        assert_eq!(
            decides(&cut[..cut.len() - 1]),
            None,
            "a character that is cut is no damage"
        );
    }

    #[test]
    fn korean_words_are_those_of_records() {
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
    fn ordinary_text_with_the_same_kanji_is_not_reported() {
        assert!(!MojibakeCounts::new("*繧繝縁の畳、指し手が縺れる\n*縺れた糸\n").is_proven());
        assert!(!is_suspect("手合割：平手\n"));
    }

    #[test]
    fn a_double_encoded_header_is_found() {
        let original = "# banner\n手合割：平手\n場所：日本\n   1 ７六歩(77)\n   2 同　歩(33)\n";
        let (read, _) = SHIFT_JIS.decode_without_bom_handling(original.as_bytes());
        let found = MojibakeCounts::new(&read);
        assert!(is_suspect(&read) && found.is_proven() && found.lines >= 2);
        let first = found.first.expect("it is");
        assert_eq!(first.start, "# banner\n".len());
        assert!(!read[first].contains('\n'));
    }
}
