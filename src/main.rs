//! The `kifu` command.

use std::process::ExitCode;

use kifu::{cli, output};

/// A standard output that is closed can only be seen before the runtime has put something in its place.
#[cfg(unix)]
#[ctor::ctor]
fn before_main() {
    output::note_closed_stdout();
}

fn main() -> ExitCode {
    cli::run(std::env::args_os()).into()
}
