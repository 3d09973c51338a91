//! The tree of moves: an arena of nodes linked by number, so that no walk recurses.

use std::collections::HashMap;
use std::hash::Hash;

use super::{Clock, Ending};
use crate::finding::Span;
use crate::shogi::{Color, Move, PieceKind, Square, Suffix};

/// A node's number in its tree; the start position is [`NodeId::START`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The start position.
    pub const START: Self = Self(0);

    /// Its place in the order of the record, the start at 0: for tables beside the tree.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What stands at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<'t> {
    /// The start position.
    Start,
    /// A move.
    Move(Written),
    /// A pass where a move is due.
    Pass(Span),
    /// A move of another game than shogi, as written.
    Token(Span),
    /// Something that stands where a move is due and cannot be read; the finding says why.
    Illegible(Span),
    /// The end of this line of play.
    End(Ending<'t>),
}

/// A node of the tree.
#[derive(Clone, Debug)]
pub struct Node<'t> {
    /// What stands here.
    pub step: Step<'t>,
    /// The time written beside it.
    pub clock: Clock,
    /// Where that stands, if it could be read.
    pub clock_span: Option<Span>,
    /// Distance from the start in plies; an end counts one more than the last move.
    pub ply: u32,
    /// The number the record gives it; where it gives none, one more than its parent's.
    pub number: u32,
    /// Whether a move may be missing before it: its number leaves a gap, or something stands there that cannot be read.
    pub after_gap: bool,
    parent: u32,
    first_child: u32,
    last_child: u32,
    next_sibling: u32,
    /// The node with which its line leaves its parent line; the start for the main line.
    line: u32,
    /// How many older siblings it has.
    alternative: u32,
}

/// No node: the start is nobody's child or sibling.
const NONE: u32 = 0;

/// So many moves a record has at most, those of its variations and the ends of lines counted. A game has some hundreds,
/// the longest on record some thousand; a book of openings has ten thousands.
pub const MAX_RECORD_MOVES: usize = 200_000;

/// No move is given a larger number by its record alone: it has the one that is due, so that those after it can be
/// counted on.
pub const MAX_PLY_NUMBER: u32 = 999_999_999;

/// What a record has beyond [`MAX_RECORD_MOVES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beyond {
    /// What stands in the tree in place of the first of them and all that follow: something that cannot be read.
    pub node: NodeId,
    /// How many there are.
    pub count: usize,
}

/// The moves of a record with all variations. The first child of a node goes on with its line; the
/// others are alternatives to that child.
#[derive(Clone, Debug)]
pub struct Tree<'t> {
    nodes: Vec<Node<'t>>,
    beyond: Option<Beyond>,
}

impl Default for Tree<'_> {
    fn default() -> Self {
        let start = Node {
            step: Step::Start,
            clock: Clock::default(),
            clock_span: None,
            ply: 0,
            number: 0,
            after_gap: false,
            parent: NONE,
            first_child: NONE,
            last_child: NONE,
            next_sibling: NONE,
            line: NONE,
            alternative: 0,
        };
        Self {
            nodes: vec![start],
            beyond: None,
        }
    }
}

impl Node<'_> {
    /// Where a finding about its time stands: at the time, or at the token where there is no time.
    pub(crate) fn clock_place(&self) -> Option<Span> {
        self.clock_span.or_else(|| self.span())
    }

    /// The token that stands here; `None` for the start.
    pub fn span(&self) -> Option<Span> {
        step_span(&self.step)
    }
}

fn step_span(step: &Step<'_>) -> Option<Span> {
    match step {
        Step::Start => None,
        Step::Move(written) => Some(written.span),
        Step::Token(span) | Step::Pass(span) | Step::Illegible(span) => Some(*span),
        Step::End(ending) => Some(ending.span),
    }
}

impl<'t> Tree<'t> {
    /// Adds a last child to `parent`. When there are [`MAX_RECORD_MOVES`], the line breaks off with something that cannot be read,
    /// and that stands for all that would be added.
    pub fn add(&mut self, parent: NodeId, step: Step<'t>, clock: Clock) -> NodeId {
        if self.nodes.len() <= MAX_RECORD_MOVES {
            return self.push(parent, step, clock);
        }
        if let Some(beyond) = &mut self.beyond {
            beyond.count += 1;
            return beyond.node;
        }
        let span = step_span(&step).unwrap_or_default();
        let node = self.push(parent, Step::Illegible(span), Clock::default());
        self.beyond = Some(Beyond { node, count: 1 });
        node
    }

    /// Makes room for the nodes of a text in which a move takes so many bytes; for those of a usual game at most.
    pub(crate) fn expect(&mut self, text: &str, bytes_of_move: usize) {
        const TYPICAL_NODES: usize = 256;
        self.nodes
            .reserve((text.len() / bytes_of_move).min(TYPICAL_NODES));
    }

    /// What the record has beyond [`MAX_RECORD_MOVES`], of which nothing is kept.
    pub fn beyond(&self) -> Option<Beyond> {
        self.beyond
    }

    fn push(&mut self, parent: NodeId, step: Step<'t>, clock: Clock) -> NodeId {
        let id = self.nodes.len() as u32;
        let before = &mut self.nodes[parent.index()];
        let (ply, number) = (before.ply.saturating_add(1), before.number.saturating_add(1));
        let mut line = before.line;
        let older = std::mem::replace(&mut before.last_child, id);
        let mut alternative = 0;
        if older == NONE {
            before.first_child = id;
        } else {
            let older = &mut self.nodes[older as usize];
            older.next_sibling = id;
            alternative = older.alternative + 1;
            line = id;
        }
        self.nodes.push(Node {
            step,
            clock,
            clock_span: None,
            ply,
            number,
            after_gap: false,
            parent: parent.0,
            first_child: NONE,
            last_child: NONE,
            next_sibling: NONE,
            line,
            alternative,
        });
        NodeId(id)
    }

    /// The node itself.
    pub fn node(&self, id: NodeId) -> &Node<'t> {
        &self.nodes[id.index()]
    }

    /// The node itself, to add what is read later (its time).
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node<'t> {
        &mut self.nodes[id.index()]
    }

    /// Number of nodes, the start counted.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is nothing but the start.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// The node before.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != NodeId::START).then(|| NodeId(self.nodes[id.index()].parent))
    }

    /// The next node of the same line.
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        linked(self.nodes[id.index()].first_child)
    }

    /// The next alternative to a node.
    pub(crate) fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        linked(self.nodes[id.index()].next_sibling)
    }

    /// All continuations after a node, the main one first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(id), |&child| self.next_sibling(child))
    }

    /// The main line from the first ply on.
    pub fn main_line(&self) -> impl Iterator<Item = (NodeId, &Node<'t>)> + '_ {
        std::iter::successors(self.first_child(NodeId::START), |&id| self.first_child(id))
            .map(|id| (id, self.node(id)))
    }

    /// Whether a node is on the main line; the start is.
    pub fn is_main_line(&self, id: NodeId) -> bool {
        self.node(id).line == NONE
    }

    /// Whether there are lines beside the main line.
    pub(crate) fn has_variations(&self) -> bool {
        // Without any, every node follows the one before it.
        self.nodes
            .last()
            .is_some_and(|last| (last.ply as usize) < self.nodes.len() - 1)
    }

    /// The first nodes of all lines, in the order in which KIF writes them: the main line, then those that leave
    /// latest first, each followed by its own.
    pub fn lines(&self) -> impl Iterator<Item = NodeId> + '_ {
        let mut pending: Vec<NodeId> = self.first_child(NodeId::START).into_iter().collect();
        std::iter::from_fn(move || {
            let first = pending.pop()?;
            // The younger siblings of a line's first node were put there with it.
            let is_alternative = self.node(first).alternative > 0;
            let line = std::iter::successors(Some(first), |&id| self.first_child(id));
            for id in line.skip(usize::from(is_alternative)) {
                let at = pending.len();
                pending.extend(std::iter::successors(self.next_sibling(id), |&id| {
                    self.next_sibling(id)
                }));
                pending[at..].reverse();
            }
            Some(first)
        })
    }

    /// The first node of the line that a node is in; the start for the main line.
    pub(crate) fn line_of(&self, id: NodeId) -> NodeId {
        NodeId(self.node(id).line)
    }

    /// The moves that lead from the start to a node, as a tree of their own; ends that were played on are left out.
    #[must_use]
    pub(crate) fn line_to(&self, id: NodeId) -> Self {
        let mut way: Vec<_> = self.back_from(id).collect();
        way.reverse();
        let mut line = Self::default();
        let mut last = NodeId::START;
        line.node_mut(last).number = self.node(NodeId::START).number;
        for node in way.into_iter().skip(1).map(|id| self.node(id)) {
            if !matches!(node.step, Step::End(_)) {
                last = line.add(last, node.step.clone(), node.clock);
                let copy = line.node_mut(last);
                (copy.number, copy.after_gap) = (node.number, node.after_gap);
            }
        }
        line
    }

    /// The same tree with alternatives of the same key made one, and the place of every node in it.
    pub(crate) fn joined<K: Eq + Hash>(&self, key: impl Fn(NodeId) -> Option<K>) -> (Self, Vec<NodeId>) {
        let mut tree = Self::default();
        tree.node_mut(NodeId::START).number = self.node(NodeId::START).number;
        let mut places = vec![NodeId::START; self.len()];
        let mut known = HashMap::new();
        for id in self.ids().skip(1) {
            let (node, parent) = (self.node(id), places[self.node(id).parent as usize]);
            let key = key(id).map(|key| (parent, key));
            let there = key.as_ref().and_then(|key| known.get(key).copied());
            let place = there.unwrap_or_else(|| tree.push(parent, node.step.clone(), Clock::default()));
            let copy = tree.node_mut(place);
            if there.is_none() {
                (copy.number, copy.after_gap) = (node.number, node.after_gap);
                known.extend(key.map(|key| (key, place)));
            }
            if copy.clock == Clock::default() {
                (copy.clock, copy.clock_span) = (node.clock, node.clock_span);
            }
            places[id.index()] = place;
        }
        (tree, places)
    }

    /// From a node back to the start, both counted.
    pub fn back_from(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(id), |&id| self.parent(id))
    }

    /// All node numbers in the order in which they were read.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The way into a node's line: for each point where it leaves its parent line, the ply and the number of
    /// the alternative there, from 1. Empty on the main line; of a line nested deeper than a hundred times, the
    /// innermost hundred.
    pub fn path(&self, id: NodeId) -> Vec<(u32, u32)> {
        const MAX_DEPTH: usize = 100;
        let mut path = Vec::new();
        let mut line = self.node(id).line;
        while line != NONE && path.len() < MAX_DEPTH {
            let first = &self.nodes[line as usize];
            path.push((first.ply, first.alternative));
            line = self.nodes[first.parent as usize].line;
        }
        path.reverse();
        path
    }
}

const fn linked(id: u32) -> Option<NodeId> {
    if id == NONE { None } else { Some(NodeId(id)) }
}

// A move as the record writes it.

/// Where the moved piece comes from, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A square of the board.
    Board(Square),
    /// The hand.
    Hand,
    /// Not said; the board has to tell.
    Unstated,
    /// Told by words beside the piece, perhaps by none (KI2: 右 左 直 上 寄 引); the board has to tell. A drop may
    /// be written this way too, where no piece on the board can go there.
    Words(Suffix),
}

/// Where the piece goes, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// A named square.
    Square(Square),
    /// 同: the square of the move before, already looked up.
    Same(Square),
}

impl Destination {
    /// The square itself.
    pub const fn square(self) -> Square {
        match self {
            Self::Square(square) | Self::Same(square) => square,
        }
    }
}

/// The piece that the record names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// The kind before the move (KIF, KI2).
    Before(PieceKind),
    /// The kind after the move (CSA).
    After(PieceKind),
    /// No kind (USI board moves).
    Nothing,
}

/// What the record says about promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promotion {
    /// 成.
    Promote,
    /// 不成.
    Decline,
    /// Nothing; in KIF that means it does not promote.
    Unstated,
    /// Nothing, in a notation that says 成 or 不成 wherever there is a choice (KI2).
    Omitted,
}

/// A move as written: what a recorder put down, before any board has been asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// The side the record says moves (CSA sign, KIF ▲△).
    pub mark: Option<Color>,
    /// Where the piece comes from.
    pub from: Origin,
    /// Where it goes.
    pub to: Destination,
    /// The piece named.
    pub named: Named,
    /// What is said about promotion.
    pub promotion: Promotion,
    /// The piece that it says it captures; only JKF says so.
    pub captured: Option<PieceKind>,
    /// The token: the move itself, without ply number and time.
    pub span: Span,
}

impl Written {
    /// A move as the notations of engines have it: squares, what is dropped, and no piece for a move on the board.
    pub const fn new(mv: Move, span: Span) -> Self {
        let (from, named, promote) = match mv {
            Move::Board { from, promote, .. } => (Origin::Board(from), Named::Nothing, promote),
            Move::Drop { kind, .. } => (Origin::Hand, Named::Before(kind), false),
        };
        Self {
            mark: None,
            from,
            to: Destination::Square(mv.to()),
            named,
            promotion: if promote {
                Promotion::Promote
            } else {
                Promotion::Unstated
            },
            captured: None,
            span,
        }
    }

    /// Whether it says itself where the piece comes from and whether it promotes, so that no board has to be asked.
    pub(crate) const fn is_explicit(&self) -> bool {
        matches!(self.from, Origin::Board(_) | Origin::Hand) && !matches!(self.promotion, Promotion::Omitted)
    }

    /// Whether both say the same move, wherever they stand in the text and however 同 is spelt.
    pub fn same_move(&self, other: &Self) -> bool {
        self.from == other.from
            && self.to.square() == other.to.square()
            && self.named == other.named
            && (self.promotion == Promotion::Promote) == (other.promotion == Promotion::Promote)
    }
}
