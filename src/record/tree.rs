//! The tree of moves: an arena of nodes linked by index, so that traversal needs no recursion.

use std::collections::HashMap;
use std::hash::Hash;

use super::{Clock, Ending, WrittenMove};
use crate::finding::Span;
use crate::shogi::Color;

/// The identifier of a node, which is valid only for the tree of the node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The node of the start position.
    pub const START: Self = Self(0);

    /// Returns the index of the node in the order of the record, with the start at 0. The index can be used for a table
    /// with an element for each node.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The content of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<'t> {
    /// The start position.
    Start,
    /// A move.
    Move(WrittenMove),
    /// A pass in place of a move.
    Pass(Span),
    /// A move of another game than shogi, as written.
    Token(Span),
    /// An unreadable token at a place where a move is expected. A gap of the record describes the reason.
    Unreadable(Span),
    /// The end of a line of play. Other nodes can follow an end.
    End(Ending<'t>),
}

/// A node of the tree.
#[derive(Clone, Debug)]
pub struct Node<'t> {
    /// The content of the node.
    pub step: Step<'t>,
    /// The time written with the move or end.
    pub clock: Clock,
    /// The place of the time in the text; `None` if no time could be read.
    pub clock_span: Option<Span>,
    /// The distance from the start in plies. Passes, unreadable tokens and ends also count as plies.
    pub ply: u32,
    /// The ply number in the record. If the record states no number here, this is the number of the parent plus one.
    pub number: u32,
    /// `true` if a move may be missing before this node: numbers are skipped, or the text in between cannot be read.
    pub after_gap: bool,
    // The links to other nodes are their indices, or `NONE`.
    parent: u32,
    first_child: u32,
    last_child: u32,
    next_sibling: u32,
    /// The first node of the variation that contains this node; `NONE` on the main line.
    line: u32,
    /// The number of siblings that were added before this node; 0 for the first child.
    alternative: u32,
}

/// The value of a link that leads to no node. This value equals the index of the start, which is never a child or a
/// sibling.
const NONE: u32 = 0;

/// Maximum number of nodes of a record after the start: the moves of all variations, and the ends of lines.
///
/// A typical game has about a hundred moves, the longest known game about a thousand, and a book of openings tens of
/// thousands.
pub const MAX_RECORD_MOVES: usize = 200_000;

/// Largest ply number that a record can give to a move.
///
/// A move with a larger number gets the expected number (one more than the previous move), so that later numbers do not
/// overflow.
pub const MAX_PLY_NUMBER: u32 = 999_999_999;

/// The moves of a record beyond [`MAX_RECORD_MOVES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExcessMoves {
    /// The unreadable node that represents the excess moves in the tree.
    pub node: NodeId,
    /// The number of excess moves.
    pub count: usize,
}

/// The moves of a record with all variations.
///
/// The first child of a node continues the line of this node. All further children are alternatives to the first child.
#[derive(Clone, Debug)]
pub struct Tree<'t> {
    nodes: Vec<Node<'t>>,
    excess: Option<ExcessMoves>,
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
            excess: None,
        }
    }
}

impl Node<'_> {
    /// Returns the number of alternatives before this node: 0 if the node continues the line of its parent.
    pub(crate) const fn alternative(&self) -> u32 {
        self.alternative
    }

    /// Returns the place of a finding about the time: the place of the time or, if no time could be read, the place of
    /// the move or end in this node. Returns `None` for the start without a time.
    pub(crate) fn clock_place(&self) -> Option<Span> {
        self.clock_span.or_else(|| self.span())
    }

    /// Returns the span of the move, pass, token or end in this node; `None` for the start.
    pub fn span(&self) -> Option<Span> {
        step_span(&self.step)
    }

    /// Returns the side mark of the move in this node; `None` if the node is not a move, or has no mark.
    pub(crate) fn mark(&self) -> Option<Color> {
        match &self.step {
            Step::Move(written) => written.mark,
            _ => None,
        }
    }
}

fn step_span(step: &Step<'_>) -> Option<Span> {
    match step {
        Step::Start => None,
        Step::Move(written) => Some(written.span),
        Step::Token(span) | Step::Pass(span) | Step::Unreadable(span) => Some(*span),
        Step::End(ending) => Some(ending.span),
    }
}

impl<'t> Tree<'t> {
    /// Adds a node as the last child of `parent`.
    ///
    /// Beyond [`MAX_RECORD_MOVES`], one unreadable node is added, which represents all further moves. The identifier of
    /// this node is then returned for each further move.
    pub fn add(&mut self, parent: NodeId, step: Step<'t>, clock: Clock) -> NodeId {
        if self.nodes.len() <= MAX_RECORD_MOVES {
            return self.push(parent, step, clock);
        }
        if let Some(excess) = &mut self.excess {
            excess.count += 1;
            return excess.node;
        }
        let span = step_span(&step).unwrap_or_default();
        let node = self.push(parent, Step::Unreadable(span), Clock::default());
        self.excess = Some(ExcessMoves { node, count: 1 });
        node
    }

    /// Creates a tree with memory for `nodes` nodes.
    pub(crate) fn with_capacity(nodes: usize) -> Self {
        let mut tree = Self::default();
        tree.nodes.reserve_exact(nodes);
        tree
    }

    /// Adds a node as the last child of `parent`, even beyond [`MAX_RECORD_MOVES`]. This is for records that are not read
    /// from text.
    pub(crate) fn add_unlimited(&mut self, parent: NodeId, step: Step<'t>, clock: Clock) -> NodeId {
        self.push(parent, step, clock)
    }

    /// Reserves memory for the nodes of a text with `bytes_of_move` bytes per move, at most for 256 nodes. Few games have more
    /// nodes.
    pub(crate) fn reserve(&mut self, text: &str, bytes_of_move: usize) {
        const TYPICAL_NODES: usize = 256;
        self.nodes
            .reserve((text.len() / bytes_of_move).min(TYPICAL_NODES));
    }

    /// Returns the number of moves beyond [`MAX_RECORD_MOVES`] and the node that represents them; `None` if the record
    /// is within this limit.
    pub fn excess(&self) -> Option<ExcessMoves> {
        self.excess
    }

    fn push(&mut self, parent: NodeId, step: Step<'t>, clock: Clock) -> NodeId {
        let id = self.nodes.len() as u32;
        let parent_node = &mut self.nodes[parent.index()];
        let (ply, number) = (
            parent_node.ply.saturating_add(1),
            parent_node.number.saturating_add(1),
        );
        let mut line = parent_node.line;
        let older_id = std::mem::replace(&mut parent_node.last_child, id);
        let mut alternative = 0;
        if older_id == NONE {
            parent_node.first_child = id;
        } else {
            let older = &mut self.nodes[older_id as usize];
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

    /// Returns the node with this identifier.
    pub fn node(&self, id: NodeId) -> &Node<'t> {
        &self.nodes[id.index()]
    }

    /// Returns the node with this identifier for changes, for example to add a time that is read later.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node<'t> {
        &mut self.nodes[id.index()]
    }

    /// Returns the number of nodes, including the start.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether the tree contains only the start.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// Returns the parent of a node; `None` for the start.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != NodeId::START).then(|| NodeId(self.nodes[id.index()].parent))
    }

    /// Returns the next node of the same line; `None` at the end of the line.
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        linked(self.nodes[id.index()].first_child)
    }

    /// Returns the next sibling of a node: the alternative that was added next; `None` for the last one.
    pub(crate) fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        linked(self.nodes[id.index()].next_sibling)
    }

    /// Returns the children of a node, beginning with the one that continues the line of this node.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(id), |&child| self.next_sibling(child))
    }

    /// Returns the nodes of the main line, without the start.
    pub fn main_line(&self) -> impl Iterator<Item = (NodeId, &Node<'t>)> + '_ {
        std::iter::successors(self.first_child(NodeId::START), |&id| self.first_child(id))
            .map(|id| (id, self.node(id)))
    }

    /// Returns whether a node is on the main line, which includes the start.
    pub fn is_main_line(&self, id: NodeId) -> bool {
        self.node(id).line == NONE
    }

    /// Returns whether a node of the tree has more than one child.
    pub(crate) fn has_variations(&self) -> bool {
        // Without variations, the ply of each node equals its index.
        self.nodes
            .last()
            .is_some_and(|last| (last.ply as usize) < self.nodes.len() - 1)
    }

    /// Returns the first nodes of all lines in the order in which KIF writes them.
    ///
    /// The main line is first. The variations of the main line follow, beginning with the variation at the highest ply.
    /// Each variation is directly followed by its own variations.
    pub fn lines(&self) -> impl Iterator<Item = NodeId> + '_ {
        let mut pending: Vec<NodeId> = self.first_child(NodeId::START).into_iter().collect();
        std::iter::from_fn(move || {
            let first = pending.pop()?;
            // Siblings of a variation's first node were added to `pending` together with it.
            let is_alternative = self.node(first).alternative > 0;
            let line = std::iter::successors(Some(first), |&id| self.first_child(id));
            for id in line.skip(usize::from(is_alternative)) {
                let start = pending.len();
                pending.extend(std::iter::successors(self.next_sibling(id), |&id| {
                    self.next_sibling(id)
                }));
                pending[start..].reverse();
            }
            Some(first)
        })
    }

    /// Returns the first node of the variation that contains a node; the start for a node of the main line.
    pub(crate) fn line_of(&self, id: NodeId) -> NodeId {
        NodeId(self.node(id).line)
    }

    /// Returns the moves from the start to a node as a separate tree, with their times and numbers. All ends are left out.
    #[must_use]
    pub(crate) fn path_tree(&self, id: NodeId) -> Self {
        let mut path: Vec<_> = self.ancestors(id).collect();
        path.reverse();
        let mut tree = Self::default();
        let mut last = NodeId::START;
        tree.node_mut(last).number = self.node(NodeId::START).number;
        for node in path.into_iter().skip(1).map(|id| self.node(id)) {
            if !matches!(node.step, Step::End(_)) {
                last = tree.add(last, node.step.clone(), node.clock);
                let copy = tree.node_mut(last);
                (copy.number, copy.after_gap) = (node.number, node.after_gap);
            }
        }
        tree
    }

    /// Returns a copy of the tree in which the line through a node is the main line, up to the end of the node's variation, and
    /// the identifier of each node in the copy.
    ///
    /// The former continuation at each branching point becomes its first alternative.
    pub(crate) fn promoted(&self, id: NodeId) -> (Self, Vec<NodeId>) {
        let mut is_promoted = vec![false; self.len()];
        for ancestor in self.ancestors(id) {
            is_promoted[ancestor.index()] = true;
        }
        let ordered_children = |parent: NodeId| {
            let mut children: Vec<_> = self.children(parent).collect();
            // The sort is stable, so the other children keep their order.
            children.sort_by_key(|child| !is_promoted[child.index()]);
            children.into_iter().rev()
        };
        let mut tree = self.with_start_only();
        let mut new_ids = vec![NodeId::START; self.len()];
        let mut pending: Vec<_> = ordered_children(NodeId::START).collect();
        while let Some(id) = pending.pop() {
            let parent = new_ids[self.node(id).parent as usize];
            new_ids[id.index()] = tree.push_copy(parent, self.node(id));
            pending.extend(ordered_children(id));
        }
        tree.excess = self.excess.map(|excess| ExcessMoves {
            node: new_ids[excess.node.index()],
            ..excess
        });
        (tree, new_ids)
    }

    /// Returns a tree with a copy of the start.
    fn with_start_only(&self) -> Self {
        let mut tree = Self::default();
        tree.nodes[0] = Node {
            first_child: NONE,
            last_child: NONE,
            ..self.nodes[0].clone()
        };
        tree
    }

    /// Adds a copy of a node of another tree as the last child of `parent`.
    fn push_copy(&mut self, parent: NodeId, node: &Node<'t>) -> NodeId {
        let id = self.push(parent, node.step.clone(), node.clock);
        let copy = self.node_mut(id);
        (copy.number, copy.after_gap, copy.clock_span) = (node.number, node.after_gap, node.clock_span);
        id
    }

    /// Returns a copy of the main line without variations, and the identifier of each node in the copy; `None` for a node of a
    /// variation.
    pub(crate) fn without_variations(&self) -> (Self, Vec<Option<NodeId>>) {
        let mut tree = self.with_start_only();
        let mut new_ids = vec![None; self.len()];
        new_ids[NodeId::START.index()] = Some(NodeId::START);
        let mut last = NodeId::START;
        for (id, node) in self.main_line() {
            last = tree.push_copy(last, node);
            new_ids[id.index()] = Some(last);
        }
        tree.excess = self.excess.and_then(|excess| {
            let node = new_ids[excess.node.index()]?;
            Some(ExcessMoves { node, ..excess })
        });
        (tree, new_ids)
    }

    /// Returns a copy of the tree without the ends of the main line before a ply, so that the moves after them continue the
    /// game, and the identifier of each node in the copy. That of an end is the node before it.
    #[cfg(feature = "cli")]
    pub(crate) fn without_ends_before(&self, ply: u32) -> (Self, Vec<NodeId>) {
        let mut tree = self.with_start_only();
        let mut new_ids = vec![NodeId::START; self.len()];
        for id in self.ids().skip(1) {
            let node = self.node(id);
            let parent = new_ids[node.parent as usize];
            let is_removed = matches!(node.step, Step::End(_)) && node.ply < ply && self.is_main_line(id);
            new_ids[id.index()] = if is_removed {
                parent
            } else {
                tree.push_copy(parent, node)
            };
        }
        tree.excess = self.excess.map(|excess| ExcessMoves {
            node: new_ids[excess.node.index()],
            ..excess
        });
        (tree, new_ids)
    }

    /// Returns a copy of the tree up to a ply, and the identifier of each node in the copy; `None` for a node after this ply.
    #[cfg(feature = "report")]
    pub(crate) fn up_to(&self, max_ply: u32) -> (Self, Vec<Option<NodeId>>) {
        let mut tree = self.with_start_only();
        let mut new_ids = vec![None; self.len()];
        new_ids[NodeId::START.index()] = Some(NodeId::START);
        for id in self.ids().skip(1) {
            let node = self.node(id);
            let parent = new_ids[node.parent as usize].filter(|_| node.ply <= max_ply);
            new_ids[id.index()] = parent.map(|parent| tree.push_copy(parent, node));
        }
        tree.excess = self.excess.and_then(|excess| {
            let node = new_ids[excess.node.index()]?;
            Some(ExcessMoves { node, ..excess })
        });
        (tree, new_ids)
    }

    /// Returns a copy of the tree in which alternatives with equal keys are merged, and the identifier of each node in the
    /// copy.
    ///
    /// A node whose key is `None` is not merged. A merged node keeps the first time that one of the alternatives has.
    pub(crate) fn merged<K: Eq + Hash>(&self, key: impl Fn(NodeId) -> Option<K>) -> (Self, Vec<NodeId>) {
        let mut tree = Self::default();
        tree.node_mut(NodeId::START).number = self.node(NodeId::START).number;
        let mut new_ids = vec![NodeId::START; self.len()];
        let mut merged_ids = HashMap::new();
        for id in self.ids().skip(1) {
            let (node, parent) = (self.node(id), new_ids[self.node(id).parent as usize]);
            let key = key(id).map(|key| (parent, key));
            let existing = key.as_ref().and_then(|key| merged_ids.get(key).copied());
            let new_id = existing.unwrap_or_else(|| tree.push(parent, node.step.clone(), Clock::default()));
            let copy = tree.node_mut(new_id);
            if existing.is_none() {
                (copy.number, copy.after_gap) = (node.number, node.after_gap);
                merged_ids.extend(key.map(|key| (key, new_id)));
            }
            if copy.clock == Clock::default() {
                (copy.clock, copy.clock_span) = (node.clock, node.clock_span);
            }
            new_ids[id.index()] = new_id;
        }
        (tree, new_ids)
    }

    /// Returns the nodes from `id` back to the start, both included.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(id), |&id| self.parent(id))
    }

    /// Returns the identifiers of all nodes in the order in which the nodes were added.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// Returns the path to the line of a node: the ply and the alternative (from 1) of each branching point.
    ///
    /// The path is empty for a node on the main line. If a line is nested more than a hundred levels deep, only the
    /// innermost hundred branching points are returned.
    pub fn path(&self, id: NodeId) -> Vec<(u32, u32)> {
        const MAX_DEPTH: usize = 100;
        let mut path = Vec::new();
        let mut line = self.node(id).line;
        while line != NONE && path.len() < MAX_DEPTH {
            let line_start = &self.nodes[line as usize];
            path.push((line_start.ply, line_start.alternative));
            line = self.nodes[line_start.parent as usize].line;
        }
        path.reverse();
        path
    }
}

/// Converts a link to a node; `None` for `NONE`.
const fn linked(id: u32) -> Option<NodeId> {
    if id == NONE { None } else { Some(NodeId(id)) }
}
