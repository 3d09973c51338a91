//! Data about the fields of a profile: keys in a file, meanings, and values.

use std::ops::RangeInclusive;

use toml::de::DeValue;

use super::Profile;
use crate::finding::{Message, Words, bilingual, both, message};

/// A rule in which events differ: a field of [`Profile`], and a key in the file of a profile.
#[derive(Debug)]
pub struct Field {
    /// The key. The key of a field of another game than shogi is prefixed with the name of its table:
    /// `yonin.pawn_forced_ranks`.
    pub key: &'static str,
    /// The description, as a question or a noun.
    pub about: Words,
    /// The values that the field takes.
    pub(crate) value_kind: ValueKind,
    /// Returns the value of the field in a profile, in a few words.
    pub(super) show: fn(&Profile) -> Message,
    /// Sets the value in a profile. Returns `false` if the value is of another type.
    pub(super) set: fn(&mut Profile, &DeValue<'_>) -> bool,
}

/// The values that a field takes.
#[derive(Debug)]
pub(crate) enum ValueKind {
    /// `true` or `false`.
    Bool,
    /// A number in this range.
    Number(RangeInclusive<u32>),
    /// A number in this range, or `"none"`.
    NumberOrNone(RangeInclusive<u32>),
    /// One of these words.
    OneOf(&'static [Keyword]),
    /// A list of these words, at least one.
    ListOf(&'static [Keyword]),
    /// A text that passes this test, and a description of such texts.
    Text(fn(&str) -> bool, Words),
}

/// A word that is a value of a field.
#[derive(Debug)]
pub(crate) struct Keyword {
    /// The word, as written in a file.
    pub name: &'static str,
    /// The meaning of the word.
    #[cfg_attr(not(test), expect(dead_code, reason = "the page of profiles has it"))]
    pub about: Words,
}

/// The word for an absent number, because TOML has no null value.
const NONE: &str = "none";

impl Field {
    /// Returns all fields, in the order of the files.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        super::FIELDS.iter()
    }

    /// Returns the field of a key; `None` if no field has this key.
    pub(crate) fn for_key(key: &str) -> Option<&'static Self> {
        Self::all().find(|field| field.key == key)
    }

    /// Returns the name of the table of the file that contains the field; `None` for a field of shogi, which is
    /// outside the tables.
    pub(super) fn game(&self) -> Option<&'static str> {
        self.key.split_once('.').map(|(game, _)| game)
    }

    /// Returns whether the field belongs to a game other than shogi.
    pub(crate) fn is_of_other_game(&self) -> bool {
        self.game().is_some()
    }

    /// Returns the value of the field in a profile, in a few words: `500`, `yes`, `stop-watch, chess-clock`.
    pub(crate) fn shown(&self, profile: &Profile) -> Message {
        (self.show)(profile)
    }

    /// Sets the value in a profile. Returns whether the value is valid for the field.
    pub(super) fn read(&self, value: &DeValue<'_>, profile: &mut Profile) -> bool {
        let is_valid = match &self.value_kind {
            ValueKind::Number(range) | ValueKind::NumberOrNone(range) => {
                let is_within = |number| u32::try_from(number).is_ok_and(|number| range.contains(&number));
                integer(value).is_none_or(is_within)
            }
            ValueKind::Text(is_valid, _) => value.as_str().is_some_and(is_valid),
            ValueKind::Bool | ValueKind::OneOf(_) | ValueKind::ListOf(_) => true,
        };
        is_valid && (self.set)(profile, value)
    }
}

impl ValueKind {
    /// Returns the words to choose from; empty if the values are not words.
    #[cfg_attr(not(test), expect(dead_code, reason = "the page of profiles has them"))]
    pub(crate) fn keywords(&self) -> &'static [Keyword] {
        match self {
            Self::OneOf(keywords) | Self::ListOf(keywords) => keywords,
            Self::Bool | Self::Number(_) | Self::NumberOrNone(_) | Self::Text(..) => &[],
        }
    }

    /// Returns a description of the values, as they are written in a file.
    pub(crate) fn described(&self) -> Message {
        match self {
            Self::Bool => bilingual("true or false", "true と false のどちらか"),
            Self::Number(range) => number(range),
            Self::NumberOrNone(range) => {
                let number = number(range);
                message!("{number}, or \"{NONE}\"", "\"{NONE}\" か{number}", number)
            }
            Self::OneOf(keywords) => quoted(keywords),
            Self::Text(_, about) => (*about).into(),
            Self::ListOf(keywords) => {
                let choices = quoted(keywords);
                message!("a list of {choices}", "{choices}からなるリスト", choices)
            }
        }
    }
}

fn number(range: &RangeInclusive<u32>) -> Message {
    match (*range.start(), *range.end()) {
        (0, u32::MAX) => bilingual("a number", "整数"),
        (min, u32::MAX) => message!("a number of at least {min}", "{min}以上の整数"),
        (min, max) if min + 1 == max => {
            message!("{min} or {max}", "{min}と{max}のどちらか")
        }
        (min, max) => message!("a number from {min} to {max}", "{min}から{max}までの整数",),
    }
}

/// Returns the choices in quotes: `"a", "b" or "c"`.
fn quoted(keywords: &[Keyword]) -> Message {
    let names: Vec<_> = keywords
        .iter()
        .map(|keyword| format!("\"{}\"", keyword.name))
        .collect();
    let english = match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    };
    bilingual(english, format!("{} のいずれか", names.join("、")))
}

/// A type that the value of a field can have.
pub(super) trait FieldValue: Sized {
    /// The values of a field of this type, if the row of the field does not restrict the values.
    const VALUE_KIND: ValueKind;

    fn read(value: &DeValue<'_>) -> Option<Self>;

    fn shown(&self) -> Message;

    /// Sets the value from a file. Returns `false` if the value in the file is not of this type.
    fn set(&mut self, value: &DeValue<'_>) -> bool {
        Self::read(value).map(|value| *self = value).is_some()
    }
}

impl FieldValue for bool {
    const VALUE_KIND: ValueKind = ValueKind::Bool;

    fn read(value: &DeValue<'_>) -> Option<Self> {
        value.as_bool()
    }

    fn shown(&self) -> Message {
        if *self {
            bilingual("yes", "true")
        } else {
            bilingual("no", "false")
        }
    }
}

/// Returns the number of a value, if the value is an integer that fits into 64 bits.
pub(super) fn integer(value: &DeValue<'_>) -> Option<i64> {
    let digits = value.as_integer()?;
    i64::from_str_radix(digits.as_str(), digits.radix()).ok()
}

impl FieldValue for u32 {
    const VALUE_KIND: ValueKind = ValueKind::Number(0..=Self::MAX);

    fn read(value: &DeValue<'_>) -> Option<Self> {
        integer(value).and_then(|integer| integer.try_into().ok())
    }

    fn shown(&self) -> Message {
        Message::untranslated(self.to_string())
    }
}

impl FieldValue for Option<u32> {
    const VALUE_KIND: ValueKind = ValueKind::NumberOrNone(1..=u32::MAX);

    fn read(value: &DeValue<'_>) -> Option<Self> {
        if value.as_str() == Some(NONE) {
            return Some(None);
        }
        u32::read(value).map(Some)
    }

    fn shown(&self) -> Message {
        self.map_or_else(|| Message::untranslated(NONE), |it| it.shown())
    }
}

impl FieldValue for String {
    const VALUE_KIND: ValueKind = ValueKind::Text(|_| true, both("a string", "文字列"));

    fn read(value: &DeValue<'_>) -> Option<Self> {
        value.as_str().map(str::to_owned)
    }

    fn shown(&self) -> Message {
        Message::untranslated(self.clone())
    }
}

/// A type whose values are words in the files, generated by `keywords!`.
pub(super) trait KeywordValue: Copy + PartialEq + 'static {
    /// The words, in the order of the choices.
    const KEYWORDS: &'static [Keyword];
    /// The values, in the order of the choices.
    const ALL: &'static [Self];

    fn word(self) -> &'static str {
        let index = Self::ALL.iter().position(|keyword| *keyword == self);
        // `ALL` contains every value.
        index.map_or("", |index| Self::KEYWORDS[index].name)
    }
}

impl<T: KeywordValue> FieldValue for T {
    const VALUE_KIND: ValueKind = ValueKind::OneOf(T::KEYWORDS);

    fn read(value: &DeValue<'_>) -> Option<Self> {
        let word = value.as_str()?;
        T::ALL.iter().copied().find(|keyword| keyword.word() == word)
    }

    fn shown(&self) -> Message {
        Message::untranslated(self.word())
    }
}

impl<T: KeywordValue> FieldValue for Vec<T> {
    const VALUE_KIND: ValueKind = ValueKind::ListOf(T::KEYWORDS);

    fn read(value: &DeValue<'_>) -> Option<Self> {
        let list = value.as_array().filter(|it| !it.is_empty())?;
        list.iter().map(|element| T::read(element.get_ref())).collect()
    }

    fn shown(&self) -> Message {
        let words: Vec<_> = self.iter().map(|it| it.word()).collect();
        Message::untranslated(words.join(", "))
    }
}

/// Defines enumerations of words. Each value has its word in the files and its description, which is also its
/// doc comment.
macro_rules! keywords {
    ($($(#[$about:meta])* $type:ident { $($value:ident = $word:literal: $english:literal, $japanese:literal;)+ })+) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $type {
            $(#[doc = $english] $value,)+
        }

        impl KeywordValue for $type {
            const KEYWORDS: &'static [Keyword] =
                &[$(Keyword { name: $word, about: both($english, $japanese) },)+];
            const ALL: &'static [Self] = &[$(Self::$value,)+];
        }
    )+};
}

/// Defines the profile, the structures for the other games, and the table of all fields.
///
/// A row has the name, the type and the description of a field. Brackets hold the allowed values if not all
/// values of the type are allowed.
macro_rules! fields {
    (
        $(#[$about:meta])*
        $profile:ident {
            $($field:ident: $type:ty $([$value_kind:expr])?, $english:literal, $japanese:literal;)+
        }
        $(
            $(#[$of_game:meta])*
            $game:ident: $rules:ident, $table:literal {
                $($point:ident: $of:ty $([$allows:expr])?, $in_english:literal, $in_japanese:literal;)+
            }
        )+
    ) => {
        $(#[$about])*
        pub struct $profile {
            /// The name for `--profile`.
            pub name: String,
            /// The title, which identifies the event.
            pub title: Bilingual<String>,
            $(#[doc = $english] pub $field: $type,)+
            $(#[doc = concat!("The rules of `", $table, "`.")] pub $game: $rules,)+
        }

        $(
            $(#[$of_game])*
            pub struct $rules {
                $(#[doc = $in_english] pub $point: $of,)+
            }

            /// Returns the rules of the default profile.
            impl Default for $rules {
                fn default() -> Self {
                    $profile::default().$game
                }
            }
        )+

        const FIELDS: &[Field] = &[
            $(fields!(@field stringify!($field), ($field), $type $([$value_kind])?, $english, $japanese),)+
            $($(fields!(
                @field concat!($table, ".", stringify!($point)), ($game.$point),
                $of $([$allows])?, $in_english, $in_japanese
            ),)+)+
        ];

        impl $profile {
            /// Reads the fields from a table that has all of them; `None` if a field is missing or invalid. The name and the
            /// title of the profile are empty.
            fn from_table(table: &DeTable<'_>) -> Option<Self> {
                Some(Self {
                    name: String::new(),
                    title: Bilingual { english: String::new(), japanese: String::new() },
                    $($field: FieldValue::read(table.get(stringify!($field))?.get_ref())?,)+
                    $($game: $rules {
                        $($point: FieldValue::read(
                            table.get($table)?.get_ref().get(stringify!($point))?.get_ref(),
                        )?,)+
                    },)+
                })
            }
        }
    };
    (@field $key:expr, ($($path:tt)+), $type:ty $([$value_kind:expr])?, $english:literal, $japanese:literal) => {
        Field {
            key: $key,
            about: both($english, $japanese),
            value_kind: fields!(@value_kind $type $([$value_kind])?),
            show: |profile| profile.$($path)+.shown(),
            set: |profile, value| profile.$($path)+.set(value),
        }
    };
    (@value_kind $type:ty) => { <$type as FieldValue>::VALUE_KIND };
    (@value_kind $type:ty [$value_kind:expr]) => { $value_kind };
}

pub(super) use {fields, keywords};

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the fields of the structure, taken from its debug output.
    fn fields_of(profile: &Profile) -> Vec<String> {
        let shown = format!("{profile:#?}");
        let field = |line: &str| {
            let line = line.strip_prefix("    ")?;
            let key = line.split_once(':')?.0;
            (!key.starts_with([' ', '}'])).then(|| key.to_owned())
        };
        shown.lines().filter_map(field).collect()
    }

    #[test]
    fn every_profile_field_has_a_row_in_the_same_order() {
        // The fields of each other game are in one field of `Profile`.
        let table = |key: &'static str| key.split_once('.').map_or(key, |(game, _)| game);
        let mut rows: Vec<_> = Field::all()
            .map(|field| table(field.key).replace('-', "_"))
            .collect();
        rows.dedup();
        assert_eq!(fields_of(&Profile::default())[2..], rows);
        assert_eq!(fields_of(&Profile::default())[..2], ["name", "title"]);
    }

    /// A field takes each of its words, displays the word as it is written, and takes no other word.
    #[test]
    fn every_row_accepts_only_its_values() {
        for field in Field::all() {
            let mut profile = Profile::default();
            let mut read = |word: &str| {
                let is_list = matches!(field.value_kind, ValueKind::ListOf(_));
                let value = if is_list {
                    format!("[\"{word}\"]")
                } else {
                    format!("\"{word}\"")
                };
                let is_valid = field.read(DeValue::parse(&value).unwrap().get_ref(), &mut profile);
                is_valid.then(|| field.shown(&profile).english().into_owned())
            };
            for keyword in field.value_kind.keywords() {
                assert_eq!(read(keyword.name).as_deref(), Some(keyword.name), "{}", field.key);
            }
            assert_eq!(read("no such word"), None, "{}", field.key);
        }
    }

    /// Each file repeats the rules that all profiles share, so that a reader of one file sees all rules.
    #[test]
    fn every_built_in_profile_has_every_shogi_field() {
        for profile in Profile::all() {
            let text = crate::profile::text_of(profile);
            for field in Field::all().filter(|it| !it.is_of_other_game()) {
                let line = format!("\n{} = ", field.key);
                assert!(text.contains(&line), "{} of {}", field.key, profile.name);
            }
        }
    }

    #[test]
    fn field_descriptions_are_in_both_languages() {
        for field in Field::all() {
            let keywords = field.value_kind.keywords().iter().map(|it| it.about);
            for words in keywords.chain([field.about]) {
                assert!(
                    !words.english.is_empty() && !words.japanese.is_empty(),
                    "{}",
                    field.key
                );
            }
        }
    }
}
