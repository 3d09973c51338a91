//! Records on the documentation page of the games other than shogi have no findings, and the page lists all settings of
//! events.

use kifu::profile::Field;

use super::{check_text, findings_of};

const PAGE: &str = include_str!("../../../docs/other-games.md");

#[test]
fn records_of_the_page_have_no_findings() {
    let (_, games) = PAGE
        .split_once("\n## Yonin")
        .expect("the games come after the club");
    let records: Vec<_> = games.split("```text\n").skip(1).collect();
    assert_eq!(records.len(), 4, "one of each game");
    for record in records {
        let (record, _) = record.split_once("```").expect("a record ends");
        assert_eq!(findings_of(&check_text(record)), "-", "{record}");
    }
}

#[test]
fn every_profile_setting_is_documented() {
    let keys = Field::all().map(|field| field.key);
    let game_settings = keys.filter(|key| key.contains('.'));
    let missing: Vec<_> = game_settings
        .filter(|key| !PAGE.contains(&format!("`{key}`")))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    for (letter, count) in [("Y", 15), ("G", 17), ("J", 19)] {
        for number in 1..=count {
            let row = format!("\n| {letter}{number} | ");
            assert_eq!(PAGE.matches(&row).count(), 1, "{row}");
        }
    }
}
