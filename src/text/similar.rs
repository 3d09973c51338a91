//! Suggestions for misspelled names.

/// Minimum length of a unique prefix that is accepted as a match (letters). Two names of at most this length are similar only
/// if they have the same first letter.
const MIN_LETTERS: usize = 3;

/// Names of commands, options and values in other programs, with the equivalent names in this program.
const TRANSLATIONS: [(&str, &str); 9] = [
    ("check", "validate"),
    ("lint", "validate"),
    ("explain", "rules"),
    ("output-format", "format"),
    ("output-format", "to"),
    ("exit-zero", "fail-on"),
    ("none", "never"),
    ("full", "text"),
    ("json-lines", "jsonl"),
];

/// Returns the name in `names` that the misspelled `name` probably means; `None` if no name is similar. Case is ignored.
///
/// The rules are tried in this order:
///
/// 1. An equivalent name from [`TRANSLATIONS`].
/// 2. The name with the fewest errors. One letter can be wrong, or two of five or more if the first is right, or one in four
///    of a long name.
/// 3. The only name that begins with `name`.
pub(crate) fn similar<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let name = name.to_lowercase();
    let names: Vec<_> = names
        .into_iter()
        .map(|name| (name.to_lowercase(), name))
        .collect();
    let translation = TRANSLATIONS
        .iter()
        .filter(|(word, _)| *word == name)
        .find_map(|(_, equivalent)| names.iter().find(|(candidate, _)| candidate == equivalent));
    if let Some((_, translated)) = translation {
        return Some(translated);
    }
    let count_errors = |candidate: &str| strsim::osa_distance(&name, candidate);
    let max_errors = |candidate: &str| {
        let length = name.chars().count().max(candidate.chars().count());
        let has_same_first_letter = name.chars().next() == candidate.chars().next();
        let allows_two_errors = length > MIN_LETTERS + 1 && has_same_first_letter;
        // A short name with another first letter is a different word.
        if length <= MIN_LETTERS && !has_same_first_letter {
            return 0;
        }
        // At least one letter must be right, so the number of errors is less than the length.
        (length / 4)
            .max(if allows_two_errors { 2 } else { 1 })
            .min(length.saturating_sub(1))
    };
    let closest = names
        .iter()
        .map(|(candidate, name)| (count_errors(candidate), max_errors(candidate), *name))
        .filter(|&(errors, max_errors, _)| errors <= max_errors)
        .min_by_key(|&(errors, ..)| errors);
    if let Some((.., name)) = closest {
        return Some(name);
    }
    let mut completions = names
        .iter()
        .filter(|(candidate, _)| name.chars().count() >= MIN_LETTERS && candidate.starts_with(&name));
    let (_, only) = completions.next()?;
    completions.next().is_none().then_some(*only)
}

/// Returns the half-width equivalent of a full-width letter. Any other letter is returned unchanged.
///
/// `Ａ` becomes `A`, `：` becomes `:`, and the ideographic space becomes a blank. As an exception, the half-width `･` becomes
/// the full-width `・`.
pub(crate) fn half_width(letter: char) -> char {
    const FIRST: char = '！';
    match letter {
        FIRST..='～' => char::from(b'!' + (letter as u32 - FIRST as u32) as u8),
        '\u{3000}' => ' ',
        '･' => '・',
        _ => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_similar_name_is_found() {
        let rules = ["nifu", "no-moves", "foul-unnoticed", "foul-result-wrong-side"];
        assert_eq!(similar("nihu", rules), Some("nifu"));
        assert_eq!(similar("no-mo", rules), Some("no-moves"));
        assert_eq!(similar("foul", rules), None);
        assert_eq!(similar("note", rules), None);
    }

    #[test]
    fn wide_letters_become_narrow() {
        let text: String = "２０２４／０３　（火）".chars().map(half_width).collect();
        assert_eq!(text, "2024/03 (火)");
    }

    #[test]
    fn only_typing_errors_are_similar() {
        const NAMES: [&str; 13] = [
            "notes",
            "plies",
            "rules",
            "site",
            "nifu",
            "no-moves",
            "uchifuzume",
            "clock-overrun",
            "clock-negative",
            "own-king-in-check",
            "jsa-pro",
            "csa",
            "四間飛車",
        ];
        for (name, expected) in [
            ("nifuu", Some("nifu")),
            ("NIFU", Some("nifu")),
            ("fniu", None),
            ("uchifzume", Some("uchifuzume")),
            ("uhcifuzume", Some("uchifuzume")),
            ("clock-overun", Some("clock-overrun")),
            ("clock-over", Some("clock-overrun")),
            ("own-king-in-chek", Some("own-king-in-check")),
            ("四間飛", Some("四間飛車")),
            ("jsa", Some("jsa-pro")),
            ("js", None),
            ("caa", Some("csa")),
            ("usa", None),
            ("clock", None),
            ("plys", Some("plies")),
            ("moves", None),
            ("tables", None),
            ("time", None),
            ("king", None),
            ("list", None),
            ("矢倉", None),
            ("", None),
        ] {
            assert_eq!(similar(name, NAMES), expected, "{name}");
        }
    }

    #[test]
    fn words_of_other_programs_are_mapped() {
        for (name, names, expected) in [
            ("check", "stats validate", Some("validate")),
            ("Explain", "stats rules", Some("rules")),
            ("none", "note never", Some("never")),
            ("none", "note error", Some("note")),
            ("output-format", "input-format format to", Some("format")),
            ("output-format", "input-format to", Some("to")),
            ("check", "stats show", None),
        ] {
            assert_eq!(similar(name, names.split(' ')), expected, "{name}: {names}");
        }
    }
}
