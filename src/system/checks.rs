//! Checks that the rules of several games share, under the names that each of them gives to the rule.

use super::model::{Board, Fault, PlyCase};
use crate::finding::{HowOften, Message, Seat, message};

/// The ply is a pass, which nobody may.
pub(super) fn pass<B: Board>(case: &PlyCase<B>) -> Option<Message> {
    let mover = case.seat();
    case.before.cells(&case.ply).is_empty().then(|| {
        message!(
            "{mover} passes, which is not allowed",
            "{mover}がパスしているが、パスは認められない",
            mover
        )
    })
}

/// Somebody moves who has moved last, and whose turn it is not.
pub(super) fn double_move<B: Board>(case: &PlyCase<B>) -> Option<Message> {
    let is_due = case.mover == case.before.due();
    (case.last == Some(case.mover) && !is_due).then(|| twice(case.seat(), B::seat(case.before.due())))
}

/// That somebody moves twice in a row.
pub(super) fn twice(mover: Seat, due: Seat) -> Message {
    message!(
        "{mover} moves twice in a row; it is {due}'s turn",
        "{mover}が2手続けて指した。{due}の手番である",
        mover,
        due
    )
}

/// That somebody moves whose turn it is not.
pub(super) fn out_of_turn(mover: Seat, due: Seat) -> Message {
    message!(
        "{mover} moves, but it is {due}'s turn",
        "{mover}が指しているが、{due}の手番である",
        mover,
        due
    )
}

/// Nothing stands where the move begins.
pub(super) fn empty_source<B: Board>(case: &PlyCase<B>) -> Option<Message> {
    let (from, _) = case.step().filter(|it| case.before.owner(it.0).is_none())?;
    Some(message!("there is no piece on {from}", "{from}に駒がない", from))
}

/// The piece that moves is another player's.
pub(super) fn opponent_piece<B: Board>(case: &PlyCase<B>) -> Option<Message> {
    let (from, mover) = (case.step()?.0, case.seat());
    let owner = case.before.owner(from).filter(|&it| it != case.mover)?;
    Some(message!(
        "{mover} moves {owner}'s piece on {from}",
        "{mover}が{from}にある{owner}の駒を動かしている",
        mover,
        from,
        owner = B::seat(owner)
    ))
}

/// The piece does not move so.
pub(super) fn shape<B: Board>(case: &PlyCase<B>) -> Option<Message> {
    let (piece, from, to) = case.faulty(Fault::Shape)?;
    Some(message!(
        "the {piece} on {from} cannot move to {to}",
        "{from}の{piece}は{to}へ動けない",
        piece,
        from,
        to
    ))
}

/// A piece stands in the way.
pub(super) fn blocked_path<B: Board>(case: &PlyCase<B>) -> Option<Message> {
    let (piece, from, to) = case.faulty(Fault::Blocked)?;
    Some(message!(
        "the {piece} on {from} cannot reach {to}: a piece is in the way",
        "{from}の{piece}は{to}へ動けない。間に駒がある",
        piece,
        from,
        to
    ))
}

/// An own piece stands where the move ends.
pub(super) fn own_piece<B: Board>(case: &PlyCase<B>) -> Option<Message> {
    let (piece, from, to) = case.faulty(Fault::OwnPiece)?;
    Some(message!(
        "the {piece} on {from} cannot move to {to}: the player's own piece is there",
        "{from}の{piece}は{to}へ動けない。自分の駒がある",
        piece,
        from,
        to
    ))
}

/// The position has come about as often as is reported.
pub(super) fn repetition<B: Board>(case: &PlyCase<B>) -> Option<Message> {
    (case.occurrences == case.before.repeat_limit()).then(|| {
        message!(
            "this position has now occurred {times}",
            "同一局面が{times}現れた",
            times = HowOften(case.occurrences)
        )
    })
}
