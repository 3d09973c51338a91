//! What stands before the moves: headers and the start position.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use serde::{Serialize, Serializer};

use super::encoded::json;
use crate::notation::csa::words;
use crate::notation::jkf::preset;
use crate::notation::{Loss, TextBuilder, header};
use crate::record::Record;
use crate::shogi::{Color, Hand, Handicap, PieceKind, Position, Square};

/// Writes the headers in their order. What the start says itself is no header, and of a key that stands twice the last
/// value counts.
pub(super) fn header(record: &Record<'_>, draft: &mut TextBuilder) {
    let mut headers: Vec<(Cow<'_, str>, Cow<'_, str>)> = Vec::new();
    let mut places: BTreeMap<_, usize> = BTreeMap::new();
    for (key, value) in header::japanese(record) {
        if header::is_told_by_start(&key, &value, record) {
            continue;
        }
        match places.entry(key.clone()) {
            Entry::Occupied(place) => {
                headers[*place.get()].1 = value;
                draft.losses.name(Loss::Header, key);
            }
            Entry::Vacant(place) => {
                place.insert(headers.len());
                headers.push((key, value));
            }
        }
    }
    let members: Vec<_> = headers
        .iter()
        .map(|(key, value)| format!("{}:{}", json(key), json(value)))
        .collect();
    draft.text.push('{');
    draft.text.push_str(&members.join(","));
    draft.text.push('}');
}

/// The named start, or the position.
pub(super) fn initial(position: &Position) -> String {
    let preset = Handicap::of(position).and_then(preset::of);
    json(&Initial {
        preset: preset.unwrap_or("OTHER"),
        data: preset.is_none().then(|| Data::of(position)),
    })
}

#[derive(Serialize)]
struct Initial {
    preset: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Data>,
}

#[derive(Serialize)]
struct Data {
    color: usize,
    /// By file, then by rank.
    board: Vec<Vec<Cell>>,
    /// Black's, then White's.
    hands: [Held; 2],
}

/// A hand with all seven kinds, also those of which it has none: the schema asks for each.
struct Held(Hand);

impl Serialize for Held {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let from_the_pawn = PieceKind::HAND.into_iter().rev();
        serializer.collect_map(from_the_pawn.map(|kind| (words::code(kind), self.0.get(kind))))
    }
}

#[derive(Default, Serialize)]
struct Cell {
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
}

impl Data {
    fn of(position: &Position) -> Self {
        let column = |file| {
            let squares = (1..=9).filter_map(|rank| Square::new(file, rank));
            squares.map(|square| Cell::of(position, square)).collect()
        };
        Self {
            color: position.side_to_move().index(),
            board: (1..=9).map(column).collect(),
            hands: Color::ALL.map(|side| Held(*position.hand(side))),
        }
    }
}

impl Cell {
    fn of(position: &Position, square: Square) -> Self {
        position
            .piece_at(square)
            .map_or_else(Self::default, |piece| Self {
                color: Some(piece.color.index()),
                kind: Some(words::code(piece.kind)),
            })
    }
}
