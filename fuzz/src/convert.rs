//! What is written comes back: who won stays the same unless a loss is named, and a second writing is the first.

use kifu::notation::{self, Form, Target};
use kifu::played::Played;
use kifu::record::{Outcome, Record};
use kifu::referee::Referee;
use kifu::text;

use super::way::{RECORDS, Way};

/// Writes the first records of an input as everything that they can be written as.
///
/// # Panics
///
/// When a conversion says something else than the record, or does not come to rest.
pub fn run(data: &[u8]) {
    let mut way = Way::of(data);
    let text = way.text(data);
    let notation = way.notation(&text);
    for record in notation::records(&text, notation).take(RECORDS) {
        let verdict = way.with_referee(|referee| verdict(referee, &record));
        let played = Played::of(&record);
        for target in notation::targets() {
            let Ok(page) = Form::of(target).write(&played) else {
                continue;
            };
            let lossless = page.losses.is_empty();
            assert_same(target, &page.bytes, verdict, lossless);
        }
    }
}

fn verdict(referee: &mut Referee, record: &Record<'_>) -> Option<Outcome> {
    referee.judge(record).verdict
}

/// Reads what was written, and writes it again.
fn assert_same(target: &'static Target, bytes: &[u8], before: Option<Outcome>, lossless: bool) {
    let text = text::decode(bytes, Some(target.encoding));
    let notation = notation::detect(&text, Some(target.extension));
    let again = notation::records(&text, notation).next().expect("a record");
    // A position alone has no end.
    if lossless && !matches!(target.name, "sfen" | "bod") {
        let after = Referee::default().judge(&again).verdict;
        assert_eq!(after, before, "as {}:\n{}", target.name, text.as_str());
    }
    let twice = Form::of(target)
        .write(&Played::of(&again))
        .expect("it was written before");
    let second = text::decode(&twice.bytes, Some(target.encoding));
    assert_eq!(second.as_str(), text.as_str(), "as {}", target.name);
}
