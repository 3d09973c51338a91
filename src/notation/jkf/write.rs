//! The JKF writer: one JSON object on one line, in the normalised form of Kifu for JS.
//!
//! Variations nest, but there is no recursion: the output that is still to be written is on a stack.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::{Display, Write as _};

use super::start;
use super::words::{DROP, MOTIONS, SIDES};
use crate::notation::kakinoki::words;
use crate::notation::loss_counter;
use crate::notation::remarks::Remarks;
use crate::notation::result::{self, Results};
use crate::notation::times::Seconds;
use crate::notation::{self, Loss, Refusal, RefusalReason, Style, TextBuilder, csa, header, word_for};
use crate::played::{Disambiguation, MarkEffect, Meaning, Played, Ply};
use crate::record::{NodeId, Record, Remark, RemarkKind, Step, Terminal};
use crate::shogi::{Color, Handicap, PieceKind, Position, Square, Suffix};

/// Results that JKF has words for: those of CSA V2.2 except the last one, the move limit.
pub(super) const RESULTS: &[Terminal] = csa::V22.results.split_at(csa::V22.results.len() - 1).0;

/// The word for a result that JKF has no word for. A comment specifies the result.
const CHUDAN: &str = "CHUDAN";

/// Writes a record as JKF: the headers, the start position, and the moves with their variations. Variations with a pass are
/// left out. Returns an error for a pass of the main line or a moved piece of unknown kind.
pub(super) fn write(played: &Played<'_, '_>, style: Style, draft: &mut TextBuilder) -> Result<(), Refusal> {
    let record = played.record();
    draft.text.push('{');
    header(record, draft);
    initial(&record.start.position, &mut draft.text);
    let mut writer = Writer {
        played,
        remarks: Remarks::new(record),
        results: Results::new(played),
        seconds: Seconds::new(played),
        written: loss_counter::written(played, style.holds),
        stack: vec![Pending::Line(NodeId::START)],
        out: &mut draft.text,
    };
    writer.moves()?;
    draft.text.push_str("}\n");
    Ok(())
}

/// Output that is still to be written. The last element of the stack is next.
enum Pending {
    Text(&'static str),
    /// The result that a claim states for the line that ends with this node.
    Claimed(NodeId),
    /// An array of entries that begins with this node.
    Line(NodeId),
    /// The entry of this node and the entries after it.
    Entries(NodeId),
}

struct Writer<'p, 'r, 't, 'd> {
    played: &'p Played<'r, 't>,
    remarks: Remarks<'r, 't>,
    results: Results<'p, 'r, 't>,
    seconds: Seconds<'p, 'r, 't>,
    /// For each node, `true` if it is written.
    written: Vec<bool>,
    stack: Vec<Pending>,
    out: &'d mut String,
}

impl Writer<'_, '_, '_, '_> {
    fn moves(&mut self) -> Result<(), Refusal> {
        key("moves", self.out);
        while let Some(pending) = self.stack.pop() {
            match pending {
                Pending::Text(text) => self.out.push_str(text),
                Pending::Claimed(last) => self.claimed(last),
                Pending::Line(first) => {
                    open('[', self.out);
                    self.stack.extend([Pending::Text("]"), Pending::Entries(first)]);
                }
                Pending::Entries(id) => self.entry(id)?,
            }
        }
        Ok(())
    }

    /// Writes an entry up to its forks. Puts the forks and the following entries on the stack. Returns the errors of
    /// [`members`](Self::members).
    fn entry(&mut self, id: NodeId) -> Result<(), Refusal> {
        open('{', self.out);
        self.members(id)?;
        let next = self.played.children(id).next();
        self.stack
            .push(next.map_or(Pending::Claimed(id), Pending::Entries));
        self.stack.push(Pending::Text("}"));
        let forks = self.forks(id);
        if !forks.is_empty() {
            key("forks", self.out);
            open('[', self.out);
            self.stack.push(Pending::Text("]"));
            self.stack.extend(forks.into_iter().rev().map(Pending::Line));
        }
        Ok(())
    }

    /// Returns the written siblings of a node if the node is the first child of its parent; no nodes for any other node.
    fn forks(&self, id: NodeId) -> Vec<NodeId> {
        let Some(parent) = self.played.record().tree.parent(id) else {
            return Vec::new();
        };
        let mut children = self.played.children(parent);
        if children.next() == Some(id) {
            children.filter(|fork| self.written[fork.index()]).collect()
        } else {
            Vec::new()
        }
    }

    /// Writes the result of the line of play that ends with `last`, if only a claim states this result.
    fn claimed(&mut self, last: NodeId) {
        if let Some((terminal, claim)) = self.results.claimed(last) {
            let word = special(terminal, None, self.played.turn_after(last));
            open('{', self.out);
            let reason = result::is_perpetual(claim).then_some(words::PERPETUAL);
            let comment = self.special(word.as_deref(), &claim.text).or(reason);
            comments(comment, [], self.out);
            self.out.push('}');
        }
    }

    /// Writes the word for a result. If JKF has no word, writes [`CHUDAN`] and returns `record_word`, the word of the
    /// record, for a comment. If JKF has a word, returns `None`.
    fn special<'w>(&mut self, word: Option<&str>, record_word: &'w str) -> Option<&'w str> {
        key("special", self.out);
        string(word.unwrap_or(CHUDAN), self.out);
        word.is_none().then_some(record_word)
    }

    /// Returns whether a move must be written without its side.
    ///
    /// The side is left out for a first move that the wrong side made, and for the reply to this move.
    fn is_unmarked(&self, id: NodeId) -> bool {
        let is_reply = |id| {
            self.played
                .ply(id)
                .is_some_and(|ply| ply.mark_effect == MarkEffect::Forbidden)
        };
        is_reply(id) || self.played.children(id).any(is_reply)
    }

    /// Writes the members of an entry except its forks. Returns an error for a pass, or if the kind of a moved piece is
    /// unknown.
    fn members(&mut self, id: NodeId) -> Result<(), Refusal> {
        let node = self.played.record().tree.node(id);
        let mut comment_word = None;
        match (self.played.meaning(id), &node.step) {
            (Meaning::Ply(ply), _) => {
                let unnamed = RefusalReason::UnnamedPiece(Some(notation::JKF));
                let kind = ply.kind.ok_or_else(|| Refusal::new(self.played, id, unnamed))?;
                play(ply, kind, !self.is_unmarked(id), self.out);
            }
            (Meaning::Pass, _) => {
                return Err(Refusal::new(self.played, id, RefusalReason::Pass(notation::JKF)));
            }
            (_, Step::End(ending)) => {
                let turn = self.played.turn(id);
                // JKF states the offender only in `ILLEGAL_ACTION`. For other words, readers derive the side from the side to
                // move.
                let named_offender = ending
                    .offender
                    .filter(|_| ending.word.ends_with(csa::ILLEGAL_ACTION));
                let word = special(ending.terminal_for_side_to_move(turn), named_offender, turn);
                let reason = result::perpetual_check_comment(&ending.word, self.remarks.at(id));
                comment_word = self.special(word.as_deref(), &ending.word).or(reason);
            }
            // Only the start has neither a ply nor an end.
            _ => {}
        }
        if let Some((spent, total)) = self.seconds.at(id) {
            time(spent, total, self.out);
        }
        comments(comment_word, self.remarks.at(id), self.out);
        Ok(())
    }
}

/// Returns the word for a result when `to_move` is to move; `None` if JKF has no word for it.
fn special(terminal: Terminal, offender: Option<Color>, to_move: Color) -> Option<String> {
    csa::result_word(terminal, offender, to_move).filter(|_| RESULTS.contains(&terminal))
}

/// Writes the comments of an entry, if there are any: the word of a result that JKF has no word for, and remarks.
///
/// A bookmark becomes a comment that begins with `&`. Program lines are left out.
fn comments<'r>(word: Option<&str>, remarks: impl IntoIterator<Item = &'r Remark<'r>>, out: &mut String) {
    let of_remark = |remark: &'r Remark<'r>| match remark.kind {
        RemarkKind::Comment => Some(Cow::Borrowed(&*remark.text)),
        RemarkKind::Bookmark => Some(Cow::Owned(format!("&{}", remark.text))),
        RemarkKind::Tool => None,
    };
    let remarks = remarks.into_iter().filter_map(of_remark);
    let mut comments = word.map(Cow::Borrowed).into_iter().chain(remarks).peekable();
    if comments.peek().is_none() {
        return;
    }
    key("comments", out);
    open('[', out);
    for comment in comments {
        write_comma_if_needed(out);
        string(&comment, out);
    }
    out.push(']');
}

/// Writes the time of a move and the total of its side (seconds).
fn time(spent: u32, total: u64, out: &mut String) {
    key("time", out);
    let (minutes, seconds) = (spent / 60, spent % 60);
    let now = format_args!("{{\"m\":{minutes},\"s\":{seconds}}}");
    let (hours, minutes, seconds) = (total / 3600, total / 60 % 60, total % 60);
    let total = format_args!("{{\"h\":{hours},\"m\":{minutes},\"s\":{seconds}}}");
    let _ = write!(out, "{{\"now\":{now},\"total\":{total}}}");
}

// Moves, with their keys in the order of the definition.

/// Writes a move. If `is_marked` is `false`, the side is left out, so that readers take the side from the moved piece.
pub(super) fn play(ply: &Ply, kind: PieceKind, is_marked: bool, out: &mut String) {
    key("move", out);
    open('{', out);
    if is_marked {
        plain("color", ply.mark().index(), out);
    }
    if let Some(from) = ply.from {
        square("from", from, out);
    }
    square("to", ply.to, out);
    word("piece", csa::code(kind), out);
    if ply.same {
        plain("same", true, out);
    }
    if ply.promotes || ply.may_promote {
        plain("promote", ply.promotes, out);
    }
    if let Some(captured) = ply.captured {
        word("capture", csa::code(captured.kind), out);
    }
    match ply.disambiguation {
        Disambiguation::Words(suffix) => word("relative", &relative(suffix), out),
        Disambiguation::Drop => word("relative", DROP, out),
        Disambiguation::None | Disambiguation::Origin => {}
    }
    out.push('}');
}

fn square(name: &str, square: Square, out: &mut String) {
    key(name, out);
    open('{', out);
    plain("x", square.file(), out);
    plain("y", square.rank(), out);
    out.push('}');
}

fn relative(suffix: Suffix) -> String {
    let side = suffix.side.and_then(|side| word_for(&SIDES, side));
    let motion = suffix.motion.and_then(|motion| word_for(&MOTIONS, motion));
    side.into_iter().chain(motion).collect()
}

// The part before the moves: headers and the start position.

/// Writes the headers in the order of the record.
///
/// Headers that only repeat the start position are left out. If a key occurs twice, the last value is written, and a
/// loss is counted.
fn header(record: &Record<'_>, draft: &mut TextBuilder) {
    let mut headers: Vec<(Cow<'_, str>, Cow<'_, str>)> = Vec::new();
    let mut indices: BTreeMap<_, usize> = BTreeMap::new();
    for (key, value) in header::japanese(record) {
        if header::is_implied_by_start(&key, &value, record) {
            continue;
        }
        match indices.entry(key.clone()) {
            Entry::Occupied(index) => {
                headers[*index.get()].1 = value;
                draft.losses.name(Loss::Header, key);
            }
            Entry::Vacant(index) => {
                index.insert(headers.len());
                headers.push((key, value));
            }
        }
    }
    let out = &mut draft.text;
    key("header", out);
    open('{', out);
    for (name, value) in headers {
        write_comma_if_needed(out);
        string(&name, out);
        out.push(':');
        string(&value, out);
    }
    out.push('}');
}

/// Writes the preset of the start position, or the position itself.
///
/// The squares are ordered by file, then by rank. Black's hand precedes White's.
pub(super) fn initial(position: &Position, out: &mut String) {
    key("initial", out);
    open('{', out);
    if let Some(preset) = Handicap::from_position(position).and_then(start::preset_of) {
        word("preset", preset, out);
        return out.push('}');
    }
    word("preset", "OTHER", out);
    key("data", out);
    open('{', out);
    plain("color", position.side_to_move().index(), out);
    key("board", out);
    open('[', out);
    for file in 1..=9 {
        open('[', out);
        for square in (1..=9).filter_map(|rank| Square::new(file, rank)) {
            open('{', out);
            if let Some(piece) = position.piece_at(square) {
                plain("color", piece.color.index(), out);
                word("kind", csa::code(piece.kind), out);
            }
            out.push('}');
        }
        out.push(']');
    }
    out.push(']');
    key("hands", out);
    open('[', out);
    for side in Color::ALL {
        open('{', out);
        // The order begins with the pawn. Kinds with a count of zero are included, because the schema requires each kind.
        for kind in PieceKind::HAND.into_iter().rev() {
            plain(csa::code(kind), position.hand(side).get(kind), out);
        }
        out.push('}');
    }
    out.push_str("]}}");
}

// JSON output. A comma precedes every item except the first of an array or object.

fn write_comma_if_needed(out: &mut String) {
    if !out.ends_with(['{', '[', ':']) {
        out.push(',');
    }
}

/// Begins an array or an object with its opening bracket, after a comma if necessary.
fn open(bracket: char, out: &mut String) {
    write_comma_if_needed(out);
    out.push(bracket);
}

fn key(name: &str, out: &mut String) {
    write_comma_if_needed(out);
    let _ = write!(out, "\"{name}\":");
}

/// Writes a member whose value is a number, `true` or `false`.
fn plain(name: &str, number: impl Display, out: &mut String) {
    key(name, out);
    let _ = write!(out, "{number}");
}

/// Writes a member whose value is a string without characters to escape.
fn word(name: &str, word: &str, out: &mut String) {
    key(name, out);
    let _ = write!(out, "\"{word}\"");
}

/// Writes a string in quotation marks, with escapes where necessary.
fn string(text: &str, out: &mut String) {
    out.push_str(&serde_json::to_string(text).unwrap_or_default());
}
