//! KIF, the format of Kakinoki Shogi, which is used for most records in Japan.
//!
//! The reader also accepts text beyond the definition of the format:
//!
//! * both encodings, independent of the extension;
//! * no separator, no indent and no times;
//! * ▲△ before a square;
//! * 同 with or without blanks before or after it;
//! * 王 玉, 竜 龍, 全 圭 杏, and 不成 and 生;
//! * `打(00)`;
//! * full-width numbers and parentheses;
//! * times with hours or fractions of a second, and times without a total;
//! * hands without separators;
//! * all known spellings of the words for an end;
//! * nested, repeated and misplaced 変化 blocks;
//! * several games in one file.

use super::evaluation::{self, MovesInComments};
use super::kakinoki::boundaries::{self, NumberedLines, claim_weakly, is_board_head};
use super::kakinoki::text;
use super::kakinoki::words::{self, digit, is_blank};
use super::kakinoki::write::{self, Names};
use super::remarks::Remarks;
use super::result::{self, Results};
use super::times::Seconds;
use super::{
    Capabilities, Claim, Loss, Losses, Newline, Notation, Refusal, Scope, Style, Target, TextBuilder, ki2,
    loss_counter,
};
use crate::finding::{Words, both};
use crate::played::{Meaning, Played};
use crate::record::{Ending, NodeId, Step};
use crate::shogi::Color;
use crate::text::SHIFT_JIS;
use fast_path::parse_numbered;
use numbered::Body;

mod fast_path;
mod numbered;
mod numbers;
mod read;

/// The parser that Pest generates from `grammar/kif.pest`.
mod grammar {
    /// Parser of the lines of a KIF text.
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/kif.pest"]
    pub(super) struct KifParser;
}

pub(super) use read::read;
#[doc(hidden)]
pub use read::read_by_grammar;

// `read_by_grammar` is for tests that compare the fast path with the grammar.

/// The entry of KIF in the table of formats.
pub static NOTATION: Notation = Notation {
    format: super::KIF,
    title: both("KIF (Kakinoki Shogi)", "KIF（柿木将棋）"),
    extensions: &["kif", "kifu"],
    encodings: both(
        "Shift_JIS (.kif), UTF-8 (.kifu); detected from the bytes",
        "Shift_JIS（.kif）、UTF-8（.kifu）。内容から判別する",
    ),
    scope: Scope::Games,
    form: super::TextForm {
        declarations: &["KIF version"],
        move_text: |played, id, ply| {
            let mut out = String::new();
            write::kif(played, id, ply, &mut out).ok()?;
            Some(out)
        },
        move_unit: super::MoveUnit::NumberedLine,
        line_marks: Some(write::LINE_MARKS),
        in_comments: Some(MovesInComments {
            before_square: Some(0),
            to_text: with_marks,
            ..MovesInComments::new(evaluation::Rule::kif, ki2::read)
        }),
        ..super::TextForm::LINES
    },
    binary: None,
    claim_line,
    first_record: |text| boundaries::first_record(text, NUMBERED_LINES),
    sort_key: None,
    read: |source| read(source, super::KIF),
    targets: &[
        Target {
            encoding: SHIFT_JIS,
            newline: Newline::CrLf,
            ..target("kif", both("KIF (Windows)", "KIF（Windows用）"))
        },
        target("kifu", both("KIF (UTF-8)", "KIF（UTF-8）")),
    ],
};

/// Creates a KIF target. KIF has all features of a game record except the number of plies before the start.
///
/// Only a board diagram states this number, in its 手数＝ line. Programs reject KIF files with such a line.
const fn target(name: &'static str, about: Words) -> Target {
    Target::new(name, about, Capabilities::GAME, write)
}

// Lines that look like KIF.

/// The lines with moves.
const NUMBERED_LINES: NumberedLines = NumberedLines {
    looks_like_moves: is_numbered,
    is_moves: fast_path::is_numbered,
    is_end: fast_path::is_end,
};

/// Returns whether a line without leading blanks begins with a number and is not the file numbers of a board.
fn is_numbered(trimmed: &str) -> bool {
    // Most lines begin with an ASCII digit and end with the origin or the time. The line above a board ends with a digit.
    if let [b'0'..=b'9', .., b')'] = trimmed.as_bytes() {
        return true;
    }
    trimmed.starts_with(|c| digit(c).is_some()) && !is_board_head(trimmed)
}

/// Returns how strongly a line looks like KIF. The separator, a `#KIF` line, and a number with a move or an end are
/// strong evidence. Lines that KIF shares with KI2 and BOD are weak evidence.
fn claim_line(line: &str) -> Claim {
    let line = boundaries::unquoted(line);
    let trimmed = line.trim_start_matches(is_blank);
    if trimmed.starts_with("手数--") || line.starts_with("#KIF") || is_numbered_step(line) {
        Claim::Strong
    } else {
        claim_weakly(line)
    }
}

/// Returns whether a line is a number with a move or with a word for an end.
fn is_numbered_step(line: &str) -> bool {
    line.trim_start_matches(is_blank)
        .starts_with(|c| digit(c).is_some())
        && parse_numbered(line).is_some_and(|numbered| match numbered.body {
            Body::Move(_) => true,
            Body::Word(word) => words::ending(word).is_some(),
            Body::Broken(_) => false,
        })
}

// Writing of KIF in the layout of Kakinoki Shogi.

/// Writes a record as KIF: the headers, the main line, and each variation in a 変化 block. Returns an error if the kind
/// of a moved piece is unknown.
fn write(played: &Played<'_, '_>, style: Style, draft: &mut TextBuilder) -> Result<(), Refusal> {
    let record = played.record();
    let remarks = Remarks::new(record);
    draft.line(&format!("#KIF version=2.0 encoding={}", style.encoding.name()));
    remarks.write_program_lines(draft);
    let names = write::write_head(record, true, |_| false, draft);
    let has_times = record
        .tree
        .ids()
        .any(|id| record.tree.node(id).clock.spent.is_some());
    draft.line(if has_times {
        "手数----指手---------消費時間--"
    } else {
        "手数----指手--"
    });
    remarks.write(NodeId::START, draft);
    if record.tree.node(NodeId::START).number > 0 && write::adds_board(record) {
        // After a board, readers take a first number above 1 as a number of plies before the board. The output then no
        // longer shows that moves may be missing.
        draft.losses.add(Loss::Numbers);
    }
    let mut writer = Writer {
        played,
        remarks,
        results: Results::new(played),
        names,
        seconds: Seconds::new(played),
        numbers: numbers_to_write(played, &mut draft.losses),
        written: loss_counter::written(played, style.holds),
        draft,
    };
    writer.line(played.line())?;
    for first in played.variations() {
        if !writer.written[first.index()] {
            continue;
        }
        let number = writer.number(first);
        writer.draft.line(&format!("変化：{number}手"));
        writer.remarks.write_introduction(first, |_| true, writer.draft);
        writer.line(played.from(first))?;
    }
    Ok(())
}

struct Writer<'p, 'r, 't, 'd> {
    played: &'p Played<'r, 't>,
    remarks: Remarks<'r, 't>,
    results: Results<'p, 'r, 't>,
    names: Names,
    seconds: Seconds<'p, 'r, 't>,
    /// The numbers of the nodes as written.
    numbers: Vec<u32>,
    /// For each node, `true` if the node can be written in KIF.
    written: Vec<bool>,
    draft: &'d mut TextBuilder,
}

impl Writer<'_, '_, '_, '_> {
    fn number(&self, id: NodeId) -> u32 {
        self.numbers[id.index()]
    }

    /// Writes a line of play with its result, and a blank line after it. Returns the errors of [`node`](Self::node).
    fn line(&mut self, nodes: impl Iterator<Item = NodeId>) -> Result<(), Refusal> {
        let mut last = NodeId::START;
        for id in nodes {
            // A line of play may continue after its result.
            if self.played.children(last).next() == Some(id) {
                for line in write::claim_lines(&self.results, last) {
                    self.draft.line(&line);
                }
            }
            self.node(id)?;
            last = id;
        }
        self.summary(last);
        let has_word = match &self.played.record().tree.node(last).step {
            Step::End(ending) => self.word(ending, self.played.turn(last)).is_ok(),
            _ => true,
        };
        let mut result_lines = Vec::new();
        if has_word {
            result_lines = write::results_as_written(self.played, &self.results, last);
        }
        if result_lines.is_empty() {
            let number = |id| self.number(id);
            let word =
                |ending: &Ending<'_>, turn| self.word(ending, turn).unwrap_or_else(|_| write::ENDED.into());
            let turn = self.played.turn_after(last);
            let word_lines =
                write::result_in_words(self.played, &self.results, last, turn, self.names, number, word);
            result_lines.extend(word_lines);
        }
        for line in result_lines {
            self.draft.line(&line);
        }
        self.draft.text.push('\n');
        Ok(())
    }

    /// Writes a result that only the summary of a game server states, as a numbered line like any other end.
    fn summary(&mut self, last: NodeId) {
        let claimed_result = self.results.claimed(last);
        if let Some((terminal, claim)) = claimed_result.filter(|(_, claim)| result::is_comment(claim)) {
            let number = self.number(last).saturating_add(1);
            let word_start = self.begin(number);
            let word = write::terminal_word(terminal, result::claimed_word(claim));
            self.draft.text.push_str(&word);
            text::pad(&mut self.draft.text, word_start, 12);
            self.draft.text.push('\n');
        }
    }

    /// Writes a numbered line and its remarks: `   1 ７六歩(77)   ( 0:16/00:00:16)+`. Writes nothing for the start position
    /// and for a move that cannot be put on the board. Returns an error if the kind of the moved piece is unknown.
    fn node(&mut self, id: NodeId) -> Result<(), Refusal> {
        if matches!(self.played.meaning(id), Meaning::Start | Meaning::NotOnBoard) {
            return Ok(());
        }
        let start = self.begin(self.number(id));
        match (self.played.meaning(id), &self.played.record().tree.node(id).step) {
            (Meaning::Ply(ply), _) => write::kif(self.played, id, ply, &mut self.draft.text)?,
            (_, Step::End(ending)) => self.end(id, ending),
            _ => self.draft.text.push_str("パス"),
        }
        text::pad(&mut self.draft.text, start, 12);
        self.time(id);
        if self.has_later_alternative(id) {
            self.draft.text.push('+');
        }
        self.draft.text.push('\n');
        self.remarks.write(id, self.draft);
        Ok(())
    }

    /// Begins a line with a number. Returns the offset after the number and its blank (bytes).
    fn begin(&mut self, number: u32) -> usize {
        self.draft.number(number.into(), 4, ' ');
        self.draft.text.push(' ');
        self.draft.text.len()
    }

    /// Writes the word for an end. A reason that the word does not state is counted as a loss. A word that would not be
    /// read back as a word is counted as a loss, too, and 対局終了 is written instead.
    fn end(&mut self, id: NodeId, ending: &Ending<'_>) {
        let turn = self.played.turn(id);
        if write::states_winner_only(ending, turn) {
            // No word states both the reason and the winner, so the reason is lost.
            self.draft.losses.name(Loss::Result, ending.word.as_ref());
        }
        let word = self.word(ending, turn).unwrap_or_else(|lost| {
            self.draft.losses.name(Loss::Result, lost);
            write::ENDED.to_owned()
        });
        self.draft.text.push_str(&word);
    }

    /// Returns the word for an end when `turn` is to move.
    ///
    /// # Errors
    ///
    /// If the word is from another format and would be read as a part of a move. The error is that word.
    fn word(&self, ending: &Ending<'_>, turn: Color) -> Result<String, String> {
        let word = write::ending_word(ending, turn, self.names);
        if numbered::is_word(&word) {
            Ok(word)
        } else {
            Err(word)
        }
    }

    /// Writes the time if it is known: ` ( 0:16/00:00:16)`.
    fn time(&mut self, id: NodeId) {
        let Some((spent, total)) = self.seconds.at(id) else {
            return;
        };
        let (minutes, hours) = (u64::from(spent / 60), total / 3600);
        if minutes < 100 && hours < 100 {
            // Fast path for almost all times.
            let mut text = *b" ( 0:00/00:00:00)";
            let seconds = u64::from(spent % 60);
            let numbers = [
                (2, minutes),
                (5, seconds),
                (8, hours),
                (11, total / 60 % 60),
                (14, total % 60),
            ];
            for (at, number) in numbers {
                text[at] = b'0' + (number / 10) as u8;
                text[at + 1] = b'0' + (number % 10) as u8;
            }
            if minutes < 10 {
                text[2] = b' ';
            }
            return self.draft.ascii(text);
        }
        self.draft.text.push_str(" (");
        self.draft.number(minutes, 2, ' ');
        self.draft.text.push(':');
        self.draft.number((spent % 60).into(), 2, '0');
        for (mark, part) in [('/', hours), (':', total / 60 % 60), (':', total % 60)] {
            self.draft.text.push(mark);
            self.draft.number(part, 2, '0');
        }
        self.draft.text.push(')');
    }

    /// Returns whether an alternative to this node is written in a later 変化 block.
    fn has_later_alternative(&self, id: NodeId) -> bool {
        let tree = &self.played.record().tree;
        let mut later_siblings = std::iter::successors(tree.next_sibling(id), |&id| tree.next_sibling(id));
        later_siblings.any(|id| self.written[id.index()])
    }
}

// Moves without numbers in the comments of engines, which are read as KI2.

/// The marks of moves of Black and of White.
const MARKS: [char; 2] = ['▲', '△'];

/// Adds the mark of the side before each move of a text without marks. The first move is by `side`.
fn with_marks(text: &str, side: Color) -> String {
    let mut marked_text = String::with_capacity(2 * text.len());
    let mut side = side;
    for (at, letter) in text.char_indices() {
        let next = text[at + letter.len_utf8()..].chars().next();
        let is_rank = next.is_some_and(|character| "一二三四五六七八九".contains(character));
        let is_square = is_rank && matches!(letter, '１'..='９' | '1'..='9');
        if is_square || matches!(letter, '同' | '仝') {
            marked_text.push(MARKS[side.index()]);
            side = side.opponent();
        }
        marked_text.push(letter);
    }
    marked_text
}

/// Returns the number to write for each node. With two exceptions, the number in the record is written.
///
/// If a move appears to be missing, its number is skipped. A variation must have the number after that of its parent,
/// or the number of the move that it replaces. A variation with any other number gets the number of the replaced move,
/// and a loss is counted. The nodes after a changed number are shifted by the same difference.
fn numbers_to_write(played: &Played<'_, '_>, losses: &mut Losses) -> Vec<u32> {
    let tree = &played.record().tree;
    let mut numbers = vec![tree.node(NodeId::START).number; tree.len()];
    // For each node, the difference between the number to write and the number in the record.
    let mut offsets = vec![0_i64; tree.len()];
    for id in tree.ids().skip(1) {
        let Some(parent) = tree.parent(id) else { continue };
        let record_number = tree.node(id).number;
        offsets[id.index()] = offsets[parent.index()] + i64::from(is_missing_before(played, id, parent));
        let number = i64::from(record_number) + offsets[id.index()];
        let mut number = u32::try_from(number).unwrap_or(u32::MAX);
        if let Some(first_child) = tree.first_child(parent).filter(|&first_child| first_child != id) {
            let first_child_number = numbers[first_child.index()];
            if number != first_child_number && number != numbers[parent.index()].saturating_add(1) {
                losses.add(Loss::Numbers);
                number = first_child_number;
                offsets[id.index()] = i64::from(number) - i64::from(record_number);
            }
        }
        numbers[id.index()] = number;
    }
    numbers
}

/// Returns whether a move appears to be missing before a node.
///
/// A move appears to be missing if text before the node could not be read and the same side moves twice in a row. If
/// the numbers in the record have a gap before the node, the result is `false`.
fn is_missing_before(played: &Played<'_, '_>, id: NodeId, parent: NodeId) -> bool {
    let tree = &played.record().tree;
    let (node, parent_node) = (tree.node(id), tree.node(parent));
    // A gap in the numbers of the record is preserved.
    let starts_late = parent == NodeId::START && parent_node.number > 0;
    let number_has_gap = starts_late || node.number != parent_node.number.saturating_add(1);
    let moves_again = played.ply(id).is_some_and(|ply| ply.mover != played.turn(id));
    node.after_gap && !number_has_gap && moves_again
}
