//! The fast path for the lines that make up almost all of an archive, in the form in which programs write them.
//!
//! Examples are `   1 ７六歩(77)   ( 0:16/00:00:16)`, `  98 投了`, `*a comment`, `手合割：平手` and
//! `まで98手で後手の勝ち`.
//!
//! These lines are recognized byte by byte before the grammar is used. The grammar reads all other lines, in
//! sections. Tests verify that the fast path and the grammar return the same content for the same line.

use super::numbered::{self, Body, NumberedLine};
use crate::notation::kakinoki::fast_path::{Bytes, CommonLine};
use crate::notation::kakinoki::words::{self, MoveText, is_blank};
use crate::record::{Clock, Origin, Promotion, Terminal};
use crate::shogi::Square;

/// Returns whether the first line of a text has a common form.
pub(super) fn is_common(text: &str) -> bool {
    numbered(text).is_some() || CommonLine::parse(text).is_some()
}

/// Reads a numbered line at the beginning of a text. Returns the line, and its length with the line end; `None` if
/// the line has no common form.
#[expect(
    clippy::inline_always,
    reason = "the content of every move is large, and is not copied if it is used at once"
)]
#[inline(always)]
pub(super) fn numbered(text: &str) -> Option<(NumberedLine<'_>, usize)> {
    let mut bytes = Bytes(text.as_bytes());
    let number = if let Some(number) = bytes.usual_number() {
        number
    } else {
        bytes.skip_blanks();
        bytes.number()?
    };
    let has_blank = bytes.peek() == Some(b' ');
    bytes.skip_blanks();
    let start = bytes.offset(text);
    let body = if let Some((move_text, rest)) = parse_move(bytes) {
        bytes = rest;
        Body::Move(move_text)
    } else {
        // If there is no blank between the number and the word, the grammar reads the line.
        Body::Word(bytes.end_word().filter(|_| has_blank)?)
    };
    let token = (start, bytes.offset(text));
    bytes.skip_blanks();
    let clock_start = bytes.offset(text);
    let (clock, has_clock) = match bytes.usual_clock() {
        Some(clock) => (clock, true),
        None => bytes.other_clock()?,
    };
    let clock_token = has_clock.then(|| (clock_start, bytes.offset(text)));
    if !bytes.line_end() {
        bytes.eat(b'+');
        bytes.skip_blanks();
        if !bytes.line_end() {
            return None;
        }
    }
    let numbered = NumberedLine {
        number,
        body,
        token,
        clock,
        clock_token,
        error: None,
    };
    Some((numbered, bytes.offset(text)))
}

/// Reads a move: an optional mark, a square or 同, a piece, an optional 成, and 打 or the origin. Returns the move and the bytes
/// after it; `None` for any other text.
fn parse_move(mut bytes: Bytes<'_>) -> Option<(MoveText, Bytes<'_>)> {
    const PROMOTES: u32 = words::wide_bytes('成');
    const DROP: u32 = words::wide_bytes('打');
    let mark = bytes.mark().and_then(words::marked_side);
    let (to, kind) = bytes.destination_and_piece()?;
    let promotion = if bytes.eat_wide(PROMOTES) {
        Promotion::Promote
    } else {
        Promotion::Unstated
    };
    let from = if let Some((&[b'(', file @ b'1'..=b'9', rank @ b'1'..=b'9', b')'], rest)) =
        bytes.0.split_first_chunk()
    {
        bytes = Bytes(rest);
        Origin::Board(Square::new(file - b'0', rank - b'0')?)
    } else {
        let is_drop =
            bytes.eat_wide(DROP) && bytes.peek() != Some(b'(') && !bytes.eat_wide(words::wide_bytes('（'));
        is_drop.then_some(Origin::Hand)?
    };
    let text = MoveText {
        mark,
        to,
        kind,
        promotion,
        from,
    };
    Some((text, bytes))
}

impl<'t> Bytes<'t> {
    /// Reads a word for an end, up to a blank or a line end. Returns `None` for an unknown word.
    fn end_word(&mut self) -> Option<&'t str> {
        let length = memchr::memchr3(b' ', b'\n', b'\r', self.0).unwrap_or(self.0.len());
        let (word, rest) = self.0.split_at(length);
        let word = std::str::from_utf8(word).ok()?;
        words::terminal(word)?;
        self.0 = rest;
        Some(word)
    }

    /// Reads a number as most programs write it: four bytes, in which blanks precede the digits, and a blank. Returns `None` for
    /// any other text, which is then not read.
    #[inline]
    fn usual_number(&mut self) -> Option<u32> {
        let (&[a, b, c, d], rest) = self.0.split_first_chunk()?;
        let bytes = u32::from_le_bytes([a, b, c, d]);
        let blanks = (bytes ^ u32::from_le_bytes(*b"    ")).trailing_zeros() / 8;
        if blanks > 3 || rest.first() != Some(&b' ') {
            return None;
        }
        // A digit becomes its value, and a blank before it 0.
        let values = (bytes ^ u32::from_le_bytes(*b"0000")) & u32::MAX << (8 * blanks);
        if (values.wrapping_add(0x7676_7676) | values) & 0x8080_8080 != 0 {
            return None;
        }
        self.0 = rest;
        let pairs = values * 10 + (values >> 8);
        Some((pairs & 0xff) * 100 + (pairs >> 16 & 0xff))
    }

    /// Reads a number of at most nine digits, which cannot overflow. Returns `None` if there is no digit, or if there
    /// are more than nine.
    #[inline]
    fn number(&mut self) -> Option<u32> {
        const MAX_DIGITS: usize = 9;
        let start = self.0;
        let mut value = 0;
        while let [digit @ b'0'..=b'9', rest @ ..] = self.0 {
            self.0 = rest;
            if start.len() - rest.len() > MAX_DIGITS {
                return None;
            }
            value = value * 10 + u32::from(digit - b'0');
        }
        (self.0.len() < start.len()).then_some(value)
    }

    /// Reads the times in the form in which most programs write them: `( 0:16/00:00:16)`. Returns `None` for any
    /// other text, which is then not read.
    #[inline]
    fn usual_clock(&mut self) -> Option<Clock> {
        let (bytes, rest) = self.0.split_first_chunk::<7>()?;
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
        let (total, rest) = rest.split_first_chunk()?;
        let total = usual_total(total)?;
        self.0 = rest;
        Some(Clock {
            spent: Some(spent),
            total: Some(total),
        })
    }

    /// Reads the times `(m:ss/h:mm:ss)`, with optional blanks around the parts. Returns the times and `true`, or, if there is
    /// no parenthesis, unknown times and `false`. Returns `None` for any other text, and for a time that is out of range.
    fn other_clock(&mut self) -> Option<(Clock, bool)> {
        if self.peek() != Some(b'(') {
            return Some((Clock::default(), false));
        }
        // A copy, so that the cursor of the usual line need not be in memory.
        let mut bytes = Bytes(&self.0[1..]);
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
        *self = bytes;
        Some((Clock { spent, total }, true))
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

// Lines that the fast path or the grammar reads.

/// Parses a numbered line. Returns `None` if the line does not begin with a number.
pub(super) fn parse_numbered(line: &str) -> Option<NumberedLine<'_>> {
    let common_line = numbered(line).filter(|&(_, length)| length == line.len());
    common_line.map_or_else(|| numbered::parse(line), |(numbered, _)| Some(numbered))
}

/// Returns whether the reader accepts a line as a numbered line.
///
/// Unreadable moves, and words other than ends, need a blank after the number. Without this condition, the beginning of
/// a date (`2021/10/02`) would be a move number.
pub(super) fn is_numbered(line: &str) -> bool {
    parse_numbered(line).is_some_and(|numbered| match numbered.body {
        Body::Move(_) => true,
        Body::Word(word) if words::ending(word).is_some() => true,
        Body::Word(_) | Body::Broken(_) => line[..numbered.token.0].ends_with(is_blank),
    })
}

/// Returns whether a line is a number with a word for an end, other than a take-back, after which the game continues.
pub(super) fn is_end(line: &str) -> bool {
    parse_numbered(line).is_some_and(|numbered| match numbered.body {
        Body::Word(word) => words::ending(word).is_some_and(|(terminal, _)| terminal != Terminal::TakeBack),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::numbered;
    use proptest::prelude::{ProptestConfig, proptest};

    /// Returns whether the fast path accepts a line.
    ///
    /// # Panics
    ///
    /// If the fast path accepts the line and the grammar returns different content.
    fn is_read_by_fast_path(line: &str) -> bool {
        numbered(line)
            .inspect(|(quick, length)| {
                assert_eq!(Some(quick), numbered::parse(line).as_ref(), "{line}");
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
            "4 ２二同銀(31)",
            "4 同２二銀(31)",
            "4 ２二銀(3?)",
        ] {
            assert!(!is_read_by_fast_path(line), "{line}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4096, ..ProptestConfig::default() })]

        #[test]
        fn fast_path_and_grammar_agree(
            line in "[ 　]{0,2}[0-9]{1,11}[ 　]{0,2}(([▲]?[１-９0-9][一二九三３]同?|同[ 　]?|同２二)[歩成銀と角金王]{1,2}(成|不成|打|打\\(00\\)|)(\\([0-9?]{2}\\)|)|投了|詰|Time-up|終)[ 　]{0,2}(\\( ?[0-9]{1,3}:[0-9]{1,2}(/ ?[0-9]{1,10}:[0-9]{2}:[0-9]{2}|/|)\\)|)[+x ]{0,2}"
        ) {
            is_read_by_fast_path(&line);
        }

        /// The lines that programs write, with any number, square, piece and time.
        #[test]
        fn usual_lines_are_read_by_the_fast_path_as_by_the_grammar(
            number in 0..=12_000_u32,
            is_aligned in proptest::bool::ANY,
            movement in "[▲△▽☗☖]?([１-９][一二三四五六七八九]|同　?)(歩|香|桂|銀|金|角|飛|玉|王|と|杏|圭|全|馬|龍|竜|成香|成桂|成銀)成?(\\([1-9]{2}\\)|打)",
            end in "投了|中断|詰み|千日手|持将棋|切れ負け|反則負け",
            is_end in proptest::bool::weighted(0.1),
            clock in "|   \\([ 0-9][0-9]:[0-9]{2}/[0-9]{2}:[0-9]{2}:[0-9]{2}\\)|   \\([ 0-9]?[0-9]:[0-9]{2}/[ 0-9]?[0-9]:[0-9]{1,2}:[0-9]{2}\\)",
            after in "|\\+| +",
        ) {
            let (body, after) = if is_end { (end, "") } else { (movement, &*after) };
            let number = if is_aligned { format!("{number:>4}") } else { number.to_string() };
            let line = format!("{number} {body}{clock}{after}");
            assert!(is_read_by_fast_path(&line), "{line}");
        }
    }
}
