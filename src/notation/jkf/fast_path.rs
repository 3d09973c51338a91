//! The fast path for the entries that make up almost all of a record: a move, with its time and its comments.
//!
//! Example: `{"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"},"time":{"now":{"m":0,"s":3}}}`.
//!
//! Blanks are allowed wherever JSON allows them, and the keys may have any order. The table of JSON values contains
//! everything else: other keys, repeated keys, escapes, values of other types, and all that is reported. Tests verify
//! that a record is the same with and without the fast path.

use super::bytes::{unescaped_len, zero_bytes};
use super::words::{promotion, relative};
use crate::finding::Span;
use crate::notation::csa;
use crate::record::{Clock, Destination, Origin, PieceName, WrittenMove};
use crate::shogi::{Color, PieceKind, Square};

/// An entry in the usual form. All spans are places in the text of the object.
#[derive(Debug)]
pub(super) struct UsualEntry {
    /// The move. With `same`, the destination is [`Destination::Same`], even if the previous move has another one.
    pub written: WrittenMove,
    /// The time and its span; `None` if no time is written.
    pub clock: Option<(Clock, Span)>,
    /// The span of the array `comments`; `None` if there is no such array.
    comments: Option<Span>,
}

impl UsualEntry {
    /// Returns the comments, each without its quotation marks. `text` is the text of the spans.
    pub(super) fn comments<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
        let array = self.comments.map_or("", |span| span.slice(text));
        // Within an array of strings without escapes, every second quotation mark begins a string.
        array.split('"').skip(1).step_by(2)
    }
}

/// Reads the entry that begins at `start` in a text. Returns the entry and the offset after it; `None` if it does not have
/// the usual form.
pub(super) fn entry(text: &str, start: usize) -> Option<(UsualEntry, usize)> {
    let mut cursor = Cursor {
        text: text.as_bytes(),
        at: start,
    };
    let (mut written, mut clock, mut comments) = (None, None, None);
    cursor.object(|it, key| match key {
        key::MOVE => set(&mut written, it.play()),
        key::TIME => set(&mut clock, it.clock()),
        key::COMMENTS => set(&mut comments, it.strings()),
        _ => None,
    })?;
    let entry = UsualEntry {
        written: written?,
        clock,
        comments,
    };
    Some((entry, cursor.at))
}

/// Sets a member to the value that was read. Returns `None` if there is no value, or if the key is repeated.
#[inline]
fn set<T>(member: &mut Option<T>, value: Option<T>) -> Option<()> {
    if member.is_some() {
        return None;
    }
    *member = Some(value?);
    Some(())
}

/// The known keys as numbers: the bytes of a key and, unless the key has eight bytes, of the quotation mark after it. The first
/// byte is the lowest.
mod key {
    pub(super) const MOVE: u64 = number(b"move");
    pub(super) const TIME: u64 = number(b"time");
    pub(super) const COMMENTS: u64 = number(b"comments");
    pub(super) const COLOR: u64 = number(b"color");
    pub(super) const FROM: u64 = number(b"from");
    pub(super) const TO: u64 = number(b"to");
    pub(super) const PIECE: u64 = number(b"piece");
    pub(super) const SAME: u64 = number(b"same");
    pub(super) const PROMOTE: u64 = number(b"promote");
    pub(super) const CAPTURE: u64 = number(b"capture");
    pub(super) const RELATIVE: u64 = number(b"relative");
    pub(super) const X: u64 = number(b"x");
    pub(super) const Y: u64 = number(b"y");
    pub(super) const NOW: u64 = number(b"now");
    pub(super) const TOTAL: u64 = number(b"total");
    pub(super) const H: u64 = number(b"h");
    pub(super) const M: u64 = number(b"m");
    pub(super) const S: u64 = number(b"s");

    const fn number(name: &[u8]) -> u64 {
        let mut bytes = [0; 8];
        let mut at = 0;
        while at < name.len() {
            bytes[at] = name[at];
            at += 1;
        }
        if at < bytes.len() {
            bytes[at] = b'"';
        }
        u64::from_le_bytes(bytes)
    }
}

/// A cursor over the bytes of a text. Each function reads one value, and returns `None` if the text differs from the
/// usual form.
struct Cursor<'t> {
    text: &'t [u8],
    /// The number of bytes that were read.
    at: usize,
}

impl<'t> Cursor<'t> {
    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    /// Skips blanks, and returns the byte after them.
    #[inline]
    fn next_after_blanks(&mut self) -> Option<u8> {
        loop {
            match self.next()? {
                b' ' | b'\t' | b'\r' | b'\n' => {}
                byte => return Some(byte),
            }
        }
    }

    #[inline]
    fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.peek() {
            self.at += 1;
        }
    }

    fn span_from(&self, start: usize) -> Span {
        Span::new(start, self.at)
    }

    /// Reads an object. `member` gets each key, as in [`key`], and reads its value.
    #[inline]
    fn object(&mut self, mut member: impl FnMut(&mut Self, u64) -> Option<()>) -> Option<()> {
        if self.next()? != b'{' {
            return None;
        }
        self.skip_blanks();
        loop {
            let key = self.key()?;
            if self.next_after_blanks()? != b':' {
                return None;
            }
            self.skip_blanks();
            member(self, key)?;
            match self.next_after_blanks()? {
                b',' => self.skip_blanks(),
                b'}' => return Some(()),
                _ => return None,
            }
        }
    }

    /// Reads a key, and returns it as in [`key`]. Returns `None` for a key of more than eight bytes, and near the end of
    /// the text. A key with an escape differs from all known keys.
    #[inline]
    fn key(&mut self) -> Option<u64> {
        if self.next()? != b'"' {
            return None;
        }
        let rest = &self.text[self.at..];
        let key = u64::from_le_bytes(*rest.first_chunk()?);
        let found = zero_bytes(key ^ u64::from_le_bytes([b'"'; 8]));
        if found == 0 {
            self.at += 9;
            return (rest.get(8) == Some(&b'"')).then_some(key);
        }
        self.at += (found.trailing_zeros() as usize + 1) / 8;
        Some(key & (found ^ (found - 1)))
    }

    /// Reads a string without escapes, and returns the text between its quotation marks.
    #[inline]
    fn string(&mut self) -> Option<&'t [u8]> {
        if self.next()? != b'"' {
            return None;
        }
        let inner = &self.text[self.at..];
        let length = unescaped_len(inner)?;
        self.at += length;
        (self.next()? == b'"').then_some(&inner[..length])
    }

    /// Reads an array of strings without escapes, and returns its span.
    fn strings(&mut self) -> Option<Span> {
        let start = self.at;
        if self.next()? != b'[' {
            return None;
        }
        loop {
            self.skip_blanks();
            self.string()?;
            match self.next_after_blanks()? {
                b',' => {}
                b']' => return Some(self.span_from(start)),
                _ => return None,
            }
        }
    }

    /// Reads a number of at most three digits, so that no time can overflow.
    #[inline]
    fn number(&mut self) -> Option<u32> {
        let mut number = u32::from(self.digit()?);
        for _ in 0..2 {
            match self.digit() {
                // A number with more than one digit does not begin with a zero.
                Some(_) if number == 0 => return None,
                Some(digit) => number = number * 10 + u32::from(digit),
                None => break,
            }
        }
        Some(number)
    }

    #[inline]
    fn digit(&mut self) -> Option<u8> {
        let digit = self.peek()?.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        self.at += 1;
        Some(digit)
    }

    fn flag(&mut self) -> Option<bool> {
        let rest = &self.text[self.at..];
        let is_true = rest.starts_with(b"true");
        if !is_true && !rest.starts_with(b"false") {
            return None;
        }
        self.at += if is_true { 4 } else { 5 };
        Some(is_true)
    }

    fn color(&mut self) -> Option<Color> {
        match self.digit()? {
            0 => Some(Color::Black),
            1 => Some(Color::White),
            _ => None,
        }
    }

    fn kind(&mut self) -> Option<PieceKind> {
        csa::kind(self.string()?.try_into().ok()?)
    }

    fn relative(&mut self) -> Option<Origin> {
        relative(std::str::from_utf8(self.string()?).ok()?)
    }

    /// Reads a square `{x, y}`.
    fn square(&mut self) -> Option<Square> {
        let (mut x, mut y) = (None, None);
        self.object(|it, key| match key {
            key::X => set(&mut x, it.digit()),
            key::Y => set(&mut y, it.digit()),
            _ => None,
        })?;
        Square::new(x?, y?)
    }

    /// Reads a move.
    fn play(&mut self) -> Option<WrittenMove> {
        let start = self.at;
        let (mut mark, mut from, mut to, mut piece) = (None, None, None, None);
        let (mut same, mut promote, mut captured, mut relative) = (None, None, None, None);
        self.object(|it, key| match key {
            key::COLOR => set(&mut mark, it.color()),
            key::FROM => set(&mut from, it.square()),
            key::TO => set(&mut to, it.square()),
            key::PIECE => set(&mut piece, it.kind()),
            key::SAME => set(&mut same, it.flag()),
            key::PROMOTE => set(&mut promote, it.flag()),
            key::CAPTURE => set(&mut captured, it.kind()),
            key::RELATIVE => set(&mut relative, it.relative()),
            _ => None,
        })?;
        let from = from.map_or(relative.unwrap_or(Origin::Hand), Origin::Board);
        let named = match piece {
            Some(kind) => PieceName::Before(kind),
            None if matches!(from, Origin::Board(_)) => PieceName::Nothing,
            None => return None,
        };
        Some(WrittenMove {
            mark,
            from,
            to: if same == Some(true) {
                Destination::Same(to?)
            } else {
                Destination::Square(to?)
            },
            named,
            promotion: promotion(promote),
            captured,
            span: self.span_from(start),
        })
    }

    /// Reads the times `{now, total}`.
    fn clock(&mut self) -> Option<(Clock, Span)> {
        let start = self.at;
        let (mut spent, mut total) = (None, None);
        self.object(|it, key| match key {
            key::NOW => set(&mut spent, it.milliseconds()),
            key::TOTAL => set(&mut total, it.milliseconds()),
            _ => None,
        })?;
        Some((Clock { spent, total }, self.span_from(start)))
    }

    /// Reads a time `{h, m, s}` (milliseconds).
    fn milliseconds(&mut self) -> Option<u32> {
        let (mut hours, mut minutes, mut seconds) = (None, None, None);
        self.object(|it, key| match key {
            key::H => set(&mut hours, it.number()),
            key::M => set(&mut minutes, it.number()),
            key::S => set(&mut seconds, it.number()),
            _ => None,
        })?;
        let [hours, minutes, seconds] = [hours, minutes, seconds].map(Option::unwrap_or_default);
        Some(((hours * 60 + minutes) * 60 + seconds) * 1000)
    }
}

#[cfg(test)]
mod tests {
    use super::entry;

    /// Returns whether the fast path reads the whole of an entry. The fast path needs some text after it.
    fn is_usual(text: &str) -> bool {
        entry(&format!("{text}{{\"special\":"), 0).is_some_and(|(_, end)| end == text.len())
    }

    #[test]
    fn usual_entries_are_read_by_the_fast_path() {
        for text in [
            r#"{"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}}"#,
            r#"{"move":{"from":{"y":7,"x":7},"to":{"x":7,"y":6}}}"#,
            r#"{"comments":["甲", ""], "move" : {"to":{"x":5,"y":5},"piece":"KA","relative":"H","color":1}}"#,
            r#"{"time":{"now":{"m":12,"s":0},"total":{"h":1,"m":0,"s":999}},"move":{"to":{"x":5,"y":5},"piece":"KA"}}"#,
            "{\n\t\"move\": {\r\n\"to\": { \"x\": 5, \"y\" :5 } , \"piece\": \"KA\"\n}\n}",
            r#"{"move":{"from":{"x":2,"y":3},"to":{"x":2,"y":2},"same":true,"promote":true,"capture":"KA","relative":"LU"}}"#,
        ] {
            assert!(is_usual(text), "{text}");
        }
    }

    #[test]
    fn other_entries_are_left_to_the_table() {
        let (play, to) = (
            r#""move":{"to":{"x":5,"y":5},"piece":"KA"}"#,
            r#""to":{"x":5,"y":5}"#,
        );
        assert!(is_usual(&format!("{{{play}}}")));
        for members in [
            String::new(),
            r#""special":"TORYO""#.to_owned(),
            r#""comments":["a"]"#.to_owned(),
            format!("{play},{play}"),
            format!("{play},"),
            format!(",{play}"),
            format!(r#"{play},"special":"TORYO""#),
            format!(r#"{play},"forks":[]"#),
            format!(r#"{play},"comment":"a""#),
            format!(r#"{play},"comments":"a""#),
            format!(r#"{play},"comments":[]"#),
            format!(r#"{play},"comments":["a",]"#),
            format!(r#"{play},"comments":["\n"]"#),
            format!("{play},\"comments\":[\"a\nb\"]"),
            format!(r#"{play},"comments":[1]"#),
            format!(r#"{play},"time":null"#),
            format!(r#"{play},"time":{{}}"#),
            format!(r#"{play},"time":{{"now":{{"m":01}}}}"#),
            format!(r#"{play},"time":{{"now":{{"m":1.5}}}}"#),
            format!(r#"{play},"time":{{"now":{{"m":-1}}}}"#),
            format!(r#"{play},"time":{{"now":{{"m":1000}}}}"#),
            format!(r#"{play},"time":{{"now":{{"m":"1"}}}}"#),
            format!(r#""move":{{{to}}}"#),
            format!(r#""move":{{{to},"piece":"XX"}}"#),
            format!(r#""move":{{{to},"piece":"KA","same":1}}"#),
            format!(r#""move":{{{to},"piece":"KA","color":2}}"#),
            format!(r#""move":{{{to},"piece":"KA","color":null}}"#),
            format!(r#""move":{{{to},"piece":"KA","relative":"X"}}"#),
            format!(r#""move":{{{to},"piece":"KA","piece":"KA"}}"#),
            format!(r#""move":{{{to},"piece":"KA","other":1}}"#),
            r#""move":{"to":{"x":5,"y":0},"piece":"KA"}"#.to_owned(),
            r#""move":{"to":{"x":5,"y":10},"piece":"KA"}"#.to_owned(),
            r#""move":{"to":{"x":5,"y":5,"z":5},"piece":"KA"}"#.to_owned(),
            "\"move\":{\"to\0\":{\"x\":5,\"y\":5},\"piece\":\"KA\"}".to_owned(),
            r#""\u006dove":{"to":{"x":5,"y":5},"piece":"KA"}"#.to_owned(),
        ] {
            let text = format!("{{{members}}}");
            assert!(!is_usual(&text), "{text}");
        }
        for length in 0..play.len() {
            assert!(!is_usual(&format!("{{{}", &play[..length])));
        }
    }
}
