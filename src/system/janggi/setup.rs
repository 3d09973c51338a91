//! How the game begins: the four orders of horses and elephants.

use super::board::{BLUE, Board, Man, RED};
use super::position;
use crate::finding::{Cell, Span};
use crate::notation::gib::{Kind, Ply, Point, RANKS, position_header};
use crate::record::{Record, Step};

/// The kinds on files 2, 3, 7 and 8 from the left of Blue, as 차림 has them.
pub(super) type Order = [Kind; 4];

/// 마상상마, which is taken where nothing is said.
const USUAL: Order = [Kind::Horse, Kind::Elephant, Kind::Elephant, Kind::Horse];

/// The files of that order, from 0.
const FILES: [u8; 4] = [1, 2, 6, 7];

/// Reads an order: `마상마상`. `None` where it is none of the four.
pub(super) fn order(text: &str) -> Option<Order> {
    let kinds: Vec<_> = text.trim().chars().map(Kind::of_letter).collect();
    let [Some(a), Some(b), Some(c), Some(d)] = *kinds.as_slice() else {
        return None;
    };
    let is_pair =
        |pair: (Kind, Kind)| pair == (Kind::Horse, Kind::Elephant) || pair == (Kind::Elephant, Kind::Horse);
    (is_pair((a, b)) && is_pair((c, d))).then_some([a, b, c, d])
}

/// The names of the header with the order of a seat.
pub(super) const HEADERS: [&[&str]; 2] = [
    &["청차림", "초차림", "청포진", "초포진"],
    &["홍차림", "한차림", "홍포진", "한포진"],
];

/// The board before the first move. Where the order of a side is not said, its first moves tell it.
pub(super) fn start(record: &Record<'_>, is_mirrored: bool) -> Board {
    let order_of = |seat: usize| {
        let named = HEADERS[seat].iter().find_map(|it| record.headers.named(it));
        let mut read = named.and_then(order)?;
        if seat == RED && is_mirrored {
            read.reverse();
        }
        Some(read)
    };
    let orders = [BLUE, RED].map(|seat| order_of(seat).unwrap_or_else(|| shown(record, seat)));
    with(orders)
}

/// The board in 판, as programs of Korea have it: ranks from the edge of Blue, pieces of Blue in Korean letters, those of Red
/// in Chinese. Whose turn it is it does not say; whoever makes the first move.
pub(super) fn drawn(record: &Record<'_>) -> Option<(Board, usize)> {
    let board = drawn_board(record.headers.named("판")?)?;
    let mut line = record.tree.main_line();
    let first = line.find_map(|(_, node)| match node.step {
        Step::Token(span) => Ply::of(record.text_at(span)),
        _ => None,
    });
    let mover = first.and_then(|it| it.step).and_then(|it| board.at(it.from));
    Some((board, mover.map_or(BLUE, |man| man.owner)))
}

/// Reads that board. `None` where it is none.
pub(super) fn drawn_board(text: &str) -> Option<Board> {
    let mut board = Board::empty();
    let mut ranks = text.trim().split('/');
    for rank in (0..RANKS).rev() {
        let mut file = 0_u8;
        // Words may stand after the last rank.
        for letter in ranks.next()?.chars().take_while(|it| !it.is_whitespace()) {
            if let Some(empty) = letter.to_digit(10) {
                file = file.checked_add(empty as u8)?;
                continue;
            }
            let man = Man {
                owner: if matches!(letter, '가'..='힣') {
                    BLUE
                } else {
                    RED
                },
                kind: Kind::of_letter(letter)?,
                promoted: false,
            };
            board.put(Point::new(rank, file)?, Some(man));
            file += 1;
        }
    }
    Some(board)
}

/// Where the header with the position has the piece on a cell; the whole of its value where none is asked for.
pub(super) fn place_of(record: &Record<'_>, cell: Option<Cell>) -> Option<Span> {
    let position = position_header(&record.headers);
    let header = position.or_else(|| record.headers.iter().find(|it| it.name == "판"))?;
    let value = record.value_span(header);
    let point: Option<Point> = cell.and_then(|it| it.to_string().parse().ok());
    let turned = |it: Point| Point::new(RANKS - 1 - it.rank(), it.file());
    let point = if position.is_some() {
        point
    } else {
        point.and_then(turned)
    };
    let found = point.and_then(|it| position::place_of(record.text_at(value), it));
    let start = value.start as usize;
    Some(found.map_or(value, |it| Span::new(start + it.start, start + it.end)))
}

/// The board with 마상상마 on both sides.
#[cfg(test)]
pub(super) fn usual() -> Board {
    with([USUAL; 2])
}

/// The order that the moves show: the first from a point of it names what stood there.
fn shown(record: &Record<'_>, seat: usize) -> Order {
    let edge = home(seat, 0);
    let mut order = USUAL;
    let mut known = [false; 2];
    for (_, node) in record.tree.main_line() {
        let Step::Token(span) = node.step else { continue };
        let step = Ply::of(record.text_at(span)).and_then(|ply| ply.step);
        let Some(step) = step.filter(|it| it.from.rank() == edge) else {
            continue;
        };
        let place = FILES.iter().position(|&file| file == step.from.file());
        let kind = step
            .kind()
            .filter(|it| matches!(it, Kind::Horse | Kind::Elephant));
        if let (Some(place), Some(kind)) = (place, kind)
            && !std::mem::replace(&mut known[place / 2], true)
        {
            let other = if kind == Kind::Horse {
                Kind::Elephant
            } else {
                Kind::Horse
            };
            order[place] = kind;
            order[place ^ 1] = other;
        }
        if known == [true; 2] {
            break;
        }
    }
    order
}

/// The rank so many steps from the edge of a seat.
const fn home(seat: usize, steps: u8) -> u8 {
    if seat == BLUE { 9 - steps } else { steps }
}

fn with(orders: [Order; 2]) -> Board {
    let mut board = Board::empty();
    for (owner, order) in orders.into_iter().enumerate() {
        let mut put = |steps: u8, file: u8, kind: Kind| {
            let man = Man {
                owner,
                kind,
                promoted: false,
            };
            if let Some(point) = Point::new(home(owner, steps), file) {
                board.put(point, Some(man));
            }
        };
        for file in [0, 8] {
            put(0, file, Kind::Chariot);
        }
        for file in [3, 5] {
            put(0, file, Kind::Guard);
        }
        for (file, kind) in FILES.into_iter().zip(order) {
            put(0, file, kind);
        }
        put(1, 4, Kind::General);
        for file in [1, 7] {
            put(2, file, Kind::Cannon);
        }
        for file in [0, 2, 4, 6, 8] {
            put(3, file, Kind::Soldier);
        }
    }
    board
}
