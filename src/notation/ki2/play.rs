//! One move after its mark, or what stands in its place.

use pest::Parser as _;
use pest::iterators::{Pair, Pairs};

use super::parser::{Ki2Parser, Rule as Part};
use crate::notation::kakinoki::move_text::{self, MoveText};
use crate::notation::kakinoki::words::{self, digit, is_blank};
use crate::record::gap::BrokenMove;
use crate::record::{Origin, Promotion};
use crate::shogi::{Motion, Side, Suffix};

/// A token of a line of moves, taken apart. Offsets count from the start of the token.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Play<'t> {
    /// What the mark announces.
    pub body: Body<'t>,
    /// The mark's first byte.
    pub start: usize,
    /// After the move or word; what is left is no part of it.
    pub end: usize,
}

/// What stands after a mark.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Body<'t> {
    Move(MoveText),
    /// A word for a result or a pass.
    Word(&'t str),
    /// It looks like a move; it is none for this reason.
    Broken(BrokenMove),
    /// It does not even look like one.
    Aside,
}

/// Takes a token apart that stands alone.
pub(super) fn play(text: &str) -> Option<Play<'_>> {
    Ki2Parser::parse(Part::play, text).ok()?.next().map(of)
}

/// How many moves a line has that consists of moves without their marks, and 0 for any other line.
pub(super) fn bare_moves(line: &str) -> usize {
    let tokens = Ki2Parser::parse(Part::bare_line, line).ok();
    let Some(line) = tokens
        .and_then(|mut it| it.next())
        .filter(|it| it.as_str() == line)
    else {
        return 0;
    };
    let moves: Vec<_> = line.into_inner().map(of).collect();
    let all_are_moves = moves.iter().all(|it| matches!(it.body, Body::Move(_)));
    if all_are_moves { moves.len() } else { 0 }
}

/// Takes a token apart.
pub(super) fn of(token: Pair<'_, Part>) -> Play<'_> {
    let (text, from) = (token.as_str(), token.as_span().start());
    let marked = text.trim_start_matches(is_blank);
    let mut play = Play {
        body: Body::Aside,
        start: text.len() - marked.len(),
        end: text
            .trim_end_matches(|c| is_blank(c) || matches!(c, '\n' | '\r'))
            .len(),
    };
    let mut parts = token.into_inner();
    let Some(first) = parts.next() else { return play };
    match first.as_rule() {
        Part::destination => match move_text(marked, first.as_str(), parts) {
            Ok((text, last)) => (play.body, play.end) = (Body::Move(text), last.as_span().end() - from),
            Err(why) => play.body = Body::Broken(why),
        },
        Part::word => {
            let word = first.as_str();
            if words::ending(word).is_some() || words::is_pass(word) {
                (play.body, play.end) = (Body::Word(word), first.as_span().end() - from);
            } else if word.starts_with(|c| digit(c).is_some()) {
                play.body = Body::Broken(BrokenMove::NoDestination);
            }
        }
        _ => {}
    }
    play
}

/// What the parts of a move say, and the last of them.
fn move_text<'t>(
    marked: &str,
    destination: &str,
    mut parts: Pairs<'t, Part>,
) -> Result<(MoveText, Pair<'t, Part>), BrokenMove> {
    let mut next = |rule| {
        parts
            .peek()
            .filter(|part| part.as_rule() == rule)
            .inspect(|_| drop(parts.next()))
    };
    let piece = next(Part::piece).ok_or(BrokenMove::NoPiece)?;
    let (told, origin) = (next(Part::told), next(Part::origin));
    let words = told
        .as_ref()
        .map_or(Ok(Told::default()), |told| Told::read(told.as_str()))?;
    let text = MoveText {
        mark: move_text::side(marked),
        to: move_text::square(destination),
        kind: move_text::piece(piece.as_str()).ok_or(BrokenMove::NoPiece)?,
        promotion: words.promotion.unwrap_or(Promotion::Omitted),
        from: words.origin(origin.as_ref().map(Pair::as_str))?,
    };
    Ok((text, origin.or(told).unwrap_or(piece)))
}

/// The words after a piece.
#[derive(Default)]
struct Told {
    suffix: Suffix,
    promotion: Option<Promotion>,
    drop: bool,
}

impl Told {
    fn read(words: &str) -> Result<Self, BrokenMove> {
        let mut told = Self::default();
        let mut declines = false;
        for word in words.chars() {
            match word {
                '左' => set(&mut told.suffix.side, Side::Left),
                '直' => set(&mut told.suffix.side, Side::Straight),
                '右' => set(&mut told.suffix.side, Side::Right),
                '上' | '行' | '入' => set(&mut told.suffix.motion, Motion::Up),
                '寄' => set(&mut told.suffix.motion, Motion::Level),
                '引' => set(&mut told.suffix.motion, Motion::Back),
                '生' => set(&mut told.promotion, Promotion::Decline),
                '成' if declines => set(&mut told.promotion, Promotion::Decline),
                '成' => set(&mut told.promotion, Promotion::Promote),
                '打' => {
                    told.drop = true;
                    Ok(())
                }
                _ => Ok(()),
            }?;
            declines = word == '不';
        }
        Ok(told)
    }

    /// Where the piece comes from: a square in parentheses says more than words.
    fn origin(&self, in_parentheses: Option<&str>) -> Result<Origin, BrokenMove> {
        match (in_parentheses, self.drop, self.suffix) {
            (Some(square), drop, _) => move_text::origin(square, drop),
            (None, false, suffix) => Ok(Origin::Words(suffix)),
            (None, true, Suffix::NONE) => Ok(Origin::Hand),
            (None, true, _) => Err(BrokenMove::DropWithWord),
        }
    }
}

/// Keeps what a word says; it may be said twice, but not in two ways.
fn set<T: PartialEq>(place: &mut Option<T>, said: T) -> Result<(), BrokenMove> {
    match place {
        Some(before) if *before != said => Err(BrokenMove::ContraryWords),
        _ => {
            *place = Some(said);
            Ok(())
        }
    }
}
