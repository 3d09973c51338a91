//! `examples/spark/validate.py`: the findings on Spark are those of a plain run.

use std::process::{Command, Stdio};

use serde_json::Value;

use super::{Archive, CLEAN, NIFU};

/// What the example needs, and what the test reads its output with.
const NEEDS: &str = "import pyspark, pandas, pyarrow; assert int(pandas.__version__.split('.')[0]) < 3";

/// Prints the rows of a Parquet folder as JSON lines.
const ROWS: &str = "import sys, json, pyarrow.parquet as p; [print(json.dumps(r)) for r in p.read_table(sys.argv[1]).to_pylist()]";

fn succeeds(program: &str, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|it| it.success())
}

/// The findings below a folder, each with the name of its file, in a fixed order.
fn sorted(rows: impl Iterator<Item = (String, Value)>) -> Vec<String> {
    let mut rows: Vec<_> = rows
        .map(|(path, finding)| {
            let name = path.rsplit_once("games/").map_or(path.as_str(), |it| it.1);
            let field = |it: &str| finding[it].to_string();
            let fields = [
                "rule",
                "severity",
                "ply",
                "variation",
                "line",
                "column",
                "side",
                "move",
                "sfen",
                "message",
            ];
            format!("{name} {}", fields.map(field).join(" "))
        })
        .collect();
    rows.sort();
    rows
}

#[test]
fn findings_on_spark_are_those_of_a_plain_run() {
    if !succeeds("python3", &["-c", NEEDS]) || !succeeds("java", &["-version"]) {
        eprintln!("skipped: the Spark example needs java, pyspark, pandas below 3 and pyarrow");
        return;
    }
    let archive = Archive::new(&[
        ("games/clean.kifu", CLEAN.as_bytes()),
        ("games/nifu.kifu", NIFU.as_bytes()),
        ("games/2019/same name.kifu", NIFU.as_bytes()),
        ("games/2020/same name.kifu", CLEAN.as_bytes()),
        ("games/2020/none.kif", b""),
        ("games/2020/notes.txt", b"no record"),
    ]);
    let plain = archive
        .run(&["validate", "-q", "--format", "jsonl", "games"])
        .objects();
    let plain = sorted(plain.iter().flat_map(|record| {
        let path = record["path"].as_str().unwrap().to_owned();
        let findings = record["findings"].as_array().unwrap().iter();
        findings.map(move |it| (path.clone(), it.clone()))
    }));
    assert!(plain.len() > 2, "{plain:?}");

    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/spark/validate.py");
    let kifu = env!("CARGO_BIN_EXE_kifu");
    let run = Command::new("python3")
        .args([example, "--kifu", kifu, "games", "findings.parquet"])
        .current_dir(archive.path("."))
        .env("PYSPARK_SUBMIT_ARGS", "--master local[2] pyspark-shell")
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let rows = Command::new("python3")
        .args(["-c", ROWS, "findings.parquet"])
        .current_dir(archive.path("."))
        .output()
        .unwrap();
    let rows = String::from_utf8(rows.stdout).unwrap();
    let rows = rows.lines().map(|it| serde_json::from_str::<Value>(it).unwrap());
    assert_eq!(
        sorted(rows.map(|it| (it["path"].as_str().unwrap().to_owned(), it))),
        plain
    );
}
