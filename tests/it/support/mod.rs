//! What several tests need: seeded games, judging in one call, records in words.

pub mod accounting;
pub mod dice;
pub mod files;
pub mod generated;
pub mod judging;
pub mod look;
pub mod table;
pub mod told;
pub mod trees;
pub mod turned;
pub mod writing;
