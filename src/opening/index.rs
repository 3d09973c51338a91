//! Which patterns a move may have completed.

use super::condition::{Fact, squares_of, view};
use super::view::View;
use crate::shogi::{Color, Piece, PieceKind, Square};

/// For everything that a move can change, the views that it may complete.
#[derive(Debug)]
pub(super) struct Index {
    /// By what has come to stand on a square.
    come: Table,
    /// By what no longer stands on a square.
    gone: Table,
    /// By a piece that has come to a hand, or from it.
    held: [[Vec<u32>; PieceKind::ALL.len()]; 2],
    /// By the view that has been seen.
    pub seen: Vec<Vec<u32>>,
    /// Those that are looked for from a later ply on, with that ply.
    pub later: Vec<(u32, u32)>,
}

impl Index {
    pub(super) fn new(views: &[View]) -> Self {
        let mut sheet = Sheet::new(views.len());
        let mut later = Vec::new();
        for (number, view) in views.iter().enumerate() {
            if view.from > 1 {
                later.push((view.from, number as u32));
                if view.from == view.until {
                    // That is its one turn, whatever moves before.
                    continue;
                }
            }
            for clause in view.forms.iter().flatten() {
                for &fact in &clause.facts {
                    sheet.enter(fact, clause.wanted, number as u32);
                }
            }
        }
        later.sort_unstable();
        Self {
            come: Table::new(&sheet.come),
            gone: Table::new(&sheet.gone),
            held: sheet.held,
            seen: sheet.seen,
            later,
        }
    }

    /// What a piece that has come to a square may have completed.
    pub(super) fn come(&self, square: Square, piece: Piece) -> &[u32] {
        self.come.get(slot(square, piece))
    }

    /// What a piece that has gone from a square may have completed.
    pub(super) fn gone(&self, square: Square, piece: Piece) -> &[u32] {
        self.gone.get(slot(square, piece))
    }

    /// What a change in a hand may have completed.
    pub(super) fn held(&self, color: Color, kind: PieceKind) -> &[u32] {
        &self.held[color.index()][kind.base().index()]
    }
}

const PIECES: usize = 2 * PieceKind::ALL.len();

fn slot(square: Square, piece: Piece) -> usize {
    (square.index() * 2 + piece.color.index()) * PieceKind::ALL.len() + piece.kind.index()
}

/// The lists while they grow.
struct Sheet {
    come: Vec<Vec<u32>>,
    gone: Vec<Vec<u32>>,
    held: [[Vec<u32>; PieceKind::ALL.len()]; 2],
    seen: Vec<Vec<u32>>,
}

impl Sheet {
    fn new(views: usize) -> Self {
        Self {
            come: vec![Vec::new(); Square::COUNT * PIECES],
            gone: vec![Vec::new(); Square::COUNT * PIECES],
            held: Default::default(),
            seen: vec![Vec::new(); views],
        }
    }

    fn enter(&mut self, fact: Fact, wanted: bool, number: u32) {
        let squares = if wanted { &mut self.come } else { &mut self.gone };
        match fact {
            Fact::Stands(square, piece) | Fact::Slid(square, piece) => {
                add(&mut squares[slot(square, piece)], number);
            }
            Fact::OnFile(file, piece) => {
                for square in squares_of(file) {
                    add(&mut squares[slot(square, piece)], number);
                }
            }
            Fact::Holds(color, kind) => add(&mut self.held[color.index()][kind.index()], number),
            // The bishops are exchanged by taking one; what has been seen or exchanged remains so.
            Fact::Exchanged(by, _) if wanted => {
                add(&mut self.held[by.index()][PieceKind::Bishop.index()], number);
            }
            Fact::Seen(color, pattern) if wanted => {
                add(&mut self.seen[view(pattern as usize, color)], number);
            }
            Fact::Unmoved(color) if !wanted => {
                for square in Square::ALL {
                    add(
                        &mut self.come[slot(square, Piece::new(color, PieceKind::King))],
                        number,
                    );
                }
            }
            // A king that has not moved completes nothing by that, nor does the want of a name: such shapes wait for
            // their first ply.
            Fact::Exchanged(..) | Fact::Unmoved(..) | Fact::Nameless | Fact::Seen(..) => {}
        }
    }
}

fn add(list: &mut Vec<u32>, number: u32) {
    if !list.contains(&number) {
        list.push(number);
    }
}

/// Many short lists, one after the other.
#[derive(Debug)]
struct Table {
    ends: Vec<u32>,
    items: Vec<u32>,
}

impl Table {
    fn new(lists: &[Vec<u32>]) -> Self {
        let mut table = Self {
            ends: vec![0],
            items: Vec::new(),
        };
        for list in lists {
            table.items.extend(list);
            table.ends.push(table.items.len() as u32);
        }
        table
    }

    fn get(&self, slot: usize) -> &[u32] {
        match self.ends.get(slot..slot + 2) {
            Some(&[start, end]) => self.items.get(start as usize..end as usize).unwrap_or_default(),
            _ => &[],
        }
    }
}
