//! Selection of files in an archive, and in the archives nested in it, by their names.

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

/// Separator between the path of an archive and the name of a file in it.
pub(crate) const MEMBER_SEPARATOR: char = '!';

/// Path of standard input, on the command line and in the output.
pub(crate) const STDIN: &str = "-";

/// Returns the path that a file of an archive would have if archives were folders.
///
/// Components of the name that would lead out of the archive, such as `..`, are removed. `archive` is `None` for standard
/// input. Returns `None` if standard input is a single compressed file, because that file has no name.
pub(crate) fn place_in(archive: Option<&Path>, name: &str) -> Option<PathBuf> {
    if archive.is_none() && name == STDIN {
        return None;
    }
    let is_safe = |component: &&str| !matches!(*component, "" | "." | "..") && !is_drive(component);
    // `PathBuf::push` would replace the path by `a:b.kif`, which is a path on another Windows drive.
    let mut place = archive.unwrap_or(Path::new(STDIN)).as_os_str().to_owned();
    for component in name.split(['/', MEMBER_SEPARATOR]).filter(is_safe) {
        place.push(MAIN_SEPARATOR_STR);
        place.push(component);
    }
    Some(place.into())
}

/// Returns whether a component of a path is a Windows drive.
fn is_drive(component: &str) -> bool {
    matches!(component.as_bytes(), [letter, b':'] if letter.is_ascii_alphabetic())
}

/// An iterator over the files of an archive and of its nested archives, in the order of the archive.
pub(crate) struct Selection {
    member_filter: MemberFilter,
    /// `true` if the user specified the archive; `false` if a walk of a directory found the archive.
    is_named: bool,
    store: Store,
    /// The members of the outer archive.
    members: Members,
    /// The name and the members of the nested archive that is being read; `None` if the outer archive is being read.
    inner: Option<(String, Members)>,
    /// Size of the outer archive, and the work for the nested archives that were read to the end.
    outer_budget: OuterBudget,
    /// Work so far for the outer archive, and for the nested archive that is being read (bytes).
    work: [u64; 2],
    /// `true` if a member was read, failed, or was excluded by a pattern. Skipped members also count, unless the user
    /// specified the archive.
    has_reported: bool,
    /// `true` if no more members of the outer archive are read.
    ended: bool,
}

/// A function that stores the bytes of a nested archive while it is read, in memory or in a temporary file.
type Store = fn(Arc<Vec<u8>>) -> io::Result<Bytes>;

/// A file of an archive, with the action for it.
pub(crate) struct Selected {
    /// The name in the archive. For a file of a nested archive, the name of that archive and `!` precede it. The name
    /// is empty for a gap of the outer archive as a whole.
    pub(crate) name: String,
    pub(crate) action: MemberAction,
}

/// The action for a file of an archive.
pub(crate) enum MemberAction {
    /// The file is read.
    Read {
        /// The content of the file.
        content: Content,
        /// `true` if the extension does not belong to a format, and the user specified this extension with `--ext`.
        requested_by_ext: bool,
        /// `true` if the user specified this file by its name.
        is_named: bool,
    },
    /// The file is skipped.
    Skip(SkipReason),
    /// The file cannot be read.
    Fail(io::Error),
}

/// The reason why a path is skipped. A file that the user specified by its name is skipped only if it was read before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SkipReason {
    /// The extension does not belong to a format.
    Extension,
    /// The file is hidden: its name begins with a dot.
    Hidden,
    /// No record was found in a file whose extension other programs also use, or no file to read was found in an archive.
    NoRecord,
    /// No record was found in a page, but this line of it looks like one.
    UnreadRecord(u64),
    /// The path is a directory that is not searched: it is hidden or named `node_modules`.
    Folder,
    /// A page refers to this file, which is only read if it is specified or found on its own.
    Reference,
    /// The file was read before: its path is given twice, or it is in a directory that is also given.
    AlreadyRead,
}

/// A filter that selects the members to read by their names.
#[derive(Clone, Default)]
pub(crate) struct MemberFilter {
    /// The extensions that the user specified with `--ext`.
    pub(crate) extensions: Arc<[String]>,
    /// The member or folder that the user specified; `None` for the whole archive.
    pub(crate) only: Option<Arc<str>>,
    /// The path of the archive with which patterns are compared, and the filter of members that are not read. `None` to
    /// exclude no members.
    pub(crate) exclude: Option<(Arc<Path>, Exclude)>,
    /// The name of the file in a gzip or Zstandard file that the user specified; this file counts as specified, too. For
    /// a compressed tar, this is the name of the tar. `None` for any other archive.
    pub(crate) sole: Option<Arc<str>>,
    /// `true` if only the names of files are needed, so that only nested archives are unpacked.
    pub(crate) names_only: bool,
}

/// The result of the filter for a name.
enum FilterResult {
    /// The member is read; see [`MemberAction::Read`].
    Read { requested_by_ext: bool, is_named: bool },
    /// The member is an archive of this kind, whose members are read.
    Enter(&'static Kind),
    /// The member is skipped.
    Skip(SkipReason),
    /// The user specified another member, so this member is not reported.
    Ignore,
    /// A pattern excludes the member.
    Exclude,
}

impl MemberFilter {
    fn filter(&self, name: &str) -> FilterResult {
        if let Some(only) = self.only.as_deref() {
            let is_in_folder = |path: &str, folder: &str| {
                let rest = path.strip_prefix(folder);
                rest.is_some_and(|rest| rest.starts_with(['/', MEMBER_SEPARATOR]))
            };
            if !(name == only || is_in_folder(name, only) || is_in_folder(only, name)) {
                return FilterResult::Ignore;
            }
        }
        let is_named = [&self.only, &self.sole]
            .into_iter()
            .any(|specified| specified.as_deref() == Some(name));
        let specified = self.only.as_deref().or(self.sole.as_deref());
        if let Some((archive, exclude)) = &self.exclude
            && exclude.member(archive, name, specified)
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

    /// Returns the result of the filter for a member that the user did not specify by its name.
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

    /// Returns the function that selects the members of an archive to unpack. For a nested archive, `prefix` is put
    /// before the names of its members; for the outer archive it is empty.
    fn wanted(&self, prefix: String) -> Wanted {
        let member_filter = self.clone();
        // The members of a nested archive are read, but an archive among these members is only reported.
        let is_inner = !prefix.is_empty();
        Arc::new(
            move |name| match member_filter.filter(&format!("{prefix}{name}")) {
                FilterResult::Read { .. } => !member_filter.names_only,
                FilterResult::Enter(_) => !is_inner,
                FilterResult::Skip(_) | FilterResult::Ignore | FilterResult::Exclude => false,
            },
        )
    }
}

impl Selection {
    /// Opens an archive with this name. `store` keeps the bytes of nested archives. `is_named` is `true` if the user
    /// specified the archive, and `false` if it was found in a directory.
    ///
    /// # Errors
    ///
    /// Returns an error if no thread can be started to unpack the archive.
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

    /// Returns a member that is not read as a nested archive, with the action for this member. Returns `None` if the member is
    /// not reported.
    ///
    /// For a member of a nested archive, `name` includes the name of that archive.
    fn member(&mut self, name: String, content: Content) -> Option<Selected> {
        let (requested_by_ext, is_named) = match self.member_filter.filter(&name) {
            FilterResult::Ignore => return None,
            FilterResult::Exclude => {
                self.has_reported = true;
                return None;
            }
            FilterResult::Skip(reason) => {
                self.has_reported |= !self.is_named;
                let action = MemberAction::Skip(reason);
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

    /// Returns a file that consists of a gap. The gap is that of the archive `name` as a whole, or of the outer archive
    /// if `name` is empty.
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

    /// Returns the size of the outer archive, and the work so far without that for the nested archive being read.
    fn work_so_far(&self) -> OuterBudget {
        let OuterBudget { length, work_before } = &self.outer_budget;
        OuterBudget {
            length: length.clone(),
            work_before: work_before.saturating_add(self.work[0]),
        }
    }

    /// Returns the file for a member of the outer archive. If the member is an archive, begins to read it and returns
    /// `None`. Also returns `None` if the member is not reported.
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
        let opened = content.unpack().and_then(|unpacked| match unpacked {
            Ok(bytes) => (self.store)(bytes)
                .and_then(|bytes| kind.members(bytes, file, wanted, Some(outer)))
                .map(Ok),
            Err(gap) => Ok(Err(gap)),
        });
        match opened {
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

    /// Returns the file for a member of the nested archive `archive`; `None` if the member is not reported.
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

    /// Returns the gap at the end of the nested archive `name`, or of the outer archive if `name` is empty. Returns `None` if
    /// the end has no gap.
    fn whole_archive(&mut self, name: &str, content: Content) -> Option<Selected> {
        match content {
            Content::Gap(gap) => Some(self.gap(name, gap)),
            _ => None,
        }
    }

    /// Returns the report for an archive in which no file was read; `None` if a member or the archive has been reported.
    fn report_if_nothing_read(&mut self) -> Option<Selected> {
        if self.has_reported {
            return None;
        }
        if let Some(only) = &self.member_filter.only {
            let message = bilingual(
                "file not found in the archive",
                "アーカイブ内にファイルが見つからない",
            );
            return Some(Selected {
                name: only.to_string(),
                action: MemberAction::Fail(Reason::error(io::ErrorKind::NotFound, message)),
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
                let selected = self.nested_member(&archive, member);
                self.inner = Some((archive, members));
                if selected.is_some() {
                    return selected;
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
            let selected = self.direct_member(member);
            if selected.is_some() {
                return selected;
            }
        }
    }
}

/// Returns the kind of archive of an input; `None` if the input is not an archive, or if its extension is that of a record
/// format.
///
/// `head` returns the first bytes of the input, which are needed if the extension is unknown.
///
/// # Errors
///
/// Returns an error if the first bytes are needed and cannot be read.
pub(crate) fn kind_of<H: AsRef<[u8]>>(
    name: &Path,
    head: impl FnOnce() -> io::Result<H>,
) -> io::Result<Option<&'static Kind>> {
    let extension = name.extension().and_then(OsStr::to_str);
    if extension.is_some_and(notation::is_read_extension) {
        return Ok(None);
    }
    match super::by_name(name) {
        Some(kind) => Ok(Some(kind)),
        None => Ok(super::by_content(head()?.as_ref())),
    }
}

/// The class of a file, by its name.
pub(crate) enum FileClass {
    /// A file with the extension of a format or of a page.
    Notation,
    /// A file with the extension of an archive.
    Archive(&'static Kind),
    /// A file with an extension that does not belong to a format, but that the user specified with `--ext`.
    RequestedByExt,
    /// Any other file.
    Unclaimed,
}

/// A filter of the files, folders and members of archives that are excluded.
#[derive(Clone, Default)]
pub(crate) struct Exclude(Option<Arc<Excluding>>);

/// A function that returns whether a file or folder is excluded. If a name is given, the function returns whether the member
/// of this name in the archive at the path is excluded.
type Excluding = dyn Fn(&Path, Option<&str>) -> bool + Send + Sync;

impl Exclude {
    /// Creates a filter from a function that returns whether a file or folder at a path, or a member of the archive at this
    /// path, is excluded.
    pub(crate) fn new(exclude: impl Fn(&Path, Option<&str>) -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(exclude)))
    }

    /// Returns whether this file, folder or archive member is excluded by its own path. Patterns for its parents are not
    /// considered.
    pub(crate) fn matches(&self, path: &Path, member: Option<&str>) -> bool {
        self.0.as_ref().is_some_and(|exclude| exclude(path, member))
    }

    /// Returns whether a member of an archive is excluded, by its own name or by the name of a folder or nested archive
    /// that contains the member.
    ///
    /// The member or folder `named`, which the user specified, is not excluded by its own name or by the folders and archives
    /// that contain it.
    pub(crate) fn member(&self, archive: &Path, name: &str, named: Option<&str>) -> bool {
        let Some(exclude) = &self.0 else { return false };
        let ends = name
            .match_indices(['/', MEMBER_SEPARATOR])
            .map(|(index, _)| index)
            .chain([name.len()]);
        let is_tested = |path: &&str| !path.is_empty() && named.is_none_or(|named| path.len() > named.len());
        let mut paths = ends.map(|end| &name[..end]).filter(is_tested);
        paths.any(|path| exclude(archive, Some(path)))
    }
}

impl fmt::Debug for Exclude {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Exclude").field(&self.0.is_some()).finish()
    }
}

/// Returns the class of a file by its name. `requested_extensions` are those that the user specified with `--ext`; an empty
/// one means files without an extension.
pub(crate) fn classify_file(file: &Path, requested_extensions: &[String]) -> FileClass {
    let Some(extension) = file.extension().map_or(Some(""), OsStr::to_str) else {
        return FileClass::Unclaimed;
    };
    if notation::is_read_extension(extension) {
        return FileClass::Notation;
    }
    if let Some(kind) = super::by_name(file) {
        return FileClass::Archive(kind);
    }
    if requested_extensions
        .iter()
        .any(|requested| requested.eq_ignore_ascii_case(extension))
    {
        return FileClass::RequestedByExt;
    }
    FileClass::Unclaimed
}

/// Returns whether a file or directory with this name is hidden.
pub(crate) fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// Returns whether a directory with this name is not searched: it is hidden or named `node_modules`.
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
        // These names alone would be paths on other Windows drives.
        for name in ["a:b.kif", "dir/c:d.kif"] {
            let place = place_in(Some(Path::new("games.zip")), name).unwrap();
            assert!(place.starts_with("games.zip"), "{place:?}");
            assert_eq!(place.file_name(), name.rsplit('/').next().map(OsStr::new));
        }
    }
}
