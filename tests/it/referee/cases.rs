//! The cases of `fixtures/rules/cases.txt`: single moves, lines and games, and what is to be found in each.

use crate::support::writing;
use std::fmt::Write as _;

use crate::support::judging::{judge_file, judge_file_by, line, position};
use kifu::finding::{Finding, Seat};
use kifu::profile::Profile;
use kifu::record::Outcome;
use kifu::referee::{Judgement, Referee};
use kifu::shogi::{Move, Position};

const CASES: &str = include_str!("../../../fixtures/rules/cases.txt");

/// The cases of a block, each by its fields.
fn block(name: &str) -> Vec<Vec<&'static str>> {
    let head = format!("[{name}]");
    let lines = CASES.lines().skip_while(|line| *line != head).skip(1);
    lines
        .take_while(|line| !line.starts_with('['))
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split('|').map(str::trim).collect())
        .collect()
}

/// The cases of a block as they are under a profile: those of the block `[NAME PROFILE]` stand for the ones with the
/// same identifier in `[NAME]`.
fn block_under(name: &str, profile: &str) -> Vec<Vec<&'static str>> {
    let mut cases = block(name);
    for other in block(&format!("{name} {profile}")) {
        let case = cases.iter_mut().find(|case| case[0] == other[0]);
        let case = case.unwrap_or_else(|| panic!("[{name}] has no {}", other[0]));
        assert_ne!(*case, other, "[{name} {profile}] repeats [{name}]");
        *case = other;
    }
    cases
}

/// What a case has to yield, and what it does.
struct Outcomes {
    expected: String,
    got: String,
}

/// Runs all cases of a block and names every one that fails. The counts keep a case from being lost.
fn check<const FIELDS: usize>(name: &str, count: usize, run: impl Fn(&[&'static str; FIELDS]) -> Outcomes) {
    let cases = block(name);
    assert_eq!(cases.len(), count, "cases in [{name}]");
    run_all(name, &cases, run);
}

/// The same under every profile.
fn check_by_profiles<const FIELDS: usize>(
    name: &str,
    count: usize,
    run: impl Fn(&Profile, &[&'static str; FIELDS]) -> Outcomes,
) {
    for profile in Profile::all() {
        let cases = block_under(name, &profile.name);
        assert_eq!(cases.len(), count, "cases in [{name}]");
        run_all(&format!("{name} {}", profile.name), &cases, |case| {
            run(profile, case)
        });
    }
}

fn run_all<const FIELDS: usize>(
    name: &str,
    cases: &[Vec<&'static str>],
    run: impl Fn(&[&'static str; FIELDS]) -> Outcomes,
) {
    let mut failures = String::new();
    for case in cases {
        let fields: &[&str; FIELDS] = case.as_slice().try_into().unwrap_or_else(|_| panic!("{case:?}"));
        let Outcomes { expected, got } = run(fields);
        if expected != got {
            let _ = writeln!(
                failures,
                "{}\n  expected {expected}\n  got      {got}",
                case.join(" | ")
            );
        }
    }
    assert!(failures.is_empty(), "[{name}]\n{failures}");
}

/// Asks of every finding whose page is worded in Japanese that its message is, too.
fn assert_bilingual(judgement: &Judgement) {
    let worded = |finding: &&Finding| !finding.rule.page.what.japanese.is_empty();
    for finding in judgement.findings.iter().filter(worded) {
        let (name, message) = (finding.rule.name, &finding.message);
        assert_ne!(message.english(), message.japanese(), "{name}");
        assert!(
            message.japanese().chars().any(|c| ('ぁ'..='ん').contains(&c)),
            "{name}: {}",
            message.japanese()
        );
    }
}

/// The findings in the words of the file. Ply and side are named where the expectation names them.
fn compare(findings: &[Finding], expected: &str) -> Outcomes {
    if findings.is_empty() {
        return Outcomes {
            expected: expected.to_owned(),
            got: "legal".to_owned(),
        };
    }
    let wanted: Vec<_> = expected.split(" + ").collect();
    let got = findings.iter().enumerate().map(|(at, finding)| {
        let words = wanted.get(at).map_or(3, |wanted| wanted.split(' ').count());
        let mut got = finding.rule.name.to_owned();
        let ply = finding.ply.map_or("?".to_owned(), |ply| ply.to_string());
        if words > 1 || ply != "1" {
            let _ = write!(got, " @{ply}");
        }
        if let Some(seat) = finding.seat.filter(|_| words > 2) {
            let _ = write!(got, " {}", seat.name);
        }
        got
    });
    let got = got.collect::<Vec<_>>().join(" + ");
    Outcomes {
        expected: expected.to_owned(),
        got,
    }
}

/// The findings but the note that the record has no result.
fn without_missing_end(judgement: Judgement) -> Vec<Finding> {
    without("end-token-missing", judgement)
}

fn without(rule: &str, judgement: Judgement) -> Vec<Finding> {
    let mut findings = judgement.findings;
    findings.retain(|finding| finding.rule.name != rule);
    findings
}

/// Judges the only record of a text.
fn judge_text(text: &str) -> Judgement {
    let mut judgements = judge_file(text.as_bytes());
    assert_eq!(judgements.len(), 1, "{text}");
    judgements.remove(0)
}

fn usi(moves: &str) -> Vec<Move> {
    moves
        .split_whitespace()
        .filter(|word| *word != "-")
        .map(|word| word.parse().unwrap_or_else(|_| panic!("{word} is no move")))
        .collect()
}

fn judge_line(start: &Position, moves: &str) -> Vec<Finding> {
    without_missing_end(Referee::new().judge(&line(start, moves)))
}

#[test]
fn every_single_move_is_judged_as_the_rules_say() {
    check("moves", 165, |[_, start, mv, expected, _]| {
        compare(&judge_line(&position(start), mv), expected)
    });
}

#[test]
fn every_move_in_csa_is_judged_as_the_rules_say() {
    check("csa", 17, |[_, start, mv, expected, _]| {
        let text = writing::csa(&position(start), &[], &format!("{mv}\n"));
        compare(&without_missing_end(judge_text(&text)), expected)
    });
}

#[test]
fn whose_turn_it_is_is_judged_in_every_notation() {
    check("turns", 17, |[_, notation, start, moves, expected, _]| {
        let findings = match *notation {
            "usi" => judge_line(&position(start), moves),
            "csa" => without_missing_end(judge_text(&format!("V2.2\n{}\n", lines(start, moves)))),
            "kif" => without_missing_end(judge_text(&format!("{}\n", lines(start, moves)))),
            other => panic!("{other} is no notation"),
        };
        compare(&findings, expected)
    });
}

fn lines(start: &str, moves: &str) -> String {
    format!("{start} / {moves}").replace(" / ", "\n")
}

#[test]
fn repetitions_and_perpetual_checks_are_found_at_their_ply() {
    check_by_profiles("repetition", 13, |profile, [_, start, moves, expected, _]| {
        let judgement = Referee::by(profile.clone()).judge(&line(&position(start), moves));
        compare(&without_missing_end(judgement), expected)
    });
}

#[test]
fn mate_is_told_from_check_and_from_stalemate() {
    check("mates", 9, |[_, start, state, replies, expected, _]| {
        let start = position(start);
        let moves = start.legal_moves().len();
        let found = match (start.is_check(), moves) {
            (true, 0) => "mate",
            (true, _) => "check",
            (false, 0) => "stalemate",
            (false, _) => "free",
        };
        let claimed = judge_text(&writing::csa(&start, &[], "%TSUMI\n"));
        let findings = compare(&without("result-overturned", claimed), expected);
        Outcomes {
            expected: format!("{state}, {replies} moves, {expected}"),
            got: format!("{found}, {moves} moves, {}", findings.got),
        }
    });
}

/// Judges a game that the file gives in moves and a result.
fn judge_game(profile: &Profile, start: &str, moves: &str, result: &str) -> Judgement {
    let (start, moves) = (position(start), usi(moves));
    let lines = result.replace(" / ", "\n");
    let text = if result.starts_with(['%', '\'']) {
        writing::csa(&start, &moves, &format!("{lines}\n"))
    } else {
        writing::kif(&start, &moves, &format!("{:>4} {lines}\n", moves.len() + 1))
    };
    let mut judgements = judge_file_by(profile, text.as_bytes());
    assert_eq!(judgements.len(), 1, "{text}");
    judgements.remove(0)
}

fn named(outcome: Option<Outcome<Seat>>) -> &'static str {
    outcome.map_or("nobody", Outcome::name)
}

#[test]
fn games_are_judged_together_with_their_results() {
    check_by_profiles(
        "games",
        73,
        |profile, [_, start, moves, result, expected, winner, _]| {
            let judgement = judge_game(profile, start, moves, result);
            assert_bilingual(&judgement);
            let verdict = named(judgement.verdict);
            let findings = compare(&without("result-overturned", judgement), expected);
            Outcomes {
                expected: format!("{expected}; {winner}"),
                got: format!("{}; {verdict}", findings.got),
            }
        },
    );
}

#[test]
fn the_verdict_gives_its_reasons() {
    check(
        "verdicts",
        23,
        |[_, profile, start, moves, result, winners, chain]| {
            let judgement = judge_game(Profile::named(profile).expect(profile), start, moves, result);
            let overturned = judgement
                .findings
                .iter()
                .find(|finding| finding.rule.name == "result-overturned");
            let due = judgement.stated.is_some() && judgement.stated != judgement.verdict;
            assert_eq!(overturned.is_some(), due, "{result} {chain}");
            for step in &judgement.because {
                assert_ne!(step.english(), step.japanese());
            }
            if let Some(finding) = overturned {
                assert_refers_to_another(finding, &judgement);
            }
            let steps: Vec<_> = judgement.because.iter().map(|step| step.english()).collect();
            Outcomes {
                expected: format!("{winners}; {chain}"),
                got: format!(
                    "{} {}; {}",
                    named(judgement.stated),
                    named(judgement.verdict),
                    steps.join(" / ")
                ),
            }
        },
    );
}

/// That the result is overturned is said with the name of the finding that says why, and not with its words.
fn assert_refers_to_another(overturned: &Finding, judgement: &Judgement) {
    let message = &overturned.message;
    let named = |it: &&Finding| message.english().ends_with(&format!("({})", it.rule.name));
    let why = judgement
        .findings
        .iter()
        .find(named)
        .unwrap_or_else(|| panic!("{}", message.english()));
    assert!(
        message
            .japanese()
            .ends_with(&format!("（{}）", why.rule.japanese))
    );
    for reason in &judgement.because[1..judgement.because.len() - 1] {
        assert!(
            !message.english().contains(&*reason.english()),
            "{}",
            message.english()
        );
    }
}

#[test]
fn every_block_for_a_profile_names_one() {
    for head in CASES.lines().filter(|line| line.starts_with('[')) {
        let name = head.trim_matches(['[', ']']);
        if let Some((block, profile)) = name.split_once(' ') {
            assert!(Profile::named(profile).is_some(), "{head}");
            assert!(["games", "repetition"].contains(&block), "{head}");
        }
    }
}

#[test]
fn what_stands_behind_the_end_changes_nothing_about_the_game() {
    let game = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 反則負け\n";
    let alone = judge_text(game);
    let followed = judge_text(&format!("{game}   4 ８四歩(83)\n   5 ５五角打\n"));
    for (judgement, expected) in [
        (&alone, "foul-result-without-foul @3 black"),
        (
            &followed,
            "foul-result-without-foul @3 black + moves-after-end @4 + drop-not-in-hand @5",
        ),
    ] {
        assert_eq!(compare(&judgement.findings, expected).got, expected);
    }
    assert_eq!(followed.verdict, alone.verdict);
}
