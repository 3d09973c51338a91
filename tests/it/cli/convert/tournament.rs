//! Round trips of all records of a tournament through every format. Only the start positions and the moves of the main
//! lines are compared. For formats without moves, only the last positions of these lines are compared.

use std::collections::BTreeMap;
use std::path::Path;

use kifu::notation;

use super::{Archive, assert_status, tree};

const TOURNAMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/tournament");

/// Targets that hold a position and no moves.
const POSITIONS: [&str; 2] = ["sfen", "bod"];

/// Converts the records below the directory `input` to files below `output`. Asserts the exit status, and returns the
/// number of records that were not written.
fn convert(archive: &Archive, format: &str, output: &str, input: &str) -> usize {
    let arguments = [
        "convert",
        "--to",
        format,
        "--loss-format",
        "jsonl",
        "-o",
        output,
        input,
    ];
    let outcome = archive.run(&arguments);
    let unwritten = outcome.stderr.matches("\"written\":false").count();
    assert_status(outcome, if unwritten > 0 { 2 } else { 0 });
    unwritten
}

/// Converts the records below a directory to a format with one line per record. Asserts that all records are written,
/// and returns the lines by the path of their input without its extension.
fn converted_lines(
    archive: &Archive,
    format: &str,
    output: &str,
    input: &str,
) -> BTreeMap<String, Vec<String>> {
    assert_eq!(convert(archive, format, output, input), 0);
    let mut lines: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for name in tree(archive, output) {
        let text = super::text(archive, &format!("{output}/{name}"));
        let stem = Path::new(&name).with_extension("");
        let stem = stem.to_str().unwrap();
        let input = match stem.rsplit_once('-') {
            Some((input, number)) if number.len() == 3 && number.parse::<u32>().is_ok() => input,
            _ => stem,
        };
        lines
            .entry(input.to_owned())
            .or_default()
            .extend(text.lines().map(str::to_owned));
    }
    lines
}

#[test]
fn a_tournament_survives_a_round_trip_through_every_format() {
    let archive = Archive::new(&[]);
    let game_lines = converted_lines(&archive, "usi", "games", TOURNAMENT);
    let start_lines = converted_lines(&archive, "sfen", "starts", TOURNAMENT);
    assert!(game_lines.len() > 40 && game_lines.values().flatten().any(|line| line.len() > 500));
    for target in notation::targets_of(&kifu::record::SHOGI) {
        let name = target.name;
        let (converted, converted_back) = (format!("there/{name}"), format!("back/{name}"));
        assert_eq!(convert(&archive, name, &converted, TOURNAMENT), 0, "{name}");
        // KIF cannot represent the number of plies before a position, so positions are converted back to BOD.
        let (back_format, line_format, expected) = if POSITIONS.contains(&name) {
            ("bod", "sfen", start_lines.clone())
        } else {
            ("kifu", "usi", game_lines.clone())
        };
        assert_eq!(
            convert(&archive, back_format, &converted_back, &converted),
            0,
            "{name}"
        );
        assert_eq!(
            converted_lines(&archive, line_format, &format!("lines/{name}"), &converted_back),
            expected,
            "{name}"
        );
    }
}
