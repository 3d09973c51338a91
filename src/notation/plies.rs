//! A reader and writer for records of other games with headers and one ply per line: yonin shogi and gunjin
//! shogi.
//!
//! A ply is `1 S 6i7h (0:05/00:01:20)`: a number, a token defined by the game, an optional time as in KIF and
//! an optional comment. A `#` with a known word describes an event of a player or of the game ([`Word`]). Any
//! other `#` begins a comment.

use std::borrow::Cow;

use memchr::memchr2_iter;
use pest::Parser;
use pest::iterators::Pair;

use super::detect::{FirstLine, other_game_len, record_of_other_game};
use super::kakinoki::words;
use super::line_reader::LineReader;
use super::tokens::{each_token, move_window, section};
use super::{Capabilities, Claim, Headers, RecordText, TextBuilder, header};
use crate::finding::Span;
use crate::record::gap::{PlyGap, TextAfter, TokenGap};
use crate::record::{
    self, Clock, Format, GameKind, Gap, GapKind, Header, HeaderKey, MAX_PLY_NUMBER, NodeId, Record, Remark,
    RemarkKind, Step, Terminal,
};
use grammar::{PliesParser, Rule};

/// The parser that Pest generates from `grammar/plies.pest`.
mod grammar {
    use pest_derive::Parser;

    /// Parser of records and of their numbered lines.
    #[derive(Parser)]
    #[grammar = "../grammar/plies.pest"]
    pub(super) struct PliesParser;
}

/// The properties of the records of one game that differ between games.
#[derive(Debug)]
pub(super) struct Shape {
    /// The game whose records have these properties.
    pub game: &'static GameKind,
    /// The format of the records.
    pub format: Format,
    /// The key of the first line of a record: `Yonin`.
    pub key: &'static str,
    /// The game that the first line declares.
    pub first_line: FirstLine,
    /// The header keys of the players' names, in the order of the seats.
    pub players: &'static [&'static str],
    /// Returns a token in canonical form; `None` if the text is not a token.
    pub token: fn(&str) -> Option<String>,
    /// The key of the header whose value has several rows. These rows may begin with a number of empty cells; other
    /// lines that begin with a number are plies. `None` if the records have no such header.
    pub position: Option<&'static str>,
    /// Returns a row of the header `position` in canonical form.
    pub position_row: fn(&str) -> String,
    /// Returns the problem with a text that is not a token.
    pub token_error: fn(&str) -> TokenGap,
}

impl Shape {
    /// Returns whether a line is the first line of a record, which declares the game.
    fn is_first_line(&self, line: &str) -> bool {
        FirstLine::parse(line) == Some(self.first_line)
    }

    /// Returns how strongly a line indicates this notation. Only the first line of a record is evidence.
    pub(super) fn claim(&self, line: &str) -> Claim {
        Claim::Certain.when(self.is_first_line(line))
    }
}

/// The capabilities of the notations of other games.
pub(super) const CAPABILITIES: Capabilities = Capabilities {
    moves: true,
    passes: true,
    moves_after_end: true,
    plies_before: false,
    numbers: true,
    headers: Headers::Any,
    comments: true,
    tool_lines: true,
    clock: Some(1),
    totals: true,
    results: Terminal::ALL,
    claims: true,
    ..Capabilities::POSITION
};

/// The capabilities of a notation in which every ply specifies its side.
pub(super) const CAPABILITIES_WITH_MARKS: Capabilities = Capabilities {
    side_marks: true,
    always_marks: true,
    ..CAPABILITIES
};

// Conversion of the lines of the grammar to a record.

/// Characters written after a move to praise or doubt it, or to end a sentence.
const PUNCTUATION: [char; 10] = ['!', '?', '！', '？', '.', ',', ';', '…', '。', '、'];

/// The supported version of the notation. The first line of a record states its version.
const VERSION: &str = "1";

/// Returns the length of the first record of a text (bytes): up to the line that begins the next record, of this game
/// or another. Records of another game at the beginning of the text are one record.
pub(super) fn first_record(text: &str, shape: &Shape) -> usize {
    if let Some(length) = other_game_len(text, shape.first_line) {
        return length;
    }
    let mut start = 0;
    let (mut has_begun, mut has_plies) = (false, false);
    for end in memchr2_iter(b'\n', b'\r', text.as_bytes()).chain([text.len()]) {
        let line = &text[start..end];
        let begins_record =
            FirstLine::parse(line).is_some_and(|first_line| first_line.names_game() || has_plies);
        if begins_record && std::mem::replace(&mut has_begun, true) {
            return start;
        }
        // A ply also begins a record, because the first line may be missing. A `#` line ends the headers as a ply does,
        // because a game without moves may consist of event words such as `#resign`.
        has_plies |= line
            .trim_start()
            .starts_with(|character: char| character.is_ascii_digit() || character == '#');
        has_begun |= line.trim_start().starts_with(|it: char| it.is_ascii_digit());
        start = end + 1;
    }
    text.len()
}

/// Reads one record. A record of another game becomes an empty record with a gap.
pub(super) fn read<'t>(source: RecordText<'t>, shape: &'static Shape) -> Record<'t> {
    if let Some(record) = record_of_other_game(source, shape.first_line, shape.format) {
        return record;
    }
    let mut reader = PliesReader {
        shape,
        lines: LineReader::new(source, source.filled(Record::for_game(shape.game, shape.format))),
        header_is_open: false,
    };
    each_token::<_, PliesParser>(source.text, Rule::file, section, |rule, at, text| {
        reader.line(rule, at, text);
    });
    reader.finish()
}

struct PliesReader<'t> {
    shape: &'static Shape,
    lines: LineReader<'t>,
    /// `true` if the previous line was a header or a row of the value of a header.
    header_is_open: bool,
}

impl<'t> PliesReader<'t> {
    fn line(&mut self, rule: Option<Rule>, at: usize, text: &'t str) {
        let header_is_open = std::mem::take(&mut self.header_is_open);
        match rule {
            Some(Rule::blank | Rule::EOI) => {}
            Some(Rule::comment) => self.comment(text.trim().trim_start_matches('\u{feff}')),
            Some(Rule::word) => self.word(at, text),
            Some(Rule::numbered) if header_is_open && self.is_position_row(text) => self.row(text),
            Some(Rule::numbered) => self.numbered(at, text),
            Some(Rule::header) if self.lines.last == NodeId::START => self.header(at, text),
            Some(Rule::row) if header_is_open => self.row(text),
            _ if self.is_ply(text) => self.numbered(at, text),
            _ => self.lines.add_unreadable(at, text),
        }
    }

    /// Returns whether a line that begins with a number is a row of the position. Such a row follows the header of the
    /// position, is indented, and is not a ply.
    fn is_position_row(&self, text: &str) -> bool {
        let header = self.lines.record.headers.iter().last().map(|it| &*it.name);
        header.is_some_and(|name| self.shape.position == Some(name))
            && text.starts_with([' ', '\t', '\u{3000}'])
            && !self.is_ply(text)
    }

    /// Returns whether a line contains a ply although its number is missing or malformed: `S 6i7h`, `2)W 9g8g`.
    fn is_ply(&self, text: &str) -> bool {
        let line = PliesParser::parse(Rule::numbered_line, text.trim_end());
        let parts = line.ok().and_then(|mut it| it.next()).map(Pair::into_inner);
        let mut tokens = parts
            .into_iter()
            .flatten()
            .filter(|part| part.as_rule() == Rule::token);
        tokens.any(|token| self.ply_length(token.as_str()).is_some())
    }

    /// Returns the span of a line without the blanks around it.
    fn span(&self, at: usize, text: &str) -> Span {
        let start = at + text.len() - text.trim_start().len();
        self.lines.source.span(start, start + text.trim().len())
    }

    fn comment(&mut self, text: &'t str) {
        let text = text.strip_prefix('#').unwrap_or(text);
        self.lines.record.remark(self.lines.last, RemarkKind::Tool, text);
    }

    fn word(&mut self, at: usize, text: &'t str) {
        let span = self.span(at, text);
        self.lines.word(text.trim(), span);
    }

    fn header(&mut self, at: usize, text: &'t str) {
        let Some((name, value)) = text.split_once([':', '：']) else {
            return;
        };
        let name = name.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        if name == self.shape.key && value.trim() != VERSION {
            self.lines
                .record
                .add_gap(self.span(at, text), GapKind::UnknownVersion);
        }
        self.header_is_open = true;
        self.lines.record.headers.push(Header {
            key: self.header_key(name),
            name: Cow::Borrowed(name),
            value: Cow::Borrowed(value.trim()),
            span: self.span(at, text),
        });
    }

    fn header_key(&self, name: &str) -> HeaderKey {
        const PLAYERS: [HeaderKey; 4] = [
            HeaderKey::Black,
            HeaderKey::White,
            HeaderKey::Third,
            HeaderKey::Fourth,
        ];
        let seat = self.shape.players.iter().position(|player| *player == name);
        match (seat, name) {
            (Some(seat), _) => PLAYERS.get(seat).copied().unwrap_or(HeaderKey::Other),
            (None, "Event") => HeaderKey::Event,
            (None, "Date") => HeaderKey::Start,
            (None, "Site" | "Place") => HeaderKey::Site,
            (None, "Time") => HeaderKey::TimeLimit,
            _ => HeaderKey::Other,
        }
    }

    /// Appends a row to the value of the last header, on a new line.
    fn row(&mut self, text: &'t str) {
        self.header_is_open = true;
        if let Some(header) = self.lines.record.headers.last_mut() {
            let value = header.value.to_mut();
            value.push('\n');
            value.push_str(text.trim());
        }
    }

    fn numbered(&mut self, at: usize, text: &'t str) {
        let line = text.trim_end_matches(['\n', '\r']);
        let Ok(mut parts) = PliesParser::parse(Rule::numbered_line, line) else {
            return self.lines.add_unreadable(at, text);
        };
        let parts = parts.next().into_iter().flat_map(Pair::into_inner);
        let mut number = None;
        for part in parts {
            let start = at + part.as_span().start();
            let span = self.lines.source.span(start, start + part.as_str().len());
            match part.as_rule() {
                Rule::number => number = Some((span, words::number(part.as_str()))),
                Rule::token => self.token(span, part.as_str(), number),
                Rule::clock => {
                    self.lines.set_clock(words::parse_clock(part.as_str()), span);
                }
                Rule::text => self.text_after(span, part.as_str()),
                Rule::remark if PliesParser::parse(Rule::word, part.as_str()).is_ok() => {
                    self.word(start, part.as_str());
                }
                Rule::remark => self.comment(part.as_str()),
                _ => {}
            }
        }
    }

    /// Adds the ply at the beginning of a token, and reports the text after the ply.
    fn token(&mut self, span: Span, text: &str, number: Option<(Span, u32)>) {
        let length = self.ply_length(text).unwrap_or(text.len());
        let start = span.start as usize;
        let rest = text[length..].trim_start();
        self.ply(Span::new(start, start + length), &text[..length], number);
        if !rest.is_empty() {
            let end = start + text.len();
            self.text_after(Span::new(end - rest.len(), end), rest);
        }
    }

    fn text_after(&mut self, span: Span, text: &str) {
        let words = text
            .split([' ', '\t', '\u{3000}'])
            .filter(|word| !word.is_empty());
        let mut starts = words.map(|word| word.as_ptr() as usize - text.as_ptr() as usize);
        let holds_move = starts.any(|at| self.ply_length(move_window(text, at)).is_some());
        self.lines.text_after(span, holds_move);
    }

    /// Returns the length (bytes) of the longest ply at the beginning of a text, which consists of whole words.
    /// Punctuation may follow the last word. Returns `None` if the text does not begin with a ply.
    fn ply_length(&self, text: &str) -> Option<usize> {
        /// Maximum number of words of a token, including all claims of check.
        const MAX_TOKEN_WORDS: usize = 8;
        let blanks = text.match_indices([' ', '\t', '\u{3000}']).map(|(at, _)| at);
        let word_ends: Vec<usize> = blanks.take(MAX_TOKEN_WORDS).chain([text.len()]).collect();
        let without_punctuation = |end: usize| text[..end].trim_end_matches(PUNCTUATION).len();
        let mut lengths = word_ends
            .into_iter()
            .rev()
            .flat_map(|end| [end, without_punctuation(end)]);
        lengths.find(|&length| (self.shape.token)(&text[..length]).is_some())
    }

    fn ply(&mut self, span: Span, text: &str, number: Option<(Span, u32)>) {
        let is_token = (self.shape.token)(text).is_some();
        let step = if is_token {
            Step::Token(span)
        } else {
            Step::Unreadable(span)
        };
        let gap = self.lines.ply(step, span, number);
        if !is_token {
            self.lines
                .add_gap(span, GapKind::BadToken((self.shape.token_error)(text)));
        }
        let gap = gap.map(|gap| gap.with_node(self.lines.last));
        self.lines.record.gaps.extend(gap);
    }

    /// Returns the record. A record that consists of headers only is reported.
    fn finish(mut self) -> Record<'t> {
        header::report_missing_moves(&mut self.lines.record, &["Position"]);
        self.lines.record
    }
}

// Statements about a player or the game after a `#`.

/// An event word with its arguments: `#mate E by S`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word in lower case, without its `#`.
    pub name: String,
    /// The arguments. Names of seats are replaced by their letters.
    pub rest: Vec<String>,
}

impl Word {
    /// Parses a line with an event word. The word is converted to lower case.
    ///
    /// ```
    /// use kifu::notation::Word;
    /// let word = Word::parse("#mate E by S");
    /// assert_eq!((&*word.name, word.rest.join(" ")), ("mate", "E by S".to_owned()));
    /// assert_eq!(Word::parse("#Resign north."), Word::parse("#resign N"));
    /// ```
    pub fn parse(line: &str) -> Self {
        let mut words = line.trim().trim_start_matches('#').split_whitespace();
        Self {
            name: words.next().unwrap_or_default().to_ascii_lowercase(),
            rest: words.map(|word| seat_letter(word).to_owned()).collect(),
        }
    }
}

/// The letters of the seats, each with its other names.
const SEAT_NAMES: [(&str, [&str; 3]); 4] = [
    ("S", ["south", "南", "↑"]),
    ("W", ["west", "西", "→"]),
    ("N", ["north", "北", "↓"]),
    ("E", ["east", "東", "←"]),
];

/// Returns the index of a seat among `players`, by its letter or by the arrow of its direction; `None` for any other
/// word, and for a seat that is not among `players`.
pub(super) fn seat(players: &[&str], word: &str) -> Option<usize> {
    let is_named = |entry: &&(&str, [&str; 3])| entry.0 == word || entry.1[2] == word;
    let (letter, _) = SEAT_NAMES.iter().find(is_named)?;
    players.iter().position(|player| player == letter)
}

/// Returns the letter of the seat that a word names; returns any other word unchanged.
fn seat_letter(word: &str) -> &str {
    let without_punctuation = word.trim_end_matches(['.', ',', ';', ':', '。', '、']);
    let is_named = |(letter, names): &&(&str, [&str; 3])| {
        without_punctuation.eq_ignore_ascii_case(letter)
            || names
                .iter()
                .any(|name| without_punctuation.eq_ignore_ascii_case(name))
    };
    SEAT_NAMES.iter().find(is_named).map_or(word, |it| it.0)
}

// Writing of a record: headers, plies, comments and event words.

/// Writes a record in canonical form. The output is read back as the same record, except for unreadable plies, which
/// are left out.
pub(super) fn write(record: &Record<'_>, shape: &Shape, draft: &mut TextBuilder) {
    for header in record.headers.iter() {
        let mut rows = header.value.split('\n').map(|row| match shape.position {
            Some(name) if name == header.name => (shape.position_row)(row),
            _ => row.to_owned(),
        });
        let first_row = rows.next().unwrap_or_default();
        draft.line(format!("{}: {first_row}", header.name).trim_end());
        for row in rows {
            draft.line(&format!("  {row}"));
        }
    }
    let comment = |remark: &Remark<'_>| format!("#{}", remark.text);
    write_comments(record, NodeId::START, comment, draft);
    for (id, node) in record.tree.main_line() {
        if let Step::Token(span) = node.step {
            let token = (shape.token)(record.text_at(span)).unwrap_or_default();
            let clock = clock_text(node.clock);
            draft.line(&format!("{} {token}{clock}", node.number));
        }
        write_comments(record, id, comment, draft);
    }
}

/// Writes the comments, formatted by `comment`, and the event words after a ply.
pub(super) fn write_comments(
    record: &Record<'_>,
    id: NodeId,
    comment: impl Fn(&Remark<'_>) -> String,
    draft: &mut TextBuilder,
) {
    // The remarks and the claims of a record are in the order of the plies.
    let first_index = record.remarks.partition_point(|remark| remark.node < id);
    for remark in record.remarks[first_index..]
        .iter()
        .take_while(|remark| remark.node == id)
    {
        draft.line(&comment(remark));
    }
    for claim in claims_at(record, id) {
        draft.line(&claim.text);
    }
}

/// Returns the claims at a ply, which are event words, in the order of the text.
pub(crate) fn claims_at<'r, 't>(
    record: &'r Record<'t>,
    id: NodeId,
) -> impl Iterator<Item = &'r record::Claim<'t>> {
    let first_index = record.claims.partition_point(|claim| claim.node < id);
    record.claims[first_index..]
        .iter()
        .take_while(move |claim| claim.node == id)
}

/// Formats the time of a ply, with a blank before it. Returns an empty text if the time is unknown.
pub(super) fn clock_text(clock: Clock) -> String {
    words::format_clock(clock).map_or_else(String::new, |time| format!(" {time}"))
}

// Functions that the readers of the other games share.

impl<'t> LineReader<'t> {
    /// Adds an event word, or a word for the end, as a claim at the ply that was read last.
    pub(super) fn word(&mut self, text: &'t str, span: Span) {
        self.record.claims.push(record::Claim {
            node: self.last,
            plies: None,
            terminal: None,
            winner: None,
            text: Cow::Borrowed(text),
            span,
        });
    }

    /// Reports text that follows a ply on its line but is not a part of the ply.
    pub(super) fn text_after(&mut self, span: Span, holds_move: bool) {
        let kind = if holds_move {
            GapKind::MoveAfterMove
        } else {
            GapKind::TextAfterMove(TextAfter::Move)
        };
        self.add_gap(span, kind);
    }

    /// Adds a ply. `number` is the span and the value of its number, or `None` if the ply has no number.
    ///
    /// Returns a gap if the number is not one more than that of the previous ply, or else `None`.
    pub(super) fn ply(&mut self, step: Step<'t>, span: Span, number: Option<(Span, u32)>) -> Option<Gap> {
        let previous = self.record.tree.node(self.last).number;
        let expected = previous.saturating_add(1);
        let (number_span, number) = number.unwrap_or((span, expected));
        let node = self.add(step);
        if (1..=MAX_PLY_NUMBER).contains(&number) {
            self.record.tree.node_mut(node).number = number;
        }
        (number != expected).then(|| {
            Gap::new(
                number_span,
                number_gap(number, previous, self.record.tree.len() == 2),
            )
        })
    }
}

/// Returns the gap for an unexpected number. `before` is the number of the previous ply; `is_first` is `true` if there
/// is no previous ply.
fn number_gap(number: u32, before: u32, is_first: bool) -> GapKind {
    if is_first {
        GapKind::PlyGap(PlyGap::BeginsWith(number))
    } else if number > before {
        GapKind::PlyGap(PlyGap::Skipped { number, before })
    } else {
        GapKind::PlyRepeat {
            number,
            is_possible: true,
        }
    }
}
