//! A record of which all lines have been replayed.

use std::sync::OnceLock;

use super::analysis::{MoveAnalysis, MoveContext, Placement};
use super::playback::{NextStep, Playback};
use super::ply::{PlayedMove, Ply, mark_effect};
use crate::record::{NodeId, Record, Step, WrittenMove};
use crate::shogi::{Color, Move, Position, Square};

/// The meaning of a node of a replayed record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The start position.
    Start,
    /// A move.
    Ply(Ply),
    /// A pass.
    Pass,
    /// The end of a line of play.
    End,
    /// A node that cannot be played on the board, or that follows such a node.
    NotOnBoard,
}

/// A record of which all lines have been replayed on the board. The moves need not be legal.
///
/// ```
/// use kifu::played::{Meaning, Played};
/// use kifu::{notation, text};
///
/// let text = text::decode("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n".as_bytes(), None);
/// for record in notation::records(&text, notation::detect(&text, None)) {
///     let played = Played::new(&record);
///     assert_eq!(played.line().count(), 2);
///     assert_eq!(played.last().to_sfen(3), "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3");
/// }
/// ```
#[derive(Debug)]
pub struct Played<'r, 't> {
    record: &'r Record<'t>,
    nodes: Vec<NodeState>,
    /// The placements of illegal moves, in the order of their nodes. An illegal move without a placement was
    /// [forced](Playback::force_position).
    placements: Vec<(NodeId, Placement)>,
    /// The position after the last move of the main line, up to its first end. For a line of legal moves, it is computed when it
    /// is needed.
    last: OnceLock<Position>,
}

/// The state of a node of a replayed record.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeState {
    pub meaning: Meaning,
    /// The side to move before the node.
    pub turn: Color,
    /// The side to move after the node. If the game ends there, the end refers to this side.
    pub turn_after: Color,
}

impl NodeState {
    const NOT_ON_BOARD: Self = Self {
        meaning: Meaning::NotOnBoard,
        turn: Color::Black,
        turn_after: Color::Black,
    };

    /// Returns the state of the start of a record.
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
    /// Replays a record.
    pub fn new(record: &'r Record<'t>) -> Self {
        Self::watched(record, |_, _, _| {})
    }

    /// Replays a record and calls `watch` for each node that is played on the board, with the position after the node.
    ///
    /// The nodes are played line by line, in the order of [`Tree::lines`](crate::record::Tree::lines).
    pub fn watched(record: &'r Record<'t>, mut watch: impl FnMut(NodeId, &Meaning, &Position)) -> Self {
        let mut playback = Playback::new(record);
        let mut played = Self {
            record,
            nodes: vec![NodeState::NOT_ON_BOARD; record.tree.len()],
            placements: Vec::new(),
            last: OnceLock::new(),
        };
        played.nodes[NodeId::START.index()] = NodeState::start(record);
        let mut end_position = None;
        loop {
            while let Some((id, step)) = playback.advance() {
                let meaning = played.place(id, &step, &mut playback);
                if meaning == Meaning::End {
                    end_position.get_or_insert_with(|| playback.position().clone());
                }
                if meaning != Meaning::NotOnBoard {
                    watch(id, &meaning, playback.position());
                }
            }
            // The first line is the main line. Without an end, its last position is used.
            let last = end_position.get_or_insert_with(|| playback.position().clone());
            if playback.next_line().is_none() {
                played.last = OnceLock::from(last.clone());
                played.placements.sort_unstable_by_key(|entry| entry.0);
                return played;
            }
        }
    }

    /// Creates a `Played` for a record of legal moves that the referee has replayed.
    ///
    /// `nodes` are the states of the record's nodes.
    pub(super) const fn from_nodes(record: &'r Record<'t>, nodes: Vec<NodeState>) -> Self {
        Self {
            record,
            nodes,
            placements: Vec::new(),
            last: OnceLock::new(),
        }
    }

    /// Returns the record that was replayed.
    pub fn record(&self) -> &'r Record<'t> {
        self.record
    }

    /// Returns the meaning of a node.
    pub fn meaning(&self, id: NodeId) -> &Meaning {
        &self.nodes[id.index()].meaning
    }

    /// Returns the move at a node; `None` if the node is not a move, or is not on the board.
    pub fn ply(&self, id: NodeId) -> Option<&Ply> {
        match self.meaning(id) {
            Meaning::Ply(ply) => Some(ply),
            _ => None,
        }
    }

    /// Returns the side to move before a node; at the start, the side that begins. The result has no meaning for a node that
    /// is not on the board.
    pub fn turn(&self, id: NodeId) -> Color {
        self.nodes[id.index()].turn
    }

    /// Returns the side to move after a node. If the game ends there, the end refers to this side. The result has no meaning
    /// for a node that is not on the board.
    pub fn turn_after(&self, id: NodeId) -> Color {
        self.nodes[id.index()].turn_after
    }

    /// Returns the children of a node that are on the board. The first of these children continues the line.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let children = self.record.tree.children(id);
        children.filter(|&child| *self.meaning(child) != Meaning::NotOnBoard)
    }

    /// Returns a node and the nodes on the board that continue its line.
    pub fn from(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(id), |&id| self.children(id).next())
    }

    /// Returns the nodes of the main line that are on the board, without the start.
    pub fn line(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.from(NodeId::START).skip(1)
    }

    /// Returns the first nodes of all variations, in the order that KIF requires.
    ///
    /// Variations at higher plies precede variations at lower plies. Each variation is directly followed by its own
    /// variations.
    pub fn variations(&self) -> impl Iterator<Item = NodeId> + '_ {
        let tree = &self.record.tree;
        // Most records have no variations, so this computation is skipped for them.
        let variation_starts = tree.has_variations().then(|| self.variation_starts());
        let lines = variation_starts.map(|is_start| tree.lines().filter(move |id| is_start[id.index()]));
        lines.into_iter().flatten()
    }

    /// Returns a table by [`NodeId::index`] that has `true` for each node at which a variation begins.
    fn variation_starts(&self) -> Vec<bool> {
        let tree = &self.record.tree;
        // The first child that is on the board continues the line. All other children begin variations.
        let mut needs_first_child = vec![true; tree.len()];
        let mut is_start = vec![false; tree.len()];
        for id in tree.ids().filter(|&id| *self.meaning(id) != Meaning::NotOnBoard) {
            let is_first_child = tree
                .parent(id)
                .map(|parent| std::mem::take(&mut needs_first_child[parent.index()]));
            is_start[id.index()] = is_first_child == Some(false);
        }
        is_start
    }

    /// Returns the moves and passes of the main line, up to its first end.
    pub fn game(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.line().take_while(|&id| *self.meaning(id) != Meaning::End)
    }

    /// Returns the legal moves of a position of an opening book, each with its node and the number of games in which it was
    /// played. Other records have none.
    pub fn book_moves(&self) -> impl Iterator<Item = (NodeId, Move, u32)> + '_ {
        self.record.book_counts.iter().filter_map(|&(id, games)| {
            let ply = self.ply(id).filter(|ply| ply.allowed)?;
            Some((id, ply.as_move()?, games))
        })
    }

    /// Returns the placement of an illegal move; `None` if the move is legal or was [forced](Playback::force_position).
    pub(super) fn placement(&self, id: NodeId) -> Option<Placement> {
        let index = self.placements.binary_search_by_key(&id, |entry| entry.0).ok()?;
        Some(self.placements[index].1)
    }

    /// Returns the position after the last move of the main line, up to its first end.
    pub fn last(&self) -> &Position {
        self.last.get_or_init(|| {
            let mut position = self.record.start.position.clone();
            for mv in self.game().filter_map(|id| self.ply(id)?.as_move()) {
                position.play_legal(mv);
            }
            position
        })
    }
}

impl Played<'_, '_> {
    /// Plays the content of a node, stores the state of the node, and returns its meaning.
    fn place(&mut self, id: NodeId, step: &NextStep<'_>, playback: &mut Playback<'_, '_>) -> Meaning {
        let side = playback.position().side_to_move();
        let is_end = matches!(step, NextStep::End(_));
        let turn = match self.record.tree.parent(id) {
            Some(parent) if is_end => self.turn_after(parent),
            _ => side,
        };
        let meaning = match step {
            NextStep::Move { resolved, legal, .. } => Meaning::Ply(self.play(id, resolved, *legal, playback)),
            NextStep::Pass(_) => {
                playback.pass();
                Meaning::Pass
            }
            NextStep::End(_) => {
                playback.end();
                Meaning::End
            }
            NextStep::Unresolved(..) | NextStep::Unreadable(_) => Meaning::NotOnBoard,
        };
        let turn_after = if is_end {
            turn
        } else {
            self.side_after(id, playback)
        };
        self.nodes[id.index()] = NodeState {
            meaning,
            turn,
            turn_after,
        };
        meaning
    }

    /// Plays a move as written. A move that cannot be made is [forced](Playback::force_position). `legal` is the move on the
    /// board; `None` unless the move is legal and written without contradiction.
    fn play(
        &mut self,
        id: NodeId,
        written: &WrittenMove,
        legal: Option<Move>,
        playback: &mut Playback<'_, '_>,
    ) -> Ply {
        let previous = self.previous_move(id);
        let context = MoveContext {
            // After a pass, there is no previous mover.
            previous_mover: previous.map(|ply| ply.mover),
            // Only the referee considers missing moves. In the replay, the owner of the piece is the mover.
            after_gap: false,
            ..playback.context(playback.position())
        };
        let analysis = MoveAnalysis::new(written, &context);
        let mark_effect = mark_effect(&analysis, &context, self.record, id);
        let ply = Ply::new(
            &analysis,
            legal.is_some(),
            previous.map(|ply| ply.to),
            mark_effect,
        );
        let placement = analysis.placement();
        match (legal, placement) {
            (Some(mv), _) => playback.play(mv),
            (None, Some(illegal_placement)) if playback.play_placement(placement) => {
                self.placements.push((id, illegal_placement));
            }
            (None, _) => playback.force_position(&ply),
        }
        ply
    }

    /// Returns the side to move after a node.
    ///
    /// If a move of this line could not be made ([`Playback::force_position`]), the side to move on the board is
    /// unreliable. As in the referee, the ply number of the node then determines the side: the side changes with each
    /// number.
    fn side_after(&self, id: NodeId, playback: &Playback<'_, '_>) -> Color {
        if !playback.is_forced() {
            return playback.position().side_to_move();
        }
        let tree = &self.record.tree;
        let first_side = self.turn(NodeId::START);
        let moves = tree.node(id).number.abs_diff(tree.node(NodeId::START).number);
        if moves.is_multiple_of(2) {
            first_side
        } else {
            first_side.opponent()
        }
    }

    /// Returns the move before a node, skipping ends. Returns `None` if the start, a pass or a node that is not on the board
    /// precedes the node.
    fn previous_move(&self, id: NodeId) -> Option<Ply> {
        let mut ancestors = self.record.tree.ancestors(id).skip(1);
        let node = ancestors.find(|&id| *self.meaning(id) != Meaning::End)?;
        self.ply(node).copied()
    }
}

/// Collects the moves of a record while the referee plays them, and returns the [replayed record](Played).
///
/// A record that is one line of legal moves, as nearly all records are, needs no second replay. Any other record is
/// replayed again.
///
/// ```
/// use kifu::played::{Played, PlayedBuilder};
/// use kifu::{notation, referee::Referee, text};
///
/// let text = text::decode("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 投了\n".as_bytes(), None);
/// let mut referee = Referee::new();
/// let mut builder = PlayedBuilder::default();
/// for record in notation::records(&text, notation::detect(&text, None)) {
///     builder.begin(&record);
///     referee.check_watched(&record, &mut |played| builder.push(played));
///     assert_eq!(builder.build(&record).last(), Played::new(&record).last());
/// }
/// ```
#[derive(Debug, Default)]
pub struct PlayedBuilder {
    nodes: Vec<NodeState>,
    /// The destination of the last move; `None` before the first move.
    to: Option<Square>,
    /// `true` if a move is illegal or contradictory, or does not directly follow the last one in the record, so that
    /// the record must be replayed.
    is_incomplete: bool,
}

impl PlayedBuilder {
    /// Begins a new record. The moves of the previous record are discarded.
    pub fn begin(&mut self, record: &Record<'_>) {
        self.nodes.clear();
        self.nodes.reserve(record.tree.len());
        self.nodes.push(NodeState::start(record));
        (self.to, self.is_incomplete) = (None, false);
    }

    /// Adds a move that the referee made on the board. If the move is illegal, is written with a contradiction or does not
    /// belong to the next node, [`build`](Self::build) replays the record.
    pub fn push(&mut self, played: &PlayedMove<'_>) {
        let is_next_node = played.node.index() == self.nodes.len();
        let Some(ply) = Ply::from_played(played, self.to).filter(|_| is_next_node) else {
            self.is_incomplete = true;
            return;
        };
        self.nodes.push(NodeState {
            meaning: Meaning::Ply(ply),
            turn: ply.mover,
            turn_after: played.after.side_to_move(),
        });
        self.to = Some(ply.to);
    }

    /// Returns the replayed record. The record is not replayed again if it is one line of legal moves, with or without an
    /// end, and all these moves were added. `record` must be the record of the last [`begin`](Self::begin).
    pub fn build<'r, 't>(&mut self, record: &'r Record<'t>) -> Played<'r, 't> {
        self.build_legal(record).unwrap_or_else(|| Played::new(record))
    }

    /// Returns the replayed record if it is one line of legal moves, with or without an end, and all these moves were added.
    /// Returns `None` for any other record. `record` must be the record of the last [`begin`](Self::begin).
    pub(crate) fn build_legal<'r, 't>(&mut self, record: &'r Record<'t>) -> Option<Played<'r, 't>> {
        let mut nodes = std::mem::take(&mut self.nodes);
        if let Some(end) = end(record, &nodes) {
            nodes.push(end);
        }
        if self.to.is_none() || self.is_incomplete || nodes.len() != record.tree.len() {
            return None;
        }
        Some(Played::from_nodes(record, nodes))
    }
}

/// Returns the state of the end of a record, if the end is the only node after these nodes and follows the last of
/// them. Returns `None` in all other cases.
fn end(record: &Record<'_>, nodes: &[NodeState]) -> Option<NodeState> {
    let tree = &record.tree;
    let turn = nodes.last()?.turn_after;
    let last = tree
        .ids()
        .next_back()
        .filter(|last| last.index() == nodes.len())?;
    let follows_nodes = tree.parent(last)?.index() + 1 == nodes.len();
    let is_end = matches!(tree.node(last).step, Step::End(_));
    (follows_nodes && is_end).then_some(NodeState {
        meaning: Meaning::End,
        turn,
        turn_after: turn,
    })
}
