//! Creation and use of an index of positions.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use std::{env, fs};

use super::effective::Effective;
use super::inputs::{first_unrepeatable_path, paths_of_options, request, run_settings};
use super::options::{InputOptions, RunOptions};
use super::position_index::{
    IndexMetadata, IndexWriter, IndexedInputs, Input, PositionIndex, damaged_error, v1_arguments,
};
use super::record_filter::{IndexedRecords, RecordNumbers};
use crate::batch::{Cancel, Event, Exclude, Halt, InputEvent, Inputs, Request, Run, Work, is_archive};
use crate::check::{Checker, Pattern, Patterns, Session, Settings, SourceFile, UnreadRecord};
use crate::finding::{Message, Reason, bilingual, message};
use crate::notation::NOTATIONS;
use crate::output::{FileId, ProtectedFiles};
use crate::played::{Meaning, Played};
use crate::text::{encoding_for_label, path_from_text, path_to_text, printable, shell_word};

/// Maximum size of index entries that are sorted in memory (bytes).
const MAX_MEMORY_BYTES: usize = 256 << 20;

/// Opens the index in a file.
///
/// # Errors
///
/// Returns an error if the file cannot be read, or is not an index of this version. For an index of an older version,
/// the error contains the command that creates it again.
pub(crate) fn open(path: &Path) -> io::Result<PositionIndex> {
    let file = || ProtectedFiles::begin().open(path);
    let index = file().and_then(PositionIndex::open);
    index.map_err(|error| {
        let words = file().ok().and_then(v1_arguments);
        let error = words.map_or(error, |words| old_version_error(path, &words));
        about(path, &error)
    })
}

/// Returns the error for an index of an older version. `words` are the arguments that created it.
fn old_version_error(path: &Path, words: &[String]) -> io::Error {
    let name = path_to_text(path);
    let command = ["kifu", "index", "-o", &name];
    let words = command.into_iter().chain(words.iter().map(String::as_str));
    let words: Vec<_> = words
        .map(|word| shell_word(&printable(word)).into_owned())
        .collect();
    let command = words.join(" ");
    let words = message!(
        "made by an older version of kifu; make it again with: {command}",
        "古い版のkifuが作った索引である。次のコマンドで作り直す: {command}",
    );
    Reason::error(io::ErrorKind::InvalidData, words)
}

/// Returns an error that mentions the path of its file.
pub(crate) fn about(path: &Path, error: &io::Error) -> io::Error {
    Reason::with_subject(&Message::untranslated(path_to_text(path)), error)
}

// The options of an index.

impl IndexedInputs {
    /// Returns the options of a run whose list of paths has already been read.
    pub(crate) fn new(request: &Request, options: &InputOptions, effective: &Effective) -> Self {
        let texts = |patterns: &[Pattern]| patterns.iter().map(|it| it.text.clone()).collect();
        let of_file = effective.excluded_by_file().filter(|(_, it)| !it.is_empty());
        // An index of absolute paths can be used in any folder, and the patterns have to match there too.
        let is_absolute = request.paths.iter().all(|it| it.is_absolute());
        let folder_of = |folder: &Path| {
            if is_absolute {
                path_to_text(folder)
            } else {
                path_to_text(&relative(folder))
            }
        };
        let here = env::current_dir()
            .ok()
            .filter(|_| is_absolute && !options.exclude.is_empty());
        Self {
            paths: request.paths.iter().map(|it| named(it)).collect(),
            ext: effective.ext.value.clone(),
            exclude: texts(&options.exclude),
            exclude_from: here.map(|it| path_to_text(&it)),
            exclude_in: of_file.map(|(folder, it)| (folder_of(folder), texts(it))),
            format: options.format.map(|format| format.format.name().to_owned()),
            encoding: options.encoding.map(|encoding| encoding.name().to_owned()),
        }
    }

    /// Returns the options, and the request for their inputs.
    ///
    /// # Errors
    ///
    /// Returns an error if a value is unknown, because the index is damaged then.
    pub(crate) fn resolve(&self) -> io::Result<(InputOptions, Request)> {
        let patterns = |texts: &[String]| -> Option<Vec<_>> {
            texts.iter().map(|text| Pattern::read(text).ok()).collect()
        };
        let resolved = || {
            let options = InputOptions {
                paths: self.paths.iter().map(PathBuf::from).collect(),
                ext: self.ext.clone(),
                exclude: patterns(&self.exclude)?,
                format: match &self.format {
                    Some(name) => Some(*NOTATIONS.iter().find(|notation| notation.format.name() == name)?),
                    None => None,
                },
                encoding: match &self.encoding {
                    Some(label) => Some(encoding_for_label(label)?),
                    None => None,
                },
                ..InputOptions::default()
            };
            let base = self.exclude_from.as_deref().unwrap_or(".");
            let mut excluded = vec![Patterns::relative_to(
                &options.exclude,
                &path_from_text(PathBuf::from(base)),
            )];
            if let Some((folder, texts)) = &self.exclude_in {
                excluded.push(Patterns::in_folder(
                    &patterns(texts)?,
                    &path_from_text(PathBuf::from(folder)),
                ));
            }
            let request = request(&options, options.ext.clone(), excluded);
            Some((options, request))
        };
        // An index is never created from standard input.
        resolved()
            .filter(|(_, request)| !request.reads_stdin())
            .ok_or_else(damaged_error)
    }
}

/// Returns a folder relative to the working directory, if it is that directory or a parent of it.
///
/// This allows an index to be moved together with its files.
fn relative(folder: &Path) -> PathBuf {
    let here = env::current_dir().unwrap_or_default();
    let above = here.ancestors().position(|ancestor| ancestor == folder);
    match above {
        Some(0) => PathBuf::from("."),
        Some(steps) => "../".repeat(steps).into(),
        None => folder.to_owned(),
    }
}

/// Returns the reason why these options cannot be indexed, or `None` if they can.
pub(crate) fn unindexable(options: &InputOptions) -> Option<Message> {
    if options.is_empty() {
        return Some(bilingual(
            "no path was given; specify the files or directories to index",
            "パスが指定されていない。索引を作るファイルかフォルダを指定する",
        ));
    }
    let path = first_unrepeatable_path(options)?;
    Some(message!(
        "only files can be indexed, and `{path}` can be read only once; save it to a file first",
        "索引を作れるのはファイルだけで、`{path}` は1回しか読めない。ファイルに保存してから指定する",
        path = path_to_text(&path)
    ))
}

/// Returns the name of a file in an index.
fn named(path: &Path) -> String {
    with_slashes(path_to_text(path))
}

/// Returns a path with `/` between its names, so that an index can be used on another system.
fn with_slashes(path: String) -> String {
    if cfg!(windows) {
        path.replace('\\', "/")
    } else {
        path
    }
}

/// Returns the current files of a request, and the paths of those that certainly contain records.
pub(crate) fn input_files(request: Request) -> io::Result<(Vec<Input>, HashSet<String>)> {
    let (mut inputs, mut certain) = (Vec::new(), HashSet::new());
    for found in Inputs::files(request) {
        if let InputEvent::Failed(failure) = found {
            return Err(Reason::with_subject(
                &Message::untranslated(failure.shown),
                &failure.error,
            ));
        }
        if let InputEvent::Input(input) = &found
            && let Some(path) = input.source.file()
        {
            let data = fs::metadata(path).map_err(|error| about(path, &error))?;
            let modified = data
                .modified()
                .ok()
                .and_then(|modified| modified.duration_since(UNIX_EPOCH).ok());
            if !input.may_be_foreign() && !is_archive(path) {
                certain.insert(named(path));
            }
            inputs.push(Input {
                path: named(path),
                size: data.len(),
                // Windows stores times in units of 100 ns.
                modified: modified.map_or(0, |modified| modified.as_nanos() / 100 * 100),
                files: Vec::new(),
            });
        }
    }
    Ok((inputs, certain))
}

// Searches with an index.

/// Returns the options of an index, the inputs to read, and the records in which one of the positions occurs.
///
/// `keys` are the keys of the positions. All inputs are read if `all` is `true`.
///
/// # Errors
///
/// Returns an error if the index cannot be read, is damaged, or does not match its files.
pub(crate) fn search_index(
    path: &Path,
    keys: &[u64],
    all: bool,
) -> io::Result<(InputOptions, Request, IndexedRecords)> {
    let mut index = open(path)?;
    let (options, mut request) = index
        .head
        .options
        .resolve()
        .map_err(|error| about(path, &error))?;
    check_inputs(path, &options, &request, &index)?;
    let settings = Settings {
        notation: options.format,
        encoding: options.encoding,
        ..Settings::default()
    };
    let are_whole = are_whole(&request.paths);
    if are_whole {
        request.paths = paths(index.head.inputs.iter());
        let read = RunOptions {
            input: options.clone(),
            ..RunOptions::default()
        };
        let run = run_settings(&read, Cancel::default());
        let checked = check_records(&index, request.clone(), &run, &Indexing(Checker::new(settings)));
        checked.map_err(|error| about(path, &error))?;
    }
    let (records, mut places) = find_records(&mut index, keys).map_err(|error| about(path, &error))?;
    let few = paths(places.iter().filter_map(|&at| index.head.inputs.get(at)));
    // A file is read only once, so these paths are used only if no two of them lead to the same file.
    let files: HashSet<_> = few.iter().filter_map(|it| FileId::from_path(it)).collect();
    if index.head.inputs.is_empty() || !all && are_whole && files.len() == few.len() {
        request.paths = few;
    } else {
        places = (0..index.head.inputs.len()).collect();
        request.paths = paths_of_options(&options);
    }
    let mut files = HashMap::new();
    for (at, file, numbers) in index.head.files() {
        if places.binary_search(&at).is_ok() {
            *files.entry(file.to_owned()).or_default() += numbers.len() as u64;
        }
    }
    let name = path_to_text(path);
    let records = IndexedRecords { name, records, files };
    Ok((options, request, records))
}

/// Returns the numbers of the records that contain a position, by the path of their file, and the indices of their
/// inputs.
///
/// # Errors
///
/// Returns an error if the index cannot be read or is damaged.
fn find_records(index: &mut PositionIndex, keys: &[u64]) -> io::Result<(RecordNumbers, Vec<usize>)> {
    let mut numbers = Vec::new();
    for &key in keys {
        numbers.extend(index.records(key)?);
    }
    numbers.sort_unstable();
    numbers.dedup();
    let mut wanted = numbers.into_iter().peekable();
    let (mut records, mut places) = (RecordNumbers::new(), Vec::new());
    for (at, file, numbers) in index.head.files() {
        while let Some(number) = wanted.next_if(|number| numbers.contains(number)) {
            let numbers_of_file = records.entry(file.to_owned()).or_default();
            numbers_of_file.push(number - numbers.start + 1);
            if places.last() != Some(&at) {
                places.push(at);
            }
        }
    }
    // Two files in an archive may have the same name.
    for numbers in records.values_mut() {
        numbers.sort_unstable();
    }
    // If no record matches, one file is still read, so that the summary can include its records.
    if places.is_empty() && !index.head.inputs.is_empty() {
        places.push(index.head.files().next().map_or(0, |(at, ..)| at));
    }
    Ok((records, places))
}

/// Checks that the files of an index have not changed.
fn check_inputs(
    path: &Path,
    options: &InputOptions,
    request: &Request,
    index: &PositionIndex,
) -> io::Result<()> {
    let (now, certain) = input_files(request.clone()).map_err(|error| missing_files_error(path, &error))?;
    if let Some(changed) = changed(&index.head.inputs, &now) {
        return Err(about(path, &Reason::error(io::ErrorKind::InvalidData, changed)));
    }
    // Pipes and devices are never indexed. Reading one could wait without end.
    if first_unrepeatable_path(options).is_some() {
        return Err(about(path, &damaged_error()));
    }
    // Such a file always has records, so an index without them is damaged.
    let is_missing = |input: &&Input| input.files.is_empty() && certain.contains(&input.path);
    if index.head.inputs.iter().any(|it| is_missing(&it)) {
        return Err(about(path, &damaged_error()));
    }
    Ok(())
}

/// Returns whether all paths are files and folders on disk. Others are inside an archive, of which only a part is read.
fn are_whole(paths: &[PathBuf]) -> bool {
    paths.iter().all(|it| it.exists())
}

/// Returns the paths of inputs.
fn paths<'i>(inputs: impl Iterator<Item = &'i Input>) -> Vec<PathBuf> {
    inputs
        .map(|input| path_from_text(PathBuf::from(&input.path)))
        .collect()
}

/// Reads the files again if an index has records but no positions.
///
/// # Errors
///
/// Returns an error if a record has positions, because the index is damaged then.
pub(crate) fn check_records(
    index: &PositionIndex,
    request: Request,
    run: &Run,
    indexing: &Indexing,
) -> io::Result<()> {
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
        ControlFlow::Break(Halt::Stopped) => Err(damaged_error()),
        _ => Ok(()),
    }
}

/// Returns the error for files of an index that cannot be found again.
pub(crate) fn missing_files_error(index: &Path, error: &io::Error) -> io::Error {
    if error.kind() != io::ErrorKind::NotFound {
        return about(index, error);
    }
    let reason = Reason::from_io_error(error);
    let words = message!(
        "{reason}; use the index in the folder where it was made; if its files were moved, make a new index",
        "{reason}。索引は作ったフォルダで使う。棋譜を移動したときは、索引を作り直す",
        reason
    );
    about(index, &Reason::error(error.kind(), words))
}

/// Returns how the files have changed since an index was created, or `None` if they have not.
pub(crate) fn changed(then: &[Input], now: &[Input]) -> Option<Message> {
    let by_path: HashMap<&str, &Input> = then.iter().map(|input| (&*input.path, input)).collect();
    let there: HashSet<&str> = now.iter().map(|it| &*it.path).collect();
    let state = |input: &Input| (input.size, input.modified);
    let missing = || then.iter().filter(|input| !there.contains(&*input.path));
    let differs = |input: &&Input| {
        by_path
            .get(&*input.path)
            .is_none_or(|old| state(old) != state(input))
    };
    let change = if let Some(input) = now.iter().find(differs) {
        let path = &input.path;
        let is_moved =
            |old: &&Input| state(old) == state(input) && !path_from_text(PathBuf::from(&old.path)).exists();
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
        message!(
            "{path} was removed after the index was made",
            "索引を作った後に{path}がなくなっている",
            path
        )
    };
    Some(message!(
        "{change}; bring it up to date with `kifu index --update`",
        "{change}。`kifu index --update` で更新する",
        change
    ))
}

// The run that creates an index.

/// Work that collects the positions of every record, including its variations.
pub(crate) struct Indexing(pub Checker);

/// The keys of the positions of each record.
#[derive(Default)]
pub(crate) struct Indexed(pub Vec<Vec<u64>>);

impl Work for Indexing {
    type Worker = Session;
    type Output = Indexed;

    fn worker(&self) -> Session {
        self.0.session()
    }

    fn record(
        &self,
        session: &mut Session,
        file: &SourceFile<'_>,
        record: &UnreadRecord<'_>,
        output: &mut Indexed,
    ) {
        let record = record.read();
        let mut keys = Vec::new();
        if record.is_shogi() && record.is_playable() {
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

// The new index.

/// A new index, in memory and temporary files.
pub(crate) struct IndexBuilder {
    head: IndexMetadata,
    writer: IndexWriter,
    /// The indices of the inputs by their paths.
    by_path: HashMap<String, usize>,
    /// `true` for each input that was copied from an older index.
    is_copied: Vec<bool>,
    /// The location of each record in the order of arrival: its input, its file in the input, and its number from 0.
    places: Vec<(usize, usize, u32)>,
}

impl IndexBuilder {
    /// Begins an index of these inputs. Returns `None` if the options exceed the limits of an index.
    pub(crate) fn begin(options: IndexedInputs, inputs: Vec<Input>) -> Option<Self> {
        if !options.fit(inputs.len()) {
            return None;
        }
        let paths = inputs.iter().map(|it| it.path.clone());
        Some(Self {
            by_path: paths.zip(0..).collect(),
            is_copied: vec![false; inputs.len()],
            head: IndexMetadata::new(options, inputs),
            writer: IndexWriter::new(MAX_MEMORY_BYTES),
            places: Vec::new(),
        })
    }

    /// Returns the inputs.
    pub(crate) fn inputs(&self) -> &[Input] {
        &self.head.inputs
    }

    /// Returns whether all inputs were copied from an older index.
    pub(crate) fn is_complete(&self) -> bool {
        self.is_copied.iter().all(|it| *it)
    }

    /// Returns the number of these inputs that are not in the index.
    pub(crate) fn missing(&self, inputs: &[Input]) -> usize {
        let is_missing = |input: &&Input| !self.by_path.contains_key(&input.path);
        inputs.iter().filter(is_missing).count()
    }

    /// Returns the index of an input of an older index, if its file has not changed.
    fn unchanged(&self, input: &Input) -> Option<usize> {
        let at = self.by_path.get(&input.path).copied();
        at.filter(|&at| {
            let now = &self.head.inputs[at];
            (now.size, now.modified) == (input.size, input.modified)
        })
    }

    /// Checks an older index for damage before it is reported as up to date.
    ///
    /// # Errors
    ///
    /// Returns an error if the index cannot be read or is damaged.
    pub(crate) fn check_old(
        &self,
        old: &mut PositionIndex,
        request: Request,
        run: &Run,
        indexing: &Indexing,
    ) -> io::Result<()> {
        old.for_each_entry(|_, _| Ok(()))?;
        let known = old
            .head
            .inputs
            .iter()
            .filter(|input| self.unchanged(input).is_some());
        if !are_whole(&request.paths) {
            return Ok(());
        }
        let request = Request {
            paths: paths(known),
            ..request
        };
        check_records(old, request, run, indexing)
    }

    /// Copies the entries of an older index for inputs that have not changed.
    ///
    /// # Errors
    ///
    /// Returns an error if the older index cannot be read or is damaged, or if a temporary file cannot be written.
    pub(crate) fn copy_unchanged(&mut self, mut old: PositionIndex) -> io::Result<()> {
        let mut same = Vec::new();
        for input in &mut old.head.inputs {
            let at = self.unchanged(input);
            if let Some(at) = at {
                self.head.inputs[at].files.clone_from(&input.files);
                self.is_copied[at] = true;
            }
            same.push(at);
        }
        // The files in the order of their records: the input, the index of the file in it, and the number of the
        // first record.
        let mut files: Vec<(usize, usize, u32)> = Vec::new();
        for (at, _, numbers) in old.head.files() {
            let file = files
                .last()
                .map_or(0, |file| if file.0 == at { file.1 + 1 } else { 0 });
            files.push((at, file, numbers.start));
        }
        // Only records with positions need a number.
        let mut numbers = HashMap::new();
        old.for_each_entry(|key, record| {
            let file = files.partition_point(|file| file.2 <= record).checked_sub(1);
            let Some(&(at, file, first)) = file.and_then(|file| files.get(file)) else {
                return Err(damaged_error());
            };
            let Some(at) = same[at] else { return Ok(()) };
            let number = *numbers.entry(record).or_insert_with(|| {
                self.places.push((at, file, record - first));
                self.places.len() as u32 - 1
            });
            self.writer.push(key, number)
        })
    }

    /// Returns the request without the files that were copied from an older index.
    pub(crate) fn unread(&self, mut request: Request) -> Request {
        let known = self.head.inputs.iter().zip(&self.is_copied);
        let known: HashSet<_> = known.filter(|it| *it.1).map(|it| it.0.path.clone()).collect();
        request.paths.retain(|path| !known.contains(&named(path)));
        let excluded = request.exclude;
        request.exclude = Exclude::new(move |path, member| {
            excluded.matches(path, member) || member.is_none() && known.contains(&named(path))
        });
        request
    }

    /// Adds the keys of consecutive records of a file.
    ///
    /// `input` is the file or archive that was read. `first` is `true` for the first records of the file.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be written.
    pub(crate) fn add(
        &mut self,
        input: Option<&Path>,
        path: &str,
        first: bool,
        records: Indexed,
    ) -> io::Result<()> {
        let at = input.and_then(|input| self.by_path.get(&named(input)));
        let Some(&at) = at.filter(|&&at| !self.is_copied[at]) else {
            // The file was created during the run, or it is already in the index.
            return Ok(());
        };
        let files = &mut self.head.inputs[at].files;
        if first {
            files.push((with_slashes(path.to_owned()), 0));
        }
        let file = files.len().saturating_sub(1);
        for keys in records.0 {
            let number = self.places.len() as u32;
            self.places.push((at, file, files[file].1));
            files[file].1 += 1;
            for key in keys {
                self.writer.push(key, number)?;
            }
        }
        Ok(())
    }

    /// Writes the index.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written, or if there are too many records.
    pub(crate) fn finish(self, out: impl Write) -> io::Result<()> {
        let numbers = self.numbers().ok_or_else(damaged_error)?;
        self.writer.finish(self.head, &numbers, out)
    }

    /// Returns the final number of each record, in the order of arrival, or `None` if there are too many.
    ///
    /// Final numbers follow the order of the inputs.
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
