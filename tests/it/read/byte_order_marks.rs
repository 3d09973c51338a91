//! Byte order marks that are not at the beginning of the file: after blank lines, twice, or in joined files.

use crate::support::findings::ReadFindings;
use kifu::notation;
use kifu::text;

/// A handicap game or a position in each text format of shogi, by extension.
const RECORDS: &[(&str, &str)] = &[
    ("kif", "手合割：角落ち\n1 ８四歩(83)\n2 投了\n"),
    ("ki2", "手合割：角落ち\n△８四歩 ▲投了\n"),
    (
        "csa",
        "V2.2\nP1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP+0055FU\n-\n-5152OU\n%TORYO\n",
    ),
    ("usi", "position sfen 4k4/9/9/9/9/9/9/9/4K4 w P 1 moves 5a5b\n"),
    ("sfen", "4k4/9/9/9/9/9/9/9/4K4 w P 1\n"),
    (
        "usen",
        "lnsgkgsnl_9_ppppppppp_9_9_9_PPPPPPPPP_1B5R1_LNSGKGSNL.w.-~0.0is7ku.r\n",
    ),
    (
        "jkf",
        "{\"header\":{},\"initial\":{\"preset\":\"KA\"},\"moves\":[{},{\"special\":\"TORYO\"}]}\n",
    ),
    ("bod", include_str!("../../../fixtures/bod/problem.bod")),
];

/// The start position in SFEN, the number of nodes, and the rules of the findings of a record.
type RecordContent = (String, usize, Vec<&'static str>);

/// Returns the detected format and the content of each record.
fn detected_records(text: &str, extension: &str) -> (&'static str, Vec<RecordContent>) {
    let text = text::decode(text.as_bytes(), None);
    let notation = notation::detect(&text, Some(extension)).expect("a notation");
    let records = notation::records(&text, Some(notation)).map(|record| {
        let rules = record.findings().iter().map(|it| it.rule.name).collect();
        (record.start.position.to_sfen(1), record.tree.len(), rules)
    });
    (notation.format.name(), records.collect())
}

#[test]
fn a_mark_before_any_line_is_ignored() {
    for (extension, record) in RECORDS {
        let unmarked = detected_records(record, extension);
        assert_eq!(unmarked.0, *extension);
        for prefix in [
            "\u{feff}",
            "\n\u{feff}",
            "\r\n \n\u{feff}",
            "\u{feff}\n\u{feff}",
            "\u{feff}\u{feff}",
        ] {
            assert_eq!(
                detected_records(&format!("{prefix}{record}"), extension),
                unmarked,
                "{prefix:?}"
            );
        }
    }
}

#[test]
fn joined_files_are_separate_records() {
    for (extension, record) in RECORDS {
        let single = detected_records(record, extension);
        let two_records = detected_records(&format!("\u{feff}{record}\n\u{feff}{record}"), extension);
        assert_eq!(
            two_records.1,
            [single.1.clone(), single.1].concat(),
            "{extension}"
        );
    }
}

/// A byte order mark inside a line is treated as any other character.
#[test]
fn a_mark_inside_a_line_is_not_skipped() {
    let (_, records) = detected_records("手合割：平手\n1 ７六\u{feff}歩(77)\n2 投了\n", "kif");
    assert_eq!(records[0].2, ["bad-token"]);
}
