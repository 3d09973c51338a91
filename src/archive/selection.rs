//! Selection of the files of an archive by their names, including those of nested archives.

use std::ffi::OsStr;
use std::path::{MAIN_SEPARATOR_STR, Path, PathBuf};
use std::sync::Arc;
use std::{fmt, io};

use super::bounds::OuterBudget;
use super::{Bytes, Content, Kind, Member, Members, Wanted};
use crate::finding::{Reason, bilingual};
use crate::notation;
use crate::record::GapKind;
use crate::record::gap::{ArchiveGap, NoRecord};

/// Separator between the name of an archive and that of a file in it.
pub(crate) const MEMBER_SEPARATOR: char = '!';

/// Name of standard input, on the command line and in the output.
pub(crate) const STDIN: &str = "-";

/// Returns the path that a file of an archive would have if archives were folders.
///
/// No part of its name leads out of the archive. `archive` is `None` for standard input. If standard input is one compressed
/// file, that file has no name, and the path is `None`.
pub(crate) fn place_in(archive: Option<&Path>, name: &str) -> Option<PathBuf> {
    if archive.is_none() && name == STDIN {
        return None;
    }
    let is_name = |part: &&str| !matches!(*part, "" | "." | "..") && !is_drive(part);
    // `PathBuf::push` would take `a:b.kif` as a path on another Windows drive.
    let mut place = archive.unwrap_or(Path::new(STDIN)).as_os_str().to_owned();
    for part in name.split(['/', MEMBER_SEPARATOR]).filter(is_name) {
        place.push(MAIN_SEPARATOR_STR);
        place.push(part);
    }
    Some(place.into())
}

/// Returns whether a part of a path is a Windows drive.
fn is_drive(part: &str) -> bool {
    matches!(part.as_bytes(), [letter, b':'] if letter.is_ascii_alphabetic())
}

/// An iterator over the files of an archive and of its nested archives, in their order.
pub(crate) struct Selection {
    member_filter: MemberFilter,
    /// `true` if the user specified the archive; `false` if it was found in a directory.
    is_named: bool,
    store: Store,
    members: Members,
    /// The nested archive that is being read, with its name.
    inner: Option<(String, Members)>,
    /// Size of the outer archive, and the work of the nested archives that were read to the end (bytes).
    outer_budget: OuterBudget,
    /// Work so far of the outer archive, and of the nested archive that is being read (bytes).
    work: [u64; 2],
    /// `true` if any file was read or reported as skipped.
    has_reported: bool,
    ended: bool,
}

/// A function that keeps the bytes of a nested archive while it is read.
type Store = fn(Arc<Vec<u8>>) -> io::Result<Bytes>;

/// A file of an archive.
pub(crate) struct Selected {
    /// The name, after those of the nested archives that contain the file. It is empty for a gap of the archive as a whole.
    pub(crate) name: String,
    pub(crate) action: MemberAction,
}

/// The action for a file of an archive.
pub(crate) enum MemberAction {
    Read {
        content: Content,
        /// `true` if the extension belongs to no format, and the user listed it with `--ext`.
        requested_by_ext: bool,
        /// `true` if the user specified this file by its name.
        is_named: bool,
    },
    Skip(SkipReason),
    Fail(io::Error),
}

/// The reason why a path is not read. A file that the user specified is always read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SkipReason {
    /// The extension does not belong to a format.
    Extension,
    /// The file is hidden: its name begins with a dot.
    Hidden,
    /// There is no record: in a file whose extension other programs use, or in an archive without a file to read.
    NoRecord,
    /// The path is a directory that is not entered: it is hidden, or it contains the packages of another program.
    Folder,
    /// The path was read before: it is given twice, or it is in a directory that is also given.
    AlreadyRead,
}

/// A filter for the members that are read.
#[derive(Clone, Default)]
pub(crate) struct MemberFilter {
    /// The extensions that the user listed with `--ext`.
    pub(crate) extensions: Arc<[String]>,
    /// The member or folder that the user specified, if not the whole archive.
    pub(crate) only: Option<Arc<str>>,
    /// Patterns of members that are not read, and the path of the archive as the patterns match it.
    pub(crate) exclude: Option<(Arc<Path>, Exclude)>,
    /// The only file in the archive, which the user specified together with it.
    pub(crate) sole: Option<Arc<str>>,
}

/// The result of the filter for a name.
enum FilterResult {
    Read {
        requested_by_ext: bool,
        is_named: bool,
    },
    Enter(&'static Kind),
    Skip(SkipReason),
    /// The name is not the one that the user specified.
    Ignore,
    /// The name is excluded by a pattern.
    Exclude,
}

impl MemberFilter {
    fn filter(&self, name: &str) -> FilterResult {
        if let Some(only) = self.only.as_deref() {
            let is_its = |whole: &str, part: &str| {
                let below = whole.strip_prefix(part);
                below.is_some_and(|it| it.starts_with(['/', MEMBER_SEPARATOR]))
            };
            if !(name == only || is_its(name, only) || is_its(only, name)) {
                return FilterResult::Ignore;
            }
        }
        let is_named = [&self.only, &self.sole]
            .into_iter()
            .any(|known| known.as_deref() == Some(name));
        let named = self.only.as_deref().or(self.sole.as_deref());
        if let Some((archive, exclude)) = &self.exclude
            && exclude.member(archive, name, named)
        {
            return FilterResult::Exclude;
        }
        if is_named && super::by_name(Path::new(name)).is_none() {
            return FilterResult::Read {
                requested_by_ext: false,
                is_named,
            };
        }
        self.filter_by_name(name)
    }

    fn filter_by_name(&self, name: &str) -> FilterResult {
        let file = Path::new(name.rsplit(MEMBER_SEPARATOR).next().unwrap_or(name));
        let mut folders = file.iter().rev().skip(1).filter(|&folder| folder != "..");
        if folders.any(is_skipped_folder) {
            return FilterResult::Skip(SkipReason::Folder);
        }
        match classify_file(file, &self.extensions) {
            FileClass::Unclaimed => FilterResult::Skip(SkipReason::Extension),
            _ if is_hidden(file.file_name().unwrap_or(OsStr::new(""))) => {
                FilterResult::Skip(SkipReason::Hidden)
            }
            FileClass::Archive(kind) => FilterResult::Enter(kind),
            FileClass::Notation => FilterResult::Read {
                requested_by_ext: false,
                is_named: false,
            },
            FileClass::RequestedByExt => FilterResult::Read {
                requested_by_ext: true,
                is_named: false,
            },
        }
    }

    /// Returns the filter for an archive whose members have names with this prefix.
    fn wanted(&self, before: String) -> Wanted {
        let member_filter = self.clone();
        // A nested archive is read. An archive inside it is only listed.
        let is_inner = !before.is_empty();
        Arc::new(
            move |name| match member_filter.filter(&format!("{before}{name}")) {
                FilterResult::Read { .. } => true,
                FilterResult::Enter(_) => !is_inner,
                FilterResult::Skip(_) | FilterResult::Ignore | FilterResult::Exclude => false,
            },
        )
    }
}

impl Selection {
    /// Opens an archive by its name. `is_named` is `true` if the user specified it and `false` if it was found in a directory.
    ///
    /// # Errors
    ///
    /// Returns an error if no thread can be started to unpack it.
    pub(crate) fn new(
        kind: &Kind,
        bytes: Bytes,
        name: &str,
        member_filter: MemberFilter,
        is_named: bool,
        store: Store,
    ) -> io::Result<Self> {
        let member_filter = MemberFilter {
            sole: kind.sole(name).filter(|_| is_named).map(Arc::from),
            ..member_filter
        };
        let length = bytes.length();
        Ok(Self {
            members: kind.members(bytes, name, member_filter.wanted(String::new()), None)?,
            member_filter,
            is_named,
            store,
            inner: None,
            outer_budget: OuterBudget {
                length,
                work_before: 0,
            },
            work: [0; 2],
            has_reported: false,
            ended: false,
        })
    }

    /// Returns the action for a member that is not a nested archive. `name` includes the name of the nested archive.
    fn member(&mut self, name: String, content: Content) -> Option<Selected> {
        let (requested_by_ext, is_named) = match self.member_filter.filter(&name) {
            FilterResult::Ignore => return None,
            FilterResult::Exclude => {
                self.has_reported = true;
                return None;
            }
            FilterResult::Skip(why) => {
                self.has_reported |= !self.is_named;
                let action = MemberAction::Skip(why);
                return Some(Selected { name, action });
            }
            FilterResult::Enter(_) => (false, false),
            FilterResult::Read {
                requested_by_ext,
                is_named,
            } => (requested_by_ext, is_named),
        };
        self.has_reported = true;
        let action = MemberAction::Read {
            content,
            requested_by_ext,
            is_named,
        };
        Some(Selected { name, action })
    }

    /// Returns the gap of an archive, or of a nested archive, as a whole.
    fn gap(&mut self, name: &str, gap: GapKind) -> Selected {
        self.has_reported = true;
        Selected {
            name: name.to_owned(),
            action: MemberAction::Read {
                content: Content::Gap(gap),
                requested_by_ext: false,
                is_named: true,
            },
        }
    }

    /// Returns the size of the outer archive with the total work so far.
    fn work_so_far(&self) -> OuterBudget {
        let OuterBudget { length, work_before } = &self.outer_budget;
        OuterBudget {
            length: length.clone(),
            work_before: work_before.saturating_add(self.work[0]),
        }
    }

    /// Returns the action for a member of the outer archive.
    fn direct_member(&mut self, member: Member) -> Option<Selected> {
        let Member { name, content, work } = member;
        self.work[0] = work;
        let outer = self.work_so_far();
        if outer.is_exceeded() {
            self.ended = true;
            return Some(self.gap("", GapKind::Archive(ArchiveGap::Bomb)));
        }
        if name.is_empty() {
            return self.whole_archive("", content);
        }
        let FilterResult::Enter(kind) = self.member_filter.filter(&name) else {
            return self.member(name, content);
        };
        let wanted = self.member_filter.wanted(format!("{name}{MEMBER_SEPARATOR}"));
        let file = name.rsplit('/').next().unwrap_or(&name);
        let unpacked = content.unpack().and_then(|unpacked| match unpacked {
            Ok(bytes) => (self.store)(bytes)
                .and_then(|bytes| kind.members(bytes, file, wanted, Some(outer)))
                .map(Ok),
            Err(gap) => Ok(Err(gap)),
        });
        match unpacked {
            Ok(Ok(members)) => {
                self.inner = Some((name, members));
                None
            }
            Ok(Err(gap)) => Some(self.gap(&name, gap)),
            Err(error) => {
                self.has_reported = true;
                let action = MemberAction::Fail(error);
                Some(Selected { name, action })
            }
        }
    }

    /// Returns the action for a member of a nested archive.
    fn nested_member(&mut self, archive: &str, member: Member) -> Option<Selected> {
        self.work[1] = member.work;
        if member.name.is_empty() {
            return self.whole_archive(archive, member.content);
        }
        let name = format!("{archive}{MEMBER_SEPARATOR}{}", member.name);
        match self.member_filter.filter(&name) {
            FilterResult::Enter(_) => Some(self.gap(&name, GapKind::Archive(ArchiveGap::Nested))),
            _ => self.member(name, member.content),
        }
    }

    /// Returns the gap of an archive as a whole, whose member has no name.
    fn whole_archive(&mut self, name: &str, content: Content) -> Option<Selected> {
        match content {
            Content::Gap(gap) => Some(self.gap(name, gap)),
            _ => None,
        }
    }

    /// Returns the report for an archive in which nothing was read; `None` if it has been reported.
    fn report_if_nothing_read(&mut self) -> Option<Selected> {
        if self.has_reported {
            return None;
        }
        if let Some(only) = &self.member_filter.only {
            let words = bilingual(
                "file not found in the archive",
                "アーカイブ内にファイルが見つからない",
            );
            return Some(Selected {
                name: only.to_string(),
                action: MemberAction::Fail(Reason::error(io::ErrorKind::NotFound, words)),
            });
        }
        if self.is_named {
            return Some(self.gap("", GapKind::UnreadableRecord(NoRecord::NoMember)));
        }
        Some(Selected {
            name: String::new(),
            action: MemberAction::Skip(SkipReason::NoRecord),
        })
    }
}

impl Iterator for Selection {
    type Item = Selected;

    fn next(&mut self) -> Option<Selected> {
        loop {
            if let Some((archive, mut members)) = self.inner.take()
                && let Some(member) = members.next()
            {
                let found = self.nested_member(&archive, member);
                self.inner = Some((archive, members));
                if found.is_some() {
                    return found;
                }
                continue;
            }
            self.outer_budget.work_before += std::mem::take(&mut self.work[1]);
            if self.ended {
                return None;
            }
            let Some(member) = self.members.next() else {
                self.ended = true;
                return self.report_if_nothing_read();
            };
            let found = self.direct_member(member);
            if found.is_some() {
                return found;
            }
        }
    }
}

/// Returns the kind of archive of an input; `None` if it is not an archive or its extension belongs to a format.
///
/// # Errors
///
/// Returns an error if its first bytes are needed and cannot be read.
pub(crate) fn kind_of<H: AsRef<[u8]>>(
    name: &Path,
    head: impl FnOnce() -> io::Result<H>,
) -> io::Result<Option<&'static Kind>> {
    let extension = name.extension().and_then(OsStr::to_str);
    if extension.is_some_and(|extension| notation::by_extension(extension).is_some()) {
        return Ok(None);
    }
    match super::by_name(name) {
        Some(kind) => Ok(Some(kind)),
        None => Ok(super::by_content(head()?.as_ref())),
    }
}

// Classification of files by their names.

/// The kind of a file, by its name.
pub(crate) enum FileClass {
    /// A file with the extension of a format.
    Notation,
    /// An archive.
    Archive(&'static Kind),
    /// A file with an extension that does not belong to a format, but that the user listed with `--ext`.
    RequestedByExt,
    /// Any other file.
    Unclaimed,
}

/// A filter for the files, folders and members of archives that are left out.
#[derive(Clone, Default)]
pub(crate) struct Exclude(Option<Arc<Excluding>>);

/// A function of a path and, in an archive, the name of a member.
type Excluding = dyn Fn(&Path, Option<&str>) -> bool + Send + Sync;

impl Exclude {
    /// Creates a filter from a function.
    pub(crate) fn new(exclude: impl Fn(&Path, Option<&str>) -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(exclude)))
    }

    /// Returns whether this file, folder or archive member itself is left out. Its parents are not considered.
    pub(crate) fn matches(&self, path: &Path, member: Option<&str>) -> bool {
        self.0.as_ref().is_some_and(|exclude| exclude(path, member))
    }

    /// Returns whether a member of an archive is left out, directly or through a folder or nested archive that contains it.
    ///
    /// Folders and archives on the way to the member that the user specified are not left out.
    pub(crate) fn member(&self, archive: &Path, name: &str, named: Option<&str>) -> bool {
        let Some(exclude) = &self.0 else { return false };
        let ends = name
            .match_indices(['/', MEMBER_SEPARATOR])
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

/// Returns the kind of a file by its name. The user listed `requested_extensions` with `--ext`.
pub(crate) fn classify_file(file: &Path, requested_extensions: &[String]) -> FileClass {
    let Some(extension) = file.extension().and_then(OsStr::to_str) else {
        return FileClass::Unclaimed;
    };
    if notation::by_extension(extension).is_some() {
        return FileClass::Notation;
    }
    if let Some(kind) = super::by_name(file) {
        return FileClass::Archive(kind);
    }
    if requested_extensions
        .iter()
        .any(|it| it.eq_ignore_ascii_case(extension))
    {
        return FileClass::RequestedByExt;
    }
    FileClass::Unclaimed
}

/// Returns whether a file or directory of this name is hidden.
pub(crate) fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// Returns whether a directory of this name is not entered: it is hidden, or it contains the packages of a program.
pub(crate) fn is_skipped_folder(name: &OsStr) -> bool {
    is_hidden(name) || name == "node_modules"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn member_names_stay_inside_the_archive() {
        for (name, expected) in [
            ("dir/a.kif", "dir/a.kif"),
            ("../up.kif", "up.kif"),
            ("C:/x.kif", "x.kif"),
            ("/root.kif", "root.kif"),
            ("b.zip!c.kif", "b.zip/c.kif"),
        ] {
            let place = place_in(Some(Path::new("games.zip")), name).unwrap();
            assert_eq!(place, Path::new("games.zip").join(expected));
        }
        // As paths of their own, these would be on other Windows drives.
        for name in ["a:b.kif", "dir/c:d.kif"] {
            let place = place_in(Some(Path::new("games.zip")), name).unwrap();
            assert!(place.starts_with("games.zip"), "{place:?}");
            assert_eq!(place.file_name(), name.rsplit('/').next().map(OsStr::new));
        }
    }
}
