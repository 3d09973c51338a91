//! Makes a game of a record while the referee replays it.

use std::sync::Arc;

use super::game::Game;
use super::ply::{BoardMove, plies};
use crate::opening::{Book, OpeningMatcher};
use crate::played::PlayedMove;
use crate::record::{NodeId, Record};
use crate::referee::Judgement;
use crate::shogi::Color;

/// Sits beside the referee and writes down what is needed for the tables; one serves for any number of records.
#[derive(Debug)]
pub struct GameCollector {
    with_positions: bool,
    matcher: OpeningMatcher<'static>,
    seen: Vec<(NodeId, Color, BoardMove)>,
}

impl GameCollector {
    /// A collector that writes down the position before every move, or does not.
    pub fn new(with_positions: bool) -> Self {
        Self {
            with_positions,
            matcher: OpeningMatcher::new(Book::built_in()),
            seen: Vec::new(),
        }
    }

    /// Turns to the next record.
    pub fn begin(&mut self, record: &Record<'_>) {
        self.seen.clear();
        self.matcher.begin(&record.start.position);
    }

    /// Writes down a move that the referee has played.
    pub fn see(&mut self, played: &PlayedMove<'_>) {
        self.matcher.see(played.ply, played.after, played.undo);
        if let Some(mv) = BoardMove::of(played, self.with_positions) {
            self.seen.push((played.node, played.undo.mover(), mv));
        }
    }

    /// What the record has come to, once it is judged.
    pub fn game(
        &mut self,
        path: &Arc<str>,
        encoding: &'static str,
        record: &Record<'_>,
        judgement: &Judgement,
    ) -> Game {
        let plies = plies(record, self.seen.drain(..));
        Game::of(path, encoding, record, judgement, plies, &self.matcher.sighting())
    }
}
