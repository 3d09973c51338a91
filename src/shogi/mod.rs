//! The game of shogi: squares, pieces, positions, moves and their legality.
//!
//! A [`Position`] can represent any position in a record, legal or not. Such a position may have no king or three,
//! pieces that can never move, or a king that can be captured. [`Position::is_legal`] checks a [`Move`].
//! [`Position::play`] plays a move literally, whether it is legal or not.
//!
//! ```
//! use kifu::shogi::{Move, Position};
//!
//! let mut position = Position::startpos();
//! let push: Move = "7g7f".parse()?;
//! assert!(position.is_legal(push));
//! let undo = position.play(push).expect("a piece stands on 7g");
//! assert!(!position.is_check());
//! position.undo(undo);
//! assert_eq!(position, Position::startpos());
//! # Ok::<(), kifu::shogi::UsiError>(())
//! ```

mod geometry;
mod handicap;
mod history;
mod impasse;
mod legality;
mod mate;
mod moves;
mod packed;
mod piece;
mod play;
mod position;
mod sfen;
#[cfg(feature = "stats")]
mod sfen_text;
mod square;
mod suffix;

pub use geometry::{in_camp, may_promote, reaches};
pub(crate) use geometry::{is_dead, neighbours};
pub use handicap::Handicap;
pub use history::History;
pub(crate) use impasse::entered;
pub use impasse::{Points, Standing};
pub use moves::Move;
pub use packed::{PACKED_BYTES, PackedError, Packing};
pub use piece::{Color, Piece, PieceKind};
pub use play::Undo;
pub(crate) use position::FULL_SET;
pub use position::{Hand, Position};
pub use sfen::SfenError;
pub(crate) use sfen::fields as sfen_fields;
#[cfg(feature = "stats")]
pub(crate) use sfen_text::SfenText;
pub use square::{Square, UsiError};
pub(crate) use suffix::MAX_CANDIDATES;
pub use suffix::{Motion, Side, Suffix};
