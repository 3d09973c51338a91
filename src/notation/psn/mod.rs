//! PSN (Portable Shogi Notation), the format of Western programs and of Shogidokoro: headers in brackets, and moves such as
//! `1.P7g-7f`.
//!
//! No definition is binding. The reader accepts the dialects of the known programs: moves with and without numbers, origins and
//! times, variations in parentheses and after `Variation:6`, and moves of USI as in PSN2. The writer follows Shogidokoro.

use std::collections::HashSet;

use super::{Bookmarks, Capabilities, Claim, Join, Newline, Notation, Scope, Target, TextForm, sfen};
#[cfg(feature = "application")]
use crate::finding::Span;
use crate::finding::both;
use crate::record::Terminal;
#[cfg(feature = "application")]
use crate::record::WrittenMove;
#[cfg(feature = "application")]
use crate::shogi::Square;
use crate::text::SHIFT_JIS;
use grammar::{PsnParser, Rule};
use pest::Parser;
use pest::iterators::Pair;

/// The parser that Pest generates from `grammar/psn.pest`.
mod grammar {
    /// Parser of records in PSN and of their moves.
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/psn.pest"]
    pub(super) struct PsnParser;
}
mod headers;
mod moves;
mod read;
mod write;

/// The capabilities of PSN. The number of a move is always the number of plies.
const CAPABILITIES: Capabilities = Capabilities {
    plies_before: true,
    moves_after_end: false,
    numbers: false,
    side_marks: false,
    bookmarks: Bookmarks::AsComments,
    tool_lines: false,
    results: &[
        Terminal::Resign,
        Terminal::Interrupt,
        Terminal::Repetition,
        Terminal::Timeout,
        Terminal::Impasse,
        Terminal::DeclareWin,
        Terminal::MaxMoves,
        Terminal::Mate,
    ],
    // Shogidokoro has one word for all ends by an impasse.
    may_declare: Some(Terminal::Impasse),
    claims: false,
    passes: false,
    ..Capabilities::GAME
};

/// The entry of PSN in the table of formats.
pub(crate) static NOTATION: Notation = Notation {
    format: super::PSN,
    title: both("PSN (Portable Shogi Notation)", "PSN（Portable Shogi Notation）"),
    extensions: &["psn"],
    encodings: both(
        "Shift_JIS, UTF-8, ASCII; detected from the bytes",
        "Shift_JIS、UTF-8、ASCII。内容から判別する",
    ),
    scope: Scope::Games,
    form: TextForm {
        part_of_start: sfen::part_of_start,
        other_board_size: sfen::other_board_size,
        counts_next: true,
        move_text: |_, _, ply| write::move_text(ply),
        start_text: None,
        start_edits: |_, _| None,
        ..TextForm::LINES
    },
    binary: None,
    claim_line,
    first_record,
    sort_key: None,
    read: read::read,
    targets: &[Target {
        encoding: SHIFT_JIS,
        newline: Newline::CrLf,
        join: Join::Between(""),
        ..Target::new(
            "psn",
            both("PSN (Shogidokoro)", "PSN（将棋所の形）"),
            CAPABILITIES,
            write::write,
        )
    }],
};

/// Reads a single move, such as `P-7f`. `previous` is the destination of the move before it.
///
/// Returns `None` if the text is not a move, or if it also has other text.
#[cfg(feature = "application")]
pub(crate) fn parse_single_move(text: &str, previous: Option<Square>) -> Option<WrittenMove> {
    let step = PsnParser::parse(Rule::step, text).ok()?.next()?;
    let is_whole = step.as_str().len() == text.len();
    let form = step.into_inner().next().filter(|_| is_whole)?;
    moves::MoveText::new(form).written(previous, Span::default())
}

// Headers: their names in PSN, and in records of any format.

/// The headers of PSN, each with the name of the same header in KIF. The first of several names is written.
const HEADERS: [(&str, &str); 8] = [
    ("Sente", "先手"),
    ("Black", "先手"),
    ("Gote", "後手"),
    ("White", "後手"),
    ("Event", "棋戦"),
    ("Date", DATE),
    ("Venue", "場所"),
    ("Site", "場所"),
];

/// The header with the date, as it is named in KIF.
const DATE: &str = "開始日時";

/// The headers with the start position as SFEN, or by its name.
const POSITION_HEADERS: [&str; 2] = ["SFEN", "Fen"];
const HANDICAP_HEADER: &str = "Handicap";

/// The header with the points of both sides.
const RESULT_HEADER: &str = "Result";

/// Headers that no other format has.
const OWN_HEADERS: [&str; 5] = ["Sente", "Gote", "SFEN", "Black_grade", "White_grade"];

/// Returns the key of a line that begins like a header: `[Sente "Aoki"]`, `[Sente: Aoki"]`. Returns `None` for other lines.
fn header_key(line: &str) -> Option<&str> {
    let line = line.trim_start_matches(is_blank).strip_prefix('[')?;
    let (key, rest) = line.split_at(line.find(['"', '[', ']', ':'])?);
    let is_header = rest.starts_with('"')
        || rest
            .strip_prefix(':')
            .is_some_and(|rest| rest.starts_with(|next: char| is_blank(next) || next == '"'));
    let key = key.trim_matches(is_blank);
    (is_header && !key.is_empty()).then_some(key)
}

/// Returns whether a line in a comment would begin like a header, so that the comment ends before it.
fn ends_comment(line: &str) -> bool {
    header_key(line).is_some_and(|key| key.starts_with(|letter: char| letter.is_ascii_alphabetic()))
}

const fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\u{3000}' | '\u{feff}')
}

fn is_one_of(names: &[&str], key: &str) -> bool {
    names.iter().any(|name| name.eq_ignore_ascii_case(key))
}

// Lines that look like PSN.

/// Minimum number of moves without origins on a line for a claim.
const MIN_SHORT_MOVES: usize = 2;

/// Returns how strongly a line looks like PSN. A header that only PSN has, and a line of moves with their origins, can only be in
/// this format. Moves without origins may also occur in prose.
fn claim_line(line: &str) -> Claim {
    if header_key(line).is_some_and(|key| is_one_of(&OWN_HEADERS, key)) {
        return Claim::Certain.when(line.trim_end().ends_with(']'));
    }
    if !begins_like_moves(line) {
        return Claim::None;
    }
    let line = line.split('{').next().unwrap_or(line);
    let (mut full, mut short) = (false, 0);
    for token in tokens(line) {
        match token.as_rule() {
            Rule::step => {
                let is_separated = token.as_str().contains(['-', 'x', '*', '\'']);
                let form = token.into_inner().next();
                let is_in_letters = form.as_ref().is_some_and(is_in_letters);
                full |=
                    is_in_letters && is_separated && form.is_some_and(|form| form.as_rule() == Rule::full);
                // Words such as `B12` have other meanings, too.
                short += usize::from(is_in_letters || is_separated || has_number(line));
            }
            Rule::junk | Rule::unclosed | Rule::broken | Rule::header | Rule::comment => return Claim::None,
            _ => {}
        }
    }
    match short {
        _ if full => Claim::Strong,
        MIN_SHORT_MOVES.. => Claim::Several,
        1 => Claim::Several.when(has_number(line)),
        _ => Claim::None,
    }
}

/// Returns whether a move has letters for the ranks of its squares.
fn is_in_letters(form: &Pair<'_, Rule>) -> bool {
    let mut parts = form.clone().into_inner();
    !parts.any(|part| part.as_rule() == Rule::digits_square)
}

/// Returns whether the first word of a line has the beginning of a move with its piece, with or without a number.
///
/// Nearly all lines of other formats end here, before they are parsed.
fn begins_like_moves(line: &str) -> bool {
    let line = line.trim_start_matches(is_blank);
    let after_number = line.trim_start_matches(|digit: char| digit.is_ascii_digit());
    let body = match after_number.strip_prefix('.') {
        Some(rest) if after_number.len() < line.len() => rest.trim_start_matches(['.', ' ', '\t']),
        _ => line,
    };
    let body = body.strip_prefix('+').unwrap_or(body).as_bytes();
    let Some((piece, rest)) = body.split_first() else {
        return false;
    };
    b"KRBGSNLPDHT".contains(piece)
        && matches!(
            rest,
            [b'1'..=b'9', b'a'..=b'i' | b'1'..=b'9', ..]
                | [
                    b'-' | b'x' | b'*' | b'\'',
                    b'1'..=b'9',
                    b'a'..=b'i' | b'1'..=b'9',
                    ..
                ]
                | [b'1'..=b'9' | b'a'..=b'i', b'-' | b'x', b'1'..=b'9', ..]
        )
}

fn has_number(line: &str) -> bool {
    line.trim_start_matches(is_blank)
        .starts_with(|digit: char| digit.is_ascii_digit())
}

/// Returns the tokens of a line.
fn tokens(line: &str) -> impl Iterator<Item = Pair<'_, Rule>> {
    let file = PsnParser::parse(Rule::file, line).ok();
    file.into_iter().flatten().flat_map(Pair::into_inner)
}

// The beginning of each record in a text.

/// Returns the length of the first record of a text (bytes).
///
/// A header after moves begins the next record, and so does a second header with the name of a player or the start position. The
/// headers directly before this second header also belong to the next record, unless the record begins with them.
fn first_record(text: &str) -> usize {
    let mut keys = HashSet::new();
    let (mut has_moves, mut has_headers) = (false, false);
    // The offset of the current group of headers, and `true` if it is the first one of the record.
    let mut group: Option<(usize, bool)> = None;
    let mut at = 0;
    // A comment that is open before this offset does not end before the next header.
    let mut unclosed_until = 0;
    while at < text.len() {
        let start = at;
        let end = at + text[at..].find(['\n', '\r']).unwrap_or(text.len() - at);
        let line = &text[start..end];
        at = end + if text[end..].starts_with("\r\n") { 2 } else { 1 };
        if let Some(key) = header_key(line) {
            if has_moves {
                return start;
            }
            let (group_start, is_first) = *group.get_or_insert((start, !has_headers));
            has_headers = true;
            if is_once(key) && !keys.insert(canonical(key)) {
                return if is_first { start } else { group_start };
            }
            continue;
        }
        group = None;
        let (play, comment) = line.split_at(line.find('{').unwrap_or(line.len()));
        has_moves = has_moves || is_play(play);
        let is_open = comment
            .rfind(['{', '}'])
            .is_some_and(|brace| comment[brace..].starts_with('{'));
        if is_open && end >= unclosed_until {
            match comment_end(text, end) {
                Ok(close) => at = close + 1,
                Err(head) => unclosed_until = head,
            }
        }
        if let Some((_, rest)) = comment.rsplit_once('}') {
            has_moves = has_moves || is_play(rest);
        }
    }
    text.len()
}

/// Returns the offset of the brace that closes a comment which is open at an offset. Without such a brace, returns the offset
/// before which the comment cannot be closed as an error.
fn comment_end(text: &str, open: usize) -> Result<usize, usize> {
    let mut start = open;
    for line in text[open..].split_inclusive(['\n', '\r']) {
        if start > open && ends_comment(line) {
            return Err(start);
        }
        match line.find(['{', '}']) {
            Some(brace) if line[brace..].starts_with('}') => return Ok(start + brace),
            Some(brace) => return Err(start + brace),
            None => start += line.len(),
        }
    }
    Err(text.len())
}

/// Returns whether a record has at most one header with this key.
fn is_once(key: &str) -> bool {
    HEADERS[..4]
        .iter()
        .any(|(name, _)| name.eq_ignore_ascii_case(key))
        || is_one_of(&POSITION_HEADERS, key)
}

/// Returns the KIF name of a header, or the key itself in lower case.
fn canonical(key: &str) -> String {
    let entry = HEADERS.iter().find(|(name, _)| name.eq_ignore_ascii_case(key));
    entry.map_or_else(
        || key.to_ascii_lowercase(),
        |(_, japanese)| (*japanese).to_owned(),
    )
}

/// Returns whether a line without its comment has a number, a move or a result.
fn is_play(line: &str) -> bool {
    // Prose without digits and pieces is not parsed.
    let may_be_play = line
        .bytes()
        .any(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase() || byte == b'-');
    may_be_play
        && tokens(line).any(|token| {
            matches!(
                token.as_rule(),
                Rule::number | Rule::step | Rule::word | Rule::won | Rule::drawn | Rule::score
            )
        })
}

#[cfg(test)]
mod tests {
    use pest::Parser;
    use pest::iterators::Pair;

    use super::{Claim, PsnParser, Rule, claim_line, first_record};

    #[test]
    fn lines_of_the_format_are_detected() {
        for (line, expected) in [
            ("[Sente \"Aoki\"]", Claim::Certain),
            ("[Sente: Aoki\"]", Claim::Certain),
            ("[sfen \"9/9/9/9/4k4/9/9/9/9 b - 1\"]", Claim::Certain),
            ("1.P7g-7f          (00:02 / 00:00:02)", Claim::Strong),
            ("P7g-7f P3c-3d B8hx2b+ S3ax2b B'4e 1-0", Claim::Strong),
            ("15.+B4d-3c {two", Claim::Strong),
            ("1. P-7f P-3d", Claim::Several),
            ("2.P*5e", Claim::Several),
            // Chess.
            ("[Event \"x\"]", Claim::None),
            ("[White \"A\"]", Claim::None),
            ("1. e4 e5 2. Nf3 Nc6", Claim::None),
            ("1. Ng1-f3 Bf8xb4+ 2. R1a3 N4f5", Claim::None),
            ("1. P-K4 P-K4 2. Kt-KB3", Claim::None),
            // Prose, and lines of other formats.
            ("P7g-7f is the most common first move.", Claim::None),
            ("The move P7g-7f", Claim::None),
            ("[Sente", Claim::None),
            ("Sente: Aoki", Claim::None),
            ("B2b3c", Claim::None),
            // Squares in two digits.
            ("1. P-76 P-34 2. Bx22+", Claim::Several),
            ("1.P76 2.P34", Claim::Several),
            ("P-76 P-34", Claim::Several),
            ("G69-58 B'45", Claim::Several),
            ("B12 B13", Claim::None),
            ("G69-58", Claim::None),
            ("A12-34", Claim::None),
            ("P*5e", Claim::None),
            ("bestmove P*5e", Claim::None),
            ("P1-KY-KE-GI-KI-OU-KI-GI-KE-KY", Claim::None),
            ("N+Aoki", Claim::None),
            ("1 ７六歩(77)", Claim::None),
            ("9.Resigns", Claim::None),
            ("", Claim::None),
        ] {
            assert_eq!(claim_line(line), expected, "{line}");
        }
    }

    #[test]
    fn a_header_after_moves_begins_the_next_record() {
        for first in [
            "[Sente \"a\"]\n1.P7g-7f\n",
            "[Sente \"a\"]\r\n[Event \"x\"]\r\n\r\nP7g-7f P3c-3d\r\n\r\n",
            "[Sente \"a\"]\n1.P7g-7f {\n1.P2g-2f\n} Resigns\n",
            "[Sente \"a\"]\n1.P7g-7f {not closed\n",
            "[Sente \"a\"]\n{\na {\n1.P7g-7f\n",
            // A game without moves.
            "[Sente \"a\"]\n[Gote \"b\"]\n\n",
            "[Sente \"a\"]\n[Gote \"b\"]\n",
            "[Black \"a\"]\n1.????\n",
        ] {
            for next in ["[Sente \"b\"]\n1.P2g-2f\n", "[Sente \"b\"]\n[Event \"y\"]\n"] {
                let text = format!("{first}{next}");
                assert_eq!(first_record(&text), first.len(), "{text}");
                assert_eq!(first_record(first), first.len(), "{first}");
            }
        }
        let dated = "[Date \"2026\"]\n[Sente \"b\"]\n";
        let first = "[Sente \"a\"]\n\n";
        assert_eq!(first_record(&format!("{first}{dated}")), first.len());
    }

    #[test]
    fn headers_in_one_record_do_not_divide_it() {
        for text in [
            "[Event \"x\"]\n[Round \"1\"]\n\n[Sente \"a\"]\n[Gote \"b\"]\n1.P7g-7f\n",
            "[Sente \"a\"]\n{ [x] and {\n1.P7g-7f\n[\n",
            "[Sente \"a\"]\n1.P7g-7f {\n[図]\n} 2.P3c-3d\n",
        ] {
            assert_eq!(first_record(text), text.len(), "{text}");
        }
    }

    #[test]
    fn tokens_cover_any_text() {
        let fragments = [
            "P7g-7f",
            "G4-5h",
            "xS",
            "+",
            "12.",
            "1...",
            " ",
            "\u{3000}",
            "\n",
            "\r\n",
            "{",
            "}",
            "(",
            ")",
            ";",
            "[",
            "[Sente \"a\"]",
            "[a: b\"]",
            "\"]",
            "(00:01",
            "Variation:6",
            "Resigns",
            "--Black Won--",
            "--White lost on time--",
            "--Draw--",
            "--",
            "P'45",
            "G69-58",
            "1-0",
            "あ",
            "\0",
            "\u{feff}",
        ];
        for a in fragments {
            for b in fragments {
                for text in fragments.map(|c| [a, b, c].concat()) {
                    let file = PsnParser::parse(Rule::file, &text).expect("every text parses");
                    let mut at = 0;
                    for token in file.flat_map(Pair::into_inner) {
                        let span = token.as_span();
                        let is_blank = |c: char| super::is_blank(c) || matches!(c, '\n' | '\r');
                        assert!(text[at..span.start()].chars().all(is_blank), "{text:?}");
                        assert!(
                            token.as_rule() == Rule::EOI || span.end() > span.start(),
                            "{text:?}"
                        );
                        at = span.end();
                    }
                    assert_eq!(at, text.len(), "{text:?}");
                }
            }
        }
    }
}
