use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::super::Application;
use super::*;
use crate::text::decode;

const KIF: &str = "手合割：平手　　\n先手：甲\n後手：\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:01/00:00:01)\n*first\n   2 ３四歩(33)   ( 0:02/00:00:02)\n   3 投了         ( 0:03/00:00:04)\nまで2手で後手の勝ち\n";
const KI2: &str = "先手：甲\n後手：乙\n\n▲７六歩    △３四歩    ▲２六歩\nまで3手で中断\n";
const CSA: &str = "V2.2\nN+A\nPI\n+\n+7776FU\nT1\n-3334FU\n%TORYO\n";

fn ask(request: &Value, bytes: &[u8]) -> (Value, Vec<u8>) {
    let mut last = (Value::Null, Vec::new());
    Application::new(Language::English).answer(&request.to_string(), bytes.to_vec(), &mut |json, bytes| {
        last = (serde_json::from_slice(json).unwrap(), bytes.to_vec());
    });
    last
}

/// Returns a text after the edits of an answer.
fn edited(text: &str, answer: &Value) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    let (mut out, mut at) = (String::new(), 0);
    for edit in answer["edits"].as_array().unwrap() {
        let [from, to] = [0, 1].map(|index| edit[index].as_u64().unwrap() as usize);
        out += &String::from_utf16(&units[at..from]).unwrap();
        out += edit[2].as_str().unwrap();
        at = to;
    }
    out + &String::from_utf16(&units[at..]).unwrap()
}

/// Returns the answer to a request for a change, and the text after it.
fn change(path: &str, text: &str, place: [u64; 3], change: &Value) -> Result<(String, Value), String> {
    let [record, line, ply] = place;
    let request =
        json!({ "do": "edit", "path": path, "at": [1, record], "line": line, "ply": ply, "change": change });
    let (answer, _) = ask(&request, text.as_bytes());
    match answer["error"].as_str() {
        Some(error) => Err(error.to_owned()),
        None if answer["illegal"].is_array() => Err(answer["illegal"].to_string()),
        None => Ok((edited(text, &answer), answer["place"].clone())),
    }
}

/// Changes of a header, a result, a comment and a move: the path, the text, the ply, the change, and the changed part before and after it.
const CHANGES: &[(&str, &str, u64, &str, &str, &str)] = &[
    (
        "a.kif",
        KIF,
        0,
        r#"{"header":["white","乙"]}"#,
        "後手：\n",
        "後手：乙\n",
    ),
    (
        "a.kif",
        KIF,
        0,
        r#"{"header":["event","大会"]}"#,
        "手合割",
        "棋戦：大会\n手合割",
    ),
    (
        "a.kif",
        KIF,
        0,
        r#"{"header":["black",""]}"#,
        "先手：甲\n",
        "先手：\n",
    ),
    (
        "a.kif",
        KIF,
        1,
        r#"{"comment":"one\ntwo"}"#,
        "*first\n",
        "*one\n*two\n",
    ),
    ("a.kif", KIF, 1, r#"{"comment":""}"#, "*first\n", ""),
    (
        "a.kif",
        KIF,
        0,
        r#"{"comment":"start"}"#,
        "消費時間--\n",
        "消費時間--\n*start\n",
    ),
    (
        "a.kif",
        KIF,
        2,
        r#"{"comment":"two"}"#,
        "   3 投了",
        "*two\n   3 投了",
    ),
    (
        "a.kif",
        KIF,
        0,
        r#"{"result":"timeout"}"#,
        "投了         ( 0:03/00:00:04)\nまで2手で後手の勝ち",
        "切れ負け     ( 0:03/00:00:04)\nまで2手で時間切れにより後手の勝ち",
    ),
    (
        "a.kif",
        KIF,
        0,
        r#"{"result":null}"#,
        "   3 投了         ( 0:03/00:00:04)\nまで2手で後手の勝ち\n",
        "",
    ),
    (
        "a.kif",
        KIF,
        1,
        r#"{"move":["84歩",false]}"#,
        "( 0:02/00:00:02)\n   3 投了         ( 0:03/00:00:04)\nまで2手で後手の勝ち\n",
        "( 0:02/00:00:02)+\n   3 投了         ( 0:03/00:00:04)\nまで2手で後手の勝ち\n\n変化：2手\n   2 ８四歩(83)\n",
    ),
    (
        "a.ki2",
        KI2,
        0,
        r#"{"header":["date","2024/01/02"]}"#,
        "先手",
        "開始日時：2024/01/02\n先手",
    ),
    (
        "a.ki2",
        KI2,
        1,
        r#"{"comment":"one"}"#,
        "▲７六歩    △",
        "▲７六歩\n*one\n△",
    ),
    ("a.ki2", KI2, 3, r#"{"result":"resign"}"#, "中断", "先手の勝ち"),
    (
        "a.csa",
        CSA,
        0,
        r#"{"header":["date","2024年1月2日"]}"#,
        "PI",
        "$START_TIME:2024/01/02\nPI",
    ),
    ("a.csa", CSA, 1, r#"{"comment":"one"}"#, "T1\n", "T1\n'*one\n"),
    ("a.csa", CSA, 1, r#"{"header":["black",""]}"#, "N+A\n", ""),
    ("a.csa", CSA, 0, r#"{"result":"interrupt"}"#, "%TORYO", "%CHUDAN"),
    (
        "a.csa",
        "PI\n+\n+7776FU,T1\n",
        1,
        r#"{"move":["3c3d",false]}"#,
        "T1\n",
        "T1\n-3334FU\n",
    ),
    (
        "a.csa",
        "PI\n+\n+7776FU",
        1,
        r#"{"result":"resign"}"#,
        "FU",
        "FU\n%TORYO",
    ),
];

#[test]
fn changes_of_each_format_have_the_form_of_its_writer() {
    for &(path, text, ply, requested, from, to) in CHANGES {
        let request = serde_json::from_str(requested).unwrap();
        let made = change(path, text, [1, 0, ply], &request).map(|(text, _)| text);
        assert_eq!(made, Ok(text.replacen(from, to, 1)), "{path} {requested}");
    }
}

#[test]
fn moves_are_added_at_the_end_of_a_line() {
    let kif = "手合割：平手\n手数----指手--\n";
    let mut text = kif.to_owned();
    for (ply, (typed, line)) in [
        ("76歩", "   1 ７六歩(77)\n"),
        ("３四歩", "   2 ３四歩(33)\n"),
        ("8h2b+", "   3 ２二角成(88)\n"),
        ("同銀", "   4 同　銀(31)\n"),
        ("B*5e", "   5 ５五角打\n"),
        ("P-4d", "   6 ４四歩(43)\n"),
        ("5544KA", "   7 同　角(55)\n"),
    ]
    .into_iter()
    .enumerate()
    {
        let (next, place) = change(
            "a.kif",
            &text,
            [1, 0, ply as u64],
            &json!({ "move": [typed, false] }),
        )
        .unwrap();
        assert_eq!(next, text.clone() + line, "{typed}");
        assert_eq!(place, json!({ "line": 0, "ply": ply + 1 }));
        text = next;
    }
    let known = change("a.kif", &text, [1, 0, 1], &json!({ "move": ["34歩", false] })).unwrap();
    assert_eq!(known, (text.clone(), json!({ "line": 0, "ply": 2 })));
    let ki2 = "先手：甲\n後手：乙\n";
    let (one, _) = change("a.ki2", ki2, [1, 0, 0], &json!({ "move": ["76歩", false] })).unwrap();
    let (two, _) = change("a.ki2", &one, [1, 0, 1], &json!({ "move": ["34歩", false] })).unwrap();
    assert_eq!(two, format!("{ki2}▲７六歩    △３四歩\n"));
}

#[test]
fn variations_belong_to_the_line_of_their_ply() {
    let kif = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n\n変化：2手\n   2 ８四歩(83)\n   3 ２六歩(27)\n";
    let (text, place) = change("a.kif", kif, [1, 0, 2], &json!({ "move": ["66歩", false] })).unwrap();
    assert_eq!(
        text,
        kif.replacen("２六歩(27)\n", "２六歩(27) +\n", 1)
            .replace("変化：2手", "変化：3手\n   3 ６六歩(67)\n\n変化：2手")
    );
    assert_eq!(place, json!({ "line": 1, "ply": 3 }));
    let (text, place) = change("a.kif", kif, [1, 1, 3], &json!({ "move": ["85歩", false] })).unwrap();
    assert_eq!(text, format!("{kif}   4 ８五歩(84)\n"));
    assert_eq!(place, json!({ "line": 1, "ply": 4 }));
}

#[test]
fn an_illegal_move_is_added_only_on_request() {
    let kif = "手合割：平手\n手数----指手--\n";
    let illegal = change("a.kif", kif, [1, 0, 0], &json!({ "move": ["7g7e", false] })).unwrap_err();
    assert!(
        illegal.contains("illegal-piece-move") || illegal.contains("rule"),
        "{illegal}"
    );
    let (text, _) = change("a.kif", kif, [1, 0, 0], &json!({ "move": ["7g7e", true] })).unwrap();
    assert_eq!(text, format!("{kif}   1 ７五歩(77)\n"));
    let error =
        |typed: &str| change("a.kif", kif, [1, 0, 0], &json!({ "move": [typed, false] })).unwrap_err();
    assert!(
        error("58金").contains("4i, 6i") || error("58金").contains("6i, 4i"),
        "{}",
        error("58金")
    );
    assert!(error("75銀").contains("write both squares"));
    assert!(error("hello").contains("not a move"));
}

#[test]
fn changes_that_a_format_cannot_express_are_refused() {
    let jkf = r#"{"header":{"先手":"甲"},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"color":0,"piece":"FU"}}]}"#;
    for (path, text, ply, requested, expected) in [
        (
            "a.jkf",
            jkf,
            0,
            json!({ "header": ["black", "乙"] }),
            "convert the record to KIF",
        ),
        (
            "a.csa",
            CSA,
            0,
            json!({ "move": ["26歩", false] }),
            "CSA has no variations",
        ),
        ("a.csa", CSA, 0, json!({ "result": "sealed" }), "sealed"),
        ("a.csa", CSA, 0, json!({ "header": ["date", "spring"] }), "date"),
        (
            "a.kif",
            KIF,
            0,
            json!({ "header": ["black", "甲\n後手：丙"] }),
            "one line",
        ),
        ("a.kif", KIF, 9, json!({ "comment": "x" }), "no such record"),
        (
            "a.kif",
            "手合割：平手\n1 ７六歩(77)\nまで1手で中断\n",
            1,
            json!({ "move": ["34歩", false] }),
            "remove the result",
        ),
        (
            "a.kif",
            KIF,
            0,
            json!({ "move": ["5e5d", false] }),
            "there is no piece",
        ),
        // The reason in a line with the result is a comment that is not on a line of its own.
        (
            "a.kif",
            "手合割：平手\n1 ７六歩(77)\nまで1手で中断（雨）\n",
            1,
            json!({ "comment": "x" }),
            "edit the text",
        ),
    ] {
        let error = change(path, text, [1, 0, ply], &requested).unwrap_err();
        assert!(error.contains(expected), "{path} {requested}: {error}");
    }
    // A bare value of a header that would be read as something else is refused.
    let form = ask(
        &json!({ "do": "form", "path": "a.jkf", "at": [1, 1] }),
        jkf.as_bytes(),
    )
    .0;
    assert!(form["error"].is_string(), "{form}");
}

#[test]
fn a_form_has_the_values_of_a_ply() {
    let (form, _) = ask(
        &json!({ "do": "form", "path": "a.kif", "at": [1, 1], "ply": 1 }),
        KIF.as_bytes(),
    );
    assert_eq!(
        form["headers"],
        json!({ "black": "甲", "white": "", "event": "", "date": "", "site": "" })
    );
    assert_eq!(
        (&form["result"], &form["comment"]),
        (&json!("resign"), &json!("first"))
    );
    assert_eq!(form["legal"].as_array().unwrap().len(), 30);
    let names = |form: &Value| form["results"].as_array().unwrap().len();
    let (of_csa, _) = ask(
        &json!({ "do": "form", "path": "a.csa", "at": [1, 1] }),
        CSA.as_bytes(),
    );
    assert!(
        names(&form) > names(&of_csa) && names(&of_csa) > 8,
        "{form} {of_csa}"
    );
}

// The property: a change of any record changes nothing else. JKF has all parts of a record in one value.

/// Returns a record in JKF; `None` if it cannot be converted.
fn jkf(path: &str, text: &str, record: u64) -> Option<Value> {
    let request = json!({ "do": "write", "path": path, "at": [1, record], "target": "jkf" });
    let (answer, bytes) = ask(&request, &[b"\xef\xbb\xbf", text.as_bytes()].concat());
    (answer["reason"].is_null() && answer["error"].is_null()).then(|| serde_json::from_slice(&bytes).unwrap())
}

/// Returns the content of a record without a part.
fn without(mut jkf: Value, part: &str, ply: u64) -> Value {
    let moves = jkf["moves"].as_array_mut().unwrap();
    match part {
        "header" => {
            jkf["header"]
                .as_object_mut()
                .unwrap()
                .retain(|name, _| name != "棋戦");
        }
        "comment" => {
            moves[ply as usize].as_object_mut().unwrap().remove("comments");
        }
        "result" => {
            while moves.last().is_some_and(|it| it.get("special").is_some()) {
                moves.pop();
            }
        }
        _ => {
            let next = ply as usize + 1;
            let forks = moves.get_mut(next).and_then(|it| it.get_mut("forks"));
            let Some(forks) = forks.and_then(Value::as_array_mut) else {
                moves.pop();
                return jkf;
            };
            forks.pop();
            if forks.is_empty() {
                moves[next].as_object_mut().unwrap().remove("forks");
            }
        }
    }
    jkf
}

/// The changes that are tried on each record, each with its part and its ply.
fn tried_changes(path: &str, jkf: &Value, form: &Value) -> Vec<(&'static str, u64, Value)> {
    let moves = jkf["moves"].as_array().unwrap();
    let last = moves
        .iter()
        .rposition(|it| it.get("special").is_none())
        .unwrap_or(0) as u64;
    let other = if form["result"] == "interrupt" {
        "resign"
    } else {
        "interrupt"
    };
    let mut tried = vec![
        ("header", 0, json!({ "header": ["event", "新しい大会"] })),
        ("header", 0, json!({ "header": ["event", ""] })),
        ("result", 0, json!({ "result": other })),
        ("comment", 0, json!({ "comment": "一\n二" })),
        ("comment", last / 2, json!({ "comment": "一\n\n二" })),
        ("comment", last, json!({ "comment": "終" })),
    ];
    let is_at_end = last as usize + 1 == moves.len();
    if !path.ends_with("csa") || is_at_end {
        tried.push(("move", last, json!({})));
    }
    if !path.ends_with("csa") && last > 1 {
        tried.push(("move", last / 2, json!({})));
    }
    tried
}

#[test]
fn a_change_of_a_record_of_the_fixtures_changes_nothing_else() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    // The numbers of changes that were made and refused, by part.
    let mut counts: BTreeMap<&str, [u32; 2]> = BTreeMap::new();
    let mut refused = Vec::new();
    for folder in ["kif", "ki2", "csa", "convert", "same", "fix", "tournament"] {
        for path in files(&root.join(folder)) {
            let bytes = fs::read(&path).unwrap();
            let name = path.file_name().unwrap().to_str().unwrap();
            let text = decode(&bytes, None).as_str().replace("\r\n", "\n");
            let Some(before) = jkf(name, &text, 1) else {
                continue;
            };
            let (form, _) = ask(
                &json!({ "do": "form", "path": name, "at": [1, 1] }),
                text.as_bytes(),
            );
            if form["error"].is_string() {
                continue;
            }
            for (part, ply, mut requested) in tried_changes(name, &before, &form) {
                if part == "move" {
                    let at = json!({ "do": "form", "path": name, "at": [1, 1], "ply": ply });
                    let (form, _) = ask(&at, text.as_bytes());
                    let known = before["moves"][ply as usize + 1]["move"].clone();
                    let Some(mv) = unknown_move(&form, &known) else {
                        continue;
                    };
                    requested = json!({ "move": [mv, false] });
                }
                let count = counts.entry(part).or_default();
                let after = match change(name, &text, [1, 0, ply], &requested) {
                    Ok((after, _)) => after,
                    // A move after the result would contradict it.
                    Err(why) if part == "move" && why.contains("remove the result") => continue,
                    Err(why) => {
                        count[1] += 1;
                        // A result that contradicts the moves can only be corrected in the text.
                        let has_wrong_result = part == "result" && form["result"].is_null();
                        if folder == "tournament" && !has_wrong_result {
                            refused.push(format!("{} {requested}: {why}", path.display()));
                        }
                        continue;
                    }
                };
                count[0] += 1;
                let now = jkf(name, &after, 1).unwrap_or_else(|| panic!("{name} {requested}\n{after}"));
                let same = if after == text {
                    now.clone()
                } else {
                    without(now.clone(), part, ply)
                };
                let expected = if after == text || part == "move" {
                    before.clone()
                } else {
                    without(before.clone(), part, ply)
                };
                assert_eq!(same, expected, "{name} {requested}\n{after}");
                assert!(part != "comment" || now != before, "{name} {requested}");
            }
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
    for (part, [made, refused]) in &counts {
        assert!(
            *made > 50 && refused * 5 < *made,
            "{part}: {made} made, {refused} refused"
        );
    }
}

/// Returns the files in a folder and its folders, in order.
fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    let mut entries: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            found.extend(files(&entry));
        } else if entry.extension().is_some_and(|it| {
            ["kif", "kifu", "ki2", "ki2u", "csa"]
                .iter()
                .any(|known| it == *known)
        }) {
            found.push(entry);
        }
    }
    found
}

/// Returns a legal move of a form that is not the next move of the record.
fn unknown_move(form: &Value, known: &Value) -> Option<String> {
    let to = &known["to"];
    let known_to = to.is_object().then(|| {
        let rank = char::from(b'a' + to["y"].as_u64().unwrap() as u8 - 1);
        format!("{}{rank}", to["x"])
    });
    let legal = form["legal"].as_array()?.iter().filter_map(Value::as_str);
    let mut others = legal.filter(|mv| known_to.as_ref().is_none_or(|to| &mv[2..4] != to));
    others.next().map(str::to_owned)
}
