//! Test helpers, such as seeded games, checks in one call, and records as text.

pub mod accounting;
pub mod checking;
pub mod dice;
pub mod files;
pub mod findings;
pub mod generated;
#[cfg(feature = "cli")]
pub mod page;
pub mod rendering;
pub mod rotation;
pub mod table;
pub mod trees;
pub mod writing;
