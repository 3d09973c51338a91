//! PSN: the files of each program, words with several meanings, and texts that are not PSN.

use std::fs;
use std::path::Path;

use crate::support::findings::ReadFindings;
use kifu::finding::Severity;
use kifu::notation;
use kifu::notation::{RecordText, Writer};
use kifu::played::{Meaning, Played};
use kifu::record::{NodeId, Record, Step, Terminal};
use kifu::referee::Referee;
use kifu::shogi::Color;
use kifu::text;

const OPENING: &str = "7g7f 3c3d 8h2b+ 3a2b B*4e";

/// Reads the records of a text with this extension, and passes them to `check`.
fn with_records<T>(bytes: &[u8], extension: Option<&str>, check: impl FnOnce(&[Record<'_>]) -> T) -> T {
    let text = text::decode(bytes, None);
    let slices = notation::slices(&text, notation::detect(&text, extension)).with_extension(extension);
    check(&slices.map(|slice| slice.read()).collect::<Vec<_>>())
}

/// Returns the moves of the main line in USI.
fn main_line(record: &Record<'_>) -> String {
    let played = Played::new(record);
    let moves = played
        .line()
        .filter(|&id| matches!(played.meaning(id), Meaning::Ply(_)));
    let moves = moves.map(|id| notation::usi_move(&played, id).unwrap_or_default());
    moves.collect::<Vec<_>>().join(" ")
}

/// Returns the end of the main line and its offender.
fn end(record: &Record<'_>) -> Option<(Terminal, Option<Color>)> {
    let (_, last) = record.tree.main_line().last()?;
    match &last.step {
        Step::End(ending) => Some((ending.terminal, ending.offender)),
        _ => None,
    }
}

#[test]
fn the_files_of_each_program_are_read() {
    let with_bishop = format!("{OPENING} 6c6d 4e3d");
    for (file, players, lines, variations) in [
        ("shogidokoro", ["青木", "森"], vec![OPENING], 2),
        (
            "nexus",
            ["Aoki", "Mori"],
            vec![&*with_bishop, "2g2f 8c8d 2f2e 8d8e"],
            0,
        ),
        ("gshogi", ["Aoki", "gshogi"], vec![&*with_bishop], 0),
        (
            "playshogi",
            ["Aoki", "Mori"],
            vec![OPENING, "2g2f 8c8d 2f2e 8d8e"],
            0,
        ),
        ("shogiban", ["Aoki", "Mori"], vec!["4a3b 7g7f 5c5d 4g4f 7a6b"], 0),
        (
            "macshogi",
            ["Aoki", "Mori"],
            vec!["7g7f 3c3d 8h2b+ 3a2b B*4e 4a5b 4e3d 6c6d"],
            2,
        ),
        ("psn2", ["青木", "森"], vec![OPENING], 0),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("fixtures/psn/{file}.psn"));
        with_records(&fs::read(path).unwrap(), None, |records| {
            assert_eq!(records.iter().map(main_line).collect::<Vec<_>>(), lines, "{file}");
            let first = &records[0];
            assert_eq!(first.format.name(), "psn", "{file}");
            for (names, player) in [["先手", "下手"], ["後手", "上手"]].into_iter().zip(players) {
                let value = names.iter().find_map(|name| first.headers.value_of(name));
                assert_eq!(value, Some(player), "{file}");
            }
            assert_eq!(Played::new(first).variations().count(), variations, "{file}");
            for record in records {
                for finding in record.findings().iter() {
                    assert!(finding.severity <= Severity::Note, "{file}: {finding:?}");
                }
            }
        });
    }
}

#[test]
fn a_comment_before_the_first_move_of_a_variation_introduces_it() {
    let text = "[Sente \"a\"]\n1.P7g-7f 2.P3c-3d {main}\nVariation:2\n{other}\n2.P8c-8d {later}\n";
    with_records(text.as_bytes(), None, |records| {
        let remarks = records[0].remarks.iter().map(|it| (&*it.text, it.introduces));
        assert_eq!(
            remarks.collect::<Vec<_>>(),
            [("main", false), ("other", true), ("later", false)]
        );
        assert_ne!(records[0].remarks[1].node, NodeId::START);
    });
}

#[test]
fn words_of_shogidokoro_with_several_meanings_are_understood() {
    let shuffle = |moves: [&str; 4]| moves.repeat(3).join(" ");
    let rooks = shuffle(["R2h-3h", "R8b-7b", "R3h-2h", "R7b-8b"]);
    let start = "[Sente \"a\"]\n";
    let checks = shuffle(["K5a-4a", "R5e-4e", "K4a-5a", "R4e-5e"]);
    let check_start = "[SFEN \"4k4/9/9/9/3R5/9/9/9/8K b - 1\"]\nR6e-5e ";
    let jishogi = |comment: &str| format!("{start}P7g-7f\nJishogi\n{comment}\n");
    for (text, expected) in [
        (format!("{start}{rooks} Sennichite"), (Terminal::Repetition, None)),
        (
            format!("{check_start}{checks} Sennichite"),
            (Terminal::FoulWin, Some(Color::Black)),
        ),
        // The position occurred only three times.
        (
            format!("{check_start}{} Sennichite", &checks[..checks.len() - 28]),
            (Terminal::Repetition, None),
        ),
        // PSN2 has a word of its own for a draw.
        (
            format!("{check_start}{checks} RepetitionDraw"),
            (Terminal::Repetition, None),
        ),
        (jishogi(""), (Terminal::Impasse, None)),
        (
            jishogi("{\n入玉宣言により勝ち。\n}"),
            (Terminal::DeclareWin, None),
        ),
        (
            jishogi("{\n入玉宣言により勝ち。と思った\n}"),
            (Terminal::Impasse, None),
        ),
    ] {
        with_records(text.as_bytes(), None, |records| {
            assert_eq!(end(&records[0]), Some(expected), "{text}");
        });
    }
}

#[test]
fn chess_and_prose_are_not_psn() {
    let chess = "[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. R1a3 N4f5 1-0\n";
    let descriptive = "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-Kt5 P-QR3\n";
    let prose = "The move P-7f opens the bishop.\nP7g-7f is common.\nThen P-3d follows.\n";
    for (text, extension, named) in [
        (chess, Some("pgn"), "PGN"),
        (chess, Some("psn"), "PGN"),
        (chess, Some("txt"), "PGN"),
        (chess, None, "PGN"),
        (descriptive, Some("txt"), "no move"),
        (prose, Some("txt"), "no move"),
    ] {
        with_records(text.as_bytes(), extension, |records| {
            assert!(!records[0].is_recognised(), "{text}");
            let findings = records[0].findings();
            let mut messages = findings.iter().map(|it| it.message.english().to_string());
            assert!(messages.any(|it| it.contains(named)), "{text}");
        });
    }
}

#[test]
fn a_handicap_is_compared_with_the_position() {
    let even = "[SFEN \"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\"]";
    let without_rook = "[SFEN \"lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\"]";
    for (headers, differs) in [
        ([even, "[Handicap \"rook\"]"], true),
        (["[Handicap \"rook\"]", even], true),
        ([without_rook, "[Handicap \"rook\"]"], false),
        ([without_rook, "[Handicap \"Rook handicap\"]"], false),
        ([even, "[Handicap \"even\"]"], false),
        ([even, ""], false),
    ] {
        let text = format!("[Sente \"a\"]\n{}\n{}\n1.G6a-5b\n", headers[0], headers[1]);
        with_records(text.as_bytes(), Some("psn"), |records| {
            let judgement = Referee::new().check(&records[0]);
            let has_finding = judgement
                .findings
                .iter()
                .any(|it| it.rule.name == "handicap-mismatch");
            assert_eq!(has_finding, differs, "{text}");
        });
    }
}

#[test]
fn a_number_with_an_ellipsis_means_that_white_moves_first() {
    for number in ["1...", "1. ...", "1 ... "] {
        let text =
            format!("[Sente: \"A\"]\n[Gote:\"B\"]\n[Handicap \"two piece\"]\n{number} S7a-6b, 2.P7g-7f\n");
        with_records(text.as_bytes(), Some("psn"), |records| {
            assert_eq!(main_line(&records[0]), "7a6b 7g7f", "{number}");
            assert_eq!(records[0].headers.value_of("下手"), Some("A"));
            assert_eq!(records[0].headers.value_of("上手"), Some("B"));
        });
    }
}

#[test]
fn a_score_against_the_last_mover_is_kept_in_other_formats() {
    for (score, result) in [("0-1", "まで3手で後手の勝ち"), ("1-0", "まで3手で先手の勝ち")]
    {
        let text = format!("[Sente \"a\"]\n1.P7g-7f 2.P3c-3d 3.P2g-2f {score}\n");
        with_records(text.as_bytes(), Some("psn"), |records| {
            let played = Played::new(&records[0]);
            for target in ["kifu", "ki2u"] {
                let written = Writer::new(notation::target(target).unwrap())
                    .write(&played)
                    .unwrap();
                let written = String::from_utf8(written.bytes).unwrap();
                assert_eq!(
                    written.lines().filter(|&line| line == result).count(),
                    1,
                    "{written}"
                );
            }
        });
    }
}

#[test]
fn a_part_of_an_origin_selects_one_of_several_pieces() {
    for (play, expected) in [
        ("G4-5h", "4i5h"),
        ("G6-5h", "6i5h"),
        ("Gi-7h", "6i7h"),
        ("P-7f", "7g7f"),
        // No such piece, and several pieces.
        ("G5-5h", ""),
        ("Gi-5h", ""),
        ("G-5h", ""),
    ] {
        let text = format!("[Sente \"a\"]\n1.{play}\n");
        with_records(text.as_bytes(), None, |records| {
            assert_eq!(main_line(&records[0]), expected, "{play}");
        });
    }
}

#[test]
fn deep_parentheses_and_unclosed_comments_are_read_in_time() {
    let psn = notation::by_extension("psn").unwrap();
    for text in [
        "(",
        "{",
        "[",
        "((P7f",
        "{\n[a \"b\"]\n",
        ")",
        "(1:",
        "1",
        "[a: ",
        "Variation:1\n",
        "P7f(P3d",
    ] {
        let text = format!("[Sente \"a\"]\n1.P7g-7f\n{}", text.repeat(20_000));
        let record = (psn.read)(RecordText {
            text: &text,
            offset: 0,
        });
        assert!(record.tree.len() > 1);
        assert!((psn.first_record)(&text) > 0);
    }
}

/// Returns the findings of the only record in a text: rule, line and column.
fn findings(text: &str) -> Vec<String> {
    let decoded = text::decode(text.as_bytes(), None);
    let slices =
        notation::slices(&decoded, notation::detect(&decoded, Some("psn"))).with_extension(Some("psn"));
    let record = slices.map(|slice| slice.read()).next().unwrap();
    let judgement = Referee::new().check(&record);
    let findings = judgement
        .findings
        .iter()
        .filter(|it| it.rule.name != "end-token-missing");
    findings
        .map(|finding| {
            let place = finding.span.map(|span| decoded.line_column(span.start as usize));
            let (line, column) = place.unwrap_or_default();
            format!(
                "{}@{line}:{column} {}",
                finding.rule.name,
                finding.message.english()
            )
        })
        .collect()
}

#[test]
fn handicaps_are_read_in_all_spellings() {
    for (names, expected) in [
        (&["even", "Even  Game", "none", "平手"][..], Some("平手")),
        (&["lance", "Lance handicap"], Some("香落ち")),
        (&["rook", "ROOK"], Some("飛車落ち")),
        (
            &["rook+lance", "Rook and Lance", "rook & lance", "lance + rook"],
            Some("飛香落ち"),
        ),
        (
            &[
                "rook & bishop",
                "two piece(s)",
                "2-piece",
                "Two Pieces",
                "2  piece",
            ],
            Some("二枚落ち"),
        ),
        (&["8 piece", "eight-pieces"], Some("八枚落ち")),
        (&["7 piece"], Some("七枚落ち")),
        (&["ten piece", "10 pieces"], Some("十枚落ち")),
        (&["three pawn", "3 Pawns"], Some("歩三兵")),
        (&["lunch", "rook or lance", "11 piece", "game"], None),
    ] {
        for name in names {
            let text = format!("[Sente \"a\"]\n[Handicap \"{name}\"]\n1...K5a-5b\n");
            with_records(text.as_bytes(), Some("psn"), |records| {
                let handicap = records[0].start.handicap.map(|it| it.name);
                assert_eq!(handicap, expected, "{name}");
            });
            let is_reported = findings(&text)
                .iter()
                .any(|it| it.starts_with("unknown-handicap@2:12 "));
            assert_eq!(is_reported, expected.is_none(), "{name}");
        }
    }
}

#[test]
fn dates_with_the_year_last_are_read() {
    for (written, expected) in [
        ("19700101", "19700101"),
        ("2026/03/01", "2026/03/01"),
        ("19/07/2013", "2013/07/19"),
        ("03/04/2013", "2013/04/03"),
        ("7/19/2013", "2013/07/19"),
        ("3.4.2013 10:00", "2013/04/03 10:00"),
        // Not a date.
        ("31/02/2013", "31/02/2013"),
        ("19/07/13", "19/07/13"),
        ("19/07-2013", "19/07-2013"),
    ] {
        let text = format!("[Sente \"a\"]\n[Date \"{written}\"]\nP7g-7f Resigns\n");
        with_records(text.as_bytes(), Some("psn"), |records| {
            assert_eq!(
                records[0].headers.value_of("開始日時"),
                Some(expected),
                "{written}"
            );
        });
        let is_date = kifu::record::Date::read(expected).is_ok();
        assert_eq!(findings(&text).is_empty(), is_date, "{written}");
    }
}

#[test]
fn the_last_line_states_the_winner_or_the_loser() {
    let (black, white) = (Some(Color::Black), Some(Color::White));
    for (line, expected) in [
        ("--Black Won--", Some((Terminal::Resign, white))),
        ("--White Resigned--", Some((Terminal::Resign, white))),
        ("-- gote loses --", Some((Terminal::Resign, white))),
        ("--White Won--", Some((Terminal::Resign, black))),
        ("--Black Resigned--", Some((Terminal::Resign, black))),
        ("--White lost on time--", Some((Terminal::Timeout, white))),
        ("--Black won by checkmate--", Some((Terminal::Mate, white))),
        ("--Draw--", Some((Terminal::Draw, None))),
        ("--Black hoped--", None),
        ("--Black--", None),
    ] {
        let text = format!("[Sente \"a\"]\n1.P7g-7f\n{line}\n");
        with_records(text.as_bytes(), Some("psn"), |records| {
            assert_eq!(end(&records[0]), expected, "{line}");
        });
        let is_unreadable = findings(&text)
            .iter()
            .any(|it| it.starts_with("unreadable-line@3:1 "));
        assert_eq!(is_unreadable, expected.is_none(), "{line}");
    }
}

#[test]
fn squares_in_two_digits_are_read() {
    let opening = "7g7f 3c3d 8h2b+ 3a2b B*4e";
    for (play, expected) in [
        ("P-76 P-34 Bx22+ Sx22 B*45", opening),
        ("1. P76 P34 2. Bx22+ Sx22 3. B'45", opening),
        ("1.P-76! 2.P-34?! 3.B88x22+!! 4.S31x22? 5.B*45", opening),
        ("1...G45b 2.G69-58", "4a5b 6i5h"),
        ("1...G41-52 2.G69-58", "4a5b 6i5h"),
        ("P76 P34 Bx22+ xS B*45", opening),
        // Neither two squares nor the file of an origin.
        ("G6-58", ""),
        ("P7776", ""),
        ("P70", ""),
    ] {
        let text = format!("[Sente \"a\"]\n{play}\n");
        with_records(text.as_bytes(), None, |records| {
            assert_eq!(main_line(&records[0]), expected, "{play}");
        });
    }
    // A promoted piece with a letter of its own.
    let text = "[SFEN \"4k4/9/+P8/9/4+B4/9/9/9/4K3+R b - 1\"]\n1.D-12 2.K41 3.H-33 4.K31 5.T92\n";
    with_records(text.as_bytes(), Some("psn"), |records| {
        assert_eq!(main_line(&records[0]), "1i1b 5a4a 5e3c 4a3a 9c9b");
    });
}

#[test]
fn an_unclosed_bracket_is_reported_where_it_was_opened() {
    for (play, expected) in [
        ("P7g-7f (P2g-2f", &["2:8 the variation"][..]),
        (
            "P7g-7f P3c-3d (P8c-8d\n(P4c-4d",
            &["2:15 the variation", "3:1 the variation"],
        ),
        ("P7g-7f {abc\nP3c-3d", &["2:8 the comment"]),
        ("{abc\nP7g-7f", &["2:1 the comment"]),
        ("P7g-7f (P2g-2f) {abc} P3c-3d {a\nb}", &[]),
        ("P7g-7f (00:01 / 00:00:01)", &[]),
    ] {
        let text = format!("[Sente \"a\"]\n{play}\n");
        let findings = findings(&text);
        assert_eq!(findings.len(), expected.len(), "{play}: {findings:?}");
        for (finding, expected) in findings.iter().zip(expected) {
            let expected = format!("unreadable-line@{expected} that begins here has no closing");
            assert!(finding.starts_with(&expected), "{finding}");
        }
    }
}

#[test]
fn prose_in_a_file_of_the_format_is_no_game() {
    for (text, is_record) in [
        ("A note.\nIt has no moves.\n", false),
        ("A note.\n1. Sit down.\n2. Play.\n", false),
        ("This mate is over. I resign.\n", false),
        ("{ A comment } and more\n", false),
        ("A note.\n1. Sit down. 2.P7g-7f\n", true),
        ("[Sente \"a\"]\n1. Sit down.\n", true),
        ("1.P7g-\n", true),
        ("1.Resigns\n", true),
    ] {
        with_records(text.as_bytes(), Some("psn"), |records| {
            assert_eq!(records[0].is_recognised(), is_record, "{text}");
        });
        let is_reported = findings(text)
            .iter()
            .any(|it| it.starts_with("unreadable-record@1:1 "));
        assert_eq!(is_reported, !is_record, "{text}");
    }
}

#[test]
fn a_move_without_destination_is_reported_without_words_of_kif() {
    let findings = findings("[Sente \"a\"]\nxS\n");
    assert!(
        findings[0].starts_with("doubtful-same@2:1 this move has no destination"),
        "{findings:?}"
    );
}
