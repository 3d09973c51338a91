//! A record played out, every line of it.

use super::attempt::{Attempt, Context, Opening, Turn, begun_with_other_piece, passed_over, turn};
use super::ply::{Marking, Ply};
use super::resolve::resolve;
use crate::record::{NodeId, Record, Step, Written};
use crate::shogi::{Color, Piece, Position, Undo};

/// What a node of a record means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The start position.
    Start,
    /// A move.
    Ply(Ply),
    /// A turn that is let pass.
    Pass,
    /// The end of a line of play.
    End,
    /// Nothing that could be put on a board, by itself or because the line broke off before.
    Lost,
}

/// A record played out on the board, legal moves or not.
///
/// ```
/// use kifu::played::{Meaning, Played};
/// use kifu::{notation, text};
///
/// let text = text::decode("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n".as_bytes(), None);
/// for record in notation::records(&text, notation::detect(&text, None)) {
///     let played = Played::of(&record);
///     assert_eq!(played.line().count(), 2);
///     assert_eq!(played.last().to_sfen(3), "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3");
/// }
/// ```
#[derive(Debug)]
pub struct Played<'r, 't> {
    record: &'r Record<'t>,
    nodes: Vec<Placed>,
    last: Position,
}

/// A node of a record that was played out.
#[derive(Clone, Copy, Debug)]
struct Placed {
    meaning: Meaning,
    /// Whose turn it was before.
    turn: Color,
    /// Whose turn it is after, for an end that stands there.
    turn_after: Color,
}

impl Placed {
    const LOST: Self = Self {
        meaning: Meaning::Lost,
        turn: Color::Black,
        turn_after: Color::Black,
    };
}

impl<'r, 't> Played<'r, 't> {
    /// Plays a record out.
    pub fn of(record: &'r Record<'t>) -> Self {
        Self::watched(record, |_, _, _| {})
    }

    /// Plays a record out before somebody who sees every node that means something, line by line in the order of
    /// [`Tree::lines`](crate::record::Tree::lines), and the position after it.
    pub fn watched(record: &'r Record<'t>, mut watch: impl FnMut(NodeId, &Meaning, &Position)) -> Self {
        let mut board = Board {
            record,
            opening: Opening::of(&record.start.position),
            position: record.start.position.clone(),
            nodes: vec![Placed::LOST; record.tree.len()],
            frames: Vec::new(),
            forced: 0,
            at_end: None,
        };
        let first = record.start.position.side_to_move();
        board.nodes[NodeId::START.index()] = Placed {
            meaning: Meaning::Start,
            turn: first,
            turn_after: first,
        };
        let mut last = None;
        for first in record.tree.lines() {
            board.line(first, &mut watch);
            // The main line comes first.
            last.get_or_insert_with(|| board.at_end.take().unwrap_or_else(|| board.position.clone()));
        }
        Self {
            record,
            nodes: board.nodes,
            last: last.unwrap_or(board.position),
        }
    }

    /// The record itself.
    pub fn record(&self) -> &'r Record<'t> {
        self.record
    }

    /// What a node means.
    pub fn meaning(&self, id: NodeId) -> &Meaning {
        &self.nodes[id.index()].meaning
    }

    /// The move at a node, if one stands there.
    pub fn ply(&self, id: NodeId) -> Option<&Ply> {
        match self.meaning(id) {
            Meaning::Ply(ply) => Some(ply),
            _ => None,
        }
    }

    /// Whose turn it is at a node, before what stands there is done. At the start, who begins.
    pub fn turn(&self, id: NodeId) -> Color {
        self.nodes[id.index()].turn
    }

    /// Whose turn it is after what stands at a node, for an end of the game there.
    pub fn turn_after(&self, id: NodeId) -> Color {
        self.nodes[id.index()].turn_after
    }

    /// The continuations after a node that mean something, the main one first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let children = self.record.tree.children(id);
        children.filter(|&child| *self.meaning(child) != Meaning::Lost)
    }

    /// A node and what follows it in its line.
    pub fn from(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(id), |&id| self.children(id).next())
    }

    /// The main line, from the first ply on.
    pub fn line(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.from(NodeId::START).skip(1)
    }

    /// The first nodes of all variations, in the order in which KIF needs them: those that leave latest come first,
    /// each followed by its own.
    pub fn variations(&self) -> impl Iterator<Item = NodeId> + '_ {
        let tree = &self.record.tree;
        // A line goes on with the first continuation that means something.
        let mut goes_on = vec![true; tree.len()];
        let mut leaves = vec![false; tree.len()];
        for id in tree.ids().filter(|&id| *self.meaning(id) != Meaning::Lost) {
            let first = tree
                .parent(id)
                .map(|parent| std::mem::take(&mut goes_on[parent.index()]));
            leaves[id.index()] = first == Some(false);
        }
        tree.lines().filter(move |id| leaves[id.index()])
    }

    /// By node: how long the side that acts there has thought so far, this node counted, in milliseconds; every time is
    /// cut to a multiple of `unit`, and one that is not said counts as none.
    pub fn totals(&self, unit: u32) -> Vec<u64> {
        let tree = &self.record.tree;
        let mut sums = vec![[0_u64; 2]; tree.len()];
        let mut totals = vec![0; tree.len()];
        let first = self.turn(NodeId::START);
        // A parent comes before its children.
        for id in tree.ids().skip(1) {
            let before = tree.parent(id).map_or([0; 2], |parent| sums[parent.index()]);
            // Clocks go by turns, whoever's piece it is that moves.
            let side = if tree.node(id).ply % 2 == 1 {
                first
            } else {
                first.opponent()
            }
            .index();
            let sum = &mut sums[id.index()];
            *sum = before;
            sum[side] += u64::from(
                tree.node(id)
                    .clock
                    .spent
                    .map_or(0, |spent| spent - spent % unit.max(1)),
            );
            totals[id.index()] = sum[side];
        }
        totals
    }

    /// The moves and passes of the main line, up to its first end.
    pub fn game(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.line().take_while(|&id| *self.meaning(id) != Meaning::End)
    }

    /// The position after the last move of the main line, up to its first end.
    pub fn last(&self) -> &Position {
        &self.last
    }
}

/// A record being played out.
struct Board<'r, 't> {
    record: &'r Record<'t>,
    opening: Opening,
    position: Position,
    nodes: Vec<Placed>,
    /// What to restore when the plies of the line are taken back; one for every node from the start on.
    frames: Vec<Frame>,
    /// How many of them were put on the board by force.
    forced: usize,
    /// The position at the first end of the main line.
    at_end: Option<Position>,
}

/// How the board was before a node.
enum Frame {
    /// A move was played; this was its side to move.
    Move(Undo, Color),
    /// Only the turn changed, or nothing.
    Turn(Color),
    /// A move was put on the board by force.
    Whole(Box<Position>),
}

impl Board<'_, '_> {
    /// Plays a line from its first node to its end, or to where it breaks off.
    fn line(&mut self, first: NodeId, watch: &mut impl FnMut(NodeId, &Meaning, &Position)) {
        let tree = &self.record.tree;
        if tree
            .parent(first)
            .is_some_and(|parent| self.nodes[parent.index()].meaning == Meaning::Lost)
        {
            return;
        }
        let depth = tree.node(first).ply as usize - 1;
        while self.frames.len() > depth {
            self.take_back();
        }
        let mut next = Some(first);
        while let Some(id) = next {
            let is_end = matches!(tree.node(id).step, Step::End(_));
            let turn = match tree.parent(id) {
                Some(before) if is_end => self.nodes[before.index()].turn_after,
                _ => self.position.side_to_move(),
            };
            let meaning = self.step(id);
            self.nodes[id.index()] = Placed {
                meaning,
                turn,
                turn_after: if is_end { turn } else { self.due_after(id) },
            };
            if meaning != Meaning::Lost {
                watch(id, &meaning, &self.position);
            }
            next = tree.first_child(id).filter(|_| meaning != Meaning::Lost);
        }
    }

    /// Whose turn it is after a node. Where a move could only be put on the board by force, nobody can tell who moved
    /// after that, and the number of the last move tells, as it does for the referee.
    fn due_after(&self, id: NodeId) -> Color {
        if self.forced == 0 {
            return self.position.side_to_move();
        }
        let tree = &self.record.tree;
        let first = self.record.start.position.side_to_move();
        let moves = tree.node(id).number.abs_diff(tree.node(NodeId::START).number);
        if moves.is_multiple_of(2) {
            first
        } else {
            first.opponent()
        }
    }

    fn step(&mut self, id: NodeId) -> Meaning {
        let turn = self.position.side_to_move();
        match &self.record.tree.node(id).step {
            Step::Start => Meaning::Start,
            Step::Illegible(_) => Meaning::Lost,
            Step::End(_) => {
                self.at_end.get_or_insert_with(|| self.position.clone());
                self.frames.push(Frame::Turn(turn));
                Meaning::End
            }
            Step::Pass(_) => {
                self.frames.push(Frame::Turn(turn));
                self.position.set_side_to_move(turn.opponent());
                Meaning::Pass
            }
            Step::Move(written) => match resolve(&self.position, written) {
                Ok(resolved) => Meaning::Ply(self.play(id, &resolved)),
                Err(_) => Meaning::Lost,
            },
        }
    }

    fn play(&mut self, id: NodeId, written: &Written) -> Ply {
        let turn = self.position.side_to_move();
        let before_it = self.before(id);
        let context = Context {
            before: &self.position,
            ply: self.record.tree.node(id).ply,
            previous_mover: before_it.map(|ply| ply.mover),
            opening: self.opening,
            // Who moved is taken from the piece; what a missing move means is for the referee.
            after_gap: false,
            passed_over: passed_over(self.record, id),
        };
        let attempt = Attempt::new(written, &context);
        let marking = marking(&attempt, &context, self.record, id);
        let ply = Ply::new(&attempt, before_it.map(|ply| ply.to), marking);
        if let Some(mv) = attempt.as_move().filter(|_| ply.legal) {
            let undo = self.position.play_legal(mv);
            self.frames.extend(undo.map(|undo| Frame::Move(undo, turn)));
            return ply;
        }
        // The attempt looks at the position before, and the one after takes its place.
        let mut after = self.position.clone();
        let undo = attempt.play(&mut after);
        if undo.is_none() {
            force(&mut after, &ply);
            after.set_side_to_move(ply.mover.opponent());
        }
        let before = std::mem::replace(&mut self.position, after);
        let frame = if let Some(undo) = undo {
            Frame::Move(undo, turn)
        } else {
            self.forced += 1;
            Frame::Whole(Box::new(before))
        };
        self.frames.push(frame);
        ply
    }

    /// The move before a node, ends in between left out.
    fn before(&self, id: NodeId) -> Option<Ply> {
        let tree = &self.record.tree;
        let mut back = tree
            .back_from(id)
            .skip(1)
            .map(|id| self.nodes[id.index()].meaning);
        match back.find(|meaning| *meaning != Meaning::End)? {
            Meaning::Ply(ply) => Some(ply),
            _ => None,
        }
    }

    fn take_back(&mut self) {
        match self.frames.pop() {
            Some(Frame::Move(undo, turn)) => {
                self.position.undo(undo);
                self.position.set_side_to_move(turn);
            }
            Some(Frame::Turn(turn)) => self.position.set_side_to_move(turn),
            Some(Frame::Whole(before)) => {
                self.forced -= 1;
                self.position = *before;
            }
            None => {}
        }
    }
}

/// Whether a move would be read as another without its mark, or with one.
fn marking(attempt: &Attempt<'_>, context: &Context<'_>, record: &Record<'_>, id: NodeId) -> Marking {
    let told = (attempt.mover, attempt.turn);
    let side = context.before.side_to_move();
    let owner = attempt.piece.map_or(side, |piece| piece.color);
    if told == (side, Turn::InOrder) && owner == side {
        return Marking::Free;
    }
    let told_by = |mark, passed_over| {
        let context = Context {
            passed_over,
            ..*context
        };
        turn(mark, attempt.piece, attempt.dropped, &context)
    };
    let begun = begun_with_other_piece(record, id).map(|(side, _)| side);
    match attempt.written.mark {
        Some(_) if told_by(None, begun) != told => Marking::Needed,
        None if told_by(Some(attempt.mover), None) != told => Marking::Amiss,
        _ => Marking::Free,
    }
}

/// Makes the board what the record claims, where a move cannot be played: the named piece stands on the destination
/// afterwards, wherever it came from.
fn force(position: &mut Position, ply: &Ply) {
    let Some(kind) = ply.placed() else { return };
    if let Some(from) = ply.from {
        position.put(from, None);
    }
    position.put(ply.to, Some(Piece::new(ply.mover, kind)));
}
