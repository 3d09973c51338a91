//! Destinations of converted records: files below one directory, or one stream.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::mem;
use std::path::{Path, PathBuf};

use super::place::{FileNames, Layout, Renaming};
use crate::finding::{Message, Reason, both, message};
use crate::notation::Writer;
use crate::output::{AtomicFile, OutputDir, Target};
use crate::text::path_to_text;

/// A destination of converted records, which receives them in order.
pub(crate) trait RecordOutput: Send {
    /// Changes the names of folders and files that come from inputs. Has no effect on a stream.
    fn rename_by(&mut self, _renaming: Renaming) {}

    /// Returns whether files have the names of their inputs.
    fn is_named_after_inputs(&self) -> bool {
        false
    }

    /// Begins the records of another input; `None` is standard input.
    fn begin(&mut self, _input: Option<&Path>) {}

    /// Begins a record that is a line of another one. The path of the variation becomes a part of the file name; it is empty
    /// for the main line.
    fn begin_line(&mut self, _variation: &str) {}

    /// Writes a record. Returns the path of the file as it is shown to the user, or `None` if the record goes to a
    /// stream.
    ///
    /// `number` is the number of the record in its input, if the input has several records. `levels` are the folders
    /// and the name of the file, if the file is named after the game and not after the input.
    ///
    /// # Errors
    ///
    /// Returns an error if the record cannot be written.
    fn write_record(
        &mut self,
        bytes: &[u8],
        number: Option<u32>,
        levels: Option<&[String]>,
    ) -> Result<Option<String>, WriteError>;

    /// Ends the records of an input, and completes the file that these records share, if there is one.
    ///
    /// # Errors
    ///
    /// Returns an error if this file cannot be written.
    fn end(&mut self) -> Result<(), WriteError> {
        Ok(())
    }

    /// Ends the records of all inputs, after a run that was not interrupted. Returns a note about removed files of an
    /// earlier run, if there are any.
    ///
    /// `is_complete` is `true` if all inputs were read and converted.
    ///
    /// # Errors
    ///
    /// Returns an error if the file of all records cannot be written, or if files of an earlier run remain or cannot be
    /// removed.
    fn finish(&mut self, _is_complete: bool) -> Result<Option<Message>, WriteError> {
        Ok(None)
    }

    /// Returns whether this run has written the file. A written file is not an input, even if the directory walk finds
    /// it.
    fn has_written(&self, _file: &Path) -> bool {
        false
    }

    /// Writes buffered data to the disk or the stream, and returns the totals. A shared file that is still open is
    /// discarded.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    fn close(self: Box<Self>) -> io::Result<WriteTotals>;
}

/// The reason why a record was not written.
#[derive(Debug)]
pub(crate) enum WriteError {
    /// The output as a whole cannot be written.
    Output(io::Error),
    /// A single file cannot be written, for this reason.
    File(String, Message),
    /// A record has no place in the output, or files of an earlier run remain. The message contains the reason.
    Place(Message),
    /// The reason was already reported for an earlier record.
    AlreadyReported,
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Totals of a conversion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct WriteTotals {
    /// Number of complete files that were written.
    pub files: u64,
    /// Number of records that were not written, including those in files that failed later.
    pub unwritten: u64,
}

// Standard output, a pipe or a device.

/// A stream that takes all records: standard output, a pipe or a device.
pub(crate) struct StreamOutput {
    target: Target,
    between: Option<Vec<u8>>,
    /// `true` if a record was already written to the stream.
    begun: bool,
    /// Number of records that could not be written, because the format allows only one record. The failure is reported
    /// once.
    unwritten: u64,
}

impl StreamOutput {
    /// Creates an output for records of `writer`, which determines the text between two records.
    pub(crate) fn new(target: Target, writer: &Writer) -> Self {
        Self {
            target,
            between: writer.between(),
            begun: false,
            unwritten: 0,
        }
    }
}

impl RecordOutput for StreamOutput {
    fn write_record(
        &mut self,
        bytes: &[u8],
        _: Option<u32>,
        _: Option<&[String]>,
    ) -> Result<Option<String>, WriteError> {
        if mem::replace(&mut self.begun, true) {
            let Some(separator) = &self.between else {
                self.unwritten += 1;
                if self.unwritten > 1 {
                    return Err(WriteError::AlreadyReported);
                }
                return Err(WriteError::Place(self.target.name().clone().followed_by(both(
                    " can hold only one record in this format; specify a directory with -o",
                    "には、この形式の棋譜を1件しか書き出せない。`-o` でフォルダを指定する",
                ))));
            };
            self.target.write_all(separator)?;
        }
        self.target.write_all(bytes)?;
        Ok(None)
    }

    fn close(self: Box<Self>) -> io::Result<WriteTotals> {
        self.target.persist()?;
        Ok(WriteTotals {
            files: 0,
            unwritten: self.unwritten,
        })
    }
}

// Files.

/// The records that share one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputGrouping {
    /// Each record has its own file.
    Nothing,
    /// All records of an input share a file.
    Input,
    /// All records of the run share a file.
    Run,
}

/// An output that writes records to files below a directory.
pub(crate) struct DirectoryOutput {
    store: OutputDir,
    /// The path of the directory as it was typed.
    shown: String,
    names: FileNames,
    /// Separator between the records of one file; `None` if each record has its own file.
    between: Option<Vec<u8>>,
    /// `true` if one file holds the records of all inputs.
    is_one: bool,
    /// `true` if each record has its own file, which is named after the game and not after the input.
    by_games: bool,
    /// Maximum number of records in a file, if the output is split.
    split: Option<u64>,
    /// Number of files so far, if the output is split; 0 if it is not split.
    part: u32,
    /// The numbers of existing files of an earlier run, if the output is split.
    earlier: BTreeSet<u32>,
    joined: SharedFile,
    /// Number of records in files that failed or were discarded.
    unwritten: u64,
}

/// The file that the records of an input, of the run, or of a part of the split output share.
enum SharedFile {
    Empty,
    Open(Open),
    /// The file could not be written.
    Broken,
}

/// An open file that takes records.
struct Open {
    pending: AtomicFile,
    path: PathBuf,
    /// Number of records in the file.
    records: u64,
}

impl DirectoryOutput {
    /// Creates an output for records of `writer`. `layout` determines the names of the files in `store`. `shown` is the
    /// path of the directory as it was typed.
    pub(crate) fn new(
        store: OutputDir,
        shown: String,
        layout: Layout,
        writer: &Writer,
        grouping: OutputGrouping,
    ) -> Self {
        let between = writer.between().filter(|_| grouping != OutputGrouping::Nothing);
        Self {
            is_one: grouping == OutputGrouping::Run,
            by_games: false,
            split: None,
            part: 0,
            earlier: BTreeSet::new(),
            store,
            shown,
            names: FileNames::new(layout, writer.target.extension),
            between,
            joined: SharedFile::Empty,
            unwritten: 0,
        }
    }

    /// Discards the shared file, if one is still open because an input or the run did not end normally. Its records
    /// count as not written.
    fn abandon(&mut self) {
        if let SharedFile::Open(open_file) = mem::replace(&mut self.joined, SharedFile::Empty) {
            self.unwritten += open_file.records;
        }
    }

    /// Returns an output that gives each record its own file, with the name that comes with the record.
    #[must_use]
    pub(crate) fn by_games(self) -> Self {
        Self {
            by_games: true,
            ..self
        }
    }

    /// Returns an output that splits the output into numbered files with at most `max_records` records each.
    ///
    /// All files of an earlier run must be replaceable, because a remaining file would look like a part of this run.
    ///
    /// # Errors
    ///
    /// Returns an error if a file of an earlier run must not be replaced, or if the directory cannot be listed.
    pub(crate) fn split(self, max_records: u64) -> io::Result<Self> {
        let mut output = Self {
            split: Some(max_records),
            names: self.names.numbered(),
            ..self
        };
        output.earlier = output.numbered_files()?;
        if let Some(&first) = output.earlier.first()
            && !output.store.replaces()
        {
            return Err(output.already_exists_error(first));
        }
        for &number in &output.earlier {
            let path = output.names.path_of(number);
            let may_write = output.store.may_write(&path);
            may_write.map_err(|error| {
                Reason::with_subject(&Message::untranslated(output.display_path(&path)), &error)
            })?;
        }
        Ok(output)
    }

    /// Returns the numbers of the existing files that have a name of the split output.
    fn numbered_files(&self) -> io::Result<BTreeSet<u32>> {
        let entries = match fs::read_dir(self.store.root().join(self.names.directory())) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeSet::new()),
            entries => entries,
        };
        let with_directory_name = |error: io::Error| {
            let directory_name = if self.shown.is_empty() { "." } else { &self.shown };
            Reason::with_subject(&Message::untranslated(directory_name.to_owned()), &error)
        };
        let mut numbers = BTreeSet::new();
        for entry in entries.map_err(with_directory_name)? {
            numbers.extend(
                self.names
                    .number_of(&entry.map_err(with_directory_name)?.file_name()),
            );
        }
        Ok(numbers)
    }

    /// Returns the error that files of an earlier run exist and must not be replaced. `first` is the number of the
    /// first of them.
    fn already_exists_error(&self, first: u32) -> io::Error {
        let file = self.display_path(&self.names.path_of(first));
        let count = self.earlier.len();
        let reason = match count {
            1 => message!(
                "{file} already exists; use --force to replace it, or choose another name",
                "{file}はすでに存在する。`--force` で置き換えるか、別の名前を指定する",
            ),
            _ => message!(
                "{file} already exists (numbered files of this name: {count}); use --force to replace all of them, or choose another name",
                "{file}はすでに存在する（同じ名前の番号付きファイルは{count}個）。`--force` ですべて置き換えるか、別の名前を指定する",
            ),
        };
        Reason::error(io::ErrorKind::AlreadyExists, reason)
    }

    /// Removes the files of an earlier run whose numbers are higher than those of this run.
    ///
    /// Returns a note about the removed files, if there are any. If this run is not complete or has written no file,
    /// the files are kept and returned as an error, because they may contain records that this run lacks.
    fn remove_earlier(&mut self, is_complete: bool) -> Result<Option<Message>, WriteError> {
        let remaining = self.earlier.split_off(&(self.part + 1));
        let (Some(&first), Some(&last)) = (remaining.first(), remaining.last()) else {
            return Ok(None);
        };
        let path = |number| self.names.path_of(number);
        let (first, last, count) = (
            self.display_path(&path(first)),
            self.display_path(&path(last)),
            remaining.len(),
        );
        if !is_complete || self.part == 0 {
            return Err(WriteError::Place(match count {
                1 => message!(
                    "{first} is from an earlier run that wrote more files; remove it if you do not need it",
                    "{first}は、より多くのファイルを書き出した以前の実行のものである。不要なら削除する",
                ),
                _ => message!(
                    "{first} to {last} (number of files: {count}) are from an earlier run that wrote more files; remove them if you do not need them",
                    "{first}から{last}までの{count}個は、より多くのファイルを書き出した以前の実行のものである。不要なら削除する",
                ),
            }));
        }
        for number in remaining {
            let path = self.names.path_of(number);
            let result = self.store.remove(&path);
            result.map_err(|error| self.failed(&path, 0, &error))?;
        }
        Ok(Some(match count {
            1 => message!(
                "Removed {first}, which an earlier run had written",
                "以前の実行が書き出した{first}を削除した",
            ),
            _ => message!(
                "Removed {first} to {last} (number of files: {count}), which an earlier run had written",
                "以前の実行が書き出した{first}から{last}までの{count}個を削除した",
            ),
        }))
    }

    /// Begins the next file. `number` is the number of its record or, if the output is split, of the file. `number` is
    /// `None` for a file that is shared and not split, for the only record of an input, and for a file that is named
    /// after its game.
    fn open(&mut self, number: Option<u32>) -> Result<Open, WriteError> {
        let store = &self.store;
        let is_taken = |path: &Path| store.has_written(&store.root().join(path));
        let path = self.names.path(number, is_taken);
        match self.store.begin(&path) {
            Ok(pending) => Ok(Open {
                pending,
                path,
                records: 0,
            }),
            Err(error) => Err(self.failed(&path, 1, &error)),
        }
    }

    /// Adds a record to an open file, and returns the file. If writing fails, all records of the file are lost and
    /// counted as not written.
    fn add(&mut self, mut open: Open, bytes: &[u8]) -> Result<Open, WriteError> {
        let separator = self.between.as_deref().filter(|_| open.records > 0);
        open.records += 1;
        let result = open.pending.write_all(separator.unwrap_or_default());
        match result.and_then(|()| open.pending.write_all(bytes)) {
            Ok(()) => Ok(open),
            Err(error) => Err(self.failed(&open.path, open.records, &error)),
        }
    }

    /// Renames a complete file to its final path. If this fails, all records of the file are lost and counted as not
    /// written.
    fn complete(&mut self, open: Open) -> Result<(), WriteError> {
        let result = self.store.finish(open.pending);
        result.map_err(|error| self.failed(&open.path, open.records, &error))
    }

    /// Completes the shared file, if one is open.
    fn close_joined(&mut self) -> Result<(), WriteError> {
        match mem::replace(&mut self.joined, SharedFile::Empty) {
            SharedFile::Open(open) => self.complete(open),
            SharedFile::Empty | SharedFile::Broken => Ok(()),
        }
    }

    /// Counts `records` records of a file that failed as not written, and returns the error with the path and the
    /// reason.
    fn failed(&mut self, path: &Path, records: u64, error: &io::Error) -> WriteError {
        self.unwritten += records;
        WriteError::File(self.display_path(path), Reason::from_io_error(error))
    }

    /// Returns the path of the directory as it was typed, followed by `path` with `/` between the names.
    fn display_path(&self, path: &Path) -> String {
        let mut text = self.shown.clone();
        for level in path.components() {
            if !text.is_empty() && !text.ends_with(std::path::is_separator) {
                text.push('/');
            }
            text.push_str(&path_to_text(level.as_ref()));
        }
        text
    }
}

impl RecordOutput for DirectoryOutput {
    fn rename_by(&mut self, renaming: Renaming) {
        self.names.rename_by(renaming);
    }

    fn is_named_after_inputs(&self) -> bool {
        !self.by_games && self.names.follow_inputs()
    }

    /// Discards an unfinished shared file of the previous input, and claims the name of the next input, even if no
    /// record of this input is converted. No name is claimed if files are named after games. Has no effect if one file
    /// holds all records.
    fn begin(&mut self, input: Option<&Path>) {
        if self.is_one {
            return;
        }
        self.abandon();
        if !self.by_games {
            self.names.begin_input(input);
        }
    }

    /// A shared file is not named after the variation.
    fn begin_line(&mut self, variation: &str) {
        if self.between.is_none() {
            self.names.set_variation(variation);
        }
    }

    /// Writes a record to its file. The result for a record in a shared file is a success, even if the file fails
    /// later.
    fn write_record(
        &mut self,
        bytes: &[u8],
        number: Option<u32>,
        levels: Option<&[String]>,
    ) -> Result<Option<String>, WriteError> {
        let shares_file = self.between.is_some();
        if let Some(levels) = levels {
            self.names.begin_record(levels);
        }
        let number = number.filter(|_| !shares_file && levels.is_none());
        let open_file = match mem::replace(&mut self.joined, SharedFile::Broken) {
            SharedFile::Open(open_file) => open_file,
            SharedFile::Broken if shares_file => {
                self.unwritten += 1;
                return Err(WriteError::AlreadyReported);
            }
            _ if self.split.is_some() => {
                self.part += 1;
                self.open(Some(self.part))?
            }
            _ => self.open(number)?,
        };
        let open_file = self.add(open_file, bytes)?;
        let name = self.display_path(&open_file.path);
        let is_full = self
            .split
            .is_some_and(|max_records| open_file.records >= max_records);
        if shares_file && !is_full {
            self.joined = SharedFile::Open(open_file);
        } else {
            self.joined = SharedFile::Empty;
            self.complete(open_file)?;
        }
        Ok(Some(name))
    }

    fn end(&mut self) -> Result<(), WriteError> {
        if self.is_one { Ok(()) } else { self.close_joined() }
    }

    fn finish(&mut self, is_complete: bool) -> Result<Option<Message>, WriteError> {
        self.close_joined()?;
        self.remove_earlier(is_complete)
    }

    fn has_written(&self, file: &Path) -> bool {
        self.store.has_written(file)
    }

    fn close(mut self: Box<Self>) -> io::Result<WriteTotals> {
        self.abandon();
        let directory_name = if self.shown.is_empty() { "." } else { &self.shown };
        let result = self.store.sync();
        result.map_err(|error| {
            Reason::with_subject(&Message::untranslated(directory_name.to_owned()), &error)
        })?;
        Ok(WriteTotals {
            files: self.store.count() as u64,
            unwritten: self.unwritten,
        })
    }
}
