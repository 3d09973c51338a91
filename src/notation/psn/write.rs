//! Writing of PSN in the form of Shogidokoro: a ply a line with its number and its times.

use std::borrow::Cow;

use super::{HANDICAP_HEADER, HEADERS, POSITION_HEADERS, RESULT_HEADER, is_blank, is_one_of, moves, read};
use crate::notation::header::{self, is_implied_by_start, is_start_key};
use crate::notation::remarks::Remarks;
use crate::notation::result::Results;
use crate::notation::times::Seconds;
use crate::notation::{
    self, Claim, Loss, NOTATIONS, Notation, Refusal, RefusalReason, Style, TextBuilder, loss_counter,
};
use crate::played::{Meaning, Played, Ply};
use crate::record::{NodeId, Record, Remark, RemarkKind, Step, Terminal};

/// Writes a record: the headers, the main line, and each variation in a block of its own.
///
/// # Errors
///
/// For a pass of the main line, and a moved piece of unknown kind.
pub(super) fn write(played: &Played<'_, '_>, style: Style, draft: &mut TextBuilder) -> Result<(), Refusal> {
    let record = played.record();
    write_headers(record, draft);
    let mut writer = Writer {
        played,
        remarks: Remarks::new(record),
        results: Results::new(played),
        seconds: Seconds::new(played),
        draft,
    };
    writer.comments(NodeId::START, false);
    writer.line(played.line(), NodeId::START)?;
    let written = loss_counter::written(played, style.holds);
    for first in played.variations().filter(|first| written[first.index()]) {
        let node = record.tree.node(first);
        writer.draft.line(&format!("\nVariation:{}", node.ply));
        writer.comments(first, true);
        writer.line(
            played.from(first),
            record.tree.parent(first).unwrap_or(NodeId::START),
        )?;
    }
    Ok(())
}

/// Returns a move: `P7g-7f`, `B8hx2b+`, `P*5e`. Returns `None` if the kind of the piece is unknown.
pub(super) fn move_text(ply: &Ply) -> Option<String> {
    let piece = ply.kind?.symbol();
    let promotion = if ply.promotes { "+" } else { "" };
    Some(match ply.from {
        Some(from) => {
            let separator = if ply.captured.is_some() { 'x' } else { '-' };
            format!("{piece}{from}{separator}{}{promotion}", ply.to)
        }
        None => format!("{piece}*{}{promotion}", ply.to),
    })
}

// Headers.

/// Writes the headers, the names of both players, and the start position.
fn write_headers(record: &Record<'_>, draft: &mut TextBuilder) {
    let mut written: Vec<&str> = Vec::new();
    for (key, value) in header::japanese(record) {
        if value.trim().is_empty() && !header::is_display_option(&key) {
            continue;
        }
        let own_name = own_name(&key);
        let is_written = match own_name {
            _ if is_start_key(&key) => {
                if !is_implied_by_start(&key, &value, record) {
                    draft.losses.name(Loss::Header, key);
                }
                continue;
            }
            Some(name) => !written.contains(&name),
            None => can_be_key(&key),
        };
        if !is_written {
            draft.losses.name(Loss::Header, key);
            continue;
        }
        written.extend(own_name);
        write_header(own_name.unwrap_or(&key), &value, draft);
    }
    for name in ["Sente", "Gote"] {
        if !written.contains(&name) {
            write_header(name, "", draft);
        }
    }
    let counter = record.start.plies_before.unwrap_or(0).saturating_add(1);
    write_header("SFEN", &record.start.position.to_sfen(counter), draft);
}

/// Returns the name in PSN of a header with this name in KIF; `None` if PSN has no name for it.
fn own_name(key: &str) -> Option<&'static str> {
    let key = match key {
        "下手" => "先手",
        "上手" => "後手",
        key => key,
    };
    let entry = HEADERS.iter().find(|(_, japanese)| *japanese == key);
    entry.map(|(name, _)| *name)
}

/// Returns whether a header with this key is read back with the same key.
fn can_be_key(key: &str) -> bool {
    let has_meaning = HEADERS.iter().any(|(name, _)| name.eq_ignore_ascii_case(key))
        || is_one_of(&POSITION_HEADERS, key)
        || key.eq_ignore_ascii_case(HANDICAP_HEADER);
    let line = format!("[{key} \"\"]");
    let is_of_other_format = |it: &&&Notation| {
        it.format != notation::PSN && matches!((it.claim_line)(&line), Claim::Strong | Claim::Certain)
    };
    !has_meaning
        && !key.is_empty()
        && key.trim() == key
        && !key.contains(['"', '[', ']', ':', '\n', '\r'])
        && !NOTATIONS.iter().any(|it| is_of_other_format(&it))
}

/// Writes `[key "value"]`. A bracket that would end the value is replaced.
fn write_header(key: &str, value: &str, draft: &mut TextBuilder) {
    let value = draft.one_line(value).into_owned();
    let has_end = value
        .split('"')
        .skip(1)
        .any(|rest| rest.trim_start_matches(is_blank).starts_with(']'));
    let value = if has_end {
        draft.losses.name(Loss::Substitution, "]");
        value.replace(']', "］")
    } else {
        value
    };
    draft.line(&format!("[{key} \"{value}\"]"));
}

// Moves, ends and comments.

struct Writer<'p, 'r, 't, 'd> {
    played: &'p Played<'r, 't>,
    remarks: Remarks<'r, 't>,
    results: Results<'p, 'r, 't>,
    seconds: Seconds<'p, 'r, 't>,
    draft: &'d mut TextBuilder,
}

impl Writer<'_, '_, '_, '_> {
    /// Writes a line of play after `last`, up to its end.
    fn line(&mut self, nodes: impl Iterator<Item = NodeId>, mut last: NodeId) -> Result<(), Refusal> {
        for id in nodes {
            let node = self.played.record().tree.node(id);
            match (self.played.meaning(id), &node.step) {
                (Meaning::Ply(ply), _) => {
                    let refusal = || {
                        let why = RefusalReason::UnnamedPiece(Some(notation::PSN));
                        Refusal::new(self.played, id, why)
                    };
                    let text = move_text(ply).ok_or_else(refusal)?;
                    self.numbered(id, node.ply, &text);
                }
                (Meaning::Pass, _) => {
                    let why = RefusalReason::Pass(notation::PSN);
                    return Err(Refusal::new(self.played, id, why));
                }
                (_, Step::End(ending)) => {
                    let terminal = ending.terminal_for_side_to_move(self.played.turn(id));
                    self.end(id, node.ply, terminal, &ending.word);
                    return Ok(());
                }
                // The line cannot be continued after a move that is not on the board.
                _ => break,
            }
            self.comments(id, false);
            last = id;
        }
        self.claimed(last);
        Ok(())
    }

    /// Writes a line with its number and the time of a node: `12.P8gx8f         (00:03 / 00:00:09)`.
    fn numbered(&mut self, id: NodeId, number: u32, text: &str) {
        let numbered = format!("{number}.{text}");
        let Some((spent, total)) = self.seconds.at(id) else {
            return self.draft.line(&numbered);
        };
        self.draft.line(&format!(
            "{numbered:<18}({:02}:{:02} / {:02}:{:02}:{:02})",
            spent / 60,
            spent % 60,
            total / 3600,
            total / 60 % 60,
            total % 60
        ));
    }

    /// Writes the word for the end at a node, and its comments. `original` is the word in the record.
    fn end(&mut self, id: NodeId, number: u32, terminal: Terminal, original: &str) {
        let (word, meaning) = match terminal {
            // The usual word would be read as a loss by perpetual check, if the board shows one.
            Terminal::Repetition if read::checking_side(self.played.record()).is_some() => {
                (moves::REPETITION_DRAW, None)
            }
            Terminal::FoulLoss | Terminal::FoulWin if moves::may_be_perpetual(original) => {
                (moves::SENNICHITE, None)
            }
            _ => moves::word_or_substitute(terminal, original),
        };
        self.numbered(id, number, word);
        let remarks = self
            .remarks
            .at(id)
            .filter(|remark| remark.kind != RemarkKind::Tool);
        let lines = meaning
            .map(Cow::Borrowed)
            .into_iter()
            .chain(remarks.map(comment_text));
        write_comment(&lines.collect::<Vec<_>>(), self.draft);
    }

    /// Writes the result of a line of play without an end, if a result line of another format states it.
    fn claimed(&mut self, last: NodeId) {
        let Some((terminal, claim)) = self.results.claimed(last) else {
            return;
        };
        let record = self.played.record();
        let is_header = record
            .headers
            .value_of(RESULT_HEADER)
            .is_some_and(|value| value.trim() == claim.text);
        if is_header || *self.played.meaning(last) == Meaning::End {
            return;
        }
        let (word, meaning) = moves::word_or_substitute(terminal, &claim.text);
        let number = record.tree.node(last).ply.saturating_add(1);
        self.draft.line(&format!("{number}.{word}"));
        write_comment(meaning.map(Cow::Borrowed).as_slice(), self.draft);
    }

    /// Writes the comments of a node: those that introduce the variation that begins with the node, or the others.
    fn comments(&mut self, id: NodeId, introducing: bool) {
        let remarks = self.remarks.at(id);
        let remarks = remarks.filter(|it| it.kind != RemarkKind::Tool && it.introduces == introducing);
        write_comment(&remarks.map(comment_text).collect::<Vec<_>>(), self.draft);
    }
}

/// Returns the text of a comment, or of a bookmark as a comment.
fn comment_text<'r>(remark: &'r Remark<'_>) -> Cow<'r, str> {
    match remark.kind {
        RemarkKind::Bookmark => Cow::Owned(format!("&{}", remark.text)),
        _ => Cow::Borrowed(&remark.text),
    }
}

/// Writes lines of comments, each in braces of its own. Braces in a comment are replaced.
fn write_comment(comments: &[Cow<'_, str>], draft: &mut TextBuilder) {
    for line in comments.iter().flat_map(|comment| comment.split('\n')) {
        let mut line = line.trim_end_matches('\r').replace('\r', " ");
        for (character, similar) in [('{', "｛"), ('}', "｝")] {
            if line.contains(character) {
                draft.losses.name(Loss::Substitution, character.to_string());
                line = line.replace(character, similar);
            }
        }
        draft.line(&format!("{{ {line} }}"));
    }
}
