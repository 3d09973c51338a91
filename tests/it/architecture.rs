//! Tests that module dependencies go in one direction, and that only a few files access the terminal, the disk or the
//! whole process.
//!
//! `docs/architecture.md` has the reasons.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The layers of modules, from the lowest up. A module may use itself and every module of a lower layer, but no other
/// module of its own layer.
const LAYERS: &[&[&str]] = &[
    &["text"],
    &["shogi"],
    &["proof"],
    &["finding"],
    &["temporary", "guard"],
    &["profile", "opening", "output"],
    &["record"],
    &["played"],
    &["notation"],
    &["referee"],
    &["system", "archive"],
    &["fix"],
    &["edit"],
    &["check"],
    &["batch", "report", "convert"],
    &["stats"],
    &["audit", "book"],
    &["run"],
    &["page"],
    &["cli"],
];

/// Modules that may use no other module of the crate, not even one of a lower layer.
const INDEPENDENT: &[&str] = &["text", "shogi"];

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

fn may_use(module: &str, used: &str) -> bool {
    module == used || !INDEPENDENT.contains(&module) && layer(module) > layer(used)
}

/// Returns the Rust files below `src`, sorted, each as the components of its path relative to `src` and its text.
pub fn sources() -> Vec<(Vec<String>, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut sources = Vec::new();
    let mut directories = vec![root.clone()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).expect("a directory of sources") {
            let path: PathBuf = entry.expect("an entry").path();
            if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let relative_path = path.strip_prefix(&root).expect("a file below it");
                let components = relative_path
                    .iter()
                    .map(|component| component.to_string_lossy().into_owned())
                    .collect();
                sources.push((components, fs::read_to_string(&path).expect("a text")));
            }
        }
    }
    sources.sort();
    sources
}

/// Returns the top-level modules that a line of code refers to by `crate::` or `super::`. `depth` is the number of
/// modules around the line.
fn used_modules(line: &str, depth: usize) -> BTreeSet<String> {
    let up = "super::".repeat(depth);
    let mut modules = BTreeSet::new();
    for root in ["crate::", up.as_str()] {
        for (index, _) in line.match_indices(root) {
            let is_path_character = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '$');
            if !line[..index].ends_with(is_path_character) {
                modules.extend(first_names(&line[index + root.len()..]));
            }
        }
    }
    modules
}

/// Returns the first segment of a path, or of every path in braces.
fn first_names(paths: &str) -> Vec<String> {
    let first_segment = |path: &str| {
        path.chars()
            .take_while(|&c| c.is_alphanumeric() || c == '_')
            .collect()
    };
    let Some(group) = paths.strip_prefix('{') else {
        return vec![first_segment(paths)];
    };
    let mut depth = 0;
    let group_paths = group.split(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth < 0 || depth == 0 && c == ','
    });
    group_paths
        .map(|path| first_segment(path.trim()))
        .filter(|it| !it.is_empty())
        .collect()
}

/// Returns the statements of the file with the path components `parts`, without comment lines. Each statement follows
/// the number of modules around it.
fn statements_of(parts: &[String], text: &str) -> Vec<(usize, String)> {
    let mut depth = parts.len() - usize::from(parts.last().is_some_and(|part| part == "mod.rs"));
    let mut statements = vec![(depth, String::new())];
    for line in text.lines() {
        let line = line.trim();
        if line.starts_with("//") {
            continue;
        }
        // An inline module is at the end of its file, so `depth` never has to be decreased.
        let opens_module = line.ends_with('{') && line.split(' ').any(|word| word == "mod");
        depth += usize::from(opens_module);
        if let Some((_, statement)) = statements.last_mut() {
            statement.push_str(line);
        }
        if line.ends_with([';', '{', '}']) && !line.starts_with("use ") || line.ends_with(';') {
            statements.push((depth, String::new()));
        }
    }
    statements
}

#[test]
fn dependencies_go_to_lower_layers() {
    let mut violations = Vec::new();
    let mut modules = BTreeSet::new();
    for (parts, text) in sources() {
        // Files directly in `src` are skipped, because they belong to no layer.
        let [module, _, ..] = &parts[..] else { continue };
        modules.insert(module.clone());
        for (depth, statement) in statements_of(&parts, &text) {
            for used in used_modules(&statement, depth) {
                if layer(&used).is_some() && !may_use(module, &used) {
                    violations.push(format!("src/{}: {module} uses {used}", parts.join("/")));
                }
            }
        }
    }
    violations.dedup();
    assert!(
        violations.is_empty(),
        "arrows that run back:\n{}",
        violations.join("\n")
    );
    let layered: BTreeSet<_> = LAYERS.concat().into_iter().map(str::to_owned).collect();
    assert_eq!(modules, layered, "every module has its floor");
}

/// Restricted operations: the words of code that perform the operations, and the files or folders whose code may
/// contain these words.
const RESTRICTED: &[(&[&str], &[&str])] = &[
    // All terminal output passes through one file, which escapes control sequences.
    (
        &[
            "io::stdout",
            "io::stderr",
            "AutoStream",
            "println!",
            "print!(",
            "eprintln!",
            "eprint!(",
            "dbg!(",
        ],
        // `output/protected.rs` only inspects the stream and does not write to it. `page/embed.rs` is the build script, which
        // prints instructions for cargo.
        &["output/screen.rs", "output/protected.rs", "page/embed.rs"],
    ),
    // A new output is written to a temporary file, which is then renamed. Devices and pipes are written to directly,
    // and sorting uses unnamed temporary files.
    (
        &[
            "File::create",
            "File::options",
            "OpenOptions",
            "fs::write(",
            "fs::rename",
            "fs::copy",
            "remove_file",
        ],
        &["output/store.rs", "output/target.rs", "page/embed.rs"],
    ),
    // Outputs must not replace inputs. Every input is therefore known: the request of the run lists it,
    // `ProtectedFiles` opens it, or it is a `kifu.toml`. `output/store.rs` and `cli/mod.rs` open no inputs.
    (
        &["File::open", "fs::read(", "fs::read_to_string("],
        &[
            "batch/walk.rs",
            "batch/input.rs",
            "check/file.rs",
            "output/protected.rs",
            "output/store.rs",
            "cli/mod.rs",
            "page/embed.rs",
        ],
    ),
    // Operations on the whole process belong to the program, not to the library. The WebAssembly module is a program, too.
    (
        &["process::exit", "register_conditional_shutdown", "set_hook"],
        &["cli/", "page/module/"],
    ),
];

#[test]
fn restricted_operations_are_in_allowed_files() {
    let mut violations = Vec::new();
    for (parts, text) in sources() {
        let file = parts.join("/");
        if is_unit_test(&parts) {
            continue;
        }
        let code_without_tests = text.split("mod tests {").next().unwrap_or_default();
        for (_, statement) in statements_of(&parts, code_without_tests) {
            for (operations, allowed) in RESTRICTED {
                let operation = operations
                    .iter()
                    .find(|&&operation| statement.contains(operation));
                if let Some(operation) =
                    operation.filter(|_| !allowed.iter().any(|prefix| file.starts_with(prefix)))
                {
                    violations.push(format!("{file}: {operation}"));
                }
            }
        }
    }
    assert!(violations.is_empty(), "{violations:#?}");
}

/// Returns `true` if a component of the path is a name of files or folders that contain only unit tests.
fn is_unit_test(parts: &[String]) -> bool {
    parts
        .iter()
        .any(|part| ["tests", "tests.rs", "properties.rs", "error_tests.rs"].contains(&part.as_str()))
}

#[test]
fn every_kind_of_import_path_is_recognised() {
    let module_names = |line: &str, depth| used_modules(line, depth).into_iter().collect::<Vec<_>>();
    assert_eq!(module_names("use crate::text::Text;", 2), ["text"]);
    assert_eq!(
        module_names("use crate::{shogi::{Color, Move}, record::Record, referee};", 1),
        ["record", "referee", "shogi"]
    );
    assert_eq!(
        module_names("let it = crate::notation::detect(x);", 3),
        ["notation"]
    );
    assert_eq!(module_names("use super::referee::Game;", 1), ["referee"]);
    assert_eq!(module_names("use super::super::referee::Game;", 2), ["referee"]);
    assert_eq!(module_names("use super::game::Game;", 2), Vec::<String>::new());
    assert_eq!(module_names("use kifu_crate::text;", 1), Vec::<String>::new());

    let file = ["record".to_owned(), "tree.rs".to_owned()];
    let text = "/// See crate::referee.\nuse crate::{\n    text,\n    notation,\n};\nmod tests {\n    use super::super::*;\n}\n";
    let modules: Vec<_> = statements_of(&file, text)
        .iter()
        .flat_map(|(depth, line)| used_modules(line, *depth))
        .collect();
    assert_eq!(modules, ["notation", "text"]);

    assert!(may_use("referee", "notation") && may_use("cli", "batch") && may_use("record", "record"));
    assert!(!may_use("notation", "referee") && !may_use("report", "batch") && !may_use("shogi", "text"));
}
