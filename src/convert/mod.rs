//! Where converted records go: names that mirror the inputs, files that are written whole or not at all, and the
//! order of several records in one output.

mod delivered;
mod files;
mod place;
mod portable;
mod sink;
mod stream;

pub(crate) use delivered::Undelivered;
pub(crate) use files::Files;
pub(crate) use place::Layout;
pub(crate) use sink::Sink;
pub(crate) use stream::Stream;
