//! The fast path for the lines that make up almost all of an archive, in the form in which programs write them.
//!
//! Examples are `   1 ７六歩(77)   ( 0:16/00:00:16)`, `  98 投了`, `*a comment`, `手合割：平手` and
//! `まで98手で後手の勝ち`.
//!
//! These lines are recognized byte by byte before the grammar is used. The grammar reads all other lines, in
//! sections. Tests verify that the fast path and the grammar return the same content for the same line.

use super::read::{Body, NumberedLine, Rule};
use crate::notation::kakinoki::fast_path::{Bytes, CommonLine};
use crate::notation::kakinoki::words::{self, MoveText};
use crate::record::{Clock, Origin, Promotion};
use crate::shogi::Square;

/// Returns whether the first line of a text has a common form.
pub(super) fn is_common(text: &str) -> bool {
    numbered(text).is_some() || unnumbered(text).is_some()
}

/// Returns the rule of the first line of a text, and its length with the line end (bytes), if the line has a common form without
/// a number; returns `None` for any other line.
pub(super) fn unnumbered(text: &str) -> Option<(Rule, usize)> {
    let (line, length) = CommonLine::parse(text)?;
    let rule = match line {
        CommonLine::Comment => Rule::comment,
        CommonLine::Tool => Rule::tool,
        CommonLine::Separator => Rule::separator,
        CommonLine::Variation => Rule::variation,
        CommonLine::Result => Rule::result,
        CommonLine::Header => Rule::header,
    };
    Some((rule, length))
}

/// Reads a numbered line at the beginning of a text. Returns the line, and its length with the line end; `None` if
/// the line has no common form.
#[expect(
    clippy::inline_always,
    reason = "the content of every move is large, and is not copied if it is used at once"
)]
#[inline(always)]
pub(super) fn numbered(text: &str) -> Option<(NumberedLine<'_>, usize)> {
    let mut bytes = Bytes::new(text);
    bytes.skip_blanks();
    let number = bytes.number()?;
    let after_number = bytes.at;
    bytes.skip_blanks();
    let start = bytes.at;
    let body = if let Some((text, end)) = parse_move(bytes) {
        bytes.at = end;
        Body::Move(text)
    } else {
        // If there is no blank between the number and the word, the grammar reads the line.
        Body::Word(bytes.end_word().filter(|_| start > after_number)?)
    };
    let token = (start, bytes.at);
    bytes.skip_blanks();
    let (clock, clock_token) = match bytes.usual_clock() {
        Some((clock, token)) => (clock, Some(token)),
        None => bytes.other_clock()?,
    };
    bytes.eat(b'+');
    bytes.skip_blanks();
    let numbered = NumberedLine {
        number,
        body,
        token,
        clock,
        clock_token,
        error: None,
    };
    bytes.line_end().then_some((numbered, bytes.at))
}

/// Reads a move: an optional mark, a square or 同, a piece, an optional 成, and 打 or the origin. Returns the move and the offset
/// after it; `None` for any other text.
fn parse_move(mut bytes: Bytes<'_>) -> Option<(MoveText, usize)> {
    let mut character = bytes.next_wide()?;
    let mut mark = None;
    if words::is_mark(character) {
        mark = words::marked_side(character);
        character = bytes.next_wide()?;
    }
    let to = match character {
        '同' => {
            if !bytes.eat(b' ') && bytes.peek_wide() == Some('\u{3000}') {
                bytes.next_wide();
            }
            None
        }
        file @ '１'..='９' => {
            let rank = words::kanji_digit(bytes.next_wide()?)?;
            Some(Square::new((file as u32 - '０' as u32) as u8, rank)?)
        }
        _ => return None,
    };
    let kind = match bytes.next_wide()? {
        '成' => words::promoted_piece(bytes.next_wide()?),
        glyph => words::piece(glyph),
    }?;
    let mut promotion = Promotion::Unstated;
    if bytes.peek_wide() == Some('成') {
        bytes.next_wide();
        promotion = Promotion::Promote;
    }
    let from = if let Some([b'(', file @ b'1'..=b'9', rank @ b'1'..=b'9', b')']) = bytes.rest().first_chunk()
    {
        bytes.at += 4;
        Origin::Board(Square::new(file - b'0', rank - b'0')?)
    } else {
        let is_drop =
            bytes.next_wide()? == '打' && bytes.peek() != Some(b'(') && bytes.peek_wide() != Some('（');
        is_drop.then_some(Origin::Hand)?
    };
    let text = MoveText {
        mark,
        to,
        kind,
        promotion,
        from,
    };
    Some((text, bytes.at))
}

impl<'t> Bytes<'t> {
    /// Returns the bytes that have not been read.
    fn rest(&self) -> &'t [u8] {
        self.all.get(self.at..).unwrap_or_default()
    }

    /// Reads a word for an end, up to a blank or a line end. Returns `None` for an unknown word.
    fn end_word(&mut self) -> Option<&'t str> {
        let rest = self.rest();
        let length = memchr::memchr3(b' ', b'\n', b'\r', rest).unwrap_or(rest.len());
        let word = std::str::from_utf8(&rest[..length]).ok()?;
        words::terminal(word)?;
        self.at += length;
        Some(word)
    }

    /// Reads a number of at most nine digits, which cannot overflow. Returns `None` if there is no digit, or if there
    /// are more than nine.
    #[inline]
    fn number(&mut self) -> Option<u32> {
        const MAX_DIGITS: usize = 9;
        let start = self.at;
        let mut value = 0;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            self.at += 1;
            if self.at - start > MAX_DIGITS {
                return None;
            }
            value = value * 10 + u32::from(digit - b'0');
        }
        (self.at > start).then_some(value)
    }

    /// Reads the times in the form in which most programs write them: `( 0:16/00:00:16)`. Returns the times, and the
    /// offsets of their first byte and of the byte after them; `None`, without a change, for any other text.
    #[inline]
    fn usual_clock(&mut self) -> Option<(Clock, (usize, usize))> {
        let (bytes, rest) = self.rest().split_first_chunk::<7>()?;
        let [b'(', tens, ones, b':', second_tens, second_ones, b'/'] = *bytes else {
            return None;
        };
        let tens = if tens == b' ' { b'0' } else { tens };
        let digits = [tens, ones, second_tens, second_ones].map(|digit| digit.wrapping_sub(b'0'));
        if digits.iter().any(|&digit| digit > 9) {
            return None;
        }
        let [tens, ones, second_tens, second_ones] = digits.map(u32::from);
        let spent = ((tens * 10 + ones) * 60 + second_tens * 10 + second_ones) * 1000;
        let total = usual_total(rest.first_chunk()?)?;
        let start = self.at;
        self.at += bytes.len() + TOTAL_BYTES;
        let clock = Clock {
            spent: Some(spent),
            total: Some(total),
        };
        Some((clock, (start, self.at)))
    }

    /// Reads the times `(m:ss/h:mm:ss)`, with optional blanks around the parts. Returns the times, and the offsets of their
    /// first byte and of the byte after them. Without a parenthesis, the times are unknown and have no offsets. Returns `None`
    /// for any other text, and for a time that is out of range.
    fn other_clock(&mut self) -> Option<(Clock, Option<(usize, usize)>)> {
        if self.peek() != Some(b'(') {
            return Some((Clock::default(), None));
        }
        // A copy, so that the cursor of the usual line need not be in memory.
        let mut bytes = *self;
        bytes.at += 1;
        bytes.skip_blanks();
        let spent = Some(bytes.time()?);
        bytes.skip_blanks();
        if !bytes.eat(b'/') {
            return None;
        }
        bytes.skip_blanks();
        let total = Some(bytes.time()?);
        if !bytes.eat(b')') {
            return None;
        }
        let start = std::mem::replace(&mut self.at, bytes.at);
        Some((Clock { spent, total }, Some((start, bytes.at))))
    }

    /// Reads `m:ss` or `h:mm:ss`. Returns milliseconds; `None` for any other text, and for a time that is out of range.
    fn time(&mut self) -> Option<u32> {
        let first = self.number()?;
        let second = self.eat(b':').then(|| self.number())??;
        let mut seconds = first.checked_mul(60)?.checked_add(second)?;
        if self.eat(b':') {
            seconds = seconds.checked_mul(60)?.checked_add(self.number()?)?;
        }
        seconds.checked_mul(1000)
    }
}

/// Length of a total in the usual form, with the parenthesis after it (bytes).
const TOTAL_BYTES: usize = 9;

/// Reads `hh:mm:ss)`, with the first eight bytes at once. Returns milliseconds; `None` for any other text.
#[inline]
fn usual_total(text: &[u8; TOTAL_BYTES]) -> Option<u32> {
    let (bytes, after) = text.split_first_chunk::<8>()?;
    // A digit becomes its value, and a colon 0.
    let values = u64::from_be_bytes(*bytes) ^ u64::from_be_bytes(*b"00:00:00");
    // The sum has the highest bit in every byte that is neither a digit nor, in its place, a colon.
    let checked = values.wrapping_add(0x7676_7f76_767f_7676) | values;
    if checked & 0x8080_8080_8080_8080 != 0 || after != b")" {
        return None;
    }
    let two_digits = |shift: u32| {
        let pair = (values >> shift) as u32;
        (pair >> 8 & 0xff) * 10 + (pair & 0xff)
    };
    let (hours, minutes, seconds) = (two_digits(48), two_digits(24), two_digits(0));
    Some(((hours * 60 + minutes) * 60 + seconds) * 1000)
}

#[cfg(test)]
mod tests {
    use super::numbered;
    use crate::notation::kif::read;
    use proptest::prelude::{ProptestConfig, proptest};

    /// Returns whether the fast path accepts a line.
    ///
    /// # Panics
    ///
    /// If the fast path accepts the line and the grammar returns different content.
    fn is_read_by_fast_path(line: &str) -> bool {
        numbered(line)
            .inspect(|(quick, length)| {
                assert_eq!(
                    Some(quick),
                    read::parse_numbered_by_grammar(line).as_ref(),
                    "{line}"
                );
                assert_eq!(*length, line.len());
            })
            .is_some()
    }

    #[test]
    fn common_lines_are_read_by_the_fast_path() {
        for line in [
            "   1 ７六歩(77)   ( 0:16/00:00:16)",
            "1 ７六歩(77)",
            "   4 同　銀(31)   ( 0:00/00:00:00)+",
            " 120 同 成銀(31)        ",
            "   1 ▲７六歩(77)",
            " 118 投了   ( 0:00/00:00:16)",
            "118 Time-up",
            "  12 ３四歩(33) (0:05 / 0:00:20)",
            "   5 ４五角打     (90:05/01:30:09)",
            "   3 ２二角成(88) ( 0:03/ 0:00:19)",
        ] {
            assert!(is_read_by_fast_path(line), "{line}");
        }
    }

    #[test]
    fn other_lines_are_left_to_the_grammar() {
        for line in [
            "   1 ７六歩",
            "３ ７六歩(77)",
            "1 ▲ ７六歩(77)",
            "1 投了。",
            "1 先手の勝ち",
            "5 ４五角打(00)",
            "1 ７六歩(77) ( 0:7/)",
            "1 ７六歩(77)x",
        ] {
            assert!(!is_read_by_fast_path(line), "{line}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4096, ..ProptestConfig::default() })]

        #[test]
        fn fast_path_and_grammar_agree(
            line in "[ 　]{0,2}[0-9]{1,11}[ 　]{0,2}(([▲]?[１-９0-9][一二九三３]|同[ 　]?)[歩成銀と角金王]{1,2}(成|不成|打|打\\(00\\)|)(\\([0-9]{2}\\)|)|投了|詰|Time-up|終)[ 　]{0,2}(\\( ?[0-9]{1,3}:[0-9]{1,2}(/ ?[0-9]{1,10}:[0-9]{2}:[0-9]{2}|/|)\\)|)[+x ]{0,2}"
        ) {
            is_read_by_fast_path(&line);
        }
    }
}
