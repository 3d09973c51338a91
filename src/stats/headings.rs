//! The headings of the columns in spreadsheets.

#[cfg(feature = "xlsx")]
use super::CellType;
use super::Heading;
use crate::finding::Language;
#[cfg(feature = "xlsx")]
use crate::finding::Seat;
#[cfg(feature = "xlsx")]
use crate::notation::japanese_terminal;
#[cfg(feature = "xlsx")]
use crate::record::Terminal;
#[cfg(feature = "xlsx")]
use crate::report::xlsx::{ColumnKind, SheetColumn};
#[cfg(feature = "xlsx")]
use crate::system::SYSTEMS;

impl Heading {
    /// Returns the heading of the column.
    ///
    /// In English, the heading is the name of the column. In Japanese, it is the description up to the first bracket,
    /// colon, comma or full stop, with the unit in brackets if this is seconds.
    pub(crate) fn head(&self, language: Language) -> String {
        const DETAIL_STARTS: [char; 5] = ['（', '。', ':', '、', '('];
        if language == Language::English {
            return self.name.to_owned();
        }
        let text = *self.about().in_language(language);
        let (head, rest) = text.split_at(text.find(DETAIL_STARTS).unwrap_or(text.len()));
        let unit = if rest.starts_with("（秒") {
            "（秒）"
        } else {
            ""
        };
        format!("{}{unit}", head.trim())
    }

    /// Returns the column for a worksheet: its heading and its format. In Japanese, a column with a fixed list of words also
    /// gets the function that translates them.
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
        let has_words = matches!(self.kind, CellType::Enumerated(_)) && language == Language::Japanese;
        SheetColumn {
            heading: self.head(language),
            kind,
            translate: has_words.then_some(in_japanese as fn(&str) -> _),
        }
    }
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
    seat().or_else(other_word).or_else(end)
}
