//! KI2, the format of Kakinoki Shogi for readers: `▲７六歩 △３四歩 ▲２二角成 △同　銀`.
//!
//! Moves have marks, but neither numbers nor times, and usually no origin. Words identify the piece if several
//! can move. The reader does not use the board, so the words are interpreted when the game is replayed. Only a まで
//! line states the result.
//!
//! The reader also accepts text beyond the definition of the format:
//!
//! * any number of moves on a line, without blanks and without a line end;
//! * 仝, and squares in half-width digits and in kanji;
//! * 行 入 生, and words in any order;
//! * an origin in parentheses;
//! * `△投了`, and a result after the last move;
//! * both players on one line;
//! * a row of hyphens before the moves;
//! * several games in one file.

use super::evaluation::{self, MovesInComments};
use super::kakinoki::boundaries::{claim_weakly, unquoted};
use super::kakinoki::players::Players;
use super::kakinoki::result_line::{self, ClaimedResult, end_by};
use super::kakinoki::text;
use super::kakinoki::words::{self, is_blank};
use super::kakinoki::write::{self, Names};
use super::remarks::Remarks;
use super::result::Results;
use super::{
    Capabilities, Claim, Loss, Newline, Notation, Refusal, RefusalReason, Scope, Style, Target, TextBuilder,
    loss_counter,
};
use crate::finding::{Words, both};
use crate::played::{Meaning, Played};
use crate::record::{Ending, NodeId, RemarkKind, Step, Terminal};
use crate::shogi::Color;
use crate::text::SHIFT_JIS;
use play::Body;

mod fast_path;
mod games;
mod play;
mod read;

/// The parser that Pest generates from `grammar/ki2.pest`.
mod grammar {
    /// Parser of the lines of a KI2 text, and of their moves.
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/ki2.pest"]
    pub(super) struct Ki2Parser;
}

#[cfg(feature = "application")]
pub(crate) use super::kakinoki::words::WrittenDestination;
#[doc(hidden)]
pub use read::read_by_grammar;
pub(super) use read::{is_game_title, read};

// `read_by_grammar` is for tests that compare the fast path with the grammar.

/// Features of KI2: all features of a game record except times, move numbers, program lines and moves after an end.
///
/// Program lines are left out, because Kakinoki's programs do not write them in KI2 and other programs cannot read them.
const CAPABILITIES: Capabilities = Capabilities {
    moves_after_end: false,
    numbers: false,
    always_marks: true,
    tool_lines: false,
    clock: None,
    totals: false,
    result_clock: false,
    passes: false,
    ..Capabilities::GAME
};

/// The entry of KI2 in the table of formats.
pub static NOTATION: Notation = Notation {
    format: super::KI2,
    title: both("KI2 (Kakinoki Shogi)", "KI2（柿木将棋）"),
    extensions: &["ki2", "ki2u"],
    encodings: both(
        "Shift_JIS (.ki2), UTF-8 (.ki2u); detected from the bytes",
        "Shift_JIS（.ki2）、UTF-8（.ki2u）。内容から判別する",
    ),
    scope: Scope::Games,
    form: super::TextForm {
        locates_moves: false,
        declarations: &["KI2 version"],
        move_text: |played, id, ply| write::ki2(played, id, ply).ok(),
        move_unit: super::MoveUnit::Word("　"),
        line_marks: Some(write::LINE_MARKS),
        in_comments: Some(MovesInComments {
            before_square: Some(1),
            ..MovesInComments::new(evaluation::Rule::ki2, read::read)
        }),
        ..super::TextForm::LINES
    },
    binary: None,
    claim_line,
    first_record: games::first_record,
    sort_key: None,
    read: read::read,
    targets: &[
        Target {
            encoding: SHIFT_JIS,
            newline: Newline::CrLf,
            ..target("ki2", both("KI2 (Windows)", "KI2（Windows用）"))
        },
        target("ki2u", both("KI2 (UTF-8)", "KI2（UTF-8）")),
    ],
};

const fn target(name: &'static str, about: Words) -> Target {
    Target::new(name, about, CAPABILITIES, write)
}

/// Reads a single move, with or without a mark. `side` is the side that moves.
///
/// Returns `None` if the text is not a move, or if it also has other text.
#[cfg(feature = "application")]
pub(crate) fn parse_single_move(text: &str, side: Color) -> Option<words::MoveText> {
    let text = text.trim_start_matches(words::is_mark);
    let marked = format!("{}{text}", text::mark(side));
    let play = play::parse_play(&marked)?;
    match play.body {
        Body::Move(mv) if play.end == marked.len() => Some(mv),
        _ => None,
    }
}

// Lines that look like KI2.

/// Returns how strongly a line looks like moves. A move or a known word after a mark is strong evidence; for moves
/// without marks, their number decides.
fn claim_moves(line: &str) -> Claim {
    let trimmed = line.trim_start_matches(is_blank);
    match trimmed.strip_prefix(words::is_mark) {
        Some(marked) if begins_like_move(marked.trim_start_matches(is_blank)) => Claim::Strong,
        // The text after the mark may be a word for a result, or a malformed move.
        Some(_) if play::parse_play(trimmed).is_some_and(|play| play.body != Body::Text) => Claim::Strong,
        None if begins_like_move(trimmed) => match play::bare_moves(line) {
            0 => Claim::None,
            1..MIN_BARE_MOVES => Claim::Several,
            _ => Claim::Strong,
        },
        _ => Claim::None,
    }
}

/// Returns whether a text without leading blanks begins with a destination.
fn begins_like_move(text: &str) -> bool {
    text.starts_with(['同', '仝']) || words::square(text).is_some()
}

/// Minimum number of moves without marks on a line for a strong claim.
const MIN_BARE_MOVES: usize = 3;

/// Returns whether a line looks like moves with or without marks, or like a known word after a mark.
fn is_moves(line: &str) -> bool {
    !matches!(claim_moves(line), Claim::None)
}

/// Returns how strongly a line looks like KI2: by the program line `#KI2`, by moves, or weakly by the lines that it
/// shares with KIF.
fn claim_line(line: &str) -> Claim {
    let line = unquoted(line);
    if line.starts_with("#KI2") {
        return Claim::Strong;
    }
    match claim_moves(line) {
        Claim::None => claim_weakly(line),
        claim => claim,
    }
}

// Writing of KI2 in the layout of Kakinoki Shogi.

/// Maximum number of moves on a line.
const MOVES_PER_LINE: usize = 6;

/// Width of a move that is followed by another (columns).
const MOVE_COLUMNS: usize = 12;

/// Writes a record as KI2: the headers, the main line, and each variation in a 変化 block. Variations with a pass are left
/// out. Returns an error for a pass of the main line or a moved piece of unknown kind.
fn write(played: &Played<'_, '_>, style: Style, draft: &mut TextBuilder) -> Result<(), Refusal> {
    let remarks = Remarks::new(played.record());
    // A file with neither a move nor a result needs all headers, so that its format can be detected.
    let complete = played.line().next().is_none() && played.record().claims.is_empty();
    let names = write::write_head(played.record(), complete, words::is_mark, draft);
    if !draft.text.is_empty() {
        draft.text.push('\n');
    }
    remarks.write_comments(NodeId::START, draft);
    let mut writer = Writer {
        played,
        remarks,
        results: Results::new(played),
        names,
        draft,
    };
    writer.line(played.line(), NodeId::START)?;
    let tree = &played.record().tree;
    let written = loss_counter::written(played, style.holds);
    for first in played.variations().filter(|first| written[first.index()]) {
        // The format has no move numbers, so the number of plies is written.
        let number = tree.node(first).ply;
        writer.draft.line(&format!("\n変化：{number}手"));
        let is_written = |kind| kind != RemarkKind::Tool;
        writer.remarks.write_introduction(first, is_written, writer.draft);
        writer.line(played.from(first), tree.parent(first).unwrap_or(NodeId::START))?;
    }
    Ok(())
}

struct Writer<'p, 'r, 't, 'd> {
    played: &'p Played<'r, 't>,
    remarks: Remarks<'r, 't>,
    results: Results<'p, 'r, 't>,
    names: Names,
    draft: &'d mut TextBuilder,
}

impl Writer<'_, '_, '_, '_> {
    /// Writes a line of play after `last`, and the result of this line. Returns an error for a pass, or if the kind of
    /// a moved piece is unknown.
    fn line(&mut self, nodes: impl Iterator<Item = NodeId>, last: NodeId) -> Result<(), Refusal> {
        let mut move_line = MoveLine::default();
        let last = self.moves(nodes, last, &mut move_line)?;
        let results = self.result_lines(last);
        // Readers take the end from the first line with known words, or else from the first line.
        let states_known_end = |line: &&String| {
            let end = end_by(&self.claimed_result(line), self.side_to_move(last));
            end.is_some_and(|end| end != Terminal::Other)
        };
        let result = results.iter().find(states_known_end).or(results.first());
        self.count_lost_results(result, last);
        let is_end_written = self.end_among_moves(result, last, &mut move_line);
        move_line.close(self.draft);
        // Remarks on an end that cannot be written are attached to the last position.
        if !is_end_written {
            self.remarks.write_comments(last, self.draft);
        }
        for line in &results {
            self.draft.line(line);
        }
        if self.ending(last).is_some() && is_end_written {
            self.remarks.write_comments(last, self.draft);
        }
        Ok(())
    }

    /// Writes the moves of a line of play after `last`, with their comments. Returns the last move.
    fn moves(
        &mut self,
        nodes: impl Iterator<Item = NodeId>,
        mut last: NodeId,
        move_line: &mut MoveLine,
    ) -> Result<NodeId, Refusal> {
        for id in nodes {
            let is_continued = self.played.children(last).next() == Some(id);
            if is_continued && *self.played.meaning(last) != Meaning::End {
                // In KI2, a まで line would end the game here.
                for claim in write::claim_lines(&self.results, last) {
                    self.draft.losses.name(Loss::Claim, claim);
                }
            }
            last = id;
            match self.played.meaning(id) {
                Meaning::Ply(ply) => move_line.add(&write::ki2(self.played, id, ply)?, self.draft),
                Meaning::Pass => return Err(Refusal::new(self.played, id, RefusalReason::Pass(super::KI2))),
                // Steps after the end of the game cannot be written in KI2.
                _ => break,
            }
            if self.remarks.has_comments(id) {
                move_line.close(self.draft);
                self.remarks.write_comments(id, self.draft);
            }
        }
        Ok(last)
    }

    /// Returns the まで lines of the line of play that ends with `last`.
    fn result_lines(&self, last: NodeId) -> Vec<String> {
        let mut results = write::results_as_written(self.played, &self.results, last);
        if results.is_empty() {
            let ply = |id| self.played.record().tree.node(id).ply;
            let word = |ending: &Ending<'_>, turn| write::ending_word(ending, turn, self.names);
            let turn = self.result_side(last);
            let words = write::result_in_words(self.played, &self.results, last, turn, self.names, ply, word);
            results.extend(words);
        }
        results
    }

    /// Counts the words for an end that KI2 cannot express, and a `result` that would be read as an end although the line of
    /// play has none.
    fn count_lost_results(&mut self, result: Option<&String>, last: NodeId) {
        let turn = self.played.turn(last);
        let is_stated =
            |ending: &Ending<'_>| result.is_some_and(|result| self.reads_as(result, ending, last));
        let winner_only_ending = self
            .ending(last)
            .filter(|ending| write::states_winner_only(ending, turn));
        let winner_only_ending =
            winner_only_ending.filter(|ending| ending.terminal == Terminal::Other || !is_stated(ending));
        if let Some(word) = winner_only_ending.map(|it| it.word.to_string()) {
            self.draft.losses.name(Loss::Result, word);
        }
        // Without an end in the record, readers would take a line with unknown words as an end.
        let ends_by_unknown_word = |line: &&String| {
            let claimed_result = self.claimed_result(line);
            claimed_result.terminal.is_none()
                && end_by(&claimed_result, self.side_to_move_after(last)) == Some(Terminal::Other)
        };
        if self.ending(last).is_none()
            && let Some(line) = result.filter(ends_by_unknown_word)
        {
            self.draft.losses.name(Loss::Result, line);
        }
    }

    /// Writes the word for the end among the moves if `result`, the まで line, differs from the end or does not state the
    /// reason. Returns `false` if the word is needed but cannot be written.
    fn end_among_moves(&mut self, result: Option<&String>, last: NodeId, move_line: &mut MoveLine) -> bool {
        let (Some(ending), Some(result)) = (self.ending(last), result) else {
            return true;
        };
        if self.reads_as(result, ending, last) {
            return true;
        }
        let word = write::ending_word(ending, self.played.turn(last), self.names);
        if words::ending(&word).is_none() {
            self.draft.losses.name(Loss::Result, word);
            return false;
        }
        let mark = text::mark(self.side_to_move(last));
        move_line.add(&format!("{mark}{word}"), self.draft);
        true
    }

    /// Reads a まで line, in which the name of a player of the record may identify the winner.
    fn claimed_result<'l>(&self, line: &'l str) -> ClaimedResult<'l> {
        result_line::parse_with_names(line, Players::new(self.played.record()))
    }

    /// Returns whether readers of the まで line `result` take the end `ending` of the line of play from it.
    fn reads_as(&self, result: &str, ending: &Ending<'_>, last: NodeId) -> bool {
        let claimed_result = self.claimed_result(result);
        let read_terminal = end_by(&claimed_result, self.side_to_move(last));
        if words::is_perpetual(claimed_result.words) {
            return words::is_perpetual(&ending.word);
        }
        let names_winner =
            claimed_result.winner.is_some() && claimed_result.winner == ending.offender.map(Color::opponent);
        read_terminal == Some(ending.terminal_for_side_to_move(self.played.turn(last)))
            || names_winner && read_terminal == Some(ending.terminal)
    }

    /// Returns the side to move at a node according to the mark of the preceding move. Readers of KI2 know only this mark.
    fn side_to_move(&self, id: NodeId) -> Color {
        let parent = self.played.record().tree.parent(id);
        parent.map_or(self.played.turn(id), |parent| self.side_to_move_after(parent))
    }

    /// Returns the side to move after a node according to the mark of its move.
    fn side_to_move_after(&self, id: NodeId) -> Color {
        let ply = self.played.ply(id);
        ply.map_or(self.played.turn_after(id), |ply| ply.mark().opponent())
    }

    /// Returns the side to move that the wording of a generated result assumes.
    ///
    /// A result that can be worded for either side is worded for the side to move according to the marks, because
    /// readers know only the marks. Any other result is worded for the side to move on the board.
    fn result_side(&self, last: NodeId) -> Color {
        let (side_to_move, fits_either_side) = match (self.ending(last), self.results.claimed(last)) {
            (Some(ending), _) => {
                let side_to_move = self.side_to_move(last);
                let fits = ending.terminal_for_side_to_move(side_to_move) != Terminal::Other;
                (side_to_move, ending.offender.is_some() && fits)
            }
            (None, Some((terminal, _))) => (self.side_to_move_after(last), terminal.mirrored().is_some()),
            (None, None) => (self.side_to_move_after(last), false),
        };
        if fits_either_side {
            side_to_move
        } else {
            self.played.turn_after(last)
        }
    }

    fn ending(&self, id: NodeId) -> Option<&Ending<'_>> {
        match &self.played.record().tree.node(id).step {
            Step::End(ending) => Some(ending),
            _ => None,
        }
    }
}

/// Moves that are collected for a line of text.
#[derive(Default)]
struct MoveLine {
    moves: usize,
    line: String,
    /// The padding of the last move up to [`MOVE_COLUMNS`], or one blank if the move fills all columns. The padding is
    /// written only before another move.
    gap: String,
}

impl MoveLine {
    fn add(&mut self, play: &str, draft: &mut TextBuilder) {
        if self.moves == MOVES_PER_LINE {
            self.close(draft);
        }
        let mut padded = play.to_owned();
        text::pad(&mut padded, 0, MOVE_COLUMNS);
        self.line.push_str(&self.gap);
        self.line.push_str(play);
        padded[play.len()..].clone_into(&mut self.gap);
        // A move with words that identify the piece can fill all columns. One blank then separates the move from the
        // next one.
        if self.gap.is_empty() {
            self.gap.push(' ');
        }
        self.moves += 1;
    }

    fn close(&mut self, draft: &mut TextBuilder) {
        if self.moves > 0 {
            draft.line(&self.line);
        }
        *self = Self::default();
    }
}
