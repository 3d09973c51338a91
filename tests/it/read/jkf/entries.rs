//! JKF entries: times, comments, results, and empty entries.

use crate::support::findings::ReadFindings;
use kifu::record::Clock;
use kifu::record::RemarkKind;
use kifu::record::Step;
use kifu::record::Terminal;
use kifu::shogi::Color;

use super::{FIRST, SECOND, assert_lines_and_findings, findings, game, read};

#[test]
fn unusual_entries_are_reported() {
    let end = r#"{"special":"TORYO"}"#;
    let move_and_end = format!(r#"{},"special":"TORYO"}}"#, SECOND.strip_suffix('}').unwrap());
    assert_lines_and_findings(&[
        (&game(&[FIRST, SECOND, end]), "7g7f 3c3d %TORYO=resign", &[]),
        (
            &game(&[FIRST, "{}", SECOND]),
            "7g7f 3c3d",
            &["W schema-error moves[2]"],
        ),
        (
            &game(&[FIRST, "null", SECOND]),
            "7g7f 3c3d",
            &["E schema-error moves[2]"],
        ),
        (&game(&[FIRST, "[]"]), "7g7f", &["E schema-error moves[2]"]),
        (
            &game(&[FIRST, &move_and_end]),
            "7g7f 3c3d %TORYO=resign",
            &["W schema-error moves[2]"],
        ),
        (
            &game(&[FIRST, r#"{"move":null,"special":null,"comments":["x"]}"#]),
            "7g7f",
            &["W schema-error moves[2]"],
        ),
        (
            &format!(r#"{{"moves":[{FIRST},{SECOND}]}}"#),
            "7g7f 3c3d",
            &["W schema-error moves[0]"],
        ),
        (
            &game(&[FIRST, r#"{"special":7}"#]),
            "7g7f",
            &["E schema-error moves[2].special", "W schema-error moves[2]"][..1],
        ),
        (&game(&[FIRST, end, SECOND]), "7g7f %TORYO=resign 3c3d", &[]),
        (r#"{"header":{},"moves":{}}"#, "", &["E schema-error moves"]),
        (r#"{"header":{}}"#, "", &["E schema-error moves"]),
        (r#"{"header":[],"moves":[]}"#, "", &["E schema-error header"]),
        (
            r#"{"moves":[],"result":"x","type":2,"moves":[{}]}"#,
            "",
            &[
                "N schema-error result",
                "N schema-error type",
                "E schema-error moves",
            ],
        ),
    ]);
}

#[test]
fn omitted_data_are_reported() {
    let with_members =
        |entry: &str, members: &str| format!("{},{members}}}", entry.strip_suffix('}').unwrap());
    assert_lines_and_findings(&[
        (
            &game(&[&with_members(FIRST, r#""comments":["a",5,null,{}]"#)]),
            "7g7f",
            &[
                "W schema-error moves[1].comments[1]",
                "W schema-error moves[1].comments[2]",
                "W schema-error moves[1].comments[3]",
            ],
        ),
        (
            &game(&[&with_members(
                FIRST,
                &format!(r#""forks":[5,[{{"x":1}}],[],null,[{SECOND},7]]"#),
            )]),
            "7g7f | 0: 3c3d",
            &[
                "E schema-error moves[1].forks[0]",
                "N schema-error moves[1].forks[1][0].x",
                "W schema-error moves[1].forks[1][0]",
                "E schema-error moves[1].forks[3]",
                "E schema-error moves[1].forks[4][1]",
            ],
        ),
        (
            &game(&[
                &with_members(FIRST, r#""extra":1"#),
                "null",
                &with_members(SECOND, r#""extra":2"#),
            ]),
            "7g7f 3c3d",
            &["N schema-error moves[1].extra", "E schema-error moves[2]"],
        ),
        (
            &game(&[FIRST, r#"{"special":7}"#, r#"{"special":["TORYO"]}"#]),
            "7g7f",
            &[
                "E schema-error moves[2].special",
                "E schema-error moves[3].special",
            ],
        ),
        (
            &game(&[
                r#"{"special":"TORYO","special":"CHUDAN"}"#,
                r#"{"comments":["a"],"comments":["b"],"special":"TORYO"}"#,
            ]),
            "%CHUDAN=interrupt %TORYO=resign",
            &[
                "E schema-error moves[1].special",
                "W schema-error moves[2].comments",
            ],
        ),
    ]);
}

#[test]
fn an_unknown_key_is_reported_once() {
    let entry = |eval: &str| format!(r#"{},"eval":{eval}}}"#, FIRST.strip_suffix('}').unwrap());
    let text = game(&[&entry("1"), &entry("2"), &entry("3")]);
    let record = read(&text);
    assert_eq!(findings(&record), ["N schema-error moves[1].eval"]);
    assert!(
        record.findings()[0]
            .message
            .english()
            .ends_with(" (here and in 2 more objects)")
    );
}

#[test]
fn results_are_the_words_of_csa() {
    for (special, terminal, offender) in [
        ("TORYO", Terminal::Resign, None),
        ("MAX_MOVES", Terminal::MaxMoves, None),
        ("+ILLEGAL_ACTION", Terminal::FoulWin, Some(Color::Black)),
        ("-ILLEGAL_ACTION", Terminal::FoulLoss, Some(Color::White)),
        ("FUSEN", Terminal::Other, None),
        // Japanese words are read, too.
        ("投了", Terminal::Resign, None),
        ("千日手", Terminal::Repetition, None),
        ("先手の時間切れ", Terminal::Timeout, None),
        ("好手", Terminal::Other, None),
    ] {
        let text = game(&[FIRST, &format!(r#"{{"special":"{special}"}}"#)]);
        let record = read(&text);
        let Some((_, node)) = record.tree.main_line().nth(1) else {
            panic!("no end in {text}");
        };
        let Step::End(ending) = &node.step else {
            panic!("no end in {text}");
        };
        let offender = if special.starts_with("先手") {
            Some(Color::Black)
        } else {
            offender
        };
        assert_eq!((ending.terminal, ending.offender), (terminal, offender));
        assert_eq!(
            (&*ending.word, ending.span.slice(&text)),
            (special, &*format!("\"{special}\""))
        );
        let expected: &[_] = if terminal == Terminal::Other {
            &["W unknown-terminal moves[2].special"]
        } else if !special.is_ascii() {
            &["W schema-error moves[2].special"]
        } else {
            &[]
        };
        assert_eq!(findings(&record), expected);
    }
}

#[test]
fn results_in_another_spelling_are_read() {
    for (special, word) in [
        ("toryo", "TORYO"),
        ("%TORYO", "TORYO"),
        (" TORYO ", "TORYO"),
        ("%Time_Up", "TIME_UP"),
        ("%-illegal_action", "-ILLEGAL_ACTION"),
    ] {
        let end = |special: &str| {
            let text = game(&[FIRST, &format!(r#"{{"special":"{special}"}}"#)]);
            let record = read(&text);
            let last_step = record.tree.main_line().nth(1).map(|(_, node)| node.step.clone());
            let Some(Step::End(ending)) = last_step else {
                panic!("no end in {text}");
            };
            let end = (ending.terminal, ending.offender, ending.word.into_owned());
            (end, findings(&record))
        };
        let (ending, reported) = end(special);
        assert_eq!(ending, end(word).0, "{special}");
        assert_eq!(reported, ["W schema-error moves[2].special"], "{special}");
    }
    let text = game(&[FIRST, r#"{"special":"%FOO"}"#]);
    assert_eq!(findings(&read(&text)), ["W unknown-terminal moves[2].special"]);
}

#[test]
fn times_are_read_or_reported() {
    let clock_of = |spent, total| Clock { spent, total };
    for (time, clock, finding) in [
        (
            r#"{"now":{"m":0,"s":12},"total":{"h":1,"m":2,"s":3}}"#,
            clock_of(Some(12_000), Some(3_723_000)),
            "",
        ),
        (
            r#"{"now":{"h":null,"m":75,"s":0}}"#,
            clock_of(Some(4_500_000), None),
            "",
        ),
        (r#"{"now":{"s":5},"total":null}"#, clock_of(Some(5_000), None), ""),
        ("{}", clock_of(None, None), ""),
        ("null", clock_of(None, None), ""),
        (
            r#"{"now":{"m":0,"s":"12"}}"#,
            clock_of(Some(12_000), None),
            "W schema-error moves[1].time.now.s",
        ),
        (
            r#"{"now":{"m":0,"s":-1}}"#,
            clock_of(None, None),
            "W clock-negative moves[1].time.now.s",
        ),
        (
            r#"{"now":{"m":0,"s":-1.5}}"#,
            clock_of(None, None),
            "W unreadable-clock moves[1].time.now.s",
        ),
        (
            r#"{"now":12}"#,
            clock_of(None, None),
            "W unreadable-clock moves[1].time.now",
        ),
        (
            r#""0:12""#,
            clock_of(None, None),
            "W unreadable-clock moves[1].time",
        ),
        (
            r#"{"now":{"h":4000000,"m":0,"s":0}}"#,
            clock_of(None, None),
            "W unreadable-clock moves[1].time.now",
        ),
        (
            r#"{"now":{"h":99999999999,"m":0,"s":0}}"#,
            clock_of(None, None),
            "W unreadable-clock moves[1].time.now.h",
        ),
        (
            r#"{"now":{"s":1},"left":{"s":9}}"#,
            clock_of(Some(1_000), None),
            "N schema-error moves[1].time.left",
        ),
    ] {
        let text = game(&[&format!(
            r#"{},"time":{time}}}"#,
            FIRST.strip_suffix('}').unwrap()
        )]);
        let record = read(&text);
        let (_, node) = record.tree.main_line().next().expect("a move");
        assert_eq!(node.clock, clock, "{time}");
        assert_eq!(findings(&record).concat(), finding, "{time}");
    }
    let text = r#"{"moves":[{"time":{"now":{"s":1}}}]}"#;
    assert_eq!(findings(&read(text)), ["W stray-clock moves[0].time"]);
}

#[test]
fn comments_are_lines() {
    let start_entry = r#"{"comments":["a","","b\nc\r\nd","x\ry\n"],"comment":"e"}"#;
    let first_entry = format!(r#"{},"comments":"&f"}}"#, FIRST.strip_suffix('}').unwrap());
    let second_entry = format!(r#"{},"comment":["g",7]}}"#, SECOND.strip_suffix('}').unwrap());
    let text = format!(r#"{{"moves":[{start_entry},{first_entry},{second_entry}]}}"#);
    let record = read(&text);
    let remarks: Vec<_> = record
        .remarks
        .iter()
        .map(|remark| (record.tree.node(remark.node).ply, &*remark.text))
        .collect();
    let expected = [
        (0, "a"),
        (0, ""),
        (0, "b"),
        (0, "c"),
        (0, "d"),
        (0, "x"),
        (0, "y"),
        (0, ""),
        (0, "e"),
        (1, "&f"),
        (2, "g"),
    ];
    assert_eq!(remarks, expected);
    assert!(
        record
            .remarks
            .iter()
            .all(|remark| remark.kind == RemarkKind::Comment)
    );
    assert_eq!(findings(&record), ["W schema-error moves[2].comment[1]"]);
}

#[test]
fn headers_are_strings() {
    let text = r#"{"header":{"先手":"甲","棋戦":"a\"b","手数":5,"x":null,"図":{},"先手":"乙"},"moves":[{}]}"#;
    let record = read(text);
    let headers: Vec<_> = record
        .headers
        .iter()
        .map(|header| (&*header.name, &*header.value))
        .collect();
    assert_eq!(headers, [("先手", "甲"), ("棋戦", "a\"b"), ("手数", "5")]);
    assert_eq!(record.headers[0].span.slice(text), "\"先手\":\"甲\"");
    assert_eq!(
        findings(&record),
        [
            "W schema-error header.手数",
            "E schema-error header.図",
            "W header-repeated"
        ]
    );
}
