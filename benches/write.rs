//! Measures replaying of records and writing in each format; run it with `cargo bench --bench write`.
//!
//! The columns of divan are the time of a round over all games, bytes written per second, and plies (items) per second.

mod games;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use fastrand::Rng;
use kifu::notation;
use kifu::notation::Target;
use kifu::notation::Writer;
use kifu::played::Played;
use kifu::record::Record;
use kifu::text;
use kifu::text::Text;

/// Number of random games.
const GAMES: usize = 200;

/// Length of a random game (plies).
const PLIES: usize = 107;

fn files() -> Vec<Vec<u8>> {
    let mut rng = Rng::with_seed(1);
    let games = (0..GAMES).map(|_| games::random(&mut rng, PLIES));
    games.map(|game| games::kif(&game).into_bytes()).collect()
}

/// Reads the records in the texts. Returns the records and their total number of plies.
fn records<'t>(texts: &'t [Text<'t>]) -> (Vec<Record<'t>>, usize) {
    let kif = Some(&notation::kif::NOTATION);
    let records: Vec<_> = texts
        .iter()
        .flat_map(|text| notation::records(text, kif))
        .collect();
    let plies = records.iter().map(|record| record.tree.len() - 1).sum();
    (records, plies)
}

#[divan::bench]
fn play_out(bencher: Bencher) {
    let files = files();
    let texts: Vec<_> = files.iter().map(|bytes| text::decode(bytes, None)).collect();
    let (records, plies) = records(&texts);
    bencher.counter(ItemsCount::new(plies)).bench(|| {
        for record in &records {
            divan::black_box_drop(Played::new(divan::black_box(record)));
        }
    });
}

/// Iterates over the names of the targets in which the first random game can be written.
fn targets() -> impl Iterator<Item = &'static str> {
    let files = files();
    let text = text::decode(&files[0], None);
    let record = notation::records(&text, Some(&notation::kif::NOTATION))
        .next()
        .expect("a record");
    let played = Played::new(&record);
    let can_write = |target: &&'static Target| Writer::new(target).write(&played).is_ok();
    let names: Vec<_> = notation::targets()
        .filter(can_write)
        .map(|target| target.name)
        .collect();
    names.into_iter()
}

#[divan::bench(args = targets())]
fn write(bencher: Bencher, target: &str) {
    let files = files();
    let texts: Vec<_> = files.iter().map(|bytes| text::decode(bytes, None)).collect();
    let (records, plies) = records(&texts);
    let played: Vec<_> = records.iter().map(Played::new).collect();
    let writer = Writer::new(notation::target(target).expect("one of the targets"));
    let pages = || {
        played
            .iter()
            .filter_map(|game| writer.write(divan::black_box(game)).ok())
    };
    let bytes: usize = pages().map(|page| page.bytes.len()).sum();
    let bencher = bencher
        .counter(BytesCount::new(bytes))
        .counter(ItemsCount::new(plies));
    bencher.bench_local(|| pages().for_each(divan::black_box_drop));
}

fn main() {
    divan::main();
}
