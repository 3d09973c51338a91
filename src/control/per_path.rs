//! What holds for some of the files.

use std::path::Path;

use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};

use super::choice::Layer;
use crate::finding::{Message, message, say};
use crate::profile::Profile;

/// An entry of `[[per-path]]`.
#[derive(Clone, Debug, Default)]
pub struct PerPath {
    /// The patterns as they are written.
    pub paths: Vec<String>,
    /// What is said of the rules.
    pub layer: Layer,
    /// The rules that judge.
    pub profile: Option<&'static Profile>,
    globs: Vec<Glob>,
}

impl PerPath {
    /// Adds a pattern of paths.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and what may help.
    pub(super) fn add(&mut self, pattern: &str) -> Result<(), (Message, Message)> {
        let folder = pattern.trim_end_matches('/');
        let folder = folder.strip_prefix("./").unwrap_or(folder);
        let leads_out = pattern.starts_with(['/', '~', '\\'])
            || folder.split('/').any(|part| matches!(part, "" | "." | ".."));
        if leads_out {
            return Err((
                message!(
                    "`{pattern}` is about no file below this one",
                    "`{pattern}` はこのファイルより下のファイルを指さない",
                    pattern
                ),
                say(
                    "paths are seen from the folder of this file, with `/` between the names: \"2019/**\"; \"**\" is all",
                    "パスはこのファイルのフォルダから見て、`/` で区切って書く: \"2019/**\"（\"**\" はすべて）",
                ),
            ));
        }
        // What names a folder means all that is below it.
        for pattern in [folder.to_owned(), format!("{folder}/**")] {
            let glob = GlobBuilder::new(&pattern).literal_separator(true).build();
            let glob = glob.map_err(|error| {
                let why = error.kind().to_string();
                (
                    message!("not a pattern: {why}", "パターンとして読めない（{why}）", why),
                    say(
                        "`*` is any part of a name, `**` any folders, `?` a letter, `[ab]` one of some, `{a,b}` either",
                        "`*` は名前の一部、`**` は任意のフォルダ、`?` は1文字、`[ab]` はいずれか1文字、`{a,b}` はいずれか",
                    ),
                )
            })?;
            self.globs.push(glob);
        }
        self.paths.push(pattern.to_owned());
        Ok(())
    }

    /// What tells whether it is about a path.
    pub(super) fn matcher(&self) -> GlobSet {
        let mut set = GlobSetBuilder::new();
        for glob in &self.globs {
            set.add(glob.clone());
        }
        // Each of them has been built before.
        set.build().unwrap_or_default()
    }
}

/// Tells which entries are about a path.
#[derive(Clone, Debug, Default)]
pub(super) struct Matchers(Vec<GlobSet>);

impl Matchers {
    pub(super) fn of(entries: &[PerPath]) -> Self {
        Self(entries.iter().map(PerPath::matcher).collect())
    }

    /// Whether there is none at all.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The places of the entries that are about a path, which is seen from their file.
    pub(super) fn matching(&self, path: &Path) -> Vec<usize> {
        let all = self.0.iter().enumerate();
        all.filter(|(_, set)| set.is_match(path))
            .map(|(at, _)| at)
            .collect()
    }
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
            let mut entry = PerPath::default();
            entry.add(pattern).unwrap();
            let matchers = Matchers::of(&[entry]);
            for (paths, expected) in [(about, 1), (others, 0)] {
                for path in paths.split(' ') {
                    assert_eq!(
                        matchers.matching(Path::new(path)).len(),
                        expected,
                        "{pattern} {path}"
                    );
                }
            }
        }
    }

    #[test]
    fn what_is_no_pattern_is_told() {
        let mut entry = PerPath::default();
        let (message, _) = entry.add("20[19/**").unwrap_err();
        assert!(message.english().starts_with("not a pattern: "), "{message:?}");
    }
}
