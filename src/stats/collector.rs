//! Makes a game of a record while the referee replays it.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::game::Game;
use super::names::Names;
use super::ply::{Action, BoardMove, SeenPly, Token, plies};
use crate::finding::Cell;
use crate::opening::{OpeningBook, OpeningMatcher};
use crate::played::PlayedMove;
use crate::record::Record;
use crate::referee::Judgement;
use crate::system::system_of;

/// Sits beside the referee and writes down what is needed for the tables; one serves for any number of records.
#[derive(Debug)]
pub struct GameCollector {
    with_positions: bool,
    /// Who looks for openings, where they are wanted.
    matcher: Option<OpeningMatcher<'static>>,
    seen: Vec<SeenPly>,
    names: Arc<Names>,
}

impl GameCollector {
    /// A collector that writes down the position before every move, or does not.
    pub fn new(with_positions: bool) -> Self {
        Self {
            matcher: Some(OpeningMatcher::new(OpeningBook::built_in())),
            ..Self::without_openings(with_positions)
        }
    }

    /// The same, but it does not look for openings and castles.
    pub fn without_openings(with_positions: bool) -> Self {
        Self {
            with_positions,
            matcher: None,
            seen: Vec::new(),
            names: Arc::default(),
        }
    }

    /// The same, which calls players as these names say.
    #[must_use]
    pub fn calling(self, names: &Arc<Names>) -> Self {
        Self {
            names: Arc::clone(names),
            ..self
        }
    }

    /// Turns to the next record.
    pub fn begin(&mut self, record: &Record<'_>) {
        self.seen.clear();
        if let Some(matcher) = &mut self.matcher {
            matcher.begin(&record.start.position);
        }
    }

    /// Writes down a move that the referee has played.
    pub fn see(&mut self, played: &PlayedMove<'_>) {
        if let Some(matcher) = &mut self.matcher {
            matcher.see(played.ply, played.after, played.undo);
        }
        if let Some(mv) = BoardMove::of(played) {
            self.seen.push(SeenPly {
                node: played.node,
                seat: played.undo.mover().index(),
                action: Action::Move(mv),
                position: self.with_positions.then(|| played.before().to_sfen(played.ply)),
            });
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
        let start = self.replay(record);
        let plies = plies(record, self.seen.drain(..));
        let sighting = self.matcher.as_ref().map(OpeningMatcher::sighting);
        Game::of(
            &self.names,
            path,
            encoding,
            record,
            judgement,
            (start, plies),
            &sighting.unwrap_or_default(),
        )
    }

    /// Writes down the plies of a game that is not played on a shogi board. What comes back is its start position.
    fn replay(&mut self, record: &Record<'_>) -> Option<String> {
        let mut start = None;
        let mut before = None;
        (system_of(record)?.replay)(record, &mut |moment| {
            let position = self.with_positions.then(|| moment.position());
            start.get_or_insert_with(|| moment.position());
            if let Some(seat) = moment.seat {
                let text = record.tree.node(moment.node).span();
                let [from, to] = match *moment.cells {
                    [to] => [None, Some(to)],
                    [from, to, ..] => [Some(from), Some(to)],
                    [] => [None::<Cell>, None],
                };
                let facts = moment.facts.cloned().unwrap_or_default();
                let text = text.map_or("", |span| record.text_at(span)).trim().to_owned();
                self.seen.push(SeenPly {
                    node: moment.node,
                    seat: seat.index(),
                    action: Action::Token(Box::new(Token {
                        text,
                        from,
                        to,
                        facts,
                    })),
                    position: before.take(),
                });
            }
            before = position;
            ControlFlow::Continue(())
        });
        start
    }
}
