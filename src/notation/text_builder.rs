//! The text that a writer builds line by line.

use std::borrow::Cow;

use super::items::ItemCounts;
use super::loss::{Loss, Losses};

/// The text of a record during writing, and the losses so far.
#[derive(Debug, Default)]
pub struct TextBuilder {
    /// The text so far. Lines end with LF.
    pub text: String,
    /// The bytes so far, if the target is binary.
    pub binary: Vec<u8>,
    /// The losses so far.
    pub losses: Losses,
    /// The numbers of items so far; all 0 unless the target is training data.
    pub items: ItemCounts,
}

impl TextBuilder {
    /// Adds a line with LF after it.
    pub(crate) fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Adds bytes that are all ASCII characters.
    pub(crate) fn ascii<const N: usize>(&mut self, bytes: [u8; N]) {
        self.text
            .push_str(std::str::from_utf8(&bytes).unwrap_or_default());
    }

    /// Adds a number, padded on the left with `fill` to `width` digits.
    pub(crate) fn number(&mut self, number: u64, width: usize, fill: char) {
        if let (0..=4, 0..10_000) = (width, number) {
            // Fast path for almost all numbers.
            for (unit, digits) in [(1000, 4), (100, 3), (10, 2)] {
                if number >= unit {
                    self.text.push(char::from(b'0' + (number / unit % 10) as u8));
                } else if width >= digits {
                    self.text.push(fill);
                }
            }
            return self.text.push(char::from(b'0' + (number % 10) as u8));
        }
        let mut digits = itoa::Buffer::new();
        let digits = digits.format(number);
        for _ in digits.len()..width {
            self.text.push(fill);
        }
        self.text.push_str(digits);
    }

    /// Converts a text to a single line: each line break becomes the two characters `\n`, which is counted as a loss.
    ///
    /// All formats except JSON need this conversion, because their values cannot contain line breaks.
    pub(crate) fn one_line<'a>(&mut self, text: &'a str) -> Cow<'a, str> {
        if !text.contains(['\n', '\r']) {
            return text.into();
        }
        self.losses.add(Loss::LineBreak);
        text.replace("\r\n", "\n").replace(['\n', '\r'], "\\n").into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_padded_on_the_left() {
        for number in [0, 7, 10, 99, 100, 999, 1000, 9999, 10_000, 123_456] {
            for width in 0..7 {
                let mut draft = TextBuilder::default();
                draft.number(number, width, '0');
                draft.number(number, width, ' ');
                assert_eq!(draft.text, format!("{number:0>width$}{number:>width$}"));
            }
        }
    }
}
