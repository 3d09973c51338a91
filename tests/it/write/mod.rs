//! The writers, and conversions from one notation to another.

mod convert;
mod packed;
mod writers;
