//! Output targets: the output formats that users can select.

use super::capabilities::Capabilities;
use super::items::ItemSelection;
use super::refusal::Refusal;
use super::text_builder::TextBuilder;
use crate::finding::Words;
use crate::played::Played;
use crate::record::{GameKind, Outcome, SHOGI};
use crate::text::{Encoding, UTF_8};

/// An output format: a notation with its extension, encoding and other settings for files.
#[derive(Debug)]
pub struct Target {
    /// The name by which users select the target.
    pub name: &'static str,
    /// A short description of the target.
    pub about: Words,
    /// The games whose records the target can contain.
    pub games: &'static [&'static GameKind],
    /// The file name extension, without the dot.
    pub extension: &'static str,
    /// The encoding of the output unless users select another one.
    pub encoding: &'static Encoding,
    /// The line ending of the output unless users select another one.
    pub newline: Newline,
    /// The way in which several records are joined in one file.
    pub join: Join,
    /// `true` for training data, which consists of single positions of games. By default, only games without
    /// errors are used.
    pub training: bool,
    /// The capabilities of the target.
    pub holds: Capabilities,
    /// Writes a record with LF as the line ending.
    ///
    /// The caller counts the losses that follow from [`Capabilities`]. The function leaves the lost information out, and
    /// counts the losses that only the writing itself can detect.
    ///
    /// # Errors
    ///
    /// If the notation cannot express a move, the start position or the result of the record.
    pub write: Write,
}

/// The games of most targets.
static SHOGI_ONLY: [&GameKind; 1] = [&SHOGI];

/// A function that writes a record; see [`Target::write`].
type Write = fn(&Played<'_, '_>, Style, &mut TextBuilder) -> Result<(), Refusal>;

impl Target {
    /// Creates a target for a shogi record in UTF-8 with LF, one per file, whose extension is the name.
    pub(super) const fn new(name: &'static str, about: Words, holds: Capabilities, write: Write) -> Self {
        Self {
            name,
            about,
            games: &SHOGI_ONLY,
            extension: name,
            encoding: UTF_8,
            newline: Newline::Lf,
            join: Join::Never,
            training: false,
            holds,
            write,
        }
    }

    /// Returns the items that are written by default.
    ///
    /// A learning program treats the score 0 as an even position. Therefore items without a score are left out
    /// if the target has scores.
    pub const fn default_items(&self) -> ItemSelection {
        ItemSelection {
            scored_only: self.training && matches!(self.join, Join::Items),
            min_ply: 0,
            max_score: None,
        }
    }
}

/// A line ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Newline {
    /// LF.
    Lf,
    /// CRLF.
    CrLf,
}

impl Newline {
    /// Returns the characters of this line ending.
    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::Lf => "\n",
            Self::CrLf => "\r\n",
        }
    }
}

/// The way in which several records are joined in one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// A file holds one record only.
    Never,
    /// A record is one line. Files normally contain several records.
    Lines,
    /// A file is binary, and its items follow each other without separators.
    Items,
    /// A file can hold several records, with this line between them.
    Between(&'static str),
}

/// The settings with which a record is written. The record itself is passed to the writer separately.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The encoding, which some formats declare in the text.
    pub encoding: &'static Encoding,
    /// The capabilities of the target.
    pub holds: &'static Capabilities,
    /// The outcome by the rules, for formats that store only the outcome; `None` to use the words of the record.
    pub outcome: Option<Outcome>,
    /// The items that are written, for training data.
    pub items: ItemSelection,
}
