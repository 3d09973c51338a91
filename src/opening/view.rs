//! A pattern as one of the two sides can show it.

use super::condition::{Clause, Fact, Scene, view};
use super::pattern::Pattern;
use super::shape;
use crate::shogi::{Color, Piece, PieceKind, Position, Square};

/// A pattern as one side can show it, made ready to be looked for.
#[derive(Debug)]
pub(super) struct View {
    pub pattern: usize,
    pub color: Color,
    pub telling: u8,
    pub from: u32,
    pub until: u32,
    /// The clauses of one of these must hold; those that are soon answered come first.
    pub forms: Vec<Vec<Clause>>,
    /// A piece that all of them want, one that seldom stands there: most positions fail for it.
    stands: Option<(Square, Piece)>,
    /// A view that all of them want to have been seen.
    seen: Option<usize>,
}

impl View {
    pub(super) fn new(number: usize, pattern: &Pattern, color: Color) -> Self {
        let seen_by = pattern.forms.iter().map(|form| shape::seen_by(color, form));
        let mut forms: Vec<_> = seen_by.collect();
        for form in &mut forms {
            form.sort_by_key(cost);
        }
        let musts = musts(&forms);
        let seen = musts.iter().find_map(|fact| match *fact {
            Fact::Seen(color, pattern) => Some(view(pattern as usize, color)),
            _ => None,
        });
        let stands = musts.iter().filter_map(|fact| match *fact {
            Fact::Stands(square, piece) => Some((square, piece)),
            _ => None,
        });
        let start = Position::startpos();
        let rarity = |(square, piece): &(Square, Piece)| {
            let at_home = start.piece_at(*square) == Some(*piece);
            (
                !at_home,
                piece.kind == PieceKind::King,
                piece.kind != PieceKind::Pawn,
            )
        };
        Self {
            pattern: number,
            color,
            telling: pattern.telling,
            from: pattern.from,
            until: pattern.until,
            stands: stands.max_by_key(rarity),
            seen,
            forms,
        }
    }

    /// Whether it is worth looking closer: what is soon answered, and with no for most positions.
    pub(super) fn may_hold(&self, ply: u32, position: &Position, seen: &[bool]) -> bool {
        (self.from..=self.until).contains(&ply)
            && self.seen.is_none_or(|it| seen.get(it) == Some(&true))
            && self
                .stands
                .is_none_or(|(square, piece)| position.piece_at(square) == Some(piece))
    }

    /// Whether the side shows the pattern, where it may.
    pub(super) fn holds(&self, scene: &Scene) -> bool {
        let holds = |form: &Vec<Clause>| form.iter().all(|clause| clause.holds(scene));
        self.forms.iter().any(holds)
    }
}

/// How many squares have to be looked at for a clause.
fn cost(clause: &Clause) -> usize {
    let squares = clause.facts.iter().map(|fact| match fact {
        Fact::Stands(..) | Fact::Slid(..) => 1,
        Fact::OnFile(..) => 9,
        Fact::Holds(..) | Fact::Exchanged(..) | Fact::Unmoved(..) | Fact::Nameless | Fact::Seen(..) => 0,
    });
    squares.sum()
}

/// The facts that every form wants.
fn musts(forms: &[Vec<Clause>]) -> Vec<Fact> {
    let Some((first, others)) = forms.split_first() else {
        return Vec::new();
    };
    let in_all = |clause: &&Clause| others.iter().all(|form| form.contains(clause));
    let wanted = first.iter().filter(|clause| clause.wanted).filter(in_all);
    wanted
        .filter_map(|clause| match clause.facts[..] {
            [fact] => Some(fact),
            _ => None,
        })
        .collect()
}
