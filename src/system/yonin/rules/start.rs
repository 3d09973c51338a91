//! The start position, where a record gives one.

use crate::finding::message;
use crate::referee::report::Report;
use crate::referee::rules::start_piece_count;
use crate::shogi::{PieceKind, Square};
use crate::system::board::StartCase;
use crate::system::yonin::board::{Board, HELD, SEATS, seat, squares};
use crate::system::yonin::game::Yonin;
use crate::system::yonin::position::{self, letter};
use crate::system::yonin::reach::seen;

/// The check of `start-king-count`: every player who is in the game has one king.
pub(super) fn kings(case: &StartCase<Yonin>, report: &mut Report) {
    let board = &case.board.men;
    for player in (0..SEATS).filter(|&it| board.alive[it]) {
        let kings: Vec<Square> = board
            .men(player)
            .filter(|&(_, kind)| kind == PieceKind::King)
            .map(|(at, _)| at)
            .collect();
        if kings.len() != 1 {
            let seat = seat(player);
            report
                .say(if kings.is_empty() {
                    message!(
                        "{seat} has no king in the start position",
                        "開始局面に{seat}の玉がない",
                        seat
                    )
                } else {
                    message!(
                        "{seat} has {count} kings in the start position",
                        "開始局面に{seat}の玉が{count}枚ある",
                        seat,
                        count = kings.len()
                    )
                })
                .of_seat(seat)
                .marking(kings);
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
                    "no moves were checked: this is not a valid {name} of yonin shogi",
                    "指し手は判定しなかった：四人将棋の {name} として読めない",
                    name
                ))
                .at(*span)
                .stopping();
        }
    }
}

/// What a set has of the kinds that can be held in hand.
const SET: [usize; HELD.len()] = [4, 8, 8, 12];

/// The check of `start-piece-count`: on the board and in all hands there is no more than a set has.
pub(super) fn pieces(case: &StartCase<Yonin>, report: &mut Report) {
    let board = &case.board.men;
    for (place, (kind, most)) in HELD.into_iter().zip(SET).enumerate() {
        let is_of = |&at: &Square| board.at(at).is_some_and(|man| man.kind.base() == kind);
        let standing: Vec<Square> = squares().filter(is_of).collect();
        let held: usize = board.hands.iter().map(|hand| usize::from(hand[place])).sum();
        let count = standing.len() + held;
        if count > most {
            report
                .say(start_piece_count::words(count, kind, most))
                .marking(standing);
        }
    }
}

/// The check of `start-nifu`: nobody has two pawns on a line that runs away from him.
pub(super) fn nifu(case: &StartCase<Yonin>, report: &mut Report) {
    let board = &case.board.men;
    for player in (0..SEATS).filter(|&it| board.alive[it]) {
        let pawns: Vec<Square> = pawns(board, player).collect();
        let is_second = |at: usize| {
            let line = seen(pawns[at], player).lateral;
            pawns[..at].iter().any(|&it| seen(it, player).lateral == line)
        };
        if let Some(second) = (0..pawns.len()).find(|&at| is_second(at)).map(|at| pawns[at]) {
            let seat = seat(player);
            report
                .say(message!(
                    "{seat} has more than one unpromoted pawn in the line of {second} in the start position",
                    "開始局面の{second}の筋に{seat}の歩が2枚以上ある",
                    seat,
                    second
                ))
                .of_seat(seat)
                .marking([second]);
        }
    }
}

/// The check of `start-dead-piece`: no pawn stands where it can never move.
pub(super) fn dead(case: &StartCase<Yonin>, report: &mut Report) {
    let board = &case.board.men;
    for player in (0..SEATS).filter(|&it| board.alive[it]) {
        for at in pawns(board, player).filter(|&at| Board::is_dead(PieceKind::Pawn, at, player)) {
            let seat = seat(player);
            report
                .say(message!(
                    "{seat}'s pawn on {at} in the start position can never move",
                    "開始局面の{at}の{seat}の歩は行き所のない駒である",
                    seat,
                    at
                ))
                .of_seat(seat)
                .marking([at]);
        }
    }
}

fn pawns(board: &Board, player: usize) -> impl Iterator<Item = Square> + '_ {
    let pawns = board.men(player).filter(|&(_, kind)| kind == PieceKind::Pawn);
    pawns.map(|(at, _)| at)
}
