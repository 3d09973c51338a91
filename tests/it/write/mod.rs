//! The writers, and conversions between formats.

mod convert;
#[cfg(feature = "report")]
mod merge;
mod packed;
mod writers;
