//! A numbered line of KIF: its number, its move or word, and its time.

use pest::Parser as _;
use pest::iterators::Pair;

use crate::notation::kakinoki::words::{
    self, KakinokiParser, MoveText, PieceWords, Rule as Field, WrittenDestination, is_blank,
};
use crate::notation::tokens::move_window;
use crate::record::gap::MalformedMove;
use crate::record::{Clock, Origin, Promotion};
use crate::shogi::Suffix;

/// A parsed numbered line. Offsets are relative to the start of the line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NumberedLine<'t> {
    /// The number as written.
    pub number: u32,
    /// The content after the number.
    pub body: Body<'t>,
    /// The offsets of the move or word: its first byte and the byte after it.
    pub token: (usize, usize),
    pub clock: Clock,
    /// The offsets of the time with its parentheses: its first byte and the byte after it. `None` without a readable
    /// time.
    pub clock_token: Option<(usize, usize)>,
    /// The error in the text after the move or word, and the offsets of its first byte and of the byte after it. `None`
    /// if this text has no error.
    pub error: Option<(LineError, usize, usize)>,
}

/// The content after a number.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Body<'t> {
    Move(MoveText),
    Word(&'t str),
    /// Text that looks like a move but cannot be read, for this reason.
    Broken(MalformedMove),
}

/// An error in the text after the move or word of a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum LineError {
    /// A group that is not a time.
    Clock,
    /// A negative time.
    Negative,
    /// Text that is neither a time nor a move.
    Text,
    /// Text that contains another move.
    Move,
}

/// Parses a numbered line with the grammar. Text in an unknown spelling becomes an error in the result. Returns `None`
/// if the line does not begin with a number.
pub(super) fn parse(line: &str) -> Option<NumberedLine<'_>> {
    let mut fields = KakinokiParser::parse(Field::numbered, line)
        .ok()?
        .next()?
        .into_inner();
    let number = words::number(fields.next()?.as_str());
    let content = fields.next()?;
    let start = content.as_span().start();
    let token = (start, start + content.as_str().trim_end_matches(is_blank).len());
    let mut numbered = NumberedLine {
        number,
        body: parse_body(content),
        token,
        clock: Clock::default(),
        clock_token: None,
        error: None,
    };
    let mut is_first = true;
    for field in fields {
        match field.as_rule() {
            Field::group if is_first && numbered.unreadable_origin(&field) => {}
            Field::group => numbered.group(&field, std::mem::take(&mut is_first)),
            Field::text => numbered.rest(&field),
            _ => {}
        }
    }
    numbered.join_origin(line);
    Some(numbered)
}

/// Returns whether `word` after a move number is read back as the same word, and not as a part of a move.
pub(super) fn is_word(word: &str) -> bool {
    // No word of the table of ends is a part of a move. Almost all words are in this table, so few words are parsed.
    if words::terminal(word).is_some() {
        return true;
    }
    let content = KakinokiParser::parse(Field::content, word)
        .ok()
        .and_then(|mut it| it.next());
    content.is_some_and(|content| parse_body(content) == Body::Word(word))
}

/// Parses the content after the number: a move, a word, or the reason why a move cannot be read.
fn parse_body(content: Pair<'_, Field>) -> Body<'_> {
    let why = match content.as_rule() {
        Field::play => return parse_move(content).map_or_else(Body::Broken, Body::Move),
        Field::drop_with_origin => MalformedMove::DropWithOrigin,
        Field::origin_off_board => MalformedMove::OriginOffBoard,
        Field::no_piece => MalformedMove::NoPiece,
        Field::nothing => MalformedMove::Nothing,
        Field::kanji_file => MalformedMove::KanjiFile,
        Field::destroyed => MalformedMove::Destroyed,
        Field::no_destination => MalformedMove::NoDestination,
        _ => {
            let word = content.as_str();
            // After a long word there is no blank before the `+` of a move with variations.
            return Body::Word(word.strip_suffix('+').filter(|it| !it.is_empty()).unwrap_or(word));
        }
    };
    Body::Broken(why)
}

fn parse_move(play: Pair<'_, Field>) -> Result<MoveText, MalformedMove> {
    let (mut mark, mut to, mut kind) = (None, None, None);
    let mut words = PieceWords::default();
    let mut contradiction = Ok(());
    let mut from = Origin::Unstated;
    for part in play.into_inner() {
        let text = part.as_str();
        match part.as_rule() {
            Field::side_mark => mark = words::parse_mark(text),
            Field::destination => to = WrittenDestination::read(text),
            Field::moved_piece => kind = words::parse_piece(text),
            Field::decline | Field::promote | Field::ki2_words => {
                contradiction = contradiction.and(words.add(text));
            }
            Field::drop => from = Origin::Hand,
            Field::origin => from = words::origin(text, false)?,
            _ => {}
        }
    }
    contradiction?;
    // A square of origin takes precedence over words.
    let from = match (from, words.suffix) {
        (from, Suffix::NONE) | (from @ Origin::Board(_), _) => from,
        (Origin::Hand, _) => return Err(MalformedMove::DropWithWord),
        (_, suffix) => Origin::Words(suffix),
    };
    Ok(MoveText {
        mark,
        to: to.ok_or(MalformedMove::NoDestination)?,
        kind: kind.ok_or(MalformedMove::NoPiece)?,
        promotion: words.promotion.unwrap_or(Promotion::Unstated),
        from,
    })
}

/// Maximum number of characters of an unreadable origin, with its parentheses.
const MAX_ORIGIN_CHARS: usize = 6;

/// Maximum number of characters that cannot be read between a move and its origin.
const MAX_CHARS_BEFORE_ORIGIN: usize = 2;

/// Maximum number of characters in place of the destination of a move that cannot be read.
const MAX_BROKEN_DESTINATION_CHARS: usize = 2;

/// A number and a destination, with which the rest of a line is read as that of a move.
const DESTINATION: &str = "1 同";

impl NumberedLine<'_> {
    /// Adds a group to the text of a move without an origin, if the group is at the place of the origin and cannot be a
    /// time: `(1■)`. Returns `false` for any other group.
    ///
    /// After a blank, the group must have one digit and one other character. Of a group that begins with an origin without
    /// its closing parenthesis, only this origin is added, and the rest is read as a time: `(53   ( 0:16/00:00:16)`.
    fn unreadable_origin(&mut self, group: &Pair<'_, Field>) -> bool {
        let lacks_origin = matches!(self.body, Body::Move(text) if text.from == Origin::Unstated);
        let (text, span) = (group.as_str(), group.as_span());
        if !lacks_origin {
            return false;
        }
        if let Some(length) = unclosed_origin(text) {
            self.token.1 = span.start() + length;
            let rest = text[length..].trim_start_matches(is_blank);
            let start = span.end() - rest.len();
            if let Some(time) = words::parse_clock(rest) {
                (self.clock, self.clock_token) = (time, Some((start, span.end())));
            } else if !rest.is_empty() {
                self.add_error(LineError::Clock, start, span.end());
            }
            return true;
        }
        let is_attached = span.start() == self.token.1;
        let is_origin = !text.contains([':', '：'])
            && text.chars().count() <= MAX_ORIGIN_CHARS
            && (is_attached || is_half_an_origin(text));
        if is_origin {
            self.token.1 = span.end();
        }
        is_origin
    }

    /// Adds an origin to the text of a move without one, if only a few characters that cannot be read are between them: `戌(88)`
    /// after `２二角`. These characters remain an error. After the origin, there may be a time.
    fn join_origin(&mut self, line: &str) {
        let lacks_origin = matches!(self.body, Body::Move(text) if text.from == Origin::Unstated);
        let Some((LineError::Text, start, end)) = self.error else {
            return;
        };
        let Some(length) = line[start..end].find(['(', '（']) else {
            return;
        };
        let characters = &line[start..start + length];
        let is_short = (1..=MAX_CHARS_BEFORE_ORIGIN).contains(&characters.chars().count());
        if !lacks_origin || start != self.token.1 || !is_short || characters.contains(is_blank) {
            return;
        }
        let after_characters = &line[start + length..end];
        let origin = after_characters
            .split_inclusive([')', '）'])
            .next()
            .unwrap_or_default();
        let rest = after_characters[origin.len()..].trim_matches(is_blank);
        let time = words::parse_clock(rest);
        if !rest.is_empty() && (time.is_none() || self.clock_token.is_some()) {
            return;
        }
        let completed = [&line[self.token.0..start], origin].concat();
        let content = KakinokiParser::parse(Field::content, &completed)
            .ok()
            .and_then(|mut it| it.next())
            .filter(|content| content.as_str() == completed);
        if let Some(Body::Move(text)) = content.map(parse_body)
            && matches!(text.from, Origin::Board(_))
        {
            self.body = Body::Move(text);
            self.token.1 = start + length + origin.len();
            if let Some(time) = time {
                let time_start = self.token.1 + line[self.token.1..end].find(rest).unwrap_or_default();
                (self.clock, self.clock_token) = (time, Some((time_start, time_start + rest.len())));
            }
            self.error = Some((LineError::Text, start, start + length));
        }
    }

    /// Adds a piece and an origin or 打 after a blank to the text of a move that cannot be read: `５ 金(49)`. A word before such text
    /// becomes a move that cannot be read: `回　銀(31)`.
    pub(super) fn join_broken_move(&mut self, line: &str) {
        let is_known = |word: &str| words::ending(word).is_some() || words::is_pass(word);
        let why = match self.body {
            Body::Broken(why) => why,
            Body::Word(word) if !is_known(word) => MalformedMove::NoDestination,
            _ => return,
        };
        let Some((LineError::Text, start, _)) = self.error else {
            return;
        };
        let token = &line[self.token.0..self.token.1];
        if token.chars().count() > MAX_BROKEN_DESTINATION_CHARS {
            return;
        }
        // The rest is a move if it follows a readable destination.
        let completed = [DESTINATION, &line[start..]].concat();
        let Some(completed) = parse(&completed).filter(|it| it.error.is_none()) else {
            return;
        };
        let has_origin = |text: &MoveText| matches!(text.from, Origin::Board(_) | Origin::Hand);
        if !completed.move_text().is_some_and(has_origin) {
            return;
        }
        let offset = |at: usize| at - DESTINATION.len() + start;
        self.body = Body::Broken(why);
        self.token.1 = offset(completed.token.1);
        self.clock = completed.clock;
        self.clock_token = completed
            .clock_token
            .map(|(start, end)| (offset(start), offset(end)));
        self.error = None;
    }

    /// Returns the move; `None` for a word and for a move that cannot be read.
    pub(super) const fn move_text(&self) -> Option<&MoveText> {
        match &self.body {
            Body::Move(text) => Some(text),
            _ => None,
        }
    }

    /// Returns whether the line is the end of a game.
    pub(super) fn is_end(&self) -> bool {
        matches!(self.body, Body::Word(word) if words::ending(word).is_some())
    }

    /// Reads a group in parentheses. The first group of the line sets the time. A time in a later group is ignored, and
    /// a group that is not a time is an error.
    fn group(&mut self, group: &Pair<'_, Field>, is_first: bool) {
        let (start, end) = (group.as_span().start(), group.as_span().end());
        match words::parse_clock(group.as_str()) {
            Some(time) if is_first => (self.clock, self.clock_token) = (time, Some((start, end))),
            Some(_) => {}
            None if is_negative(group.as_str()) => self.add_error(LineError::Negative, start, end),
            None => self.add_error(LineError::Clock, start, end),
        }
    }

    /// Reads the text after the move or word and its groups in parentheses. A time at the end of this text is used if
    /// the line has no other time. Any other text is an error.
    fn rest(&mut self, text: &Pair<'_, Field>) {
        let start = text.as_span().start();
        let mut text = text.as_str().trim_end();
        if self.clock_token.is_none()
            && let Some(at) = text.rfind(['(', '（'])
            && let Some(time) = words::parse_clock(&text[at..])
            // A number before the time may belong to another move.
            && !text[..at].contains(|c| words::digit(c).is_some())
        {
            (self.clock, self.clock_token) = (time, Some((start + at, start + text.len())));
            text = text[..at].trim_end();
        }
        let length = text.len();
        if holds_move(text) {
            self.error = Some((LineError::Move, start, start + length));
        } else if length > 0 {
            self.add_error(LineError::Text, start, start + length);
        }
    }

    /// Keeps the first error of the line.
    fn add_error(&mut self, error: LineError, start: usize, end: usize) {
        self.error.get_or_insert((error, start, end));
    }
}

/// Returns the length of an origin without its closing parenthesis at the beginning of a group (bytes): `(53` before a blank or the
/// end.
fn unclosed_origin(group: &str) -> Option<usize> {
    let origin = group.split(is_blank).next()?;
    let square = origin.strip_prefix(['(', '（'])?;
    let is_square = square.chars().count() == 2 && square.chars().all(|c| words::digit(c).is_some());
    is_square.then_some(origin.len())
}

/// Returns whether a group is a digit and a character that cannot be read, in any order: `(4?)`.
fn is_half_an_origin(group: &str) -> bool {
    let square: Vec<char> = group
        .chars()
        .filter(|c| !matches!(c, '(' | '（' | ')' | '）'))
        .collect();
    let is_readable = |c: char| c.is_alphanumeric() && words::digit(c).is_none();
    square.len() == 2
        && square.iter().filter(|&&c| words::digit(c).is_some()).count() == 1
        && !square
            .iter()
            .any(|&c| is_readable(c) || is_blank(c) || matches!(c, '-' | '.'))
}

/// Returns whether a text contains a move with its origin, or a drop.
fn holds_move(text: &str) -> bool {
    let is_complete_move = |text: &str| {
        let play = KakinokiParser::parse(Field::play, text)
            .ok()
            .and_then(|mut it| it.next());
        let mut parts = play.into_iter().flat_map(Pair::into_inner);
        parts.any(|part| matches!(part.as_rule(), Field::origin | Field::drop))
    };
    let begins_move = |c: char| matches!(c, '同' | '仝') || words::digit(c).is_some();
    text.match_indices(begins_move)
        .any(|(at, _)| is_complete_move(move_window(text, at)))
}

/// Returns whether a group is a time with a minus sign.
fn is_negative(group: &str) -> bool {
    group.contains('-') && words::parse_clock(&group.replace('-', "")).is_some()
}
