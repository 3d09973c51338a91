//! Loss and win of a game, by the rules of play.

use std::collections::BTreeSet;

use kifu::finding::Class;
use kifu::profile::Profile;
use kifu::record::Outcome;
use kifu::referee::Judgement;
use kifu::referee::Referee;
use kifu::shogi::Color;

use super::{Case, cases};
use crate::support::checking::{check_one_by, line, position};
use crate::support::writing;

/// Profiles with the rules of books and of current amateur tournaments.
const PROFILES: [&str; 2] = ["textbook", "jsa-amateur"];

fn profile(name: &str) -> &'static Profile {
    Profile::named(name).expect(name)
}

/// Returns the judgement of a case with moves and without a result; `None` for other cases.
fn check_case(case: &Case, profile: &Profile) -> Option<Judgement> {
    let (fields, split_lines) = (&case.fields, |text: &str| text.replace(" / ", "\n"));
    Some(match (case.block, fields[1]) {
        ("moves" | "repetition", start) => {
            Referee::with_profile(profile.clone()).check(&line(&position(start), fields[2]))
        }
        ("csa", start) => check_one_by(
            profile,
            &writing::csa(&position(start), &[], &format!("{}\n", fields[2])),
        ),
        ("turns", "usi") => {
            Referee::with_profile(profile.clone()).check(&line(&position(fields[2]), fields[3]))
        }
        ("turns", "csa") => check_one_by(
            profile,
            &format!("V2.2\n{}\n{}\n", split_lines(fields[2]), split_lines(fields[3])),
        ),
        ("turns", "kif") => check_one_by(
            profile,
            &format!("{}\n{}\n", split_lines(fields[2]), split_lines(fields[3])),
        ),
        _ => return None,
    })
}

#[test]
fn a_foul_of_every_kind_loses() {
    /// The violations that the source article lists.
    const LISTED: [&str; 12] = [
        "nifu",
        "dead-piece",
        "uchifuzume",
        "own-king-in-check",
        "perpetual-check",
        "illegal-piece-movement",
        "blocked-path",
        "promotion-outside-zone",
        "unpromotable-promoted",
        "unpromotion",
        "double-move",
        "gote-moves-first",
    ];
    for profile in PROFILES.map(profile) {
        let mut rules = BTreeSet::new();
        for case in cases() {
            let Some(judgement) = check_case(&case, profile) else {
                continue;
            };
            let first_finding = judgement.findings.first();
            // Cases in which the game continued after the illegal move are skipped, because the illegal move alone does
            // not decide such a game.
            let foul = first_finding
                .filter(|finding| finding.rule.class == Class::Foul && finding.ply == Some(judgement.plies));
            let Some(foul) = foul else {
                continue;
            };
            let offender = foul.seat.expect("somebody fouls");
            let opponent_wins = Some(Outcome::Win(Color::ALL[1 - offender.index()].into()));
            assert_eq!(
                judgement.verdict, opponent_wins,
                "{} {}",
                profile.name, case.fields[0]
            );
            rules.insert(foul.rule.name);
        }
        for rule in LISTED {
            assert!(rules.contains(rule), "no case of {rule} was tried");
        }
    }
}

#[test]
fn a_side_without_moves_loses() {
    let mut states = BTreeSet::new();
    for profile in PROFILES.map(profile) {
        for case in cases().iter().filter(|case| case.block == "mates") {
            let (start, state) = (position(case.fields[1]), case.fields[2]);
            let verdict = check_one_by(profile, &writing::csa(&start, &[], "%CHUDAN\n")).verdict;
            let opponent_wins = Some(Outcome::Win(start.side_to_move().opponent().into()));
            let has_lost = ["mate", "stalemate"].contains(&state);
            assert_eq!(
                verdict == opponent_wins,
                has_lost,
                "{} {}",
                profile.name,
                case.fields[0]
            );
            states.insert(state);
        }
    }
    assert_eq!(states, BTreeSet::from(["check", "free", "mate", "stalemate"]));
}
