//! Texts for people that are part of the program.

use serde::Deserialize;
use serde_json::Value;

/// What a file of the program in TOML says. It is kept as long as the program runs, so that texts are borrowed from it.
///
/// # Panics
///
/// When the file is not as it must be. Tests read all of them.
pub(crate) fn built_in<T: Deserialize<'static>>(text: &str) -> T {
    let value = toml::from_str::<Value>(text).map(|it| &*Box::leak(Box::new(it)));
    let value = value.unwrap_or_else(|error| panic!("a built-in file: {error}"));
    T::deserialize(value).unwrap_or_else(|error| panic!("a built-in file: {error}"))
}
