//! The rules of somebody's own event, in a file: what differs from rules that are known.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::de::DeTable;
use toml::{Spanned, Table, Value};

use super::{Field, Profile};
use crate::finding::{Fault, Message, Span, did_you_mean, message, say};
use crate::text::similar;

/// The rules that a file goes out from.
const EXTENDS: &str = "extends";
const NAME: &str = "name";
const TITLE: &str = "title";

/// The keys that are no rules.
const HEADING: [&str; 3] = [EXTENDS, NAME, TITLE];

type Entries = BTreeMap<Spanned<String>, Spanned<Value>>;

impl Profile {
    /// The rules in a file. It says only what differs from those that it `extends`: `jsa-amateur` where it does not
    /// say. `stem` is its name where it does not have one.
    ///
    /// ```
    /// use kifu::profile::Profile;
    ///
    /// let spring = Profile::read("extends = \"jsa-amateur\"\nmax_moves = 320\n", "spring").unwrap();
    /// assert_eq!((spring.name.as_str(), spring.max_moves), ("spring", Some(320)));
    ///
    /// let faults = Profile::read("max_move = 320\n", "spring").unwrap_err();
    /// let help = faults[0].help.as_ref().expect("it is nearly one");
    /// assert_eq!(help.english(), "did you mean `max_moves`?");
    /// ```
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it, in the order of the text.
    pub fn read(text: &str, stem: &str) -> Result<Self, Vec<Fault>> {
        let entries: Entries = toml::from_str(text).map_err(|error| vec![Fault::of_toml(&error)])?;
        let mut reader = Reader::default();
        let name = reader.name(&entries).unwrap_or_else(|| stem.to_owned());
        let mut table = reader.base(&entries).to_table();
        let title = reader.title(&entries, &name);
        table.insert(TITLE.to_owned(), title);
        table.insert(NAME.to_owned(), name.into());
        for (key, value) in &points(text, entries) {
            if let Some(field) = reader.rule(key, value) {
                field.put(value.get_ref().clone(), &mut table);
            }
        }
        if !reader.faults.is_empty() {
            reader.faults.sort_by_key(|fault| fault.span);
            return Err(reader.faults);
        }
        let as_a_whole = |message| say(message, "規定として読めない");
        Self::from_table(table).map_err(|message| vec![Fault::new(None, as_a_whole(message))])
    }

    /// The profile as keys and values.
    pub(super) fn to_table(&self) -> Table {
        // Words, numbers and lists of words can always be written.
        Table::try_from(self).unwrap_or_default()
    }

    /// The profile that has these keys and values.
    pub(super) fn from_table(table: Table) -> Result<Self, String> {
        table.try_into().map_err(|error| error.message().to_owned())
    }
}

/// The keys of a file with their values; those of another game's table under its name: `yonin.pawn_forced_ranks`.
fn points(text: &str, entries: Entries) -> Vec<(Spanned<String>, Spanned<Value>)> {
    let mut points = Vec::new();
    for (key, value) in entries {
        let span = value.span();
        match value.into_inner() {
            Value::Table(table) if games().any(|it| it == key.get_ref()) => {
                let within = |(inner, value): (String, Value)| {
                    let found = places_within(text, key.get_ref(), &inner);
                    let (key_at, value_at) = found.unwrap_or_else(|| (span.clone(), span.clone()));
                    let inner = format!("{}.{inner}", key.get_ref());
                    (Spanned::new(key_at, inner), Spanned::new(value_at, value))
                };
                points.extend(table.into_iter().map(within));
            }
            value => points.push((key, Spanned::new(span, value))),
        }
    }
    points
}

/// The games that have tables, each as often as it has fields.
fn games() -> impl Iterator<Item = &'static str> {
    Field::all().filter_map(|field| Some(field.key.split_once('.')?.0))
}

/// Where a key of a table stands, and its value: what is read as values has no places there.
fn places_within(text: &str, table: &str, key: &str) -> Option<(Range<usize>, Range<usize>)> {
    let file = DeTable::parse(text).ok()?;
    let (_, table) = file.get_ref().iter().find(|(it, _)| it.get_ref() == table)?;
    let mut inner = table.get_ref().as_table()?.iter();
    let (key, value) = inner.find(|(it, _)| it.get_ref() == key)?;
    Some((key.span(), value.span()))
}

impl Fault {
    const fn new(span: Option<Span>, message: Message) -> Self {
        Self {
            span,
            message,
            help: None,
        }
    }

    /// What TOML cannot be read for.
    pub(crate) fn of_toml(error: &toml::de::Error) -> Self {
        let span = error.span().map(|it| Span::new(it.start, it.end));
        let japanese = match error.message() {
            "duplicate key" => "同じキーが2回書かれている",
            _ => "TOMLとして読めない。引用符、括弧、「=」を確かめる",
        };
        Self::new(span, say(format!("not TOML: {}", error.message()), japanese))
    }

    fn with_help(self, help: impl Into<Message>) -> Self {
        Self {
            help: Some(help.into()),
            ..self
        }
    }
}

/// Finds what is wrong.
#[derive(Default)]
struct Reader {
    faults: Vec<Fault>,
}

impl Reader {
    fn fault<T>(&mut self, of: &Spanned<T>, message: Message, help: Message) {
        let span = of.span();
        let fault = Fault::new(Some(Span::new(span.start, span.end)), message);
        self.faults.push(fault.with_help(help));
    }

    /// The rules that the file goes out from.
    fn base(&mut self, entries: &Entries) -> Profile {
        let Some(value) = entries.get(EXTENDS) else {
            return Profile::default();
        };
        let name = value.get_ref().as_str().unwrap_or_default();
        if let Some(profile) = Profile::named(name) {
            return profile.clone();
        }
        let names = || Profile::all().iter().map(|it| it.name.as_str());
        let known = names().collect::<Vec<_>>().join(", ");
        let help = similar(name, names()).map_or_else(
            || message!("expected one of {known}", "次のいずれかを書く: {known}", known),
            |meant| did_you_mean(&format!("\"{meant}\"")),
        );
        self.fault(value, cannot_be(EXTENDS, value.get_ref()), help);
        Profile::default()
    }

    fn name(&mut self, entries: &Entries) -> Option<String> {
        let value = entries.get(NAME)?;
        match value.get_ref().as_str() {
            Some(name) if is_line(name) => return Some(name.to_owned()),
            _ => self.fault(
                value,
                message!(
                    "invalid name for `{key}`",
                    "`{key}` の名前が正しくない",
                    key = NAME
                ),
                say(
                    "expected one line of text in quotes",
                    "引用符で囲んだ1行の文字列を書く",
                ),
            ),
        }
        None
    }

    /// Whose rules these are: in both languages alike, or in each.
    fn title(&mut self, entries: &Entries, name: &str) -> Value {
        let alike = |title: &str| {
            Value::Table(
                LANGUAGES
                    .map(|it| (it.to_owned(), title.into()))
                    .into_iter()
                    .collect(),
            )
        };
        let Some(value) = entries.get(TITLE) else {
            return alike(name);
        };
        match value.get_ref() {
            Value::String(title) if is_line(title) => alike(title),
            Value::Table(titles) if is_in_each_language(titles) => value.get_ref().clone(),
            _ => {
                let message = message!(
                    "invalid title for `{key}`",
                    "`{key}` の題名が正しくない",
                    key = TITLE
                );
                let help = say(
                    r#"expected one line of text in quotes, or { english = "...", japanese = "..." }"#,
                    r#"引用符で囲んだ1行の文字列か、{ english = "...", japanese = "..." } を書く"#,
                );
                self.fault(value, message, help);
                alike(name)
            }
        }
    }

    /// The rule that this is, with a value that it takes.
    fn rule(&mut self, key: &Spanned<String>, value: &Spanned<Value>) -> Option<&'static Field> {
        let word = key.get_ref().as_str();
        if HEADING.contains(&word) {
            return None;
        }
        if games().any(|game| game == word) {
            let help = message!(
                "expected a table: write `[{word}]`, followed by its keys",
                "`[{word}]` と書き、その下にキーを書く",
                word
            );
            self.fault(value, cannot_be(word, value.get_ref()), help);
            return None;
        }
        let Some(field) = Field::of(word) else {
            let keys = Field::all().map(|it| it.key).chain(HEADING).chain(games());
            let help = similar(word, keys).map_or_else(
                || {
                    say(
                        "`kifu rules --profiles` lists the keys",
                        "キーの一覧は `kifu rules --profiles` で表示する",
                    )
                },
                |meant| did_you_mean(&format!("`{meant}`")),
            );
            let message = message!("unknown key `{word}`", "`{word}` というキーはない", word);
            self.fault(key, message, help);
            return None;
        };
        let accepted = field.takes.accept(value.get_ref());
        if !accepted {
            let help = message!(
                "expected {values}",
                "{values}を書く",
                values = field.takes.described()
            );
            self.fault(value, cannot_be(word, value.get_ref()), help);
        }
        accepted.then_some(field)
    }
}

/// The keys of a title in each language.
const LANGUAGES: [&str; 2] = ["english", "japanese"];

fn is_in_each_language(titles: &Table) -> bool {
    let is_title = |language: &str| titles.get(language).and_then(Value::as_str).is_some_and(is_line);
    titles.len() == LANGUAGES.len() && LANGUAGES.iter().all(|it| is_title(it))
}

fn is_line(text: &str) -> bool {
    !text.trim().is_empty() && !text.contains(char::is_control)
}

/// A key with a value that it does not take: the value itself where it is short, else its kind.
fn cannot_be(key: &str, value: &Value) -> Message {
    let itself = |value: String| say(value.clone(), format!("「{value}」"));
    let shown = match value {
        Value::String(word) if word.len() <= 40 => itself(format!("\"{word}\"")),
        Value::Integer(number) => itself(number.to_string()),
        Value::Boolean(yes) => itself(yes.to_string()),
        Value::String(_) => say("this long string", "この長い文字列"),
        Value::Float(_) => say("a fraction", "小数"),
        Value::Datetime(_) => say("a date", "日付"),
        Value::Array(_) => say("this list", "このリスト"),
        Value::Table(_) => say("a table", "表"),
    };
    message!(
        "invalid value for `{key}`: {shown}",
        "`{key}` に{shown}は使えない",
        key,
        shown
    )
}

#[cfg(test)]
mod tests;
