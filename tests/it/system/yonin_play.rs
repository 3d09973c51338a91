//! Yonin shogi, compared with a second implementation: random games of that implementation have no findings, and
//! moves that it forbids are reported.

use std::fmt::Write as _;

use super::yonin_model::{Model, Move, SEATS, name};
use super::{check_text, findings_of, games_to_play, write_as};

/// Returns the record of a random game of at most `plies` plies, and the state of the game after the last ply.
fn game(random: &mut fastrand::Rng, plies: usize) -> (String, Model) {
    let first_seat = random.usize(0..4);
    let mut model = Model::start(first_seat);
    let mut text = format!("Yonin: 1\nFirst: {}\n", SEATS[first_seat]);
    for number in 1..=plies {
        let moves = model.legal();
        let mv = moves[random.usize(0..moves.len())];
        let _ = writeln!(text, "{number} {} {}", SEATS[model.turn], mv.text());
        if !model.play(mv) {
            let _ = writeln!(text, "#result {}", SEATS[model.turn]);
            return (text, model);
        }
    }
    text.push_str("#interrupt\n");
    (text, model)
}

/// Returns the findings without the notices about repetition and about pawns on the second rank.
fn faults(text: &str) -> String {
    let findings = findings_of(&check_text(text));
    let is_fault =
        |text: &&str| !text.starts_with("yonin-pawn-rank2") && !text.starts_with("yonin-repetition");
    findings.split(' ').filter(is_fault).collect::<Vec<_>>().join(" ")
}

#[test]
fn random_games_have_no_findings_and_round_trip() {
    let mut random = fastrand::Rng::with_seed(4);
    let (mut eliminations, mut lines) = (0, 0);
    let games = games_to_play();
    for _ in 0..games {
        let (text, model) = game(&mut random, 160);
        eliminations += 4 - model.survivors();
        lines += text.lines().count();
        assert!(matches!(&*faults(&text), "" | "-"), "{}\n{text}", faults(&text));
        let rewritten = write_as(&text, "yonin");
        assert_eq!(write_as(&rewritten, "yonin"), rewritten);
        assert_eq!(
            findings_of(&check_text(&rewritten)),
            findings_of(&check_text(&text))
        );
    }
    // The games must contain enough plies and eliminations.
    assert!(
        eliminations * 20 > games && lines > 60 * games,
        "{eliminations} {lines}"
    );
}

#[test]
fn each_seat_has_nine_first_moves() {
    for (seat, letter) in SEATS.into_iter().enumerate() {
        let moves = Model::start(seat).legal();
        assert_eq!(moves.len(), 9);
        for mv in moves {
            let text = format!(
                "Yonin: 1\nFirst: {letter}\n1 {letter} {}\n#interrupt\n",
                mv.text()
            );
            assert_eq!(findings_of(&check_text(&text)), "-");
        }
    }
}

/// A move of the side to move has a finding if and only if the second implementation forbids the move. Exceptions are
/// pawn drops and captures of kings: the second implementation neither drops pawns in front of a king nor captures
/// kings.
#[test]
fn a_move_has_no_finding_if_and_only_if_it_is_legal() {
    let mut random = fastrand::Rng::with_seed(9);
    for _ in 0..4 {
        let plies = random.usize(0..140);
        let (_, model) = game(&mut random, plies);
        if model.survivors() == 1 {
            continue;
        }
        let legal_moves: Vec<String> = model.legal().into_iter().map(Move::text).collect();
        let prefix = format!(
            "Yonin: 1\nPosition: {}\n1 {} ",
            model.position(),
            SEATS[model.turn]
        );
        let squares: Vec<String> = Model::squares().map(name).collect();
        let origins = squares
            .iter()
            .cloned()
            .chain(["R*", "G*", "S*", "P*"].map(str::to_owned));
        for from in origins {
            for to in &squares {
                let unpromoted = format!("{from}{to}");
                for mv in [unpromoted.clone(), format!("{unpromoted}+")] {
                    let findings = faults(&format!("{prefix}{mv}\n#interrupt\n"));
                    let is_clean = matches!(&*findings, "" | "-");
                    // The second implementation neither drops pawns in front of a king nor captures kings.
                    let is_special =
                        !legal_moves.contains(&mv) && (is_clean || findings.contains("king-captured"));
                    let is_allowed = is_special && (from == "P*" || findings.contains("king-captured"));
                    assert!(
                        is_clean == legal_moves.contains(&mv) || is_allowed,
                        "{prefix}{mv}: {findings}"
                    );
                }
            }
        }
    }
}
