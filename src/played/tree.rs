//! A record whose lines have all been replayed.

use super::attempt::{Attempt, Context, Placement, Turn, begun_with_other_piece, turn};
use super::playback::{Due, Playback, PlayedMove};
use super::positions::Positions;
use crate::record::{Named, NodeId, Record, Step, Written};
use crate::shogi::{Color, Move, Piece, PieceKind, Position, Square, Suffix, may_promote};

/// The meaning of a node of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The start position.
    Start,
    /// A move.
    Ply(Ply),
    /// A turn that is passed.
    Pass,
    /// The end of a line of play.
    End,
    /// A node that cannot be put on the board, by itself or because its line broke off before.
    Lost,
}

/// A record replayed on the board, with moves legal or not.
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
    nodes: Vec<Placed>,
    /// The placements of moves that are not legal, in the order of their nodes. Moves that are missing here
    /// were put on the board by force.
    placements: Vec<(NodeId, Placement)>,
    last: Position,
}

/// A node of a replayed record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub meaning: Meaning,
    /// The side to move before the node.
    pub turn: Color,
    /// The side to move after the node, used if the game ends there.
    pub turn_after: Color,
}

impl Placed {
    const LOST: Self = Self {
        meaning: Meaning::Lost,
        turn: Color::Black,
        turn_after: Color::Black,
    };

    /// Returns the start of a record.
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

    /// Replays a record and calls `watch` for every node that is on the board.
    ///
    /// The order is that of [`Tree::lines`](crate::record::Tree::lines). The callback gets the position after
    /// the node.
    pub fn watched(record: &'r Record<'t>, mut watch: impl FnMut(NodeId, &Meaning, &Position)) -> Self {
        let mut playback = Playback::new(record);
        let mut played = Self {
            record,
            nodes: vec![Placed::LOST; record.tree.len()],
            placements: Vec::new(),
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
                played.placements.sort_unstable_by_key(|it| it.0);
                return played;
            }
        }
    }

    /// Creates the result for a record of legal moves that was replayed elsewhere.
    ///
    /// `nodes` are the meanings of its nodes, and `last` is the position after its main line.
    pub(super) const fn put_down(record: &'r Record<'t>, nodes: Vec<Placed>, last: Position) -> Self {
        Self {
            record,
            nodes,
            placements: Vec::new(),
            last,
        }
    }

    /// Returns the record.
    pub fn record(&self) -> &'r Record<'t> {
        self.record
    }

    /// Returns the meaning of a node.
    pub fn meaning(&self, id: NodeId) -> &Meaning {
        &self.nodes[id.index()].meaning
    }

    /// Returns the move at a node, if the node is a move.
    pub fn ply(&self, id: NodeId) -> Option<&Ply> {
        match self.meaning(id) {
            Meaning::Ply(ply) => Some(ply),
            _ => None,
        }
    }

    /// Returns the side to move before a node. At the start, this is the side that begins.
    pub fn turn(&self, id: NodeId) -> Color {
        self.nodes[id.index()].turn
    }

    /// Returns the side to move after a node, for an end of the game there.
    pub fn turn_after(&self, id: NodeId) -> Color {
        self.nodes[id.index()].turn_after
    }

    /// Returns the continuations of a node that are on the board, the main one first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let children = self.record.tree.children(id);
        children.filter(|&child| *self.meaning(child) != Meaning::Lost)
    }

    /// Returns a node and the rest of its line.
    pub fn from(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(id), |&id| self.children(id).next())
    }

    /// Returns the main line, from the first ply on.
    pub fn line(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.from(NodeId::START).skip(1)
    }

    /// Returns the first nodes of all variations, in the order that KIF requires.
    ///
    /// Lines that branch off latest come first, each followed by its own variations.
    pub fn variations(&self) -> impl Iterator<Item = NodeId> + '_ {
        let tree = &self.record.tree;
        // Most records have no variations.
        let leaving = tree.has_variations().then(|| self.leaving());
        let lines = leaving.map(|leaves| tree.lines().filter(move |id| leaves[id.index()]));
        lines.into_iter().flatten()
    }

    /// Returns, for each node, whether a variation begins there.
    fn leaving(&self) -> Vec<bool> {
        let tree = &self.record.tree;
        // A line continues with the first continuation that is on the board.
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

    /// Returns the moves and passes of the main line, up to its first end.
    pub fn game(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.line().take_while(|&id| *self.meaning(id) != Meaning::End)
    }

    /// Returns the positions before and after its nodes.
    pub fn positions(&self) -> Positions<'_, 'r, 't> {
        Positions::new(self)
    }

    /// Returns the placement of a move that is not legal. `None` if the move was put on the board by force.
    pub(super) fn placement(&self, id: NodeId) -> Option<Placement> {
        let at = self.placements.binary_search_by_key(&id, |it| it.0).ok()?;
        Some(self.placements[at].1)
    }

    /// Returns the position after the last move of the main line, up to its first end.
    pub fn last(&self) -> &Position {
        &self.last
    }
}

impl Played<'_, '_> {
    /// Plays the content of a node, and stores its meaning.
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

    /// Plays a move as it is written, or by force if it cannot be made.
    fn play(
        &mut self,
        id: NodeId,
        written: &Written,
        legal: Option<Move>,
        playback: &mut Playback<'_, '_>,
    ) -> Ply {
        let before_it = self.before(id);
        let context = Context {
            // After a pass, there is no previous mover.
            previous_mover: before_it.map(|ply| ply.mover),
            // The piece determines the mover. The referee decides about missing moves.
            after_gap: false,
            ..playback.context(playback.position())
        };
        let attempt = Attempt::new(written, &context);
        let marking = marking(&attempt, &context, self.record, id);
        let ply = Ply::new(&attempt, legal.is_some(), before_it.map(|ply| ply.to), marking);
        let placement = attempt.placement();
        match (legal, placement) {
            (Some(mv), _) => playback.play(mv),
            (None, Some(it)) if playback.put(placement) => self.placements.push((id, it)),
            (None, _) => playback.force(&ply),
        }
        ply
    }

    /// Returns the side to move after a node.
    ///
    /// After a move that was put on the board by force, the board does not show the side to move. The number
    /// of the last move then decides, as it does for the referee.
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

    /// Returns the move before a node, without ends in between.
    fn before(&self, id: NodeId) -> Option<Ply> {
        let mut back = self.record.tree.back_from(id).skip(1);
        let before = back.find(|&id| *self.meaning(id) != Meaning::End)?;
        self.ply(before).copied()
    }
}

/// Returns whether a move would be read differently without its mark, or with one.
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
        None if told_by(Some(attempt.mover), None) != told => Marking::Wrong,
        _ => Marking::Free,
    }
}

// A move as it was made on the board, legal or not.

/// A move with all data that the notations need.
#[expect(clippy::struct_excessive_bools, reason = "independent facts about one move")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The side that made it.
    pub mover: Color,
    /// The origin; `None` for a drop.
    pub from: Option<Square>,
    /// The destination.
    pub to: Square,
    /// `true` if the previous move had the same destination.
    pub same: bool,
    /// The kind before the move, as the record gives it, or else as it is on the board.
    ///
    /// `None` for a piece from an empty square in a notation that does not give the kind.
    pub kind: Option<PieceKind>,
    /// `true` if it promotes.
    pub promotes: bool,
    /// `true` if it could promote.
    pub may_promote: bool,
    /// The captured piece.
    pub captured: Option<Piece>,
    /// `true` if it is legal, whichever piece and side the record gives.
    pub allowed: bool,
    /// `true` if it is legal and written without contradiction.
    pub legal: bool,
    /// `true` if the record gives another piece than the one on the origin.
    pub misnamed: bool,
    /// `true` if the record marks the other side.
    pub mismarked: bool,
    /// The effect of a mark of the side.
    pub(crate) marking: Marking,
    /// `true` if the kind of the piece after the move carries as much information as the record.
    ///
    /// This is the kind that the record gives, and whether it promotes.
    pub stated_after: bool,
    /// The data that distinguishes the piece from others of its kind.
    pub(crate) disambiguation: Disambiguation,
}

/// The effect of a mark of the side on the meaning of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Marking {
    /// The move is the same with and without a mark.
    Free,
    /// Without its mark, the move would belong to another side or be in another order.
    Needed,
    /// With a mark, the move would no longer be the answer to a first move in the wrong order.
    Wrong,
}

/// The data that has to be written besides piece and destination, by the rule of KI2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Disambiguation {
    /// Nothing.
    Alone,
    /// These words.
    Words(Suffix),
    /// 打, because a piece on the board could move there too.
    Drop,
    /// The origin, because no words determine it.
    Origin,
}

impl Ply {
    /// Creates a move from its analysis, before it is played.
    ///
    /// `legal` is whether the move is legal as it is written. `same` is the destination of the previous move.
    pub(super) fn new(attempt: &Attempt<'_>, legal: bool, same: Option<Square>, marking: Marking) -> Self {
        let Attempt {
            before,
            written,
            mover,
            from,
            to,
            piece,
            promotes,
            ..
        } = *attempt;
        let allowed = legal || attempt.as_move().is_some_and(|mv| before.is_legal(mv));
        Self {
            mover,
            from,
            to,
            same: same == Some(to),
            kind: kind(written, piece, promotes),
            promotes,
            may_promote: from
                .zip(piece)
                .is_some_and(|(from, piece)| may_promote(piece, from, to)),
            captured: attempt.target().filter(|_| from.is_some()),
            allowed,
            legal,
            misnamed: piece.is_some() && (attempt.misnamed().is_some() || attempt.turned_back()),
            mismarked: written.mark.is_some_and(|mark| mark != mover),
            marking,
            stated_after: stated_after(attempt),
            disambiguation: disambiguation(before, attempt),
        }
    }

    /// Creates a move that was made, if it is legal and written without contradiction.
    ///
    /// The board then has all its data. `same` is the destination of the previous move.
    pub(super) fn seen(made: &PlayedMove<'_>, same: Option<Square>) -> Option<Self> {
        let PlayedMove { after, undo, .. } = *made;
        let (mover, from, to) = (undo.mover(), undo.from(), undo.to());
        let placed = after.piece_at(to).filter(|_| made.legal)?;
        let piece = undo.moved().unwrap_or(placed);
        Some(Self {
            mover,
            from,
            to,
            same: same == Some(to),
            kind: Some(piece.kind),
            promotes: placed != piece,
            may_promote: from.is_some_and(|from| may_promote(piece, from, to)),
            captured: undo.captured(),
            allowed: true,
            legal: true,
            misnamed: false,
            mismarked: false,
            marking: Marking::Free,
            stated_after: true,
            disambiguation: match from {
                Some(from) => among_rivals(made, piece, from),
                None if after.candidates(piece, to).next().is_none() => Disambiguation::Alone,
                None => Disambiguation::Drop,
            },
        })
    }

    /// Returns the side that the record marks.
    pub(crate) const fn mark(&self) -> Color {
        if self.mismarked {
            self.mover.opponent()
        } else {
            self.mover
        }
    }

    /// Returns the move; `None` if the kind of a dropped piece is not known.
    pub fn as_move(&self) -> Option<Move> {
        let (to, promote) = (self.to, self.promotes);
        match self.from {
            Some(from) => Some(Move::Board { from, to, promote }),
            None => self.kind.map(|kind| Move::Drop { kind, to }),
        }
    }

    /// Returns the kind after the move.
    pub fn placed(&self) -> Option<PieceKind> {
        self.kind.map(|kind| kind.promoted_if(self.promotes))
    }
}

/// Returns the kind before the move, as the record gives it or as it is on the board.
fn kind(written: &Written, piece: Option<Piece>, promotes: bool) -> Option<PieceKind> {
    match written.named {
        Named::After(kind) if promotes => Some(kind.base()),
        Named::Before(kind) | Named::After(kind) => Some(kind),
        Named::Nothing => piece.map(|piece| piece.kind),
    }
}

/// Returns whether the kind on the destination, under the record's name for the piece, is read back as the
/// same move.
fn stated_after(attempt: &Attempt<'_>) -> bool {
    let written = attempt.written;
    let Some(kind) = kind(written, attempt.piece, attempt.promotes) else {
        return true;
    };
    let placed = if attempt.promotes {
        kind.promoted()
    } else {
        Some(kind)
    };
    let Some((placed, piece)) = placed.zip(attempt.piece) else {
        return true;
    };
    let promotes = placed.is_promoted() && !piece.kind.is_promoted();
    let names_it = [piece.kind, piece.kind.base()].contains(&placed) || piece.kind.promoted() == Some(placed);
    promotes == attempt.promotes && names_it == attempt.misnamed().is_none()
}

/// Returns the data that distinguishes a piece that made a legal move from others of its kind.
fn among_rivals(made: &PlayedMove<'_>, piece: Piece, from: Square) -> Disambiguation {
    let to = made.undo.to();
    let has_none = matches!(piece.kind, PieceKind::Pawn | PieceKind::Lance)
        || made.after.rivals(piece, from, to).next().is_none();
    if has_none {
        return Disambiguation::Alone;
    }
    in_words(Suffix::new(&made.before(), from, to))
}

fn in_words(suffix: Option<Suffix>) -> Disambiguation {
    match suffix {
        Some(Suffix::NONE) => Disambiguation::Alone,
        Some(suffix) => Disambiguation::Words(suffix),
        None => Disambiguation::Origin,
    }
}

fn disambiguation(position: &Position, attempt: &Attempt<'_>) -> Disambiguation {
    let to = attempt.to;
    match (attempt.from, attempt.dropped, attempt.piece) {
        (None, Some(kind), _) => {
            let piece = Piece::new(attempt.mover, kind);
            // Without 打, it is read as a drop if the side to move holds the piece and no piece on the board
            // can move there.
            let held = !kind.is_promoted() && position.hand(attempt.mover).get(kind) > 0;
            let is_alone = held
                && !attempt.promotes
                && attempt.mover == position.side_to_move()
                && position.candidates(piece, to).next().is_none();
            if is_alone {
                Disambiguation::Alone
            } else {
                Disambiguation::Drop
            }
        }
        (Some(from), _, Some(piece)) => {
            let plain = piece.color == position.side_to_move()
                && attempt.mover == piece.color
                && attempt.misnamed().is_none()
                && !attempt.turned_back()
                && !(attempt.promotes && piece.kind.is_promoted());
            in_words(Suffix::new(position, from, to).filter(|_| plain))
        }
        _ => Disambiguation::Origin,
    }
}

// A record collected while the referee plays it, so that it need not be replayed.

/// Collects the moves of records while the referee checks them, and returns the [replayed records](Played).
///
/// Nearly all records are one line of legal moves, for which this is sufficient. Any other record is replayed
/// once more.
///
/// ```
/// use kifu::played::{Onlooker, Played};
/// use kifu::{notation, referee::Referee, text};
///
/// let text = text::decode("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 投了\n".as_bytes(), None);
/// let mut referee = Referee::new();
/// let mut onlooker = Onlooker::default();
/// for record in notation::records(&text, notation::detect(&text, None)) {
///     onlooker.begin(&record);
///     referee.judge_watched(&record, &mut |played| onlooker.see(played));
///     assert_eq!(onlooker.played(&record).last(), Played::new(&record).last());
/// }
/// ```
#[derive(Debug, Default)]
pub struct Onlooker {
    nodes: Vec<Placed>,
    /// The position after the last move.
    last: Position,
    /// The destination of the last move.
    to: Option<Square>,
    /// `true` if a move was seen that cannot be collected from the board alone.
    odd: bool,
}

impl Onlooker {
    /// Begins the next record.
    pub fn begin(&mut self, record: &Record<'_>) {
        self.nodes.clear();
        self.nodes.reserve(record.tree.len());
        self.nodes.push(Placed::start(record));
        (self.to, self.odd) = (None, false);
    }

    /// Adds a move that was made.
    pub fn see(&mut self, played: &PlayedMove<'_>) {
        let follows = played.node.index() == self.nodes.len();
        let Some(ply) = Ply::seen(played, self.to).filter(|_| follows) else {
            self.odd = true;
            return;
        };
        self.nodes.push(Placed {
            meaning: Meaning::Ply(ply),
            turn: ply.mover,
            turn_after: played.after.side_to_move(),
        });
        self.last.clone_from(played.after);
        self.to = Some(ply.to);
    }

    /// Returns the replayed record.
    pub fn played<'r, 't>(&mut self, record: &'r Record<'t>) -> Played<'r, 't> {
        let mut nodes = std::mem::take(&mut self.nodes);
        if let Some(end) = end(record, &nodes) {
            nodes.push(end);
        }
        if self.to.is_none() || self.odd || nodes.len() != record.tree.len() {
            return Played::new(record);
        }
        Played::put_down(record, nodes, self.last.clone())
    }
}

/// Returns the end of a record, if exactly one node follows these nodes and it is an end.
fn end(record: &Record<'_>, nodes: &[Placed]) -> Option<Placed> {
    let tree = &record.tree;
    let turn = nodes.last()?.turn_after;
    let last = tree
        .ids()
        .next_back()
        .filter(|last| last.index() == nodes.len())?;
    let follows = tree.parent(last)?.index() + 1 == nodes.len();
    let is_end = matches!(tree.node(last).step, Step::End(_));
    (follows && is_end).then_some(Placed {
        meaning: Meaning::End,
        turn,
        turn_after: turn,
    })
}
