//! Malformed JSON, JSON that is not a record, and several records in one text.

use crate::support::findings::ReadFindings;
use std::time::{Duration, Instant};

use kifu::notation;
use kifu::text;

use super::{FIRST, SECOND, findings, game, lines, read};

#[test]
fn malformed_json_is_read_as_far_as_possible() {
    let cut_after = |text: &str, last_kept: &str| {
        let end = text.rfind(last_kept).expect("a place") + last_kept.len();
        text[..end].to_owned()
    };
    let complete = game(&[FIRST, SECOND]);
    for (text, expected) in [
        (
            complete.replace("}},{\"move\":{\"color\":1", "}} {\"move\":{\"color\":1"),
            "7g7f 3c3d",
        ),
        (complete.replace("]}", ",]}"), "7g7f 3c3d"),
        (cut_after(&complete, "]"), "7g7f 3c3d"),
        (cut_after(&complete, "}}"), "7g7f 3c3d"),
        (cut_after(&complete, "\"FU\"}"), "7g7f 3c3d"),
        (cut_after(&complete, "\"color\":1"), "7g7f"),
        (cut_after(&complete, "{\"move\":"), "7g7f"),
    ] {
        let record = read(&text);
        assert_eq!(lines(&record), expected, "{text}");
        assert_eq!(findings(&record).len(), 1, "{text}");
        assert_eq!(record.findings()[0].rule.name, "unreadable-json", "{text}");
    }
}

#[test]
fn syntax_errors_have_exact_positions() {
    let text = "{\"header\":{\"先手\":\"甲\"},\n \"moves\":[{}\n {}]}";
    let record = read(text);
    let span = record.findings()[0].span.expect("a place");
    assert_eq!(span.start as usize, text.rfind("{}").expect("the second entry"));
    assert_eq!(span.slice(text), "{");
}

#[test]
fn json_without_a_record_has_one_finding() {
    for text in [
        "{\n  \"name\": \"x\",\n  \"version\": \"1\"\n}\n",
        "[1, 2, 3]",
        "[{\"a\":1},{\"a\":2},{\"a\":3}]",
        "{\"a\":1}\n{\"b\":1}\n",
        "{}",
        "{",
        "[[[[",
        "\"moves\"",
        "hello",
    ] {
        let decoded = text::decode(text.as_bytes(), None);
        let records: Vec<_> = notation::records(&decoded, notation::detect(&decoded, Some("json"))).collect();
        assert_eq!(records.len(), 1, "{text}");
        assert_eq!(findings(&records[0]).len(), 1, "{text}");
        assert_eq!(records[0].findings()[0].rule.name, "unreadable-record", "{text}");
        assert_eq!(records[0].format.name(), "unknown");
    }
}

#[test]
fn several_records_are_read_one_by_one() {
    let one_move = game(&[FIRST]);
    let two_moves = game(&[FIRST, SECOND]);
    for text in [
        format!("{one_move}\n{two_moves}\n"),
        format!("{one_move}{two_moves}"),
        format!("[{one_move},{two_moves}]"),
        format!("[\n  {one_move},\n  {two_moves}\n]\n"),
    ] {
        let decoded = text::decode(text.as_bytes(), None);
        let records: Vec<_> = notation::records(&decoded, notation::detect(&decoded, None)).collect();
        let move_lines: Vec<_> = records.iter().map(lines).collect();
        assert_eq!(move_lines, ["7g7f", "7g7f 3c3d"], "{text}");
        assert!(
            records.iter().all(|record| record.findings().is_empty()),
            "{text}"
        );
        let span = records[1]
            .tree
            .main_line()
            .next()
            .and_then(|(_, node)| node.span());
        assert!(span.is_some_and(|span| span.slice(&text).starts_with("{\"color\":0")));
    }
    let text = format!("{one_move} junk");
    assert_eq!(findings(&read(&text)), ["E unreadable-line"]);
}

#[test]
fn json_is_recognised_by_its_lines() {
    let text = game(&[FIRST]);
    for (text, extension) in [
        (text.clone(), None),
        (text.clone(), Some("kif")),
        (text.replace(",{", ",\n{"), Some("txt")),
    ] {
        let decoded = text::decode(text.as_bytes(), None);
        let detected = notation::detect(&decoded, extension).map(|it| it.format.name());
        assert_eq!(detected, Some("jkf"));
    }
    for text in [
        "手合割：平手\n   1 ７六歩(77)\n*{\"a\":1}\n",
        "PI\n+\n+7776FU\n'{\"a\":1}\n",
    ] {
        let decoded = text::decode(text.as_bytes(), None);
        let detected = notation::detect(&decoded, Some("json")).map(|it| it.format.name());
        assert_ne!(detected, Some("jkf"), "{text}");
    }
}

#[test]
fn hostile_texts_are_read_in_linear_time() {
    const TEXT_BYTES: usize = 10_000_000;
    let filled_with = |unit: &str| unit.repeat(TEXT_BYTES / unit.len());
    let nested_fork = "{\"move\":{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6}},\"forks\":[[";
    let depth = TEXT_BYTES / (nested_fork.len() + 4);
    for (case, text) in [
        ("brackets", filled_with("[")),
        ("braces", filled_with("{")),
        ("objects", filled_with("{\"moves\":")),
        ("arrays in moves", format!("{{\"moves\":{}", filled_with("["))),
        ("quotation marks", format!("{{\"moves\":[{}", filled_with("\""))),
        ("backslashes", format!("{{\"moves\":[\"{}", filled_with("\\"))),
        ("small records", filled_with("{\"moves\":[]}")),
        (
            "empty entries",
            format!("{{\"moves\":[{}{{}}]}}", filled_with("{},")),
        ),
        (
            "keys",
            format!("{{\"moves\":[{{{}\"x\":1}}]}}", filled_with("\"a\":1,")),
        ),
        (
            "forks",
            format!("{{\"moves\":[{{}},{}{{}}]}}", filled_with("{\"forks\":[[]]},")),
        ),
        (
            "nested forks",
            format!(
                "{{\"moves\":[{{}},{}{}]}}",
                nested_fork.repeat(depth),
                "]]}".repeat(depth)
            ),
        ),
        (
            "nested forks without an end",
            format!("{{\"moves\":[{{}},{}", nested_fork.repeat(depth)),
        ),
    ] {
        let start = Instant::now();
        let decoded = text::decode(text.as_bytes(), None);
        let jkf = Some(&notation::jkf::NOTATION);
        let count = notation::records(&decoded, jkf)
            .filter(|record| record.findings().len() < 20_000)
            .count();
        assert!(count > 0);
        assert!(
            start.elapsed() < Duration::from_mins(1),
            "{case}: {:?}",
            start.elapsed()
        );
        println!("{case}: {:?}", start.elapsed());
    }
}

#[test]
fn variations_may_be_nested_deeply() {
    // All moves differ, because equal moves would become one node.
    let open_levels = |levels: usize| {
        let level = |index: usize| {
            let [x, y, to] = [index % 9 + 1, index / 9 % 9 + 1, index / 81 % 9 + 1];
            format!(
                "{{\"move\":{{\"from\":{{\"x\":{x},\"y\":{y}}},\"to\":{{\"x\":{to},\"y\":6}}}},\"forks\":[["
            )
        };
        (0..levels).map(level).collect::<String>()
    };
    let text = format!(
        "{{\"moves\":[{{}},{}{{\"special\":\"x\"}}{}]}}",
        open_levels(200),
        "]]}".repeat(200)
    );
    let record = read(&text);
    assert_eq!(record.tree.len(), 202);
    assert_eq!(
        findings(&record),
        [
            "W unknown-terminal …[0].forks[0][0].forks[0][0].forks[0][0].forks[0][0].forks[0][0].forks[0][0].forks[0][0].forks[0][0].special"
        ]
    );
    let text = format!(
        "{{\"moves\":[{{}},{}{}]}}",
        open_levels(20_000),
        "]]}".repeat(20_000)
    );
    let record = read(&text);
    assert!(record.tree.len() > 700, "{}", record.tree.len());
    assert_eq!(findings(&record), [""; 0]);
    // The text after the syntax error is read as well.
    let complete_len = record.tree.len();
    let text = text.replacen("{},", "{} ", 1);
    let record = read(&text);
    assert_eq!(record.tree.len(), complete_len);
    assert_eq!(findings(&record), ["E unreadable-json ,"]);
}
