//! Where files and threads are: walking, reading whole files, and the run that works on all of them at
//! once and hands its results over in their order.

mod archive;
mod archived;
mod execution;
mod input;
mod inputs;
mod progress;
mod walk;
mod window;

pub use archive::Content;
pub use archived::is_archive;
pub use execution::{Cancel, ChunkResult, Event, Halt, Run, SourceFile, Work, guarded, note_panic};
pub use input::{Failure, Found, Input, Limits, Skipped, Source, Stream, Why, of_stdin};
pub use inputs::{Exclude, Inputs, Request};
pub use progress::{Progress, When};
pub use walk::List;
pub use window::{Opened, Window, Windows};
