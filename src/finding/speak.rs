//! How a thing is spoken of in each language.

use std::borrow::Cow;
use std::fmt::{self, Formatter};

use super::{Bilingual, Language};

/// What has a name, or words, in every language, so that it can stand in a [`message!`](crate::finding::message).
pub trait Speak {
    /// Writes what it is called in a language.
    ///
    /// # Errors
    ///
    /// When `f` has no room.
    fn speak(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result;
}

/// Something as it is called in a language.
///
/// ```
/// use kifu::finding::{Language, Spoken};
/// use kifu::shogi::Color;
/// assert_eq!(Spoken(&Color::Black, Language::English).to_string(), "Black");
/// assert_eq!(Spoken(&Color::Black, Language::Japanese).to_string(), "先手");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Spoken<'a, T: ?Sized>(pub &'a T, pub Language);

impl<T: Speak + ?Sized> fmt::Display for Spoken<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.speak(self.1, f)
    }
}

impl<T: Speak + ?Sized> Speak for &T {
    fn speak(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        (**self).speak(language, f)
    }
}

impl<T: Speak> Speak for Bilingual<T> {
    fn speak(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        self.in_language(language).speak(language, f)
    }
}

/// Nothing is said of what is not there.
impl<T: Speak> Speak for Option<T> {
    fn speak(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        self.as_ref().map_or(Ok(()), |it| it.speak(language, f))
    }
}

/// What is the same in every language.
macro_rules! same {
    ($($kind:ty),+) => {
        $(impl Speak for $kind {
            fn speak(&self, _: Language, f: &mut Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        })+
    };
}

same!(
    str,
    String,
    Cow<'_, str>,
    char,
    u8,
    u16,
    u32,
    u64,
    usize,
    i64,
    f64
);
