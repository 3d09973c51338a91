//! When a game began.

/// The usual form of records, `2024/03/05 10:00:00`, as ISO 8601 has it.
pub fn iso(text: &str) -> Option<String> {
    let plain = |it: char| it.is_ascii_digit() || matches!(it, '/' | ' ' | ':');
    (text.len() >= 10 && text.chars().all(plain)).then(|| text.replace('/', "-").replace(' ', "T"))
}
