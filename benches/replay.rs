//! Measures the board: games are replayed with every move tested, played and added to the history, and then checked as a
//! whole. Run it with `cargo bench --bench replay`. The columns of divan are the time of a round over all games, and plies
//! (items) per second.
//!
//! By default, the games are random. With `KIFU_GAMES=FOLDER`, the games of all records in the folder that begin with
//! the even start position are used instead. Each game ends before its first illegal move.

mod games;

use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::ItemsCount;
use fastrand::Rng;
use kifu::notation;
use kifu::opening::OpeningBook;
use kifu::opening::OpeningMatcher;
use kifu::played::NextStep;
use kifu::played::Playback;
use kifu::record::Record;
use kifu::referee::Referee;
use kifu::shogi::History;
use kifu::shogi::Move;
use kifu::shogi::Position;
use kifu::text;
use walkdir::WalkDir;

static GAMES: LazyLock<Vec<Vec<Move>>> = LazyLock::new(|| {
    if let Some(folder) = std::env::var_os("KIFU_GAMES") {
        return WalkDir::new(folder)
            .into_iter()
            .filter_map(|entry| std::fs::read(entry.ok()?.path()).ok())
            .flat_map(|bytes| read_games(&bytes))
            .collect();
    }
    let mut rng = Rng::with_seed(1);
    (0..200).map(|_| games::random(&mut rng, 150)).collect()
});

/// Reads the games of a file that begin with the even start position, each up to its first illegal move.
fn read_games(bytes: &[u8]) -> Vec<Vec<Move>> {
    let text = text::decode(bytes, None);
    let records = notation::records(&text, notation::detect(&text, None));
    let even_games =
        records.filter(|record| record.is_playable() && record.start.position == Position::startpos());
    even_games
        .map(|record| legal_moves(Playback::new(&record)))
        .collect()
}

fn legal_moves(mut playback: Playback<'_, '_>) -> Vec<Move> {
    let mut moves = Vec::new();
    while let Some((_, NextStep::Move { legal: Some(mv), .. })) = playback.advance() {
        playback.play(mv);
        moves.push(mv);
    }
    moves
}

/// Measures a function that replays a record, over the records of all games.
fn measure_records(bencher: Bencher, mut replay: impl FnMut(&Record<'_>)) {
    let texts: Vec<_> = GAMES.iter().map(|game| games::kif(game)).collect();
    let texts: Vec<_> = texts
        .iter()
        .map(|game_text| text::decode(game_text.as_bytes(), None))
        .collect();
    let kif = Some(&notation::kif::NOTATION);
    let records: Vec<_> = texts
        .iter()
        .flat_map(|text| notation::records(text, kif))
        .collect();
    let plies: usize = GAMES.iter().map(Vec::len).sum();
    bencher.counter(ItemsCount::new(plies)).bench_local(|| {
        for record in &records {
            replay(divan::black_box(record));
        }
    });
}

#[divan::bench]
fn record_played_by_the_rules(bencher: Bencher) {
    let mut history = History::new();
    measure_records(bencher, |record| {
        history.start(record.start.position.zobrist(), true);
        divan::black_box(legal_moves(Playback::with_history(record, &mut history)));
    });
}

#[divan::bench]
fn record_judged(bencher: Bencher) {
    let mut referee = Referee::new();
    measure_records(bencher, |record| {
        divan::black_box(referee.check(record));
    });
}

/// Measures a function that replays a game, over all games.
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
                matcher.advance(ply, &position, &undo);
            }
        }
        divan::black_box(matcher.matches());
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
