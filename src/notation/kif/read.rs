//! From the lines of a KIF text to a record.

use pest::Parser as _;
use pest::iterators::Pair;

use super::line;
use super::numbered::{Body, LineTrouble, Numbered};
use super::parser::{KifParser, Rule as Line};
use super::usual_line::{self, UsualLine};
use crate::finding::Span;
use crate::notation::kakinoki::block::Block;
use crate::notation::kakinoki::builder::RecordBuilder;
use crate::notation::kakinoki::step::broken;
use crate::notation::kakinoki::{start, words};
use crate::notation::stretch::{stretch, unusual};
use crate::notation::{RecordText, formats};
use crate::record::gap::{ClockGap, PlyGap, TextAfter, Unit};
use crate::record::{Format, GapKind, LARGEST_NUMBER, NodeId, Record, RemarkKind, Step};

/// Reads one record under the name of a format whose lines are those of KIF.
pub(in crate::notation) fn read(source: RecordText<'_>, format: Format) -> Record<'_> {
    read_before(usual_line::read, source, format)
}

/// Reads one record by the grammar alone.
pub fn read_by_grammar(source: RecordText<'_>) -> Record<'_> {
    read_before(|_| None, source, formats::KIF)
}

/// What reads the lines that are usual, in front of the grammar.
type Scanner = fn(&str) -> Option<(UsualLine<'_>, usize)>;

fn read_before(scanner: Scanner, source: RecordText<'_>, format: Format) -> Record<'_> {
    let mut reader = Reader {
        builder: RecordBuilder::new(source, format, Unit::Lines),
        from_zero: false,
    };
    reader.builder.record.tree.expect(source.text, 40);
    let mut at = 0;
    while at < source.text.len() {
        let rest = &source.text[at..];
        at += if let Some((line, length)) = scanner(rest) {
            reader.usual(at, &rest[..length], line);
            length
        } else {
            let stretch = unusual(stretch(rest), |line| scanner(line).is_some());
            reader.by_grammar(at, stretch);
            stretch.len()
        };
    }
    reader.builder.finish()
}

/// A line without its end.
fn without_end(line: &str) -> &str {
    line.trim_end_matches(['\n', '\r'])
}

struct Reader<'t> {
    builder: RecordBuilder<'t>,
    /// Whether the moves are counted from 0 and not from 1.
    from_zero: bool,
}

impl<'t> Reader<'t> {
    fn usual(&mut self, at: usize, text: &'t str, line: UsualLine<'t>) {
        match line {
            UsualLine::Numbered(line) => self.numbered(at, text, line),
            UsualLine::Comment => self.builder.remark(RemarkKind::Comment, text),
            UsualLine::Tool => self.builder.remark(RemarkKind::Tool, text),
            UsualLine::Header => self.header(at, text, '：'),
            UsualLine::Separator => {}
            UsualLine::Variation => self.builder.announce(at, text),
            UsualLine::Result => self.result(at, text),
        }
    }

    fn by_grammar(&mut self, at: usize, stretch: &'t str) {
        // The grammar takes every text; were a hole left in it, the stretch would become one unreadable line.
        if let Ok(mut pairs) = KifParser::parse(Line::file, stretch) {
            for line in pairs.next().into_iter().flat_map(Pair::into_inner) {
                self.line(at, &line);
            }
        } else {
            self.builder.unreadable(at, stretch);
        }
    }

    fn line(&mut self, offset: usize, pair: &Pair<'t, Line>) {
        let (at, text) = (offset + pair.as_span().start(), pair.as_str());
        let builder = &mut self.builder;
        match pair.as_rule() {
            Line::move_line | Line::loose_move | Line::numbered => match line::numbered(without_end(text)) {
                Some(line) => self.numbered(at, text, line),
                None => builder.unreadable(at, text),
            },
            Line::comment => builder.remark(RemarkKind::Comment, text),
            Line::bookmark => builder.remark(RemarkKind::Bookmark, text),
            Line::tool => builder.remark(RemarkKind::Tool, text),
            Line::variation => builder.announce(at, text),
            Line::result => self.result(at, text),
            Line::header => self.header(at, text, '：'),
            Line::colon_header => self.header(at, text, ':'),
            Line::board_row => builder.board_row(at, text),
            Line::turn => builder.turn(at, text),
            Line::status => builder.status(at, text),
            Line::flag => builder.flag(at, text),
            Line::junk => self.junk(at, text),
            _ => {}
        }
    }

    fn header(&mut self, at: usize, text: &'t str, colon: char) {
        if !self.builder.header(at, text, colon) {
            self.junk(at, text);
        }
    }

    fn junk(&mut self, at: usize, text: &'t str) {
        let word = text.trim_matches(|c| words::is_blank(c) || matches!(c, '\n' | '\r'));
        if words::ending(word).is_some()
            && matches!(self.builder.block, Block::Line)
            && !self.builder.record.tree.is_empty()
        {
            return self.builder.end(at, text, word);
        }
        // `3投了`: a terminal without the blank after its number.
        let ends = |line: &Numbered<'_>| matches!(line.body, Body::Word(word) if words::ending(word).is_some() || words::is_pass(word));
        match line::numbered(without_end(text)).filter(ends) {
            Some(line) => self.numbered(at, text, line),
            None => self.builder.unreadable(at, text),
        }
    }

    fn result(&mut self, at: usize, text: &'t str) {
        if !matches!(self.builder.block, Block::Lost(..)) {
            self.builder.claim(at, text);
            self.count_claim_from_one();
        }
    }

    /// Where moves are counted from 0, a まで line may name the number of the last one, too.
    fn count_claim_from_one(&mut self) {
        let record = &mut self.builder.record;
        let latest = record.tree.node(self.builder.latest);
        let is_end = matches!(latest.step, Step::End(_));
        let moves = latest.number.saturating_sub(is_end.into());
        let plies = record.claims.last_mut().and_then(|claim| claim.plies.as_mut());
        if let Some(plies) = plies.filter(|plies| self.from_zero && plies.checked_add(1) == Some(moves)) {
            *plies = moves;
        }
    }

    fn numbered(&mut self, at: usize, text: &'t str, mut line: Numbered<'t>) {
        let span = self.builder.source.span(at + line.token.0, at + line.token.1);
        let is_first = self.builder.record.tree.is_empty();
        if let Body::Word(word) = line.body
            && line.number == 0
            && words::ending(word).is_none()
            && !words::is_pass(word)
        {
            // Some programs name the start position there. It ends nothing.
            if !is_first || word != "開始局面" {
                self.builder.unreadable(at, text);
            }
            return;
        }
        if is_first {
            self.start(&line, span);
        }
        line.number = line.number.saturating_add(self.from_zero.into());
        let parent = if is_first {
            Some(NodeId::START)
        } else {
            self.parent_of(&mut line, span)
        };
        let Some(parent) = parent else { return };
        let builder = &mut self.builder;
        let step = match line.body {
            Body::Move(text) => builder.written(text, parent, span),
            Body::Word(word) => Ok(builder.word(word, parent, span)),
            Body::Broken(why) => Err(broken(why)),
        };
        let joined = builder.add(parent, span, step, line.clock);
        let clock_span = line
            .clock_token
            .map(|(start, end)| builder.source.span(at + start, at + end));
        let node = builder.record.tree.node_mut(builder.latest);
        // Beyond the limits the move has the number that is due, and one that was there already keeps its own.
        if !joined && (1..=LARGEST_NUMBER).contains(&line.number) {
            node.number = line.number;
        }
        node.clock_span = node.clock_span.or(clock_span);
        self.rest_of_line(at, &line);
    }

    fn start(&mut self, first: &Numbered<'_>, span: Span) {
        self.builder.place_start();
        let RecordBuilder { record, diagram, .. } = &mut self.builder;
        if let Body::Move(text) = &first.body {
            start::let_white_start(record, diagram, *text, span);
        }
        self.from_zero = first.number == 0;
        self.builder.gap = start::number(record, diagram, first.number, span);
    }

    fn rest_of_line(&mut self, at: usize, line: &Numbered<'_>) {
        let Some((trouble, start, end)) = &line.trouble else {
            return;
        };
        let kind = match trouble {
            LineTrouble::Clock => GapKind::UnreadableClock(ClockGap::Kif),
            LineTrouble::Negative => GapKind::ClockNegative(ClockGap::Kif),
            LineTrouble::Text => GapKind::TextAfterMove(TextAfter::Number(line.number)),
        };
        let span = self.builder.source.span(at + start, at + end);
        self.builder.record.miss(span, kind);
    }

    /// Finds the node that a numbered line follows, or notes why there is none.
    fn parent_of(&mut self, line: &mut Numbered<'_>, span: Span) -> Option<NodeId> {
        let builder = &mut self.builder;
        let latest = builder.record.tree.node(builder.latest).number;
        match builder.block {
            Block::Lost(index, moves) => {
                builder.block = Block::Lost(index, moves + 1);
                None
            }
            Block::Announced {
                span: announced,
                number,
                remarks,
            } => {
                let number = number.map(|number| number.saturating_add(self.from_zero.into()));
                if let Some(number) = number.filter(|&number| number != line.number) {
                    let gap = PlyGap::Announced {
                        announced: number,
                        number: line.number,
                    };
                    builder.record.miss(span, GapKind::PlyGap(gap));
                    builder.gap = true;
                }
                self.parent_of_variation(line, announced, remarks)
            }
            Block::Line if line.number == latest.saturating_add(1) => Some(builder.latest),
            Block::Line if line.number > latest => {
                let gap = PlyGap::Skipped {
                    number: line.number,
                    before: latest,
                };
                builder.record.miss(span, GapKind::PlyGap(gap));
                builder.gap = true;
                Some(builder.latest)
            }
            Block::Line if ends_here(builder, line, self.from_zero) => {
                let (number, due) = (line.number, latest.saturating_add(1));
                builder.record.miss(span, GapKind::EndNumber { number, due });
                // It takes no number, so that moves after it go on from the one before it.
                line.number = latest;
                Some(builder.latest)
            }
            Block::Line => {
                builder.record.miss(span, GapKind::PlyRepeat(line.number));
                let parent = builder
                    .search
                    .before(&builder.record.tree, builder.latest, line.number);
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
        let builder = &mut self.builder;
        let Record { tree, start, .. } = &builder.record;
        let first = match &line.body {
            Body::Move(text) => Some(text),
            _ => None,
        };
        let parent = builder
            .search
            .fork(tree, start, builder.latest, line.number, first);
        match parent {
            Some(parent) => builder.enter(parent, remarks),
            None => builder.lose(announced, builder.why_lost(line.number)),
        }
        parent
    }
}

/// Whether a line with a number that was given already is the end of the line of play that it is in. Only a move takes the
/// place of another, and only an end that of an end.
fn ends_here(builder: &RecordBuilder<'_>, line: &Numbered<'_>, from_zero: bool) -> bool {
    let is_end = matches!(line.body, Body::Word(word) if words::ending(word).is_some());
    let latest = builder.record.tree.node(builder.latest);
    is_end && (line.number == u32::from(from_zero) || !matches!(latest.step, Step::End(_)))
}
