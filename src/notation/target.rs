//! What records are written in: the forms of a notation that users can ask for, and what each can hold.

use super::refusal::Refusal;
use super::text_builder::TextBuilder;
use crate::finding::Words;
use crate::played::Played;
use crate::record::{GameKind, Terminal};
use crate::text::Encoding;

/// A form in which a notation is written.
#[derive(Debug)]
pub struct Target {
    /// The name that users ask for it by.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: Words,
    /// The games of which it holds records.
    pub games: &'static [&'static GameKind],
    /// The extension of its files.
    pub extension: &'static str,
    /// The encoding it is written in unless another is asked for.
    pub encoding: &'static Encoding,
    /// How its lines end unless another end is asked for.
    pub newline: Newline,
    /// Whether one file can hold several records.
    pub join: Join,
    /// What it can hold.
    pub holds: Capabilities,
    /// Writes a record. Lines end with LF. What [`Capabilities`] denies is counted as lost by the caller; the writer leaves
    /// it out and notes the losses that only it can know.
    ///
    /// # Errors
    ///
    /// When the record has a move that the notation cannot say.
    pub write: fn(&Played<'_, '_>, Style, &mut TextBuilder) -> Result<(), Refusal>,
}

/// How lines end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Newline {
    /// LF.
    Lf,
    /// CRLF.
    CrLf,
}

/// Whether one file can hold several records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// It cannot.
    Never,
    /// A record is a line, and a file of several is what everybody expects.
    Lines,
    /// It can, with this line between them.
    Between(&'static str),
}

/// What a writer needs to know beside the record.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The encoding that a declaration in the text has to name.
    pub encoding: &'static Encoding,
    /// What the target holds.
    pub holds: &'static Capabilities,
    /// Whether a line can only be of one notation, which no header is.
    pub is_claimed: fn(&str) -> bool,
}

/// What a notation can hold. The losses of a conversion, `kifu formats` and `docs/formats.md` are read off this table.
#[expect(
    clippy::struct_excessive_bools,
    reason = "a row of a table of independent abilities"
)]
#[derive(Clone, Copy, Debug)]
pub struct Capabilities {
    /// Moves; otherwise one position.
    pub moves: bool,
    /// Variations.
    pub variations: bool,
    /// Moves after an end of the game.
    pub moves_after_end: bool,
    /// Variations among these.
    pub variations_after_end: bool,
    /// The number of plies before the start position.
    pub plies_before: bool,
    /// The move before the start position.
    pub last_move: bool,
    /// Numbers of moves as the record gives them, with gaps and repetitions.
    pub numbers: bool,
    /// The name of the moved piece, right or wrong.
    pub piece_names: bool,
    /// The side that moves, right or wrong.
    pub side_marks: bool,
    /// Whether every move names its side, also where the record does not.
    pub always_marks: bool,
    /// Headers.
    pub headers: Headers,
    /// Comments.
    pub comments: bool,
    /// Bookmarks.
    pub bookmarks: Bookmarks,
    /// Lines of programs.
    pub tool_lines: bool,
    /// The time of a move, in units of so many milliseconds.
    pub clock: Option<u32>,
    /// Running totals that are not the sum of the times.
    pub totals: bool,
    /// Results.
    pub results: &'static [Terminal],
    /// The result whose word may be a declaration: in USEN an impasse may be a declared win, in CSA a draw a declared one.
    pub may_declare: Option<Terminal>,
    /// The time of a result.
    pub result_clock: bool,
    /// A line about the result that contradicts it.
    pub claims: bool,
}

/// Which headers a notation can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Headers {
    /// Any.
    Any,
    /// Those it has keys for; the writer knows which.
    Known,
    /// None.
    None,
}

/// What becomes of bookmarks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bookmarks {
    /// They are kept.
    Kept,
    /// They become comments that begin with `&`.
    AsComments,
    /// They are lost.
    Lost,
}

impl Capabilities {
    /// Nothing but one position.
    pub(crate) const POSITION: Self = Self {
        moves: false,
        variations: false,
        moves_after_end: false,
        variations_after_end: false,
        plies_before: true,
        last_move: false,
        numbers: false,
        piece_names: false,
        side_marks: false,
        always_marks: false,
        headers: Headers::None,
        comments: false,
        bookmarks: Bookmarks::Lost,
        tool_lines: false,
        clock: None,
        totals: false,
        results: &[],
        may_declare: None,
        result_clock: false,
        claims: false,
    };

    /// Whether a result can be written as what it is.
    pub fn holds_result(&self, terminal: Terminal) -> bool {
        self.results.contains(&terminal)
    }
}
