//! From the tokens of a KI2 text to a record.

use std::borrow::Cow;

use pest::Parser as _;
use pest::iterators::Pair;

use super::ending::ending;
use super::parser::{Ki2Parser, Rule as Token};
use super::play::{self, Body};
use super::stretch::stretch;
use crate::notation::kakinoki::block::Block;
use crate::notation::kakinoki::sheet::Sheet;
use crate::notation::kakinoki::{attach, claim, start, words};
use crate::notation::{Chunk, rules};
use crate::record::{Clock, Ending, Record, RemarkKind, Step, Terminal};

/// Reads one record.
pub(super) fn read(chunk: Chunk<'_>) -> Record<'_> {
    let mut reader = Reader {
        sheet: Sheet::new(chunk, super::FORMAT, &rules::variation_without_parent::MOVE),
        prose: 0,
    };
    let mut at = 0;
    while at < chunk.text.len() {
        let stretch = stretch(&chunk.text[at..]);
        // The grammar takes every text; were a hole left in it, the stretch would become one unreadable line.
        if let Ok(mut pairs) = Ki2Parser::parse(Token::file, stretch) {
            for token in pairs.next().into_iter().flat_map(Pair::into_inner) {
                reader.token(at, &token);
            }
        } else {
            reader.sheet.unreadable(at, stretch);
        }
        at += stretch.len();
    }
    reader.sheet.finish()
}

struct Reader<'t> {
    sheet: Sheet<'t>,
    /// Up to here the text is known to be no moves.
    prose: usize,
}

impl<'t> Reader<'t> {
    fn token(&mut self, offset: usize, pair: &Pair<'t, Token>) {
        let (at, text) = (offset + pair.as_span().start(), pair.as_str());
        let sheet = &mut self.sheet;
        match pair.as_rule() {
            Token::play => self.play(at, text),
            Token::comment => sheet.remark(RemarkKind::Comment, text),
            Token::bookmark => sheet.remark(RemarkKind::Bookmark, text),
            Token::tool => sheet.remark(RemarkKind::Tool, text),
            Token::variation => sheet.announce(at, text),
            Token::result => self.result(at, text),
            Token::header => self.header(at, text, '：'),
            Token::colon_header => self.header(at, text, ':'),
            Token::board_row => sheet.board_row(at, text),
            Token::turn => sheet.turn(at, text),
            Token::status => sheet.status(at, text),
            Token::flag => sheet.flag(at, text),
            Token::junk => self.junk(at, text),
            _ => {}
        }
    }

    fn header(&mut self, at: usize, text: &'t str, colon: char) {
        if !self.sheet.header(at, text, colon) {
            self.junk(at, text);
        }
    }

    fn junk(&mut self, at: usize, text: &'t str) {
        let word = text.trim();
        if words::ending(word).is_some() && !self.sheet.record.tree.is_empty() {
            let start = at + text.len() - text.trim_start().len();
            self.end(start, word);
        } else {
            self.sheet.unreadable(at, text);
        }
    }

    /// Goes into an announced variation. False where the next move has no place.
    fn find_place(&mut self) -> bool {
        let sheet = &mut self.sheet;
        let (span, number, remarks) = match sheet.block {
            Block::Line => return true,
            Block::Announced {
                span,
                number,
                remarks,
            } => (span, number, remarks),
            Block::Lost(index, moves) => {
                sheet.block = Block::Lost(index, moves + 1);
                return false;
            }
        };
        let Some(number) = number else {
            sheet.lose(span, rules::variation_without_parent::NO_NUMBER);
            return false;
        };
        let tree = &sheet.record.tree;
        let Some(parent) = sheet.search.fork_in_line(tree, sheet.latest, number) else {
            sheet.lose(span, sheet.why_lost(number));
            return false;
        };
        sheet.enter(parent, remarks);
        sheet.latest = parent;
        true
    }

    fn play(&mut self, at: usize, text: &'t str) {
        if at < self.prose {
            return;
        }
        let play = play::play(text);
        if play.body == Body::Aside && self.sheet.record.tree.is_empty() {
            return self.prose(at);
        }
        if !self.find_place() {
            return;
        }
        let sheet = &mut self.sheet;
        let span = sheet.chunk.span(at + play.start, at + play.end);
        sheet.place_start();
        if let (true, Body::Move(text)) = (sheet.record.tree.is_empty(), &play.body) {
            start::let_white_start(&mut sheet.record, &sheet.diagram, *text, span);
        }
        let step = match play.body {
            Body::Move(text) => sheet.written(text, sheet.latest, span),
            Body::Word(word) => sheet.word(word, sheet.latest, span),
            Body::Broken(why) => sheet.broken(why, span),
            Body::Aside => sheet.broken(&rules::bad_token::NO_SQUARE, span),
        };
        sheet.add(sheet.latest, step, Clock::default());
        self.rest(at + play.end, &text[play.end..]);
    }

    /// A line that begins with a mark before any move, and is no move, is prose to its end.
    fn prose(&mut self, at: usize) {
        let rest = &self.sheet.chunk.text[at..];
        let length = rest.find(['\n', '\r']).map_or(rest.len(), |newline| newline + 1);
        let line = &rest[..length];
        self.sheet.unreadable(at, line);
        self.prose = at + length;
    }

    /// What stands behind a move and before the next mark: nothing, or a result.
    fn rest(&mut self, at: usize, text: &'t str) {
        let rest = text.trim();
        if rest.is_empty() {
            return;
        }
        let at = at + text.len() - text.trim_start().len();
        if rest.starts_with("まで") {
            self.result(at, rest);
        } else if words::ending(rest).is_some() {
            self.end(at, rest);
        } else {
            let span = self.sheet.span(at, rest);
            let message = rules::text_after_move::behind_move(rest);
            self.sheet.gap = true;
            self.sheet.report(&rules::text_after_move::RULE, span, message);
        }
    }

    /// A word for a result without a mark.
    fn end(&mut self, at: usize, word: &'t str) {
        if self.find_place() {
            let span = self.sheet.span(at, word);
            let step = self.sheet.word(word, self.sheet.latest, span);
            self.sheet.add(self.sheet.latest, step, Clock::default());
        }
    }

    /// A まで line ends the line of play, where no word has ended it before.
    fn result(&mut self, at: usize, text: &'t str) {
        if matches!(self.sheet.block, Block::Lost(..)) || !self.find_place() {
            return;
        }
        let said = claim::result(text);
        let sheet = &mut self.sheet;
        if !said.words.is_empty() {
            sheet.place_start();
        }
        let Record { tree, start, .. } = &sheet.record;
        let is_open = !matches!(tree.node(sheet.latest).step, Step::End(_));
        let to_move = attach::side_after(tree, start, sheet.latest);
        if let Some(terminal) = ending(&said, to_move).filter(|_| is_open) {
            let (word, span) = (Cow::Borrowed(said.words), sheet.span(at, text));
            let step = Step::End(Ending::told(terminal, said.winner, to_move, word, span));
            sheet.add(sheet.latest, step, Clock::default());
            if said.terminal.is_none() && terminal == Terminal::Other {
                let message = rules::unknown_terminal::word(said.words);
                let span = sheet.span(at, text);
                sheet.report(&rules::unknown_terminal::RULE, span, message);
            }
        }
        sheet.claim(at, text);
    }
}
