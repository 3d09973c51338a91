//! Moves.

use serde::Serialize;

use crate::notation::csa::words;
use crate::played::{Disambiguation, Ply};
use crate::shogi::{Motion, Side, Square, Suffix};

/// A move, its keys in the order of the definition.
#[derive(Serialize)]
pub(super) struct Play {
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<Place>,
    to: Place,
    piece: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    same: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    promote: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    capture: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    relative: Option<String>,
}

impl Play {
    /// A move, with its side unless that is to be left to the board; `None` where nobody knows what moves.
    pub(super) fn of(ply: &Ply, marked: bool) -> Option<Self> {
        Some(Self {
            color: marked.then(|| ply.mark().index()),
            from: ply.from.map(Place::of),
            to: Place::of(ply.to),
            piece: words::code(ply.kind?),
            same: ply.same.then_some(true),
            promote: (ply.promotes || ply.may_promote).then_some(ply.promotes),
            capture: ply.captured.map(|piece| words::code(piece.kind)),
            relative: match ply.disambiguation {
                Disambiguation::Words(suffix) => Some(relative(suffix)),
                Disambiguation::Drop => Some("H".to_owned()),
                Disambiguation::Alone | Disambiguation::Origin => None,
            },
        })
    }
}

fn relative(suffix: Suffix) -> String {
    let side = suffix.side.map(|side| match side {
        Side::Left => 'L',
        Side::Straight => 'C',
        Side::Right => 'R',
    });
    let motion = suffix.motion.map(|motion| match motion {
        Motion::Up => 'U',
        Motion::Level => 'M',
        Motion::Back => 'D',
    });
    side.into_iter().chain(motion).collect()
}

#[derive(Serialize)]
struct Place {
    x: u8,
    y: u8,
}

impl Place {
    const fn of(square: Square) -> Self {
        Self {
            x: square.file(),
            y: square.rank(),
        }
    }
}
