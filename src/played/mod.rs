//! Replay of a record on the board: every move is looked up and played as written, legal or not.
//!
//! Nothing here checks the moves. [`Playback`] plays a record step by step. The referee, the writers and
//! other observers of a game use it. [`Played`] is a whole replayed record, for converters to another
//! notation.

mod attempt;
mod playback;
mod positions;
mod resolve;
mod tree;

pub(crate) use attempt::{Attempt, Context, Opening, Turn};
pub use playback::{Due, Playback, PlayedMove};
pub use positions::Positions;
pub use resolve::Unclear;
pub(crate) use resolve::{join, named_move, play_if_legal, resolve};
pub(crate) use tree::{Disambiguation, Marking};
pub use tree::{Meaning, Onlooker, Played, Ply};
