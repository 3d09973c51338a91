//! The command `kifu fix`, which applies fixes to files or shows them as a diff.

use std::fs;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::ValueHint;

use super::Status;
use super::args::{EventArgs, ReadingArgs, RecordArgs, unique_usage_error};
use super::console::{self, Console, FixTotals, RunTotals};
use super::convert::destination::layout_for;
use super::job::{Consumer, Job};
use super::questions::Questions;
use super::run_stats::RunStats;
use super::stop::Stop;
use super::values::{self, SelectorValue};
use crate::batch::{ChunkResult, Source, stdin_member};
use crate::check::{Checker, File, FixCounts, Selector};
use crate::convert::FileNames;
use crate::finding::{Applicability, Finding, Language, Message, Reason, Severity, bilingual, message};
use crate::notation;
use crate::output::{
    AtomicFile, FileState, OutputDir, ProtectedFiles, Target, hard_links, stderr_is_terminal,
    stdin_is_terminal,
};
use crate::report::{Paint, write_diff};
use crate::run::{
    CheckRun, CheckedPart, CheckedRecord, ExcludedRecords, OutputNeeds, RecordFilter, Renderer, RunOptions,
};
use crate::text::{Payload, path_to_text};

/// Fixes records, or shows the fixes.
///
/// # Errors
///
/// Returns an error if the options cannot be used, or if the output cannot be written.
pub(super) fn run(args: &FixArgs) -> Result<Status, Stop> {
    let language = args.message_language();
    if args.records.help(language)? {
        return Ok(Status::Clean);
    }
    let options = args.options();
    let (terminal, wrong) = (args.reading.terminal, args.usage_error(&options));
    let mut job = Job::begin(options, terminal, language, wrong)?;
    let choice = RecordFilter::of_games(&job.options, &job.effective)?;
    let questions = args.questions(&mut job)?;
    let renderer = FixRenderer {
        with_unsafe: args.with_unsafe,
        asks: questions.is_some(),
    };
    let checker = Checker::new(job.effective.settings_for(&renderer.needs()));
    if job.request.reads_stdin() {
        return fix_stdin(args, &job, &checker, &choice);
    }
    let destination = args.destination(&mut job)?;
    let console = job.console();
    let choice = job.without_copies(choice, &checker, &console)?;
    let work = CheckRun {
        checker: checker.clone(),
        filter: choice,
        severity: Severity::Note,
        renderer,
    };
    let consumer = FixConsumer {
        checker,
        with_unsafe: args.with_unsafe,
        questions,
        unwritten: Vec::new(),
        destination,
        totals: FixTotals {
            is_diff: args.diff,
            ..FixTotals::default()
        },
        input: None,
        is_broken: false,
        has_wrong_answer: false,
    };
    Ok(job.run(console, &work, consumer)?)
}

// The options of `kifu fix`.

#[derive(clap::Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches")]
pub(super) struct FixArgs {
    #[command(flatten)]
    reading: ReadingArgs,

    #[command(flatten)]
    event: EventArgs,

    #[command(flatten)]
    records: RecordArgs,

    #[arg(
        long, value_name = "RULES,...", value_delimiter = ',', hide_possible_values = true,
        value_parser = SelectorValue::new(), help_heading = "Choosing findings"
    )]
    select: Vec<Selector>,

    #[arg(
        long, value_name = "RULES,...", value_delimiter = ',', hide_possible_values = true,
        value_parser = SelectorValue::new(), help_heading = "Choosing findings"
    )]
    ignore: Vec<Selector>,

    #[arg(long = "unsafe")]
    with_unsafe: bool,

    #[arg(short, long)]
    interactive: bool,

    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    answers: Option<PathBuf>,

    #[arg(long, conflicts_with_all = ["output", "backup"])]
    diff: bool,

    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "backup", help_heading = "Output")]
    output: Option<PathBuf>,

    #[arg(long, requires = "output", help_heading = "Output")]
    force: bool,

    #[arg(long, help_heading = "Output")]
    backup: bool,

    #[arg(
        long, value_name = "LANG", value_parser = values::language(), hide_possible_values = true,
        help_heading = "Output"
    )]
    lang: Option<Language>,
}

impl FixArgs {
    fn options(&self) -> RunOptions {
        RunOptions {
            select: self.select.clone(),
            ignore: self.ignore.clone(),
            ..self.records.add_to(self.event.add_to(self.reading.options()))
        }
    }

    /// Returns the language of messages.
    pub(super) fn message_language(&self) -> Language {
        console::message_language(self.lang)
    }

    /// Returns the error in the combination of options and inputs, if there is one.
    fn usage_error(&self, options: &RunOptions) -> Option<Message> {
        let paths = &options.input.paths;
        let names_stdin = paths.iter().any(|path| stdin_member(path).is_some());
        let others = paths.len() > 1 || options.input.list.is_some();
        if names_stdin && others {
            return Some(bilingual(
                "standard input is fixed to standard output, without other paths",
                "標準入力は標準出力へ書き出すので、ほかのパスと同時に指定できない",
            ));
        }
        let reads_stdin = names_stdin || options.input.is_empty();
        if reads_stdin && (self.output.is_some() || self.backup) {
            return Some(bilingual(
                "standard input is fixed to standard output; -o and --backup require a path",
                "標準入力は標準出力へ書き出す。`-o` と `--backup` にはパスを指定する",
            ));
        }
        if self.asks() && reads_stdin {
            return Some(bilingual(
                "-i requires a path, because standard input is fixed without questions",
                "標準入力は質問せずに修正する。`-i` にはパスを指定する",
            ));
        }
        if self.interactive && self.answers.is_none() && !(stdin_is_terminal() && stderr_is_terminal()) {
            return Some(bilingual(
                "-i requires a terminal; use --answers FILE for answers in a file, or --unsafe to apply all causes",
                "`-i` にはターミナルが必要である。ファイルの答えを使うには `--answers FILE`、すべての原因を修正するには `--unsafe` を指定する",
            ));
        }
        unique_usage_error(options)
    }

    /// Returns whether each change of moves is asked about.
    const fn asks(&self) -> bool {
        self.interactive || self.answers.is_some()
    }

    /// Returns the questions about the causes, if they are to be asked.
    ///
    /// # Errors
    ///
    /// Returns an error if the file of answers cannot be read, or if it has a line that is not an answer.
    fn questions(&self, job: &mut Job) -> io::Result<Option<Questions>> {
        let Some(path) = &self.answers else {
            return Ok(self.interactive.then(|| Questions::on_terminal(job.language)));
        };
        let questions = Questions::from_file(path, &mut job.protected, job.language);
        questions.map(Some).map_err(|error| with_path(path, &error))
    }

    /// Returns the destination of the changed files. The directory of `-o` is excluded from the inputs.
    ///
    /// # Errors
    ///
    /// Returns an error if the directory cannot be created.
    fn destination(&self, job: &mut Job) -> io::Result<Destination> {
        if self.diff {
            let color = self.reading.terminal.color.on_stdout();
            return Ok(Destination::Diff(Target::stdout(
                Payload::Words,
                color,
                &job.protected,
            )?));
        }
        let Some(directory) = &self.output else {
            let folders = job.request.paths.iter().filter(|path| path.is_dir());
            return Ok(Destination::Place {
                backup: self.backup,
                folders: folders.cloned().collect(),
            });
        };
        let protected = std::mem::replace(&mut job.protected, ProtectedFiles::begin());
        let store = OutputDir::open(directory, self.force, protected)
            .map_err(|error| with_path(directory, &error))?;
        job.request.except = Some(store.root().to_owned());
        let names = FileNames::with_extensions_of_inputs(layout_for(&job.request));
        Ok(Destination::Directory {
            store,
            names: Box::new(names),
        })
    }
}

/// Fixes standard input to standard output.
///
/// # Errors
///
/// Returns an error if it cannot be read or written, or if it contains several files.
fn fix_stdin(args: &FixArgs, job: &Job, checker: &Checker, choice: &RecordFilter) -> Result<Status, Stop> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    let mut files = checker.check("-", &bytes[..]);
    let file = files.next().filter(|_| files.next().is_none());
    let Some(file) = file else {
        return Err(Stop::Usage(bilingual(
            "standard input is an archive of several files; save it, and use -o",
            "標準入力が複数のファイルのアーカイブである。保存し、`-o` を使う",
        )));
    };
    let mut worker = choice.worker(checker, &OutputNeeds::default());
    let mut left_out = ExcludedRecords::default();
    let source = file.source();
    let unread = file.unread();
    let mut has_withheld_fixes = false;
    let selected: Vec<u32> = unread
        .filter_map(|record| worker.take(&source, &record, &mut left_out, |_| {}))
        .map(|(game, _)| {
            has_withheld_fixes |= game.suppressed.has_withheld_fixes;
            game.record.index
        })
        .collect();
    let fixed = file.fix_records(args.with_unsafe, |number| selected.contains(&number));
    let color = args.reading.terminal.color.on_stdout();
    let counts = fixed.counts;
    let is_changed = fixed.bytes.is_some();
    if args.diff {
        let mut target = Target::stdout(Payload::Words, color, &job.protected)?;
        if let Some(new) = &fixed.bytes {
            write_diff("-", [file.text().source(), new], &Paint::coloured(), &mut target)?;
        }
        target.persist()?;
    } else {
        let mut target = Target::stdout(Payload::Data, color, &job.protected)?;
        target.write_all(&fixed.bytes.unwrap_or_else(|| file.original_bytes()))?;
        target.persist()?;
    }
    let console = job.console();
    let totals = FixTotals {
        records: selected.len() as u64,
        files: u64::from(is_changed),
        pages: u64::from(has_withheld_fixes && file.text().page().is_some()),
        counts,
        is_diff: args.diff,
        left_out,
        ..FixTotals::default()
    };
    console.note(&console::fix_summary(&totals, job.language));
    Ok(totals.status(false))
}

// The search for records with fixes.

struct FixRenderer {
    with_unsafe: bool,
    /// `true` if causes are asked about.
    asks: bool,
}

/// The result for consecutive records.
#[derive(Default)]
struct FixPart {
    /// The numbers of the selected records.
    selected: Vec<u32>,
    /// `true` if one of them has a fix that is applied.
    has_fix: bool,
    /// `true` if one of them has a fix that the text does not allow.
    has_withheld_fixes: bool,
    /// The numbers of findings, provided that nothing in the file is fixed.
    counts: FixCounts,
}

impl Renderer for FixRenderer {
    type Part = FixPart;

    fn needs(&self) -> OutputNeeds {
        OutputNeeds {
            causes: true,
            fixes: true,
            ..OutputNeeds::default()
        }
    }

    fn render(&self, record: &mut CheckedRecord<'_, '_>, part: &mut FixPart) {
        let findings = &record.game.judgement.findings;
        let is_applied = |finding: &Finding| {
            let fix = finding.fix.as_ref();
            self.asks && !finding.possible_changes().is_empty()
                || fix.is_some_and(|fix| self.with_unsafe || fix.applicability == Applicability::Safe)
        };
        part.selected.push(record.game.record.index);
        part.has_withheld_fixes |= record.game.suppressed.has_withheld_fixes;
        part.has_fix |= findings.iter().any(is_applied);
        part.counts.merge(FixCounts::of_unfixed(findings));
    }
}

// The application of the fixes, file by file.

/// The destination of the changed files.
enum Destination {
    /// Each file is replaced, after a copy is made if `backup` is `true`. A link in one of the folders that leads to a file
    /// outside of it is not followed.
    Place { backup: bool, folders: Vec<PathBuf> },
    /// A directory, with names like those of the inputs.
    Directory { store: OutputDir, names: Box<FileNames> },
    /// Nothing is changed; the differences are printed.
    Diff(Target),
}

struct FixConsumer {
    checker: Checker,
    with_unsafe: bool,
    /// The questions about the causes; `None` if nothing is asked.
    questions: Option<Questions>,
    /// The files that are written at the end, because the answers to later files can be wrong.
    unwritten: Vec<ChangedFile>,
    destination: Destination,
    totals: FixTotals,
    /// The input that is being read.
    input: Option<CurrentInput>,
    /// `true` if a file could not be read again or written.
    is_broken: bool,
    /// `true` if there was no answer to a question in the file of answers, or a wrong one: nothing is written.
    has_wrong_answer: bool,
}

/// A file with its content before and after the fixes.
struct ChangedFile {
    path: String,
    /// The name below the directory of `-o`.
    name: PathBuf,
    source: Source,
    /// The state of the file before it was read; `None` if it is not a file.
    state: Option<FileState>,
    original: Vec<u8>,
    new: Vec<u8>,
}

struct CurrentInput {
    path: String,
    source: Source,
    /// `true` if the input is a page, which is not changed.
    is_page: bool,
    part: FixPart,
}

/// Returns whether a path has the extension of a page, which is not changed even if it is read as a record.
fn has_page_extension(path: &str) -> bool {
    path.rsplit_once('.')
        .is_some_and(|(_, extension)| notation::is_page_extension(extension))
}

impl Consumer<CheckedPart<FixPart>> for FixConsumer {
    fn take(
        &mut self,
        result: ChunkResult<CheckedPart<FixPart>>,
        run: &mut RunStats,
    ) -> io::Result<ControlFlow<()>> {
        if self
            .questions
            .as_ref()
            .is_some_and(|questions| questions.has_quit)
        {
            return Ok(ControlFlow::Break(()));
        }
        if result.first {
            run.begin_input(&result);
            if let Destination::Directory { names, .. } = &mut self.destination {
                names.begin_input(result.source.place().as_deref());
            }
            self.input = Some(CurrentInput {
                is_page: result.page.is_some() || has_page_extension(&result.path),
                path: result.path,
                source: result.source,
                part: FixPart::default(),
            });
        }
        let CheckedPart { counts, part } = result.output;
        run.console.advance(result.bytes, part.selected.len() as u64);
        self.totals.records += part.selected.len() as u64;
        self.totals.left_out.merge(counts.excluded);
        if let Some(input) = &mut self.input {
            input.part.selected.extend(part.selected);
            input.part.has_fix |= part.has_fix;
            input.part.has_withheld_fixes |= part.has_withheld_fixes;
            input.part.counts.merge(part.counts);
        }
        Ok(ControlFlow::Continue(()))
    }

    fn end_input(&mut self, whole: bool, run: &RunStats) -> io::Result<()> {
        let Some(input) = self.input.take().filter(|_| whole) else {
            return Ok(());
        };
        self.totals.pages +=
            u64::from(input.is_page && (input.part.has_withheld_fixes || input.part.has_fix));
        if !input.part.has_fix || input.is_page {
            self.totals.counts.merge(input.part.counts);
            return Ok(());
        }
        if input.source.member().is_some() && matches!(self.destination, Destination::Place { .. }) {
            self.totals.in_archives += 1;
            return Ok(());
        }
        if self
            .questions
            .as_ref()
            .is_some_and(|questions| questions.has_quit)
            || self.has_wrong_answer
        {
            return Ok(());
        }
        let fixed = self.fix(input, &run.console);
        match fixed {
            Ok(Some(changed)) if self.writes_at_end() => self.unwritten.push(changed),
            Ok(Some(changed)) => return self.write(&changed, run),
            Ok(None) => {}
            Err(error) => {
                self.is_broken = true;
                self.has_wrong_answer = self.writes_at_end() && error.kind() == io::ErrorKind::InvalidInput;
                run.console.error_of_run(&Reason::from_io_error(&error));
            }
        }
        Ok(())
    }

    fn close(mut self, run: &RunStats) -> io::Result<(RunTotals, Status)> {
        let unwritten = std::mem::take(&mut self.unwritten);
        if self.has_wrong_answer {
            self.totals.counts = FixCounts::default();
        } else {
            for changed in &unwritten {
                self.write(changed, run)?;
            }
        }
        if let Some(questions) = &self.questions {
            self.totals.declined = questions.declined;
            if let Some(note) = questions
                .unused_note()
                .filter(|_| run.is_complete() && !self.has_wrong_answer)
            {
                run.console.note(&note.in_language(run.language));
            }
        }
        if let Destination::Diff(target) = self.destination {
            target.persist()?;
        }
        let status = self.totals.status(self.is_broken);
        Ok((RunTotals::Fixed(self.totals), status))
    }
}

impl FixConsumer {
    /// Returns whether files are written only after the last one.
    fn writes_at_end(&self) -> bool {
        self.questions
            .as_ref()
            .is_some_and(Questions::are_answers_in_file)
    }

    /// Reads a file again and fixes it. Returns the file if it has changes.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be read again, or if there is no answer to a question. Its message begins with the path.
    fn fix(&mut self, input: CurrentInput, console: &Console) -> io::Result<Option<ChangedFile>> {
        let name = Message::untranslated(input.path.clone());
        let with_name = |error: io::Error| Reason::with_subject(&name, &error);
        let path = input.source.file();
        let state = path.and_then(|path| FileState::from_path(path).ok());
        let original = input.source.read_again().map_err(with_name)?;
        let selected = &input.part.selected;
        let fixed = if let Some(questions) = &mut self.questions {
            questions.fix_file(&self.checker, (&input.path, &original), selected, console)?
        } else {
            let mut files = self.checker.check(&input.path, &original[..]);
            let file: File<'_> = files
                .next()
                .ok_or_else(|| with_name(io::ErrorKind::UnexpectedEof.into()))?;
            file.fix_records(self.with_unsafe, |number| selected.binary_search(&number).is_ok())
        };
        self.totals.counts.merge(fixed.counts);
        let name = match &mut self.destination {
            Destination::Directory { store, names } if fixed.bytes.is_some() => {
                names.path(None, |path| store.has_written(&store.root().join(path)))
            }
            _ => PathBuf::new(),
        };
        Ok(fixed.bytes.map(|new| ChangedFile {
            path: input.path,
            name,
            source: input.source,
            state,
            original,
            new,
        }))
    }

    /// Writes a changed file, or its differences. An error in a file is reported, and the run continues.
    ///
    /// # Errors
    ///
    /// Returns an error if the differences cannot be written.
    fn write(&mut self, changed: &ChangedFile, run: &RunStats) -> io::Result<()> {
        let links = changed.source.file().map_or(1, hard_links);
        let is_in_place = matches!(self.destination, Destination::Place { .. });
        match self.try_write(changed) {
            Ok(()) => {
                self.totals.files += 1;
                if is_in_place && links > 1 {
                    let note = message!(
                        "{path} had {links} hard links; the other names keep the old content",
                        "{path}にはハードリンクが{links}個あった。ほかの名前の内容は元のまま",
                        path = &changed.path,
                        links
                    );
                    run.console.note(&note.in_language(run.language));
                }
            }
            Err(error) if matches!(self.destination, Destination::Diff(_)) => return Err(error),
            Err(error) => {
                self.is_broken = true;
                run.console.error_of_run(&Reason::from_io_error(&error));
            }
        }
        Ok(())
    }

    fn try_write(&mut self, changed: &ChangedFile) -> io::Result<()> {
        let ChangedFile {
            path, original, new, ..
        } = changed;
        match &mut self.destination {
            Destination::Diff(target) => write_diff(path, [original, new], &Paint::coloured(), target),
            Destination::Directory { store, .. } => write_below(store, &changed.name, new)
                .map_err(|error| with_path(&store.root().join(&changed.name), &error)),
            Destination::Place { backup, folders } => {
                let (Some(path), Some(state)) = (changed.source.file(), changed.state) else {
                    let name = Message::untranslated(path.clone());
                    return Err(Reason::with_subject(&name, &io::ErrorKind::NotFound.into()));
                };
                if folders.iter().any(|folder| leads_out(path, folder)) {
                    return Err(with_path(path, &link_error()));
                }
                replace(path, state, original, new, *backup)
            }
        }
    }
}

/// Returns whether a file in a folder is a link to a file outside of the folder.
fn leads_out(path: &Path, folder: &Path) -> bool {
    let is_link = path.starts_with(folder) && path.is_symlink();
    is_link
        && match (fs::canonicalize(path), fs::canonicalize(folder)) {
            (Ok(file), Ok(folder)) => !file.starts_with(folder),
            _ => true,
        }
}

fn link_error() -> io::Error {
    Reason::error(
        io::ErrorKind::PermissionDenied,
        bilingual(
            "this link leads out of the folder, so its file is not changed; fix the file by its own path",
            "このリンクはフォルダの外を指すので、リンク先のファイルを変更しない。リンク先のパスを指定して修正する",
        ),
    )
}

/// Returns an error with the path of its file.
fn with_path(path: &Path, error: &io::Error) -> io::Error {
    Reason::with_subject(&Message::untranslated(path_to_text(path)), error)
}

/// Writes a file with this name in a directory.
///
/// # Errors
///
/// Returns an error if the file cannot be written, or must not be replaced.
fn write_below(directory: &mut OutputDir, name: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = directory.begin(name)?;
    file.write_all(bytes)?;
    directory.finish(file)
}

/// Replaces a file, which keeps its owner, permissions and extended attributes. With `backup`, the original goes to
/// `NAME.orig`. `state` is the state of the file before it was read.
///
/// # Errors
///
/// Returns an error if one of the files cannot be written, or if the file has changed. The file is unchanged then.
fn replace(path: &Path, state: FileState, original: &[u8], new: &[u8], backup: bool) -> io::Result<()> {
    let mut target = Target::open(path, Payload::Data, &ProtectedFiles::begin())?;
    target.write_all(new)?;
    target.keep_attributes(path)?;
    target.sync()?;
    if backup {
        let mut name = path.as_os_str().to_owned();
        name.push(".orig");
        let name = PathBuf::from(name);
        write_copy(path, &name, original).map_err(|error| with_path(&name, &error))?;
    }
    if !FileState::from_path(path).is_ok_and(|now| now == state) {
        let reason = bilingual(
            "changed while it was being fixed, so it is not replaced; fix it again",
            "修正中に変更されたので、置き換えない。もう一度修正する",
        );
        return Err(with_path(path, &Reason::error(io::ErrorKind::Other, reason)));
    }
    target.persist()
}

/// Writes the copy of a file before it is changed, unless another run has already written the same copy.
///
/// # Errors
///
/// Returns an error if a different copy exists, or if the copy cannot be written.
fn write_copy(path: &Path, copy_path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut copy = AtomicFile::begin(copy_path.to_owned())?;
    copy.write_all(bytes)?;
    copy.copy_attributes(path)?;
    copy.sync()?;
    match copy.persist(false) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            if has_content(copy_path, bytes) {
                return Ok(());
            }
            Err(Reason::error(
                error.kind(),
                bilingual(
                    "exists already and is not replaced, so the file is not fixed; move it away, or fix without --backup",
                    "すでに存在し、置き換えないので、ファイルは修正されない。移動するか、`--backup` なしで修正する",
                ),
            ))
        }
        result => result,
    }
}

/// Returns whether a file has exactly this content.
fn has_content(path: &Path, bytes: &[u8]) -> bool {
    let mut content = Vec::new();
    let file = ProtectedFiles::begin().open(path);
    file.and_then(|mut file| file.read_to_end(&mut content)).is_ok() && content == bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_has_changed_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.kif");
        let content = || fs::read_to_string(&path).unwrap();
        fs::write(&path, "old").unwrap();
        let state = FileState::from_path(&path).unwrap();
        replace(&path, state, b"old", b"new", false).unwrap();
        assert_eq!(content(), "new");
        let state = FileState::from_path(&path).unwrap();
        fs::write(&path, "changed").unwrap();
        let error = replace(&path, state, b"new", b"newer", false).unwrap_err();
        assert!(
            error.to_string().contains("changed while it was being fixed"),
            "{error}"
        );
        assert_eq!(content(), "changed");
    }
}
