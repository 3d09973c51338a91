//! Which files of an archive are read, by their names, and the files of archives in it.

use std::ffi::OsStr;
use std::path::{MAIN_SEPARATOR_STR, Path, PathBuf};
use std::sync::Arc;
use std::{fmt, io};

use super::bounds::Outer;
use super::{Bytes, Content, Kind, Member, Members, Wanted};
use crate::finding::{Reason, say};
use crate::notation;
use crate::record::GapKind;
use crate::record::gap::{ArchiveGap, NoRecord};

/// What stands between an archive and a file in it.
pub(crate) const INTO: char = '!';

/// How standard input is named, on the command line and in the output.
pub(crate) const STDIN: &str = "-";

/// Where a file of an archive would be if archives were folders. Nothing in its name leads out of the archive, which may come from
/// standard input. `None` for a single file that was compressed, without a name.
pub(crate) fn place_in(archive: Option<&Path>, name: &str) -> Option<PathBuf> {
    if archive.is_none() && name == STDIN {
        return None;
    }
    let is_name = |part: &&str| !matches!(*part, "" | "." | "..") && !is_drive(part);
    // Not by `PathBuf::push`, for which `a:b.kif` is on another drive of Windows.
    let mut place = archive.unwrap_or(Path::new(STDIN)).as_os_str().to_owned();
    for part in name.split(['/', INTO]).filter(is_name) {
        place.push(MAIN_SEPARATOR_STR);
        place.push(part);
    }
    Some(place.into())
}

/// Whether a part of a path is a drive of Windows.
fn is_drive(part: &str) -> bool {
    matches!(part.as_bytes(), [letter, b':'] if letter.is_ascii_alphabetic())
}

/// The files of an archive, and of the archives in it, in their order.
pub(crate) struct Selection {
    choice: MemberFilter,
    /// Whether the archive was named, and not found in a directory.
    is_named: bool,
    store: Store,
    members: Members,
    /// The archive in it that is read, by its name.
    inner: Option<(String, Members)>,
    /// The size of the archive, with the work of the archives in it that were read to their end.
    nested: Outer,
    /// The work of the archive itself, and of the one in it that is read, so far (bytes).
    work: [u64; 2],
    /// Whether anything in it is read, or told to be skipped.
    is_told: bool,
    ended: bool,
}

/// Keeps the bytes of an archive in an archive while it is read.
type Store = fn(Arc<Vec<u8>>) -> io::Result<Bytes>;

/// A file of an archive.
pub(crate) struct Selected {
    /// Its name, with those of the archives in the archive that it is in; empty for what concerns the archive as a whole.
    pub(crate) name: String,
    pub(crate) fate: MemberAction,
}

/// What becomes of a file of an archive.
pub(crate) enum MemberAction {
    Read {
        content: Content,
        /// Whether no notation has its extension, and it is read because that one is asked for.
        asked_for: bool,
        is_named: bool,
    },
    Skip(SkipReason),
    Fail(io::Error),
}

/// Why something is not read. What stands in a directory is read when it is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SkipReason {
    /// No notation has its extension.
    Extension,
    /// It is hidden: its name begins with a dot.
    Hidden,
    /// Any program may have written it, and it holds no record.
    NoRecord,
    /// A directory that is not entered: a hidden one, or the packages of another program.
    Folder,
    /// It is read already: it is named twice, or beside the directory that it is in.
    Again,
}

/// Which members are read.
#[derive(Clone, Default)]
pub(crate) struct MemberFilter {
    /// Files with these extensions are read, too.
    pub(crate) extensions: Arc<[String]>,
    /// What of the archive was named, if not all of it.
    pub(crate) only: Option<Arc<str>>,
    /// What of it is left out: the archive as patterns name it, and they.
    pub(crate) exclude: Option<(Arc<Path>, Exclude)>,
    /// The only file in it, which is named with it.
    pub(crate) sole: Option<Arc<str>>,
}

/// What a name says of a member.
enum Claimed {
    Read {
        asked_for: bool,
        is_named: bool,
    },
    Enter(&'static Kind),
    Skip(SkipReason),
    /// It is not what was named.
    Ignore,
    /// It is left out.
    Exclude,
}

impl MemberFilter {
    fn of(&self, name: &str) -> Claimed {
        if let Some(only) = self.only.as_deref() {
            let is_its = |whole: &str, part: &str| {
                let below = whole.strip_prefix(part);
                below.is_some_and(|it| it.starts_with(['/', INTO]))
            };
            if !(name == only || is_its(name, only) || is_its(only, name)) {
                return Claimed::Ignore;
            }
        }
        let is_named = [&self.only, &self.sole]
            .into_iter()
            .any(|it| it.as_deref() == Some(name));
        let named = self.only.as_deref().or(self.sole.as_deref());
        if let Some((archive, exclude)) = &self.exclude
            && exclude.member(archive, name, named)
        {
            return Claimed::Exclude;
        }
        if is_named && super::by_name(Path::new(name)).is_none() {
            return Claimed::Read {
                asked_for: false,
                is_named,
            };
        }
        self.claimed(name)
    }

    fn claimed(&self, name: &str) -> Claimed {
        let file = Path::new(name.rsplit(INTO).next().unwrap_or(name));
        let mut folders = file.iter().rev().skip(1).filter(|&it| it != "..");
        if folders.any(is_unlikely) {
            return Claimed::Skip(SkipReason::Folder);
        }
        match claim_of(file, &self.extensions) {
            Claim::Unclaimed => Claimed::Skip(SkipReason::Extension),
            _ if is_hidden(file.file_name().unwrap_or(OsStr::new(""))) => Claimed::Skip(SkipReason::Hidden),
            Claim::Archive(kind) => Claimed::Enter(kind),
            Claim::Notation => Claimed::Read {
                asked_for: false,
                is_named: false,
            },
            Claim::AskedFor => Claimed::Read {
                asked_for: true,
                is_named: false,
            },
        }
    }

    /// What the archive is told, whose members have names that begin so.
    fn wanted(&self, before: String) -> Wanted {
        let choice = self.clone();
        // An archive in the archive is read; one in that is only named.
        let is_inner = !before.is_empty();
        Arc::new(move |name| match choice.of(&format!("{before}{name}")) {
            Claimed::Read { .. } => true,
            Claimed::Enter(_) => !is_inner,
            Claimed::Skip(_) | Claimed::Ignore | Claimed::Exclude => false,
        })
    }
}

impl Selection {
    /// Begins to read an archive of this name, which was named itself or found in a directory.
    ///
    /// # Errors
    ///
    /// When there is no thread to unpack it.
    pub(crate) fn new(
        kind: &Kind,
        bytes: Bytes,
        name: &str,
        choice: MemberFilter,
        is_named: bool,
        store: Store,
    ) -> io::Result<Self> {
        let choice = MemberFilter {
            sole: kind.sole(name).filter(|_| is_named).map(Arc::from),
            ..choice
        };
        let length = bytes.length();
        Ok(Self {
            members: kind.members(bytes, name, choice.wanted(String::new()), None)?,
            choice,
            is_named,
            store,
            inner: None,
            nested: Outer { length, before: 0 },
            work: [0; 2],
            is_told: false,
            ended: false,
        })
    }

    /// What a member of this name, with those of the archives that it is in, comes to.
    fn found(&mut self, name: String, content: Content) -> Option<Selected> {
        let (asked_for, is_named) = match self.choice.of(&name) {
            Claimed::Ignore => return None,
            Claimed::Exclude => {
                self.is_told = true;
                return None;
            }
            Claimed::Skip(why) => {
                self.is_told |= !self.is_named;
                let fate = MemberAction::Skip(why);
                return Some(Selected { name, fate });
            }
            Claimed::Enter(_) => (false, false),
            Claimed::Read { asked_for, is_named } => (asked_for, is_named),
        };
        self.is_told = true;
        let fate = MemberAction::Read {
            content,
            asked_for,
            is_named,
        };
        Some(Selected { name, fate })
    }

    /// What concerns the archive as a whole, or an archive in it.
    fn gap(&mut self, name: &str, gap: GapKind) -> Selected {
        self.is_told = true;
        Selected {
            name: name.to_owned(),
            fate: MemberAction::Read {
                content: Content::Gap(gap),
                asked_for: false,
                is_named: true,
            },
        }
    }

    /// All the work so far.
    fn spent(&self) -> Outer {
        let Outer { length, before } = &self.nested;
        Outer {
            length: length.clone(),
            before: before.saturating_add(self.work[0]),
        }
    }

    /// A member of the archive itself.
    fn outer(&mut self, member: Member) -> Option<Selected> {
        let Member { name, content, work } = member;
        self.work[0] = work;
        let outer = self.spent();
        if outer.is_exceeded() {
            self.ended = true;
            return Some(self.gap("", GapKind::Archive(ArchiveGap::Bomb)));
        }
        if name.is_empty() {
            return self.whole("", content);
        }
        let Claimed::Enter(kind) = self.choice.of(&name) else {
            return self.found(name, content);
        };
        let wanted = self.choice.wanted(format!("{name}{INTO}"));
        let file = name.rsplit('/').next().unwrap_or(&name);
        let unpacked = content.unpack().and_then(|it| match it {
            Ok(bytes) => (self.store)(bytes)
                .and_then(|it| kind.members(it, file, wanted, Some(outer)))
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
                self.is_told = true;
                let fate = MemberAction::Fail(error);
                Some(Selected { name, fate })
            }
        }
    }

    /// A member of the archive of this name in the archive.
    fn nested(&mut self, archive: &str, member: Member) -> Option<Selected> {
        self.work[1] = member.work;
        if member.name.is_empty() {
            return self.whole(archive, member.content);
        }
        let name = format!("{archive}{INTO}{}", member.name);
        match self.choice.of(&name) {
            Claimed::Enter(_) => Some(self.gap(&name, GapKind::Archive(ArchiveGap::Nested))),
            _ => self.found(name, member.content),
        }
    }

    fn whole(&mut self, name: &str, content: Content) -> Option<Selected> {
        match content {
            Content::Gap(gap) => Some(self.gap(name, gap)),
            _ => None,
        }
    }

    /// What is said of an archive in which nothing is read.
    fn nothing(&mut self) -> Option<Selected> {
        if self.is_told {
            return None;
        }
        if let Some(only) = &self.choice.only {
            let words = say(
                "file not found in the archive",
                "アーカイブ内にファイルが見つからない",
            );
            return Some(Selected {
                name: only.to_string(),
                fate: MemberAction::Fail(Reason::error(io::ErrorKind::NotFound, words)),
            });
        }
        if self.is_named {
            return Some(self.gap("", GapKind::UnreadableRecord(NoRecord::NoMember)));
        }
        Some(Selected {
            name: String::new(),
            fate: MemberAction::Skip(SkipReason::NoRecord),
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
                let found = self.nested(&archive, member);
                self.inner = Some((archive, members));
                if found.is_some() {
                    return found;
                }
                continue;
            }
            self.nested.before += std::mem::take(&mut self.work[1]);
            if self.ended {
                return None;
            }
            let Some(member) = self.members.next() else {
                self.ended = true;
                return self.nothing();
            };
            let found = self.outer(member);
            if found.is_some() {
                return found;
            }
        }
    }
}

/// The kind of archive that an input of this name is, if it is one and no notation has its extension.
///
/// # Errors
///
/// When its first bytes are needed and cannot be read.
pub(crate) fn kind_of<H: AsRef<[u8]>>(
    name: &Path,
    head: impl FnOnce() -> io::Result<H>,
) -> io::Result<Option<&'static Kind>> {
    let extension = name.extension().and_then(OsStr::to_str);
    if extension.is_some_and(|it| notation::by_extension(it).is_some()) {
        return Ok(None);
    }
    match super::by_name(name) {
        Some(kind) => Ok(Some(kind)),
        None => Ok(super::by_content(head()?.as_ref())),
    }
}

// Whose a file is, by its name.

/// Whose a file is.
pub(crate) enum Claim {
    /// A notation has its extension.
    Notation,
    /// It is an archive.
    Archive(&'static Kind),
    /// Nobody has its extension, but files with it are asked for.
    AskedFor,
    /// It is none of ours.
    Unclaimed,
}

/// Tells which of the files, folders and members of archives that are found are left out.
#[derive(Clone, Default)]
pub(crate) struct Exclude(Option<Arc<Excluding>>);

/// Asked of a path and, in an archive, the name of a member.
type Excluding = dyn Fn(&Path, Option<&str>) -> bool + Send + Sync;

impl Exclude {
    /// Leaves out what this says.
    pub(crate) fn new(exclude: impl Fn(&Path, Option<&str>) -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(exclude)))
    }

    /// Whether this file or folder is left out, or this member of an archive for itself.
    pub(crate) fn fits(&self, path: &Path, member: Option<&str>) -> bool {
        self.0.as_ref().is_some_and(|exclude| exclude(path, member))
    }

    /// Whether this member of an archive is left out, or a folder or an archive in it that the member is in; none of those that
    /// lead to what was named.
    pub(crate) fn member(&self, archive: &Path, name: &str, named: Option<&str>) -> bool {
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
pub(crate) fn claim_of(file: &Path, asked_for: &[String]) -> Claim {
    let Some(extension) = file.extension().and_then(OsStr::to_str) else {
        return Claim::Unclaimed;
    };
    if notation::by_extension(extension).is_some() {
        return Claim::Notation;
    }
    if let Some(kind) = super::by_name(file) {
        return Claim::Archive(kind);
    }
    if asked_for.iter().any(|it| it.eq_ignore_ascii_case(extension)) {
        return Claim::AskedFor;
    }
    Claim::Unclaimed
}

/// Whether a file or a directory of this name is hidden.
pub(crate) fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// Whether nobody keeps records in a directory of this name.
pub(crate) fn is_unlikely(name: &OsStr) -> bool {
    is_hidden(name) || name == "node_modules"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_of_a_member_leads_out_of_its_archive() {
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
        // On Windows, these would lead to other drives as paths of their own.
        for name in ["a:b.kif", "dir/c:d.kif"] {
            let place = place_in(Some(Path::new("games.zip")), name).unwrap();
            assert!(place.starts_with("games.zip"), "{place:?}");
            assert_eq!(place.file_name(), name.rsplit('/').next().map(OsStr::new));
        }
    }
}
