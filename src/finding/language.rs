//! The languages that people are spoken to in.

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

impl Words {
    /// What is the same in every language: a name.
    pub const fn same(text: &'static str) -> Self {
        both(text, text)
    }
}
