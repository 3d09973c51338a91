//! The `kifu` command.

use std::process::ExitCode;

use kifu::cli;

fn main() -> ExitCode {
    cli::run(std::env::args_os()).into()
}
