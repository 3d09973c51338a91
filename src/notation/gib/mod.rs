//! Records of janggi (Korean chess) and gung-janggi: headers in brackets, and moves such as `79졸78`.

use std::iter;

use super::detect::{FirstLine, is_korean_header, other_game_len};
use super::{Capabilities, Claim, Join, Notation, Scope, Target, plies};
use crate::finding::{Seat, both};
use crate::record::{self, GameKind, Header};

/// The parser that Pest generates from `grammar/gib.pest`.
mod grammar {
    /// Parser of records of janggi and of their moves.
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/gib.pest"]
    pub(super) struct GibParser;
}
mod pieces;
mod read;

pub(crate) use pieces::{FILES, Kind, Ply, Point, RANKS};
pub(crate) use read::result_header;
pub(crate) use read::{EndReason, HeaderResult, parse_result};

/// The entry of janggi and gung-janggi in the table of formats.
pub(crate) static NOTATION: Notation = Notation {
    format: super::GIB,
    title: both("records of janggi", "チャンギの棋譜"),
    extensions: &["gib"],
    encodings: both("UTF-8, EUC-KR", "UTF-8、EUC-KR"),
    scope: Scope::Games,
    form: super::TextForm {
        stray_byte: Some(0xFF),
        ..super::TextForm::LINES
    },
    binary: None,
    claim_line: claim,
    first_record,
    sort_key: None,
    read: read::read,
    targets: &[Target {
        games: &[&JANGGI, &GUNG_JANGGI],
        join: Join::Between(""),
        ..Target::new(
            "gib",
            both("GIB (janggi)", "GIB（チャンギ）"),
            Capabilities {
                piece_names: true,
                ..plies::CAPABILITIES
            },
            |played, _, draft| {
                read::write(played.record(), draft);
                Ok(())
            },
        )
    }],
};

// The games in records of this format.

const SEATS: &[Seat] = &[
    Seat::new(0, "blue", &both("Blue", "青")),
    Seat::new(1, "red", &both("Red", "紅")),
];

/// Janggi, Korean chess. Blue (초, 청) moves first.
pub(crate) static JANGGI: GameKind = GameKind {
    name: "janggi",
    words: both("janggi", "チャンギ"),
    seats: SEATS,
};

/// Gung-janggi, in which the general is captured and no game is drawn.
pub(crate) static GUNG_JANGGI: GameKind = GameKind {
    name: "gung-janggi",
    words: both("gung-janggi", "宮チャンギ"),
    seats: SEATS,
};

// The beginning of each record in a text, and the detection of the format from a line.

/// Headers that occur once in a record, before its moves.
const START_HEADERS: [&str; 17] = [
    "대회명",
    "회전",
    "대국일자",
    "대국장소",
    "초대국자",
    "한대국자",
    "청대국자",
    "홍대국자",
    "제한시간",
    "초차림",
    "한차림",
    "청차림",
    "홍차림",
    "규칙",
    "국면",
    "FEN",
    "판",
];

/// Headers about the end of the game, which also occur after the moves.
const END_HEADERS: [&str; 4] = [
    read::RESULT_HEADERS[0],
    read::RESULT_HEADERS[1],
    read::RESULT_HEADERS[2],
    "총수",
];

/// Returns the header with the start position: 국면, or FEN in records of Western programs. A blank FEN is ignored.
/// Returns `None` if the record has neither header.
pub(crate) fn position_header<'r, 't>(headers: &'r record::Headers<'t>) -> Option<&'r Header<'t>> {
    let with_name = |name| headers.iter().find(|header| header.name == name);
    with_name("국면").or_else(|| with_name("FEN").filter(|it| !it.is_blank()))
}

/// Returns how strongly a line looks like this format.
///
/// A header with a Korean key, a move, or the first line of a record of Go is a strong claim. Other lines make no claim.
fn claim(line: &str) -> Claim {
    let line = line.trim_start();
    Claim::Strong.when(is_korean_header(line) || is_go(line) || has_move(line))
}

/// Returns whether a line begins a record of Go as written by the server Tygem.
fn is_go(line: &str) -> bool {
    ["\\HS", "\\[GAME", "\\[GIB"]
        .iter()
        .any(|word| line.trim_start_matches(is_blank).starts_with(word))
}

const fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\u{3000}' | '\u{feff}')
}

/// Returns whether one of the first four words of a line is a move, with or without a number: `1. 79졸78`,
/// `1.79졸78`.
fn has_move(line: &str) -> bool {
    // Two digits before a byte that is not ASCII hardly ever occur in other formats. Lines without this pattern need
    // not be split into words. Testing all bytes is faster than stopping at the first match.
    let [first, second, third] = [0, 1, 2].map(|from| line.as_bytes().get(from..).unwrap_or_default());
    let triples = first.iter().zip(second).zip(third);
    let is_like_a_move =
        |((a, b), c): ((&u8, &u8), &u8)| a.is_ascii_digit() & b.is_ascii_digit() & !c.is_ascii();
    if !triples.fold(false, |is_found, triple| is_found | is_like_a_move(triple)) {
        return false;
    }
    let mut words = line.split_whitespace().take(4);
    words.any(|word| {
        let word = word.split_once('.').map_or(word, |(number, rest)| {
            let is_number = !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit());
            if is_number { rest } else { word }
        });
        // The longest move is a word of seven characters, which are fewer than 40 bytes.
        word.starts_with(|c: char| c.is_ascii_digit()) && word.len() <= 40 && Ply::parse(word).is_some()
    })
}

/// Returns the length of the first record of a text (bytes).
///
/// A record of Go extends to the end of the text. Records of another game at the beginning of the text are one
/// record.
///
/// A new record begins at a header of [`START_HEADERS`] that the record already has, or at headers for which
/// [`begins_next_record`] returns `true`. The headers directly before such a header also belong to the new record,
/// unless the record begins with them. Other headers after moves, such as the result, belong to the record before.
/// After moves, the first line of a record of another game also begins a new record. After headers alone, this line
/// begins a new record only if its sole purpose is to name the game.
fn first_record(text: &str) -> usize {
    if text
        .lines()
        .find(|line| !line.trim().is_empty())
        .is_some_and(is_go)
    {
        return text.len();
    }
    if let Some(length) = other_game_len(text, FirstLine::Janggi) {
        return length;
    }
    let mut names: Vec<&str> = Vec::new();
    let (mut has_moves, mut has_headers) = (false, false);
    // The offset of the current group of headers, and `true` if this group is the first one of the record; `None` after
    // any other line.
    let mut header_group: Option<(usize, bool)> = None;
    let mut lines = Lines::new(text);
    while let Some((start, line)) = lines.next() {
        let Some(header) = line.strip_prefix('[') else {
            let first_line = FirstLine::parse(line);
            if first_line.is_some_and(|first_line| has_moves || has_headers && first_line.names_game()) {
                return start;
            }
            has_moves |= is_move_line(line, has_headers);
            header_group = None;
            continue;
        };
        let name = header_name(header);
        if header_group.is_none() && has_moves {
            if END_HEADERS.contains(&name) {
                continue;
            }
            if begins_next_record(line, lines.clone()) {
                return start;
            }
        }
        let (group_start, is_first_group) = *header_group.get_or_insert((start, !has_headers));
        has_headers = true;
        if START_HEADERS.contains(&name) {
            if names.contains(&name) {
                return if is_first_group { start } else { group_start };
            }
            names.push(name);
        }
        // Moves may follow a header on the same line.
        has_moves |= header.rsplit_once("] ").is_some_and(|(_, rest)| has_move(rest));
    }
    text.len()
}

/// Returns the name of a header, given the text after its bracket.
fn header_name(header: &str) -> &str {
    let end = header.find(['"', ']', '[']).unwrap_or(header.len());
    header[..end].trim_matches(is_blank)
}

/// Returns whether headers after moves belong to the next record.
///
/// `header` is the first of these headers, and `rest` are the lines after it. The headers belong to the next record if
/// one of them is in [`START_HEADERS`]. They also belong to the next record if one of them is not about the end of a
/// game and a move with the number 1 follows.
fn begins_next_record<'t>(header: &'t str, rest: Lines<'t>) -> bool {
    let mut has_other_header = false;
    for line in iter::once(header).chain(rest.map(|(_, line)| line)) {
        if let Some(header) = line.strip_prefix('[') {
            let name = header_name(header);
            if START_HEADERS.contains(&name) {
                return true;
            }
            has_other_header |= is_korean_header(line) && !END_HEADERS.contains(&name);
        } else {
            return has_other_header
                && split_number(line).is_some_and(|(number, _)| number == "1")
                && is_move_line(line, true);
        }
    }
    false
}

/// Returns whether a line has a move or begins with a pass. After headers, any line that begins with a number and a dot
/// counts as a move. Tags such as `<0>` before the number or the pass are skipped.
fn is_move_line(line: &str, has_headers: bool) -> bool {
    let mut line = line;
    while let Some((_, rest)) = line.strip_prefix('<').and_then(|it| it.split_once('>')) {
        line = rest.trim_start_matches(is_blank);
    }
    let body = split_number(line).map_or(line, |(_, rest)| rest);
    has_move(line)
        || body.starts_with("한수쉼")
        || body.starts_with("한 수 쉼")
        || has_headers && body.len() < line.len()
}

/// Returns the number at the beginning of a line, and the text after the dot; `None` if the line does not begin with
/// a number and a dot.
fn split_number(line: &str) -> Option<(&str, &str)> {
    let (number, rest) = line.split_once('.')?;
    let is_number = !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit());
    is_number.then(|| (number, rest.trim_start_matches(is_blank)))
}

/// The lines of a text with their offsets (bytes). Leading blanks and the text from the first comment in braces on are
/// left out. A comment that spans several lines belongs to the line on which it begins.
#[derive(Clone)]
struct Lines<'t> {
    text: &'t str,
    at: usize,
    /// A comment that is open before this offset has no closing brace before the next line with only a header.
    unclosed_until: usize,
}

impl<'t> Lines<'t> {
    const fn new(text: &'t str) -> Self {
        Self {
            text,
            at: 0,
            unclosed_until: 0,
        }
    }

    /// Returns the offset of the end of a comment, where `open` is an offset inside the comment.
    ///
    /// Returns `None` if a line with only a header precedes the closing brace, as in the grammar. Without a closing
    /// brace, the comment extends to the end of the text.
    fn comment_end(&mut self, open: usize) -> Option<usize> {
        if open < self.unclosed_until {
            return None;
        }
        let mut start = open;
        for line in self.text[open..].split_inclusive(['\n', '\r']) {
            if let Some(at) = line.find('}') {
                return Some(start + at);
            }
            if is_header_line(line) {
                self.unclosed_until = start;
                return None;
            }
            start += line.len();
        }
        Some(start)
    }
}

impl<'t> Iterator for Lines<'t> {
    type Item = (usize, &'t str);

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.at;
        let rest = self.text.get(start..).filter(|it| !it.is_empty())?;
        let mut end = start + rest.find(['\n', '\r']).unwrap_or(rest.len());
        let line = rest[..end - start].trim_start_matches(is_blank);
        let mut is_comment_open = line
            .rfind(['{', '}'])
            .is_some_and(|at| line[at..].starts_with('{'));
        while is_comment_open && !line.starts_with('#') {
            let Some(close) = self.comment_end(end) else { break };
            let rest = &self.text[close..];
            end = close + rest.find(['\n', '\r']).unwrap_or(rest.len());
            let last_line = &self.text[close..end];
            is_comment_open = last_line
                .rfind(['{', '}'])
                .is_some_and(|at| last_line[at..].starts_with('{'));
        }
        self.at = end + 1;
        // Only the text before the comment is returned, because it determines the type of the line.
        Some((start, line.split('{').next().unwrap_or(line)))
    }
}

/// Returns whether a line consists of a header only.
fn is_header_line(line: &str) -> bool {
    is_korean_header(line.trim_matches(|c| is_blank(c) || matches!(c, '\n' | '\r')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_ends_before_the_headers_of_the_next() {
        let first_record_text = "[초대국자 \"가\"]\n1. 79졸78 2. 41병42\n[대국결과 \"초 완승\"]\n";
        let text = format!("{first_record_text}\n[초대국자 \"나\"]\n1. 71졸61\n");
        assert_eq!(first_record(&text), first_record_text.len() + 1);
        assert_eq!(first_record(first_record_text), first_record_text.len());
        assert_eq!(first_record("[가 \"나\"]\n{\n[다 \"라\"]\n"), 26);
    }

    #[test]
    fn every_game_is_a_record() {
        let next = "[초대국자 \"나\"]\n1. 79졸78\n";
        let dated = format!("[대국일자 \"2024-05-19\"]\n{next}");
        for (first, next) in [
            // A game without moves.
            ("[초대국자 \"가\"]\n[대국결과 \"초 기권승\"]\n", next),
            ("[초대국자 \"가\"]\n[대국결과 \"초 기권승\"]\n\n", &dated),
            // Unreadable moves and passes.
            ("[초대국자 \"가\"]\n1. 7978 2. 4142\n", &dated),
            ("[초대국자 \"가\"]\n1. 한수쉼 2. 한수쉼\n\n", &dated),
            ("[초대국자 \"가\"]\n<0> 1. 79조78\n", &dated),
            // Headers about the end belong to the game above.
            (
                "[초대국자 \"가\"]\n1. 79졸78\n[총수 \"1\"]\n[대국결과 \"초 완승\"]\n\n",
                &dated,
            ),
            (
                "[초대국자 \"가\"]\n1. 79졸78\n[총수 \"1\"]\n[대국결과 \"초 완승\"]\n",
                next,
            ),
            ("[초대국자 \"가\"]\n1. 79졸78\n[비고 \"-\"]\n\n", next),
            ("[초대국자 \"가\"]\n1. 79졸78\n[대국\n\n", next),
            // Headers and moves in comments are ignored.
            (
                "[초대국자 \"가\"]\n1. 79졸78 {\n[참고 \"책\"] 참조\n} 2. 41병42\n",
                &dated,
            ),
            ("{\n1. 11차12\n}\n[초대국자 \"가\"]\n1. 79졸78\n", &dated),
            // An unknown header before the first move of a game.
            ("[초대국자 \"가\"]\n1. 79졸78\n", "[비고 \"-\"]\n1. 79졸78\n"),
        ] {
            let text = format!("{first}{next}");
            assert_eq!(first_record(&text), first.len(), "{text}");
            assert_eq!(first_record(first), first.len(), "{first}");
            assert_eq!(first_record(next), next.len(), "{next}");
        }
    }

    #[test]
    fn an_unclosed_comment_extends_to_a_complete_header() {
        let unclosed = "[초대국자 \"가\"]\n1. 79졸78 {\n[초대국자 \"나\"] 를 보라\n";
        assert_eq!(first_record(unclosed), unclosed.len());
        assert_eq!(first_record(&format!("{unclosed}}}\n")), unclosed.len() + 2);
        // A whole header ends the comment, and the text inside the comment is read.
        let next = "[초대국자 \"나\"]\n1. 79졸78\n";
        let unclosed_before_header = "[초대국자 \"가\"]\n1. 79졸78 {\n";
        assert_eq!(
            first_record(&format!("{unclosed}{next}")),
            unclosed_before_header.len()
        );
    }

    #[test]
    fn lines_of_the_format_are_detected() {
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
}
