//! Writing what KIF, KI2 and the board diagram have in common.

pub mod board;
pub mod front;
pub mod made;
pub mod play;
pub mod remarks;
pub mod text;
