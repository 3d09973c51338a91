//! Where converted records go: names that mirror the inputs, files that are written whole or not at all, and the
//! order of several records in one output.

mod files;
mod place;
mod portable;
mod sink;
mod stream;

pub use files::Files;
pub use place::{Layout, Name};
pub use sink::{Delivered, Sink, Undelivered};
pub use stream::Stream;
