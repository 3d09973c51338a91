//! The options of an index: the files that are indexed, and how they are read.

#![allow(clippy::ref_option_ref, reason = "the derived code of serde")]

use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use std::{env, fs, io};

use encoding_rs::Encoding;
use serde::{Deserialize, Serialize};

use super::about;
use super::file::{Input, damaged_error};
use crate::batch::{InputEvent, Inputs, Request};
use crate::check::{Pattern, Patterns};
use crate::finding::{Message, Reason, bilingual, message};
use crate::notation::Notation;
use crate::run::effective::Effective;
use crate::run::inputs::{first_unrepeatable_path, request};
use crate::run::options::{InputOptions, optional_text};
use crate::text::{path_from_text, path_to_text};

/// Maximum number of extensions, patterns and other option texts of an index, without the paths.
const MAX_OPTIONS: usize = 4_096;

/// Maximum total length of the option texts counted by [`MAX_OPTIONS`] (bytes).
const MAX_OPTION_BYTES: usize = 256 << 10;

/// Maximum number of paths of an index in addition to one for each input. Folders without files, and files given twice, are
/// additional paths.
const MAX_OTHER_PATHS: usize = 1 << 16;

/// The options of an index: which files are read, and how.
///
/// The paths of a list and the values of a `kifu.toml` are included. The options are checked before use, because an index
/// may come from an untrusted source: patterns are texts until their number and length are known.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct IndexedInputs {
    /// The paths of files and folders. A byte that is not UTF-8 is written as `%8F`.
    pub paths: Vec<String>,
    /// Additional extensions of files that are read in folders.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ext: Vec<String>,
    /// Patterns of paths that are not read, relative to `exclude_from`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exclude: Vec<String>,
    /// The folder to which `exclude` is relative, if all paths are absolute. `None` if `exclude` is relative to the working
    /// directory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exclude_from: Option<String>,
    /// The folder of the `kifu.toml`, and the patterns in this file for paths that are not read, relative to the
    /// folder. `None` without such patterns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exclude_in: Option<(String, Vec<String>)>,
    /// The format of all files; `None` if the formats are detected.
    #[serde(with = "optional_text", skip_serializing_if = "Option::is_none")]
    pub format: Option<&'static Notation>,
    /// The encoding of all files; `None` if the encodings are detected.
    #[serde(with = "optional_text", skip_serializing_if = "Option::is_none")]
    pub encoding: Option<&'static Encoding>,
}

impl IndexedInputs {
    /// Returns whether the options are within the limits for an index of this number of inputs.
    pub(crate) fn fit(&self, inputs: usize) -> bool {
        let options = || {
            let folder_texts = self.exclude_in.iter();
            let folder_texts = folder_texts.flat_map(|(folder, patterns)| patterns.iter().chain([folder]));
            let lists = self.ext.iter().chain(&self.exclude).chain(folder_texts);
            lists.chain(&self.exclude_from)
        };
        options().count() <= MAX_OPTIONS
            && options().map(String::len).sum::<usize>() <= MAX_OPTION_BYTES
            && self.paths.len() <= inputs.saturating_add(MAX_OTHER_PATHS)
    }
}

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
            format: options.format,
            encoding: options.encoding,
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
                format: self.format,
                encoding: self.encoding,
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
pub(super) fn name_in_index(path: &Path) -> String {
    with_slashes(path_to_text(path))
}

/// Replaces the separator `\` of Windows by `/`, so that an index can be used on another system.
pub(super) fn with_slashes(path: String) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_beyond_the_limits_are_refused() {
        let paths = |count: usize| IndexedInputs {
            paths: vec!["a".to_owned(); count],
            ..IndexedInputs::default()
        };
        let patterns = |count: usize, length: usize| IndexedInputs {
            exclude: vec!["x".repeat(length); count],
            ..IndexedInputs::default()
        };
        assert!(paths(MAX_OTHER_PATHS + 5).fit(5) && !paths(MAX_OTHER_PATHS + 5).fit(4));
        assert!(patterns(MAX_OPTIONS, 1).fit(0) && !patterns(MAX_OPTIONS + 1, 1).fit(1));
        assert!(patterns(1, MAX_OPTION_BYTES).fit(0) && !patterns(2, MAX_OPTION_BYTES / 2 + 1).fit(0));
        let json = r#"{"paths":["games"],"ext":["txt"],"exclude_in":["..",["old/**"]],"format":"csa"}"#;
        let read: IndexedInputs = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), json);
        assert!(serde_json::from_str::<IndexedInputs>(r#"{"jobs":3}"#).is_err());
    }
}
