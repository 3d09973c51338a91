//! The command `kifu index`, which creates and updates an index of positions.

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::ValueHint;

use super::Status;
use super::args::ReadingArgs;
use super::console::{self, NOT_ALL_READ, RunTotals, unread_note};
use super::job::{Consumer, Job};
use super::output::{protect, target};
use super::run_stats::RunStats;
use super::stop::Stop;
use crate::batch::{ChunkResult, Run};
use crate::check::Checker;
use crate::finding::{Language, Message, bilingual, message};
use crate::output::{ProtectedFiles, Target};
use crate::run::{
    ConfigSource, IndexBuilder, Indexed, IndexedInputs, Indexing, OutputNeeds, PositionIndex, about, changed,
    input_files, may_replace, missing_files_error, open, unindexable,
};
use crate::text::{Payload, path_to_text};

/// Creates an index, or updates it with `--update`.
///
/// # Errors
///
/// Returns an error if the options cannot be used, if the index cannot be read or written, if an input that the index lists is missing, or if the job
/// cannot be run.
pub(super) fn run(args: &IndexArgs) -> Result<Status, Stop> {
    let old_index = if args.update {
        Some(open(&args.output)?)
    } else {
        None
    };
    let mut job = args.begin(old_index.as_ref())?;
    if job.request.list.is_some() {
        job.request = std::mem::take(&mut job.request).with_list_read()?;
    }
    let target = target(Some(&args.output), Payload::Data, &job.protected)?;
    Stop::if_some(args.replacement_error())?;
    let uses_old_inputs = args.uses_old_inputs();
    let inputs = input_files(job.request.clone()).map_err(|error| {
        if uses_old_inputs {
            missing_files_error(&args.output, &error)
        } else {
            error
        }
    })?;
    let options = match &old_index {
        Some(old_index) if uses_old_inputs => old_index.head.options.clone(),
        _ => IndexedInputs::new(&job.request, &job.options.input, &job.effective),
    };
    let Some(index) = IndexBuilder::begin(options, inputs) else {
        return Err(Stop::Usage(bilingual(
            "an index cannot have this number of options, or of paths without files; specify the folders that contain the files",
            "オプションか、ファイルのないパスが多すぎて索引を作れない。ファイルのあるフォルダを指定する",
        )));
    };
    let indexing = Indexing(Checker::new(job.effective.settings_for(&OutputNeeds::default())));
    let outputs = Outputs {
        index,
        target,
        settings: job.run_settings(),
        records: 0,
        unreadable: 0,
    };
    let status = match old_index {
        None => {
            let console = job.console();
            job.run(console, &indexing, outputs)
        }
        Some(old_index) => update(old_index, job, &indexing, outputs, &args.output),
    };
    Ok(status?)
}

/// Updates an index. The records of unchanged files are copied from the old index; only new and changed files are read.
fn update(
    mut old_index: PositionIndex,
    mut job: Job,
    indexing: &Indexing,
    mut outputs: Outputs,
    path: &Path,
) -> io::Result<Status> {
    let (name, console) = (path_to_text(path), job.console());
    let index = &mut outputs.index;
    // A damaged index is not updated.
    old_index
        .for_each_entry(|_, _| Ok(()))
        .map_err(|error| about(path, &error))?;
    let note = |message: &Message| console.note(&message.in_language(job.language));
    if changed(&old_index.head.inputs, index.inputs()).is_none() {
        note(&message!("{name} is up to date", "{name}は最新である"));
        return Ok(Status::Clean);
    }
    let removed_count = index.missing(&old_index.head.inputs);
    index.copy_unchanged(old_index)?;
    if index.is_complete() && !job.request.paths.is_empty() {
        // Files were only removed, so there is no new or changed file to read.
        outputs.persist()?;
        note(&removed_note(&name, removed_count));
        return Ok(Status::Clean);
    }
    job.request = index.unread(job.request);
    job.run(console, indexing, outputs)
}

/// Returns the note on the number of files that were removed from an index.
fn removed_note(name: &str, count: usize) -> Message {
    let files = if count == 1 { "file" } else { "files" };
    message!(
        "Removed {count} {files} from {name}",
        "{name}からファイル{count}個を除いた",
        name,
        count,
        files
    )
}

/// The options of `kifu index`.
#[derive(clap::Args, Debug)]
pub(super) struct IndexArgs {
    #[command(flatten)]
    reading: ReadingArgs,

    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, required = true, help_heading = "Output")]
    output: PathBuf,

    #[arg(long, help_heading = "Output")]
    update: bool,

    #[command(flatten)]
    lang: console::LangArg,
}

impl IndexArgs {
    /// Returns the language of messages: that of `--lang`, or else that of the locale.
    pub(super) fn message_language(&self) -> Language {
        self.lang.language()
    }

    /// Returns whether an index is updated with the inputs that it lists, because no paths are given.
    fn uses_old_inputs(&self) -> bool {
        self.update && self.reading.options().input.is_empty()
    }

    /// Sets up the job. An update without paths uses the inputs and options that the old index lists.
    ///
    /// # Errors
    ///
    /// Returns an error if the options cannot be used.
    fn begin(&self, old_index: Option<&PositionIndex>) -> Result<Job, Stop> {
        let (mut options, terminal) = (self.reading.options(), self.reading.terminal);
        if let Some(old_index) = old_index.filter(|_| self.uses_old_inputs()) {
            if !options.input.is_default() || options.config != ConfigSource::Nearest {
                return Err(Stop::Usage(bilingual(
                    "an index knows its files and how they are read: specify --update without options of reading, or with paths",
                    "索引は対象のファイルと読み方を記録している。`--update` だけを指定するか、読み方とともにパスも指定する",
                )));
            }
            // The index determines the files to read, so no `kifu.toml` is needed.
            options.config = ConfigSource::None;
            let resolved = old_index.head.options.resolve();
            let (input, request) = resolved.map_err(|error| about(&self.output, &error))?;
            options.input = input;
            return Job::from_request(request, options, terminal, self.message_language());
        }
        Stop::if_some(unindexable(&options.input))?;
        Job::begin(options, terminal, self.message_language(), None)
    }

    /// Returns the reason why the output must not be replaced: the file exists and is not an index. Returns `None` if
    /// the output can be written.
    fn replacement_error(&self) -> Option<Message> {
        let is_file = fs::metadata(&self.output).is_ok_and(|it| it.is_file());
        let is_index = || {
            let file = ProtectedFiles::begin().open(&self.output);
            file.is_ok_and(|it| may_replace(&it))
        };
        if !is_file || is_index() {
            return None;
        }
        let name = path_to_text(&self.output);
        Some(message!(
            "{name} is not an index and is not overwritten; choose another file with -o",
            "{name}は索引ではないので、上書きしない。`-o` で別のファイルを指定する",
        ))
    }
}

/// The new index and its file, with counts of records.
struct Outputs {
    index: IndexBuilder,
    target: Target,
    /// The settings of the run, which contain the number of threads that also sort the entries.
    settings: Run,
    /// Number of records that were read.
    records: u64,
    /// Number of records without a position in the index: unreadable records, damaged archives, and records of other
    /// games than shogi.
    unreadable: u64,
}

impl Outputs {
    /// Writes the index, and renames its temporary file to the requested path.
    fn persist(mut self) -> io::Result<()> {
        self.index.finish(&self.settings, &mut self.target)?;
        self.target.persist()
    }
}

impl Consumer<Indexed> for Outputs {
    fn take(&mut self, result: ChunkResult<Indexed>, run: &mut RunStats) -> io::Result<ControlFlow<()>> {
        if result.first {
            run.begin_input(&result);
            protect(&self.target, &result.source)?;
        }
        let records = result.output.0.len() as u64;
        run.console.advance(result.bytes, records);
        self.records += records;
        self.unreadable += result.output.0.iter().filter(|it| it.is_empty()).count() as u64;
        self.index
            .add(result.source.file(), &result.path, result.first, result.output)?;
        Ok(ControlFlow::Continue(()))
    }

    fn close(self, run: &RunStats) -> io::Result<(RunTotals, Status)> {
        let totals = RunTotals::Indexed(self.records);
        let name = self.target.name().in_language(run.language);
        if run.interrupted {
            run.unwritten(&name);
            return Ok((totals, Status::Failed));
        }
        if run.files.is_nothing() {
            return Ok((totals, Status::Failed));
        }
        if self.unreadable > 0 {
            run.console
                .note(&unread_note(self.unreadable).in_language(run.language));
        }
        if !run.is_complete() {
            run.console.error(&name, &NOT_ALL_READ.into());
            return Ok((totals, Status::Failed));
        }
        self.persist()?;
        Ok((totals, Status::Clean))
    }
}
