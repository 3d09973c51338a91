//! The fields of a profile as data: what they are called in a file, what they mean, which values they take.

use std::ops::RangeInclusive;

use toml::{Table, Value};

use super::Profile;
use crate::finding::{Message, Words, both, message, say};

/// A point in which events differ: a field of [`Profile`], a key of its file.
#[derive(Debug)]
pub struct Field {
    /// The name of the field and the key.
    pub key: &'static str,
    /// What it says of the event, as a question or a noun.
    pub about: Words,
    /// The values it takes.
    pub takes: Takes,
}

/// The values that a field takes.
#[derive(Debug)]
pub enum Takes {
    /// `true` or `false`.
    YesNo,
    /// A number.
    Number(RangeInclusive<u32>),
    /// A number, or `"none"`.
    NumberOrNone(RangeInclusive<u32>),
    /// One of these words.
    One(&'static [Choice]),
    /// A list of these words, at least one.
    Some(&'static [Choice]),
    /// A text of which this holds, and what that is.
    Text(fn(&str) -> bool, Words),
}

/// A word that a field takes.
#[derive(Debug)]
pub struct Choice {
    /// The word.
    pub name: &'static str,
    /// What it means.
    pub about: Words,
}

/// What stands for a number that there is not.
const NONE: &str = "none";

impl Field {
    /// Whether this is a point of a game other than shogi.
    pub fn is_of_other_game(&self) -> bool {
        self.key.contains('.')
    }

    /// What a profile has here, in a few words: `500`, `yes`, `stop-watch, chess-clock`.
    pub fn shown(&self, profile: &Profile) -> Message {
        let table = profile.to_table();
        self.value_in(&table).map(words).unwrap_or_default()
    }

    /// What stands here in the file of a profile. The key of a game's own point names its table: `yonin.pawn_forced_ranks`.
    pub(super) fn value_in<'t>(&self, table: &'t Table) -> Option<&'t Value> {
        match self.key.split_once('.') {
            Some((game, key)) => table.get(game)?.get(key),
            None => table.get(self.key),
        }
    }

    /// Gives it this value there.
    pub(super) fn put(&self, value: Value, table: &mut Table) {
        match self.key.split_once('.') {
            Some((game, key)) => {
                let points = table.entry(game).or_insert_with(|| Value::Table(Table::new()));
                if let Some(points) = points.as_table_mut() {
                    points.insert(key.to_owned(), value);
                }
            }
            None => {
                table.insert(self.key.to_owned(), value);
            }
        }
    }
}

/// A value as people read it.
fn words(value: &Value) -> Message {
    match value {
        Value::Boolean(true) => say("yes", "true"),
        Value::Boolean(false) => say("no", "false"),
        Value::String(word) => Message::same(word.clone()),
        Value::Array(list) => {
            let listed: Vec<_> = list.iter().filter_map(Value::as_str).collect();
            Message::same(listed.join(", "))
        }
        other => Message::same(other.as_integer().map_or_else(String::new, |it| it.to_string())),
    }
}

impl Takes {
    /// Whether a value is one of them.
    pub(super) fn accept(&self, value: &Value) -> bool {
        let within = |range: &RangeInclusive<u32>| {
            let number = value.as_integer().and_then(|it| u32::try_from(it).ok());
            number.is_some_and(|it| range.contains(&it))
        };
        let among =
            |choices: &[Choice], value: &Value| choices.iter().any(|it| value.as_str() == Some(it.name));
        match self {
            Self::YesNo => value.is_bool(),
            Self::Number(range) => within(range),
            Self::NumberOrNone(range) => within(range) || value.as_str() == Some(NONE),
            Self::One(choices) => among(choices, value),
            Self::Some(choices) => match value.as_array() {
                Some(list) => !list.is_empty() && list.iter().all(|it| among(choices, it)),
                None => false,
            },
            Self::Text(is_one, _) => value.as_str().is_some_and(is_one),
        }
    }

    /// The words among which to choose; none where it is not words.
    pub fn choices(&self) -> &'static [Choice] {
        match self {
            Self::One(choices) | Self::Some(choices) => choices,
            Self::YesNo | Self::Number(_) | Self::NumberOrNone(_) | Self::Text(..) => &[],
        }
    }

    /// The values in words, as they stand in a file.
    pub fn described(&self) -> Message {
        match self {
            Self::YesNo => say("true or false", "true と false のどちらか"),
            Self::Number(range) => number(range),
            Self::NumberOrNone(range) => {
                let number = number(range);
                message!("{number}, or \"{NONE}\"", "\"{NONE}\" か{number}", number)
            }
            Self::One(choices) => quoted(choices),
            Self::Text(_, about) => (*about).into(),
            Self::Some(choices) => {
                let words = quoted(choices);
                message!("a list of {words}", "{words}からなるリスト", words)
            }
        }
    }
}

fn number(range: &RangeInclusive<u32>) -> Message {
    match (*range.start(), *range.end()) {
        (0, u32::MAX) => say("a number", "整数"),
        (least, u32::MAX) => message!("a number of at least {least}", "{least}以上の整数", least),
        (least, most) if least + 1 == most => {
            message!("{least} or {most}", "{least}と{most}のどちらか", least, most)
        }
        (least, most) => message!(
            "a number from {least} to {most}",
            "{least}から{most}までの整数",
            least,
            most
        ),
    }
}

/// `"a", "b" or "c"`.
fn quoted(choices: &[Choice]) -> Message {
    let names: Vec<_> = choices.iter().map(|it| format!("\"{}\"", it.name)).collect();
    let english = match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    };
    say(english, format!("{} のいずれか", names.join("、")))
}

/// A field, as the tables have it.
pub(super) const fn field(
    key: &'static str,
    takes: Takes,
    english: &'static str,
    japanese: &'static str,
) -> Field {
    Field {
        key,
        about: both(english, japanese),
        takes,
    }
}

/// A choice, as the tables have it.
pub(super) const fn choice(name: &'static str, english: &'static str, japanese: &'static str) -> Choice {
    Choice {
        name,
        about: both(english, japanese),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fields of the structure, by the way it shows itself.
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
    fn every_field_of_a_profile_has_its_row_and_the_order_is_the_same() {
        // The points of another game stand in a table.
        let table = |key: &'static str| key.split_once('.').map_or(key, |(game, _)| game);
        let mut rows: Vec<_> = Field::all()
            .map(|field| table(field.key).replace('-', "_"))
            .collect();
        rows.dedup();
        assert_eq!(fields_of(&Profile::default())[2..], rows);
        assert_eq!(fields_of(&Profile::default())[..2], ["name", "title"]);
    }

    #[test]
    fn every_row_takes_what_the_profiles_have() {
        for (field, profile) in Field::all().flat_map(|it| Profile::all().iter().map(move |p| (it, p))) {
            let table = profile.to_table();
            assert!(
                field.takes.accept(field.value_in(&table).expect("a value")),
                "{} of {}",
                field.key,
                profile.name
            );
        }
    }

    /// What a row takes can be read, and every word of the structure is in its row: the words that reading itself
    /// knows are told when it meets another.
    #[test]
    fn the_words_of_a_row_are_those_of_the_structure() {
        for field in Field::all() {
            let choices = field.takes.choices();
            let read = |word: &str| {
                let mut table = Profile::default().to_table();
                let word = Value::from(word);
                let list = matches!(field.takes, Takes::Some(_));
                let value = if list { Value::Array(vec![word]) } else { word };
                field.put(value, &mut table);
                Profile::from_table(table)
            };
            for choice in choices {
                assert_eq!(
                    field.shown(&read(choice.name).unwrap()).english(),
                    choice.name,
                    "{}",
                    field.key
                );
            }
            if !choices.is_empty() {
                let told = read("no such word").unwrap_err();
                assert_eq!(
                    told.matches('`').count(),
                    2 + 2 * choices.len(),
                    "{}: {told}",
                    field.key
                );
            }
        }
    }

    #[test]
    fn everything_is_worded_in_both_languages() {
        for field in Field::all() {
            let choices = field.takes.choices().iter().map(|it| it.about);
            for words in choices.chain([field.about]) {
                assert!(
                    !words.english.is_empty() && !words.japanese.is_empty(),
                    "{}",
                    field.key
                );
            }
        }
    }
}
