//! Properties of the referee: legal games have no findings, every illegal move is found, and the sides are treated equally.
//! A judgement depends only on the record.

use crate::support::checking::{check_file, line, position};
use crate::support::dice::Dice;
use crate::support::rotation::{rotated_move, rotated_position};
use crate::support::writing;
use kifu::finding::Class;
use kifu::finding::Finding;
use kifu::finding::Seat;
use kifu::finding::Severity;
use kifu::notation;
use kifu::record::Outcome;
use kifu::referee::Judgement;
use kifu::referee::Referee;
use kifu::shogi::Color;
use kifu::shogi::Move;
use kifu::shogi::PieceKind;
use kifu::shogi::Position;
use kifu::shogi::Square;
use kifu::text;
use proptest::prelude::{ProptestConfig, TestCaseError, any, prop_assert, prop_assert_eq, proptest};

/// Returns a random named start position, or a position from the middle of a random game.
fn any_start(dice: &mut Dice) -> Position {
    let start = dice.start();
    if dice.below(2) == 0 {
        return start;
    }
    let plies = 2 + dice.below(150);
    let (_, mid_game) = dice.game(&start, plies);
    if mid_game.has_legal_move() {
        mid_game
    } else {
        start
    }
}

/// Returns a random end that fits the final position, in CSA and in KIF, and the outcome.
fn any_end(dice: &mut Dice, end: &Position) -> (&'static str, &'static str, Outcome) {
    let side_to_move_loses = Outcome::Win(end.side_to_move().opponent());
    if end.is_mate() {
        return ("%TSUMI", "詰み", side_to_move_loses);
    }
    // Without a legal move, the side to move has lost, so the game cannot be interrupted or lost on time.
    if !end.has_legal_move() {
        return ("%TORYO", "投了", side_to_move_loses);
    }
    dice.one_of(&[
        ("%TORYO", "投了", side_to_move_loses),
        ("%TIME_UP", "切れ負け", side_to_move_loses),
        ("%CHUDAN", "中断", Outcome::None),
    ])
}

/// Returns `true` if the side to move can mate with one move.
fn can_mate(position: &Position) -> bool {
    position.legal_moves().into_iter().any(|mv| {
        let mut next_position = position.clone();
        next_position.play(mv);
        next_position.is_mate()
    })
}

fn usi_words(moves: &[Move]) -> String {
    let words: Vec<_> = moves.iter().map(Move::to_string).collect();
    words.join(" ")
}

fn rule_names(findings: &[Finding]) -> Vec<&'static str> {
    findings.iter().map(|finding| finding.rule.name).collect()
}

/// Returns the findings, except those about a missing end, an unstated mate and moves after the end.
fn move_findings(judgement: Judgement) -> Vec<Finding> {
    let mut findings = judgement.findings;
    findings.retain(|finding| {
        !matches!(
            finding.rule.name,
            "end-token-missing" | "mate-unstated" | "moves-after-end"
        )
    });
    findings
}

/// Iterates over every board move and drop that USI can write, including `P*5b+` and `K*5b`. A word that is not a
/// move has `None`.
fn every_writable_move() -> impl Iterator<Item = (String, Option<Move>)> {
    let board_moves = Square::ALL.into_iter().flat_map(|from| {
        Square::ALL.into_iter().flat_map(move |to| {
            [false, true].map(|promote| {
                let mv = Move::Board { from, to, promote };
                (mv.to_string(), Some(mv))
            })
        })
    });
    let kinds = PieceKind::HAND.into_iter().chain([PieceKind::King]);
    let drops = kinds.flat_map(|kind| {
        Square::ALL.into_iter().flat_map(move |to| {
            let mv = Move::Drop { kind, to };
            [(mv.to_string(), Some(mv)), (format!("{mv}+"), None)]
        })
    });
    board_moves.chain(drops)
}

/// Returns `true` if a finding forbids the move: an error about an illegal move or about the record, or the capture of
/// a king.
fn is_forbidden(findings: &[Finding]) -> bool {
    findings.iter().any(|finding| {
        matches!(finding.rule.class, Class::Foul | Class::RecordError) && finding.severity == Severity::Error
            || finding.rule.name == "king-captured"
    })
}

/// Returns one to eight random moves, which are often illegal and sometimes cannot be made on the board.
fn any_line(dice: &mut Dice, start: &Position) -> Vec<Move> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for _ in 0..=dice.below(8) {
        let mv = dice.any_move(&position);
        moves.push(mv);
        let next = position.side_to_move().opponent();
        position.play(mv);
        position.set_side_to_move(next);
    }
    moves
}

/// Returns a comparable form of a judgement without texts and squares, optionally with the sides exchanged.
fn outline(judgement: &Judgement, with_sides_exchanged: bool) -> impl PartialEq + std::fmt::Debug + use<> {
    let seat = |seat: Seat| {
        if with_sides_exchanged {
            Color::ALL[1 - seat.index()].into()
        } else {
            seat
        }
    };
    let findings: Vec<_> = judgement
        .findings
        .iter()
        .map(|finding| {
            (
                finding.rule.name,
                finding.severity,
                finding.ply,
                finding.seat.map(seat),
                finding.after_foul,
            )
        })
        .collect();
    let verdict = judgement.verdict.map(|outcome| match outcome {
        Outcome::Win(winner) => Outcome::Win(seat(winner)),
        other => other,
    });
    (findings, verdict, judgement.plies)
}

/// Positions in which rare illegal moves are likely.
const TIGHT_POSITIONS: [&str; 5] = [
    "7nk/9/8G/9/9/9/9/9/4K4 b P2r2b3g 1",
    "4R2gk/9/8G/9/9/9/4P4/9/4K4 b 2P 1",
    "4r3k/9/9/9/9/9/4P4/9/4K4 b PNL 1",
    "4r3k/9/4P4/9/4S4/9/3n5/4G4/4K4 b P 1",
    "6k2/9/5+R3/9/9/9/9/7R1/4K4 b - 1",
];

/// Plays and ends a random game, and asserts that it has no findings in CSA and KIF, except for a resignation with a
/// mate in one. The stated winner and the verdict must be those of the end.
fn assert_clean_in_every_format(seed: u64) -> Result<(), TestCaseError> {
    let mut dice = Dice::new(seed);
    let start = any_start(&mut dice);
    let plies = 1 + dice.below(250);
    let (moves, end) = dice.game(&start, plies);
    let (csa_end, kif_end, outcome) = any_end(&mut dice, &end);
    let csa = writing::csa(&start, &moves, &format!("{csa_end}\n"));
    let kif = writing::kif(&start, &moves, &format!("{:>4} {kif_end}\n", moves.len() + 1));
    for text in [csa, kif] {
        let context = format!("seed {seed}\n{text}");
        let judgements = check_file(text.as_bytes());
        prop_assert_eq!(judgements.len(), 1, "{}", context);
        let judgement = &judgements[0];
        let expected = if csa_end == "%TORYO" && can_mate(&end) {
            &["resign-while-winning"][..]
        } else {
            &[]
        };
        prop_assert_eq!(rule_names(&judgement.findings), expected, "{}", context);
        prop_assert_eq!(judgement.plies as usize, moves.len(), "{}", context);
        prop_assert_eq!(judgement.stated, Some(outcome.to_seats()), "{}", context);
        prop_assert_eq!(judgement.verdict, Some(outcome.to_seats()), "{}", context);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn a_legal_game_has_no_findings_in_any_format(seed in any::<u64>()) {
        assert_clean_in_every_format(seed)?;
    }

    #[test]
    fn a_legal_game_without_a_result_has_no_other_finding(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let start = any_start(&mut dice);
        let plies = 1 + dice.below(100);
        let (moves, end) = dice.game(&start, plies);
        let mate_outcome = (!end.has_legal_move()).then(|| Outcome::Win(end.side_to_move().opponent().into()));
        for text in [writing::csa(&start, &moves, ""), writing::kif(&start, &moves, "")] {
            let judgement = &check_file(text.as_bytes())[0];
            let missing_end_rule = if mate_outcome.is_some() { "mate-unstated" } else { "end-token-missing" };
            prop_assert_eq!(rule_names(&judgement.findings), [missing_end_rule], "{}", text);
            prop_assert_eq!(judgement.verdict, mate_outcome, "{}", text);
        }
    }

    #[test]
    fn an_illegal_move_after_a_legal_game_is_found(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let start = any_start(&mut dice);
        let plies = 1 + dice.below(100);
        let (moves, end) = dice.game(&start, plies);
        let legal_moves = end.legal_moves();
        let mut referee = Referee::new();
        for _ in 0..40 {
            let mv = dice.any_move(&end);
            let text = format!("{} {mv}", usi_words(&moves));
            let findings = move_findings(referee.check(&line(&start, &text)));
            prop_assert!(findings.iter().all(|finding| finding.ply == Some(moves.len() as u32 + 1)));
            if legal_moves.contains(&mv) {
                prop_assert!(findings.is_empty(), "{:?} {} {:?}", end, mv, rule_names(&findings));
            } else {
                prop_assert!(is_forbidden(&findings), "{:?} {} {:?}", end, mv, rule_names(&findings));
            }
        }
    }

    #[test]
    fn judgements_are_symmetric(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        for _ in 0..20 {
            // The even start cannot be rotated, because Black must begin. A later position is used instead.
            let start = if dice.below(2) == 0 {
                position(dice.one_of(&TIGHT_POSITIONS))
            } else {
                dice.game(&Position::startpos(), 100).1
            };
            let moves = any_line(&mut dice, &start);
            let rotated_moves: Vec<_> = moves.iter().copied().map(rotated_move).collect();
            let judgement = Referee::new().check(&line(&start, &usi_words(&moves)));
            let rotated_judgement = Referee::new().check(&line(&rotated_position(&start), &usi_words(&rotated_moves)));
            assert_eq!(outline(&judgement, false), outline(&rotated_judgement, true), "{start:?} {}", usi_words(&moves));
        }
    }

    #[test]
    fn a_judgement_depends_only_on_the_record(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let start = any_start(&mut dice);
        let (moves, end) = dice.game(&start, 60);
        let (csa_end, _, _) = any_end(&mut dice, &end);
        let legal_game = writing::csa(&start, &moves, &format!("{csa_end}\n"));
        let illegal_moves = usi_words(&any_line(&mut dice, &start));
        let text = text::decode(legal_game.as_bytes(), None);
        let mut records: Vec<_> = notation::records(&text, notation::detect(&text, None)).collect();
        records.push(line(&start, &illegal_moves));
        let expected: Vec<_> = records.iter().map(|record| format!("{:?}", Referee::new().check(record))).collect();
        let mut referee = Referee::new();
        for index in [0, 1, 1, 0, 0, 1] {
            prop_assert_eq!(format!("{:?}", referee.check(&records[index])), expected[index].clone());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn a_move_is_reported_if_and_only_if_it_is_illegal(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let start = if dice.below(2) == 0 { position(dice.one_of(&TIGHT_POSITIONS)) } else { any_start(&mut dice) };
        let legal_moves = start.legal_moves();
        let mut referee = Referee::new();
        let mut legal_count = 0;
        for (word, mv) in every_writable_move() {
            let findings = move_findings(referee.check(&line(&start, &word)));
            if mv.is_some_and(|mv| legal_moves.contains(&mv)) {
                legal_count += 1;
                prop_assert!(findings.is_empty(), "{:?} {} {:?}", start, word, rule_names(&findings));
            } else {
                prop_assert!(is_forbidden(&findings), "{:?} {} {:?}", start, word, rule_names(&findings));
            }
        }
        prop_assert_eq!(legal_count, legal_moves.len());
    }
}
