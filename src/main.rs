//! The `kifu` command.

use std::process::ExitCode;

use kifu::cli;

#[cfg(not(windows))]
use std::env::args_os as arguments;

/// Windows shells do not expand `*.kif`, so the program does. A pattern without a match stays as typed.
#[cfg(windows)]
use wild::args_os as arguments;

fn main() -> ExitCode {
    cli::run(arguments()).into()
}
