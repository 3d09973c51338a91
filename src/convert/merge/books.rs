//! The positions of opening books in a merge: a position that a move of another position reaches continues that move.

use std::collections::{HashMap, VecDeque};

use super::tree::MoveTree;
use super::{Group, NodeComments};
use crate::shogi::{Move, Position};

/// A position of a book by which groups are joined: the file that the groups go to, and the position without its number.
type Place = (Option<Vec<String>>, String);

/// Joins the groups of positions of books. A group whose position a move of another group reaches becomes the continuation of
/// this move, at the place with the fewest moves from the start of a book. Where other moves reach the position, it is not repeated.
pub(super) fn join(groups: Vec<Group>) -> Vec<Group> {
    let places = Places::new(&groups);
    let order = places.order(&groups);
    let starts = order
        .iter()
        .filter(|&&index| is_named_start(&groups[index]))
        .count();
    let mut waiting: Vec<_> = groups.into_iter().map(Some).collect();
    // Moves may lead back to the start of a game, which nevertheless begins its record.
    let mut begun: Vec<_> = order[..starts]
        .iter()
        .map(|&index| (index, waiting[index].take()))
        .collect();
    let mut joined = Vec::new();
    for (index, group) in begun
        .drain(..)
        .chain(order[starts..].iter().map(|&index| (index, None)))
    {
        if let Some(mut group) = group.or_else(|| waiting[index].take()) {
            if group.is_book {
                continue_moves(&mut group, &places, &mut waiting);
            }
            joined.push((index, group));
        }
    }
    joined.sort_by_key(|(index, _)| *index);
    joined.into_iter().map(|(_, group)| group).collect()
}

/// The groups by their positions.
struct Places(HashMap<Place, Vec<usize>>);

impl Places {
    fn new(groups: &[Group]) -> Self {
        let mut places: HashMap<Place, Vec<usize>> = HashMap::new();
        for (index, group) in groups.iter().enumerate().filter(|(_, group)| group.is_book) {
            let place = place(group.levels.as_ref(), &group.first.1.position);
            places.entry(place).or_default().push(index);
        }
        Self(places)
    }

    /// Returns all groups in the order in which they begin a record, unless they continue an earlier one: starts of games, then
    /// positions that no move of another group reaches, then the others, those with the lowest numbers first.
    fn order(&self, groups: &[Group]) -> Vec<usize> {
        let mut is_reached = vec![false; groups.len()];
        for group in groups.iter().filter(|group| group.is_book) {
            let start = &group.first.1.position;
            for (mv, _) in group.tree.first_moves() {
                let reached = after(start, mv).map(|position| place(group.levels.as_ref(), &position));
                for &index in reached.and_then(|it| self.0.get(&it)).into_iter().flatten() {
                    is_reached[index] = true;
                }
            }
        }
        let mut order: Vec<_> = (0..groups.len()).collect();
        order.sort_by_key(|&index| {
            let number = groups[index].first.1.plies_before;
            (!is_named_start(&groups[index]), is_reached[index], number)
        });
        order
    }
}

/// Returns whether a group begins with the even start position or that of a handicap.
fn is_named_start(group: &Group) -> bool {
    group.first.1.handicap.is_some()
}

fn place(levels: Option<&Vec<String>>, position: &Position) -> Place {
    (levels.cloned(), position.to_sfen(1))
}

/// Returns the position after a move; `None` if the move starts from an empty square.
fn after(position: &Position, mv: Move) -> Option<Position> {
    let mut after = position.clone();
    after.play_legal(mv)?;
    Some(after)
}

/// Continues the moves of a group with the groups of the positions after them, level by level.
fn continue_moves(root: &mut Group, places: &Places, waiting: &mut [Option<Group>]) {
    let start = root.first.1.position.clone();
    let first_moves: Vec<_> = root.tree.first_moves().collect();
    let mut pending = VecDeque::from([(start, first_moves)]);
    while let Some((position, moves)) = pending.pop_front() {
        for (mv, node) in moves {
            let Some(next) = after(&position, mv) else {
                continue;
            };
            let indices = places.0.get(&place(root.levels.as_ref(), &next));
            let groups = indices.into_iter().flatten();
            let groups: Vec<_> = groups.filter_map(|&index| waiting[index].take()).collect();
            for group in groups {
                let first_moves: Vec<_> = group.tree.first_moves().collect();
                let ids = root.continue_with(node, group);
                let moves = first_moves.into_iter().map(|(mv, id)| (mv, ids[id as usize]));
                pending.push_back((next.clone(), moves.collect()));
            }
        }
    }
}

impl Group {
    /// Adds the moves and comments of another group after a node. Returns the new identifier of each node of the group.
    fn continue_with(&mut self, node: u32, group: Group) -> Vec<u32> {
        let ids = self.tree.graft(node, &group.tree);
        let comments = group.comments.into_iter().map(|comments| NodeComments {
            node: ids[comments.node as usize],
            ..comments
        });
        self.comments.extend(comments);
        self.games += group.games;
        ids
    }
}

impl MoveTree {
    /// Returns the legal moves from the start, each with its node.
    fn first_moves(&self) -> impl Iterator<Item = (Move, u32)> + '_ {
        self.children(0).filter_map(|id| Some((self.legal_move(id)?, id)))
    }
}
