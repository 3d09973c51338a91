//! Where converted records go: names that mirror the inputs, files that are written whole or not at all, and the
//! order of several records in one output.

mod files;
mod outlet;
mod place;
mod portable;
mod stream;

pub use files::Files;
pub use outlet::{Delivered, Outlet, Undelivered};
pub use place::{Layout, Name};
pub use stream::Stream;
