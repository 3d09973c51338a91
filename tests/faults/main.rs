//! What becomes of files when a step on their way to the disk fails, or when the process is ended there: for every verb that
//! writes, every step is tried. The old file is whole or the new one is, no input is touched, nothing is left of what was
//! begun, and no failure passes for a success.
//!
//! The process that fails is this test itself, started again: `as_a_process` is the command with somebody who looks on.

#![cfg(all(unix, feature = "cli"))]

mod process;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use process::{Fault, Outcome, run};

const GAME: &str = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n";

/// What is there before: inputs, older outputs, and what a killed run has left.
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
    (".kifu-0123456789abcdef-8c3b5115.tmp", "half"),
    ("out/.kifu-0123456789abcdef-8c3b5115.tmp", "half"),
];

/// Every verb that writes, in every way in which it does.
const VERBS: &[&str] = &[
    "validate --format csv -o report.csv games",
    "validate --rules rules.toml --format json -o new.json --html page.html games",
    "validate --format jsonl games",
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

/// A folder with all that is there before, and what is in it.
struct Place(TempDir);

/// The files by their paths in the folder.
type Contents = BTreeMap<PathBuf, Vec<u8>>;

impl Place {
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

fn is_begun(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with(".kifu-") && name.ends_with(".tmp")
}

/// What a verb comes to when all is well: the steps, and the files.
struct Success {
    steps: Vec<(String, PathBuf)>,
    files: Contents,
    status: i32,
}

fn success(verb: &str) -> Success {
    let place = Place::new();
    let Outcome {
        status, steps, told, ..
    } = run(verb, place.path(), Fault::Nothing);
    assert!((0..=1).contains(&status), "{verb}: {told}");
    Success {
        steps,
        files: place.contents(),
        status,
    }
}

/// Asserts that every file is the old one or the new one, as a whole, and that there is no other.
fn assert_whole(case: &str, now: &Contents, new: &Contents) {
    let old: BTreeMap<_, _> = FILES
        .iter()
        .map(|(name, text)| (Path::new(name), text.as_bytes()))
        .collect();
    for (path, bytes) in now.iter().filter(|(path, _)| !is_begun(path)) {
        let known = [old.get(&**path).copied(), new.get(path).map(|it| &**it)];
        assert!(
            known.contains(&Some(bytes)),
            "{case}: {} is neither",
            path.display()
        );
    }
    for (name, text) in FILES {
        let is_there = now.contains_key(Path::new(name));
        assert!(is_there || *text == "half", "{case}: {name} is lost");
    }
}

/// What is written stands on the disk before it gets its name, and the name before the run ends.
#[test]
fn files_are_on_the_disk_before_they_get_their_names() {
    for verb in VERBS {
        let Success { steps, files, .. } = success(verb);
        let at = |wanted: &str| {
            let places = steps
                .iter()
                .enumerate()
                .filter(move |(_, (step, _))| step == wanted);
            places
                .map(|(at, (_, path))| (at, path.clone()))
                .collect::<Vec<_>>()
        };
        let (settled, named, folders) = (at("Settle"), at("Rename"), at("SettleFolder"));
        let new = files.keys().filter(|path| {
            let old = FILES.iter().find(|(name, _)| Path::new(name) == **path);
            old.is_none_or(|(_, text)| text.as_bytes() != files[*path])
        });
        assert_eq!(named.len(), new.count(), "{verb}: {steps:?}");
        for (begun, path) in at("Create") {
            let end = named.iter().map(|(at, _)| *at).find(|at| *at > begun).unwrap();
            let last = at("Write")
                .into_iter()
                .filter(|(_, file)| *file == path)
                .map(|(at, _)| at)
                .max();
            let last = last.unwrap_or(begun);
            assert!(
                settled.iter().any(|(at, _)| (last..end).contains(at)),
                "{verb}: {steps:?}"
            );
        }
        for (at, path) in &named {
            let folder = path.parent().unwrap();
            assert!(
                folders.iter().any(|(settled, it)| settled > at && it == folder),
                "{verb}: {steps:?}"
            );
        }
    }
}

#[test]
fn a_step_that_fails_loses_nothing_and_is_told() {
    for verb in VERBS {
        let Success { steps, files, status } = success(verb);
        for (number, (step, about)) in steps.iter().enumerate() {
            let case = format!("{verb}, step {number}: {step} {}", about.display());
            let place = Place::new();
            let outcome = run(verb, place.path(), Fault::Fails(number));
            let now = place.contents();
            assert_whole(&case, &now, &files);
            if step == "Remove" {
                // What a killed run has left can wait.
                assert_eq!(outcome.status, status, "{case}: {}", outcome.told);
                continue;
            }
            assert_eq!(outcome.status, 2, "{case}: {}", outcome.told);
            assert!(outcome.told.contains("No space left"), "{case}: {}", outcome.told);
            // The name of a file that is begun is nobody's business; what it would have been is.
            let named = if is_begun(about) {
                about.parent().unwrap()
            } else {
                about
            };
            let top = place.path().file_name().unwrap();
            let named = match named.file_name() {
                Some(name) if name == "-" => vec!["standard output"],
                Some(name) => vec![name.to_str().unwrap()],
                None => vec!["error: .: ", "the directory .: ", top.to_str().unwrap()],
            };
            let outputs = verb.split(' ').skip(1).filter(|word| !word.starts_with('-'));
            let is_named = outputs.chain(named).any(|it| outcome.told.contains(it));
            assert!(
                is_named && !outcome.told.contains(".kifu-"),
                "{case}: {}",
                outcome.told
            );
            let left = now
                .keys()
                .filter(|path| is_begun(path) && !path.ends_with(".kifu-0123456789abcdef-8c3b5115.tmp"));
            assert_eq!(left.count(), 0, "{case}: {now:?}");
        }
    }
}

#[test]
fn a_run_that_is_killed_loses_nothing_and_the_next_one_tidies_up() {
    for verb in VERBS {
        let Success { steps, files, .. } = success(verb);
        for (number, (step, _)) in steps.iter().enumerate() {
            let case = format!("{verb}, killed before step {number}: {step}");
            let place = Place::new();
            let outcome = run(verb, place.path(), Fault::Kill(number));
            assert_eq!(outcome.status, 128 + 9, "{case}: {}", outcome.told);
            assert_whole(&case, &place.contents(), &files);
            // Files that had their names already are in the way of a conversion.
            let again = match verb.strip_prefix("convert").filter(|_| !verb.contains("--force")) {
                Some(rest) => format!("convert --force{rest}"),
                None => (*verb).to_owned(),
            };
            let outcome = run(&again, place.path(), Fault::Nothing);
            assert!(outcome.status <= 1, "{case}: {}", outcome.told);
            assert_eq!(place.contents(), files, "{case}");
        }
    }
}

#[test]
fn a_run_that_is_asked_to_end_leaves_nothing_half_done() {
    for (verb, signal) in VERBS.iter().zip([2, 15, 1].into_iter().cycle()) {
        let Success { steps, files, status } = success(verb);
        for (number, (step, _)) in steps.iter().enumerate() {
            let case = format!("{verb}, signal {signal} before step {number}: {step}");
            let place = Place::new();
            let outcome = run(verb, place.path(), Fault::Signal(number, signal));
            let now = place.contents();
            assert_whole(&case, &now, &files);
            let begun = now
                .keys()
                .filter(|path| is_begun(path) && !path.ends_with(".kifu-0123456789abcdef-8c3b5115.tmp"));
            assert_eq!(begun.count(), 0, "{case}: {now:?}");
            if outcome.status == status {
                // It was too late.
                assert_eq!(now, files, "{case}");
            } else {
                assert_eq!(outcome.status, 128 + signal, "{case}: {}", outcome.told);
            }
        }
    }
}
