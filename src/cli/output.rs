//! Destinations of the output: a file, standard output, or a directory of shards. No destination may replace an input.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anstream::ColorChoice;
use serde::Serialize;
use sha2::{Digest, Sha256};
use tempfile::TempPath;

use super::WhenArg;
use super::run_stats::RunStats;
use super::sheet::Destination;
use crate::batch::Source;
use crate::finding::{Language, Message, Reason, bilingual};
use crate::notation;
use crate::output::{AtomicFile, FileId, ProtectedFiles, Target, columns, is_stdout, parent_dir};
#[cfg(feature = "parquet")]
use crate::report::cells::PARQUET;
#[cfg(feature = "sqlite")]
use crate::report::cells::SQLITE;
#[cfg(any(feature = "parquet", feature = "sqlite"))]
use crate::report::cells::table_of_report;
use crate::report::{Paint, RenderOptions, Report, ReportForm};
#[cfg(feature = "xlsx")]
use crate::report::{WORKBOOK, xlsx};
use crate::run::{ReportSink, SinkTarget};
use crate::text::{Payload, path_to_text};

/// Opens the file at `path`, or standard output without a path or for `-`.
///
/// # Errors
///
/// Returns an error if the destination cannot be written, would replace a file that is read, or has the extension of
/// game records.
pub(super) fn target(
    path: Option<&Path>,
    content: Payload,
    protected: &ProtectedFiles,
) -> io::Result<Target> {
    match path.filter(|path| !is_stdout(path)) {
        Some(path) => file(path, content, protected),
        // The text already contains its final colour codes.
        None => Target::stdout(content, ColorChoice::Always, protected),
    }
}

/// Opens the file at `path`, which may be a device or a pipe, for this content.
///
/// # Errors
///
/// Returns an error if the file cannot be written, would replace a file that is read, or has the extension of
/// game records.
pub(super) fn file(path: &Path, content: Payload, protected: &ProtectedFiles) -> io::Result<Target> {
    let resolved_path = fs::canonicalize(path).unwrap_or_default();
    if !protected.holds(path) && [path, &resolved_path].into_iter().any(is_record) {
        let error = Reason::error(
            io::ErrorKind::InvalidInput,
            bilingual(
                "this output is not a game record, but other programs would read it as one; choose another extension",
                "出力は棋譜ではないが、この拡張子では他のソフトが棋譜とみなす。別の拡張子を指定する",
            ),
        );
        return Err(Reason::with_subject(
            &Message::untranslated(path_to_text(path)),
            &error,
        ));
    }
    Target::open(path, content, protected)
}

/// Returns whether the extension is that of game records. The extensions `.json` and those of opening books are excepted, because
/// many programs, including this one, write such files that are not records.
fn is_record(path: &Path) -> bool {
    let extension = path.extension().and_then(|it| it.to_str());
    extension.is_some_and(|extension| {
        let notation = notation::by_extension(extension).filter(|it| !it.form.is_book);
        !extension.eq_ignore_ascii_case("json") && notation.is_some()
    })
}

/// Maximum number of records in a group of entries if the output consists of shards. A group is never split between shards.
const MAX_GROUP_RECORDS: u64 = 50;

/// An opened output, with its colours: a file, standard output, or a directory of shards.
pub(super) struct Output {
    report: Report<ReportTarget>,
    pub(super) paint: Paint,
    /// Width of the terminal (columns), or `None` if the output does not go to a terminal.
    pub(super) columns: Option<usize>,
}

/// The destination of a report: one file or stream, or a directory of shards.
pub(super) enum ReportTarget {
    /// A file or standard output.
    Target(Destination),
    /// Several files in a directory.
    Shards(Shards),
}

impl Write for ReportTarget {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Target(target) => target.write(bytes),
            Self::Shards(shards) => shards.bytes.write(bytes),
        }
    }

    /// Flushes the data to the file or the stream. A shard stays in memory until it is complete.
    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Target(target) => target.flush(),
            Self::Shards(_) => Ok(()),
        }
    }
}

impl SinkTarget for Target {
    fn protect(&self, input: &Path) -> io::Result<()> {
        Self::protect(self, input)
    }
}

impl SinkTarget for ReportTarget {
    fn protect(&self, input: &Path) -> io::Result<()> {
        match self {
            Self::Target(target) => target.target().protect(input),
            // Shards are in a directory that contains no inputs.
            Self::Shards(_) => Ok(()),
        }
    }

    fn begin_group(&mut self, records: u64, findings: u64) -> io::Result<()> {
        match self {
            Self::Target(_) => Ok(()),
            Self::Shards(shards) => shards.begin_group(records, findings),
        }
    }

    fn max_group_records(&self) -> u64 {
        match self {
            Self::Target(_) => u64::MAX,
            Self::Shards(_) => MAX_GROUP_RECORDS,
        }
    }
}

impl Output {
    /// Opens the output and writes its header.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written, would replace a file that is read, or has the extension of
    /// game records.
    #[cfg_attr(
        not(feature = "xlsx"),
        allow(unused_variables, reason = "only workbooks have words of their own")
    )]
    pub(super) fn open(
        path: Option<&Path>,
        form: &'static ReportForm,
        color: WhenArg,
        language: Language,
        protected: &ProtectedFiles,
    ) -> io::Result<Self> {
        let path = path.filter(|path| !is_stdout(path));
        let is_coloured = match color {
            WhenArg::Auto => path.is_none() && color.on_stdout() != ColorChoice::Never,
            WhenArg::Always | WhenArg::Never => color == WhenArg::Always,
        };
        let target = target(path, form.content, protected)?;
        let paint = if is_coloured && form.is_for_people() {
            Paint::coloured()
        } else {
            Paint::plain()
        };
        let columns = if path.is_none() { columns() } else { None };
        let destination = match form.name {
            #[cfg(feature = "xlsx")]
            WORKBOOK => Destination::workbook(target, path, vec![xlsx::sheet_of_findings(language)])?,
            #[cfg(feature = "parquet")]
            PARQUET => Destination::parquet(target, table_of_report(form).1)?,
            #[cfg(feature = "sqlite")]
            SQLITE => {
                let (name, columns) = table_of_report(form);
                Destination::database(target, vec![(name, columns.to_vec())])?
            }
            _ => Destination::plain(target),
        };
        Self::begin(ReportTarget::Target(destination), form, paint, columns)
    }

    /// Opens an output that consists of shards in a directory, and writes its header.
    ///
    /// # Errors
    ///
    /// Returns an error if the directory contains files, or cannot be created.
    pub(super) fn in_shards(directory: &Path, form: &'static ReportForm) -> io::Result<Self> {
        let shards = Shards::open(directory, form)?;
        Self::begin(ReportTarget::Shards(shards), form, Paint::plain(), None)
    }

    fn begin(
        destination: ReportTarget,
        form: &'static ReportForm,
        paint: Paint,
        columns: Option<usize>,
    ) -> io::Result<Self> {
        Ok(Self {
            report: Report::begin(destination, form)?,
            paint,
            columns,
        })
    }

    /// Returns the output with folding of repeated findings, except those of the rules in `unfolded`.
    pub(super) fn with_folding(self, unfolded: Vec<&'static str>) -> Self {
        Self {
            report: self.report.with_folding(unfolded),
            ..self
        }
    }

    /// Returns the directory of the shards, if the output consists of shards.
    pub(super) fn directory(&self) -> Option<PathBuf> {
        match self.report.get_ref() {
            ReportTarget::Target(_) => None,
            ReportTarget::Shards(shards) => Some(shards.root.clone()),
        }
    }

    /// Returns the sink that writes the output with these options.
    pub(super) fn into_sink(self, options: RenderOptions) -> ReportSink<ReportTarget> {
        ReportSink::new(self.report, options)
    }
}

/// Writes the footer of an output, then the bytes in `more`, and returns the destination. A file is then complete, but still has
/// its temporary name.
///
/// # Errors
///
/// Returns an error if the output cannot be written.
pub(super) fn close(sink: ReportSink<ReportTarget>, run: &RunStats, more: &[u8]) -> io::Result<ReportTarget> {
    let is_complete = run.is_complete() && !run.files.is_nothing();
    let mut destination = sink.close(is_complete)?;
    destination.write_all(more)?;
    if let ReportTarget::Target(target) = &mut destination {
        target.sync()?;
    }
    Ok(destination)
}

/// Returns whether two paths refer to one file, also through links. The file need not exist yet.
pub(super) fn is_same_place(one: &Path, other: &Path) -> bool {
    let resolved = |path: &Path| {
        let name = path.file_name()?;
        Some(fs::canonicalize(parent_dir(path)).ok()?.join(name))
    };
    one == other
        || resolved(one).is_some_and(|path| resolved(other) == Some(path))
        || FileId::from_path(one).is_some_and(|file_id| FileId::from_path(other) == Some(file_id))
}

/// Checks that an input found during the run is not the file that `target` writes.
///
/// # Errors
///
/// Returns an error if the input is the file that is written.
pub(super) fn protect(target: &Target, input: &Source) -> io::Result<()> {
    input.file().map_or(Ok(()), |path| target.protect(path))
}

/// Writes a small output to standard output, unless standard output is redirected to the file of standard input.
///
/// # Errors
///
/// Returns an error if the output cannot be written.
pub(super) fn print(bytes: &[u8], content: Payload) -> io::Result<()> {
    print_protected(bytes, content, &ProtectedFiles::begin())
}

/// Writes a small output to standard output, unless standard output is redirected to a file in `protected`.
///
/// # Errors
///
/// Returns an error if the output cannot be written, or if it would replace a file in `protected`.
pub(super) fn print_protected(bytes: &[u8], content: Payload, protected: &ProtectedFiles) -> io::Result<()> {
    // The text already contains its final colour codes.
    let mut stdout = Target::stdout(content, ColorChoice::Always, protected)?;
    stdout.write_all(bytes)?;
    stdout.persist()
}

// `--output-dir`: the output is split into files (shards). Joined in their order, these files are the whole output.

/// Maximum number of records in a shard. A larger group of records gets a shard of its own.
const MAX_SHARD_RECORDS: u64 = 1_000;

/// Name of the file that lists all shards.
const INDEX_FILE: &str = "index.json";

/// The shards of an output.
///
/// If the shards are dropped before [`persist`](Self::persist), their files are removed. A set of shards without the
/// index is incomplete and useless, and would block the next run.
pub(super) struct Shards {
    /// The path of the directory, with all links resolved.
    root: PathBuf,
    /// The path of the directory as it was typed.
    name: String,
    form: &'static ReportForm,
    /// The content of the next shard so far.
    bytes: Vec<u8>,
    records: u64,
    findings: u64,
    index: Index,
    /// The files that were written to the disk, which are removed on drop.
    written: Vec<TempPath>,
}

/// The content of `index.json`.
#[derive(Serialize)]
struct Index {
    schema: u32,
    format: &'static str,
    records: u64,
    findings: u64,
    shards: Vec<Shard>,
}

#[derive(Serialize)]
struct Shard {
    name: String,
    records: u64,
    findings: u64,
    bytes: usize,
    sha256: String,
}

impl Shards {
    /// Opens an empty directory for shards. If the directory does not exist, it is created.
    ///
    /// # Errors
    ///
    /// Returns an error if the directory contains files, or cannot be created.
    pub(super) fn open(directory: &Path, form: &'static ReportForm) -> io::Result<Self> {
        let name = path_to_text(directory);
        let with_directory_name =
            |error: io::Error| Reason::with_subject(&Message::untranslated(name.clone()), &error);
        if fs::read_dir(directory).is_ok_and(|mut entry| entry.next().is_some()) {
            let first = directory.join(shard_name(1, form));
            let reason = if first.exists() && !directory.join(INDEX_FILE).exists() {
                bilingual(
                    "this directory contains files of a run that was killed; delete them, or specify a new directory",
                    "強制終了した実行のファイルがこのフォルダに残っている。それらを削除するか、新しいフォルダを指定する",
                )
            } else {
                bilingual(
                    "this directory is not empty; specify a new one, or delete its contents",
                    "フォルダが空でない。新しいフォルダを指定するか、中身を削除する",
                )
            };
            return Err(with_directory_name(Reason::error(
                io::ErrorKind::AlreadyExists,
                reason,
            )));
        }
        let root = fs::create_dir_all(directory).and_then(|()| fs::canonicalize(directory));
        Ok(Self {
            root: root.map_err(with_directory_name)?,
            name,
            form,
            bytes: Vec::new(),
            records: 0,
            findings: 0,
            index: Index {
                schema: 1,
                format: form.name,
                records: 0,
                findings: 0,
                shards: Vec::new(),
            },
            written: Vec::new(),
        })
    }

    /// Adds the numbers of records and findings of a group whose entries follow. If the records do not fit into the
    /// current shard, first writes the shard and begins a new one. A group is not split between shards.
    ///
    /// # Errors
    ///
    /// Returns an error if a shard cannot be written.
    fn begin_group(&mut self, records: u64, findings: u64) -> io::Result<()> {
        if self.records > 0 && self.records + records > MAX_SHARD_RECORDS {
            self.write()?;
        }
        self.records += records;
        self.findings += findings;
        Ok(())
    }

    /// Writes the current shard to a file and adds the shard to the index.
    fn write(&mut self) -> io::Result<()> {
        let name = shard_name(self.index.shards.len() + 1, self.form);
        let bytes = std::mem::take(&mut self.bytes);
        self.write_file(&name, &bytes)?;
        self.index.records += self.records;
        self.index.findings += self.findings;
        self.index.shards.push(Shard {
            name,
            records: std::mem::take(&mut self.records),
            findings: std::mem::take(&mut self.findings),
            bytes: bytes.len(),
            sha256: hexadecimal(&Sha256::digest(&bytes)),
        });
        Ok(())
    }

    fn write_file(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let path = self.root.join(name);
        let write_all = || {
            let mut file = AtomicFile::begin(path.clone())?;
            file.write_all(bytes)?;
            file.sync()?;
            file.persist(false)?;
            TempPath::try_from_path(path)
        };
        let subject = Message::untranslated(format!("{}/{name}", self.name));
        let temp_path = write_all().map_err(|error| Reason::with_subject(&subject, &error))?;
        self.written.push(temp_path);
        Ok(())
    }

    /// Writes the last shard, then the index. After an interruption, prints an error and leaves no files.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be written.
    pub(super) fn persist(mut self, run: &RunStats) -> io::Result<()> {
        if run.interrupted {
            run.unwritten(&self.name);
            return Ok(());
        }
        self.write()?;
        let mut index = serde_json::to_vec_pretty(&self.index).map_err(io::Error::other)?;
        index.push(b'\n');
        self.write_file(INDEX_FILE, &index)?;
        for file in &mut self.written {
            file.disable_cleanup(true);
        }
        Ok(())
    }
}

/// Returns the file name of a shard. The number has eight digits, so that the names sort in numerical order.
fn shard_name(number: usize, form: &ReportForm) -> String {
    format!("part-{number:08}.{}", form.extension)
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}
