//! The notations: one module for each, and the table of all of them.
//!
//! A notation reads any text into a [`Record`] and never fails: text that it cannot read becomes a
//! [`Gap`](crate::record::Gap) of the record. A notation also writes records, and counts the information that is lost
//! ([`Losses`]). A record that is incomplete or that the notation cannot express is refused ([`Refusal`]).
//!
//! [`detect`](detect()) finds the notation of a text by its content. [`records`] splits the text into records and reads
//! them one at a time. Therefore a file with a million games is never in memory as a million records.

use crate::finding::{Edit, Words};
use crate::played::{Played, Ply};
use crate::record::{Format, GameKind, NodeId, Record, Terminal};
use crate::shogi::{Color, Move, Position};
use crate::text::BinaryLayout;

pub mod bod;
pub mod book;
mod capabilities;
mod code_table;
pub mod csa;
pub(crate) mod damage;
mod detect;
mod embedded;
mod encode;
pub mod evaluation;
mod foreign;
mod format_page;
pub(crate) mod gib;
pub(crate) mod gunjin;
pub mod header;
mod items;
pub mod jkf;
mod kakinoki;
pub mod ki2;
pub mod kif;
mod line_reader;
mod loss;
mod loss_counter;
mod other_game;
pub mod packed;
mod plies;
pub(crate) mod psn;
mod record_text;
mod refusal;
mod remarks;
mod result;
pub mod sfen;
mod shift_jis;
mod slice;
mod start_text;
mod target;
mod text_builder;
pub(crate) mod time_budget;
pub mod time_words;
pub mod times;
mod tokens;
mod training;
pub mod usen;
pub mod usi;
#[cfg(feature = "report")]
mod western;
mod write;
pub(crate) mod yonin;

#[cfg(test)]
pub(crate) use capabilities::{ALL_CAPABILITIES, Degree};
pub use capabilities::{Bookmarks, Capabilities, Headers};
pub(crate) use detect::Claims;
pub use detect::detect;
#[cfg(feature = "application")]
pub(crate) use embedded::page_extensions;
pub(crate) use embedded::{is_page_extension, page_kind, with_page};
#[cfg(feature = "report")]
pub(crate) use evaluation::EvaluationLines;
#[cfg(feature = "application")]
pub(crate) use evaluation::SIDE_MARKS;
pub(crate) use evaluation::remove_evaluations;
pub use format_page::{Accepted, Dialect, FormatPage};
pub use header::japanese as japanese_headers;
pub use items::{ItemCounts, ItemSelection};
#[cfg(feature = "application")]
pub(crate) use kakinoki::result_line::is_result_line;
pub(crate) use kakinoki::text as japanese;
pub(crate) use kakinoki::words::is_perpetual as is_perpetual_in_japanese;
#[cfg(feature = "application")]
pub(crate) use kakinoki::words::number as japanese_number;
pub use kakinoki::words::terminal_word as japanese_terminal;
pub(crate) use kakinoki::write::ki2 as japanese_move;
pub(crate) use kakinoki::write::names as side_names;
#[cfg(feature = "application")]
pub(crate) use kakinoki::write::result_line as japanese_result_line;
pub use loss::{Loss, Losses, Lost};
pub(crate) use loss_counter::declares_encoding;
#[cfg(feature = "report")]
pub(crate) use loss_counter::{count as count_losses, written as written_nodes};
pub use plies::Word;
pub(crate) use plies::claims_at;
pub use record_text::RecordText;
pub use refusal::{Refusal, RefusalReason};
pub(crate) use remarks::Remarks;
#[cfg(feature = "application")]
pub(crate) use remarks::remark_span;
#[cfg(feature = "report")]
pub(crate) use result::claimed_word;
pub use result::{ClaimRelation, Results, stated};
pub(crate) use result::{ending_of_comment, is_perpetual, main_claim, remarks_at};
pub(crate) use slice::RecordOrder;
#[cfg(feature = "cli")]
pub(crate) use slice::{KnownEnds, Misplaced, line_start};
pub use slice::{RecordSlice, Slices, records, slices};
pub use start_text::StartPart;
pub(crate) use start_text::{move_value_span, start_part_span};
pub use target::{Join, Newline, Style, Target};
pub use text_builder::TextBuilder;
#[cfg(feature = "report")]
pub use western::MoveNotation;
pub(crate) use write::unplayable_reason;
pub use write::{Writer, WrittenRecord};

// Single moves as text.

/// Returns the move of a node in USI: `7g7f`, `8h2b+`, `P*5e`.
///
/// The result is `None` if the node has no move that can be put on the board.
pub fn usi_move(played: &Played<'_, '_>, id: NodeId) -> Option<String> {
    played.ply(id).map(usi::to_usi)
}

/// Returns the move of a node in KIF: `７六歩(77)`, `同　銀(31)`, `４五角打`.
///
/// The result is `None` if the node has no move that can be put on the board, or if the kind of the moving piece is
/// unknown.
pub fn kif_move(played: &Played<'_, '_>, id: NodeId) -> Option<String> {
    let mut out = String::new();
    kakinoki::write::kif(played, id, played.ply(id)?, &mut out).ok()?;
    Some(out)
}

/// Returns the move of a node in KI2: `▲７六歩`, `△同　銀右`, `▲４五角打`.
///
/// The result is `None` under the same conditions as that of [`kif_move`].
pub fn ki2_move(played: &Played<'_, '_>, id: NodeId) -> Option<String> {
    kakinoki::write::ki2(played, id, played.ply(id)?).ok()
}

// The description of a notation: its names, and how it is detected, split, read and written.

/// A notation: its names, its capabilities, its output formats, and the functions that detect, split and read its
/// texts.
#[derive(Debug)]
pub struct Notation {
    /// The identity of the format.
    pub format: Format,
    /// The full name of the notation.
    pub title: Words,
    /// File name extensions in lower case, the most common one first.
    pub extensions: &'static [&'static str],
    /// The encodings of files in this notation.
    pub encodings: Words,
    /// The parts of a record that this notation holds: a position, moves, a result.
    pub scope: Scope,
    /// The structure of the files if they are binary; `None` for text files. As text, such files are lines of hexadecimal digits.
    pub binary: Option<BinaryLayout>,
    /// Returns how strongly a line indicates this notation.
    pub claim_line: fn(&str) -> Claim,
    /// Returns the length of the first record of a text (bytes): at least 1 and at most the whole text.
    pub first_record: fn(&str) -> usize,
    /// Returns the part of the text of a record by whose bytes the records of a file must be sorted; `None` if they can be in any
    /// order.
    pub sort_key: Option<fn(&str) -> &str>,
    /// Reads one record. The spans in the record are offsets from the start of the file.
    pub read: for<'t> fn(RecordText<'t>) -> Record<'t>,
    /// The output formats of this notation. Example: `kif` and `kifu`, which differ in the encoding.
    pub targets: &'static [Target],
    /// The structure of texts in this notation.
    pub form: TextForm,
}

/// The structure of the texts of a notation. Readers, findings and conversions query this structure for records of any
/// notation.
///
/// Each field is an independent fact with a default in [`TextForm::LINES`], so that a notation states only the facts in which it
/// differs.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "a row of a table of independent facts"
)]
pub struct TextForm {
    /// The unit of text that contains a move.
    pub layout: Layout,
    /// Returns the text of a square or a hand in the text of a start position; `None` if the text lacks this part.
    pub part_of_start: for<'t> fn(&'t str, StartPart) -> Option<&'t str>,
    /// Returns the number of files and ranks of the board in the text of a start position; `None` if this may be a
    /// shogi board. The first argument is the text before the start position.
    pub other_board_size: fn(&str, &str) -> Option<(usize, usize)>,
    /// Returns the value with a name in the text of a move; `None` if the move has no such value or if moves have no
    /// named values.
    pub value_of_move: for<'t> fn(&'t str, &str) -> Option<&'t str>,
    /// Returns the text that identifies another game in a record with gaps, and the name of this game; `None` without
    /// such a text.
    pub other_game: for<'t> fn(&Record<'t>) -> Option<(&'t str, String)>,
    /// `true` if headers have CSA keys.
    pub has_csa_keys: bool,
    /// `true` if the move number in a start position is that of the next move, `false` if it is that of the last
    /// move.
    pub counts_next: bool,
    /// `true` if the time of a move is the time that was deducted from the clock. `false` if it is the time that the move took,
    /// of which an event may deduct only whole minutes; only the running totals then show the deducted time.
    pub charges_times: bool,
    /// `true` if a record is a position of an opening book, so that its alternatives are as important as its main line.
    pub is_book: bool,
    /// `true` if a move after an end belongs to the same game. `false` if such a move may belong to another game, as in
    /// KI2, which has no move numbers.
    pub locates_moves: bool,
    /// An invalid byte that programs of this format may leave between characters; `None` for most formats.
    pub stray_byte: Option<u8>,
    /// The beginnings of the lines in which programs declare the format and the encoding of a file, without the
    /// comment character.
    pub declarations: &'static [&'static str],
    /// The form in which engines write moves of this format into comments; `None` if engines do not write such moves.
    pub in_comments: Option<evaluation::MovesInComments>,
    /// Returns the text of a move, if it can be replaced in the text of a record.
    pub move_text: fn(&Played<'_, '_>, NodeId, &Ply) -> Option<String>,
    /// Returns the text of a part of the start position; `None` if such a part cannot be replaced.
    pub start_text: Option<fn(&Position, StartPart) -> String>,
    /// Returns the edits after which a record begins with this position: an even start, a handicap, or its own board with the
    /// other side to move.
    pub start_edits: fn(&Record<'_>, &Position) -> Option<Vec<Edit>>,
    /// The text that a move takes up.
    pub move_unit: MoveUnit,
    /// The marks of lines, in a format in whose text single parts of a record are changed; `None` for other formats.
    pub line_marks: Option<LineMarks>,
    /// Returns the characters of a move in a format whose characters do not each represent a part of the move.
    pub move_code: Option<MoveCode>,
    /// Returns the text of a move in USI, for messages about a move that people cannot read as written.
    pub move_in_words: fn(&str) -> Option<String>,
}

/// The lines of a format in whose text single parts of a record are changed.
#[derive(Debug)]
pub struct LineMarks {
    /// The characters before the text of a comment.
    pub comment: &'static str,
    /// The first characters of lines that belong to the move before them.
    pub remarks: &'static [char],
    /// The beginning of a line between the headers and the moves; `None` if the format has no such line.
    pub separator: Option<&'static str>,
    /// `true` if a line can announce a variation.
    pub has_variations: bool,
    /// Returns the word for an end if the given side is to move; `None` if the format has no such word.
    pub end_word: fn(Terminal, Color) -> Option<String>,
}

/// A function that returns the characters of a move.
pub type MoveCode = fn(Move) -> Option<[u8; 3]>;

/// The text that a move takes up, apart from the move itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveUnit {
    /// A line with the number of the move.
    NumberedLine,
    /// A line.
    Line,
    /// A word, with this separator after it.
    Word(&'static str),
    /// Characters directly after the move before it, in a line that states the number of plies before it.
    Code,
    /// A value of an entry in an array of JSON.
    Entry,
    /// A value that cannot be changed.
    Value,
}

/// The unit of text that contains a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// A line, possibly with other moves. The board has one line per rank.
    Lines,
    /// A line with the whole game.
    GameLine,
    /// A JSON value.
    Json,
}

impl TextForm {
    /// A text of lines, with a diagram for the start position and Japanese keys.
    pub const LINES: Self = Self {
        layout: Layout::Lines,
        part_of_start: kakinoki::board::part_of_start,
        other_board_size: kakinoki::board::other_board_size,
        value_of_move: |_, _| None,
        other_game: |_| None,
        has_csa_keys: false,
        counts_next: false,
        charges_times: false,
        is_book: false,
        locates_moves: true,
        stray_byte: None,
        declarations: &[],
        in_comments: None,
        move_text: |_, _, _| None,
        start_text: Some(kakinoki::write::part_of_start),
        start_edits: kakinoki::write::start_edits,
        move_unit: MoveUnit::Value,
        line_marks: None,
        move_code: None,
        move_in_words: |_| None,
    };

    /// A text with one game per line.
    pub const GAME_LINE: Self = Self {
        layout: Layout::GameLine,
        part_of_start: sfen::part_of_start,
        start_text: None,
        start_edits: |_, _| None,
        other_board_size: sfen::other_board_size,
        ..Self::LINES
    };

    /// Returns the structure of a format; [`TextForm::LINES`] for an unknown format.
    pub(crate) fn for_format(format: Format) -> &'static Self {
        notation(format).map_or(&Self::LINES, |it| &it.form)
    }
}

/// The parts of a record that a notation holds. Only the absence of these parts is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// A position without moves.
    Positions,
    /// Moves only: the notation has no word for a result, or programs rarely write one.
    Moves,
    /// Moves and the result.
    Games,
}

impl Notation {
    /// Returns whether files with this extension are in this notation, regardless of case.
    pub(crate) fn has_extension(&self, extension: &str) -> bool {
        self.extensions
            .iter()
            .any(|it| it.eq_ignore_ascii_case(extension))
    }
}

// The identities of the notations, which records and refusals refer to.

const KIF: Format = Format::new("kif");
const KI2: Format = Format::new("ki2");
const CSA: Format = Format::new("csa");
const USI: Format = Format::new("usi");
const SFEN: Format = Format::new("sfen");
const USEN: Format = Format::new("usen");
const JKF: Format = Format::new("jkf");
const PSV: Format = Format::new("psv");
const HCPE: Format = Format::new("hcpe");
const BOD: Format = Format::new("bod");
const YONIN: Format = Format::new("yonin");
const GUNJIN: Format = Format::new("gunjin");
const YANEURAOU_BOOK: Format = Format::new("yaneuraou-book");
const YBB: Format = Format::new("ybb");
const GIB: Format = Format::new("gib");
const PSN: Format = Format::new("psn");

// The table of all notations and its lookup functions.

/// All notations that can be read. If several match a text equally well, the first one is chosen.
pub static NOTATIONS: &[&Notation] = &[
    &kif::NOTATION,
    &ki2::NOTATION,
    &csa::NOTATION,
    &usi::NOTATION,
    &sfen::NOTATION,
    &usen::NOTATION,
    &jkf::NOTATION,
    &bod::NOTATION,
    &packed::PSV,
    &packed::HCPE,
    &book::YANEURAOU,
    &book::YBB,
    &yonin::NOTATION,
    &gunjin::NOTATION,
    &gib::NOTATION,
    &psn::NOTATION,
];

/// Returns the format names that a record can have, as users see them, including that of an unknown format.
#[cfg(feature = "stats")]
pub(crate) fn names() -> Vec<&'static str> {
    let format_names = NOTATIONS.iter().map(|notation| notation.format.name());
    format_names.chain([Format::UNKNOWN.name()]).collect()
}

/// Returns the result whose word in a format may also mean a declared result; `None` if the format has no such word.
pub(crate) fn may_declare(format: Format) -> Option<Terminal> {
    notation(format)?.targets.first()?.holds.may_declare
}

/// Returns whether the records of a format consist of training data items.
fn is_of_items(format: Format) -> bool {
    matches!(
        notation(format).and_then(|it| it.binary),
        Some(BinaryLayout::Items(_))
    )
}

/// Returns the notation of a format; `None` for [`Format::UNKNOWN`].
pub fn notation(format: Format) -> Option<&'static Notation> {
    NOTATIONS
        .iter()
        .copied()
        .find(|notation| notation.format == format)
}

/// Returns all output formats, in the order of their notations.
pub fn targets() -> impl Iterator<Item = &'static Target> {
    NOTATIONS.iter().flat_map(|notation| notation.targets)
}

/// Returns the file name extensions of all notations and of pages.
#[cfg(feature = "application")]
pub(crate) fn extensions() -> impl Iterator<Item = &'static str> {
    let notations = NOTATIONS.iter().flat_map(|notation| notation.extensions).copied();
    notations.chain(page_extensions())
}

/// Returns the output formats for records of a game. Formats of training data are excluded because their items
/// are single positions.
pub fn targets_of(game: &GameKind) -> impl Iterator<Item = &'static Target> {
    targets().filter(move |target| !target.training && target.games.contains(&game))
}

/// Returns the target with this name; `None` for an unknown name.
pub fn target(name: &str) -> Option<&'static Target> {
    targets().find(|target| target.name == name)
}

/// Returns the binary notation of a file and the structure of the file.
///
/// `notation` is the notation in which the file is read; without one, the extension decides. The result is `None` for a
/// text notation, and if neither determines a notation.
pub(crate) fn binary(
    notation: Option<&'static Notation>,
    extension: Option<&str>,
) -> Option<(&'static Notation, BinaryLayout)> {
    let of_extension = || by_extension(extension?);
    let notation = notation.or_else(of_extension)?;
    Some((notation, notation.binary?))
}

/// Returns whether files with this extension may belong to other programs: `.json`, `.db`, and the extensions of pages.
pub(crate) fn is_shared_extension(extension: &str) -> bool {
    is_page_extension(extension) || ["json", "db"].iter().any(|it| extension.eq_ignore_ascii_case(it))
}

/// Returns whether a folder or an archive is searched for files with this extension: that of a notation or of a page.
pub(crate) fn is_read_extension(extension: &str) -> bool {
    is_page_extension(extension) || by_extension(extension).is_some()
}

/// Returns the notation with a file extension, regardless of case; `None` for an unknown extension.
pub fn by_extension(extension: &str) -> Option<&'static Notation> {
    NOTATIONS
        .iter()
        .copied()
        .find(|notation| notation.has_extension(extension))
}

// Tables of words and their meanings.

/// Returns the meaning of a word in a table; `None` if the table does not contain the word.
fn meaning<W: Copy + PartialEq, T: Copy>(table: &[(W, T)], word: W) -> Option<T> {
    let entry = table.iter().find(|(table_word, _)| *table_word == word)?;
    Some(entry.1)
}

/// Returns the first word in a table that has this meaning; `None` if no word has it.
fn word_for<W: Copy, T: Copy + PartialEq>(table: &[(W, T)], meaning: T) -> Option<W> {
    let entry = table
        .iter()
        .find(|(_, table_meaning)| *table_meaning == meaning)?;
    Some(entry.0)
}

// Detection of the notation by line.

/// The strength of the evidence that a line is in a notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The line may be in any notation.
    None,
    /// The line is in this notation if the rest of the text is in no other notation. Example: a board diagram, which
    /// many formats have.
    Weak,
    /// Several such lines are in this notation if the rest of the text is clearly in no other notation. A single such
    /// line may occur in prose.
    Several,
    /// The line can only be in this notation.
    Strong,
    /// The line begins a record and identifies the game. Such a line decides the notation of the text,
    /// unless an earlier line can only be in another notation.
    Certain,
}

impl Claim {
    /// Returns this claim if a condition is met; [`Claim::None`] if not.
    const fn when(self, is_met: bool) -> Self {
        if is_met { self } else { Self::None }
    }
}
