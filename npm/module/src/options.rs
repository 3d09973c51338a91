//! The options of a request, which have the names and values of the options of the command.

use kifu::check::{Layer, Level, Selector};
use kifu::finding::Language;
use kifu::notation::{self, NOTATIONS, Newline, Writer};
use kifu::profile::Profile;
use kifu::text::{Encoding, encoding_for_label};
use kifu::{Checker, Settings};
use serde::Deserialize;

use crate::requests::{Error, ErrorKind};

/// The options for reading and checking a file.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct Options {
    /// The path of the file. Its extension helps to detect the format.
    pub path: String,
    /// The name of a built-in profile.
    profile: Option<String>,
    /// The text of a file with a profile.
    rules: Option<String>,
    select: Vec<String>,
    ignore: Vec<String>,
    set: Vec<String>,
    input_format: Option<String>,
    encoding: Option<String>,
    /// The language of messages: `en` or `ja`.
    language: Option<String>,
}

/// The options for writing records.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct WriteOptions {
    to: String,
    output_encoding: Option<String>,
    newline: Option<String>,
    substitute: bool,
}

fn unknown(what: &str, value: &str, names: impl Iterator<Item = String>) -> Error {
    let names: Vec<_> = names.collect();
    Error::new(
        ErrorKind::Option,
        format!("unknown {what} `{value}`; expected one of: {}", names.join(", ")),
    )
}

fn encoding(label: &str) -> Result<&'static Encoding, Error> {
    encoding_for_label(label)
        .ok_or_else(|| Error::new(ErrorKind::Option, format!("unknown encoding `{label}`")))
}

fn selectors(texts: &[String]) -> Result<Vec<Selector>, Error> {
    let read = |text: &String| Selector::read(text).map_err(|error| Error::new(ErrorKind::Option, error));
    texts.iter().map(read).collect()
}

impl Options {
    /// Returns a checker with these options. As in the command, causes and fixes are searched for.
    pub fn checker(&self) -> Result<Checker, Error> {
        let mut settings = Settings::as_the_command();
        settings.profile = self.profile()?.map(Into::into);
        settings.layer = Layer {
            select: selectors(&self.select)?,
            ignore: selectors(&self.ignore)?,
            set: self
                .set
                .iter()
                .map(|text| level(text))
                .collect::<Result<_, _>>()?,
        };
        if let Some(name) = &self.input_format {
            let names = || NOTATIONS.iter().map(|it| it.format.name());
            let found = NOTATIONS.iter().find(|it| it.format.name() == name);
            let found = found.ok_or_else(|| unknown("input format", name, names().map(str::to_owned)))?;
            settings.notation = Some(found);
        }
        settings.encoding = self.encoding.as_deref().map(encoding).transpose()?;
        Ok(Checker::new(settings))
    }

    fn profile(&self) -> Result<Option<Profile>, Error> {
        match (&self.profile, &self.rules) {
            (Some(_), Some(_)) => Err(Error::new(
                ErrorKind::Option,
                "`profile` and `rules` cannot be used together",
            )),
            (Some(name), None) => {
                let names = || Profile::all().iter().map(|it| it.name.clone());
                let found = Profile::named(name).ok_or_else(|| unknown("profile", name, names()))?;
                Ok(Some(found.clone()))
            }
            (None, Some(text)) => Profile::read(text, "rules").map(Some).map_err(|errors| {
                let errors: Vec<_> = errors.iter().map(ToString::to_string).collect();
                Error::new(ErrorKind::Option, format!("rules: {}", errors.join("; ")))
            }),
            (None, None) => Ok(None),
        }
    }

    /// Returns the language of messages.
    pub fn language(&self) -> Result<Language, Error> {
        match self.language.as_deref() {
            None | Some("en") => Ok(Language::English),
            Some("ja") => Ok(Language::Japanese),
            Some(other) => Err(unknown(
                "language",
                other,
                ["en", "ja"].into_iter().map(str::to_owned),
            )),
        }
    }
}

/// Reads the level of rules, such as `clock-*=note`.
fn level(text: &str) -> Result<(Selector, Level), Error> {
    let invalid = || {
        Error::new(
            ErrorKind::Option,
            format!("expected SELECTOR=LEVEL, found `{text}`"),
        )
    };
    let (selector, level) = text.rsplit_once('=').ok_or_else(invalid)?;
    let selector = Selector::read(selector).map_err(|error| Error::new(ErrorKind::Option, error))?;
    Ok((selector, Level::named(level).ok_or_else(invalid)?))
}

impl WriteOptions {
    /// Returns the writer with these options.
    pub fn writer(&self) -> Result<Writer, Error> {
        let names = || notation::targets().map(|it| it.name.to_owned());
        let target = notation::target(&self.to).ok_or_else(|| unknown("format", &self.to, names()))?;
        let mut writer = Writer::new(target);
        if let Some(label) = &self.output_encoding {
            writer.encoding = encoding(label)?;
        }
        writer.newline = match self.newline.as_deref() {
            None => writer.newline,
            Some("lf") => Newline::Lf,
            Some("crlf") => Newline::CrLf,
            Some(other) => {
                return Err(unknown(
                    "newline",
                    other,
                    ["lf", "crlf"].into_iter().map(str::to_owned),
                ));
            }
        };
        writer.substitute = self.substitute;
        Ok(writer)
    }
}
