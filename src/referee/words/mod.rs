//! Words for messages: sides, squares and pieces as a reader names them.
//!
//! What says the same has the same name in both languages. The functions of English are called without naming the
//! language, those of Japanese through [`japanese`], so that a message reads
//! `say(format!("... {}", words::side(color)), format!("... {}", japanese::side(color)))`.

mod english;
pub(super) mod japanese;

pub(super) use english::{join, list, ordinal, outcome, owned_piece, piece_on, plies, side, times};
