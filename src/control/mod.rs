//! What users say counts: which rules are told and how much they weigh.

pub mod baseline;
mod file;
mod selector;
mod settings;

pub use file::{ConfigFile, KEYS, Key, NAME, PER_PATH_KEYS, extension, schema};
pub use selector::{Choice, FailOn, Layer, Level, Rank, Selector, name_of_title};
pub use settings::{EffectiveSettings, LeftOut, Pattern, Patterns, PerPath, Settings};
