//! Records by other programs, where they lie beside the project.

use std::fs;
use std::path::{Path, PathBuf};

use kifu::notation;
use kifu::record::{Format, Record, Step};
use kifu::text;

/// The directory of shared records, when there is one.
pub fn shared() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let path = std::env::var_os("KIFU_SHARED").map_or_else(beside, PathBuf::from);
    let found = path.join("corpus/MANIFEST.tsv").is_file();
    if !found {
        println!("skipped: no records at {}", path.display());
    }
    found.then_some(path)
}

/// The files of these extensions under a directory.
pub fn files(directory: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut directories = vec![directory.to_owned()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(&directory).into_iter().flatten().flatten() {
            let path = entry.path();
            let extension = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
            if path.is_dir() {
                directories.push(path);
            } else if extensions.contains(&extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Hand-made files in which the other program found another number of moves, and what is right: a header
/// with a remark behind the name of the start, and headers of which none belongs to a game.
const DISAGREEMENTS: &[(&str, Option<u32>)] = &[
    ("kif-parser/comment[handmade].kifu", Some(2)),
    ("kif-parser/any-game-info[handmade].kifu", None),
];

#[test]
fn the_main_lines_are_as_long_as_another_program_found() {
    let Some(shared) = shared() else { return };
    let manifest = fs::read_to_string(shared.join("corpus/MANIFEST.tsv")).expect("the manifest");
    let mut wrong = Vec::new();
    for row in manifest.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let (path, format, replay, found) = (columns[0], columns[4], columns[8], columns[9]);
        if format != "kif" {
            continue;
        }
        let bytes = fs::read(shared.join("corpus").join(path)).expect("a file of the manifest");
        let text = text::decode(&bytes, None);
        let records: Vec<_> = notation::records(&text, notation::detect(&text, Some("kif"))).collect();
        let read = match &records[..] {
            [record] if record.format == Format::Kif => Some(plies(record)),
            _ => None,
        };
        let known = DISAGREEMENTS.iter().find(|(file, _)| *file == path);
        let expected = known.map_or_else(|| found.parse().ok(), |&(_, plies)| plies);
        // Behind an illegal move the other program stopped.
        if read != expected && !(replay == "illegal" && read > expected) {
            wrong.push(format!(
                "{path}: {read:?} plies of {} records, not {expected:?}",
                records.len()
            ));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

fn plies(record: &Record<'_>) -> u32 {
    let moves = record
        .tree
        .main_line()
        .filter(|(_, node)| !matches!(node.step, Step::End(_)));
    moves.count() as u32
}
