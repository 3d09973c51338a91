//! Suggestions for misspelled names.

/// Minimum number of letters for which a unique prefix is a match.
const MIN_LETTERS: usize = 3;

/// Words of other programs, with the names of the same things in this one.
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

/// Returns the name that was probably meant by `name`. Case is ignored.
///
/// The first of these rules that gives a name applies:
///
/// 1. The translation of a word of another program.
/// 2. The name with the fewest errors. One letter can be wrong, or two if the first is right, or one in four of a long name.
/// 3. The only name that begins with `name`.
pub(crate) fn similar<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let name = name.to_lowercase();
    let names: Vec<_> = names
        .into_iter()
        .map(|name| (name.to_lowercase(), name))
        .collect();
    let translated = TRANSLATIONS
        .iter()
        .filter(|(word, _)| *word == name)
        .find_map(|(_, ours)| names.iter().find(|(known, _)| known == ours));
    if let Some((_, known)) = translated {
        return Some(known);
    }
    let slips = |known: &str| strsim::osa_distance(&name, known);
    let bearable = |known: &str| {
        let length = name.chars().count().max(known.chars().count());
        let same_first = name.chars().next() == known.chars().next();
        let is_begun = length > MIN_LETTERS + 1 && same_first;
        // A different first letter makes a different word if the name is this short.
        if length <= MIN_LETTERS && !same_first {
            return 0;
        }
        // At least one letter must be right.
        (length / 4)
            .max(if is_begun { 2 } else { 1 })
            .min(length.saturating_sub(1))
    };
    let misspelt = names
        .iter()
        .map(|(known, it)| (slips(known), bearable(known), *it))
        .filter(|&(slips, bearable, _)| slips <= bearable)
        .min_by_key(|&(slips, ..)| slips);
    if let Some((.., known)) = misspelt {
        return Some(known);
    }
    let mut begun = names
        .iter()
        .filter(|(known, _)| name.chars().count() >= MIN_LETTERS && known.starts_with(&name));
    let (_, only) = begun.next()?;
    begun.next().is_none().then_some(*only)
}

// Full-width letters and their half-width equivalents.

/// Returns the half-width equivalent of a full-width letter, or the letter itself.
///
/// `Ａ` becomes `A`, `：` becomes `:`, and the ideographic space becomes a blank. The half-width `･` becomes `・`.
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
        for (name, meant) in [
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
            assert_eq!(similar(name, NAMES), meant, "{name}");
        }
    }

    #[test]
    fn words_of_other_programs_are_mapped() {
        for (name, names, meant) in [
            ("check", "stats validate", Some("validate")),
            ("Explain", "stats rules", Some("rules")),
            ("none", "note never", Some("never")),
            ("none", "note error", Some("note")),
            ("output-format", "input-format format to", Some("format")),
            ("output-format", "input-format to", Some("to")),
            ("check", "stats show", None),
        ] {
            assert_eq!(similar(name, names.split(' ')), meant, "{name}: {names}");
        }
    }
}
