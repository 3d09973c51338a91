//! A key of `kifu.toml`.

use serde_json::{Value, json};
use toml::de::DeTable;

use super::reader::{Item, Reader, in_order, span_of};
use crate::finding::{Span, Words};

/// A key of a file or of a table in it, whose values go into a `T`.
pub struct Key<T: 'static> {
    /// The key.
    pub name: &'static str,
    /// What it says.
    pub about: Words,
    /// The values it takes, as a schema of JSON.
    pub schema: fn() -> Value,
    pub(super) read: fn(&mut Reader, &'static str, &Item<'_>, &mut T),
}

impl<T> Key<T> {
    /// Reads the entries of a table, in the order of the text. What comes back are those that it has, with the places of
    /// their values.
    pub(super) fn read_all(
        keys: &'static [Self],
        reader: &mut Reader,
        table: &DeTable<'_>,
        into: &mut T,
    ) -> Vec<(&'static str, Span)> {
        let mut read = Vec::new();
        for (word, item) in in_order(table) {
            match keys.iter().find(|key| key.name == word.get_ref().as_ref()) {
                Some(key) => {
                    (key.read)(reader, key.name, item, into);
                    read.push((key.name, span_of(item)));
                }
                None => reader.unknown(word, keys.iter().map(|key| key.name)),
            }
        }
        read
    }
}

/// A table with these keys, of which these must not be missing.
pub(super) fn table_schema<T>(keys: &[Key<T>], required: &[&str]) -> Value {
    let property = |key: &Key<T>| {
        let mut schema = (key.schema)();
        schema["description"] = key.about.english.into();
        (key.name.to_owned(), schema)
    };
    let properties: serde_json::Map<_, _> = keys.iter().map(property).collect();
    let mut schema = json!({ "type": "object", "properties": properties, "additionalProperties": false });
    if !required.is_empty() {
        schema["required"] = required.into();
    }
    schema
}
