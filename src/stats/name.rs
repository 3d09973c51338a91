//! Names of players, to group by.

/// A name without the blanks in it.
pub fn normal(name: &str) -> String {
    name.split_whitespace().collect()
}
