//! From the lines of a KIF text to a record.

use std::borrow::Cow;

use pest::Parser as _;
use pest::iterators::Pair;

use super::attach::{self, Search};
use super::board::{self, Diagram};
use super::cursor::is_blank;
use super::line::{self, Body, MoveText, Numbered, Trouble};
use super::parser::{KifParser, Rule as Line};
use super::{claim, split, start, words};
use crate::finding::{Finding, Rule, Span};
use crate::notation::quote::quoted;
use crate::notation::{Chunk, rules, unreadable::UnreadableLines};
use crate::record::{
    Claim, Destination, Ending, Header, Named, NodeId, Record, RemarkKind, Step, Terminal, Written,
};
use crate::shogi::Handicap;

/// Reads one record.
pub(super) fn read(chunk: Chunk<'_>) -> Record<'_> {
    let mut reader = Reader {
        chunk,
        record: Record::new(super::FORMAT),
        diagram: Diagram::new(),
        latest: NodeId::START,
        block: Block::MainLine,
        unreadable: UnreadableLines::default(),
        search: Search::new(chunk.text),
    };
    let mut at = 0;
    while at < chunk.text.len() {
        let stretch = split::stretch(&chunk.text[at..]);
        // The grammar takes every text; were a hole left in it, the stretch would become one unreadable line.
        if let Ok(mut pairs) = KifParser::parse(Line::file, stretch) {
            for line in pairs.next().into_iter().flat_map(Pair::into_inner) {
                reader.line(at, &line);
            }
        } else {
            reader.unreadable(at, stretch);
        }
        at += stretch.len();
    }
    reader.finish()
}

/// Where the numbered lines being read belong.
enum Block {
    MainLine,
    /// A 変化 line has been read, its first move not yet; and how many remarks there were before it.
    Announced(Span, usize),
    Variation,
    /// The variation has no place; the finding is the one at this index, and so many moves are lost.
    Lost(usize, u32),
}

struct Reader<'t> {
    chunk: Chunk<'t>,
    record: Record<'t>,
    diagram: Diagram,
    /// The node that the last line reached.
    latest: NodeId,
    block: Block,
    unreadable: UnreadableLines,
    search: Search,
}

impl<'t> Reader<'t> {
    fn line(&mut self, offset: usize, pair: &Pair<'t, Line>) {
        let (at, text) = (offset + pair.as_span().start(), pair.as_str());
        let kind = pair.as_rule();
        match kind {
            Line::move_line | Line::loose_move | Line::numbered => self.numbered(at, text),
            Line::comment => self.remark(RemarkKind::Comment, text),
            Line::bookmark => self.remark(RemarkKind::Bookmark, text),
            Line::tool => self.remark(RemarkKind::Tool, text),
            Line::variation => self.variation(self.span(at, text)),
            Line::result => self.result(at, text),
            Line::header => self.header(at, text, '：'),
            Line::colon_header => self.header(at, text, ':'),
            Line::board_row | Line::turn | Line::status => self.diagram_line(kind, at, text),
            Line::flag => self.header_of(text.trim_end(), "", self.span(at, text)),
            Line::junk => self.junk(at, text),
            _ => {}
        }
    }

    fn span(&self, at: usize, text: &str) -> Span {
        self.chunk
            .span(at, at + text.trim_end_matches(['\n', '\r']).len())
    }

    fn report(&mut self, rule: &'static Rule, span: Span, message: impl Into<String>) {
        self.record.report(Finding::new(rule, span, message));
    }

    fn unreadable(&mut self, at: usize, text: &str) {
        self.unreadable.add(self.chunk, at, text, &mut self.record);
    }

    fn remark(&mut self, kind: RemarkKind, text: &'t str) {
        self.record
            .remark(self.latest, kind, text[1..].trim_end_matches(['\n', '\r']));
    }

    /// A 変化 line before any move is junk that some exporters write; programs that read it ignore it.
    fn variation(&mut self, span: Span) {
        self.close_lost_variation();
        self.block = if self.record.tree.is_empty() {
            Block::MainLine
        } else {
            Block::Announced(span, self.record.remarks.len())
        };
    }

    /// Says how many moves a variation without a place has cost.
    fn close_lost_variation(&mut self) {
        let Block::Lost(index, moves) = self.block else {
            return;
        };
        if let Some(Finding { message, .. }) = self.record.findings.get_mut(index) {
            let lines = if moves == 1 { "line" } else { "lines" };
            *message = format!(
                "{message}: {moves} numbered {lines} of this variation could not be placed, nor judged"
            );
        }
    }

    fn junk(&mut self, at: usize, text: &'t str) {
        // `3投了`: a terminal without the blank behind its number.
        let ends = line::numbered(text.trim_end_matches(['\n', '\r'])).is_some_and(
            |n| matches!(n.body, Body::Word(word) if words::terminal(word).is_some() || words::is_pass(word)),
        );
        if ends {
            self.numbered(at, text);
        } else {
            self.unreadable(at, text);
        }
    }

    fn header(&mut self, at: usize, text: &'t str, colon: char) {
        let span = self.span(at, text);
        let line = text.trim_end_matches(['\n', '\r']);
        let Some((key, value)) = line.split_once(colon) else {
            return;
        };
        let key = key.trim_matches(is_blank);
        if !words::is_key(key, colon) {
            return self.junk(at, text);
        }
        if colon == ':' {
            let message = format!("the header \"{key}\" is separated by a half-width colon");
            self.report(&rules::half_width_colon::RULE, span, message);
        }
        match board::hand_owner(key) {
            Some(side) if self.record.tree.is_empty() => {
                let trouble = self.diagram.hand(side, value, span);
                self.record.findings.extend(trouble);
            }
            _ => self.header_of(key, value, span),
        }
    }

    fn header_of(&mut self, key: &'t str, value: &'t str, span: Span) {
        if key == "手合割" {
            let name: String = value.chars().filter(|c| !c.is_whitespace()).collect();
            if let Some((before, _)) = self
                .record
                .start
                .name
                .as_ref()
                .filter(|(before, _)| *before != name)
            {
                let message = format!(
                    "手合割 was given before as {}; the later one counts",
                    quoted(before)
                );
                self.report(&rules::unknown_handicap::RULE, span, message);
            }
            self.record.start.handicap = Handicap::by_name(&name);
            self.record.start.name = Some((Cow::Owned(name), span));
        }
        self.record.headers.push(Header {
            key: Cow::Borrowed(key),
            value: Cow::Borrowed(value),
            span,
        });
    }

    fn diagram_line(&mut self, kind: Line, at: usize, text: &'t str) {
        let span = self.span(at, text);
        if !self.record.tree.is_empty() {
            return self.unreadable(at, text);
        }
        match kind {
            Line::board_row => {
                let trouble = self.diagram.row(text, span);
                self.record.findings.extend(trouble);
            }
            Line::turn => self.diagram.turn = words::side(text).map(|(side, _)| (side, span)),
            _ => self.diagram.status(text),
        }
    }

    fn result(&mut self, at: usize, text: &'t str) {
        if matches!(self.block, Block::Lost(..)) {
            return;
        }
        let claim::Result {
            plies,
            terminal,
            winner,
        } = claim::result(text);
        let (span, text) = (self.span(at, text), Cow::Borrowed(text.trim()));
        // A word that was reported as the terminal need not be reported again.
        let repeated = match &self.record.tree.node(self.latest).step {
            Step::End(ending) => text.contains(ending.word.as_ref()),
            _ => false,
        };
        if terminal.is_none() && winner.is_none() && !repeated {
            let message = format!("{} does not say who won in words that are known", quoted(&text));
            self.report(&rules::unreadable_result::RULE, span, message);
        }
        self.record.claims.push(Claim {
            node: self.latest,
            plies,
            terminal,
            winner,
            text,
            span,
        });
    }

    fn numbered(&mut self, at: usize, text: &'t str) {
        let line_text = text.trim_end_matches(['\n', '\r']);
        let Some(line) = line::numbered(line_text) else {
            return self.unreadable(at, text);
        };
        let span = self.chunk.span(at + line.token.0, at + line.token.1);
        let parent = if self.record.tree.is_empty() {
            start::place(&mut self.record, &self.diagram);
            start::let_white_start(&mut self.record, &self.diagram, &line, span);
            start::number(&mut self.record, &self.diagram, line.number, span);
            Some(NodeId::START)
        } else {
            self.parent_of(&line, span)
        };
        let Some(parent) = parent else { return };
        let step = self.step(&line, parent, span);
        let tree = &mut self.record.tree;
        let there = self.search.same_child(tree, parent, &step);
        self.latest = there.unwrap_or_else(|| tree.add(parent, step, line.clock));
        tree.node_mut(self.latest).number = line.number;
        self.rest_of_line(at, line_text, &line);
    }

    fn rest_of_line(&mut self, at: usize, text: &str, line: &Numbered<'_>) {
        let Some((trouble, start, end)) = &line.trouble else {
            return;
        };
        let (span, what) = (self.chunk.span(at + start, at + end), quoted(&text[*start..*end]));
        match trouble {
            Trouble::Clock => {
                let message =
                    format!("{what} is no time of the form ( m:ss/hh:mm:ss); the move is kept without it");
                self.report(&rules::unreadable_clock::RULE, span, message);
            }
            Trouble::Text => {
                let message = format!("{what} behind number {} is not read", line.number);
                self.report(&rules::text_after_move::RULE, span, message);
            }
        }
    }

    /// Finds the node that a numbered line follows, or notes why there is none.
    fn parent_of(&mut self, line: &Numbered<'_>, span: Span) -> Option<NodeId> {
        let latest = self.record.tree.node(self.latest).number;
        match self.block {
            Block::Lost(index, moves) => {
                self.block = Block::Lost(index, moves + 1);
                None
            }
            Block::Announced(announced, remarks) => self.parent_of_variation(line, announced, remarks),
            _ if line.number == latest.saturating_add(1) => Some(self.latest),
            _ if line.number > latest => {
                let message = format!(
                    "number {} follows number {latest}: a move may be missing here",
                    line.number
                );
                self.report(&rules::ply_gap::RULE, span, message);
                Some(self.latest)
            }
            _ => {
                let message = format!(
                    "number {} was already given, and no 変化 line stands before; read as a variation from there",
                    line.number
                );
                self.report(&rules::ply_repeat::RULE, span, message);
                let parent = self.search.before(&self.record.tree, self.latest, line.number);
                Some(parent.unwrap_or(NodeId::START))
            }
        }
    }

    fn parent_of_variation(
        &mut self,
        line: &Numbered<'_>,
        announced: Span,
        remarks: usize,
    ) -> Option<NodeId> {
        let Record { tree, start, .. } = &self.record;
        let first = match &line.body {
            Body::Move(text) => Some(text),
            _ => None,
        };
        let Some(parent) = self.search.fork(tree, start, self.latest, line.number, first) else {
            self.block = Block::Lost(self.record.findings.len(), 1);
            let message = if self.search.is_exhausted() {
                "this record has too many variations to find where this one belongs".to_owned()
            } else {
                format!("no line of the game reaches ply {}", line.number)
            };
            self.report(&rules::variation_without_parent::RULE, announced, message);
            return None;
        };
        self.block = Block::Variation;
        // What is said between the 変化 line and its first move is said of the position before that move.
        for remark in &mut self.record.remarks[remarks..] {
            remark.node = parent;
        }
        Some(parent)
    }

    fn step(&mut self, line: &Numbered<'t>, parent: NodeId, span: Span) -> Step<'t> {
        match &line.body {
            Body::Move(text) => self.written(*text, parent, span),
            Body::Word(word) if words::is_pass(word) => Step::Pass(span),
            Body::Word(word) => {
                let known = words::terminal(word);
                if known.is_none() {
                    let message = format!(
                        "{} is no word for a result that is known; the line ends here",
                        quoted(word)
                    );
                    self.report(&rules::unknown_terminal::RULE, span, message);
                }
                let terminal = known.unwrap_or(Terminal::Other);
                Step::End(Ending {
                    terminal,
                    offender: None,
                    word: Cow::Borrowed(word),
                    span,
                })
            }
            Body::Broken(why) => {
                let message = format!("this looks like a move but cannot be read: {why}");
                self.report(&rules::bad_token::RULE, span, message);
                Step::Illegible(span)
            }
        }
    }

    fn written(&mut self, text: MoveText, parent: NodeId, span: Span) -> Step<'t> {
        let to = text
            .to
            .map(Destination::Square)
            .or_else(|| attach::same_square(&self.record.tree, parent));
        let Some(to) = to else {
            let message =
                "同 (the same square) stands here, but no move comes before whose square it could mean";
            self.report(&rules::doubtful_same::RULE, span, message);
            return Step::Illegible(span);
        };
        Step::Move(Written {
            mark: text.mark,
            from: text.from,
            to,
            named: Named::Before(text.kind),
            promotion: text.promotion,
            span,
        })
    }

    fn finish(mut self) -> Record<'t> {
        if self.record.tree.is_empty() {
            start::place(&mut self.record, &self.diagram);
        }
        self.close_lost_variation();
        self.record
    }
}
