//! No output replaces a file that the run reads, and standard output is not written to such a file. A list in a pipe is
//! read once.

use std::fs;

use super::*;

/// A rules file that extends a built-in profile.
const RULES: &str = "extends = \"jsa-pro\"\n";

/// An input whose name looks like that of a temporary file of `kifu` is read and not deleted.
#[cfg(unix)]
#[test]
fn an_input_named_like_a_temporary_file_is_kept() {
    const NAME: &str = ".kifu-abcdef.tmp";
    for script in [
        "kifu validate NAME -o o.txt",
        "kifu validate ./NAME --html o.html -o o.txt",
        "kifu validate - <NAME -o o.txt",
        "kifu validate --files-from list -o o.txt",
        "kifu validate --files-from - -o o.txt <list",
        "kifu stats NAME -o o.csv",
        "kifu stats --files-from list --limit 0 -o o.csv",
        "kifu show NAME --svg o.svg",
        "kifu convert --to csa NAME -o o.csa",
        "kifu convert --to csa NAME -o .",
        "kifu convert --to csa --files-from list -o . --force",
        "kifu convert --to csa --files-from - -o . --force <list",
        "kifu convert --to csa --files-from - -o . <list",
        "kifu validate --rules RULES game.kif -o o.txt",
        "kifu stats --rules RULES game.kif -o o.csv",
        "kifu show --rules RULES game.kif --svg o.svg",
        "kifu convert --rules RULES --to csa game.kif -o o.csa",
        "ln -s NAME soft.kif && kifu validate soft.kif -o o.txt",
        "ln NAME hard.kif && kifu validate hard.kif -o o.txt",
    ] {
        let text = if script.contains("RULES") { RULES } else { CLEAN };
        let archive = Archive::new(&[
            (NAME, text.as_bytes()),
            ("game.kif", CLEAN.as_bytes()),
            ("list", format!("{NAME}\n").as_bytes()),
        ]);
        let script = script.replace("NAME", NAME).replace("RULES", NAME);
        let outcome = archive.shell(&script);
        assert_eq!(outcome.status, 0, "{script}: {outcome:?}");
        assert_eq!(
            fs::read_to_string(archive.path(NAME)).ok().as_deref(),
            Some(text),
            "{script}"
        );
    }
}

/// `--force` does not allow an output to replace an input, so the error message does not suggest this option. Files
/// that are not inputs may be replaced.
#[cfg(unix)]
#[test]
fn no_conversion_replaces_an_input() {
    let cases = [
        (
            "kifu convert --to csa --rules rules.toml FORCE -o rules.toml a.kif",
            "rules.toml",
        ),
        (
            "ln rules.toml out/a.csa; kifu convert --to csa --rules rules.toml FORCE -o out a.kif",
            "rules.toml",
        ),
        ("kifu convert --to kif FORCE -o a.kif <a.kif", "a.kif"),
        ("kifu convert --to kif FORCE -o a.kif - <a.kif", "a.kif"),
        (
            "ln a.kif out/stdin.kif; kifu convert --to kif FORCE -o out/ <a.kif",
            "a.kif",
        ),
        (
            "ln list out/a.csa; kifu convert --to csa --files-from - FORCE -o out <list",
            "list",
        ),
        (
            "ln list out/a.csa; kifu convert --to csa --files-from list FORCE -o out",
            "list",
        ),
        ("kifu convert --to kif FORCE -o . .", "a.kif"),
        ("kifu convert --to kif FORCE -o . a.kif", "a.kif"),
        ("kifu convert --to kif FORCE -o . --files-from list", "a.kif"),
        (
            "ln -s ../a.kif out/b.csa; cp a.kif b.kif; kifu convert --to csa FORCE -o out b.kif out/b.csa",
            "a.kif",
        ),
    ];
    for (script, input) in cases {
        for force in ["", "--force"] {
            let archive = Archive::new(&[
                ("a.kif", CLEAN.as_bytes()),
                ("rules.toml", RULES.as_bytes()),
                ("list", b"a.kif\n"),
                ("out/old.csa", b""),
            ]);
            let old_bytes = fs::read(archive.path(input)).unwrap();
            let script = script.replace("FORCE", force);
            let outcome = archive.shell(&script);
            assert_eq!(outcome.status, 2, "{script}: {outcome:?}");
            assert!(
                outcome.stderr.contains("this is an input file"),
                "{script}: {outcome:?}"
            );
            assert!(!outcome.stderr.contains("--force"), "{script}: {outcome:?}");
            assert_eq!(fs::read(archive.path(input)).unwrap(), old_bytes, "{script}");
        }
    }
    for script in [
        "kifu convert --to csa --force -o rules.txt a.kif",
        "cp a.kif b.kif; kifu convert --to kif --force -o b.kif <a.kif",
        "kifu convert --to csa --force -o out a.kif; kifu convert --to csa --force -o out .",
    ] {
        let archive = Archive::new(&[("a.kif", CLEAN.as_bytes()), ("rules.txt", RULES.as_bytes())]);
        let outcome = archive.shell(script);
        assert_eq!(outcome.status, 0, "{script}: {outcome:?}");
    }
}

/// A file that is redirected to standard input is an input, even if the run does not read it.
#[cfg(unix)]
#[test]
fn no_output_replaces_standard_input() {
    for (script, status) in [
        ("kifu validate --files-from - -o list <list", 2),
        ("kifu stats --files-from - -o list <list", 2),
        ("kifu validate --files-from - -o o.txt --html list <list", 2),
        ("kifu validate -o notes.txt <notes.txt", 2),
        ("kifu stats a.kif -o notes.txt <notes.txt", 2),
        ("cat list | kifu validate --files-from - -o list", 0),
        ("kifu stats a.kif -o notes.txt </dev/null", 0),
    ] {
        let archive = Archive::new(&[
            ("a.kif", CLEAN.as_bytes()),
            ("list", b"a.kif\n"),
            ("notes.txt", b"notes\n"),
        ]);
        let outcome = archive.shell(script);
        assert_eq!(outcome.status, status, "{script}: {outcome:?}");
        for (name, text) in [("list", "a.kif\n"), ("notes.txt", "notes\n")] {
            let is_same = fs::read_to_string(archive.path(name)).unwrap() == text;
            assert!(is_same || status == 0, "{script}: {name}");
        }
    }
}

/// A list from a pipe cannot be read twice, so it must be read only once even if several steps need it.
#[cfg(unix)]
#[test]
fn a_list_in_a_pipe_is_read_once() {
    for options in [
        "validate --progress always",
        "convert --to csa -o out --force",
        "convert --to csa -o out",
    ] {
        let archive = Archive::new(&[("a.kif", CLEAN.as_bytes()), ("b.kif", CLEAN.as_bytes())]);
        let script = format!(
            "mkdir out; mkfifo list; (echo a.kif; sleep 0.2; echo b.kif) >list & kifu {options} --files-from list"
        );
        let outcome = archive.shell(&script);
        assert_eq!(outcome.status, 0, "{options}: {outcome:?}");
        assert!(outcome.stderr.contains("2 records"), "{options}: {outcome:?}");
    }
}

/// Standard output that is redirected to an input is refused, because the run would read its own output again.
#[cfg(unix)]
#[test]
fn standard_output_to_an_input_is_refused() {
    for (script, is_refused) in [
        ("kifu validate game.kif >>game.kif", true),
        ("kifu convert --to csa game.kif >>game.kif", true),
        ("kifu convert --to csa game.kif -o /dev/stdout 1<>game.kif", true),
        ("kifu stats game.kif >>hard.kif", true),
        ("kifu show game.kif >>game.kif", true),
        ("kifu validate - <game.kif >>game.kif", true),
        ("kifu validate --rules rules.toml game.kif >>rules.toml", true),
        ("kifu validate game.kif >>report.txt", false),
        ("kifu convert --to csa game.kif >>game.csa", false),
        ("kifu stats . >>table.csv", false),
    ] {
        let archive = Archive::new(&[("game.kif", CLEAN.as_bytes()), ("rules.toml", RULES.as_bytes())]);
        fs::hard_link(archive.path("game.kif"), archive.path("hard.kif")).unwrap();
        let outcome = archive.shell(script);
        assert_eq!(outcome.status == 2, is_refused, "{script}: {outcome:?}");
        assert_eq!(
            outcome.stderr.contains("standard output"),
            is_refused,
            "{script}: {outcome:?}"
        );
        for (name, text) in [("game.kif", CLEAN), ("rules.toml", RULES)] {
            assert_eq!(fs::read_to_string(archive.path(name)).unwrap(), text, "{script}");
        }
    }
}
