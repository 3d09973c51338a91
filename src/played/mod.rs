//! Replay of a record on the board: every move is completed from the board and played as written, legal or not.
//!
//! The replay reports no illegal moves. [`Playback`] plays a record step by step, as the referee requires. [`Played`] is a
//! record that has been replayed to its end, as converters to another notation require.

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
