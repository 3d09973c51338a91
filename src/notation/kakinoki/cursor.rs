//! A reading position in a line.

/// Reads a line from left to right. Offsets count from the start of the line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'t> {
    line: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    /// At the start of a line.
    pub(crate) const fn new(line: &'t str) -> Self {
        Self { line, at: 0 }
    }

    /// Where it stands.
    pub(crate) const fn at(self) -> usize {
        self.at
    }

    /// What it has not passed.
    pub(crate) fn rest(self) -> &'t str {
        &self.line[self.at..]
    }

    /// What it has passed from `start` on.
    pub(crate) fn since(self, start: usize) -> &'t str {
        &self.line[start..self.at]
    }

    /// The next byte. Most of a line is ASCII, and this is what its reading costs.
    #[inline]
    fn byte(self) -> Option<u8> {
        self.line.as_bytes().get(self.at).copied()
    }

    /// The next character.
    #[inline]
    pub(crate) fn peek(self) -> Option<char> {
        match self.byte()? {
            byte @ 0..0x80 => Some(char::from(byte)),
            _ => self.rest().chars().next(),
        }
    }

    /// Goes past `c`, which must be the next character.
    pub(crate) const fn advance(&mut self, c: char) {
        self.at += c.len_utf8();
    }

    /// Goes past `c`, if it is the next character.
    #[inline]
    pub(crate) fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.advance(c);
        }
        found
    }

    /// Goes past `text`, if it stands here.
    pub(crate) fn eat_str(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// The next character's meaning by `read`, when it has one.
    #[inline]
    pub(crate) fn take<T>(&mut self, read: impl Fn(char) -> Option<T>) -> Option<T> {
        let c = self.peek()?;
        let value = read(c)?;
        self.advance(c);
        Some(value)
    }

    /// Goes past everything up to a character that `stops`, or to the end.
    pub(crate) fn skip_until(&mut self, stops: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(stops).unwrap_or(rest.len());
    }

    /// Goes past blanks.
    #[inline]
    pub(crate) fn skip_blanks(&mut self) {
        loop {
            match self.byte() {
                Some(b' ' | b'\t') => self.at += 1,
                Some(0x80..) if self.eat('\u{3000}') => {}
                _ => break,
            }
        }
    }

    /// A run of digits, all of half or all of full width, for `3２二角` is number 3; `None` without any.
    /// A number past the limits is `u32::MAX`.
    #[inline]
    pub(crate) fn number(&mut self) -> Option<u32> {
        let start = self.at;
        let mut value = 0_u32;
        let mut push = |next| value = value.saturating_mul(10).saturating_add(next);
        while let Some(byte @ b'0'..=b'9') = self.byte() {
            self.at += 1;
            push(u32::from(byte - b'0'));
        }
        if self.at == start {
            while let Some(next) = self.take(|c| digit(c).filter(|_| !c.is_ascii())) {
                push(next);
            }
        }
        (self.at > start).then_some(value)
    }
}

/// Blank, tab or ideographic space.
pub(crate) const fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\u{3000}')
}

/// A decimal digit, half or full width.
#[inline]
pub(crate) fn digit(c: char) -> Option<u32> {
    match c {
        '0'..='9' => Some(c as u32 - '0' as u32),
        '０'..='９' => Some(c as u32 - '０' as u32),
        _ => None,
    }
}
