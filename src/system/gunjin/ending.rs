//! How a game ends.

use crate::finding::{HowOften, Message, message};
use crate::profile::{NoOfficers, Stuck};
use crate::record::{Outcome, Terminal};
use crate::system::board::End;
use crate::system::gunjin::board::{Board, seat};

/// An end that this seat has won, or that nobody has.
pub(super) fn end(terminal: Terminal, winner: Option<usize>, reason: Message) -> End {
    End {
        terminal,
        outcome: Some(winner.map_or(Outcome::Draw, |it| Outcome::Win(seat(it)))),
        reason,
    }
}

/// The end by headquarters that this seat has taken.
pub(super) fn headquarters(winner: usize) -> End {
    let name = seat(winner);
    let reason = message!(
        "{name} captured the headquarters",
        "{name}が総司令部を占領した",
        name
    );
    end(Terminal::Headquarters, Some(winner), reason)
}

/// The end by a position that has come about so often.
pub(super) fn repetition(occurrences: u32) -> End {
    let reason = message!(
        "the position occurred {times}",
        "同一局面が{times}現れた",
        times = HowOften(occurrences)
    );
    end(Terminal::Repetition, None, reason)
}

/// The end by what is left on the board, where it is the turn of this seat.
pub(super) fn by_pieces(board: &Board, due: usize) -> Option<End> {
    let gone = [0, 1].map(|it| board.is_exterminated(it));
    if gone == [true, true] {
        let reason = message!(
            "neither side has a piece left that can move",
            "双方とも動ける駒がない"
        );
        return Some(end(Terminal::NoMate, None, reason));
    }
    if let Some(loser) = gone.iter().position(|&it| it) {
        let (winner, name) = (1 - loser, seat(loser));
        let reason = message!(
            "{name} has no piece left that can move",
            "{name}に動ける駒が残っていない",
            name
        );
        let is_sure = board.has_mobile(winner);
        return is_sure.then(|| end(Terminal::Extermination, Some(winner), reason));
    }
    stuck(board, due)
}

/// The end by the loss of the last general or field officer, where the event has it so; who had none before has lost
/// none.
pub(super) fn by_officers(board: &Board, lacked: [bool; 2]) -> Option<End> {
    if board.known.terms.no_officers == NoOfficers::PlaysOn {
        return None;
    }
    let lost = [0, 1].map(|it| !lacked[it] && board.lacks_officers(it));
    let loser = lost.iter().position(|&it| it)?;
    if lost == [true, true] {
        let reason = message!(
            "neither side has a general or field officer left",
            "双方とも将官も佐官も残っていない"
        );
        return Some(end(Terminal::NoMate, None, reason));
    }
    let name = seat(loser);
    let reason = message!(
        "{name} has no general or field officer left",
        "{name}に将官も佐官も残っていない",
        name
    );
    Some(end(Terminal::Extermination, Some(1 - loser), reason))
}

/// The end for want of a move.
fn stuck(board: &Board, due: usize) -> Option<End> {
    if !board.is_stuck(due) {
        return None;
    }
    let name = seat(due);
    let reason = message!("{name} has no legal move", "{name}に指せる手がない", name);
    Some(match board.known.terms.no_legal_move {
        Stuck::Loses => end(Terminal::Mate, Some(1 - due), reason),
        Stuck::Draw => end(Terminal::Draw, None, reason),
    })
}
