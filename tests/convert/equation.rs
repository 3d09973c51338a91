//! The equation of a conversion: who won, what is found of the moves, and the second writing stay the same, unless a
//! loss is named that tells why.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use kifu::finding::{Class, Finding};
use kifu::notation::{self, Form, Loss, Losses, Page, Target};
use kifu::played::Played;
use kifu::record::{Outcome, Record};
use kifu::referee::Referee;
use kifu::text;

use super::dice::Dice;
use super::fouls;
use super::properties::{recipe, reread};

/// Of a file with many records, so many are converted.
const RECORDS: usize = 20;

/// What may not change.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Judged {
    verdict: Option<&'static str>,
    /// The faults of moves: ply and rule.
    faults: Vec<(Option<u32>, &'static str)>,
    /// How they weigh, and whether the record itself punishes them.
    weights: Vec<(&'static str, bool)>,
}

/// What is said of a record, and why a conversion may say something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Verdict,
    Faults,
    Weights,
}

/// The losses that tell why a verdict or the faults of moves are others.
const REASONS: &[(What, Loss)] = &[
    (What::Verdict, Loss::Move),
    (What::Verdict, Loss::Result),
    (What::Verdict, Loss::Claim),
    // They may name the rules of the event.
    (What::Verdict, Loss::Header),
    (What::Verdict, Loss::ToolLine),
    // An end behind a move that was taken back.
    (What::Verdict, Loss::MoveAfterEnd),
    // Behind a move that may be missing, the board is in doubt.
    (What::Verdict, Loss::Numbers),
    (What::Weights, Loss::Move),
    (What::Weights, Loss::Result),
    (What::Faults, Loss::Move),
    (What::Faults, Loss::Variation),
    (What::Faults, Loss::BrokenVariation),
    (What::Faults, Loss::MoveAfterEnd),
    (What::Faults, Loss::Numbers),
    (What::Faults, Loss::PieceName),
    (What::Faults, Loss::SideMark),
];

fn is_explained(what: What, losses: &Losses, target: &Target) -> bool {
    let named = |loss| losses.iter().any(|lost| lost.loss == loss);
    // Numbers tell that a move is missing where something could not be read.
    let gap_is_lost = !target.holds.numbers && named(Loss::Unread);
    gap_is_lost || REASONS.iter().any(|&(of, loss)| of == what && named(loss))
}

impl Judged {
    fn of(record: &Record<'_>, referee: &mut Referee) -> Self {
        let judgement = referee.judge(record);
        let is_fault =
            |it: &&Finding| it.moved.is_some() && matches!(it.rule.class, Class::Foul | Class::RecordError);
        let faults = || judgement.findings.iter().filter(is_fault);
        Self {
            verdict: judgement.verdict.map(Outcome::name),
            faults: faults().map(|it| (it.ply, it.rule.name)).collect(),
            weights: faults().map(|it| (it.severity.name(), it.acknowledged)).collect(),
        }
    }
}

/// What breaks the equation, in words.
#[derive(Default)]
pub struct Balance {
    referee: Referee,
    pub compared: u32,
    pub wrong: BTreeSet<String>,
}

impl Balance {
    /// Holds a record against what every target makes of it.
    pub fn record(&mut self, place: &str, record: &Record<'_>) {
        let before = Judged::of(record, &mut self.referee);
        for target in notation::targets() {
            let Ok(page) = Form::of(target).write(&Played::of(record)) else {
                continue;
            };
            self.compared += 1;
            self.page(&format!("{place} as {}", target.name), &before, &page, target);
        }
    }

    fn page(&mut self, place: &str, before: &Judged, page: &Page, target: &'static Target) {
        let text = text::decode(&page.bytes, None);
        let detected = notation::detect(&text, Some(target.extension));
        let Some(again) = notation::records(&text, detected).next() else {
            self.wrong.insert(format!("{place}: nothing is read"));
            return;
        };
        let after = Judged::of(&again, &mut self.referee);
        let losses: Vec<_> = page.losses.iter().map(|lost| lost.loss.name()).collect();
        let explained = |what| is_explained(what, &page.losses, target);
        let changes_faults = before.faults != after.faults;
        let wrong = [
            // What is found of the moves may decide who won.
            (
                before.verdict != after.verdict
                    && !explained(What::Verdict)
                    && !(changes_faults && explained(What::Faults)),
                format!("{:?} becomes {:?}", before.verdict, after.verdict),
            ),
            (
                changes_faults && !explained(What::Faults),
                format!("{:?} become {:?}", before.faults, after.faults),
            ),
            (
                !changes_faults && before.weights != after.weights && !explained(What::Weights),
                format!("{:?} become {:?}", before.weights, after.weights),
            ),
        ];
        for (_, what) in wrong.into_iter().filter(|(is_wrong, _)| *is_wrong) {
            self.wrong.insert(format!("{place}: {what} {losses:?}"));
        }
        let second = match Form::of(target).write(&Played::of(&again)) {
            Ok(second) => second.bytes,
            Err(refusal) => refusal.message.english.as_bytes().to_vec(),
        };
        if second != page.bytes {
            let (first, second) = (text.as_str(), String::from_utf8_lossy(&second));
            let mut lines = first.lines().zip(second.lines());
            let other = lines.find(|(one, other)| one != other);
            self.wrong.insert(format!("{place}: written again: {other:?}"));
        }
    }

    fn file(&mut self, path: &Path) {
        let bytes = fs::read(path).expect("a file can be read");
        let text = text::decode(&bytes, None);
        let extension = path.extension().and_then(|it| it.to_str());
        let place = path.display();
        for record in notation::records(&text, notation::detect(&text, extension)).take(RECORDS) {
            self.record(&format!("{place} {}", record.index), &record);
        }
    }

    fn below(folder: &Path) -> Self {
        let mut balance = Self::default();
        for path in files_below(folder) {
            balance.file(&path);
        }
        balance
    }

    pub fn is_even(&self) {
        let wrong: Vec<_> = self.wrong.iter().map(String::as_str).collect();
        assert!(
            wrong.is_empty(),
            "{} of {}:\n{}",
            wrong.len(),
            self.compared,
            wrong.join("\n")
        );
    }
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder can be read") {
            let path = entry.expect("a folder can be read").path();
            let not_a_record = path.extension().is_some_and(|it| it == "md" || it == "tsv");
            if path.is_dir() {
                folders.push(path);
            } else if !not_a_record {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

proptest! {
    // The same records every time.
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(12),
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_conversion_of_any_record_changes_nothing_that_it_does_not_name(
        seed in any::<u64>(), recipe in recipe(), faults in 0_usize..6
    ) {
        let record = fouls::record(&mut Dice(seed), recipe, faults);
        let mut balance = Balance::default();
        for home in ["kifu", "ki2u", "csa3", "jkf", "usi", "usen"] {
            let home = notation::target(home).expect("one of the targets");
            if let Ok(page) = Form::of(home).write(&Played::of(&record)) {
                reread(&page, home, |record| {
                    let text = text::decode(&page.bytes, None);
                    balance.record(&format!("{} {}\n", home.name, text.as_str()), record);
                });
            }
        }
        balance.is_even();
    }
}

#[test]
fn a_conversion_of_a_fixture_changes_nothing_that_it_does_not_name() {
    let balance = Balance::below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures"));
    balance.is_even();
    assert!(balance.compared > 4_000, "{}", balance.compared);
}

fn shared(name: &str) {
    let shared = std::env::var_os("KIFU_SHARED").map_or_else(|| PathBuf::from("../shared"), PathBuf::from);
    let folder = shared.join(name);
    if folder.is_dir() {
        Balance::below(&folder).is_even();
    } else {
        println!("skipped: {} does not exist", folder.display());
    }
}

#[test]
fn a_conversion_of_a_real_record_changes_nothing_that_it_does_not_name() {
    shared("corpus");
}

#[test]
fn a_conversion_of_an_odd_record_changes_nothing_that_it_does_not_name() {
    shared("odd-inputs");
}
