//! An index of the patterns that a move may complete.

use super::pattern::{Fact, View, required_pieces, squares_of, view_index};
use crate::shogi::{Color, Piece, PieceKind, Position, Square};

/// For every change that a move can make, the views that this change may complete.
#[derive(Debug)]
pub(super) struct Index {
    /// By a piece that arrived on a square.
    on_arrival: CandidateLists,
    /// By a piece that left a square.
    on_departure: CandidateLists,
    /// By the side and the kind of the pieces whose number in the hand changed.
    held: [[Vec<Candidate>; PieceKind::ALL.len()]; 2],
    /// By the side whose bishop was the first to capture the other one.
    pub exchanged: [Vec<Candidate>; 2],
    /// By the side whose king moved for the first time.
    pub king_moved: [Vec<Candidate>; 2],
    /// By the side that pushed the pawn in front of its rook, with the rook on its initial file.
    pub static_rook: [Vec<Candidate>; 2],
    /// By a recognised view to which the shapes of the views refer.
    pub dependents: Vec<Vec<u32>>,
    /// The first ply and the number of each view that is not looked for from the first ply of the game.
    pub later: Vec<(u32, u32)>,
}

/// A view that a change may complete, because one of its shapes depends on the change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Candidate {
    pub view: u32,
    /// Up to two other pieces on squares that the shape requires. Most positions do not have them, so that the view is rarely
    /// tested.
    required: [Option<(Square, Piece)>; 2],
}

impl Candidate {
    /// Creates the candidate of a shape, which depends on a change of `square`, or of a hand if there is no square.
    fn new(view: usize, required_pieces: &[(Square, Piece)], square: Option<Square>) -> Self {
        let mut others = required_pieces
            .iter()
            .filter(|(it, _)| Some(*it) != square)
            .copied();
        Self {
            view: view as u32,
            required: std::array::from_fn(|_| others.next()),
        }
    }

    /// Returns whether a position has the required pieces.
    pub(super) fn may_hold(&self, position: &Position) -> bool {
        let mut required = self.required.iter().flatten();
        required.all(|&(square, piece)| position.piece_at(square) == Some(piece))
    }
}

/// Lists of candidates, one after the other in memory, because every move looks up several of them.
#[derive(Debug, Default)]
struct CandidateLists {
    all: Vec<Candidate>,
    /// The index in `all` of the first candidate of each list, and the end of the last list.
    starts: Vec<u32>,
}

impl CandidateLists {
    fn new(lists: &[Vec<Candidate>]) -> Self {
        let ends = lists.iter().scan(0, |end, list| {
            *end += list.len() as u32;
            Some(*end)
        });
        Self {
            all: lists.concat(),
            starts: [0].into_iter().chain(ends).collect(),
        }
    }

    fn list(&self, number: usize) -> &[Candidate] {
        &self.all[self.starts[number] as usize..self.starts[number + 1] as usize]
    }
}

impl Index {
    /// Creates the index of the views that are looked for at a later ply than `ply`.
    pub(super) fn new(views: &[View], ply: u32) -> Self {
        const PIECE_COUNT: usize = 2 * PieceKind::ALL.len();
        let mut on_arrival = vec![Vec::new(); Square::COUNT * PIECE_COUNT];
        let mut on_departure = on_arrival.clone();
        let mut index = Self {
            on_arrival: CandidateLists::default(),
            on_departure: CandidateLists::default(),
            held: Default::default(),
            exchanged: Default::default(),
            king_moved: Default::default(),
            static_rook: Default::default(),
            dependents: vec![Vec::new(); views.len()],
            later: Vec::new(),
        };
        let start = Position::startpos();
        let views = views.iter().enumerate().filter(|(_, view)| view.until > ply);
        for (number, view) in views {
            if view.from > 1 {
                index.later.push((view.from, number as u32));
                if view.from == view.until {
                    // The view is tested only at this ply, whichever move precedes it.
                    continue;
                }
            }
            for form in &view.forms {
                let required_pieces = required_pieces(form, &start);
                let candidate = |square| Candidate::new(number, &required_pieces, square);
                for clause in form {
                    let on_squares = if clause.is_wanted {
                        &mut on_arrival
                    } else {
                        &mut on_departure
                    };
                    for &fact in &clause.facts {
                        index.add_fact(fact, clause.is_wanted, on_squares, candidate);
                    }
                }
            }
        }
        index.later.sort_unstable();
        index.on_arrival = CandidateLists::new(&on_arrival);
        index.on_departure = CandidateLists::new(&on_departure);
        index
    }

    /// Returns the views that a piece may complete by arriving on a square.
    pub(super) fn on_arrival(&self, square: Square, piece: Piece) -> &[Candidate] {
        self.on_arrival.list(slot(square, piece))
    }

    /// Returns the views that a piece may complete by leaving a square.
    pub(super) fn on_departure(&self, square: Square, piece: Piece) -> &[Candidate] {
        self.on_departure.list(slot(square, piece))
    }

    /// Returns the views that a change in a hand may complete.
    pub(super) fn held(&self, color: Color, kind: PieceKind) -> &[Candidate] {
        &self.held[color.index()][kind.base().index()]
    }

    /// Adds a shape to the lists of the changes that may make a fact of it true (or false, if it is unwanted). `candidate`
    /// creates the candidate for a change of a square or, without a square, of a hand. `on_squares` are the lists of the changes
    /// of a square.
    fn add_fact(
        &mut self,
        fact: Fact,
        is_wanted: bool,
        on_squares: &mut [Vec<Candidate>],
        candidate: impl Fn(Option<Square>) -> Candidate,
    ) {
        match fact {
            Fact::OnSquare(square, piece) | Fact::MovedAlongRank(square, piece) => {
                add(&mut on_squares[slot(square, piece)], candidate(Some(square)));
            }
            Fact::OnFile(file, piece) => {
                for square in squares_of(file) {
                    add(&mut on_squares[slot(square, piece)], candidate(Some(square)));
                }
            }
            Fact::InHand(color, kind) => add(&mut self.held[color.index()][kind.index()], candidate(None)),
            // A recognised pattern or an exchange remains true for the rest of the game.
            Fact::Exchanged(by, _) if is_wanted => add(&mut self.exchanged[by.index()], candidate(None)),
            Fact::Matched(color, pattern) if is_wanted => {
                let view = candidate(None).view;
                let dependents = &mut self.dependents[view_index(pattern as usize, color)];
                if dependents.last() != Some(&view) {
                    dependents.push(view);
                }
            }
            Fact::Unmoved(color) if !is_wanted => add(&mut self.king_moved[color.index()], candidate(None)),
            Fact::StaticRook(color) if is_wanted => {
                add(&mut self.static_rook[color.index()], candidate(None));
            }
            // No move completes these conditions: they are met at the start of the game, until a move violates
            // them. Shapes with only such conditions are tested at their first ply.
            Fact::Exchanged(..)
            | Fact::Unmoved(..)
            | Fact::StaticRook(..)
            | Fact::Unnamed
            | Fact::Matched(..) => {}
        }
    }
}

fn slot(square: Square, piece: Piece) -> usize {
    (square.index() * 2 + piece.color.index()) * PieceKind::ALL.len() + piece.kind.index()
}

/// Adds a candidate, unless it is the last of the list. Its number must not be lower than those in the list.
fn add(list: &mut Vec<Candidate>, candidate: Candidate) {
    if list.last() != Some(&candidate) {
        list.push(candidate);
    }
}
