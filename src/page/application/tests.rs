use std::io::Write;

use super::*;

const GAME: &str =
    "手合割：平手\n先手：甲\n後手：乙\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 投了\n";
const FOUL: &str = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ５五歩打\n";

/// Returns the messages of an answer: the JSON and the bytes of each.
fn ask(application: &mut Application, request: &Value, bytes: &[u8]) -> Vec<(Value, Vec<u8>)> {
    let mut messages = Vec::new();
    application.answer(&request.to_string(), bytes.to_vec(), &mut |json, bytes| {
        messages.push((serde_json::from_slice(json).unwrap(), bytes.to_vec()));
    });
    messages
}

/// Returns the last message of an answer.
fn last(application: &mut Application, request: &Value, bytes: &[u8]) -> (Value, Vec<u8>) {
    ask(application, request, bytes).pop().unwrap()
}

/// Returns a tar with these files.
fn tar(files: &[(&str, &str)]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, text) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        builder.append_data(&mut header, name, text.as_bytes()).unwrap();
    }
    builder.into_inner().unwrap()
}

fn archive() -> Vec<u8> {
    let both = [GAME, FOUL].concat();
    tar(&[("a.kif", GAME), ("read.me", "no record"), ("b/c.kif", &both)])
}

#[test]
fn records_of_an_archive_are_checked_in_order() {
    let mut application = Application::new(Language::Japanese);
    let request = json!({ "do": "check", "path": "games.tar" });
    let messages = ask(&mut application, &request, &archive());
    let places: Vec<_> = messages.iter().filter_map(|(json, _)| json.get("at")).collect();
    assert_eq!(places, [&json!([1, 1]), &json!([3, 1]), &json!([3, 2])]);
    let (rows, _) = messages
        .iter()
        .find(|(json, _)| json.get("games").is_some())
        .unwrap();
    let paths: Vec<_> = rows["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["path"])
        .collect();
    assert_eq!(
        paths,
        ["games.tar!a.kif", "games.tar!b/c.kif", "games.tar!b/c.kif"]
    );
    assert_eq!(rows["places"], json!([[1, 1], [3, 1], [3, 2]]));
    assert_eq!(rows["findings"][2][0]["rule"], "drop-not-in-hand");
    let done = &messages.last().unwrap().0["done"];
    assert_eq!((&done["records"], &done["skipped"]), (&json!(3), &json!(1)));
}

#[test]
fn a_check_can_be_continued_after_a_record() {
    let mut application = Application::new(Language::English);
    let request = json!({ "do": "check", "path": "games.tar", "after": [3, 1] });
    let messages = ask(&mut application, &request, &archive());
    assert_eq!(messages[0].0, json!({ "at": [3, 2] }));
    assert_eq!(messages.last().unwrap().0["done"]["records"], 1);
    let request = json!({ "do": "check", "path": "games.tar", "after": [1, 1], "until": [3, 2] });
    let messages = ask(&mut application, &request, &archive());
    assert_eq!(messages[0].0, json!({ "at": [3, 1] }));
    assert_eq!(messages.last().unwrap().0["done"]["records"], 1);
}

#[test]
fn the_bytes_of_an_archive_are_kept_on_request() {
    let mut application = Application::new(Language::English);
    let request = json!({ "do": "check", "path": "games.tar", "keep": true });
    ask(&mut application, &request, &archive());
    let request = json!({ "do": "detail", "path": "games.tar", "at": [3, 2], "same": true });
    let (detail, _) = last(&mut application, &request, &[]);
    assert!(
        detail["moves"]["lines"][0]["m"]
            .as_str()
            .unwrap()
            // 7g7f and 3c3d as numbers of squares.
            .starts_with("[R:D")
    );
    ask(&mut application, &json!({ "do": "forget" }), &[]);
    let (answer, _) = last(&mut application, &request, &[]);
    assert_eq!(answer, json!({ "error": "the bytes of this file were not kept" }));
}

#[test]
fn settings_have_a_profile_and_rules_by_name() {
    let mut application = Application::new(Language::English);
    let (profiles, _) = last(&mut application, &json!({ "do": "profiles" }), &[]);
    let name = &profiles["profiles"][1]["name"];
    let toml = "ignore = [\"drop-not-in-hand\", \"nifu\"]\n";
    let settings =
        json!({ "do": "settings", "toml": toml, "options": { "profile": name, "severity": "error" } });
    assert_eq!(
        last(&mut application, &settings, &[]).0,
        json!({ "profile": name, "severity": "error", "config": [] })
    );
    let request = json!({ "do": "check", "path": "a.kif" });
    let messages = ask(&mut application, &request, FOUL.as_bytes());
    assert_eq!(messages[1].0["findings"], json!([[]]));
    let toml = "\"severity\" = \"warning\"\nprofile = 'textbook'\n";
    let stated = json!({ "do": "settings", "toml": toml });
    assert_eq!(
        last(&mut application, &stated, &[]).0,
        json!({ "profile": "textbook", "severity": "warning", "config": ["profile", "severity"] })
    );
    let settings = json!({ "do": "settings", "toml": "profil = 1\n", "options": { "severity": "error" } });
    let (answer, _) = last(&mut application, &settings, &[]);
    let error = answer["error"].as_str().unwrap();
    assert!(
        error.contains("kifu.toml:1:1") && error.contains("profil"),
        "{error}"
    );
}

#[test]
fn excluded_records_are_counted() {
    let mut application = Application::new(Language::English);
    let settings = json!({ "do": "settings", "options": { "where": "plies > 3" } });
    ask(&mut application, &settings, &[]);
    let (answer, _) = last(
        &mut application,
        &json!({ "do": "check", "path": "games.tar" }),
        &archive(),
    );
    assert_eq!(
        (&answer["done"]["records"], &answer["done"]["excluded"]),
        (&json!(0), &json!(3))
    );
}

#[test]
fn files_of_folders_are_chosen_as_by_the_command() {
    let mut application = Application::new(Language::English);
    let settings = json!({ "do": "settings", "toml": "exclude = [\"a/old\"]\next = [\"txt\"]\n" });
    ask(&mut application, &settings, &[]);
    let paths = [
        "a/b.kif",
        "a/b.txt",
        "a/b.md",
        "a/b.jpg",
        "a/.b.kif",
        "a/old/b.kif",
        "node_modules/b.kif",
        "a/b.zip",
    ];
    let (answer, _) = last(&mut application, &json!({ "do": "choose", "paths": paths }), &[]);
    assert_eq!(
        answer["chosen"],
        json!([true, true, true, false, false, false, false, true])
    );
}

#[test]
fn the_text_has_findings_with_offsets_in_utf_16() {
    let mut application = Application::new(Language::English);
    let text = GAME.replace("甲", "𠮷").replace('\n', "\r\n") + &FOUL.replace('\n', "\r\n");
    let (answer, _) = last(
        &mut application,
        &json!({ "do": "text", "path": "a.kif" }),
        text.as_bytes(),
    );
    assert_eq!(
        (&answer["encoding"], &answer["newline"]),
        (&json!("UTF-8"), &json!("crlf"))
    );
    let findings = answer["findings"].as_array().unwrap();
    let finding = findings
        .iter()
        .find(|finding| finding["rule"] == "drop-not-in-hand")
        .unwrap();
    let at = |index: usize| finding["range"][index].as_u64().unwrap() as usize;
    let units: Vec<_> = text.encode_utf16().collect();
    assert!(
        String::from_utf16(&units[at(0)..at(1)])
            .unwrap()
            .starts_with("５五歩打")
    );
    let request = json!({ "do": "text", "path": "a.kif", "at": [1, 2] });
    let (record, _) = last(&mut application, &request, text.as_bytes());
    assert!(
        record["text"]
            .as_str()
            .unwrap()
            .starts_with("手合割：平手\r\n   1")
    );
    assert_eq!(record["line"], 8);
}

#[test]
fn text_is_encoded_or_its_missing_characters_are_listed() {
    let mut application = Application::new(Language::English);
    let mut encode = |text: &str, encoding: &str| {
        let request =
            json!({ "do": "encode", "text": text, "encoding": encoding, "bom": true, "newline": "crlf" });
        last(&mut application, &request, &[])
    };
    assert_eq!(encode("歩\n", "Shift_JIS").1, b"\x95\xe0\r\n");
    assert_eq!(encode("a\n", "UTF-16LE").1, b"\xff\xfea\0\r\0\n\0");
    assert_eq!(encode("a", "UTF-8").1, b"\xef\xbb\xbfa");
    assert_eq!(encode("☗歩☗", "Shift_JIS").0, json!({ "missing": ["☗"] }));
}

#[test]
fn fixes_are_shown_as_differences() {
    let mut application = Application::new(Language::English);
    let text = GAME.replacen('：', ":", 1);
    let request = json!({ "do": "fix", "path": "a.kif", "unsafe": false });
    let messages = ask(&mut application, &request, text.as_bytes());
    let (answer, bytes) = &messages[0];
    assert_eq!(bytes, GAME.as_bytes());
    let diff = answer["diff"].as_str().unwrap();
    assert!(diff.contains("-手合割:平手\n+手合割：平手\n"), "{diff}");
    assert_eq!(
        (&answer["counts"]["fixed"], &answer["changed"]),
        (&json!(1), &json!(true))
    );
    let files = tar(&[("a.kif", GAME), ("b.kif", &text)]);
    let mut request = json!({ "do": "fix", "path": "games.tar" });
    let messages = ask(&mut application, &request, &files);
    let changed: Vec<_> = messages
        .iter()
        .filter_map(|(json, _)| json.get("changed"))
        .collect();
    assert_eq!(changed, [false, true]);
    request["at"] = json!([2, 1]);
    let messages = ask(&mut application, &request, &files);
    assert_eq!(messages[0].0["path"], "games.tar!b.kif");
}

#[test]
fn targets_have_losses_or_a_reason() {
    let mut application = Application::new(Language::English);
    let text = GAME.replace("   2 ３四歩(33)\n", "   2 ３四歩(33)\n&mark\n");
    let request = json!({ "do": "targets", "path": "a.kif", "at": [1, 1] });
    let (answer, _) = last(&mut application, &request, text.as_bytes());
    let targets = answer["targets"].as_array().unwrap();
    let target = |name: &str| targets.iter().find(|target| target["name"] == name).unwrap();
    assert_eq!(target("kif")["losses"], json!([]));
    assert!(target("usi")["losses"].as_array().unwrap().len() > 1);
    let text = GAME.replace("   2 ３四歩(33)\n", "   2 ３四歩(33)\nまで1手で後手の勝ち\n");
    let (answer, _) = last(
        &mut application,
        &json!({ "do": "write", "path": "a.kif", "target": "usen" }),
        text.as_bytes(),
    );
    let losses = answer["losses"].as_array().unwrap();
    let claim = losses.iter().find(|loss| loss["kind"] == "claim").unwrap();
    assert_eq!(claim["name"], "contradictory result lines");
    assert_eq!(claim["example"], "まで1手で後手の勝ち");
    assert_eq!(
        claim["words"],
        "1 contradictory result line (まで1手で後手の勝ち)"
    );
    let (answer, _) = last(&mut application, &request, FOUL.as_bytes());
    let kinds = answer["targets"].as_array().unwrap().iter();
    assert!(
        kinds
            .clone()
            .all(|target| target["losses"].is_array() != target["reason"].is_string())
    );
    let request = json!({ "do": "write", "path": "a.kif", "target": "csa", "newline": "crlf" });
    let (answer, bytes) = last(&mut application, &request, GAME.as_bytes());
    assert_eq!(answer["extension"], "csa");
    assert!(String::from_utf8(bytes).unwrap().contains("+7776FU\r\n"));
}

#[test]
fn converted_files_have_the_names_of_the_command() {
    let mut application = Application::new(Language::English);
    ask(
        &mut application,
        &json!({ "do": "begin-conversion", "target": "csa" }),
        &[],
    );
    let messages = ask(
        &mut application,
        &json!({ "do": "convert", "path": "games.tar" }),
        &archive(),
    );
    let names: Vec<_> = messages.iter().filter_map(|(json, _)| json.get("name")).collect();
    assert_eq!(
        names,
        [
            "games.tar/a.csa",
            "games.tar/b/c-001.csa",
            "games.tar/b/c-002.csa"
        ]
    );
    // The second file with the same name gets another one.
    let messages = ask(
        &mut application,
        &json!({ "do": "convert", "path": "games.tar" }),
        &archive(),
    );
    assert_eq!(messages[0].0["name"], "games.tar/a.kif.csa");
}

#[test]
fn a_report_can_be_written_in_parts() {
    let mut application = Application::new(Language::English);
    let begin = json!({ "do": "begin-report", "format": "jsonl" });
    assert_eq!(
        last(&mut application, &begin, &[]).0,
        json!({ "extension": "jsonl" })
    );
    let mut parts = Vec::new();
    for path in ["a.kif", "b.kif"] {
        let (_, part) = last(
            &mut application,
            &json!({ "do": "add-to-report", "path": path }),
            GAME.as_bytes(),
        );
        parts.extend(part);
    }
    parts.extend(last(&mut application, &json!({ "do": "end-report" }), &[]).1);
    let lines: Vec<_> = parts
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .collect();
    assert_eq!(lines.len(), 2);
    let (answer, _) = last(&mut application, &json!({ "do": "end-report" }), &[]);
    assert_eq!(answer, json!({ "error": "nothing was begun" }));
}

#[test]
fn all_lines_comments_and_headers_of_a_game_are_shown() {
    let lines = |count, line: &dyn Fn(usize) -> String| (0..count).map(line).collect::<Vec<_>>().concat();
    let headers = lines(300, &|at| format!("見出し{at}：値\n"));
    let comment = "長".repeat(30_000);
    let text = format!("{headers}手合割：平手\n*{comment}\n1 ７六歩(77)\n");
    let mut application = Application::new(Language::Japanese);
    let request = json!({ "do": "detail", "path": "a.kif", "at": [1, 1] });
    let (game, _) = last(&mut application, &request, text.as_bytes());
    assert_eq!(game["details"]["h"].as_array().unwrap().len(), 301);
    let shown = game["comments"]["c"][0][2].as_str().unwrap();
    assert_eq!(shown.chars().count(), 30_000);
    let king_moves = ["５八玉(59)", "５二玉(51)", "５九玉(58)", "５一玉(52)"];
    let moves = lines(30_000, &|at| format!("{} {}\n", at + 1, king_moves[at % 4]));
    let variations = lines(600, &|at| {
        let ply = 1000 - at;
        format!("変化：{ply}手\n{ply} {}\n", ["３四歩(33)", "７六歩(77)"][ply % 2])
    });
    let text = format!("手合割：平手\n{moves}{variations}");
    let (game, _) = last(&mut application, &request, text.as_bytes());
    assert!(game["moves"].get("cut").is_none());
    assert_eq!(game["moves"]["lines"].as_array().unwrap().len(), 601);
    let main_line = game["moves"]["lines"][0]["m"].as_str().unwrap();
    assert_eq!(main_line.len(), 60_000);
}

#[test]
fn files_that_the_page_cannot_read_are_in_the_report() {
    let mut application = Application::new(Language::English);
    for (format, expected) in [("sarif", "it is gone"), ("html", "Unreadable files")] {
        last(
            &mut application,
            &json!({ "do": "begin-report", "format": format }),
            &[],
        );
        let request = json!({ "do": "add-unreadable", "path": "b.kif", "reason": "it is gone" });
        let (_, mut text) = last(&mut application, &request, &[]);
        text.extend(last(&mut application, &json!({ "do": "end-report" }), &[]).1);
        let text = String::from_utf8(text).unwrap();
        assert!(text.contains(expected), "{format}");
    }
}

#[test]
fn a_file_of_another_program_in_a_folder_is_left_out() {
    let mut application = Application::new(Language::English);
    let package = br#"{"name": "shogi", "version": "1.0.0"}"#;
    for (path, is_found, is_left_out) in [
        ("a/package.json", true, true),
        ("package.json", false, false),
        ("a/game.kif", true, false),
    ] {
        let request = json!({ "do": "check", "path": path, "found": is_found });
        let (answer, _) = last(&mut application, &request, package);
        assert_eq!(answer.get("foreign").is_some(), is_left_out, "{path}: {answer}");
    }
}

#[test]
fn archives_inside_archives_are_read() {
    let mut inner = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    inner.write_all(&archive()).unwrap();
    let mut application = Application::new(Language::English);
    let mut builder = tar::Builder::new(Vec::new());
    let bytes = inner.finish().unwrap();
    let mut header = tar::Header::new_gnu();
    header.set_size(bytes.len() as u64);
    builder.append_data(&mut header, "in.tgz", &*bytes).unwrap();
    let outer = builder.into_inner().unwrap();
    let messages = ask(
        &mut application,
        &json!({ "do": "check", "path": "out.tar" }),
        &outer,
    );
    assert_eq!(messages.last().unwrap().0["done"]["records"], 3);
    // The place of a record in a nested archive can be found again.
    let (rows, _) = messages
        .iter()
        .find(|(json, _)| json.get("games").is_some())
        .unwrap();
    let request = json!({ "do": "detail", "path": "out.tar", "at": rows["places"][2] });
    let (detail, _) = last(&mut application, &request, &outer);
    assert_eq!(detail["moves"]["lines"].as_array().unwrap().len(), 1);
}

/// Files with equal names, and damaged files, are found by their number.
#[test]
fn files_of_an_archive_are_found_by_their_number() {
    let mut application = Application::new(Language::English);
    let files = tar(&[
        ("a.kif", GAME),
        ("read.me", ""),
        ("a.kif", FOUL),
        ("b.kif", "no record"),
    ]);
    let mut text_of = |number: usize| {
        let request = json!({ "do": "text", "path": "games.tar", "at": [number, 0] });
        let mut answer = None;
        application.answer(&request.to_string(), files.clone(), &mut |json, _| {
            let json: Value = serde_json::from_slice(json).unwrap();
            answer = json["text"].as_str().map(str::to_owned);
        });
        answer
    };
    let texts = [1, 3, 4, 5].map(&mut text_of);
    let expected = [Some(GAME), Some(FOUL), Some("no record"), None];
    assert_eq!(texts, expected.map(|text| text.map(str::to_owned)));
}

#[test]
fn invalid_requests_are_answered_with_an_error() {
    let mut application = Application::new(Language::Japanese);
    for request in [
        "",
        "{}",
        r#"{"do": "fly"}"#,
        r#"{"do": "detail", "path": "a.kif", "at": [2, 1]}"#,
    ] {
        let mut errors = 0;
        application.answer(request, Vec::new(), &mut |json, _| {
            let answer: Value = serde_json::from_slice(json).unwrap();
            errors += usize::from(answer["error"].is_string());
        });
        assert_eq!(errors, 1, "{request}");
    }
}

#[test]
fn records_are_compared_with_a_sheet() {
    const SHEET: &str = "round,black,white,result\n1,甲,乙,0-1\n1,甲,丙,1-0\n2,甲,丁,1-0\n2,乙,丙,1-0\n";
    let mut application = Application::new(Language::English);
    let mut ask = |action: &str, path: &str, bytes: &[u8]| {
        last(&mut application, &json!({ "do": action, "path": path }), bytes).0
    };
    assert_eq!(ask("begin-comparison", "", b""), json!({}));
    assert_eq!(ask("add-sheet", "results.csv", SHEET.as_bytes()), json!({}));
    let refused = ask("add-sheet", "other.csv", b"a,b\n1,2\n");
    assert!(
        refused["error"]
            .as_str()
            .unwrap()
            .starts_with("no columns for the players")
    );
    let games = tar(&[("a.kif", GAME), ("b.kif", &GAME.replace('乙', "丙"))]);
    assert_eq!(ask("compare", "games.tar", &games), json!({}));
    let compared = ask("end-comparison", "", b"");
    let found = compared["found"].as_array().unwrap();
    assert_eq!(
        (found.len(), &found[0]["path"], &found[0]["at"]),
        (1, &json!("games.tar!a.kif"), &json!([1, 1]))
    );
    let finding = &found[0]["found"][0];
    assert_eq!(
        (&finding["rule"], &finding["with"]),
        (&json!("sheet-result-differs"), &json!([["results.csv", 0, 2]]))
    );
    let sheets = compared["sheets"].as_array().unwrap();
    assert_eq!((sheets.len(), &sheets[0]["path"]), (1, &json!("results.csv")));
    let places: Vec<_> = sheets[0]["found"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (&it["rule"], &it["at"]))
        .collect();
    let expected = [
        (&json!("sheet-player-unknown"), &json!([4, 5])),
        (&json!("sheet-game-missing"), &json!([5, 3])),
    ];
    assert_eq!(places, expected);
    assert!(ask("end-comparison", "", b"")["error"].is_string());
}

#[test]
fn qr_codes_have_the_marks_of_three_corners() {
    let mut application = Application::new(Language::English);
    let mut ask = |text: &str| last(&mut application, &json!({ "do": "code", "text": text }), b"").0;
    for (text, width) in [("https://example.org/#g=a", 25), (&"x".repeat(1500), 129)] {
        let answer = ask(text);
        let rows: Vec<_> = answer["rows"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row.as_str().unwrap())
            .collect();
        assert_eq!((rows.len(), rows[0].len()), (width, width));
        assert!(rows[0].starts_with("11111110") && rows[0].ends_with("01111111"));
        assert!(rows[width - 1].starts_with("11111110") && rows[7].starts_with("00000000"));
    }
    assert!(ask(&"x".repeat(3000))["error"].is_string());
}
