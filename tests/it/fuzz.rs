//! The fuzz targets pass for a number of generated inputs, which are the same in every run.
//!
//! `KIFU_FUZZ=100000 cargo test --release --test it fuzz` sets the number of inputs per target.

use crate::support::writing;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::LazyLock;

use crate::bodies::{Body, OF_RECORDS, archives, languages, seeds};
use crate::cli::archives::builders;
use crate::support::dice::Dice;
use crate::support::trees::tree_text;

/// Fragments that have a meaning, or nearly have one, in some format.
const SNIPPETS: [&str; 58] = [
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
    "[Sente \"甲\"]\n",
    "[Gote: a\"]\n",
    "[SFEN \"9/9 b\"]\n",
    "[Handicap \"Two Pieces\"]\n",
    "1...P3c-3d ",
    "4294967295.B8hx2b+",
    "G4-5h!",
    "xS ",
    "Variation:2\n",
    "(99:99 / 99:99:99)",
    "(P7f",
    "})\n",
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

/// The seeds of the target for the small languages: option expressions, profiles and opening books.
static LANGUAGES: LazyLock<Vec<Vec<u8>>> =
    LazyLock::new(|| seeds::languages(root()).expect("the data can be read"));

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns a slightly damaged input: a seed, a tree of moves, a random game, a list of snippets, or random bytes.
fn record_input(dice: &mut Dice) -> Vec<u8> {
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
    damage(bytes, dice)
}

fn language_input(dice: &mut Dice) -> Vec<u8> {
    let bytes = LANGUAGES[dice.below(LANGUAGES.len())].clone();
    damage(bytes, dice)
}

/// Returns a slightly damaged archive of two records.
fn archive_input(dice: &mut Dice) -> Vec<u8> {
    let mut seed = || RECORDS[dice.below(RECORDS.len())].as_slice();
    let files = [("a.kif", seed()), ("b/c.csa", seed())];
    let (_, make) = dice.one_of(&builders::ARCHIVE_KINDS);
    damage(make(&files), dice)
}

fn damage(mut bytes: Vec<u8>, dice: &mut Dice) -> Vec<u8> {
    for _ in 0..dice.below(8) {
        let start = dice.below(bytes.len() + 1);
        let end = (start + dice.below(40)).min(bytes.len());
        match dice.below(6) {
            0 => bytes.truncate(start.max(bytes.len() / 2)),
            1 => drop(bytes.drain(start..end)),
            2 => {
                let copy = bytes[start..end].to_vec();
                let insert_position = dice.below(bytes.len() + 1);
                bytes.splice(insert_position..insert_position, copy);
            }
            3 if start < end => bytes[start] = dice.below(256) as u8,
            4 => bytes.insert(start, dice.one_of(b"\n\r \0\xff*+-%1/")),
            _ => drop(bytes.splice(start..start, dice.one_of(&SNIPPETS).bytes())),
        }
    }
    bytes
}

/// Runs a target with generated inputs, and prints the input that fails. The number of inputs is `KIFU_FUZZ` or, if
/// this variable is not set, `default_count`.
fn assert_target_passes(name: &str, body: Body, make_input: fn(&mut Dice) -> Vec<u8>, default_count: u64) {
    let requested_count = std::env::var("KIFU_FUZZ")
        .ok()
        .and_then(|value| value.parse().ok());
    for seed in 0..requested_count.unwrap_or(default_count) {
        let bytes = make_input(&mut Dice::new(seed));
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| body(&bytes))) {
            let escaped = bytes.escape_ascii();
            eprintln!("{name} fails with input {seed}: {escaped}");
            std::panic::resume_unwind(panic);
        }
    }
}

#[test]
fn record_targets_pass() {
    for (name, body) in OF_RECORDS {
        assert_target_passes(name, body, record_input, 400);
    }
}

#[test]
fn archive_target_passes() {
    assert_target_passes("archives", archives::run, archive_input, 400);
}

/// Inputs that failed earlier pass the targets of records and the target of the small languages.
#[test]
fn regression_inputs_pass() {
    let folder = root().join("fixtures/fuzz");
    let mut file_count = 0;
    for entry in std::fs::read_dir(folder).expect("the fixtures can be read") {
        let bytes = std::fs::read(entry.expect("an entry").path()).expect("the fixture can be read");
        for (_, body) in OF_RECORDS {
            body(&bytes);
        }
        languages::run(&bytes);
        file_count += 1;
    }
    assert!(file_count > 0);
}

#[test]
fn language_target_passes() {
    assert_target_passes("languages", languages::run, language_input, 3_000);
}
