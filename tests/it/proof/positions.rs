//! Proofs about random positions.

use std::collections::BTreeMap;

use kifu::proof::Proof;
use kifu::shogi::{Color, Move, Piece, PieceKind, Position, Square, Standing};

use super::{assert_refused, check, twins};
use crate::support::dice::Dice;

/// Returns a random position in which the king of the side to move is near pieces of the opponent.
fn position(dice: &mut Dice) -> Position {
    let mut position = Position::empty();
    let attacker = dice.one_of(&Color::ALL);
    let defender = attacker.opponent();
    position.set_side_to_move(defender);
    let king = Square::new(1 + dice.below(9) as u8, 1 + dice.below(3) as u8).expect("a square");
    let king = if defender == Color::White {
        king
    } else {
        king.rotated()
    };
    for _ in 0..4 + dice.below(20) {
        let [file, rank] = [king.file(), king.rank()].map(|it| it + dice.below(5) as u8);
        let near = file.checked_sub(2).zip(rank.checked_sub(2));
        let square = near
            .and_then(|(file, rank)| Square::new(file, rank))
            .filter(|_| dice.below(4) > 0)
            .unwrap_or_else(|| dice.square());
        let piece_kind = dice.one_of(&PieceKind::ALL);
        if piece_kind != PieceKind::King {
            let color = if dice.below(3) == 0 { defender } else { attacker };
            position.put(square, Some(Piece::new(color, piece_kind)));
        }
    }
    position.put(king, Some(Piece::new(defender, PieceKind::King)));
    let other = dice.square();
    if position.piece_at(other).is_none() {
        position.put(other, Some(Piece::new(attacker, PieceKind::King)));
    }
    for color in Color::ALL {
        for _ in 0..dice.below(3) {
            position.set_hand_count(color, dice.one_of(&PieceKind::HAND), 1);
        }
    }
    position
}

/// Returns the proofs about a position: one of its side to move, of a king that can be taken, of uchifuzume by the opponent, and
/// of the points. Compares them with the move generator.
fn proofs(dice: &mut Dice, position: &Position) -> Vec<Proof> {
    let mut proofs = Vec::new();
    let legal_moves = position.legal_moves();
    let side = position.side_to_move();
    proofs.extend(Proof::check(position, 1));
    if !position.in_check(side.opponent()) {
        let lost = Proof::mate_or_no_move(position, 1);
        assert_eq!(lost.is_some(), legal_moves.is_empty(), "{}", position.to_sfen(1));
        let is_mate = matches!(lost, Some(Proof::Mate { .. }));
        assert_eq!(is_mate, position.is_mate(), "{}", position.to_sfen(1));
        proofs.extend(lost);
    }
    if !legal_moves.is_empty() {
        let legal = dice.one_of(&legal_moves);
        proofs.extend(Proof::not_mate(position, 1, legal));
    }
    let mut attacking = position.clone();
    attacking.set_side_to_move(side.opponent());
    attacking.set_hand_count(side.opponent(), PieceKind::Pawn, 1);
    proofs.extend(uchifuzume(&attacking, side));
    let sides = Color::ALL.map(|side| Standing::new(position, side));
    if dice.below(8) == 0 {
        proofs.push(Proof::declaration(position, 1, &sides[dice.below(2)]));
        proofs.push(Proof::impasse(position, 1, [&sides[0], &sides[1]]));
    }
    proofs
}

/// Returns the proof that a pawn drop in front of the king mates, if it does.
fn uchifuzume(attacking: &Position, defender: Color) -> Option<Proof> {
    let king = attacking.king(defender)?;
    let rank = match defender {
        Color::White => king.rank() + 1,
        Color::Black => king.rank() - 1,
    };
    let to = Square::new(king.file(), rank).filter(|&to| attacking.piece_at(to).is_none())?;
    if attacking.in_check(defender) || attacking.in_check(defender.opponent()) {
        return None;
    }
    let drop = Move::Drop {
        kind: PieceKind::Pawn,
        to,
    };
    let mut after = attacking.clone();
    after.play(drop)?;
    let proof = Proof::uchifuzume(&after, 2, drop);
    assert_eq!(proof.is_some(), after.is_mate(), "{}", after.to_sfen(2));
    proof
}

fn kind(proof: &Proof) -> &'static str {
    match proof {
        Proof::Mate { .. } => "mate",
        Proof::NoMove { .. } => "no-move",
        Proof::Uchifuzume { .. } => "uchifuzume",
        Proof::NotMate { .. } => "not-mate",
        Proof::Check { .. } => "check",
        _ => "points",
    }
}

/// Checks the proofs of this number of random positions, and of each kind the twins of at most `max_twins` proofs.
fn check_positions(count: usize, max_twins: usize) -> BTreeMap<&'static str, usize> {
    let mut dice = Dice::new(63);
    let (mut counts, mut lines, mut false_lines) = (BTreeMap::new(), String::new(), Vec::new());
    for _ in 0..count {
        let position = position(&mut dice);
        for proof in proofs(&mut dice, &position) {
            let of_kind = counts.entry(kind(&proof)).or_insert(0);
            *of_kind += 1;
            let json = serde_json::to_value(&proof).expect("JSON");
            lines.extend([json.to_string(), "\n".to_owned()]);
            if *of_kind <= max_twins {
                false_lines.extend(twins::of(&json).map(|twin| format!("{twin}\n")));
            }
        }
    }
    let total: usize = counts.values().sum();
    let Some(outcome) = check(&lines) else {
        return counts;
    };
    assert_eq!(
        (outcome.accepted, outcome.refused),
        (total, 0),
        "{}",
        outcome.output
    );
    assert_refused(&false_lines, "");
    counts
}

#[test]
fn proofs_of_random_positions_are_accepted_and_their_twins_refused() {
    let counts = check_positions(3_000, 20);
    assert_eq!(counts.len(), 6, "{counts:?}");
}

/// Takes some minutes: `cargo test --release --test it -- --ignored proofs_of_100_000`.
#[test]
#[ignore = "takes minutes"]
fn proofs_of_100_000_random_positions_are_accepted() {
    println!("{:?}", check_positions(100_000, 200));
}
