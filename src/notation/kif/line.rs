//! One numbered line: its ply, its move or word, and its time.

use pest::Parser as _;
use pest::iterators::Pair;

use super::numbered::{Body, LineTrouble, Numbered};
use super::usual_line;
use crate::notation::kakinoki::clock;
use crate::notation::kakinoki::move_text::{self, MoveText};
use crate::notation::kakinoki::parser::{KakinokiParser, Rule as Field};
use crate::notation::kakinoki::words::{self, is_blank};
use crate::record::gap::BrokenMove;
use crate::record::{Clock, Origin, Promotion};

/// Takes a numbered line apart. `None` when it does not begin with a number.
pub(super) fn numbered(line: &str) -> Option<Numbered<'_>> {
    let usual = usual_line::numbered(line).filter(|&(_, length)| length == line.len());
    usual.map_or_else(|| lenient(line), |(numbered, _)| Some(numbered))
}

/// The same for every spelling that is known, and for those that are none.
pub(super) fn lenient(line: &str) -> Option<Numbered<'_>> {
    let mut fields = KakinokiParser::parse(Field::numbered, line)
        .ok()?
        .next()?
        .into_inner();
    let number = words::number(fields.next()?.as_str());
    let content = fields.next()?;
    let start = content.as_span().start();
    let token = (start, start + content.as_str().trim_end_matches(is_blank).len());
    let mut numbered = Numbered {
        number,
        body: body(content),
        token,
        clock: Clock::default(),
        clock_token: None,
        trouble: None,
    };
    let mut first = true;
    for field in fields {
        match field.as_rule() {
            Field::group => numbered.group(&field, std::mem::take(&mut first)),
            Field::text => numbered.rest(&field),
            _ => {}
        }
    }
    Some(numbered)
}

/// Whether a word after a number is read as this word, and not as what is left of a move.
pub(super) fn is_word(word: &str) -> bool {
    // No word of the table is half a move, and nearly all are of the table.
    if words::terminal(word).is_some() {
        return true;
    }
    let read = KakinokiParser::parse(Field::content, word)
        .ok()
        .and_then(|mut it| it.next());
    read.is_some_and(|read| body(read) == Body::Word(word))
}

/// Whether the reader takes a line for a numbered one: a date or a year at its start is no number of a move.
pub(super) fn is_numbered(line: &str) -> bool {
    numbered(line).is_some_and(|numbered| match numbered.body {
        Body::Move(_) => true,
        Body::Word(word) if words::ending(word).is_some() => true,
        Body::Word(_) | Body::Broken(_) => line[..numbered.token.0].ends_with(is_blank),
    })
}

/// What the number counts.
fn body(content: Pair<'_, Field>) -> Body<'_> {
    let why = match content.as_rule() {
        Field::play => return move_text(content).map_or(Body::Broken(BrokenMove::NoPiece), Body::Move),
        Field::drop_with_origin => BrokenMove::DropWithOrigin,
        Field::origin_off_board => BrokenMove::OriginOffBoard,
        Field::no_piece => BrokenMove::NoPiece,
        Field::nothing => BrokenMove::Nothing,
        Field::kanji_file => BrokenMove::KanjiFile,
        Field::destroyed => BrokenMove::Destroyed,
        Field::no_destination => BrokenMove::NoDestination,
        _ => {
            let word = content.as_str();
            // The mark of a variation stands right after a long word.
            return Body::Word(word.strip_suffix('+').filter(|it| !it.is_empty()).unwrap_or(word));
        }
    };
    Body::Broken(why)
}

fn move_text(play: Pair<'_, Field>) -> Option<MoveText> {
    let (mut mark, mut to, mut kind) = (None, None, None);
    let mut promotion = Promotion::Unstated;
    let mut from = Origin::Unstated;
    for part in play.into_inner() {
        let text = part.as_str();
        match part.as_rule() {
            Field::side_mark => mark = move_text::side(text),
            Field::square => to = move_text::square(text),
            Field::moved_piece => kind = move_text::piece(text),
            Field::decline => promotion = Promotion::Decline,
            Field::promote => promotion = Promotion::Promote,
            Field::drop => from = Origin::Hand,
            Field::origin => from = move_text::origin(text, false).ok()?,
            _ => {}
        }
    }
    Some(MoveText {
        mark,
        to,
        kind: kind?,
        promotion,
        from,
    })
}

impl Numbered<'_> {
    /// A time, where it is one; a second one says nothing new.
    fn group(&mut self, group: &Pair<'_, Field>, is_first: bool) {
        let (start, end) = (group.as_span().start(), group.as_span().end());
        match clock::read(group.as_str()) {
            Some(time) if is_first => (self.clock, self.clock_token) = (time, Some((start, end))),
            Some(_) => {}
            None if is_negative(group.as_str()) => self.fault(LineTrouble::Negative, start, end),
            None => self.fault(LineTrouble::Clock, start, end),
        }
    }

    /// What is left of the line.
    fn rest(&mut self, text: &Pair<'_, Field>) {
        let start = text.as_span().start();
        let length = text.as_str().trim_end().len();
        if length > 0 {
            self.fault(LineTrouble::Text, start, start + length);
        }
    }

    /// Keeps the first that is wrong.
    fn fault(&mut self, trouble: LineTrouble, start: usize, end: usize) {
        self.trouble.get_or_insert((trouble, start, end));
    }
}

/// Whether a group would be a time but for its minus sign.
fn is_negative(group: &str) -> bool {
    group.contains('-') && clock::read(&group.replace('-', "")).is_some()
}
