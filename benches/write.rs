//! How fast records are played out and written. Prints nanoseconds per ply for playing, and for every target
//! nanoseconds per ply and megabytes of its bytes per second; run by `cargo bench --bench write`.

mod games;

use std::hint::black_box;
use std::time::Instant;

use fastrand::Rng;
use kifu::notation::{self, Writer};
use kifu::played::Played;
use kifu::text;

const GAMES: usize = 200;
const PLIES: usize = 107;
const ROUNDS: usize = 21;

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

fn main() {
    let mut rng = Rng::with_seed(1);
    let files: Vec<_> = (0..GAMES)
        .map(|_| games::kif(&games::random(&mut rng, PLIES)).into_bytes())
        .collect();
    let texts: Vec<_> = files.iter().map(|bytes| text::decode(bytes, None)).collect();
    let records: Vec<_> = texts
        .iter()
        .flat_map(|text| notation::records(text, Some(&notation::kif::NOTATION)))
        .collect();
    let nodes = f64::from(records.iter().map(|record| record.tree.len() - 1).sum::<usize>() as u32);
    let playing = median(|| {
        for record in &records {
            black_box(Played::of(black_box(record)));
        }
    });
    println!("play out {:6.1} ns/ply", playing / nodes);
    let played: Vec<_> = records.iter().map(Played::of).collect();
    for target in notation::targets() {
        let mut bytes = 0;
        let writing = median(|| {
            bytes = 0;
            for game in &played {
                let page = Writer::of(target).write(black_box(game)).unwrap_or_default();
                bytes += black_box(page.bytes.len());
            }
        });
        println!(
            "{:<6} {:6.1} ns/ply {:7.1} MB/s",
            target.name,
            writing / nodes,
            f64::from(bytes as u32) / writing * 1e3
        );
    }
}
