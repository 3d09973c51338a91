//! The library gives the same findings, locations and tables as the command.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use kifu::cli::{self, OptionValue};
use kifu::finding::Language;
use kifu::run::{Column, Dataset, ReadEvent, Row, Value as Cell};
use kifu::stats::TABLES;
use kifu::{Checker, Settings};
use serde_json::Value;

use super::archives::builders::ARCHIVE_KINDS;
use super::{Archive, CLEAN, CSA, NIFU, Outcome};

/// Returns the JSON objects that the command printed, without `./` at the beginning of the paths.
fn command_objects(outcome: &Outcome) -> Vec<Value> {
    let mut objects = outcome.objects();
    for object in &mut objects {
        let path = object["path"].as_str().unwrap().trim_start_matches("./");
        object["path"] = path.to_owned().into();
    }
    objects
}

/// Returns the JSON objects that the library makes from these files and archives of the folder. Asserts that the
/// objects have the locations that `place` returns.
fn library_objects(checker: &Checker, folder: &Path, paths: &[String]) -> Vec<Value> {
    let mut objects = Vec::new();
    for path in paths {
        let path = folder.join(path);
        let bytes = fs::read(&path).unwrap();
        for file in checker.check(path.to_str().unwrap(), bytes) {
            for game in file.records() {
                let mut object = serde_json::to_value(game.summary(Language::English)).unwrap();
                let relative_path = Path::new(game.path).strip_prefix(folder).unwrap();
                object["path"] = relative_path.to_str().unwrap().into();
                let findings = object["findings"].as_array().unwrap();
                for (finding, json_finding) in game.judgement.findings.iter().zip(findings) {
                    let location = game.place(finding);
                    let coordinates =
                        location.map(|location| [location.line, location.column, location.byte]);
                    let expected = ["line", "column", "byte"].map(|key| json_finding[key].as_u64());
                    assert_eq!(expected, coordinates.map_or([None; 3], |it| it.map(Some)));
                }
                objects.push(object);
            }
        }
    }
    objects
}

/// Returns the files and archives that contain the records in the output of the command, in order.
fn input_paths(outcome: &Outcome) -> Vec<String> {
    let mut files: Vec<String> = Vec::new();
    for record in outcome.objects() {
        let path = record["path"].as_str().unwrap();
        let file = path.split('!').next().unwrap_or(path).to_owned();
        if files.last() != Some(&file) {
            files.push(file);
        }
    }
    files
}

#[test]
fn all_fixtures_have_the_same_findings() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let output = Command::new(env!("CARGO_BIN_EXE_kifu"))
        .args(["validate", "--format", "jsonl", "--isolated", "-q", "."])
        .current_dir(&folder)
        .output();
    let outcome = Outcome::from(output.unwrap());
    let paths = input_paths(&outcome);
    assert!(paths.len() > 500, "{}", paths.len());
    let settings = Settings {
        causes: true,
        fixes: true,
        ..Settings::default()
    };
    let objects = library_objects(&Checker::new(settings), &folder, &paths);
    for (printed_object, object) in command_objects(&outcome).iter().zip(&objects) {
        assert_eq!(printed_object, object);
    }
    assert_eq!(command_objects(&outcome).len(), objects.len());
}

#[test]
fn archives_and_settings_have_the_same_findings() {
    const SETTINGS: &str = "\
ignore = [\"results\"]
[[per-path]]
paths = [\"*/old/**\"]
profile = \"csa\"
[per-path.set]
nifu = \"warning\"
";
    let ignored_nifu = format!("*kifu: ignore nifu\n{NIFU}");
    let members: [(&str, &[u8]); 7] = [
        ("club/b.kif", NIFU.as_bytes()),
        ("club/a.kif", CLEAN.as_bytes()),
        ("old/c.csa", CSA.as_bytes()),
        ("old/d.kif", NIFU.as_bytes()),
        ("club/e.kif", ignored_nifu.as_bytes()),
        ("notes.txt", b"no game"),
        ("package.json", b"{\"name\": \"x\"}"),
    ];
    let archive = Archive::new(&[("kifu.toml", SETTINGS.as_bytes())]);
    for (extension, make) in ARCHIVE_KINDS {
        fs::write(archive.path(&format!("x.{extension}")), make(&members)).unwrap();
    }
    fs::write(archive.path("torn.zip"), b"PK\x03\x04 and no more").unwrap();
    let outcome = archive.run_line("validate --format jsonl .");
    let paths = input_paths(&outcome);
    assert_eq!(paths.len(), ARCHIVE_KINDS.len() + 1);
    let folder = archive.path("");
    let checker = Checker::new(Settings::find(&folder).unwrap());
    let objects = library_objects(&checker, &folder, &paths);
    assert_eq!(command_objects(&outcome), objects);
    let findings = objects
        .iter()
        .flat_map(|object| object["findings"].as_array().unwrap());
    let rules: Vec<_> = findings
        .map(|finding| format!("{} {}", finding["rule"], finding["severity"]))
        .collect();
    for (rule, severity) in [
        ("nifu", "warning"),
        ("nifu", "error"),
        ("archive-damaged", "error"),
    ] {
        assert!(rules.contains(&format!("\"{rule}\" \"{severity}\"")), "{rules:?}");
    }
}

#[test]
fn settings_errors_have_a_location() {
    let archive = Archive::new(&[
        ("kifu.toml", b"profil = \"csa\"\n"),
        ("a/kifu.toml", b"rules-file = \"b.toml\"\n"),
    ]);
    let unknown_key = Settings::find(&archive.path("")).unwrap_err().to_string();
    assert!(
        unknown_key.contains("kifu.toml:1:1: unknown key `profil`"),
        "{unknown_key}"
    );
    let missing_file = Settings::find(&archive.path("a")).unwrap_err().to_string();
    assert!(missing_file.contains("b.toml: "), "{missing_file}");
    // A folder without settings uses the settings of the folder above it, which are faulty here.
    assert!(Settings::find(&archive.path("b/c")).is_err());
}

#[test]
fn settings_are_read_without_a_disk() {
    let files = [
        (
            "a/kifu.toml",
            "rules-file = \"b.toml\"\n[[per-path]]\npaths = [\"old/**\"]\nignore = [\"nifu\"]\n",
        ),
        ("a/b.toml", "name = \"club\"\n"),
        (
            "kifu.toml",
            "[[per-path]]\npaths = [\"old/**\"]\nignore = [\"nifu\"]\n",
        ),
        ("faulty/kifu.toml", "profil = \"csa\"\n"),
    ];
    let open = |path: &Path| {
        let file = files.iter().find(|(name, _)| Path::new(name) == path);
        file.map(|(_, text)| text.as_bytes())
            .ok_or(ErrorKind::NotFound.into())
    };
    let read_settings = |name: &str| Settings::read(name.as_ref(), open);
    let reports_nifu = |settings: Settings, path: &'static str| {
        let checker = Checker::new(settings);
        let mut files = checker.check(path, NIFU.as_bytes());
        files.any(|file| {
            file.records().any(|game| {
                game.judgement
                    .findings
                    .iter()
                    .any(|finding| finding.rule.name == "nifu")
            })
        })
    };
    for (toml, matching_path, other_path) in [
        ("a/kifu.toml", "a/old/x.kif", "old/x.kif"),
        ("kifu.toml", "old/x.kif", "a/old/x.kif"),
    ] {
        assert!(!reports_nifu(read_settings(toml).unwrap(), matching_path));
        assert!(reports_nifu(read_settings(toml).unwrap(), other_path));
    }
    let error = read_settings("faulty/kifu.toml").unwrap_err().to_string();
    assert!(
        error.contains("faulty/kifu.toml:1:1: unknown key `profil`"),
        "{error}"
    );
    assert!(read_settings("kifu.json").is_err());
}

#[test]
fn a_checker_is_shared_by_threads() {
    let checker = Checker::default();
    let finding_count = |text: &'static str| {
        let files = checker.check("a.kif", text.as_bytes());
        files
            .flat_map(|file| {
                file.records()
                    .map(|it| it.judgement.findings.len())
                    .collect::<Vec<_>>()
            })
            .sum::<usize>()
    };
    let [clean_count, nifu_count] = std::thread::scope(|scope| {
        let threads = [CLEAN, NIFU].map(|text| scope.spawn(move || finding_count(text)));
        threads.map(|thread| thread.join().unwrap())
    });
    assert!(clean_count == 0 && nifu_count > 0);
}

#[test]
fn finding_columns_have_three_units() {
    let text = "手合割：平手\n*𠮷\n   1 ２六歩(27)\n   2 𠮷３四歩(33)\n";
    for file in Checker::default().check("a.kif", text.as_bytes()) {
        for game in file.records() {
            for finding in &game.judgement.findings {
                let Some(place) = game.place(finding) else {
                    continue;
                };
                let line = text.lines().nth(place.line as usize - 1).unwrap();
                let text_before: String = line.chars().take(place.column as usize - 1).collect();
                assert_eq!(place.column_utf16, text_before.encode_utf16().count() as u64 + 1);
                let lines = text.lines().take(place.line as usize - 1);
                let start: usize = lines.map(|line| line.len() + 1).sum();
                assert_eq!(place.byte as usize, start + text_before.len());
            }
            assert!(!game.judgement.findings.is_empty());
        }
    }
}

/// Returns a row as the JSON object that the command writes with `--format jsonl`, except that a list is replaced by
/// its length.
fn row_object(columns: &[Column], mut row: Row<'_>) -> Value {
    let cells = columns.iter().map(|column| {
        let value = match row.next().unwrap() {
            Cell::Empty => Value::Null,
            Cell::Truth(truth) => truth.into(),
            Cell::Whole(number) => number.into(),
            Cell::Number(number) => number.into(),
            Cell::Text(text) => text.into(),
            Cell::List(count) => {
                (0..count).for_each(|_| assert!(row.next().is_some()));
                count.into()
            }
        };
        (column.name.to_owned(), value)
    });
    Value::Object(cells.collect())
}

/// Returns the statistics table `table` of these paths, or an error message. A `kifu.toml` is not read.
fn dataset(table: &str, paths: &[&str], options: &[(&str, &str)]) -> Result<Dataset, String> {
    let to_option = |&(name, value): &(&str, &str)| (name.to_owned(), OptionValue::Text(value.into()));
    let config = ("config".to_owned(), OptionValue::Truth(false));
    let options: Vec<_> = options.iter().map(to_option).chain([config]).collect();
    cli::dataset(table, paths.iter().map(Into::into).collect(), &options)
}

#[test]
fn tables_of_typed_cells_are_those_of_the_command() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let [games, rules] = ["tournament", "rules"].map(|name| fixtures.join(name));
    for table in TABLES {
        let paths = [games.to_str().unwrap(), rules.to_str().unwrap()];
        let against = (table.name == "novelties").then_some(["--against", paths[1]]);
        let output = Command::new(env!("CARGO_BIN_EXE_kifu"))
            .args(["stats", "-q", "--format", "jsonl", "--table", table.name])
            .args(against.into_iter().flatten())
            .args(["--isolated", "--columns", "all", paths[0], paths[1]])
            .output();
        let expected = Outcome::from(output.unwrap()).objects();
        let options = [("columns", "all"), ("against", paths[1])];
        let count = options.len() - usize::from(against.is_none());
        let dataset = dataset(table.name, &paths, &options[..count]).unwrap();
        let columns = dataset.columns();
        let mut objects = Vec::new();
        let read_result = dataset.read(&Arc::default(), |event| {
            if let ReadEvent::Row(row) = event {
                objects.push(row_object(&columns, row));
            }
            Ok(())
        });
        read_result.unwrap();
        assert!(!objects.is_empty() && objects == expected, "{}", table.name);
    }
}

/// A stop flag that is never set.
static NOT_STOPPED: AtomicBool = AtomicBool::new(false);

/// Returns an event handler that appends each row to `rows` as a JSON object.
fn row_collector(
    rows: &mut Vec<Value>,
    columns: Vec<Column>,
) -> impl FnMut(ReadEvent<'_>) -> io::Result<()> + Send {
    move |event| {
        if let ReadEvent::Row(row) = event {
            rows.push(row_object(&columns, row));
        }
        Ok(())
    }
}

/// Returns the rows of a table for files in memory, as JSON objects.
fn rows_of_files(dataset: &Dataset, files: &[(&str, &[u8])]) -> Vec<Value> {
    let mut rows = Vec::new();
    let mut table = dataset
        .builder(&NOT_STOPPED, row_collector(&mut rows, dataset.columns()))
        .unwrap();
    table.read(files).unwrap();
    table.finish().unwrap();
    rows
}

/// Returns the rows of a table for the records [`CSA`] and [`NIFU`].
fn rows_of_two_records(table: &str, options: &[(&str, &str)]) -> Vec<Value> {
    let files = [("a.csa", CSA.as_bytes()), ("b.kif", NIFU.as_bytes())];
    rows_of_files(&dataset(table, &[], options).unwrap(), &files)
}

/// Returns the rows of a table that is merged from pieces, as if each of three machines had merged a part of the
/// pieces.
fn merged_rows(dataset: &Dataset, files: &[(&str, &[u8])]) -> Vec<Value> {
    type Pieces = Vec<(Vec<u8>, Vec<u8>)>;
    let mut shards: BTreeMap<i64, Pieces> = BTreeMap::new();
    // The files are read in groups of a hundred, beginning with the last group.
    for files in files.rchunks(100) {
        let result = dataset.pieces(&NOT_STOPPED, files, |(shard, key, piece)| {
            let shard_pieces = shards.entry(shard).or_default();
            shard_pieces.push((key.to_vec(), piece.to_vec()));
            Ok(())
        });
        result.unwrap();
    }
    let mut machines = [Vec::new(), Vec::new(), Vec::new()];
    for (shard, pieces) in shards {
        machines[shard.rem_euclid(3) as usize].extend(pieces);
    }
    let mut rows = Vec::new();
    for mut pieces in machines {
        pieces.sort();
        let mut table = dataset
            .builder(&NOT_STOPPED, row_collector(&mut rows, dataset.columns()))
            .unwrap();
        for (key, piece) in pieces {
            table.merge(&key, &piece).unwrap();
        }
        table.finish().unwrap();
    }
    rows
}

#[test]
fn tables_about_many_records_can_be_made_by_many_machines() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let outcome = Outcome::from(
        Command::new(env!("CARGO_BIN_EXE_kifu"))
            .args(["validate", "-q", "--isolated", "--format", "jsonl", "fixtures"])
            .current_dir(folder)
            .output()
            .unwrap(),
    );
    let mut paths = input_paths(&outcome);
    // Its game differs from another one within the first 40 plies; such games may be on different machines.
    paths.retain(|path| path != "fixtures/fix/slip.kif");
    paths.sort();
    let bytes: Vec<_> = paths
        .iter()
        .map(|path| fs::read(folder.join(path)).unwrap())
        .collect();
    let files: Vec<_> = paths
        .iter()
        .map(|it| &**it)
        .zip(bytes.iter().map(Vec::as_slice))
        .collect();
    // Files in memory are not compared with a reference.
    for table in TABLES.iter().filter(|table| table.name != "novelties") {
        let dataset = dataset(table.name, &[], &[("columns", "all")]).unwrap();
        if !dataset.is_aggregate() {
            let result = dataset.pieces(&NOT_STOPPED, &files, |_| panic!("{} has pieces", table.name));
            assert!(
                result.is_ok()
                    && dataset
                        .builder(&NOT_STOPPED, |_| Ok(()))
                        .unwrap()
                        .merge(b"", b"")
                        .is_err()
            );
            continue;
        }
        // Row order and group numbers may differ.
        let [mut expected, mut merged] = [rows_of_files(&dataset, &files), merged_rows(&dataset, &files)];
        for rows in [&mut expected, &mut merged] {
            for row in &mut *rows {
                row["group"] = Value::Null;
            }
            rows.sort_by_key(Value::to_string);
        }
        assert!(expected.len() > 1 && merged == expected, "{}", table.name);
    }
}

#[test]
fn records_and_findings_are_tables_too() {
    let records = rows_of_two_records("records", &[]);
    let [csa, kif] = &records[..] else {
        panic!("{records:?}")
    };
    assert_eq!((&csa["path"], &csa["format"]), (&"a.csa".into(), &"csa".into()));
    assert_eq!((&kif["path"], &kif["format"]), (&"b.kif".into(), &"kif".into()));
    let findings = rows_of_two_records("findings", &[]);
    let nifu = findings.iter().find(|finding| finding["rule"] == "nifu").unwrap();
    assert_eq!(
        (&nifu["path"], &nifu["severity"]),
        (&"b.kif".into(), &"error".into())
    );
    assert!(nifu["line"].as_u64() > Some(1) && nifu["message"].as_str().unwrap().contains("pawn"));
    let kif_finding_count = findings
        .iter()
        .filter(|finding| finding["path"] == "b.kif")
        .count();
    assert_eq!(kif["findings"], kif_finding_count);
    // Findings that the options leave out are missing in the table of findings, and in the counts of the table of
    // records.
    assert!(
        rows_of_two_records("findings", &[("ignore", "nifu")])
            .iter()
            .all(|row| row["rule"] != "nifu")
    );
    let nifu_as_warning = [("set", "nifu=warning")];
    assert!(
        rows_of_two_records("findings", &nifu_as_warning)
            .iter()
            .any(|row| row["severity"] == "warning")
    );
    let errors_only = [&nifu_as_warning[..], &[("severity", "error")]].concat();
    assert!(
        rows_of_two_records("findings", &errors_only)
            .iter()
            .all(|row| row["rule"] != "nifu")
    );
    assert_eq!(rows_of_two_records("records", &errors_only)[1]["warnings"], 0);
}

#[test]
fn a_dataset_reports_wrong_options() {
    let error = |table: &str, options: &[(&str, &str)]| dataset(table, &[], options).err().unwrap();
    assert!(error("games", &[("where", "plys > 3")]).contains("plies"));
    assert!(error("games", &[("profile", "jsa-amatuer")]).contains("jsa-amateur"));
    assert!(error("gamse", &[]).contains("games"));
    // Options without effect, and a baseline that does not exist, are refused.
    assert!(error("games", &[("html", "x.html")]).contains("--html"));
    assert!(error("findings", &[("format", "csv")]).contains("--format"));
    assert!(error("findings", &[("baseline", "nowhere.json")]).contains("nowhere.json"));
}

#[test]
fn a_dataset_reads_paths_until_stopped() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/tournament");
    let folder = folder.to_str().unwrap();
    let read_paths = |paths: &[&str], options: &[(&str, &str)], stop: bool| {
        let (mut rows, mut records, mut failed_paths) = (0, 0, Vec::new());
        let dataset = dataset("games", paths, options).unwrap();
        let result = dataset.read(&Arc::new(stop.into()), |event| {
            match event {
                ReadEvent::Row(_) => rows += 1,
                ReadEvent::Read(count, _) => records += count,
                ReadEvent::Failed(path, _) => failed_paths.push(path),
            }
            Ok(())
        });
        (result.is_ok(), rows, records, failed_paths)
    };
    assert_eq!(read_paths(&[folder], &[], false), (true, 50, 50, Vec::new()));
    // An empty list of paths does not mean standard input, and `-` is a file name.
    assert_eq!(read_paths(&[], &[], false), (true, 0, 0, Vec::new()));
    assert_eq!(read_paths(&["-"], &[], false).3.len(), 1);
    assert_eq!(read_paths(&["nowhere.kif"], &[], false).3, ["nowhere.kif"]);
    assert_eq!(read_paths(&[folder], &[("limit", "3")], false).1, 3);
    assert_eq!(
        read_paths(&[folder], &[("limit", "3"), ("sort", "plies")], false).1,
        3
    );
    assert_eq!(read_paths(&[folder], &[], true).1, 0);
    let dataset = dataset("games", &[folder], &[]).unwrap();
    let disk_full = || Err(std::io::ErrorKind::StorageFull.into());
    assert!(dataset.read(&Arc::default(), |_| disk_full()).is_err());
}
