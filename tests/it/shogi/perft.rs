//! Counts of move sequences (perft), compared with the numbers of other programs.

use std::fs;
use std::path::Path;

use kifu::shogi::Move;
use kifu::shogi::PieceKind;
use kifu::shogi::Position;
use kifu::shogi::Square;

/// Maximum number of positions that a debug build counts, because it is slower than a release build.
const MAX_DEBUG_POSITIONS: u64 = 1_000_000;

/// Returns the number of sequences of `depth` legal moves.
fn count_sequences(position: &mut Position, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut sum = 0;
    for mv in moves {
        let undo = position.play(mv).expect("a legal move starts from a piece");
        sum += count_sequences(position, depth - 1);
        position.undo(undo);
    }
    sum
}

/// Returns the number of moves that pass the legality check of a single move, among all board moves and drops of any
/// kind.
fn count_legal(position: &Position) -> usize {
    let drops = PieceKind::ALL
        .into_iter()
        .flat_map(|kind| Square::ALL.map(|to| Move::Drop { kind, to }));
    let board = Square::ALL.into_iter().flat_map(|from| {
        Square::ALL
            .into_iter()
            .flat_map(move |to| [false, true].map(|promote| Move::Board { from, to, promote }))
    });
    drops.chain(board).filter(|&mv| position.is_legal(mv)).count()
}

#[test]
fn counts_agree_with_other_programs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/perft");
    let mut lines = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split('|').map(str::trim).collect();
            let [sfen, depth, count] = fields[..] else {
                panic!("three fields: {line}")
            };
            let count = count.parse::<u64>().unwrap();
            lines += 1;
            if count > MAX_DEBUG_POSITIONS && cfg!(debug_assertions) {
                continue;
            }
            let mut position = Position::from_sfen(sfen).unwrap();
            assert_eq!(count_legal(&position), position.legal_moves().len(), "{line}");
            let start = position.clone();
            assert_eq!(
                count_sequences(&mut position, depth.parse().unwrap()),
                count,
                "{line}"
            );
            assert_eq!(
                (&position, position.zobrist()),
                (&start, start.zobrist()),
                "{line}"
            );
        }
    }
    assert!(lines >= 40, "only {lines} counts");
}
