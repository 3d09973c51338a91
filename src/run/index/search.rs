//! Searches with an index, whose files must not have changed.

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

use super::file::{Input, PositionIndex, damaged_error};
use super::options::input_files;
use super::{about, open};
use crate::batch::Request;
use crate::finding::{Message, Reason, message};
use crate::output::FileId;
use crate::run::inputs::{first_unrepeatable_path, paths_of_options};
use crate::run::options::InputOptions;
use crate::run::record_filter::{IndexedRecords, RecordNumbers};
use crate::text::{path_from_text, path_to_text};

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
    let records = IndexedRecords {
        name,
        records,
        files,
        skips_files: false,
    };
    Ok((options, request, records))
}

/// Returns the numbers of the records that contain a position with one of `keys`, by the path of their file, and the
/// indices of their inputs. If no record matches, the indices contain one input, so that a file is read.
///
/// # Errors
///
/// Returns an error if the index cannot be read or is damaged.
fn find_records(index: &mut PositionIndex, keys: &[u64]) -> io::Result<(RecordNumbers, Vec<usize>)> {
    let mut keys = keys.to_vec();
    keys.sort_unstable();
    let mut numbers = Vec::new();
    for key in keys {
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
