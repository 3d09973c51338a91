//! The cases of `fixtures/rules/cases.txt`: single moves, lines and games, each with its expected findings.

use std::fmt::Write as _;

use kifu::finding::Finding;
use kifu::finding::Seat;
use kifu::profile::Profile;
use kifu::record::Outcome;
use kifu::referee::Judgement;
use kifu::referee::Referee;
use kifu::shogi::Move;
use kifu::shogi::Position;

use crate::support::checking::{check_one_by, line, position};
use crate::support::table::{RULES, assert_cases, block, counted_block};
use crate::support::writing;

/// Returns the cases of a block under a profile. Asserts that the block `[NAME]` has `count` cases.
///
/// The cases of the block `[NAME PROFILE]` replace those with equal identifiers in `[NAME]`.
fn block_under<const FIELDS: usize>(
    name: &str,
    count: usize,
    profile: &Profile,
) -> Vec<[&'static str; FIELDS]> {
    let mut cases = counted_block(name, count);
    for replacement in block::<FIELDS>(&format!("{name} {}", profile.name)) {
        let case = cases.iter_mut().find(|case| case[0] == replacement[0]);
        let case = case.unwrap_or_else(|| panic!("[{name}] has no {}", replacement[0]));
        assert_ne!(*case, replacement, "[{name} {}] repeats [{name}]", profile.name);
        *case = replacement;
    }
    cases
}

/// Asserts that every finding whose rule page is in Japanese has a Japanese message, too.
fn assert_bilingual(judgement: &Judgement) {
    let has_japanese_page = |finding: &&Finding| !finding.rule.page().what.japanese.is_empty();
    for finding in judgement.findings.iter().filter(has_japanese_page) {
        let (name, message) = (finding.rule.name, &finding.message);
        assert_ne!(message.english(), message.japanese(), "{name}");
        assert!(
            message.japanese().chars().any(|c| ('ぁ'..='ん').contains(&c)),
            "{name}: {}",
            message.japanese()
        );
    }
}

/// Returns the findings in the notation of `cases.txt`; `legal` without findings. Ply 1 and the side are left out if
/// the expected finding at the same index does not have them.
fn describe_findings(findings: &[Finding], expected: &str) -> String {
    if findings.is_empty() {
        return "legal".to_owned();
    }
    let expected_findings: Vec<_> = expected.split(" + ").collect();
    let texts = findings.iter().enumerate().map(|(index, finding)| {
        let word_count = expected_findings
            .get(index)
            .map_or(3, |finding| finding.split(' ').count());
        let mut text = finding.rule.name.to_owned();
        let ply = finding.ply.map_or("?".to_owned(), |ply| ply.to_string());
        if word_count > 1 || ply != "1" {
            let _ = write!(text, " @{ply}");
        }
        if let Some(seat) = finding.seat.filter(|_| word_count > 2) {
            let _ = write!(text, " {}", seat.name);
        }
        text
    });
    texts.collect::<Vec<_>>().join(" + ")
}

/// Returns the findings, except those about a missing end or an unstated mate.
fn without_missing_end(judgement: Judgement) -> Vec<Finding> {
    findings_without(&["end-token-missing", "mate-unstated"], judgement)
}

fn findings_without(rules: &[&str], judgement: Judgement) -> Vec<Finding> {
    let mut findings = judgement.findings;
    findings.retain(|finding| !rules.contains(&finding.rule.name));
    findings
}

/// Checks a text that holds one record, under the default profile.
fn check_text(text: &str) -> Judgement {
    check_one_by(&Profile::default(), text)
}

fn parse_moves(moves: &str) -> Vec<Move> {
    moves
        .split_whitespace()
        .filter(|word| *word != "-")
        .map(|word| word.parse().unwrap_or_else(|_| panic!("{word} is no move")))
        .collect()
}

fn check_line(start: &Position, moves: &str) -> Vec<Finding> {
    without_missing_end(Referee::new().check(&line(start, moves)))
}

#[test]
fn single_moves_have_the_expected_findings() {
    assert_cases(counted_block("moves", 165), |&[_, start, mv, expected, _]| {
        (
            expected,
            describe_findings(&check_line(&position(start), mv), expected),
        )
    });
}

#[test]
fn csa_moves_have_the_expected_findings() {
    assert_cases(counted_block("csa", 17), |&[_, start, mv, expected, _]| {
        let text = writing::csa(&position(start), &[], &format!("{mv}\n"));
        (
            expected,
            describe_findings(&without_missing_end(check_text(&text)), expected),
        )
    });
}

#[test]
fn turns_are_checked_in_every_format() {
    let cases = counted_block("turns", 17);
    assert_cases(cases, |&[_, notation, start, moves, expected, _]| {
        let findings = match notation {
            "usi" => check_line(&position(start), moves),
            "csa" => without_missing_end(check_text(&format!("V2.2\n{}\n", joined_lines(start, moves)))),
            "kif" => without_missing_end(check_text(&format!("{}\n", joined_lines(start, moves)))),
            other => panic!("{other} is no notation"),
        };
        (expected, describe_findings(&findings, expected))
    });
}

/// Returns the lines of the start and the moves, which are separated by ` / ` in the fields.
fn joined_lines(start: &str, moves: &str) -> String {
    format!("{start} / {moves}").replace(" / ", "\n")
}

#[test]
fn repetitions_and_perpetual_checks_are_found_at_their_ply() {
    for profile in Profile::all() {
        let cases = block_under("repetition", 13, profile);
        assert_cases(cases, |&[_, start, moves, expected, _]| {
            let judgement = Referee::with_profile(profile.clone()).check(&line(&position(start), moves));
            let findings = describe_findings(&without_missing_end(judgement), expected);
            (
                format!("{}: {expected}", profile.name),
                format!("{}: {findings}", profile.name),
            )
        });
    }
}

#[test]
fn mate_check_and_stalemate_are_distinguished() {
    assert_cases(
        counted_block("mates", 9),
        |[_, start, state, replies, expected, _]| {
            let start = position(start);
            let moves = start.legal_moves().len();
            let actual_state = match (start.is_check(), moves) {
                (true, 0) => "mate",
                (true, _) => "check",
                (false, 0) => "stalemate",
                (false, _) => "free",
            };
            let judgement = check_text(&writing::csa(&start, &[], "%TSUMI\n"));
            let findings = describe_findings(&findings_without(&["result-overturned"], judgement), expected);
            (
                format!("{state}, {replies} moves, {expected}"),
                format!("{actual_state}, {moves} moves, {findings}"),
            )
        },
    );
}

/// Checks a game with these moves and this result. The game is written in CSA if the result begins with `%` or `'`, and
/// otherwise in KIF.
fn check_game(profile: &Profile, start: &str, moves: &str, result: &str) -> Judgement {
    let (start, moves) = (position(start), parse_moves(moves));
    let lines = result.replace(" / ", "\n");
    let text = if result.starts_with(['%', '\'']) {
        writing::csa(&start, &moves, &format!("{lines}\n"))
    } else {
        writing::kif(&start, &moves, &format!("{:>4} {lines}\n", moves.len() + 1))
    };
    check_one_by(profile, &text)
}

fn outcome_name(outcome: Option<Outcome<Seat>>) -> &'static str {
    outcome.map_or("nobody", Outcome::name)
}

#[test]
fn games_and_results_have_the_expected_findings() {
    for profile in Profile::all() {
        let cases = block_under("games", 79, profile);
        assert_cases(cases, |[_, start, moves, result, expected, winner, _]| {
            let judgement = check_game(profile, start, moves, result);
            assert_bilingual(&judgement);
            let verdict = outcome_name(judgement.verdict);
            let findings = describe_findings(&findings_without(&["result-overturned"], judgement), expected);
            (
                format!("{}: {expected}; {winner}", profile.name),
                format!("{}: {findings}; {verdict}", profile.name),
            )
        });
    }
}

#[test]
fn the_verdict_gives_its_reasons() {
    let cases = counted_block("verdicts", 23);
    assert_cases(
        cases,
        |[_, profile, start, moves, result, winners, expected_reasons]| {
            let judgement = check_game(Profile::named(profile).expect(profile), start, moves, result);
            let mut findings = judgement.findings.iter();
            let overturned = findings.find(|finding| finding.rule.name == "result-overturned");
            let is_overturned = judgement.stated.is_some() && judgement.stated != judgement.verdict;
            assert_eq!(overturned.is_some(), is_overturned, "{result} {expected_reasons}");
            for step in &judgement.reasons {
                assert_ne!(step.english(), step.japanese());
            }
            if let Some(finding) = overturned {
                assert_refers_to_another(finding, &judgement);
            }
            let steps: Vec<_> = judgement.reasons.iter().map(|step| step.english()).collect();
            let (stated, verdict) = (outcome_name(judgement.stated), outcome_name(judgement.verdict));
            (
                format!("{winners}; {expected_reasons}"),
                format!("{stated} {verdict}; {}", steps.join(" / ")),
            )
        },
    );
}

/// Asserts that the message about an overturned result ends with the name of another finding. The message must not
/// contain the reasons of the verdict other than the first and the last.
fn assert_refers_to_another(overturned: &Finding, judgement: &Judgement) {
    let message = &overturned.message;
    let is_named = |finding: &&Finding| message.english().ends_with(&format!("({})", finding.rule.name));
    let cause = judgement
        .findings
        .iter()
        .find(is_named)
        .unwrap_or_else(|| panic!("{}", message.english()));
    assert!(
        message
            .japanese()
            .ends_with(&format!("（{}）", cause.rule.japanese))
    );
    for reason in &judgement.reasons[1..judgement.reasons.len() - 1] {
        assert!(
            !message.english().contains(&*reason.english()),
            "{}",
            message.english()
        );
    }
}

#[test]
fn every_profile_block_has_a_known_profile() {
    for heading in RULES.lines().filter(|line| line.starts_with('[')) {
        let name = heading.trim_matches(['[', ']']);
        if let Some((block, profile)) = name.split_once(' ') {
            assert!(Profile::named(profile).is_some(), "{heading}");
            assert!(["games", "repetition"].contains(&block), "{heading}");
        }
    }
}

#[test]
fn text_after_the_end_does_not_change_the_verdict() {
    let game = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 反則負け\n";
    let game_alone = check_text(game);
    let game_with_moves_after = check_text(&format!("{game}   4 ８四歩(83)\n   5 ５五角打\n"));
    for (judgement, expected) in [
        (&game_alone, "foul-result-without-foul @3 black"),
        (
            &game_with_moves_after,
            "foul-result-without-foul @3 black + moves-after-end @4 + drop-not-in-hand @5",
        ),
    ] {
        assert_eq!(describe_findings(&judgement.findings, expected), expected);
    }
    assert_eq!(game_with_moves_after.verdict, game_alone.verdict);
}
