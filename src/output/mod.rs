//! The way out: every file that is written comes into being whole, under a name of its own until then, and none takes
//! the place of an input; and nothing reaches a terminal that gives it orders.

mod disk;
mod identity;
mod kept;
mod leftover;
mod limit;
mod pending;
mod screen;
mod standard;
mod store;
mod target;

pub use disk::{Step, Watch, watch};
pub(crate) use identity::Identity;
pub(crate) use kept::Kept;
pub(crate) use limit::outlive_limit;
pub(crate) use pending::Pending;
pub(crate) use standard::{
    STDERR, colours_of_stderr, colours_of_stdout, columns, stderr, stderr_is_terminal, stdin_is_terminal,
};
pub(crate) use store::Store;
pub(crate) use target::{Target, flows};
