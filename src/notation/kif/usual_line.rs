//! The lines that nearly all of an archive is made of, as programs write them: `   1 ７六歩(77)   ( 0:16/00:00:16)`,
//! `  98 投了`, `*a comment`, `手合割：平手`, `まで98手で後手の勝ち`.
//!
//! They are read here, in front of the grammar, which can read them too: what has another form is left to it in whole
//! stretches of lines. Where both answer, they answer the same, and tests see to it.

use super::read::{Body, Numbered, Rule};
use crate::notation::kakinoki::words::{self, MoveText};
use crate::record::{Clock, Origin, Promotion};
use crate::shogi::Square;

/// The headers that nearly all records have.
const HEADERS: [&str; 8] = [
    "開始日時：",
    "終了日時：",
    "棋戦：",
    "場所：",
    "持ち時間：",
    "手合割：",
    "先手：",
    "後手：",
];

/// Reads the line that a text begins with, if it has a usual form from its beginning to its end: its rule, what is in it if it
/// is numbered, and how long it is with its line end.
pub(super) fn read(text: &str) -> Option<(Rule, Option<Numbered<'_>>, usize)> {
    if let Some((numbered, length)) = numbered(text) {
        return Some((Rule::numbered, Some(numbered), length));
    }
    let rule = match text.as_bytes().first()? {
        b'*' => Rule::comment,
        b'#' => Rule::tool,
        0x80.. if text.starts_with("手数--") => Rule::separator,
        0x80.. if text.starts_with("変化：") => Rule::variation,
        0x80.. if text.starts_with("まで") => Rule::result,
        0x80.. if HEADERS.iter().any(|key| text.starts_with(key)) => Rule::header,
        _ => return None,
    };
    let end = memchr::memchr2(b'\n', b'\r', text.as_bytes()).unwrap_or(text.len());
    let length = text.len() - after_line_end(&text[end..])?.len();
    // With a colon, the line is a header of an odd name.
    let is_odd = rule == Rule::separator && text[..end].contains('：');
    (!is_odd).then_some((rule, None, length))
}

/// Reads a numbered line at the beginning of a text.
pub(super) fn numbered(text: &str) -> Option<(Numbered<'_>, usize)> {
    let place = |rest: &str| text.len() - rest.len();
    let (number, after_number) = number(after_blanks(text))?;
    let token = after_blanks(after_number);
    let (body, rest) = match move_text(token) {
        Some((text, rest)) => (Body::Move(text), rest),
        None if token.len() < after_number.len() => end_word(token)?,
        // Without a blank between, the grammar has more to say.
        None => return None,
    };
    let group = after_blanks(rest);
    let (clock, after) = match group.strip_prefix("(") {
        Some(times) => clock(times)?,
        None => (Clock::default(), group),
    };
    let numbered = Numbered {
        number,
        body,
        token: (place(token), place(rest)),
        clock,
        clock_token: (after.len() < group.len()).then(|| (place(group), place(after))),
        trouble: None,
    };
    let after = after_blanks(after.strip_prefix("+").unwrap_or(after));
    Some((numbered, place(after_line_end(after)?)))
}

/// Mark, square or 同, piece, then 打, the origin, or 成 and the origin; and what follows.
fn move_text(text: &str) -> Option<(MoveText, &str)> {
    let mut rest = text.chars();
    let mut first = rest.next()?;
    let mark = words::marked_side(first);
    if words::is_mark(first) {
        first = rest.next()?;
    }
    let to = match first {
        '同' => {
            let after = rest.as_str();
            rest = after.strip_prefix([' ', '\u{3000}']).unwrap_or(after).chars();
            None
        }
        '１'..='９' => Some(Square::new(
            words::file(first)?,
            words::kanji_digit(rest.next()?)?,
        )?),
        _ => return None,
    };
    let kind = match rest.next()? {
        '成' => words::promoted_piece(rest.next()?),
        glyph => words::piece(glyph),
    }?;
    let after = rest.as_str();
    let promoted = after.strip_prefix("成");
    let after = promoted.unwrap_or(after);
    let (from, after) = match *after.as_bytes() {
        [b'(', file @ b'1'..=b'9', rank @ b'1'..=b'9', b')', ..] => {
            let square = Square::new(file - b'0', rank - b'0')?;
            (Origin::Board(square), &after[4..])
        }
        _ => (Origin::Hand, after.strip_prefix("打")?),
    };
    let text = MoveText {
        mark,
        to,
        kind,
        promotion: promoted.map_or(Promotion::Unstated, |_| Promotion::Promote),
        from,
    };
    let has_two_origins = from == Origin::Hand && after.starts_with(['(', '（']);
    (!has_two_origins).then_some((text, after))
}

/// A word for an end, up to a blank.
fn end_word(text: &str) -> Option<(Body<'_>, &str)> {
    let length = memchr::memchr3(b' ', b'\n', b'\r', text.as_bytes()).unwrap_or(text.len());
    let (word, rest) = text.split_at(length);
    words::terminal(word).map(|_| (Body::Word(word), rest))
}

/// The time group after its parenthesis: `m:ss/h:mm:ss)`, blanks before each part.
fn clock(text: &str) -> Option<(Clock, &str)> {
    let (spent, rest) = time(after_blanks(text))?;
    let (total, rest) = time(after_blanks(after_blanks(rest).strip_prefix("/")?))?;
    let clock = Clock {
        spent: Some(spent),
        total: Some(total),
    };
    Some((clock, rest.strip_prefix(")")?))
}

/// `m:ss` or `h:mm:ss` in milliseconds.
fn time(text: &str) -> Option<(u32, &str)> {
    let (first, rest) = number(text)?;
    let (second, rest) = number(rest.strip_prefix(":")?)?;
    let seconds = first.checked_mul(60)?.checked_add(second)?;
    let (seconds, rest) = match rest.strip_prefix(":") {
        Some(rest) => {
            let (third, rest) = number(rest)?;
            (seconds.checked_mul(60)?.checked_add(third)?, rest)
        }
        None => (seconds, rest),
    };
    Some((seconds.checked_mul(1000)?, rest))
}

/// A number of at most nine digits, which cannot overflow.
fn number(text: &str) -> Option<(u32, &str)> {
    const MOST: usize = 9;
    let (mut value, mut length) = (0_u32, 0);
    for digit in text.bytes().take_while(u8::is_ascii_digit) {
        value = value.wrapping_mul(10).wrapping_add(u32::from(digit - b'0'));
        length += 1;
    }
    (1..=MOST).contains(&length).then(|| (value, &text[length..]))
}

fn after_blanks(text: &str) -> &str {
    let blanks = text.bytes().take_while(|&byte| byte == b' ').count();
    &text[blanks..]
}

/// What follows on the end of a line, or of the text, that leaves nothing to say.
fn after_line_end(text: &str) -> Option<&str> {
    let after = text.strip_prefix("\n").or_else(|| text.strip_prefix("\r\n"));
    after.or(text.is_empty().then_some(text))
}

#[cfg(test)]
mod tests {
    use super::numbered;
    use crate::notation::kif::read;
    use proptest::prelude::{ProptestConfig, proptest};

    /// The grammar's answer must be the same wherever this one answers.
    fn agrees(line: &str) -> bool {
        numbered(line)
            .inspect(|(quick, length)| {
                assert_eq!(Some(quick), read::lenient(line).as_ref(), "{line}");
                assert_eq!(*length, line.len());
            })
            .is_some()
    }

    #[test]
    fn the_usual_forms_are_read_here() {
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
            assert!(agrees(line), "{line}");
        }
    }

    #[test]
    fn other_forms_are_left_to_the_grammar() {
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
            assert!(!agrees(line), "{line}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4096, ..ProptestConfig::default() })]

        #[test]
        fn both_readers_agree(
            line in "[ 　]{0,2}[0-9]{1,11}[ 　]{0,2}(([▲]?[１-９0-9][一二九三３]|同[ 　]?)[歩成銀と角金王]{1,2}(成|不成|打|打\\(00\\)|)(\\([0-9]{2}\\)|)|投了|詰|Time-up|終)[ 　]{0,2}(\\( ?[0-9]{1,3}:[0-9]{1,2}(/ ?[0-9]{1,10}:[0-9]{2}:[0-9]{2}|/|)\\)|)[+x ]{0,2}"
        ) {
            agrees(&line);
        }
    }
}
