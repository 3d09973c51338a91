//! What several tests need: seeded games, judging in one call, records in words.

pub mod accounting;
pub mod checking;
pub mod dice;
pub mod files;
pub mod findings;
pub mod generated;
pub mod rendering;
pub mod rotation;
pub mod table;
pub mod trees;
pub mod writing;
