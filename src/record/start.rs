//! Where a game starts.

use std::borrow::Cow;

use crate::finding::Span;
use crate::shogi::{Color, Handicap, Position};

/// The start of a game: the position and where the record took it from.
#[derive(Clone, Debug)]
pub struct Start<'t> {
    /// The position before the first move.
    pub position: Position,
    /// The named start (手合割), known or not, as written.
    pub name: Option<(Cow<'t, str>, Span)>,
    /// The named start it means.
    pub handicap: Option<&'static Handicap>,
    /// The board the record draws or lists, when it does; such a board wins over the name.
    pub diagram: Option<Span>,
    /// The line that says whose turn it is.
    pub turn: Option<Span>,
    /// Plies played before this position, where the record says so.
    pub plies_before: Option<u32>,
    /// The last of these plies, in the words of a board diagram (手数＝26  △２二銀(31)  まで).
    pub last_move: Option<Cow<'t, str>>,
    /// Whether `position` is where the game began. It is not in a record of another game, in that of a problem whose
    /// board is missing, nor where the name of the start is unknown and the even one does not fit, nor where its board is destroyed; such a record has no moves, and nothing of it is judged.
    pub is_known: bool,
    /// A king listed in a hand, where no position can hold it.
    pub king_in_hand: Option<(Color, Span)>,
}

impl Default for Start<'_> {
    fn default() -> Self {
        Self {
            position: Position::startpos(),
            name: None,
            handicap: None,
            diagram: None,
            turn: None,
            plies_before: None,
            last_move: None,
            is_known: true,
            king_in_hand: None,
        }
    }
}
