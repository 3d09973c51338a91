//! The board as it is drawn.

use super::board::{Board, seat};
use super::gates::{COLUMNS, GateShape, Gates};
use crate::finding::{Message, Speak, message};
use crate::notation::gunjin::{Kind, Place, SIDE};
use crate::system::drawing::{Drawing, DrawnGate, DrawnPiece, Ground, Halves};

/// The way that each seat looks.
const MARKS: [char; 2] = ['↑', '↓'];

/// So many names of pieces stand in a line.
const NAMES: usize = 4;

/// The board, whose turn it is, and what the letters stand for.
pub(super) fn drawing(board: &Board, due: usize) -> Drawing {
    let piece = |column: u8, row: u8| {
        let place = Place::new(column, row).filter(|it| it.column() == column)?;
        let number = board.number(place);
        // On a cell of which nothing is known a piece may stand.
        let unknown = || board.is_unknown(place).then(|| place.half());
        let owner = number.map(|it| board.known.pieces[it].owner).or_else(unknown)?;
        let kind = number.and_then(|it| board.known.told(it));
        Some(DrawnPiece {
            label: kind.map_or("", Kind::code).to_owned(),
            mark: MARKS[owner],
            quarters: 2 * owner as u8,
            faded: number.is_none(),
        })
    };
    let row = |row: u8| {
        let name = (row + 1).to_string();
        (name, (0..SIDE).map(|column| piece(column, row)).collect())
    };
    let turn = seat(due);
    let mut beside = vec![message!("{turn} to move", "{turn}の番", turn)];
    beside.extend(Kind::ALL.chunks(NAMES).map(names));
    Drawing {
        columns: (b'a'..b'a' + SIDE).map(|it| char::from(it).to_string()).collect(),
        rows: (0..SIDE).rev().map(row).collect(),
        beside,
        ground: Ground::Halves(halves(&board.known.terms.gates)),
    }
}

/// What the letters of these kinds stand for.
fn names(kinds: &'static [Kind]) -> Message {
    Message::sentence(move |language, f| {
        for (place, kind) in kinds.iter().enumerate() {
            f.write_str(if place == 0 { "" } else { " / " })?;
            write!(f, "{} ", kind.code())?;
            kind.speak(language, f)?;
        }
        Ok(())
    })
}

fn halves(gates: &Gates) -> Halves {
    let gate = |(shape, (single, other)): (GateShape, (u8, u8))| {
        let columns = if shape == GateShape::I {
            [single; 2]
        } else {
            [single.min(other), single.max(other)]
        };
        DrawnGate {
            letter: shape.letter(),
            columns: columns.map(usize::from),
            joined: columns.map(|column| gates.opposite(column)),
        }
    };
    let [left, right] = gates.shapes;
    Halves {
        above: usize::from(SIDE / 2),
        gates: [gate((left, COLUMNS[0])), gate((right, COLUMNS[1]))],
        wide: usize::from(Place::headquarters(0).column()),
    }
}
