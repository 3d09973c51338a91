//! Fault injection into every step of writing a file: system calls that fail, and signals that end the process.
//!
//! Every writing command is run once for each of its steps, with a fault at this step. Then every output is the complete
//! old or new file, and no input has changed. Only a killed run leaves a temporary file. A failed run does not exit with
//! success.
//!
//! `strace` makes system calls fail or sends a signal. Without it, these tests are skipped.

#![cfg(all(target_os = "linux", feature = "cli"))]

mod process;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use process::{Call, InjectedFault, Outcome, is_available, run};

const GAME: &str = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n";

/// The files before each run: inputs and older outputs.
const FILES: &[(&str, &str)] = &[
    ("games/a.kif", GAME),
    (
        "games/b/c.kif",
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角(88)\n   4 投了\n",
    ),
    (
        "games/two.csa",
        "V2.2\nPI\n+\n+7776FU\n%TORYO\n/\nV2.2\nPI\n+\n+2726FU\n%TORYO\n",
    ),
    ("rules.toml", "extends = \"jsa-pro\"\n"),
    ("report.csv", "old report\n"),
    ("page.html", "<p>old page</p>\n"),
    ("board.svg", "<svg/>\n"),
    ("out/a.csa", "old game\n"),
    ("out/kept.csa", "another game\n"),
];

/// Commands with all kinds of output: files, folders and standard output, new and existing ones.
const COMMANDS: &[&str] = &[
    "validate --format csv -o report.csv games",
    "validate --rules rules.toml --format json -o new.json --html page.html games",
    "validate --format jsonl games",
    "validate --format jsonl --output-dir new games",
    "validate --write-baseline known.json --valid-list good.txt games",
    "stats -o report.csv games",
    "stats --table players -o report.csv --html page.html games",
    "stats --table moves games",
    "stats --table duplicates -o report.csv games",
    "show --svg board.svg games/a.kif",
    "show --svg - games/a.kif",
    "convert --to csa -o new games",
    "convert --to csa -o out --force games",
    "convert --to csa --join -o new/deep games",
    "convert --to kifu -o other.kifu games/a.kif",
    "convert --to usi games",
];

/// A folder with the initial files.
struct Workspace(TempDir);

/// File contents by path in the folder.
type Contents = BTreeMap<PathBuf, Vec<u8>>;

impl Workspace {
    fn new() -> Self {
        let workspace = Self(tempfile::tempdir().unwrap());
        for (name, text) in FILES {
            let path = workspace.0.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        workspace
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn contents(&self) -> Contents {
        fn walk(root: &Path, folder: &Path, contents: &mut Contents) {
            for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
                let path = entry.path();
                if path.is_dir() {
                    walk(root, &path, contents);
                } else {
                    contents.insert(
                        path.strip_prefix(root).unwrap().to_owned(),
                        fs::read(&path).unwrap(),
                    );
                }
            }
        }
        let mut contents = Contents::new();
        walk(self.path(), self.path(), &mut contents);
        contents
    }
}

/// Returns `true` for a temporary file of the program.
fn is_temporary(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with(".kifu-") && name.ends_with(".tmp")
}

/// The calls and files of a run without faults.
struct FaultlessRun {
    calls: Vec<Call>,
    files: Contents,
    status: i32,
}

fn run_without_faults(command: &str) -> FaultlessRun {
    let workspace = Workspace::new();
    let Outcome {
        status,
        calls,
        stderr,
        ..
    } = run(command, workspace.path(), InjectedFault::None);
    assert!((0..=1).contains(&status), "{command}: {stderr}");
    FaultlessRun {
        calls,
        files: workspace.contents(),
        status,
    }
}

/// Asserts that every file has its complete old or new content, that no old file is lost, and that there are no other files.
///
/// Temporary files are ignored.
fn assert_complete(case: &str, now: &Contents, new: &Contents) {
    let old_contents: BTreeMap<_, _> = FILES
        .iter()
        .map(|(name, text)| (Path::new(name), text.as_bytes()))
        .collect();
    for (path, bytes) in now.iter().filter(|(path, _)| !is_temporary(path)) {
        let allowed = [old_contents.get(&**path).copied(), new.get(path).map(|it| &**it)];
        assert!(
            allowed.contains(&Some(bytes)),
            "{case}: {} is neither",
            path.display()
        );
    }
    for (name, _) in FILES {
        assert!(now.contains_key(Path::new(name)), "{case}: {name} is lost");
    }
}

fn assert_no_temporary_files(case: &str, now: &Contents) {
    assert!(!now.keys().any(|path| is_temporary(path)), "{case}: {now:?}");
}

/// A conversion flushes all of its files together, at the end of the run. Other commands flush each file before its rename.
#[test]
fn files_are_flushed_before_they_are_renamed() {
    for command in COMMANDS.iter().filter(|_| is_available()) {
        let FaultlessRun { calls, files, .. } = run_without_faults(command);
        let new = files.keys().filter(|path| {
            let old_file = FILES.iter().find(|(name, _)| Path::new(name) == **path);
            old_file.is_none_or(|(_, text)| text.as_bytes() != files[*path])
        });
        let renames: Vec<_> = calls.iter().filter(|it| it.name.starts_with("rename")).collect();
        assert_eq!(renames.len(), new.count(), "{command}: {calls:?}");
        if command.starts_with("convert") && !renames.is_empty() {
            let last_call = calls.last().unwrap();
            assert_eq!(last_call.name, "syncfs", "{command}: {calls:?}");
            continue;
        }
        for file in renames.iter().map(|it| &it.temporary) {
            let steps: Vec<_> = calls
                .iter()
                .filter(|call| call.temporary == *file && call.name != "fchmod")
                .collect();
            let [.., flush, rename] = &*steps else {
                panic!("{command}: {calls:?}")
            };
            assert_eq!(
                (&*flush.name, rename.name.starts_with("rename")),
                ("fsync", true),
                "{command}: {calls:?}"
            );
        }
    }
}

#[test]
fn a_failed_step_keeps_all_files_and_is_reported() {
    for command in COMMANDS.iter().filter(|_| is_available()) {
        let FaultlessRun {
            calls,
            files,
            status: faultless_status,
        } = run_without_faults(command);
        let mut hits = 0;
        for call in &calls {
            let case = format!("{command}, {call:?} fails");
            let workspace = Workspace::new();
            let Outcome {
                status,
                stderr,
                is_hit,
                ..
            } = run(command, workspace.path(), InjectedFault::Fails(call));
            let contents = workspace.contents();
            assert_complete(&case, &contents, &files);
            assert_no_temporary_files(&case, &contents);
            if !is_hit && status == faultless_status {
                assert_eq!(contents, files, "{case}: {stderr}");
                continue;
            }
            hits += usize::from(is_hit);
            assert_eq!(status, 2, "{case}: {stderr}");
            assert!(stderr.contains("No space left"), "{case}: {stderr}");
            // The message has the final name of the file. The name of a temporary file means nothing to users.
            assert!(!stderr.contains(".kifu-"), "{case}: {stderr}");
            let mut outputs = command.split(' ').skip(1).filter(|word| !word.starts_with('-'));
            let other_outputs = ["standard output", "error: .: ", "the directory .: "];
            let is_named = other_outputs.iter().any(|output| stderr.contains(output))
                || outputs.any(|output| stderr.contains(output));
            assert!(is_named, "{case}: {stderr}");
        }
        assert!(hits * 2 > calls.len(), "{command}: {hits} of {}", calls.len());
    }
}

#[test]
fn a_killed_run_loses_nothing_and_can_be_repeated() {
    for command in COMMANDS.iter().filter(|_| is_available()) {
        let FaultlessRun {
            calls,
            files,
            status: faultless_status,
        } = run_without_faults(command);
        let mut kills = 0;
        for call in &calls {
            let case = format!("{command}, killed before {call:?}");
            let workspace = Workspace::new();
            let Outcome { status, stderr, .. } =
                run(command, workspace.path(), InjectedFault::Signal(call, "KILL"));
            assert_complete(&case, &workspace.contents(), &files);
            if status == faultless_status {
                assert_eq!(workspace.contents(), files, "{case}");
                continue;
            }
            assert_eq!(status, 128 + 9, "{case}: {stderr}");
            kills += 1;
            // A repeated conversion or split would refuse to overwrite the files that already have their final names.
            let repeated_command = match command
                .strip_prefix("convert")
                .filter(|_| !command.contains("--force"))
            {
                Some(rest) => format!("convert --force{rest}"),
                None => (*command).to_owned(),
            };
            if command.contains("--output-dir") {
                let _ = fs::remove_dir_all(workspace.path().join("new"));
            }
            let Outcome { status, stderr, .. } =
                run(&repeated_command, workspace.path(), InjectedFault::None);
            assert!(status <= 1, "{case}: {stderr}");
            let mut contents = workspace.contents();
            contents.retain(|path, _| !is_temporary(path));
            assert_eq!(contents, files, "{case}");
        }
        assert!(kills * 2 > calls.len(), "{command}: {kills} of {}", calls.len());
    }
}

#[test]
fn a_signal_leaves_no_partial_files() {
    let signals = [("INT", 2), ("TERM", 15), ("HUP", 1)];
    for (command, (signal, number)) in COMMANDS.iter().zip(signals.into_iter().cycle()) {
        if !is_available() {
            return;
        }
        let FaultlessRun {
            calls,
            files,
            status: faultless_status,
            ..
        } = run_without_faults(command);
        for call in &calls {
            let case = format!("{command}, {signal} before {call:?}");
            let workspace = Workspace::new();
            let outcome = run(command, workspace.path(), InjectedFault::Signal(call, signal));
            let contents = workspace.contents();
            assert_complete(&case, &contents, &files);
            assert_no_temporary_files(&case, &contents);
            if outcome.status == faultless_status {
                // The signal arrived after the work was done.
                assert_eq!(contents, files, "{case}");
            } else {
                assert_eq!(outcome.status, 128 + number, "{case}: {}", outcome.stderr);
            }
        }
    }
}
