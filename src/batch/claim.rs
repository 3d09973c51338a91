//! Whose a file is, by its name.

use std::ffi::OsStr;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use super::archive::{self, Kind};
use super::input::INTO;
use crate::notation;

/// Whose a file is.
pub(super) enum Claim {
    /// A notation has its extension.
    Notation,
    /// It is an archive.
    Archive(&'static Kind),
    /// Nobody has its extension, but files with it are asked for.
    AskedFor,
    /// It is none of ours.
    Nobody,
}

/// Tells which of the files, folders and members of archives that are found are left out.
#[derive(Clone, Default)]
pub struct Exclude(Option<Arc<Excluding>>);

/// Asked of a path and, in an archive, the name of a member.
type Excluding = dyn Fn(&Path, Option<&str>) -> bool + Send + Sync;

impl Exclude {
    /// Leaves out what this says.
    pub fn new(exclude: impl Fn(&Path, Option<&str>) -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(exclude)))
    }

    /// Whether this file or folder is left out.
    pub(super) fn path(&self, path: &Path) -> bool {
        self.0.as_ref().is_some_and(|exclude| exclude(path, None))
    }

    /// Whether this member of an archive is left out, or a folder or an archive in it that the member is in; none of those that
    /// lead to what was named.
    pub(super) fn member(&self, archive: &Path, name: &str, named: Option<&str>) -> bool {
        let Some(exclude) = &self.0 else { return false };
        let ends = name
            .match_indices(['/', INTO])
            .map(|(at, _)| at)
            .chain([name.len()]);
        let is_asked = |part: &&str| !part.is_empty() && named.is_none_or(|named| part.len() > named.len());
        let mut parts = ends.map(|end| &name[..end]).filter(is_asked);
        parts.any(|part| exclude(archive, Some(part)))
    }
}

impl fmt::Debug for Exclude {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Exclude").field(&self.0.is_some()).finish()
    }
}

/// Whose a file of this name is, where files with these extensions are asked for.
pub(super) fn of(file: &Path, asked_for: &[String]) -> Claim {
    let Some(extension) = file.extension().and_then(OsStr::to_str) else {
        return Claim::Nobody;
    };
    if notation::by_extension(extension).is_some() {
        return Claim::Notation;
    }
    if let Some(kind) = archive::by_name(file) {
        return Claim::Archive(kind);
    }
    if asked_for.iter().any(|it| it.eq_ignore_ascii_case(extension)) {
        return Claim::AskedFor;
    }
    Claim::Nobody
}

/// Whether a file or a directory of this name is hidden.
pub(super) fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// Whether nobody keeps records in a directory of this name.
pub(super) fn is_unlikely(name: &OsStr) -> bool {
    is_hidden(name) || name == "node_modules"
}
