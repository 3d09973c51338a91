//! A record played out, every line of it.

use super::attempt::{Attempt, Context, Turn, begun_with_other_piece, turn};
use super::due::Due;
use super::playback::Playback;
use super::ply::{Marking, Ply};
use crate::record::{NodeId, Record, Written};
use crate::shogi::{Color, Move, Position};

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
pub(super) struct Placed {
    pub meaning: Meaning,
    /// Whose turn it was before.
    pub turn: Color,
    /// Whose turn it is after, for an end that stands there.
    pub turn_after: Color,
}

impl Placed {
    const LOST: Self = Self {
        meaning: Meaning::Lost,
        turn: Color::Black,
        turn_after: Color::Black,
    };

    /// The start of a record.
    pub(super) fn start(record: &Record<'_>) -> Self {
        let first = record.start.position.side_to_move();
        Self {
            meaning: Meaning::Start,
            turn: first,
            turn_after: first,
        }
    }
}

impl<'r, 't> Played<'r, 't> {
    /// Plays a record out.
    pub fn of(record: &'r Record<'t>) -> Self {
        Self::watched(record, |_, _, _| {})
    }

    /// Plays a record out before somebody who sees every node that means something, line by line in the order of
    /// [`Tree::lines`](crate::record::Tree::lines), and the position after it.
    pub fn watched(record: &'r Record<'t>, mut watch: impl FnMut(NodeId, &Meaning, &Position)) -> Self {
        let mut playback = Playback::of(record);
        let mut played = Self {
            record,
            nodes: vec![Placed::LOST; record.tree.len()],
            last: record.start.position.clone(),
        };
        played.nodes[NodeId::START.index()] = Placed::start(record);
        let mut last = None;
        loop {
            while let Some((id, due)) = playback.advance() {
                let meaning = played.place(id, &due, &mut playback);
                if meaning == Meaning::End {
                    last.get_or_insert_with(|| playback.position().clone());
                }
                if meaning != Meaning::Lost {
                    watch(id, &meaning, playback.position());
                }
            }
            // The main line comes first.
            let last = last.get_or_insert_with(|| playback.position().clone());
            if playback.next_line().is_none() {
                played.last.clone_from(last);
                return played;
            }
        }
    }

    /// A record that was played out elsewhere, with what its nodes mean and the position after its main line.
    pub(super) const fn put_down(record: &'r Record<'t>, nodes: Vec<Placed>, last: Position) -> Self {
        Self { record, nodes, last }
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
        // Most records have none.
        let leaving = tree.has_variations().then(|| self.leaving());
        let lines = leaving.map(|leaves| tree.lines().filter(move |id| leaves[id.index()]));
        lines.into_iter().flatten()
    }

    /// By node, whether a variation begins there.
    fn leaving(&self) -> Vec<bool> {
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
        leaves
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

impl Played<'_, '_> {
    /// Plays what is due at a node, and keeps what it means.
    fn place(&mut self, id: NodeId, due: &Due<'_>, playback: &mut Playback<'_, '_>) -> Meaning {
        let side = playback.position().side_to_move();
        let is_end = matches!(due, Due::End(_));
        let turn = match self.record.tree.parent(id) {
            Some(before) if is_end => self.turn_after(before),
            _ => side,
        };
        let meaning = match due {
            Due::Move { resolved, legal, .. } => Meaning::Ply(self.play(id, resolved, *legal, playback)),
            Due::Pass(_) => {
                playback.pass();
                Meaning::Pass
            }
            Due::End(_) => {
                playback.end();
                Meaning::End
            }
            Due::Unclear(..) | Due::Illegible(_) => Meaning::Lost,
        };
        let turn_after = if is_end {
            turn
        } else {
            self.due_after(id, playback)
        };
        self.nodes[id.index()] = Placed {
            meaning,
            turn,
            turn_after,
        };
        meaning
    }

    /// Plays a move as it is written: where it cannot be made, by force.
    fn play(
        &self,
        id: NodeId,
        written: &Written,
        legal: Option<Move>,
        playback: &mut Playback<'_, '_>,
    ) -> Ply {
        let before_it = self.before(id);
        let context = Context {
            // A pass makes nobody the one who has just moved.
            previous_mover: before_it.map(|ply| ply.mover),
            // Who moved is taken from the piece; what a missing move means is for the referee.
            after_gap: false,
            ..playback.context(playback.position())
        };
        let attempt = Attempt::new(written, &context);
        let marking = marking(&attempt, &context, self.record, id);
        let ply = Ply::new(&attempt, legal.is_some(), before_it.map(|ply| ply.to), marking);
        let placement = attempt.placement();
        match legal {
            Some(mv) => playback.play(mv),
            None if playback.put(placement) => {}
            None => playback.force(&ply),
        }
        ply
    }

    /// Whose turn it is after a node. Where a move could only be put on the board by force, nobody can tell who moved
    /// after that, and the number of the last move tells, as it does for the referee.
    fn due_after(&self, id: NodeId, playback: &Playback<'_, '_>) -> Color {
        if !playback.is_forced() {
            return playback.position().side_to_move();
        }
        let tree = &self.record.tree;
        let first = self.turn(NodeId::START);
        let moves = tree.node(id).number.abs_diff(tree.node(NodeId::START).number);
        if moves.is_multiple_of(2) {
            first
        } else {
            first.opponent()
        }
    }

    /// The move before a node, ends in between left out.
    fn before(&self, id: NodeId) -> Option<Ply> {
        let mut back = self.record.tree.back_from(id).skip(1);
        let before = back.find(|&id| *self.meaning(id) != Meaning::End)?;
        self.ply(before).copied()
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
