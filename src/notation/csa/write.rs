//! Writing of CSA, one statement per line.

use super::{read, time};
use crate::finding::Edit;
use crate::notation::header::{self, CsaHeaders, Version};
use crate::notation::kakinoki::words;
use crate::notation::loss_counter::declares_encoding;
use crate::notation::remarks::Remarks;
use crate::notation::result::{self, Results};
use crate::notation::{self, Loss, Refusal, RefusalReason, StartPart, Style, TextBuilder};
use crate::played::{Meaning, Played, Ply};
use crate::record::{Date, HeaderKey, NodeId, Record, Remark, RemarkKind, Step, Terminal};
use crate::shogi::{Color, Handicap, Position, Square};

/// Writes a record as CSA V2.2. Returns an error for a pass, an impossible promotion, or a moved piece of unknown kind.
pub(super) fn v22(played: &Played<'_, '_>, _: Style, draft: &mut TextBuilder) -> Result<(), Refusal> {
    draft.line("V2.2");
    Writer::new(played, Version::Two, draft).record()
}

/// Writes a record as CSA V3.0, with its encoding on the first line. Returns the errors of [`v22`].
pub(super) fn v30(played: &Played<'_, '_>, style: Style, draft: &mut TextBuilder) -> Result<(), Refusal> {
    draft.line(&format!("'CSA encoding={}", style.encoding.name().to_uppercase()));
    draft.line("V3.0");
    Writer::new(played, Version::Three, draft).record()
}

struct Writer<'p, 'r, 't, 'd> {
    played: &'p Played<'r, 't>,
    version: Version,
    remarks: Remarks<'r, 't>,
    draft: &'d mut TextBuilder,
}

impl<'p, 'r, 't, 'd> Writer<'p, 'r, 't, 'd> {
    fn new(played: &'p Played<'r, 't>, version: Version, draft: &'d mut TextBuilder) -> Self {
        let remarks = Remarks::new(played.record());
        Self {
            played,
            version,
            remarks,
            draft,
        }
    }

    fn record(mut self) -> Result<(), Refusal> {
        let record = self.played.record();
        write_headers(record, self.version, self.draft);
        let remarks = || self.remarks.at(NodeId::START);
        let is_tool = |remark: &&Remark<'_>| remark.kind == RemarkKind::Tool;
        // In CSA, some comments are read as headers. A program line of another format was not a header, so it is left out
        // if CSA would read it as one.
        let is_header = |remark: &&Remark<'_>| {
            record.format != notation::CSA && read::header_in_comment(&remark.text).is_some()
        };
        write_remarks(
            remarks().filter(is_tool).filter(|remark| !is_header(remark)),
            self.draft,
        );
        for _ in remarks().filter(is_tool).filter(is_header) {
            self.draft.losses.add(Loss::ToolLine);
        }
        write_start(&record.start.position, self.draft);
        write_remarks(remarks().filter(|remark| !is_tool(remark)), self.draft);
        let mut last = NodeId::START;
        for id in self.played.line() {
            self.node(id)?;
            last = id;
        }
        if *self.played.meaning(last) != Meaning::End {
            self.claimed(last);
        }
        Ok(())
    }

    /// Writes a move or an end, with its time and its remarks. Returns an error for a pass, and for a move that CSA
    /// cannot express. Writes nothing for any other node.
    fn node(&mut self, id: NodeId) -> Result<(), Refusal> {
        let node = self.played.record().tree.node(id);
        let mut comment_word = None;
        match (self.played.meaning(id), &node.step) {
            (Meaning::Ply(ply), _) => {
                write_ply(ply, &mut self.draft.text).map_err(|why| Refusal::at(node.ply, why))?;
                if !ply.stated_after {
                    self.draft.losses.add(Loss::PieceName);
                }
            }
            (Meaning::Pass, _) => {
                return Err(Refusal::new(self.played, id, RefusalReason::Pass(notation::CSA)));
            }
            (_, Step::End(ending)) => {
                let turn = self.played.turn(id);
                // CSA states the offender only in `ILLEGAL_ACTION`. For other words, readers derive the side from the side to
                // move.
                let named_offender = ending
                    .offender
                    .filter(|_| ending.word.ends_with(super::ILLEGAL_ACTION));
                // The summary of the server, which is kept, shows that this is not a resignation.
                let terminal = if ending.is_disconnection_by_summary() {
                    Terminal::Resign
                } else {
                    ending.terminal_for_side_to_move(turn)
                };
                let has_word = self.result(terminal, named_offender, turn);
                let reason = result::perpetual_check_comment(&ending.word, self.remarks.at(id));
                comment_word = if has_word { reason } else { Some(&*ending.word) };
            }
            // Other nodes are not written.
            _ => return Ok(()),
        }
        if let Some(spent) = node.clock.spent {
            self.time(spent);
        }
        if let Some(word) = comment_word {
            comment(word, self.draft);
        }
        write_remarks(self.remarks.at(id), self.draft);
        Ok(())
    }

    /// Writes the time of the preceding move or end (milliseconds). In V2.2, fractions of a second are left out.
    fn time(&mut self, spent: u32) {
        let unit = match self.version {
            Version::Two => 1000,
            Version::Three => 1,
        };
        self.draft.text.push('T');
        time::write_seconds(spent - spent % unit, self.draft);
        self.draft.text.push('\n');
    }

    /// Writes the word for a result. If the version has no word for the result, writes the word for an interrupted game
    /// and returns `false`. For an impasse in a record whose date is lost, counts a loss.
    fn result(&mut self, terminal: Terminal, offender: Option<Color>, to_move: Color) -> bool {
        let word =
            super::result_word(terminal, offender, to_move).filter(|_| has_word(self.version, terminal));
        let output_word = word.as_deref().unwrap_or("CHUDAN");
        self.draft.line(&format!("%{output_word}"));
        if terminal == Terminal::Impasse && self.loses_date() {
            self.draft.losses.name(Loss::Result, "持将棋");
        }
        word.is_some()
    }

    /// Returns whether the record has a start date that CSA cannot represent.
    ///
    /// The meaning of an impasse depends on the date, because in some years the players were free to agree on an
    /// impasse.
    fn loses_date(&self) -> bool {
        let date = header::value(self.played.record(), HeaderKey::Start).map(Date::read);
        date.is_some_and(|date| date.is_ok_and(|date| date.to_csa().is_none()))
    }

    /// Writes the result of a record without an end node, if a result line such as a まで line states it. A result for
    /// which CSA has no word, and a perpetual check, are also written as a comment.
    ///
    /// The summary of a game server also states a result, but was already written as a comment.
    fn claimed(&mut self, last: NodeId) {
        let claimed_result = Results::new(self.played).claimed(last);
        let Some((terminal, claim)) = claimed_result.filter(|(_, claim)| !result::is_comment(claim)) else {
            return;
        };
        if !self.result(terminal, None, self.played.turn_after(last)) {
            comment(&claim.text, self.draft);
        } else if result::is_perpetual(claim) {
            comment(words::PERPETUAL, self.draft);
        }
    }
}

/// Returns whether the word of CSA for a result can be written in a version.
///
/// V3.0 dropped `%MATTA`. `%MAX_MOVES` was introduced in V3.0 but is also written in V2.2, because the result would
/// otherwise be lost.
fn has_word(version: Version, terminal: Terminal) -> bool {
    version == Version::Two || terminal != Terminal::TakeBack
}

/// Returns a move: `+7776FU`.
pub(super) fn move_text(ply: &Ply) -> Option<String> {
    let mut out = String::new();
    write_ply(ply, &mut out).ok()?;
    out.pop();
    Some(out)
}

/// Writes a move: `+7776FU`. Returns an error if the kind of the piece is unknown, or if a piece that cannot promote
/// promotes.
fn write_ply(ply: &Ply, out: &mut String) -> Result<(), RefusalReason> {
    let kind = ply.kind.ok_or(RefusalReason::UnnamedPiece(Some(notation::CSA)))?;
    let kind_after_move = if ply.promotes { kind.promoted() } else { Some(kind) };
    let kind_after_move = kind_after_move.ok_or(RefusalReason::ImpossiblePromotion(notation::CSA))?;
    out.push(super::sign_of(ply.mark()));
    out.extend(ply.from.map_or(['0', '0'], Square::digits));
    out.extend(ply.to.digits());
    out.push_str(super::code(kind_after_move));
    out.push('\n');
    Ok(())
}

// Names and information.

/// Writes the headers with the keys of CSA: `N+甲`, `$EVENT:見本`. Headers that are left out, and values that are
/// shortened or may be read differently, are counted as losses.
fn write_headers(record: &Record<'_>, version: Version, draft: &mut TextBuilder) {
    let CsaHeaders {
        entries,
        lost,
        cut,
        ambiguous_limits,
    } = header::csa(record, version);
    for (key, value) in entries {
        let colon = if key.starts_with('$') { ":" } else { "" };
        let value = draft.one_line(&value);
        draft.text.extend([key.as_ref(), colon]);
        draft.line(&value);
    }
    let losses = [
        (Loss::Header, lost),
        (Loss::DatePart, cut),
        (Loss::TimeLimit, ambiguous_limits),
    ];
    for (loss, headers) in losses {
        for header in headers {
            draft.losses.name(loss, header.name.as_ref());
        }
    }
}

// Comments, bookmarks and program lines.

/// Writes remarks. A bookmark becomes a comment that begins with `&`. Program lines that declare an encoding are left
/// out, because they apply to the source only.
fn write_remarks<'r>(remarks: impl Iterator<Item = &'r Remark<'r>>, draft: &mut TextBuilder) {
    for remark in remarks {
        match remark.kind {
            RemarkKind::Comment => comment(&remark.text, draft),
            RemarkKind::Bookmark => comment(&format!("&{}", remark.text), draft),
            RemarkKind::Tool if declares_encoding(remark) => {}
            // An asterisk right after the apostrophe would make the line a comment.
            RemarkKind::Tool if remark.text.starts_with('*') => lines("' ", &remark.text, draft),
            RemarkKind::Tool => lines("'", &remark.text, draft),
        }
    }
}

/// Writes a comment as lines that begin with `'*`.
fn comment(text: &str, draft: &mut TextBuilder) {
    lines("'*", text, draft);
}

/// Writes a text line by line, with `mark` before each line. Only remarks from JSON have more than one line.
fn lines(mark: &str, text: &str, draft: &mut TextBuilder) {
    for line in text.replace("\r\n", "\n").split(['\n', '\r']) {
        draft.line(&format!("{mark}{line}"));
    }
}

// The start position: `PI` for an even game or a handicap, else rank by rank.

/// Writes the start position and the side to move.
fn write_start(position: &Position, draft: &mut TextBuilder) {
    if let Some(handicap) = Handicap::from_position(position).filter(|handicap| handicap.held().is_empty()) {
        draft.text.push_str("PI");
        for (square, piece) in handicap.removed() {
            draft.text.extend(square.digits());
            draft.text.push_str(super::code(piece.kind));
        }
        draft.text.push('\n');
    } else {
        board(position, draft);
        for side in Color::ALL {
            hand(position, side, draft);
        }
    }
    draft.line(&super::sign_of(position.side_to_move()).to_string());
}

/// Writes `P1` to `P9`, each from file 9 to file 1.
fn board(position: &Position, draft: &mut TextBuilder) {
    for rank in 1..=9 {
        let squares = (1..=9).rev().filter_map(|file| Square::new(file, rank));
        let cells = squares.map(|square| cell(position, square));
        draft.line(&format!("P{rank}{}", cells.collect::<String>()));
    }
}

/// Returns a square: `+FU`, ` * `.
fn cell(position: &Position, square: Square) -> String {
    match position.piece_at(square) {
        Some(piece) => format!("{}{}", super::sign_of(piece.color), super::code(piece.kind)),
        None => " * ".to_owned(),
    }
}

/// Returns the text of a part of the start position: `+FU`, ` * `, `P+00HI00FU`.
pub(super) fn part_of_start(position: &Position, part: StartPart) -> String {
    match part {
        StartPart::Square(square) => cell(position, square),
        StartPart::Hand(side) => {
            let mut draft = TextBuilder::default();
            hand(position, side, &mut draft);
            draft.text.pop();
            draft.text
        }
    }
}

/// Returns the edits after which a record begins with this position.
///
/// The lines from the start position to the side to move are written anew, if nothing else is between them.
pub(super) fn start_edits(record: &Record<'_>, position: &Position) -> Option<Vec<Edit>> {
    let turn = record.start.turn?;
    let same_board = record.start.position.has_same_board(position);
    if same_board {
        let text = super::sign_of(position.side_to_move()).to_string();
        return Some(vec![Edit { span: turn, text }]);
    }
    let start = record
        .start
        .name
        .as_ref()
        .map(|(_, span)| *span)
        .or(record.start.diagram)?;
    let mut draft = TextBuilder::default();
    write_start(position, &mut draft);
    draft.text.pop();
    let (board, sign) = draft.text.rsplit_once('\n')?;
    let is_one_line = !record.text_at(start).trim_end().contains('\n') && !board.contains('\n');
    is_one_line.then(|| {
        vec![
            Edit {
                span: start,
                text: board.to_owned(),
            },
            Edit {
                span: turn,
                text: sign.to_owned(),
            },
        ]
    })
}

/// Writes a hand: `P+00HI00FU`. There is no line for an empty hand.
fn hand(position: &Position, side: Color, draft: &mut TextBuilder) {
    let counts = position.hand(side).iter();
    let pieces: String = counts
        .map(|(kind, count)| format!("00{}", super::code(kind)).repeat(count.into()))
        .collect();
    if !pieces.is_empty() {
        draft.line(&format!("P{}{pieces}", super::sign_of(side)));
    }
}
