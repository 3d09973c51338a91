//! What the help says in English, and the same in Japanese.

use std::borrow::Cow;
use std::collections::HashMap;

use serde::Deserialize;

use super::{language, language_of_forms, statistics_at_length};
use crate::control::FailOn;
use crate::finding::Message;
use crate::notation::{NOTATIONS, targets};
use crate::profile::Profile;
use crate::report::FORMS;
use crate::stats::TABLES;
use crate::system::SYSTEMS;

/// What is written by hand. Words that stand in tables are Japanese there.
const WRITTEN: &str = include_str!("japanese.toml");

/// A paragraph of Japanese for every paragraph of English.
#[derive(Debug)]
pub(super) struct Dictionary(HashMap<Cow<'static, str>, Cow<'static, str>>);

/// The file.
#[derive(Deserialize)]
struct Written<'w> {
    #[serde(borrow)]
    text: Vec<Entry<'w>>,
}

#[derive(Deserialize)]
struct Entry<'w> {
    en: Cow<'w, str>,
    ja: Cow<'w, str>,
}

impl Dictionary {
    pub(super) fn new() -> Self {
        // A test reads the file.
        let written: Written<'static> = toml::from_str(WRITTEN).unwrap_or(Written { text: Vec::new() });
        let written = written.text.into_iter().map(|it| (it.en, it.ja));
        let both = |it: Message| (owned(it.english()), owned(it.japanese()));
        Self(tables().into_iter().map(both).chain(written).collect())
    }

    /// The same paragraph in Japanese: as a whole, or else the words of each of its lines. What has no Japanese stays as it
    /// is.
    pub(super) fn japanese<'t>(&'t self, english: &'t str) -> Cow<'t, str> {
        match self.0.get(english) {
            Some(japanese) => Cow::Borrowed(japanese),
            None if english.contains('\n') => {
                let lines: Vec<_> = english.lines().map(|it| self.line(it)).collect();
                Cow::Owned(lines.join("\n"))
            }
            None => Cow::Borrowed(english),
        }
    }

    fn line(&self, line: &str) -> String {
        let words = words(line);
        let japanese = self.0.get(words).map_or(words, |it| it);
        format!("{}{japanese}", line.strip_suffix(words).unwrap_or_default())
    }
}

/// What a line of examples or of a table says after its command or number. A command may stand alone.
fn words(line: &str) -> &str {
    let text = line.trim_start();
    match text.rsplit_once("  ") {
        Some((_, words)) => words,
        None if line.len() == text.len() + 2 => "",
        None => text,
    }
}

#[cfg(test)]
impl Dictionary {
    /// What must be known for a paragraph to be Japanese: it, or else the words of its lines.
    pub(super) fn keys<'t>(&self, paragraph: &'t str) -> Vec<&'t str> {
        if self.knows(paragraph) || !paragraph.contains('\n') {
            return vec![paragraph];
        }
        paragraph.lines().map(words).filter(|it| !it.is_empty()).collect()
    }

    /// Whether there is Japanese for this.
    pub(super) fn knows(&self, english: &str) -> bool {
        self.0.contains_key(english)
    }

    /// The English of what is written by hand, in the order of the file.
    pub(super) fn written() -> impl Iterator<Item = (String, String)> {
        let written: Written<'static> = toml::from_str(WRITTEN).expect("the file is as it must be");
        written
            .text
            .into_iter()
            .map(|it| (it.en.into_owned(), it.ja.into_owned()))
    }
}

fn owned(text: Cow<'_, str>) -> Cow<'static, str> {
    Cow::Owned(text.into_owned())
}

/// What is said in both languages where it is defined.
fn tables() -> Vec<Message> {
    let mut all = vec![language(), language_of_forms(), statistics_at_length()];
    all.extend(NOTATIONS.iter().map(|it| it.title.into()));
    all.extend(targets().map(|it| it.about.into()));
    all.extend(TABLES.iter().map(|it| it.about.into()));
    all.extend(FORMS.iter().map(|it| it.about.into()));
    all.extend(SYSTEMS.iter().map(|it| it.game.words.into()));
    all.extend(FailOn::ALL.map(|it| it.about().into()));
    all.extend(Profile::all().iter().map(|it| {
        let title = &it.title;
        crate::finding::say(title.english.clone(), title.japanese.clone())
    }));
    all
}
