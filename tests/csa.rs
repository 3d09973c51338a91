//! The CSA reader: every form of statement, the traps of real files, and that nothing whatever stops it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use kifu::finding::{Finding, Span};
use kifu::notation::csa::NOTATION;
use kifu::notation::{self, Chunk};
use kifu::record::{Named, NodeId, Origin, Record, RemarkKind, Step, Terminal};
use kifu::shogi::{Color, Kind};
use kifu::text::{Text, decode};
use proptest::prelude::*;

fn read(text: &str) -> Record<'_> {
    (NOTATION.read)(Chunk { text, offset: 0 })
}

/// The main line as written, with the milliseconds of each step: `+7776FU@1000 ?+0176FU %TORYO=resign`.
fn line(text: &str, record: &Record<'_>) -> String {
    let shown = record.tree.main_line().map(|(_, node)| {
        let step = match &node.step {
            Step::Move(written) => written.span.of(text).to_owned(),
            Step::Illegible(span) => format!("?{}", span.of(text)),
            Step::End(ending) => format!("{}={}", ending.word, ending.terminal.name()),
            other => format!("{other:?}"),
        };
        node.clock
            .spent
            .map_or(step.clone(), |spent| format!("{step}@{spent}"))
    });
    shown.collect::<Vec<_>>().join(" ")
}

/// The rules of the findings, in the order in which they were made.
fn rules(record: &Record<'_>) -> Vec<&'static str> {
    record.findings.iter().map(|finding| finding.rule.name).collect()
}

/// A record with a start and a turn, and these lines behind them.
fn game(lines: &str) -> String {
    format!("V2.2\nPI\n+\n{lines}")
}

#[test]
fn moves_times_and_results_are_read() {
    for (lines, expected, findings) in [
        // The forms of the definition.
        ("+7776FU\n-3334FU\n", "+7776FU -3334FU", &[][..]),
        (
            "+7776FU\nT12\n-3334FU\nT0\n%TORYO\nT3\n",
            "+7776FU@12000 -3334FU@0 %TORYO=resign@3000",
            &[],
        ),
        (
            "+7776FU,T12\n-3334FU,T3\n%TORYO,T1\n",
            "+7776FU@12000 -3334FU@3000 %TORYO=resign@1000",
            &[],
        ),
        (
            "+7776FU\nT6.123\n-3334FU\nT6.5\n",
            "+7776FU@6123 -3334FU@6500",
            &[],
        ),
        ("+0055KA\n", "+0055KA", &[]),
        // Line ends, blanks and empty lines.
        ("+7776FU\r\nT1\r\n-3334FU\r\n", "+7776FU@1000 -3334FU", &[]),
        ("+7776FU\r\r\nT1\r\r\n-3334FU\r\r\n", "+7776FU@1000 -3334FU", &[]),
        ("+7776FU\rT1\r-3334FU", "+7776FU@1000 -3334FU", &[]),
        ("+7776FU\n\n\nT1\n\n", "+7776FU@1000", &[]),
        (
            "  +7776FU  ,T1  ,'T0  ,'7776  ,'  1手目\n\t-3334FU\t\n",
            "+7776FU@1000 -3334FU",
            &[],
        ),
        ("+7776FU,,-3334FU,\n", "+7776FU -3334FU", &[]),
        ("+7776FU,T1", "+7776FU@1000", &[]),
        ("%TORYO", "%TORYO=resign", &[]),
        // A comment is never split, and a time behind it still belongs to the move.
        ("+7776FU,'* 30 -3334FU,+2726FU\n-8384FU\n", "+7776FU -8384FU", &[]),
        ("+7776FU\n'comment, T9\nT5\n", "+7776FU@5000", &[]),
        ("+7776FU\n$NOTE:a,-3334FU\nN-b,-3334FU\nT5\n", "+7776FU@5000", &[]),
        // Times with a sign, times that are none, times where no move is.
        (
            "+7776FU\nT+600\n-3334FU,T1.\n",
            "+7776FU@600000 -3334FU@1000",
            &[],
        ),
        ("+7776FU\nT-600\n", "+7776FU@0", &["unreadable-clock"]),
        (
            "+7776FU\nT\n-3334FU,T 5\n",
            "+7776FU -3334FU",
            &["unreadable-clock", "unreadable-clock"],
        ),
        ("+7776FU\nT1:30\n", "+7776FU", &["unreadable-clock"]),
        (
            "+7776FU\nT99999999999999999999\n",
            "+7776FU",
            &["unreadable-clock"],
        ),
        ("T5\n+7776FU\n", "+7776FU", &["stray-clock"]),
        ("+7776FU\nT5\nT6\n", "+7776FU@5000", &["stray-clock"]),
        ("+7776FU,T5,T6\n", "+7776FU@5000", &["stray-clock"]),
        // What begins like a move and is none.
        ("+0176FU\nT1\n-3334FU\n", "?+0176FU@1000 -3334FU", &["bad-token"]),
        ("+7700FU\n", "?+7700FU", &["bad-token"]),
        ("+7776XX\n", "?+7776XX", &["bad-token"]),
        ("+7776fu,T2\n", "?+7776fu@2000", &["bad-token"]),
        ("+7776歩\n", "?+7776歩", &["bad-token"]),
        ("+77\n", "?+77", &["bad-token"]),
        ("+7776F", "?+7776F", &["bad-token"]),
        // What stands behind a move.
        ("+7776FU good move\nT1\n", "+7776FU@1000", &["text-after-move"]),
        ("+7776FU歩\n", "+7776FU", &["text-after-move"]),
        ("+7776FU,v=12\n-3334FU\n", "+7776FU -3334FU", &["text-after-move"]),
        (
            "+7776FU,T3,v=12,w=1\n",
            "+7776FU@3000",
            &["text-after-move", "text-after-move"],
        ),
        ("%TORYO in the end\n", "%TORYO=resign", &["text-after-move"]),
        // Unknown words are kept, and moves behind the end are read on.
        (
            "+7776FU\n%SURRENDER\n",
            "+7776FU %SURRENDER=other",
            &["unknown-terminal"],
        ),
        ("%投了\n", "%投了=other", &["unknown-terminal"]),
        ("%\n", "%=other", &["unknown-terminal"]),
        (
            "+7776FU\n%TORYO\n-3334FU\nT1\n",
            "+7776FU %TORYO=resign -3334FU@1000",
            &[],
        ),
        // Lines at the wrong place.
        ("+7776FU\nPI\n", "+7776FU", &["unreadable-line"]),
        ("+7776FU\n-\n", "+7776FU", &["unreadable-line"]),
        ("+7776FU,V3.0\n", "+7776FU", &["unreadable-line"]),
        ("-\n-3334FU\n", "-3334FU", &["unreadable-line"]),
    ] {
        let text = game(lines);
        let record = read(&text);
        assert_eq!(line(&text, &record), expected, "{lines:?}");
        assert_eq!(rules(&record), findings, "{lines:?}");
    }
}

#[test]
fn a_move_says_what_is_written() {
    let text = game("+7776FU\n-0088RY,T1\n");
    let record = read(&text);
    let moves: Vec<_> = record
        .tree
        .main_line()
        .map(|(_, node)| node.step.clone())
        .collect();
    let [Step::Move(push), Step::Move(drop)] = &moves[..] else {
        panic!("{moves:?}")
    };
    let Origin::Board(from) = push.from else {
        panic!("{push:?}")
    };
    assert_eq!((push.mark, from.to_string().as_str()), (Some(Color::Black), "7g"));
    assert_eq!(
        (push.to.square().to_string().as_str(), push.named),
        ("7f", Named::After(Kind::Pawn))
    );
    assert_eq!(
        (drop.mark, drop.from, drop.named),
        (Some(Color::White), Origin::Hand, Named::After(Kind::Dragon))
    );
    assert_eq!((push.span.of(&text), drop.span.of(&text)), ("+7776FU", "-0088RY"));
}

#[test]
fn spans_count_from_the_start_of_the_file() {
    let text = "/\n".to_owned() + &game("+7776FU good\n+0176FU\nnonsense\n");
    let record = (NOTATION.read)(Chunk {
        text: &text[2..],
        offset: 2,
    });
    let spans: Vec<_> = record
        .findings
        .iter()
        .map(|finding| finding.span.unwrap_or_default().of(&text))
        .collect();
    assert_eq!(spans, ["good", "+0176FU", "nonsense"]);
    assert_eq!(record.findings[1].moved.as_deref(), Some("+0176FU"));
    assert_eq!(record.findings[1].ply, Some(2));
}

#[test]
fn every_result_has_its_meaning() {
    for (word, terminal) in [
        ("%TORYO", Terminal::Resign),
        ("%CHUDAN", Terminal::Interrupt),
        ("%SENNICHITE", Terminal::Repetition),
        ("%TIME_UP", Terminal::Timeout),
        ("%ILLEGAL_MOVE", Terminal::FoulLoss),
        ("%JISHOGI", Terminal::Impasse),
        ("%KACHI", Terminal::DeclareWin),
        ("%HIKIWAKE", Terminal::Draw),
        ("%MAX_MOVES", Terminal::MaxMoves),
        ("%TSUMI", Terminal::Mate),
        ("%FUZUMI", Terminal::NoMate),
        ("%MATTA", Terminal::TakeBack),
        ("%ERROR", Terminal::Error),
    ] {
        let text = game(&format!("+7776FU\n{word}\n"));
        let record = read(&text);
        let last = record.tree.main_line().last().map(|(_, node)| node.step.clone());
        let Some(Step::End(ending)) = last else {
            panic!("{word}")
        };
        assert_eq!(
            (ending.terminal, ending.offender, &*ending.word),
            (terminal, None, word)
        );
        assert_eq!(ending.span.of(&text), word);
        assert_eq!(rules(&record), [""; 0], "{word}");
    }
}

#[test]
fn the_sign_of_an_illegal_action_names_the_offender() {
    let (black, white) = (Some(Color::Black), Some(Color::White));
    for (text, terminal, offender) in [
        ("PI\n+\n+7776FU\n%+ILLEGAL_ACTION", Terminal::FoulWin, black),
        ("PI\n+\n+7776FU\n%-ILLEGAL_ACTION", Terminal::FoulLoss, white),
        (
            "PI\n+\n+7776FU\n-3334FU\n%-ILLEGAL_ACTION",
            Terminal::FoulWin,
            white,
        ),
        (
            "PI\n+\n+7776FU\n-3334FU\n%+ILLEGAL_ACTION",
            Terminal::FoulLoss,
            black,
        ),
        ("PI\n+\n%+ILLEGAL_ACTION", Terminal::FoulLoss, black),
        ("PI22KA\n-\n%+ILLEGAL_ACTION", Terminal::FoulWin, black),
        (
            "PI\n+\n+7776FU\n-33XXFU\n%-ILLEGAL_ACTION",
            Terminal::FoulWin,
            white,
        ),
        ("PI\n+\n+7776FU\n%+TORYO", Terminal::Other, None),
    ] {
        let record = read(text);
        let last = record.tree.main_line().last().map(|(_, node)| node.step.clone());
        let Some(Step::End(ending)) = last else {
            panic!("{text}")
        };
        assert_eq!((ending.terminal, ending.offender), (terminal, offender), "{text}");
    }
}

#[test]
fn start_positions_are_read() {
    let even = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    for (lines, sfen, findings) in [
        ("PI\n+\n", format!("{even} b - 1"), &[][..]),
        ("PI,+\n", format!("{even} b - 1"), &[]),
        (
            "PI82HI22KA\n-\n",
            format!("{} w - 1", even.replace("1r5b1", "9")),
            &[],
        ),
        (
            "PI 82HI 22KA\n-\n",
            format!("{} w - 1", even.replace("1r5b1", "9")),
            &[],
        ),
        (
            "PI28KA\n-\n",
            format!("{} w - 1", even.replace("1B5R1", "1B7")),
            &["removal-mismatch"],
        ),
        ("PI55FU\n+\n", format!("{even} b - 1"), &["removal-mismatch"]),
        ("PI00FU\n+\n", format!("{even} b - 1"), &["unreadable-board"]),
        ("PI22\n+\n", format!("{even} b - 1"), &["unreadable-board"]),
        // Ranks that are not drawn are empty; lists and hands add to them.
        (
            "P1 *  *  *  * -OU *  *  *  * \nP9+KY\n+\n",
            "4k4/9/9/9/9/9/9/9/L8 b - 1".into(),
            &["unreadable-board"],
        ),
        (
            "P1 *  *  *  * -OU *  *  *  *\nP+59OU00FU00FU\nP-00HI\n-\n",
            "4k4/9/9/9/9/9/9/9/4K4 w 2Pr 1".into(),
            &[],
        ),
        (
            "P1 * * * * -OU * * * *\nP-\nP+\n+\n",
            "4k4/9/9/9/9/9/9/9/9 b - 1".into(),
            &[],
        ),
        (
            "P+55TO\nP-00AL\n+\n",
            "9/9/9/9/4+P4/9/9/9/9 b 2r2b4g4s4n4l17p 1".into(),
            &[],
        ),
        (
            "P+00AL\nP-51OU33RY\n+\n",
            "4k4/9/6+r2/9/9/9/9/9/9 b R2B4G4S4N4L18P 1".into(),
            &[],
        ),
        (
            "PI22KA\nP+00AL\n-\n",
            format!("{} w B 1", even.replace("1r5b1", "1r7")),
            &["unreadable-board"],
        ),
        (
            "P+55KI55GI\n+\n",
            "9/9/9/9/4S4/9/9/9/9 b - 1".into(),
            &["unreadable-board"],
        ),
        (
            "P+00TO\n+\n",
            "9/9/9/9/9/9/9/9/9 b P 1".into(),
            &["unreadable-board"],
        ),
        (
            "P+05FU\n+\n",
            "9/9/9/9/9/9/9/9/9 b - 1".into(),
            &["unreadable-board"],
        ),
        (
            "P+55AL\n+\n",
            "9/9/9/9/9/9/9/9/9 b - 1".into(),
            &["unreadable-board"],
        ),
        (
            "P1 *  *  *  * -XX *  *  *  * \n+\n",
            "9/9/9/9/9/9/9/9/9 b - 1".into(),
            &["unreadable-board"],
        ),
        (
            "PI\nP5 *  *  *  * +OU *  *  *  * \n+\n",
            "9/9/9/9/4K4/9/9/9/9 b - 1".into(),
            &["unreadable-board"],
        ),
        // Lines that are missing.
        ("", format!("{even} b - 1"), &[]),
        ("PI\n", format!("{even} b - 1"), &["turn-missing"]),
        (
            "PI22KA\n-3142GI\n",
            format!("{} w - 1", even.replace("1r5b1", "1r7")),
            &["turn-missing"],
        ),
        ("-\n-3334FU\n", format!("{even} w - 1"), &["start-missing"]),
        (
            "P+\nP-\n+\n+7776FU\n",
            format!("{even} b - 1"),
            &["start-missing"],
        ),
        (
            "+7776FU\n",
            format!("{even} b - 1"),
            &["start-missing", "turn-missing"],
        ),
    ] {
        let record = read(lines);
        assert_eq!(record.start.position.to_sfen(1), sfen, "{lines:?}");
        assert_eq!(rules(&record), findings, "{lines:?}");
    }
}

#[test]
fn the_start_knows_its_name_and_its_lines() {
    let text = "PI82HI22KA\n-\n";
    let start = read(text).start;
    assert_eq!(start.handicap.map(|handicap| handicap.name), Some("二枚落ち"));
    assert_eq!(start.diagram.map(|span| span.of(text)), Some("PI82HI22KA"));
    assert_eq!(start.turn.map(|span| span.of(text)), Some("-"));

    let text = "P1 *  *  *  * -OU *  *  *  * \nP-00AL\nP+00OU\n+\n";
    let start = read(text).start;
    assert_eq!(start.handicap, None);
    assert_eq!(start.diagram.map(|span| span.of(text).lines().count()), Some(3));
    assert_eq!(
        start.king_in_hand.map(|(color, span)| (color, span.of(text))),
        Some((Color::Black, "00OU"))
    );
    assert_eq!(read("").start.diagram, None);
}

#[test]
fn versions_are_known_or_reported() {
    for version in ["", "V2\n", "V2.1\n", "V2.2\n", "V3.0\n", "V2.2 \r\n", "V3.0,"] {
        assert_eq!(
            rules(&read(&format!("{version}PI\n+\n+7776FU\n"))),
            [""; 0],
            "{version}"
        );
    }
    for version in ["V4.0\n", "V2.3\n", "V2.2a\n", "V9,"] {
        assert_eq!(
            rules(&read(&format!("{version}PI\n+\n+7776FU\n"))),
            ["unknown-version"],
            "{version}"
        );
    }
}

#[test]
fn headers_are_kept_in_order() {
    let text = "N+甲,乙 \r\nN-\r\n$EVENT:a:b,c\n$START_TIME: 22:47:29\n$ANSWER:\nPI\n+\n+7776FU\n$END_TIME:x\nN-丙\n";
    let record = read(text);
    let headers: Vec<_> = record
        .headers
        .iter()
        .map(|header| (&*header.key, &*header.value))
        .collect();
    let expected = [
        ("N+", "甲,乙 "),
        ("N-", ""),
        ("$EVENT", "a:b,c"),
        ("$START_TIME", " 22:47:29"),
        ("$ANSWER", ""),
        ("$END_TIME", "x"),
        ("N-", "丙"),
    ];
    assert_eq!(headers, expected);
    assert_eq!(record.header("N-"), Some("丙"));
    assert_eq!(record.headers[2].span.of(text), "$EVENT:a:b,c");
    assert_eq!(rules(&record), [""; 0]);
}

#[test]
fn comments_belong_to_the_node_before() {
    let text = game("'* start\n'tool\n+7776FU\n'*\n'** 30 -3334FU\nT1\n%TORYO\n'*終局, 感想戦へ\n");
    let record = read(&text);
    let remarks: Vec<_> = record
        .remarks
        .iter()
        .map(|remark| (record.tree.node(remark.node).ply, remark.kind, &*remark.text))
        .collect();
    let expected = [
        (0, RemarkKind::Comment, " start"),
        (0, RemarkKind::Tool, "tool"),
        (1, RemarkKind::Comment, ""),
        (1, RemarkKind::Comment, "* 30 -3334FU"),
        (2, RemarkKind::Comment, "終局, 感想戦へ"),
    ];
    assert_eq!(remarks, expected);
    assert_eq!(rules(&record), [""; 0]);
}

#[test]
fn a_summary_of_a_game_server_is_a_claim() {
    let text = game("+7776FU\n'ILLEGAL_MOVE(-3335FU)\n'summary:illegal move:A B win:C lose\n'$END_TIME:x\n");
    let record = read(&text);
    let [claim] = &record.claims[..] else {
        panic!("{:?}", record.claims)
    };
    assert_eq!(
        (claim.terminal, claim.winner),
        (Some(Terminal::FoulLoss), Some(Color::Black))
    );
    assert_eq!(claim.span.of(&text), "'summary:illegal move:A B win:C lose");
    assert_eq!(record.tree.node(claim.node).ply, 1);
    assert_eq!(line(&text, &record), "+7776FU", "a claim is no end");
    let tools = record
        .remarks
        .iter()
        .filter(|remark| remark.kind == RemarkKind::Tool)
        .count();
    assert_eq!(tools, 3);
    assert_eq!(rules(&record), [""; 0]);
}

#[test]
fn runs_of_unreadable_lines_are_one_finding() {
    let text = game("one\ntwo\n\n three, with a comma\n+7776FU\nfour\n");
    let record = read(&text);
    assert_eq!(rules(&record), ["unreadable-line", "unreadable-line"]);
    assert!(
        record.findings[0].message.contains('4'),
        "{}",
        record.findings[0].message
    );
    assert!(
        record.findings[1].message.contains("four"),
        "{}",
        record.findings[1].message
    );
    assert_eq!(
        record
            .findings
            .iter()
            .map(|finding| finding.ply)
            .collect::<Vec<_>>(),
        [Some(0), Some(1)]
    );
    let long = "x".repeat(100_000) + "\n\0\n";
    let record = read(&long);
    assert_eq!(rules(&record), ["unreadable-line"]);
    assert!(record.findings[0].message.len() < 200);
}

/// What the reader says of the files in `fixtures/csa/err`: rule and line.
const FAULTS: [(&str, &[(&str, u32)]); 10] = [
    (
        "bad_moves.csa",
        &[
            ("bad-token", 6),
            ("bad-token", 8),
            ("bad-token", 9),
            ("bad-token", 10),
        ],
    ),
    (
        "board.csa",
        &[
            ("unreadable-board", 2),
            ("unreadable-board", 3),
            ("unreadable-board", 4),
            ("unreadable-board", 5),
            ("unreadable-board", 6),
            ("unreadable-board", 6),
            ("unreadable-board", 8),
            ("unreadable-board", 10),
        ],
    ),
    (
        "late_lines.csa",
        &[
            ("unreadable-line", 5),
            ("unreadable-line", 6),
            ("unreadable-line", 7),
            ("unreadable-line", 7),
        ],
    ),
    (
        "missing_start_and_turn.csa",
        &[("start-missing", 4), ("turn-missing", 4)],
    ),
    (
        "pi_beside_a_board.csa",
        &[
            ("unreadable-board", 3),
            ("unreadable-board", 5),
            ("unreadable-board", 6),
            ("unreadable-board", 7),
            ("unreadable-board", 7),
            ("unreadable-line", 9),
        ],
    ),
    (
        "removals.csa",
        &[("removal-mismatch", 2), ("removal-mismatch", 2)],
    ),
    (
        "times.csa",
        &[
            ("stray-clock", 4),
            ("unreadable-clock", 6),
            ("unreadable-clock", 8),
            ("unreadable-clock", 10),
            ("unreadable-clock", 12),
            ("stray-clock", 15),
        ],
    ),
    (
        "trailing_text.csa",
        &[
            ("text-after-move", 4),
            ("text-after-move", 5),
            ("text-after-move", 6),
            ("text-after-move", 6),
            ("text-after-move", 7),
            ("text-after-move", 8),
        ],
    ),
    (
        "unknown_words.csa",
        &[
            ("unknown-version", 1),
            ("unknown-terminal", 5),
            ("unknown-terminal", 6),
        ],
    ),
    (
        "unreadable_lines.csa",
        &[
            ("unreadable-line", 2),
            ("unreadable-line", 5),
            ("unreadable-line", 10),
            ("unreadable-line", 12),
            ("unreadable-line", 14),
        ],
    ),
];

#[test]
fn fixtures_with_faults_are_reported() {
    let names: BTreeSet<_> = FAULTS.iter().map(|&(name, _)| name.to_owned()).collect();
    let files = fixtures("err");
    assert_eq!(
        files.iter().map(|file| name(file)).collect::<BTreeSet<_>>(),
        names
    );
    for (file, (_, expected)) in files.iter().zip(FAULTS) {
        let bytes = fs::read(file).expect("a fixture");
        let text = decode(&bytes, None);
        let mut found: Vec<_> = records(&text)
            .iter()
            .flat_map(|record| placed(&text, &record.findings))
            .collect();
        found.sort_by_key(|&(_, line)| line);
        assert_eq!(found, expected, "{}", file.display());
    }
}

#[test]
fn clean_fixtures_give_no_finding() {
    for file in fixtures("ok") {
        let bytes = fs::read(&file).expect("a fixture");
        let text = decode(&bytes, None);
        let records = records(&text);
        for record in &records {
            assert_eq!(placed(&text, &record.findings), [], "{}", file.display());
            assert!(!record.tree.is_empty(), "{}", file.display());
        }
        let expected = match name(&file).as_str() {
            "three_records.csa" => 3,
            "joined_without_separator.csa" => 2,
            _ => 1,
        };
        assert_eq!(records.len(), expected, "{}", file.display());
    }
}

fn fixtures(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/csa")
        .join(folder);
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("fixtures")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    files
}

fn name(file: &Path) -> String {
    file.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn records<'t>(text: &'t Text<'t>) -> Vec<Record<'t>> {
    let found = notation::detect(text, None);
    assert_eq!(found.map(|notation| notation.format), Some(NOTATION.format));
    notation::records(text, found).collect()
}

fn placed(text: &Text<'_>, findings: &[Finding]) -> Vec<(&'static str, u32)> {
    let line = |span: Option<Span>| span.map_or(0, |span| text.line_column(span.start as usize).0);
    findings
        .iter()
        .map(|finding| (finding.rule.name, line(finding.span)))
        .collect()
}

/// Whether everything that `record` points at lies on characters of the text, and its moves in their order.
fn check(text: &str, offset: usize, record: &Record<'_>) {
    let inside = |span: Span| {
        let (start, end) = (span.start as usize - offset, span.end as usize - offset);
        assert!(text.get(start..end).is_some(), "{span:?} in {text:?}");
    };
    record
        .findings
        .iter()
        .filter_map(|finding| finding.span)
        .for_each(inside);
    record.headers.iter().for_each(|header| inside(header.span));
    record.claims.iter().for_each(|claim| inside(claim.span));
    record
        .start
        .diagram
        .into_iter()
        .chain(record.start.turn)
        .for_each(inside);
    let mut before = offset as u32;
    for id in record.tree.ids().filter(|&id| id != NodeId::START) {
        let span = match &record.tree.node(id).step {
            Step::Move(written) => written.span,
            Step::Illegible(span) => *span,
            Step::End(ending) => ending.span,
            other => panic!("{other:?}"),
        };
        inside(span);
        assert!(
            span.start >= before && span.end > span.start,
            "{span:?} behind {before}"
        );
        before = span.end;
    }
}

/// Reads a text record by record as a file is read, and checks every one.
fn read_all(text: &str) {
    let mut offset = 0;
    while offset < text.len() {
        let rest = &text[offset..];
        let length = (NOTATION.first_record)(rest);
        assert!((1..=rest.len()).contains(&length), "{length} of {rest:?}");
        let chunk = Chunk {
            text: &rest[..length],
            offset,
        };
        check(chunk.text, offset, &(NOTATION.read)(chunk));
        offset += length;
    }
}

/// Pieces that CSA texts are made of, whole and broken.
fn token() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "+7776FU",
        "-3334FU",
        "+0055KA",
        "+0176FU",
        "+77",
        "T12",
        "T-1",
        "T.",
        "T1.5",
        "T",
        "%TORYO",
        "%+ILLEGAL_ACTION",
        "%",
        "PI",
        "PI22KA",
        "P1",
        "P2 * -HI *  *  *  *  * -KA * ",
        "P+00FU",
        "P-00AL",
        "P+55OU00OU",
        "N+甲",
        "$EVENT:x",
        "$E",
        "V2.2",
        "V9",
        "+",
        "-",
        "/",
        "'",
        "'*",
        "'summary:toryo:a win:b lose",
        "\n",
        "\r\n",
        "\r",
        ",",
        " ",
        "\t",
        "\u{3000}",
        "\u{feff}",
        "\0",
        "歩",
        "é",
        "x",
    ]);
    prop_oneof![4 => known.prop_map(str::to_owned), 1 => "\\PC{0,3}"]
}

proptest! {
    #[test]
    fn any_text_is_read(text in "\\PC*|[\\x00-\\x7f]*") {
        read_all(&text);
    }

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read_all(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_row_of_tokens_is_read(tokens in prop::collection::vec(token(), 0..60)) {
        read_all(&tokens.concat());
    }

    #[test]
    fn damaged_fixtures_are_read(
        which in any::<prop::sample::Index>(),
        wounds in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let files: Vec<_> = fixtures("ok").into_iter().chain(fixtures("err")).collect();
        let mut bytes = fs::read(which.get(&files)).expect("a fixture");
        for (place, byte) in wounds {
            let at = place.index(bytes.len());
            match byte % 3 {
                0 => drop(bytes.remove(at)),
                1 => bytes[at] = byte,
                _ => bytes.insert(at, byte),
            }
        }
        read_all(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn times_are_kept_to_the_millisecond(seconds in 0..4_294_967_u32, thousandths in 0..1_000_u32) {
        let text = game(&format!("+7776FU\nT{seconds}.{thousandths:03}\n-3334FU,T{seconds}\n"));
        let record = read(&text);
        let spent: Vec<_> = record.tree.main_line().map(|(_, node)| node.clock.spent).collect();
        prop_assert_eq!(spent, [Some(seconds * 1000 + thousandths), Some(seconds * 1000)]);
    }
}

#[test]
fn the_collected_games_have_the_plies_that_another_engine_counted() {
    let shared = std::env::var_os("KIFU_SHARED").map_or_else(|| PathBuf::from("../shared"), PathBuf::from);
    let Ok(manifest) = fs::read_to_string(shared.join("corpus/MANIFEST.tsv")) else {
        eprintln!("skipped: no corpus in {}", shared.display());
        return;
    };
    let mut games = 0;
    for row in manifest.lines().skip(1) {
        let columns: Vec<_> = row.split('\t').collect();
        let &[path, _, _, _, "csa", _, _, _, "ok", plies, ..] = &columns[..] else {
            continue;
        };
        let Ok(bytes) = fs::read(shared.join("corpus").join(path)) else {
            continue;
        };
        let text = decode(&bytes, None);
        let record = notation::records(&text, Some(&NOTATION))
            .next()
            .expect("a record");
        let moves = record
            .tree
            .main_line()
            .filter(|(_, node)| matches!(node.step, Step::Move(_)))
            .count();
        assert_eq!(moves.to_string(), plies, "{path}");
        games += 1;
    }
    eprintln!("{games} games");
    assert!(games > 0, "the manifest names no game");
}
