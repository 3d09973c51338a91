//! The browser application against the command: the same reports, byte for byte, from the bytes of the same files.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use kifu::finding::Language;
use kifu::page::Application;
use serde_json::{Value, json};

use super::archives::builders::{ARCHIVE_KINDS, gzip, tar, zip, zip_with_header_field};
use super::{Archive, CLEAN, NIFU};
use crate::support::files::below;

/// The formats of `kifu validate` for programs.
const FORMATS: [&str; 6] = ["jsonl", "json", "csv", "sarif", "github", "junit"];

/// Sends a request, and returns the last message and the bytes of all messages.
fn ask(application: &mut Application, request: &Value, bytes: &[u8]) -> (Value, Vec<u8>) {
    let (mut last, mut all) = (Value::Null, Vec::new());
    application.answer(&request.to_string(), bytes.to_vec(), &mut |json, bytes| {
        last = serde_json::from_slice(json).unwrap();
        all.extend_from_slice(bytes);
    });
    assert!(last.get("error").is_none(), "{request}: {last}");
    (last, all)
}

/// Returns the report of the application on these files of a folder.
fn report(folder: &Path, paths: &[String], settings: &Value, begin: &Value) -> Vec<u8> {
    let mut application = Application::new(Language::English);
    ask(&mut application, settings, &[]);
    ask(&mut application, begin, &[]);
    let mut report = Vec::new();
    for path in paths {
        let bytes = fs::read(folder.join(path)).unwrap();
        let request = json!({ "do": "add-to-report", "path": path });
        report.extend(ask(&mut application, &request, &bytes).1);
    }
    report.extend(ask(&mut application, &json!({ "do": "end-report" }), &[]).1);
    report
}

/// Asserts that the application and the command give the same reports on these files of a folder: in these formats, and as an
/// HTML report.
fn assert_equal_reports(archive: &Archive, paths: &[String], formats: &[&str]) {
    let folder = archive.path("");
    let settings = json!({ "do": "settings", "options": { "fail_on": "never" } });
    let assert_equal = |format: &str, begin: Value, by_command: &str| {
        let by_application = report(&folder, paths, &settings, &begin);
        assert_same(format, &String::from_utf8(by_application).unwrap(), by_command);
    };
    // The first run of the command also writes the HTML report.
    let mut html = &["--html", "report.page"][..];
    for format in formats {
        let mut arguments = vec![
            "validate",
            "--fail-on",
            "never",
            "--progress",
            "never",
            "--isolated",
            "--format",
            format,
        ];
        arguments.extend(std::mem::take(&mut html));
        arguments.extend(paths.iter().map(|path| &**path));
        let by_command = archive.run(&arguments).stdout;
        assert_equal(
            format,
            json!({ "do": "begin-report", "format": format }),
            &by_command,
        );
    }
    let by_command = fs::read_to_string(archive.path("report.page")).unwrap();
    assert_equal(
        "html",
        json!({ "do": "begin-report", "inputs": paths }),
        &by_command,
    );
}

/// Asserts that two reports are equal. The message has the first line that differs.
fn assert_same(format: &str, by_application: &str, by_command: &str) {
    let mut lines = by_application.lines().zip(by_command.lines());
    let different = lines.find(|(one, other)| one != other);
    assert!(different.is_none(), "{format}: {different:#?}");
    assert!(
        by_application == by_command,
        "{format}: {} bytes, expected {}",
        by_application.len(),
        by_command.len()
    );
}

/// Copies fixtures that the command reads in a folder. Returns their paths, sorted. Of a folder in `fixtures` with many files,
/// only some are copied, evenly distributed, because a check of all of them takes minutes.
fn copied_fixtures(archive: &Archive, folders: &[&str]) -> Vec<String> {
    const MAX_FILES: usize = 60;
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut application = Application::new(Language::English);
    let mut paths = BTreeSet::new();
    for folder in folders {
        let files = below(&fixtures.join(folder)).into_iter();
        let files = files.map(|file| file.strip_prefix(&fixtures).unwrap().to_str().unwrap().to_owned());
        let files: Vec<_> = files.collect();
        let chosen = ask(&mut application, &json!({ "do": "choose", "paths": files }), &[]).0;
        let chosen = files
            .iter()
            .enumerate()
            .filter(|(at, _)| chosen["chosen"][at] == true);
        let mut chosen: Vec<_> = chosen.map(|(_, path)| path.clone()).collect();
        chosen.sort();
        let step = chosen.len().div_ceil(MAX_FILES).max(1);
        for path in chosen.into_iter().step_by(step) {
            let copy = archive.path(&path);
            fs::create_dir_all(copy.parent().unwrap()).unwrap();
            fs::copy(fixtures.join(&path), copy).unwrap();
            paths.insert(path);
        }
    }
    paths.into_iter().collect()
}

/// Returns the names of the folders in `fixtures`.
fn fixture_folders() -> Vec<String> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let entries = fs::read_dir(fixtures).unwrap().map(Result::unwrap);
    let folders = entries.filter(|entry| entry.path().is_dir());
    folders
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect()
}

#[test]
fn fixtures_have_equal_reports() {
    let archive = Archive::new(&[]);
    let folders = fixture_folders();
    let folders: Vec<_> = folders.iter().map(|folder| &**folder).collect();
    let paths = copied_fixtures(&archive, &folders);
    assert!(paths.len() > 200, "{}", paths.len());
    assert_equal_reports(&archive, &paths, &["jsonl", "csv"]);
}

#[test]
fn fixtures_have_equal_reports_in_all_formats() {
    let archive = Archive::new(&[]);
    let paths = copied_fixtures(&archive, &["tournament", "yonin", "evaluations"]);
    assert!(paths.len() > 30, "{}", paths.len());
    assert_equal_reports(&archive, &paths, &FORMATS);
}

/// A folder is read in the same way as its files one by one.
#[test]
fn files_of_a_folder_are_those_that_the_application_chooses() {
    let archive = Archive::new(&[]);
    let folders = fixture_folders();
    let folders: Vec<_> = folders.iter().map(|folder| &**folder).collect();
    let mut chosen = copied_fixtures(&archive, &folders);
    let outcome = archive.run_line("validate --isolated --fail-on never --format jsonl .");
    let checked = outcome.objects().into_iter().map(|object| {
        let path = object["path"].as_str().unwrap();
        path.trim_start_matches("./")
            .split('!')
            .next()
            .unwrap()
            .to_owned()
    });
    let checked: BTreeSet<_> = checked.collect();
    // A JSON file or a page without a record is skipped in a folder only.
    let may_be_skipped = |path: &str| [".json", ".html", ".md"].iter().any(|end| path.ends_with(end));
    chosen.retain(|path| checked.contains(path) || !may_be_skipped(path));
    assert_eq!(checked.into_iter().collect::<Vec<_>>(), chosen);
}

#[test]
fn archives_have_equal_reports() {
    let files = [
        ("club/b.kif", NIFU.as_bytes()),
        ("club/a.kif", CLEAN.as_bytes()),
        ("notes.txt", b"no game"),
    ];
    let mut archives: Vec<(String, Vec<u8>)> = Vec::new();
    for (extension, make) in ARCHIVE_KINDS {
        archives.push((format!("x.{extension}"), make(&files)));
    }
    let tgz = gzip(&tar(&files));
    archives.push(("torn.tgz".to_owned(), tgz[..tgz.len() / 2].to_vec()));
    archives.push(("locked.zip".to_owned(), zip_with_header_field(&files, 6, 1)));
    archives.push(("empty.zip".to_owned(), zip(&[])));
    archives.push(("none.zip".to_owned(), zip(&[("notes.txt", b"no game")])));
    archives.push(("no.zip".to_owned(), b"no zip".to_vec()));
    archives.push((
        "foreign.zip".to_owned(),
        zip(&[("a.json", b"{}"), ("a.kif", b"\x89PNG\r\n\x1a\n\0\0\0\0")]),
    ));
    archives.push(("bomb.gz".to_owned(), gzip(&vec![b' '; 32 << 20])));
    let deep = zip(&[("c.zip", &zip(&[("d.zip", &zip(&files))]))]);
    archives.push(("deep.zip".to_owned(), deep));
    let contents: Vec<_> = archives.iter().map(|(name, bytes)| (&**name, &**bytes)).collect();
    let archive = Archive::new(&contents);
    let mut paths: Vec<_> = archives.iter().map(|(name, _)| name.clone()).collect();
    paths.sort();
    // The check of the long text takes seconds.
    assert_equal_reports(&archive, &paths, &["jsonl"]);
}

#[test]
fn settings_apply_as_in_the_command() {
    let toml = "profile = \"jsa-pro\"\nignore = [\"clocks\"]\n\n[[per-path]]\npaths = [\"b\"]\nignore = [\"nifu\"]\n";
    let archive = Archive::new(&[
        ("a.kif", NIFU.as_bytes()),
        ("b/a.kif", NIFU.as_bytes()),
        ("kifu.toml", toml.as_bytes()),
    ]);
    let paths = ["a.kif".to_owned(), "b/a.kif".to_owned()];
    let options = json!({ "severity": "warning", "where": "plies > 3" });
    let settings = json!({ "do": "settings", "toml": toml, "options": options });
    let begin = json!({ "do": "begin-report", "format": "jsonl", "language": "ja" });
    let by_application = report(&archive.path(""), &paths, &settings, &begin);
    let by_command = archive.run(&[
        "validate",
        "--format",
        "jsonl",
        "--lang",
        "ja",
        "--severity",
        "warning",
        "--where",
        "plies > 3",
        "a.kif",
        "b/a.kif",
    ]);
    assert_same(
        "jsonl",
        &String::from_utf8(by_application).unwrap(),
        &by_command.stdout,
    );
    assert_eq!(by_command.rules(), ["nifu"]);
}

#[test]
fn conversions_have_the_files_of_the_command() {
    let both = [CLEAN, NIFU].concat();
    let files = tar(&[
        ("a.kif", CLEAN.as_bytes()),
        ("b/c.kif", both.as_bytes()),
        ("b/c.kifu", NIFU.as_bytes()),
    ]);
    let archive = Archive::new(&[("x.tar", &*files)]);
    for (target, extra) in [
        ("csa", &[][..]),
        ("kif", &["--newline", "lf", "--to-encoding", "UTF-8"]),
        ("usi", &[]),
    ] {
        let folder = format!("out-{target}");
        let arguments = [&["convert", "--to", target, "-o", &folder, "x.tar"], extra].concat();
        archive.run(&arguments);
        let mut application = Application::new(Language::English);
        let mut begin = json!({ "do": "begin-conversion", "target": target });
        if !extra.is_empty() {
            begin["newline"] = "lf".into();
            begin["encoding"] = "UTF-8".into();
        }
        ask(&mut application, &begin, &[]);
        let mut written = BTreeSet::new();
        let request = json!({ "do": "convert", "path": "x.tar" }).to_string();
        application.answer(&request, files.clone(), &mut |json, bytes| {
            let json: Value = serde_json::from_slice(json).unwrap();
            if let Some(name) = json["name"].as_str() {
                assert_eq!(
                    fs::read(archive.path(&folder).join(name)).unwrap(),
                    bytes,
                    "{target}: {name}"
                );
                written.insert(archive.path(&folder).join(name));
            }
        });
        let expected: BTreeSet<_> = below(&archive.path(&folder)).into_iter().collect();
        assert_eq!(written, expected);
    }
}

/// Returns the rows of the positions and of the next moves that the application finds in these files, with the paths and numbers of
/// the records.
fn found(folder: &Path, paths: &[String], conditions: &Value) -> (Vec<Value>, Vec<Value>) {
    let mut application = Application::new(Language::English);
    let (mut lines, mut records) = (Vec::new(), Vec::new());
    for path in paths {
        let bytes = fs::read(folder.join(path)).unwrap();
        let request = json!({ "do": "check", "path": path });
        application.answer(&request.to_string(), bytes, &mut |json, bytes| {
            let answer: Value = serde_json::from_slice(json).unwrap();
            for game in answer["games"].as_array().into_iter().flatten() {
                records.push((game["path"].clone(), game["n"].as_u64().unwrap_or(1)));
            }
            lines.extend_from_slice(bytes);
        });
    }
    let mut begin = conditions.clone();
    begin["do"] = json!("begin-search");
    ask(&mut application, &begin, &[]);
    // The main lines are passed in two parts.
    let first_length = lines
        .first_chunk()
        .map_or(0, |it| u32::from_le_bytes(*it) as usize + 4);
    let (one, rest) = lines.split_at(first_length);
    ask(&mut application, &json!({ "do": "search", "first": 0 }), one);
    ask(&mut application, &json!({ "do": "search", "first": 1 }), rest);
    let (rows, _) = ask(&mut application, &json!({ "do": "end-search" }), &[]);
    let list = |name: &str| rows[name].as_array().unwrap().clone();
    let mut hits = list("hits");
    for hit in &mut hits {
        let (path, record) = &records[hit["record"].as_u64().unwrap() as usize];
        hit["path"] = path.clone();
        hit["record"] = json!(record);
    }
    (hits, list("next"))
}

#[test]
fn a_search_finds_the_same_rows_as_the_command() {
    let archive = Archive::new(&[]);
    let folders = fixture_folders();
    let folders: Vec<_> = folders.iter().map(|folder| &**folder).collect();
    let paths = copied_fixtures(&archive, &folders);
    let searches = [
        json!({ "sfen": "startpos" }),
        // After ７六歩 ３四歩, on any side to move, and with the rotated board.
        json!({ "sfen": "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b -" }),
        json!({ "sfen": "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL", "mirror": true }),
        json!({ "pieces": "２八玉 ３八銀", "mirror": true }),
        json!({ "pieces": "角交換" }),
        json!({ "material": "2R vs" }),
        json!({ "moves": "2g2f 8c8d" }),
    ];
    let mut counts = Vec::new();
    for conditions in searches {
        let (hits, next) = found(&archive.path(""), &paths, &conditions);
        let command = |more: &[&str]| {
            let mut arguments = vec!["find", "--isolated", "--progress", "never", "--format", "jsonl"];
            arguments.extend(more);
            for (name, value) in conditions.as_object().unwrap() {
                arguments.push(match &**name {
                    "sfen" => "--sfen",
                    "pieces" => "--pieces",
                    "material" => "--material",
                    "moves" => "--moves",
                    _ => "--mirror",
                });
                arguments.extend(value.as_str());
            }
            arguments.extend(paths.iter().map(|path| &**path));
            let rows = archive.run(&arguments).stdout;
            rows.lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect::<Vec<Value>>()
        };
        let columns = "record,ply,side,move,mirrored,path";
        assert_eq!(hits, command(&["--columns", columns]), "{conditions}");
        assert_eq!(next, command(&["--next"]), "{conditions}");
        counts.push((hits.len().min(5), next.len().min(3)));
    }
    // After a given move, there is only this move.
    assert_eq!(counts, [[(5, 3); 6].as_slice(), &[(5, 1)]].concat());
}

#[test]
fn a_search_with_an_error_is_refused() {
    let mut application = Application::new(Language::English);
    for (conditions, expected) in [
        (json!({}), "specify what to find"),
        (json!({ "sfen": "9/9 b -" }), "not a position in SFEN"),
        (json!({ "pieces": "歩の山" }), "is not a known word"),
    ] {
        let mut request = conditions;
        request["do"] = json!("begin-search");
        let mut answer = Value::Null;
        application.answer(&request.to_string(), Vec::new(), &mut |json, _| {
            answer = serde_json::from_slice(json).unwrap();
        });
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(error.contains(expected), "{request}: {answer}");
    }
}
