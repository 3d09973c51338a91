//! A game on its way to the finder.

use super::candidate::{Candidate, Facts};
use super::code::{ply_code, unread_code};
use crate::record::{Outcome, Terminal};
use crate::stats::{Action, Game, Ply};

/// A game whose duplicates are sought.
#[derive(Debug)]
pub struct Suspect {
    start: String,
    plies: Vec<u16>,
    facts: Facts<'static>,
}

impl Suspect {
    /// What has to be known of a game.
    pub fn of(game: &Game) -> Self {
        let code = |ply: &Ply| match &ply.action {
            Action::Move(played) => ply_code(played.mv),
            Action::Token(token) => unread_code(&token.text),
            Action::Written(text) => unread_code(text),
        };
        let name = |side: usize| game.players[side].clone().unwrap_or_default().into();
        let started = game.start_time();
        Self {
            start: game.start.clone().unwrap_or_default(),
            plies: game.plies.iter().map(code).collect(),
            facts: Facts {
                path: game.path.to_string().into(),
                record: game.record.into(),
                format: game.format.into(),
                game_id: game.id().into(),
                end: game.end.map_or("", Terminal::name).into(),
                stated: game.stated.map_or("", Outcome::name).into(),
                black: name(0),
                white: name(1),
                start_time: started.unwrap_or_default().into(),
            },
        }
    }

    /// What the finder takes.
    pub fn entry(&self) -> Candidate<'_> {
        Candidate {
            start: self.start.as_bytes(),
            plies: &self.plies,
            facts: &self.facts,
        }
    }
}
