//! A mostly destroyed record has one finding. Other records have one finding per damaged place.

use crate::support::checking;
use crate::support::findings::ReadFindings;
use kifu::finding::Language;
use kifu::finding::Severity;
use kifu::notation;
use kifu::notation::Writer;
use kifu::played::Played;
use kifu::referee::Referee;
use kifu::text;

/// Returns the rules of the findings other than notes, each with its number of findings, for a file with this
/// extension. The second value is `true` if the record can be written as CSA.
fn rule_counts(text: &str, extension: &str) -> (Vec<(&'static str, usize)>, bool) {
    let decoded = text::decode(text.as_bytes(), None);
    let detected = notation::detect(&decoded, Some(extension));
    let mut records = notation::records(&decoded, detected);
    let record = records.next().expect("a record");
    assert!(records.next().is_none(), "one record: {text}");
    let judgement = Referee::new().check(&record);
    let mut rules: Vec<(&str, usize)> = Vec::new();
    let findings = judgement
        .findings
        .iter()
        .filter(|finding| finding.severity != Severity::Note);
    for finding in findings {
        match rules.iter_mut().find(|(name, _)| *name == finding.rule.name) {
            Some((_, count)) => *count += 1,
            None => rules.push((finding.rule.name, 1)),
        }
    }
    let csa = notation::target("csa").expect("a target");
    (rules, Writer::new(csa).write(&Played::new(&record)).is_ok())
}

const ONE_SUMMARY_FINDING: &[(&str, usize)] = &[("mostly-unreadable", 1)];

/// Common opening moves in KIF.
const KIF_MOVES: [&str; 12] = [
    "７六歩(77)",
    "３四歩(33)",
    "２六歩(27)",
    "８四歩(83)",
    "２五歩(26)",
    "８五歩(84)",
    "７八金(69)",
    "３二金(41)",
    "２四歩(25)",
    "同　歩(23)",
    "同　飛(28)",
    "２三歩打",
];

/// Returns the lines of a KIF game: each text after its move number.
fn numbered_lines(texts: impl Iterator<Item = String>) -> String {
    let lines: Vec<_> = texts
        .zip(1..)
        .map(|(text, number)| format!("{number:4} {text}"))
        .collect();
    lines.concat()
}

fn twelve_times(text: &str) -> impl Iterator<Item = String> {
    std::iter::repeat_n(text.to_owned(), 12)
}

/// Returns a game in KIF with the lines `after_move` after every move.
fn kif(after_move: &str) -> String {
    let lines = numbered_lines(KIF_MOVES.iter().map(|text| format!("{text}\n{after_move}")));
    format!("手合割：平手\n{lines}  13 投了\n")
}

/// Returns a game in CSA in which `line` is repeated `times` times before `moves`.
fn csa(line: &str, times: usize, moves: &str) -> String {
    format!(
        "V2.2\nN+A\nN-B\n$EVENT:a\n$SITE:a\n$OPENING:a\nPI\n+\n{}{moves}%TORYO\n",
        line.repeat(times)
    )
}

/// Returns a record in JKF whose moves are these entries.
fn jkf(entries: &[&str]) -> String {
    format!(r#"{{"header":{{}},"moves":[{{}},{}]}}"#, entries.join(","))
}

#[test]
fn a_mostly_destroyed_record_has_one_finding() {
    let no_square = r#"{"move":{"from":{"x":"?","y":7},"to":{"x":7,"y":6},"piece":"FU"}}"#;
    for (text, extension) in [
        (csa("?7776FU\nT1\n", 12, ""), "csa"),
        (csa("?7776FU\nT1\n", 12, "+7776FU\n-3334FU\n"), "csa"),
        (csa("+77?6FU\nT1\n-33?4FU\nT1\n", 6, ""), "csa"),
        (csa("+77?6FU,T1\n-33?4FU,T1\n", 6, ""), "csa"),
        (format!("~0.{}.", "?".repeat(300)), "usen"),
        (
            format!("position startpos moves{} resign", " ????".repeat(100)),
            "usi",
        ),
        (
            format!("position startpos moves{} resign", " \u{fffd}\u{fffd}".repeat(30)),
            "usi",
        ),
        (
            jkf(&[&[no_square; 60][..], &[r#"{"special":"TORYO"}"#]].concat()),
            "jkf",
        ),
        (jkf(&[r#""????""#; 60]), "jkf"),
        (
            format!(
                "手合割：平手\n▲７六歩 △３四歩\n{}まで22手で後手の勝ち\n",
                "▲???? △????\n".repeat(10)
            ),
            "ki2",
        ),
        (
            numbered_lines(twelve_times("????(77)   ( 0:01/)\n*よい手\n")) + "  13 投了\n",
            "kif",
        ),
        (numbered_lines(twelve_times("???? ??\n")) + "  13 投了\n", "kif"),
    ] {
        assert_eq!(
            rule_counts(&text, extension),
            (ONE_SUMMARY_FINDING.to_vec(), false),
            "{text}"
        );
    }
}

#[test]
fn a_mostly_intact_record_has_a_finding_per_place() {
    let intact_moves = "+7776FU\n-3334FU\n+2726FU\n-8384FU\n+2625FU\n-8485FU\n+6978KI\n-4132KI\n";
    let usi_moves = "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b ";
    let jkf_move = r#"{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"color":0,"piece":"FU"}}"#;
    for (text, extension, expected) in [
        (
            csa("?7776FU\nT1\n", 9, ""),
            "csa",
            &[("unreadable-line", 9), ("stray-clock", 9)][..],
        ),
        (csa("'??\n", 40, intact_moves), "csa", &[]),
        (
            format!("position startpos moves {usi_moves}{}resign", "???? ".repeat(9)),
            "usi",
            &[("bad-token", 9)],
        ),
        (
            jkf(&[&[jkf_move][..], &[r#""??""#; 9]].concat()),
            "jkf",
            &[("schema-error", 9)],
        ),
        (kif("*??\n*??\n"), "kif", &[]),
        // Destroyed comments are one finding, which is not an error.
        (kif("*\u{fffd}\u{fffd}\n"), "kif", &[("replacement-character", 1)]),
        (
            kif("*\u{fffd}あ\n*\u{fffd}\n&\u{fffd}\n"),
            "kif",
            &[("replacement-character", 1)],
        ),
        (
            csa("'*\u{fffd}\n", 12, intact_moves),
            "csa",
            &[("replacement-character", 1)],
        ),
        // Destroyed headers are reported one by one, because each has another name.
        (
            "\u{fffd}：\u{fffd}\n".repeat(16) + &kif(""),
            "kif",
            &[("replacement-character", 16)],
        ),
    ] {
        let (rules, _) = rule_counts(&text, extension);
        assert_eq!(rules, expected, "{text}");
    }
}

#[test]
fn bytes_destroyed_in_comments_are_one_finding_too() {
    let csa_file = |comments: usize| {
        let mut bytes = b"V2.2\nN+\x8d\x62\nPI\n+\n+7776FU\n".to_vec();
        bytes.extend(b"'*\x82\xa0\x82\n".repeat(comments));
        bytes.extend(b"%TORYO\n");
        bytes
    };
    for (comments, expected) in [(12, 1), (9, 9)] {
        let bytes = csa_file(comments);
        let decoded = text::decode(&bytes, None);
        let record = notation::records(&decoded, notation::detect(&decoded, Some("csa")))
            .next()
            .expect("a record");
        let rules: Vec<_> = record.findings().iter().map(|it| it.rule.name).collect();
        assert_eq!(rules, vec!["damaged-bytes"; expected]);
    }
}

#[test]
fn a_destroyed_text_that_is_not_a_record_has_one_finding() {
    let line = "\u{fffd}\u{fffd} \u{fffd}\u{fffd}\n";
    for (lines, rules) in [
        (12, &[("unreadable-record", 1)][..]),
        (3, &[("unreadable-record", 1), ("replacement-character", 3)]),
    ] {
        assert_eq!(rule_counts(&line.repeat(lines), "txt"), (rules.to_vec(), false));
    }
}

/// Another encoding is suggested only if it may help: no encoding can recover the characters that an earlier conversion
/// lost.
#[test]
fn another_encoding_is_suggested_where_it_may_help() {
    for (text, is_suggested) in [
        ("\u{fffd}\u{fffd} \u{fffd}\n".as_bytes(), false),
        (&b"notes of today\n"[..], true),
        (&b"notes \xff of a day in May\n".repeat(12), true),
    ] {
        let judgement = checking::check_file(text).remove(0);
        let finding = judgement
            .findings
            .iter()
            .find(|finding| finding.rule.name == "unreadable-record");
        let message = finding
            .expect("nothing to read")
            .message
            .in_language(Language::English);
        assert_eq!(message.contains("encoding may be"), is_suggested, "{message}");
    }
    let rule = kifu::referee::RULES
        .iter()
        .find(|rule| rule.name == "unreadable-record");
    let page = rule.expect("a rule").page().remedy;
    assert!(
        page.english
            .contains("if the message mentions it, the encoding (`--encoding`)")
    );
}

#[test]
fn a_record_with_a_destroyed_board_is_not_checked() {
    let destroyed_record =
        "|?????????????????|?\n".repeat(9) + "先手番\n" + &numbered_lines(twelve_times("????(??)\n"));
    assert_eq!(
        rule_counts(&destroyed_record, "kif"),
        (ONE_SUMMARY_FINDING.to_vec(), false)
    );
    // A single destroyed row is reported first. The missing row may cause further findings.
    let row = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n";
    let board = |king: &str| {
        format!(
            "| ・ ・ ・ ・v{king} ・ ・ ・ ・|\n{}| ・ ・ ・ ・ 玉 ・ ・ ・ ・|\n",
            row.repeat(7)
        )
    };
    let (rules, _) = rule_counts(&(board("?") + "先手番\n   1 ５八玉(59)\n   2 投了\n"), "kif");
    assert_eq!(rules[0], ("unreadable-board", 1));
    assert_eq!(
        rule_counts(&(board("玉") + "先手番\n   1 ５八玉(59)\n   2 投了\n"), "kif").0,
        []
    );
}

#[test]
fn question_marks_do_not_end_the_game() {
    let game = |second_move: &str| {
        format!("手合割：平手\n   1 ７六歩(77)\n   2 {second_move}\n   3 ２六歩(27)\n   4 投了\n")
    };
    for word in ["????", "？？", "????(33)", "???? ( 0:01/00:00:01)", "???? ??"] {
        assert_eq!(rule_counts(&game(word), "kif").0, [("bad-token", 1)], "{word}");
    }
    let expected = [("bad-token", 1), ("replacement-character", 1)];
    for word in ["\u{fffd}\u{fffd}", "\u{fffd}四\u{fffd}(33)"] {
        let (mut rules, _) = rule_counts(&game(word), "kif");
        rules.sort_unstable();
        assert_eq!(rules, expected, "{word}");
    }
    // A word other than a destroyed one ends the line of play, even if the word is unknown.
    let unknown = [("unknown-terminal", 1), ("moves-after-end", 1)];
    assert_eq!(rule_counts(&game("投子"), "kif").0, unknown);
    assert_eq!(rule_counts(&game("３四歩(33)"), "kif").0, []);
}
