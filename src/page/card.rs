//! A checked record for the page, and the limits on the data of a game.

use crate::finding::{Finding, Language};
use crate::record::Record;
use crate::stats::Game;
use crate::text::Text;

/// A checked record with its findings, to be added to the HTML report.
#[derive(Clone, Copy, Debug)]
pub struct Card<'c, 't> {
    /// The data of the game, as collected for the tables of statistics.
    pub game: &'c Game,
    /// The decoded text of the file, from which the lines and columns of the findings are computed.
    pub text: &'c Text<'c>,
    /// The record, from which the title, the moves and the kind of game are taken.
    pub record: &'c Record<'t>,
    /// The findings that are shown.
    pub findings: &'c [&'c Finding],
    /// The number of findings that are left out because they follow from the cause of another one.
    pub hidden: usize,
    /// The language of messages and names.
    pub language: Language,
}

/// Maximum number of lines of a game on the page. A file can contain millions of lines.
pub(super) const MAX_LINES: usize = 500;

/// Maximum number of moves and ends of a game on the page, over all lines. A file can contain millions of moves.
pub(super) const MAX_NODES: usize = 20_000;

/// Maximum number of illegal moves of a game for which the position after the move is kept.
pub(super) const MAX_STORED_POSITIONS: usize = 1000;

/// Maximum number of headers of a game on the page.
pub(super) const MAX_HEADERS: usize = 200;

/// Maximum length of the value of a header (characters).
pub(super) const MAX_VALUE_CHARACTERS: usize = 1000;

/// Maximum length of the comment on a ply (characters).
pub(super) const MAX_COMMENT_CHARACTERS: usize = 20_000;

/// Maximum length of all comments of a game (characters).
pub(super) const MAX_GAME_CHARACTERS: usize = 200_000;

/// Maximum number of bookmarks of a game.
pub(super) const MAX_BOOKMARKS: usize = 1000;

/// The limits on the data of a game that are shown when it is opened.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameLimits {
    /// Maximum number of lines.
    pub(super) lines: usize,
    /// Maximum number of moves and ends over all lines.
    pub(super) nodes: usize,
    /// Maximum number of positions after illegal moves.
    pub(super) positions: usize,
    /// Maximum number of headers.
    pub(super) headers: usize,
    /// Maximum length of the value of a header (characters).
    pub(super) value_characters: usize,
    /// Maximum length of the comment on a ply (characters).
    pub(super) comment_characters: usize,
    /// Maximum length of all comments (characters).
    pub(super) all_comment_characters: usize,
    /// Maximum number of bookmarks.
    pub(super) bookmarks: usize,
}

impl GameLimits {
    /// The limits of a report, which contains many games.
    pub(super) const REPORT: Self = Self {
        lines: MAX_LINES,
        nodes: MAX_NODES,
        positions: MAX_STORED_POSITIONS,
        headers: MAX_HEADERS,
        value_characters: MAX_VALUE_CHARACTERS,
        comment_characters: MAX_COMMENT_CHARACTERS,
        all_comment_characters: MAX_GAME_CHARACTERS,
        bookmarks: MAX_BOOKMARKS,
    };

    /// The application loads the data of one game at a time, so it shows all that the reader has kept.
    #[cfg(feature = "application")]
    pub(super) const NONE: Self = Self {
        lines: usize::MAX,
        nodes: usize::MAX,
        positions: usize::MAX,
        headers: usize::MAX,
        value_characters: usize::MAX,
        comment_characters: usize::MAX,
        all_comment_characters: usize::MAX,
        bookmarks: usize::MAX,
    };
}
