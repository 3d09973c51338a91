//! Recognition of openings: the opening of a game (戦型), the strategy of each side (戦法), and its castles (囲い).
//!
//! The names and shapes are in `data`, in files that a shogi player can read and edit. The entries of these
//! files form an [`OpeningBook`] of [`Pattern`]s. An [`OpeningMatcher`] receives the positions of a game one by
//! one and returns [`OpeningMatches`]. The matcher compares positions. The order of the moves that led to a
//! position does not matter, except for a few facts such as an exchange of bishops.
//!
//! ```
//! use kifu::opening::{OpeningBook, OpeningMatcher};
//! use kifu::shogi::{Color, Move, Position};
//!
//! let mut matcher = OpeningMatcher::new(OpeningBook::built_in());
//! let mut position = Position::startpos();
//! matcher.begin(&position);
//! for (ply, text) in (1..).zip("7g7f 3c3d 6g6f 8c8d 2h6h 7a6b".split(' ')) {
//!     let mv: Move = text.parse()?;
//!     let undo = position.play(mv).expect("a piece stands there");
//!     matcher.advance(ply, &position, &undo);
//! }
//! let matches = matcher.matches();
//! assert_eq!(matches.opening.unwrap().name.japanese, "四間飛車");
//! assert_eq!(matches.strategies[Color::Black.index()][0].0, 6);
//! # Ok::<(), kifu::shogi::UsiError>(())
//! ```

mod book;
mod index;
mod matcher;
mod pattern;

pub use book::{BookError, OpeningBook, manual};
pub use matcher::{OpeningMatcher, OpeningMatches};
pub(crate) use pattern::{GameHistory, Shape};
pub use pattern::{Kind, Pattern};
