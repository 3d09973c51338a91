//! Messages of findings about moves in both languages, and the squares that they mark.

use crate::support::checking;
use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::support::checking::{check_file, line, position, profile_with};
use crate::support::table::block;
use kifu::finding::Class;
use kifu::finding::Example;
use kifu::finding::Finding;
use kifu::profile::Profile;
use kifu::referee::RULES;
use kifu::referee::Referee;
use kifu::shogi::PieceKind;

/// Returns the start position and the moves of each case in the blocks `moves` and `repetition`.
fn cases() -> Vec<[&'static str; 2]> {
    let moves = block("moves").into_iter().map(|[_, start, mv, _, _]| [start, mv]);
    let games = block("repetition").into_iter();
    moves
        .chain(games.map(|[_, start, moves, _, _]| [start, moves]))
        .collect()
}

fn check_moves(start: &str, moves: &str, profile: &Profile) -> Vec<Finding> {
    let judgement = Referee::with_profile(profile.clone()).check(&line(&position(start), moves));
    let mut findings = judgement.findings;
    findings.retain(|finding| finding.rule.name != "end-token-missing");
    findings
}

/// Returns the findings in the examples of the rules about moves, start positions and replay, except findings about a
/// missing end.
fn findings_of_examples() -> Vec<Finding> {
    let board_rules = RULES.iter().take_while(|rule| rule.name != "moves-after-end");
    let findings = board_rules.flat_map(|rule| match rule.page().bad {
        Example::Moves { start, moves, .. } => {
            let mut record = line(&position(start), moves);
            record.start.diagram = Some(kifu::finding::Span::default());
            Referee::new().check(&record).findings
        }
        Example::Record { text, .. } => check_file(text.as_bytes()).remove(0).findings,
        Example::WithRules { rules, text, .. } => {
            checking::check_file_by(&profile_with(rules), text.as_bytes())
                .remove(0)
                .findings
        }
        _ => Vec::new(),
    });
    findings
        .filter(|finding| finding.rule.name != "end-token-missing")
        .collect()
}

/// Returns `true` for kana and kanji.
fn is_japanese(c: char) -> bool {
    matches!(c, 'ぁ'..='ヶ' | '一'..='鿿')
}

/// Returns the first violation in the messages of a finding, or `None`.
fn message_violation(finding: &Finding) -> Option<&'static str> {
    let (english, japanese) = (&finding.message.english(), &finding.message.japanese());
    let is_malformed = |text: &str| text.trim().is_empty() || text.contains("  ");
    // Kanji alone do not show that a message is in Japanese, because English messages contain Japanese terms in kanji.
    let has_kana = |text: &str| text.chars().any(|c| matches!(c, 'ぁ'..='ん'));
    [
        (english == japanese, "the same in both languages"),
        (
            is_malformed(english) || is_malformed(japanese),
            "no words, or two blanks together",
        ),
        (
            !japanese.chars().any(is_japanese) || !has_kana(japanese),
            "the Japanese is none",
        ),
        (
            japanese.ends_with(['。', '.']) || english.ends_with(['.', '。']),
            "ends like a sentence",
        ),
        (
            ["Black", "White"]
                .into_iter()
                .chain(PieceKind::ALL.map(PieceKind::english))
                .any(|word| japanese.contains(word)),
            "English words in Japanese",
        ),
    ]
    .into_iter()
    .find_map(|(is_violated, violation)| is_violated.then_some(violation))
}

#[test]
fn every_message_is_in_both_languages() {
    let default_profile = Profile::default();
    let case_findings = cases()
        .into_iter()
        .flat_map(|[start, moves]| check_moves(start, moves, &default_profile));
    let mut rules = BTreeSet::new();
    let mut faults = String::new();
    for finding in case_findings.chain(findings_of_examples()) {
        rules.insert(finding.rule.name);
        if let Some(fault) = message_violation(&finding) {
            let _ = writeln!(faults, "{}: {fault}: {:?}", finding.rule.name, finding.message);
        }
    }
    assert!(faults.is_empty(), "{faults}");
    assert!(rules.len() >= 38, "only {}: {rules:?}", rules.len());
}

#[test]
fn squares_of_messages_are_those_of_the_language() {
    for [start, moves] in cases() {
        for finding in check_moves(start, moves, &Profile::default()) {
            let japanese = finding.message.japanese();
            let japanese = japanese.as_bytes();
            let is_english_square = |pair: &[u8]| matches!(pair, [b'1'..=b'9', b'a'..=b'i']);
            assert!(
                !japanese.windows(2).any(is_english_square),
                "{:?}",
                finding.message
            );
            let is_full_width = |c: char| matches!(c, '１'..='９');
            assert!(
                !finding.message.english().contains(is_full_width),
                "{:?}",
                finding.message
            );
        }
    }
}

/// Cases of `cases.txt` by position and move, with the rule and the marked squares.
const MARKS: &[(&str, &str, &str, &str)] = &[
    ("4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5e", "nifu", "5e 5g"),
    (
        "4k4/9/9/9/9/4p4/9/9/K3L4 b - 1",
        "5i5e",
        "blocked-path",
        "5i 5e 5f",
    ),
    (
        "4r3k/9/9/9/9/9/9/4S4/4K4 b - 1",
        "5h4g",
        "own-king-in-check",
        "5h 4g 5i 5a",
    ),
    (
        "3r4k/9/9/9/9/9/9/9/4K4 b - 1",
        "5i6i",
        "own-king-in-check",
        "5i 6i 6a",
    ),
    ("7nk/9/8G/9/9/9/9/9/4K4 b P 1", "P*1b", "uchifuzume", "1b 1a 1c"),
    (
        "4R2gk/9/8G/9/9/9/9/9/4K4 b P 1",
        "P*1b",
        "uchifuzume",
        "1b 1a 1c 2a 5a",
    ),
    ("4k4/9/9/9/4p4/9/9/9/4K4 b G 1", "G*5e", "drop-on-occupied", "5e"),
    ("startpos", "5i4i", "capture-own-piece", "5i 4i"),
    ("startpos", "7f7e", "empty-source", "7f 7e"),
    (
        "6k2/9/9/9/9/9/9/7R1/4K4 b - 1",
        "2h3h 3a2a 3h2h 2a3a 2h3h 3a2a 3h2h 2a3a 2h3h 3a2a 3h2h 2a3a",
        "perpetual-check",
        "2a 3a",
    ),
    // Start positions.
    ("4k4/9/9/9/9/4P4/4P4/9/4K4 b - 1", "5i4i", "start-nifu", "5f 5g"),
    (
        "4k4/4R4/9/9/9/9/9/9/4K4 b - 1",
        "5i4i",
        "start-opponent-in-check",
        "5a 5b",
    ),
    ("P3k4/9/9/9/9/9/9/9/4K4 b - 1", "5i5h", "start-dead-piece", "9a"),
    (
        "4k4/9/9/9/9/9/9/9/3KK4 b - 1",
        "5i5h",
        "start-king-count",
        "5i 6i",
    ),
    (
        "4k4/R7r/9/9/9/9/9/4+R4/4K4 w - 1",
        "5a4a",
        "start-piece-count",
        "5h 9b 1b",
    ),
];

#[test]
fn relevant_squares_are_marked_once() {
    for (start, moves, rule, expected) in MARKS {
        let mut record = line(&position(start), moves);
        record.start.diagram = Some(kifu::finding::Span::default());
        let findings = Referee::new().check(&record).findings;
        let finding = findings.iter().find(|finding| finding.rule.name == *rule);
        let finding = finding.unwrap_or_else(|| panic!("{start} {moves}: no {rule}"));
        let squares: Vec<_> = finding.cells.iter().map(ToString::to_string).collect();
        assert_eq!(squares.join(" "), *expected, "{start} {moves}: {rule}");
        assert!(finding.position.is_some(), "{rule}: no board to mark them on");
    }
}

#[test]
fn an_ambiguous_move_marks_its_candidates() {
    let findings = check_file("手合割：平手\n   1 ５八金\n   2 投了\n".as_bytes())
        .remove(0)
        .findings;
    assert_eq!(findings[0].rule.name, "ambiguous-move");
    assert_eq!(
        findings[0].message.japanese(),
        "移動元も「打」もなく、動く駒が特定できない：４九と６九の金が５八へ行ける"
    );
    let squares: Vec<_> = findings[0].cells.iter().map(ToString::to_string).collect();
    assert_eq!(squares, ["5h", "4i", "6i"]);
}

/// Position, move, and `true` if a profile with `ban_pointless_nonpromotion` reports the declined promotion.
const NONPROMOTIONS: &[(&str, &str, bool)] = &[
    ("8k/9/9/4B4/9/9/9/9/4K4 b - 1", "5d3b", true),
    ("8k/9/9/4R4/9/9/9/9/4K4 b - 1", "5d5b", true),
    ("8k/9/9/4P4/9/9/9/9/4K4 b - 1", "5d5c", true),
    ("8k/9/4R4/9/9/9/9/9/4K4 b - 1", "5c5f", true),
    ("4k4/9/9/9/9/9/4r4/9/8K w - 1", "5g5f", true),
    ("8k/9/9/4B4/9/9/9/9/4K4 b - 1", "5d3b+", false),
    ("8k/9/9/4B4/9/9/9/9/4K4 b - 1", "5d6e", false),
    ("8k/9/9/4+B4/9/9/9/9/4K4 b - 1", "5d3b", false),
    ("8k/9/9/4S4/9/9/9/9/4K4 b - 1", "5d5c", false),
    ("8k/9/9/4L4/9/9/9/9/4K4 b - 1", "5d5b", false),
    ("8k/9/9/9/9/9/9/9/4K4 b P 1", "P*5c", false),
    // Promotion is compulsory here, so the rule is `dead-piece`.
    ("8k/4P4/9/9/9/9/9/9/4K4 b - 1", "5b5a", false),
];

#[test]
fn declined_promotions_are_reported_if_the_profile_bans_them() {
    let (default_profile, banning_profile) = (
        Profile::default(),
        profile_with("ban_pointless_nonpromotion = true"),
    );
    let is_reported = |start, mv, profile| {
        check_moves(start, mv, profile)
            .iter()
            .any(|finding| finding.rule.name == "pointless-nonpromotion")
    };
    for &(start, mv, expected) in NONPROMOTIONS {
        assert!(!is_reported(start, mv, &default_profile), "{start} {mv}");
        assert_eq!(is_reported(start, mv, &banning_profile), expected, "{start} {mv}");
    }
}

/// A declined promotion is not an illegal move, so it does not change the result.
#[test]
fn a_declined_promotion_has_no_other_effect() {
    let game =
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角(88)\n   4 ２二銀(31)\n   5 投了\n";
    let with_ban = checking::check_file_by(
        &profile_with("ban_pointless_nonpromotion = true"),
        game.as_bytes(),
    )
    .remove(0);
    let without_ban = check_file(game.as_bytes()).remove(0);
    assert_eq!(
        (with_ban.verdict, with_ban.plies),
        (without_ban.verdict, without_ban.plies)
    );
    let [finding] = &with_ban.findings[..] else {
        panic!("{:?}", with_ban.findings)
    };
    assert_eq!(finding.rule.class, Class::Notice);
    assert_eq!(finding.moved.as_deref(), Some("8h2b"));
    assert!(!finding.after_foul);
}
