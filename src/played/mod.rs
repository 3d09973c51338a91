//! Replay of a record on the board: every move is completed from the board and played as written, legal or not.
//!
//! The replay reports no illegal moves. [`Playback`] plays a record step by step, as the referee requires. [`Played`] is a
//! record that has been replayed to its end, as converters to another notation require.

mod ambiguous;
mod analysis;
mod merge;
mod playback;
mod ply;
mod positions;
mod resolve;
mod tree;

pub(crate) use analysis::{MoveAnalysis, MoveContext, StartKind, Turn};
pub(crate) use merge::merge_equal_alternatives;
pub use playback::{NextStep, Playback};
pub(crate) use ply::{Disambiguation, MarkEffect};
pub use ply::{PlayedMove, Ply};
pub use positions::Positions;
pub use resolve::Unresolved;
pub(crate) use resolve::{play_if_legal, resolve, to_board_move};
pub use tree::{Meaning, Played, PlayedBuilder};
