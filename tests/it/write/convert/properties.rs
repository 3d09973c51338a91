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

pub fn notation_of(target: &Target) -> &'static Notation {
    let writes = |notation: &&Notation| {
        notation
            .targets
            .iter()
            .any(|candidate| candidate.name == target.name)
    };
    notation::NOTATIONS
        .iter()
        .copied()
        .find(writes)
        .expect("a target belongs to a notation")
}

fn write(record: &Record<'_>, target: &'static Target) -> WrittenRecord {
    let page = Writer::new(target).write(&Played::new(record));
    page.unwrap_or_else(|refusal| panic!("{}: {refusal:?}", target.name))
}

/// Reads a written record and passes it to `look`.
pub fn reread<T>(page: &WrittenRecord, target: &'static Target, look: impl FnOnce(&Record<'_>) -> T) -> T {
    let text = kifu::text::decode(&page.bytes, Some(target.encoding));
    let text = text.as_str();
    let mut record = (notation_of(target).read)(RecordText { text, offset: 0 });
    record.text = text;
    look(&record)
}

fn shown(page: &WrittenRecord, target: &'static Target) -> String {
    kifu::text::decode(&page.bytes, Some(target.encoding))
        .as_str()
        .to_owned()
}

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
        let whole = Content::from_record(&record);
        for target in notation::targets_of(&kifu::record::SHOGI) {
            let page = write(&record, target);
            let expected = whole.clone().without_losses(&page.losses, target).comparable(&page.losses);
            reread(&page, target, |again| {
                let read = Content::from_record(again).comparable(&page.losses);
                prop_assert_eq!(&read, &expected, "{}\n{}", target.name, shown(&page, target));
                Ok(())
            })?;
        }
    }

    #[test]
    fn writing_is_idempotent(seed in any::<u64>(), recipe in recipe()) {
        let record = games::record(&mut Dice::new(seed), recipe);
        for target in notation::targets_of(&kifu::record::SHOGI) {
            let page = write(&record, target);
            reread(&page, target, |again| {
                let second = write(again, target);
                prop_assert_eq!(shown(&second, target), shown(&page, target), "{}", target.name);
                let lost: Vec<_> = second.losses.iter().collect();
                prop_assert!(lost.is_empty() || !target.holds.moves, "{}: {:?}", target.name, lost);
                Ok(())
            })?;
        }
    }

    /// A conversion to another format and back keeps the content, except for the losses that both conversions report.
    #[test]
    fn round_trips_keep_the_content(seed in any::<u64>(), recipe in recipe()) {
        let record = games::record(&mut Dice::new(seed), recipe);
        let whole = Content::from_record(&record);
        for first in notation::targets_of(&kifu::record::SHOGI) {
            let page = write(&record, first);
            let then = whole.clone().without_losses(&page.losses, first);
            for second in notation::targets_of(&kifu::record::SHOGI) {
                let (back, losses) = reread(&page, first, |middle| {
                    let back = write(middle, second);
                    let losses = back.losses.clone();
                    (back, losses)
                });
                let expected = then.clone().without_losses(&losses, second).comparable(&losses).comparable(&page.losses);
                reread(&back, second, |again| {
                    let read = Content::from_record(again).comparable(&losses).comparable(&page.losses);
                    prop_assert_eq!(&read, &expected, "{} to {}\n{}", first.name, second.name, shown(&back, second));
                    Ok(())
                })?;
            }
        }
    }
}

/// Names that scripts depend on must not change.
#[test]
fn target_names_are_stable() {
    let names: Vec<_> = notation::targets_of(&kifu::record::SHOGI)
        .map(|target| target.name)
        .collect();
    let expected = [
        "kif", "kifu", "ki2", "ki2u", "csa", "csa3", "usi", "sfen", "usen", "jkf", "bod",
    ];
    assert_eq!(names, expected);
}
