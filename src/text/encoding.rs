//! The encodings of game records, and their labels.

use core::ops::Range;

use encoding_rs::{EUC_JP, EUC_KR, Encoding, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};
use memchr::{memchr2_iter, memmem};

/// Labels that files, editors and other tools use, but that are not in the WHATWG Encoding Standard.
const FURTHER_LABELS: [(&Encoding, &str); 7] = [
    (SHIFT_JIS, "cp932 cp-932 ms-932 windows-932 shiftjis s-jis"),
    (EUC_JP, "eucjp euc_jp euc ujis"),
    (ISO_2022_JP, "jis"),
    (EUC_KR, "euckr cp949 uhc"),
    (UTF_8, "utf_8 utf-8n utf-8-sig"),
    (UTF_16LE, "utf16 utf16le"),
    (UTF_16BE, "utf16be"),
];

/// Returns the encoding for a label of the WHATWG Encoding Standard, or for one of some further common labels.
///
/// Returns `None` for an unknown label. Case and surrounding blanks do not matter. `Shift_JIS`, `sjis`, `cp932` and
/// `Windows-31J` are labels of one encoding: `Shift_JIS` with the NEC and IBM extensions.
///
/// ```
/// # use kifu::text::encoding_for_label;
/// assert_eq!(encoding_for_label("CP932").map(|it| it.name()), Some("Shift_JIS"));
/// assert_eq!(encoding_for_label("utf8").map(|it| it.name()), Some("UTF-8"));
/// assert_eq!(encoding_for_label("latin1").map(|it| it.name()), Some("windows-1252"));
/// assert_eq!(encoding_for_label("klingon"), None);
/// ```
pub fn encoding_for_label(label: &str) -> Option<&'static Encoding> {
    let label = label.trim();
    let further = || {
        let contains_label = |names: &str| names.split(' ').any(|name| name.eq_ignore_ascii_case(label));
        let mut labels = FURTHER_LABELS.iter();
        labels
            .find(|(_, names)| contains_label(names))
            .map(|entry| entry.0)
    };
    Encoding::for_label_no_replacement(label.as_bytes()).or_else(further)
}

/// Returns the encoding for a label; `None` if the label is unknown, or if the encoding is not one of those that are
/// detected in records.
pub(crate) fn record_encoding_for_label(label: &str) -> Option<&'static Encoding> {
    encoding_for_label(label).filter(|&encoding| !matches!(Scheme::new(encoding), Scheme::Other(_)))
}

/// The scheme by which an encoding represents characters as bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scheme {
    Utf8,
    Utf16,
    ShiftJis,
    EucJp,
    EucKr,
    Iso2022Jp,
    /// The scheme of any other encoding. Such an encoding is not detected, but a user can set it.
    Other(&'static Encoding),
}

impl Scheme {
    pub(super) fn new(encoding: &'static Encoding) -> Self {
        let schemes = [
            (UTF_8, Self::Utf8),
            (SHIFT_JIS, Self::ShiftJis),
            (EUC_JP, Self::EucJp),
            (EUC_KR, Self::EucKr),
            (ISO_2022_JP, Self::Iso2022Jp),
            (UTF_16LE, Self::Utf16),
            (UTF_16BE, Self::Utf16),
        ];
        let mut pairs = schemes.into_iter();
        pairs
            .find(|&(candidate, _)| candidate == encoding)
            .map_or(Self::Other(encoding), |(_, scheme)| scheme)
    }
}

/// Number of lines that are searched for a declaration. A declaration is on the first line, or below a banner of the
/// program that wrote the file.
const HEAD_LINES: usize = 8;

/// The encoding that a record declares for itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration<'a> {
    /// The label as written, for example `UTF-8` or `SHIFT_JIS`.
    pub label: &'a str,
    /// The byte range of the label in the decoded text.
    pub span: Range<usize>,
}

impl Declaration<'_> {
    /// Returns the declared encoding; `None` if the label is unknown or not an encoding of records.
    pub(crate) fn encoding(&self) -> Option<&'static Encoding> {
        record_encoding_for_label(self.label)
    }

    /// Returns whether the declaration is false for a text in the encoding `actual`.
    ///
    /// `ascii` is `true` if the text is pure ASCII. The declaration for such a text can only be false if the declared or the
    /// actual encoding is UTF-16. A declaration with an unknown label is never false.
    pub(super) fn contradicts(&self, actual: &'static Encoding, ascii: bool) -> bool {
        let Some(declared) = self.encoding() else {
            return false;
        };
        let is_utf_16 = |encoding| encoding == UTF_16LE || encoding == UTF_16BE;
        if declared == actual || (ascii && !is_utf_16(declared) && !is_utf_16(actual)) {
            return false;
        }
        // The label `UTF-16` without a byte order (`LE`, `BE`) is true for both byte orders.
        let has_byte_order = self.label.to_ascii_lowercase().ends_with('e') && is_utf_16(declared);
        !(is_utf_16(declared) && is_utf_16(actual) && !has_byte_order)
    }
}

/// Returns the range of the declared label in `head`, the beginning of a file or of its decoded text. Returns `None` if
/// the first lines have no declaration.
///
/// A declaration is pure ASCII, so the function works for bytes in any encoding except UTF-16.
pub(super) fn label_span(head: &[u8]) -> Option<Range<usize>> {
    let mut start = 0;
    for _ in 0..HEAD_LINES {
        let rest = &head[start..];
        let length = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        if let Some(span) = label_in_line(&rest[..length]) {
            return Some(start + span.start..start + span.end);
        }
        start += length;
        start += head[start..]
            .iter()
            .take(3)
            .take_while(|byte| matches!(byte, b'\r' | b'\n'))
            .count();
        if start >= head.len() {
            break;
        }
    }
    None
}

/// Returns the range of the declared label in a line; `None` if the line is not a declaration, or if its label is
/// empty.
fn label_in_line(line: &[u8]) -> Option<Range<usize>> {
    const KEY: &[u8] = b"encoding=";
    let key_start = match line.first()? {
        // For example `#KIF version=2.0 encoding=UTF-8`.
        b'#' => memmem::find(line, KEY)?,
        // For example `'CSA encoding=UTF-8` or `'encoding=Shift_JIS`. Other comments are not declarations.
        b'\'' if line[1..].starts_with(b"CSA encoding=") => 5,
        b'\'' if line[1..].starts_with(KEY) => 1,
        _ => return None,
    };
    let start = key_start + KEY.len();
    let length = line[start..]
        .iter()
        .take_while(|byte| byte.is_ascii_graphic())
        .count();
    (length > 0).then_some(start..start + length)
}

// Characters that an encoder changes without notice.

/// Returns whether a text has characters whose encoded bytes mean another character.
///
/// For encodings other than ISO-2022-JP, these characters begin with one of two bytes in UTF-8. Few other characters
/// do, so only characters with these first bytes are tested.
pub(crate) fn has_misencoded(text: &str, encoding: &'static Encoding) -> bool {
    const LEAD_BYTES: (u8, u8) = (0xC2, 0xE2);
    if encoding == ISO_2022_JP {
        return text.chars().any(|c| is_misencoded(c, encoding));
    }
    memchr2_iter(LEAD_BYTES.0, LEAD_BYTES.1, text.as_bytes())
        .filter_map(|at| text[at..].chars().next())
        .any(|c| is_misencoded(c, encoding))
}

/// Returns whether the bytes of a character in an encoding mean another character.
///
/// The WHATWG encoders are designed for web forms. These encoders silently encode some characters as similar ones.
fn is_misencoded(c: char, encoding: &'static Encoding) -> bool {
    match c {
        '\u{2212}' => true,
        '\u{a5}' | '\u{203e}' => encoding != ISO_2022_JP,
        '\u{ff61}'..='\u{ff9f}' => encoding == ISO_2022_JP,
        _ => false,
    }
}

/// Returns whether a character is unchanged after encoding and decoding.
pub(crate) fn round_trips(c: char, encoding: &'static Encoding) -> bool {
    let mut buffer = [0; 4];
    !is_misencoded(c, encoding) && !encoding.encode(c.encode_utf8(&mut buffer)).2
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{SHIFT_JIS, UTF_8};

    #[test]
    fn every_canonical_name_is_a_label_of_itself() {
        for encoding in [UTF_8, SHIFT_JIS, EUC_JP, EUC_KR, ISO_2022_JP, UTF_16LE, UTF_16BE] {
            assert_eq!(encoding_for_label(encoding.name()), Some(encoding));
        }
    }

    #[test]
    fn labels_in_real_files_are_known() {
        for (label, encoding) in [
            ("SHIFT_JIS", SHIFT_JIS),
            (" Windows-31J ", SHIFT_JIS),
            ("x-sjis", SHIFT_JIS),
            ("x-euc-jp", EUC_JP),
            ("UTF-16", UTF_16LE),
            ("JIS", ISO_2022_JP),
            ("CP949", EUC_KR),
            ("ks_c_5601-1987", EUC_KR),
        ] {
            assert_eq!(encoding_for_label(label), Some(encoding), "{label}");
        }
        for label in ["", "klingon", "iso-2022-kr"] {
            assert_eq!(encoding_for_label(label), None, "{label}");
        }
        for label in [
            "gbk",
            "big5",
            "latin1",
            "koi8-r",
            "windows-1251",
            "x-user-defined",
        ] {
            assert!(encoding_for_label(label).is_some(), "{label}");
            assert_eq!(record_encoding_for_label(label), None, "{label}");
        }
    }

    fn label(head: &str) -> Option<&str> {
        label_span(head.as_bytes()).map(|span| &head[span])
    }

    #[test]
    fn labels_are_found_where_programs_write_them() {
        assert_eq!(label("#KIF version=2.0 encoding=UTF-8\r\n手合割"), Some("UTF-8"));
        assert_eq!(
            label("# ----  banner  ----\r\n#KI2 version=2.0 encoding=Shift_JIS"),
            Some("Shift_JIS")
        );
        assert_eq!(label("'CSA encoding=SHIFT_JIS\nV3.0"), Some("SHIFT_JIS"));
        assert_eq!(label("V2.2\n'encoding=Shift_JIS\n"), Some("Shift_JIS"));
    }

    #[test]
    fn labels_are_not_found_in_ordinary_text() {
        assert_eq!(label(""), None);
        assert_eq!(label("'my encoding=strange\n"), None);
        assert_eq!(label("*encoding=UTF-8\n"), None);
        assert_eq!(label("#KIF encoding=\n"), None);
        assert_eq!(
            label(&format!("{}#KIF encoding=UTF-8", "手合割：平手\n".repeat(9))),
            None
        );
    }

    #[test]
    fn ascii_contradicts_only_utf_16() {
        let declared = |label| Declaration { label, span: 0..0 };
        assert!(!declared("Shift_JIS").contradicts(UTF_8, true));
        assert!(declared("Shift_JIS").contradicts(UTF_8, false));
        assert!(!declared("cp932").contradicts(SHIFT_JIS, false));
        assert!(declared("UTF-16").contradicts(UTF_8, true));
        assert!(!declared("UTF-16").contradicts(UTF_16BE, true));
        assert!(declared("UTF-16LE").contradicts(UTF_16BE, true));
    }

    /// Compares `is_misencoded` with the decoder for every character.
    #[test]
    fn altered_characters_are_reported() {
        for encoding in [SHIFT_JIS, EUC_JP, EUC_KR, ISO_2022_JP] {
            for c in '\u{20}'..=char::MAX {
                let text = c.to_string();
                let (bytes, _, unmappable) = encoding.encode(&text);
                let is_unchanged = encoding.decode_without_bom_handling(&bytes).0 == text;
                assert_eq!(
                    is_unchanged && !unmappable,
                    round_trips(c, encoding),
                    "{} {c:?}",
                    encoding.name()
                );
                assert_eq!(
                    has_misencoded(&text, encoding),
                    is_misencoded(c, encoding),
                    "{c:?}"
                );
            }
        }
    }
}
