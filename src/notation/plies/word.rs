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
    /// ```
    pub fn of(line: &str) -> Self {
        let mut words = line.trim().trim_start_matches('#').split_whitespace();
        Self {
            name: words.next().unwrap_or_default().to_owned(),
            rest: words.map(str::to_owned).collect(),
        }
    }
}
