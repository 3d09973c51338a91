//! What a record means on the board: every move looked up, played as written, legal or not.
//!
//! Nothing here judges. A [`Playback`] plays a record, and is what everybody plays it with: the referee, the writers, and
//! those who look on. [`Played`] is a whole record played out, for those who write it down in another notation.

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
