//! Measures the time of each command; run it with `cargo bench --bench commands`.
//!
//! The files are small games without findings, one game per file, in every format. For each format and command, the benchmark
//! prints MB/s, records/s, nanoseconds per ply, and the ratio to the floor of the same run. The floor is the time to open, read and
//! decode the same files. All commands run on one thread, in turns, and the numbers are medians. `KIFU_FILES` sets the number
//! of files.

mod games;

use std::fs;
use std::hint::black_box;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use encoding_rs::{Encoding, SHIFT_JIS, UTF_8};
use fastrand::Rng;
use kifu::referee::Referee;
use kifu::shogi::Move;
use kifu::{notation, text};

/// Length of a game (plies).
const PLIES: usize = 140;

/// Number of times that each command is measured. The results are medians.
const ROUNDS: usize = 9;

/// Commands with their arguments. `DIR` is replaced by the folder of records, `OUT` by an empty folder.
const COMMANDS: [(&str, &[&str]); 8] = [
    ("validate", &["validate", "-j1", "--format", "jsonl", "DIR"]),
    (
        "convert to kif",
        &["convert", "-j1", "--to", "kif", "-o", "OUT", "DIR"],
    ),
    (
        "convert to csa",
        &["convert", "-j1", "--to", "csa", "-o", "OUT", "DIR"],
    ),
    ("stats games", &["stats", "-j1", "--table", "games", "DIR"]),
    ("stats openings", &["stats", "-j1", "--table", "openings", "DIR"]),
    (
        "stats duplicates",
        &["stats", "-j1", "--table", "duplicates", "DIR"],
    ),
    ("stats players", &["stats", "-j1", "--table", "players", "DIR"]),
    ("stats moves", &["stats", "-j1", "--table", "moves", "DIR"]),
];

/// The samples, each with its name, the format, and the encoding of its files.
const SAMPLES: [(&str, &str, &Encoding); 7] = [
    ("kif, Shift_JIS", "kif", SHIFT_JIS),
    ("kif, UTF-8", "kif", UTF_8),
    ("csa", "csa", UTF_8),
    ("ki2", "ki2", UTF_8),
    ("usi", "usi", UTF_8),
    ("jkf", "jkf", UTF_8),
    ("usen", "usen", UTF_8),
];

/// Returns random games without findings.
fn clean_games(count: usize) -> Vec<Vec<Move>> {
    let mut rng = Rng::with_seed(1);
    let mut referee = Referee::new();
    let mut games = Vec::with_capacity(count);
    while games.len() < count {
        let game = games::random(&mut rng, PLIES);
        let bytes = games::kif(&game).into_bytes();
        let text = text::decode(&bytes, None);
        let mut records = notation::records(&text, Some(&notation::kif::NOTATION));
        if records.all(|record| referee.check(&record).findings.is_empty()) {
            games.push(game);
        }
    }
    games
}

/// Files of one format in a separate folder.
struct Sample {
    name: &'static str,
    folder: PathBuf,
    encoding: &'static Encoding,
    paths: Vec<PathBuf>,
    bytes: u32,
    plies: u32,
}

impl Sample {
    /// Writes the games to files in a new folder.
    fn write(
        root: &Path,
        (name, notation, encoding): (&'static str, &str, &'static Encoding),
        games: &[Vec<Move>],
    ) -> io::Result<Self> {
        let write = games::writer(notation).expect("one of the notations");
        let folder = root.join(format!("{notation}-{}", encoding.name()));
        fs::create_dir(&folder)?;
        let mut sample = Self {
            name,
            folder,
            encoding,
            paths: Vec::new(),
            bytes: 0,
            plies: games.iter().map(|game| game.len() as u32).sum(),
        };
        for (number, game) in games.iter().enumerate() {
            let text = write(game);
            let bytes = encoding.encode(&text).0;
            let path = sample.folder.join(format!("{number:05}.{notation}"));
            fs::write(&path, &bytes)?;
            sample.bytes += bytes.len() as u32;
            sample.paths.push(path);
        }
        Ok(sample)
    }

    /// Returns the time to open, read and decode all files (seconds).
    fn floor(&self) -> io::Result<f64> {
        let start = Instant::now();
        for path in &self.paths {
            let bytes = fs::read(path)?;
            black_box(self.encoding.decode_without_bom_handling(&bytes));
        }
        Ok(start.elapsed().as_secs_f64())
    }

    /// Runs a command over all files and returns the time of the run (seconds).
    fn run(&self, words: &[&str], out: &Path) -> io::Result<f64> {
        // The command refuses an existing output folder, so the folder of an earlier run is removed.
        let _ = fs::remove_dir_all(out);
        let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
        for &word in words {
            match word {
                "DIR" => command.arg(&self.folder),
                "OUT" => command.arg(out),
                _ => command.arg(word),
            };
        }
        let command = command.stdout(Stdio::null()).stderr(Stdio::null());
        let start = Instant::now();
        let status = command.status()?;
        let seconds = start.elapsed().as_secs_f64();
        // Exit status 2 means that the command failed.
        assert_ne!(status.code(), Some(2), "{words:?}");
        Ok(seconds)
    }
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() -> io::Result<()> {
    let count = std::env::var("KIFU_FILES")
        .ok()
        .and_then(|value| value.parse().ok())
        .unwrap_or(1_000);
    let games = clean_games(count);
    let root = tempfile::tempdir()?;
    println!(
        "{:<16} {:<18} {:>8} {:>10} {:>9} {:>8}",
        "format", "command", "MB/s", "records/s", "ns/ply", "floors"
    );
    for sample in SAMPLES {
        let sample = Sample::write(root.path(), sample, &games)?;
        let mut times = vec![Vec::with_capacity(ROUNDS); COMMANDS.len() + 1];
        for _ in 0..ROUNDS {
            times[0].push(sample.floor()?);
            for (times, (_, words)) in times[1..].iter_mut().zip(COMMANDS) {
                times.push(sample.run(words, &root.path().join("out"))?);
            }
        }
        let floor = median(&mut times[0]);
        let names = std::iter::once("(floor)").chain(COMMANDS.map(|(name, _)| name));
        for (name, times) in names.zip(&mut times) {
            let seconds = median(times);
            println!(
                "{:<16} {name:<18} {:8.1} {:10.0} {:9.0} {:8.2}",
                sample.name,
                f64::from(sample.bytes) / seconds / 1e6,
                f64::from(sample.paths.len() as u32) / seconds,
                seconds * 1e9 / f64::from(sample.plies),
                seconds / floor,
            );
        }
    }
    Ok(())
}
