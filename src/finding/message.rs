//! Messages in English and Japanese. Arguments that differ between the languages are formatted only when the text is requested in
//! one of them.

use std::borrow::Cow;
use std::error::Error;
use std::fmt::{self, Formatter};
use std::io::{self, ErrorKind};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::seat::fmt_in_handicap;

/// A message for readers, whose text can be requested in English and in Japanese.
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
    /// A message about a handicap game, whose players have other names in Japanese.
    InHandicap(Arc<Message>),
}

/// A function that writes a sentence in a language.
type Sentence = dyn Fn(Language, &mut Formatter<'_>) -> fmt::Result + Send + Sync;

/// Creates a [`Message`](crate::finding::Message) from two [`format!`] literals, in English and in Japanese, and their
/// arguments.
///
/// The arguments implement `Localize` and are kept as the result of `to_owned`. Each literal can use any of the
/// arguments. `side` is short for `side = side`. If all arguments are the same in both languages, such as names
/// and numbers, the list can be omitted; the literals then use variables as in [`format!`].
#[macro_export]
macro_rules! message {
    ($english:literal, $japanese:literal $(,)?) => {
        $crate::finding::Message::texts(::std::format_args!($english), ::std::format_args!($japanese))
    };
    ($english:literal, $japanese:literal, $($name:ident $(= $value:expr)?),+ $(,)?) => {{
        $(let $name = $crate::finding::message!(@value $name $(= $value)?).to_owned();)+
        $crate::finding::Message::sentence(move |language, f| {
            $(let $name = $crate::finding::Localized(&$name, language); let _ = $name;)+
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
    /// Creates a message whose text is written by `write` each time it is requested in a language.
    pub fn sentence(
        write: impl Fn(Language, &mut Formatter<'_>) -> fmt::Result + Send + Sync + 'static,
    ) -> Self {
        Self(Form::Sentence(Arc::new(write)))
    }

    /// Creates a message from texts in both languages. [`message!`](crate::finding::message) calls this
    /// function if its only arguments are the two literals.
    pub fn texts(english: fmt::Arguments<'_>, japanese: fmt::Arguments<'_>) -> Self {
        let text = |words: fmt::Arguments<'_>| {
            let borrowed = words.as_str().map(Cow::Borrowed);
            borrowed.unwrap_or_else(|| words.to_string().into())
        };
        bilingual(text(english), text(japanese))
    }

    /// Creates a message that is the same in every language, such as a name or a path.
    pub fn untranslated(text: impl Into<Cow<'static, str>>) -> Self {
        let text = text.into();
        bilingual(text.clone(), text)
    }

    /// Returns the message in this language.
    pub fn in_language(&self, language: Language) -> Cow<'_, str> {
        match &self.0 {
            Form::Texts(texts) => Cow::Borrowed(texts.in_language(language)),
            Form::Sentence(_) | Form::InHandicap(_) => Cow::Owned(Localized(self, language).to_string()),
        }
    }

    /// Returns the message in English.
    pub fn english(&self) -> Cow<'_, str> {
        self.in_language(Language::English)
    }

    /// Returns the message in Japanese.
    pub fn japanese(&self) -> Cow<'_, str> {
        self.in_language(Language::Japanese)
    }

    /// Returns the message with a change applied to the text of each language.
    #[must_use]
    pub(crate) fn map(&self, change: impl Fn(&str) -> String) -> Self {
        bilingual(change(&self.english()), change(&self.japanese()))
    }

    /// Returns the message for a handicap game, in which the players are 下手 and 上手 in Japanese.
    #[must_use]
    pub(crate) fn in_handicap(self) -> Self {
        Self(Form::InHandicap(Arc::new(self)))
    }

    /// Returns the message with more text after it.
    #[must_use]
    pub(crate) fn followed_by(self, suffix: impl Localize + Send + Sync + 'static) -> Self {
        Self::sentence(move |language, f| {
            self.fmt_in(language, f)?;
            suffix.fmt_in(language, f)
        })
    }
}

impl Localize for Message {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Form::Texts(texts) => f.write_str(texts.in_language(language)),
            Form::Sentence(write) => write(language, f),
            Form::InHandicap(message) => fmt_in_handicap(&**message, language, f),
        }
    }
}

/// Creates a message from a text in English and one in Japanese.
///
/// ```
/// use kifu::finding::{Language, bilingual};
/// let message = bilingual("two pawns on file 5", "５筋の二歩");
/// assert_eq!(message.in_language(Language::Japanese), "５筋の二歩");
/// ```
pub fn bilingual(english: impl Into<Cow<'static, str>>, japanese: impl Into<Cow<'static, str>>) -> Message {
    Message(Form::Texts(Bilingual {
        english: english.into(),
        japanese: japanese.into(),
    }))
}

impl From<Words> for Message {
    fn from(words: Words) -> Self {
        bilingual(words.english, words.japanese)
    }
}

impl Default for Message {
    fn default() -> Self {
        Self::untranslated("")
    }
}

/// Compares messages by their text in every language.
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

// The languages of messages.

/// A language of messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Japanese.
    Japanese,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::English, Self::Japanese];

    /// Returns the ISO 639 code of the language.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Japanese => "ja",
        }
    }

    /// Returns the first value if the language is English, and the second if it is Japanese.
    pub(crate) fn either<T>(self, english: T, japanese: T) -> T {
        match self {
            Self::English => english,
            Self::Japanese => japanese,
        }
    }

    /// Returns the name of the language in English, followed by the name in the language itself if the two
    /// differ.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Japanese => "Japanese, 日本語",
        }
    }
}

/// A value for each language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bilingual<T> {
    /// The value for English.
    pub english: T,
    /// The value for Japanese.
    pub japanese: T,
}

impl<T> Bilingual<T> {
    /// Returns the value for this language.
    pub const fn in_language(&self, language: Language) -> &T {
        match language {
            Language::English => &self.english,
            Language::Japanese => &self.japanese,
        }
    }
}

/// Static words in each language.
pub type Words = Bilingual<&'static str>;

/// Creates words from English and Japanese.
pub const fn both(english: &'static str, japanese: &'static str) -> Words {
    Bilingual { english, japanese }
}

impl Words {
    /// Creates words that are the same in every language, such as a name.
    pub const fn untranslated(text: &'static str) -> Self {
        both(text, text)
    }
}

// Wording of values in each language.

/// A value with a wording in every language, which can be an argument of [`message!`](crate::finding::message).
pub(crate) trait Localize {
    /// Writes the wording in a language.
    ///
    /// # Errors
    ///
    /// Returns an error if writing to `f` fails.
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result;
}

/// Displays a value in a language.
///
/// ```
/// use kifu::finding::{Language, Localized};
/// use kifu::shogi::Color;
/// assert_eq!(Localized(&Color::Black, Language::English).to_string(), "Black");
/// assert_eq!(Localized(&Color::Black, Language::Japanese).to_string(), "先手");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Localized<'a, T: ?Sized>(pub &'a T, pub Language);

impl<T: Localize + ?Sized> fmt::Display for Localized<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.fmt_in(self.1, f)
    }
}

impl<T: Localize + ?Sized> Localize for &T {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        (**self).fmt_in(language, f)
    }
}

impl<T: Localize> Localize for Bilingual<T> {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        self.in_language(language).fmt_in(language, f)
    }
}

/// Writes nothing for `None`.
impl<T: Localize> Localize for Option<T> {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        self.as_ref().map_or(Ok(()), |it| it.fmt_in(language, f))
    }
}

/// Implements `Localize` for types that are displayed alike in every language.
macro_rules! localize_alike {
    ($($kind:ty),+) => {
        $(impl Localize for $kind {
            fn fmt_in(&self, _: Language, f: &mut Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        })+
    };
}

localize_alike!(str, String, Cow<'_, str>, char);
localize_alike!(u8, u16, u32, u64, usize, i64, f64);

// Reasons of failures in both languages.

/// The reason for a failure. An [`io::Error`] can carry the reason to code that knows the selected language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason(pub Message);

impl Reason {
    /// Creates an error of this kind with this reason.
    pub(crate) fn error(kind: ErrorKind, reason: impl Into<Message>) -> io::Error {
        io::Error::new(kind, Self(reason.into()))
    }

    /// Returns the error with a name, such as a path, before its reason.
    pub(crate) fn with_subject(name: &Message, error: &io::Error) -> io::Error {
        let prefix = name.clone().followed_by(Message::untranslated(": "));
        Self::error(error.kind(), prefix.followed_by(Self::from_io_error(error)))
    }

    /// Returns the reason that an error carries, or else the message of the operating system.
    pub fn from_io_error(error: &io::Error) -> Message {
        let carried = error.get_ref().and_then(|inner| inner.downcast_ref::<Self>());
        carried.map_or_else(|| system_message(error), |reason| reason.0.clone())
    }
}

/// Formats the reason in English, because no language is selected here.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.english())
    }
}

impl Error for Reason {}

/// Japanese wording of the most common errors of operating systems.
const SYSTEM_ERRORS: [(ErrorKind, &str); 16] = [
    (ErrorKind::NotFound, "ファイルまたはフォルダが見つからない"),
    (ErrorKind::PermissionDenied, "権限がない。アクセス権を確かめる"),
    (ErrorKind::AlreadyExists, "同じ名前のものがすでにある"),
    (ErrorKind::IsADirectory, "フォルダである"),
    (ErrorKind::NotADirectory, "パスの途中にフォルダ以外のものがある"),
    (ErrorKind::DirectoryNotEmpty, "フォルダが空でない"),
    (ErrorKind::ReadOnlyFilesystem, "読み取り専用の場所である"),
    (ErrorKind::StorageFull, "空き容量が足りない"),
    (ErrorKind::QuotaExceeded, "割り当て容量を超えている"),
    (ErrorKind::FileTooLarge, "ファイルが大きすぎる"),
    (ErrorKind::InvalidFilename, "名前が長すぎるか、使えない文字を含む"),
    (ErrorKind::ResourceBusy, "ほかのプログラムが使用中である"),
    (ErrorKind::OutOfMemory, "メモリーが足りない"),
    (ErrorKind::Interrupted, "中断された"),
    (ErrorKind::TimedOut, "時間内に応答がない"),
    (ErrorKind::InvalidData, "内容が壊れている"),
];

fn system_message(error: &io::Error) -> Message {
    let entry = SYSTEM_ERRORS.iter().find(|(kind, _)| *kind == error.kind());
    let english = without_number(error);
    let japanese = entry.map_or_else(
        || format!("システムの処理に失敗した（{english}）"),
        |(_, words)| (*words).to_owned(),
    );
    bilingual(english, japanese)
}

/// Returns the message of the operating system without the ` (os error 2)` at its end and a full stop before
/// it. An error without such a number is not changed.
fn without_number(error: &io::Error) -> String {
    let text = error.to_string();
    let suffix = error.raw_os_error().map(|code| format!(" (os error {code})"));
    let without_suffix =
        suffix.and_then(|suffix| Some(text.strip_suffix(&*suffix)?.trim_end_matches('.').to_owned()));
    without_suffix.unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_their_path_in_both_languages() {
        let error = Reason::error(
            ErrorKind::AlreadyExists,
            bilingual("exists already", "すでにある"),
        );
        let error_with_path = Reason::with_subject(&Message::untranslated("a.csa"), &error);
        assert_eq!(error_with_path.to_string(), "a.csa: exists already");
        assert_eq!(
            Reason::from_io_error(&error_with_path).in_language(Language::Japanese),
            "a.csa: すでにある"
        );
    }

    #[test]
    fn messages_interpolate_variables() {
        let (name, count) = ("a.csa", 3);
        let message = message!("{name}: {count} lines", "{name}: {count}行");
        assert_eq!(message, bilingual("a.csa: 3 lines", "a.csa: 3行"));
        assert_eq!(message!("none", "なし"), bilingual("none", "なし"));
    }

    #[test]
    fn unknown_system_errors_are_in_english_without_a_number() {
        let error = io::Error::from_raw_os_error(2);
        let message = Reason::from_io_error(&error);
        assert_eq!(
            format!("{} (os error 2)", message.english()),
            error.to_string().replace(". (", " (")
        );
        assert_eq!(message.japanese(), "ファイルまたはフォルダが見つからない");
        let unknown = io::Error::other("what nobody foresaw");
        assert_eq!(
            Reason::from_io_error(&unknown),
            bilingual(
                "what nobody foresaw",
                "システムの処理に失敗した（what nobody foresaw）"
            )
        );
    }

    #[test]
    fn error_kinds_are_listed_once() {
        for (index, (kind, _)) in SYSTEM_ERRORS.iter().enumerate() {
            assert!(
                SYSTEM_ERRORS[..index].iter().all(|(other, _)| other != kind),
                "{kind:?}"
            );
        }
    }
}
