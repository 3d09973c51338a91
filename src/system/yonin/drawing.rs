//! The board as it is drawn.

use super::board::{Board, HELD, SEATS, seat};
use crate::finding::{Message, message};
use crate::shogi::{PieceKind, Square};
use crate::system::drawing::{Drawing, DrawnPiece, Ground};

/// The way that each seat looks.
const MARKS: [char; SEATS] = ['↑', '→', '↓', '←'];

/// The board, the hands of those who are in the game, and whose turn it is.
pub(super) fn drawing(board: &Board, due: usize) -> Drawing {
    let piece = |file: u8, rank: u8| {
        let man = Square::new(file, rank).and_then(|square| board.at(square))?;
        Some(DrawnPiece {
            label: character(man.kind).to_string(),
            mark: MARKS[man.owner],
            quarters: man.owner as u8,
            faded: !board.alive[man.owner],
        })
    };
    let row = |rank: u8| {
        let name = char::from(b'a' - 1 + rank).to_string();
        (name, (1..=9).rev().map(|file| piece(file, rank)).collect())
    };
    let hands = (0..SEATS).filter(|&it| board.alive[it]).map(|it| hand(board, it));
    let turn = seat(due);
    Drawing {
        columns: (1..=9).rev().map(|file| file.to_string()).collect(),
        rows: (1..=9).map(row).collect(),
        beside: hands
            .chain([message!("{turn} to move", "{turn}の番", turn)])
            .collect(),
        ground: Ground::Squares,
    }
}

fn hand(board: &Board, player: usize) -> Message {
    let held: String = HELD
        .iter()
        .zip(board.hands[player])
        .filter(|&(_, count)| count > 0)
        .map(|(&kind, count)| match count {
            1 => character(kind).to_string(),
            _ => format!("{}{count}", character(kind)),
        })
        .collect();
    let (mark, seat) = (MARKS[player].to_string(), seat(player));
    if held.is_empty() {
        message!(
            "{mark} {seat}: nothing in hand",
            "{mark} {seat}：持駒なし",
            mark,
            seat
        )
    } else {
        message!("{mark} {seat}: {held}", "{mark} {seat}：{held}", mark, seat, held)
    }
}

const fn character(kind: PieceKind) -> char {
    match kind {
        PieceKind::King => '玉',
        PieceKind::Rook => '飛',
        PieceKind::Dragon => '龍',
        PieceKind::Gold => '金',
        PieceKind::Silver => '銀',
        PieceKind::PromotedSilver => '全',
        PieceKind::Tokin => 'と',
        _ => '歩',
    }
}
