//! Resolution of a move as written to a move on the board, and merging of alternatives that are equal moves on the board.

use crate::record::{Origin, PieceName, Promotion, WrittenMove};
use crate::shogi::{MAX_CANDIDATES, Move, Piece, PieceKind, Position, Square, Suffix, is_dead, may_promote};

/// A move as written whose piece the board does not determine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unresolved {
    /// The written kind of the piece.
    pub kind: PieceKind,
    /// The destination.
    pub to: Square,
    /// The origins of all pieces of this kind that reach the destination, even if the suffix (右, 上, …) does not fit the
    /// piece.
    pub candidates: Vec<Square>,
    /// The candidates that fit the suffix and can legally move to the destination: none, or at least two.
    pub playable: Vec<Square>,
}

/// Returns the written move as a move on the board, legal or not.
///
/// Returns `None` if the origin is empty, or if the piece on it does not belong to the side to move or is not of the
/// written kind. Also returns `None` for a drop of a promoted piece, a king or an unwritten kind, and for a move that has to be
/// [resolved](resolve) first.
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

/// Returns the written move as a move on the board; `None` unless the move is legal and the written side and piece are
/// right.
pub(super) fn legal(position: &Position, written: &WrittenMove) -> Option<Move> {
    if written.mark.is_some_and(|mark| mark != position.side_to_move()) {
        return None;
    }
    to_board_move(position, written).filter(|&mv| position.is_legal(mv))
}

/// Returns the written move as a move on the board, if the move is legal and written in the usual way of its notation, so
/// that no rule about the text of a move applies.
///
/// The move is complete without the board, or it has the words of KI2 that the rule of the Association requires, and 成 or
/// 不成 if the piece can promote. Returns `None` for any other move, even if it is legal, and for a move with a captured
/// piece.
#[inline]
pub(super) fn plain(position: &Position, written: &WrittenMove) -> Option<Move> {
    if written.captured.is_some() {
        None
    } else if written.is_explicit() {
        legal(position, written)
    } else {
        plain_with_words(position, written)
    }
}

fn plain_with_words(position: &Position, written: &WrittenMove) -> Option<Move> {
    let (Origin::Words(suffix), PieceName::Before(kind)) = (written.from, written.named) else {
        return None;
    };
    let (piece, to) = (Piece::new(position.side_to_move(), kind), written.to.square());
    if written.mark.is_some_and(|mark| mark != piece.color) {
        return None;
    }
    let mut storage = [to; MAX_CANDIDATES];
    let candidates = position.candidates_in(piece, to, &mut storage);
    let mv = match suffix.usual_origin(candidates, piece, to) {
        Some(from) if written.promotion == Promotion::Omitted && may_promote(piece, from, to) => None,
        Some(from) => {
            let promote = written.promotion == Promotion::Promote;
            Some(Move::Board { from, to, promote })
        }
        None => {
            let is_drop =
                candidates.is_empty() && suffix == Suffix::NONE && written.promotion == Promotion::Omitted;
            is_drop.then_some(Move::Drop { kind, to })
        }
    };
    mv.filter(|&mv| position.is_legal(mv))
}

/// Plays a move if it is legal in the position and written without contradiction. Returns `false`, without a change, if
/// the move cannot be resolved or does not meet these conditions.
pub(crate) fn play_if_legal(position: &mut Position, written: &WrittenMove) -> bool {
    let resolved = resolve(position, written).ok();
    let mv = resolved.and_then(|resolved| legal(position, &resolved));
    mv.is_some_and(|mv| position.play_legal(mv).is_some())
}

/// Returns the move with the origin and the promotion that the record omits, taken from the board.
///
/// The origin is that of the only piece that reaches the destination and fits the suffix. If several pieces reach the
/// destination and fit, the origin is that of the only one whose move is legal. If no piece of the kind on the board
/// reaches the destination and the player has such a piece in hand, the move is a drop.
///
/// If the move has the mark of the side that is not to move, and no piece of the side to move fits, a piece of the marked
/// side is used.
///
/// The returned move need not be legal. A move whose origin and kind before the move are not written is returned
/// unchanged, without an origin.
///
/// # Errors
///
/// Returns the candidates if no piece fits, or if several fit and the legality of their moves does not decide between
/// them.
#[inline]
pub(crate) fn resolve(position: &Position, written: &WrittenMove) -> Result<WrittenMove, Unresolved> {
    if written.is_explicit() {
        return Ok(*written);
    }
    resolve_on_board(position, written)
}

fn resolve_on_board(position: &Position, written: &WrittenMove) -> Result<WrittenMove, Unresolved> {
    if matches!(written.from, Origin::Board(_) | Origin::Hand) {
        return Ok(completed(position, written, written.from));
    }
    let PieceName::Before(kind) = written.named else {
        return Ok(*written);
    };
    let side = position.side_to_move();
    let by_side_to_move = origin(position, written, Piece::new(side, kind));
    match written.mark {
        // If no piece of the side to move fits, the marked side may have moved out of turn.
        Some(mark) if mark != side => by_side_to_move
            .or_else(|unresolved| origin(position, written, Piece::new(mark, kind)).map_err(|_| unresolved)),
        _ => by_side_to_move,
    }
    .map(|from| completed(position, written, from))
}

/// Returns the origin of `piece`: a square, or (unless a part of the square is written) the hand if no piece equal to `piece` reaches the destination and its owner
/// has a piece of this kind in hand. Returns an error if the origin is not determined.
fn origin(position: &Position, written: &WrittenMove, piece: Piece) -> Result<Origin, Unresolved> {
    let to = written.to.square();
    let mut storage = [to; MAX_CANDIDATES];
    let candidates = position.candidates_in(piece, to, &mut storage);
    let (suffix, [file, rank]) = match written.from {
        Origin::Words(suffix) => (suffix, [None; 2]),
        Origin::Partial { file, rank } => (Suffix::NONE, [file, rank]),
        Origin::Board(_) | Origin::Hand | Origin::Unstated => (Suffix::NONE, [None; 2]),
    };
    let is_stated_in_part = file.is_some() || rank.is_some();
    let fits = |square: &Square| {
        file.is_none_or(|file| file == square.file()) && rank.is_none_or(|rank| rank == square.rank())
    };
    let fitting = match suffix.only_fitting(candidates, piece, to) {
        Some(at) if fits(&candidates[at]) => return Ok(Origin::Board(candidates[at])),
        _ => suffix.matching(candidates, piece, to),
    };
    let fitting: Vec<_> = fitting.into_iter().filter(fits).collect();
    if let ([from], true) = (&fitting[..], is_stated_in_part) {
        return Ok(Origin::Board(*from));
    }
    let is_legal_from = |&from: &Square| {
        let promote = promotes(position, written, from);
        position.is_legal(Move::Board { from, to, promote })
    };
    let legal_origins: Vec<_> = fitting.into_iter().filter(is_legal_from).collect();
    match legal_origins[..] {
        [from] => Ok(Origin::Board(from)),
        [] if candidates.is_empty() && !is_stated_in_part && is_in_hand(position, piece) => Ok(Origin::Hand),
        _ => Err(Unresolved {
            kind: piece.kind,
            to,
            candidates: candidates.to_vec(),
            playable: legal_origins,
        }),
    }
}

/// Returns whether the owner of `piece` has a piece of this kind in hand; `false` for a promoted kind.
fn is_in_hand(position: &Position, piece: Piece) -> bool {
    !piece.kind.is_promoted() && position.hand(piece.color).get(piece.kind) > 0
}

/// Returns the move with this origin. If the record omits the choice of 成 or 不成 and the piece may promote, the choice
/// is added.
///
/// The choice is 成 only if the piece could otherwise never move again. If the piece may not promote, no choice is written.
fn completed(position: &Position, written: &WrittenMove, from: Origin) -> WrittenMove {
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
/// The piece promotes if the record states 成. If the record omits the choice, the piece promotes if it may promote and
/// could otherwise never move again.
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

#[cfg(test)]
mod tests {
    use super::{legal, plain, resolve};
    use crate::finding::Span;
    use crate::record::{Destination, Origin, PieceName, Promotion, WrittenMove};
    use crate::shogi::{Motion, Move, Position, Side, Suffix};
    use proptest::prelude::*;

    /// Returns a legal move in the words of KI2.
    fn in_words(position: &Position, mv: Move, suffix: Suffix, promotion: Promotion) -> WrittenMove {
        let kind = match mv {
            Move::Board { from, .. } => position.piece_at(from).expect("a piece").kind,
            Move::Drop { kind, .. } => kind,
        };
        WrittenMove {
            mark: Some(position.side_to_move()),
            from: Origin::Words(suffix),
            to: Destination::Square(mv.to()),
            named: PieceName::Before(kind),
            promotion,
            captured: None,
            span: Span::new(0, 0),
        }
    }

    /// Asserts that a move is plain only if it can be resolved to the same legal move, and has the required words.
    fn assert_plain_is_usual(position: &Position, written: &WrittenMove, suffix: Suffix) {
        let Some(mv) = plain(position, written) else {
            return;
        };
        let resolved = resolve(position, written).expect("a plain move can be resolved");
        assert_eq!(legal(position, &resolved), Some(mv), "{position} {written:?}");
        let required = match mv {
            Move::Board { from, to, .. } => Suffix::new(position, from, to),
            Move::Drop { .. } => Some(Suffix::NONE),
        };
        assert_eq!(required, Some(suffix), "{position} {written:?}");
        assert!(
            written.promotion != Promotion::Omitted || resolved.promotion == Promotion::Unstated,
            "{position} {written:?}"
        );
    }

    fn suffixes() -> impl Iterator<Item = Suffix> {
        let sides = [None, Some(Side::Left), Some(Side::Straight), Some(Side::Right)];
        let motions = [None, Some(Motion::Up), Some(Motion::Level), Some(Motion::Back)];
        let with_side = move |side| motions.map(|motion| Suffix { side, motion });
        sides.into_iter().flat_map(with_side)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

        #[test]
        fn a_plain_move_in_words_is_legal_and_usual(choices in proptest::collection::vec(any::<u16>(), 0..160)) {
            let mut position = Position::startpos();
            for choice in choices {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play(moves[usize::from(choice) % moves.len()]);
            }
            for mv in position.legal_moves() {
                for suffix in suffixes() {
                    for promotion in [Promotion::Omitted, Promotion::Promote, Promotion::Decline] {
                        let written = in_words(&position, mv, suffix, promotion);
                        assert_plain_is_usual(&position, &written, suffix);
                    }
                }
                if let Move::Board { from, to, promote } = mv
                    && let Some(suffix) = Suffix::new(&position, from, to)
                {
                    let promotion = if promote { Promotion::Promote } else { Promotion::Decline };
                    let written = in_words(&position, mv, suffix, promotion);
                    prop_assert_eq!(plain(&position, &written), Some(mv));
                }
            }
        }
    }
}
