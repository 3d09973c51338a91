//! Replay of a record on the board: every move is looked up and played as written, legal or not.
//!
//! Nothing here checks the moves. [`Playback`] plays a record step by step. The referee, the writers and
//! other observers of a game use it. [`Played`] is a whole replayed record, for converters to another
//! notation.

mod analysis;
mod playback;
mod positions;
mod resolve;
mod tree;

pub(crate) use analysis::{MoveAnalysis, MoveContext, StartKind, Turn};
pub use playback::{NextStep, Playback, PlayedMove};
pub use positions::Positions;
pub use resolve::Unresolved;
pub(crate) use resolve::{merge_equal_alternatives, play_if_legal, resolve, to_board_move};
pub(crate) use tree::{Disambiguation, MarkEffect};
pub use tree::{Meaning, Played, PlayedBuilder, Ply};
