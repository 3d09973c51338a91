//! The writers, and conversions between formats.

mod convert;
mod merge;
mod packed;
mod writers;
