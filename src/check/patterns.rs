//! Patterns of paths, and the settings of a `kifu.toml` for the files that they match.

use std::ffi::OsString;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use globset::{ErrorKind, Glob, GlobBuilder, GlobSet, GlobSetBuilder};

use super::selector::Layer;
use crate::finding::{InputError, Message, bilingual, message};
use crate::profile::Profile;

/// Separator between the path of an archive and the name of a member.
const MEMBER_SEPARATOR: &str = "!";

/// Path of standard input.
const STDIN: &str = "-";

/// An entry of `[[per-path]]`.
#[derive(Clone, Debug, Default)]
pub(crate) struct PerPath {
    /// The files that the entry applies to.
    pub paths: Vec<Pattern>,
    /// The rules that are ignored in these files, and the levels of rules in these files.
    pub layer: Layer,
    /// The profile for these files; `None` if the entry does not set one.
    pub profile: Option<&'static Profile>,
}

/// Returns the message about an invalid pattern.
fn invalid(kind: &ErrorKind) -> Message {
    let japanese = match kind {
        ErrorKind::UnclosedClass => "`[` に対応する `]` がない".into(),
        ErrorKind::InvalidRange(first, last) => format!("範囲 `{first}-{last}` の順が逆である"),
        ErrorKind::UnopenedAlternates => "`}` に対応する `{` がない".into(),
        ErrorKind::UnclosedAlternates => "`{` に対応する `}` がない".into(),
        ErrorKind::DanglingEscape => "最後の `\\` の後に文字がない".into(),
        other => other.to_string(),
    };
    bilingual(kind.to_string(), japanese)
}

/// A pattern of paths, such as `2019/**`.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The pattern as it is written.
    pub text: String,
    /// The glob of the pattern, and the glob for all paths below a folder that the pattern matches.
    globs: [Glob; 2],
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a pattern. The error contains the reason and a hint.
    pub fn read(text: &str) -> Result<Self, InputError> {
        let folder = folder(text);
        let glob = |pattern: &str| {
            let glob = GlobBuilder::new(pattern).literal_separator(true).build();
            glob.map_err(|error| {
                let reason = invalid(error.kind());
                let help = bilingual(
                    "`*` matches any text within a name, `**` any folders, `?` one character, `[ab]` a or b, `{a,b}` either text",
                    "`*` は名前の中の任意の文字列、`**` は任意の階層のフォルダ、`?` は任意の1文字、`[ab]` はいずれかの1文字、`{a,b}` はいずれかの文字列に一致する",
                );
                InputError::new(message!("invalid pattern: {reason}", "パターンとして読めない（{reason}）", reason), help)
            })
        };
        Ok(Self {
            text: text.to_owned(),
            globs: [glob(folder)?, glob(&format!("{folder}/**"))?],
        })
    }

    /// Reads a pattern from a file. The pattern must match only paths below the folder that contains the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not such a pattern. The error contains the reason and a hint.
    pub(super) fn read_relative(text: &str) -> Result<Self, InputError> {
        let leads_out = text.starts_with(['/', '~', '\\'])
            || folder(text)
                .split('/')
                .any(|part| matches!(part, "" | "." | ".."));
        if leads_out {
            let message = message!(
                "`{text}` does not match any path below the folder of this file",
                "`{text}` は、このファイルのフォルダより下のパスに一致しない",
            );
            let help = bilingual(
                "write paths relative to the folder of this file, separated by `/`: \"2019/**\"; \"**\" matches all files",
                "このファイルのフォルダからの相対パスを `/` で区切って書く: \"2019/**\"（\"**\" はすべて）",
            );
            return Err(InputError::new(message, help));
        }
        Self::read(text)
    }
}

/// Returns the text of a pattern without a leading `./` and without trailing slashes.
fn folder(text: &str) -> &str {
    let folder = text.trim_end_matches('/');
    folder.strip_prefix("./").unwrap_or(folder)
}

/// A set of patterns that records which of them matched a path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Patterns {
    /// The directory that the patterns are relative to.
    base: PathBuf,
    /// `true` if the patterns also match paths outside that directory.
    leads_out: bool,
    texts: Vec<String>,
    set: GlobSet,
    /// By pattern, `true` if the pattern has matched a path.
    matched: Arc<[AtomicBool]>,
}

impl Patterns {
    /// Creates patterns of a command line, relative to the working directory. The patterns may also match paths
    /// outside this directory, as in `../old` and `/archive/old`.
    pub(crate) fn anywhere(patterns: &[Pattern]) -> Self {
        Self::relative_to(patterns, Path::new("."))
    }

    /// Creates patterns relative to a folder, which may also match paths outside the folder.
    pub(crate) fn relative_to(patterns: &[Pattern], folder: &Path) -> Self {
        Self {
            leads_out: true,
            ..Self::new(patterns, folder, 1)
        }
    }

    /// Creates patterns from a file in this directory, which match only paths below the directory. A pattern that matches
    /// a folder does not match the paths in this folder.
    pub(crate) fn in_folder(patterns: &[Pattern], directory: &Path) -> Self {
        Self::new(patterns, directory, 1)
    }

    /// Creates patterns from a file in this directory, which also match all paths in a matching folder.
    pub(super) fn with_folders(patterns: &[Pattern], directory: &Path) -> Self {
        Self::new(patterns, directory, 2)
    }

    fn new(patterns: &[Pattern], directory: &Path, globs: usize) -> Self {
        let mut set = GlobSetBuilder::new();
        for glob in patterns.iter().flat_map(|pattern| &pattern.globs[..globs]) {
            set.add(glob.clone());
        }
        Self {
            base: normalized(directory),
            leads_out: false,
            texts: patterns.iter().map(|it| it.text.clone()).collect(),
            // Each of the globs has been built before, so the set can be built.
            set: set.build().unwrap_or_default(),
            matched: patterns.iter().map(|_| AtomicBool::new(false)).collect(),
        }
    }

    /// Returns whether any pattern matches the file `path` or, with `member`, this member of the archive
    /// `path`: `games.zip!2019/final.kif`. Records all patterns that match.
    pub(crate) fn fit(&self, path: &Path, member: Option<&str>) -> bool {
        let mut fits = false;
        for mut spelling in self.spellings(path) {
            if let Some(member) = member {
                spelling.push(MEMBER_SEPARATOR);
                spelling.push(member);
            }
            let globs = self.set.matches(Path::new(&spelling));
            fits |= !globs.is_empty();
            for glob in globs {
                let per_pattern = self.set.len() / self.texts.len();
                self.matched[glob / per_pattern].store(true, Ordering::Relaxed);
            }
        }
        fits
    }

    /// Returns the spellings of a path that patterns can match. Empty if there are no patterns, or if the path
    /// is outside the directory and the patterns match only paths below the directory.
    fn spellings(&self, path: &Path) -> Vec<OsString> {
        if self.set.is_empty() {
            return Vec::new();
        }
        if path == Path::new(STDIN) {
            return vec![STDIN.into()];
        }
        let absolute = normalized(path);
        if self.leads_out {
            return vec![relative(&absolute, &self.base).into(), absolute.into()];
        }
        if let Ok(relative_path) = absolute.strip_prefix(&self.base) {
            return vec![relative_path.into()];
        }
        // The path may lead into the directory through a symbolic link.
        let real = |path: &Path| fs::canonicalize(path).ok();
        let (path, base) = (real(path), real(&self.base));
        let relative_path = path
            .as_deref()
            .zip(base)
            .and_then(|(path, base)| path.strip_prefix(base).ok());
        relative_path.map(Into::into).into_iter().collect()
    }

    /// Returns the patterns that have not matched any path so far.
    pub(crate) fn unmatched(&self) -> impl Iterator<Item = &str> {
        let unmatched = self.texts.iter().zip(self.matched.iter());
        unmatched
            .filter(|(_, matched)| !matched.load(Ordering::Relaxed))
            .map(|(text, _)| text.as_str())
    }
}

/// Returns the absolute path without `.` and `..`.
fn normalized(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut normalized = PathBuf::new();
    for component in absolute.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                normalized.pop();
            }
            component => normalized.push(component),
        }
    }
    normalized
}

/// Returns an absolute path relative to an absolute directory.
fn relative(path: &Path, base: &Path) -> PathBuf {
    let common = path
        .components()
        .zip(base.components())
        .take_while(|(one, other)| one == other);
    let common_count = common.count();
    let up = base.components().skip(common_count).map(|_| Component::ParentDir);
    up.chain(path.components().skip(common_count)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_paths() {
        for (pattern, matching, not_matching) in [
            (
                "2019/**",
                "2019/a.kif 2019/b/c.kif",
                "2020/a.kif a.kif x/2019/a.kif",
            ),
            ("2019", "2019/a.kif 2019/b/c.kif", "2020/a.kif 20190/a.kif"),
            ("./2019/", "2019/a.kif 2019/b/c.kif", "2020/a.kif"),
            ("*.kif", "a.kif", "2019/a.kif a.csa"),
            ("**/*.kif", "a.kif 2019/b/a.kif", "a.csa"),
            (
                "20{18,19}/*.kif",
                "2018/a.kif 2019/a.kif",
                "2017/a.kif 2019/x/a.kif",
            ),
            ("[ab]?.kif", "a1.kif bx.kif", "c1.kif a.kif"),
            ("棋譜/**", "棋譜/甲.kif", "甲.kif"),
        ] {
            let patterns =
                Patterns::with_folders(&[Pattern::read_relative(pattern).unwrap()], Path::new("/club"));
            for (paths, expected) in [(matching, true), (not_matching, false)] {
                for path in paths.split(' ') {
                    assert_eq!(
                        patterns.fit(&Path::new("/club").join(path), None),
                        expected,
                        "{pattern} {path}"
                    );
                }
            }
        }
    }

    #[test]
    fn invalid_patterns_are_reported() {
        let error = Pattern::read("20[19/**").unwrap_err();
        assert!(
            error.message.english().starts_with("invalid pattern: "),
            "{error:?}"
        );
    }

    #[test]
    fn command_line_patterns_match_at_any_depth() {
        let working_dir = std::env::current_dir().unwrap();
        let parent = working_dir.parent().unwrap();
        for (pattern, path, member, expected) in [
            ("old", working_dir.join("old"), None, true),
            ("./old/", working_dir.join("./x/../old"), None, true),
            ("old", working_dir.join("x/old"), None, false),
            ("**/old", working_dir.join("x/old"), None, true),
            ("../old", parent.join("old"), None, true),
            ("**/old", parent.join("old"), None, true),
            ("/archive/*", PathBuf::from("/archive/a.kif"), None, true),
            ("a.zip!old", working_dir.join("a.zip"), Some("old"), true),
            (
                "a.zip!*/*.kif",
                working_dir.join("a.zip"),
                Some("old/a.kif"),
                true,
            ),
            ("a.zip/old", working_dir.join("a.zip"), Some("old"), false),
            ("-!old", PathBuf::from("-"), Some("old"), true),
            ("*!old", working_dir.join("-"), Some("new"), false),
        ] {
            let patterns = Patterns::anywhere(&[Pattern::read(pattern).unwrap()]);
            assert_eq!(patterns.fit(&path, member), expected, "{pattern} {path:?}");
            assert_eq!(patterns.unmatched().count(), usize::from(!expected), "{pattern}");
        }
    }
}
