//! Patterns of paths, and what a `kifu.toml` says of the files that they match.

use std::ffi::OsString;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use globset::{ErrorKind, Glob, GlobBuilder, GlobSet, GlobSetBuilder};

use super::selector::Layer;
use crate::finding::{Fault, Message, message, say};
use crate::profile::Profile;

/// What stands between an archive and a member of it.
const INTO: &str = "!";

/// Standard input, as paths have it.
const STDIN: &str = "-";

/// An entry of `[[per-path]]`.
#[derive(Clone, Debug, Default)]
pub(crate) struct PerPath {
    /// The files that it is about.
    pub paths: Vec<Pattern>,
    /// What is said of the rules.
    pub layer: Layer,
    /// The rules that judge.
    pub profile: Option<&'static Profile>,
}

/// What is wrong with a pattern.
fn invalid(kind: &ErrorKind) -> Message {
    let japanese = match kind {
        ErrorKind::UnclosedClass => "`[` に対応する `]` がない".into(),
        ErrorKind::InvalidRange(first, last) => format!("範囲 `{first}-{last}` の順が逆である"),
        ErrorKind::UnopenedAlternates => "`}` に対応する `{` がない".into(),
        ErrorKind::UnclosedAlternates => "`{` に対応する `}` がない".into(),
        ErrorKind::DanglingEscape => "最後の `\\` の後に文字がない".into(),
        other => other.to_string(),
    };
    say(kind.to_string(), japanese)
}

/// A pattern of paths, such as `2019/**`.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The pattern as it is written.
    pub text: String,
    /// What it fits, and all that is below a folder that it fits.
    globs: [Glob; 2],
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    ///
    /// When it is not a pattern: the reason, and a hint.
    pub fn read(text: &str) -> Result<Self, Fault> {
        let folder = folder(text);
        let glob = |pattern: &str| {
            let glob = GlobBuilder::new(pattern).literal_separator(true).build();
            glob.map_err(|error| {
                let why = invalid(error.kind());
                let help = say(
                    "`*` matches any text within a name, `**` any folders, `?` one character, `[ab]` a or b, `{a,b}` either text",
                    "`*` は名前の中の任意の文字列、`**` は任意の階層のフォルダ、`?` は任意の1文字、`[ab]` はいずれかの1文字、`{a,b}` はいずれかの文字列に一致する",
                );
                Fault::new(message!("invalid pattern: {why}", "パターンとして読めない（{why}）", why), help)
            })
        };
        Ok(Self {
            text: text.to_owned(),
            globs: [glob(folder)?, glob(&format!("{folder}/**"))?],
        })
    }

    /// The same in a file, which is about what is below the folder of the file.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and what may help.
    pub(super) fn below(text: &str) -> Result<Self, Fault> {
        let leads_out = text.starts_with(['/', '~', '\\'])
            || folder(text)
                .split('/')
                .any(|part| matches!(part, "" | "." | ".."));
        if leads_out {
            let message = message!(
                "`{text}` does not match any path below the folder of this file",
                "`{text}` は、このファイルのフォルダより下のパスに一致しない",
            );
            let help = say(
                "write paths relative to the folder of this file, separated by `/`: \"2019/**\"; \"**\" matches all files",
                "このファイルのフォルダからの相対パスを `/` で区切って書く: \"2019/**\"（\"**\" はすべて）",
            );
            return Err(Fault::new(message, help));
        }
        Self::read(text)
    }
}

/// The path of a folder without what it may have around it.
fn folder(text: &str) -> &str {
    let folder = text.trim_end_matches('/');
    folder.strip_prefix("./").unwrap_or(folder)
}

/// Tells whether any of some patterns is about a path, and remembers which were.
#[derive(Clone, Debug, Default)]
pub(crate) struct Patterns {
    /// The directory that they are seen from.
    base: PathBuf,
    /// Whether they are about paths outside of it, too.
    leads_out: bool,
    texts: Vec<String>,
    set: GlobSet,
    met: Arc<[AtomicBool]>,
}

impl Patterns {
    /// Patterns of a command line, seen from the working directory: `../old`, `/archive/old` and `old` are all about paths.
    pub(crate) fn anywhere(patterns: &[Pattern]) -> Self {
        Self::seen_from(patterns, Path::new("."))
    }

    /// Returns patterns of paths anywhere, relative to a folder.
    pub(crate) fn seen_from(patterns: &[Pattern], folder: &Path) -> Self {
        Self {
            leads_out: true,
            ..Self::new(patterns, folder, 1)
        }
    }

    /// Patterns of a file in this directory. What is below a folder is for those to leave out who come to the folder.
    pub(crate) fn below(patterns: &[Pattern], directory: &Path) -> Self {
        Self::new(patterns, directory, 1)
    }

    /// The same, which are about all that is below a folder, too.
    pub(super) fn with_folders(patterns: &[Pattern], directory: &Path) -> Self {
        Self::new(patterns, directory, 2)
    }

    fn new(patterns: &[Pattern], directory: &Path, globs: usize) -> Self {
        let mut set = GlobSetBuilder::new();
        for glob in patterns.iter().flat_map(|it| &it.globs[..globs]) {
            set.add(glob.clone());
        }
        Self {
            base: plain(directory),
            leads_out: false,
            texts: patterns.iter().map(|it| it.text.clone()).collect(),
            // Each of them has been built before.
            set: set.build().unwrap_or_default(),
            met: patterns.iter().map(|_| AtomicBool::new(false)).collect(),
        }
    }

    /// Whether any is about a file or, where it is an archive, about this member: `games.zip!2019/final.kif`.
    pub(crate) fn fit(&self, path: &Path, member: Option<&str>) -> bool {
        let mut fits = false;
        for mut seen in self.seen(path) {
            if let Some(member) = member {
                seen.push(INTO);
                seen.push(member);
            }
            let globs = self.set.matches(Path::new(&seen));
            fits |= !globs.is_empty();
            for glob in globs {
                let per_pattern = self.set.len() / self.texts.len();
                self.met[glob / per_pattern].store(true, Ordering::Relaxed);
            }
        }
        fits
    }

    /// A path as patterns may name it.
    fn seen(&self, path: &Path) -> Vec<OsString> {
        if self.set.is_empty() {
            return Vec::new();
        }
        if path == Path::new(STDIN) {
            return vec![STDIN.into()];
        }
        let whole = plain(path);
        if self.leads_out {
            return vec![relative(&whole, &self.base).into(), whole.into()];
        }
        if let Ok(below) = whole.strip_prefix(&self.base) {
            return vec![below.into()];
        }
        // A link may lead there.
        let real = |path: &Path| fs::canonicalize(path).ok();
        let (path, base) = (real(path), real(&self.base));
        let below = path
            .as_deref()
            .zip(base)
            .and_then(|(path, base)| path.strip_prefix(base).ok());
        below.map(Into::into).into_iter().collect()
    }

    /// The patterns that were about nothing.
    pub(crate) fn unmet(&self) -> impl Iterator<Item = &str> {
        let unmet = self.texts.iter().zip(self.met.iter());
        unmet
            .filter(|(_, met)| !met.load(Ordering::Relaxed))
            .map(|(text, _)| text.as_str())
    }
}

/// A path from the root on, without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut plain = PathBuf::new();
    for part in whole.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

/// A path seen from a directory, both from the root on.
fn relative(path: &Path, base: &Path) -> PathBuf {
    let common = path
        .components()
        .zip(base.components())
        .take_while(|(one, other)| one == other);
    let common = common.count();
    let up = base.components().skip(common).map(|_| Component::ParentDir);
    up.chain(path.components().skip(common)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_about_paths() {
        for (pattern, about, others) in [
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
            let patterns = Patterns::with_folders(&[Pattern::below(pattern).unwrap()], Path::new("/club"));
            for (paths, expected) in [(about, true), (others, false)] {
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
    fn what_is_no_pattern_is_told() {
        let fault = Pattern::read("20[19/**").unwrap_err();
        assert!(
            fault.message.english().starts_with("invalid pattern: "),
            "{fault:?}"
        );
    }

    #[test]
    fn patterns_of_a_command_line_are_about_paths_anywhere() {
        let here = std::env::current_dir().unwrap();
        let above = here.parent().unwrap();
        for (pattern, path, member, expected) in [
            ("old", here.join("old"), None, true),
            ("./old/", here.join("./x/../old"), None, true),
            ("old", here.join("x/old"), None, false),
            ("**/old", here.join("x/old"), None, true),
            ("../old", above.join("old"), None, true),
            ("**/old", above.join("old"), None, true),
            ("/archive/*", PathBuf::from("/archive/a.kif"), None, true),
            ("a.zip!old", here.join("a.zip"), Some("old"), true),
            ("a.zip!*/*.kif", here.join("a.zip"), Some("old/a.kif"), true),
            ("a.zip/old", here.join("a.zip"), Some("old"), false),
            ("-!old", PathBuf::from("-"), Some("old"), true),
            ("*!old", here.join("-"), Some("new"), false),
        ] {
            let patterns = Patterns::anywhere(&[Pattern::read(pattern).unwrap()]);
            assert_eq!(patterns.fit(&path, member), expected, "{pattern} {path:?}");
            assert_eq!(patterns.unmet().count(), usize::from(!expected), "{pattern}");
        }
    }
}
