//! Creation and use of an index of positions.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use std::{env, fs};

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::effective::Effective;
use super::inputs::{first_unrepeatable_path, paths_of_options, request};
use super::options::InputOptions;
use super::position_index::{
    IndexMetadata, IndexWriter, IndexedInputs, Input, PositionIndex, damaged_error, sorted_entries,
};
use super::record_filter::{IndexedRecords, RecordNumbers};
use crate::batch::{Exclude, InputEvent, Inputs, Request, Run, Work};
use crate::check::{Checker, Pattern, Patterns, Session, SourceFile, UnreadRecord};
use crate::finding::{Message, Reason, bilingual, message};
use crate::notation::NOTATIONS;
use crate::output::{FileId, ProtectedFiles};
use crate::played::{Meaning, Played};
use crate::text::{encoding_for_label, path_from_text, path_to_text};

/// Maximum size of index entries that are sorted in memory (bytes). More entries are sorted in temporary files.
const MAX_MEMORY_BYTES: usize = 256 << 20;

/// Opens the index in a file.
///
/// # Errors
///
/// Returns an error if the file cannot be read, or is not an index of this version.
pub(crate) fn open(path: &Path) -> io::Result<PositionIndex> {
    let index = ProtectedFiles::begin().open(path).and_then(PositionIndex::open);
    index.map_err(|error| about(path, &error))
}

/// Adds the path of the file to an error.
pub(crate) fn about(path: &Path, error: &io::Error) -> io::Error {
    Reason::with_subject(&Message::untranslated(path_to_text(path)), error)
}

// The options of an index.

impl IndexedInputs {
    /// Creates the options of an index. `request` must already contain the paths of a list.
    pub(crate) fn new(request: &Request, options: &InputOptions, effective: &Effective) -> Self {
        let texts = |patterns: &[Pattern]| patterns.iter().map(|pattern| pattern.text.clone()).collect();
        let file_patterns = effective
            .excluded_by_file()
            .filter(|(_, patterns)| !patterns.is_empty());
        // An index of absolute paths can be used in any folder. The patterns of such an index must also match there, so the
        // folders of the patterns are stored as absolute paths.
        let is_absolute = request.paths.iter().all(|path| path.is_absolute());
        let folder_name = |folder: &Path| {
            if is_absolute {
                path_to_text(folder)
            } else {
                path_to_text(&relative(folder))
            }
        };
        let working_directory = env::current_dir()
            .ok()
            .filter(|_| is_absolute && !options.exclude.is_empty());
        Self {
            paths: request.paths.iter().map(|path| name_in_index(path)).collect(),
            ext: effective.ext.value.clone(),
            exclude: texts(&options.exclude),
            exclude_from: working_directory.map(|folder| path_to_text(&folder)),
            exclude_in: file_patterns.map(|(folder, patterns)| (folder_name(folder), texts(patterns))),
            format: options.format.map(|format| format.format.name().to_owned()),
            encoding: options.encoding.map(|encoding| encoding.name().to_owned()),
        }
    }

    /// Converts the stored options to input options and a request for the inputs.
    ///
    /// # Errors
    ///
    /// Returns the error for a damaged index if a value is unknown, or if a path means standard input.
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
        // An index cannot be created from standard input, so such a path means damage.
        resolved()
            .filter(|(_, request)| !request.reads_stdin())
            .ok_or_else(damaged_error)
    }
}

/// Returns a folder relative to the working directory, if the folder is the working directory or one of its parents.
/// Any other folder is returned unchanged.
///
/// With relative folders, an index can be moved together with its files.
fn relative(folder: &Path) -> PathBuf {
    let working_directory = env::current_dir().unwrap_or_default();
    let levels_up = working_directory
        .ancestors()
        .position(|ancestor| ancestor == folder);
    match levels_up {
        Some(0) => PathBuf::from("."),
        Some(levels) => "../".repeat(levels).into(),
        None => folder.to_owned(),
    }
}

/// Returns the reason why an index cannot be created with these options; `None` if an index can be created.
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

/// Returns the path of a file in the form in which an index stores it.
fn name_in_index(path: &Path) -> String {
    with_slashes(path_to_text(path))
}

/// Replaces the separator `\` of Windows by `/`, so that an index can be used on another system.
fn with_slashes(path: String) -> String {
    if cfg!(windows) {
        path.replace('\\', "/")
    } else {
        path
    }
}

/// Returns the current files of a request.
///
/// # Errors
///
/// Returns an error if a file or folder cannot be read.
pub(crate) fn input_files(request: Request) -> io::Result<Vec<Input>> {
    let mut inputs = Vec::new();
    for event in Inputs::files(request) {
        if let InputEvent::Failed(failure) = event {
            return Err(Reason::with_subject(
                &Message::untranslated(failure.shown),
                &failure.error,
            ));
        }
        if let InputEvent::Input(input) = &event
            && let Some(path) = input.source.file()
        {
            let metadata = fs::metadata(path).map_err(|error| about(path, &error))?;
            let modified = metadata
                .modified()
                .ok()
                .and_then(|modified| modified.duration_since(UNIX_EPOCH).ok());
            inputs.push(Input {
                path: name_in_index(path),
                size: metadata.len(),
                // Windows stores times in units of 100 ns.
                modified: modified.map_or(0, |modified| modified.as_nanos() / 100 * 100),
                files: Vec::new(),
            });
        }
    }
    Ok(inputs)
}

// Searches with an index.

/// Searches an index for positions with one of `keys`. Returns the options of the index, the inputs to read, and the
/// records that contain such a position.
///
/// All inputs are read if `all` is `true`, if a path of the index is not on disk, or if two of the inputs with such records
/// are one file. In any other case, only the inputs with such records are read, or one input if no record matches.
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
    let is_on_disk = are_on_disk(&request.paths);
    let (records, mut input_indices) = find_records(&mut index, keys).map_err(|error| about(path, &error))?;
    let matching_paths = paths(
        input_indices
            .iter()
            .filter_map(|&input_index| index.head.inputs.get(input_index)),
    );
    // A run reads each file only once, under its first path. If two paths lead to one file, all inputs must be read.
    let file_ids: HashSet<_> = matching_paths
        .iter()
        .filter_map(|path| FileId::from_path(path))
        .collect();
    if index.head.inputs.is_empty() || !all && is_on_disk && file_ids.len() == matching_paths.len() {
        request.paths = matching_paths;
    } else {
        input_indices = (0..index.head.inputs.len()).collect();
        request.paths = paths_of_options(&options);
    }
    let mut files = HashMap::new();
    for (input_index, file, numbers) in index.head.files() {
        if input_indices.binary_search(&input_index).is_ok() {
            *files.entry(file.to_owned()).or_default() += numbers.len() as u64;
        }
    }
    let name = path_to_text(path);
    let records = IndexedRecords { name, records, files };
    Ok((options, request, records))
}

/// Returns the numbers of the records that contain a position with one of `keys`, by the path of their file, and the
/// indices of their inputs. If no record matches, the indices contain one input, so that a file is read.
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
    let mut remaining = numbers.into_iter().peekable();
    let (mut records, mut input_indices) = (RecordNumbers::new(), Vec::new());
    for (input_index, file, numbers) in index.head.files() {
        while let Some(number) = remaining.next_if(|number| numbers.contains(number)) {
            let numbers_of_file = records.entry(file.to_owned()).or_default();
            numbers_of_file.push(number - numbers.start + 1);
            if input_indices.last() != Some(&input_index) {
                input_indices.push(input_index);
            }
        }
    }
    // Two files in an archive may have the same path, and their numbers are then joined.
    for numbers in records.values_mut() {
        numbers.sort_unstable();
    }
    // If no record matches, one file is still read, so that the summary can include its records.
    if input_indices.is_empty() && !index.head.inputs.is_empty() {
        input_indices.push(
            index
                .head
                .files()
                .next()
                .map_or(0, |(input_index, ..)| input_index),
        );
    }
    Ok((records, input_indices))
}

/// Checks that the files of an index have not changed since the index was created.
///
/// # Errors
///
/// Returns an error if a file has changed, is missing or cannot be read, or if the index is damaged.
fn check_inputs(
    path: &Path,
    options: &InputOptions,
    request: &Request,
    index: &PositionIndex,
) -> io::Result<()> {
    let current = input_files(request.clone()).map_err(|error| missing_files_error(path, &error))?;
    if let Some(changed) = changed(&index.head.inputs, &current) {
        return Err(about(path, &Reason::error(io::ErrorKind::InvalidData, changed)));
    }
    // An index cannot contain pipes and devices. Reading one could wait forever.
    if first_unrepeatable_path(options).is_some() {
        return Err(about(path, &damaged_error()));
    }
    Ok(())
}

/// Returns whether all paths exist as files or folders on disk; `false` if one of the paths leads into an archive.
fn are_on_disk(paths: &[PathBuf]) -> bool {
    paths.iter().all(|path| path.exists())
}

/// Returns the paths of these inputs.
fn paths<'i>(inputs: impl Iterator<Item = &'i Input>) -> Vec<PathBuf> {
    inputs
        .map(|input| path_from_text(PathBuf::from(&input.path)))
        .collect()
}

/// Adds the path of the index to an error from listing the files of the index. If a file was not found, also adds a
/// hint.
pub(crate) fn missing_files_error(index: &Path, error: &io::Error) -> io::Error {
    if error.kind() != io::ErrorKind::NotFound {
        return about(index, error);
    }
    let reason = Reason::from_io_error(error);
    let message = message!(
        "{reason}; use the index in the folder where it was made; if its files were moved, make a new index",
        "{reason}。索引は作ったフォルダで使う。棋譜を移動したときは、索引を作り直す",
        reason
    );
    about(index, &Reason::error(error.kind(), message))
}

/// Returns a message about a change of the files since an index was created. The message mentions the first new, changed or
/// moved file or, without such a file, the first removed file. Returns `None` if there is no change.
pub(crate) fn changed(indexed: &[Input], current: &[Input]) -> Option<Message> {
    let by_path: HashMap<&str, &Input> = indexed.iter().map(|input| (&*input.path, input)).collect();
    let current_paths: HashSet<&str> = current.iter().map(|input| &*input.path).collect();
    let state = |input: &Input| (input.size, input.modified);
    let missing = || {
        indexed
            .iter()
            .filter(|input| !current_paths.contains(&*input.path))
    };
    let is_changed = |input: &&Input| {
        by_path
            .get(&*input.path)
            .is_none_or(|old| state(old) != state(input))
    };
    let change = if let Some(input) = current.iter().find(is_changed) {
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

/// The work of collecting the positions of each record, including its variations.
pub(crate) struct Indexing(pub Checker);

/// The keys of the positions of consecutive records, by record.
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

/// A new index that is being built in memory and in temporary files.
pub(crate) struct IndexBuilder {
    head: IndexMetadata,
    writer: IndexWriter,
    /// The indices of the inputs by their paths.
    by_path: HashMap<String, usize>,
    /// `true` for each input that was copied from an older index.
    is_copied: Vec<bool>,
    /// The location of each record in the order in which the records were added: the index of its input, the index of its
    /// file in the input, and the number of the record in the file, from 0.
    locations: Vec<(usize, usize, u32)>,
}

impl IndexBuilder {
    /// Begins an index of these inputs, without entries. Returns `None` if the options exceed the limits of an index.
    pub(crate) fn begin(options: IndexedInputs, inputs: Vec<Input>) -> Option<Self> {
        if !options.fit(inputs.len()) {
            return None;
        }
        let paths = inputs.iter().map(|input| input.path.clone());
        Some(Self {
            by_path: paths.zip(0..).collect(),
            is_copied: vec![false; inputs.len()],
            head: IndexMetadata::new(options, inputs),
            writer: IndexWriter::new(MAX_MEMORY_BYTES),
            locations: Vec::new(),
        })
    }

    /// Returns the inputs of the index, with the record files that were added so far.
    pub(crate) fn inputs(&self) -> &[Input] {
        &self.head.inputs
    }

    /// Returns whether all inputs were copied from an older index.
    pub(crate) fn is_complete(&self) -> bool {
        self.is_copied.iter().all(|is_copied| *is_copied)
    }

    /// Returns how many of the inputs of an older index are not inputs of this index.
    pub(crate) fn missing(&self, inputs: &[Input]) -> usize {
        let is_missing = |input: &&Input| !self.by_path.contains_key(&input.path);
        inputs.iter().filter(is_missing).count()
    }

    /// Returns the position of an input of an older index in the list of inputs of this builder. Returns `None` if the file has
    /// changed or is missing from this list.
    fn unchanged(&self, input: &Input) -> Option<usize> {
        let index = self.by_path.get(&input.path).copied();
        index.filter(|&index| {
            let current = &self.head.inputs[index];
            (current.size, current.modified) == (input.size, input.modified)
        })
    }

    /// Copies the entries of an older index for inputs that have not changed.
    ///
    /// # Errors
    ///
    /// Returns an error if the older index cannot be read or is damaged, or if a temporary file cannot be written.
    pub(crate) fn copy_unchanged(&mut self, mut old: PositionIndex) -> io::Result<()> {
        let mut new_indices = Vec::new();
        for input in &mut old.head.inputs {
            let new_index = self.unchanged(input);
            if let Some(new_index) = new_index {
                self.head.inputs[new_index].files.clone_from(&input.files);
                self.is_copied[new_index] = true;
            }
            new_indices.push(new_index);
        }
        // The files in the order of their records: the index of the input, the index of the file in the input, and the
        // number of the first record.
        let mut files: Vec<(usize, usize, u32)> = Vec::new();
        for (input, _, numbers) in old.head.files() {
            let file = files
                .last()
                .map_or(0, |file| if file.0 == input { file.1 + 1 } else { 0 });
            files.push((input, file, numbers.start));
        }
        // The new numbers of the copied records. Records without positions need no number.
        let mut new_numbers = HashMap::new();
        old.for_each_entry(|key, record| {
            let file = files.partition_point(|file| file.2 <= record).checked_sub(1);
            let Some(&(old_input, file, first)) = file.and_then(|file| files.get(file)) else {
                return Err(damaged_error());
            };
            let Some(new_input) = new_indices[old_input] else {
                return Ok(());
            };
            let number = *new_numbers.entry(record).or_insert_with(|| {
                self.locations.push((new_input, file, record - first));
                self.locations.len() as u32 - 1
            });
            self.writer.push(&[key], number)
        })
    }

    /// Returns the request without the files whose entries were copied from an older index.
    pub(crate) fn unread(&self, mut request: Request) -> Request {
        let copied = self.head.inputs.iter().zip(&self.is_copied);
        let copied: HashSet<_> = copied
            .filter(|(_, is_copied)| **is_copied)
            .map(|(input, _)| input.path.clone())
            .collect();
        request
            .paths
            .retain(|path| !copied.contains(&name_in_index(path)));
        let excluded = request.exclude;
        request.exclude = Exclude::new(move |path, member| {
            excluded.matches(path, member) || member.is_none() && copied.contains(&name_in_index(path))
        });
        request
    }

    /// Adds the keys of consecutive records of a file.
    ///
    /// `input` is the file or archive that was read, and `path` is the path of the file with the records. `first` is `true`
    /// for the first records of this file. The keys are discarded if `input` is not an input of this index, or if its
    /// entries were copied from an older index.
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
        let input_index = input.and_then(|input| self.by_path.get(&name_in_index(input)));
        let Some(&input_index) = input_index.filter(|&&input_index| !self.is_copied[input_index]) else {
            // The file was created during the run, or its entries were copied from the older index.
            return Ok(());
        };
        let files = &mut self.head.inputs[input_index].files;
        if first {
            files.push((with_slashes(path.to_owned()), 0, 0));
        }
        let file = files.len().saturating_sub(1);
        for keys in records.0 {
            let number = self.locations.len() as u32;
            self.locations.push((input_index, file, files[file].1));
            files[file].1 += 1;
            files[file].2 += keys.len() as u64;
            self.writer.push(&keys, number)?;
        }
        Ok(())
    }

    /// Writes the index. `run` has the number of threads that sort the entries; the current thread writes them.
    ///
    /// # Errors
    ///
    /// Returns an error if the index cannot be written, or if it has 2³² records or more.
    pub(crate) fn finish(self, run: &Run, out: impl Write) -> io::Result<()> {
        let numbers = self.numbers().ok_or_else(damaged_error)?;
        let sort = |lists: Vec<Vec<u8>>| {
            let sort_list = |list: Vec<u8>| sorted_entries(&list, &numbers);
            run.on_threads(|| lists.into_par_iter().map(sort_list).collect())
        };
        self.writer.finish(self.head, sort, out)
    }

    /// Returns the final number of each record, in the order in which the records were added.
    ///
    /// The final numbers follow the order of the inputs. Returns `None` if there are 2³² records or more.
    fn numbers(&self) -> Option<Vec<u32>> {
        let mut next_number = 0_u32;
        let mut first_numbers: Vec<Vec<u32>> = Vec::new();
        for input in &self.head.inputs {
            let mut numbers = Vec::new();
            for &(_, records, _) in &input.files {
                numbers.push(next_number);
                next_number = next_number.checked_add(records)?;
            }
            first_numbers.push(numbers);
        }
        let number = |&(input, file, record): &(usize, usize, u32)| first_numbers[input][file] + record;
        Some(self.locations.iter().map(number).collect())
    }
}
