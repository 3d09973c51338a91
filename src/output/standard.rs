//! Standard input, standard output and standard error. Nothing is written to them that does not come through here, so that whatever
//! reaches a terminal is fit for it.

use std::fs::File;
use std::io::{self, IsTerminal, Stdin, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::{AutoStream, ColorChoice};
use terminal_size::{Width, terminal_size_of};

use super::screen::Screen;
use crate::finding::{Reason, Words, both, say};
use crate::text::Payload;

/// What standard output is called.
pub(super) const STDOUT: Words = both("standard output", "標準出力");

/// What standard error is called.
pub(crate) const STDERR: Words = both("standard error", "標準エラー出力");

/// Whether the process was started without a standard input.
static NO_INPUT: AtomicBool = AtomicBool::new(false);

/// Whether the process was started without a standard output.
static NO_OUTPUT: AtomicBool = AtomicBool::new(false);

/// Takes note of a standard input (`<&-`) and output (`>&-`) that are closed. The runtime puts `/dev/null` in their place
/// before `main`, and nothing would be read and all be written there as if all were well: the program has to call this
/// before that.
#[cfg(unix)]
pub fn note_closed_streams() {
    use rustix::{io::fcntl_getfd, stdio};
    NO_INPUT.store(fcntl_getfd(stdio::stdin()).is_err(), Ordering::Relaxed);
    NO_OUTPUT.store(fcntl_getfd(stdio::stdout()).is_err(), Ordering::Relaxed);
}

/// Standard input.
///
/// # Errors
///
/// When there is none.
pub(crate) fn stdin() -> io::Result<Stdin> {
    if NO_INPUT.load(Ordering::Relaxed) {
        return Err(no_input());
    }
    Ok(io::stdin())
}

/// Whether somebody would have to type standard input.
pub(crate) fn stdin_is_terminal() -> bool {
    io::stdin().is_terminal()
}

/// Standard output, for this content. Words are in colours as `color` says.
///
/// # Errors
///
/// When there is none.
pub(super) fn stdout(content: Payload, color: ColorChoice) -> io::Result<Box<dyn Write + Send>> {
    if NO_OUTPUT.load(Ordering::Relaxed) {
        return Err(Reason::about(&STDOUT.into(), &no_output()));
    }
    let stdout = io::stdout();
    let is_terminal = stdout.is_terminal();
    Ok(match content {
        Payload::Words => sink(AutoStream::new(stdout, color), is_terminal, content),
        _ => sink(stdout, is_terminal, content),
    })
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

fn no_input() -> io::Error {
    Reason::error(
        io::ErrorKind::NotConnected,
        say(
            "standard input is closed; lead a file or a pipe to it, or name a file",
            "標準入力が閉じられている。ファイルかパイプをつなぐか、ファイルを指定する",
        ),
    )
}

fn no_output() -> io::Error {
    Reason::error(
        io::ErrorKind::NotConnected,
        say(
            "it is closed; lead it to a file or a pipe, or name a file with -o",
            "閉じられている。ファイルかパイプにつなぐか、`-o` でファイルを指定する",
        ),
    )
}
