//! What holds for the records of a run: by which rules each is judged, and which of its findings count.

use std::ffi::OsString;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use globset::{ErrorKind, Glob, GlobBuilder, GlobSet, GlobSetBuilder};

use super::baseline::Baseline;
use super::file::ConfigFile;
use super::selector::{Choice, Layer, Selector};
use crate::finding::{Fault, Finding, Message, Rule, message, say};
use crate::profile::Profile;
use crate::record::{Record, RemarkKind};
use crate::system::Judge;
use crate::text::Text;

/// What holds for the records of a run.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    command_line: Layer,
    file: Layer,
    /// Whether the command line says by which rules is judged, everywhere then.
    is_profile_fixed: bool,
    usual: EffectiveSettings,
    entries: Vec<PerPath>,
    matchers: Vec<Patterns>,
}

/// What holds for some records.
#[derive(Clone, Debug, Default)]
pub struct EffectiveSettings {
    /// The rules that judge.
    pub profile: Profile,
    /// Whether somebody chose them; else they are the usual ones.
    pub is_profile_chosen: bool,
    /// Which findings count.
    pub choice: Choice,
}

impl EffectiveSettings {
    /// A judge by these rules.
    pub fn judge(&self) -> Judge {
        if self.is_profile_chosen {
            Judge::by(self.profile.clone())
        } else {
            Judge::usual()
        }
    }
}

impl Settings {
    /// What the command line says, and these rules that judge, which it says if they are `fixed`.
    pub fn new(command_line: Layer, profile: Profile, fixed: bool) -> Self {
        let mut settings = Self {
            command_line,
            is_profile_fixed: fixed,
            ..Self::default()
        };
        settings.usual.is_profile_chosen = fixed || profile != Profile::default();
        settings.usual.profile = profile;
        settings.usual.choice = settings.choice(&[]);
        settings
    }

    /// The same with what stands in a file, which is in this directory.
    #[must_use]
    pub fn with_file(mut self, file: &ConfigFile, directory: &Path) -> Self {
        self.file = file.layer.clone();
        let entries = file.per_path.iter();
        self.matchers = entries
            .map(|it| Patterns::with_folders(&it.paths, directory))
            .collect();
        self.entries.clone_from(&file.per_path);
        self.usual.is_profile_chosen |= file.profile.is_some() || file.rules_file.is_some();
        self.usual.choice = self.choice(&[]);
        self
    }

    /// What holds where nothing is said of a path.
    pub const fn usual(&self) -> &EffectiveSettings {
        &self.usual
    }

    /// Whether anything else than usual holds anywhere.
    pub fn differ_by_path(&self) -> bool {
        !self.matchers.is_empty()
    }

    /// The names of the profiles that judge, the usual one first.
    pub fn profile_names(&self) -> String {
        let entries = self.entries.iter().filter(|_| !self.is_profile_fixed);
        let others = entries.filter_map(|it| it.profile).map(|it| &*it.name);
        let mut names = vec![&*self.usual.profile.name];
        for name in others {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.join(", ")
    }

    /// Which of the entries about paths are about this file, or this member of an archive.
    pub fn entries_about(&self, path: &Path, member: Option<&str>) -> Vec<usize> {
        let all = self.matchers.iter().enumerate();
        all.filter(|(_, patterns)| patterns.fit(path, member))
            .map(|(at, _)| at)
            .collect()
    }

    /// The patterns of the entries.
    pub fn patterns(&self) -> &[Patterns] {
        &self.matchers
    }

    /// What holds for a file that these entries are about.
    pub fn effective(&self, entries: &[usize]) -> EffectiveSettings {
        let mut regime = EffectiveSettings {
            choice: self.choice(entries),
            ..self.usual.clone()
        };
        let own = entries.iter().rev().find_map(|&at| self.entries[at].profile);
        if let Some(own) = own.filter(|_| !self.is_profile_fixed) {
            regime.profile = own.clone();
            regime.is_profile_chosen = true;
        }
        regime
    }

    /// The command line counts most, then the entries, the last first, then the rest of the file.
    fn choice(&self, entries: &[usize]) -> Choice {
        let entries = entries.iter().rev().map(|&at| &self.entries[at].layer);
        let mut layers = vec![&self.command_line];
        layers.extend(entries);
        layers.push(&self.file);
        Choice::of(&layers)
    }
}

// What holds for some of the files.

/// What stands between an archive and a member of it.
const INTO: &str = "!";

/// Standard input, as paths have it.
const STDIN: &str = "-";

/// An entry of `[[per-path]]`.
#[derive(Clone, Debug, Default)]
pub struct PerPath {
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

/// A pattern of paths.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// As it is written.
    pub text: String,
    /// What it fits, and all that is below a folder that it fits.
    globs: [Glob; 2],
}

impl Pattern {
    /// The pattern that is written so.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and what may help.
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
                text
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
pub struct Patterns {
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
    pub fn anywhere(patterns: &[Pattern]) -> Self {
        Self {
            leads_out: true,
            ..Self::of(patterns, Path::new("."), 1)
        }
    }

    /// Patterns of a file in this directory. What is below a folder is for those to leave out who come to the folder.
    pub fn below(patterns: &[Pattern], directory: &Path) -> Self {
        Self::of(patterns, directory, 1)
    }

    /// The same, which are about all that is below a folder, too.
    pub(super) fn with_folders(patterns: &[Pattern], directory: &Path) -> Self {
        Self::of(patterns, directory, 2)
    }

    fn of(patterns: &[Pattern], directory: &Path, globs: usize) -> Self {
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
    pub fn fit(&self, path: &Path, member: Option<&str>) -> bool {
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
    pub fn unmet(&self) -> impl Iterator<Item = &str> {
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

// What of a record's findings is known or not wanted.

/// Findings of a record that are left out, by their rules.
#[derive(Clone, Debug, Default)]
pub struct LeftOut {
    /// They are in the baseline.
    pub known: Vec<&'static Rule>,
    /// A mark in the record names their rules.
    pub marked: Vec<&'static Rule>,
    /// What stands in such a mark and is no rule, and what may help.
    pub unknown: Vec<(String, Option<Message>)>,
}

impl LeftOut {
    /// Takes what is known, or what the record itself wants left out, out of its findings.
    pub fn of(
        (record, text): (&Record<'_>, &Text<'_>),
        findings: &mut Vec<Finding>,
        baseline: Option<&Baseline>,
    ) -> Self {
        let mut left_out = Self::default();
        if findings.is_empty() {
            return left_out;
        }
        if let Some(baseline) = baseline {
            left_out.known = baseline.take_known((record, text), findings);
        }
        let (selectors, unknown) = marks(record);
        left_out.unknown = unknown;
        findings.retain(|finding| {
            let is_marked = selectors.iter().any(|it| it.rank_of(finding.rule).is_some());
            if is_marked {
                left_out.marked.push(finding.rule);
            }
            !is_marked
        });
        left_out
    }
}

// What a record itself wants left out: `*kifu: ignore nifu, clock-*` as a comment of its own.

/// The rules that the marks of a record name; and what is there in the place of a rule and is none, with what may help. What is
/// between two commas is one rule or several, or it is none at all, so that no word of a sentence is taken for a group.
fn marks(record: &Record<'_>) -> (Vec<Selector>, Vec<(String, Option<Message>)>) {
    let comments = record.remarks.iter().filter(|it| it.kind != RemarkKind::Bookmark);
    let lists = comments.filter_map(|comment| list(&comment.text));
    let (mut selectors, mut unknown) = (Vec::new(), Vec::new());
    for item in lists
        .flat_map(|list| list.split([',', '、', '，']))
        .map(str::trim)
    {
        let read: Result<Vec<_>, _> = item.split_whitespace().map(Selector::read).collect();
        match read {
            Ok(read) => selectors.extend(read),
            Err(fault) => unknown.push((item.to_owned(), fault.help)),
        }
    }
    (selectors, unknown)
}

/// The rules in a comment that is such a mark. In CSA, a `*` says that a comment is for readers.
fn list(comment: &str) -> Option<&str> {
    let comment = comment.trim_start().trim_start_matches('*').trim_start();
    let order = comment.strip_prefix("kifu:")?.trim_start();
    let list = order.strip_prefix("ignore")?;
    list.starts_with(char::is_whitespace).then_some(list)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::{self, Selector};
    use crate::{notation, text};

    const FILE: &str = "\
ignore = [\"clocks\"]
[[per-path]]
paths = [\"2019/**\"]
ignore = [\"nifu\"]
profile = \"csa\"
[[per-path]]
paths = [\"2019/finals/**\"]
profile = \"jsa-pro\"
[per-path.set]
nifu = \"warning\"
";

    fn regime(command_line: Layer, fixed: bool, path: &str) -> EffectiveSettings {
        let file = ConfigFile::read(FILE).unwrap();
        let settings = Settings::new(command_line, Profile::default(), fixed);
        let settings = settings.with_file(&file, Path::new("/club"));
        settings.effective(&settings.entries_about(Path::new(path), None))
    }

    #[test]
    fn entries_hold_for_their_paths() {
        for (path, profile) in [
            ("/club/a.kif", "jsa-amateur"),
            ("/club/2019/a.kif", "csa"),
            ("/club/2018/../2019/./a.kif", "csa"),
            ("/club/2019/finals/a.kif", "jsa-pro"),
            ("/other/2019/a.kif", "jsa-amateur"),
        ] {
            let [chosen, fixed] = [false, true].map(|fixed| regime(Layer::default(), fixed, path));
            assert_eq!(chosen.profile.name, profile, "{path}");
            assert_eq!(chosen.is_profile_chosen, profile != "jsa-amateur", "{path}");
            assert_eq!(fixed.profile.name, "jsa-amateur", "{path}");
            assert!(fixed.is_profile_chosen, "{path}");
        }
    }

    #[test]
    fn a_profile_is_chosen_by_whoever_names_one() {
        let usual = || Settings::new(Layer::default(), Profile::default(), false);
        let other = Profile::named("jsa-pro").unwrap().clone();
        assert!(!usual().usual().is_profile_chosen);
        assert!(
            Settings::new(Layer::default(), other, false)
                .usual()
                .is_profile_chosen
        );
        for (file, chosen) in [
            ("profile = \"jsa-amateur\"", true),
            ("rules-file = \"club.toml\"", true),
            ("ignore = [\"nifu\"]", false),
        ] {
            let settings = usual().with_file(&ConfigFile::read(file).unwrap(), Path::new("/club"));
            assert_eq!(settings.usual().is_profile_chosen, chosen, "{file}");
        }
    }

    #[test]
    fn the_command_line_counts_most_and_the_file_least() {
        let all = Layer {
            select: vec![Selector::read("nifu").unwrap()],
            ..Layer::default()
        };
        for (layer, path, nifu, clock) in [
            (Layer::default(), "/club/a.kif", None, Some("off")),
            (Layer::default(), "/club/2019/a.kif", Some("off"), Some("off")),
            (
                Layer::default(),
                "/club/2019/finals/a.kif",
                Some("off"),
                Some("off"),
            ),
            (all.clone(), "/club/2019/a.kif", None, Some("off")),
            (all, "/club/2019/finals/a.kif", Some("warning"), Some("off")),
        ] {
            let EffectiveSettings { choice, .. } = regime(layer, false, path);
            let level = |rule| choice.level_of(rule).map(control::Level::name);
            assert_eq!((level("nifu"), level("clock-negative")), (nifu, clock), "{path}");
        }
    }

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

    fn marked(record: &str) -> Vec<String> {
        let text = text::decode(record.as_bytes(), None);
        let mut records = notation::records(&text, notation::detect(&text, None));
        let (selectors, _) = marks(&records.next().unwrap());
        selectors.iter().map(|it| it.text().to_owned()).collect()
    }

    #[test]
    fn a_comment_of_any_notation_is_a_mark() {
        for record in [
            "手合割：平手\n*kifu: ignore nifu, clock-*\n   1 ７六歩(77)\n",
            "手合割：平手\n   1 ７六歩(77)\n* kifu:ignore  nifu clock-*\n",
            "手合割：平手\n#kifu: ignore nifu、clock-*\n   1 ７六歩(77)\n",
            "手合割：平手\n▲７六歩\n*kifu: ignore nifu,clock-*\n",
            "V2.2\n'kifu: ignore nifu, clock-*\nPI\n+\n+7776FU\n",
            "V2.2\nPI\n+\n+7776FU\n'*kifu: ignore nifu, clock-*\n",
            "# kifu: ignore nifu, clock-*\nposition startpos moves 7g7f\n",
            r#"{"header":{},"moves":[{"comments":["kifu: ignore nifu, clock-*"]},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}}]}"#,
            "Yonin: 1\n# kifu: ignore nifu, clock-*\n1 S 5g5f\n",
        ] {
            assert_eq!(marked(record), ["nifu", "clock-*"], "{record}");
        }
    }

    #[test]
    fn other_comments_are_none() {
        for comment in [
            "kifu ignore nifu",
            "kifu: ignored nifu",
            "see kifu: ignore nifu",
            "kifu: ignore",
            "kifu: ignore nihu",
            "kifu: ignore all other rules hold",
            "kifu: ignore because the fouls were seen",
            "Kifu: ignore nifu",
        ] {
            let record = format!("手合割：平手\n*{comment}\n   1 ７六歩(77)\n");
            assert!(marked(&record).is_empty(), "{comment}");
        }
        assert!(marked("手合割：平手\n   1 ７六歩(77)\n&kifu: ignore nifu\n").is_empty());
    }
}
