//! Moves of janggi, compared with a second generator: every origin and destination, and random games without
//! findings.

use super::second_janggi::{Move, SecondGenerator, index};
use super::{check_text, findings_of, write_as};

/// Returns random positions from games of the second generator, equal in every run.
fn positions(gung: bool, count: usize) -> Vec<SecondGenerator> {
    let mut dice = fastrand::Rng::with_seed(41);
    (0..count)
        .map(|_| {
            let mut board = start(&mut dice, gung).0;
            for _ in 0..dice.usize(0..150) {
                let legal_moves = board.legal();
                let Some(mv) = dice.choice(&legal_moves) else {
                    break;
                };
                board = board.after_move(*mv);
            }
            board
        })
        .collect()
}

/// Returns the start position with a random setup for each side, and the names of the setups of Blue and Red.
fn start(dice: &mut fastrand::Rng, gung: bool) -> (SecondGenerator, [&'static str; 2]) {
    const SETUPS: [(&str, &str, &str); 4] = [
        ("마상마상", "nb", "nb"),
        ("마상상마", "nb", "bn"),
        ("상마마상", "bn", "nb"),
        ("상마상마", "bn", "bn"),
    ];
    let blue = dice.choice(&SETUPS).unwrap();
    let red = dice.choice(&SETUPS).unwrap();
    let back_row = |setup: &(&str, &str, &str)| format!("r{}a1a{}r", setup.1, setup.2);
    let fen = format!(
        "{}/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/{} w",
        back_row(red),
        back_row(blue).to_uppercase()
    );
    (SecondGenerator::from_fen(&fen, gung), [blue.0, red.0])
}

#[test]
fn the_generators_agree_on_every_move() {
    let fault_rules = [
        "gung-move-shape",
        "gung-promotion-missing",
        "illegal-piece-movement",
    ];
    let fault_rules = [
        &fault_rules[..],
        &["blocked-path", "capture-own-piece", "own-king-in-check"],
    ]
    .concat();
    for gung in [false, true] {
        for board in positions(gung, 12) {
            let allowed = if gung {
                board.moves(board.blue)
            } else {
                board.legal()
            };
            let header = if gung { "[규칙 \"궁장기\"]\n" } else { "" };
            let fen = board.fen();
            let points = || (0..10).flat_map(|y| (0..9).map(move |x| (x, y)));
            let is_own = |&(x, y): &(i32, i32)| {
                let letter = board.letters[index(y)][index(x)];
                letter.is_ascii_alphabetic() && letter.is_ascii_uppercase() == board.blue
            };
            for from in points().filter(is_own) {
                for to in points() {
                    let ply = board.text((from, to));
                    let text = format!("{header}[국면 \"{fen}\"]\n1. {ply}\n#interrupt\n");
                    let judgement = check_text(&text);
                    let is_fault = judgement
                        .findings
                        .iter()
                        .any(|finding| fault_rules.contains(&finding.rule.name));
                    assert_eq!(
                        allowed.contains(&(from, to)),
                        !is_fault,
                        "{text}{}",
                        findings_of(&judgement)
                    );
                }
            }
        }
    }
}

#[test]
fn legal_games_have_no_findings() {
    let mut dice = fastrand::Rng::with_seed(7);
    let mut plies = 0;
    for game in 0..10 * super::games_to_play() {
        let gung = game % 2 == 0;
        let (mut board, [blue, red]) = start(&mut dice, gung);
        let mut tokens: Vec<String> = Vec::new();
        let mut played_moves: Vec<Move> = Vec::new();
        let mut seen_positions = std::collections::HashSet::new();
        for _ in 0..dice.usize(1..160) {
            let earlier_move = played_moves.iter().rev().nth(1).copied();
            let mut moves = board.moves(board.blue);
            dice.shuffle(&mut moves);
            // Legal moves to which the rules on facing generals and on repetition do not apply.
            let is_quiet = |mv: &Move| {
                let next_board = board.after_move(*mv);
                let is_new =
                    earlier_move != Some((mv.1, mv.0)) && !seen_positions.contains(&next_board.fen());
                is_new && !next_board.are_facing() && !next_board.is_attacked(board.blue)
            };
            let Some(mv) = moves.into_iter().find(is_quiet) else {
                break;
            };
            tokens.push(board.text(mv));
            board = board.after_move(mv);
            seen_positions.insert(board.fen());
            played_moves.push(mv);
        }
        plies += tokens.len();
        let header = if gung {
            format!("[규칙 \"궁장기\"]\n[홍차림 \"{red}\"]\n[청차림 \"{blue}\"]\n")
        } else {
            format!("[초차림 \"{blue}\"]\n[한차림 \"{red}\"]\n")
        };
        let numbered_tokens: Vec<_> = (1..)
            .zip(&tokens)
            .map(|(number, token)| format!("{number}. {token}"))
            .collect();
        let text = format!("{header}{}\n#interrupt\n", numbered_tokens.join("\n"));
        let judgement = check_text(&text);
        assert_eq!(findings_of(&judgement), "-", "{text}");
        assert_eq!(judgement.plies as usize, tokens.len());
        let rewritten = write_as(&text, "gib");
        assert_eq!(write_as(&rewritten, "gib"), rewritten);
        assert_eq!(findings_of(&check_text(&rewritten)), "-", "{rewritten}");
    }
    assert!(plies > 40 * 10 * super::games_to_play(), "{plies}");
}

#[test]
fn the_second_generator_counts_as_another_program_does() {
    fn count(board: &SecondGenerator, depth: u32) -> usize {
        let legal_moves = board.legal();
        if depth == 1 {
            return legal_moves.len();
        }
        legal_moves
            .iter()
            .map(|&mv| count(&board.after_move(mv), depth - 1))
            .sum()
    }
    let rows = include_str!("../../../fixtures/janggi/perft.txt").lines();
    for row in rows.filter(|it| !it.starts_with('#')) {
        let [fen, depth, expected] = row.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{row}");
        };
        let board = SecondGenerator::from_fen(fen, false);
        assert_eq!(
            count(&board, depth.parse().unwrap()).to_string(),
            expected,
            "{row}"
        );
    }
}
