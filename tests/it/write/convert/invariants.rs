//! Conversions report every change of a record: for every fixture, for generated games, and for real records if
//! available.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use kifu::notation;
use kifu::notation::Writer;
use kifu::played::Played;
use kifu::text;

use super::fouls;
use super::properties::{recipe, reread};
use super::record_files;
use crate::bodies::conversion_check::ConversionCheck;
use crate::support::dice::Dice;
use crate::support::files::shared_folder;

/// Maximum number of records converted per file.
const MAX_RECORDS_PER_FILE: usize = 20;

/// Converts up to `MAX_RECORDS_PER_FILE` records of each file below a folder to every target. Returns the comparisons
/// of these conversions with their records.
fn check_conversions_below(folder: &Path) -> ConversionCheck {
    let mut conversion_check = ConversionCheck::default();
    for path in record_files(folder) {
        let bytes = fs::read(&path).expect("a file can be read");
        let text = text::decode(&bytes, None);
        let extension = path.extension().and_then(|it| it.to_str());
        for record in notation::records(&text, notation::detect(&text, extension)).take(MAX_RECORDS_PER_FILE)
        {
            conversion_check.record(&format!("{} {}", path.display(), record.index), &record);
        }
    }
    conversion_check
}

proptest! {
    // A fixed seed gives equal records in every run.
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(12),
        ..ProptestConfig::default()
    })]

    #[test]
    fn conversions_of_any_record_report_every_change(
        seed in any::<u64>(), recipe in recipe(), error_count in 0_usize..6
    ) {
        let record = fouls::record(&mut Dice::new(seed), recipe, error_count);
        let mut conversion_check = ConversionCheck::default();
        for name in ["kifu", "ki2u", "csa3", "jkf", "usi", "usen"] {
            let target = notation::target(name).expect("one of the targets");
            if let Ok(output) = Writer::new(target).write(&Played::new(&record)) {
                reread(&output, target, |record| {
                    let text = text::decode(&output.bytes, None);
                    conversion_check.record(&format!("{} {}\n", target.name, text.as_str()), record);
                });
            }
        }
        conversion_check.assert_no_violations();
    }
}

#[test]
fn conversions_of_fixtures_report_every_change() {
    let conversion_check = check_conversions_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures"));
    conversion_check.assert_no_violations();
    assert!(conversion_check.compared > 4_000, "{}", conversion_check.compared);
}

fn assert_shared_records(name: &str) {
    if let Some(folder) = shared_folder(name) {
        check_conversions_below(&folder).assert_no_violations();
    }
}

#[test]
fn conversions_of_real_records_report_every_change() {
    assert_shared_records("corpus");
}

#[test]
fn conversions_of_unusual_records_report_every_change() {
    assert_shared_records("odd-inputs");
}
