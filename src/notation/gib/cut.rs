//! Where the records of a text begin, and what a line says of the notation.

use memchr::memchr2_iter;

use super::ply::Ply;
use crate::notation::Claim;
use crate::notation::stretch::{STRETCH, stretch as lines};

/// The header that may stand after the moves of its record.
const RESULT: &str = "대국결과";

/// How much a line looks like this notation: a header with a Korean key, a move, or the first line of a record of Go.
pub(super) fn claim(line: &str) -> Claim {
    let line = line.trim_start();
    Claim::strong_if(is_header(line) || is_go(line) || has_move(line))
}

/// Whether a line begins a record of Go as the server Tygem writes it.
pub(super) fn is_go(line: &str) -> bool {
    ["\\HS", "\\[GAME", "\\[GIB"]
        .iter()
        .any(|it| line.trim_start_matches(is_blank).starts_with(it))
}

/// `[대회명 "…`: a key in Korean, and a value in quotes.
fn is_header(line: &str) -> bool {
    let Some((key, value)) = line.strip_prefix('[').and_then(|it| it.split_once('"')) else {
        return false;
    };
    let key = key.trim_matches(is_blank);
    key.starts_with(is_hangul) && !key.contains(['[', ']', '{']) && value.trim_end().ends_with(']')
}

const fn is_hangul(c: char) -> bool {
    matches!(c, '가'..='힣')
}

const fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\u{3000}' | '\u{feff}')
}

/// Whether one of the first words of a line is a move, or a number with one: `1. 79졸78`, `1.79졸78`.
fn has_move(line: &str) -> bool {
    // A square and a piece in Korean or Chinese: other notations have that hardly anywhere, and need not be cut into words.
    let is_like_a_move = |it: &[u8]| it[0].is_ascii_digit() && it[1].is_ascii_digit() && !it[2].is_ascii();
    if !line.as_bytes().windows(3).any(is_like_a_move) {
        return false;
    }
    let mut words = line.split_whitespace().take(4);
    words.any(|word| {
        let word = word.split_once('.').map_or(word, |(number, rest)| {
            let is_number = !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit());
            if is_number { rest } else { word }
        });
        // The longest move is a word of seven characters.
        word.starts_with(|c: char| c.is_ascii_digit()) && word.len() <= 40 && Ply::of(word).is_some()
    })
}

/// Length of the first record of a text: up to the first header after moves that is not the result.
pub(super) fn first_record(text: &str) -> usize {
    if text.lines().find(|it| !it.trim().is_empty()).is_some_and(is_go) {
        return text.len();
    }
    let mut start = 0;
    let mut begun = false;
    for end in memchr2_iter(b'\n', b'\r', text.as_bytes()).chain([text.len()]) {
        let line = text[start..end].trim_start_matches(is_blank);
        if let Some(header) = line.strip_prefix('[') {
            if begun && !header.trim_start_matches(is_blank).starts_with(RESULT) {
                return start;
            }
            // Moves may stand on the line of a header.
            begun |= header.contains("] ") && has_move(header.rsplit("] ").next().unwrap_or_default());
        } else {
            begun |= has_move(line) || line.starts_with("한수쉼");
        }
        start = end + 1;
    }
    text.len()
}

/// The first lines of a text, as many as are parsed at a time; a comment of several lines that begins there is in them
/// as a whole, unless it is as long again.
pub(super) fn stretch(text: &str) -> &str {
    let mut part = lines(text);
    loop {
        let rest = &text[part.len()..];
        let is_open = part
            .rfind(['{', '}'])
            .is_some_and(|at| part[at..].starts_with('{'));
        let close = rest.find(['{', '}']).filter(|&at| rest[at..].starts_with('}'));
        let Some(close) = close.filter(|_| is_open && part.len() < 2 * STRETCH) else {
            return part;
        };
        let line = rest[close..].find('\n').map_or(rest.len(), |at| close + at + 1);
        part = &text[..part.len() + line];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_ends_before_the_headers_of_the_next() {
        let one = "[초대국자 \"가\"]\n1. 79졸78 2. 41병42\n[대국결과 \"초 완승\"]\n";
        let text = format!("{one}\n[초대국자 \"나\"]\n1. 71졸61\n");
        assert_eq!(first_record(&text), one.len() + 1);
        assert_eq!(first_record(one), one.len());
        assert_eq!(first_record("[가 \"나\"]\n{\n[다 \"라\"]\n"), 26);
    }

    #[test]
    fn lines_of_the_notation_are_claimed() {
        for line in [
            "[대회명 \"왕중왕전\"]",
            "1. 79졸78  2. 41병42",
            "79楚卒78",
            "12.02마83",
            "\\HS",
            "\u{feff}[초차림 \"마상마상\"]".trim_start_matches('\u{feff}'),
        ] {
            assert_eq!(claim(line), Claim::Strong, "{line}");
        }
        for line in [
            "[Event \"x\"]",
            "1. e4 e5",
            "1 ７六歩(77)",
            "",
            "[대회명]",
            "2010. 79",
        ] {
            assert_eq!(claim(line), Claim::None, "{line}");
        }
    }

    #[test]
    fn a_comment_is_not_cut() {
        let text = format!("{{{}}}\n1. 79졸78\n", "가\n".repeat(STRETCH / 3));
        assert!(stretch(&text).trim_end().ends_with('}'));
    }
}
