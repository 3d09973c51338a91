//! An opening book with which the invented games begin: lines of the main openings.

use kifu::shogi::{Move, Position};
use std::sync::LazyLock;

/// A line of the book.
#[derive(Debug)]
pub struct Line {
    /// The number of the line in the book, from 0.
    pub number: usize,
    /// The name of the opening.
    pub name: String,
    /// The moves, beginning with Black's first move.
    pub moves: Vec<Move>,
}

/// Setups by name, as moves of Black in USI. White can play the same moves rotated by 180 degrees.
const SETUPS: [(&str, &str); 10] = [
    (
        "矢倉",
        "7g7f 7i6h 6g6f 6h7g 3i4h 5g5f 4i5h 6i7h 5h6g 5i6i 8h7i 1g1f",
    ),
    (
        "雁木",
        "7g7f 6g6f 7i6h 6h6g 3i4h 5g5f 4h5g 6i7h 4i5h 5i6i 9g9f 1g1f",
    ),
    (
        "四間飛車",
        "7g7f 6g6f 2h6h 7i7h 5i4h 4h3h 3h2h 3i3h 6i5h 7h6g 1g1f 9g9f",
    ),
    (
        "三間飛車",
        "7g7f 6g6f 2h7h 7i6h 5i4h 4h3h 3h2h 3i3h 6i5h 6h6g 1g1f 9g9f",
    ),
    (
        "中飛車",
        "5g5f 7g7f 2h5h 5i4h 4h3h 3h2h 3i3h 7i6h 6h5g 6i7h 1g1f 9g9f",
    ),
    (
        "向かい飛車",
        "7g7f 6g6f 8h7g 2h8h 7i7h 5i4h 4h3h 3h2h 3i3h 6i5h 1g1f 9g9f",
    ),
    (
        "右四間飛車",
        "7g7f 4g4f 3i4h 4h4g 2h4h 5i6h 6h7h 7i6h 4i5h 4g5f 9g9f 1g1f",
    ),
    (
        "居飛車急戦",
        "2g2f 7g7f 5i6h 6h7h 3i4h 5g5f 4i5h 9g9f 7i6h 1g1f 6h5g 2f2e",
    ),
    (
        "居飛車穴熊",
        "2g2f 7g7f 3i4h 5i6h 6h7h 5g5f 4i5h 6g6f 8h7g 7h8h 9i9h 8h9i",
    ),
    (
        "棒銀",
        "2g2f 2f2e 7g7f 3i3h 3h2g 2g2f 6i7h 5i6h 4i5h 9g9f 1g1f 5g5f",
    ),
];

/// Lines that combine two setups: the indices of Black's and White's setups in [`SETUPS`], the name of the line, and
/// its length (plies).
const PAIRINGS: [(usize, usize, &str, usize); 32] = [
    (0, 0, "矢倉", 20),
    (0, 1, "矢倉対雁木", 18),
    (1, 0, "雁木対矢倉", 18),
    (1, 1, "雁木", 22),
    (0, 6, "矢倉対右四間飛車", 16),
    (6, 0, "右四間飛車対矢倉", 16),
    (6, 1, "右四間飛車対雁木", 20),
    (7, 2, "四間飛車", 22),
    (8, 2, "四間飛車対居飛車穴熊", 24),
    (9, 2, "四間飛車対棒銀", 18),
    (6, 2, "四間飛車対右四間飛車", 20),
    (2, 7, "先手四間飛車", 22),
    (2, 8, "先手四間飛車対居飛車穴熊", 24),
    (7, 3, "三間飛車", 22),
    (8, 3, "三間飛車対居飛車穴熊", 24),
    (3, 7, "先手三間飛車", 20),
    (3, 8, "先手三間飛車対居飛車穴熊", 24),
    (7, 4, "中飛車", 20),
    (8, 4, "中飛車対居飛車穴熊", 24),
    (4, 7, "先手中飛車", 22),
    (4, 8, "先手中飛車対居飛車穴熊", 24),
    (4, 9, "先手中飛車対棒銀", 16),
    (7, 5, "向かい飛車", 22),
    (8, 5, "向かい飛車対居飛車穴熊", 24),
    (5, 7, "先手向かい飛車", 20),
    (5, 9, "先手向かい飛車対棒銀", 12),
    (2, 3, "相振り飛車 四間対三間", 18),
    (3, 5, "相振り飛車 三間対向かい", 20),
    (4, 3, "相振り飛車 中飛車対三間", 18),
    (3, 3, "相振り飛車 相三間", 18),
    (5, 5, "相振り飛車 相向かい", 20),
    (9, 0, "棒銀対矢倉", 14),
];

/// Lines in which the sides react to each other from the start, as moves of both in USI.
const COMPLETE_LINES: [(&str, &str); 8] = [
    (
        "相掛かり",
        "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2f 7a7b 3i3h 6c6d 9g9f 1c1d 3g3f 8e8f 8g8f 8b8f P*8g 8f8b",
    ),
    (
        "相掛かり棒銀",
        "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2h 8e8f 8g8f 8b8f P*8g 8f8b 3i3h 7a7b 3h2g 1c1d 2g2f 3c3d",
    ),
    (
        "横歩取り",
        "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d 2b3c 3d3f 3a2b P*8g 8f8e 5i5h 5a4a 3i3h 7a6b",
    ),
    (
        "横歩取り△８四飛",
        "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d 2b3c 3d3f 8f8d P*8g 5a5b 5i5h 7a7b",
    ),
    (
        "角換わり",
        "7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i8h 2b7g+ 8h7g 3a2b 6i7h 4a3b 3i3h 2b3c 4g4f 7a7b 3h4g 6c6d 4g5f 7b6c 5i6h 6c5d 9g9f 9c9d 1g1f 1c1d",
    ),
    (
        "角換わり早繰り銀",
        "7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i8h 2b7g+ 8h7g 3a2b 6i7h 4a3b 3i3h 2b3c 3g3f 7a7b 3h3g 6c6d 3g4f 7b6c 5i6h 6c5d",
    ),
    (
        "一手損角換わり",
        "7g7f 3c3d 2g2f 2b8h+ 7i8h 3a2b 3i3h 2b3c 8h7g 4a3b 6i7h 8c8d 4g4f 7a7b 3h4g 8d8e 4g5f 6c6d",
    ),
    (
        "筋違い角",
        "7g7f 3c3d 8h2b+ 3a2b B*4e 4a5b 4e3d 2b3c 3d5f 8c8d 7f7e 8d8e 2h8h 5a4b",
    ),
];

/// The book: the pairings of setups, and then the complete lines.
pub static BOOK: LazyLock<Vec<Line>> = LazyLock::new(|| {
    let paired_lines = PAIRINGS.iter().map(|&(black, white, name, plies)| {
        let black = parse_moves(SETUPS[black].1);
        let white = parse_moves(SETUPS[white].1).into_iter().map(rotate);
        let alternating_moves = black
            .into_iter()
            .zip(white)
            .flat_map(|(black, white)| [black, white]);
        (name.to_owned(), alternating_moves.take(plies).collect::<Vec<_>>())
    });
    let complete_lines = COMPLETE_LINES
        .iter()
        .map(|&(name, line)| (name.to_owned(), parse_moves(line)));
    paired_lines
        .chain(complete_lines)
        .enumerate()
        .map(|(number, (name, moves))| Line { number, name, moves })
        .collect()
});

fn parse_moves(line: &str) -> Vec<Move> {
    let moves = line
        .split(' ')
        .map(|part| part.parse().expect("the book is written in USI"));
    moves.collect()
}

/// Rotates a move by 180 degrees, for the other side.
fn rotate(mv: Move) -> Move {
    let rotate_square = |square: kifu::shogi::Square| kifu::shogi::Square::ALL[80 - square.index()];
    match mv {
        Move::Board { from, to, promote } => Move::Board {
            from: rotate_square(from),
            to: rotate_square(to),
            promote,
        },
        Move::Drop { kind, to } => Move::Drop {
            kind,
            to: rotate_square(to),
        },
    }
}

/// Returns the first illegal move of each line of the book. There should be no such moves.
///
/// An illegal move, caused by a misprint in the book, would make games deviate from their plan.
pub fn illegal_moves() -> Vec<String> {
    let mut illegal_moves = Vec::new();
    for line in BOOK.iter() {
        let mut position = Position::startpos();
        for (ply, &mv) in (1..).zip(&line.moves) {
            if !position.is_legal(mv) {
                illegal_moves.push(format!("{}: {mv} at ply {ply}", line.name));
                break;
            }
            position.play_legal(mv);
        }
    }
    illegal_moves
}
