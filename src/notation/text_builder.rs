//! A record while it is written, and what comes of it.

use super::loss::{Loss, Losses};

/// The text of a record in the making, and what it loses.
#[derive(Debug, Default)]
pub struct TextBuilder {
    /// The text so far. Lines end with LF.
    pub text: String,
    /// What is lost so far.
    pub losses: Losses,
}

impl TextBuilder {
    /// Adds a line.
    pub fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Adds a number, with `fill` in front until it is `width` digits wide.
    pub(crate) fn number(&mut self, number: u64, width: usize, fill: char) {
        if let (2, 0..100) = (width, number) {
            // Nearly all times.
            let (tens, ones) = (number as u8 / 10, number as u8 % 10);
            self.text
                .push(if tens > 0 { char::from(b'0' + tens) } else { fill });
            return self.text.push(char::from(b'0' + ones));
        }
        let mut digits = itoa::Buffer::new();
        let digits = digits.format(number);
        for _ in digits.len()..width {
            self.text.push(fill);
        }
        self.text.push_str(digits);
    }

    /// Text that stands in one line: line breaks, which only JSON has inside a value, become `\n` of two characters.
    pub(crate) fn one_line<'a>(&mut self, text: &'a str) -> std::borrow::Cow<'a, str> {
        if !text.contains(['\n', '\r']) {
            return text.into();
        }
        self.losses.add(Loss::LineBreak);
        text.replace("\r\n", "\n").replace(['\n', '\r'], "\\n").into()
    }
}

/// A record as the bytes of a file.
#[derive(Clone, Debug, Default)]
pub struct WrittenRecord {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// What was lost.
    pub losses: Losses,
}
