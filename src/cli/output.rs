//! Where the output goes.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anstream::{AutoStream, ColorChoice};
use terminal_size::{Width, terminal_size_of};

use super::reading::WhenArg;
use crate::archive::Request;
use crate::finding::{Message, Reason, Words, both, say};
use crate::notation;
use crate::report::{Form, Paint};

/// A file or standard output.
pub(super) type Sink = Box<dyn Write + Send>;

/// A file, or standard output, which `-` is too.
///
/// # Errors
///
/// When it cannot be written, or would overwrite a game record.
pub(super) fn sink(path: Option<&Path>, request: &Request) -> io::Result<Sink> {
    Ok(match path.filter(|it| !is_stdout(it)) {
        Some(path) => {
            let name = Message::same(path.display().to_string());
            Box::new(create(path, request).map_err(|error| Reason::about(&name, &error))?)
        }
        None => Box::new(io::stdout()),
    })
}

/// What standard output is called.
pub(super) const STDOUT: Words = both("standard output", "標準出力");

/// Whether a name is that of standard output.
pub(super) fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

/// The output of a run: a file or standard output, and the colours for it.
pub(super) struct Output {
    sink: BufWriter<Sink>,
    /// How the output is named where it cannot be written.
    name: Message,
    pub(super) paint: Paint,
    /// The columns of the terminal that it goes to, if it goes to one.
    pub(super) columns: Option<usize>,
    form: &'static Form,
    empty: bool,
}

impl Output {
    /// Opens the output and writes what it begins with.
    ///
    /// # Errors
    ///
    /// When it cannot be written, or would overwrite a game record.
    pub(super) fn open(
        path: Option<&Path>,
        form: &'static Form,
        color: WhenArg,
        request: &Request,
    ) -> io::Result<Self> {
        let path = path.filter(|it| !is_stdout(it));
        let colourful = match color {
            WhenArg::Always => true,
            WhenArg::Never => false,
            WhenArg::Auto => path.is_none() && AutoStream::choice(&io::stdout()) != ColorChoice::Never,
        };
        let name = path.map_or_else(|| STDOUT.into(), |path| Message::same(path.display().to_string()));
        let sink = match path {
            None if colourful => Box::new(AutoStream::always(io::stdout())),
            _ => sink(path, request)?,
        };
        let paint = if colourful && form.for_people {
            Paint::colourful()
        } else {
            Paint::plain()
        };
        let mut output = Self {
            sink: BufWriter::new(sink),
            name,
            paint,
            columns: if path.is_none() { columns() } else { None },
            form,
            empty: true,
        };
        output.write(form.open.as_bytes())?;
        Ok(output)
    }

    /// Adds a stretch of entries.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(super) fn stretch(&mut self, entries: &[u8]) -> io::Result<()> {
        if entries.is_empty() {
            return Ok(());
        }
        if !self.empty {
            self.write(self.form.between.as_bytes())?;
        }
        self.empty = false;
        self.write(entries)
    }

    /// Writes what the output ends with, then `more`.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(super) fn close(mut self, more: &[u8]) -> io::Result<()> {
        self.write(self.form.close.as_bytes())?;
        self.write(more)?;
        self.sink
            .flush()
            .map_err(|error| Reason::about(&self.name, &error))
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sink
            .write_all(bytes)
            .map_err(|error| Reason::about(&self.name, &error))
    }
}

/// The columns of the terminal that is standard output.
pub(super) fn columns() -> Option<usize> {
    let (Width(columns), _) = terminal_size_of(io::stdout())?;
    Some(columns.into())
}

/// Begins a file, unless [`may_create`] says no.
///
/// # Errors
///
/// When it cannot be written.
pub(super) fn create(path: &Path, request: &Request) -> io::Result<File> {
    may_create(path, request)?;
    File::create(path)
}

/// An existing game record is never overwritten: that would be a slip of the hand.
///
/// # Errors
///
/// When it is one, or one of the inputs.
pub(super) fn may_create(path: &Path, request: &Request) -> io::Result<()> {
    let same = |input: &Path| {
        fs::canonicalize(input)
            .ok()
            .zip(fs::canonicalize(path).ok())
            .is_some_and(|(a, b)| a == b)
    };
    let extension = path.extension().and_then(|it| it.to_str());
    let record = path.exists() && extension.is_some_and(|it| notation::by_extension(it).is_some());
    if record || request.paths.iter().any(|input| same(input)) {
        return Err(Reason::error(
            io::ErrorKind::AlreadyExists,
            say(
                "this is a game record, which is not overwritten",
                "これは棋譜のファイルであり、上書きしない",
            ),
        ));
    }
    Ok(())
}

/// Writes all of a small output to standard output.
///
/// # Errors
///
/// When it cannot be written.
pub(super) fn print(bytes: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes)?;
    stdout.flush()
}
