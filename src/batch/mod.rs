//! Where files and threads are: walking, reading whole files, and the run that works on all of them at
//! once and hands its results over in their order.

mod execution;
mod input;
mod inputs;
mod progress;
mod walk;
mod window;

pub use crate::archive::Content;
pub use crate::archive::selection::{Exclude, Why};
pub use execution::{Cancel, ChunkResult, Event, Halt, Run, Work};
pub(crate) use input::of_stdin;
pub use input::{Failure, Found, Input, Limits, Skipped, Source, Stream};
pub(crate) use inputs::is_archive;
pub use inputs::{Inputs, Request};
pub use progress::{Progress, When};
pub use walk::List;
pub use window::{Opened, Window, Windows};
