//! The start position: the checks of rules that shogi has, too.

use crate::finding::{Cell, message};
use crate::notation::gib::Kind;
use crate::referee::report::Report;
use crate::system::board::StartCase;
use crate::system::janggi::board::{BLUE, RED, seat};
use crate::system::janggi::game::Janggi;
use crate::system::janggi::reach::palace_of;
use crate::system::janggi::{position, setup};

type Case = StartCase<Janggi>;

/// The check of `unreadable-board`: a position that cannot be read.
pub(super) fn position(case: &Case, report: &mut Report) {
    for (name, value, span) in &case.headers {
        let is_read = match name.as_str() {
            "국면" => position::read(value).is_some(),
            "FEN" => value.trim().is_empty() || position::read(value).is_some(),
            "판" => setup::drawn_board(value).is_some(),
            _ => true,
        };
        if !is_read {
            report
                .say(message!(
                    "no moves were checked: this is not a valid position of janggi",
                    "指し手は判定しなかった：チャンギの局面として読めない"
                ))
                .at(*span)
                .stopping();
        }
    }
}

/// The same of an order of horses and elephants.
pub(super) fn order(case: &Case, report: &mut Report) {
    orders(case, report);
}

/// What is no order of horses and elephants.
pub(super) fn orders(case: &Case, report: &mut Report) {
    for (name, value, span) in &case.headers {
        let is_order = setup::HEADERS.concat().contains(&name.as_str());
        if is_order && !value.trim().is_empty() && setup::order(value).is_none() {
            report
                .say(message!(
                    "expected an order of horses and elephants: 마상마상, 마상상마, 상마마상 or 상마상마",
                    "馬と象の4通りの並び（마상마상、마상상마、상마마상、상마상마）のいずれでもない"
                ))
                .at(*span);
        }
    }
}

/// The check of `start-king-count`: every side has one general.
pub(super) fn generals(case: &Case, report: &mut Report) {
    for player in [BLUE, RED] {
        let generals = case.board.men.count_of(player, Kind::General);
        if generals != 1 {
            let seat = seat(player);
            report
                .say(if generals == 0 {
                    message!(
                        "{seat} has no general in the start position",
                        "開始局面に{seat}の将がない",
                        seat
                    )
                } else {
                    message!(
                        "{seat} has {generals} generals in the start position",
                        "開始局面に{seat}の将が{generals}枚ある",
                        seat,
                        generals
                    )
                })
                .of_seat(seat)
                .marking(cells(case, player, Kind::General));
        }
    }
}

/// Where the pieces of a kind stand.
fn cells(case: &Case, player: usize, kind: Kind) -> impl Iterator<Item = Cell> {
    let pieces = case.board.men.all();
    let own = pieces.filter(move |(_, man)| man.owner == player && man.kind == kind);
    own.filter_map(|(point, _)| point.cell())
}

/// The check of `start-piece-count`: no more pieces than a set has.
pub(super) fn pieces(case: &Case, report: &mut Report) {
    surplus(case, report);
}

/// What of a position is more than a set has.
pub(super) fn surplus(case: &Case, report: &mut Report) {
    for player in [BLUE, RED] {
        for kind in Kind::all().filter(|&it| it != Kind::General) {
            let most = if kind == Kind::Soldier { 5 } else { 2 };
            let count = case.board.men.count_of(player, kind);
            if count > most {
                let seat = seat(player);
                report
                    .say(message!(
                        "{seat} has {count} {kind}s in the start position; a set has {most}",
                        "開始局面に{seat}の{kind}が{count}枚ある。一組には{most}枚しかない",
                        seat,
                        count,
                        kind,
                        most
                    ))
                    .of_seat(seat)
                    .marking(cells(case, player, kind));
            }
        }
    }
}

/// The check of `start-dead-piece`: generals and guards stand in their palace.
pub(super) fn outside(case: &Case, report: &mut Report) {
    for (point, man) in case.board.men.all() {
        let is_bound = man.kind == Kind::General || man.kind == Kind::Guard && !man.promoted;
        if is_bound && palace_of(point) != Some(man.owner) {
            let (kind, owner) = (man.kind, seat(man.owner));
            report
                .say(message!(
                    "{owner}'s {kind} on {point} is outside its palace",
                    "{owner}の{kind}が宮の外の{point}にある",
                    kind,
                    owner,
                    point
                ))
                .of_seat(owner)
                .marking(point.cell());
        }
    }
}
