//! Walking a directory.

use std::ffi::OsStr;
use std::fs;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::Arc;

use walkdir::{DirEntry, IntoIter, WalkDir};

use super::claim::{self, Claim, Exclude, is_hidden, is_unlikely};
use super::input::{Found, Input, Skipped, Source, Why};
use crate::notation;
use crate::text::spelled;

/// The files below a directory, found while they are asked for.
///
/// The order is that of the paths, compared name by name: the entries of a directory are sorted, and what is below
/// a directory stands where the directory stands. A link to a file is read like a file; a link to a directory
/// is not followed, since it may lead round in a circle. Files whose extension nobody claims are skipped, and so is
/// what is hidden, and `node_modules`.
#[derive(Debug)]
pub(super) struct Walk {
    root: PathBuf,
    /// A directory below that is not entered.
    except: Option<PathBuf>,
    /// Files with these extensions are read, too.
    extensions: Arc<[String]>,
    /// What is passed by.
    exclude: Exclude,
    entries: IntoIter,
}

impl Walk {
    pub(super) fn new(
        root: PathBuf,
        except: Option<PathBuf>,
        extensions: Arc<[String]>,
        exclude: Exclude,
    ) -> Self {
        let entries = WalkDir::new(&root).min_depth(1).sort_by_file_name().into_iter();
        Self {
            root,
            except,
            extensions,
            exclude,
            entries,
        }
    }

    /// The name as typed for the directory, then the part below it with `/` between the names.
    fn shown(&self, path: &Path) -> String {
        let name = spelled(path);
        let root = spelled(&self.root);
        match name.strip_prefix(&root) {
            Some(below) => root + &below.replace(MAIN_SEPARATOR, "/"),
            None => name,
        }
    }

    fn is_excepted(&self, entry: &DirEntry) -> bool {
        self.except.as_ref().is_some_and(|except| {
            except.file_name() == Some(entry.file_name())
                && fs::canonicalize(entry.path()).is_ok_and(|path| path == *except)
        })
    }

    fn look_at(&self, entry: &DirEntry) -> Option<Found> {
        if entry.file_type().is_dir() {
            return None;
        }
        let name = self.shown(entry.path());
        let skipped = |shown, why| Some(Found::Skipped(Skipped { shown, why }));
        let claim = claim::of(entry.path(), &self.extensions);
        if matches!(claim, Claim::Nobody) {
            return skipped(name, Why::Extension);
        }
        if is_hidden(entry.file_name()) {
            return skipped(name, Why::Hidden);
        }
        // Asked of the path, not of the entry: this follows a link.
        Some(match fs::metadata(entry.path()) {
            Ok(data) if data.is_file() => Found::Input(Input {
                shown: name,
                source: Source::File(entry.path().to_owned()),
                size: Some(data.len()),
                walked: true,
                asked_for: matches!(claim, Claim::AskedFor),
            }),
            // A linked directory, or a pipe that nobody may ever write to.
            Ok(_) => return skipped(name, Why::Extension),
            Err(error) => Found::Failed(super::Failure { shown: name, error }),
        })
    }
}

/// Whether a walk that comes upon a file of this name reads it for sure, whatever it holds.
pub(super) fn is_read(path: &Path) -> bool {
    let extension = path.extension().and_then(OsStr::to_str);
    let claimed = extension.filter(|it| !it.eq_ignore_ascii_case("json"));
    claimed.is_some_and(|it| notation::by_extension(it).is_some())
        && path.file_name().is_some_and(|it| !is_hidden(it))
}

impl Iterator for Walk {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        loop {
            match self.entries.next()? {
                Ok(entry) => {
                    let is_dir = entry.file_type().is_dir();
                    if self.exclude.path(entry.path()) {
                        if is_dir {
                            self.entries.skip_current_dir();
                        }
                        continue;
                    }
                    if is_dir && is_unlikely(entry.file_name()) {
                        self.entries.skip_current_dir();
                        let shown = self.shown(entry.path()) + "/";
                        let why = Why::Folder;
                        return Some(Found::Skipped(Skipped { shown, why }));
                    }
                    if is_dir && self.is_excepted(&entry) {
                        self.entries.skip_current_dir();
                    }
                    if let Some(found) = self.look_at(&entry) {
                        return Some(found);
                    }
                }
                Err(error) => {
                    let name = error
                        .path()
                        .map_or_else(|| spelled(&self.root), |path| self.shown(path));
                    return Some(Found::Failed(super::Failure {
                        shown: name,
                        error: error.into(),
                    }));
                }
            }
        }
    }
}
