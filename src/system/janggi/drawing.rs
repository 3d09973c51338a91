//! The board as it is drawn.

use super::board::{BLUE, Board, Man, RED, seat};
use crate::finding::{Message, message};
use crate::notation::gib::{FILES, Point, RANKS};
use crate::system::drawing::{Drawing, DrawnPiece, Ground};

/// The way that each side looks.
const MARKS: [char; 2] = ['↑', '↓'];

/// The lines across the palaces: from column and row to column and row.
const PALACES: &[[(usize, usize); 2]] = &[
    [(3, 0), (5, 2)],
    [(5, 0), (3, 2)],
    [(3, 7), (5, 9)],
    [(5, 7), (3, 9)],
];

/// The board, what is promoted, and whose turn it is.
pub(super) fn drawing(board: &Board, due: usize) -> Drawing {
    let piece = |rank: u8, file: u8| {
        let man = Point::new(rank, file).and_then(|point| board.at(point))?;
        Some(DrawnPiece {
            label: man.kind.character(man.owner).to_string(),
            mark: MARKS[man.owner],
            quarters: 0,
            faded: false,
        })
    };
    let row = |rank: u8| {
        let name = ((rank + 1) % RANKS).to_string();
        (name, (0..FILES).map(|file| piece(rank, file)).collect())
    };
    let turn = seat(due);
    let promoted = [BLUE, RED].into_iter().filter_map(|it| promoted(board, it));
    Drawing {
        columns: (1..=FILES).map(|file| file.to_string()).collect(),
        rows: (0..RANKS).map(row).collect(),
        beside: promoted
            .chain([message!("{turn} to move", "{turn}の番", turn)])
            .collect(),
        ground: Ground::Points(PALACES),
    }
}

/// What a side has promoted.
fn promoted(board: &Board, player: usize) -> Option<Message> {
    let men = board.men(player).filter(|(_, man)| man.promoted);
    let names: Vec<_> = men
        .map(|(at, Man { kind, owner, .. })| format!("{}{at}", kind.character(owner)))
        .collect();
    let (seat, names) = (seat(player), names.join(" "));
    (!names.is_empty()).then(|| {
        message!(
            "{seat}'s promoted pieces: {names}",
            "{seat}の昇格した駒：{names}",
            seat,
            names
        )
    })
}
