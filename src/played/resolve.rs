//! Resolution of a move as written to a move on the board, and merging of alternatives that are the same move there.

use std::collections::HashSet;

use super::playback::Playback;
use super::{MarkEffect, Played};
use crate::record::{NodeId, Origin, PieceName, Promotion, Record, Step, Tree, WrittenMove};
use crate::shogi::{Move, Piece, PieceKind, Position, Square, Suffix, is_dead, may_promote};

/// The reason why the board does not determine the piece that a move means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unresolved {
    /// The kind of piece that is written.
    pub kind: PieceKind,
    /// The destination.
    pub to: Square,
    /// The pieces of that kind that can move there, whether or not the disambiguating words fit.
    pub candidates: Vec<Square>,
    /// The candidates that fit the words and can legally move there. There are either none or at least two.
    pub playable: Vec<Square>,
}

/// Returns the written move as a move on the board. It need not be legal.
///
/// Returns `None` if the piece on the origin does not belong to the side to move or is not of the written kind, and for a drop
/// of a promoted piece or a king. A move without an origin has to be [resolved](resolve) first.
pub(crate) fn to_board_move(position: &Position, written: &WrittenMove) -> Option<Move> {
    let to = written.to.square();
    let promote = written.promotion == Promotion::Promote;
    match (written.from, written.named) {
        (Origin::Board(from), named) => {
            let Piece { color, kind } = position.piece_at(from)?;
            let promote = match named {
                PieceName::Before(named) => (named == kind).then_some(promote),
                PieceName::After(named) if named == kind => Some(false),
                PieceName::After(named) => (kind.promoted() == Some(named)).then_some(true),
                PieceName::Nothing => Some(promote),
            }?;
            (color == position.side_to_move()).then_some(Move::Board { from, to, promote })
        }
        (Origin::Hand, PieceName::Before(kind) | PieceName::After(kind)) => {
            (!kind.is_promoted() && !promote && kind != PieceKind::King).then_some(Move::Drop { kind, to })
        }
        _ => None,
    }
}

/// Returns the move if it is legal, is made by the side to move, and is written with the right piece.
pub(super) fn legal(position: &Position, written: &WrittenMove) -> Option<Move> {
    if written.mark.is_some_and(|mark| mark != position.side_to_move()) {
        return None;
    }
    to_board_move(position, written).filter(|&mv| position.is_legal(mv))
}

/// Plays a move on a board if it is legal there, and returns whether it is.
pub(crate) fn play_if_legal(position: &mut Position, written: &WrittenMove) -> bool {
    let resolved = resolve(position, written).ok();
    let mv = resolved.and_then(|resolved| legal(position, &resolved));
    mv.is_some_and(|mv| position.play_legal(mv).is_some())
}

/// Returns the move with the origin and the promotion that the record omits, taken from the board.
///
/// A move without a piece name before it is returned unchanged, possibly without an origin. The returned move need not be legal.
///
/// The only piece that reaches the destination and fits the words moves. Of several, the only one whose move
/// is legal moves. If no piece on the board reaches it, one from the hand is dropped.
///
/// # Errors
///
/// If no piece fits, or if several do.
#[inline]
pub(crate) fn resolve(position: &Position, written: &WrittenMove) -> Result<WrittenMove, Unresolved> {
    if written.is_explicit() {
        return Ok(*written);
    }
    resolve_on_board(position, written)
}

fn resolve_on_board(position: &Position, written: &WrittenMove) -> Result<WrittenMove, Unresolved> {
    let suffix = match written.from {
        Origin::Unstated => Suffix::NONE,
        Origin::Words(suffix) => suffix,
        Origin::Board(_) | Origin::Hand => return Ok(with_promotion(position, written, written.from)),
    };
    let PieceName::Before(kind) = written.named else {
        return Ok(*written);
    };
    let side = position.side_to_move();
    let by_side_to_move = origin(position, written, Piece::new(side, kind), suffix);
    match written.mark {
        // The mark may be right, and the move may be out of turn.
        Some(mark) if mark != side => by_side_to_move.or_else(|unresolved| {
            origin(position, written, Piece::new(mark, kind), suffix).map_err(|_| unresolved)
        }),
        _ => by_side_to_move,
    }
    .map(|from| with_promotion(position, written, from))
}

/// Returns the origin of `piece`: a square, or the hand if no piece of its kind on the board can move to the destination.
fn origin(
    position: &Position,
    written: &WrittenMove,
    piece: Piece,
    suffix: Suffix,
) -> Result<Origin, Unresolved> {
    let to = written.to.square();
    let mut candidates = position.candidates(piece, to);
    if suffix == Suffix::NONE
        && let (Some(only), None) = (candidates.next(), candidates.next())
    {
        return Ok(Origin::Board(only));
    }
    let candidates: Vec<_> = position.candidates(piece, to).collect();
    let fitting = suffix.matching(&candidates, piece, to);
    if let [from] = fitting[..] {
        return Ok(Origin::Board(from));
    }
    let is_legal_from = |&from: &Square| {
        let promote = promotes(position, written, from);
        position.is_legal(Move::Board { from, to, promote })
    };
    let legal_origins: Vec<_> = fitting.iter().copied().filter(is_legal_from).collect();
    match legal_origins[..] {
        [from] => Ok(Origin::Board(from)),
        [] if candidates.is_empty() && is_in_hand(position, piece) => Ok(Origin::Hand),
        _ => Err(Unresolved {
            kind: piece.kind,
            to,
            candidates,
            playable: legal_origins,
        }),
    }
}

/// Returns whether the owner of `piece` has one of its kind in hand.
fn is_in_hand(position: &Position, piece: Piece) -> bool {
    !piece.kind.is_promoted() && position.hand(piece.color).get(piece.kind) > 0
}

/// Returns the move with this origin.
///
/// If the record omits 成 or 不成 although the piece could promote, the choice is added: the piece promotes only if it
/// could otherwise never move again.
fn with_promotion(position: &Position, written: &WrittenMove, from: Origin) -> WrittenMove {
    let promotion = match (written.promotion, from) {
        (Promotion::Omitted, Origin::Board(square)) => {
            let to = written.to.square();
            let can_promote = position
                .piece_at(square)
                .is_some_and(|piece| may_promote(piece, square, to));
            match can_promote {
                true if promotes(position, written, square) => Promotion::Promote,
                true => Promotion::Decline,
                false => Promotion::Unstated,
            }
        }
        (Promotion::Omitted, _) => Promotion::Unstated,
        (stated, _) => stated,
    };
    WrittenMove {
        from,
        promotion,
        ..*written
    }
}

/// Returns whether the piece on `from` promotes.
///
/// It does if the record states it, or if the record states nothing and the piece could otherwise never move
/// again.
fn promotes(position: &Position, written: &WrittenMove, from: Square) -> bool {
    let to = written.to.square();
    match written.promotion {
        Promotion::Promote => true,
        Promotion::Omitted => position
            .piece_at(from)
            .is_some_and(|piece| may_promote(piece, from, to) && is_dead(piece.kind, piece.color, to)),
        Promotion::Decline | Promotion::Unstated => false,
    }
}

// Ambiguous moves that the rest of the line may determine.

/// Maximum number of candidate lines played for one record.
const MAX_CANDIDATE_LINES: usize = 64;

/// The budget for playing candidate lines of ambiguous moves, and the results.
///
/// A candidate line is the rest of a line after one of the possible origins has been chosen.
#[derive(Debug)]
pub(super) struct CandidateLines {
    /// The number of candidate lines that may still be played.
    lines_left: usize,
    /// The ambiguous moves that were resolved, each with its origin.
    origins: Vec<(NodeId, Square)>,
}

impl Default for CandidateLines {
    fn default() -> Self {
        Self {
            lines_left: MAX_CANDIDATE_LINES,
            origins: Vec::new(),
        }
    }
}

impl Playback<'_, '_> {
    /// Returns the current ambiguous move with its origin, if its line can be legally played with only one of
    /// its candidates.
    pub(super) fn resolve_by_later_moves(&mut self, written: &WrittenMove) -> Option<WrittenMove> {
        let node = self.node;
        let known =
            |origins: &[(NodeId, Square)]| origins.iter().find(|origin| origin.0 == node).map(|it| it.1);
        let from = known(&self.candidate_lines.origins).or_else(|| {
            let lines = self.playable_lines()?;
            self.candidate_lines.origins.extend(common(&lines));
            known(&self.candidate_lines.origins)
        })?;
        resolve(&self.position, &coming_from(written, from)).ok()
    }

    /// Plays the line from the current node to its end, with every candidate of its ambiguous moves.
    ///
    /// Returns, for each line that could be played, the origins chosen in it. Returns `None` if there are too many lines.
    fn playable_lines(&mut self) -> Option<Vec<Vec<(NodeId, Square)>>> {
        let mut played = Vec::new();
        let mut open = vec![(self.position.clone(), self.node, Vec::new())];
        while let Some((mut position, mut node, chosen)) = open.pop() {
            let candidates = loop {
                match self.play_on(&mut position, node, &chosen) {
                    Ok(true) => match self.record.tree.first_child(node) {
                        Some(next) => node = next,
                        None => break None,
                    },
                    Ok(false) => break None,
                    Err(candidates) => break Some(candidates),
                }
            };
            let Some(candidates) = candidates else {
                played.push(chosen);
                continue;
            };
            let Some(left) = self.candidate_lines.lines_left.checked_sub(candidates.len()) else {
                self.candidate_lines.lines_left = 0;
                return None;
            };
            self.candidate_lines.lines_left = left;
            for from in candidates {
                let chosen = chosen.iter().copied().chain([(node, from)]).collect();
                open.push((position.clone(), node, chosen));
            }
        }
        Some(played)
    }

    /// Plays a node of a candidate line. Returns `false` at the end of the line.
    ///
    /// # Errors
    ///
    /// Returns the squares from which the piece may legally come; there are none for a move that cannot be
    /// played.
    fn play_on(
        &self,
        position: &mut Position,
        node: NodeId,
        chosen: &[(NodeId, Square)],
    ) -> Result<bool, Vec<Square>> {
        let mut written = match &self.record.tree.node(node).step {
            Step::Move(written) => *written,
            Step::End(_) => return Ok(false),
            _ => return Err(Vec::new()),
        };
        if let Some(&(_, from)) = chosen.last().filter(|chosen| chosen.0 == node) {
            written = coming_from(&written, from);
        }
        let resolved = resolve(position, &written).map_err(|unresolved| unresolved.playable)?;
        let mv = legal(position, &resolved).ok_or_else(Vec::new)?;
        position.play_legal(mv).map(|_| true).ok_or_else(Vec::new)
    }
}

/// Returns the move with this origin.
const fn coming_from(written: &WrittenMove, from: Square) -> WrittenMove {
    WrittenMove {
        from: Origin::Board(from),
        ..*written
    }
}

/// Returns the chosen origins that all lines share, up to the first difference.
fn common(lines: &[Vec<(NodeId, Square)>]) -> Vec<(NodeId, Square)> {
    let Some((first, others)) = lines.split_first() else {
        return Vec::new();
    };
    let agree =
        |&(at, chosen): &(usize, &(NodeId, Square))| others.iter().all(|other| other.get(at) == Some(chosen));
    let agreed = first.iter().enumerate().take_while(agree);
    agreed.map(|(_, &chosen)| chosen).collect()
}

// Alternatives that are one move on the board.

/// Merges alternatives that are the same move on the board although they are written differently.
///
/// An example is `３四歩` and `３四歩(33)`. The reader has already merged alternatives that are written
/// identically.
pub(crate) fn merge_equal_alternatives(record: &mut Record<'_>) {
    let is_whole = record.is_playable() && record.is_shogi() && record.tree.excess().is_none();
    if !is_whole || !may_have_equal_alternatives(&record.tree) {
        return;
    }
    let played = Played::new(record);
    let key = |id: NodeId| match (&record.tree.node(id).step, played.ply(id)) {
        (Step::End(ending), _) => Some((None, Some(ending.word.as_ref()))),
        // A move that the record writes wrongly is kept.
        (_, Some(ply)) if !ply.misnamed && !ply.mismarked && ply.mark_effect == MarkEffect::None => {
            Some((Some((ply.mover, ply.kind, ply.from, ply.to, ply.promotes)), None))
        }
        _ => None,
    };
    let (tree, places) = record.tree.merged(key);
    let place = |id: NodeId| places[id.index()];
    record.tree = tree;
    record.gaps.move_nodes(place);
    for remark in &mut record.remarks {
        remark.node = place(remark.node);
    }
    for claim in &mut record.claims {
        claim.node = place(claim.node);
    }
}

/// Returns whether two alternatives have the same destination, and some move needs the board to determine its
/// origin.
fn may_have_equal_alternatives(tree: &Tree<'_>) -> bool {
    let leaves_open = |id| matches!(&tree.node(id).step, Step::Move(written) if !written.is_explicit());
    if !tree.has_variations() || !tree.ids().any(leaves_open) {
        return false;
    }
    let mut seen = HashSet::new();
    tree.ids().any(|id| match &tree.node(id).step {
        Step::Move(written) => !seen.insert((tree.parent(id), written.to.square())),
        _ => false,
    })
}
