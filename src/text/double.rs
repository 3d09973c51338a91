//! UTF-8 that was read as `Shift_JIS` and saved as UTF-8: `歩` became `豁ｩ`, `手` `謇` and half a character more.

use core::ops::Range;

use encoding_rs::SHIFT_JIS;
use memchr::memmem;

/// What the commonest words of records, and all hiragana and katakana, begin with after the accident.
const MARKS: [&str; 5] = ["豁ｩ", "謇", "縺", "繧", "繝"];

/// So many characters have to come out right; less may be chance.
const ENOUGH: usize = 8;

/// What comes of undoing the mistake in a text, or in its parts so far.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// The first line that shows it.
    pub(super) first: Option<Range<usize>>,
    /// How many lines do.
    pub(super) lines: usize,
    whole: Undone,
}

/// Whether a text has what only the accident makes: nothing is found in one that has not.
pub(super) fn is_suspect(text: &str) -> bool {
    MARKS
        .iter()
        .any(|mark| memmem::find(text.as_bytes(), mark.as_bytes()).is_some())
}

impl Tally {
    /// Undoes the mistake line by line and looks whether that gives UTF-8.
    pub(super) fn of(text: &str) -> Self {
        let mut tally = Self::default();
        let mut at = 0;
        for line in text.split_inclusive(['\r', '\n']) {
            let undone = Undone::of(line);
            if undone.restored > undone.malformed {
                tally.lines += 1;
                tally.first.get_or_insert(at..at + line.trim_end().len());
            }
            tally.whole.add(&undone);
            at += line.len();
        }
        tally
    }

    /// Adds that of the part that stands after.
    pub(super) fn append(&mut self, behind: &Self) {
        self.lines += behind.lines;
        self.whole.add(&behind.whole);
    }

    /// Whether it happened. Ordinary Japanese gives next to no UTF-8; here most of it is, although the accident also
    /// loses characters for good, full-width digits and signs above all.
    pub(super) fn is_proven(&self) -> bool {
        self.whole.restored >= ENOUGH && self.whole.restored >= self.whole.malformed
    }
}

/// What comes out when the mistake is undone.
#[derive(Debug, Default)]
struct Undone {
    /// Characters that have three bytes in UTF-8: kanji and kana.
    restored: usize,
    /// Places that are not UTF-8.
    malformed: usize,
}

impl Undone {
    fn add(&mut self, other: &Self) {
        self.restored += other.restored;
        self.malformed += other.malformed;
    }

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
        assert!(!Tally::of("*繧繝縁の畳、指し手が縺れる\n*縺れた糸\n").is_proven());
        assert!(!is_suspect("手合割：平手\n"));
    }

    #[test]
    fn a_double_encoded_header_is_found() {
        let original = "# banner\n手合割：平手\n場所：日本\n   1 ７六歩(77)\n   2 同　歩(33)\n";
        let (read, _) = SHIFT_JIS.decode_without_bom_handling(original.as_bytes());
        let found = Tally::of(&read);
        assert!(is_suspect(&read) && found.is_proven() && found.lines >= 2);
        let first = found.first.expect("it is");
        assert_eq!(first.start, "# banner\n".len());
        assert!(!read[first].contains('\n'));
    }
}
