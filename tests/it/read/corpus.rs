//! Real records of other programs, compared with the results of another replay engine.
//!
//! The records are not part of the project. Without `../shared/corpus` (or `$KIFU_SHARED/corpus`), the test is
//! skipped.

use crate::support::files::shared_folder;
use kifu::finding::Class;
use kifu::finding::Finding;
use kifu::notation;
use kifu::referee::Judgement;
use kifu::referee::Referee;
use kifu::text;

/// Records that the engine of the comparison could not replay: path and correct result.
const CORRECT_RESULTS: &[(&str, &str)] = &[
    // `手合割：平手#コメント2` is not the name of a handicap, so the game starts from the even position.
    ("kif-parser/comment[handmade].kifu", "plies 2"),
];

/// Returns the format and the judgement of the first record of a file.
fn check_first_record(bytes: &[u8], extension: &str) -> (&'static str, Judgement) {
    let text = text::decode(bytes, None);
    let mut records = notation::records(&text, notation::detect(&text, Some(extension)));
    let record = records.next().expect("every text has a record");
    (record.format.name(), Referee::new().check(&record))
}

/// Returns the ply of the first finding about an illegal or impossible move of the main line. Perpetual check is left
/// out. Returns `None` if there is no such finding.
fn first_foul(judgement: &Judgement) -> Option<u32> {
    let is_illegal_move = |finding: &&Finding| {
        matches!(finding.rule.class, Class::Foul | Class::RecordError)
            && finding.moved.is_some()
            && finding.variation.is_empty()
            && finding.rule.name != "perpetual-check"
    };
    judgement
        .findings
        .iter()
        .find(is_illegal_move)
        .and_then(|finding| finding.ply)
}

#[test]
fn plies_and_first_illegal_plies_agree_with_another_replay() {
    let Some(corpus) = shared_folder("corpus") else {
        return;
    };
    let manifest = std::fs::read_to_string(corpus.join("MANIFEST.tsv")).expect("the collection has a list");
    let mut disagreements = Vec::new();
    let mut compared = 0;
    for row in manifest.lines().skip(1) {
        let cells: Vec<_> = row.split('\t').collect();
        let (path, format, replay, expected) = (cells[0], cells[4], cells[8], cells[9]);
        if !matches!(format, "kif" | "csa") {
            continue;
        }
        compared += 1;
        let bytes = std::fs::read(corpus.join(path)).expect("a listed file exists");
        let extension = path.rsplit('.').next().unwrap_or_default();
        let (detected, judgement) = check_first_record(&bytes, extension);
        let first_illegal_ply = first_foul(&judgement);
        let ours = match first_illegal_ply {
            Some(ply) => format!("illegal {ply}"),
            None => format!("plies {}", judgement.plies),
        };
        let theirs = match replay {
            "ok" => format!("plies {expected}"),
            "illegal" => format!("illegal {expected}"),
            _ => CORRECT_RESULTS
                .iter()
                .find(|(listed_path, _)| *listed_path == path)
                .map_or_else(String::new, |(_, result)| (*result).to_owned()),
        };
        if detected != format || ours != theirs {
            disagreements.push(format!("{path}: {detected}, {ours}; expected {format}, {theirs}"));
        }
    }
    assert!(disagreements.is_empty(), "{}", disagreements.join("\n"));
    assert!(compared > 300, "only {compared} records were compared");
}
