//! The start position: a board, or the four orders of horses and elephants.

use super::board::{self, BLUE, Board, RED};
use crate::finding::{Cell, Span};
use crate::notation::gib::{Kind, Ply, Point, RANKS, position_header};
use crate::record::{Record, Step};
use crate::system::placement;

/// The kinds on files 2, 3, 7 and 8 from Blue's left, as in a 차림 header.
pub(super) type Order = [Kind; 4];

/// The default order, 마상상마.
const DEFAULT_ORDER: Order = [Kind::Horse, Kind::Elephant, Kind::Elephant, Kind::Horse];

/// The files of the order (indices from 0).
const ORDER_FILES: [u8; 4] = [1, 2, 6, 7];

/// Parses an order: `마상마상`. Returns `None` if the text is not one of the four orders.
pub(super) fn order(text: &str) -> Option<Order> {
    let kinds: Vec<_> = text.trim().chars().map(Kind::from_letter).collect();
    let [Some(a), Some(b), Some(c), Some(d)] = *kinds.as_slice() else {
        return None;
    };
    let is_pair =
        |pair: (Kind, Kind)| pair == (Kind::Horse, Kind::Elephant) || pair == (Kind::Elephant, Kind::Horse);
    (is_pair((a, b)) && is_pair((c, d))).then_some([a, b, c, d])
}

/// By seat, the names of the header with the order.
pub(super) const ORDER_HEADERS: [&[&str]; 2] = [
    &["청차림", "초차림", "청포진", "초포진"],
    &["홍차림", "한차림", "홍포진", "한포진"],
];

/// Returns the board before the first move, with the orders of horses and elephants in the headers. An order
/// that no header states is concluded from the moves of the side. If `is_mirrored` is `true`, the header of Red
/// is read from Red's left.
pub(super) fn start(record: &Record<'_>, is_mirrored: bool) -> Board {
    let order_of = |seat: usize| {
        let value = ORDER_HEADERS[seat]
            .iter()
            .find_map(|order_header| record.headers.value_of(order_header));
        let mut order = value.and_then(order)?;
        if seat == RED && is_mirrored {
            order.reverse();
        }
        Some(order)
    };
    let orders = [BLUE, RED].map(|seat| order_of(seat).unwrap_or_else(|| order_from_moves(record, seat)));
    board_with_orders(orders)
}

/// Returns the plies of the main line that can be parsed.
pub(super) fn plies(record: &Record<'_>) -> impl Iterator<Item = Ply> {
    let nodes = record.tree.main_line();
    nodes.filter_map(|(_, node)| match node.step {
        Step::Token(span) => Ply::parse(record.text_at(span)),
        _ => None,
    })
}

/// Returns the board of the header 판 and the side to move: the owner of the piece that moves first, or Blue if
/// this piece is unknown. `None` if there is no such header or its board cannot be read.
pub(super) fn drawn_setup(record: &Record<'_>) -> Option<(Board, usize)> {
    let board = board::read_drawn(record.headers.value_of("판")?)?;
    let first_step = plies(record).next().and_then(|ply| ply.step);
    let first_piece = first_step.and_then(|step| board.at(step.from));
    Some((board, first_piece.map_or(BLUE, |piece| piece.owner)))
}

/// Returns the span of the piece on a cell in the header with the position, or else of the whole value of this
/// header. `None` if the record has no such header.
pub(super) fn start_span(record: &Record<'_>, cell: Option<Cell>) -> Option<Span> {
    let position = position_header(&record.headers);
    let header = position.or_else(|| record.headers.iter().find(|header| header.name == "판"))?;
    let value = record.value_span(header);
    let point: Option<Point> = cell.and_then(|cell| Point::from_name(&cell.to_string()));
    let upside_down = |point: Point| Point::new(RANKS - 1 - point.rank(), point.file());
    let point = if position.is_some() {
        point
    } else {
        point.and_then(upside_down)
    };
    let range = point.and_then(|point| board::piece_range(record.text_at(value), point));
    Some(placement::span_within(value, range))
}

/// Returns the board with 마상상마 on both sides.
#[cfg(test)]
pub(super) fn default_board() -> Board {
    board_with_orders([DEFAULT_ORDER; 2])
}

/// Returns the order shown by the moves. The first move of a horse or an elephant from one of the two points of
/// a pair identifies both pieces of the pair. A pair without such a move has the default order.
fn order_from_moves(record: &Record<'_>, seat: usize) -> Order {
    let edge = board::last_rank(1 - seat);
    let mut order = DEFAULT_ORDER;
    let mut is_pair_known = [false; 2];
    for step in plies(record)
        .filter_map(|it| it.step)
        .filter(|step| step.from.rank() == edge)
    {
        let index = ORDER_FILES.iter().position(|&file| file == step.from.file());
        let (kind, other_kind) = match step.kind() {
            Some(kind @ Kind::Horse) => (kind, Kind::Elephant),
            Some(kind @ Kind::Elephant) => (kind, Kind::Horse),
            _ => continue,
        };
        if let Some(index) = index.filter(|index| !std::mem::replace(&mut is_pair_known[index / 2], true)) {
            (order[index], order[index ^ 1]) = (kind, other_kind);
        }
    }
    order
}

fn board_with_orders([blue, red]: [Order; 2]) -> Board {
    let edge = |order: Order| {
        let [a, b, c, d] = order.map(Kind::fen);
        format!("r{a}{b}a1a{c}{d}r")
    };
    let middle = "4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4";
    let start = format!("{}/{middle}/{}", edge(red), edge(blue).to_uppercase());
    board::read(&start).map_or_else(Board::empty, |(board, _)| board)
}
