//! Within a module, too, files depend on each other in one direction: whoever reads them finds a first and a last.

use std::collections::{BTreeMap, BTreeSet};

use super::{code, sources};

/// The names that lead to a module, from the crate on.
type Path = Vec<String>;

/// What one file says of others.
#[derive(Default)]
struct File {
    imports: Vec<Import>,
    /// The paths that stand in its code.
    paths: Vec<Path>,
}

/// A name that `use` brings in.
struct Import {
    name: String,
    path: Path,
    /// Whether the code of the file says it. What is only handed on to others is theirs.
    is_used: bool,
}

/// `a::{b, c::d}` as `a::b` and `a::c::d`.
fn expanded(tree: &str) -> Vec<String> {
    let Some((before, group)) = tree.split_once('{') else {
        return vec![tree.trim().to_owned()];
    };
    let mut depth = 0;
    let parts = group.split(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth < 0 || depth == 0 && c == ','
    });
    parts
        .filter(|it| !it.trim().is_empty())
        .flat_map(|part| expanded(&format!("{}{}", before.trim(), part.trim())))
        .collect()
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn names(path: &str) -> Path {
    path.split("::").map(|it| it.trim().to_owned()).collect()
}

/// The paths in a statement that is no `use`, but for those that say who may see it.
fn paths(statement: &str) -> impl Iterator<Item = Path> {
    let statement = match statement.split_once("pub(in ") {
        Some((_, rest)) => rest.split_once(')').map_or("", |it| it.1),
        None => statement,
    };
    let words = statement.split(|c| !is_name(c) && c != ':');
    let paths = words
        .map(|it| it.trim_end_matches(':'))
        .filter(|it| it.contains("::"));
    paths.map(names)
}

/// The modules of a table, which names them in braces and nothing else; whatever is no module leads nowhere.
fn listed(statement: &str) -> impl Iterator<Item = Path> {
    let list = statement.rsplit_once('{').map_or(statement, |it| it.1);
    let is_list = list.chars().all(|c| is_name(c) || ",: }".contains(c));
    let names = list
        .split(|c| !is_name(c))
        .filter(move |name| is_list && !name.is_empty());
    names.map(|name| vec![name.to_owned()])
}

fn read(parts: &[String], text: &str) -> File {
    let program = text.split("#[cfg(test)]").next().unwrap_or_default();
    let mut file = File::default();
    let mut words = BTreeSet::new();
    let mut uses = Vec::new();
    for (depth, statement) in code(parts, program) {
        let inside = depth - code(parts, "")[0].0;
        let public = statement
            .split_once("use ")
            .filter(|(before, _)| before.starts_with("pub"));
        let tree = statement.strip_prefix("use ").or(public.map(|it| it.1));
        if let Some(tree) = tree {
            uses.extend(
                expanded(tree.trim_end_matches(';'))
                    .into_iter()
                    .map(|it| (it, inside)),
            );
        } else if !statement.contains("mod ") {
            words.extend(statement.split(|c| !is_name(c)).map(str::to_owned));
            file.paths.extend(paths(&statement).map(|it| outside(it, inside)));
            file.paths.extend(listed(&statement));
        }
    }
    for (path, inside) in uses {
        let (path, alias) = path.split_once(" as ").unwrap_or((&path, ""));
        let path = outside(names(path.trim_end_matches("::self")), inside);
        let name = if alias.is_empty() {
            path.last().map_or("", String::as_str)
        } else {
            alias
        };
        let name = name.to_owned();
        // A trait is used without being named.
        let is_used = words.contains(&name) || alias == "_";
        file.imports.push(Import { name, path, is_used });
    }
    file
}

/// A path as it is seen outside of so many modules that stand in the file.
fn outside(mut path: Path, inside: usize) -> Path {
    let up = path.iter().take_while(|it| *it == "super").count().min(inside);
    path.drain(..up);
    path
}

type Files = BTreeMap<Path, File>;

/// The module in which it is declared what a path leads to, seen from another.
fn declared(files: &Files, from: &[String], path: &[String]) -> Path {
    let mut at = from.to_vec();
    for name in path {
        match name.as_str() {
            "crate" => at.clear(),
            "self" => {}
            "super" => drop(at.pop()),
            name => {
                let below: Path = at.iter().cloned().chain([name.to_owned()]).collect();
                let is_import = |it: &&Import| it.name == *name && it.path[0] != *name;
                if files.contains_key(&below) {
                    at = below;
                } else if let Some(import) = files.get(&at).and_then(|it| it.imports.iter().find(is_import)) {
                    at = declared(files, &at, &import.path);
                } else {
                    return at;
                }
            }
        }
    }
    at
}

/// What each file uses, by the module that it is.
fn arrows(files: &Files) -> BTreeMap<&Path, BTreeSet<Path>> {
    let of_file = |(module, file): (&_, &File)| -> BTreeSet<Path> {
        let imports = file.imports.iter().filter(|it| it.is_used).map(|it| &it.path);
        let all = imports.chain(&file.paths);
        let to: BTreeSet<_> = all.map(|path| declared(files, module, path)).collect();
        to.into_iter()
            .filter(|to: &Path| to != module && to.first() == module.first())
            .collect()
    };
    files
        .iter()
        .map(|(module, file)| (module, of_file((module, file))))
        .collect()
}

/// All that can be reached from a module along the arrows.
fn reach<'a>(arrows: &'a BTreeMap<&Path, BTreeSet<Path>>, from: &'a Path) -> BTreeSet<&'a Path> {
    let (mut seen, mut pile) = (BTreeSet::new(), vec![from]);
    while let Some(module) = pile.pop() {
        let next = arrows.get(module).into_iter().flatten();
        pile.extend(next.filter(|&to| seen.insert(to)));
    }
    seen
}

/// The arrows from which another way leads back.
fn circles(arrows: &BTreeMap<&Path, BTreeSet<Path>>) -> Vec<(Path, Path)> {
    let reach: BTreeMap<_, _> = arrows.keys().map(|&from| (from, reach(arrows, from))).collect();
    let all = arrows
        .iter()
        .flat_map(|(&from, all)| all.iter().map(move |to| (from, to)));
    all.filter(|&(from, to)| reach.get(to).is_some_and(|it| it.contains(from)))
        .map(|(from, to)| (from.clone(), to.clone()))
        .collect()
}

fn files() -> Files {
    let sources = sources();
    let tests = |text: &str| -> Vec<String> {
        let after = text.split("#[cfg(test)]\nmod ").skip(1);
        after
            .filter_map(|it| it.split_once(';'))
            .map(|it| format!("{}.rs", it.0))
            .collect()
    };
    let tests: BTreeSet<_> = sources.iter().flat_map(|(_, text)| tests(text)).collect();
    let module = |parts: &[String]| -> Path {
        let names = parts.iter().map(|it| it.trim_end_matches(".rs").to_owned());
        names.filter(|it| it != "mod").collect()
    };
    let is_program = |parts: &[String]| parts.len() > 1 && parts.last().is_some_and(|it| !tests.contains(it));
    let program = sources.iter().filter(|(parts, _)| is_program(parts));
    program
        .map(|(parts, text)| (module(parts), read(parts, text)))
        .collect()
}

#[test]
fn no_files_of_a_module_depend_on_each_other_in_a_circle() {
    let files = files();
    let circles: Vec<_> = circles(&arrows(&files))
        .iter()
        .map(|(from, to)| format!("{} uses {}", from.join("::"), to.join("::")))
        .collect();
    assert!(circles.is_empty(), "arrows in circles:\n{}", circles.join("\n"));
}
