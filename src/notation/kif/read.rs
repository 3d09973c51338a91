//! From the lines of a KIF text to a record.

use std::borrow::Cow;

use pest::Parser as _;
use pest::iterators::Pair;

use super::board::{self, Diagram};
use super::cursor::is_blank;
use super::line::{self, Body, MoveText, Numbered, Trouble};
use super::parser::{KifParser, Rule as Line};
use super::{attach, claim, words};
use crate::finding::{Finding, Rule, Span};
use crate::notation::{Chunk, rules, unreadable::UnreadableLines};
use crate::record::{
    Claim, Destination, Ending, Format, Header, NodeId, Origin, Record, RemarkKind, Step, Terminal, Written,
};
use crate::shogi::{Color, Handicap, Piece, Position};

/// Reads one record.
pub(super) fn read(chunk: Chunk<'_>) -> Record<'_> {
    let mut reader = Reader {
        chunk,
        record: Record::new(Format::Kif),
        diagram: Diagram::new(),
        latest: NodeId::START,
        block: Block::MainLine,
        unreadable: UnreadableLines::default(),
    };
    // The grammar takes every text; were a hole left in it, the text would become one unreadable line.
    if let Ok(mut pairs) = KifParser::parse(Line::file, chunk.text) {
        for line in pairs.next().into_iter().flat_map(Pair::into_inner) {
            reader.line(&line);
        }
    } else {
        reader.unreadable.add(chunk, 0, chunk.text, &mut reader.record);
    }
    reader.finish()
}

/// Where the numbered lines being read belong.
enum Block {
    MainLine,
    /// A 変化 line has been read, its first move not yet.
    Announced(Span),
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
}

impl<'t> Reader<'t> {
    fn line(&mut self, pair: &Pair<'t, Line>) {
        let (at, text) = (pair.as_span().start(), pair.as_str());
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
            Block::Announced(span)
        };
    }

    /// Says how many moves a variation without a place has cost.
    fn close_lost_variation(&mut self) {
        if let Block::Lost(index, moves) = self.block {
            let message = &mut self.record.findings[index].message;
            let moves = if moves == 1 {
                "1 numbered line".to_owned()
            } else {
                format!("{moves} numbered lines")
            };
            *message = format!("{message}: {moves} of this variation could not be placed and not be judged");
        }
    }

    fn junk(&mut self, at: usize, text: &'t str) {
        // `3投了`: a terminal without the blank behind its number.
        let ends = line::numbered(text).is_some_and(
            |n| matches!(n.body, Body::Word(word) if words::terminal(word).is_some() || words::is_pass(word)),
        );
        if ends {
            self.numbered(at, text);
        } else {
            self.unreadable.add(self.chunk, at, text, &mut self.record);
        }
    }

    fn header(&mut self, at: usize, text: &'t str, colon: char) {
        let span = self.span(at, text);
        let line = text.trim_end_matches(['\n', '\r']);
        let Some((key, value)) = line.split_once(colon) else {
            return;
        };
        let key = key.trim_matches(is_blank);
        if key.is_empty() || colon == ':' && key.contains(is_blank) {
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
            return self.unreadable.add(self.chunk, at, text, &mut self.record);
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
        let text = text.trim_end_matches(['\n', '\r']);
        let Some(line) = line::numbered(text) else {
            return self.unreadable.add(self.chunk, at, text, &mut self.record);
        };
        let span = self.chunk.span(at + line.token.0, at + line.token.1);
        if self.record.tree.is_empty() {
            self.settle_start(&line, span);
        }
        let Some(parent) = self.parent_of(&line, span) else {
            return;
        };
        let step = self.step(&line, parent, span);
        self.latest = match &step {
            Step::Move(written) => attach::same_child(&self.record.tree, parent, written),
            _ => None,
        }
        .unwrap_or_else(|| self.record.tree.add(parent, step, line.clock));
        self.record.tree.node_mut(self.latest).number = line.number;
        self.rest_of_line(at, text, &line);
    }

    fn rest_of_line(&mut self, at: usize, text: &str, line: &Numbered<'_>) {
        let Some((trouble, start, end)) = &line.trouble else {
            return;
        };
        let (span, what) = (self.chunk.span(at + start, at + end), &text[*start..*end]);
        match trouble {
            Trouble::Clock => {
                let message = format!(
                    "\"{what}\" is no time of the form ( m:ss/hh:mm:ss); the move is kept without it"
                );
                self.report(&rules::unreadable_clock::RULE, span, message);
            }
            Trouble::Text => {
                let message = format!("\"{what}\" behind number {} is not read", line.number);
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
            Block::Announced(announced) => self.parent_of_variation(line, announced),
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
                attach::parent_in_line(&self.record.tree, self.latest, line.number).or(Some(NodeId::START))
            }
        }
    }

    fn parent_of_variation(&mut self, line: &Numbered<'_>, announced: Span) -> Option<NodeId> {
        let Record { tree, start, .. } = &self.record;
        let from = match line.body {
            Body::Move(MoveText { from, .. }) => from,
            _ => Origin::Unstated,
        };
        let fits = |id: NodeId| attach::origin_fits(tree, start, id, from);
        let parent = attach::parent_in_line(tree, self.latest, line.number).filter(|&id| {
            tree.node(id).number + 1 == line.number && !matches!(tree.node(id).step, Step::End(_))
        });
        // Where the piece stands in no line, the latest line is as good as any: the referee will say so.
        let found = parent
            .filter(|&id| fits(id))
            .or_else(|| attach::parent_elsewhere(tree, line.number, fits))
            .or(parent);
        self.block = if found.is_some() {
            Block::Variation
        } else {
            Block::Lost(self.record.findings.len(), 1)
        };
        if found.is_none() {
            self.report(
                &rules::variation_without_parent::RULE,
                announced,
                format!("no line of the game reaches ply {}", line.number),
            );
        }
        found
    }

    fn step(&mut self, line: &Numbered<'t>, parent: NodeId, span: Span) -> Step<'t> {
        match &line.body {
            Body::Move(text) => self.written(*text, parent, span),
            Body::Word(word) if words::is_pass(word) => Step::Pass(span),
            Body::Word(word) => {
                let known = words::terminal(word);
                if known.is_none() {
                    let message =
                        format!("\"{word}\" is no word for a result that is known; the line ends here");
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
        let MoveText {
            mark,
            named,
            promotion,
            from,
            ..
        } = text;
        Step::Move(Written {
            mark,
            from,
            to,
            named,
            promotion,
            span,
        })
    }

    /// Decides the start position when the first numbered line is met, or at the end.
    fn settle_start(&mut self, first: &Numbered<'_>, span: Span) {
        self.place_start();
        self.let_white_start(first, span);
        if first.number != 1 {
            // A diagram may come from the middle of a game, whose numbers go on.
            if !self.diagram.has_board() {
                let message = format!(
                    "the first number is {}, not 1: moves may be missing before it",
                    first.number
                );
                self.report(&rules::ply_gap::RULE, span, message);
            }
            self.record.tree.node_mut(NodeId::START).number = first.number.saturating_sub(1);
        }
    }

    /// Where neither a turn line nor the name of the start says who begins, a first move that can only be
    /// White's does.
    fn let_white_start(&mut self, first: &Numbered<'_>, span: Span) {
        let start = &mut self.record.start;
        let unknown_name = start.name.is_some() && start.handicap.is_none();
        let unsaid = if self.diagram.has_board() {
            self.diagram.turn.is_none()
        } else {
            unknown_name
        };
        if unsaid && white_moves_first(&first.body, &start.position) {
            start.position.set_side_to_move(Color::White);
            let message = "nothing says whose turn it is, and the first move is White's (後手, 上手): White is taken to start";
            self.report(&rules::turn_missing::RULE, span, message);
        }
    }

    fn place_start(&mut self) {
        let start = &mut self.record.start;
        start.turn = self.diagram.turn.map(|(_, span)| span);
        if self.diagram.has_board() {
            start.diagram = self.diagram.span;
            start.position = self.diagram.position();
            start.plies_before = self.diagram.plies_before;
            start.king_in_hand = self.diagram.king_in_hand;
            self.record.findings.extend(self.diagram.trouble());
        } else if let Some(handicap) = start.handicap {
            start.position = handicap.position().clone();
        } else if let Some((name, span)) = &start.name {
            let message = format!(
                "the handicap \"{name}\" is not known and no board is drawn; the even start is assumed"
            );
            let finding = Finding::new(&rules::unknown_handicap::RULE, *span, message).at_ply(0);
            self.record.report(finding);
        }
    }

    fn finish(mut self) -> Record<'t> {
        if self.record.tree.is_empty() {
            self.place_start();
            if self.record.claims.is_empty() {
                let span = self.chunk.span(0, 0);
                self.report(
                    &rules::no_moves::RULE,
                    span,
                    "this record has neither a move nor a result",
                );
            }
        }
        self.close_lost_variation();
        self.record
    }
}

/// Whether the first move can only be White's, by its mark or by the piece on its origin.
fn white_moves_first(body: &Body<'_>, position: &Position) -> bool {
    let Body::Move(MoveText { mark, from, .. }) = body else {
        return false;
    };
    let piece = match from {
        Origin::Board(square) => position.piece_at(*square),
        _ => None,
    };
    matches!(
        piece,
        Some(Piece {
            color: Color::White,
            ..
        })
    ) || piece.is_none() && *mark == Some(Color::White)
}
