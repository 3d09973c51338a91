//! The destination of the converted records.

use std::path::{Path, PathBuf};
use std::{fs, io};

use anstream::ColorChoice;

use super::ConvertArgs;
use crate::batch::{InputEvent, Inputs, List, Request, is_archive};

use crate::cli::stop::Stop;
use crate::convert::{DirectoryOutput, Layout, OutputGrouping, RecordOutput, StreamOutput};
use crate::finding::{Message, Reason, Words, both, message};
use crate::notation::{self, Join, Target, Writer};
use crate::output::{self, OutputDir, ProtectedFiles, is_stdout, is_stream};
use crate::text::{Payload, path_to_text};

/// Opens the destination of the converted records. An output directory is excluded from the inputs.
///
/// # Errors
///
/// Returns an error if the arguments cannot be combined, or if the output cannot be opened or must not be replaced.
pub(super) fn open(
    args: &ConvertArgs,
    writer: &Writer,
    request: &mut Request,
    protected: ProtectedFiles,
) -> Result<Box<dyn RecordOutput>, Stop> {
    let content = Payload::Encoded(writer.encoding);
    let Some(output) = args.output.as_deref().filter(|output| !is_stdout(output)) else {
        if args.to.join == Join::Items && output::stdout_is_terminal() {
            return Err(Stop::Usage(terminal_error(args.to)));
        }
        let stdout = output::Target::stdout(content, ColorChoice::Never, &protected)?;
        return Ok(Box::new(StreamOutput::new(stdout, writer)));
    };
    // A path with a slash at its end does not refer to a file, so the slash is removed.
    let trimmed: PathBuf = output.components().collect();
    if is_stream(&trimmed) {
        let device = output::Target::open(output, content, &protected)?;
        return Ok(Box::new(StreamOutput::new(device, writer)));
    }
    let metadata = fs::metadata(trimmed).ok();
    let is_file = metadata.as_ref().map(|it| !it.is_dir());
    let is_directory =
        is_directory_output(output, is_file, args, request, &protected).map_err(Stop::Usage)?;
    let files = if is_directory {
        FilesOfRun::in_directory(output, args, request)
    } else {
        FilesOfRun::in_one_file(output, args, request)
    };
    let store = files.open_directory(args.force, metadata.is_some(), request, protected)?;
    if let Some(file) = files.only_file().filter(|_| args.split.is_none()) {
        // The error is reported before any input is read. Without this check, it would appear only after all inputs
        // have been read.
        let with_output = |error| Reason::with_subject(&Message::untranslated(path_to_text(output)), &error);
        store.may_write(file).map_err(with_output)?;
    }
    let files = DirectoryOutput::new(
        store,
        path_to_text(files.directory),
        files.layout,
        writer,
        files.grouping,
    );
    Ok(Box::new(match args.split {
        Some(max_records) => files.split(max_records.into())?,
        None if args.name.is_some() || args.merging.is_by_column() => files.by_games(),
        None => files,
    }))
}

/// The files that a run writes.
struct FilesOfRun<'a> {
    /// The directory that contains the files.
    directory: &'a Path,
    /// `true` if the output is the directory itself, not a file in it.
    is_directory: bool,
    /// The names of the files.
    layout: Layout,
    /// The records that share a file.
    grouping: OutputGrouping,
}

impl<'a> FilesOfRun<'a> {
    /// Returns the files of an output that is a directory.
    fn in_directory(output: &'a Path, args: &ConvertArgs, request: &Request) -> Self {
        let is_split = args.split.is_some();
        Self {
            directory: output,
            is_directory: true,
            layout: if is_split {
                Layout::File("records".into())
            } else if args.merging.merges() {
                Layout::File(format!("merged.{}", args.to.extension).into())
            } else {
                layout_for(request)
            },
            grouping: match args.joins() {
                _ if is_split => OutputGrouping::Run,
                true if args.merging.is_by_column() => OutputGrouping::Nothing,
                true if args.merging.merges() => OutputGrouping::Run,
                true if args.name.is_none() => OutputGrouping::Input,
                _ => OutputGrouping::Nothing,
            },
        }
    }

    /// Returns the files of an output that is a file.
    ///
    /// The records of a single input file are grouped by input, so that the output is not written if the input cannot be
    /// read to its end.
    fn in_one_file(output: &'a Path, args: &ConvertArgs, request: &Request) -> Self {
        let has_several_inputs = why_several_inputs(request).is_some() || reads_only_stdin(request);
        Self {
            directory: output.parent().unwrap_or(Path::new("")),
            is_directory: false,
            layout: Layout::File(output.file_name().unwrap_or_default().to_owned()),
            grouping: match args.joins() {
                _ if args.split.is_some() || args.merging.merges() => OutputGrouping::Run,
                true if has_several_inputs => OutputGrouping::Run,
                true => OutputGrouping::Input,
                false => OutputGrouping::Nothing,
            },
        }
    }

    /// Returns the file of all records, or `None` if there is no such file.
    fn only_file(&self) -> Option<&Path> {
        match &self.layout {
            Layout::File(file) if self.grouping == OutputGrouping::Run => Some(Path::new(file)),
            _ => None,
        }
    }

    /// Opens the directory, and excludes the output from the inputs.
    ///
    /// # Errors
    ///
    /// Returns an error if the directory cannot be created, or if a list of inputs cannot be read.
    fn open_directory(
        &self,
        force: bool,
        exists: bool,
        request: &mut Request,
        mut protected: ProtectedFiles,
    ) -> io::Result<OutputDir> {
        if force || exists {
            // The output of an earlier run is not an input.
            request.except = fs::canonicalize(self.directory)
                .ok()
                .filter(|_| self.is_directory);
            protect_found(&mut protected, request, force)?;
        }
        let cannot_be_made = cannot_be_made(&path_to_text(self.directory));
        let store = OutputDir::open(self.directory, force, protected)
            .map_err(|error| Reason::with_subject(&cannot_be_made, &error))?;
        request.except = self.is_directory.then(|| store.root().to_owned());
        Ok(store)
    }
}

/// Returns the error for binary output to a terminal.
fn terminal_error(target: &Target) -> Message {
    message!(
        "{name} is a binary format and is not written to a terminal; specify a file with -o",
        "{name}はバイナリ形式なので、ターミナルには書き出さない。`-o` でファイルを指定する",
        name = target.name
    )
}

/// Returns whether the output is a directory, or the error if this path cannot be the output.
///
/// `is_file` is `None` if the path does not exist, `Some(false)` for a directory, and `Some(true)` for another
/// file.
fn is_directory_output(
    output: &Path,
    is_file: Option<bool>,
    args: &ConvertArgs,
    request: &Request,
    protected: &ProtectedFiles,
) -> Result<bool, Message> {
    let to = args.to;
    let output_name = path_to_text(output);
    let directory_reason = args
        .name
        .is_some()
        .then_some(both(
            "--name names the files in it",
            "`--name` で中のファイルに名前を付ける",
        ))
        .or_else(|| {
            args.merging.is_by_column().then_some(both(
                "--merge-by names the files in it",
                "`--merge-by` で中のファイルに名前を付ける",
            ))
        })
        .or_else(|| {
            let is_for_all = args.join || args.split.is_some() || args.merging.merges();
            needs_directory(output, is_for_all, request)
        });
    if let Some(reason) = directory_reason
        && is_file == Some(true)
    {
        return Err(message!(
            "-o requires a directory because {reason}; {output_name} is a file",
            "{reason}ので、`-o` にはフォルダを指定する。「{output_name}」はファイルである",
            reason,
            output_name
        ));
    }
    let names_files = args.name.is_some() || args.merging.is_by_column();
    if let Some(reason) = directory_reason.filter(|_| names_files && is_file.is_none())
        && is_file_name(output)
    {
        return Err(message!(
            "-o requires a directory because {reason}; `{output_name}` has the extension of a record: choose another name, or end it with a slash",
            "{reason}ので、`-o` にはフォルダを指定する。「{output_name}」の拡張子は棋譜のものなので、別の名前にするか、末尾に / を付ける",
            reason,
            output_name
        ));
    }
    let is_directory = match is_file {
        Some(is_file) => !is_file,
        None => directory_reason.is_some() || output.extension().is_none(),
    };
    // If the output is also an input, a more exact error is reported later.
    match other_format(output, to) {
        Some(other) if !is_directory && !protected.holds(output) => Err(message!(
            "{output_name} has the extension of {other}, but the output is {to}; choose another name",
            "「{output_name}」の拡張子は{other}のものだが、出力は{to}である。別の名前を指定する",
            output_name,
            other,
            to = to.name
        )),
        _ => Ok(is_directory),
    }
}

/// Returns whether a path has the extension of records and does not end with a slash.
fn is_file_name(output: &Path) -> bool {
    let extension = output.extension().and_then(|it| it.to_str());
    extension.is_some_and(|it| notation::by_extension(it).is_some()) && !ends_with_slash(output)
}

fn ends_with_slash(output: &Path) -> bool {
    output.to_string_lossy().ends_with(std::path::is_separator)
}

/// Returns the name of another format that uses the extension of the output. Returns `None` if the extension fits the
/// target format, or if no format uses it.
fn other_format(output: &Path, to: &Target) -> Option<&'static str> {
    const OTHER_FORMATS: [(&str, &str); 4] = [
        ("xlsx", "Excel (kifu stats --format xlsx)"),
        ("parquet", "Parquet (kifu stats --format parquet)"),
        ("db", "SQLite (kifu stats --format sqlite)"),
        ("sqlite", "SQLite (kifu stats --format sqlite)"),
    ];
    let extension = output.extension()?.to_str()?;
    let format = OTHER_FORMATS
        .iter()
        .find(|format| extension.eq_ignore_ascii_case(format.0));
    if let Some((_, name)) = format {
        return Some(name);
    }
    let notation = notation::by_extension(extension)?;
    let is_target_extension = notation.extensions.contains(&to.extension);
    (!is_target_extension).then(|| notation.format.name())
}

/// Returns the reason why the output must be a directory, or `None` if it can be a file. `join` is `true` if one file
/// can take the records of several inputs.
fn needs_directory(output: &Path, join: bool, request: &Request) -> Option<Words> {
    if ends_with_slash(output) {
        return Some(both("its path ends with a slash", "末尾が区切り文字である"));
    }
    why_several_inputs(request).filter(|_| !join)
}

/// Returns the reason why there may be several inputs, or `None` for a single file and for standard input alone.
fn why_several_inputs(request: &Request) -> Option<Words> {
    match only_path(request) {
        Some(path) if path.is_dir() => Some(both("the input is a directory", "入力がフォルダである")),
        Some(path) => is_archive(path).then_some(both("the input is an archive", "入力がアーカイブである")),
        None => (!reads_only_stdin(request)).then_some(both("there are several inputs", "入力が複数ある")),
    }
}

fn cannot_be_made(name: &str) -> Message {
    let name = if name.is_empty() { "." } else { name };
    message!(
        "cannot create the directory {name}",
        "フォルダ「{name}」を作成できない",
    )
}

/// Returns the layout of the files of a directory of output.
pub(in crate::cli) fn layout_for(request: &Request) -> Layout {
    match only_path(request) {
        Some(path) if path.is_dir() => Layout::Below(path.to_owned()),
        Some(path) => Layout::Below(path.parent().unwrap_or(Path::new("")).to_owned()),
        None if reads_only_stdin(request) => Layout::Below("-".into()),
        None => Layout::AsTyped,
    }
}

/// Returns the path if the request contains only one path, which is not standard input, and no list.
fn only_path(request: &Request) -> Option<&Path> {
    match &request.paths[..] {
        [path] if request.list.is_none() && !request.reads_stdin() => Some(path),
        _ => None,
    }
}

fn reads_only_stdin(request: &Request) -> bool {
    request.paths.len() == 1 && request.list.is_none() && request.reads_stdin()
}

/// Protects all input files, including those in directories and lists, from being replaced by the output.
///
/// A list from a pipe can be read only once, so it is read into the request. Without `force`, no file is replaced, so
/// the pipe is not read here and no file is protected.
fn protect_found(protected: &mut ProtectedFiles, request: &mut Request, force: bool) -> io::Result<()> {
    if request.list.as_ref().is_some_and(List::is_stream) {
        if !force {
            return Ok(());
        }
        *request = std::mem::take(request).with_list_read()?;
    }
    for event in Inputs::files(request.clone()) {
        if let InputEvent::Input(input) = &event
            && let Some(path) = input.source.file()
        {
            protected.protect(path);
        }
    }
    Ok(())
}
