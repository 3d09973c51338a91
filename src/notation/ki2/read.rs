//! From the tokens of a KI2 text to a record.

use std::borrow::Cow;

use pest::Parser as _;
use pest::iterators::Pair;

use super::ending::ending;
use super::parser::{Ki2Parser, Rule as Token};
use super::play::{self, Body};
use super::stretch::stretch;
use crate::finding::Span;
use crate::notation::RecordText;
use crate::notation::formats;
use crate::notation::kakinoki::block::Block;
use crate::notation::kakinoki::builder::RecordBuilder;
use crate::notation::kakinoki::step::broken;
use crate::notation::kakinoki::{attach, claim, start, words};
use crate::record::gap::{BrokenMove, NoParent, TextAfter, Unit, WordGap};
use crate::record::{Claim, Clock, Ending, Gap, GapKind, Record, RemarkKind, Step, Terminal};

/// Reads one record.
pub(super) fn read(source: RecordText<'_>) -> Record<'_> {
    let mut reader = Reader {
        builder: RecordBuilder::new(source, formats::KI2, Unit::Moves),
        prose: 0,
        is_marked: false,
        is_bare: false,
    };
    let mut at = 0;
    while at < source.text.len() {
        let stretch = stretch(&source.text[at..]);
        // The grammar takes every text; were a hole left in it, the stretch would become one unreadable line.
        if let Ok(mut pairs) = Ki2Parser::parse(Token::file, stretch) {
            for token in pairs.next().into_iter().flat_map(Pair::into_inner) {
                reader.token(at, token);
            }
        } else {
            reader.builder.unreadable(at, stretch);
        }
        at += stretch.len();
    }
    reader.builder.finish()
}

struct Reader<'t> {
    builder: RecordBuilder<'t>,
    /// Up to here the text is known to be no moves.
    prose: usize,
    /// Whether a move with a mark was read.
    is_marked: bool,
    /// Whether a move without one was read.
    is_bare: bool,
}

impl<'t> Reader<'t> {
    fn token(&mut self, offset: usize, pair: Pair<'t, Token>) {
        let (at, text) = (offset + pair.as_span().start(), pair.as_str());
        let builder = &mut self.builder;
        match pair.as_rule() {
            Token::play => self.play(at, text, pair),
            Token::bare_line => self.bare_line(offset, at, text, pair),
            Token::comment => builder.remark(RemarkKind::Comment, text),
            Token::bookmark => builder.remark(RemarkKind::Bookmark, text),
            Token::tool => builder.remark(RemarkKind::Tool, text),
            Token::variation => builder.announce(at, text),
            Token::result => self.result(at, text),
            Token::header => self.header(at, text, '：'),
            Token::colon_header => self.header(at, text, ':'),
            Token::board_row => builder.board_row(at, text),
            Token::turn => builder.turn(at, text),
            Token::status => builder.status(at, text),
            Token::flag => builder.flag(at, text),
            Token::junk => self.junk(at, text),
            _ => {}
        }
    }

    fn header(&mut self, at: usize, text: &'t str, colon: char) {
        if !self.builder.header(at, text, colon) {
            self.junk(at, text);
        }
    }

    fn junk(&mut self, at: usize, text: &'t str) {
        let word = text.trim();
        if words::ending(word).is_some() && !self.builder.record.tree.is_empty() {
            self.end(at, text, word);
        } else {
            self.builder.unreadable(at, text);
        }
    }

    /// Goes into an announced variation. False where the next move has no place.
    fn find_place(&mut self) -> bool {
        let builder = &mut self.builder;
        let (span, number, remarks) = match builder.block {
            Block::Line => return true,
            Block::Announced {
                span,
                number,
                remarks,
            } => (span, number, remarks),
            Block::Lost(index, moves) => {
                builder.block = Block::Lost(index, moves + 1);
                return false;
            }
        };
        let Some(number) = number else {
            builder.lose(span, NoParent::NoNumber);
            return false;
        };
        let tree = &builder.record.tree;
        let Some(parent) = builder.search.fork_in_line(tree, builder.latest, number) else {
            builder.lose(span, builder.why_lost(number));
            return false;
        };
        builder.enter(parent, remarks);
        builder.latest = parent;
        true
    }

    fn play(&mut self, at: usize, text: &'t str, token: Pair<'t, Token>) {
        if at < self.prose {
            return;
        }
        let is_marked = token.as_rule() == Token::play;
        let play = play::of(token);
        if play.body == Body::Aside && self.builder.record.tree.is_empty() {
            return self.prose(at);
        }
        self.is_marked |= is_marked;
        if !self.find_place() {
            return;
        }
        let builder = &mut self.builder;
        let span = builder.source.span(at + play.start, at + play.end);
        builder.place_start();
        if let (true, Body::Move(text)) = (builder.record.tree.is_empty(), &play.body) {
            start::let_white_start(&mut builder.record, &builder.diagram, *text, span);
        }
        let step = match play.body {
            Body::Move(text) => builder.written(text, builder.latest, span),
            Body::Word(word) => Ok(builder.word(word, builder.latest, span)),
            Body::Broken(why) => Err(broken(why)),
            Body::Aside => Err(broken(BrokenMove::NoSquare)),
        };
        builder.add(builder.latest, span, step, Clock::default());
        self.rest(at + play.end, &text[play.end..]);
    }

    /// Moves without marks on a line of their own. Where others have marks, they are none.
    fn bare_line(&mut self, offset: usize, at: usize, text: &'t str, line: Pair<'t, Token>) {
        if self.is_marked {
            return self.junk(at, text);
        }
        for play in line.into_inner() {
            self.play(offset + play.as_span().start(), play.as_str(), play);
            if !std::mem::replace(&mut self.is_bare, true) {
                let start = at + text.len() - text.trim_start_matches(words::is_blank).len();
                let span = self.builder.span(start, text.trim());
                let gap = Gap::new(span, GapKind::SideMarkMissing).of(self.builder.latest);
                self.builder.record.gaps.push(gap);
            }
        }
    }

    /// A line that begins with a mark before any move, and is no move, is prose to its end.
    fn prose(&mut self, at: usize) {
        let rest = &self.builder.source.text[at..];
        let length = rest.find(['\n', '\r']).map_or(rest.len(), |newline| newline + 1);
        let line = &rest[..length];
        self.builder.unreadable(at, line);
        self.prose = at + length;
    }

    /// What stands after a move and before the next mark: nothing, or a result.
    fn rest(&mut self, at: usize, text: &'t str) {
        let rest = text.trim();
        if rest.is_empty() {
            return;
        }
        let at = at + text.len() - text.trim_start().len();
        if rest.starts_with("まで") {
            self.result(at, rest);
        } else if words::ending(rest).is_some() {
            self.end(at, rest, rest);
        } else {
            let span = self.builder.span(at, rest);
            self.builder.gap = true;
            let kind = GapKind::TextAfterMove(TextAfter::Move);
            self.builder.record.miss(span, kind);
        }
    }

    /// A word for a result without a mark.
    fn end(&mut self, at: usize, text: &'t str, word: &'t str) {
        if self.find_place() {
            self.builder.end(at, text, word);
        }
    }

    /// A まで line ends the line of play, where no word has ended it before.
    fn result(&mut self, at: usize, text: &'t str) {
        if matches!(self.builder.block, Block::Lost(..)) || !self.find_place() {
            return;
        }
        let said = claim::result(text);
        if !said.words.is_empty() {
            self.builder.place_start();
        }
        self.end_by(&said, self.builder.span(at, text));
        self.builder.claim(at, text);
    }

    /// Ends the line of play as a まで line says.
    fn end_by(&mut self, said: &claim::Result<'t>, span: Span) {
        let builder = &mut self.builder;
        let latest = builder.latest;
        let Record {
            tree, start, claims, ..
        } = &builder.record;
        let (last, is_open) = match &tree.node(latest).step {
            Step::End(end) => {
                // A まで line has made this end in words that nobody knows, and none has known better.
                let own = || claims.iter().rev().take_while(|it| it.node == latest);
                let says_nothing = |it: &Claim<'_>| it.terminal.is_none() && it.winner.is_none();
                let left_open = own().all(says_nothing) && own().any(|it| it.span == end.span);
                (tree.parent(latest).unwrap_or(latest), left_open)
            }
            _ => (latest, true),
        };
        let to_move = attach::side_after(tree, start, last);
        let Some(terminal) =
            ending(said, to_move).filter(|&end| is_open && (last == latest || end != Terminal::Other))
        else {
            return;
        };
        let word = Cow::Borrowed(said.words);
        let step = Step::End(Ending::told(terminal, said.winner, to_move, word, span));
        if last == latest {
            builder.add(last, span, Ok(step), Clock::default());
        } else {
            builder.record.tree.node_mut(latest).step = step;
        }
        // One without any words speaks of the same end.
        let Record { claims, .. } = &mut builder.record;
        for claim in claims.iter_mut().filter(|claim| claim.node == last) {
            claim.node = builder.latest;
        }
        if said.terminal.is_none() && terminal == Terminal::Other {
            let gap = WordGap::Word(said.words.to_owned());
            builder.record.miss(span, GapKind::UnknownTerminal(gap));
        }
    }
}
