//! The writers, and conversions between formats.

mod convert;
mod packed;
mod writers;
