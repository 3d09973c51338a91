//! A compact tree of the moves of many records. A node has 28 bytes, so that a hundred thousand games fit in memory.

use std::cmp::Reverse;

use super::MainLine;
use super::input::{Content, InputNode, is_same_step};
use crate::finding::Span;
use crate::record::{Clock, NodeId, Step, Tree, WrittenMove};
use crate::shogi::Move;

/// Maximum number of nodes of all trees of a merge.
pub const MAX_MERGED_NODES: usize = 20_000_000;

/// The value of a link that leads to no node. The start has this index, and is never a child or a sibling.
const NONE: u32 = 0;

/// The content of a node.
#[derive(Clone, Copy, Debug)]
enum Compact {
    Move(Move),
    /// A step that is not a legal move, by its index in [`MoveTree::others`].
    Other(u32),
}

/// The place where a node occurs first: the index of the record, and that of the node in this record.
type Occurrence = (u32, u32);

#[derive(Clone, Copy, Debug)]
struct Node {
    content: Compact,
    first_child: u32,
    next_sibling: u32,
    /// Number of games whose main line contains the node.
    games: u32,
    first: Occurrence,
}

/// The moves of many records with the same start.
#[derive(Clone, Debug)]
pub(super) struct MoveTree {
    nodes: Vec<Node>,
    others: Vec<Step<'static>>,
}

impl Default for MoveTree {
    fn default() -> Self {
        let start = Node {
            content: Compact::Other(NONE),
            first_child: NONE,
            next_sibling: NONE,
            games: 0,
            first: (0, 0),
        };
        Self {
            nodes: vec![start],
            others: Vec::new(),
        }
    }
}

impl MoveTree {
    /// Returns the number of nodes after the start.
    pub(super) fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Adds the nodes of a record. `precedes` compares two indices of records in the order of paths. Returns the index of
    /// each node of the record in this tree.
    pub(super) fn add(
        &mut self,
        source: u32,
        input: &[InputNode],
        precedes: impl Fn(u32, u32) -> bool,
    ) -> Vec<u32> {
        let mut ids = Vec::with_capacity(input.len() + 1);
        ids.push(NONE);
        for (index, node) in input.iter().enumerate() {
            let occurrence = (source, index as u32 + 1);
            let id = self.child(ids[node.parent as usize], &node.content, occurrence);
            let merged = &mut self.nodes[id as usize];
            merged.games = merged.games.saturating_add(node.games);
            if precedes(source, merged.first.0) {
                merged.first = occurrence;
            }
            ids.push(id);
        }
        ids
    }

    /// Adds the nodes of another tree after a node. Returns the identifier here of each node of the other tree.
    pub(super) fn graft(&mut self, parent: u32, other: &Self) -> Vec<u32> {
        let mut ids = vec![parent; other.nodes.len()];
        for id in 0..other.nodes.len() as u32 {
            for child in other.children(id) {
                let node = &other.nodes[child as usize];
                let new_id = self.child(ids[id as usize], &other.content(child), node.first);
                let games = &mut self.nodes[new_id as usize].games;
                *games = games.saturating_add(node.games);
                ids[child as usize] = new_id;
            }
        }
        ids
    }

    /// Returns the move of a node; `None` for a step that is not a legal move.
    pub(super) fn legal_move(&self, id: u32) -> Option<Move> {
        match self.nodes[id as usize].content {
            Compact::Move(mv) => Some(mv),
            Compact::Other(_) => None,
        }
    }

    fn content(&self, id: u32) -> Content {
        match self.nodes[id as usize].content {
            Compact::Move(mv) => Content::Move(mv),
            Compact::Other(other) => Content::Other(self.others[other as usize].clone()),
        }
    }

    /// Returns the child of a node with this content. The child is added if there is none.
    fn child(&mut self, parent: u32, content: &Content, first: Occurrence) -> u32 {
        let mut last = NONE;
        let mut id = self.nodes[parent as usize].first_child;
        while id != NONE {
            if self.is_same(self.nodes[id as usize].content, content) {
                return id;
            }
            last = id;
            id = self.nodes[id as usize].next_sibling;
        }
        let id = self.nodes.len() as u32;
        if last == NONE {
            self.nodes[parent as usize].first_child = id;
        } else {
            self.nodes[last as usize].next_sibling = id;
        }
        let content = match content {
            Content::Move(mv) => Compact::Move(*mv),
            Content::Other(step) => {
                self.others.push(step.clone());
                Compact::Other(self.others.len() as u32 - 1)
            }
        };
        self.nodes.push(Node {
            content,
            first_child: NONE,
            next_sibling: NONE,
            games: 0,
            first,
        });
        id
    }

    fn is_same(&self, compact: Compact, content: &Content) -> bool {
        match (compact, content) {
            (Compact::Move(one), Content::Move(other)) => one == *other,
            (Compact::Other(one), Content::Other(other)) => is_same_step(&self.others[one as usize], other),
            _ => false,
        }
    }

    /// Returns the children of a node, in the order in which they were added or, after [`sort`](Self::sort), in their
    /// final order.
    pub(super) fn children(&self, id: u32) -> impl Iterator<Item = u32> + '_ {
        let link = |id: u32| (id != NONE).then_some(id);
        std::iter::successors(link(self.nodes[id as usize].first_child), move |&child| {
            link(self.nodes[child as usize].next_sibling)
        })
    }

    /// Puts the children of each node in their final order. The first of them is chosen by `main_line`; the others follow
    /// by frequency, then by their first occurrence. `rank` is the place of a record in the order of paths.
    pub(super) fn sort(&mut self, main_line: MainLine, rank: impl Fn(u32) -> u32) {
        let heights = self.heights();
        for id in 0..self.nodes.len() as u32 {
            let mut children: Vec<u32> = self.children(id).collect();
            if children.len() < 2 {
                continue;
            }
            let key = |&child: &u32| {
                let node = &self.nodes[child as usize];
                (Reverse(node.games), (rank(node.first.0), node.first.1))
            };
            let main_child = match main_line {
                MainLine::Frequent => children.iter().copied().min_by_key(|child| {
                    let (games, first) = key(child);
                    (games, Reverse(heights[*child as usize]), first)
                }),
                MainLine::Longest => children
                    .iter()
                    .copied()
                    .min_by_key(|child| (Reverse(heights[*child as usize]), key(child))),
                MainLine::First => children.first().copied(),
            };
            children.sort_by_key(|child| (Some(*child) != main_child, key(child)));
            self.link(id, &children);
        }
    }

    /// Makes `children` the children of a node, in this order.
    fn link(&mut self, parent: u32, children: &[u32]) {
        let mut next = NONE;
        for &child in children.iter().rev() {
            self.nodes[child as usize].next_sibling = next;
            next = child;
        }
        self.nodes[parent as usize].first_child = next;
    }

    /// Returns for each node the length of the longest line from it, in plies with its own. Ends have no length.
    fn heights(&self) -> Vec<u32> {
        let mut heights = vec![0; self.nodes.len()];
        // Parents precede their children.
        for id in (0..self.nodes.len() as u32).rev() {
            let longest = self.children(id).map(|child| heights[child as usize]).max();
            heights[id as usize] = longest.unwrap_or(0) + u32::from(!self.is_end(id));
        }
        heights
    }

    fn is_end(&self, id: u32) -> bool {
        match self.nodes[id as usize].content {
            Compact::Other(other) => matches!(self.others.get(other as usize), Some(Step::End(_))),
            Compact::Move(_) => false,
        }
    }

    /// Returns the moves as the tree of a record, and the identifier of each node there. The order of lines is that of
    /// KIF. `start_number` is the number of the ply before the first move.
    pub(super) fn into_record_tree(self, start_number: u32) -> (Tree<'static>, Vec<NodeId>) {
        let mut tree = Tree::with_capacity(self.nodes.len());
        tree.node_mut(NodeId::START).number = start_number;
        let mut ids = vec![NodeId::START; self.nodes.len()];
        // The first nodes of the lines that are still to be added, each with its parent.
        let mut pending: Vec<(u32, NodeId)> = Vec::new();
        self.push_children(NONE, NodeId::START, true, &mut pending);
        while let Some((first, parent)) = pending.pop() {
            let (mut id, mut parent) = (first, parent);
            loop {
                parent = tree.add_unlimited(parent, self.step(id), Clock::default());
                ids[id as usize] = parent;
                self.push_children(id, parent, false, &mut pending);
                match self.nodes[id as usize].first_child {
                    NONE => break,
                    child => id = child,
                }
            }
        }
        (tree, ids)
    }

    /// Adds the children of a node to the pending lines, the first of them last. Without `with_first`, the first child is
    /// left out, because it continues the current line.
    fn push_children(&self, id: u32, parent: NodeId, with_first: bool, pending: &mut Vec<(u32, NodeId)>) {
        let begin = pending.len();
        let children = self.children(id).skip(usize::from(!with_first));
        pending.extend(children.map(|child| (child, parent)));
        pending[begin..].reverse();
    }

    fn step(&self, id: u32) -> Step<'static> {
        match self.nodes[id as usize].content {
            Compact::Move(mv) => Step::Move(WrittenMove::new(mv, Span::default())),
            Compact::Other(other) => self.others[other as usize].clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_small() {
        assert!(size_of::<Node>() <= 28, "{}", size_of::<Node>());
    }
}
