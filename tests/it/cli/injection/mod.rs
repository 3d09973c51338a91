//! Text injection through any input: terminal escape sequences, and line breaks that forge output lines.
//!
//! Text output shows such characters escaped, also in pipes. Machine-readable output keeps them.

mod hostile;

use std::ffi::OsStr;

use hostile::{SMUGGLED, assert_safe_output, hostile, json, lines, records};

use super::terminal::on_terminal;
use super::*;

/// Makes files, folders and profiles with such names, and returns the paths of the records.
fn archive() -> (Archive, Vec<String>) {
    let (h, name) = (hostile(), lines());
    let archive = Archive::new(&[]);
    let mut paths = Vec::new();
    for (extension, text) in records() {
        let path = format!("d\n{SMUGGLED}\u{202E}/{name}.{extension}");
        fs::create_dir_all(archive.path(&path).parent().unwrap()).unwrap();
        fs::write(archive.path(&path), text).unwrap();
        paths.push(path);
    }
    let rules = json(&h).replace('\u{7f}', "\\u007F");
    fs::write(archive.path("good.toml"), format!("name = {rules}\n")).unwrap();
    let bad = format!("max_moves = {rules}\n{rules} = 1\n[clock]\n");
    fs::write(archive.path(&format!("{name}.toml")), bad).unwrap();
    fs::write(archive.path("list"), paths.join("\0")).unwrap();
    (archive, paths)
}

/// Returns the arguments of all commands on records, without paths. None of them shows a progress line.
fn command_lines() -> Vec<Vec<String>> {
    let mut asked = Vec::new();
    let mut ask = |words: &str| asked.push(words.split(' ').map(str::to_owned).collect::<Vec<_>>());
    for form in kifu::report::FORMS {
        let name = form.name;
        ask(&format!("validate --progress never --statistics --format {name}"));
        ask(&format!(
            "validate --progress never -v --lang ja --rules good.toml --format {name}"
        ));
    }
    for table in kifu::stats::TABLES {
        let name = table.name;
        for form in ["csv", "jsonl"] {
            ask(&format!(
                "stats --progress never --columns all --table {name} --format {form}"
            ));
        }
    }
    for target in kifu::notation::targets() {
        let name = target.name;
        ask(&format!("convert --progress never -v --to {name}"));
        ask(&format!(
            "convert --progress never --loss-format jsonl --to {name}"
        ));
        ask(&format!(
            "convert --progress never --lang ja --deny-loss --to {name}"
        ));
    }
    asked
}

fn with_paths<'a>(question: &'a [String], paths: &'a [String]) -> Vec<&'a str> {
    question.iter().chain(paths).map(String::as_str).collect()
}

#[test]
fn control_sequences_in_records_are_escaped() {
    let (archive, paths) = archive();
    let mut coloured = 0;
    for question in command_lines() {
        let arguments = with_paths(&question, &paths);
        let (shown, status) = on_terminal(archive.command(&arguments));
        assert!(status <= 2, "{question:?}: {shown}");
        assert_safe_output(&shown, &question);
        coloured += usize::from(shown.contains("\u{1b}[1m"));
    }
    assert!(coloured > 10, "{coloured}");
    for path in &paths {
        for question in [
            &["show"][..],
            &["show", "--lang", "ja", "--rules", "good.toml"],
            &["show", "--ply", "0"],
            &["show", "--format", "kif-diagram", "--ply", "0"],
            &["show", "--svg", "-", "--ply", "0"],
            &["show", "--ply", "99"],
            &["show", "--record", "99"],
        ] {
            let (shown, _) = on_terminal(archive.command(&[question, &[path]].concat()));
            assert_safe_output(&shown, &(question, path));
        }
    }
}

/// Text output is escaped in pipes, too, because it usually ends up on a terminal.
#[test]
fn text_output_is_escaped_in_pipes() {
    let (archive, paths) = archive();
    for mut question in command_lines() {
        question.extend(["--color".to_owned(), "always".to_owned()]);
        let Outcome { stdout, stderr, .. } = run_raw(&archive, &with_paths(&question, &paths));
        let is_words = question.iter().any(|word| word == "text" || word == "concise");
        if is_words {
            assert_safe_output(&stdout, &question);
        }
        if !question.iter().any(|word| word == "jsonl") {
            assert_safe_output(&stderr, &question);
        }
    }
    for path in &paths {
        for language in ["en", "ja"] {
            let Outcome { stdout, stderr, .. } =
                run_raw(&archive, &["show", "--color", "always", "--lang", language, path]);
            assert_safe_output(&(stdout + &stderr), path);
        }
    }
}

/// Returns the outcome of a run whose output may be invalid UTF-8.
fn run_raw(archive: &Archive, arguments: &[&str]) -> Outcome {
    let output = archive.command(arguments).output().unwrap();
    Outcome {
        status: output.status.code().unwrap(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn machine_readable_output_is_unchanged() {
    let (archive, paths) = archive();
    let list = ["--files-from", "list", "--null"];
    let objects = archive
        .run(&[&["validate", "--format", "jsonl"], &list[..]].concat())
        .objects();
    assert!(
        paths
            .iter()
            .all(|path| objects.iter().any(|object| object["path"] == path.as_str()))
    );
    let array = archive
        .run(&[&["validate", "--format", "json"], &list[..]].concat())
        .stdout;
    assert_eq!(serde_json::from_str::<Vec<Value>>(&array).unwrap(), objects);
    let told = archive.run(&[&["convert", "--to", "csa", "--loss-format", "jsonl"], &list[..]].concat());
    let told: Vec<Value> = told
        .stderr
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    assert!(
        paths
            .iter()
            .all(|path| told.iter().any(|object| object["path"] == path.as_str()))
    );
    // Player names are unchanged in CSV and JSON.
    let columns = ["stats", "--columns", "path,black", "--format"];
    let rows = archive.run(&[&columns[..], &["csv"], &list].concat()).stdout;
    let mut rows = csv::Reader::from_reader(rows.as_bytes());
    let rows: Vec<(String, String)> = rows.deserialize().map(Result::unwrap).collect();
    let objects = archive.run(&[&columns[..], &["jsonl"], &list].concat()).objects();
    let cells =
        |value: &Value| ["path", "black"].map(|key| value[key].as_str().unwrap_or_default().to_owned());
    assert_eq!(
        rows,
        objects
            .iter()
            .map(|object| cells(object).into())
            .collect::<Vec<_>>()
    );
    for (extension, name) in [("kifu", hostile()), ("json", lines() + "\0")] {
        let is_it = |(path, black): &&(String, String)| path.ends_with(extension) && *black == name;
        assert_eq!(rows.iter().filter(is_it).count(), 1, "{extension}: {rows:?}");
    }
}

/// Returns every option of every command that takes a value, as listed in the help.
fn options(archive: &Archive) -> Vec<(String, String)> {
    let verbs = [
        "validate",
        "convert",
        "stats",
        "find",
        "index",
        "show",
        "rules",
        "formats",
        "config",
        "completions",
        "man",
    ];
    let help = archive.run(&["--help"]).stdout;
    let commands = help
        .split("Commands:")
        .nth(1)
        .unwrap()
        .split("Options:")
        .next()
        .unwrap();
    let named = commands
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let named: Vec<_> = named.filter(|verb| !verb.is_empty() && *verb != "help").collect();
    assert_eq!(named, verbs);
    let mut options = Vec::new();
    for verb in verbs {
        let help = archive.run(&[verb, "--help"]).stdout;
        for line in help.lines() {
            let words: Vec<_> = line.trim().split(' ').collect();
            let at = words.iter().position(|it| it.starts_with("--"));
            if let Some(at) = at.filter(|_| line.starts_with("  "))
                && words.get(at + 1).is_some_and(|it| it.starts_with('<'))
            {
                options.push((verb.to_owned(), words[at].to_owned()));
            }
        }
    }
    assert!(options.len() > 40, "{options:?}");
    options
}

/// Returns the arguments with the progress line disabled.
fn without_progress<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    let mut still = arguments.to_vec();
    if matches!(
        arguments,
        ["validate" | "convert" | "stats" | "find" | "index", ..]
    ) {
        still.splice(1..1, ["--progress", "never"]);
    }
    still
}

#[test]
fn control_sequences_in_arguments_are_escaped() {
    let (archive, _) = archive();
    let name = lines();
    let mut asked: Vec<Vec<String>> = Vec::new();
    for (verb, option) in options(&archive) {
        for value in [name.clone(), format!("1{name}"), format!("help,{name}")] {
            asked.push(vec![verb.clone(), option.clone(), value]);
        }
    }
    let long = format!("--{name}");
    let expression = format!("black = \"{name}");
    let known = format!("--lang={name}");
    for words in [
        &[&*name][..],
        &[&*long],
        &["help", &name],
        &["validate", &long],
        &["convert", &long],
        &["validate", &name],
        &["validate", "--select", &name, &name],
        &["convert", "--to", "csa", &name],
        &["convert", "--to", "csa", &name, "-o", &name],
        &["convert", "--to", "csa", "-o", &long, "good.toml"],
        &["stats", &name],
        &["stats", "--where", &expression],
        &["stats", "--where", "black ~ \"(\u{1b}[2J\""],
        &["stats", "-o", &name, "--html", &name],
        &["stats", "--html", &name, "good.toml"],
        &["show", &name],
        &["show", "--svg", &name, "good.toml"],
        &["rules", &name],
        &["rules", &known],
        &["rules", "--profiles", "--rules", "good.toml"],
        &["formats", &name],
        &["completions", &name],
        &["completions", "bash"],
        &["completions", "bash", &name],
        &["man"],
        &["man", &name],
    ] {
        asked.push(words.iter().map(|&it| it.to_owned()).collect());
    }
    let toml = format!("{name}.toml");
    for verb in [
        "validate",
        "convert --to csa",
        "stats",
        "show",
        "rules --profiles",
    ] {
        let mut words: Vec<_> = verb.split(' ').map(str::to_owned).collect();
        words.extend(["--rules".to_owned(), toml.clone()]);
        asked.push(words);
    }
    for (at, arguments) in asked.iter().enumerate() {
        let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
        let arguments = without_progress(&arguments);
        let command = |language| {
            let mut command = archive.command(&arguments);
            command.env("LC_ALL", language);
            command
        };
        let languages = ["C", "ja_JP.UTF-8"];
        let (shown, _) = on_terminal(command(languages[at % 2]));
        assert_safe_output(&shown, &arguments);
        let output = command(languages[1 - at % 2]).output().unwrap();
        assert_safe_output(&String::from_utf8(output.stderr).unwrap(), &arguments);
    }
}

/// Arguments that are invalid UTF-8.
#[test]
fn invalid_utf_8_arguments_are_escaped() {
    use std::os::unix::ffi::OsStrExt;
    let archive = Archive::new(&[]);
    let bytes = OsStr::from_bytes(b"\x9b31m\x1b[2J\xff\n");
    for arguments in [
        &["validate"][..],
        &["validate", "--select"],
        &["validate", "--rules"],
        &["stats", "--where"],
        &["stats", "--files-from"],
        &["convert", "--to"],
        &["convert", "--to", "csa", "-o"],
        &["show"],
        &["show", "--ply"],
        &[],
    ] {
        let mut command = archive.command(&without_progress(arguments));
        command.arg(bytes);
        let (shown, status) = on_terminal(command);
        assert_eq!(status, 2, "{arguments:?}: {shown}");
        assert_safe_output(&shown, &arguments);
    }
}

/// A device may be a terminal, too.
#[test]
fn output_to_a_terminal_device_is_escaped() {
    let (archive, paths) = archive();
    for question in command_lines() {
        let mut arguments = with_paths(&question, &paths);
        arguments.extend(["-o", "/dev/fd/2"]);
        let (shown, _) = on_terminal(archive.command(&arguments));
        assert_safe_output(&shown, &question);
    }
}
