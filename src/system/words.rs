//! The words of a position in the headers, and where they stand.

/// The words of a text and where each begins. A slash is a word of its own.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(|it: char| !it.is_whitespace())?;
        let rest = &text[start..];
        let ends = |it: char| it.is_whitespace() || it == '/';
        let length = rest.find(ends).unwrap_or(rest.len()).max(1);
        at = start + length;
        Some((start, &rest[..length]))
    })
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn slashes_are_words() {
        let found: Vec<_> = words(" 4 Kn/9 / \n9").collect();
        assert_eq!(
            found,
            [(1, "4"), (3, "Kn"), (5, "/"), (6, "9"), (8, "/"), (11, "9")]
        );
    }
}
