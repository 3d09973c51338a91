//! The languages that people are spoken to in.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// A language that findings are worded in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Japanese.
    Japanese,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::English, Self::Japanese];

    /// Its code in ISO 639.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Japanese => "ja",
        }
    }

    /// Its name in English and in itself.
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Japanese => "Japanese, 日本語",
        }
    }
}

/// The same thing in every language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bilingual<T> {
    /// In English.
    pub english: T,
    /// In Japanese.
    pub japanese: T,
}

impl<T> Bilingual<T> {
    /// The one in this language.
    pub const fn in_language(&self, language: Language) -> &T {
        match language {
            Language::English => &self.english,
            Language::Japanese => &self.japanese,
        }
    }
}

/// Words that stand in the program.
pub type Words = Bilingual<&'static str>;

/// The same words in English and in Japanese.
pub const fn both(english: &'static str, japanese: &'static str) -> Words {
    Bilingual { english, japanese }
}

/// What is said to people about one record.
pub type Message = Bilingual<Cow<'static, str>>;

/// The same statement in English and in Japanese.
///
/// ```
/// use kifu::finding::{Language, say};
/// let message = say("two pawns on file 5", "５筋の二歩");
/// assert_eq!(message.in_language(Language::Japanese), "５筋の二歩");
/// ```
pub fn say(english: impl Into<Cow<'static, str>>, japanese: impl Into<Cow<'static, str>>) -> Message {
    Bilingual {
        english: english.into(),
        japanese: japanese.into(),
    }
}

impl Words {
    /// What is the same in every language: a name.
    pub const fn same(text: &'static str) -> Self {
        both(text, text)
    }
}

impl Message {
    /// What is the same in every language: a name, a path.
    pub fn same(text: impl Into<Cow<'static, str>>) -> Self {
        let text = text.into();
        say(text.clone(), text)
    }

    /// The same with more behind it.
    #[must_use]
    pub fn followed_by(mut self, more: &Bilingual<impl AsRef<str>>) -> Self {
        self.english.to_mut().push_str(more.english.as_ref());
        self.japanese.to_mut().push_str(more.japanese.as_ref());
        self
    }
}

impl From<Words> for Message {
    fn from(words: Words) -> Self {
        say(words.english, words.japanese)
    }
}
