//! Random records that are written and read again are equal, except for the reported losses.

use proptest::prelude::*;

use kifu::notation;
use kifu::notation::Notation;
use kifu::notation::RecordText;
use kifu::notation::Target;
use kifu::notation::Writer;
use kifu::notation::WrittenRecord;
use kifu::played::Played;
use kifu::record::Record;

use super::content::Content;
use super::games::{self, Recipe};
use crate::support::dice::Dice;

/// Returns the notation to which a target belongs.
pub fn notation_of(target: &Target) -> &'static Notation {
    let has_target = |notation: &&Notation| {
        notation
            .targets
            .iter()
            .any(|candidate| candidate.name == target.name)
    };
    notation::NOTATIONS
        .iter()
        .copied()
        .find(has_target)
        .expect("a target belongs to a notation")
}

fn write(record: &Record<'_>, target: &'static Target) -> WrittenRecord {
    let result = Writer::new(target).write(&Played::new(record));
    result.unwrap_or_else(|refusal| panic!("{}: {refusal:?}", target.name))
}

/// Reads a written record and returns the result of `use_record` for the record that was read.
pub fn reread<T>(
    output: &WrittenRecord,
    target: &'static Target,
    use_record: impl FnOnce(&Record<'_>) -> T,
) -> T {
    let text = kifu::text::decode(&output.bytes, Some(target.encoding));
    let text = text.as_str();
    let mut record = (notation_of(target).read)(RecordText { text, offset: 0 });
    record.text = text;
    use_record(&record)
}

fn as_text(output: &WrittenRecord, target: &'static Target) -> String {
    kifu::text::decode(&output.bytes, Some(target.encoding))
        .as_str()
        .to_owned()
}

/// Generates recipes for random records.
pub fn recipe() -> impl Strategy<Value = Recipe> {
    (
        1_usize..40,
        0_usize..6,
        prop_oneof![Just(0_u32), Just(1000), Just(1)],
        any::<bool>(),
    )
        .prop_map(|(plies, variations, clock, extras)| Recipe {
            plies,
            variations,
            clock,
            extras,
        })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn written_records_are_read_back(seed in any::<u64>(), recipe in recipe()) {
        let record = games::record(&mut Dice::new(seed), recipe);
        let content = Content::from_record(&record);
        for target in notation::targets_of(&kifu::record::SHOGI) {
            let output = write(&record, target);
            let expected = content.clone().without_losses(&output.losses, target).comparable(&output.losses);
            reread(&output, target, |reread_record| {
                let actual = Content::from_record(reread_record).comparable(&output.losses);
                prop_assert_eq!(&actual, &expected, "{}\n{}", target.name, as_text(&output, target));
                Ok(())
            })?;
        }
    }

    #[test]
    fn writing_is_idempotent(seed in any::<u64>(), recipe in recipe()) {
        let record = games::record(&mut Dice::new(seed), recipe);
        for target in notation::targets_of(&kifu::record::SHOGI) {
            let output = write(&record, target);
            reread(&output, target, |reread_record| {
                let second_output = write(reread_record, target);
                prop_assert_eq!(as_text(&second_output, target), as_text(&output, target), "{}", target.name);
                let losses: Vec<_> = second_output.losses.iter().collect();
                prop_assert!(losses.is_empty() || !target.holds.moves, "{}: {:?}", target.name, losses);
                Ok(())
            })?;
        }
    }

    /// A conversion to one format and from there to another keeps the content, except for the losses that the two
    /// conversions report.
    #[test]
    fn round_trips_keep_the_content(seed in any::<u64>(), recipe in recipe()) {
        let record = games::record(&mut Dice::new(seed), recipe);
        let content = Content::from_record(&record);
        for first_target in notation::targets_of(&kifu::record::SHOGI) {
            let first_output = write(&record, first_target);
            let content_after_first = content.clone().without_losses(&first_output.losses, first_target);
            for second_target in notation::targets_of(&kifu::record::SHOGI) {
                let (second_output, losses) = reread(&first_output, first_target, |converted| {
                    let second_output = write(converted, second_target);
                    let losses = second_output.losses.clone();
                    (second_output, losses)
                });
                let expected = content_after_first.clone().without_losses(&losses, second_target).comparable(&losses).comparable(&first_output.losses);
                reread(&second_output, second_target, |reread_record| {
                    let actual = Content::from_record(reread_record).comparable(&losses).comparable(&first_output.losses);
                    prop_assert_eq!(&actual, &expected, "{} to {}\n{}", first_target.name, second_target.name, as_text(&second_output, second_target));
                    Ok(())
                })?;
            }
        }
    }
}

/// Scripts depend on the names of the targets, so the names must not change.
#[test]
fn target_names_are_stable() {
    let names: Vec<_> = notation::targets_of(&kifu::record::SHOGI)
        .map(|target| target.name)
        .collect();
    let expected = [
        "kif", "kifu", "ki2", "ki2u", "csa", "csa3", "usi", "sfen", "usen", "jkf", "bod", "psn",
    ];
    assert_eq!(names, expected);
}
