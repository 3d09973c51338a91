//! Properties of every position and of every move, legal or not.

use std::collections::HashSet;

use crate::support::dice::Dice;
use crate::support::rotation::{rotated_move, rotated_position};
use kifu::shogi::Color;
use kifu::shogi::History;
use kifu::shogi::Move;
use kifu::shogi::Piece;
use kifu::shogi::PieceKind;
use kifu::shogi::Position;
use kifu::shogi::Square;
use kifu::shogi::reaches;
use proptest::prelude::{ProptestConfig, any, prop_assert_eq, proptest};

/// Returns the position after up to 199 random legal moves from the even start.
fn game_position(dice: &mut Dice) -> Position {
    let mut position = Position::startpos();
    for _ in 0..dice.below(200) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position
            .play(dice.one_of(&moves))
            .expect("a legal move starts from a piece");
    }
    position
}

/// Returns a position of a random game or an empty board, in which squares, hands and the side to move are changed at
/// random.
fn random_position(dice: &mut Dice) -> Position {
    let mut position = if dice.below(3) == 0 {
        Position::empty()
    } else {
        game_position(dice)
    };
    for _ in 0..dice.below(30) {
        let piece = if dice.below(3) == 0 {
            None
        } else {
            Some(dice.piece())
        };
        position.put(dice.square(), piece);
    }
    for _ in 0..dice.below(5) {
        let count = dice.below(3) as u8;
        position.set_hand_count(dice.one_of(&Color::ALL), dice.one_of(&PieceKind::HAND), count);
    }
    position.set_side_to_move(dice.one_of(&Color::ALL));
    position
}

/// Returns a position with White's king on one of the first three ranks and pieces around it. Black has a pawn to drop
/// in front of the king.
fn around_a_king(dice: &mut Dice) -> Position {
    let mut position = Position::empty();
    let (file, rank) = (dice.below(9) as u8 + 1, dice.below(3) as u8 + 1);
    for _ in 0..4 + dice.below(10) {
        let near = Square::new(
            (file + dice.below(5) as u8).saturating_sub(2),
            dice.below(5) as u8 + 1,
        );
        let target = if dice.below(4) == 0 {
            Some(dice.square())
        } else {
            near
        };
        if let Some(square) = target {
            let piece = Some(dice.piece());
            position.put(
                square,
                piece.filter(|piece| ![PieceKind::Pawn, PieceKind::King].contains(&piece.kind)),
            );
        }
    }
    if let (Some(king), Some(in_front)) = (Square::new(file, rank), Square::new(file, rank + 1)) {
        position.put(king, Some(Piece::new(Color::White, PieceKind::King)));
        position.put(in_front, None);
    }
    position.set_hand_count(Color::Black, PieceKind::Pawn, 1);
    position
}

fn every_move() -> impl Iterator<Item = Move> {
    let drops = PieceKind::ALL
        .into_iter()
        .flat_map(|kind| Square::ALL.map(|to| Move::Drop { kind, to }));
    let board = Square::ALL.into_iter().flat_map(|from| {
        Square::ALL
            .into_iter()
            .flat_map(move |to| [false, true].map(|promote| Move::Board { from, to, promote }))
    });
    drops.chain(board)
}

/// Returns `true` if the king of a side is attacked, by testing every piece of the other side. Without a king, returns
/// `false`.
fn is_attacked(position: &Position, color: Color) -> bool {
    position.king(color).is_some_and(|king| {
        position.pieces(color.opponent()).any(|(from, kind)| {
            let piece = Piece::new(color.opponent(), kind);
            reaches(piece, from, king) && position.first_blocker(from, king).is_none()
        })
    })
}

/// Returns the properties of a position that a move and its undoing change: SFEN, hash key, squares of the kings, and
/// checks.
fn state(position: &Position) -> (String, u64, [Option<Square>; 2], [bool; 2]) {
    let kings = Color::ALL.map(|color| position.king(color));
    (
        position.to_sfen(1),
        position.zobrist(),
        kings,
        Color::ALL.map(|color| position.in_check(color)),
    )
}

/// Asserts that the hash key, the checks and the squares of the kings, which every move updates, equal those computed
/// from the board.
fn assert_consistent(position: &Position) {
    assert_eq!(position.zobrist(), position.fresh_zobrist(), "{position:?}");
    for color in Color::ALL {
        assert_eq!(
            position.in_check(color),
            is_attacked(position, color),
            "{position:?} {color:?}"
        );
        let kings: Vec<Square> = position
            .pieces(color)
            .filter(|&(_, kind)| kind == PieceKind::King)
            .map(|(square, _)| square)
            .collect();
        match position.king(color) {
            Some(king) => assert!(kings.contains(&king), "{position:?}"),
            None => assert!(kings.is_empty(), "{position:?}"),
        }
    }
}

/// Changes of file and rank, from Black's side.
type Directions = &'static [(i8, i8)];

/// Returns the single steps of a kind of piece, and the directions in which it moves over any distance.
fn steps_and_slides(kind: PieceKind) -> (Directions, Directions) {
    const STRAIGHT: Directions = &[(0, -1), (-1, 0), (1, 0), (0, 1)];
    const DIAGONALS: Directions = &[(-1, -1), (1, -1), (-1, 1), (1, 1)];
    const ALL_DIRECTIONS: Directions = &[
        (0, -1),
        (-1, 0),
        (1, 0),
        (0, 1),
        (-1, -1),
        (1, -1),
        (-1, 1),
        (1, 1),
    ];
    match kind {
        PieceKind::Pawn => (&[(0, -1)], &[]),
        PieceKind::Lance => (&[], &[(0, -1)]),
        PieceKind::Knight => (&[(-1, -2), (1, -2)], &[]),
        PieceKind::Silver => (&[(-1, -1), (0, -1), (1, -1), (-1, 1), (1, 1)], &[]),
        PieceKind::Bishop => (&[], DIAGONALS),
        PieceKind::Rook => (&[], STRAIGHT),
        PieceKind::King => (ALL_DIRECTIONS, &[]),
        PieceKind::Horse => (STRAIGHT, DIAGONALS),
        PieceKind::Dragon => (DIAGONALS, STRAIGHT),
        _ => (&[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)], &[]),
    }
}

/// Returns the squares to which a piece can move if checks are ignored. The square of a king cannot be reached.
fn reachable_squares(position: &Position, from: Square, piece: Piece) -> Vec<Square> {
    let direction = if piece.color == Color::Black { 1 } else { -1 };
    let next = |square: Square, (file, rank): (i8, i8)| {
        let file = square.file().checked_add_signed(direction * file)?;
        Square::new(file, square.rank().checked_add_signed(direction * rank)?)
    };
    let can_land = |to: &Square| {
        let occupant_of_target = position.piece_at(*to);
        occupant_of_target
            .is_none_or(|occupant| occupant.color != piece.color && occupant.kind != PieceKind::King)
    };
    let (steps, slides) = steps_and_slides(piece.kind);
    let mut reachable_squares: Vec<_> = steps
        .iter()
        .filter_map(|&step| next(from, step))
        .filter(can_land)
        .collect();
    for &step in slides {
        let mut square = from;
        while let Some(to) = next(square, step).filter(can_land) {
            reachable_squares.push(to);
            if position.piece_at(to).is_some() {
                break;
            }
            square = to;
        }
    }
    reachable_squares
}

/// Returns `true` for a pseudo-legal move of the side to move, which may leave the king in check or be a pawn-drop
/// mate.
fn is_pseudo_legal(position: &Position, mv: Move) -> bool {
    let side = position.side_to_move();
    let relative_rank = |square: Square| {
        if side == Color::Black {
            square.rank()
        } else {
            10 - square.rank()
        }
    };
    let is_stuck = |kind: PieceKind, to: Square| match kind {
        PieceKind::Pawn | PieceKind::Lance => relative_rank(to) == 1,
        PieceKind::Knight => relative_rank(to) <= 2,
        _ => false,
    };
    match mv {
        Move::Board { from, to, promote } => position
            .piece_at(from)
            .filter(|piece| piece.color == side && reachable_squares(position, from, *piece).contains(&to))
            .is_some_and(|piece| {
                if promote {
                    piece.kind.promoted().is_some() && relative_rank(from).min(relative_rank(to)) <= 3
                } else {
                    !is_stuck(piece.kind, to)
                }
            }),
        Move::Drop { kind, to } => {
            let pawn = Some(Piece::new(side, PieceKind::Pawn));
            let column = (1..=9).filter_map(|rank| Square::new(to.file(), rank));
            let is_nifu =
                kind == PieceKind::Pawn && column.into_iter().any(|square| position.piece_at(square) == pawn);
            let is_in_hand = !kind.is_promoted() && position.hand(side).get(kind) > 0;
            is_in_hand && position.piece_at(to).is_none() && !is_stuck(kind, to) && !is_nifu
        }
    }
}

/// Returns `true` if a move is pseudo-legal, leaves the mover's king safe and is not a pawn-drop mate. The move is
/// played to determine this.
fn is_legal_by_playing(position: &Position, mv: Move) -> bool {
    let side = position.side_to_move();
    let mut next_position = position.clone();
    if !is_pseudo_legal(position, mv) || next_position.play(mv).is_none() || next_position.in_check(side) {
        return false;
    }
    let Move::Drop {
        kind: PieceKind::Pawn,
        to,
    } = mv
    else {
        return true;
    };
    let attacked_square = ahead_of(side, to);
    let king = next_position.king(side.opponent());
    let has_reply = || {
        every_move()
            .any(|reply| matches!(reply, Move::Board { .. }) && is_legal_by_playing(&next_position, reply))
    };
    king.is_none() || king != attacked_square || has_reply()
}

/// Returns the square in front of a pawn; `None` at the edge of the board.
fn ahead_of(side: Color, pawn: Square) -> Option<Square> {
    let rank = if side == Color::Black {
        pawn.rank() - 1
    } else {
        pawn.rank() + 1
    };
    Square::new(pawn.file(), rank)
}

fn assert_same_moves(position: &Position) {
    let listed = position.legal_moves();
    let moves: HashSet<Move> = listed.iter().copied().collect();
    assert_eq!(moves.len(), listed.len(), "a move is listed twice: {position:?}");
    for mv in every_move() {
        assert_eq!(position.is_legal(mv), moves.contains(&mv), "{position:?} {mv}");
        assert_eq!(
            position.is_legal(mv),
            is_legal_by_playing(position, mv),
            "{position:?} {mv}"
        );
    }
    assert_eq!(position.has_legal_move(), !moves.is_empty(), "{position:?}");
    assert_eq!(
        position.is_mate(),
        position.is_check() && moves.is_empty(),
        "{position:?}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn a_move_is_legal_if_and_only_if_it_is_listed(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        assert_same_moves(&game_position(&mut dice));
        assert_same_moves(&random_position(&mut dice));
    }

    #[test]
    fn a_mating_move_is_the_first_that_mates(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        for position in [game_position(&mut dice), around_a_king(&mut dice), random_position(&mut dice)] {
            let gives_mate = |mv: &Move| {
                let mut next_position = position.clone();
                next_position.play(*mv).is_some() && next_position.is_mate()
            };
            // In a sound position, both sides have a king and the side to move cannot capture one. A king that can
            // already be captured is in check after any move.
            let is_sound = Color::ALL.iter().all(|&side| position.king(side).is_some())
                && !position.in_check(position.side_to_move().opponent());
            let first_mate = position.legal_moves().into_iter().find(gives_mate);
            if is_sound {
                prop_assert_eq!(position.mating_move(), first_mate, "{:?}", position);
            }
        }
    }

    #[test]
    fn a_dropped_pawn_mates_if_and_only_if_there_is_no_reply(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        for _ in 0..50 {
            let position = around_a_king(&mut dice);
            let king = position.king(Color::White).expect("it was put there");
            let to = Square::new(king.file(), king.rank() + 1).expect("the king is not on the last rank");
            let mv = Move::Drop { kind: PieceKind::Pawn, to };
            let mut next_position = position.clone();
            next_position.play(mv);
            prop_assert_eq!(position.is_legal(mv), !next_position.is_mate(), "{:?}", position);
            prop_assert_eq!(position.legal_moves().contains(&mv), position.is_legal(mv));
        }
    }

    #[test]
    fn a_legal_move_keeps_the_set_complete_and_the_king_safe(seed in any::<u64>()) {
        let mut position = game_position(&mut Dice::new(seed));
        prop_assert_eq!(position.piece_counts(), [18, 4, 4, 4, 4, 2, 2, 2]);
        let state_before = state(&position);
        for mv in position.legal_moves() {
            let gives_check = position.gives_check(mv);
            let mut fast_position = position.clone();
            fast_position.play_legal(mv).expect("a legal move starts from a piece");
            let undo = position.play(mv).expect("a legal move starts from a piece");
            prop_assert_eq!(state(&fast_position), state(&position));
            assert_consistent(&position);
            assert!(!position.in_check(undo.mover()), "{position:?} {mv}");
            prop_assert_eq!(position.is_check(), gives_check);
            position.undo(undo);
            prop_assert_eq!(state(&position), state_before.clone());
        }
    }

    #[test]
    fn any_move_can_be_played_and_taken_back(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let mut position = random_position(&mut dice);
        assert_consistent(&position);
        let mut undo_stack = Vec::new();
        for _ in 0..100 {
            let state_before = state(&position);
            let mv = dice.any_move(&position);
            let undo = if dice.below(4) == 0 { position.play_as(mv, dice.piece()) } else { position.play(mv) };
            if let Some(undo) = undo {
                prop_assert_eq!(position.side_to_move(), undo.mover().opponent());
                undo_stack.push((state_before, undo));
            } else {
                prop_assert_eq!(state(&position), state_before);
            }
            assert_consistent(&position);
        }
        while let Some((state_before, undo)) = undo_stack.pop() {
            position.undo(undo);
            prop_assert_eq!(state(&position), state_before);
        }
    }

    #[test]
    fn sfen_reads_back(seed in any::<u64>(), counter in any::<u32>()) {
        let position = random_position(&mut Dice::new(seed));
        let text = position.to_sfen(counter);
        let reread = Position::from_sfen(&text).expect("what was written is SFEN");
        prop_assert_eq!(&reread, &position);
        prop_assert_eq!(reread.zobrist(), position.zobrist());
        prop_assert_eq!(reread.to_sfen(counter), text);
        assert_consistent(&reread);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[1-9KRBGSNLPkrbgsnlp+/ bw0-9-]{0,80}") {
        if let Ok(position) = Position::from_sfen(&text) {
            assert_consistent(&position);
        }
    }

    #[test]
    fn rules_are_symmetric(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let position = game_position(&mut dice);
        let rotated = rotated_position(&position);
        prop_assert_eq!(rotated_position(&rotated), position.clone());
        prop_assert_eq!(rotated.is_check(), position.is_check());
        for mv in every_move() {
            assert_eq!(position.is_legal(mv), rotated.is_legal(rotated_move(mv)), "{position:?} {mv}");
        }
    }

    #[test]
    fn repetitions_agree_with_pairwise_comparison(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let mut position = Position::from_sfen("4k4/9/9/9/9/9/9/9/R3K4 b - 1").expect("it is SFEN");
        let mut history = History::new();
        history.start(position.zobrist(), true);
        let mut positions = vec![position.clone()];
        let mut checks = vec![false];
        for _ in 0..300 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Only the first few moves are used, so that positions recur.
            let mv = moves[dice.below(moves.len().min(3))];
            let undo = position.play(mv).expect("a legal move starts from a piece");
            let count = history.push(position.zobrist(), undo.mover(), position.is_check());
            positions.push(position.clone());
            checks.push(position.is_check());
            let last_ply = positions.len() - 1;
            let equal_plies: Vec<usize> = (0..=last_ply).rev().filter(|&ply| positions[ply] == position).collect();
            prop_assert_eq!(count as usize, equal_plies.len());
            prop_assert_eq!(history.occurrences().collect::<Vec<_>>(), equal_plies.clone());
            let first_ply = equal_plies[equal_plies.len() - 1] + 1;
            for color in Color::ALL {
                let mut plies = (first_ply..=last_ply).filter(|ply| ply % 2 == 1 - color.index()).peekable();
                let only_checks = plies.peek().is_some() && plies.all(|ply| checks[ply]);
                prop_assert_eq!(history.always_gave_check(color), only_checks);
            }
        }
    }
}
