//! Start positions of JKF: presets, boards, and the header 手合割.

use crate::support::findings::ReadFindings;
use kifu::shogi::Color;
use kifu::shogi::Handicap;

use super::{findings, read};

const EVEN_SFEN: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// Returns a board with a white king on 5e and the JSON value `cell` on 1a.
fn board(cell: &str) -> String {
    let empty = format!("[{}]", ["{}"; 9].join(","));
    let mut columns = vec![empty; 9];
    columns[0] = columns[0].replacen("{}", cell, 1);
    columns[4] = format!(
        r#"[{},{{"color":1,"kind":"OU"}},{}]"#,
        ["{}"; 4].join(","),
        ["null"; 4].join(",")
    );
    format!("[{}]", columns.join(","))
}

fn start_data(cell: &str, color: &str, hands: &str) -> String {
    format!(r#"{{"board":{},"color":{color},"hands":{hands}}}"#, board(cell))
}

fn assert_start(record: &str, sfen: &str, expected_findings: &[&str]) {
    let record = read(record);
    assert_eq!(record.start.position.to_sfen(1), sfen, "{:#?}", record.findings());
    assert_eq!(findings(&record), expected_findings);
}

/// The Japanese names of the starts, each with its preset in JKF.
const PRESETS: [(&str, &str); 16] = [
    ("平手", "HIRATE"),
    ("香落ち", "KY"),
    ("右香落ち", "KY_R"),
    ("角落ち", "KA"),
    ("飛車落ち", "HI"),
    ("飛香落ち", "HIKY"),
    ("二枚落ち", "2"),
    ("三枚落ち", "3"),
    ("四枚落ち", "4"),
    ("五枚落ち", "5"),
    ("左五枚落ち", "5_L"),
    ("六枚落ち", "6"),
    ("左七枚落ち", "7_L"),
    ("右七枚落ち", "7_R"),
    ("八枚落ち", "8"),
    ("十枚落ち", "10"),
];

#[test]
fn presets_name_the_start() {
    for (name, preset) in PRESETS {
        let handicap = Handicap::by_name(name).expect("a start");
        let text = format!(r#"{{"moves":[{{}}],"initial":{{"preset":"{preset}","data":null}}}}"#);
        let record = read(&text);
        assert_eq!(record.start.position, *handicap.position());
        assert_eq!(record.start.handicap, Some(handicap));
        assert_eq!(findings(&record), [""; 0]);
    }
    for (initial, finding) in [
        ("null", ""),
        (r#"{"preset":"7"}"#, "W unknown-handicap initial.preset"),
        (r#"{"preset":"OTHER"}"#, "W unknown-handicap initial.preset"),
        (r#"{"preset":2}"#, "W unknown-handicap initial.preset"),
        ("{}", "W unknown-handicap initial.preset"),
        ("\"HIRATE\"", "W unknown-handicap initial"),
    ] {
        let text = format!(r#"{{"initial":{initial},"moves":[{{}}]}}"#);
        let findings: Vec<_> = Some(finding).filter(|it| !it.is_empty()).into_iter().collect();
        assert_start(&text, EVEN_SFEN, &findings);
    }
}

#[test]
fn the_header_is_used_without_initial() {
    let text = r#"{"header":{"手合割":"二枚落ち　"},"moves":[{}]}"#;
    let record = read(text);
    assert_eq!(record.start.handicap, Handicap::by_name("二枚落ち"));
    assert_eq!(record.start.position.side_to_move(), Color::White);
    assert_eq!(
        record.start.name.as_ref().map(|(name, _)| &**name),
        Some("二枚落ち")
    );
    assert_start(
        r#"{"header":{"手合割":"二枚落ち"},"initial":{"preset":"HIRATE"},"moves":[{}]}"#,
        EVEN_SFEN,
        &["W schema-error header.手合割"],
    );
    for name in ["平手", "平手　　", "", "その他", "謎"] {
        let initial = r#""initial":{"preset":"HIRATE"}"#;
        let text = format!(r#"{{"header":{{"手合割":"{name}"}},{initial},"moves":[{{}}]}}"#);
        assert_start(&text, EVEN_SFEN, &[]);
    }
    for (name, preset) in PRESETS {
        let initial = format!(r#""initial":{{"preset":"{preset}"}}"#);
        let text = format!(r#"{{"header":{{"手合割":"{name}"}},{initial},"moves":[{{}}]}}"#);
        let handicap = Handicap::by_name(name).expect("a start");
        assert_start(&text, &handicap.position().to_sfen(1), &[]);
    }
    assert_start(
        r#"{"header":{"手合割":"謎"},"moves":[{}]}"#,
        EVEN_SFEN,
        &["W unknown-handicap initial"],
    );
}

#[test]
fn boards_are_read_file_by_file() {
    let dragon = r#"{"color":0,"kind":"RY"}"#;
    let record_with = |preset: &str, start_data: &str| {
        format!(r#"{{"initial":{{"preset":"{preset}","data":{start_data}}},"moves":[{{}}]}}"#)
    };
    let board_data = start_data(dragon, "1", r#"[{"FU":3,"KI":null,"HI":0},{"GI":1}]"#);
    let sfen = "8+R/9/9/9/4k4/9/9/9/9 w 3Ps 1";
    assert_start(&record_with("OTHER", &board_data), sfen, &[]);
    assert_start(&record_with("HIRATE", &board_data), sfen, &[]);
    assert_start(
        &record_with("KY", &board_data),
        sfen,
        &["W schema-error initial.preset"],
    );
    assert_start(
        &record_with("X", &board_data),
        sfen,
        &["W schema-error initial.preset"],
    );
    assert_start(
        &format!(r#"{{"initial":{{"data":{board_data}}},"moves":[{{}}]}}"#),
        sfen,
        &[],
    );
    let text = record_with("OTHER", &board_data);
    let record = read(&text);
    assert_eq!(
        record.start.diagram.map(|span| span.slice(&text)),
        Some(&*board_data)
    );
    assert_eq!(record.start.turn.map(|span| span.slice(&text)), Some("1"));

    let king_only = "9/9/9/9/4k4/9/9/9/9";
    for (start_data, sfen, findings) in [
        (
            start_data("{}", "1", "[{},{}]"),
            format!("{king_only} w - 1"),
            vec![],
        ),
        (
            start_data(r#"{"color":0}"#, "0", "[{},{}]"),
            format!("{king_only} b - 1"),
            vec!["E unreadable-board initial.data.board[0][0].kind"],
        ),
        (
            start_data(r#"{"color":3,"kind":"FU"}"#, "0", "[{},{}]"),
            format!("{king_only} b - 1"),
            vec!["E unreadable-board initial.data.board[0][0].color"],
        ),
        (
            start_data(r#"{"color":0,"kind":"歩"}"#, "0", "[{},{}]"),
            format!("{king_only} b - 1"),
            vec!["E unreadable-board initial.data.board[0][0].kind"],
        ),
        (
            start_data("{},{}", "0", "[{},{}]"),
            format!("{king_only} b - 1"),
            vec!["E unreadable-board initial.data.board[0]"],
        ),
        (
            start_data("7", "0", "[{}]"),
            format!("{king_only} b - 1"),
            vec![
                "E unreadable-board initial.data.board[0][0]",
                "E unreadable-board initial.data.hands",
            ],
        ),
        (
            start_data("{}", "2", "[{\"XX\":1,\"TO\":1,\"FU\":300},{\"KI\":\"2\"}]"),
            format!("{king_only} b 2g 1"),
            vec![
                "E unreadable-board initial.data.hands[0].XX",
                "E unreadable-board initial.data.hands[0].TO",
                "E unreadable-board initial.data.hands[0].FU",
                "W schema-error initial.data.hands[1].KI",
                "W turn-missing initial.data.color",
            ],
        ),
        (
            r#"{"board":[[]]}"#.to_owned(),
            "9/9/9/9/9/9/9/9/9 b - 1".to_owned(),
            vec![
                "E unreadable-board initial.data.board",
                "E unreadable-board initial.data.board[0]",
                "W schema-error initial.data.hands",
                "W turn-missing initial.data.color",
            ],
        ),
    ] {
        assert_start(&record_with("OTHER", &start_data), &sfen, &findings);
    }
}

#[test]
fn a_start_that_cannot_be_read_is_lost_or_not_written() {
    let board_data = start_data("{}", "0", "[{},{}]");
    for (initial, is_playable, lost) in [
        (r#"{"preset":"HIRATE"}"#.to_owned(), true, 0),
        (r#"{"preset":"FOO"}"#.to_owned(), true, 1),
        (r#"{"preset":"OTHER"}"#.to_owned(), true, 1),
        ("5".to_owned(), true, 1),
        ("{}".to_owned(), true, 0),
        (format!(r#"{{"preset":"OTHER","data":{board_data}}}"#), true, 0),
        (r#"{"preset":"OTHER","data":5}"#.to_owned(), false, 0),
        (r#"{"preset":"OTHER","data":{}}"#.to_owned(), false, 0),
        (r#"{"preset":"OTHER","data":{"board":5}}"#.to_owned(), false, 0),
    ] {
        let text = format!(r#"{{"initial":{initial},"moves":[{{}}]}}"#);
        let text = kifu::text::decode(text.as_bytes(), None);
        let notation = kifu::notation::detect(&text, None);
        let record = kifu::notation::records(&text, notation).next().expect("a record");
        assert_eq!(record.is_playable(), is_playable, "{initial}");
        let target = kifu::notation::target("kifu").expect("a target");
        let output = kifu::notation::Writer::new(target).write(&kifu::played::Played::new(&record));
        let counts = output.map(|it| it.losses.iter().map(|lost| lost.count).sum::<u32>());
        assert_eq!(counts.ok(), is_playable.then_some(lost), "{initial}");
    }
}

#[test]
fn a_king_in_hand_is_not_a_reading_error() {
    let text = format!(
        r#"{{"initial":{{"preset":"OTHER","data":{}}},"moves":[{{}}]}}"#,
        start_data("{}", "0", r#"[{"OU":1},{}]"#)
    );
    let record = read(&text);
    let (color, span) = record.start.king_in_hand.expect("a king");
    assert_eq!((color, span.slice(&text)), (Color::Black, "\"OU\""));
}

/// The schema requires every kind of piece in both hands.
#[test]
fn hands_are_written_with_all_seven_kinds() {
    for (hands, counts_by_side) in [
        ("-", [[0; 7], [0; 7]]),
        ("R2P", [[2, 0, 0, 0, 0, 0, 1], [0; 7]]),
        ("2b4gsnl18p", [[0; 7], [18, 1, 1, 1, 4, 2, 0]]),
    ] {
        let line = format!("position sfen 4k4/9/9/9/9/9/9/9/4K4 b {hands} 1");
        let text = kifu::text::decode(line.as_bytes(), None);
        let record = kifu::notation::records(&text, kifu::notation::detect(&text, None)).next();
        let record = record.expect("a record");
        let target = kifu::notation::target("jkf").expect("a target");
        let output = kifu::notation::Writer::new(target).write(&kifu::played::Played::new(&record));
        let objects = counts_by_side.map(|counts| {
            let kinds = ["FU", "KY", "KE", "GI", "KI", "KA", "HI"].iter().zip(counts);
            let members: Vec<_> = kinds.map(|(kind, count)| format!("\"{kind}\":{count}")).collect();
            format!("{{{}}}", members.join(","))
        });
        let expected = format!("\"hands\":[{}]", objects.join(","));
        let bytes = output.expect("it can be written").bytes;
        let jkf = String::from_utf8(bytes).expect("JKF is UTF-8");
        assert!(jkf.contains(&expected), "{hands}: {jkf}");
    }
}
