//! `kifu index`, and what `kifu find --index` takes from it.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use clap::{CommandFactory, FromArgMatches, ValueHint};

use super::console::{self, Figures};
use super::job::{Consumer, Plan, Reading, Ruling, RunStats, Setup};
use super::output::{protect, target};
use super::{Cli, Status, Verb, usage};
use crate::batch::{
    Cancel, ChunkResult, Event, Exclude, Found, Halt, Inputs, Request, Run, Work, is_archive,
};
use crate::check::{Checker, Layer, Session, SourceFile};
use crate::finding::{Language, Message, Reason, both, message, say};
use crate::output::{Identity, ProtectedFiles, Target};
use crate::played::{Meaning, Played};
use crate::record::{Format, Record};
use crate::stats::FromIndex;
use crate::stats::position_index::{self, Head, IndexWriter, Input, PositionIndex, ReadingWords};
use crate::text::{Payload, found, spelled};

/// So many bytes are held in memory to be sorted.
const MEMORY: usize = 256 << 20;

/// Makes an index, or brings one up to date.
///
/// # Errors
///
/// When it cannot be written.
pub(super) fn run(mut args: IndexArgs) -> io::Result<Status> {
    let language = args.spoken();
    let old = if args.update {
        Some(open(&args.output)?)
    } else {
        None
    };
    let is_as_before = args.reading.is_empty();
    if let Some(old) = old.as_ref().filter(|_| is_as_before) {
        let config = args.reading.configuring.source.config.as_deref();
        let reading = reading(&old.head.words, config).map_err(|error| about(&args.output, &error))?;
        args.reading.read_like(reading);
    }
    if let Some(message) = unindexable(&args.reading) {
        return usage::wrong::<IndexArgs>("index", &message, language);
    }
    let Setup {
        mut job,
        protected,
        settings,
        ..
    } = match Setup::of::<IndexArgs>(
        "index",
        &args.reading,
        &Ruling::default(),
        Layer::default(),
        language,
        None,
    )? {
        ControlFlow::Continue(setup) => setup,
        ControlFlow::Break(status) => return Ok(status),
    };
    if job.request.list.is_some() {
        job.request = std::mem::take(&mut job.request).read_in()?;
    }
    let target = target(Some(&args.output), Payload::Data, &protected)?;
    let is_file = fs::metadata(&args.output).is_ok_and(|it| it.is_file());
    let there = is_file.then(|| ProtectedFiles::begin().open(&args.output));
    if there.is_some_and(|file| !file.is_ok_and(position_index::may_replace)) {
        let name = spelled(&args.output);
        let message = message!(
            "{name} is not an index and is not overwritten; choose another file with -o",
            "{name}は索引ではないので、上書きしない。`-o` で別のファイルを指定する",
        );
        return usage::wrong::<IndexArgs>("index", &message, language);
    }
    let words = ReadingWords::new(&args.reading.words(&job.request));
    let (inputs, _) = inputs(job.request.clone()).map_err(|error| {
        if old.is_some() && is_as_before {
            not_there(&args.output, &error)
        } else {
            error
        }
    })?;
    if !words.fit(inputs.len()) {
        let message = say(
            "an index cannot have this number of options, or of paths without files; specify the folders that contain the files",
            "オプションか、ファイルのないパスが多すぎて索引を作れない。ファイルのあるフォルダを指定する",
        );
        return usage::wrong::<IndexArgs>("index", &message, language);
    }
    let mut outputs = Outputs::new(Head::new(words, inputs), target);
    let console = job.console();
    let indexing = Indexing(Checker::new(settings));
    if let Some(mut old) = old {
        // Damage is noticed before it is called up to date.
        let checked = old.each(|_, _| Ok(())).and_then(|()| {
            let known = old
                .head
                .inputs
                .iter()
                .filter(|it| outputs.unchanged(it).is_some());
            let request = of_inputs(job.request.clone(), known);
            check_records(&old, request, &job.how(), &indexing)
        });
        checked.map_err(|error| about(&args.output, &error))?;
        if let Some(status) = job.interrupted() {
            return Ok(status);
        }
        if changed(&old.head.inputs, &outputs.head.inputs).is_none() {
            let name = spelled(&args.output);
            console.note(&message!("{name} is up to date", "{name}は最新である").in_language(language));
            return Ok(Status::Clean);
        }
        let removed = old.head.inputs.iter();
        let removed = removed
            .filter(|it| !outputs.by_path.contains_key(&it.path))
            .count();
        outputs.take_over(old)?;
        if outputs.is_known.iter().all(|it| *it) && !job.request.paths.is_empty() {
            // Files were only removed.
            outputs.land()?;
            let note = removed_note(&spelled(&args.output), removed);
            console.note(&note.in_language(language));
            return Ok(Status::Clean);
        }
        job.request = outputs.unread(job.request);
    }
    job.run(console, &indexing, outputs)
}

/// Why these paths cannot be indexed, if they cannot.
fn unindexable(reading: &Reading) -> Option<Message> {
    if reading.is_empty() {
        return Some(say(
            "no path was given; specify the files or directories to index",
            "パスが指定されていない。索引を作るファイルかフォルダを指定する",
        ));
    }
    let path = reading.read_once()?;
    Some(message!(
        "only files can be indexed, and `{path}` can be read only once; save it to a file first",
        "索引を作れるのはファイルだけで、`{path}` は1回しか読めない。ファイルに保存してから指定する",
        path = spelled(&path)
    ))
}

/// Reports the number of files that are no longer in an index.
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

#[derive(clap::Args, Debug)]
pub(super) struct IndexArgs {
    #[command(flatten)]
    reading: Reading,

    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, required = true, help_heading = "Output")]
    output: PathBuf,

    #[arg(long, help_heading = "Output")]
    update: bool,

    #[command(flatten)]
    lang: console::LangArg,
}

impl IndexArgs {
    /// The language of what people are told.
    pub(super) fn spoken(&self) -> Language {
        self.lang.language()
    }
}

/// The index in a file.
///
/// # Errors
///
/// When it cannot be read, or is not an index.
pub(super) fn open(path: &Path) -> io::Result<PositionIndex> {
    let file = ProtectedFiles::begin().open(path);
    let index = file.and_then(PositionIndex::open);
    index.map_err(|error| about(path, &error))
}

fn about(path: &Path, error: &io::Error) -> io::Error {
    Reason::about(&Message::same(spelled(path)), error)
}

/// What was read for an index, as the options of a command. A file of settings is read only if the user specifies it: an index may
/// come from anyone.
///
/// # Errors
///
/// When the words are not those of this version, or specify another file of settings.
fn reading(words: &ReadingWords, config: Option<&Path>) -> io::Result<Reading> {
    let usual = ["kifu", "index", "--output", "-"];
    let matches = Cli::command().try_get_matches_from(usual.into_iter().chain(words.options()));
    let parsed = matches.and_then(|it| Cli::from_arg_matches(&it));
    let reading = parsed.map(|it| match it.verb {
        Verb::Index(IndexArgs { mut reading, .. }) => {
            reading.paths = words.paths().map(PathBuf::from).collect();
            Some(reading)
        }
        _ => None,
    });
    match reading {
        Ok(Some(reading)) if is_reading(&reading, words) => {
            match reading.configuring.source.config.as_deref() {
                Some(other) if config != Some(other) => {
                    let name = spelled(other);
                    let words = message!(
                        "made with `--config {name}`; specify this option again",
                        "`--config {name}` を付けて作った索引である。もう一度このオプションを指定する",
                    );
                    Err(Reason::error(io::ErrorKind::InvalidInput, words))
                }
                None if config.is_some() => {
                    let words = say(
                        "made without `--config`; leave this option out",
                        "`--config` なしで作った索引である。このオプションを外す",
                    );
                    Err(Reason::error(io::ErrorKind::InvalidInput, words))
                }
                _ => Ok(reading),
            }
        }
        _ => Err(position_index::damaged()),
    }
}

/// Returns whether these words are those of an index that is read like this. Of standard input, no index is made.
fn is_reading(reading: &Reading, words: &ReadingWords) -> bool {
    let request = reading.request();
    ReadingWords::new(&reading.words(&request)) == *words && !request.reads_stdin()
}

/// The files that a request comes to, as they are now, and the paths of those that certainly have records.
fn inputs(request: Request) -> io::Result<(Vec<Input>, HashSet<String>)> {
    let (mut inputs, mut certain) = (Vec::new(), HashSet::new());
    for found in Inputs::files(request) {
        if let Found::Failed(failure) = found {
            return Err(Reason::about(&Message::same(failure.shown), &failure.error));
        }
        if let Found::Input(input) = &found
            && let Some(path) = input.source.file()
        {
            let data = fs::metadata(path).map_err(|error| about(path, &error))?;
            let modified = data
                .modified()
                .ok()
                .and_then(|it| it.duration_since(UNIX_EPOCH).ok());
            if !input.may_be_foreign() && !is_archive(path) {
                certain.insert(spelled(path));
            }
            inputs.push(Input {
                path: spelled(path),
                size: data.len(),
                modified: modified.map_or(0, |it| it.as_nanos()),
                files: Vec::new(),
            });
        }
    }
    Ok((inputs, certain))
}

// Finding with an index.

/// Asks an index for the records in which one of these positions occurs: how their files are read, and the records by their paths and
/// numbers. All files are read if `all` is set. `config` is the file of settings that the user specified.
///
/// # Errors
///
/// When the index cannot be read, is damaged, or does not fit its files.
pub(super) fn narrow(
    path: &Path,
    config: Option<&Path>,
    keys: &[u64],
    all: bool,
) -> io::Result<(Reading, FromIndex)> {
    let mut index = open(path)?;
    let mut reading = reading(&index.head.words, config).map_err(|error| about(path, &error))?;
    let plan = Plan::of(
        reading.request(),
        &reading,
        &Ruling::default(),
        Layer::default(),
        Language::English,
    );
    let plan = plan.map_err(|complaint| about(path, &io::Error::other(complaint.into_words())))?;
    let (now, certain) = inputs(plan.request.clone()).map_err(|error| not_there(path, &error))?;
    if let Some(changed) = changed(&index.head.inputs, &now) {
        return Err(about(path, &Reason::error(io::ErrorKind::InvalidData, changed)));
    }
    // Pipes and the like are not indexed either, and would be waited for.
    if reading.read_once().is_some() {
        return Err(about(path, &position_index::damaged()));
    }
    // These have records, whatever is in them.
    let is_missing = |it: &&Input| it.files.is_empty() && certain.contains(&it.path);
    if index.head.inputs.iter().any(|it| is_missing(&it)) {
        return Err(about(path, &position_index::damaged()));
    }
    let request = of_inputs(plan.request, index.head.inputs.iter());
    let indexing = Indexing(Checker::new(plan.settings));
    let checked = check_records(&index, request, &reading.run(Cancel::default()), &indexing);
    checked.map_err(|error| about(path, &error))?;
    let mut numbers = Vec::new();
    for &key in keys {
        numbers.extend(index.records(key).map_err(|error| about(path, &error))?);
    }
    numbers.sort_unstable();
    numbers.dedup();
    let mut wanted = numbers.into_iter().peekable();
    let (mut records, mut places) = (HashSet::new(), Vec::new());
    for (at, file, numbers) in index.head.files() {
        while let Some(number) = wanted.next_if(|it| numbers.contains(it)) {
            records.insert((file.to_owned(), number - numbers.start + 1));
            if places.last() != Some(&at) {
                places.push(at);
            }
        }
    }
    // If no record matches, one file is still read: the summary has its records.
    if places.is_empty() && !index.head.inputs.is_empty() {
        places.push(index.head.files().next().map_or(0, |(at, ..)| at));
    }
    reading.has_no_files = index.head.inputs.is_empty();
    let inputs = places.iter().filter_map(|&at| index.head.inputs.get(at));
    let paths: Vec<_> = inputs.map(|it| found(PathBuf::from(&it.path))).collect();
    // Of two paths of one file only the first would be read.
    let files: HashSet<_> = paths.iter().filter_map(|it| Identity::of(it)).collect();
    if reading.has_no_files || !all && files.len() == paths.len() {
        reading.paths = paths;
    } else {
        places = (0..index.head.inputs.len()).collect();
    }
    let mut files = HashMap::new();
    for (at, file, numbers) in index.head.files() {
        if places.binary_search(&at).is_ok() {
            *files.entry(file.to_owned()).or_default() += numbers.len() as u64;
        }
    }
    let name = spelled(path);
    Ok((reading, FromIndex { name, records, files }))
}

/// The request with the files of these inputs instead of its paths.
fn of_inputs<'i>(request: Request, inputs: impl Iterator<Item = &'i Input>) -> Request {
    let paths = inputs.map(|it| found(PathBuf::from(&it.path)));
    Request {
        paths: paths.collect(),
        ..request
    }
}

/// Checks an index that has records but no position of any, by reading its files again.
///
/// # Errors
///
/// When a record has positions: the index is damaged.
fn check_records(index: &PositionIndex, request: Request, run: &Run, indexing: &Indexing) -> io::Result<()> {
    if !index.has_records_only() {
        return Ok(());
    }
    let ended = run.execute(Inputs::new(request), indexing, |event| {
        let has_positions =
            matches!(event, Event::Done(it) if it.output.0.iter().any(|keys| !keys.is_empty()));
        Ok(if has_positions {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    });
    match ended? {
        ControlFlow::Break(Halt::Enough) => Err(position_index::damaged()),
        _ => Ok(()),
    }
}

/// An error in finding the files of an index again.
fn not_there(index: &Path, error: &io::Error) -> io::Error {
    if error.kind() != io::ErrorKind::NotFound {
        return about(index, error);
    }
    let reason = Reason::of(error);
    let words = message!(
        "{reason}; use the index in the folder where it was made; if its files were moved, make a new index",
        "{reason}。索引は作ったフォルダで使う。棋譜を移動したときは、索引を作り直す",
        reason
    );
    about(index, &Reason::error(error.kind(), words))
}

/// How the files have changed since an index was made.
fn changed(then: &[Input], now: &[Input]) -> Option<Message> {
    let by_path: HashMap<&str, &Input> = then.iter().map(|it| (&*it.path, it)).collect();
    let there: HashSet<&str> = now.iter().map(|it| &*it.path).collect();
    let state = |input: &Input| (input.size, input.modified);
    let missing = || then.iter().filter(|it| !there.contains(&*it.path));
    let differs = |input: &&Input| {
        by_path
            .get(&*input.path)
            .is_none_or(|old| state(old) != state(input))
    };
    let change = if let Some(input) = now.iter().find(differs) {
        let path = &input.path;
        let is_moved = |old: &&Input| state(old) == state(input) && !found(PathBuf::from(&old.path)).exists();
        if by_path.contains_key(&**path) {
            message!(
                "{path} has changed since the index was made",
                "索引を作った後に{path}が変わっている",
                path
            )
        } else if let Some(old) = missing().find(is_moved) {
            message!(
                "{old} was moved to {path} after the index was made",
                "索引を作った後に{old}が{path}に移されている",
                path,
                old = &old.path
            )
        } else {
            message!(
                "{path} was added after the index was made",
                "索引を作った後に{path}が増えている",
                path
            )
        }
    } else {
        let path = &missing().next()?.path;
        if found(PathBuf::from(path)).exists() {
            message!(
                "{path} is in the index, but is excluded now",
                "索引にある{path}が、いまは除外されている",
                path
            )
        } else {
            message!(
                "{path} was removed after the index was made",
                "索引を作った後に{path}がなくなっている",
                path
            )
        }
    };
    Some(message!(
        "{change}; bring it up to date with `kifu index --update`",
        "{change}。`kifu index --update` で更新する",
        change
    ))
}

// Indexing as the work of a run.

/// Collects the positions of every record, those of its variations too.
struct Indexing(Checker);

/// The keys of each record of a stretch.
#[derive(Default)]
struct Indexed(Vec<Vec<u64>>);

impl Work for Indexing {
    type Worker = Session;
    type Output = Indexed;

    fn worker(&self) -> Session {
        self.0.session()
    }

    fn record(&self, session: &mut Session, file: &SourceFile<'_>, record: Record<'_>, output: &mut Indexed) {
        let mut keys = Vec::new();
        let is_readable = record.format != Format::UNKNOWN && record.is_shogi();
        if is_readable && record.start.is_known {
            keys.push(record.start.position.zobrist());
        }
        let game = session.check_watched(file, record, |played| keys.push(played.after.zobrist()));
        if game.record.is_shogi() && game.record.tree.has_variations() {
            Played::watched(&game.record, |_, meaning, after| {
                if matches!(meaning, Meaning::Ply(_)) {
                    keys.push(after.zobrist());
                }
            });
        }
        keys.sort_unstable();
        keys.dedup();
        output.0.push(keys);
    }
}

/// The index that is made.
struct Outputs {
    head: Head,
    writer: IndexWriter,
    target: Target,
    /// The number of records that were read, and of those that cannot be read.
    records: u64,
    unreadable: u64,
    /// The inputs by their paths, and whether an older index knew all of each.
    by_path: HashMap<String, usize>,
    is_known: Vec<bool>,
    /// Where each record is, in the order in which they came: its input, its file there, and its number from 0.
    places: Vec<(usize, usize, u32)>,
}

impl Outputs {
    fn new(head: Head, target: Target) -> Self {
        let paths = head.inputs.iter().map(|it| it.path.clone());
        Self {
            by_path: paths.zip(0..).collect(),
            is_known: vec![false; head.inputs.len()],
            head,
            writer: IndexWriter::new(MEMORY),
            target,
            records: 0,
            unreadable: 0,
            places: Vec::new(),
        }
    }

    /// The place of an input of an older index, if its file has not changed.
    fn unchanged(&self, input: &Input) -> Option<usize> {
        let at = self.by_path.get(&input.path).copied();
        at.filter(|&at| {
            let now = &self.head.inputs[at];
            (now.size, now.modified) == (input.size, input.modified)
        })
    }

    /// Takes over what an older index knows of inputs that have not changed.
    fn take_over(&mut self, mut old: PositionIndex) -> io::Result<()> {
        let mut same = Vec::new();
        for input in &mut old.head.inputs {
            let at = self.unchanged(input);
            if let Some(at) = at {
                self.head.inputs[at].files.clone_from(&input.files);
                self.is_known[at] = true;
            }
            same.push(at);
        }
        // The files in the order of their records: the input, the place in it, and the number of the first record.
        let mut files: Vec<(usize, usize, u32)> = Vec::new();
        for (at, _, numbers) in old.head.files() {
            let file = files.last().map_or(0, |it| if it.0 == at { it.1 + 1 } else { 0 });
            files.push((at, file, numbers.start));
        }
        // Only records with positions need a number.
        let mut numbers = HashMap::new();
        old.each(|key, record| {
            let file = files.partition_point(|it| it.2 <= record).checked_sub(1);
            let Some(&(at, file, first)) = file.and_then(|it| files.get(it)) else {
                return Err(position_index::damaged());
            };
            let Some(at) = same[at] else { return Ok(()) };
            let number = *numbers.entry(record).or_insert_with(|| {
                self.places.push((at, file, record - first));
                self.places.len() as u32 - 1
            });
            self.writer.push(key, number)
        })
    }

    /// The request without the files that were taken over.
    fn unread(&self, mut request: Request) -> Request {
        let known = self.head.inputs.iter().zip(&self.is_known);
        let known: HashSet<_> = known.filter(|it| *it.1).map(|it| it.0.path.clone()).collect();
        request.paths.retain(|it| !known.contains(&spelled(it)));
        let excluded = request.exclude;
        request.exclude = Exclude::new(move |path, member| {
            excluded.fits(path, member) || member.is_none() && known.contains(&spelled(path))
        });
        request
    }

    /// Writes the index.
    fn land(mut self) -> io::Result<()> {
        let numbers = self.numbers().ok_or_else(position_index::damaged)?;
        self.writer.finish(self.head, &numbers, &mut self.target)?;
        self.target.land()
    }

    /// The numbers of all records in the order of the inputs, by the order in which they came. `None` if there are too many.
    fn numbers(&self) -> Option<Vec<u32>> {
        let mut first = 0_u32;
        let mut firsts: Vec<Vec<u32>> = Vec::new();
        for input in &self.head.inputs {
            let mut of_input = Vec::new();
            for &(_, records) in &input.files {
                of_input.push(first);
                first = first.checked_add(records)?;
            }
            firsts.push(of_input);
        }
        let number = |&(input, file, record): &(usize, usize, u32)| firsts[input][file] + record;
        Some(self.places.iter().map(number).collect())
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
        let input = result.source.file().map(spelled);
        let at = input.and_then(|it| self.by_path.get(&it));
        let Some(&at) = at.filter(|&&at| !self.is_known[at]) else {
            // It was written while the others were read, or is known.
            return Ok(ControlFlow::Continue(()));
        };
        let files = &mut self.head.inputs[at].files;
        if result.first {
            files.push((result.path.clone(), 0));
        }
        let file = files.len().saturating_sub(1);
        for keys in result.output.0 {
            let number = self.places.len() as u32;
            self.places.push((at, file, files[file].1));
            files[file].1 += 1;
            for key in keys {
                self.writer.push(key, number)?;
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn close(self, run: &RunStats) -> io::Result<(Figures, Status)> {
        let figures = Figures::Indexed(self.records);
        let name = self.target.name().in_language(run.language);
        if run.interrupted {
            run.unwritten(&name);
            return Ok((figures, Status::Trouble));
        }
        if run.files.is_nothing() {
            return Ok((figures, Status::Trouble));
        }
        if self.unreadable > 0 {
            let count = self.unreadable;
            let note = message!(
                "{count} of the records cannot be read or are damaged; `kifu validate` reports them",
                "読めない棋譜か壊れたアーカイブが{count}件ある。`kifu validate` で確認できる"
            );
            run.console.note(&note.in_language(run.language));
        }
        if !run.has_read_all() {
            let words = both(
                "not written because not all files could be read; correct or exclude them",
                "読めないファイルがあるため、書き出していない。直すか除外する",
            );
            run.console.error(&name, &words.into());
            return Ok((figures, Status::Trouble));
        }
        self.land()?;
        Ok((figures, Status::Clean))
    }
}
