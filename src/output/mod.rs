//! Output files and streams.
//!
//! Every file is written under a temporary name and renamed when it is complete. No output replaces an input, and no
//! text from an input can control the terminal.

mod attributes;
mod protected;
mod screen;
mod store;
mod target;

pub(crate) use attributes::{FileState, hard_links};
pub(crate) use protected::{FileId, ProtectedFiles};
pub(crate) use screen::{
    STDERR, colours_of_stderr, colours_of_stdout, columns, stderr, stderr_is_terminal, stdin_is_terminal,
    stdout_is_terminal,
};
pub(crate) use store::{AtomicFile, OutputDir, parent_dir};
pub(crate) use target::{Target, handle_file_size_signal, is_stdout, is_stream, is_stream_type};
