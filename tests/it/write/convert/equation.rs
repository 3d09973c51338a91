//! The invariant of conversions holds for every fixture, for generated games, and for real records if available.

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
use super::records;
use crate::bodies::balance::Balance;
use crate::support::dice::Dice;
use crate::support::files::shared;

/// Maximum number of records converted per file.
const RECORDS: usize = 20;

/// Converts the records of all files below a folder to every target and compares the results.
fn balance_below(folder: &Path) -> Balance {
    let mut balance = Balance::default();
    for path in records(folder) {
        let bytes = fs::read(&path).expect("a file can be read");
        let text = text::decode(&bytes, None);
        let extension = path.extension().and_then(|it| it.to_str());
        for record in notation::records(&text, notation::detect(&text, extension)).take(RECORDS) {
            balance.record(&format!("{} {}", path.display(), record.index), &record);
        }
    }
    balance
}

proptest! {
    // A fixed seed gives equal records in every run.
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(12),
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_conversion_of_any_record_changes_nothing_that_it_does_not_name(
        seed in any::<u64>(), recipe in recipe(), faults in 0_usize..6
    ) {
        let record = fouls::record(&mut Dice::new(seed), recipe, faults);
        let mut balance = Balance::default();
        for home in ["kifu", "ki2u", "csa3", "jkf", "usi", "usen"] {
            let home = notation::target(home).expect("one of the targets");
            if let Ok(page) = Writer::new(home).write(&Played::new(&record)) {
                reread(&page, home, |record| {
                    let text = text::decode(&page.bytes, None);
                    balance.record(&format!("{} {}\n", home.name, text.as_str()), record);
                });
            }
        }
        balance.assert_even();
    }
}

#[test]
fn a_conversion_of_a_fixture_changes_nothing_that_it_does_not_name() {
    let balance = balance_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures"));
    balance.assert_even();
    assert!(balance.compared > 4_000, "{}", balance.compared);
}

fn beside(name: &str) {
    if let Some(folder) = shared(name) {
        balance_below(&folder).assert_even();
    }
}

#[test]
fn a_conversion_of_a_real_record_changes_nothing_that_it_does_not_name() {
    beside("corpus");
}

#[test]
fn a_conversion_of_an_odd_record_changes_nothing_that_it_does_not_name() {
    beside("odd-inputs");
}
