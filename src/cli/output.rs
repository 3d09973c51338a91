//! Where the output goes.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anstream::ColorChoice;

use super::kind::{extension, promises_other};
use super::run_stats::RunStats;
use super::shards::Shards;
use super::when_arg::WhenArg;
use crate::batch::{Failure, Source};
use crate::finding::{Language, Message, Reason, message, say};
use crate::output::{Identity, Kept, Target, columns};
use crate::record::{GapKind, Record};
use crate::report::{Explained, Paint, RenderOptions, ReportForm, RunEnd, Stretch};
use crate::text::{Payload, spelled};
use crate::{notation, text};

/// The file that is named, or standard output, which `-` is too, for this content, which has this usual extension.
///
/// # Errors
///
/// When it cannot be written, or would replace a game record or another file that is read.
pub(super) fn target(path: Option<&Path>, usual: &str, content: Payload, kept: &Kept) -> io::Result<Target> {
    match path.filter(|it| !is_stdout(it)) {
        Some(path) => file(path, usual, content, kept),
        // Words were given their colours, or none, when they were put together.
        None => Target::stdout(content, ColorChoice::Always, kept),
    }
}

/// The file that is named, for this content, which has this usual extension.
///
/// # Errors
///
/// When it cannot be written, or would replace a game record or another file that is read, or has a name that promises
/// something else.
pub(super) fn file(path: &Path, usual: &str, content: Payload, kept: &Kept) -> io::Result<Target> {
    let refused = |error| Err(Reason::about(&Message::same(spelled(path)), &error));
    if holds_record(path) {
        return refused(is_record());
    }
    if promises_other(path, usual) {
        return refused(wrong_kind(path, usual));
    }
    Target::open(path, content, kept)
}

/// Whether files of this extension are game records. Any program writes `.json`, this one too.
fn is_of_records(extension: &str) -> bool {
    !extension.eq_ignore_ascii_case("json") && notation::by_extension(extension).is_some()
}

/// A name that promises something else than what is written.
fn wrong_kind(path: &Path, usual: &str) -> io::Error {
    let why = if extension(path).is_some_and(is_of_records) {
        say(
            "this output is not a game record, but other programs would read it as one; choose another extension",
            "出力は棋譜ではないが、この拡張子では他のソフトが棋譜とみなす。別の拡張子を指定する",
        )
    } else {
        message!(
            "the output has the format .{usual}; choose a name with this extension",
            "出力の形式は .{usual} である。この拡張子の名前を指定する",
            usual
        )
    };
    Reason::error(io::ErrorKind::InvalidInput, why)
}

/// Standard output by the names that systems give it. It may be redirected to a file, which is not to be replaced.
const DEVICES: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// Whether a name is that of standard output.
pub(super) fn is_stdout(path: &Path) -> bool {
    DEVICES.iter().any(|device| path == Path::new(device))
}

/// What some records that follow each other come to. They stay together in one shard.
#[derive(Debug, Default)]
pub(super) struct Piece {
    pub(super) entries: Stretch,
    pub(super) records: u64,
    /// By severity, in the order of their weight.
    pub(super) findings: [u64; 3],
}

/// The output of a run: a file or standard output, and the colours for it.
pub(super) struct Output {
    place: Place,
    pub(super) paint: Paint,
    /// The columns of the terminal that it goes to, if it goes to one.
    pub(super) columns: Option<usize>,
    form: &'static ReportForm,
    /// What was shown.
    explained: Explained,
    empty: bool,
    /// What the run has come to.
    end: RunEnd,
}

/// Where the output goes.
pub(super) enum Place {
    /// A file or standard output.
    Target(Target),
    /// Many files.
    Shards(Box<Shards>),
}

impl Place {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Target(target) => target.write_all(bytes),
            Self::Shards(shards) => {
                shards.add(bytes);
                Ok(())
            }
        }
    }
}

impl Output {
    /// Opens the output and writes what it begins with.
    ///
    /// # Errors
    ///
    /// When it cannot be written, or would replace a game record or another file that is read.
    pub(super) fn open(
        path: Option<&Path>,
        form: &'static ReportForm,
        color: WhenArg,
        kept: &Kept,
    ) -> io::Result<Self> {
        let path = path.filter(|it| !is_stdout(it));
        let colourful = match color {
            WhenArg::Auto => path.is_none() && color.on_stdout() != ColorChoice::Never,
            WhenArg::Always | WhenArg::Never => color == WhenArg::Always,
        };
        let target = target(path, form.extension, form.content, kept)?;
        let paint = if colourful && form.is_for_people() {
            Paint::colourful()
        } else {
            Paint::plain()
        };
        let columns = if path.is_none() { columns() } else { None };
        Self::begin(Place::Target(target), form, paint, columns)
    }

    /// The output that goes to shards.
    ///
    /// # Errors
    ///
    /// When the directory cannot be written to.
    pub(super) fn in_shards(directory: &Path, form: &'static ReportForm, kept: Kept) -> io::Result<Self> {
        let shards = Box::new(Shards::open(directory, form, kept)?);
        Self::begin(Place::Shards(shards), form, Paint::plain(), None)
    }

    fn begin(
        place: Place,
        form: &'static ReportForm,
        paint: Paint,
        columns: Option<usize>,
    ) -> io::Result<Self> {
        let mut output = Self {
            place,
            paint,
            columns,
            form,
            explained: Explained::default(),
            empty: true,
            end: RunEnd::default(),
        };
        output.place.write((form.open)().as_bytes())?;
        Ok(output)
    }

    /// The same in which findings that repeat are folded, but those of these rules.
    pub(super) fn folding(self, unfolded: Vec<&'static str>) -> Self {
        Self {
            explained: Explained::folding(unfolded),
            ..self
        }
    }

    /// The directory of the shards, if it goes there.
    pub(super) fn directory(&self) -> Option<PathBuf> {
        match &self.place {
            Place::Target(_) => None,
            Place::Shards(shards) => Some(shards.root()),
        }
    }

    /// Refuses to replace an input that is met.
    ///
    /// # Errors
    ///
    /// When this is the file that is written.
    pub(super) fn spare(&self, read: &Source) -> io::Result<()> {
        match &self.place {
            Place::Target(target) => spare(target, read),
            // They are in a directory of their own.
            Place::Shards(_) => Ok(()),
        }
    }

    /// Adds a stretch of entries.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(super) fn piece(&mut self, piece: &Piece, options: &RenderOptions) -> io::Result<()> {
        if let Place::Shards(shards) = &mut self.place {
            shards.make_room(piece.records)?;
            shards.count(piece.records, piece.findings.iter().sum());
        }
        for (sum, count) in self.end.findings.iter_mut().zip(piece.findings) {
            *sum += count;
        }
        if piece.entries.is_empty() {
            return Ok(());
        }
        let entries = self.explained.whole(&piece.entries, options);
        self.entry(&entries)
    }

    /// Adds a path that could not be read.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(super) fn fail(&mut self, failure: &Failure, language: Language) -> io::Result<()> {
        let why = Reason::of(&failure.error);
        let why = why.in_language(language);
        self.end.fail(&failure.shown, &why);
        let entry = (self.form.unread)(&failure.shown, &why);
        if entry.is_empty() {
            return Ok(());
        }
        self.entry(entry.as_bytes())
    }

    fn entry(&mut self, bytes: &[u8]) -> io::Result<()> {
        if !self.empty {
            self.place.write(self.form.between.as_bytes())?;
        }
        self.empty = false;
        self.place.write(bytes)
    }

    /// Shows what was written so far, where it goes to a stream.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(super) fn show(&mut self) -> io::Result<()> {
        match &mut self.place {
            Place::Target(target) => target.flush(),
            Place::Shards(_) => Ok(()),
        }
    }

    /// The number of findings that were written.
    pub(super) fn findings(&self) -> u64 {
        self.end.findings.iter().sum()
    }

    /// Writes what the output ends with, then `more`. A file is whole then, and has not got its name.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(super) fn close(mut self, run: &RunStats, options: &RenderOptions, more: &[u8]) -> io::Result<Place> {
        self.end.whole = run.has_read_all() && !run.files.is_nothing();
        self.place
            .write((self.form.close)(&self.end, options).as_bytes())?;
        self.place
            .write(self.explained.folded(options.language).as_bytes())?;
        self.place.write(more)?;
        if let Place::Target(target) = &mut self.place {
            target.settle()?;
        }
        Ok(self.place)
    }
}

/// Whether two paths, of which neither need lead to a file yet, are of one place.
pub(super) fn is_same_place(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or(Path::new(".")));
        Some((folder.ok()?, path.file_name()?.to_owned()))
    };
    let is_same = |one: Option<_>, other: Option<_>| one.is_some() && one == other;
    one == other
        || is_same(place(one), place(other))
        || Identity::of(one).is_some_and(|it| Identity::of(other) == Some(it))
}

/// Refuses to replace an input that is met.
///
/// # Errors
///
/// When this is the file that is written.
pub(super) fn spare(target: &Target, read: &Source) -> io::Result<()> {
    read.file().map_or(Ok(()), |path| target.spare(path))
}

/// So much of a file tells whether it holds a record; no record in JSON is larger.
const HEAD: u64 = 16 << 20;

/// Whether a file that is there is a game record: by its name, or, where its name says nothing, by what is in it. No
/// such file is replaced, an input or not: that would be a slip of the hand.
fn holds_record(path: &Path) -> bool {
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if !real.is_file() {
        return false;
    }
    extension(&real).is_some_and(is_of_records) || looks_like_record(&real)
}

/// What cannot be read is none that could be lost by it.
fn looks_like_record(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    let text = text::decode(&head, None);
    let is_one = |record: Record<'_>| {
        !record.gaps.iter().any(|gap| {
            matches!(
                gap.kind,
                GapKind::UnreadableRecord(_) | GapKind::UnreadableJson(_)
            )
        })
    };
    read.is_ok() && notation::records(&text, notation::detect(&text, None)).any(is_one)
}

fn is_record() -> io::Error {
    Reason::error(
        io::ErrorKind::AlreadyExists,
        say(
            "this file is a game record and is not overwritten",
            "棋譜のファイルであり、上書きしない",
        ),
    )
}

/// Writes all of a small output of this content, which is made of no file, to standard output.
///
/// # Errors
///
/// When it cannot be written.
pub(super) fn print(bytes: &[u8], content: Payload) -> io::Result<()> {
    print_beside(bytes, content, &Kept::begin())
}

/// Writes all of a small output of this content to standard output, which must go to no file that is kept.
///
/// # Errors
///
/// When it cannot be written.
pub(super) fn print_beside(bytes: &[u8], content: Payload, kept: &Kept) -> io::Result<()> {
    // Words were given their colours, or none, when they were put together.
    let mut stdout = Target::stdout(content, ColorChoice::Always, kept)?;
    stdout.write_all(bytes)?;
    stdout.land()
}
