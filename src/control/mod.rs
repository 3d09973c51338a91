//! What users say counts: which rules are told and how much they weigh.

pub mod baseline;
mod choice;
mod file;
mod key;
mod keys;
mod level;
mod mark;
mod per_path;
mod reader;
mod reading;
mod selector;
mod settings;
mod silence;

pub use choice::{Choice, Layer};
pub use file::{ConfigFile, NAME};
pub use key::Key;
pub use keys::{KEYS, PER_PATH_KEYS, extension, no_extension, schema};
pub use level::{FailOn, Level};
pub use per_path::{Pattern, Patterns, PerPath};
pub use selector::{Rank, Selector};
pub use settings::{Regime, Settings};
pub use silence::LeftOut;
