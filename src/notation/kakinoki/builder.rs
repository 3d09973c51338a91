//! A record while its text is read line by line.

use std::borrow::Cow;
use std::collections::HashMap;

use pest::Parser as _;
use pest::iterators::Pair;

use super::board::{self, Diagram};
use super::boundaries;
use super::players::Players;
use super::result_line::{self, ClaimedResult};
use super::words::{self, KakinokiParser, MoveText, Rule as Part, WrittenDestination, is_blank};
use crate::finding::Span;
use crate::notation::RecordText;
use crate::notation::damage::UnreadableLines;
use crate::notation::header::{header, is_known_key};
use crate::notation::result;
use crate::played::play_if_legal;
use crate::record::gap::{BoardGap, Gap, GapId, MalformedMove, NoParent, ParentGap, TokenGap, Unit, WordGap};
use crate::record::{
    Claim, Clock, Destination, Ending, Format, GapKind, Node, NodeId, Origin, PieceName, Record, RemarkKind,
    Start, Step, Terminal, Tree, WrittenMove,
};
use crate::shogi::{Color, Handicap, Piece, PieceKind, Position, Square};

/// The record read so far, and the pending decisions.
///
/// A line can decide something about any earlier one: a step gets the gaps, the remarks and the variation that lines before it
/// announced. Therefore the decisions that wait for a later line are in one place.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts about the text read so far"
)]
pub(crate) struct RecordBuilder<'t> {
    /// The text of the record that is being read.
    pub source: RecordText<'t>,
    /// The record read so far.
    pub record: Record<'t>,
    /// The diagram of the start position.
    pub diagram: Diagram<'t>,
    /// The text of the hand of each side; `None` before it is read.
    hands: [Option<&'t str>; 2],
    /// The node of the step that was read last; [`NodeId::START`] before the first step.
    pub latest: NodeId,
    /// The position in the tree at which the next moves are added.
    pub block: Block,
    /// The search for the parents of moves, with the number of steps left.
    pub search: Search,
    /// The unit in which lost moves of a variation are counted.
    pub lost_unit: Unit,
    /// `true` if a move may be missing before the next step.
    pub gap: bool,
    /// The index of the first remark that introduces the variation whose first step is added next; `None` at any other step,
    /// and without such remarks.
    introduction: Option<usize>,
    /// A gap to report with the next step, whose parent is uncertain; `None` if the parent is certain.
    pending_gap: Option<Gap>,
    /// `true` if the last step already existed in another line of play.
    has_rejoined: bool,
    /// For each node, the indices of its claims in `record.claims`.
    claims_at: HashMap<NodeId, Vec<usize>>,
    unreadable: UnreadableLines,
    /// `true` if the start position was fixed; later lines of a diagram are unreadable.
    is_start_fixed: bool,
    /// `true` if a word for perpetual check ends a line of play.
    is_perpetual: bool,
    /// `true` if a line with the marks of quoted lines was read.
    has_quoted_lines: bool,
    /// `true` while the content of such a line is read, whose own marks are not removed.
    pub is_in_quoted_line: bool,
}

impl<'t> RecordBuilder<'t> {
    /// Creates a builder before any line is read.
    pub(crate) fn new(source: RecordText<'t>, format: Format, lost_unit: Unit) -> Self {
        Self {
            source,
            record: source.record(format),
            diagram: Diagram::new(),
            hands: [None; 2],
            latest: NodeId::START,
            block: Block::Line,
            search: Search::new(source.text),
            lost_unit,
            gap: false,
            introduction: None,
            pending_gap: None,
            has_rejoined: false,
            claims_at: HashMap::new(),
            unreadable: UnreadableLines::default(),
            is_start_fixed: false,
            is_perpetual: false,
            has_quoted_lines: false,
            is_in_quoted_line: false,
        }
    }

    /// Returns the span of a line, without its line end.
    pub(crate) fn span(&self, at: usize, text: &str) -> Span {
        self.source
            .span(at, at + text.trim_end_matches(['\n', '\r']).len())
    }

    /// Reports a line that cannot be read.
    pub(crate) fn unreadable(&mut self, at: usize, text: &str) {
        self.gap = true;
        self.unreadable.add(self.source, at, text, &mut self.record);
    }

    /// Returns the content of a line with the marks of quoted lines, and its offset in the line. The first such line is
    /// reported. Returns `None` for any other line; `is_remark` is `true` for a remark, which is only taken for such a line after
    /// another one.
    pub(crate) fn unquoted_line(
        &mut self,
        at: usize,
        text: &'t str,
        is_remark: bool,
    ) -> Option<(usize, &'t str)> {
        let line = text.trim_end_matches(['\n', '\r']);
        let content = boundaries::unquoted(line);
        if self.is_in_quoted_line || content.len() == line.len() || is_remark && !self.has_quoted_lines {
            return None;
        }
        if !std::mem::replace(&mut self.has_quoted_lines, true) {
            let span = self.span(at, text);
            self.record.add_gap(span, GapKind::QuotedLines);
        }
        let offset = content.as_ptr() as usize - line.as_ptr() as usize;
        Some((offset, content))
    }

    /// Adds a comment, bookmark or program line to the latest node. The mark at the beginning of the line is removed.
    pub(crate) fn remark(&mut self, kind: RemarkKind, text: &'t str) {
        let line = text.trim_start_matches(is_blank).trim_end_matches(['\n', '\r']);
        self.record.remark(self.latest, kind, &line[1..]);
    }

    /// Reads a line with a header, with both players' names as two headers, or with a hand of the diagram.
    ///
    /// A half-width colon is reported. With an unknown name before it, for example in an address or in the front matter of
    /// Markdown, the line becomes a comment. Returns `false` if the line cannot be any of these.
    pub(crate) fn header(&mut self, at: usize, text: &'t str, colon: char) -> bool {
        match second_player_start(text, colon) {
            Some(second_start) => {
                let first_header = text[..second_start].trim_end_matches(is_between_players);
                self.single_header(at, first_header, colon, str::trim)
                    && self.single_header(at + second_start, &text[second_start..], colon, str::trim)
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
            if !is_known_key(key) {
                self.record.add_gap(span, GapKind::UnknownKey(key.to_owned()));
                self.record
                    .remark(self.latest, RemarkKind::Comment, line.trim_matches(is_blank));
                return true;
            }
            self.record.add_gap(span, GapKind::HalfWidthColon(key.to_owned()));
        }
        match board::hand_owner(key) {
            Some(side) if !self.is_start_fixed => {
                if let Some(first) = self.hands[side.index()] {
                    self.add_repeated(span, key, first, value);
                } else {
                    self.hands[side.index()] = Some(value);
                    let gap = self.diagram.hand(side, value, span);
                    self.add_board_gap(span, gap);
                }
            }
            _ => self.add_header(key, value_of(value), span),
        }
        true
    }

    /// Reports a second value, unless both values are equal apart from blanks.
    fn add_repeated(&mut self, span: Span, name: &str, first: &str, second: &str) {
        let without_blanks = |text: &str| text.replace(is_blank, "");
        if without_blanks(first.trim_end()) != without_blanks(second.trim_end()) {
            let kind = GapKind::repeated_header(name, first, second);
            self.record.gaps.push(Gap::at_start(span, kind));
        }
    }

    /// Reads a line that is a header without a value.
    pub(crate) fn flag(&mut self, at: usize, text: &'t str) {
        self.add_header(text.trim(), "", self.span(at, text));
    }

    /// Adds a header. The first header 手合割 also sets the named start position.
    pub(crate) fn add_header(&mut self, key: &'t str, value: &'t str, span: Span) {
        let start = &mut self.record.start;
        if key == "手合割" && start.name.as_ref().is_none_or(|(name, _)| name.is_empty()) {
            let name: String = value.chars().filter(|c| !c.is_whitespace()).collect();
            start.handicap = Handicap::by_name(&name);
            start.name = Some((Cow::Owned(name), span));
        }
        self.record.add_header(header(key, value, span));
    }

    /// Reads a row of the board.
    pub(crate) fn board_row(&mut self, at: usize, text: &'t str) {
        self.diagram_line(at, text, Diagram::row);
    }

    /// Reads a line such as 後手番: the side to move in the diagram.
    pub(crate) fn turn(&mut self, at: usize, text: &'t str) {
        let first = self.diagram.turn;
        self.diagram_line(at, text, |diagram, line, span| {
            let turn = words::side(line).map(|(side, _)| (side, span));
            diagram.turn = diagram.turn.or(turn);
            None
        });
        if let (Some((_, first)), false) = (first, self.is_start_fixed) {
            self.add_repeated(
                self.span(at, text),
                "手番",
                self.record.text_at(first),
                text.trim(),
            );
        }
    }

    /// Reads the 手数＝ line: the number of plies that led to the board, and the last move.
    pub(crate) fn status(&mut self, at: usize, text: &'t str) {
        self.diagram_line(at, text, Diagram::status);
    }

    /// Reads a line of a diagram, which may be indented, with `read`. The error that `read` returns is reported. After
    /// the first move, the whole line is reported as unreadable.
    fn diagram_line(
        &mut self,
        at: usize,
        text: &'t str,
        read: impl FnOnce(&mut Diagram<'t>, &'t str, Span) -> Option<BoardGap>,
    ) {
        if self.is_start_fixed {
            self.unreadable(at, text);
        } else {
            let line = text.trim_start_matches(is_blank);
            let span = self.span(at + text.len() - line.len(), line);
            let gap = read(&mut self.diagram, line, span);
            self.add_board_gap(span, gap);
        }
    }

    fn add_board_gap(&mut self, span: Span, gap: Option<BoardGap>) {
        let gap = gap.map(|gap| Gap::at_start(span, GapKind::UnreadableBoard(gap)));
        self.record.gaps.extend(gap);
    }

    /// Adds the claim of a まで line, which concerns the line of play that ends at the last move. A reason in brackets
    /// becomes a comment. Unknown words are reported, unless the end before the line has the same word.
    pub(crate) fn claim(&mut self, at: usize, text: &'t str) {
        let claimed_result = result_line::parse_with_names(text, Players::new(&self.record));
        self.add_claim(at, text, &claimed_result);
    }

    /// Adds the claim of a まで line that was parsed; see [`claim`](Self::claim).
    pub(crate) fn add_claim(&mut self, at: usize, text: &'t str, claimed_result: &ClaimedResult<'t>) {
        self.is_perpetual |= words::is_perpetual(claimed_result.words);
        let span = self.span(at, text);
        let mut text = text.trim();
        if let Some(reason) = claimed_result.reason {
            self.record.remark(self.latest, RemarkKind::Comment, reason);
            text = text
                .rsplit_once(['(', '（'])
                .map_or(text, |(words, _)| words.trim_end());
        }
        // An unknown word that was already reported for the end itself is not reported again.
        let is_repeated = match &self.record.tree.node(self.latest).step {
            Step::End(ending) => text.contains(ending.word.as_ref()),
            _ => false,
        };
        let says_nothing = claimed_result.terminal.is_none() && claimed_result.winner.is_none();
        if says_nothing && !is_repeated && !claimed_result.is_number_only() {
            self.record.add_gap(span, GapKind::UnreadableResult);
        }
        let index = self.record.claims.len();
        self.claims_at.entry(self.latest).or_default().push(index);
        self.record.claims.push(Claim {
            node: self.latest,
            plies: claimed_result.plies,
            terminal: claimed_result.terminal,
            winner: claimed_result.winner,
            text: Cow::Borrowed(text),
            span,
        });
    }

    /// Returns the claims at a node, in the order of the text.
    pub(crate) fn claims_at(&self, node: NodeId) -> impl Iterator<Item = &Claim<'t>> {
        let indices = self.claims_at.get(&node).into_iter().flatten();
        indices.filter_map(|&index| self.record.claims.get(index))
    }

    /// Moves the claims at the node `last` to the node `end`, which was added after it.
    pub(crate) fn move_claims(&mut self, last: NodeId, end: NodeId) {
        let Some(indices) = self.claims_at.remove(&last) else {
            return;
        };
        for &index in &indices {
            self.record.claims[index].node = end;
        }
        self.claims_at.entry(end).or_default().extend(indices);
    }

    /// Fixes the start position from the lines read so far: before the first move, or at the end of a record
    /// without moves.
    pub(crate) fn place_start(&mut self) {
        if !self.is_start_fixed {
            self.is_start_fixed = true;
            if self.diagram.has_board() && self.diagram.turn.is_none() {
                self.diagram.turn = self.turn_of_header();
            }
            board::set_start(&mut self.record, &self.diagram);
        }
    }

    /// Returns the side to move that a header 手番 states, and the span of the header. The header is removed.
    fn turn_of_header(&mut self) -> Option<(Color, Span)> {
        let headers = &mut self.record.headers;
        let at = headers.iter().position(|header| header.name == "手番")?;
        let (side, rest) = words::side(headers[at].value.trim())?;
        matches!(rest, "" | "番").then(|| (side, headers.remove(at).span))
    }

    /// Completes the record after its last line: fixes the start position, counts lost moves, and determines the loser
    /// of a perpetual check. Also reports a start position that is only in program lines.
    pub(crate) fn finish(mut self) -> Record<'t> {
        self.place_start();
        self.close_variation();
        if self.is_perpetual {
            result::set_perpetual_check_offender(&mut self.record);
        }
        let gap = board::gap_for_start_in_comments(&self.record);
        self.record.gaps.extend(gap);
        self.record
    }
}

/// Returns whether a character separates two players on one line: `先手: 甲 / 後手: 乙`.
const fn is_between_players(c: char) -> bool {
    is_blank(c) || matches!(c, '/' | '／')
}

/// Returns the offset of the second player in a line with both, as written by 激指: `先手: 甲  後手: 乙`. Returns `None` for
/// any other line.
fn second_player_start(text: &str, colon: char) -> Option<usize> {
    let (first_side, rest) = words::side(text.trim_start_matches(is_blank))?;
    if !rest.starts_with(colon) {
        return None;
    }
    let names = match first_side {
        Color::Black => ["後手", "上手"],
        Color::White => ["先手", "下手"],
    };
    text.match_indices(colon).skip(1).find_map(|(end, _)| {
        let name = names.iter().find(|name| text[..end].ends_with(**name))?;
        let start = end - name.len();
        text[..start].ends_with(is_between_players).then_some(start)
    })
}

// The position of a move in the tree.
//
// A 変化 line states only the number N of the first move, not the parent of the variation. In programs that write
// nested variations, the variation begins before ply N of the latest line. If its first move cannot have been played
// there, the variation belongs to the most recent other line that reaches ply N - 1.

/// Maximum number of search steps in a record, in addition to [`SEARCH_STEPS_PER_BYTE`].
///
/// Real records need less than one step per byte. The limit prevents hours of searching in a malicious text, whose
/// variations require many searches through a long line.
const BASE_SEARCH_STEPS: usize = 1 << 18;
const SEARCH_STEPS_PER_BYTE: usize = 16;

/// Number of search steps that a move played on the board takes.
const STEPS_PER_PLY: usize = 64;

/// The search for the node at which a variation branches off.
#[derive(Debug)]
pub(crate) struct Search {
    /// Number of steps that searches may still take.
    steps: usize,
}

impl Search {
    /// Creates a search for the record of a text.
    pub(crate) const fn new(text: &str) -> Self {
        Self {
            steps: BASE_SEARCH_STEPS.saturating_add(text.len().saturating_mul(SEARCH_STEPS_PER_BYTE)),
        }
    }

    /// Returns whether the limit of steps was reached. Every later search fails.
    pub(crate) const fn is_exhausted(&self) -> bool {
        self.steps == 0
    }

    /// Uses up one step. Returns `false` if no step is left.
    const fn step(&mut self) -> bool {
        self.steps = self.steps.saturating_sub(1);
        !self.is_exhausted()
    }

    /// Returns the last node on the path to `latest` that has a smaller number than `number`. Returns `None` if there
    /// is no such node, or if the limit of steps was reached.
    pub(crate) fn before(&mut self, tree: &Tree<'_>, latest: NodeId, number: u32) -> Option<NodeId> {
        tree.ancestors(latest)
            .take_while(|_| self.step())
            .find(|&id| tree.node(id).number < number)
    }

    /// Returns the parent of a variation that begins with number `number`. The parent is in the line of `latest` if the
    /// piece of `first_move` is on its origin there, or else in the most recent other line that satisfies this
    /// condition.
    ///
    /// If the piece is not on its origin in any line, the line of `latest` is used, and the check of the record reports
    /// the move. Returns `None` if the line of `latest` does not reach the number, and no other line satisfies the
    /// condition.
    pub(crate) fn branch_parent(
        &mut self,
        tree: &Tree<'_>,
        start: &Start<'_>,
        latest: NodeId,
        number: u32,
        first_move: Option<&MoveText>,
    ) -> Option<NodeId> {
        let parent_in_line = self.branch_parent_in_line(tree, latest, number);
        if let Some(id) = parent_in_line.filter(|&id| self.fits(tree, start, id, first_move)) {
            return Some(id);
        }
        for id in tree.ids().rev() {
            if !self.step() {
                break;
            }
            let node = tree.node(id);
            let is_before_number =
                node.number.checked_add(1) == Some(number) && !matches!(node.step, Step::End(_));
            if is_before_number && self.fits(tree, start, id, first_move) {
                return Some(id);
            }
        }
        parent_in_line
    }

    /// Returns the parent of the most recent step with number `number` in any line, if the piece of `first_move` is
    /// on its origin there.
    ///
    /// Returns `None` if there is no such step, or if the limit of steps was reached. Also returns `None` if `parent`
    /// has a next step, because the variation can then replace that step.
    fn branch_parent_elsewhere(
        &mut self,
        record: &Record<'_>,
        parent: NodeId,
        number: u32,
        first_move: Option<&MoveText>,
    ) -> Option<NodeId> {
        let Record { tree, start, .. } = record;
        if tree.first_child(parent).is_some() {
            return None;
        }
        for id in tree.ids().rev() {
            if !self.step() {
                break;
            }
            if tree.node(id).number == number
                && let Some(other_parent) = tree.parent(id)
                && self.fits(tree, start, other_parent, first_move)
            {
                return Some(other_parent);
            }
        }
        None
    }

    /// Returns the node before number `number` in the line of `latest`.
    ///
    /// If `latest` is too early, the line continues with first children. Returns `None` if the line does not reach that
    /// node, or if the node is an end.
    pub(crate) fn branch_parent_in_line(
        &mut self,
        tree: &Tree<'_>,
        latest: NodeId,
        number: u32,
    ) -> Option<NodeId> {
        let mut parent = self.before(tree, latest, number)?;
        if parent == latest {
            while let Some(next) = tree.first_child(parent)
                && tree.node(next).number < number
                && self.step()
            {
                parent = next;
            }
        }
        // If the record skips numbers, the parent is the node whose next step has the number.
        let has_number = |id| tree.node(id).number == number;
        let is_before_number = tree.node(parent).number.checked_add(1) == Some(number)
            || tree.children(parent).take_while(|_| self.step()).any(has_number);
        let is_not_end = !matches!(tree.node(parent).step, Step::End(_));
        (is_before_number && is_not_end).then_some(parent)
    }

    /// Returns whether the piece of a move, promoted or not, is on its origin after `node` and belongs to the side to
    /// move. Returns `true` if there is no move, or if the move states no square of origin.
    fn fits(
        &mut self,
        tree: &Tree<'_>,
        start: &Start<'_>,
        node: NodeId,
        first_move: Option<&MoveText>,
    ) -> bool {
        let Some((kind, Origin::Board(square))) = first_move.map(|text| (text.kind, text.from)) else {
            return true;
        };
        let side = start.side_after(tree, node);
        self.piece_on(tree, start, node, square)
            .is_some_and(|(color, kind_on_square)| color == side && kind_on_square.base() == kind.base())
    }

    /// Returns the piece on a square after `node`, determined by going back through the moves as written. Returns
    /// `None` for an empty square, and if the limit of steps was reached.
    fn piece_on(
        &mut self,
        tree: &Tree<'_>,
        start: &Start<'_>,
        node: NodeId,
        square: Square,
    ) -> Option<(Color, PieceKind)> {
        for id in tree.ancestors(node) {
            if !self.step() {
                return None;
            }
            if let Step::Move(WrittenMove { to, from, named, .. }) = &tree.node(id).step {
                if let (true, PieceName::Before(kind)) = (to.square() == square, named) {
                    return Some((start.side_after(tree, id).opponent(), *kind));
                }
                if *from == Origin::Board(square) {
                    return None;
                }
            }
        }
        let piece = start.position.piece_at(square);
        piece.map(|Piece { color, kind }| (color, kind))
    }

    /// Returns the position after the moves that lead to `node`. Returns `None` if one of them is not a legal move, or if
    /// the limit of steps was reached.
    fn position_after(&mut self, record: &Record<'_>, node: NodeId) -> Option<Position> {
        let tree = &record.tree;
        let mut path: Vec<_> = tree.ancestors(node).take_while(|_| self.step()).collect();
        self.steps = self
            .steps
            .saturating_sub(path.len().saturating_mul(STEPS_PER_PLY));
        if path.pop() != Some(NodeId::START) || self.is_exhausted() {
            return None;
        }
        let mut position = record.start.position.clone();
        let is_legal = |&id: &NodeId| matches!(&tree.node(id).step, Step::Move(written) if play_if_legal(&mut position, written));
        path.iter().rev().all(is_legal).then_some(position)
    }

    /// Adds a step after `parent`. `after_gap` is `true` if a move may be missing before the step.
    ///
    /// If `parent` already has an equal step, returns the existing node, with `true` as the second value.
    pub(crate) fn add<'t>(
        &mut self,
        record: &mut Record<'t>,
        parent: NodeId,
        step: Step<'t>,
        clock: Clock,
        after_gap: bool,
    ) -> (NodeId, bool) {
        if let Some(existing_node) = self.same_child(record, parent, &step) {
            return (existing_node, true);
        }
        let new_node = record.tree.add(parent, step, clock);
        record.tree.node_mut(new_node).after_gap = after_gap;
        (new_node, false)
    }

    /// Returns the child of `parent` that is an equal step; `None` if there is no such child or the limit of steps
    /// was reached.
    fn same_child(&mut self, record: &Record<'_>, parent: NodeId, step: &Step<'_>) -> Option<NodeId> {
        let Record { tree, start, .. } = record;
        let mut children = tree.children(parent).take_while(|_| self.step());
        children.find(|&child| is_same(&tree.node(child).step, step, start.side_after(tree, parent)))
    }
}

/// Returns whether two steps are equal if `to_move` is to move: the same move of the same side, or an end with the same
/// word. Passes and unreadable steps are never equal.
fn is_same(one: &Step<'_>, other: &Step<'_>, to_move: Color) -> bool {
    match (one, other) {
        (Step::Move(one), Step::Move(other)) => {
            one.same_move(other) && one.mark.unwrap_or(to_move) == other.mark.unwrap_or(to_move)
        }
        (Step::End(one), Step::End(other)) => one.word == other.word,
        _ => false,
    }
}

/// Returns the destination of the move at `node`, to which a following 同 refers; `None` if the node is not a move.
pub(crate) fn same_square(tree: &Tree<'_>, node: NodeId) -> Option<Destination> {
    match &tree.node(node).step {
        Step::Move(written) => Some(Destination::Same(written.to.square())),
        _ => None,
    }
}

// The position of the moves of a variation in the tree, while the variation is read.

/// The position in the tree for the moves being read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Block {
    /// The line that contains the last move.
    Line,
    /// A 変化 line was read, but not its first move.
    Announced {
        /// The span of the 変化 line.
        span: Span,
        /// The number of the move that the variation replaces; `None` if the line states no number.
        number: Option<u32>,
        /// The number of remarks before the 変化 line.
        remarks: usize,
    },
    /// The variation has no parent. The values are the gap that reports this, and the number of moves lost so far.
    Lost(GapId, u32),
}

// The variation that is being read.

impl RecordBuilder<'_> {
    /// Returns whether the piece of a move is on its origin after `node`; see [`Search::fits`].
    pub(crate) fn fits(&mut self, node: NodeId, first_move: Option<&MoveText>) -> bool {
        let Record { tree, start, .. } = &self.record;
        self.search.fits(tree, start, node, first_move)
    }

    /// Returns how many of the moves are legal after each node. Returns `None` if the moves that lead to the nodes are not
    /// all legal, or if the limit of steps was reached.
    pub(crate) fn count_legal<const N: usize>(
        &mut self,
        moves: &[MoveText],
        nodes: [NodeId; N],
    ) -> Option<[usize; N]> {
        let mut counts = [0; N];
        for (count, node) in counts.iter_mut().zip(nodes) {
            let mut position = self.search.position_after(&self.record, node)?;
            let mut same = same_square(&self.record.tree, node);
            let is_legal = |text: &&MoveText| {
                let to = destination(text.to, || same);
                same = to.map(|to| Destination::Same(to.square()));
                to.is_some_and(|to| play_if_legal(&mut position, &written_move(**text, to, Span::default())))
            };
            *count = moves.iter().take_while(is_legal).count();
        }
        Some(counts)
    }

    /// Begins a variation at a 変化 line.
    ///
    /// A 変化 line before any move is ignored, because some exporters write such a line by mistake. Other programs also
    /// ignore this line.
    pub(crate) fn announce(&mut self, at: usize, text: &str) {
        self.close_variation();
        self.gap = false;
        self.block = if self.record.tree.is_empty() {
            Block::Line
        } else {
            Block::Announced {
                span: self.span(at, text),
                number: variation_number(text),
                remarks: self.record.remarks.len(),
            }
        };
    }

    /// Enters the variation announced at `span`; see [`enter`](Self::enter). Returns the parent of the variation:
    ///
    /// * `parent`, if this node has a next step, which the variation replaces;
    /// * or else the parent of a step of another line that the variation can replace, which is reported;
    /// * or else `parent`, if a まで line after this node states an end, which the variation replaces;
    /// * or else `parent`, if this node is not in the main line. The variation then continues the line of this node.
    ///
    /// In any other case, the variation would continue the main line. The variation is then dropped, and the result is
    /// `None`.
    pub(crate) fn enter_instead_of(
        &mut self,
        span: Span,
        parent: NodeId,
        number: u32,
        first_move: Option<&MoveText>,
        remarks: usize,
    ) -> Option<NodeId> {
        let other_parent = self
            .search
            .branch_parent_elsewhere(&self.record, parent, number, first_move);
        let Record { tree, .. } = &self.record;
        let replaces_nothing = other_parent.is_none() && tree.first_child(parent).is_none();
        if replaces_nothing && !self.end_by_claim(parent) && self.record.tree.is_main_line(parent) {
            self.drop_variation(span, self.drop_reason_after_main_line(number));
            return None;
        }
        self.pending_gap = other_parent.map(|_| Gap::new(span, GapKind::BranchOfEarlierLine(number)));
        let parent = other_parent.unwrap_or(parent);
        self.enter(parent, remarks);
        Some(parent)
    }

    /// Adds an end after the last move of a line of play, according to the まで lines about it.
    ///
    /// The first まで line with a known kind of end is used, or else the first one with any other words. Returns `false`
    /// if no line states an end.
    fn end_by_claim(&mut self, last: NodeId) -> bool {
        let Record { tree, start, .. } = &self.record;
        let to_move = start.side_after(tree, last);
        let claimed_ends = || {
            self.claims_at(last).filter_map(|claim| {
                let claimed_result = result_line::parse_with_names(&claim.text, Players::new(&self.record));
                result_line::end_by(&claimed_result, to_move).map(|terminal| {
                    (
                        terminal,
                        claimed_result.winner,
                        claimed_result.words.to_owned(),
                        claim.span,
                    )
                })
            })
        };
        let known_end = claimed_ends().find(|&(terminal, ..)| terminal != Terminal::Other);
        let Some((terminal, winner, word, span)) = known_end.or_else(|| claimed_ends().next()) else {
            return false;
        };
        let ending = Ending::with_winner(terminal, winner, to_move, Cow::Owned(word), span);
        let end = self.record.tree.add(last, Step::End(ending), Clock::default());
        self.move_claims(last, end);
        true
    }

    /// Enters the announced variation, whose parent is `parent`.
    ///
    /// Remarks between the 変化 line and its first move introduce the variation, and belong to this move. If the move continues a
    /// line, or another line already has it, they belong to the position before it.
    pub(crate) fn enter(&mut self, parent: NodeId, remarks: usize) {
        self.block = Block::Line;
        for remark in self.record.remarks.iter_mut().skip(remarks) {
            remark.node = parent;
        }
        self.introduction = (remarks < self.record.remarks.len()).then_some(remarks);
    }

    /// Reports that the announced variation has no parent, with the reason. The first move of the variation is counted
    /// as lost.
    pub(crate) fn drop_variation(&mut self, announced: Span, why: NoParent) {
        let kind = GapKind::VariationWithoutParent(ParentGap { why, lost: None });
        self.block = Block::Lost(self.record.add_gap(announced, kind), 1);
    }

    /// Returns the reason why a variation that replaces the move with this number has no parent: the limit of search
    /// steps, or that no line reaches the number.
    pub(crate) fn drop_reason(&self, number: u32) -> NoParent {
        if self.search.is_exhausted() {
            NoParent::TooMany
        } else {
            NoParent::PlyNotReached(number)
        }
    }

    /// Returns the reason why a variation is dropped if its first move would follow the last move of the main line: the
    /// limit of search steps, or this fact itself.
    fn drop_reason_after_main_line(&self, number: u32) -> NoParent {
        if self.search.is_exhausted() {
            NoParent::TooMany
        } else {
            NoParent::AfterMainLine(number)
        }
    }

    /// Ends the variation that is being read. Reports it if it has no moves; if it has no parent, adds the number of lost
    /// moves to its gap.
    pub(crate) fn close_variation(&mut self) {
        let (gap, moves) = match self.block {
            Block::Line => return,
            Block::Announced { span, .. } => {
                self.record.add_gap(span, GapKind::EmptyVariation);
                return;
            }
            Block::Lost(gap, moves) => (gap, moves),
        };
        let gap = self.record.gaps.get_mut(gap).map(|gap| &mut gap.kind);
        if let Some(GapKind::VariationWithoutParent(gap)) = gap {
            gap.lost = Some((moves, self.lost_unit));
        }
    }
}

/// Returns the number that a 変化 line announces; `None` if the line has no number.
fn variation_number(line: &str) -> Option<u32> {
    let parts = KakinokiParser::parse(Part::variation, line);
    let mut parts = parts.into_iter().flatten().flat_map(Pair::into_inner);
    let number = parts.find(|part| part.as_rule() == Part::number)?;
    Some(words::number(number.as_str()))
}

// Additions to the tree: a move, a word or an unreadable step.

impl<'t> RecordBuilder<'t> {
    /// Adds a step after `parent`. If `step` is an error, adds an unreadable step and reports the gap.
    ///
    /// If `parent` already has an equal step, that step is used. Returns `true` in this case.
    pub(crate) fn add(
        &mut self,
        parent: NodeId,
        span: Span,
        step: Result<Step<'t>, GapKind>,
        clock: Clock,
    ) -> bool {
        let (step, gap) = match step {
            Ok(step) => (step, None),
            Err(kind) => (Step::Unreadable(span), Some(Gap::new(span, kind))),
        };
        // A variation that repeats a line to its last move and continues it replaces the end of that line.
        if self.has_rejoined && parent == self.latest && self.record.tree.first_child(parent).is_none() {
            self.end_by_claim(parent);
        }
        let after_gap = std::mem::take(&mut self.gap);
        let (node, is_existing) = self.search.add(&mut self.record, parent, step, clock, after_gap);
        self.latest = node;
        self.has_rejoined = is_existing;
        let introduction = self.introduction.take();
        if let Some(first) =
            introduction.filter(|_| self.record.tree.first_child(parent) != Some(node) && !is_existing)
        {
            for remark in &mut self.record.remarks[first..] {
                (remark.node, remark.introduces) = (node, true);
            }
        }
        let gaps = &mut self.record.gaps;
        if let Some(gap) = gap {
            gaps.push(gap.with_node(node));
        }
        if self.pending_gap.is_some() {
            gaps.extend(self.pending_gap.take().map(|gap| gap.with_node(node)));
        }
        is_existing
    }

    /// Adds a move with its time after the latest node, if nothing else has to be decided. Returns the node of the move;
    /// `None`, without a change, if the latest node has children, if a gap is pending, if 同 follows no move, or if the
    /// move has a square and 同.
    #[expect(
        clippy::inline_always,
        reason = "almost every move is added here, and its large step is not copied if it is used at once"
    )]
    #[inline(always)]
    pub(crate) fn add_next_move(
        &mut self,
        text: MoveText,
        span: Span,
        clock: Clock,
    ) -> Option<&mut Node<'t>> {
        let tree = &self.record.tree;
        let is_both = matches!(text.to, WrittenDestination::Both(_));
        if self.has_rejoined
            || is_both
            || self.pending_gap.is_some()
            || tree.first_child(self.latest).is_some()
        {
            return None;
        }
        let step = self.move_step(text, self.latest, span).ok()?;
        self.latest = self.record.tree.add(self.latest, step, clock);
        let node = self.record.tree.node_mut(self.latest);
        node.after_gap = std::mem::take(&mut self.gap);
        Some(node)
    }

    /// Returns the step for a move after `parent`. In this move, 同 means the destination of `parent`.
    ///
    /// # Errors
    ///
    /// If the move has 同 and `parent` is not a move.
    #[inline]
    pub(crate) fn move_step(&self, text: MoveText, parent: NodeId, span: Span) -> Result<Step<'t>, GapKind> {
        let to = destination(text.to, || same_square(&self.record.tree, parent));
        let to = to.ok_or(GapKind::DoubtfulSame)?;
        Ok(Step::Move(written_move(text, to, span)))
    }

    /// Returns the step for a move after `parent`, as [`move_step`](Self::move_step) does. A square that contradicts 同 is
    /// reported.
    ///
    /// # Errors
    ///
    /// If the move has only 同 and `parent` is not a move.
    pub(crate) fn checked_move_step(
        &mut self,
        text: MoveText,
        parent: NodeId,
        span: Span,
    ) -> Result<Step<'t>, GapKind> {
        if let WrittenDestination::Both(square) = text.to {
            let previous = same_square(&self.record.tree, parent).map(Destination::square);
            if previous != Some(square) {
                self.record
                    .add_gap(span, GapKind::OtherSquareThanSame { square, previous });
            }
        }
        self.move_step(text, parent, span)
    }

    /// Adds an end or a pass whose word is alone on its line. An unknown word is an end, and is reported.
    pub(crate) fn end(&mut self, at: usize, line: &'t str, word: &'t str) {
        let start = at + line.find(word).unwrap_or_default();
        let span = self.span(start, word);
        let step = self.word_step(word, self.latest, span);
        self.add(self.latest, span, Ok(step), Clock::default());
    }

    /// Returns the step for a word in place of a move: a pass, or an end. An unknown word is reported.
    pub(crate) fn word_step(&mut self, word: &'t str, parent: NodeId, span: Span) -> Step<'t> {
        if words::is_pass(word) {
            return Step::Pass(span);
        }
        let known_ending = words::ending(word);
        self.is_perpetual |= words::is_perpetual(word);
        if known_ending.is_none() {
            let gap = WordGap::Word(word.to_owned());
            self.record.add_gap(span, GapKind::UnknownTerminal(gap));
        }
        let Record { tree, start, .. } = &self.record;
        let to_move = start.side_after(tree, parent);
        let (terminal, winner) = known_ending.unwrap_or((Terminal::Other, None));
        Step::End(Ending::with_winner(
            terminal,
            winner,
            to_move,
            Cow::Borrowed(word),
            span,
        ))
    }
}

/// Returns the destination of a move. `same_square` returns the destination of the move before it; 同 without such a move
/// has no destination, and a square that contradicts 同 takes precedence.
fn destination(
    written: WrittenDestination,
    same_square: impl FnOnce() -> Option<Destination>,
) -> Option<Destination> {
    match written {
        WrittenDestination::Square(square) => Some(Destination::Square(square)),
        WrittenDestination::Same => same_square(),
        WrittenDestination::Both(square) => same_square()
            .filter(|same| same.square() == square)
            .or(Some(Destination::Square(square))),
    }
}

/// Returns the move with this destination.
#[inline]
const fn written_move(text: MoveText, to: Destination, span: Span) -> WrittenMove {
    WrittenMove {
        mark: text.mark,
        from: text.from,
        to,
        named: PieceName::Before(text.kind),
        promotion: text.promotion,
        captured: None,
        span,
    }
}

/// Returns the gap for a move that cannot be read.
pub(crate) const fn malformed_move_gap(why: MalformedMove) -> GapKind {
    GapKind::BadToken(TokenGap::Broken(why))
}
