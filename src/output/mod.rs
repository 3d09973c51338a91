//! The way out: every file that is written comes into being whole, under a temporary name until then, and none takes
//! the place of an input; and nothing reaches a terminal that gives it orders.

mod screen;
mod store;
mod target;

pub(crate) use screen::{
    STDERR, colours_of_stderr, colours_of_stdout, columns, stderr, stderr_is_terminal, stdin_is_terminal,
    stdout_is_terminal,
};
pub(crate) use store::{Pending, Store, folder};
pub(crate) use target::{Identity, ProtectedFiles, Target, flows, is_stream, outlive_limit};
