//! Writes an archive of invented games to a folder, for tests with any number of records.
//!
//!     cargo run --release --example archive -- --records 1000000 --out /tmp/archive [--seed 1]
//!
//!     cargo run --release --example archive -- --events 40 --faults 200 --out /tmp/events
//!
//! With `--events`, the games of events are written instead, with planted faults between records; `truth.json` lists the faults
//! and their twins, which are correct.
//!
//! The games are written to the subfolder `games`, and their expected statistics to `truth.json`. The time to create the records
//! is printed. Without `--out`, no files are written. The default of `--records` is 10,000.

mod invented;

use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::Instant;

struct Args {
    records: u64,
    seed: u64,
    /// The number of events; `None` for single games.
    events: Option<u64>,
    faults: usize,
    out: Option<PathBuf>,
}

fn parse_args() -> Result<Args, String> {
    let mut args = Args {
        records: 10_000,
        seed: 1,
        events: None,
        faults: 200,
        out: None,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        let parse_number = |text: String| text.parse().map_err(|_| format!("no number: {text}"));
        match word.as_str() {
            "--records" => args.records = parse_number(value()?)?,
            "--seed" => args.seed = parse_number(value()?)?,
            "--events" => args.events = Some(parse_number(value()?)?),
            "--faults" => args.faults = parse_number(value()?)? as usize,
            "--out" => args.out = Some(value()?.into()),
            _ => return Err(format!("unknown: {word}")),
        }
    }
    Ok(args)
}

fn run(args: &Args) -> io::Result<()> {
    if let Some(events) = args.events {
        return write_events(args, events);
    }
    let start = Instant::now();
    let truth = invented::make(args.seed, args.records, |file| store(args, file))?;
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{} records, {} plies, {} files in {seconds:.1} s",
        truth.all.records, truth.all.plies, truth.files
    );
    match &args.out {
        Some(out) => fs::write(out.join("truth.json"), serde_json::to_string_pretty(&truth)?),
        None => Ok(()),
    }
}

/// Writes a file to the subfolder `games` of the output, if there is one.
fn store(args: &Args, file: invented::File) -> io::Result<()> {
    let Some(out) = &args.out else { return Ok(()) };
    let path = out.join("games").join(file.path);
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    fs::write(path, file.bytes)
}

/// Writes the games of events, and the planted faults and their twins to `truth.json`.
fn write_events(args: &Args, events: u64) -> io::Result<()> {
    let (mut files, truth) = invented::events::make_events(args.seed, events, args.faults);
    let records = files.try_fold(0, |records, file| store(args, file).map(|()| records + 1))?;
    let (faults, twins) = (truth.planted.len(), truth.twins.len());
    println!("{records} records, {faults} planted faults, {twins} twins");
    match &args.out {
        Some(out) => fs::write(out.join("truth.json"), serde_json::to_string_pretty(&truth)?),
        None => Ok(()),
    }
}

fn main() {
    let outcome = parse_args().and_then(|args| run(&args).map_err(|error| error.to_string()));
    if let Err(message) = outcome {
        eprintln!("{message}");
        std::process::exit(2);
    }
}
