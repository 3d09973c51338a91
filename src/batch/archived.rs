//! The inputs in an archive.

use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::archive::{self, Bytes, Content, Kind, Member, Members, Wanted};
use super::input::{Failure, Found, INTO, Input, Limits, STDIN, Skipped, Source, Why, open, spilled};
use super::inputs::{self, Claim, Exclude};
use crate::finding::{Reason, say};
use crate::notation;
use crate::record::GapKind;
use crate::record::gap::{ArchiveGap, NoRecord};

/// An archive while its members are read, and those of an archive in it.
pub(super) struct Archived {
    /// Its path, unless it comes from standard input.
    path: Option<Arc<Path>>,
    /// Its path as the user knows it.
    shown: String,
    /// Whether it was named, and not found in a directory.
    is_named: bool,
    rules: Choice,
    members: Members,
    /// The archive in it that is read, by its name.
    inner: Option<(String, Members)>,
    /// Whether anything in it is read, or told to be skipped.
    is_told: bool,
    ended: bool,
}

/// Which members are read.
#[derive(Clone)]
struct Choice {
    /// Files with these extensions are read, too.
    extensions: Arc<[String]>,
    /// What of the archive was named, if not all of it.
    only: Option<Arc<str>>,
    /// The only file in it, which is named with it.
    sole: Option<Arc<str>>,
    /// What of it is left out: the archive as patterns name it, and they.
    exclude: (Arc<Path>, Exclude),
}

/// What becomes of a member.
enum Fate {
    Read {
        asked_for: bool,
        is_named: bool,
    },
    Enter(&'static Kind),
    Skip(Why),
    /// It is not what was named.
    Ignore,
    /// It is left out.
    Exclude,
}

impl Choice {
    fn of(&self, name: &str) -> Fate {
        if let Some(only) = self.only.as_deref() {
            let is_its = |whole: &str, part: &str| {
                let below = whole.strip_prefix(part);
                below.is_some_and(|it| it.starts_with(['/', INTO]))
            };
            if !(name == only || is_its(name, only) || is_its(only, name)) {
                return Fate::Ignore;
            }
        }
        let is_named = [&self.only, &self.sole]
            .into_iter()
            .any(|it| it.as_deref() == Some(name));
        let (archive, exclude) = &self.exclude;
        if exclude.member(archive, name, self.only.as_deref().or(self.sole.as_deref())) {
            return Fate::Exclude;
        }
        if is_named && archive::by_name(Path::new(name)).is_none() {
            return Fate::Read {
                asked_for: false,
                is_named,
            };
        }
        self.claimed(name)
    }

    fn claimed(&self, name: &str) -> Fate {
        let file = Path::new(name.rsplit(INTO).next().unwrap_or(name));
        let mut folders = file.iter().rev().skip(1).filter(|&it| it != "..");
        if folders.any(inputs::is_unlikely) {
            return Fate::Skip(Why::Folder);
        }
        match inputs::of(file, &self.extensions) {
            Claim::Unclaimed => Fate::Skip(Why::Extension),
            _ if inputs::is_hidden(file.file_name().unwrap_or(OsStr::new(""))) => Fate::Skip(Why::Hidden),
            Claim::Archive(kind) => Fate::Enter(kind),
            Claim::Notation => Fate::Read {
                asked_for: false,
                is_named: false,
            },
            Claim::AskedFor => Fate::Read {
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
            Fate::Read { .. } => true,
            Fate::Enter(_) => !is_inner,
            Fate::Skip(_) | Fate::Ignore | Fate::Exclude => false,
        })
    }
}

impl Archived {
    /// Begins to read an archive, of which only what is named is read.
    ///
    /// # Errors
    ///
    /// When there is no thread to unpack it.
    pub(super) fn new(
        path: Option<&Path>,
        bytes: Bytes,
        kind: &Kind,
        extensions: Arc<[String]>,
        only: Option<&str>,
        (shown, is_named): (String, bool),
        exclude: Exclude,
    ) -> io::Result<Self> {
        let name = path.map_or(STDIN.into(), |it| {
            it.file_name().unwrap_or_default().to_string_lossy()
        });
        let rules = Choice {
            exclude: (path.unwrap_or(Path::new(STDIN)).into(), exclude),
            extensions,
            only: only.map(Arc::from),
            sole: kind.sole(&name).filter(|_| is_named).map(Arc::from),
        };
        Ok(Self {
            path: path.map(Arc::from),
            shown,
            is_named,
            members: kind.members(bytes, &name, rules.wanted(String::new()))?,
            rules,
            inner: None,
            is_told: false,
            ended: false,
        })
    }

    /// What a member of this name, with those of the archives that it is in, comes to.
    fn found(&mut self, name: String, content: Content) -> Option<Found> {
        let (asked_for, is_named) = match self.rules.of(&name) {
            Fate::Ignore => return None,
            Fate::Exclude => {
                self.is_told = true;
                return None;
            }
            Fate::Skip(why) => {
                self.is_told |= !self.is_named;
                return Some(Found::Skipped(Skipped {
                    shown: self.shown_as(&name),
                    why,
                }));
            }
            Fate::Enter(_) => (false, false),
            Fate::Read { asked_for, is_named } => (asked_for, is_named),
        };
        self.is_told = true;
        Some(Found::Input(Input {
            shown: self.shown_as(&name),
            size: Some(content.size()),
            walked: !is_named,
            asked_for,
            source: Source::Member {
                archive: self.path.clone(),
                name,
                content,
            },
        }))
    }

    fn shown_as(&self, name: &str) -> String {
        if name.is_empty() {
            return self.shown.clone();
        }
        format!("{}{INTO}{name}", self.shown)
    }

    /// What concerns the archive as a whole, or an archive in it.
    fn gap(&mut self, name: &str, gap: GapKind) -> Found {
        self.is_told = true;
        Found::Input(Input {
            shown: self.shown_as(name),
            size: Some(0),
            walked: false,
            asked_for: false,
            source: Source::Member {
                archive: self.path.clone(),
                name: name.to_owned(),
                content: Content::Gap(gap),
            },
        })
    }

    /// A member of the archive itself.
    fn outer(&mut self, member: Member) -> Option<Found> {
        let Member { name, content } = member;
        if name.is_empty() {
            return self.whole("", content);
        }
        let Fate::Enter(kind) = self.rules.of(&name) else {
            return self.found(name, content);
        };
        let wanted = self.rules.wanted(format!("{name}{INTO}"));
        let file = name.rsplit('/').next().unwrap_or(&name);
        let unpacked = content.unpack().and_then(|it| match it {
            Ok(bytes) => stored_archive(bytes)
                .and_then(|it| kind.members(it, file, wanted))
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
                let shown = self.shown_as(&name);
                Some(Found::Failed(Failure { shown, error }))
            }
        }
    }

    /// A member of the archive of this name in the archive.
    fn nested(&mut self, archive: &str, member: Member) -> Option<Found> {
        if member.name.is_empty() {
            return self.whole(archive, member.content);
        }
        let name = format!("{archive}{INTO}{}", member.name);
        match self.rules.of(&name) {
            Fate::Enter(_) => Some(self.gap(&name, GapKind::Archive(ArchiveGap::Nested))),
            _ => self.found(name, member.content),
        }
    }

    fn whole(&mut self, name: &str, content: Content) -> Option<Found> {
        match content {
            Content::Gap(gap) => Some(self.gap(name, gap)),
            _ => None,
        }
    }

    /// What is said of an archive in which nothing is read.
    fn nothing(&mut self) -> Option<Found> {
        if self.is_told {
            return None;
        }
        if let Some(only) = &self.rules.only {
            let error = Reason::error(
                io::ErrorKind::NotFound,
                say(
                    "file not found in the archive",
                    "アーカイブ内にファイルが見つからない",
                ),
            );
            let shown = self.shown_as(only);
            return Some(Found::Failed(Failure { shown, error }));
        }
        if self.is_named {
            return Some(self.gap("", GapKind::UnreadableRecord(NoRecord::NoMember)));
        }
        Some(Found::Skipped(Skipped {
            shown: self.shown.clone(),
            why: Why::NoRecord,
        }))
    }
}

impl Iterator for Archived {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
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

/// The bytes of an archive in an archive. A large one is in a temporary file while it is read: its members take memory.
fn stored_archive(bytes: Arc<Vec<u8>>) -> io::Result<Bytes> {
    if bytes.len() <= Limits::USUAL.window {
        return Ok(Bytes::of_memory(bytes));
    }
    Bytes::of_file(spilled(&bytes)?)
}

/// A path into an archive: that of the archive, and what is named in it.
pub(super) fn into(path: &Path) -> Option<(PathBuf, String)> {
    let typed = path.to_str().filter(|it| it.contains(INTO) && !path.exists())?;
    let mut places = typed.match_indices(INTO);
    places.find_map(|(at, _)| {
        let (archive, name) = (Path::new(&typed[..at]), &typed[at + 1..]);
        (!name.is_empty() && archive.is_file()).then(|| (archive.to_owned(), name.to_owned()))
    })
}

/// Whether a file is an archive, by its name or by what it begins with.
pub fn is_archive(path: &Path) -> bool {
    path.is_file() && kind(path).is_some()
}

/// The kind of archive that a file is, if it is one and no notation has its extension.
pub(super) fn kind(path: &Path) -> Option<&'static Kind> {
    kind_of(path, || {
        let mut head = Vec::new();
        let file = open(path)?.take(archive::HEAD as u64).read_to_end(&mut head);
        file.map(|_| head)
    })
    .unwrap_or_default()
}

/// The kind of archive that an input of this name is, if it is one and no notation has its extension.
///
/// # Errors
///
/// When its first bytes are needed and cannot be read.
pub(super) fn kind_of<H: AsRef<[u8]>>(
    name: &Path,
    head: impl FnOnce() -> io::Result<H>,
) -> io::Result<Option<&'static Kind>> {
    let extension = name.extension().and_then(OsStr::to_str);
    if extension.is_some_and(|it| notation::by_extension(it).is_some()) {
        return Ok(None);
    }
    match archive::by_name(name) {
        Some(kind) => Ok(Some(kind)),
        None => Ok(archive::by_content(head()?.as_ref())),
    }
}
