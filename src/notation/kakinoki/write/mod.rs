//! Writing what KIF, KI2 and the board diagram have in common.

pub(crate) mod board;
pub(crate) mod front;
pub(crate) mod made;
pub(crate) mod play;
pub(crate) mod remarks;
pub mod text;
