//! Measures decoding, reading and checking of records for each format; run it with `cargo bench --bench read`.
//!
//! The columns of divan are the time of a round over all games, bytes of text per second, and plies (items) per second.
//! If `../shared/corpus` exists, the real records in this folder are measured, too.

mod games;

use std::path::Path;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use fastrand::Rng;
use kifu::notation;
use kifu::notation::NOTATIONS;
use kifu::notation::Notation;
use kifu::record::Record;
use kifu::referee::Referee;
use kifu::text;

/// Number of random games.
const GAMES: usize = 200;

/// Length of a random game (plies).
const PLIES: usize = 107;

/// The source of the measured records.
#[derive(Clone, Copy, PartialEq)]
enum Source {
    /// Random games, written in the styles of common programs.
    Random,
    /// Real records, from `../shared/corpus`.
    Real,
}

/// Files of one format, from one source.
struct Sample {
    notation: &'static Notation,
    source: Source,
}

impl std::fmt::Display for Sample {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let suffix = if self.source == Source::Real {
            " (real)"
        } else {
            ""
        };
        write!(f, "{}{suffix}", self.notation.format.name())
    }
}

impl Sample {
    fn files(&self) -> Vec<Vec<u8>> {
        match (self.source, games::writer(self.notation.format.name())) {
            (Source::Real, _) => read_corpus(Path::new("../shared/corpus"), self.notation),
            (Source::Random, Some(write)) => {
                let mut rng = Rng::with_seed(1);
                let games = (0..GAMES).map(|_| games::random(&mut rng, PLIES));
                games.map(|game| write(&game).into_bytes()).collect()
            }
            (Source::Random, None) => Vec::new(),
        }
    }

    fn records<'t>(&self, texts: &'t [text::Text<'t>]) -> impl Iterator<Item = Record<'t>> + use<'t> {
        let notation = self.notation;
        let texts = texts.iter();
        texts.flat_map(move |text| notation::records(text, Some(notation)))
    }
}

/// Iterates over the formats and sources for which there are records.
fn samples() -> impl Iterator<Item = Sample> {
    let random_formats = NOTATIONS
        .iter()
        .filter(|notation| games::writer(notation.format.name()).is_some());
    let random = random_formats.map(|notation| (*notation, Source::Random));
    let corpus_formats = ["kif", "ki2", "csa", "jkf"];
    let real_formats = NOTATIONS
        .iter()
        .filter(move |notation| corpus_formats.contains(&notation.format.name()));
    let real_formats = real_formats.filter(|_| Path::new("../shared/corpus").is_dir());
    let real = real_formats.map(|notation| (*notation, Source::Real));
    random
        .chain(real)
        .map(|(notation, source)| Sample { notation, source })
}

/// Reads the files in a directory and its subdirectories that have an extension of the format.
fn read_corpus(directory: &Path, notation: &'static Notation) -> Vec<Vec<u8>> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        let extension = path.extension().and_then(|it| it.to_str());
        if path.is_dir() {
            files.extend(read_corpus(&path, notation));
        } else if extension
            .and_then(notation::by_extension)
            .is_some_and(|candidate| candidate.format == notation.format)
        {
            files.extend(std::fs::read(&path));
        }
    }
    files
}

#[divan::bench(args = samples())]
fn decode(bencher: Bencher, sample: &Sample) {
    let files = sample.files();
    let bytes: usize = files.iter().map(Vec::len).sum();
    bencher.counter(BytesCount::new(bytes)).bench(|| {
        for bytes in &files {
            divan::black_box(text::decode(divan::black_box(bytes), None));
        }
    });
}

#[divan::bench(args = samples())]
fn read(bencher: Bencher, sample: &Sample) {
    let files = sample.files();
    let texts: Vec<_> = files.iter().map(|bytes| text::decode(bytes, None)).collect();
    let bytes: usize = texts.iter().map(|text| text.as_str().len()).sum();
    let plies: usize = sample.records(&texts).map(|record| record.tree.len() - 1).sum();
    let bencher = bencher
        .counter(BytesCount::new(bytes))
        .counter(ItemsCount::new(plies));
    bencher.bench(|| {
        sample.records(&texts).for_each(divan::black_box_drop);
    });
}

#[divan::bench(args = samples())]
fn check(bencher: Bencher, sample: &Sample) {
    let files = sample.files();
    let texts: Vec<_> = files.iter().map(|bytes| text::decode(bytes, None)).collect();
    let records: Vec<_> = sample.records(&texts).collect();
    let plies: usize = records.iter().map(|record| record.tree.len() - 1).sum();
    let mut referee = Referee::new();
    bencher.counter(ItemsCount::new(plies)).bench_local(|| {
        for record in &records {
            divan::black_box_drop(referee.check(divan::black_box(record)));
        }
    });
}

fn main() {
    divan::main();
}
