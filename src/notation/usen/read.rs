//! From the tokens of the grammar to a record.

use std::borrow::Cow;

use crate::finding::Span;
use crate::notation::line_reader::LineReader;
use crate::record::gap::{Gap, NoParent, ParentGap, TokenGap, WordGap};
use crate::record::{Ending, GapKind, NodeId, RemarkKind, Start, Step, Terminal, Written};
use crate::shogi::{Move, Position};

/// No position has more legal moves than this.
const MOST_MOVES: usize = 593;

/// `[start]~line~line…`, and perhaps a comment after it.
pub(super) fn game<'t>(reader: &mut LineReader<'t>, start: usize, token: &'t str) {
    let Some(mut words) = reader.begin(start, token) else {
        return;
    };
    let Some((text, span)) = words.next() else { return };
    let (board, lines) = text.split_once('~').unwrap_or((text, ""));
    let at = span.start as usize;
    let first = at + board.len() + 1;
    let readable = board.is_empty() || {
        let sfen = board.replace('_', "/").replace('.', " ").replace('z', "+");
        reader.start(
            &sfen,
            Span::new(at, at + board.len()),
            usize::from(!lines.is_empty()),
        )
    };
    if readable {
        play(reader, first, lines);
    } else if !lines.is_empty() {
        reader.add(Step::Illegible(Span::new(first, first + lines.len())));
    }
    let (comment, _) = words.rest();
    if !comment.is_empty() {
        reader.record.remark(NodeId::START, RemarkKind::Comment, comment);
    }
}

/// The lines of play, which begin at `at` in the file.
fn play<'t>(reader: &mut LineReader<'t>, mut at: usize, text: &'t str) {
    let mut lines = Lines::new(text);
    let mut before_trunk = None;
    for line in text.split('~') {
        let parts = Parts::of(line, at);
        at += line.len() + 1;
        match before_trunk {
            None => {
                let offset = parts.plies(reader, true).unwrap_or(0);
                before_trunk = Some(offset);
                if offset > 0 {
                    reader.record.start.plies_before = Some(offset);
                }
                lines.begin(0);
                parts.read(reader, &mut lines);
            }
            Some(before) => {
                if let Some((offset, parent)) = parts.leave(reader, &mut lines, before) {
                    lines.begin(offset);
                    let first = parts.read(reader, &mut lines);
                    if let (Parent::Doubtful(_), Some(first)) = (parent, first) {
                        parts.doubt(reader, first);
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
    /// Where it begins in the file.
    at: usize,
}

impl<'t> Parts<'t> {
    fn of(line: &'t str, at: usize) -> Self {
        let (offset, rest) = line.split_once('.').unwrap_or((line, ""));
        let (moves, end) = rest.split_once('.').unwrap_or((rest, ""));
        Self {
            offset,
            moves,
            end,
            at,
        }
    }

    /// Where the moves begin in the file.
    fn moves_at(self) -> usize {
        self.at + self.offset.len() + 1
    }

    /// Where it says after how many plies it begins.
    fn offset_span(self) -> Span {
        Span::new(self.at, self.at + self.offset.len())
    }

    /// The plies before the line; where they cannot be read, it is taken to begin `as_zero`, or left out.
    fn plies(self, reader: &mut LineReader<'_>, as_zero: bool) -> Option<u32> {
        let plies = self.offset.parse().ok().filter(|_| !self.offset.starts_with('+'));
        if plies.is_none() {
            let kind = GapKind::BadToken(TokenGap::NoPlies { as_zero });
            reader.record.miss(self.offset_span(), kind);
        }
        plies
    }

    /// Goes to where the line leaves another, if it does, and says after how many plies from the start that is.
    fn leave(
        self,
        reader: &mut LineReader<'_>,
        lines: &mut Lines,
        before_trunk: u32,
    ) -> Option<(usize, Parent)> {
        let offset = self.plies(reader, false)?;
        let plies = offset.checked_sub(before_trunk).map(|plies| plies as usize);
        let parent = plies.and_then(|plies| lines.parent(&reader.record.start, plies, self.moves));
        let Some(parent) = parent else {
            let why = NoParent::NothingAfter(offset);
            let kind = GapKind::VariationWithoutParent(ParentGap { why, lost: None });
            reader.record.miss(self.offset_span(), kind);
            return None;
        };
        let (Parent::Known(node) | Parent::Doubtful(node)) = parent;
        reader.last = node;
        Some((plies?, parent))
    }

    /// Notes that the line, which begins with the node `first`, may leave another than it does.
    fn doubt(self, reader: &mut LineReader<'_>, first: NodeId) {
        let gap = Gap::new(self.offset_span(), GapKind::AmbiguousBranch);
        reader.record.gaps.push(gap.of(first));
    }

    /// Reads the moves and the end, and says with which node they begin.
    fn read(self, reader: &mut LineReader<'t>, lines: &mut Lines) -> Option<NodeId> {
        let mut first = None;
        for (start, text) in super::all(self.moves) {
            let mv = read_move(reader, text, self.moves_at() + start);
            first = first.or(Some(reader.last));
            lines.add(reader.last, mv);
        }
        let at = self.moves_at() + self.moves.len() + 1;
        let illegal = self.end.strip_prefix(super::ILLEGAL);
        if let Some(code) = illegal.filter(|code| !code.is_empty()) {
            read_move(reader, code, at + 1);
            let behind = at + self.end.len();
            end(
                reader,
                Terminal::FoulWin,
                &self.end[..1],
                Span::new(behind, behind),
            );
        } else if !self.end.is_empty() {
            let span = Span::new(at, at + self.end.len());
            let terminal = super::terminal(self.end);
            end(reader, terminal.unwrap_or(Terminal::Other), self.end, span);
            if terminal.is_none() {
                let kind = GapKind::UnknownTerminal(WordGap::Letter);
                reader.record.miss(span, kind);
            }
        }
        first
    }
}

/// Ends a line, unless an equal line has ended so before.
fn end<'t>(reader: &mut LineReader<'t>, terminal: Terminal, word: &'t str, span: Span) {
    let tree = &reader.record.tree;
    let is_same = |id: NodeId| matches!(&tree.node(id).step, Step::End(it) if it.word == word);
    if tree.children(reader.last).take(MOST_MOVES).any(is_same) {
        return;
    }
    reader.add(Step::End(Ending {
        terminal,
        offender: None,
        word: Cow::Borrowed(word),
        span,
    }));
}

/// Adds the move of three characters that stand at `at` in the file, or something illegible.
fn read_move(reader: &mut LineReader<'_>, text: &str, at: usize) -> Option<Move> {
    let span = Span::new(at, at + text.len());
    match super::decode(text) {
        Ok(mv) => {
            let written = Written::of(mv, span);
            reader.last = match shared(reader, &written) {
                Some(node) => node,
                None => reader.add(Step::Move(written)),
            };
            Some(mv)
        }
        Err(why) => {
            reader.illegible(span, why);
            None
        }
    }
}

/// The same move after the same node, if a line has it already: what nested variations have in common is repeated.
fn shared(reader: &LineReader<'_>, written: &Written) -> Option<NodeId> {
    let tree = &reader.record.tree;
    let is_same = |&id: &NodeId| matches!(&tree.node(id).step, Step::Move(it) if it.same_move(written));
    tree.children(reader.last).take(MOST_MOVES).find(is_same)
}

// Which line a variation leaves.
//
// A line of play says after how many plies it begins and not in which line. The program that USEN was made for counts
// them on the main line; others write nested variations and count on the line before. Where these are not the same, the
// moves tell: they are tried on the board, and a line does not leave another with the very move by which that goes on.
// Where that does not tell either, the main line is taken.

/// Plies that may be played to try lines, and more for every byte of the text. Real records need less than ten a byte;
/// a text made to send the search up and down a long line again and again must not cost hours.
const PLIES: usize = 1 << 12;
const PLIES_PER_BYTE: usize = 32;

/// A stretch of moves that were read one after the other.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    /// Plies from the start to its first move.
    before: usize,
    /// Its first move among all that were read.
    first: usize,
    length: usize,
}

/// The lines of a game as far as it was read.
#[derive(Debug)]
pub(super) struct Lines {
    /// All moves in the order of the text; `None` for those that cannot be read.
    moves: Vec<(NodeId, Option<Move>)>,
    /// The main line.
    trunk: Option<Stretch>,
    /// The stretches of the line that was read last, from the start.
    latest: Vec<Stretch>,
    /// Plies that may still be played.
    plies: usize,
}

/// The node that a line leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parent {
    /// It is known.
    Known(NodeId),
    /// It is the main line's, but might be another.
    Doubtful(NodeId),
}

impl Lines {
    pub(super) fn new(text: &str) -> Self {
        Self {
            moves: Vec::new(),
            trunk: None,
            latest: Vec::new(),
            plies: PLIES.saturating_add(text.len().saturating_mul(PLIES_PER_BYTE)),
        }
    }

    /// The node after `before` plies that a line with these moves leaves; `None` where no line is so long. What is
    /// read next goes on from there.
    pub(super) fn parent(&mut self, start: &Start<'_>, before: usize, codes: &str) -> Option<Parent> {
        let trunk: Vec<_> = self.trunk.into_iter().filter(|_| before > 0).collect();
        let mut latest = std::mem::take(&mut self.latest);
        latest.truncate(latest.partition_point(|stretch| stretch.before < before));
        let nodes = (self.node(&trunk, before), self.node(&latest, before));
        let (chosen, parent) = match nodes {
            (None, None) => {
                self.latest = latest;
                return None;
            }
            (Some(node), None) => (trunk, Parent::Known(node)),
            (None, Some(node)) => (latest, Parent::Known(node)),
            (Some(node), Some(other)) if node == other => (trunk, Parent::Known(node)),
            (Some(node), Some(other)) => {
                // At the end of the main line there is nothing to which a variation could be an alternative.
                let at_end = self.trunk.is_some_and(|trunk| trunk.length == before);
                let on_trunk = !at_end && self.fits(&start.position, &trunk, before, codes);
                match (on_trunk, self.fits(&start.position, &latest, before, codes)) {
                    (false, true) => (latest, Parent::Known(other)),
                    (true, true) => (trunk, Parent::Doubtful(node)),
                    (_, false) => (trunk, Parent::Known(node)),
                }
            }
        };
        self.latest = chosen;
        Some(parent)
    }

    /// Begins with a line that leaves its parent after `before` plies.
    pub(super) fn begin(&mut self, before: usize) {
        self.latest.push(Stretch {
            before,
            first: self.moves.len(),
            length: 0,
        });
    }

    /// Adds a move to the line.
    pub(super) fn add(&mut self, node: NodeId, mv: Option<Move>) {
        self.moves.push((node, mv));
        if let Some(stretch) = self.latest.last_mut() {
            stretch.length += 1;
        }
    }

    /// Ends the line; the first is the main line.
    pub(super) fn end(&mut self) {
        self.trunk = self.trunk.or(self.latest.last().copied());
    }

    /// The node after some plies of a line.
    fn node(&self, line: &[Stretch], plies: usize) -> Option<NodeId> {
        if plies == 0 {
            return Some(NodeId::START);
        }
        let stretch = line.last()?;
        let at = plies - stretch.before;
        (at <= stretch.length).then(|| self.moves[stretch.first + at - 1].0)
    }

    /// The move after some plies of a line.
    fn next(&self, line: &[Stretch], plies: usize) -> Option<Move> {
        let stretch = line
            .last()
            .filter(|stretch| plies < stretch.before + stretch.length)?;
        self.moves[stretch.first + plies - stretch.before].1
    }

    /// Whether these moves leave a line after some plies: they can be played there, and begin with another move than the
    /// line goes on with. Where it would take too long to play them, they can be.
    fn fits(&mut self, start: &Position, line: &[Stretch], plies: usize, codes: &str) -> bool {
        let first = super::all(codes)
            .next()
            .and_then(|(_, code)| super::decode(code).ok());
        if first.is_some() && first == self.next(line, plies) {
            return false;
        }
        let cost = plies + codes.len() / 3;
        if cost > self.plies {
            return true;
        }
        self.plies -= cost;
        let mut position = start.clone();
        for (at, stretch) in line.iter().enumerate() {
            let end = line.get(at + 1).map_or(plies, |next| next.before);
            let played = &self.moves[stretch.first..stretch.first + end - stretch.before];
            if !played
                .iter()
                .all(|(_, mv)| mv.is_some_and(|mv| position.play(mv).is_some()))
            {
                return false;
            }
        }
        super::all(codes)
            .map_while(|(_, code)| super::decode(code).ok())
            .all(|mv| position.is_legal(mv) && position.play_legal(mv).is_some())
    }
}
