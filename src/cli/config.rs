//! `kifu config`.

use std::fmt::{Display, Write as _};
use std::io::{self, Write as _};
use std::path::Path;

use super::console::LangArg;
use super::job::{Choosing, Config, Configuring, Ruling};
use super::output::print;
use super::{Status, WhenArg};
use crate::check::{ConfigFile, FailOn, Level, Pattern, PerPath, Selector, TomlKind, Unusable, read_toml};
use crate::finding::{Fault, Language, Severity, Words, both};
use crate::output::{ProtectedFiles, stderr};
use crate::profile::Profile;
use crate::report::{Paint, fault};
use crate::text::{Payload, decode, printable, spelled};

#[derive(clap::Args, Debug)]
pub(super) struct ConfigArgs {
    #[command(flatten)]
    configuring: Configuring,

    #[command(flatten)]
    ruling: Ruling,

    #[command(flatten)]
    choosing: Choosing,

    #[command(flatten)]
    pub(super) lang: LangArg,
}

const DEFAULT: Words = both("default", "既定値");
const COMMAND_LINE: Words = both("command line", "コマンドライン");

pub(super) fn run(args: &ConfigArgs) -> io::Result<Status> {
    let language = args.lang.language();
    let mut kept = ProtectedFiles::begin();
    let config = match args.configuring.source.load(&mut kept, language) {
        Ok(config) => config,
        Err(complaint) => return Ok(complaint.tell(WhenArg::Auto)),
    };
    // A file of rules that cannot be read would not hold.
    if let Err(complaint) = args.ruling.profiles(config.as_ref(), &mut kept, language) {
        return Ok(complaint.tell(WhenArg::Auto));
    }
    let none = ConfigFile::default();
    let mut shown = Shown {
        args,
        file: config.as_ref().map_or(&none, |it| &it.file),
        config: config.as_ref(),
        language,
        out: String::new(),
    };
    shown.write();
    print(shown.out.as_bytes(), Payload::Data)?;
    Ok(Status::Clean)
}

/// What holds, as it is written.
struct Shown<'a> {
    args: &'a ConfigArgs,
    config: Option<&'a Config>,
    file: &'a ConfigFile,
    language: Language,
    out: String,
}

impl Shown<'_> {
    fn write(&mut self) {
        let name = self.config.map(|it| printable(&it.name).into_owned());
        let head = name.unwrap_or_else(|| {
            both("no kifu.toml", "kifu.tomlなし")
                .in_language(self.language)
                .to_string()
        });
        self.out = format!("# {head}\n");
        self.profile();
        self.rules();
        let (args, file) = (&self.args.choosing, self.file);
        let severity = args.severity.or(file.severity).unwrap_or(Severity::Note).name();
        self.line("severity", quoted(severity), args.severity.is_some());
        let fail_on: FailOn = args.fail_on.or(file.fail_on).unwrap_or_default();
        self.line("fail-on", quoted(fail_on.name()), args.fail_on.is_some());
        let extensions = self.args.configuring.extensions(self.config);
        let is_typed = self.args.configuring.typed().next().is_some();
        self.line("ext", list(extensions.iter().map(|it| quoted(it))), is_typed);
        self.exclude();
        self.levels();
        for entry in &self.file.per_path {
            self.entry(entry);
        }
        self.names();
    }

    /// Where a key is said, if not on the command line.
    fn source(&self, key: &str) -> String {
        let place = self.config.and_then(|it| it.place(key));
        place.unwrap_or_else(|| DEFAULT.in_language(self.language).to_string())
    }

    fn line(&mut self, key: &str, value: impl Display, is_typed: bool) {
        let source = if is_typed {
            COMMAND_LINE.in_language(self.language).to_string()
        } else {
            self.source(key)
        };
        self.said(key, value, &source);
    }

    fn said(&mut self, key: impl Display, value: impl Display, source: &str) {
        // Writing into a string cannot fail.
        let _ = writeln!(self.out, "{key} = {value}  # {}", printable(source));
    }

    /// Only one of the two holds.
    fn profile(&mut self) {
        let (ruling, file) = (&self.args.ruling, self.file);
        let is_typed = ruling.is_given();
        let path = ruling.rules.as_deref().map(spelled);
        if let Some(path) = path.or_else(|| file.rules_file.clone().filter(|_| !is_typed)) {
            return self.line("rules-file", quoted(&path), is_typed);
        }
        let own = ruling.profile.or(file.profile);
        let name = own.map_or_else(|| Profile::default().name, |it| it.name.clone());
        self.line("profile", quoted(&name), is_typed);
    }

    /// What the command line selects alone is told; what it ignores comes to what the file ignores.
    fn rules(&mut self) {
        let (args, file) = (&self.args.choosing, &self.file.layer);
        let texts = |selectors: &[Selector]| selectors.iter().map(|it| quoted(it.text())).collect::<Vec<_>>();
        let is_typed = !args.select.is_empty();
        let select = texts(if is_typed { &args.select } else { &file.select });
        let select = if select.is_empty() {
            vec![quoted("all")]
        } else {
            select
        };
        self.line("select", list(select.into_iter()), is_typed);
        let ignored = if is_typed { Vec::new() } else { texts(&file.ignore) };
        let is_typed = is_typed || !args.ignore.is_empty();
        self.joined("ignore", texts(&args.ignore), ignored, is_typed);
    }

    /// What the command line leaves out comes to what the file leaves out.
    fn exclude(&mut self) {
        let texts = |patterns: &[Pattern]| patterns.iter().map(|it| quoted(&it.text)).collect::<Vec<_>>();
        let (typed, of_file) = (&self.args.configuring.exclude, &self.file.exclude);
        self.joined("exclude", texts(typed), texts(of_file), !typed.is_empty());
    }

    /// A list of which the command line may have a part, and the file another.
    fn joined(&mut self, key: &str, typed: Vec<String>, of_file: Vec<String>, is_typed: bool) {
        let here = COMMAND_LINE.in_language(self.language);
        let source = match (is_typed, of_file.is_empty()) {
            (false, _) => self.source(key),
            (true, true) => here.to_string(),
            (true, false) => format!("{here}, {}", self.source(key)),
        };
        self.said(key, list(typed.into_iter().chain(of_file)), &source);
    }

    fn levels(&mut self) {
        let (typed, file) = (&self.args.choosing.set, &self.file.layer.set);
        if typed.is_empty() && file.is_empty() {
            return self.line("set", "{}", false);
        }
        self.out += "\n[set]\n";
        let is_replaced = |selector: &Selector| typed.iter().any(|(it, _)| it == selector);
        let source = self.source("set");
        for (selector, level) in file.iter().filter(|(it, _)| !is_replaced(it)) {
            self.level(selector, *level, &source);
        }
        let last = |at: usize| !typed[at + 1..].iter().any(|(it, _)| *it == typed[at].0);
        for (_, (selector, level)) in typed.iter().enumerate().filter(|&(at, _)| last(at)) {
            self.level(selector, *level, COMMAND_LINE.in_language(self.language));
        }
    }

    fn level(&mut self, selector: &Selector, level: Level, source: &str) {
        self.said(quoted(selector.text()), quoted(level.name()), source);
    }

    fn entry(&mut self, entry: &PerPath) {
        let source = self.source("per-path");
        self.out += "\n[[per-path]]\n";
        self.said(
            "paths",
            list(entry.paths.iter().map(|it| quoted(&it.text))),
            &source,
        );
        let ignore = entry.layer.ignore.iter().map(|it| quoted(it.text()));
        if !entry.layer.ignore.is_empty() {
            self.said("ignore", list(ignore), &source);
        }
        // What the command line says of it holds everywhere.
        if let Some(profile) = entry.profile.filter(|_| !self.args.ruling.is_given()) {
            self.said("profile", quoted(&profile.name), &source);
        }
        if !entry.layer.set.is_empty() {
            self.out += "[per-path.set]\n";
        }
        for (selector, level) in &entry.layer.set {
            self.level(selector, *level, &source);
        }
    }

    fn names(&mut self) {
        if self.file.names.is_empty() {
            return;
        }
        let source = self.source("names");
        self.out += "\n[names]\n";
        for (name, others) in &self.file.names {
            self.said(quoted(name), list(others.iter().map(|it| quoted(it))), &source);
        }
    }
}

/// A text of TOML, which JSON writes alike.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn list(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(", "))
}

// Files of TOML that users write for this program.

/// What stands in a file, which is protected; what is wrong with it is told on standard error, where it is called by this name.
pub(super) fn read<T>(
    path: &Path,
    name: &str,
    kind: &TomlKind,
    protected: &mut ProtectedFiles,
    language: Language,
    parse: impl FnOnce(&str) -> Result<T, Vec<Fault>>,
) -> Result<T, Complaint> {
    let paint = Paint::colourful();
    let file = protected.open(path).map_err(Unusable::Unread);
    let words = file
        .and_then(|file| read_toml(file, kind, parse))
        .map_err(|why| match why {
            Unusable::Unread(error) => fault::unread(&printable(name), &error, &paint, language),
            Unusable::Faults(text, faults) => fault::describe(name, &text, &faults, &paint, language),
        });
    words.map_err(Complaint)
}

/// What is wrong with a file or an argument, as people are told it on standard error.
#[derive(Debug)]
pub(super) struct Complaint(pub(super) Vec<u8>);

impl Complaint {
    /// What is wrong with the value of an option.
    pub(super) fn about(option: &str, value: &str, fault: Fault, language: Language) -> Self {
        let value = decode(value.as_bytes(), None);
        let paint = Paint::colourful();
        Self(fault::describe(option, &value, &[fault], &paint, language))
    }

    /// Tells it.
    pub(super) fn tell(&self, color: WhenArg) -> Status {
        // What cannot be written to standard error is lost: there is no other place to complain.
        let _ = stderr(Payload::Words, color.on_stderr()).write_all(&self.0);
        Status::Trouble
    }

    /// The words, without colours.
    pub(super) fn into_words(self) -> String {
        let words = anstream::adapter::strip_bytes(&self.0).into_vec();
        let words = String::from_utf8_lossy(&words);
        words.trim_start_matches("error: ").trim_end().to_owned()
    }
}
