//! Quoting of words for a shell.

use std::borrow::Cow;

/// Returns a word in a form that a shell passes on to a program unchanged.
///
/// The word is quoted if it is empty, or has a character that is neither a letter, a digit nor one of a few signs without a
/// meaning for shells.
pub(crate) fn shell_word(word: &str) -> Cow<'_, str> {
    let is_plain = |character: char| {
        character.is_alphanumeric() || "/._-+=:@%,".contains(character) || cfg!(windows) && character == '\\'
    };
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.into();
    }
    if cfg!(windows) {
        // File names on Windows cannot contain a quotation mark.
        return format!("\"{word}\"").into();
    }
    format!("'{}'", word.replace('\'', r"'\''")).into()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn words_with_special_characters_are_quoted() {
        for (word, expected) in [
            ("games/a-1.kif", "games/a-1.kif"),
            ("棋譜/第１局.kif", "棋譜/第１局.kif"),
            ("my games/a.kif", "'my games/a.kif'"),
            ("a.zip!b.kif", "'a.zip!b.kif'"),
            ("it's", r"'it'\''s'"),
            ("$(x)", "'$(x)'"),
            ("第　局", "'第　局'"),
            ("", "''"),
        ] {
            assert_eq!(shell_word(word), expected);
        }
    }
}
