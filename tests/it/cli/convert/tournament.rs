//! Round trips of a whole archive through every format, up to the parts that the format can hold.

use std::collections::BTreeMap;
use std::path::Path;

use kifu::notation;

use super::{Archive, assert_status, tree};

const TOURNAMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/tournament");

/// Targets that hold a position and no moves.
const POSITIONS: [&str; 2] = ["sfen", "bod"];

/// Converts below a directory and returns the number of refused records.
fn convert(archive: &Archive, to: &str, output: &str, input: &str) -> usize {
    let arguments = [
        "convert",
        "--to",
        to,
        "--loss-format",
        "jsonl",
        "-o",
        output,
        input,
    ];
    let outcome = archive.run(&arguments);
    let refused = outcome.stderr.matches("\"written\":false").count();
    assert_status(outcome, if refused > 0 { 2 } else { 0 });
    refused
}

/// Returns the lines of all records below a directory, by the input name without the record number.
fn lines(archive: &Archive, to: &str, output: &str, input: &str) -> BTreeMap<String, Vec<String>> {
    assert_eq!(convert(archive, to, output, input), 0);
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
    let games = lines(&archive, "usi", "games", TOURNAMENT);
    let starts = lines(&archive, "sfen", "starts", TOURNAMENT);
    assert!(games.len() > 40 && games.values().flatten().any(|value| value.len() > 500));
    for target in notation::targets_of(&kifu::record::SHOGI) {
        let name = target.name;
        let (there, back) = (format!("there/{name}"), format!("back/{name}"));
        assert_eq!(convert(&archive, name, &there, TOURNAMENT), 0, "{name}");
        // KIF cannot hold the number of plies before a position.
        let (way_back, to, expected) = if POSITIONS.contains(&name) {
            ("bod", "sfen", starts.clone())
        } else {
            ("kifu", "usi", games.clone())
        };
        assert_eq!(convert(&archive, way_back, &back, &there), 0, "{name}");
        assert_eq!(
            lines(&archive, to, &format!("lines/{name}"), &back),
            expected,
            "{name}"
        );
    }
}
