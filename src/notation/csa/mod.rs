//! The CSA format (Computer Shogi Association), V1 to V3.0.
//!
//! A record is a list of statements, one per line or several on a line with commas between them. There are no
//! variations. Every move states its side, and the kind of the piece after the move.

use memchr::{memchr, memchr2, memchr3_iter, memmem, memrchr, memrchr2};

use super::code_table::CodeTable;
use super::evaluation::{self, MovesInComments};
use super::tokens::{SECTION_BYTES, section};
use super::{Bookmarks, Capabilities, Claim, Headers, Join, Notation, Scope, Target, meaning, word_for};
use crate::finding::{Span, Words, both};
use crate::record::gap::NotAMove;
use crate::record::{Destination, Origin, PieceName, Promotion, Terminal, WrittenMove};
use crate::shogi::{Color, PieceKind, Square};

mod embedded;
mod fast_path;
mod position;
mod read;
mod time;
mod write;

/// The parser that Pest generates from `grammar/csa.pest`.
mod grammar {
    /// Parser of one CSA record.
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/csa.pest"]
    pub(super) struct CsaParser;
}

pub(super) use embedded::has_call;
#[doc(hidden)]
pub use read::read_by_grammar;

// `read_by_grammar` is for tests that compare the fast path with the grammar.

/// The entry of CSA in the table of formats.
pub static NOTATION: Notation = Notation {
    format: super::CSA,
    title: both("CSA, V1 to V3.0", "CSA（V1からV3.0まで）"),
    extensions: &["csa"],
    encodings: both(
        "Shift_JIS or UTF-8; V3.0 declares it on the first line",
        "Shift_JISかUTF-8。V3.0は最初の行で示す",
    ),
    scope: Scope::Games,
    form: super::TextForm {
        part_of_start: position::part_of_start,
        other_board_size: position::other_board_size,
        has_csa_keys: true,
        charges_times: true,
        declarations: &["CSA encoding", "encoding="],
        move_text: |_, _, ply| write::move_text(ply),
        start_text: Some(write::part_of_start),
        start_edits: write::start_edits,
        move_unit: super::MoveUnit::Line,
        line_marks: Some(super::LineMarks {
            comment: "'*",
            remarks: &['\'', 'T'],
            separator: None,
            has_variations: false,
            end_word: |terminal, to_move| Some(format!("%{}", result_word(terminal, None, to_move)?)),
        }),
        in_comments: Some(MovesInComments {
            // The moves are separated by blanks in comments, and become statements on separate lines.
            to_text: |moves, _| moves.replace([' ', '\t'], "\n"),
            ..MovesInComments::new(evaluation::Rule::csa, read::read)
        }),
        ..super::TextForm::LINES
    },
    binary: None,
    claim_line: |line| Claim::Strong.when(claims_line(line)),
    first_record,
    sort_key: None,
    read: read::read,
    targets: &[
        Target {
            join: Join::Between("/"),
            ..Target::new("csa", Words::untranslated("CSA V2.2"), V22, write::v22)
        },
        Target {
            extension: "csa",
            join: Join::Between("/"),
            ..Target::new("csa3", Words::untranslated("CSA V3.0"), V30, write::v30)
        },
    ],
};

/// The features of a record that CSA V2.2 can contain.
pub(super) const V22: Capabilities = Capabilities {
    variations: false,
    numbers: false,
    always_marks: true,
    headers: Headers::Known,
    bookmarks: Bookmarks::AsComments,
    totals: false,
    results: &[
        Terminal::TakeBack,
        Terminal::Resign,
        Terminal::Interrupt,
        Terminal::Repetition,
        Terminal::Timeout,
        Terminal::FoulLoss,
        Terminal::FoulWin,
        Terminal::Impasse,
        Terminal::DeclareWin,
        Terminal::Draw,
        Terminal::Mate,
        Terminal::NoMate,
        Terminal::Error,
        Terminal::MaxMoves,
    ],
    may_declare: Some(Terminal::Draw),
    claims: false,
    passes: false,
    ..Capabilities::GAME
};

/// The features of a record that CSA V3.0 can contain. Unlike V2.2, this version has fractions of a second, but no
/// word for a take-back. `TakeBack` is the first entry of `results` in [`V22`] and is left out here.
const V30: Capabilities = Capabilities {
    clock: Some(1),
    results: V22.results.split_at(1).1,
    ..V22
};

/// Reads the move at the beginning of `text`, such as `+7776FU`. Game servers log the moves that they reject in this
/// form.
///
/// Returns `None` if there is no valid move. The span of the move is relative to the start of `text`.
pub(crate) fn parse_single_move(text: &str) -> Option<WrittenMove> {
    parse_move(text, 0).ok()
}

/// Returns whether a line can only be CSA.
///
/// Comments are not considered, because a line that begins with `'` may occur in any format.
fn claims_line(line: &str) -> bool {
    match line.as_bytes() {
        [b'+' | b'-', a, b, c, d, kind @ ..] if [a, b, c, d].into_iter().all(u8::is_ascii_digit) => {
            matches!(kind, [b'A'..=b'Z', b'A'..=b'Z', ..])
        }
        // The byte after the number is tested, because the first rank of a position in SFEN may also begin with `P` and
        // a digit.
        [b'P', b'1'..=b'9', rest @ ..] => matches!(rest, [] | [b' ' | b'*' | b'+' | b'-' | b'.', ..]),
        [b'P', what, ..] => matches!(what, b'I' | b'+' | b'-'),
        [b'%', word @ ..] => is_end_word(word),
        [b'N', sign, ..] => matches!(sign, b'+' | b'-'),
        [b'V', version, ..] => version.is_ascii_digit(),
        [b'$', letter, rest @ ..] if letter.is_ascii_uppercase() => rest.contains(&b':'),
        [b'0'..=b'9', ..] => embedded::is_moves(line),
        [b'<' | b' ' | b'\t' | b'$' | b'r', ..] => embedded::has_call(line),
        _ => false,
    }
}

/// Returns whether the text after `%` is a word for an end: capital letters, after a sign in `%+ILLEGAL_ACTION`. A time may
/// follow, but no other characters, as in `%PDF-1.4` and `%TeX`.
fn is_end_word(text: &[u8]) -> bool {
    let word = text
        .strip_prefix(b"+")
        .or(text.strip_prefix(b"-"))
        .unwrap_or(text);
    let is_of_word = |byte: &u8| byte.is_ascii_uppercase() || *byte == b'_';
    let length = word.iter().take_while(|byte| is_of_word(byte)).count();
    length > 0 && matches!(word[length..], [] | [b',' | b' ' | b'\t' | b'\r', ..])
}

// The words of the CSA format.

/// The two-letter code of each kind of piece, in the order of [`PieceKind::ALL`].
const KIND_CODES: [[u8; 2]; 14] = [
    *b"FU", *b"KY", *b"KE", *b"GI", *b"KI", *b"KA", *b"HI", *b"OU", *b"TO", *b"NY", *b"NK", *b"NG", *b"UM",
    *b"RY",
];

/// Returns the two-letter code of a kind of piece.
///
/// ```
/// use kifu::notation::csa;
/// use kifu::shogi::PieceKind;
/// assert_eq!(csa::code(PieceKind::Dragon), "RY");
/// ```
pub fn code(kind: PieceKind) -> &'static str {
    // All codes are ASCII.
    str::from_utf8(&KIND_CODES[kind.index()]).unwrap_or_default()
}

/// Returns the kind of piece for a two-letter code; `None` for an unknown code.
pub(super) fn kind(code: [u8; 2]) -> Option<PieceKind> {
    static KINDS: CodeTable<PieceKind, 47> = {
        let mut kinds = CodeTable::new();
        let mut index = 0;
        while index < KIND_CODES.len() {
            kinds = kinds.with(number(KIND_CODES[index]), PieceKind::ALL[index]);
            index += 1;
        }
        kinds
    };
    const fn number([first, second]: [u8; 2]) -> u32 {
        u32::from_be_bytes([0, 0, first, second])
    }
    KINDS.get(number(code))
}

/// The words after `%` and their results.
///
/// `+ILLEGAL_ACTION` and `-ILLEGAL_ACTION` are missing here because their meaning depends on the side to move;
/// see [`ending`].
const TERMINALS: [(&str, Terminal); 14] = [
    ("TORYO", Terminal::Resign),
    ("CHUDAN", Terminal::Interrupt),
    ("SENNICHITE", Terminal::Repetition),
    ("TIME_UP", Terminal::Timeout),
    ("ILLEGAL_MOVE", Terminal::FoulLoss),
    ("JISHOGI", Terminal::Impasse),
    ("KACHI", Terminal::DeclareWin),
    ("HIKIWAKE", Terminal::Draw),
    ("MAX_MOVES", Terminal::MaxMoves),
    ("TSUMI", Terminal::Mate),
    ("FUZUMI", Terminal::NoMate),
    ("MATTA", Terminal::TakeBack),
    ("ERROR", Terminal::Error),
    // Replaying the game shows which side gave check; see `set_perpetual_check_offender`.
    (PERPETUAL, Terminal::FoulLoss),
];

/// The word for a loss by perpetual check. The word does not identify the side that lost.
pub(crate) const PERPETUAL: &str = "OUTE_SENNICHITE";

/// Returns whether the word of a result means perpetual check.
///
/// Such a word is `OUTE_SENNICHITE`, with or without `%` or `#` before it, or a result of Shogi Wars with `_OUTE_`,
/// which also states the winner.
pub(crate) fn is_perpetual(word: &str) -> bool {
    let word = word.trim_start_matches(['%', '#']);
    let of_server = || server_result(word).is_some_and(|(terminal, _)| terminal == Terminal::FoulLoss);
    word == PERPETUAL || word.contains("_OUTE_") && of_server()
}

/// Reasons that servers send after `#` and that are missing in [`TERMINALS`] or have another meaning after `%`.
const SERVER_REASONS: [(&str, Terminal); 2] = [
    ("RESIGN", Terminal::Resign),
    // The server accepted the declaration of a win.
    ("JISHOGI", Terminal::DeclareWin),
];

/// Returns the result, and the offender if known, for a reason such as `#RESIGN` that a server sent when `to_move`
/// was to move. A reason that is not in [`SERVER_REASONS`] has its meaning after `%`.
fn server_reason(word: &str, to_move: Color) -> (Terminal, Option<Color>) {
    meaning(&SERVER_REASONS, word).map_or_else(|| ending(word, to_move), |terminal| (terminal, None))
}

/// Returns whether a word after `#` is a known reason or result.
fn is_server_reason(word: &str) -> bool {
    meaning(&SERVER_REASONS, word).is_some() || is_server_result(word) || is_result(word)
}

/// Returns whether a word after `#` states only a result, without the reason for it.
fn is_server_result(word: &str) -> bool {
    matches!(word, "WIN" | "LOSE" | "DRAW" | "CENSORED")
}

/// The word after `%+` and `%-`, which means that the side of the sign made an illegal move; see [`ending`].
pub(crate) const ILLEGAL_ACTION: &str = "ILLEGAL_ACTION";

/// Returns the kind of end that a word after `%` means; `None` for an unknown word.
fn terminal(word: &str) -> Option<Terminal> {
    meaning(&TERMINALS, word)
}

/// Returns the word after `%` for a result when `to_move` is to move, or `None` if CSA has no word for it.
///
/// For an illegal move, the word identifies the offender if `offender` is given or if the offender is not the side to
/// move: `+ILLEGAL_ACTION`.
pub(super) fn result_word(terminal: Terminal, offender: Option<Color>, to_move: Color) -> Option<String> {
    let offender = match terminal {
        Terminal::FoulWin => offender.or(Some(to_move.opponent())),
        Terminal::FoulLoss => offender,
        _ => None,
    };
    match offender {
        Some(side) => Some(format!("{}{ILLEGAL_ACTION}", sign_of(side))),
        None => word_for(&TERMINALS, terminal).map(str::to_owned),
    }
}

/// Returns the word after `%` for a result of the side to move, or `None` if CSA has no such word.
pub(crate) fn word_after_percent(terminal: Terminal) -> Option<&'static str> {
    word_for(&TERMINALS, terminal)
}

/// Returns the result for a word after `%` when `to_move` is to move, and the offender if the word identifies one. An
/// unknown word means [`Terminal::Other`].
///
/// The sign in `+ILLEGAL_ACTION` is the side that made the illegal move, not the winner.
pub(super) fn ending(word: &str, to_move: Color) -> (Terminal, Option<Color>) {
    let offender = word.bytes().next().and_then(side_of_sign);
    match offender {
        Some(offender) if word.get(1..) == Some(ILLEGAL_ACTION) => {
            let terminal = if offender == to_move {
                Terminal::FoulLoss
            } else {
                Terminal::FoulWin
            };
            (terminal, Some(offender))
        }
        _ => (terminal(word).unwrap_or(Terminal::Other), None),
    }
}

/// The results of Shogi Wars, without the prefix `SENTE_`, `GOTE_` or `DRAW_`.
///
/// A result by an illegal move is listed as a loss of the side to move.
const SERVER_RESULTS: [(&str, Terminal); 14] = [
    ("WIN_TORYO", Terminal::Resign),
    ("WIN_CHECKMATE", Terminal::Mate),
    ("WIN_TIMEOUT", Terminal::Timeout),
    ("WIN_DISCONNECT", Terminal::Disconnect),
    ("WIN_ENTERINGKING", Terminal::DeclareWin),
    ("WIN_OUTE_SENNICHI", Terminal::FoulLoss),
    ("WIN_OUTE_SENNICHITE", Terminal::FoulLoss),
    ("WIN_ILLEGAL_MOVE", Terminal::FoulLoss),
    ("WIN_TRY", Terminal::Other),
    ("SENNICHI", Terminal::Repetition),
    ("SENNICHITE", Terminal::Repetition),
    ("JISHOGI", Terminal::Impasse),
    ("PLY_LIMIT", Terminal::MaxMoves),
    ("INVALID", Terminal::Draw),
];

/// Returns the result and the winner for a word of Shogi Wars: `SENTE_WIN_TORYO`, `DRAW_SENNICHI`.
///
/// A win states the winner even if its reason is unknown; a draw has no winner. Returns `None` for words of any other
/// form.
fn server_result(word: &str) -> Option<(Terminal, Option<Color>)> {
    let (side, result) = word.split_once('_')?;
    let winner = match side {
        "SENTE" => Some(Color::Black),
        "GOTE" => Some(Color::White),
        "DRAW" => None,
        _ => return None,
    };
    if winner.is_some() != result.starts_with("WIN_") {
        return None;
    }
    let without_reason = winner.map_or(Terminal::Draw, |_| Terminal::Other);
    Some((meaning(&SERVER_RESULTS, result).unwrap_or(without_reason), winner))
}

/// Returns whether the word of a result is known, with or without the `%`.
///
/// A word of Shogi Wars with an unknown reason is not known, although it states the winner.
fn is_result(word: &str) -> bool {
    let word = word.strip_prefix('%').unwrap_or(word);
    let is_illegal_action = word.starts_with(['+', '-']) && word.get(1..) == Some(ILLEGAL_ACTION);
    let reason = word.split_once('_').map_or("", |(_, reason)| reason);
    let is_of_server = server_result(word).is_some() && meaning(&SERVER_RESULTS, reason).is_some();
    terminal(word).is_some() || is_illegal_action || is_of_server
}

/// The reasons in the summary of a game server.
///
/// A result by an illegal move is listed as a loss of the side to move. The winner in the summary shows which side
/// actually lost.
const SUMMARY_REASONS: [(&str, Terminal); 13] = [
    ("toryo", Terminal::Resign),
    ("abnormal", Terminal::Disconnect),
    ("time up", Terminal::Timeout),
    ("kachi", Terminal::DeclareWin),
    ("illegal kachi", Terminal::FoulLoss),
    ("illegal move", Terminal::FoulLoss),
    ("uchifuzume", Terminal::FoulLoss),
    ("oute_kaihimore", Terminal::FoulLoss),
    ("oute_sennichite", Terminal::FoulLoss),
    ("outori", Terminal::FoulLoss),
    ("sennichite", Terminal::Repetition),
    ("jishogi", Terminal::Impasse),
    ("max_moves", Terminal::MaxMoves),
];

/// The known versions of the format. A record without a version line is V1.
pub(crate) const VERSIONS: [&str; 5] = ["V1", "V2", "V2.1", "V2.2", "V3.0"];

// The signs of the sides: `+` and `-`.

/// Returns the side of a sign; `None` for any other byte.
const fn side_of_sign(sign: u8) -> Option<Color> {
    match sign {
        b'+' => Some(Color::Black),
        b'-' => Some(Color::White),
        _ => None,
    }
}

/// Returns the sign of a side: `+` for Black, `-` for White.
pub(crate) const fn sign_of(side: Color) -> char {
    match side {
        Color::Black => '+',
        Color::White => '-',
    }
}

// Moves in CSA: `+7776FU`.

/// Length of a move (bytes).
const MOVE_BYTES: usize = 7;

/// Returns the square for two digits, the file and the rank; `None` if a byte is not a digit from 1 to 9.
const fn square(file: u8, rank: u8) -> Option<Square> {
    Square::new(file.wrapping_sub(b'0'), rank.wrapping_sub(b'0'))
}

/// Reads the move at the beginning of `text`. `start` is the offset of `text` in the file. The error is the first
/// reason why the text is not a move.
#[inline]
fn parse_move(text: &str, start: u32) -> Result<WrittenMove, NotAMove> {
    let Some(&[mark, from_file, from_rank, to_file, to_rank, first, second]) = text.as_bytes().first_chunk()
    else {
        return Err(NotAMove::CsaLength);
    };
    let from = match (from_file, from_rank) {
        (b'0', b'0') => Origin::Hand,
        _ => Origin::Board(square(from_file, from_rank).ok_or(NotAMove::CsaOrigin)?),
    };
    let to = square(to_file, to_rank).ok_or(NotAMove::CsaDestination)?;
    let kind = kind([first, second]).ok_or(NotAMove::CsaPiece)?;
    Ok(WrittenMove {
        mark: side_of_sign(mark),
        from,
        to: Destination::Square(to),
        named: PieceName::After(kind),
        promotion: Promotion::Unstated,
        captured: None,
        span: Span {
            start,
            end: start + MOVE_BYTES as u32,
        },
    })
}

// Lists of pieces: `22KA82HI`, `00FU00AL`.

/// An entry of a list of pieces: two digits and two letters.
#[derive(Clone, Copy, Debug)]
struct PieceEntry<'l> {
    /// The text of the entry. The text is shorter than four bytes if the list ends early. If the fourth byte is inside
    /// a character, the text is the whole rest of the list.
    text: &'l str,
    start: u32,
    /// The square of the piece, or the hand for the digits `00`; `None` if the digits are not a square.
    place: Option<Origin>,
    /// The two letters; zeros if the entry does not have four bytes.
    code: [u8; 2],
}

impl<'l> PieceEntry<'l> {
    /// Returns the entries of a list that begins at `start` in the file. The last entry may be incomplete.
    fn parse_list(list: &'l str, start: u32) -> impl Iterator<Item = PieceEntry<'l>> {
        let mut rest = list;
        std::iter::from_fn(move || {
            rest = rest.trim_start();
            let at = start + (list.len() - rest.len()) as u32;
            let text = rest.get(..4).unwrap_or(rest);
            rest = &rest[text.len()..];
            (!text.is_empty()).then(|| Self::new(text, at))
        })
    }

    fn new(text: &'l str, start: u32) -> Self {
        let (place, code) = match *text.as_bytes() {
            [b'0', b'0', first, second] => (Some(Origin::Hand), [first, second]),
            [file, rank, first, second] => (square(file, rank).map(Origin::Board), [first, second]),
            _ => (None, [0; 2]),
        };
        Self {
            text,
            start,
            place,
            code,
        }
    }

    /// Returns the kind of piece for the two letters; `None` if the letters are not a code.
    fn kind(&self) -> Option<PieceKind> {
        kind(self.code)
    }

    /// Returns the span of the entry, without trailing blanks.
    fn span(&self) -> Span {
        Span {
            start: self.start,
            end: self.start + self.text.trim_end().len() as u32,
        }
    }
}

// The end of a record in a text with several records.

/// Returns the length of the first record (bytes).
///
/// The record includes the separators `/` at its end, each on its own line or after the last statement of a line. If
/// files were joined, the separator may be missing. The next record then begins at a version line after moves or a
/// result. The next record may also begin at a start position after a result, with the names and information before
/// this position.
fn first_record(text: &str) -> usize {
    let bytes = text.as_bytes();
    if is_tabbed(text) {
        return first_tabbed_record(text);
    }
    if let Some(length) = embedded::first_record(text) {
        return length;
    }
    let begin = skip(bytes, 0, is_empty_or_separator);
    // The lines before offset `searched` have no moves, and the lines before `without_result` have no result.
    let (mut searched, mut without_result) = (begin, begin);
    let mut cursor = LineCursor::new(bytes, begin);
    for at in memchr3_iter(b'/', b'V', b'P', &bytes[begin..]).map(|at| begin + at) {
        match bytes[at] {
            b'/' if is_separator(bytes, at) || cursor.can_begin_statement(at) && ends_line(bytes, at) => {
                return end_of_record(bytes, skip(bytes, at, is_empty_or_separator));
            }
            b'V' if is_version(bytes, at) => {
                searched = skip(bytes, searched, |line| !is_move(line));
                let lines = &bytes[without_result..at];
                if searched < at || has_end(lines) || has_head(lines) {
                    return at;
                }
                without_result = at;
            }
            b'P' if begins_start_position(&bytes[at..]) && cursor.can_begin_statement(at) => {
                if has_end(&bytes[without_result..at]) {
                    return first_header(bytes, without_result, at);
                }
                without_result = at;
            }
            _ => {}
        }
    }
    bytes.len()
}

/// Returns whether the statements of a record are separated by tabs.
///
/// Tabs are assumed if the first line that is neither empty nor a comment is a version, a tab and another statement.
fn is_tabbed(text: &str) -> bool {
    let bytes = text.trim_start_matches('\u{feff}').as_bytes();
    let line = line(bytes, skip(bytes, 0, is_empty_or_comment));
    if !matches!(line, [b'V', b'0'..=b'9', ..]) {
        return false;
    }
    let Some(tab) = memchr(b'\t', line) else {
        return false;
    };
    let next = &line[tab + 1..];
    let begins_statement = matches!(
        next,
        [b'N', b'+' | b'-', ..] | [b'$' | b'\'' | b'%' | b'+' | b'-', ..]
    );
    begins_statement || begins_start_position(next)
}

/// Returns the length of the first record if statements are separated by tabs (bytes).
///
/// The next record begins at the next line that begins with a version.
fn first_tabbed_record(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mark_length = text.len() - text.trim_start_matches('\u{feff}').len();
    let first_line = skip(bytes, mark_length, is_empty_or_comment);
    let second_line = (first_line + line(bytes, first_line).len() + 1).min(bytes.len());
    skip(bytes, second_line, |line| {
        !matches!(line, [b'V', b'0'..=b'9', ..])
    })
}

/// A cursor that determines whether a statement can begin at an offset. The offsets must be in ascending order.
struct LineCursor<'b> {
    bytes: &'b [u8],
    /// Offset up to which lines have been searched (bytes).
    searched: usize,
    /// `true` if a comment, a name or information began on the current line. The text of each extends to the end of the
    /// line.
    is_in_free_text: bool,
}

impl<'b> LineCursor<'b> {
    const fn new(bytes: &'b [u8], searched: usize) -> Self {
        Self {
            bytes,
            searched,
            is_in_free_text: false,
        }
    }

    /// Returns whether a statement can begin at an offset: at the beginning of its line, or after a comma, apart from
    /// blanks. No statement begins within a comment, a name or information.
    fn can_begin_statement(&mut self, at: usize) -> bool {
        let skipped = &self.bytes[self.searched..at];
        let newline = memrchr2(b'\n', b'\r', skipped);
        let line_so_far = newline.map_or(skipped, |newline| &skipped[newline + 1..]);
        self.is_in_free_text = self.is_in_free_text && newline.is_none() || has_free_text(line_so_far);
        self.searched = at;
        let previous_byte = self.bytes[..at].iter().rev().find(|&&byte| !is_blank(byte));
        !self.is_in_free_text && previous_byte.is_none_or(|&byte| is_line_end(byte) || byte == b',')
    }
}

/// Returns whether a comment, a name or information begins on a line. The text of each extends to the end of the line.
fn has_free_text(line: &[u8]) -> bool {
    free_text_start(line).is_some()
}

/// Returns the offset in a line at which a comment, a name or information begins; `None` if the line contains only
/// statements.
fn free_text_start(line: &[u8]) -> Option<usize> {
    let names = [b"N+", b"N-"]
        .into_iter()
        .filter_map(|name| memmem::find(line, name));
    names.chain(memchr2(b'\'', b'$', line)).min()
}

/// Returns whether the lines contain the end of a game: a word after `%`, or a result of Shogi Wars.
fn has_end(bytes: &[u8]) -> bool {
    let is_end = |statement: &[u8]| {
        let results: [&[u8]; 4] = [b"%", b"SENTE_WIN_", b"GOTE_WIN_", b"DRAW_"];
        results.iter().any(|result| statement.starts_with(result))
    };
    bytes.split(|&byte| is_line_end(byte)).any(|line| {
        let statements = &line[..free_text_start(line).unwrap_or(line.len())];
        statements
            .split(|&byte| is_blank(byte) || byte == b',')
            .any(is_end)
    })
}

/// Returns whether the lines contain a name or the start position, so that the next version begins another record.
fn has_head(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|&byte| is_line_end(byte));
    lines.any(|line| matches!(line, [b'N', b'+' | b'-', ..]) || begins_start_position(line))
}

/// Returns whether a text begins with a line of the start position.
fn begins_start_position(text: &[u8]) -> bool {
    match text {
        [b'P', b'I', rest @ ..] => {
            matches!(rest, [] | [b' ' | b'\t' | b',' | b'\n' | b'\r' | b'1'..=b'9', ..])
        }
        [b'P', b'+' | b'-', rest @ ..] => matches!(rest, [b'0'..=b'9', b'0'..=b'9', ..]),
        [b'P', b'1'..=b'9', rest @ ..] => matches!(rest, [b' ' | b'*' | b'+' | b'-', ..]),
        _ => false,
    }
}

/// Returns the offset of the first of the lines with names and information before the start position at offset `start`.
/// These lines belong to the same record as the start position. The search goes backwards over these lines, comments
/// and empty lines, but not beyond offset `from`. Returns `start` if no such line was found.
///
/// The time at which a game ended (`$END_TIME`) belongs to the previous game.
fn first_header(bytes: &[u8], from: usize, start: usize) -> usize {
    let (mut first_header, mut at) = (start, start);
    while let Some(end) = at
        .checked_sub(1)
        .filter(|&end| end >= from && is_line_end(bytes[end]))
    {
        at = memrchr2(b'\n', b'\r', &bytes[..end]).map_or(0, |newline| newline + 1);
        let line = bytes[at..end].trim_ascii();
        match line {
            [b'N', b'+' | b'-', ..] => first_header = at,
            [b'$', ..] if !line.starts_with(b"$END_TIME") => first_header = at,
            [] | [b'\'' | b'$', ..] => {}
            _ => break,
        }
    }
    first_header
}

/// Returns the first lines of a text, with the limits of [`section`].
///
/// Whole games may be written on one line. A line of statements that crosses the limit is therefore cut after a comma,
/// or between two moves. Lines with comments, names or information are not cut, because their text may contain commas.
fn first_statements(text: &str) -> &str {
    let lines = section(text);
    let Some(head) = lines.as_bytes().get(..SECTION_BYTES) else {
        return lines;
    };
    let line_start = memrchr2(b'\n', b'\r', head).map_or(0, |newline| newline + 1);
    let cut_line = &head[line_start..];
    if has_free_text(cut_line) || lines.len() <= SECTION_BYTES {
        return lines;
    }
    let end = match memrchr(b',', cut_line) {
        Some(comma) => Some(comma + 1),
        None => end_of_last_move(cut_line),
    };
    end.map_or(lines, |end| &lines[..line_start + end])
}

/// Returns the offset of the last blank of a cut line of moves, which is the offset after the last complete move.
///
/// Returns `None` if the text before this blank does not end in two moves with a single blank between them.
fn end_of_last_move(line: &[u8]) -> Option<usize> {
    let is_move = |text: &[u8]| {
        let [sign, squares @ .., first, second] = text.first_chunk::<MOVE_BYTES>()?;
        let is_move = side_of_sign(*sign).is_some()
            && squares.iter().all(u8::is_ascii_digit)
            && first.is_ascii_uppercase()
            && second.is_ascii_uppercase();
        is_move.then_some(())
    };
    let blank = line.iter().rposition(|&byte| is_blank(byte))?;
    let last_two_moves = line[..blank].get(blank.checked_sub(2 * MOVE_BYTES + 1)?..)?;
    is_move(last_two_moves)?;
    is_move(&last_two_moves[MOVE_BYTES + 1..])?;
    is_blank(last_two_moves[MOVE_BYTES]).then_some(blank)
}

/// Returns the end of a record whose last line ends at `end`.
///
/// If only comments and empty lines follow up to the end of the text, they belong to this record, because they do not
/// begin another one.
fn end_of_record(bytes: &[u8], end: usize) -> usize {
    let after_comments = skip(bytes, end, is_empty_or_comment);
    if after_comments == bytes.len() {
        after_comments
    } else {
        end
    }
}

/// Returns the start of the first line from `at` on for which `is_skipped` returns `false`, or else the length of the
/// text.
fn skip(bytes: &[u8], mut at: usize, is_skipped: fn(&[u8]) -> bool) -> usize {
    while at < bytes.len() {
        let line = line(bytes, at);
        if !is_skipped(line) {
            break;
        }
        at += line.len() + 1;
    }
    at.min(bytes.len())
}

/// Returns the line from `at` on, without its line end.
fn line(bytes: &[u8], at: usize) -> &[u8] {
    let rest = &bytes[at..];
    &rest[..memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())]
}

fn is_line_end(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// Returns whether the `/` at offset `slash` is the only character on its line, apart from blanks.
fn is_separator(bytes: &[u8], slash: usize) -> bool {
    let previous_byte = bytes[..slash].iter().rev().find(|&&byte| !is_blank(byte));
    previous_byte.is_none_or(|&byte| is_line_end(byte)) && line(bytes, slash).trim_ascii() == b"/"
}

/// Returns whether the `/` at offset `slash` is the last character on its line, apart from blanks.
fn ends_line(bytes: &[u8], slash: usize) -> bool {
    line(bytes, slash).trim_ascii() == b"/"
}

/// Returns whether the `V` at offset `letter` begins a version line, possibly after a byte order mark.
fn is_version(bytes: &[u8], letter: usize) -> bool {
    let text_before = &bytes[..letter];
    let text_before = text_before
        .strip_suffix("\u{feff}".as_bytes())
        .unwrap_or(text_before);
    text_before.last().copied().is_none_or(is_line_end)
        && bytes.get(letter + 1).is_some_and(u8::is_ascii_digit)
}

fn is_empty_or_separator(line: &[u8]) -> bool {
    matches!(line.trim_ascii(), b"" | b"/")
}

fn is_empty_or_comment(line: &[u8]) -> bool {
    matches!(line.trim_ascii(), [] | [b'\'', ..])
}

fn is_move(line: &[u8]) -> bool {
    matches!(line, [b'+' | b'-', b'0'..=b'9', ..])
}

#[cfg(test)]
mod tests {
    use super::{
        Color, PieceKind, SECTION_BYTES, Terminal, claims_line, code, ending, first_record, first_statements,
        kind, server_result,
    };

    #[test]
    fn only_lines_of_the_format_are_detected() {
        for line in [
            "+7776FU",
            "-0055KA,T3",
            "PI",
            "PI22KA",
            "P1-KY",
            "P9",
            "P+00FU",
            "P-",
            "%TORYO",
            "%+ILLEGAL_ACTION",
            "%TIME_UP,T5",
            "%TORYO ",
            "N+甲",
            "N-",
            "V2.2",
            "$EVENT:",
            "$START_TIME:2024/05/05",
            "+7776FU 好手",
        ] {
            assert!(claims_line(line), "{line}");
        }
        for line in [
            "",
            "+",
            "-",
            "+7776",
            "+7776fu",
            "+77歩",
            "7776FU",
            "P",
            "P0",
            "Player",
            "%",
            "% 50",
            "%+",
            "%PDF-1.4",
            "%TeX",
            "%Resign",
            "%END%",
            "N",
            "No",
            "V",
            "Vs",
            "$",
            "$EVENT",
            "$ 5:00",
            "'comment",
            "T12",
            "/",
            "+---+",
            "先手：甲",
            "*",
            "１",
        ] {
            assert!(!claims_line(line), "{line}");
        }
    }

    #[test]
    fn result_words_determine_the_winner() {
        let white = Some(Color::White);
        assert_eq!(
            ending("-ILLEGAL_ACTION", Color::Black),
            (Terminal::FoulWin, white)
        );
        assert_eq!(
            ending("-ILLEGAL_ACTION", Color::White),
            (Terminal::FoulLoss, white)
        );
        assert_eq!(
            server_result("GOTE_WIN_TIMEOUT"),
            Some((Terminal::Timeout, white))
        );
        assert_eq!(server_result("DRAW_SENNICHI"), Some((Terminal::Repetition, None)));
        assert_eq!(server_result("TIME_UP"), None);
    }

    #[test]
    fn piece_codes_read_back() {
        for piece_kind in PieceKind::ALL {
            let read_back = kind(code(piece_kind).as_bytes().try_into().unwrap());
            assert_eq!(read_back, Some(piece_kind));
        }
        assert_eq!(code(PieceKind::Knight), "KE");
        assert_eq!(code(PieceKind::PromotedKnight), "NK");
        for unknown in [b"fu", b"XX", b"AL", b"UF"] {
            assert_eq!(kind(*unknown), None);
        }
    }

    #[test]
    fn records_are_cut_at_lone_slashes() {
        for (text, first) in [
            ("", ""),
            ("PI\n+\n", "PI\n+\n"),
            ("PI\n/\nPI\n", "PI\n/\n"),
            ("PI\r\n/ \t\r\nPI\r\n", "PI\r\n/ \t\r\n"),
            ("PI\r/\rPI\r", "PI\r/\r"),
            ("PI\n  /\nPI\n", "PI\n  /\n"),
            ("PI\n/", "PI\n/"),
            ("PI\n/\n/\n\n/\nPI\n", "PI\n/\n/\n\n/\n"),
            ("\n/\n/\nPI\n/\nP1\n", "\n/\n/\nPI\n/\n"),
            (
                "$START_TIME:2024/05/05\nPI\n/x\n'/\n//\n",
                "$START_TIME:2024/05/05\nPI\n/x\n'/\n//\n",
            ),
            ("PI\n/\n'done\n\n'really\n", "PI\n/\n'done\n\n'really\n"),
            ("PI\n/\n'next\nPI\n", "PI\n/\n"),
            ("/", "/"),
        ] {
            assert_eq!(&text[..first_record(text)], first, "{text:?}");
        }
    }

    #[test]
    fn a_long_line_is_cut_after_commas_between_statements() {
        let moves = "+7776FU,T12,".repeat(20_000);
        let lengths = |text: &str| {
            let (mut at, mut lengths) = (0, Vec::new());
            while at < text.len() {
                let part = first_statements(&text[at..]);
                assert!(part.ends_with(',') || at + part.len() == text.len(), "{part:?}");
                at += part.len();
                lengths.push(part.len());
            }
            lengths
        };
        assert_eq!(lengths(&moves).len(), moves.len() / SECTION_BYTES + 1);
        for prefix in ["'", "$EVENT:", "N+", "+7776FU,'"] {
            assert_eq!(lengths(&format!("{prefix}{moves}")).len(), 1, "{prefix}");
        }
    }

    #[test]
    fn records_are_cut_at_a_start_after_an_end() {
        for (text, first) in [
            (
                "PI, +, +7776FU, %TORYO, /\nPI, +\n",
                "PI, +, +7776FU, %TORYO, /\n",
            ),
            ("PI,+,+7776FU,%TORYO /\nPI,+\n", "PI,+,+7776FU,%TORYO /\n"),
            (
                "PI\n+\n+7776FU\n%TORYO\nT1\n'x\nPI\n+\n",
                "PI\n+\n+7776FU\n%TORYO\nT1\n'x\n",
            ),
            ("+7776FU\n%TORYO\nP1-KY *\n", "+7776FU\n%TORYO\n"),
            ("+7776FU\nSENTE_WIN_TORYO\nP+00FU\n", "+7776FU\nSENTE_WIN_TORYO\n"),
            ("+7776FU,%TORYO,PI,+", "+7776FU,%TORYO,"),
            ("PI,+,+7776FU,%TORYO\nV2.2\nPI\n", "PI,+,+7776FU,%TORYO\n"),
            // Names and information belong to the start position after them, except for `$END_TIME`.
            (
                "+7776FU\n%TORYO\n$END_TIME:x\n'c\nN+a\n$EVENT:P1\n\nPI\n",
                "+7776FU\n%TORYO\n$END_TIME:x\n'c\n",
            ),
            ("+7776FU\r\n%TORYO\r\nN+a\r\nPI\r\n", "+7776FU\r\n%TORYO\r\n"),
        ] {
            assert_eq!(&text[..first_record(text)], first, "{text:?}");
        }
        for whole in [
            "PI\n+\n+7776FU\n%TORYO\nN+a\n$EVENT:P1\n'P1 * \n",
            "PI\n+\n+7776FU\nPI\n+\n+2726FU\n%TORYO\n",
            "$EVENT:%TORYO\nN+%TORYO\n'%TORYO\nP1-KY *\nP2 * \nP+00FU\nP-00FU\n",
            "+7776FU\n%TORYO\n'a,PI\nN-b,PI\nPiece\nPIN\nP10\nP-x\n",
            "+7776FU,'%TORYO,/\nPI\n",
            "$EVENT:a,/\nN+a,/\nPI\n",
        ] {
            assert_eq!(&whole[..first_record(whole)], whole, "{whole:?}");
        }
    }

    #[test]
    fn records_are_cut_at_a_version_after_moves() {
        for (text, first) in [
            ("V2.2\nPI\n+\n+7776FU\nV2.2\nPI\n", "V2.2\nPI\n+\n+7776FU\n"),
            ("N+V2\nPI\n+7776FU\n%TORYO\nV2\n", "N+V2\nPI\n+7776FU\n%TORYO\n"),
            ("V2\nV3.0\nPI\n+\n+7776FU\n", "V2\nV3.0\nPI\n+\n+7776FU\n"),
            (
                "V2\n+\n+7776FU\n'V2\n%TORYO\nVV\n",
                "V2\n+\n+7776FU\n'V2\n%TORYO\nVV\n",
            ),
            ("V2\nV2\n+7776FU\nV2\n/\nV2\n", "V2\nV2\n+7776FU\n"),
            // The first game has no moves.
            ("V2.2\nN+a\nN-b\nV2.2\nPI\n", "V2.2\nN+a\nN-b\n"),
            ("V2.2\nPI\n+\nV2.2\nPI\n", "V2.2\nPI\n+\n"),
            ("V2.2\n'N+a\nV2.2\nPI\n+\n", "V2.2\n'N+a\nV2.2\nPI\n+\n"),
        ] {
            assert_eq!(&text[..first_record(text)], first, "{text:?}");
        }
    }
}
