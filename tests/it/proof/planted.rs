//! Games with a repetition, a perpetual check or an overrun, at a random place.

use std::fmt::Write as _;
use std::path::Path;

use kifu::shogi::{Color, Move, Piece, PieceKind, Position, Square};

use crate::support::dice::Dice;

/// Number of games of each kind.
const GAMES: usize = 60;

/// Writes planted games to files in a folder. Returns the minimum number of proofs of each kind.
pub fn write(folder: &Path) -> Vec<(&'static str, usize)> {
    let mut dice = Dice::new(9);
    let repetitions: String = (0..GAMES).map(|_| repetition(&mut dice)).collect();
    let perpetual_checks: String = (0..GAMES).map(|_| perpetual_check(&mut dice)).collect();
    std::fs::write(folder.join("repetitions.usi"), repetitions).expect("a file");
    std::fs::write(folder.join("perpetual.usi"), perpetual_checks).expect("a file");
    for number in 0..GAMES {
        let path = folder.join(format!("overrun-{number}.csa"));
        std::fs::write(path, overrun(&mut dice)).expect("a file");
    }
    vec![
        ("repetition", GAMES),
        ("perpetual-check", GAMES),
        ("clock", GAMES),
    ]
}

/// Returns a line of USI.
fn line(start: &Position, moves: &[Move]) -> String {
    let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
    format!("position sfen {} moves {}\n", start.to_sfen(1), moves.join(" "))
}

/// Returns a move of the side to move that can be taken back, and the move back.
fn there_and_back(position: &Position) -> Option<(Move, Move)> {
    let moves = position.legal_moves().into_iter();
    let mut pairs = moves.filter_map(|mv| {
        let (from, to) = (mv.from()?, mv.to());
        let is_quiet = position.piece_at(to).is_none() && !position.gives_check(mv);
        let back = Move::Board {
            from: to,
            to: from,
            promote: false,
        };
        let moves_unpromoted = matches!(mv, Move::Board { promote: false, .. });
        let piece = position.piece_at(from)?;
        let moves_back = kifu::shogi::reaches(piece, to, from);
        (is_quiet && moves_unpromoted && moves_back).then_some((mv, back))
    });
    pairs.next()
}

/// Returns a game in which both sides move a piece there and back after some random moves.
fn repetition(dice: &mut Dice) -> String {
    loop {
        let start = dice.start();
        let plies = dice.below(12);
        let (mut moves, mut position) = dice.game(&start, plies);
        let Some((first, first_back)) = there_and_back(&position) else {
            continue;
        };
        let mut after = position.clone();
        after.play(first);
        let Some((second, second_back)) = there_and_back(&after) else {
            continue;
        };
        let cycle = [first, second, first_back, second_back].repeat(3);
        let is_legal = cycle
            .iter()
            .all(|&mv| position.is_legal(mv) && position.play(mv).is_some());
        if is_legal {
            moves.extend(cycle);
            return line(&start, &moves);
        }
    }
}

/// Returns a game in which a rook gives check with every move, while the king moves there and back.
fn perpetual_check(dice: &mut Dice) -> String {
    let square = |file: usize, rank: usize| Square::new(file as u8, rank as u8).expect("a square");
    let file = 3 + dice.below(6);
    let rank = 3 + dice.below(6);
    let mut start = Position::empty();
    start.put(square(file, 1), Some(Piece::new(Color::White, PieceKind::King)));
    start.put(
        square(file + 1, rank),
        Some(Piece::new(Color::Black, PieceKind::Rook)),
    );
    start.put(square(1, 9), Some(Piece::new(Color::Black, PieceKind::King)));
    let slide = |from: Square, to: Square| Move::Board {
        from,
        to,
        promote: false,
    };
    let mut cycle = vec![
        slide(square(file + 1, rank), square(file, rank)),
        slide(square(file, 1), square(file + 1, 1)),
        slide(square(file, rank), square(file + 1, rank)),
        slide(square(file + 1, 1), square(file, 1)),
    ];
    if dice.below(2) == 0 {
        start = start.rotated();
        cycle = cycle.into_iter().map(Move::rotated).collect();
    }
    line(&start, &cycle.repeat(3))
}

/// Returns a game in which a player takes too much time for a move before the last.
fn overrun(dice: &mut Dice) -> String {
    let (base, byoyomi, increment) = (60 + dice.below(60), dice.below(2) * 10, dice.below(2) * 5);
    let increment = if byoyomi > 0 { 0 } else { increment };
    let mut game = format!("V3.0\n$TIME:{base}+{byoyomi}+{increment}\nPI\n+\n");
    let overrun_at = 4 + dice.below(8);
    let is_after_main_time = byoyomi > 0 && dice.below(2) == 0;
    for ply in 0..16 {
        let mv = ["+2838HI", "-8272HI", "+3828HI", "-7282HI"][ply % 4];
        let spent = match overrun_at.checked_sub(ply) {
            Some(0) if is_after_main_time => byoyomi + 2,
            Some(0) => base + byoyomi + increment * (ply / 2 + 1) + 2,
            Some(2) if is_after_main_time => base + 3,
            _ => 1 + dice.below(5),
        };
        let _ = write!(game, "{mv}\nT{spent}\n");
    }
    game + "%TORYO\n"
}
