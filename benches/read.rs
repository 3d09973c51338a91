//! How fast text becomes records and records become judgements. Prints megabytes of text per second
//! for each notation, and nanoseconds per ply for the referee; run by `cargo bench --bench read`.
//! Where the collection of real records `../shared/corpus` exists, its files are measured too.

mod games;

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use fastrand::Rng;
use kifu::notation::{self, Notation};
use kifu::record::Record;
use kifu::referee::Referee;
use kifu::text;

const GAMES: usize = 200;
const PLIES: usize = 107;
const ROUNDS: usize = 31;

/// The median time of a round, in nanoseconds.
fn median(mut round: impl FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            round();
            start.elapsed().as_secs_f64() * 1e9
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[ROUNDS / 2]
}

fn records<'t>(texts: &'t [text::Text<'t>], notation: &'static Notation) -> impl Iterator<Item = Record<'t>> {
    texts
        .iter()
        .flat_map(move |text| notation::records(text, Some(notation)))
}

fn measure(name: &str, notation: &'static Notation, files: &[Vec<u8>]) {
    let bytes = files.iter().map(Vec::len).sum::<usize>() as u32;
    let texts: Vec<_> = files.iter().map(|bytes| text::decode(bytes, None)).collect();
    let decoded = texts.iter().map(|text| text.as_str().len()).sum::<usize>() as u32;
    let read: Vec<_> = records(&texts, notation).collect();
    let nodes = read.iter().map(|record| record.tree.len() - 1).sum::<usize>() as u32;

    let decoding = median(|| {
        for bytes in files {
            black_box(text::decode(black_box(bytes), None));
        }
    });
    let reading = median(|| {
        for record in records(&texts, notation) {
            black_box(record);
        }
    });
    let mut referee = Referee::new();
    let judging = median(|| {
        for record in &read {
            black_box(referee.judge(black_box(record)));
        }
    });
    println!(
        "{name:<12} {:5} records {decoded:8} bytes: decode {:6.0} MB/s, read {:6.1} MB/s, judge {:5.1} ns/ply",
        read.len(),
        f64::from(bytes) / decoding * 1e3,
        f64::from(decoded) / reading * 1e3,
        judging / f64::from(nodes),
    );
}

/// The files of a real collection with one of these extensions.
fn corpus(directory: &Path, extensions: &[&str]) -> Vec<Vec<u8>> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(corpus(&path, extensions));
        } else if path
            .extension()
            .is_some_and(|it| extensions.iter().any(|wanted| it == *wanted))
        {
            files.extend(std::fs::read(&path));
        }
    }
    files
}

fn main() {
    let mut rng = Rng::with_seed(1);
    let games: Vec<_> = (0..GAMES).map(|_| games::random(&mut rng, PLIES)).collect();
    let texts = |write: fn(&[kifu::shogi::Move]) -> String| -> Vec<Vec<u8>> {
        games.iter().map(|game| write(game).into_bytes()).collect()
    };
    measure("kif, dense", &notation::kif::NOTATION, &texts(games::kif));
    measure("ki2, dense", &notation::ki2::NOTATION, &texts(games::ki2));
    measure("csa, dense", &notation::csa::NOTATION, &texts(games::csa));
    measure("usi, dense", &notation::usi::NOTATION, &texts(games::usi));
    measure("usen, dense", &notation::usen::NOTATION, &texts(games::usen));
    measure("jkf, dense", &notation::jkf::NOTATION, &texts(games::jkf));
    let shared = Path::new("../shared/corpus");
    if shared.is_dir() {
        measure(
            "kif, real",
            &notation::kif::NOTATION,
            &corpus(shared, &["kif", "kifu"]),
        );
        measure(
            "ki2, real",
            &notation::ki2::NOTATION,
            &corpus(shared, &["ki2", "ki2u"]),
        );
        measure("csa, real", &notation::csa::NOTATION, &corpus(shared, &["csa"]));
        measure(
            "jkf, real",
            &notation::jkf::NOTATION,
            &corpus(shared, &["jkf", "json"]),
        );
    } else {
        println!("skipped the real records: ../shared/corpus does not exist");
    }
}
