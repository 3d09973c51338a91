//! The `kifu` command.

use std::process::ExitCode;

use kifu::cli;

/// A stream that is closed can only be seen before the runtime has put something in its place.
#[cfg(unix)]
#[ctor::ctor]
fn before_main() {
    cli::note_closed_streams();
}

fn main() -> ExitCode {
    cli::run(std::env::args_os()).into()
}
