//! The notations: one room for each, and the table of them all.
//!
//! A notation reads any text into a [`Record`] and never fails: what it cannot read becomes a
//! [`Gap`](crate::record::Gap) of the record. It writes any record that can be [played](crate::played), and counts what it cannot hold ([`Losses`]).
//! [`records`] finds the notation of a text by its content and cuts the text into its records, one at
//! a time, so that a file of a million games never stands in memory as a million records.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::finding::Words;
use crate::played::Played;
use crate::record::{Format, GameKind, NodeId, Record, Terminal};

pub mod bod;
pub mod csa;
pub(crate) mod damage;
mod detect;
pub mod evaluation;
mod foreign;
pub(crate) mod gib;
pub(crate) mod gunjin;
pub mod header;
pub mod jkf;
mod kakinoki;
pub mod ki2;
pub mod kif;
mod line_reader;
mod loss;
mod other_game;
pub mod packed;
mod plies;
mod result;
pub mod sfen;
mod slice;
mod start_text;
mod target;
pub mod time_words;
pub mod times;
mod tokens;
mod training;
pub mod usen;
pub mod usi;
pub(crate) mod write;
pub(crate) mod yonin;

pub(crate) use detect::Claims;
pub use detect::detect;
pub use header::japanese as japanese_headers;
pub(crate) use kakinoki::text as japanese;
pub(crate) use kakinoki::words::is_perpetual as is_perpetual_in_japanese;
pub use kakinoki::words::terminal_word as japanese_terminal;
pub(crate) use kakinoki::write::ki2 as japanese_move;
pub(crate) use kakinoki::write::names as side_names;
pub use loss::{Loss, Losses, Lost};
pub use plies::Word;
pub(crate) use plies::claims_at;
pub use result::{Results, Stated, stated};
pub(crate) use result::{ending_of_comment, is_perpetual, main_claim, remarks_at};
pub use slice::{RecordSlice, RecordText, Slices, records, slices};
pub use start_text::StartPart;
pub(crate) use start_text::{place_of_start, place_of_value};
// Single moves in words.

/// The move of a node in USI: `7g7f`, `8h2b+`, `P*5e`; `None` where no move is that can be put on the board.
pub fn usi_move(played: &Played<'_, '_>, id: NodeId) -> Option<String> {
    played.ply(id).map(usi::written_write)
}

/// The same in the words of KIF: `７六歩(77)`, `同　銀(31)`, `４五角打`.
pub fn kif_move(played: &Played<'_, '_>, id: NodeId) -> Option<String> {
    let mut out = String::new();
    kakinoki::write::kif(played, id, played.ply(id)?, &mut out).ok()?;
    Some(out)
}

#[cfg(test)]
pub(crate) use target::{ABILITIES, Degree};
pub use target::{Bookmarks, Capabilities, Headers, Join, Newline, Style, Target};
pub use training::{ItemCounts, ItemSelection};
pub(crate) use write::why_unplayable;
pub use write::{Refusal, TextBuilder, WhyNot, Writer, WrittenRecord};

// What a notation is: its names, and how it is recognised, cut, read and written.

/// A notation: its names, what it can hold, and how it is recognised, cut and read.
#[derive(Debug)]
pub struct Notation {
    /// Its identity.
    pub format: Format,
    /// Its full name.
    pub title: Words,
    /// Extensions of its files, lower case, the usual one first.
    pub extensions: &'static [&'static str],
    /// The encodings its files come in.
    pub encodings: Words,
    /// Its documentation.
    pub page: LazyLock<FormatPage>,
    /// What a record of it consists of.
    pub scope: Scope,
    /// The length of an item in bytes, of a notation whose files are binary. As text, an item is a line of hexadecimal
    /// digits.
    pub item: Option<usize>,
    /// How much a line looks like this notation.
    pub claim_line: fn(&str) -> Claim,
    /// Length in bytes of the first record of a text; at least 1 and at most the whole.
    pub first_record: fn(&str) -> usize,
    /// Reads one record. Spans in it count from the start of the file.
    pub read: for<'t> fn(RecordText<'t>) -> Record<'t>,
    /// The forms in which it is written.
    pub targets: &'static [Target],
    /// How its texts are made up.
    pub form: TextForm,
}

/// How the texts of a notation are made up. Readers, findings and conversions ask this about a record of any notation.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "a row of a table of independent facts"
)]
pub struct TextForm {
    /// The part of the text that holds a move.
    pub layout: Layout,
    /// Finds a square or a hand in the text of a start position.
    pub part_of_start: for<'t> fn(&'t str, StartPart) -> Option<&'t str>,
    /// Returns the files and ranks of the board in the text of a start position, if it is the board of another game. The
    /// first text is what stands before the start position.
    pub size_of_other_board: fn(&str, &str) -> Option<(usize, usize)>,
    /// Finds a value by its name in the text of a move, if a move has such values.
    pub value_of_move: for<'t> fn(&'t str, &str) -> Option<&'t str>,
    /// Finds the name of another game in a record with findings.
    pub other_game: for<'t> fn(&Record<'t>) -> Option<(&'t str, String)>,
    /// Whether headers have the keys of CSA.
    pub has_csa_keys: bool,
    /// Whether the number of a start position is that of the next move, not of the last.
    pub counts_next: bool,
    /// Whether the time of a move is the time that was charged; otherwise, the running total is.
    pub charges_times: bool,
    /// Whether moves have numbers or sides that show where they belong.
    pub locates_moves: bool,
    /// A byte that programs of this format leave between characters.
    pub stray_byte: Option<u8>,
    /// The beginnings of the lines in which programs declare the format and the encoding of a file, without the mark of
    /// such lines.
    pub declarations: &'static [&'static str],
    /// The form in which engines write moves of this format into comments, if they do.
    pub in_comments: Option<evaluation::MovesInComments>,
}

/// The part of a text that holds a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// A line, or a line with other moves. The board has a line for each row.
    Lines,
    /// A line with the whole game.
    GameLine,
    /// A value of JSON.
    Json,
}

impl TextForm {
    /// Lines, a diagram for the start position, and Japanese keys.
    pub const LINES: Self = Self {
        layout: Layout::Lines,
        part_of_start: kakinoki::board::part_of_start,
        size_of_other_board: kakinoki::board::size_of_other,
        value_of_move: |_, _| None,
        other_game: |_| None,
        has_csa_keys: false,
        counts_next: false,
        charges_times: false,
        locates_moves: true,
        stray_byte: None,
        declarations: &[],
        in_comments: None,
    };

    /// A game on a line.
    pub const GAME_LINE: Self = Self {
        layout: Layout::GameLine,
        part_of_start: sfen::part_of_start,
        size_of_other_board: sfen::size_of_other,
        ..Self::LINES
    };

    /// The form of a format. An unknown one has lines.
    pub(crate) fn of(format: Format) -> &'static Self {
        notation(format).map_or(&Self::LINES, |it| &it.form)
    }
}

/// What a record of a notation consists of, and so what is not missed in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// A position; there are no moves.
    Positions,
    /// Moves; the notation has no word for a result, or programs rarely write one.
    Moves,
    /// Moves and how the game ended.
    Games,
}

impl Notation {
    /// Whether files of this extension are of this notation, whatever its case.
    pub(crate) fn has_extension(&self, extension: &str) -> bool {
        self.extensions
            .iter()
            .any(|it| it.eq_ignore_ascii_case(extension))
    }
}

// The identities of the notations, by which records and refusals name them.

const KIF: Format = Format::named("kif");
const KI2: Format = Format::named("ki2");
const CSA: Format = Format::named("csa");
const USI: Format = Format::named("usi");
const SFEN: Format = Format::named("sfen");
const USEN: Format = Format::named("usen");
const JKF: Format = Format::named("jkf");
const PSV: Format = Format::named("psv");
const HCPE: Format = Format::named("hcpe");
const BOD: Format = Format::named("bod");
const YONIN: Format = Format::named("yonin");
const GUNJIN: Format = Format::named("gunjin");
const GIB: Format = Format::named("gib");

// The table of all notations, and looking things up in it.

/// Every notation that is read, in the order in which ties are decided.
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
    &yonin::NOTATION,
    &gunjin::NOTATION,
    &gib::NOTATION,
];

/// The names of all that a record may be in, as users are told them.
#[cfg(feature = "stats")]
pub(crate) fn names() -> Vec<&'static str> {
    let known = NOTATIONS.iter().map(|notation| notation.format.name());
    known.chain([Format::UNKNOWN.name()]).collect()
}

/// The result whose word in a format may be a declaration.
pub(crate) fn may_declare(format: Format) -> Option<Terminal> {
    notation(format)?.targets.first()?.holds.may_declare
}

/// Whether the records of a format are made of items of training data.
fn is_of_items(format: Format) -> bool {
    notation(format).is_some_and(|it| it.item.is_some())
}

/// The notation of a format; `None` for [`Format::UNKNOWN`].
pub fn notation(format: Format) -> Option<&'static Notation> {
    NOTATIONS
        .iter()
        .copied()
        .find(|notation| notation.format == format)
}

/// All forms in which records are written, in the order of their notations.
pub fn targets() -> impl Iterator<Item = &'static Target> {
    NOTATIONS.iter().flat_map(|notation| notation.targets)
}

/// Those in which records of a game are written. Training data is not among them: it is made of positions.
pub fn targets_of(game: &GameKind) -> impl Iterator<Item = &'static Target> {
    targets().filter(move |target| !target.training && target.games.contains(&game))
}

/// The target of this name.
pub fn target(name: &str) -> Option<&'static Target> {
    targets().find(|target| target.name == name)
}

/// The binary notation that a file is in unless it is text, and the length of its items: the notation that it is read in, or
/// else that of its extension.
pub(crate) fn binary(
    notation: Option<&'static Notation>,
    extension: Option<&str>,
) -> Option<(&'static Notation, usize)> {
    let named = || by_extension(extension?);
    let notation = notation.or_else(named)?;
    Some((notation, notation.item?))
}

/// The notation that claims a file extension, whatever its case.
pub fn by_extension(extension: &str) -> Option<&'static Notation> {
    NOTATIONS
        .iter()
        .copied()
        .find(|notation| notation.has_extension(extension))
}

// Tables of words and what they mean.

/// What a word of a table means.
fn meaning<W: Copy + PartialEq, T: Copy>(table: &[(W, T)], word: W) -> Option<T> {
    let found = table.iter().find(|(known, _)| *known == word)?;
    Some(found.1)
}

/// The first word of a table that means this.
fn word_for<W: Copy, T: Copy + PartialEq>(table: &[(W, T)], meaning: T) -> Option<W> {
    let found = table.iter().find(|(_, known)| *known == meaning)?;
    Some(found.0)
}

// How much a line looks like a notation.

/// What a notation says to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It may be of any notation.
    None,
    /// It is of this notation where the rest of the text is of no other: a board diagram stands in many.
    Weak,
    /// Several such lines are of this notation, if the rest of the text is clearly of no other; one may stand in prose.
    Several,
    /// It can only be of this notation.
    Strong,
    /// It begins a record and names the game, which settles what the text is unless it began with another notation.
    Certain,
}

impl Claim {
    /// This claim if it holds, or none.
    const fn when(self, holds: bool) -> Self {
        if holds { self } else { Self::None }
    }
}

// The page of a format, in `pages/`: what the format is, what is read beyond its definition, and what is written.
// `tests/it/read/formats.rs` tries every statement that can be tried.

/// The documentation of a notation, in plain words.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormatPage {
    /// What it is, in a sentence or a few.
    pub summary: Words,
    /// Where it is defined.
    pub source: Words,
    /// What is read beyond the definition.
    pub accepts: Vec<Accepted>,
    /// A record as the first target of the notation writes it, to the letter.
    pub example: &'static str,
    /// What the writer always does.
    pub writes: Vec<Words>,
    /// Which programs write what.
    pub dialects: Vec<Dialect>,
}

/// Something that is read beyond the definition.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Accepted {
    /// What it is.
    pub what: Words,
    /// A text that has it, read without an error.
    pub text: &'static str,
    /// What becomes of it when the notation's first target writes it again: a part of what is written.
    pub written: &'static str,
}

/// How a program writes a notation.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'static"))]
pub struct Dialect {
    /// The program.
    pub program: Words,
    /// How its files are known.
    pub marks: Words,
    /// What is odd about them.
    pub quirk: Words,
}

/// The page of a format in `pages/`, read when it is first looked at.
macro_rules! page {
    ($name:literal) => {
        std::sync::LazyLock::new(|| {
            $crate::finding::built_in(include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/src/notation/pages/",
                $name,
                ".toml"
            )))
        })
    };
}
pub(super) use page;
