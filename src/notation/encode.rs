//! Conversion of a written text to bytes: line endings, encodings, and characters that an encoding does not have.

use std::borrow::Cow;

use memchr::memchr_iter;

use super::loss::{Loss, Losses};
use super::shift_jis;
use super::target::Newline;
use crate::text::{self, Encoding, ISO_2022_JP, SHIFT_JIS, UTF_8, has_misencoded, round_trips};

/// The replacement for a character that the encoding does not have. Japanese typesetters use this character for a
/// missing letter.
const REPLACEMENT: char = '〓';

/// Characters with a similar character in the Japanese encodings: shogi piece marks of newer fonts, and the yen sign.
const SUBSTITUTES: [(char, char); 3] = [('☗', '▲'), ('☖', '△'), ('\u{a5}', '\\')];

/// Characters of JIS X 0208 (〜 − ‖ — ¢ £ ¬) that other systems map to another Unicode code point than Windows does.
///
/// Each entry has the code point of the other systems and that of Windows, which decoders use.
const JIS_VARIANTS: [(char, char); 7] = [
    ('\u{301c}', '\u{ff5e}'),
    ('\u{2212}', '\u{ff0d}'),
    ('\u{2016}', '\u{2225}'),
    ('\u{2014}', '\u{2015}'),
    ('\u{a2}', '\u{ffe0}'),
    ('\u{a3}', '\u{ffe1}'),
    ('\u{ac}', '\u{ffe2}'),
];

/// The form in which a text is written to a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextEncoder {
    pub encoding: &'static Encoding,
    pub newline: Newline,
    /// `true` to replace characters that the encoding does not have by similar characters if possible.
    pub substitute: bool,
}

impl TextEncoder {
    /// Encodes a text with the line ending of this encoder. A character that the encoding does not have is replaced and
    /// counted as a loss. No loss is counted for [`JIS_VARIANTS`] and for kana that are composed with their sound
    /// marks.
    ///
    /// Control characters are replaced if the bytes would otherwise be detected as another encoding or as binary
    /// data.
    pub(super) fn encode(self, text: String, losses: &mut Losses) -> Vec<u8> {
        let encoding = self.encoding;
        // ISO-2022-JP is detected by its escape sequences, which begin with ESC.
        let is_misleading = |c| is_binary_control(c) || c == '\u{1b}' && encoding != ISO_2022_JP;
        // These characters are ASCII, so bytes can be tested. Testing every byte is faster than stopping at the first match.
        let or_misleading = |is_found, byte| is_found | is_misleading(char::from(byte));
        let has_misleading = text.bytes().fold(false, or_misleading);
        if !has_misleading && encoding == UTF_8 && self.newline == Newline::Lf {
            // The text of a large record is not copied.
            return text.into_bytes();
        }
        let bytes = self.encode_all(&text, losses);
        if !has_misleading {
            return bytes;
        }
        let decoded = text::decode(&bytes, None);
        if !decoded.looks_binary() && (decoded.encoding() != ISO_2022_JP || encoding == ISO_2022_JP) {
            return bytes;
        }
        let without_controls: String = text
            .chars()
            .map(|c| {
                if is_misleading(c) {
                    replace_missing(c, losses)
                } else {
                    c
                }
            })
            .collect();
        self.encode_all(&without_controls, &mut Losses::default())
    }

    fn encode_all(self, text: &str, losses: &mut Losses) -> Vec<u8> {
        let encoding = self.encoding;
        if encoding == SHIFT_JIS
            && let Some(bytes) = shift_jis::encode(text, self.newline)
        {
            return bytes;
        }
        let text = match self.newline {
            Newline::Lf => text.into(),
            Newline::CrLf => Cow::Owned(with_crlf(text)),
        };
        if encoding == UTF_8 {
            return text.into_owned().into_bytes();
        }
        let (bytes, _, unmappable) = encoding.encode(&text);
        if !unmappable && !has_misencoded(&text, encoding) {
            return bytes.into_owned();
        }
        // At least one character cannot be encoded as it is.
        let mut bytes = Vec::with_capacity(bytes.len());
        let mut pending_text = String::new();
        for c in composed(&text) {
            if let Some(gaiji) = gaiji(c, encoding) {
                bytes.extend_from_slice(&encoding.encode(&pending_text).0);
                pending_text.clear();
                bytes.extend(gaiji);
            } else if round_trips(c, encoding) {
                pending_text.push(c);
            } else {
                pending_text.push(self.replacement(c, losses));
            }
        }
        bytes.extend_from_slice(&encoding.encode(&pending_text).0);
        bytes
    }

    fn replacement(self, c: char, losses: &mut Losses) -> char {
        let variant = JIS_VARIANTS
            .iter()
            .find(|&&(from, to)| from == c && round_trips(to, self.encoding));
        if let Some(&(_, to)) = variant {
            return to;
        }
        let substitute = SUBSTITUTES
            .iter()
            .find(|&&(from, to)| self.substitute && from == c && round_trips(to, self.encoding));
        if let Some(&(_, to)) = substitute {
            losses.name(Loss::Substitution, format!("{c} → {to}"));
            return to;
        }
        replace_missing(c, losses)
    }
}

/// Returns the `Shift_JIS` bytes of a private-use character (外字): F040 to F9FC for U+E000 to U+E757.
///
/// Returns `None` for any other character or encoding.
fn gaiji(c: char, encoding: &'static Encoding) -> Option<[u8; 2]> {
    /// Number of trail bytes for each lead byte.
    const TRAIL_BYTE_COUNT: u32 = 188;
    let index = (c as u32).checked_sub(0xE000)?;
    let is_gaiji = encoding == SHIFT_JIS && index < 10 * TRAIL_BYTE_COUNT;
    let (lead, trail) = (0xF0 + index / TRAIL_BYTE_COUNT, index % TRAIL_BYTE_COUNT);
    // The value 7F is not a trail byte.
    let trail = trail + if trail < 0x3F { 0x40 } else { 0x41 };
    is_gaiji.then_some([u8::try_from(lead).ok()?, u8::try_from(trail).ok()?])
}

/// Returns the characters of a text. A kana and its combining sound mark become one character: か and U+3099 are が.
fn composed(text: &str) -> impl Iterator<Item = char> {
    let mut rest = text.chars().peekable();
    std::iter::from_fn(move || {
        let c = rest.next()?;
        let Some(&mark) = rest.peek() else {
            return Some(c);
        };
        let combined = with_mark(c, mark);
        if combined.is_some() {
            rest.next();
        }
        combined.or(Some(c))
    })
}

/// Returns a kana with a combining sound mark as one character; `None` if there is no such character.
fn with_mark(kana: char, mark: char) -> Option<char> {
    const VOICED: &str =
        "がぎぐげござじずぜぞだぢづでどばびぶべぼガギグゲゴザジズゼゾダヂヅデドバビブベボゞヾ";
    const HALF_VOICED: &str = "ぱぴぷぺぽパピプペポ";
    let (marked_kana, distance) = match mark {
        '\u{3099}' => (VOICED, 1),
        '\u{309a}' => (HALF_VOICED, 2),
        _ => return None,
    };
    if (kana, mark) == ('ウ', '\u{3099}') {
        return Some('ヴ');
    }
    // In Unicode, the code points of the marked kana directly follow that of the plain kana.
    marked_kana
        .chars()
        .find(|&character| character as u32 == kana as u32 + distance)
}

/// Returns whether a character is a control character that does not occur in text.
fn is_binary_control(c: char) -> bool {
    c.is_ascii_control() && !matches!(c, '\t'..='\r' | '\u{1a}' | '\u{1b}')
}

/// Returns the text with CR before every LF.
fn with_crlf(text: &str) -> String {
    /// Estimated minimum length of a line (bytes).
    const MIN_LINE_BYTES: usize = 16;
    let mut out = String::with_capacity(text.len() + text.len() / MIN_LINE_BYTES);
    let mut start = 0;
    for end in memchr_iter(b'\n', text.as_bytes()) {
        out.push_str(&text[start..end]);
        out.push_str("\r\n");
        start = end + 1;
    }
    out.push_str(&text[start..]);
    out
}

/// Counts a character as lost. Returns its replacement.
fn replace_missing(c: char, losses: &mut Losses) -> char {
    let prefix = if c.is_control() { "" } else { &format!("{c} ") };
    losses.name(Loss::Character, format!("{prefix}U+{:04X}", c as u32));
    REPLACEMENT
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::EUC_JP;

    fn encoder(encoding: &'static Encoding, newline: Newline, substitute: bool) -> TextEncoder {
        TextEncoder {
            encoding,
            newline,
            substitute,
        }
    }

    /// Returns the text as read back from its encoded form, and the examples of its losses, separated by commas.
    fn encoded(text: &str, encoding: &'static Encoding, substitute: bool) -> (String, String) {
        let mut losses = Losses::default();
        let bytes = encoder(encoding, Newline::Lf, substitute).encode(text.to_owned(), &mut losses);
        let loss_examples: Vec<_> = losses.iter().flat_map(|loss| loss.examples.clone()).collect();
        (
            encoding.decode_without_bom_handling(&bytes).0.into_owned(),
            loss_examples.join(", "),
        )
    }

    #[test]
    fn encodable_characters_are_kept() {
        let text = "先手：①髙橋 ～ － ﾋｼｬ \\n ｱ\n";
        for encoding in [UTF_8, SHIFT_JIS] {
            assert_eq!(encoded(text, encoding, true), (text.to_owned(), String::new()));
        }
    }

    #[test]
    fn replacement_keeps_output_recognisable_as_text() {
        for encoding in [UTF_8, SHIFT_JIS] {
            let with_one_control = format!("先手：甲\0乙\n{}", "後手：丙\n".repeat(20));
            assert_eq!(
                encoded(&with_one_control, encoding, false),
                (with_one_control, String::new())
            );
            let with_many_controls = format!("先手：甲{}\u{1}乙\n", "\0".repeat(9));
            let expected = format!("先手：甲{}乙\n", "〓".repeat(10));
            let reported = "U+0000, U+0001".to_owned();
            assert_eq!(
                encoded(&with_many_controls, encoding, false),
                (expected, reported)
            );
        }
    }

    #[test]
    fn unencodable_characters_are_replaced_and_reported() {
        for (text, plain, substituted) in [
            ("☗７六", "〓７六", "▲７六"),
            ("¥n", "〓n", "\\n"),
            ("‾", "〓", "〓"),
            ("𠮷野", "〓野", "〓野"),
        ] {
            assert_eq!(encoded(text, SHIFT_JIS, false).0, plain, "{text}");
            assert_eq!(encoded(text, SHIFT_JIS, true).0, substituted, "{text}");
            assert!(encoded(text, SHIFT_JIS, false).1.contains("U+"), "{text}");
        }
        assert_eq!(
            encoded("🐟", EUC_JP, true),
            ("〓".to_owned(), "🐟 U+1F41F".to_owned())
        );
        assert_eq!(encoded("ﾋｼｬ", ISO_2022_JP, true).0, "〓〓〓");
    }

    #[test]
    fn characters_of_other_tables_are_written_as_their_equivalents() {
        for (text, bytes) in [
            ("〜", &[0x81, 0x60][..]),
            ("−", &[0x81, 0x7C]),
            ("‖", &[0x81, 0x61]),
            ("—", &[0x81, 0x5C]),
            ("¢", &[0x81, 0x91]),
            ("£", &[0x81, 0x92]),
            ("¬", &[0x81, 0xCA]),
            (
                "か\u{3099}ハ\u{309a}ウ\u{3099}",
                &[0x82, 0xAA, 0x83, 0x70, 0x83, 0x94],
            ),
        ] {
            for substitute in [false, true] {
                let mut losses = Losses::default();
                let encoded_bytes =
                    encoder(SHIFT_JIS, Newline::Lf, substitute).encode(text.to_owned(), &mut losses);
                assert_eq!(encoded_bytes, bytes, "{text}");
                assert!(losses.is_empty(), "{text}");
            }
            assert!(encoded(text, EUC_JP, false).1.is_empty(), "{text}");
            assert!(encoded(text, ISO_2022_JP, false).1.is_empty(), "{text}");
        }
        // In UTF-8 all characters are unchanged. In other encodings, a mark that does not fit its kana is replaced by
        // 〓.
        assert_eq!(encoded("か\u{3099}〜", UTF_8, false).0, "か\u{3099}〜");
        assert_eq!(encoded("ま\u{3099}が", SHIFT_JIS, false).0, "ま〓が");
    }

    #[test]
    fn gaiji_survive_only_in_shift_jis() {
        for c in '\u{e000}'..='\u{f8ff}' {
            let text = format!("甲{c}乙〜");
            let (read_back, reported) = encoded(&text, SHIFT_JIS, false);
            let is_gaiji = c <= '\u{e757}';
            let expected = if is_gaiji { c } else { REPLACEMENT };
            assert_eq!(read_back, format!("甲{expected}乙～"), "{c:?}");
            assert_eq!(reported.is_empty(), is_gaiji, "{c:?}");
        }
        assert_eq!(encoded("\u{e000}", EUC_JP, false).0, "〓");
    }

    #[test]
    fn line_ends_are_those_requested() {
        let mut losses = Losses::default();
        assert_eq!(
            encoder(SHIFT_JIS, Newline::CrLf, false).encode("a\nb\n".to_owned(), &mut losses),
            b"a\r\nb\r\n"
        );
        assert!(losses.is_empty());
    }
}
