//! What the board costs: random games are replayed with every move tested, played and entered into the history;
//! `cargo bench --bench replay`. The columns of divan: the time of a round over all games, and plies (items) a second.

mod games;

use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::ItemsCount;
use fastrand::Rng;
use kifu::opening::{OpeningBook, OpeningMatcher};
use kifu::shogi::{History, Move, Position};

static GAMES: LazyLock<Vec<Vec<Move>>> = LazyLock::new(|| {
    let mut rng = Rng::with_seed(1);
    (0..200).map(|_| games::random(&mut rng, 150)).collect()
});

/// Replays every game in a round.
fn measure(bencher: Bencher, mut replay: impl FnMut(&[Move])) {
    let plies: usize = GAMES.iter().map(Vec::len).sum();
    bencher.counter(ItemsCount::new(plies)).bench_local(|| {
        for game in GAMES.iter() {
            replay(divan::black_box(game));
        }
    });
}

#[divan::bench]
fn legality_play_check_and_history(bencher: Bencher) {
    let mut history = History::new();
    measure(bencher, |game| {
        let mut position = Position::startpos();
        history.start(position.zobrist(), true);
        for &mv in game {
            divan::black_box(position.is_legal(mv));
            if let Some(undo) = position.play_legal(mv) {
                divan::black_box(history.push(position.zobrist(), undo.mover(), position.is_check()));
            }
        }
    });
}

#[divan::bench]
fn legality_play_and_check(bencher: Bencher) {
    measure(bencher, |game| {
        let mut position = Position::startpos();
        for &mv in game {
            divan::black_box(position.is_legal(mv));
            position.play_legal(mv);
            divan::black_box(position.is_check());
        }
    });
}

#[divan::bench]
fn play_and_openings(bencher: Bencher) {
    let mut matcher = OpeningMatcher::new(OpeningBook::built_in());
    measure(bencher, |game| {
        let mut position = Position::startpos();
        matcher.begin(&position);
        for (ply, &mv) in (1..).zip(game) {
            if let Some(undo) = position.play_legal(mv) {
                matcher.see(ply, &position, &undo);
            }
        }
        divan::black_box(matcher.sighting());
    });
}

#[divan::bench]
fn play_and_check(bencher: Bencher) {
    measure(bencher, |game| {
        let mut position = Position::startpos();
        for &mv in game {
            position.play(mv);
            divan::black_box(position.is_check());
        }
    });
}

#[divan::bench]
fn play_and_undo(bencher: Bencher) {
    measure(bencher, |game| {
        let mut position = Position::startpos();
        let undos: Vec<_> = game.iter().filter_map(|&mv| position.play(mv)).collect();
        undos.into_iter().rev().for_each(|undo| position.undo(undo));
        divan::black_box(&position);
    });
}

fn main() {
    divan::main();
}
