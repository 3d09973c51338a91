//! What users say counts: which rules are told and how much they weigh.

mod choice;
mod level;
mod selector;

pub use choice::{Choice, Layer};
pub use level::{FailOn, Level};
pub use selector::{Rank, Selector};
