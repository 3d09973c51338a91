//! What was read before, under the same name or another.

use std::collections::HashSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::claim::is_unlikely;
use crate::output::Identity;

/// What a run was told to read so far. A file that is named twice, or beside the directory that it is in, is read once. What a
/// walk comes upon is not remembered file by file, so that an archive of millions takes no memory.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// The files that were named.
    files: HashSet<Identity>,
    /// The directories that were walked, with no link left in them.
    directories: Vec<PathBuf>,
    /// The directory that no walk enters from outside.
    except: Option<PathBuf>,
}

impl Seen {
    pub(super) fn but(except: Option<PathBuf>) -> Self {
        Self {
            except,
            ..Self::default()
        }
    }

    /// Notes a file that is named, one that walks read or one that they do not. Whether it was read before.
    pub(super) fn file(&mut self, path: &Path, is_walked: bool) -> bool {
        let is_new = Identity::of(path).is_none_or(|it| self.files.insert(it));
        !is_new || is_walked && self.was_walked(path)
    }

    /// Notes a directory that was walked to its end.
    pub(super) fn directory(&mut self, path: &Path) {
        self.directories.extend(fs::canonicalize(path));
    }

    /// Whether walks have come upon a file, by its own place or by that to which it is a link.
    pub(super) fn was_walked(&self, file: &Path) -> bool {
        let parent = |path: &Path| path.parent().is_some_and(|it| self.walked_through(it));
        let here = if file.is_absolute() {
            file.to_owned()
        } else {
            Path::new(".").join(file)
        };
        !self.directories.is_empty() && (parent(&here) || fs::canonicalize(file).is_ok_and(|it| parent(&it)))
    }

    /// Whether the walk of a directory came through this one, or began with it.
    pub(super) fn walked_through(&self, directory: &Path) -> bool {
        if self.directories.is_empty() {
            return false;
        }
        let Ok(real) = fs::canonicalize(directory) else {
            return false;
        };
        let is_within = |path: &Path| self.except.as_deref().is_some_and(|it| path.starts_with(it));
        self.directories.iter().any(|walked| {
            let below = real.strip_prefix(walked);
            let is_entered = |part| !matches!(part, Component::Normal(name) if is_unlikely(name));
            below.is_ok_and(|below| below.components().all(is_entered))
                && is_within(&real) == is_within(walked)
        })
    }

    /// Whether the walk of a directory will come upon what was read before.
    pub(super) fn reaches_into(&self, directory: &Path) -> bool {
        let is_below = |real: &Path| self.directories.iter().any(|it| it.starts_with(real));
        !self.files.is_empty() || fs::canonicalize(directory).is_ok_and(|it| is_below(&it))
    }

    /// Whether a file that a walk comes upon was named, or walked before.
    pub(super) fn knows(&self, path: &Path) -> bool {
        let is_named =
            !self.files.is_empty() && Identity::of(path).is_some_and(|it| self.files.contains(&it));
        is_named || self.was_walked(path)
    }
}
