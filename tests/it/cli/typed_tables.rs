//! Tables in Parquet files and SQLite databases, which are features of the build. Without them, only the refusals are tested.

use super::*;

fn archive_of_games() -> Archive {
    let named = CLEAN.replace(
        "手合割：平手",
        "手合割：平手\n先手：甲 三段\n後手：乙\n開始日時：2024/05/05",
    );
    Archive::new(&[
        ("g/a.kif", NIFU.as_bytes()),
        ("g/b.csa", CSA.as_bytes()),
        ("g/c.kif", named.as_bytes()),
        ("text.txt", b"no database, but a text of several lines\n"),
    ])
}

#[test]
fn typed_tables_go_to_files_with_their_extension() {
    let archive = archive_of_games();
    let mut cases = vec![
        ("validate -o a.parquet g", "use --format parquet"),
        ("stats -o a.sqlite3 g", "use --format sqlite"),
        ("find --pieces ▲７六歩 -o a.DB g", "use --format sqlite"),
        ("stats -o a.feather g", "does not write .feather files"),
        (
            "find --tree 2 --format parquet g",
            "--tree is written as text or json",
        ),
    ];
    let with_features = [
        ("parquet", "stats --format parquet g", "-o FILE.parquet"),
        (
            "parquet",
            "find --format parquet --pieces ▲７六歩 -o - g",
            "-o FILE.parquet",
        ),
        (
            "parquet",
            "stats --format parquet -o a.db g",
            "extension of a SQLite database",
        ),
        ("parquet", "stats --format parquet -o a.csv g", "another format"),
        (
            "parquet",
            "validate --format parquet --output-dir out g",
            "--output-dir",
        ),
        (
            "parquet",
            "stats --table games,moves --format parquet -o a.parquet g",
            "several tables need a workbook or a database",
        ),
        (
            "parquet",
            "stats --format parquet --bom -o a.parquet g",
            "--bom requires",
        ),
        ("sqlite", "validate --format sqlite -o - g", "-o FILE.sqlite"),
        ("sqlite", "stats --format sqlite g", "-o FILE.sqlite"),
        ("sqlite", "stats --format sqlite -o text.txt g", "another format"),
        (
            "sqlite",
            "stats --format sqlite -o a.parquet g",
            "extension of a Parquet file",
        ),
    ];
    for (feature, line, message) in with_features {
        let has_feature = match feature {
            "parquet" => cfg!(feature = "parquet"),
            _ => cfg!(feature = "sqlite"),
        };
        cases.push((
            line,
            if has_feature || message.starts_with("--bom") {
                message
            } else {
                "cargo install --path . --features"
            },
        ));
    }
    for (line, message) in cases {
        let outcome = archive.run_line(line);
        assert_eq!(outcome.status, 2, "{line}: {outcome:?}");
        assert!(outcome.stderr.contains(message), "{line}: {outcome:?}");
    }
    let mut names: Vec<_> = fs::read_dir(archive.path("")).unwrap().collect();
    names.retain(|entry| entry.as_ref().is_ok_and(|it| it.path().is_file()));
    assert_eq!(names.len(), 1, "{names:?}");
}

/// Without a feature, the message names the build that has it, in both languages, before a file is read.
#[cfg(not(all(feature = "parquet", feature = "sqlite")))]
#[test]
fn a_build_without_the_formats_says_how_to_get_them() {
    let archive = archive_of_games();
    for (format, is_missing) in [
        ("parquet", cfg!(not(feature = "parquet"))),
        ("sqlite", cfg!(not(feature = "sqlite"))),
    ] {
        for language in ["en", "ja"] {
            for command in ["validate", "stats", "find --pieces ▲７六歩", "audit"] {
                let line = format!("{command} --format {format} --lang {language} -o a.{format} missing");
                let outcome = archive.run_line(&line);
                let install = format!("cargo install --path . --features {format}");
                assert_eq!(outcome.stderr.contains(&install), is_missing, "{outcome:?}");
                assert_eq!(outcome.status, 2);
            }
        }
    }
}

/// The tables that are compared with their rows as JSON: the arguments without the format, and the name of the table.
#[cfg(any(feature = "parquet", feature = "sqlite"))]
fn tables() -> Vec<(String, &'static str)> {
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/tournament");
    let tables = kifu::stats::TABLES.iter().map(|table| {
        let reference = if table.name == "novelties" {
            format!("--against {fixtures}/2023-spring")
        } else {
            String::new()
        };
        let line = format!(
            "stats --isolated -q --table {} --columns all {reference} {fixtures}",
            table.name
        );
        (line, table.name)
    });
    let searches = [("", "hits"), ("--next", "next")].map(|(option, name)| {
        (
            format!("find --isolated -q --pieces ▲７六歩 {option} {fixtures}"),
            name,
        )
    });
    tables.chain(searches).collect()
}

#[cfg(any(feature = "parquet", feature = "sqlite"))]
fn run_ok(archive: &Archive, line: &str) -> Outcome {
    let outcome = archive.run_line(line);
    assert!(outcome.status < 2, "{line}: {outcome:?}");
    outcome
}

/// Returns the findings of the tournament as rows, with the columns of the table `findings`.
#[cfg(any(feature = "parquet", feature = "sqlite"))]
fn findings(archive: &Archive) -> (String, Vec<Value>) {
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/tournament");
    let line = format!("validate --isolated -q {fixtures}");
    let outcome = run_ok(archive, &format!("{line} --format jsonl"));
    let rows = outcome.objects().into_iter().flat_map(|record| {
        let findings = record["findings"].as_array().unwrap().clone();
        findings.into_iter().map(move |finding| {
            let mut row = serde_json::Map::new();
            for key in ["path", "record", "profile"] {
                row.insert(key.to_owned(), record[key].clone());
            }
            for key in [
                "rule", "severity", "ply", "line", "column", "byte", "message", "sfen",
            ] {
                row.insert(key.to_owned(), finding.get(key).cloned().unwrap_or_default());
            }
            Value::Object(row)
        })
    });
    (line.clone(), rows.collect())
}

#[cfg(feature = "parquet")]
mod parquet {
    use std::fs::File;

    use ::parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    use arrow_array::cast::AsArray;
    use arrow_array::types::{Float64Type, Int32Type, Int64Type};
    use arrow_array::{Array, ArrayRef};
    use arrow_schema::{DataType, SchemaRef};
    use kifu::report::arrow::schema;
    use kifu::run::{Dataset, RunOptions, SearchOptions, TableOptions};

    use super::*;

    /// Returns the schema of a file, and its rows.
    fn read(archive: &Archive, name: &str) -> (SchemaRef, Vec<Value>) {
        let file = File::open(archive.path(name)).unwrap();
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
        let schema = reader.schema().clone();
        let mut rows = Vec::new();
        for batch in reader.build().unwrap() {
            let batch = batch.unwrap();
            for at in 0..batch.num_rows() {
                let cells = schema.fields().iter().zip(batch.columns());
                let cells = cells.map(|(field, array)| (field.name().clone(), cell(array, at)));
                rows.push(Value::Object(cells.collect()));
            }
        }
        (schema, rows)
    }

    fn cell(array: &ArrayRef, at: usize) -> Value {
        if array.is_null(at) {
            return Value::Null;
        }
        match array.data_type() {
            DataType::Utf8 => array.as_string::<i32>().value(at).into(),
            DataType::Dictionary(..) => {
                let words = array.as_dictionary::<Int32Type>();
                let words = words.downcast_dict::<arrow_array::StringArray>().unwrap();
                words.into_iter().nth(at).unwrap().unwrap().into()
            }
            DataType::Int64 => array.as_primitive::<Int64Type>().value(at).into(),
            DataType::Float64 => array.as_primitive::<Float64Type>().value(at).into(),
            DataType::Boolean => array.as_boolean().value(at).into(),
            DataType::List(_) => {
                let list = array.as_list::<i32>().value(at);
                (0..list.len()).map(|at| cell(&list, at)).collect()
            }
            other => panic!("{other}"),
        }
    }

    /// Returns whether two rows are equal. A number in a column of floating-point numbers has no own form for whole numbers.
    fn is_equal(one: &Value, other: &Value) -> bool {
        match (one, other) {
            (Value::Object(one), Value::Object(other)) => {
                one.len() == other.len()
                    && one
                        .iter()
                        .all(|(key, value)| other.get(key).is_some_and(|it| is_equal(value, it)))
            }
            (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
            _ => one == other,
        }
    }

    /// The Python package makes its tables of a `Dataset` with the same function `schema`.
    #[test]
    fn tables_have_the_rows_of_json_and_the_types_of_arrow() {
        let archive = archive_of_games();
        for (line, name) in tables() {
            run_ok(&archive, &format!("{line} --format parquet -o a.parquet -j 1"));
            let bytes = fs::read(archive.path("a.parquet")).unwrap();
            run_ok(&archive, &format!("{line} --format parquet -o a.parquet -j 3"));
            assert!(bytes == fs::read(archive.path("a.parquet")).unwrap(), "{name}");
            let (file_schema, rows) = read(&archive, "a.parquet");
            let expected = run_ok(&archive, &format!("{line} --format jsonl")).objects();
            assert_eq!(rows.len(), expected.len(), "{name}");
            for (row, expected) in rows.iter().zip(&expected) {
                assert!(is_equal(row, expected), "{name}: {row} {expected}");
            }
            let options = RunOptions::default();
            let search = SearchOptions {
                pieces: Some("▲７六歩".to_owned()),
                next: name == "next",
                ..SearchOptions::default()
            };
            let all = TableOptions {
                columns: Some("all".to_owned()),
                ..TableOptions::default()
            };
            let dataset = match name {
                "hits" | "next" => Dataset::search(&options, &TableOptions::default(), &search),
                "novelties" => {
                    let reference = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/tournament").into();
                    let against = vec![reference];
                    Dataset::new(name, &options, &TableOptions { against, ..all })
                }
                name => Dataset::new(name, &options, &all),
            };
            assert_eq!(
                file_schema.fields(),
                schema(&dataset.unwrap().columns()).fields(),
                "{name}"
            );
        }
    }

    #[test]
    fn findings_are_those_of_json() {
        let archive = archive_of_games();
        let (line, expected) = findings(&archive);
        run_ok(&archive, &format!("{line} --format parquet -o a.parquet"));
        let (file_schema, rows) = read(&archive, "a.parquet");
        let dataset = Dataset::new("findings", &RunOptions::default(), &TableOptions::default()).unwrap();
        assert_eq!(file_schema.fields(), schema(&dataset.columns()).fields());
        assert_eq!(rows.len(), expected.len());
        for (row, expected) in rows.iter().zip(&expected) {
            for (key, value) in expected.as_object().unwrap() {
                assert_eq!(&row[key], value, "{row}");
            }
        }
        run_ok(
            &archive,
            &format!("{line} --lang ja --format parquet -o ja.parquet"),
        );
        let (_, japanese) = read(&archive, "ja.parquet");
        assert!(
            japanese[0]["message"].as_str().unwrap().contains("歩"),
            "{}",
            japanese[0]
        );
        run_ok(
            &archive,
            &line.replace("validate", "audit --format parquet -o audit.parquet"),
        );
        let dataset = Dataset::new("audit", &RunOptions::default(), &TableOptions::default()).unwrap();
        let (file_schema, _) = read(&archive, "audit.parquet");
        assert_eq!(file_schema.fields(), schema(&dataset.columns()).fields());
    }

    /// The rows of a table with more than a row group are written before the end.
    #[test]
    fn long_tables_have_row_groups() {
        let moves = "+5958OU\n-5152OU\n+5859OU\n-5251OU\n".repeat(50);
        let games = format!("PI\n+\n{moves}%TORYO\n/\n").repeat(350);
        let archive = Archive::new(&[("games.csa", games.as_bytes())]);
        run_ok(
            &archive,
            "stats -q --table moves --columns path,ply,usi --format parquet -o a.parquet games.csa",
        );
        let file = File::open(archive.path("a.parquet")).unwrap();
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
        let groups = reader.metadata().row_groups().iter();
        let rows: Vec<_> = groups
            .map(::parquet::file::metadata::RowGroupMetaData::num_rows)
            .collect();
        assert_eq!(rows, [65_536, 70_000 - 65_536]);
    }
}

#[cfg(feature = "sqlite")]
mod sqlite {
    use rusqlite::Connection;
    use rusqlite::types::ValueRef;

    use super::*;

    /// Returns the rows of a table.
    fn read(archive: &Archive, name: &str, table: &str) -> Vec<Value> {
        let connection = Connection::open(archive.path(name)).unwrap();
        let mut statement = connection
            .prepare(&format!("SELECT * FROM \"{table}\" ORDER BY rowid"))
            .unwrap();
        let columns: Vec<_> = statement.column_names().map(str::to_owned).collect();
        let rows = statement.query_map([], |row| {
            let cells = columns.iter().enumerate().map(|(at, name)| {
                let value = match row.get_ref(at)? {
                    ValueRef::Null | ValueRef::Blob(_) => Value::Null,
                    ValueRef::Integer(number) => number.into(),
                    ValueRef::Real(number) => number.into(),
                    ValueRef::Text(text) => String::from_utf8(text.to_vec()).unwrap().into(),
                };
                Ok((name.clone(), value))
            });
            Ok(Value::Object(cells.collect::<rusqlite::Result<_>>()?))
        });
        rows.unwrap().map(Result::unwrap).collect()
    }

    /// Returns a value of a table as it is in a database: Booleans are 0 or 1.
    fn in_database(value: &Value) -> Value {
        match value {
            Value::Bool(truth) => i64::from(*truth).into(),
            other => other.clone(),
        }
    }

    fn query(archive: &Archive, name: &str, statement: &str) -> String {
        let connection = Connection::open(archive.path(name)).unwrap();
        connection.query_row(statement, [], |row| row.get(0)).unwrap()
    }

    fn execute(archive: &Archive, name: &str, statements: &str) {
        let connection = Connection::open(archive.path(name)).unwrap();
        connection.execute_batch(statements).unwrap();
    }

    #[test]
    fn every_table_is_in_the_database() {
        let archive = archive_of_games();
        for (line, name) in tables() {
            run_ok(&archive, &format!("{line} --format sqlite -o all.sqlite -j 1"));
            run_ok(&archive, &format!("{line} --format sqlite -o one-{name}.db -j 1"));
            run_ok(
                &archive,
                &format!("{line} --format sqlite -o three-{name}.db -j 3"),
            );
            let [one, three] = ["one", "three"].map(|it| fs::read(archive.path(&format!("{it}-{name}.db"))));
            assert!(one.unwrap() == three.unwrap(), "{name}");
        }
        for (line, name) in tables() {
            let rows = read(&archive, "all.sqlite", &name.replace('-', "_"));
            let expected = run_ok(&archive, &format!("{line} --format jsonl")).objects();
            assert_eq!(rows.len(), expected.len(), "{name}");
            for (row, expected) in rows.iter().zip(&expected) {
                for (key, value) in expected.as_object().unwrap() {
                    let (found, value) = (&row[key], in_database(value));
                    let is_equal = found
                        .as_f64()
                        .map_or(*found == value, |it| Some(it) == value.as_f64());
                    assert!(is_equal, "{name}: {key}: {row} {expected}");
                }
            }
        }
        let plan = query(
            &archive,
            "all.sqlite",
            "SELECT group_concat(name, ' ') FROM (SELECT name FROM sqlite_schema WHERE type = 'index' ORDER BY name)",
        );
        for index in [
            "games_game_id",
            "games_black",
            "games_white",
            "players_player",
            "hits_sfen",
            "positions_sfen",
        ] {
            assert!(plan.split(' ').any(|it| it == index), "{plan}");
        }
    }

    #[test]
    fn findings_are_those_of_json() {
        let archive = archive_of_games();
        let (line, expected) = findings(&archive);
        run_ok(&archive, &format!("{line} --format sqlite -o a.db"));
        let rows = read(&archive, "a.db", "findings");
        assert_eq!(rows.len(), expected.len());
        for (row, expected) in rows.iter().zip(&expected) {
            for (key, value) in expected.as_object().unwrap() {
                assert_eq!(&row[key], value, "{row}");
            }
        }
        let with_variation = NIFU.replace("まで9手", "変化：8手\n   8 ８六歩(85)\n   9 ９五歩打\nまで9手");
        fs::write(archive.path("v.kif"), with_variation).unwrap();
        run_ok(&archive, "validate -q --format sqlite -o v.db v.kif");
        let variations = "SELECT json_group_array(DISTINCT variation) FROM findings";
        assert!(query(&archive, "v.db", variations).contains('['));
        run_ok(&archive, "audit -q --format sqlite -o v.db g");
        assert_eq!(
            query(
                &archive,
                "v.db",
                "SELECT max(name) FROM sqlite_schema WHERE name = 'audit'"
            ),
            "audit"
        );
        assert_ne!(
            query(&archive, "v.db", "SELECT CAST(count(*) AS TEXT) FROM findings"),
            "0"
        );
    }

    /// A run replaces its own tables in a database, and no others.
    #[test]
    fn other_tables_of_a_database_stay() {
        let archive = archive_of_games();
        execute(
            &archive,
            "a.db",
            "PRAGMA encoding = 'UTF-16le'; PRAGMA journal_mode = WAL; CREATE TABLE own (x); INSERT INTO own VALUES ('mine');
             CREATE TABLE games (old); INSERT INTO games VALUES ('old');",
        );
        run_ok(
            &archive,
            "stats -q --table games,players,head-to-head --format sqlite -o a.db g",
        );
        run_ok(
            &archive,
            "stats -q --table games --columns path,plies --format sqlite -o a.db g/a.kif",
        );
        assert_eq!(query(&archive, "a.db", "SELECT x FROM own"), "mine");
        let players = "SELECT CAST(count(*) AS TEXT) FROM players WHERE name IN ('甲 三段', '乙')";
        assert_eq!(query(&archive, "a.db", players), "2");
        let games = read(&archive, "a.db", "games");
        assert_eq!(games.len(), 1);
        assert_eq!(games[0].as_object().unwrap().len(), 2, "{games:?}");
        // An empty file is a database without tables.
        fs::write(archive.path("empty.db"), "").unwrap();
        run_ok(&archive, "stats -q --format sqlite -o empty.db g");
        assert_eq!(read(&archive, "empty.db", "games").len(), 3);
        let names: Vec<_> = fs::read_dir(archive.path(""))
            .unwrap()
            .map(|it| it.unwrap().file_name())
            .collect();
        assert!(
            !names.iter().any(|it| it.to_string_lossy().starts_with(".kifu-")),
            "{names:?}"
        );
    }

    /// A database is unchanged if a table cannot be written, and a file that is not a database is not replaced.
    #[test]
    fn a_database_that_cannot_be_written_is_unchanged() {
        let archive = archive_of_games();
        execute(
            &archive,
            "view.db",
            "CREATE VIEW players AS SELECT 1 AS x; CREATE TABLE games (old)",
        );
        fs::copy(archive.path("text.txt"), archive.path("text.db")).unwrap();
        for (name, message) in [
            (
                "view.db",
                "view.db: the database cannot be written: use DROP VIEW",
            ),
            (
                "text.db",
                "text.db: this file is not a SQLite database; choose another path",
            ),
            ("none/a.db", "the directory `none` does not exist"),
        ] {
            let content = fs::read(archive.path(name)).ok();
            let outcome = archive.run_line(&format!(
                "stats --table games,players --format sqlite -o {name} g"
            ));
            assert_eq!(outcome.status, 2, "{outcome:?}");
            assert!(outcome.stderr.contains(message), "{outcome:?}");
            assert!(content == fs::read(archive.path(name)).ok(), "{name}");
        }
    }
}
