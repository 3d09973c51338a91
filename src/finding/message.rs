//! A sentence in every language, formatted in the one that is read.

use std::borrow::Cow;
use std::fmt::{self, Formatter};
use std::sync::Arc;

use super::{Bilingual, Language, Speak, Spoken, Words};

/// What is said to people. A sentence is formatted when it is read, in the language in which it is.
///
/// ```
/// use kifu::finding::{Language, message};
/// use kifu::shogi::Color;
///
/// let moved = message!("{side} moves twice", "{side}が二手続けて指した", side = Color::White);
/// assert_eq!(moved.in_language(Language::English), "White moves twice");
/// assert_eq!(moved.in_language(Language::Japanese), "後手が二手続けて指した");
/// ```
#[derive(Clone)]
pub struct Message(Form);

#[derive(Clone)]
enum Form {
    Texts(Bilingual<Cow<'static, str>>),
    Sentence(Arc<Sentence>),
}

/// Writes a sentence in a language.
type Sentence = dyn Fn(Language, &mut Formatter<'_>) -> fmt::Result + Send + Sync;

/// A sentence in English and in Japanese: two literals of [`format!`], and the things in it, which implement
/// [`Speak`], each kept as what its `to_owned` gives. Both may use every thing, and neither has to. `side` alone stands
/// for `side = side`.
#[macro_export]
macro_rules! message {
    ($english:literal, $japanese:literal $(,)?) => {
        $crate::finding::Message::from($crate::finding::both($english, $japanese))
    };
    ($english:literal, $japanese:literal, $($name:ident $(= $value:expr)?),+ $(,)?) => {{
        $(let $name = $crate::finding::message!(@value $name $(= $value)?).to_owned();)+
        $crate::finding::Message::sentence(move |language, f| {
            $(let $name = $crate::finding::Spoken(&$name, language); let _ = $name;)+
            match language {
                $crate::finding::Language::English => ::std::write!(f, $english),
                $crate::finding::Language::Japanese => ::std::write!(f, $japanese),
            }
        })
    }};
    (@value $name:ident) => { $name };
    (@value $name:ident = $value:expr) => { $value };
}

impl Message {
    /// A sentence that is formatted when it is read.
    pub fn sentence(
        write: impl Fn(Language, &mut Formatter<'_>) -> fmt::Result + Send + Sync + 'static,
    ) -> Self {
        Self(Form::Sentence(Arc::new(write)))
    }

    /// What is the same in every language: a name, a path.
    pub fn same(text: impl Into<Cow<'static, str>>) -> Self {
        let text = text.into();
        say(text.clone(), text)
    }

    /// The sentence in this language.
    pub fn in_language(&self, language: Language) -> Cow<'_, str> {
        match &self.0 {
            Form::Texts(texts) => Cow::Borrowed(texts.in_language(language)),
            Form::Sentence(_) => Cow::Owned(Spoken(self, language).to_string()),
        }
    }

    /// The sentence in English.
    pub fn english(&self) -> Cow<'_, str> {
        self.in_language(Language::English)
    }

    /// The sentence in Japanese.
    pub fn japanese(&self) -> Cow<'_, str> {
        self.in_language(Language::Japanese)
    }

    /// The same with its texts changed in every language.
    #[must_use]
    pub fn map(&self, change: impl Fn(&str) -> String) -> Self {
        say(change(&self.english()), change(&self.japanese()))
    }

    /// The same with more after it.
    #[must_use]
    pub fn followed_by(self, more: impl Speak + Send + Sync + 'static) -> Self {
        Self::sentence(move |language, f| {
            self.speak(language, f)?;
            more.speak(language, f)
        })
    }
}

impl Speak for Message {
    fn speak(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Form::Texts(texts) => f.write_str(texts.in_language(language)),
            Form::Sentence(write) => write(language, f),
        }
    }
}

/// The same statement in English and in Japanese.
///
/// ```
/// use kifu::finding::{Language, say};
/// let message = say("two pawns on file 5", "５筋の二歩");
/// assert_eq!(message.in_language(Language::Japanese), "５筋の二歩");
/// ```
pub fn say(english: impl Into<Cow<'static, str>>, japanese: impl Into<Cow<'static, str>>) -> Message {
    Message(Form::Texts(Bilingual {
        english: english.into(),
        japanese: japanese.into(),
    }))
}

impl From<Words> for Message {
    fn from(words: Words) -> Self {
        say(words.english, words.japanese)
    }
}

impl Default for Message {
    fn default() -> Self {
        Self::same("")
    }
}

/// Messages are equal that read the same in every language.
impl PartialEq for Message {
    fn eq(&self, other: &Self) -> bool {
        Language::ALL
            .iter()
            .all(|&language| self.in_language(language) == other.in_language(language))
    }
}

impl Eq for Message {}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [english, japanese] = Language::ALL.map(|language| self.in_language(language));
        f.debug_struct("Message")
            .field("english", &english)
            .field("japanese", &japanese)
            .finish()
    }
}
