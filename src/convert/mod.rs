//! Where converted records go: names that mirror the inputs, files that are written whole or not at all, and the
//! order of several records in one output.

mod delivered;
mod files;
mod place;
mod portable;
mod sink;
mod stream;

pub use delivered::{Delivered, Undelivered};
pub use files::Files;
pub use place::{Layout, Name};
pub use sink::Sink;
pub use stream::Stream;
