//! Random game trees, written as KIF.

use std::fmt::Write as _;

use kifu::shogi::Position;

use super::dice::Dice;
use super::writing;

/// Returns a KIF text with a main line and up to five variations, whose moves are often illegal. Each variation leaves
/// the preceding line.
pub fn tree_text(dice: &mut Dice) -> String {
    let start = dice.start();
    let mut text = writing::kif(&start, &[], "");
    let mut line = vec![start];
    let plies = 1 + dice.below(12);
    write_numbered_lines(dice, &mut text, &mut line, plies);
    for _ in 0..dice.below(6) {
        if line.len() < 2 {
            break;
        }
        let ply = 1 + dice.below(line.len() - 1);
        line.truncate(ply);
        let _ = writeln!(text, "\n変化：{ply}手");
        let plies = 1 + dice.below(8);
        write_numbered_lines(dice, &mut text, &mut line, plies);
    }
    text
}

/// Writes numbered lines from the last position of `line`, sometimes with a resignation at the end. Adds the positions
/// after the moves to `line`.
fn write_numbered_lines(dice: &mut Dice, text: &mut String, line: &mut Vec<Position>, plies: usize) {
    for _ in 0..plies {
        let Some(position) = line.last() else { return };
        let mv = dice.any_move(position);
        let mv = if dice.below(3) > 0 {
            position.legal_moves().first().copied().unwrap_or(mv)
        } else {
            mv
        };
        let _ = writeln!(
            text,
            "{:>4} {}",
            line.len(),
            writing::kif_move(position, mv, None)
        );
        let mut next = position.clone();
        next.play(mv);
        next.set_side_to_move(position.side_to_move().opponent());
        line.push(next);
    }
    if dice.below(3) == 0 {
        let _ = writeln!(text, "{:>4} 投了", line.len());
    }
}
