//! All patterns that have a name.

use std::sync::LazyLock;

use super::book_error::BookError;
use super::index::Index;
use super::pattern::{Kind, Pattern};
use super::reading;
use super::view::View;
use crate::shogi::Color;

/// The text of the book that is built in.
const TEXT: &str = concat!(
    include_str!("data/castles.toml"),
    include_str!("data/strategies.toml"),
    include_str!("data/games.toml"),
);

static BUILT_IN: LazyLock<OpeningBook> = LazyLock::new(|| {
    // The text is part of the program: a test reads it.
    OpeningBook::read(TEXT).unwrap_or_else(|faults| panic!("the book of openings: {faults:?}"))
});

/// The patterns that a [`OpeningMatcher`](super::OpeningMatcher) looks for.
#[derive(Debug)]
pub struct OpeningBook {
    patterns: Vec<Pattern>,
    /// Every pattern as Black and as White can show it.
    pub(super) views: Vec<View>,
    pub(super) index: Index,
    /// The last ply after which anything is looked for.
    pub(super) until: u32,
}

impl OpeningBook {
    /// The one that is built in.
    pub fn built_in() -> &'static Self {
        &BUILT_IN
    }

    /// The book in a text of the form that `docs/openings.md` describes.
    ///
    /// ```
    /// use kifu::opening::OpeningBook;
    ///
    /// let text = "[[castle]]\nname = \"美濃囲い\"\nenglish = \"Mino\"\nbord = \"２八玉\"\n";
    /// let faults: Vec<_> = OpeningBook::read(text).unwrap_err().iter().map(ToString::to_string).collect();
    /// assert_eq!(faults[1], "line 4: unknown key `bord`; did you mean `board`?");
    /// ```
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it, in the order of the text.
    pub fn read(text: &str) -> Result<Self, Vec<BookError>> {
        let patterns = reading::read(text)?;
        let mut views = Vec::new();
        for (number, pattern) in patterns.iter().enumerate() {
            views.extend(Color::ALL.map(|color| View::new(number, pattern, color)));
        }
        Ok(Self {
            index: Index::new(&views),
            until: patterns.iter().map(|it| it.until).max().unwrap_or_default(),
            patterns,
            views,
        })
    }

    /// All patterns, in the order of the text; `parent` counts in it from 0.
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// The patterns of a kind, in the order of the text.
    pub fn of_kind(&self, kind: Kind) -> impl Iterator<Item = &Pattern> {
        self.patterns.iter().filter(move |it| it.kind == kind)
    }

    /// The pattern that has a name, in either language.
    pub fn named(&self, name: &str) -> Option<&Pattern> {
        self.patterns
            .iter()
            .find(|it| it.name.japanese == name || it.name.english == name)
    }

    /// The more general pattern of which one is a special case.
    pub fn parent(&self, pattern: &Pattern) -> Option<&Pattern> {
        self.patterns.get(pattern.parent?)
    }

    /// Whether a pattern is a special case of another, of whatever degree.
    pub(super) fn is_special(&self, pattern: &Pattern, general: &Pattern) -> bool {
        let mut above = self.parent(pattern);
        while let Some(parent) = above {
            if std::ptr::eq(parent, general) {
                return true;
            }
            above = self.parent(parent);
        }
        false
    }

    /// The pattern and the side of a view.
    pub(super) fn viewed(&self, number: usize) -> Option<(&Pattern, Color)> {
        let view = self.views.get(number)?;
        Some((self.patterns.get(view.pattern)?, view.color))
    }
}
