//! What a record means on the board: every move looked up, played as written, legal or not.
//!
//! Nothing here judges. A [`Playback`] plays a record, and is what everybody plays it with: the referee, the writers, and
//! those who look on. [`resolve`] finds the origin that a record leaves to the board, an [`Attempt`] looks at a move from
//! all sides, and [`Played`] is a whole record played out, for those who write it down in another notation.

mod alike;
mod ambiguous;
mod attempt;
mod due;
mod frame;
mod onlooker;
mod playback;
mod ply;
mod resolve;
mod taken_back;
mod tree;

pub(crate) use alike::join;
pub use attempt::{Attempt, Context, Opening, Placement, Turn};
pub use due::{Due, PlayedMove};
pub use onlooker::Onlooker;
pub use playback::Playback;
pub use ply::{Disambiguation, Marking, Ply};
pub(crate) use resolve::named_move;
pub use resolve::{Unclear, resolve};
pub use tree::{Meaning, Played};
