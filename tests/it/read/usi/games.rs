//! Game lines of USI, and logs of engines.

use crate::support::findings::ReadFindings;
use kifu::notation::usi;
use kifu::notation::usi::NOTATION;
use kifu::record::NodeId;
use kifu::record::RemarkKind;
use kifu::text::decode;

use super::{EVEN, line, records, rules, start};

const KINGS_ONLY: &str = "4k4/9/9/9/9/9/9/9/4K4";

#[test]
fn logs_of_engines_have_their_positions_as_games() {
    for mark in [
        ">1:",
        "> ",
        "<2:",
        "12:34:56.789 > ",
        "[2024-01-01T12:34:56] [INFO] >1:",
        "2024/05/05 12:34:56,789 ",
        "[1] usi - sid=1 > ",
    ] {
        let text =
            format!("{mark}usi\n{mark}position startpos moves 7g7f\n{mark}go infinite\nbestmove 3c3d\n");
        let text = decode(text.as_bytes(), None);
        let records = records(&text, &NOTATION);
        assert_eq!(records.iter().map(line).collect::<Vec<_>>(), ["7g7f"], "{mark}");
        assert_eq!(rules(&records[0]), [""; 0], "{mark}");
        assert_eq!(records[0].log_lines.len(), 3, "{mark}");
    }
}

#[test]
fn every_protocol_line_is_a_log_line() {
    for protocol_line in [
        "bestmove",
        "info",
        "debug on",
        "copyprotection ok",
        "registration checking",
        "d",
        "getscore",
        "eval",
        "bench",
    ] {
        let text = format!("position startpos moves 7g7f 3c3d\n{protocol_line}\n");
        let text = decode(text.as_bytes(), None);
        let records = records(&text, &NOTATION);
        assert_eq!(rules(&records[0]), [""; 0], "{protocol_line}");
        assert_eq!(records[0].log_lines.len(), 1, "{protocol_line}");
    }
}

#[test]
fn other_lines_are_not_detected_as_a_log() {
    for unknown_line in [
        "hello",
        "debug maybe",
        "d 7g7f",
        "evaluation",
        "copyprotection",
        "go where you want",
        "information",
        "id",
        "12 moves",
        "* > position startpos",
        "stop it",
    ] {
        let text = format!("startpos moves 7g7f\n{unknown_line}\n");
        let text = decode(text.as_bytes(), None);
        let records = records(&text, &NOTATION);
        assert_eq!(rules(&records[0]), ["unreadable-line"], "{unknown_line}");
        assert_eq!(records[0].log_lines, [], "{unknown_line}");
    }
}

#[test]
fn every_form_of_a_game_line_is_read() {
    let sfen = format!("{KINGS_ONLY} w P");
    for (text, expected_start, moves) in [
        ("position startpos moves 7g7f 3c3d", EVEN, "7g7f 3c3d"),
        ("startpos moves 7g7f 3c3d", EVEN, "7g7f 3c3d"),
        ("moves 7g7f 3c3d", EVEN, "7g7f 3c3d"),
        ("position moves 7g7f", EVEN, "7g7f"),
        ("position   startpos\tmoves  7g7f   3c3d ", EVEN, "7g7f 3c3d"),
        ("  startpos moves 7g7f", EVEN, "7g7f"),
        ("startpos 7g7f 3c3d", EVEN, "7g7f 3c3d"),
        ("startpos", EVEN, ""),
        ("position startpos moves", EVEN, ""),
        (
            &format!("position sfen {sfen} 1 moves 5a5b P*5e"),
            &sfen,
            "5a5b P*5e",
        ),
        (&format!("position sfen {sfen} moves 5a5b"), &sfen, "5a5b"),
        (&format!("position sfen {sfen} 1 5a5b"), &sfen, "5a5b"),
        (&format!("sfen {sfen} 12 moves 5a5b"), &sfen, "5a5b"),
        (&format!("{sfen} 1 moves 5a5b"), &sfen, "5a5b"),
        (&format!("position {sfen} 1 moves 5a5b"), &sfen, "5a5b"),
        (&format!("sfen {sfen} 1"), &sfen, ""),
    ] {
        let text = decode(text.as_bytes(), None);
        let games = records(&text, &NOTATION);
        assert_eq!(games.len(), 1, "{}", text.as_str());
        assert_eq!(
            (start(&games[0]), line(&games[0])),
            (expected_start.to_owned(), moves.to_owned()),
            "{}",
            text.as_str()
        );
        let expected: &[&str] = if moves.is_empty() { &["no-moves"] } else { &[] };
        assert_eq!(rules(&games[0]), expected, "{}", text.as_str());
    }
}

#[test]
fn a_token_is_a_move_an_end_or_a_finding() {
    for (moves, expected, finding_count) in [
        ("7g7f p*5e", "7g7f p*5e", 0),
        ("P*5b+ +P*5b", "P*5b+ ?+P*5b", 1),
        ("K*5e", "K*5e", 0),
        ("7g7f 0000 pass 2g2f", "7g7f 0000=pass pass=pass 2g2f", 0),
        ("7g7x 3c3d", "?7g7x 3c3d", 1),
        (
            "7G7F 7g 7g7f7e ７g7f 8h2b++",
            "?7G7F ?7g ?7g7f7e ?７g7f ?8h2b++",
            5,
        ),
        ("7g7f resign", "7g7f resign=resign", 0),
        // In this position no declaration is possible, so `win` is read as another end.
        ("7g7f win", "7g7f win=other", 0),
        ("7g7f rep_draw", "7g7f rep_draw=repetition", 0),
        ("7g7f draw", "7g7f draw=draw", 0),
        ("7g7f timeout", "7g7f timeout=timeout", 0),
        ("7g7f break", "7g7f break=interrupt", 0),
        ("7g7f rep_sup", "7g7f rep_sup=other", 0),
        ("7g7f rep_win", "7g7f rep_win=other", 0),
        ("7g7f Resign foo", "7g7f ?Resign ?foo", 2),
        ("7g7f resign 3c3d", "7g7f resign=resign 3c3d", 0),
    ] {
        let text = format!("startpos moves {moves}\n");
        let text = decode(text.as_bytes(), None);
        let games = records(&text, &NOTATION);
        assert_eq!(line(&games[0]), expected);
        assert_eq!(rules(&games[0]), vec!["bad-token"; finding_count], "{moves}");
    }
}

#[test]
fn words_of_terminals_read_back() {
    for (word, terminal) in usi::TERMINALS {
        assert_eq!(usi::terminal(word), Some(terminal));
    }
    assert_eq!(usi::terminal("checkmate"), None);
}

#[test]
fn the_move_counter_gives_the_plies_before() {
    for (counter, expected) in [
        ("", None),
        (" 1", Some(0)),
        (" 27", Some(26)),
        (" 0", Some(0)),
        (" 99999999999", None),
    ] {
        let text = format!("sfen {KINGS_ONLY} b -{counter} moves 5i5h\n");
        let text = decode(text.as_bytes(), None);
        let games = records(&text, &NOTATION);
        assert_eq!(
            (games[0].start.plies_before, games[0].findings().len()),
            (expected, 0)
        );
    }
}

#[test]
fn moves_after_an_unreadable_position_are_not_checked() {
    let text = decode(b"sfen 4k4/9/9/9/9/9/9/4K4 b - 1 moves 5i5h 1a1b resign\n", None);
    let games = records(&text, &NOTATION);
    assert_eq!(line(&games[0]), "?5i5h 1a1b resign");
    assert_eq!(rules(&games[0]), ["unreadable-board"]);
    let findings = games[0].findings();
    let message = findings[0].message.english();
    assert!(
        message.contains("nine ranks") && message.contains("3 words"),
        "{message}"
    );
    let judgement = kifu::referee::Referee::new().check(&games[0]);
    assert_eq!(judgement.findings.len(), 1, "{:?}", judgement.findings);
    assert_eq!((judgement.stated, judgement.verdict), (None, None));
    assert!(!games[0].is_playable());
}

#[test]
fn the_winner_of_a_repetition_is_known() {
    for (moves, winner) in [
        ("7g7f rep_win", "white"),
        ("7g7f rep_lose", "black"),
        ("7g7f 3c3d rep_win", "black"),
        ("rep_lose", "white"),
    ] {
        let text = format!("startpos moves {moves}\n");
        let text = decode(text.as_bytes(), None);
        let games = records(&text, &NOTATION);
        let judgement = kifu::referee::Referee::new().check(&games[0]);
        assert_eq!(
            judgement.verdict.map(kifu::record::Outcome::name),
            Some(winner),
            "{moves}"
        );
        assert!(judgement.findings.is_empty(), "{moves}: {:?}", judgement.findings);
    }
    let text = decode(b"startpos moves 7g7f rep_sup\n", None);
    let games = records(&text, &NOTATION);
    assert_eq!(kifu::referee::Referee::new().check(&games[0]).verdict, None);
}

#[test]
fn lines_between_games_belong_to_the_next_game() {
    let text = "# first\n\nstartpos moves 7g7f\r\n# second\nwhat is this\nstartpos moves 2g2f\n# last\n";
    let text = decode(text.as_bytes(), None);
    let games = records(&text, &NOTATION);
    assert_eq!(games.iter().map(line).collect::<Vec<_>>(), ["7g7f", "2g2f"]);
    assert_eq!(
        games.iter().map(rules).collect::<Vec<_>>(),
        [vec![], vec!["unreadable-line"]]
    );
    let remarks: Vec<_> = games.iter().flat_map(|record| &record.remarks).collect();
    let texts: Vec<_> = remarks.iter().map(|remark| remark.text.as_ref()).collect();
    assert_eq!(texts, [" first", " second", " last"]);
    assert_eq!(remarks[1].node, NodeId::START);
    assert_ne!(remarks[2].node, NodeId::START);
    assert!(remarks.iter().all(|remark| remark.kind == RemarkKind::Tool));
}

#[test]
fn positions_among_games_are_records_too() {
    let text = format!("sfen {KINGS_ONLY} w - 1 a name\nstartpos moves 2g2f\n{KINGS_ONLY} b - 1\n");
    let text = decode(text.as_bytes(), None);
    let games = records(&text, &NOTATION);
    assert_eq!(games.len(), 3);
    assert_eq!(games[0].remarks[0].text, "a name");
    assert_eq!(start(&games[2]), format!("{KINGS_ONLY} b -"));
}

#[test]
fn a_long_line_and_a_long_list_are_read() {
    let line = format!("startpos moves {}", "7g7f 7f7g ".repeat(100_000));
    let text = decode(line.as_bytes(), None);
    assert_eq!(records(&text, &NOTATION)[0].tree.len(), 200_001);
    let list = format!("{}# end\n", "startpos moves 7g7f\n# between\n".repeat(50_000));
    let text = decode(list.as_bytes(), None);
    assert_eq!(records(&text, &NOTATION).len(), 50_000);
    let prose = "no game\n".repeat(100_000);
    let text = decode(prose.as_bytes(), None);
    assert_eq!(records(&text, &NOTATION).len(), 1);
}
