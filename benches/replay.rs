//! How long the referee's work on the board takes: random games are replayed with every move tested,
//! played and entered into the history. Prints nanoseconds per ply; run by `cargo bench --bench replay`.

mod games;

use std::hint::black_box;
use std::time::Instant;

use fastrand::Rng;
use kifu::opening::{OpeningBook, OpeningMatcher};
use kifu::shogi::{History, Move, Position};

const GAMES: usize = 200;
const PLIES: usize = 150;
const ROUNDS: usize = 51;

/// The median time of a round over all games, per ply.
fn measure(name: &str, games: &[Vec<Move>], mut replay: impl FnMut(&[Move]) -> u32) {
    let plies: u32 = games.iter().map(|game| game.len() as u32).sum();
    let mut times: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            for game in games {
                black_box(replay(black_box(game)));
            }
            start.elapsed().as_secs_f64() * 1e9 / f64::from(plies)
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!(
        "{name:<40} {:6.1} ns/ply (best {:.1})",
        times[ROUNDS / 2],
        times[0]
    );
}

fn main() {
    let mut rng = Rng::with_seed(1);
    let games: Vec<Vec<Move>> = (0..GAMES).map(|_| games::random(&mut rng, PLIES)).collect();
    println!(
        "{} games, {} plies",
        games.len(),
        games.iter().map(Vec::len).sum::<usize>()
    );

    let mut history = History::new();
    measure("legality, play, check and history", &games, |game| {
        let mut position = Position::startpos();
        history.start(position.zobrist(), true);
        let mut seen = 0;
        for &mv in game {
            seen += u32::from(position.is_legal(mv));
            if let Some(undo) = position.play_legal(mv) {
                seen += history.push(position.zobrist(), undo.mover(), position.is_check());
            }
        }
        seen
    });
    measure("legality, play and check", &games, |game| {
        let mut position = Position::startpos();
        let mut seen = 0;
        for &mv in game {
            seen += u32::from(position.is_legal(mv));
            position.play_legal(mv);
            seen += u32::from(position.is_check());
        }
        seen
    });
    let mut matcher = OpeningMatcher::new(OpeningBook::built_in());
    measure("legality, play and openings", &games, |game| {
        let mut position = Position::startpos();
        matcher.begin(&position);
        for (ply, &mv) in (1..).zip(game) {
            if let Some(undo) = position.play_legal(mv) {
                matcher.see(ply, &position, &undo);
            }
        }
        matcher.sighting().games.len() as u32
    });
    measure("play and check", &games, |game| {
        let mut position = Position::startpos();
        let mut seen = 0;
        for &mv in game {
            position.play(mv);
            seen += u32::from(position.is_check());
        }
        seen
    });
    measure("play and undo", &games, |game| {
        let mut position = Position::startpos();
        let undos: Vec<_> = game.iter().filter_map(|&mv| position.play(mv)).collect();
        let played = undos.len() as u32;
        undos.into_iter().rev().for_each(|undo| position.undo(undo));
        played
    });
}
