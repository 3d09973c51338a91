//! The `kifu` command.

use std::io::{self, Write};
use std::process::ExitCode;

use kifu::cli::{self, Status};

fn main() -> ExitCode {
    match cli::run(std::env::args_os()) {
        Ok(status) => status.into(),
        // Whoever read the output has seen enough: `kifu validate games | head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            // With standard error closed as well there is nobody left to tell.
            let _ = writeln!(io::stderr(), "error: {error}");
            Status::Trouble.into()
        }
    }
}
