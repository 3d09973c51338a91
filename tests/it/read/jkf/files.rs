//! Files in `fixtures/jkf`, checked under the default rules, and real files if available.

use crate::support::files::shared_folder;
use crate::support::findings::ReadFindings;
use std::fs;
use std::path::Path;

use kifu::notation;
use kifu::referee::Referee;
use kifu::text;

/// Returns the names and texts of `fixtures/jkf`, sorted.
pub(super) fn fixtures() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/jkf");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("fixtures")
        .map(|entry| entry.expect("an entry").path())
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(path).expect("a text"))
        })
        .collect();
    files.sort();
    files
}

/// Returns the number of plies and the sorted rules of the findings of every record of a text.
fn plies_and_findings(text: &str) -> Vec<String> {
    let decoded = text::decode(text.as_bytes(), None);
    let notation = notation::detect(&decoded, Some("jkf"));
    let records = notation::records(&decoded, notation).map(|record| {
        let judgement = Referee::new().check(&record);
        let mut names: Vec<_> = judgement.findings.iter().map(|it| it.rule.name).collect();
        names.sort_unstable();
        format!("{} {}", judgement.plies, names.join(" "))
            .trim()
            .to_owned()
    });
    records.collect()
}

#[test]
fn every_fixture_has_the_expected_findings() {
    let summaries: Vec<_> = fixtures()
        .iter()
        .map(|(name, text)| format!("{name}: {}", plies_and_findings(text).join(", ")))
        .collect();
    let expected = [
        "before_1_0.jkf: 2 schema-error schema-error",
        "board_with_hirate.json: 1",
        "cut_off.jkf: 3 end-token-missing unreadable-json",
        "minimal.jkf: 5",
        "one_a_line.jkf: 2, 1",
        "variations.jkf: 5",
        "white_fouls.jkf: 2 blocked-path",
    ];
    assert_eq!(summaries, expected);
}

#[test]
fn real_records_have_no_findings() {
    let Some(corpus) = shared_folder("corpus") else {
        return;
    };
    let manifest = fs::read_to_string(corpus.join("MANIFEST.tsv")).expect("the corpus has a list");
    let rows = manifest.lines().map(|row| row.split('\t').collect::<Vec<_>>());
    let paths: Vec<_> = rows
        .filter(|row| row[4] == "jkf")
        .map(|row| row[0].to_owned())
        .collect();
    assert!(!paths.is_empty());
    for path in paths {
        let text = fs::read_to_string(corpus.join(&path)).expect("a listed file exists");
        let decoded = text::decode(text.as_bytes(), None);
        for record in notation::records(&decoded, notation::detect(&decoded, Some("jkf"))) {
            assert_eq!(record.format.name(), "jkf", "{path}");
            let findings = record.findings();
            let unexpected = findings.iter().find(|finding| finding.rule.name != "no-moves");
            assert!(unexpected.is_none(), "{path}: {unexpected:?}");
        }
    }
}

/// A JSON file that is not JKF is named as such. If a value is the text of a record, the message names its key.
#[test]
fn the_key_of_a_record_in_other_json_is_named() {
    for (json, expected) in [
        (
            r#"{"id":47,"contents":"V2\nN+A\nN-B\n+\n+7776FU\nT6\n-3334FU\n%TORYO\n"}"#,
            "its key `contents` contains the text of a record",
        ),
        (
            r#"{"title":"A game","kif":"手合割：平手\n   1 ７六歩(77)\n"}"#,
            "its key `kif` contains the text of a record",
        ),
        (
            r#"{"teaches":"P+ lines are read","moves_count":3}"#,
            "neither `moves` nor `header` nor `initial`",
        ),
    ] {
        let decoded = text::decode(json.as_bytes(), None);
        let records = notation::records(&decoded, notation::detect(&decoded, Some("json")));
        let messages: Vec<_> = records
            .flat_map(|record| record.findings().iter().cloned().collect::<Vec<_>>())
            .collect();
        let [finding] = messages.as_slice() else {
            panic!("{json}: {messages:?}");
        };
        assert!(
            finding.message.english().contains(expected),
            "{json}: {finding:?}"
        );
    }
}
