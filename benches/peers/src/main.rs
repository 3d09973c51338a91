//! Compares this library with other readers of records: all read the same files, in turns. The output has the time of
//! each reader and the number of games and plies that it read.
//!
//!     cargo run --release --manifest-path benches/peers/Cargo.toml -- FOLDER...
//!
//! Each FOLDER holds KIF files or CSA files (`.csa`), one game each, and gets a table of its own.
//!
//! # Peers
//!
//! The readers in Rust are dependencies of this program. The others run if they are installed; else the table has a line
//! with the command that installs them:
//!
//! - tsshogi: `npm install tsshogi`, for the `node` in PATH. Set NODE_PATH to the folder `node_modules`.
//! - cshogi and python-shogi: `pip install cshogi numpy python-shogi`, for the `python3` in PATH or the interpreter
//!   `KIFU_PEERS_PYTHON`.
//!
//! # Measurements
//!
//! - `read`: the reader alone.
//! - `legal`: the reader, and every move of the main line is tested with the rules of the board of the same library. A
//!   game with an illegal move counts as an error. This library reports all its findings in this mode.
//!
//! The files are in memory before the clock starts. This library and the scripts decode the bytes within the measured
//! time; the other readers in Rust get decoded text, so their times do not include decoding. The times do not include
//! the start of an interpreter. They are medians of nine rounds: three in each of three passes over all peers, after
//! three rounds that do not count.
//!
//! `read` is the number of games that were read without an error, of those that were tried, and `plies` is the number of
//! their moves in the main line. Fewer plies than those of this library mean that the reader skipped moves without an
//! error. The first error of a peer is below the table.
//!
//! # Time limit
//!
//! Every peer has 60 seconds for each mode, or the number in `KIFU_PEERS_SECONDS`. If a peer cannot read all games once
//! in a third of this time, its row has the time of the games that it did read, and a line reports that it is too slow. A
//! peer that hangs, crashes or panics does not end the run, because each runs in a process of its own.
//!
//! # Protocol
//!
//! A peer gets the arguments NAME FORMAT MODE ROUNDS SECONDS and a list on its standard input: a line for each file, with
//! its encoding, a tab, and its path. It prints lines of fields that are separated by tabs:
//!
//! - `version`, the version
//! - `missing`, the reason why the library cannot be loaded
//! - `unsupported`, without a field: the reader has no such mode for this format
//! - `round`, the number of games tried, of games read, and of plies, and the seconds of one round
//! - `error`, the first error of the round

mod peer;
mod readers;

use std::collections::HashSet;
use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::peer::{Host, PASSES, Peer};

/// Default time limit of a peer for each mode (seconds).
const LIMIT: f64 = 60.0;

/// The readers, and the way to start each.
const PEERS: &[(&str, Host)] = &[
    ("kifu", Host::Rust),
    ("csa", Host::Rust),
    ("rsshogi", Host::Rust),
    ("shogi-kifu-converter", Host::Rust),
    ("tsshogi", Host::Node("tsshogi")),
    ("cshogi", Host::Python("cshogi numpy")),
    ("python-shogi", Host::Python("python-shogi")),
];

fn compare(folder: &Path, limit: Duration) -> Result<(), Box<dyn Error>> {
    let mut paths: Vec<_> = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_, std::io::Error>>()?;
    paths.retain(|path| path.is_file());
    if paths.is_empty() {
        return Err(format!("no files in {}", folder.display()).into());
    }
    paths.sort();
    let is_csa = paths
        .iter()
        .any(|path| path.extension().is_some_and(|extension| extension == "csa"));
    let format = if is_csa { "csa" } else { "kif" };
    let mut list = String::new();
    let mut size = 0;
    for path in &paths {
        let bytes = fs::read(path)?;
        size += bytes.len();
        // Python and JavaScript both know this name of the Shift_JIS of Windows.
        let encoding = if str::from_utf8(&bytes).is_ok() {
            "utf-8"
        } else {
            "ms932"
        };
        let path = path
            .to_str()
            .filter(|path| !path.contains(['\t', '\n']))
            .ok_or("a file has an unusual name")?;
        list.push_str(&format!("{encoding}\t{path}\n"));
    }
    println!("{}: {} games, {size} bytes", folder.display(), paths.len());
    let mut peers = Vec::new();
    for mode in ["read", "legal"] {
        peers.extend(PEERS.iter().map(|&(name, host)| Peer::new(name, host, mode)));
    }
    for _ in 0..PASSES {
        for peer in &mut peers {
            peer.run(format, &list, paths.len(), limit / PASSES);
        }
    }
    print_table(&peers, paths.len());
    Ok(())
}

fn print_table(peers: &[Peer], game_count: usize) {
    println!(
        "{:<28} {:<6} {:>9} {:>8} {:>10} {:>10} {:>10} {:>8}",
        "reader", "mode", "read", "plies", "us/game", "fastest", "slowest", "x kifu"
    );
    for peer in peers {
        let Some(row) = peer.row(game_count) else { continue };
        let [median, fastest, slowest] = row.micros;
        let own = peers.iter().find(|it| it.name == "kifu" && it.mode == peer.mode);
        let ratio = own
            .and_then(|own| own.row(game_count))
            .map_or(f64::NAN, |own| median / own.micros[0]);
        println!(
            "{:<28} {:<6} {:>9} {:>8} {median:>10.1} {fastest:>10.1} {slowest:>10.1} {ratio:>8.1}",
            row.label,
            peer.mode,
            format!("{}/{}", row.read, row.tried),
            row.plies,
        );
    }
    let mut notes: Vec<_> = peers.iter().flat_map(Peer::notes).collect();
    // Both modes of a peer have the same note if it is not installed.
    let mut seen = HashSet::new();
    notes.retain(|note| seen.insert(note.clone()));
    for note in notes {
        println!("{note}");
    }
    println!();
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<_> = env::args().skip(1).collect();
    if let [first, rest @ ..] = &args[..]
        && first == "--peer"
    {
        return readers::run(rest);
    }
    if args.is_empty() {
        return Err("which folder?".into());
    }
    let limit = env::var("KIFU_PEERS_SECONDS").map_or(Ok(LIMIT), |seconds| seconds.parse())?;
    let limit = Duration::try_from_secs_f64(limit)?;
    for folder in &args {
        compare(Path::new(folder), limit)?;
    }
    Ok(())
}
