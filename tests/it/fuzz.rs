//! The fuzz targets hold for a number of generated inputs, which are the same in every run.
//!
//! `KIFU_FUZZ=100000 cargo test --release --test it fuzz` sets the number of inputs per target.

use crate::support::writing;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::LazyLock;

use crate::bodies::{Body, OF_RECORDS, archives, languages, seeds};
use crate::cli::archives::forms;
use crate::support::dice::Dice;
use crate::support::trees::tree_text;

/// Fragments that have a meaning, or nearly have one, in some format.
const SNIPPETS: [&str; 46] = [
    "変化：3手\n",
    "変化：1手\n",
    "変化：99999999999手\n",
    "まで4手で先手の勝ち\n",
    "手合割：二枚落ち\n",
    "手合割：その他\n",
    "同　",
    "同",
    "成",
    "不成",
    "打",
    "(00)",
    "(99)",
    " ( 0:01/00:00:01)",
    "   3 投了\n",
    "4294967295 ７六歩(77)\n",
    "0 中断\n",
    "*",
    "&",
    "#",
    "|v香v桂v銀v金v玉v金v銀v桂v香|一\n",
    "先手の持駒：歩十九\n",
    "手数＝4294967295\n",
    "V2.2\n",
    "PI\n",
    "P+00AL\n",
    "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\n",
    "+0055FU\n",
    "-3334FU,T12",
    "%TORYO\n",
    "%MATTA\n",
    "/\n",
    "position startpos moves 7g7f\n",
    "~0.7ku2jm.r",
    "\"forks\":[[",
    "}]}",
    "T99999999999\n",
    "'ILLEGAL_MOVE(+8833UM)\n",
    "[국면 \"9/9 w\"]\n",
    "1. 79졸78 ",
    "55차51 빅 진",
    "한수쉼 ",
    "#no-win\n",
    "{\n",
    "[대국결과 \"청 외통승\"]\n",
    "Yonin: 1\n1 S 6i7h !W\n",
];

/// The seeds of all targets that read records.
static RECORDS: LazyLock<Vec<Vec<u8>>> =
    LazyLock::new(|| seeds::records(root()).expect("the fixtures can be read"));

/// The seeds of the small languages.
static LANGUAGES: LazyLock<Vec<Vec<u8>>> =
    LazyLock::new(|| seeds::languages(root()).expect("the data can be read"));

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns a slightly damaged seed, random game or list of tokens.
fn record(dice: &mut Dice) -> Vec<u8> {
    let bytes = match dice.below(8) {
        0 => tree_text(dice).into_bytes(),
        1 => {
            let start = dice.start();
            let (moves, _) = dice.game(&start, 30);
            writing::csa(&start, &moves, "%TORYO\n").into_bytes()
        }
        2 => (0..dice.below(40))
            .map(|_| dice.one_of(&SNIPPETS))
            .collect::<String>()
            .into_bytes(),
        3 => (0..dice.below(300)).map(|_| dice.below(256) as u8).collect(),
        _ => RECORDS[dice.below(RECORDS.len())].clone(),
    };
    damaged(bytes, dice)
}

fn language(dice: &mut Dice) -> Vec<u8> {
    let bytes = LANGUAGES[dice.below(LANGUAGES.len())].clone();
    damaged(bytes, dice)
}

/// Returns a slightly damaged archive of two records.
fn archive(dice: &mut Dice) -> Vec<u8> {
    let mut seed = || RECORDS[dice.below(RECORDS.len())].as_slice();
    let files = [("a.kif", seed()), ("b/c.csa", seed())];
    let (_, make) = dice.one_of(&forms::ARCHIVE_KINDS);
    damaged(make(&files), dice)
}

fn damaged(mut bytes: Vec<u8>, dice: &mut Dice) -> Vec<u8> {
    for _ in 0..dice.below(8) {
        let at = dice.below(bytes.len() + 1);
        let to = (at + dice.below(40)).min(bytes.len());
        match dice.below(6) {
            0 => bytes.truncate(at.max(bytes.len() / 2)),
            1 => drop(bytes.drain(at..to)),
            2 => {
                let copy = bytes[at..to].to_vec();
                let behind = dice.below(bytes.len() + 1);
                bytes.splice(behind..behind, copy);
            }
            3 if at < to => bytes[at] = dice.below(256) as u8,
            4 => bytes.insert(at, dice.one_of(b"\n\r \0\xff*+-%1/")),
            _ => drop(bytes.splice(at..at, dice.one_of(&SNIPPETS).bytes())),
        }
    }
    bytes
}

/// Runs a target with generated inputs, and prints the input that fails.
fn assert_holds(name: &str, body: Body, input: fn(&mut Dice) -> Vec<u8>, usual: u64) {
    let asked = std::env::var("KIFU_FUZZ")
        .ok()
        .and_then(|value| value.parse().ok());
    for seed in 0..asked.unwrap_or(usual) {
        let bytes = input(&mut Dice::new(seed));
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| body(&bytes))) {
            let shown = bytes.escape_ascii();
            eprintln!("{name} fails with input {seed}: {shown}");
            std::panic::resume_unwind(panic);
        }
    }
}

#[test]
fn record_targets_pass() {
    for (name, body) in OF_RECORDS {
        assert_holds(name, body, record, 400);
    }
}

#[test]
fn archive_target_passes() {
    assert_holds("archives", archives::run, archive, 400);
}

/// Regression tests for inputs that failed earlier.
#[test]
fn regression_inputs_pass() {
    let folder = root().join("fixtures/fuzz");
    let mut tried = 0;
    for entry in std::fs::read_dir(folder).expect("the fixtures can be read") {
        let bytes = std::fs::read(entry.expect("an entry").path()).expect("the fixture can be read");
        for (_, body) in OF_RECORDS {
            body(&bytes);
        }
        languages::run(&bytes);
        tried += 1;
    }
    assert!(tried > 0);
}

#[test]
fn language_target_passes() {
    assert_holds("languages", languages::run, language, 3_000);
}
