//! File names that are not UTF-8, and names that look like the printed paths of such files: every printed path can be
//! used as an input.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use super::*;

/// The names 名人戦, 棋譜 and 将棋 in CP932, and names that look like their printed paths. Each name is followed by its
/// printed path. The files are in the order in which they are read.
const NAMES: [(&[u8], &str); 6] = [
    (b"plain/%8A%FB%95%88.kif", "./plain/%8A%FB%95%88.kif"),
    (b"plain/100%.kif", "./plain/100%.kif"),
    // The usual printed path is the name of the first file, so this path is printed with `%00`.
    (b"plain/\x8A\xFB\x95\x88.kif", "./plain/%00%8A%FB%95%88.kif"),
    (
        b"\x96\xBC\x90l\x90\xED/100%\xFF.kif",
        "./%96%BC%90l%90%ED/100%25%FF.kif",
    ),
    (
        b"\x96\xBC\x90l\x90\xED/\x8A\xFB\x95\x88.kif",
        "./%96%BC%90l%90%ED/%8A%FB%95%88.kif",
    ),
    (
        b"\x96\xBC\x90l\x90\xED/\x8F\xAB\x8A\xFB.kif",
        "./%96%BC%90l%90%ED/%8F%AB%8A%FB.kif",
    ),
];

fn archive() -> Archive {
    let archive = Archive::new(&[]);
    for (index, (name, _)) in NAMES.iter().enumerate() {
        let path = archive.0.path().join(OsStr::from_bytes(name));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        // Each file has a different number of moves.
        let moves = ["7g7f", "3c3d", "2g2f", "8c8d", "2f2e", "8d8e"][..=index].join(" ");
        fs::write(path, format!("position startpos moves {moves}\n")).unwrap();
    }
    archive
}

/// Returns the path and the number of plies of every record.
fn paths_and_plies(outcome: &Outcome) -> Vec<(String, u64)> {
    let paths_and_plies = |object: Value| {
        let path = object["path"].as_str().unwrap().to_owned();
        (path, object["plies"].as_u64().unwrap())
    };
    outcome.objects().into_iter().map(paths_and_plies).collect()
}

#[test]
fn printed_paths_can_be_used_as_inputs() {
    let archive = archive();
    let expected = paths_and_plies(&archive.run(&["validate", "--format", "jsonl", "."]));
    let paths: Vec<_> = expected.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(paths, NAMES.map(|(_, path)| path));
    assert_eq!(
        expected.iter().map(|(_, plies)| *plies).collect::<Vec<_>>(),
        [1, 2, 3, 4, 5, 6]
    );
    let stats = archive.run(&["stats", "--format", "jsonl", "."]);
    assert_eq!(paths_and_plies(&stats), expected);
    // The printed paths are given as arguments and in lists, and then one at a time.
    fs::write(archive.path("list"), paths.join("\n")).unwrap();
    fs::write(archive.path("zeros"), paths.join("\0")).unwrap();
    for arguments in [
        paths.clone(),
        vec!["--files-from", "list"],
        vec!["--files-from", "zeros", "--null"],
    ] {
        let outcome = archive.run(&[&["validate", "--format", "jsonl"][..], &arguments].concat());
        assert_eq!(paths_and_plies(&outcome), expected, "{arguments:?}");
    }
    for (path, plies) in &expected {
        let board = archive.run(&["show", path]).stdout;
        assert!(board.contains(&format!("Ply {plies} of {plies}")), "{board}");
        let rows = archive.run(&["stats", "--columns", "path,plies", path]).stdout;
        assert_eq!(rows, format!("path,plies\n{path},{plies}\n"));
        let concise = archive
            .run(&["validate", "--format", "concise", "--input-format", "csa", path])
            .stdout;
        assert!(concise.starts_with(&format!("{path}:1:1: ")), "{concise}");
    }
}
