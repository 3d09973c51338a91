//! The command `kifu config`, which prints the settings that apply.

use std::fmt::{Display, Write as _};

use super::Status;
use super::args::{ConfigArgs, EventArgs, FileArgs, FindingArgs};
use super::console::LangArg;
use super::output::print;
use super::stop::Stop;
use crate::check::{Level, PerPath, Selector};
use crate::finding::{Language, Words, both};
use crate::output::ProtectedFiles;
use crate::run::{Effective, EventRules, Origin, Resolved, RunOptions};
use crate::text::{Payload, path_to_text, printable};

/// The options of `kifu config`.
#[derive(clap::Args, Debug)]
pub(super) struct ShowConfigArgs {
    #[command(flatten)]
    config: ConfigArgs,

    #[command(flatten)]
    files: FileArgs,

    #[command(flatten)]
    event: EventArgs,

    #[command(flatten)]
    findings: FindingArgs,

    #[command(flatten)]
    pub(super) lang: LangArg,
}

impl ShowConfigArgs {
    /// Returns the run options that these arguments set, apart from the language.
    fn options(&self) -> RunOptions {
        let options = RunOptions {
            input: self.files.options(),
            config: self.config.source(),
            ..RunOptions::default()
        };
        self.findings.add_to(self.event.add_to(options))
    }
}

const DEFAULT: Words = both("default", "既定値");
const COMMAND_LINE: Words = both("command line", "コマンドライン");

/// Prints the settings that apply, each with its origin.
///
/// # Errors
///
/// Returns an error if the settings cannot be loaded or printed.
pub(super) fn run(args: &ShowConfigArgs) -> Result<Status, Stop> {
    let language = args.lang.language();
    let mut protected = ProtectedFiles::begin();
    let effective = Effective::load(&args.options(), |path| protected.open(path))?;
    let mut page = ConfigPage {
        language,
        out: String::new(),
    };
    page.write(&effective);
    print(page.out.as_bytes(), Payload::Data)?;
    Ok(Status::Clean)
}

/// The settings that apply, as a `kifu.toml` whose comments are the origins.
struct ConfigPage {
    language: Language,
    out: String,
}

impl ConfigPage {
    fn write(&mut self, effective: &Effective) {
        let name = effective.config_name().map(|name| printable(name).into_owned());
        let head = name.unwrap_or_else(|| {
            both("no kifu.toml", "kifu.tomlなし")
                .in_language(self.language)
                .to_string()
        });
        self.out = format!("# {head}\n");
        let (key, rules) = match &effective.rules.value {
            EventRules::File(path) => ("rules-file", path),
            EventRules::Profile(name) => ("profile", name),
        };
        self.line(key, quoted(rules), &effective.rules.origin);
        self.list("select", &effective.select, Selector::text);
        self.list("ignore", &effective.ignore, Selector::text);
        let (severity, fail_on) = (&effective.severity, &effective.fail_on);
        self.line("severity", quoted(severity.value.name()), &severity.origin);
        self.line("fail-on", quoted(fail_on.value.name()), &fail_on.origin);
        self.list("ext", &effective.ext, String::as_str);
        self.list("exclude", &effective.exclude, |it| &it.text);
        self.levels(effective);
        for entry in &effective.per_path.value {
            self.entry(entry, &effective.per_path.origin);
        }
        self.names(&effective.names);
        self.audit(effective);
    }

    /// Returns the origins of a value as text: the command line, the `kifu.toml`, or both. Returns “default” if it has
    /// neither origin.
    fn source(&self, origin: &Origin) -> String {
        let command_line = origin
            .options
            .then(|| COMMAND_LINE.in_language(self.language).to_string());
        let origins: Vec<_> = command_line.into_iter().chain(origin.file.clone()).collect();
        if origins.is_empty() {
            return DEFAULT.in_language(self.language).to_string();
        }
        origins.join(", ")
    }

    fn line(&mut self, key: impl Display, value: impl Display, origin: &Origin) {
        let source = self.source(origin);
        // Writing to a string cannot fail.
        let _ = writeln!(self.out, "{key} = {value}  # {}", printable(&source));
    }

    fn list<T>(&mut self, key: &str, values: &Resolved<Vec<T>>, text: fn(&T) -> &str) {
        let texts = values.value.iter().map(|value| quoted(text(value)));
        self.line(key, list(texts), &values.origin);
    }

    fn levels(&mut self, effective: &Effective) {
        if effective.levels.is_empty() {
            return self.line("set", "{}", &effective.origin("set"));
        }
        self.out += "\n[set]\n";
        for level in &effective.levels {
            self.level(&level.value, &level.origin);
        }
    }

    fn level(&mut self, (selector, level): &(Selector, Level), origin: &Origin) {
        self.line(quoted(selector.text()), quoted(level.name()), origin);
    }

    fn entry(&mut self, entry: &PerPath, origin: &Origin) {
        self.out += "\n[[per-path]]\n";
        self.line(
            "paths",
            list(entry.paths.iter().map(|it| quoted(&it.text))),
            origin,
        );
        let ignore = entry.layer.ignore.iter().map(|selector| quoted(selector.text()));
        if !entry.layer.ignore.is_empty() {
            self.line("ignore", list(ignore), origin);
        }
        if let Some(profile) = entry.profile {
            self.line("profile", quoted(&profile.name), origin);
        }
        if !entry.layer.set.is_empty() {
            self.out += "[per-path.set]\n";
        }
        for level in &entry.layer.set {
            self.level(level, origin);
        }
    }

    fn audit(&mut self, effective: &Effective) {
        let (sheet, complete) = (&effective.sheet, &effective.complete);
        if sheet.value.is_empty() && !complete.value {
            return;
        }
        self.out += "\n[audit]\n";
        let sheets = sheet.value.iter().map(|path| quoted(&path_to_text(path)));
        self.line("sheet", list(sheets), &sheet.origin);
        self.line("complete", complete.value, &complete.origin);
    }

    fn names(&mut self, names: &Resolved<Vec<(String, Vec<String>)>>) {
        if names.value.is_empty() {
            return;
        }
        self.out += "\n[names]\n";
        for (name, aliases) in &names.value {
            let aliases = list(aliases.iter().map(|it| quoted(it)));
            self.line(quoted(name), aliases, &names.origin);
        }
    }
}

/// Returns a TOML string. JSON strings use the same syntax.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn list(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(", "))
}
