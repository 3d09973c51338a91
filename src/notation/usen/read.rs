//! Conversion of a game in USEN to a record.

use std::borrow::Cow;

use crate::finding::Span;
use crate::notation::line_reader::LineReader;
use crate::record::gap::{Gap, NoParent, ParentGap, TokenGap, WordGap};
use crate::record::{Ending, GapKind, NodeId, RemarkKind, Start, Step, Terminal, WrittenMove};
use crate::shogi::{Move, Position};

/// Maximum number of legal moves in any position.
const MAX_LEGAL_MOVES: usize = 593;

/// Reads a game: `[start]~line~line…`, with an optional comment after the game. After an unreadable start position, all
/// the lines become a single unreadable step.
pub(super) fn game<'t>(reader: &mut LineReader<'t>, start: usize, token: &'t str) {
    let Some(mut words) = reader.begin(start, token) else {
        return;
    };
    let Some((text, span)) = words.next() else { return };
    let (board, lines) = text.split_once('~').unwrap_or((text, ""));
    let board_start = span.start as usize;
    let lines_start = board_start + board.len() + 1;
    let is_readable = board.is_empty() || {
        let sfen = board.replace('_', "/").replace('.', " ").replace('z', "+");
        reader.start(
            &sfen,
            Span::new(board_start, board_start + board.len()),
            usize::from(!lines.is_empty()),
        )
    };
    if is_readable {
        play(reader, lines_start, lines);
    } else if !lines.is_empty() {
        reader.add(Step::Unreadable(Span::new(
            lines_start,
            lines_start + lines.len(),
        )));
    }
    let (comment, _) = words.rest();
    if !comment.is_empty() {
        reader.record.remark(NodeId::START, RemarkKind::Comment, comment);
    }
}

/// Reads the lines of play, which begin at `at` in the file.
fn play<'t>(reader: &mut LineReader<'t>, mut at: usize, text: &'t str) {
    let mut lines = Lines::new(text);
    let mut main_line_offset = None;
    for line in text.split('~') {
        let parts = Parts::new(line, at);
        at += line.len() + 1;
        match main_line_offset {
            None => {
                let offset = parts.plies(reader, true).unwrap_or(0);
                main_line_offset = Some(offset);
                if offset > 0 {
                    reader.record.start.plies_before = Some(offset);
                }
                lines.begin(0);
                parts.read(reader, &mut lines);
            }
            Some(main_line_offset) => {
                if let Some((offset, parent)) = parts.leave(reader, &mut lines, main_line_offset) {
                    lines.begin(offset);
                    let first_node = parts.read(reader, &mut lines);
                    if let (Parent::Ambiguous(_), Some(first_node)) = (parent, first_node) {
                        parts.note_ambiguity(reader, first_node);
                    }
                }
            }
        }
        lines.end();
    }
}

/// The parts of a line of play: `offset.moves.end`.
#[derive(Clone, Copy, Debug)]
struct Parts<'t> {
    offset: &'t str,
    moves: &'t str,
    end: &'t str,
    /// The offset of the line in the file.
    at: usize,
}

impl<'t> Parts<'t> {
    fn new(line: &'t str, at: usize) -> Self {
        let (offset, rest) = line.split_once('.').unwrap_or((line, ""));
        let (moves, end) = rest.split_once('.').unwrap_or((rest, ""));
        Self {
            offset,
            moves,
            end,
            at,
        }
    }

    /// Returns the offset of the moves in the file.
    fn moves_at(self) -> usize {
        self.at + self.offset.len() + 1
    }

    /// Returns the span of the number of plies before the line.
    fn offset_span(self) -> Span {
        Span::new(self.at, self.at + self.offset.len())
    }

    /// Returns the number of plies before the line; `None` if the number is unreadable, which is reported.
    ///
    /// `as_zero` is `true` if the line is then read as if it began at ply 0, `false` if the line is left out.
    fn plies(self, reader: &mut LineReader<'_>, as_zero: bool) -> Option<u32> {
        let plies = self.offset.parse().ok().filter(|_| !self.offset.starts_with('+'));
        if plies.is_none() {
            let kind = GapKind::BadToken(TokenGap::NoPlies { as_zero });
            reader.record.add_gap(self.offset_span(), kind);
        }
        plies
    }

    /// Moves the reader to the node that the line leaves. Returns the number of plies from the start to this node, and the
    /// node.
    ///
    /// If there is no such node, reports this and returns `None`. `main_line_offset` is the number of plies before the main
    /// line.
    fn leave(
        self,
        reader: &mut LineReader<'_>,
        lines: &mut Lines,
        main_line_offset: u32,
    ) -> Option<(usize, Parent)> {
        let offset = self.plies(reader, false)?;
        let plies = offset.checked_sub(main_line_offset).map(|plies| plies as usize);
        let parent = plies.and_then(|plies| lines.parent(&reader.record.start, plies, self.moves));
        let Some(parent) = parent else {
            let why = NoParent::NoPositionAfter(offset);
            let kind = GapKind::VariationWithoutParent(ParentGap { why, lost: None });
            reader.record.add_gap(self.offset_span(), kind);
            return None;
        };
        let (Parent::Known(node) | Parent::Ambiguous(node)) = parent;
        reader.last = node;
        Some((plies?, parent))
    }

    /// Reports that the line, which begins with the node `first`, may leave the previous line instead of the main line.
    fn note_ambiguity(self, reader: &mut LineReader<'_>, first: NodeId) {
        let gap = Gap::new(self.offset_span(), GapKind::AmbiguousBranch);
        reader.record.gaps.push(gap.with_node(first));
    }

    /// Reads the moves and the end. Returns the node of the first move; `None` if the line has no moves.
    fn read(self, reader: &mut LineReader<'t>, lines: &mut Lines) -> Option<NodeId> {
        let mut first_node = None;
        for (start, text) in super::codes(self.moves) {
            let mv = read_move(reader, text, self.moves_at() + start);
            first_node = first_node.or(Some(reader.last));
            lines.add(reader.last, mv);
        }
        let at = self.moves_at() + self.moves.len() + 1;
        let illegal_code = self.end.strip_prefix(super::ILLEGAL_PREFIX);
        if let Some(code) = illegal_code.filter(|code| !code.is_empty()) {
            read_move(reader, code, at + 1);
            let after_end = at + self.end.len();
            end(
                reader,
                Terminal::FoulWin,
                &self.end[..1],
                Span::new(after_end, after_end),
            );
        } else if !self.end.is_empty() {
            let span = Span::new(at, at + self.end.len());
            let terminal = super::terminal(self.end);
            end(reader, terminal.unwrap_or(Terminal::Other), self.end, span);
            if terminal.is_none() {
                let kind = GapKind::UnknownTerminal(WordGap::Letter);
                reader.record.add_gap(span, kind);
            }
        }
        first_node
    }
}

/// Adds the end of a line. If a line with the same moves already has the same end, the end is not added again.
fn end<'t>(reader: &mut LineReader<'t>, terminal: Terminal, word: &'t str, span: Span) {
    let tree = &reader.record.tree;
    let is_same = |id: NodeId| matches!(&tree.node(id).step, Step::End(it) if it.word == word);
    if tree.children(reader.last).take(MAX_LEGAL_MOVES).any(is_same) {
        return;
    }
    reader.add(Step::End(Ending {
        terminal,
        offender: None,
        word: Cow::Borrowed(word),
        span,
    }));
}

/// Reads a move of three characters at offset `at` in the file, and returns the move. An identical move that already
/// follows the last node is used again. If the characters are not a move, adds an unreadable step and returns `None`.
fn read_move(reader: &mut LineReader<'_>, text: &str, at: usize) -> Option<Move> {
    let span = Span::new(at, at + text.len());
    match super::decode(text) {
        Ok(mv) => {
            let written_move = WrittenMove::new(mv, span);
            reader.last = match existing_move(reader, &written_move) {
                Some(node) => node,
                None => reader.add(Step::Move(written_move)),
            };
            Some(mv)
        }
        Err(why) => {
            reader.add_illegible(span, why);
            None
        }
    }
}

/// Returns the node of an identical move after the last node; `None` if there is no such node. Nested variations repeat
/// the moves that they share.
fn existing_move(reader: &LineReader<'_>, written: &WrittenMove) -> Option<NodeId> {
    let tree = &reader.record.tree;
    let is_same = |&id: &NodeId| matches!(&tree.node(id).step, Step::Move(it) if it.same_move(written));
    tree.children(reader.last).take(MAX_LEGAL_MOVES).find(is_same)
}

// The line that a variation leaves.
//
// A line of play states the number of plies before it, but not the line in which they are counted. The original
// program of USEN counts them on the main line. Other programs write nested variations and count on the
// previous line. If the two lines differ, the moves are tried on the board to decide. A variation
// never begins with the move that already follows in the line that it leaves. If the moves do not decide either, the
// main line is used.

/// Maximum number of plies that may be played to try lines, plus an allowance per byte of the text.
///
/// Real records need less than ten plies per byte. The limit protects against a text that is designed to make
/// the search replay a long line repeatedly.
const BASE_PLY_BUDGET: usize = 1 << 12;
const PLY_BUDGET_PER_BYTE: usize = 32;

/// A run of consecutive moves in the order of the text.
#[derive(Clone, Copy, Debug)]
struct MoveRun {
    /// The number of plies from the start to the first move of the run.
    before: usize,
    /// The index of the first move among all moves.
    first: usize,
    length: usize,
}

/// The lines of a game that have been read so far.
#[derive(Debug)]
pub(super) struct Lines {
    /// All moves in the order of the text, each with its node; `None` for an unreadable move.
    moves: Vec<(NodeId, Option<Move>)>,
    /// The moves of the main line; `None` until the main line has been read.
    main_line: Option<MoveRun>,
    /// The runs that make up the line that was read last, from the start.
    latest: Vec<MoveRun>,
    /// The number of plies that may still be played.
    ply_budget: usize,
}

/// The node that a line leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parent {
    /// A node that is certainly the parent.
    Known(NodeId),
    /// A node of the main line, although a node of the previous line is also possible.
    Ambiguous(NodeId),
}

impl Lines {
    pub(super) fn new(text: &str) -> Self {
        Self {
            moves: Vec::new(),
            main_line: None,
            latest: Vec::new(),
            ply_budget: BASE_PLY_BUDGET.saturating_add(text.len().saturating_mul(PLY_BUDGET_PER_BYTE)),
        }
    }

    /// Returns the node that a line with the moves `codes` leaves after `before` plies. Returns `None` if no line is that
    /// long.
    ///
    /// The next line that is begun continues from this node.
    pub(super) fn parent(&mut self, start: &Start<'_>, before: usize, codes: &str) -> Option<Parent> {
        let main_line: Vec<_> = self.main_line.into_iter().filter(|_| before > 0).collect();
        let mut latest = std::mem::take(&mut self.latest);
        latest.truncate(latest.partition_point(|run| run.before < before));
        let nodes = (self.node(&main_line, before), self.node(&latest, before));
        let (chosen, parent) = match nodes {
            (None, None) => {
                self.latest = latest;
                return None;
            }
            (Some(node), None) => (main_line, Parent::Known(node)),
            (None, Some(node)) => (latest, Parent::Known(node)),
            (Some(node), Some(latest_node)) if node == latest_node => (main_line, Parent::Known(node)),
            (Some(node), Some(latest_node)) => {
                // At the end of the main line, there is no move that a variation could replace.
                let is_at_end = self.main_line.is_some_and(|main_line| main_line.length == before);
                let fits_main_line = !is_at_end && self.fits(&start.position, &main_line, before, codes);
                match (fits_main_line, self.fits(&start.position, &latest, before, codes)) {
                    (false, true) => (latest, Parent::Known(latest_node)),
                    (true, true) => (main_line, Parent::Ambiguous(node)),
                    (_, false) => (main_line, Parent::Known(node)),
                }
            }
        };
        self.latest = chosen;
        Some(parent)
    }

    /// Begins a line that leaves its parent after `before` plies.
    pub(super) fn begin(&mut self, before: usize) {
        self.latest.push(MoveRun {
            before,
            first: self.moves.len(),
            length: 0,
        });
    }

    /// Adds a move to the line that was begun last.
    pub(super) fn add(&mut self, node: NodeId, mv: Option<Move>) {
        self.moves.push((node, mv));
        if let Some(run) = self.latest.last_mut() {
            run.length += 1;
        }
    }

    /// Ends the line that was begun last. The first line that ends is the main line.
    pub(super) fn end(&mut self) {
        self.main_line = self.main_line.or(self.latest.last().copied());
    }

    /// Returns the node after `plies` plies of a line; `None` if the line is shorter.
    fn node(&self, line: &[MoveRun], plies: usize) -> Option<NodeId> {
        if plies == 0 {
            return Some(NodeId::START);
        }
        let run = line.last()?;
        let at = plies - run.before;
        (at <= run.length).then(|| self.moves[run.first + at - 1].0)
    }

    /// Returns the move that follows the first `plies` plies of a line; `None` if the line ends there or the move is
    /// unreadable.
    fn next(&self, line: &[MoveRun], plies: usize) -> Option<Move> {
        let run = line.last().filter(|run| plies < run.before + run.length)?;
        self.moves[run.first + plies - run.before].1
    }

    /// Returns whether the moves `codes` can leave a line after `plies` plies.
    ///
    /// The moves must be playable there, and the first one must differ from the move that follows in the line. If
    /// playing the line and the moves would exceed the limit of plies, the result is `true`.
    fn fits(&mut self, start: &Position, line: &[MoveRun], plies: usize, codes: &str) -> bool {
        let first_move = super::codes(codes)
            .next()
            .and_then(|(_, code)| super::decode(code).ok());
        if first_move.is_some() && first_move == self.next(line, plies) {
            return false;
        }
        let cost = plies + codes.len() / 3;
        if cost > self.ply_budget {
            return true;
        }
        self.ply_budget -= cost;
        let mut position = start.clone();
        for (at, run) in line.iter().enumerate() {
            let end = line.get(at + 1).map_or(plies, |next| next.before);
            let run_moves = &self.moves[run.first..run.first + end - run.before];
            if !run_moves
                .iter()
                .all(|(_, mv)| mv.is_some_and(|mv| position.play(mv).is_some()))
            {
                return false;
            }
        }
        super::codes(codes)
            .map_while(|(_, code)| super::decode(code).ok())
            .all(|mv| position.is_legal(mv) && position.play_legal(mv).is_some())
    }
}
