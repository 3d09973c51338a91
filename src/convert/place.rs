//! Names of output files. The paths below the output directory mirror the paths of the inputs, unless all records go to
//! one file or files are named after games. This module does not access the disk.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The separator between the path of an archive and the name of a member.
const MEMBER_SEPARATOR: char = '!';

/// Extensions of archives. A `!` separates a member only after one of these extensions.
const ARCHIVE_EXTENSIONS: [&str; 8] = [".zip", ".tar", ".gz", ".tgz", ".zst", ".7z", ".lzh", ".lha"];

/// Minimum number of digits in the number of a record in a file name.
const MIN_NUMBER_DIGITS: usize = 3;

/// Name of the output for standard input, without its extension.
const STDIN: &str = "stdin";

/// The derivation of output names from input names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// All records go to the file with this name.
    File(OsString),
    /// The output paths are the paths of the inputs as typed, with another extension.
    AsTyped,
    /// The output paths are the parts of the input paths below this directory, with another extension. An input outside
    /// the directory keeps its path as typed.
    Below(PathBuf),
}

impl Layout {
    /// Returns the name of the output for an input; `None` is standard input.
    ///
    /// Without an extension, the name keeps that of the input.
    fn name(&self, input: Option<&Path>, extension: Option<&str>) -> Name {
        match (self, input) {
            (Self::File(file), _) => Name::from_requested(file, extension.unwrap_or_default()),
            (_, None) => Name::mirroring(Path::new(STDIN), extension),
            (Self::AsTyped, Some(path)) => Name::mirroring(path, extension),
            (Self::Below(root), Some(path)) => {
                Name::mirroring(path.strip_prefix(root).unwrap_or(path), extension)
            }
        }
    }
}

/// A generator of the names of output files. Each input, or each record with its own name, has a unique file name.
///
/// ```
/// use kifu::convert::{FileNames, Layout};
///
/// let mut names = FileNames::new(Layout::AsTyped, "csa");
/// let is_taken = |_: &std::path::Path| false;
/// names.begin_input(Some("games.zip!round1/a.kif".as_ref()));
/// assert_eq!(names.path(None, is_taken).to_str(), Some("games.zip/round1/a.csa"));
/// // The input has several records.
/// assert_eq!(names.path(Some(2), is_taken).to_str(), Some("games.zip/round1/a-002.csa"));
/// names.begin_input(Some("games.zip!round1/a.ki2".as_ref()));
/// assert_eq!(names.path(None, is_taken).to_str(), Some("games.zip/round1/a.ki2.csa"));
/// ```
#[derive(Clone, Debug)]
pub struct FileNames {
    layout: Layout,
    /// The extension of the files; `None` if each has that of its input.
    extension: Option<&'static str>,
    /// The number of requests for each path, by the hash of the path.
    request_counts: HashMap<u64, u32>,
    name: Name,
    /// The function that changes each folder and file name that comes from an input; `None` to keep the names.
    renaming: Option<Renaming>,
}

/// A function that changes the names of folders and files.
#[derive(Clone)]
pub(crate) struct Renaming(pub Arc<dyn Fn(&str) -> String + Send + Sync>);

impl Renaming {
    /// Returns the changed name. A name that is not Unicode stays the same.
    fn apply(&self, name: &OsStr) -> OsString {
        match name.to_str() {
            Some(text) => (self.0)(text).into(),
            None => name.to_owned(),
        }
    }
}

impl fmt::Debug for Renaming {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a renaming")
    }
}

impl FileNames {
    /// Creates the generator for this layout and for files with this extension.
    pub fn new(layout: Layout, extension: &'static str) -> Self {
        Self::with_extension(layout, Some(extension))
    }

    /// Creates the generator for this layout and for files with the extensions of their inputs.
    #[cfg(feature = "cli")]
    pub(crate) fn with_extensions_of_inputs(layout: Layout) -> Self {
        Self::with_extension(layout, None)
    }

    fn with_extension(layout: Layout, extension: Option<&'static str>) -> Self {
        Self {
            name: layout.name(None, extension),
            layout,
            extension,
            request_counts: HashMap::new(),
            renaming: None,
        }
    }

    /// Changes the names of folders and files that come from inputs from now on.
    #[cfg(feature = "cli")]
    pub(super) fn rename_by(&mut self, renaming: Renaming) {
        self.renaming = Some(renaming);
    }

    /// Returns whether the files have the names of their inputs.
    #[cfg(feature = "cli")]
    pub(super) const fn follow_inputs(&self) -> bool {
        !matches!(self.layout, Layout::File(_))
    }

    /// Returns the generator with at least six digits in the numbers, for files that are numbered consecutively through
    /// all inputs.
    #[must_use]
    pub fn numbered(self) -> Self {
        Self {
            name: self.name.numbered(),
            ..self
        }
    }

    /// Begins the files of another input; `None` is standard input.
    pub fn begin_input(&mut self, input: Option<&Path>) {
        self.name = self.layout.name(input, self.extension);
        // The name that the user requested is kept.
        if let Some(renaming) = &self.renaming
            && !matches!(self.layout, Layout::File(_))
        {
            self.name.rename(renaming);
        }
        self.claim();
    }

    /// Begins the file of a record that has its own name. `levels` are the names of its folders, then the file name
    /// without its extension.
    pub fn begin_record(&mut self, levels: &[String]) {
        self.name = Name {
            variation: std::mem::take(&mut self.name.variation),
            ..Name::new(levels, self.extension.unwrap_or_default())
        };
        self.claim();
    }

    /// Adds the path of a variation to the names from now on, as in `a-6.1.kif`. An empty path removes it.
    #[cfg(feature = "cli")]
    pub(crate) fn set_variation(&mut self, path: &str) {
        self.name.variation = path.into();
    }

    /// Returns the path of the file below the output directory: of the record with this number, or of the whole input
    /// or its only record if `number` is `None`.
    ///
    /// While `is_taken` returns `true` for the path, the name is extended.
    pub fn path(&mut self, number: Option<u32>, is_taken: impl Fn(&Path) -> bool) -> PathBuf {
        loop {
            let path = self.name.path(number);
            if !is_taken(&path) {
                return path;
            }
            self.name.make_unique(0);
        }
    }

    /// Returns the path of the file with this number, even if the path is taken.
    pub(super) fn path_of(&self, number: u32) -> PathBuf {
        self.name.path(Some(number))
    }

    /// Returns the number in the name of a file in [`directory`](Self::directory): the inverse of
    /// [`path_of`](Self::path_of). Returns `None` if [`path_of`](Self::path_of) returns this name for no number.
    pub(super) fn number_of(&self, file: &OsStr) -> Option<u32> {
        self.name.number_of(file)
    }

    /// Returns the path of the directory of the files, relative to the output directory.
    pub(super) fn directory(&self) -> &Path {
        &self.name.directory
    }

    /// Extends the name until no earlier input or record has claimed it.
    fn claim(&mut self) {
        loop {
            let key = without_case(&self.name.path(None));
            let count = self.request_counts.entry(hash(&key)).or_default();
            *count += 1;
            if *count == 1 {
                break;
            }
            self.name.make_unique(*count);
        }
    }
}

/// Returns the form in which paths are compared. Some file systems ignore case, so paths that differ only in case are equal.
fn without_case(path: &Path) -> OsString {
    match path.to_str() {
        Some(text) => text.to_lowercase().into(),
        None => path.as_os_str().to_ascii_lowercase(),
    }
}

/// Returns a hash of a value that is the same in every run.
fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The name of an output, relative to the output directory.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Name {
    /// The directory, which contains no `..` and no root.
    directory: PathBuf,
    stem: OsString,
    extension: OsString,
    /// `true` if the file of a single record has no extension, because the requested name has none.
    bare: bool,
    /// The whole file name of the input, which replaces the stem if the name is already taken. `None` after this
    /// replacement, and if the name does not come from an input.
    original: Option<OsString>,
    /// The number of this name among equal names, from 1. A number greater than 1 is part of the file name.
    copy: u32,
    /// Minimum number of digits in a record number.
    digits: usize,
    /// The path of a variation, which is the end of the stem; empty if there is none.
    variation: Box<str>,
}

impl Name {
    /// Returns the name that the user requested. If it has no extension, only numbered files get the default extension.
    fn from_requested(file: &OsStr, default_extension: &str) -> Self {
        let path = Path::new(file);
        Self {
            directory: PathBuf::new(),
            stem: path.file_stem().unwrap_or(file).to_owned(),
            extension: path
                .extension()
                .unwrap_or(OsStr::new(default_extension))
                .to_owned(),
            bare: path.extension().is_none(),
            original: None,
            copy: 1,
            digits: MIN_NUMBER_DIGITS,
            variation: Box::default(),
        }
    }

    /// Returns the name with these levels: the folders, then the file name without its extension. Each level is made
    /// valid on every system.
    fn new(levels: &[String], extension: &str) -> Self {
        let mut directory: PathBuf = levels.iter().map(|level| portable(level.as_ref())).collect();
        let stem = directory.file_name().unwrap_or(OsStr::new("record")).to_owned();
        directory.pop();
        Self {
            directory,
            stem,
            extension: extension.into(),
            bare: false,
            original: None,
            copy: 1,
            digits: MIN_NUMBER_DIGITS,
            variation: Box::default(),
        }
    }

    /// Returns the name with at least six digits in numbers, for files that are numbered consecutively.
    #[must_use]
    fn numbered(self) -> Self {
        Self { digits: 6, ..self }
    }

    /// Returns the name of an input with another extension, or with its own. Each component of its path is made valid on
    /// every system.
    fn mirroring(input: &Path, extension: Option<&str>) -> Self {
        let mut directory = plain_components(input);
        let input_name = directory.file_name().unwrap_or(OsStr::new("record")).to_owned();
        directory.pop();
        let own_extension = Path::new(&input_name).extension();
        Self {
            directory,
            stem: Path::new(&input_name)
                .file_stem()
                .unwrap_or(&input_name)
                .to_owned(),
            extension: extension
                .map(OsStr::new)
                .or(own_extension)
                .unwrap_or_default()
                .to_owned(),
            bare: extension.is_none() && own_extension.is_none(),
            original: extension.is_some().then_some(input_name.clone()),
            copy: 1,
            digits: MIN_NUMBER_DIGITS,
            variation: Box::default(),
        }
    }

    /// Changes the names of the folders and of the file.
    fn rename(&mut self, renaming: &Renaming) {
        self.directory = self.directory.iter().map(|name| renaming.apply(name)).collect();
        self.stem = renaming.apply(&self.stem);
        self.original = self.original.as_deref().map(|name| renaming.apply(name));
    }

    /// Returns the path of the file with this number, or without a number if `number` is `None`.
    fn path(&self, number: Option<u32>) -> PathBuf {
        let mut file = self.stem.clone();
        if self.copy > 1 {
            file.push(format!("-{}", self.copy));
        }
        if let Some(number) = number {
            file.push(format!("-{number:00$}", self.digits));
        }
        if !self.variation.is_empty() {
            file.push("-");
            file.push(&*self.variation);
        }
        if number.is_some() || !self.bare || !self.variation.is_empty() {
            file.push(".");
            file.push(&self.extension);
        }
        self.directory.join(file)
    }

    /// Returns the number in the name of a file in the directory: the inverse of [`path`](Self::path). Returns `None`
    /// if [`path`](Self::path) returns this name for no number.
    fn number_of(&self, file: &OsStr) -> Option<u32> {
        let bytes = file.as_encoded_bytes();
        let rest = bytes.strip_prefix(self.stem.as_encoded_bytes())?;
        let rest = rest.strip_suffix(self.extension.as_encoded_bytes())?;
        let digits = rest.strip_prefix(b"-")?.strip_suffix(b".")?;
        let number = str::from_utf8(digits).ok()?.parse().ok()?;
        (number > 0 && self.path(Some(number)).file_name() == Some(file)).then_some(number)
    }

    /// Changes to another name.
    ///
    /// The first change uses the whole name of the input, as in `a.ki2.csa` next to `a.csa`, if it is known and differs
    /// from the stem. Every other change sets the copy number to the next number, or to `least` if this is greater, as
    /// in `a.ki2-2.csa`.
    fn make_unique(&mut self, least: u32) {
        match self.original.take() {
            Some(old) if old != self.stem => self.stem = old,
            _ => self.copy = least.max(self.copy + 1),
        }
    }
}

/// Returns the normal components of a path, without roots, `.` and `..`. Each is made valid on every system, and
/// members of archives are below the name of the archive.
///
/// A `..` removes the component before it. A `..` that would lead above the top, or out of an archive, is ignored.
fn plain_components(path: &Path) -> PathBuf {
    let mut names: Vec<OsString> = Vec::new();
    let mut top = 0;
    for component in path.components() {
        match component {
            Component::ParentDir if names.len() > top => {
                names.pop();
            }
            Component::Normal(name) => {
                top = top.max(descend(name, &mut names));
            }
            _ => {}
        }
    }
    names.into_iter().collect()
}

/// Adds a component as one or more portable names, of which all but the last are archives. Returns the number of names
/// up to the innermost archive, or 0 if there is no archive.
fn descend(name: &OsStr, names: &mut Vec<OsString>) -> usize {
    let Some(mut rest) = name.to_str() else {
        names.push(portable(name));
        return 0;
    };
    let mut top = 0;
    while let Some((archive, member)) = member(rest) {
        names.push(portable(archive.as_ref()));
        top = names.len();
        rest = member;
    }
    // The name of an archive member can be any text, so a name that no file can have is left out.
    if !matches!(rest, "" | "." | "..") {
        names.push(portable(rest.as_ref()));
    }
    top
}

/// Splits `archive.zip!dir` at the first `!` after an extension of archives, into the archive and the member. Returns
/// `None` if there is no such `!`.
fn member(name: &str) -> Option<(&str, &str)> {
    name.match_indices(MEMBER_SEPARATOR)
        .map(|(at, mark)| (&name[..at], &name[at + mark.len()..]))
        .find(|(archive, _)| {
            let archive = archive.to_ascii_lowercase();
            ARCHIVE_EXTENSIONS.iter().any(|end| archive.ends_with(end))
        })
}

// Names that are valid for a file on every system.

/// The replacement for a character that is not valid in file names on every system.
const REPLACEMENT: char = '_';

/// Device names on Windows. With or without an extension, they cannot be file names on Windows.
const WINDOWS_DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// Beginnings of device names on Windows. A digit, or a superscript 1, 2 or 3, follows.
const WINDOWS_PORTS: [&str; 2] = ["com", "lpt"];

/// Returns a name that is valid on every system. Invalid characters, and dots and blanks at the end, become `_`. A `_`
/// is added before the name of a device.
fn portable(name: &OsStr) -> OsString {
    let Some(text) = name.to_str() else {
        return without_control_bytes(name);
    };
    let end = text.trim_end_matches(['.', ' ']).len();
    let mut clean = String::with_capacity(text.len() + 1);
    if is_device(text) {
        clean.push(REPLACEMENT);
    }
    for (at, c) in text.char_indices() {
        clean.push(if at >= end || needs_replacement(c) {
            REPLACEMENT
        } else {
            c
        });
    }
    clean.into()
}

/// Returns whether a character must be replaced: a control character, a bidirectional control, or a character with a
/// special meaning on Windows.
fn needs_replacement(c: char) -> bool {
    let is_bidi_control =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || is_bidi_control || matches!(c, '<' | '>' | ':' | '"' | '|' | '?' | '*' | '\\')
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end_matches(' ');
    let stem = stem.to_lowercase();
    let mut characters = stem.chars();
    let last = characters.next_back();
    WINDOWS_DEVICES.contains(&&*stem)
        || WINDOWS_PORTS.contains(&characters.as_str())
            && last.is_some_and(|character| matches!(character, '0'..='9' | '¹' | '²' | '³'))
}

/// Replaces ASCII control bytes in a name that is not valid UTF-8.
///
/// No other bytes are replaced, because a byte that looks like `\` may be half of a kanji.
#[cfg(unix)]
fn without_control_bytes(name: &OsStr) -> OsString {
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    let clean = |&byte: &u8| if byte.is_ascii_control() { b'_' } else { byte };
    OsString::from_vec(name.as_bytes().iter().map(clean).collect())
}

/// Returns a portable name for a name that is not valid Unicode. Invalid parts become U+FFFD.
#[cfg(not(unix))]
fn without_control_bytes(name: &OsStr) -> OsString {
    portable(OsStr::new(&*name.to_string_lossy()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output_name(layout: &Layout, path: &str) -> String {
        let path = layout.name(Some(Path::new(path)), Some("csa")).path(None);
        path.to_str().unwrap().to_owned()
    }

    #[test]
    fn names_mirror_the_inputs() {
        for (path, expected) in [
            ("a.kif", "a.csa"),
            ("./games/b/a.KIF", "games/b/a.csa"),
            ("a.b.kif", "a.b.csa"),
            ("README", "README.csa"),
            (".kif", ".kif.csa"),
            ("wow!.kif", "wow!.csa"),
            ("x/old.zip!dir/a.kif", "x/old.zip/dir/a.csa"),
            ("old.ZIP!a.kif", "old.ZIP/a.csa"),
            ("a.tar.gz!b.zip!c.kif", "a.tar.gz/b.zip/c.csa"),
        ] {
            assert_eq!(output_name(&Layout::AsTyped, path), expected);
        }
        assert_eq!(
            output_name(&Layout::Below("games".into()), "games/b/a.kif"),
            "b/a.csa"
        );
        assert_eq!(output_name(&Layout::Below("..".into()), "../a.kif"), "a.csa");
        assert_eq!(output_name(&Layout::Below("".into()), "a.kif"), "a.csa");
        assert_eq!(
            Layout::AsTyped.name(None, Some("csa")).path(None),
            Path::new("stdin.csa")
        );
    }

    #[test]
    fn output_names_stay_in_the_directory() {
        for (path, expected) in [
            ("../../x.kif", "x.csa"),
            ("/etc/passwd", "etc/passwd.csa"),
            ("a/../../b/./x.kif", "b/x.csa"),
            ("./a/b/../x.kif", "a/x.csa"),
            ("/a/../../b/c/../../x.kif", "x.csa"),
            ("old.zip!a/../x.kif", "old.zip/x.csa"),
            ("old.zip!../../x.kif", "old.zip/x.csa"),
            ("old.zip!/etc/x.kif", "old.zip/etc/x.csa"),
            ("old.zip!..", "old.csa"),
            ("..", "record.csa"),
            ("a\nb\u{1b}.kif", "a_b_.csa"),
            ("c:\\d/nul/e. /f?.kif", "c__d/_nul/e__/f_.csa"),
            ("old.zip!AUX/..:.kif", "old.zip/_AUX/.._.csa"),
        ] {
            assert_eq!(output_name(&Layout::AsTyped, path), expected);
        }
    }

    #[test]
    fn a_name_can_be_longer_and_numbered() {
        let mut name = Layout::AsTyped.name(Some(Path::new("a/b.ki2")), Some("csa"));
        assert_eq!(name.path(Some(7)), Path::new("a/b-007.csa"));
        name.make_unique(0);
        assert_eq!(name.path(Some(1234)), Path::new("a/b.ki2-1234.csa"));
        name.make_unique(0);
        assert_eq!(name.path(None), Path::new("a/b.ki2-2.csa"));
        name.make_unique(7);
        assert_eq!(name.path(Some(1)), Path::new("a/b.ki2-7-001.csa"));
    }

    #[test]
    fn every_input_has_its_own_name() {
        let inputs = [
            "a.kif",
            "../a.kif",
            "A.KIF",
            "b/a.kif",
            "B/a.kif",
            "x",
            "X",
            "c\u{202e}fik.kif",
        ];
        let names = |mut names: FileNames| {
            inputs.map(|input| {
                names.begin_input(Some(Path::new(input)));
                let path = names.path(None, |_| false);
                path.to_str().unwrap().replace('\\', "/")
            })
        };
        let [kept, csa] = [None, Some("csa")].map(|it| FileNames::with_extension(Layout::AsTyped, it));
        assert_eq!(
            names(kept),
            [
                "a.kif",
                "a-2.kif",
                "A-3.KIF",
                "b/a.kif",
                "B/a-2.kif",
                "x",
                "X-2",
                "c_fik.kif"
            ]
        );
        assert_eq!(
            names(csa),
            [
                "a.csa",
                "a.kif.csa",
                "A.KIF-2.csa",
                "b/a.csa",
                "B/a.kif.csa",
                "x.csa",
                "X-2.csa",
                "c_fik.csa"
            ]
        );
    }

    #[test]
    fn an_explicit_output_name_is_kept() {
        for (file, one, many) in [
            ("x.txt", "x.txt", "x-001.txt"),
            ("x", "x", "x-001.csa"),
            (".x", ".x", ".x-001.csa"),
        ] {
            let name = Layout::File(file.into()).name(Some(Path::new("a/b.kif")), Some("csa"));
            assert_eq!(name.path(None), Path::new(one));
            assert_eq!(name.path(Some(1)), Path::new(many));
        }
    }

    #[cfg(unix)]
    #[test]
    fn names_that_are_not_unicode_are_kept() {
        use std::os::unix::ffi::OsStrExt;
        let path = Path::new(OsStr::from_bytes(b"\x8a\xfb/\x95\x88.kif"));
        let expected = Path::new(OsStr::from_bytes(b"\x8a\xfb/\x95\x88.csa"));
        assert_eq!(Layout::AsTyped.name(Some(path), Some("csa")).path(None), expected);
    }

    #[test]
    fn portable_names_are_kept() {
        for name in [
            "a.kif",
            ".a",
            "a b.kif",
            "棋譜.kif",
            "console.kif",
            "com.kif",
            "com10.kif",
            "xcon",
            "a.con",
            "コン",
            "wow!",
            "a'&;$().kif",
            "COMx",
        ] {
            assert_eq!(portable(name.as_ref()), name);
        }
    }

    #[test]
    fn unportable_characters_are_replaced() {
        for (name, expected) in [
            ("a\u{1b}[31m\u{7}\n\r\0\u{7f}\u{9b}.kif", "a_[31m______.kif"),
            (r#"<a>:"b"|c?*\d"#, "_a___b__c___d"),
            ("a. .", "a___"),
            ("...", "___"),
            ("con", "_con"),
            ("CON.kif", "_CON.kif"),
            ("Aux .tar.gz", "_Aux .tar.gz"),
            ("nul.", "_nul_"),
            ("com1.kif", "_com1.kif"),
            ("LPT¹", "_LPT¹"),
            ("CONIN$", "_CONIN$"),
        ] {
            assert_eq!(portable(name.as_ref()), expected, "{name:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn only_control_bytes_of_an_unknown_encoding_are_replaced() {
        use std::os::unix::ffi::OsStrExt;
        let clean = portable(OsStr::from_bytes(b"\x83\\\x1b\n\x7f\x95|.kif"));
        assert_eq!(clean, OsStr::from_bytes(b"\x83\\___\x95|.kif"));
    }
}
