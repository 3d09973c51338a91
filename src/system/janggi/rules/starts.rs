//! Rules of janggi and gung-janggi about the start position.

use crate::finding::{Cell, message, rules};
use crate::notation::gib::Kind;
use crate::referee::rule_hit::RuleHit;
use crate::system::janggi::board::{self, BLUE, RED, palace_of, seat};
use crate::system::janggi::game::Janggi;
use crate::system::janggi::start;
use crate::system::model::StartCase;

rules! {
    SETUP = "gung-setup", RecordError, Starts, "an invalid setup (차림)", "ありえない並び";
}

type Start = StartCase<Janggi>;

pub(super) fn setup(case: &Start) -> impl Iterator<Item = RuleHit> {
    unreadable_orders(case)
        .chain(surplus_pieces(case))
        .chain(pieces_outside_palace(case))
}

/// Reports a position that cannot be read (`unreadable-board`).
pub(super) fn unreadable_position(case: &Start) -> impl Iterator<Item = RuleHit> {
    let unreadable = case
        .headers
        .iter()
        .filter(|(name, value, _)| match name.as_str() {
            "국면" => board::read(value).is_none(),
            "FEN" => !value.trim().is_empty() && board::read(value).is_none(),
            "판" => board::read_drawn(value).is_none(),
            _ => false,
        });
    unreadable.map(|(_, _, span)| {
        let message = message!(
            "no moves were checked: this is not a valid position of janggi",
            "指し手は判定しなかった：チャンギの局面として読めない"
        );
        RuleHit::from(message).at_span(*span)
    })
}

/// Reports a setup header that is not empty and not one of the four orders of horses and elephants.
pub(super) fn unreadable_orders(case: &Start) -> impl Iterator<Item = RuleHit> {
    let unreadable = case.headers.iter().filter(|(name, value, _)| {
        let is_order = start::ORDER_HEADERS.concat().contains(&name.as_str());
        is_order && !value.trim().is_empty() && start::order(value).is_none()
    });
    unreadable.map(|(_, _, span)| {
        let message = message!(
            "expected an order of horses and elephants: 마상마상, 마상상마, 상마마상 or 상마상마",
            "馬と象の4通りの並び（馬象馬象、馬象象馬、象馬馬象、象馬象馬）のいずれでもない"
        );
        RuleHit::from(message).at_span(*span)
    })
}

/// Reports a side that does not have exactly one general (`start-king-count`).
pub(super) fn wrong_general_count(case: &Start) -> impl Iterator<Item = RuleHit> {
    [BLUE, RED].into_iter().filter_map(|player| {
        let seat = seat(player);
        let message = match case.game.board.count_of(player, Kind::General) {
            1 => return None,
            0 => message!(
                "{seat} has no general in the start position",
                "開始局面に{seat}の将がない",
                seat
            ),
            count => message!(
                "{seat} has {count} generals in the start position",
                "開始局面に{seat}の将が{count}枚ある",
                seat,
                count
            ),
        };
        let hit = RuleHit::from(message).with_seat(seat);
        Some(hit.with_cells(cells(case, player, Kind::General)))
    })
}

/// Returns the cells with pieces of a kind that a player has.
fn cells(case: &Start, player: usize, kind: Kind) -> impl Iterator<Item = Cell> {
    let pieces = case.game.board.all();
    let own_pieces = pieces.filter(move |(_, piece)| piece.owner == player && piece.kind == kind);
    own_pieces.filter_map(|(point, _)| point.cell())
}

/// Reports the kinds, except generals, of which a side has more pieces than a set.
pub(super) fn surplus_pieces(case: &Start) -> impl Iterator<Item = RuleHit> {
    let kinds = || Kind::all().filter(|&kind| kind != Kind::General);
    let player_kinds = [BLUE, RED]
        .into_iter()
        .flat_map(move |player| kinds().map(move |kind| (player, kind)));
    player_kinds.filter_map(|(player, kind)| {
        let max = if kind == Kind::Soldier { 5 } else { 2 };
        let count = case.game.board.count_of(player, kind);
        let seat = seat(player);
        (count > max).then(|| {
            let message = message!(
                "{seat} has {count} {kind}s in the start position; a set has {max}",
                "開始局面に{seat}の{kind}が{count}枚ある。一組には{max}枚しかない",
                seat,
                count,
                kind,
                max
            );
            let hit = RuleHit::from(message).with_seat(seat);
            hit.with_cells(cells(case, player, kind))
        })
    })
}

/// Reports generals and unpromoted guards outside their own palace (`start-dead-piece`, in gung-janggi
/// `gung-setup`).
pub(super) fn pieces_outside_palace(case: &Start) -> impl Iterator<Item = RuleHit> {
    let strays = case.game.board.all().filter(|&(point, piece)| {
        let is_bound = piece.kind == Kind::General || piece.kind == Kind::Guard && !piece.promoted;
        is_bound && palace_of(point) != Some(piece.owner)
    });
    strays.map(|(point, piece)| {
        let (kind, owner) = (piece.kind, seat(piece.owner));
        let message = message!(
            "{owner}'s {kind} on {point} is outside its palace",
            "{owner}の{kind}が宮の外の{point}にある",
            kind,
            owner,
            point
        );
        RuleHit::from(message).with_seat(owner).with_cells(point.cell())
    })
}
