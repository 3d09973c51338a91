//! The suffixes 右 左 直 上 寄 引: the examples of the Japan Shogi Association, and properties for any pieces.

use kifu::shogi::{Color, Piece, PieceKind, Position, Square, Suffix};
use proptest::prelude::*;

fn square(file: u8, rank: u8) -> Square {
    Square::new(file, rank).expect("a square")
}

/// Returns the square of a number: 82 is file 8, rank 2.
fn square_of_number(number: u8) -> Square {
    square(number / 10, number % 10)
}

/// Returns the square, rotated by 180 degrees for White.
fn rotated_for(color: Color, square: Square) -> Square {
    match color {
        Color::Black => square,
        Color::White => Square::new(10 - square.file(), 10 - square.rank()).expect("a square"),
    }
}

/// Returns a position with equal pieces on these squares and the owner of the pieces to move.
fn position_with(squares: &[Square], piece: Piece) -> Position {
    let mut position = Position::empty();
    for &square in squares {
        position.put(square, Some(piece));
    }
    position.set_side_to_move(piece.color);
    position
}

/// The destination, the kind, and the suffix for every origin.
type Example = (u8, PieceKind, &'static [(u8, &'static str)]);

const EXAMPLES: &[Example] = &[
    (82, PieceKind::Gold, &[(93, "上"), (72, "寄")]),
    (32, PieceKind::Gold, &[(43, "上"), (31, "引")]),
    (55, PieceKind::Gold, &[(56, "上"), (45, "寄")]),
    (88, PieceKind::Silver, &[(89, "上"), (77, "引")]),
    (38, PieceKind::Silver, &[(49, "上"), (27, "引")]),
    (81, PieceKind::Gold, &[(92, "左"), (72, "右")]),
    (22, PieceKind::Gold, &[(32, "左"), (12, "右")]),
    (56, PieceKind::Silver, &[(65, "左"), (45, "右")]),
    (78, PieceKind::Gold, &[(89, "左"), (79, "直")]),
    (38, PieceKind::Silver, &[(39, "直"), (29, "右")]),
    (52, PieceKind::Gold, &[(63, "左"), (53, "直"), (43, "右")]),
    (
        88,
        PieceKind::Tokin,
        &[(79, "右"), (89, "直"), (99, "左上"), (98, "寄"), (87, "引")],
    ),
    (
        28,
        PieceKind::Silver,
        &[(29, "直"), (17, "右"), (39, "左上"), (37, "左引")],
    ),
    (82, PieceKind::Dragon, &[(91, "引"), (84, "上")]),
    (43, PieceKind::Dragon, &[(23, "寄"), (52, "引")]),
    (35, PieceKind::Dragon, &[(55, "左"), (15, "右")]),
    (88, PieceKind::Dragon, &[(99, "左"), (89, "右")]),
    (17, PieceKind::Dragon, &[(28, "左"), (19, "右")]),
    (82, PieceKind::Horse, &[(91, "左"), (81, "右")]),
    (85, PieceKind::Horse, &[(95, "寄"), (63, "引")]),
    (12, PieceKind::Horse, &[(11, "引"), (34, "上")]),
    (77, PieceKind::Horse, &[(99, "左"), (59, "右")]),
    (29, PieceKind::Horse, &[(47, "左"), (18, "右")]),
    (92, PieceKind::Horse, &[(93, "左"), (74, "右")]),
    // Not in the Association's list: knights, and a lance without a suffix.
    (45, PieceKind::Knight, &[(57, "左"), (37, "右")]),
    (13, PieceKind::Lance, &[(15, "")]),
];

#[test]
fn the_examples_of_the_association_have_their_suffixes() {
    assert_eq!(EXAMPLES.len(), 24 + 2);
    for color in Color::ALL {
        for &(to, kind, origins) in EXAMPLES {
            let piece = Piece::new(color, kind);
            let to = rotated_for(color, square_of_number(to));
            let squares: Vec<_> = origins
                .iter()
                .map(|&(from, _)| rotated_for(color, square_of_number(from)))
                .collect();
            let position = position_with(&squares, piece);
            for (&from, &(_, expected)) in squares.iter().zip(origins) {
                let suffix = Suffix::new(&position, from, to).expect("words for it");
                assert_eq!(suffix.to_string(), expected, "{color:?} {kind:?} {from} to {to}");
                assert_eq!(suffix.matching(&squares, piece, to), [from]);
            }
        }
    }
}

fn any_square() -> impl Strategy<Value = Square> {
    (1_u8..=9, 1_u8..=9).prop_map(|(file, rank)| square(file, rank))
}

fn any_kind() -> impl Strategy<Value = PieceKind> {
    proptest::sample::select(&PieceKind::ALL[..])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    /// For equal pieces on any squares, a suffix identifies exactly one piece. A suffix is missing only if there are
    /// more pieces than in a set.
    #[test]
    fn suffixes_identify_one_piece(
        to in any_square(),
        kind in any_kind(),
        is_white in any::<bool>(),
        squares in proptest::collection::vec(any_square(), 1..9),
    ) {
        let piece = Piece::new(if is_white { Color::White } else { Color::Black }, kind);
        let position = position_with(&squares, piece);
        let candidates: Vec<_> = position.candidates(piece, to).collect();
        let count_in_a_set = match kind {
            PieceKind::King => 1,
            PieceKind::Bishop | PieceKind::Rook | PieceKind::Horse | PieceKind::Dragon => 2,
            _ => 18,
        };
        for &from in &candidates {
            match Suffix::new(&position, from, to) {
                Some(suffix) => prop_assert_eq!(suffix.matching(&candidates, piece, to), vec![from]),
                None => prop_assert!(candidates.len() > count_in_a_set, "{:?} {} to {}", kind, from, to),
            }
        }
    }

    #[test]
    fn suffixes_are_symmetric(
        to in any_square(),
        kind in any_kind(),
        squares in proptest::collection::vec(any_square(), 1..9),
    ) {
        let black_position = position_with(&squares, Piece::new(Color::Black, kind));
        let rotated_squares: Vec<_> = squares.iter().map(|&square| rotated_for(Color::White, square)).collect();
        let white_position = position_with(&rotated_squares, Piece::new(Color::White, kind));
        for &from in &squares {
            prop_assert_eq!(
                Suffix::new(&black_position, from, to),
                Suffix::new(&white_position, rotated_for(Color::White, from), rotated_for(Color::White, to))
            );
        }
    }
}
