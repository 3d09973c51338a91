//! What is said of a player or the game after a `#`.

/// A word and what it is said of: `#mate E by S`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word, without its `#`.
    pub name: String,
    /// What stands after it.
    pub rest: Vec<String>,
}

impl Word {
    /// Takes such a line apart.
    ///
    /// ```
    /// use kifu::notation::Word;
    /// let word = Word::of("#mate E by S");
    /// assert_eq!((&*word.name, word.rest.join(" ")), ("mate", "E by S".to_owned()));
    /// assert_eq!(Word::of("#Resign north."), Word::of("#resign N"));
    /// ```
    pub fn of(line: &str) -> Self {
        let mut words = line.trim().trim_start_matches('#').split_whitespace();
        Self {
            name: words.next().unwrap_or_default().to_ascii_lowercase(),
            rest: words.map(|it| seat_letter(it).to_owned()).collect(),
        }
    }
}

/// The letters of seats, and what else they are called.
const SEATS: [(&str, [&str; 3]); 4] = [
    ("S", ["south", "南", "↑"]),
    ("W", ["west", "西", "→"]),
    ("N", ["north", "北", "↓"]),
    ("E", ["east", "東", "←"]),
];

/// The letter of a seat that is named in another way; any other word as it is.
fn seat_letter(word: &str) -> &str {
    let bare = word.trim_end_matches(['.', ',', ';', ':', '。', '、']);
    let is_named = |(letter, names): &&(&str, [&str; 3])| {
        bare.eq_ignore_ascii_case(letter) || names.iter().any(|it| bare.eq_ignore_ascii_case(it))
    };
    SEATS.iter().find(is_named).map_or(word, |it| it.0)
}
