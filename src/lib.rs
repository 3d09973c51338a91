//! The toolkit and batch validator for shogi game records.
//!
//! Bytes become text ([`text`]), text becomes a [`record`] by one of the [`notation`]s, and the
//! [`referee`] replays it on the board of [`shogi`] and says what is wrong as [`finding`]s.

// pest is used without its `std` feature, so the parsers it generates name `alloc`.
extern crate alloc;

pub mod finding;
pub mod notation;
pub mod opening;
pub mod played;
pub mod profile;
pub mod record;
pub mod referee;
pub mod shogi;
pub mod text;

#[cfg(feature = "cli")]
pub mod archive;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
pub mod convert;
#[cfg(feature = "cli")]
pub mod output;
#[cfg(feature = "cli")]
pub mod page;
#[cfg(feature = "cli")]
pub mod report;
#[cfg(feature = "cli")]
pub mod stats;

/// The examples of the README are tried like those of the library.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
