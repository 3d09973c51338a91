//! What must hold for a pattern: small facts, put together.

use crate::shogi::{Color, Piece, PieceKind, Position, Square};

/// Something that is so or not so, of which a pattern speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    /// A piece stands on a square: `７八銀`.
    Stands(Square, Piece),
    /// A piece has just come to a square along its rank: `８九飛寄`.
    Slid(Square, Piece),
    /// A piece stands somewhere on a file, 1 to 9: `７筋飛`.
    OnFile(u8, Piece),
    /// A side holds a piece: `持角`.
    Holds(Color, PieceKind),
    /// A side was the first to take the other's bishop with its own: `角交換`, or `２二角交換` with the square.
    Exchanged(Color, Option<Square>),
    /// A side's king has not moved: `不動玉`.
    Unmoved(Color),
    /// Nothing that has been seen tells more of the game than this pattern would: `無名`.
    Nameless,
    /// A pattern, by its number, has been seen of a side: `「四間飛車」`.
    Seen(Color, u32),
}

/// What facts are looked up in.
pub(super) struct Scene<'a> {
    pub position: &'a Position,
    /// The move that led to it: from where, if it was no drop, and to where.
    pub last: (Option<Square>, Square),
    /// Who exchanged the bishops, and where.
    pub exchange: Option<(Color, Square)>,
    /// Whose kings have moved.
    pub moved: [bool; 2],
    /// How much the most telling name tells that has been seen, and how much the pattern that is looked for would.
    pub told: u8,
    pub telling: u8,
    /// For every view whether it has been seen.
    pub seen: &'a [bool],
}

/// The number of a pattern as one of the two sides can show it.
pub(super) const fn view(pattern: usize, color: Color) -> usize {
    pattern * 2 + color.index()
}

/// The squares of a file.
pub(super) fn squares_of(file: u8) -> impl Iterator<Item = Square> {
    (1..=9).filter_map(move |rank| Square::new(file, rank))
}

impl Fact {
    /// The same for the other side, with the board turned.
    pub(super) fn turned(self) -> Self {
        match self {
            Self::Stands(square, piece) => Self::Stands(turned(square), other(piece)),
            Self::Slid(square, piece) => Self::Slid(turned(square), other(piece)),
            Self::OnFile(file, piece) => Self::OnFile(10 - file, other(piece)),
            Self::Holds(color, kind) => Self::Holds(color.opponent(), kind),
            Self::Exchanged(by, on) => Self::Exchanged(by.opponent(), on.map(turned)),
            Self::Unmoved(color) => Self::Unmoved(color.opponent()),
            Self::Nameless => Self::Nameless,
            Self::Seen(color, pattern) => Self::Seen(color.opponent(), pattern),
        }
    }

    fn is_so(self, scene: &Scene) -> bool {
        match self {
            Self::Stands(square, piece) => scene.position.piece_at(square) == Some(piece),
            Self::Slid(square, piece) => {
                let (from, to) = scene.last;
                to == square
                    && from.is_some_and(|it| it.rank() == to.rank())
                    && scene.position.piece_at(square) == Some(piece)
            }
            Self::OnFile(file, piece) => {
                squares_of(file).any(|square| scene.position.piece_at(square) == Some(piece))
            }
            Self::Holds(color, kind) => scene.position.hand(color).get(kind) > 0,
            Self::Exchanged(by, on) => scene
                .exchange
                .is_some_and(|(color, square)| color == by && on.is_none_or(|it| it == square)),
            Self::Unmoved(color) => !scene.moved[color.index()],
            Self::Nameless => scene.told <= scene.telling,
            Self::Seen(color, pattern) => scene.seen.get(view(pattern as usize, color)) == Some(&true),
        }
    }
}

/// One word of a shape: one of the facts must be so, or none of them may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clause {
    pub facts: Vec<Fact>,
    pub wanted: bool,
}

impl Clause {
    pub(super) fn turned(&self) -> Self {
        Self {
            facts: self.facts.iter().map(|fact| fact.turned()).collect(),
            wanted: self.wanted,
        }
    }

    pub(super) fn holds(&self, scene: &Scene) -> bool {
        self.facts.iter().any(|fact| fact.is_so(scene)) == self.wanted
    }
}

fn turned(square: Square) -> Square {
    // The middle of the board stays where it is, and the last square becomes the first.
    Square::ALL[Square::COUNT - 1 - square.index()]
}

fn other(piece: Piece) -> Piece {
    Piece::new(piece.color.opponent(), piece.kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_is_what_the_other_side_sees() {
        let square = |file, rank| Square::new(file, rank).unwrap();
        let silver = |color| Piece::new(color, PieceKind::Silver);
        let facts = [
            (
                Fact::Stands(square(7, 8), silver(Color::Black)),
                Fact::Stands(square(3, 2), silver(Color::White)),
            ),
            (
                Fact::Slid(square(8, 9), silver(Color::Black)),
                Fact::Slid(square(2, 1), silver(Color::White)),
            ),
            (
                Fact::OnFile(2, silver(Color::White)),
                Fact::OnFile(8, silver(Color::Black)),
            ),
            (
                Fact::Holds(Color::Black, PieceKind::Bishop),
                Fact::Holds(Color::White, PieceKind::Bishop),
            ),
            (
                Fact::Exchanged(Color::Black, Some(square(2, 2))),
                Fact::Exchanged(Color::White, Some(square(8, 8))),
            ),
            (Fact::Unmoved(Color::Black), Fact::Unmoved(Color::White)),
            (Fact::Seen(Color::Black, 5), Fact::Seen(Color::White, 5)),
        ];
        for (black, white) in facts {
            assert_eq!((black.turned(), white.turned()), (white, black));
        }
    }
}
