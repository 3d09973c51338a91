//! Compares this library with other readers of records: all read the same records, in turns. The output has the time of each
//! reader and the number of games that this reader read without errors.
//!
//!     cargo run --release --manifest-path benches/peers/Cargo.toml -- FOLDER
//!
//! FOLDER holds `.kif` or `.csa` files, one game each. The files are read before the clock starts. The other readers
//! get decoded text; this library decodes the bytes itself. The numbers are medians of nine rounds. The time of this
//! library includes work that the others do not do, such as findings and the times of every move. The second row of
//! this library also includes the check of all records.

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::time::Instant;

use kifu::system::Referees;
use kifu::{notation, text};

/// Number of times that each reader is measured.
const ROUNDS: usize = 9;

/// A reader: its name, and a function that reads a game and returns `true` if there was no error.
type Reader = (&'static str, Box<dyn FnMut(&Game) -> bool>);

struct Game {
    bytes: Vec<u8>,
    text: String,
}

fn read_with_kifu(game: &Game, referees: Option<&mut Referees>) -> bool {
    let text = text::decode(&game.bytes, None);
    let records: Vec<_> = notation::records(&text, notation::detect(&text, None)).collect();
    if let Some(referees) = referees {
        for record in &records {
            black_box(referees.check(record));
        }
    }
    records.iter().all(|record| record.gaps.is_empty() && record.tree.len() > 1)
}

fn readers(is_csa: bool) -> Vec<Reader> {
    let mut referees = Referees::with_defaults();
    let mut readers: Vec<Reader> = vec![
        ("kifu, read", Box::new(|game| read_with_kifu(game, None))),
        ("kifu, read and judge", Box::new(move |game| read_with_kifu(game, Some(&mut referees)))),
    ];
    if is_csa {
        readers.push(("csa 1.0.2", Box::new(|game| black_box(csa::parse_csa(&game.text)).is_ok())));
        readers.push((
            "rsshogi 1.7.3",
            Box::new(|game| black_box(rsshogi::records::csa::parse_csa_str(&game.text)).is_ok()),
        ));
        readers.push((
            "shogi-kifu-converter 0.2.2",
            Box::new(|game| black_box(shogi_kifu_converter::parser::parse_csa_str(&game.text)).is_ok()),
        ));
    } else {
        readers.push((
            "rsshogi 1.7.3",
            Box::new(|game| black_box(rsshogi::records::kif::parse_kif_str(&game.text)).is_ok()),
        ));
        readers.push((
            "shogi-kifu-converter 0.2.2",
            Box::new(|game| black_box(shogi_kifu_converter::parser::parse_kif_str(&game.text)).is_ok()),
        ));
    }
    readers
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("which folder?")?;
    let mut games = Vec::new();
    let mut is_csa = false;
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        is_csa |= path.extension().is_some_and(|extension| extension == "csa");
        let bytes = fs::read(&path)?;
        let text = text::decode(&bytes, None).as_str().to_owned();
        games.push(Game { bytes, text });
    }
    let size: usize = games.iter().map(|it| it.text.len()).sum();
    println!("{} games, {} bytes of text", games.len(), size);
    println!("{:<28} {:>8} {:>10} {:>8}", "reader", "read", "us/game", "MB/s");
    let mut readers = readers(is_csa);
    let mut times = vec![Vec::new(); readers.len()];
    let mut read_counts = vec![0; readers.len()];
    for _ in 0..ROUNDS {
        for (at, (_, reader)) in readers.iter_mut().enumerate() {
            let start = Instant::now();
            read_counts[at] = games.iter().filter(|game| reader(game)).count();
            times[at].push(start.elapsed().as_secs_f64());
        }
    }
    for (at, (name, _)) in readers.iter().enumerate() {
        times[at].sort_by(f64::total_cmp);
        let seconds = times[at][ROUNDS / 2];
        println!(
            "{name:<28} {:>8} {:>10.1} {:>8.1}",
            read_counts[at],
            seconds * 1e6 / games.len() as f64,
            size as f64 / seconds / 1e6
        );
    }
    Ok(())
}
