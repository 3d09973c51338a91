//! What a file says about its own encoding.

use core::ops::Range;

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};
use memchr::memmem;

use super::encoding::encoding_for_label;

/// Declarations stand at the very top: on the first line, or below a banner of the program that wrote the file.
const HEAD_LINES: usize = 8;

/// The encoding that a record claims for itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration<'a> {
    /// The name as written, for example `UTF-8` or `SHIFT_JIS`.
    pub label: &'a str,
    /// Where the name stands in the decoded text, in bytes.
    pub span: Range<usize>,
}

impl Declaration<'_> {
    /// The declared encoding, `None` when the name means nothing or no encoding that records are read in.
    pub fn encoding(&self) -> Option<&'static Encoding> {
        encoding_for_label(self.label)
    }

    /// Whether the claim is false for a text that really is in `actual`. `ascii`: nothing but ASCII in it,
    /// so that every claim but UTF-16 is true.
    pub(super) fn contradicts(&self, actual: &'static Encoding, ascii: bool) -> bool {
        let Some(declared) = self.encoding() else {
            return false;
        };
        let wide = |it| it == UTF_16LE || it == UTF_16BE;
        if declared == actual || (ascii && !wide(declared) && !wide(actual)) {
            return false;
        }
        // `UTF-16` without an order of bytes is true for both orders.
        let names_an_order = self.label.to_ascii_lowercase().ends_with('e') && wide(declared);
        !(wide(declared) && wide(actual) && !names_an_order)
    }
}

/// Where the name of the declared encoding stands in `head`. All markers are ASCII, so that this works on
/// the bytes of the file as well as on decoded text.
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
            .take_while(|it| matches!(it, b'\r' | b'\n'))
            .count();
        if start >= head.len() {
            break;
        }
    }
    None
}

fn label_in_line(line: &[u8]) -> Option<Range<usize>> {
    const KEY: &[u8] = b"encoding=";
    let key = match line.first()? {
        // `#KIF version=2.0 encoding=UTF-8`
        b'#' => memmem::find(line, KEY)?,
        // `'CSA encoding=UTF-8`, `'encoding=Shift_JIS`; any other comment may speak of encodings freely.
        b'\'' if line[1..].starts_with(b"CSA encoding=") => 5,
        b'\'' if line[1..].starts_with(KEY) => 1,
        _ => return None,
    };
    let start = key + KEY.len();
    let length = line[start..]
        .iter()
        .take_while(|it| it.is_ascii_graphic())
        .count();
    (length > 0).then_some(start..start + length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{SHIFT_JIS, UTF_8};

    fn label(head: &str) -> Option<&str> {
        label_span(head.as_bytes()).map(|span| &head[span])
    }

    #[test]
    fn found_where_programs_write_it() {
        assert_eq!(label("#KIF version=2.0 encoding=UTF-8\r\n手合割"), Some("UTF-8"));
        assert_eq!(
            label("# ----  banner  ----\r\n#KI2 version=2.0 encoding=Shift_JIS"),
            Some("Shift_JIS")
        );
        assert_eq!(label("'CSA encoding=SHIFT_JIS\nV3.0"), Some("SHIFT_JIS"));
        assert_eq!(label("V2.2\n'encoding=Shift_JIS\n"), Some("Shift_JIS"));
    }

    #[test]
    fn not_found_in_ordinary_words() {
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
}
