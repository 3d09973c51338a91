//! A record while its text is read line by line.

use std::borrow::Cow;

use super::attach::Search;
use super::block::Block;
use super::board::{self, Diagram};
use super::claim;
use super::words::is_blank;
use super::{start, words};
use crate::finding::Span;
use crate::notation::header::header;
use crate::notation::{RecordText, unreadable::UnreadableLines};
use crate::record::gap::{BoardGap, Gap, HandicapGap, HandicapName, StartTaken, Unit};
use crate::record::{Claim, Format, GapKind, NodeId, Record, RemarkKind, Step};
use crate::shogi::{Color, Handicap};

/// The record as far as it has been read, and what is still to be decided.
#[derive(Debug)]
pub(crate) struct RecordBuilder<'t> {
    /// The text being read.
    pub source: RecordText<'t>,
    /// What has been read.
    pub record: Record<'t>,
    /// The start position as it is drawn.
    pub diagram: Diagram<'t>,
    /// The node that the last line reached.
    pub latest: NodeId,
    /// Where moves belong.
    pub block: Block,
    /// The search for where moves belong.
    pub search: Search,
    /// What is counted of a lost variation.
    pub counted: Unit,
    /// A move may be missing before the next.
    pub gap: bool,
    unreadable: UnreadableLines,
    /// The start has been decided.
    placed: bool,
}

impl<'t> RecordBuilder<'t> {
    /// Nothing has been read.
    pub(crate) fn new(source: RecordText<'t>, format: Format, counted: Unit) -> Self {
        Self {
            source,
            record: source.record(format),
            diagram: Diagram::new(),
            latest: NodeId::START,
            block: Block::Line,
            search: Search::new(source.text),
            counted,
            gap: false,
            unreadable: UnreadableLines::default(),
            placed: false,
        }
    }

    /// The place of a line, without its line end.
    pub(crate) fn span(&self, at: usize, text: &str) -> Span {
        self.source
            .span(at, at + text.trim_end_matches(['\n', '\r']).len())
    }

    /// Notes a line that nobody understands.
    pub(crate) fn unreadable(&mut self, at: usize, text: &str) {
        self.gap = true;
        self.unreadable.add(self.source, at, text, &mut self.record);
    }

    /// Adds a comment, bookmark or program's line, which begins with its mark, to the last position.
    pub(crate) fn remark(&mut self, kind: RemarkKind, text: &'t str) {
        let line = text.trim_start_matches(is_blank).trim_end_matches(['\n', '\r']);
        self.record.remark(self.latest, kind, &line[1..]);
    }

    /// Reads a header, two with the names of the players, or a hand of the diagram. False when it can be none of these.
    pub(crate) fn header(&mut self, at: usize, text: &'t str, colon: char) -> bool {
        match second_player(text, colon) {
            Some(second) => {
                let first = text[..second].trim_end_matches(is_between_players);
                self.single_header(at, first, colon, str::trim)
                    && self.single_header(at + second, &text[second..], colon, str::trim)
            }
            None => self.single_header(at, text, colon, |value| value),
        }
    }

    fn single_header(
        &mut self,
        at: usize,
        text: &'t str,
        colon: char,
        value_of: fn(&'t str) -> &'t str,
    ) -> bool {
        let span = self.span(at, text);
        let line = text.trim_end_matches(['\n', '\r']);
        let Some((key, value)) = line.split_once(colon) else {
            return false;
        };
        let key = key.trim_matches(is_blank);
        if !words::is_key(key, colon) {
            return false;
        }
        if colon == ':' {
            self.record.miss(span, GapKind::HalfWidthColon(key.to_owned()));
        }
        match board::hand_owner(key) {
            Some(side) if !self.placed => {
                let gap = self.diagram.hand(side, value, span);
                self.miss_of_board(span, gap);
            }
            _ => self.header_of(key, value_of(value), span),
        }
        true
    }

    /// A line that is a header without a value.
    pub(crate) fn flag(&mut self, at: usize, text: &'t str) {
        self.header_of(text.trim(), "", self.span(at, text));
    }

    /// Keeps a header; the name of the start says where the game begins.
    pub(crate) fn header_of(&mut self, key: &'t str, value: &'t str, span: Span) {
        if key == "手合割" {
            let name: String = value.chars().filter(|c| !c.is_whitespace()).collect();
            let before = self.record.start.name.as_ref();
            if let Some((before, _)) = before.filter(|(before, _)| *before != name) {
                let kind = GapKind::UnknownHandicap(HandicapGap {
                    name: HandicapName::GivenBefore(before.to_string()),
                    taken: StartTaken::Unsaid,
                });
                self.record.miss(span, kind);
            }
            self.record.start.handicap = Handicap::by_name(&name);
            self.record.start.name = Some((Cow::Owned(name), span));
        }
        self.record.headers.push(header(key, value, span));
    }

    /// Reads a row of the board.
    pub(crate) fn board_row(&mut self, at: usize, text: &'t str) {
        self.of_diagram(at, text, Diagram::row);
    }

    /// Reads whose turn it is on the board.
    pub(crate) fn turn(&mut self, at: usize, text: &'t str) {
        self.of_diagram(at, text, |diagram, line, span| {
            diagram.turn = words::side(line).map(|(side, _)| (side, span));
            None
        });
    }

    /// Reads how many moves led to the board.
    pub(crate) fn status(&mut self, at: usize, text: &'t str) {
        self.of_diagram(at, text, Diagram::status);
    }

    /// A line of a diagram, which stands before the moves or has no meaning. It may be indented.
    fn of_diagram(
        &mut self,
        at: usize,
        text: &'t str,
        read: impl FnOnce(&mut Diagram<'t>, &'t str, Span) -> Option<BoardGap>,
    ) {
        if self.placed {
            self.unreadable(at, text);
        } else {
            let line = text.trim_start_matches(is_blank);
            let span = self.span(at + text.len() - line.len(), line);
            let gap = read(&mut self.diagram, line, span);
            self.miss_of_board(span, gap);
        }
    }

    fn miss_of_board(&mut self, span: Span, gap: Option<BoardGap>) {
        let gap = gap.map(|gap| Gap::of_start(span, GapKind::UnreadableBoard(gap)));
        self.record.gaps.extend(gap);
    }

    /// Keeps what a まで line says of the line of play that ends at the last move.
    pub(crate) fn claim(&mut self, at: usize, text: &'t str) {
        let claim::Result {
            plies,
            terminal,
            winner,
            ..
        } = claim::result(text);
        let (span, text) = (self.span(at, text), Cow::Borrowed(text.trim()));
        // A word that was reported as the terminal need not be reported again.
        let repeated = match &self.record.tree.node(self.latest).step {
            Step::End(ending) => text.contains(ending.word.as_ref()),
            _ => false,
        };
        if terminal.is_none() && winner.is_none() && !repeated {
            self.record.miss(span, GapKind::UnreadableResult);
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

    /// Takes the start from what has been read of it: before the first move, or at the end without any.
    pub(crate) fn place_start(&mut self) {
        if !self.placed {
            self.placed = true;
            start::place(&mut self.record, &self.diagram);
        }
    }

    /// The finished record.
    pub(crate) fn finish(mut self) -> Record<'t> {
        self.place_start();
        self.close_lost_variation();
        self.record
    }
}

/// Whether a character separates two players on one line: `先手: 甲 / 後手: 乙`.
const fn is_between_players(c: char) -> bool {
    is_blank(c) || matches!(c, '/' | '／')
}

/// Where the second player begins in a line that names both, as 激指 writes them: `先手: 甲  後手: 乙`.
fn second_player(text: &str, colon: char) -> Option<usize> {
    let (first, rest) = words::side(text.trim_start_matches(is_blank))?;
    if !rest.starts_with(colon) {
        return None;
    }
    let names = match first {
        Color::Black => ["後手", "上手"],
        Color::White => ["先手", "下手"],
    };
    text.match_indices(colon).skip(1).find_map(|(end, _)| {
        let name = names.iter().find(|name| text[..end].ends_with(**name))?;
        let start = end - name.len();
        text[..start].ends_with(is_between_players).then_some(start)
    })
}
