//! Reading of a profile in TOML, which contains the differences from another profile. The built-in profiles are read in
//! the same way.

use std::borrow::Cow;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fields::integer;
use super::{Field, Profile};
use crate::finding::{
    Bilingual, InputError, InputErrors, Item, Message, bilingual, did_you_mean, entries_in_order, message,
    span_of,
};
use crate::text::similar;

/// The key for the profile that a file is based on.
const EXTENDS: &str = "extends";
/// The key for the name of the profile.
const NAME: &str = "name";
/// The key for the title of the profile.
const TITLE: &str = "title";

/// The keys that are not rules.
const HEADING_KEYS: [&str; 3] = [EXTENDS, NAME, TITLE];

impl Profile {
    /// Reads a profile from the text of a file.
    ///
    /// The file contains only the differences from the profile that it `extends`, by default `jsa-amateur`.
    /// `stem` is the name of the profile if the file does not state one.
    ///
    /// ```
    /// use kifu::profile::Profile;
    ///
    /// let spring = Profile::read("extends = \"jsa-amateur\"\nmax_moves = 320\n", "spring").unwrap();
    /// assert_eq!((spring.name.as_str(), spring.max_moves), ("spring", Some(320)));
    ///
    /// let errors = Profile::read("max_move = 320\n", "spring").unwrap_err();
    /// let help = errors[0].help.as_ref().expect("it is nearly one");
    /// assert_eq!(help.english(), "did you mean `max_moves`?");
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of the text, in the order of the text. After 20 errors, the text is not read further.
    pub fn read(text: &str, stem: &str) -> Result<Self, Vec<InputError>> {
        let table = DeTable::parse(text).map_err(|error| vec![InputError::from_toml_error(&error)])?;
        let mut errors = InputErrors::default();
        let base = base_profile(table.get_ref(), &mut errors);
        base.with_changes(table.get_ref(), stem, errors)
    }

    /// Returns the profile with the changes in a file; if there are errors, all of them, including those in
    /// `errors`.
    fn with_changes(
        self,
        file: &DeTable<'_>,
        stem: &str,
        mut errors: InputErrors,
    ) -> Result<Self, Vec<InputError>> {
        let mut profile = self.with_name_and_title(file, stem, &mut errors);
        for (key, item) in entries_in_order(file) {
            if errors.is_full() {
                break;
            }
            let word = key.get_ref().as_ref();
            if HEADING_KEYS.contains(&word) {
                continue;
            }
            let is_game_table = || game_tables().any(|game| game == word);
            if Field::for_key(word).is_some() || !is_game_table() {
                profile.read_field(word, key, item, &mut errors);
            } else if let Some(game_table) = item.get_ref().as_table() {
                for (key, item) in entries_in_order(game_table) {
                    if errors.is_full() {
                        break;
                    }
                    profile.read_field(&format!("{word}.{}", key.get_ref()), key, item, &mut errors);
                }
            } else {
                let help = message!(
                    "expected a table: write `[{word}]`, followed by its keys",
                    "`[{word}]` と書き、その下にキーを書く",
                );
                add_invalid_value(word, item, help, &mut errors);
            }
        }
        errors.into_result(profile)
    }

    /// Returns the profile with the name and the title in a file. Without a valid name, `stem` is the name; without a
    /// valid title, the name is the title.
    pub(super) fn with_name_and_title(
        mut self,
        file: &DeTable<'_>,
        stem: &str,
        errors: &mut InputErrors,
    ) -> Self {
        name(file, errors).unwrap_or(stem).clone_into(&mut self.name);
        self.title = title(file, errors).unwrap_or_else(|| same_in_both(&self.name));
        self
    }

    /// Reads the value of a key that should be a rule. Adds an error if the key is unknown or the value is
    /// invalid.
    fn read_field(
        &mut self,
        word: &str,
        key: &Spanned<Cow<'_, str>>,
        item: &Item<'_>,
        errors: &mut InputErrors,
    ) {
        let Some(field) = Field::for_key(word) else {
            let keys = Field::all()
                .map(|it| it.key)
                .chain(HEADING_KEYS)
                .chain(game_tables());
            let help = similar(word, keys).map_or_else(
                || {
                    bilingual(
                        "`kifu rules --profiles` lists the keys",
                        "キーの一覧は `kifu rules --profiles` で表示する",
                    )
                },
                |meant| did_you_mean(&format!("`{meant}`")),
            );
            let message = message!("unknown key `{word}`", "`{word}` というキーはない");
            return errors.add(span_of(key), message, help);
        };
        if !field.read(item.get_ref(), self) {
            let values = field.value_kind.described();
            let help = message!("expected {values}", "{values}を書く", values);
            add_invalid_value(word, item, help, errors);
        }
    }
}

/// Returns the names of the tables for games other than shogi. Each name is repeated for every field of its game.
fn game_tables() -> impl Iterator<Item = &'static str> {
    Field::all().filter_map(Field::game)
}

/// Returns the profile that a file is based on: that of `extends`, or the default profile if this key is
/// missing or invalid. An invalid value is reported as an error.
fn base_profile(file: &DeTable<'_>, errors: &mut InputErrors) -> Profile {
    let Some(item) = file.get(EXTENDS) else {
        return Profile::default();
    };
    let name = item.get_ref().as_str().unwrap_or_default();
    if let Some(profile) = Profile::named(name) {
        return profile.clone();
    }
    let names = || Profile::all().iter().map(|it| it.name.as_str());
    let name_list = names().collect::<Vec<_>>().join(", ");
    let help = similar(name, names()).map_or_else(
        || message!("expected one of {name_list}", "次のいずれかを書く: {name_list}"),
        |meant| did_you_mean(&format!("\"{meant}\"")),
    );
    add_invalid_value(EXTENDS, item, help, errors);
    Profile::default()
}

fn name<'t>(file: &'t DeTable<'_>, errors: &mut InputErrors) -> Option<&'t str> {
    let item = file.get(NAME)?;
    let name = line(item);
    if name.is_none() {
        let message = bilingual("invalid name for `name`", "`name` の名前が正しくない");
        let help = bilingual(
            "expected one line of text in quotes",
            "引用符で囲んだ1行の文字列を書く",
        );
        errors.add(span_of(item), message, help);
    }
    name
}

/// Reads the title: one text for both languages, or one text for each. `None` if there is no title, or an invalid one,
/// which is reported as an error.
fn title(file: &DeTable<'_>, errors: &mut InputErrors) -> Option<Bilingual<String>> {
    let item = file.get(TITLE)?;
    let title = match item.get_ref() {
        DeValue::Table(titles) if titles.len() == 2 => {
            let english = titles.get("english").and_then(line);
            let both_titles = english.zip(titles.get("japanese").and_then(line));
            both_titles.map(|(english, japanese)| Bilingual {
                english: english.to_owned(),
                japanese: japanese.to_owned(),
            })
        }
        _ => line(item).map(same_in_both),
    };
    if title.is_none() {
        let message = bilingual("invalid title for `title`", "`title` の題名が正しくない");
        let help = bilingual(
            r#"expected one line of text in quotes, or { english = "...", japanese = "..." }"#,
            r#"引用符で囲んだ1行の文字列か、{ english = "...", japanese = "..." } を書く"#,
        );
        errors.add(span_of(item), message, help);
    }
    title
}

fn same_in_both(title: &str) -> Bilingual<String> {
    Bilingual {
        english: title.to_owned(),
        japanese: title.to_owned(),
    }
}

/// Returns the value of an item, if it is one line of text.
fn line<'t>(item: &'t Item<'_>) -> Option<&'t str> {
    let is_line = |text: &&str| !text.trim().is_empty() && !text.contains(char::is_control);
    item.get_ref().as_str().filter(is_line)
}

/// Adds an error for an invalid value. The message shows the value if it is short, or else its type.
fn add_invalid_value(key: &str, item: &Item<'_>, help: Message, errors: &mut InputErrors) {
    let as_written = |value: String| bilingual(value.clone(), format!("「{value}」"));
    let shown = match item.get_ref() {
        DeValue::String(word) if word.len() <= 40 => as_written(format!("\"{word}\"")),
        DeValue::String(_) => bilingual("this long string", "この長い文字列"),
        DeValue::Integer(digits) => as_written(
            integer(item.get_ref()).map_or_else(|| digits.to_string(), |number| number.to_string()),
        ),
        DeValue::Boolean(value) => as_written(value.to_string()),
        DeValue::Float(_) => bilingual("a fraction", "小数"),
        DeValue::Datetime(_) => bilingual("a date", "日付"),
        DeValue::Array(_) => bilingual("this list", "このリスト"),
        DeValue::Table(_) => bilingual("a table", "表"),
    };
    let message = message!(
        "invalid value for `{key}`: {shown}",
        "`{key}` に{shown}は使えない",
        key,
        shown
    );
    errors.add(span_of(item), message, help);
}

#[cfg(test)]
mod tests;
