//! The headings of the columns in spreadsheets.

#[cfg(feature = "xlsx")]
use std::borrow::Cow;

use super::Heading;
#[cfg(feature = "xlsx")]
use super::duplicates::Relation;
#[cfg(feature = "xlsx")]
use super::game::OTHER_START;
#[cfg(feature = "xlsx")]
use super::{CellType, Table};
use crate::finding::Language;
#[cfg(feature = "xlsx")]
use crate::finding::Seat;
#[cfg(feature = "xlsx")]
use crate::notation::japanese_terminal;
#[cfg(feature = "xlsx")]
use crate::opening::OpeningBook;
#[cfg(feature = "xlsx")]
use crate::record::Terminal;
#[cfg(feature = "xlsx")]
use crate::report::xlsx::{ColumnKind, SheetColumn, Translation};
#[cfg(feature = "xlsx")]
use crate::system::{ALL_RULES, SYSTEMS};

impl Heading {
    /// Returns the heading of the column in CSV for spreadsheets: its name in English, and its title in Japanese.
    pub(crate) fn head(&self, language: Language) -> String {
        let head = language.either(self.name, self.title().japanese);
        head.to_owned()
    }

    /// Returns the column for a worksheet: its heading and its format. A column with words that have a translation, such as
    /// the names of openings in English, also gets the function that translates them.
    #[cfg(feature = "xlsx")]
    pub(crate) fn column_of_sheet(&self, language: Language) -> SheetColumn {
        const SHARE_SUFFIXES: [&str; 4] = ["rate", "rate_low", "rate_high", "share"];
        let is_share =
            SHARE_SUFFIXES.iter().any(|share| self.name.ends_with(share)) || self.name.starts_with("share_");
        let kind = match self.kind {
            _ if self.name == "path" => ColumnKind::Path,
            _ if is_share => ColumnKind::Share,
            CellType::Date => ColumnKind::Date,
            _ => ColumnKind::Plain,
        };
        let translate: Option<Translation> = match (self.table, self.name) {
            (_, name) if language == Language::English => {
                let is_of_patterns = COLUMNS_OF_PATTERNS.contains(&name);
                let of_patterns = is_of_patterns.then_some(pattern_in_english as Translation);
                of_patterns.or((name == "handicap").then_some(handicap_in_english))
            }
            ("duplicates", "disagree") => Some(|names| Some(titles_in_japanese(names).into())),
            ("games", "rules") | ("rules", "rule") => Some(|names| Some(rules_in_japanese(names).into())),
            _ if matches!(self.kind, CellType::Enumerated(_)) => {
                Some(|word| in_japanese(word).map(Cow::Borrowed))
            }
            _ => None,
        };
        SheetColumn {
            heading: self.title().in_language(language).to_string(),
            kind,
            translate,
        }
    }
}

/// The columns with the names of openings, strategies and castles, which are Japanese in all other outputs.
#[cfg(feature = "xlsx")]
const COLUMNS_OF_PATTERNS: [&str; 8] = [
    "opening",
    "family",
    "strategy",
    "castle",
    "black_strategy",
    "white_strategy",
    "black_castle",
    "white_castle",
];

/// Returns the English name of an opening, a strategy or a castle, if it is in the built-in book.
#[cfg(feature = "xlsx")]
fn pattern_in_english(name: &str) -> Option<Cow<'static, str>> {
    let pattern = OpeningBook::built_in().named(name)?;
    Some(pattern.name.english.as_str().into())
}

/// Returns the English word for a start without a name. The names of handicaps are Japanese in all languages.
#[cfg(feature = "xlsx")]
fn handicap_in_english(name: &str) -> Option<Cow<'static, str>> {
    (name == OTHER_START).then_some("other".into())
}

/// Returns the Japanese translation of a word in a cell, such as a seat, an outcome, a style or an end of a game, if
/// there is one.
#[cfg(feature = "xlsx")]
pub(crate) fn in_japanese(word: &str) -> Option<&'static str> {
    const OTHER_WORDS: [(&str, &str); 8] = [
        ("draw", "引き分け"),
        ("none", "勝敗なし"),
        ("static-rook", "居飛車"),
        ("ranging-rook", "振り飛車"),
        ("static-static", "相居飛車"),
        ("static-ranging", "対抗形"),
        ("ranging-ranging", "相振り飛車"),
        ("shogi", "将棋"),
    ];
    let seat = || {
        let mut seats = SYSTEMS.iter().flat_map(|it| it.game.seats);
        let seat: &Seat = seats.find(|seat| seat.name == word)?;
        Some(*seat.words.in_language(Language::Japanese))
    };
    let other_word = || OTHER_WORDS.iter().find(|entry| entry.0 == word).map(|it| it.1);
    let end = || {
        let terminal = Terminal::ALL
            .iter()
            .copied()
            .find(|terminal| terminal.name() == word)?;
        japanese_terminal(terminal).or(terminal.japanese())
    };
    let relation = || {
        let relation = Relation::ALL.into_iter().find(|it| it.name() == word);
        relation.map(Relation::japanese)
    };
    seat().or_else(other_word).or_else(end).or_else(relation)
}

/// Returns the Japanese titles of columns of duplicates, whose names are separated by spaces.
#[cfg(feature = "xlsx")]
fn titles_in_japanese(names: &str) -> String {
    let headings = Table::named("duplicates")
        .map(Table::headings)
        .unwrap_or_default();
    translated(names, |name| {
        let heading = headings.iter().find(|heading| heading.name == name)?;
        Some(heading.title().japanese)
    })
}

/// Returns the Japanese titles of rules, whose names are separated by spaces.
#[cfg(feature = "xlsx")]
fn rules_in_japanese(names: &str) -> String {
    translated(names, |name| {
        let rule = ALL_RULES.iter().find(|rule| rule.name == name)?;
        Some(rule.japanese)
    })
}

/// Returns the translations of words that are separated by spaces. A word without a translation remains.
#[cfg(feature = "xlsx")]
fn translated(words: &str, translation: impl Fn(&str) -> Option<&'static str>) -> String {
    let words = words.split(' ').map(|word| translation(word).unwrap_or(word));
    words.collect::<Vec<_>>().join("、")
}
