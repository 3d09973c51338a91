//! A conversion never changes who won, unless it names what it loses.

use std::fs;
use std::path::{Path, PathBuf};

use kifu::notation::{self, Form};
use kifu::played::Played;
use kifu::record::Record;
use kifu::referee::Referee;
use kifu::text;

/// The records that break a rule, and those that nearly do.
fn fixtures() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/rules");
    let folders = fs::read_dir(root).unwrap().map(|it| it.unwrap().path());
    let files = folders
        .filter(|it| it.is_dir())
        .flat_map(|folder| fs::read_dir(folder).unwrap())
        .map(|it| it.unwrap().path());
    files.collect()
}

fn verdict(record: &Record<'_>) -> Option<&'static str> {
    Some(Referee::default().judge(record).verdict?.name())
}

#[test]
fn who_won_stays_the_same_where_nothing_is_lost() {
    let mut compared = 0;
    for path in fixtures() {
        let bytes = fs::read(&path).unwrap();
        let text = text::decode(&bytes, None);
        let extension = path.extension().and_then(|it| it.to_str());
        for record in notation::records(&text, notation::detect(&text, extension)) {
            let before = verdict(&record);
            for target in notation::targets() {
                let Ok(page) = Form::of(target).write(&Played::of(&record)) else {
                    continue;
                };
                // A position alone has no end.
                if !page.losses.is_empty() || matches!(target.name, "sfen" | "bod") {
                    continue;
                }
                let written = text::decode(&page.bytes, None);
                let detected = notation::detect(&written, Some(target.extension));
                let again = notation::records(&written, detected).next().expect("a record");
                let place = format!("{} as {}", path.display(), target.name);
                assert_eq!(verdict(&again), before, "{place}");
                compared += 1;
            }
        }
    }
    assert!(compared > 1_000, "{compared}");
}
