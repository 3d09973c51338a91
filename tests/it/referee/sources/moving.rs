//! Movement, promotion and drops of pieces, by the rules of play.

use kifu::referee::Referee;
use kifu::shogi::{Color, Move, Piece, PieceKind, Position, Square};
use proptest::prelude::*;

use crate::support::checking::{line, position};
use crate::support::dice::Dice;

/// A step as numbers of files and ranks. A rank of -1 is one step forward.
type Step = (i8, i8);

const STRAIGHT: &[Step] = &[(0, -1), (0, 1), (1, 0), (-1, 0)];
const DIAGONAL: &[Step] = &[(1, -1), (-1, -1), (1, 1), (-1, 1)];
const ALL_DIRECTIONS: &[Step] = &[
    (0, -1),
    (0, 1),
    (1, 0),
    (-1, 0),
    (1, -1),
    (-1, -1),
    (1, 1),
    (-1, 1),
];
const LIKE_GOLD: &[Step] = &[(0, -1), (0, 1), (1, 0), (-1, 0), (1, -1), (-1, -1)];
const LIKE_SILVER: &[Step] = &[(0, -1), (1, -1), (-1, -1), (1, 1), (-1, 1)];
const LIKE_KNIGHT: &[Step] = &[(1, -2), (-1, -2)];
const FORWARD: &[Step] = &[(0, -1)];

/// The diagrams of the source article: kind, single steps, and directions of moves over any distance.
const DIAGRAMS: [(PieceKind, &[Step], &[Step]); 14] = [
    (PieceKind::King, ALL_DIRECTIONS, &[]),
    (PieceKind::Rook, &[], STRAIGHT),
    (PieceKind::Bishop, &[], DIAGONAL),
    (PieceKind::Gold, LIKE_GOLD, &[]),
    (PieceKind::Silver, LIKE_SILVER, &[]),
    (PieceKind::Knight, LIKE_KNIGHT, &[]),
    (PieceKind::Lance, &[], FORWARD),
    (PieceKind::Pawn, FORWARD, &[]),
    (PieceKind::Dragon, DIAGONAL, STRAIGHT),
    (PieceKind::Horse, STRAIGHT, DIAGONAL),
    (PieceKind::PromotedSilver, LIKE_GOLD, &[]),
    (PieceKind::PromotedKnight, LIKE_GOLD, &[]),
    (PieceKind::PromotedLance, LIKE_GOLD, &[]),
    (PieceKind::Tokin, LIKE_GOLD, &[]),
];

/// Returns the squares that a piece on 5e reaches by these steps.
fn reachable_squares((_, steps, slides): (PieceKind, &[Step], &[Step]), color: Color) -> Vec<Square> {
    let forward = if color == Color::Black { 1 } else { -1 };
    let square = |(files, ranks): Step, distance: i8| {
        let (file, rank) = (5 + files * distance, 5 + ranks * forward * distance);
        Square::new(u8::try_from(file).ok()?, u8::try_from(rank).ok()?)
    };
    let steps = steps.iter().map(|&step| (step, 1));
    let slides = slides
        .iter()
        .flat_map(|&step| (1..=4).map(move |distance| (step, distance)));
    steps
        .chain(slides)
        .filter_map(|(step, distance)| square(step, distance))
        .collect()
}

/// Returns the names of the rules with findings for moves in USI, without the finding about the missing end.
fn rule_names(start: &Position, moves: &str) -> Vec<&'static str> {
    let findings = Referee::new().check(&line(start, moves)).findings;
    let names = findings.iter().map(|finding| finding.rule.name);
    names.filter(|name| *name != "end-token-missing").collect()
}

#[test]
fn every_kind_moves_as_in_the_diagrams() {
    let from = Square::new(5, 5).expect("on the board");
    for color in Color::ALL {
        for row in DIAGRAMS {
            // The kings are on squares that no piece reaches from the centre.
            let mut start = position(if color == Color::Black {
                "2k6/9/9/9/9/9/9/9/1K7 b - 1"
            } else {
                "1k7/9/9/9/9/9/9/9/2K6 w - 1"
            });
            if row.0 == PieceKind::King {
                let own_king = start.king(color).expect("it stands there");
                start.put(own_king, None);
            }
            start.put(from, Some(Piece::new(color, row.0)));
            let reachable = reachable_squares(row, color);
            for to in Square::ALL.into_iter().filter(|&to| start.piece_at(to).is_none()) {
                let is_wrong = rule_names(&start, &format!("{from}{to}")).contains(&"illegal-piece-movement");
                assert_eq!(
                    is_wrong,
                    !reachable.contains(&to),
                    "{color:?} {:?} to {to}",
                    row.0
                );
            }
        }
    }
}

#[test]
fn all_kinds_but_king_and_gold_promote() {
    for (mv, unpromoted, promoted) in [
        ("5d5c+", PieceKind::Rook, Some(PieceKind::Dragon)),
        ("5d4c+", PieceKind::Bishop, Some(PieceKind::Horse)),
        ("5d5c+", PieceKind::Silver, Some(PieceKind::PromotedSilver)),
        ("5e4c+", PieceKind::Knight, Some(PieceKind::PromotedKnight)),
        ("5d5c+", PieceKind::Lance, Some(PieceKind::PromotedLance)),
        ("5d5c+", PieceKind::Pawn, Some(PieceKind::Tokin)),
        ("5d5c+", PieceKind::Gold, None),
        ("5d5c+", PieceKind::King, None),
    ] {
        let last_rank = if unpromoted == PieceKind::King { "9" } else { "K8" };
        let mut start = position(&format!("k8/9/9/9/9/9/9/9/{last_rank} b - 1"));
        let parsed_move: Move = mv.parse().expect("a move");
        start.put(
            parsed_move.from().expect("a piece moves"),
            Some(Piece::new(Color::Black, unpromoted)),
        );
        let names = rule_names(&start, mv);
        match promoted {
            None => assert_eq!(names, ["unpromotable-promoted"], "{unpromoted:?}"),
            Some(kind) => {
                assert!(names.is_empty(), "{unpromoted:?}: {names:?}");
                start.play(parsed_move).expect("a piece stands there");
                assert_eq!(
                    start.piece_at(parsed_move.to()),
                    Some(Piece::new(Color::Black, kind))
                );
            }
        }
    }
}

#[test]
fn captured_pieces_are_dropped_again_in_their_basic_form() {
    let start = Position::startpos();
    for (moves, expected) in [
        ("7g7f 3c3d 8h2b+ 3a2b B*4e", &[][..]),
        // White has captured a horse.
        ("7g7f 3c3d 8h2b+ 3a2b 2g2f B*5e", &[]),
        ("7g7f 3c3d 8h2b+ 3a2b 2g2f B*5e+", &["promoted-drop"]),
        ("7g7f 3c3d B*4e", &["drop-not-in-hand"]),
    ] {
        assert_eq!(rule_names(&start, moves), expected, "{moves}");
    }
}

#[test]
fn a_piece_is_dropped_on_any_empty_square() {
    for side in ["b G", "w g"] {
        let start = position(&format!(
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL {side} 1"
        ));
        for to in Square::ALL {
            let expected: &[&str] = match start.piece_at(to) {
                Some(_) => &["drop-on-occupied"],
                None => &[],
            };
            assert_eq!(rule_names(&start, &format!("G*{to}")), expected, "{side} {to}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn only_drops_make_two_pawns_on_a_file(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let start = dice.start();
        let (_, end) = dice.game(&start, 80);
        for _ in 0..50 {
            let mv = dice.any_move(&end);
            let is_drop = matches!(mv, Move::Drop { .. });
            let is_nifu = rule_names(&end, &mv.to_string()).contains(&"nifu");
            prop_assert!(is_drop || !is_nifu, "{mv}");
        }
    }
}
