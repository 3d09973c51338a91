//! Text injection through any input: terminal escape sequences, and line breaks that forge output lines.
//!
//! Text output shows control characters escaped, also in pipes. Machine-readable output keeps the characters.

mod hostile;

use std::ffi::OsStr;

use hostile::{SMUGGLED, assert_safe_output, hostile_lines, hostile_text, json_string, records};

use super::terminal::on_terminal;
use super::*;

/// Makes records, folders and rules files with hostile names and contents, and returns the paths of the records.
fn archive() -> (Archive, Vec<String>) {
    let (h, name) = (hostile_text(), hostile_lines());
    let archive = Archive::new(&[]);
    let mut paths = Vec::new();
    for (extension, text) in records() {
        let path = format!("d\n{SMUGGLED}\u{202E}/{name}.{extension}");
        fs::create_dir_all(archive.path(&path).parent().unwrap()).unwrap();
        fs::write(archive.path(&path), text).unwrap();
        paths.push(path);
    }
    let hostile_json = json_string(&h).replace('\u{7f}', "\\u007F");
    fs::write(archive.path("good.toml"), format!("name = {hostile_json}\n")).unwrap();
    let bad_rules = format!("max_moves = {hostile_json}\n{hostile_json} = 1\n[clock]\n");
    fs::write(archive.path(&format!("{name}.toml")), bad_rules).unwrap();
    fs::write(archive.path("list"), paths.join("\0")).unwrap();
    (archive, paths)
}

/// Returns the arguments of `validate`, `stats` and `convert` with each output format or table, without paths. With
/// these arguments, no progress line is shown.
fn command_lines() -> Vec<Vec<String>> {
    let mut command_lines = Vec::new();
    let mut add = |line: &str| command_lines.push(line.split(' ').map(str::to_owned).collect::<Vec<_>>());
    for report_format in kifu::report::FORMS {
        let name = report_format.name;
        add(&format!("validate --progress never --statistics --format {name}"));
        add(&format!(
            "validate --progress never -v --lang ja --rules good.toml --format {name}"
        ));
    }
    for table in kifu::stats::TABLES {
        let name = table.name;
        for format in ["csv", "jsonl"] {
            add(&format!(
                "stats --progress never --columns all --table {name} --format {format}"
            ));
        }
    }
    for target in kifu::notation::targets() {
        let name = target.name;
        add(&format!("convert --progress never -v --to {name}"));
        add(&format!(
            "convert --progress never --loss-format jsonl --to {name}"
        ));
        add(&format!(
            "convert --progress never --lang ja --deny-loss --to {name}"
        ));
    }
    command_lines
}

fn with_paths<'a>(arguments: &'a [String], paths: &'a [String]) -> Vec<&'a str> {
    arguments.iter().chain(paths).map(String::as_str).collect()
}

#[test]
fn control_sequences_in_records_are_escaped() {
    let (archive, paths) = archive();
    let mut coloured_count = 0;
    for command_line in command_lines() {
        let arguments = with_paths(&command_line, &paths);
        let (output, status) = on_terminal(archive.command(&arguments));
        assert!(status <= 2, "{command_line:?}: {output}");
        assert_safe_output(&output, &command_line);
        coloured_count += usize::from(output.contains("\u{1b}[1m"));
    }
    assert!(coloured_count > 10, "{coloured_count}");
    for path in &paths {
        for arguments in [
            &["show"][..],
            &["show", "--lang", "ja", "--rules", "good.toml"],
            &["show", "--ply", "0"],
            &["show", "--format", "kif-diagram", "--ply", "0"],
            &["show", "--svg", "-", "--ply", "0"],
            &["show", "--ply", "99"],
            &["show", "--record", "99"],
        ] {
            let (output, _) = on_terminal(archive.command(&[arguments, &[path]].concat()));
            assert_safe_output(&output, &(arguments, path));
        }
    }
}

/// Text output is escaped in pipes, too, because the output of a pipe is usually shown on a terminal.
#[test]
fn text_output_is_escaped_in_pipes() {
    let (archive, paths) = archive();
    for mut command_line in command_lines() {
        command_line.extend(["--color".to_owned(), "always".to_owned()]);
        let Outcome { stdout, stderr, .. } = run_raw(&archive, &with_paths(&command_line, &paths));
        let is_text_output = command_line
            .iter()
            .any(|word| word == "text" || word == "concise");
        if is_text_output {
            assert_safe_output(&stdout, &command_line);
        }
        if !command_line.iter().any(|word| word == "jsonl") {
            assert_safe_output(&stderr, &command_line);
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

/// Returns the outcome of a run whose standard output may be invalid UTF-8.
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
    let conversion =
        archive.run(&[&["convert", "--to", "csa", "--loss-format", "jsonl"], &list[..]].concat());
    let loss_objects: Vec<Value> = conversion
        .stderr
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    assert!(
        paths
            .iter()
            .all(|path| loss_objects.iter().any(|object| object["path"] == path.as_str()))
    );
    // The names of players are unchanged in CSV and in JSON Lines.
    let columns = ["stats", "--columns", "path,black", "--format"];
    let rows = archive.run(&[&columns[..], &["csv"], &list].concat()).stdout;
    let mut rows = csv::Reader::from_reader(rows.as_bytes());
    let rows: Vec<(String, String)> = rows.deserialize().map(Result::unwrap).collect();
    let objects = archive.run(&[&columns[..], &["jsonl"], &list].concat()).objects();
    let path_and_black =
        |value: &Value| ["path", "black"].map(|key| value[key].as_str().unwrap_or_default().to_owned());
    assert_eq!(
        rows,
        objects
            .iter()
            .map(|object| path_and_black(object).into())
            .collect::<Vec<_>>()
    );
    for (extension, name) in [("kifu", hostile_text()), ("json", hostile_lines() + "\0")] {
        let is_expected_row = |(path, black): &&(String, String)| path.ends_with(extension) && *black == name;
        assert_eq!(
            rows.iter().filter(is_expected_row).count(),
            1,
            "{extension}: {rows:?}"
        );
    }
}

/// Returns the options that the help of the commands lists with a value, as pairs of command and option.
fn options(archive: &Archive) -> Vec<(String, String)> {
    let commands = [
        "validate",
        "audit",
        "fix",
        "convert",
        "stats",
        "find",
        "index",
        "book",
        "show",
        "diff",
        "app",
        "rules",
        "formats",
        "config",
        "completions",
        "man",
    ];
    let help = archive.run(&["--help"]).stdout;
    let command_section = help
        .split("Commands:")
        .nth(1)
        .unwrap()
        .split("Options:")
        .next()
        .unwrap();
    let listed_names = command_section
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let listed_names: Vec<_> = listed_names
        .filter(|command| !command.is_empty() && *command != "help")
        .collect();
    assert_eq!(listed_names, commands);
    let mut options = Vec::new();
    for command in commands {
        let help = archive.run(&[command, "--help"]).stdout;
        for line in help.lines() {
            let words: Vec<_> = line.trim().split(' ').collect();
            let index = words.iter().position(|it| it.starts_with("--"));
            if let Some(index) = index.filter(|_| line.starts_with("  "))
                && words.get(index + 1).is_some_and(|it| it.starts_with('<'))
            {
                options.push((command.to_owned(), words[index].to_owned()));
            }
        }
    }
    assert!(options.len() > 40, "{options:?}");
    options
}

/// Returns the arguments, with `--progress never` added if the command can show a progress line.
fn without_progress<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    let mut adjusted = arguments.to_vec();
    if matches!(
        arguments,
        [
            "validate" | "audit" | "fix" | "convert" | "stats" | "find" | "index" | "book",
            ..
        ]
    ) {
        adjusted.splice(1..1, ["--progress", "never"]);
    }
    adjusted
}

#[test]
fn control_sequences_in_arguments_are_escaped() {
    let (archive, _) = archive();
    let name = hostile_lines();
    let mut argument_lists: Vec<Vec<String>> = Vec::new();
    for (command, option) in options(&archive) {
        for value in [name.clone(), format!("1{name}"), format!("help,{name}")] {
            argument_lists.push(vec![command.clone(), option.clone(), value]);
        }
    }
    let long_option = format!("--{name}");
    let expression = format!("black = \"{name}");
    let language_argument = format!("--lang={name}");
    for arguments in [
        &[&*name][..],
        &[&*long_option],
        &["help", &name],
        &["validate", &long_option],
        &["convert", &long_option],
        &["validate", &name],
        &["validate", "--select", &name, &name],
        &["convert", "--to", "csa", &name],
        &["convert", "--to", "csa", &name, "-o", &name],
        &["convert", "--to", "csa", "-o", &long_option, "good.toml"],
        &["stats", &name],
        &["stats", "--where", &expression],
        &["stats", "--where", "black ~ \"(\u{1b}[2J\""],
        &["stats", "-o", &name, "--html", &name],
        &["stats", "--html", &name, "good.toml"],
        &["show", &name],
        &["show", "--svg", &name, "good.toml"],
        &["rules", &name],
        &["rules", &language_argument],
        &["rules", "--profiles", "--rules", "good.toml"],
        &["formats", &name],
        &["completions", &name],
        &["completions", "bash"],
        &["completions", "bash", &name],
        &["man"],
        &["man", &name],
    ] {
        argument_lists.push(arguments.iter().map(|&it| it.to_owned()).collect());
    }
    let toml = format!("{name}.toml");
    for command in [
        "validate",
        "convert --to csa",
        "stats",
        "show",
        "rules --profiles",
    ] {
        let mut arguments: Vec<_> = command.split(' ').map(str::to_owned).collect();
        arguments.extend(["--rules".to_owned(), toml.clone()]);
        argument_lists.push(arguments);
    }
    for (index, arguments) in argument_lists.iter().enumerate() {
        let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
        let arguments = without_progress(&arguments);
        let command = |language| {
            let mut command = archive.command(&arguments);
            command.env("LC_ALL", language);
            command
        };
        let languages = ["C", "ja_JP.UTF-8"];
        let (output, _) = on_terminal(command(languages[index % 2]));
        assert_safe_output(&output, &arguments);
        let output = command(languages[1 - index % 2]).output().unwrap();
        assert_safe_output(&String::from_utf8(output.stderr).unwrap(), &arguments);
    }
}

#[test]
fn invalid_utf_8_arguments_are_escaped() {
    use std::os::unix::ffi::OsStrExt;
    let archive = Archive::new(&[]);
    let invalid_utf8 = OsStr::from_bytes(b"\x9b31m\x1b[2J\xff\n");
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
        command.arg(invalid_utf8);
        let (output, status) = on_terminal(command);
        assert_eq!(status, 2, "{arguments:?}: {output}");
        assert_safe_output(&output, &arguments);
    }
}

/// Output to a file is escaped if the file of `-o` is a terminal device.
#[test]
fn output_to_a_terminal_device_is_escaped() {
    let (archive, paths) = archive();
    for command_line in command_lines() {
        let mut arguments = with_paths(&command_line, &paths);
        arguments.extend(["-o", "/dev/fd/2"]);
        let (output, _) = on_terminal(archive.command(&arguments));
        assert_safe_output(&output, &command_line);
    }
}
