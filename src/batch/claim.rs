//! Whose a file is, by its name.

use std::ffi::OsStr;
use std::path::Path;

use super::archive::{self, Kind};
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
