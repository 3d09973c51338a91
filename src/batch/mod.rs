//! Search for input files, reading of inputs, and parallel runs whose results are passed on in order.

mod execution;
mod input;
mod inputs;
mod parts;
mod progress;
mod survey;
mod walk;
mod window;

pub(crate) use crate::archive::Content;
pub(crate) use crate::archive::selection::{Exclude, SkipReason};
pub(crate) use execution::{Cancel, ChunkResult, Event, Halt, Run, Work};
pub(crate) use input::{Failure, Input, InputEvent, Limits, Skipped, Source, stdin_member};
pub(crate) use inputs::{Inputs, Request, is_archive};
pub(crate) use parts::Part;
pub(crate) use progress::{Progress, When};
pub(crate) use walk::List;
pub(crate) use window::{Opened, Window, Windows};
