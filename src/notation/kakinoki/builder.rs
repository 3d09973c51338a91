//! A record while its text is read line by line.

use std::borrow::Cow;
use std::collections::HashMap;

use pest::Parser as _;
use pest::iterators::Pair;

use super::board::{self, Diagram};
use super::players::Players;
use super::words::{self, KakinokiParser, MoveText, Rule as Part, is_blank};
use crate::finding::Span;
use crate::notation::RecordText;
use crate::notation::damage::UnreadableLines;
use crate::notation::header::header;
use crate::notation::result;
use crate::record::gap::{
    BoardGap, BrokenMove, Gap, GapId, HandicapGap, HandicapName, NoParent, ParentGap, TokenGap, Unit, WordGap,
};
use crate::record::{
    Claim, Clock, Destination, Ending, Format, GapKind, Named, Node, NodeId, Origin, Record, RemarkKind,
    Start, Step, Terminal, Tree, Written,
};
use crate::shogi::{Color, Handicap, Piece, PieceKind, Square};

/// The record as far as it has been read, and what is still to be decided.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts about the text read so far"
)]
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
    /// A doubt about the place of the next step.
    doubt: Option<Gap>,
    /// Whether the last step was there before, in another line.
    has_rejoined: bool,
    /// Indices of the claims at each node.
    claims_at: HashMap<NodeId, Vec<usize>>,
    unreadable: UnreadableLines,
    /// The start has been decided.
    placed: bool,
    /// A word for perpetual check ends a line.
    is_perpetual: bool,
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
            doubt: None,
            has_rejoined: false,
            claims_at: HashMap::new(),
            unreadable: UnreadableLines::default(),
            placed: false,
            is_perpetual: false,
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
                let kind = HandicapGap::of(HandicapName::GivenBefore(before.to_string()));
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

    /// Keeps what a まで line says of the line of play that ends at the last move. A reason in brackets is a comment.
    pub(crate) fn claim(&mut self, at: usize, text: &'t str) {
        let said = words::result_of(text, Players::of(&self.record));
        self.is_perpetual |= words::is_perpetual(said.words);
        let span = self.span(at, text);
        let mut text = text.trim();
        if let Some(reason) = said.reason {
            self.record.remark(self.latest, RemarkKind::Comment, reason);
            text = text
                .rsplit_once(['(', '（'])
                .map_or(text, |(words, _)| words.trim_end());
        }
        // A word that was reported as the terminal need not be reported again.
        let repeated = match &self.record.tree.node(self.latest).step {
            Step::End(ending) => text.contains(ending.word.as_ref()),
            _ => false,
        };
        let says_nothing = said.terminal.is_none() && said.winner.is_none();
        if says_nothing && !repeated && !said.is_number_only() {
            self.record.miss(span, GapKind::UnreadableResult);
        }
        let index = self.record.claims.len();
        self.claims_at.entry(self.latest).or_default().push(index);
        self.record.claims.push(Claim {
            node: self.latest,
            plies: said.plies,
            terminal: said.terminal,
            winner: said.winner,
            text: Cow::Borrowed(text),
            span,
        });
    }

    /// The claims at a node, in the order of the text.
    pub(crate) fn claims_at(&self, node: NodeId) -> impl Iterator<Item = &Claim<'t>> {
        let indices = self.claims_at.get(&node).into_iter().flatten();
        indices.filter_map(|&index| self.record.claims.get(index))
    }

    /// Moves the claims at the last move of a line to the end of the line.
    pub(crate) fn move_claims(&mut self, last: NodeId, end: NodeId) {
        let Some(indices) = self.claims_at.remove(&last) else {
            return;
        };
        for &index in &indices {
            self.record.claims[index].node = end;
        }
        self.claims_at.entry(end).or_default().extend(indices);
    }

    /// Takes the start from what has been read of it: before the first move, or at the end without any.
    pub(crate) fn place_start(&mut self) {
        if !self.placed {
            self.placed = true;
            board::place(&mut self.record, &self.diagram);
        }
    }

    /// The finished record.
    pub(crate) fn finish(mut self) -> Record<'t> {
        self.place_start();
        self.close_lost_variation();
        if self.is_perpetual {
            result::blame_for_perpetual_check(&mut self.record);
        }
        let gap = board::in_comments(&self.record);
        self.record.gaps.extend(gap);
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

// Where a move belongs in the tree.
//
// Nothing names the parent of a variation. Programs that write nested variations mean "the latest line,
// cut before ply N"; where a move cannot have been played there, the most recent other line that
// reaches ply N - 1 is meant.

/// Steps that looking for places may take in a record, and more for every byte of its text. Real records
/// need less than one a byte; a text made to send the search up and down a long line again and again must
/// not cost hours.
const STEPS: usize = 1 << 18;
const STEPS_PER_BYTE: usize = 16;

/// The search for the nodes that moves follow.
#[derive(Debug)]
pub(crate) struct Search {
    steps: usize,
}

impl Search {
    /// A search in the record of this text.
    pub(crate) const fn new(text: &str) -> Self {
        Self {
            steps: STEPS.saturating_add(text.len().saturating_mul(STEPS_PER_BYTE)),
        }
    }

    /// Whether so much has been looked for that nothing is found any more.
    pub(crate) const fn is_exhausted(&self) -> bool {
        self.steps == 0
    }

    /// Takes one step; false when none is left.
    const fn step(&mut self) -> bool {
        self.steps = self.steps.saturating_sub(1);
        !self.is_exhausted()
    }

    /// The last node before number `number` on the way to `latest`.
    pub(crate) fn before(&mut self, tree: &Tree<'_>, latest: NodeId, number: u32) -> Option<NodeId> {
        tree.back_from(latest)
            .take_while(|_| self.step())
            .find(|&id| tree.node(id).number < number)
    }

    /// The node that a variation which begins with number `number` leaves. Where the piece stands in no
    /// line, the latest line is as good as any: the referee will say so.
    pub(crate) fn fork(
        &mut self,
        tree: &Tree<'_>,
        start: &Start<'_>,
        latest: NodeId,
        number: u32,
        first: Option<&MoveText>,
    ) -> Option<NodeId> {
        let here = self.fork_in_line(tree, latest, number);
        if let Some(id) = here.filter(|&id| self.fits(tree, start, id, first)) {
            return Some(id);
        }
        for id in tree.ids().rev() {
            if !self.step() {
                break;
            }
            let node = tree.node(id);
            let reaches = node.number.checked_add(1) == Some(number) && !matches!(node.step, Step::End(_));
            if reaches && self.fits(tree, start, id, first) {
                return Some(id);
            }
        }
        here
    }

    /// The node before the latest step of number `number` in any line, if nothing follows `parent` that a variation could
    /// replace.
    fn fork_elsewhere(
        &mut self,
        record: &Record<'_>,
        parent: NodeId,
        number: u32,
        first: Option<&MoveText>,
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
                && let Some(before) = tree.parent(id)
                && self.fits(tree, start, before, first)
            {
                return Some(before);
            }
        }
        None
    }

    /// The node before number `number` in the line of `latest`, which goes on with its first children.
    pub(crate) fn fork_in_line(&mut self, tree: &Tree<'_>, latest: NodeId, number: u32) -> Option<NodeId> {
        let mut parent = self.before(tree, latest, number)?;
        if parent == latest {
            while let Some(next) = tree.first_child(parent)
                && tree.node(next).number < number
                && self.step()
            {
                parent = next;
            }
        }
        // Where numbers skip, the node before is the one whose continuation has the number.
        let is_due = |id| tree.node(id).number == number;
        let due = tree.node(parent).number.checked_add(1) == Some(number)
            || tree.children(parent).take_while(|_| self.step()).any(is_due);
        let goes_on = !matches!(tree.node(parent).step, Step::End(_));
        (due && goes_on).then_some(parent)
    }

    /// Whether the piece that a move names stands on its square after `node`.
    fn fits(&mut self, tree: &Tree<'_>, start: &Start<'_>, node: NodeId, first: Option<&MoveText>) -> bool {
        let Some((kind, Origin::Board(square))) = first.map(|text| (text.kind, text.from)) else {
            return true;
        };
        let side = side_after(tree, start, node);
        self.piece_on(tree, start, node, square)
            .is_some_and(|(color, found)| color == side && found.base() == kind.base())
    }

    /// What stands on a square after `node`, found by going back through the moves as written.
    fn piece_on(
        &mut self,
        tree: &Tree<'_>,
        start: &Start<'_>,
        node: NodeId,
        square: Square,
    ) -> Option<(Color, PieceKind)> {
        for id in tree.back_from(node) {
            if !self.step() {
                return None;
            }
            if let Step::Move(Written { to, from, named, .. }) = &tree.node(id).step {
                if let (true, Named::Before(kind)) = (to.square() == square, named) {
                    return Some((side_after(tree, start, id).opponent(), *kind));
                }
                if *from == Origin::Board(square) {
                    return None;
                }
            }
        }
        let piece = start.position.piece_at(square);
        piece.map(|Piece { color, kind }| (color, kind))
    }

    /// Adds a step after `parent`, where a move may be missing before it. A repeated line joins the one that is there: the
    /// second value is whether it did.
    pub(crate) fn add<'t>(
        &mut self,
        record: &mut Record<'t>,
        parent: NodeId,
        step: Step<'t>,
        clock: Clock,
        after_gap: bool,
    ) -> (NodeId, bool) {
        if let Some(there) = self.same_child(record, parent, &step) {
            return (there, true);
        }
        let added = record.tree.add(parent, step, clock);
        record.tree.node_mut(added).after_gap = after_gap;
        (added, false)
    }

    /// The child of `parent` that is this very step.
    fn same_child(&mut self, record: &Record<'_>, parent: NodeId, step: &Step<'_>) -> Option<NodeId> {
        let Record { tree, start, .. } = record;
        let mut children = tree.children(parent).take_while(|_| self.step());
        children.find(|&child| is_same(&tree.node(child).step, step, side_after(tree, start, parent)))
    }
}

/// Whether both say the same where `due` is to move.
fn is_same(one: &Step<'_>, other: &Step<'_>, due: Color) -> bool {
    match (one, other) {
        (Step::Move(one), Step::Move(other)) => {
            one.same_move(other) && one.mark.unwrap_or(due) == other.mark.unwrap_or(due)
        }
        (Step::End(one), Step::End(other)) => one.word == other.word,
        _ => false,
    }
}

/// The destination of the move at `node`, which 同 after it means.
pub(crate) fn same_square(tree: &Tree<'_>, node: NodeId) -> Option<Destination> {
    match &tree.node(node).step {
        Step::Move(written) => Some(Destination::Same(written.to.square())),
        _ => None,
    }
}

/// The side to move after `node`: the opponent of the one whose mark its move has, else by the number of plies.
pub(crate) fn side_after(tree: &Tree<'_>, start: &Start<'_>, node: NodeId) -> Color {
    let Node { step, ply, .. } = tree.node(node);
    let marked = match step {
        Step::Move(written) => written.mark,
        _ => None,
    };
    let first = start.position.side_to_move();
    let counted = if ply.is_multiple_of(2) {
        first
    } else {
        first.opponent()
    };
    marked.map_or(counted, Color::opponent)
}

// Where the moves of a variation belong while it is read.

/// Where the moves being read belong.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Block {
    /// To the line that the last move stands in.
    Line,
    /// A 変化 line has been read, its first move not yet.
    Announced {
        /// The 変化 line.
        span: Span,
        /// The number of the move that it says is replaced.
        number: Option<u32>,
        /// How many remarks there were before it.
        remarks: usize,
    },
    /// The variation has no place, which is noted there, and so many moves are lost.
    Lost(GapId, u32),
}

// The variation that is being read.

impl RecordBuilder<'_> {
    /// A 変化 line before any move is junk that some exporters write; programs that read it ignore it.
    pub(crate) fn announce(&mut self, at: usize, text: &str) {
        self.close_lost_variation();
        self.gap = false;
        self.block = if self.record.tree.is_empty() {
            Block::Line
        } else {
            Block::Announced {
                span: self.span(at, text),
                number: number(text),
                remarks: self.record.remarks.len(),
            }
        };
    }

    /// Goes into the variation announced at `span`, as [`enter`](Self::enter) does. If the line of `parent` goes no further, the
    /// variation replaces a step of another line, with a note, or the end that a まで line states. Returns the node that it
    /// leaves; `None` if it would become the main line, so that it is lost.
    pub(crate) fn enter_instead_of(
        &mut self,
        span: Span,
        parent: NodeId,
        number: u32,
        first: Option<&MoveText>,
        remarks: usize,
    ) -> Option<NodeId> {
        let elsewhere = self.search.fork_elsewhere(&self.record, parent, number, first);
        let Record { tree, .. } = &self.record;
        let is_last = elsewhere.is_none() && tree.first_child(parent).is_none();
        if is_last && !self.end_by_claim(parent) && self.record.tree.is_main_line(parent) {
            self.lose(span, self.why_after_main_line(number));
            return None;
        }
        self.doubt = elsewhere.map(|_| Gap::new(span, GapKind::BranchOfEarlierLine(number)));
        let parent = elsewhere.unwrap_or(parent);
        self.enter(parent, remarks);
        Some(parent)
    }

    /// Ends the line of play after its last move as the まで lines about it state: as the first in known words, or else as the
    /// first. Returns whether there is one.
    fn end_by_claim(&mut self, last: NodeId) -> bool {
        let Record { tree, start, .. } = &self.record;
        let to_move = side_after(tree, start, last);
        let ends = || {
            self.claims_at(last).filter_map(|claim| {
                let said = words::result_of(&claim.text, Players::of(&self.record));
                words::end_by(&said, to_move)
                    .map(|terminal| (terminal, said.winner, said.words.to_owned(), claim.span))
            })
        };
        let known = ends().find(|&(terminal, ..)| terminal != Terminal::Other);
        let Some((terminal, winner, word, span)) = known.or_else(|| ends().next()) else {
            return false;
        };
        let ending = Ending::told(terminal, winner, to_move, Cow::Owned(word), span);
        let end = self.record.tree.add(last, Step::End(ending), Clock::default());
        self.move_claims(last, end);
        true
    }

    /// Goes into the announced variation, which leaves `parent`. What is said between the 変化 line and its first
    /// move is said of the position before that move.
    pub(crate) fn enter(&mut self, parent: NodeId, remarks: usize) {
        self.block = Block::Line;
        for remark in self.record.remarks.iter_mut().skip(remarks) {
            remark.node = parent;
        }
    }

    /// Notes that the announced variation has no place, and why. Its first move is lost.
    pub(crate) fn lose(&mut self, announced: Span, why: NoParent) {
        let kind = GapKind::VariationWithoutParent(ParentGap { why, lost: None });
        self.block = Block::Lost(self.record.miss(announced, kind), 1);
    }

    /// Why a variation has no place that was to replace the move of this number.
    pub(crate) fn why_lost(&self, number: u32) -> NoParent {
        if self.search.is_exhausted() {
            NoParent::TooMany
        } else {
            NoParent::Beyond(number)
        }
    }

    /// Why a variation has no place that was to replace the move of this number after the last of the main line.
    fn why_after_main_line(&self, number: u32) -> NoParent {
        if self.search.is_exhausted() {
            NoParent::TooMany
        } else {
            NoParent::AfterMainLine(number)
        }
    }

    /// Notes how many moves a variation without a place has cost.
    pub(crate) fn close_lost_variation(&mut self) {
        let Block::Lost(gap, moves) = self.block else {
            return;
        };
        let gap = self.record.gaps.get_mut(gap).map(|gap| &mut gap.kind);
        if let Some(GapKind::VariationWithoutParent(gap)) = gap {
            gap.lost = Some((moves, self.counted));
        }
    }
}

/// The number that a 変化 line announces.
fn number(line: &str) -> Option<u32> {
    let parts = KakinokiParser::parse(Part::variation, line);
    let mut parts = parts.into_iter().flatten().flat_map(Pair::into_inner);
    let number = parts.find(|part| part.as_rule() == Part::number)?;
    Some(words::number(number.as_str()))
}

// What is put into the tree: a move, a word or something that cannot be read.

impl<'t> RecordBuilder<'t> {
    /// Adds what stands at a place after `parent`: a step, or something illegible. Where the same step is there already, it
    /// is joined. True where it was.
    pub(crate) fn add(
        &mut self,
        parent: NodeId,
        span: Span,
        step: Result<Step<'t>, GapKind>,
        clock: Clock,
    ) -> bool {
        let (step, gap) = match step {
            Ok(step) => (step, None),
            Err(kind) => (Step::Illegible(span), Some(Gap::new(span, kind))),
        };
        // A variation that repeats a line to its last move and goes on replaces its end.
        if self.has_rejoined && parent == self.latest && self.record.tree.first_child(parent).is_none() {
            self.end_by_claim(parent);
        }
        let after_gap = std::mem::take(&mut self.gap);
        let (node, joined) = self.search.add(&mut self.record, parent, step, clock, after_gap);
        self.latest = node;
        self.has_rejoined = joined;
        let gaps = &mut self.record.gaps;
        if let Some(gap) = gap {
            gaps.push(gap.of(node));
        }
        if self.doubt.is_some() {
            gaps.extend(self.doubt.take().map(|gap| gap.of(node)));
        }
        joined
    }

    /// A move after `parent`.
    pub(crate) fn written(&self, text: MoveText, parent: NodeId, span: Span) -> Result<Step<'t>, GapKind> {
        let to = text
            .to
            .map(Destination::Square)
            .or_else(|| same_square(&self.record.tree, parent))
            .ok_or(GapKind::DoubtfulSame)?;
        Ok(Step::Move(Written {
            mark: text.mark,
            from: text.from,
            to,
            named: Named::Before(text.kind),
            promotion: text.promotion,
            captured: None,
            span,
        }))
    }

    /// Adds a word for a result that is alone on its line.
    pub(crate) fn end(&mut self, at: usize, line: &'t str, word: &'t str) {
        let start = at + line.find(word).unwrap_or_default();
        let span = self.span(start, word);
        let step = self.word(word, self.latest, span);
        self.add(self.latest, span, Ok(step), Clock::default());
    }

    /// A word where a move is due: a pass, or the end of the line.
    pub(crate) fn word(&mut self, word: &'t str, parent: NodeId, span: Span) -> Step<'t> {
        if words::is_pass(word) {
            return Step::Pass(span);
        }
        let known = words::ending(word);
        self.is_perpetual |= words::is_perpetual(word);
        if known.is_none() {
            let gap = WordGap::Word(word.to_owned());
            self.record.miss(span, GapKind::UnknownTerminal(gap));
        }
        let Record { tree, start, .. } = &self.record;
        let to_move = side_after(tree, start, parent);
        let (terminal, winner) = known.unwrap_or((Terminal::Other, None));
        Step::End(Ending::told(terminal, winner, to_move, Cow::Borrowed(word), span))
    }
}

/// A move that cannot be read.
pub(crate) const fn broken(why: BrokenMove) -> GapKind {
    GapKind::BadToken(TokenGap::Broken(why))
}
