//! Checks shared by several games. Each game lists them under its own rule names.

use super::model::{GameState, MoveFault, PlyCase};
use crate::finding::{Message, Occurrences, Seat, message};

/// Reports a pass, in games whose rules do not allow passing.
pub(super) fn pass<G: GameState>(case: &PlyCase<G>) -> Option<Message> {
    let mover = case.seat();
    case.before.cells(&case.ply).is_empty().then(|| {
        message!(
            "{mover} passes, which is not allowed",
            "{mover}がパスしているが、パスは認められない",
            mover
        )
    })
}

/// Reports a player who made the previous ply and moves again out of turn.
pub(super) fn double_move<G: GameState>(case: &PlyCase<G>) -> Option<Message> {
    let is_in_turn = case.mover == case.before.side_to_move();
    (case.last_mover == Some(case.mover) && !is_in_turn)
        .then(|| double_move_message(case.seat(), G::seat(case.before.side_to_move())))
}

/// Returns the message for a player who moves twice in a row.
pub(super) fn double_move_message(mover: Seat, side_to_move: Seat) -> Message {
    message!(
        "{mover} moves twice in a row; it is {side_to_move}'s turn",
        "{mover}が2手続けて指した。{side_to_move}の手番である",
        mover,
        side_to_move
    )
}

/// Returns the message for a player who moves out of turn.
pub(super) fn out_of_turn_message(mover: Seat, side_to_move: Seat) -> Message {
    message!(
        "{mover} moves, but it is {side_to_move}'s turn",
        "{mover}が指しているが、{side_to_move}の手番である",
        mover,
        side_to_move
    )
}

/// Reports a move from an empty cell.
pub(super) fn empty_source<G: GameState>(case: &PlyCase<G>) -> Option<Message> {
    let (from, _) = case.step().filter(|step| case.before.owner(step.0).is_none())?;
    Some(message!("there is no piece on {from}", "{from}に駒がない", from))
}

/// Reports a move of another player's piece.
pub(super) fn opponent_piece<G: GameState>(case: &PlyCase<G>) -> Option<Message> {
    let (from, mover) = (case.step()?.0, case.seat());
    let owner = case.before.owner(from).filter(|&owner| owner != case.mover)?;
    Some(message!(
        "{mover} moves {owner}'s piece on {from}",
        "{mover}が{from}にある{owner}の駒を動かしている",
        mover,
        from,
        owner = G::seat(owner)
    ))
}

/// Reports a move that is not one of the moves of the piece. In janggi, this includes a blocked move of a piece
/// other than a chariot.
pub(super) fn shape<G: GameState>(case: &PlyCase<G>) -> Option<Message> {
    let (piece, from, to) = case.step_with_fault(MoveFault::Shape)?;
    Some(message!(
        "the {piece} on {from} cannot move to {to}",
        "{from}の{piece}は{to}へ動けない",
        piece,
        from,
        to
    ))
}

/// Reports a move over a piece that blocks the path.
pub(super) fn blocked_path<G: GameState>(case: &PlyCase<G>) -> Option<Message> {
    let (piece, from, to) = case.step_with_fault(MoveFault::Blocked)?;
    Some(message!(
        "the {piece} on {from} cannot reach {to}: a piece is in the way",
        "{from}の{piece}は{to}へ動けない。間に駒がある",
        piece,
        from,
        to
    ))
}

/// Reports a move onto a piece of the same player.
pub(super) fn own_piece<G: GameState>(case: &PlyCase<G>) -> Option<Message> {
    let (piece, from, to) = case.step_with_fault(MoveFault::OwnPiece)?;
    Some(message!(
        "the {piece} on {from} cannot move to {to}: the player's own piece is there",
        "{from}の{piece}は{to}へ動けない。自分の駒がある",
        piece,
        from,
        to
    ))
}

/// Reports a position once, when its number of occurrences reaches the limit of the game.
pub(super) fn repetition<G: GameState>(case: &PlyCase<G>) -> Option<Message> {
    (case.occurrences == case.before.repeat_limit()).then(|| {
        message!(
            "this position has now occurred {times}",
            "同一局面が{times}現れた",
            times = Occurrences(case.occurrences)
        )
    })
}
