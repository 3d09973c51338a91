//! Output formats of `kifu validate`.

use serde_json::Value;

use super::{Archive, CLEAN, CSA, NIFU, NO_MOVES};

#[test]
fn objects_have_the_keys_of_the_schema() {
    let archive = Archive::new(&[("a/nifu.kif", NIFU.as_bytes()), ("b.csa", CSA.as_bytes())]);
    let outcome = archive.run(&["validate", ".", "--format", "jsonl"]);
    let keys_in_order = [
        "schema", "path", "record", "format", "game", "profile", "encoding", "plies", "end", "stated",
        "verdict", "findings",
    ];
    for line in outcome.stdout.lines() {
        let positions = keys_in_order.map(|key| line.find(&format!("\"{key}\":")).expect(key));
        assert!(positions.is_sorted(), "{line}");
    }
    let objects = outcome.objects();
    assert_eq!(objects[0]["path"], "./a/nifu.kif");
    assert_eq!(objects[0]["encoding"], "UTF-8");
    assert_eq!(
        (&objects[0]["game"], &objects[0]["profile"]),
        (&Value::from("shogi"), &Value::from("jsa-amateur"))
    );
    let csa_profile = archive.run(&["validate", "b.csa", "--format", "jsonl", "--profile", "csa"]);
    assert_eq!(csa_profile.objects()[0]["profile"], "csa");
    assert_eq!(
        (&objects[0]["plies"], &objects[0]["end"]),
        (&Value::from(9), &Value::from("other"))
    );
    assert_eq!(
        (&objects[0]["stated"], &objects[0]["verdict"]),
        (&Value::from("white"), &Value::from("white"))
    );
    let finding = objects[0]["findings"][0].as_object().unwrap();
    let mut keys: Vec<_> = finding.keys().map(String::as_str).collect();
    keys.sort_unstable();
    let mut expected = vec![
        "rule",
        "severity",
        "ply",
        "line",
        "column",
        "byte",
        "side",
        "move",
        "sfen",
        "message",
        "after_foul",
    ];
    expected.sort_unstable();
    assert_eq!(keys, expected);
    let values = ["rule", "ply", "line", "column", "side", "move"].map(|key| finding[key].to_string());
    assert_eq!(values, [r#""nifu""#, "9", "10", "6", r#""black""#, r#""P*9e""#]);
    assert_eq!(objects[1]["findings"], Value::from(Vec::<Value>::new()));

    let array = archive.run(&["validate", ".", "--format", "json"]);
    assert_eq!(
        serde_json::from_str::<Value>(&array.stdout).unwrap(),
        Value::from(objects)
    );
    let no_records = archive.run_with_input(&["validate", "--files-from", "-", "--format", "json"], b"");
    assert_eq!(
        serde_json::from_str::<Value>(&no_records.stdout).unwrap(),
        Value::from(Vec::<Value>::new())
    );
}

#[test]
fn a_table_has_a_header_and_a_row_per_finding() {
    let archive = Archive::new(&[("a.kif", NIFU.as_bytes()), ("b.kif", CLEAN.as_bytes())]);
    let outcome = archive.run(&["validate", ".", "--format", "csv"]);
    let mut lines = outcome.stdout.lines();
    assert_eq!(
        lines.next(),
        Some(
            "path,record,variation,rule,severity,ply,side,move,line,column,black,white,event,date,message,cause,consequence"
        )
    );
    assert!(
        lines
            .next()
            .unwrap()
            .starts_with("./a.kif,1,,nifu,error,9,black,P*9e,10,6,"),
        "{outcome:?}"
    );
    assert!(lines.all(|line| line.starts_with("./a.kif,")), "{outcome:?}");
}

#[test]
fn text_output_shows_the_line_and_the_token() {
    let archive = Archive::new(&[("nifu.kif", NIFU.as_bytes())]);
    let outcome = archive.run(&["validate", "nifu.kif", "--select", "nifu"]);
    let lines: Vec<_> = outcome.stdout.lines().collect();
    assert!(lines[0].starts_with("error[nifu]: "), "{outcome:?}");
    assert_eq!(lines[1], "  --> nifu.kif:10:6 (record 1, ply 9, Black)");
    assert_eq!(lines[2..5], ["   |", "10 |    9 ９五歩打", "   |      ^^^^^^^^"]);
    assert!(lines.contains(&"   = help: kifu rules nifu"), "{outcome:?}");
    let coloured = archive.run(&["validate", "nifu.kif", "--color", "always"]);
    assert!(coloured.stdout.contains("\x1B[") && !outcome.stdout.contains('\x1B'));
    let json_lines = archive.run(&[
        "validate", "nifu.kif", "--color", "always", "--format", "jsonl", "-q",
    ]);
    assert!(!json_lines.stdout.contains("\x1B["));
}

#[cfg(unix)]
#[test]
fn control_sequences_in_files_and_names_are_escaped() {
    let name = "\x1B[2Jx\u{202E}.kif";
    let text = "手合割：\x1B[31m平手\n   1 ７六歩(77)\n   2 \x1B[2J３四歩\n";
    let archive = Archive::new(&[(name, text.as_bytes())]);
    for format in ["text", "concise"] {
        let outcome = archive.run(&["validate", ".", "-v", "--format", format]);
        assert!(outcome.stdout.contains("␛[2J"), "{outcome:?}");
        let all_output = outcome.stdout + &outcome.stderr;
        assert!(!all_output.contains(['\x1B', '\u{202E}']), "{all_output:?}");
    }
}

#[test]
fn rules_are_selected_by_name() {
    let archive = Archive::new(&[("nifu.kif", NIFU.as_bytes()), ("none.kif", NO_MOVES.as_bytes())]);
    let reported_rules = |option: &[&str]| {
        archive
            .run(&[&["validate", ".", "--format", "jsonl"], option].concat())
            .rules()
    };
    let all_rules = reported_rules(&[]);
    assert!(
        ["nifu", "no-moves"]
            .iter()
            .all(|&word| all_rules.iter().any(|rule| rule == word)),
        "{all_rules:?}"
    );
    assert_eq!(reported_rules(&["--select", "nifu"]), ["nifu"]);
    assert_eq!(
        reported_rules(&["--select", "no-moves,nifu", "--ignore", "nifu"]),
        ["no-moves"]
    );
    assert!(!reported_rules(&["--ignore", "nifu"]).contains(&"nifu".to_owned()));
}

#[test]
fn statistics_are_only_in_text_output() {
    let archive = Archive::new(&[("1.kif", NIFU.as_bytes()), ("2.kif", NIFU.as_bytes())]);
    let validate = |format| {
        archive.run(&[
            "validate",
            ".",
            "--select",
            "nifu",
            "--statistics",
            "--format",
            format,
        ])
    };
    let text = validate("text").stdout;
    assert!(text.lines().last().unwrap().starts_with("2  nifu  "), "{text}");
    let json_lines = validate("jsonl");
    assert_eq!(json_lines.objects().len(), 2);
    assert!(json_lines.stderr.contains("2  nifu  "), "{json_lines:?}");
}
