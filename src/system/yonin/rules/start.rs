//! The start position, where a record gives one.

use crate::finding::message;
use crate::referee::report::Report;
use crate::shogi::PieceKind;
use crate::system::board::StartCase;
use crate::system::yonin::board::{SEATS, seat};
use crate::system::yonin::game::Yonin;
use crate::system::yonin::position::{self, letter};

/// The check of `start-king-count`: every player who is in the game has one king.
pub(super) fn kings(case: &StartCase<Yonin>, report: &mut Report) {
    let board = &case.board.men;
    for player in (0..SEATS).filter(|&it| board.alive[it]) {
        let kings = board
            .men(player)
            .filter(|&(_, kind)| kind == PieceKind::King)
            .count();
        if kings != 1 {
            let seat = seat(player);
            report
                .say(message!(
                    "{seat} has {kings} kings",
                    "{seat}の玉が{kings}枚ある",
                    seat,
                    kings
                ))
                .of_seat(seat);
        }
    }
}

/// The check of `unreadable-board`: a position or a first seat that cannot be read.
pub(super) fn position(case: &StartCase<Yonin>, report: &mut Report) {
    for (name, value, span) in &case.headers {
        let is_read = match name.as_str() {
            "Position" => position::read(value).is_some(),
            "First" => letter(value.trim()).is_some(),
            _ => true,
        };
        if !is_read {
            report
                .say(message!(
                    "this is no {name} of yonin shogi; the game is judged from the usual start",
                    "四人将棋の {name} として読めない。通常の開始局面から判定する",
                    name
                ))
                .at(*span);
        }
    }
}
