//! From text to bytes: line ends, encodings, and characters that an encoding does not have.

use std::borrow::Cow;

use memchr::{memchr_iter, memchr2_iter};

use super::loss::{Loss, Losses};
use super::target::Newline;
use crate::text::{self, Encoding, ISO_2022_JP, UTF_8};

/// What stands for a character that the encoding does not have: the mark that Japanese typesetters put for a missing
/// letter.
const MISSING: char = '〓';

/// Characters that have a like in the encodings of Japan, and that like.
///
/// Shogi piece marks of newer fonts, and what other tables than that of Windows make of some bytes.
const ALIKE: [(char, char); 7] = [
    ('☗', '▲'),
    ('☖', '△'),
    ('\u{301c}', '\u{ff5e}'),
    ('\u{2212}', '\u{ff0d}'),
    ('\u{a5}', '\\'),
    ('\u{2014}', '\u{2015}'),
    ('\u{2016}', '\u{2225}'),
];

/// The bytes of a text. With control characters by which it would be taken for another encoding, or for no text at all, it
/// loses these.
pub(super) fn encode(
    text: &str,
    encoding: &'static Encoding,
    newline: Newline,
    substitute: bool,
    losses: &mut Losses,
) -> Vec<u8> {
    let bytes = encode_all(text, encoding, newline, substitute, losses);
    // With ESC begin the signs by which ISO-2022-JP is known.
    let misleads = |c| is_no_text(c) || c == '\u{1b}' && encoding != ISO_2022_JP;
    // All of them are ASCII, and looking at every byte takes less than stopping at the first.
    let is_misled = |found, byte| found | misleads(char::from(byte));
    if !text.bytes().fold(false, is_misled) {
        return bytes;
    }
    let read = text::decode(&bytes, None);
    if !read.looks_binary() && (read.encoding() != ISO_2022_JP || encoding == ISO_2022_JP) {
        return bytes;
    }
    let readable: String = text
        .chars()
        .map(|c| if misleads(c) { missing(c, losses) } else { c })
        .collect();
    encode_all(&readable, encoding, newline, substitute, &mut Losses::default())
}

/// Whether this is a control character that no text has.
fn is_no_text(c: char) -> bool {
    c.is_ascii_control() && !matches!(c, '\t'..='\r' | '\u{1a}' | '\u{1b}')
}

fn encode_all(
    text: &str,
    encoding: &'static Encoding,
    newline: Newline,
    substitute: bool,
    losses: &mut Losses,
) -> Vec<u8> {
    let text = match newline {
        Newline::Lf => text.into(),
        Newline::CrLf => Cow::Owned(with_crlf(text)),
    };
    if encoding == UTF_8 {
        return text.into_owned().into_bytes();
    }
    let (bytes, _, unmappable) = encoding.encode(&text);
    if !unmappable && !has_altered(&text, encoding) {
        return bytes.into_owned();
    }
    // One character or another is lost on the way.
    let replaced: String = text
        .chars()
        .map(|c| {
            if survives(c, encoding) {
                c
            } else {
                replacement(c, encoding, substitute, losses)
            }
        })
        .collect();
    encoding.encode(&replaced).0.into_owned()
}

/// The text with CR before every LF.
fn with_crlf(text: &str) -> String {
    /// Few lines of a record are shorter.
    const LINE: usize = 16;
    let mut out = String::with_capacity(text.len() + text.len() / LINE);
    let mut start = 0;
    for end in memchr_iter(b'\n', text.as_bytes()) {
        out.push_str(&text[start..end]);
        out.push_str("\r\n");
        start = end + 1;
    }
    out.push_str(&text[start..]);
    out
}

/// Whether a text has characters whose bytes mean another. But for ISO-2022-JP, few characters begin as those do in UTF-8.
fn has_altered(text: &str, encoding: &'static Encoding) -> bool {
    const BEGINNINGS: (u8, u8) = (0xC2, 0xE2);
    if encoding == ISO_2022_JP {
        return text.chars().any(|c| is_altered(c, encoding));
    }
    memchr2_iter(BEGINNINGS.0, BEGINNINGS.1, text.as_bytes())
        .filter_map(|at| text[at..].chars().next())
        .any(|c| is_altered(c, encoding))
}

/// Whether a character has bytes in an encoding that mean another: the WHATWG encoders are made for forms on the web,
/// where that does less harm than none.
fn is_altered(c: char, encoding: &'static Encoding) -> bool {
    match c {
        '\u{2212}' => true,
        '\u{a5}' | '\u{203e}' => encoding != ISO_2022_JP,
        '\u{ff61}'..='\u{ff9f}' => encoding == ISO_2022_JP,
        _ => false,
    }
}

/// Whether a character comes back from its bytes as what it was.
fn survives(c: char, encoding: &'static Encoding) -> bool {
    let mut buffer = [0; 4];
    !is_altered(c, encoding) && !encoding.encode(c.encode_utf8(&mut buffer)).2
}

fn replacement(c: char, encoding: &'static Encoding, substitute: bool, losses: &mut Losses) -> char {
    let alike = ALIKE
        .iter()
        .find(|&&(from, to)| substitute && from == c && survives(to, encoding));
    if let Some(&(_, to)) = alike {
        losses.name(Loss::Substitution, format!("{c} → {to}"));
        return to;
    }
    missing(c, losses)
}

fn missing(c: char, losses: &mut Losses) -> char {
    let shown = if c.is_control() { "" } else { &format!("{c} ") };
    losses.name(Loss::Character, format!("{shown}U+{:04X}", c as u32));
    MISSING
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{EUC_JP, EUC_KR, SHIFT_JIS};

    fn encoded(text: &str, encoding: &'static Encoding, substitute: bool) -> (String, String) {
        let mut losses = Losses::default();
        let bytes = encode(text, encoding, Newline::Lf, substitute, &mut losses);
        let lost: Vec<_> = losses.iter().flat_map(|lost| lost.examples.clone()).collect();
        (
            encoding.decode_without_bom_handling(&bytes).0.into_owned(),
            lost.join(", "),
        )
    }

    #[test]
    fn what_an_encoding_has_stays() {
        let text = "先手：①髙橋 ～ － ﾋｼｬ \\n ｱ\n";
        for encoding in [UTF_8, SHIFT_JIS] {
            assert_eq!(encoded(text, encoding, true), (text.to_owned(), String::new()));
        }
    }

    #[test]
    fn a_text_stays_one() {
        for encoding in [UTF_8, SHIFT_JIS] {
            let few = format!("先手：甲\0乙\n{}", "後手：丙\n".repeat(20));
            assert_eq!(encoded(&few, encoding, false), (few, String::new()));
            let many = format!("先手：甲{}\u{1}乙\n", "\0".repeat(9));
            let expected = format!("先手：甲{}乙\n", "〓".repeat(10));
            let lost = "U+0000, U+0001".to_owned();
            assert_eq!(encoded(&many, encoding, false), (expected, lost));
        }
    }

    #[test]
    fn what_it_has_not_is_named() {
        for (text, plain, substituted) in [
            ("☗７六", "〓７六", "▲７六"),
            ("〜", "〓", "～"),
            ("−", "〓", "－"),
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

    /// Every character there is, against the decoder.
    #[test]
    fn altered_characters_are_known() {
        for encoding in [SHIFT_JIS, EUC_JP, EUC_KR, ISO_2022_JP] {
            for c in '\u{20}'..=char::MAX {
                let text = c.to_string();
                let (bytes, _, unmappable) = encoding.encode(&text);
                let comes_back = encoding.decode_without_bom_handling(&bytes).0 == text;
                assert_eq!(
                    comes_back && !unmappable,
                    survives(c, encoding),
                    "{} {c:?}",
                    encoding.name()
                );
                assert_eq!(has_altered(&text, encoding), is_altered(c, encoding), "{c:?}");
            }
        }
    }

    #[test]
    fn lines_end_as_asked() {
        let mut losses = Losses::default();
        assert_eq!(
            encode("a\nb\n", SHIFT_JIS, Newline::CrLf, false, &mut losses),
            b"a\r\nb\r\n"
        );
        assert!(losses.is_empty());
    }
}
