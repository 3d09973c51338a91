//! Where files and threads are: walking, reading whole files, and the run that works on all of them at
//! once and hands its results over in their order.

mod batch;
mod cancel;
mod guard;
mod input;
mod inputs;
mod internal_error;
mod list;
mod load;
mod order;
mod progress;
mod run;
mod walk;

pub use cancel::Cancel;
pub use guard::guarded;
pub use input::{Failure, Found, Input, Skipped, Source, Why};
pub use inputs::{Inputs, Request};
pub use internal_error::internal_error;
pub use list::List;
pub use load::{LIMIT, load, out_of_memory};
pub use progress::{Progress, When};
pub use run::{Event, Halt, Run, Share, Sheet, Work};
