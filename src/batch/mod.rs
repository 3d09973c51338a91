//! Where files and threads are: walking, reading whole files, and the run that works on all of them at
//! once and hands its results over in their order.

mod archive;
mod archived;
mod blocks;
mod cancel;
mod chunk;
mod claim;
mod event;
mod execution;
mod guard;
mod input;
mod inputs;
mod limits;
mod list;
mod load;
mod order;
mod pipe;
mod progress;
mod run;
mod seen;
mod survey;
mod walk;
mod window;
mod workers;

pub use archive::Content;
pub use archived::is_archive;
pub use cancel::Cancel;
pub use claim::Exclude;
pub use event::{ChunkResult, Event, Halt, SourceFile};
pub use guard::{guarded, note_panic};
pub use input::{Failure, Found, Input, Skipped, Source, Stream, Why, of_stdin};
pub use inputs::{Inputs, Request};
pub use limits::Limits;
pub use list::List;
pub use progress::{Progress, When};
pub use run::{Run, Work};
pub use window::{Opened, Window, Windows};
