//! Makes a game of a record while the referee replays it.

use std::sync::Arc;

use super::game::Game;
use super::ply::{Made, plies};
use crate::opening::{Book, OpeningMatcher};
use crate::record::{NodeId, Record};
use crate::referee::{Judgement, Witness};
use crate::shogi::{Color, Position, Undo};

/// Sits beside the referee and writes down what is needed for the tables; one serves for any number of records.
#[derive(Debug)]
pub struct GameCollector {
    with_positions: bool,
    matcher: OpeningMatcher<'static>,
    seen: Vec<(NodeId, Color, Made)>,
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

impl Witness for GameCollector {
    fn sees(&mut self, ply: u32, node: NodeId, after: &Position, made: &Undo) {
        self.matcher
            .see(ply, after, made.from(), made.to(), made.captured());
        if let Some(seen) = Made::of(ply, after, made, self.with_positions) {
            self.seen.push((node, made.mover(), seen));
        }
    }
}
