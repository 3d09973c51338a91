//! UTF-8 that was read as `Shift_JIS` and saved as UTF-8: `歩` became `豁ｩ`, `手` `謇` and half a character more.

use core::ops::Range;

use encoding_rs::SHIFT_JIS;
use memchr::memmem;

/// What the commonest words of records, and all hiragana and katakana, begin with after the accident.
const MARKS: [&str; 5] = ["豁ｩ", "謇", "縺", "繧", "繝"];

/// So many characters have to come out right; less may be chance.
const ENOUGH: usize = 8;

/// A text that suffered from it.
pub(super) struct DoubleEncoding {
    /// The first line that shows it.
    pub(super) first: Range<usize>,
    /// How many lines do.
    pub(super) lines: usize,
}

/// Undoes the mistake line by line and looks whether that gives UTF-8. Ordinary Japanese gives next to none; here
/// most of it is, although the accident also loses characters for good, full-width digits and signs above all.
pub(super) fn find(text: &str) -> Option<DoubleEncoding> {
    MARKS
        .iter()
        .find(|mark| memmem::find(text.as_bytes(), mark.as_bytes()).is_some())?;
    let mut first = None;
    let mut lines = 0;
    let mut whole = Undone::default();
    let mut at = 0;
    for line in text.split_inclusive(['\r', '\n']) {
        let undone = Undone::of(line);
        whole.restored += undone.restored;
        whole.malformed += undone.malformed;
        if undone.restored > undone.malformed {
            lines += 1;
            first.get_or_insert(at..at + line.trim_end().len());
        }
        at += line.len();
    }
    let proven = whole.restored >= ENOUGH && whole.restored >= whole.malformed;
    first
        .filter(|_| proven)
        .map(|first| DoubleEncoding { first, lines })
}

/// What comes out when the mistake is undone.
#[derive(Default)]
struct Undone {
    /// Characters that have three bytes in UTF-8: kanji and kana.
    restored: usize,
    /// Places that are not UTF-8.
    malformed: usize,
}

impl Undone {
    fn of(line: &str) -> Self {
        let mut undone = Self::default();
        if line.is_ascii() {
            return undone;
        }
        for chunk in SHIFT_JIS.encode(line).0.utf8_chunks() {
            undone.restored += chunk.valid().chars().filter(|&it| it >= '\u{800}').count();
            undone.malformed += usize::from(!chunk.invalid().is_empty());
        }
        undone
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_text_with_the_same_kanji_is_left_alone() {
        assert!(find("*繧繝縁の畳、指し手が縺れる\n*縺れた糸\n").is_none());
        assert!(find("手合割：平手\n").is_none());
    }

    #[test]
    fn a_double_encoded_header_is_found() {
        let original = "# banner\n手合割：平手\n場所：日本\n   1 ７六歩(77)\n   2 同　歩(33)\n";
        let (read, _) = SHIFT_JIS.decode_without_bom_handling(original.as_bytes());
        let found = find(&read).expect("it is");
        assert!(found.lines >= 2);
        assert_eq!(found.first.start, "# banner\n".len());
        assert!(!read[found.first].contains('\n'));
    }
}
