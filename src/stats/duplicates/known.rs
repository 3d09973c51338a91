//! A record on its way through the sorters.

use std::io;

use super::candidate::{Candidate, Facts};
use super::game::Game;
use crate::finding::{Reason, say};
use crate::stats::Sorter;

/// A record with its game.
#[derive(Debug)]
pub(super) struct Known {
    pub game: Game,
    /// Its place among all records.
    pub place: u64,
    /// What else is known of it, as JSON.
    facts: Vec<u8>,
}

impl Known {
    /// Gives a record to the sorter that sorts by games.
    pub(super) fn push(place: u64, entry: &Candidate<'_>, by_game: &mut Sorter) -> io::Result<()> {
        let mut item = place.to_be_bytes().to_vec();
        serde_json::to_writer(&mut item, entry.facts)?;
        by_game.push(Game::new(entry.start, entry.plies).key(), &item)
    }

    /// The record that came out of that sorter.
    pub(super) fn of_game((key, item): (Vec<u8>, Vec<u8>)) -> io::Result<Self> {
        let (place, facts) = item.split_first_chunk().ok_or_else(damaged)?;
        Ok(Self {
            game: Game::of(key),
            place: u64::from_be_bytes(*place),
            facts: facts.to_vec(),
        })
    }

    /// Gives it to the sorter that sorts by groups, and in a group by the order of the records.
    pub(super) fn push_to(&self, group: u64, by_group: &mut Sorter) -> io::Result<()> {
        let length = self.game.key().len() as u64;
        let item = [&length.to_be_bytes(), self.game.key(), &self.facts].concat();
        by_group.push(&in_group(group, self.place), &item)
    }

    /// The record that came out of that sorter, with the number of its group.
    pub(super) fn of_group((key, item): (Vec<u8>, Vec<u8>)) -> io::Result<(u64, Self)> {
        let (group, place) = group_and_place(&key)?;
        let (length, rest) = item.split_first_chunk().ok_or_else(damaged)?;
        let (game, facts) = rest
            .split_at_checked(u64::from_be_bytes(*length) as usize)
            .ok_or_else(damaged)?;
        let known = Self {
            game: Game::of(game.to_vec()),
            place,
            facts: facts.to_vec(),
        };
        Ok((group, known))
    }

    /// What else is known of it.
    pub(super) fn facts(&self) -> io::Result<Facts<'static>> {
        Ok(serde_json::from_slice(&self.facts)?)
    }
}

/// A key for places in groups.
pub(super) fn in_group(group: u64, place: u64) -> [u8; 16] {
    (u128::from(group) << 64 | u128::from(place)).to_be_bytes()
}

/// The group and the place of a key.
pub(super) fn group_and_place(key: &[u8]) -> io::Result<(u64, u64)> {
    let key = u128::from_be_bytes(key.try_into().map_err(|_| damaged())?);
    Ok(((key >> 64) as u64, key as u64))
}

/// What was written to a temporary file is not what comes back.
fn damaged() -> io::Error {
    Reason::error(
        io::ErrorKind::InvalidData,
        say("a temporary file was damaged", "一時ファイルが壊れた"),
    )
}
