//! The `kifu` command.

use std::process::ExitCode;

use kifu::cli;

#[cfg(not(windows))]
use std::env::args_os as arguments;

/// The shells of Windows leave `*.kif` to the program; what fits no file stays as it was typed.
#[cfg(windows)]
use wild::args_os as arguments;

fn main() -> ExitCode {
    cli::run(arguments()).into()
}
