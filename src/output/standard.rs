//! Standard input, standard output and standard error. Nothing is written to them that does not come through here, so that whatever
//! reaches a terminal is fit for it.

use std::fs::File;
use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use terminal_size::{Width, terminal_size_of};

use super::screen::Screen;
use crate::finding::{Words, both};
use crate::text::Payload;

/// What standard output is called.
pub(super) const STDOUT: Words = both("standard output", "標準出力");

/// What standard error is called.
pub(crate) const STDERR: Words = both("standard error", "標準エラー出力");

/// Whether somebody would have to type standard input.
pub(crate) fn stdin_is_terminal() -> bool {
    io::stdin().is_terminal()
}

/// Standard output, for this content. Words are in colours as `color` says.
pub(super) fn stdout(content: Payload, color: ColorChoice) -> Box<dyn Write + Send> {
    let stdout = io::stdout();
    let is_terminal = stdout.is_terminal();
    match content {
        Payload::Words => sink(AutoStream::new(stdout, color), is_terminal, content),
        _ => sink(stdout, is_terminal, content),
    }
}

/// Standard error, for this content. Words are in colours as `color` says.
pub(crate) fn stderr(content: Payload, color: ColorChoice) -> Box<dyn Write + Send> {
    let (stderr, is_terminal) = (io::stderr(), stderr_is_terminal());
    match content {
        Payload::Words => sink(AutoStream::new(stderr, color), is_terminal, content),
        _ => sink(stderr, is_terminal, content),
    }
}

/// Whether somebody looks at standard error as it is written.
pub(crate) fn stderr_is_terminal() -> bool {
    io::stderr().is_terminal()
}

/// A device or a pipe, for this content.
pub(super) fn device(file: File, content: Payload) -> Box<dyn Write + Send> {
    let is_terminal = file.is_terminal();
    sink(file, is_terminal, content)
}

fn sink(stream: impl Write + Send + 'static, is_terminal: bool, content: Payload) -> Box<dyn Write + Send> {
    if is_terminal {
        Box::new(Screen::new(stream, content))
    } else {
        Box::new(stream)
    }
}

/// The colours that whatever is at the other end of standard output has.
pub(crate) fn colours_of_stdout() -> ColorChoice {
    AutoStream::choice(&io::stdout())
}

/// The colours that whatever is at the other end of standard error has.
pub(crate) fn colours_of_stderr() -> ColorChoice {
    AutoStream::choice(&io::stderr())
}

/// The columns of the terminal that is standard output.
pub(crate) fn columns() -> Option<usize> {
    let (Width(columns), _) = terminal_size_of(io::stdout())?;
    Some(columns.into())
}
