//! Fault injection into every step of writing a file: system calls that fail, and signals that end the process.
//!
//! For every writing command, every step is tried. The output is the complete old or new file, no input changes, no
//! temporary file is left, and no failure exits with success.
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

/// Every writing command, in every way of writing.
const COMMANDS: &[&str] = &[
    "validate --format csv -o report.csv games",
    "validate --rules rules.toml --format json -o new.json --html page.html games",
    "validate --format jsonl games",
    "validate --format jsonl --output-dir new games",
    "validate --write-baseline known.json --valid-list good.txt games",
    "stats -o report.csv games",
    "stats --table players -o report.csv --html page.html games",
    "stats --table moves games",
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
        let place = Self(tempfile::tempdir().unwrap());
        for (name, text) in FILES {
            let path = place.0.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        place
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn contents(&self) -> Contents {
        fn walk(top: &Path, at: &Path, found: &mut Contents) {
            for entry in fs::read_dir(at).unwrap().map(Result::unwrap) {
                let path = entry.path();
                if path.is_dir() {
                    walk(top, &path, found);
                } else {
                    found.insert(
                        path.strip_prefix(top).unwrap().to_owned(),
                        fs::read(&path).unwrap(),
                    );
                }
            }
        }
        let mut found = Contents::new();
        walk(self.path(), self.path(), &mut found);
        found
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

fn run_without_faults(verb: &str) -> FaultlessRun {
    let place = Workspace::new();
    let Outcome {
        status,
        calls,
        stderr,
        ..
    } = run(verb, place.path(), InjectedFault::None);
    assert!((0..=1).contains(&status), "{verb}: {stderr}");
    FaultlessRun {
        calls,
        files: place.contents(),
        status,
    }
}

/// Asserts that every file is the complete old or new one, and that there are no other files.
fn assert_whole(case: &str, now: &Contents, new: &Contents) {
    let old: BTreeMap<_, _> = FILES
        .iter()
        .map(|(name, text)| (Path::new(name), text.as_bytes()))
        .collect();
    for (path, bytes) in now.iter().filter(|(path, _)| !is_temporary(path)) {
        let known = [old.get(&**path).copied(), new.get(path).map(|it| &**it)];
        assert!(
            known.contains(&Some(bytes)),
            "{case}: {} is neither",
            path.display()
        );
    }
    for (name, _) in FILES {
        assert!(now.contains_key(Path::new(name)), "{case}: {name} is lost");
    }
}

fn assert_tidy(case: &str, now: &Contents) {
    assert!(!now.keys().any(|path| is_temporary(path)), "{case}: {now:?}");
}

/// A conversion flushes all of its files at the end of the run.
#[test]
fn files_are_flushed_before_they_are_renamed() {
    for verb in COMMANDS.iter().filter(|_| is_available()) {
        let FaultlessRun { calls, files, .. } = run_without_faults(verb);
        let new = files.keys().filter(|path| {
            let old = FILES.iter().find(|(name, _)| Path::new(name) == **path);
            old.is_none_or(|(_, text)| text.as_bytes() != files[*path])
        });
        let named: Vec<_> = calls.iter().filter(|it| it.name.starts_with("rename")).collect();
        assert_eq!(named.len(), new.count(), "{verb}: {calls:?}");
        if verb.starts_with("convert") && !named.is_empty() {
            let last = calls.last().unwrap();
            assert_eq!(last.name, "syncfs", "{verb}: {calls:?}");
            continue;
        }
        for file in named.iter().map(|it| &it.temporary) {
            let steps: Vec<_> = calls
                .iter()
                .filter(|call| call.temporary == *file && call.name != "fchmod")
                .collect();
            let [.., settled, renamed] = &*steps else {
                panic!("{verb}: {calls:?}")
            };
            assert_eq!(
                (&*settled.name, renamed.name.starts_with("rename")),
                ("fsync", true),
                "{verb}: {calls:?}"
            );
        }
    }
}

#[test]
fn a_failed_step_keeps_all_files_and_is_reported() {
    for verb in COMMANDS.iter().filter(|_| is_available()) {
        let FaultlessRun {
            calls,
            files,
            status: usual,
        } = run_without_faults(verb);
        let mut hits = 0;
        for call in &calls {
            let case = format!("{verb}, {call:?} fails");
            let place = Workspace::new();
            let Outcome {
                status,
                stderr,
                is_hit,
                ..
            } = run(verb, place.path(), InjectedFault::Fails(call));
            let now = place.contents();
            assert_whole(&case, &now, &files);
            assert_tidy(&case, &now);
            if !is_hit && status == usual {
                assert_eq!(now, files, "{case}: {stderr}");
                continue;
            }
            hits += usize::from(is_hit);
            assert_eq!(status, 2, "{case}: {stderr}");
            assert!(stderr.contains("No space left"), "{case}: {stderr}");
            // The name of a temporary file means nothing to users, so the message has the final name.
            assert!(!stderr.contains(".kifu-"), "{case}: {stderr}");
            let mut outputs = verb.split(' ').skip(1).filter(|word| !word.starts_with('-'));
            let places = ["standard output", "error: .: ", "the directory .: "];
            let is_named = places.iter().any(|place| stderr.contains(place))
                || outputs.any(|output| stderr.contains(output));
            assert!(is_named, "{case}: {stderr}");
        }
        assert!(hits * 2 > calls.len(), "{verb}: {hits} of {}", calls.len());
    }
}

#[test]
fn a_killed_run_loses_nothing_and_can_be_repeated() {
    for verb in COMMANDS.iter().filter(|_| is_available()) {
        let FaultlessRun {
            calls,
            files,
            status: usual,
        } = run_without_faults(verb);
        let mut kills = 0;
        for call in &calls {
            let case = format!("{verb}, killed before {call:?}");
            let place = Workspace::new();
            let Outcome { status, stderr, .. } = run(verb, place.path(), InjectedFault::Signal(call, "KILL"));
            assert_whole(&case, &place.contents(), &files);
            if status == usual {
                assert_eq!(place.contents(), files, "{case}");
                continue;
            }
            assert_eq!(status, 128 + 9, "{case}: {stderr}");
            kills += 1;
            // Files that already have their final names block a repeated conversion and a repeated split.
            let again = match verb.strip_prefix("convert").filter(|_| !verb.contains("--force")) {
                Some(rest) => format!("convert --force{rest}"),
                None => (*verb).to_owned(),
            };
            if verb.contains("--output-dir") {
                let _ = fs::remove_dir_all(place.path().join("new"));
            }
            let Outcome { status, stderr, .. } = run(&again, place.path(), InjectedFault::None);
            assert!(status <= 1, "{case}: {stderr}");
            let mut now = place.contents();
            now.retain(|path, _| !is_temporary(path));
            assert_eq!(now, files, "{case}");
        }
        assert!(kills * 2 > calls.len(), "{verb}: {kills} of {}", calls.len());
    }
}

#[test]
fn a_signal_leaves_no_partial_files() {
    let signals = [("INT", 2), ("TERM", 15), ("HUP", 1)];
    for (verb, (signal, number)) in COMMANDS.iter().zip(signals.into_iter().cycle()) {
        if !is_available() {
            return;
        }
        let FaultlessRun {
            calls, files, status, ..
        } = run_without_faults(verb);
        for call in &calls {
            let case = format!("{verb}, {signal} before {call:?}");
            let place = Workspace::new();
            let outcome = run(verb, place.path(), InjectedFault::Signal(call, signal));
            let now = place.contents();
            assert_whole(&case, &now, &files);
            assert_tidy(&case, &now);
            if outcome.status == status {
                // The signal arrived after the work was done.
                assert_eq!(now, files, "{case}");
            } else {
                assert_eq!(outcome.status, 128 + number, "{case}: {}", outcome.stderr);
            }
        }
    }
}
