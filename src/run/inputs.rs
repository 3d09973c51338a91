//! The inputs of a run, and the settings with which they are read.

use std::fs;
use std::path::PathBuf;

use super::exclude;
use super::options::{InputOptions, RunOptions};
use crate::batch::{Cancel, Limits, List, Request, Run, stdin_member};
use crate::check::{ForcedFormat, Patterns};
use crate::output::is_stream_type;
use crate::text::path_from_text;

/// Returns a request for the inputs of the options.
///
/// In directories, files with one of the additional `extensions` are also read. Paths that match one of the patterns
/// `excluded` are skipped.
pub(crate) fn request(options: &InputOptions, extensions: Vec<String>, excluded: Vec<Patterns>) -> Request {
    let list = options.list.as_ref().map(|list| List {
        path: list.path.clone(),
        null: list.null,
    });
    Request {
        paths: paths_of_options(options),
        list,
        extensions,
        exclude: exclude(excluded),
        ..Request::default()
    }
}

/// Returns the paths of the options.
///
/// `%8F` in a path is decoded to the byte 8F, which is not valid UTF-8, unless a file with the undecoded name exists.
pub(crate) fn paths_of_options(options: &InputOptions) -> Vec<PathBuf> {
    options.paths.iter().cloned().map(path_from_text).collect()
}

/// Returns the first path of the options that can be read only once, such as standard input or a pipe; `None` if there
/// is no such path.
pub(crate) fn first_unrepeatable_path(options: &InputOptions) -> Option<PathBuf> {
    let is_stream = |path: &PathBuf| {
        stdin_member(path).is_some()
            || fs::metadata(path).is_ok_and(|metadata| is_stream_type(metadata.file_type()))
    };
    paths_of_options(options).into_iter().find(is_stream)
}

/// Returns the first path of the options that is a named pipe or a device; `None` if there is no such path. Standard input is not
/// considered.
pub(crate) fn first_pipe(options: &InputOptions) -> Option<PathBuf> {
    let is_pipe = |path: &PathBuf| {
        stdin_member(path).is_none()
            && fs::metadata(path).is_ok_and(|metadata| is_stream_type(metadata.file_type()))
    };
    paths_of_options(options).into_iter().find(is_pipe)
}

/// Returns the settings for a run with these options: format, encoding, threads and limits. The run ends early when
/// `cancel` is set.
pub(crate) fn run_settings(options: &RunOptions, cancel: Cancel) -> Run {
    Run {
        read_as: ForcedFormat {
            notation: options.input.format,
            encoding: options.input.encoding,
        },
        jobs: options.jobs.map_or(0, |jobs| jobs as usize),
        limits: Limits::DEFAULT,
        cancel,
    }
}
