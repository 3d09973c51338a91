//! The start: what the headers say of the board.

use crate::finding::{Message, Span, message};
use crate::notation::gunjin::seat_of;
use crate::profile::Gate;
use crate::referee::report::Report;
use crate::system::board::StartCase;
use crate::system::gunjin::board::{Board, seat};
use crate::system::gunjin::game::Gunjin;
use crate::system::gunjin::gates::Gates;
use crate::system::gunjin::knowledge::Knowledge;
use crate::system::gunjin::rows::uncommented;
use crate::system::gunjin::{position, setup};

/// The setups that the headers give: of whom, what, where.
pub(super) fn setups(case: &StartCase<Gunjin>) -> impl Iterator<Item = (usize, &str, Span)> {
    case.headers.iter().filter_map(|(name, value, span)| {
        let player = setup::NAMES.iter().position(|it| it == name)?;
        Some((player, value.as_str(), *span))
    })
}

/// Whether the headers give a position that can be read; it stands above the setups.
pub(super) fn has_position(case: &StartCase<Gunjin>) -> bool {
    let given = case.headers.iter().find(|it| it.0 == "Position");
    given.is_some_and(|it| position(case, &it.1).is_ok())
}

fn position(case: &StartCase<Gunjin>, text: &str) -> Result<usize, Message> {
    let terms = case.board.men.known.terms.clone();
    position::read(text, &mut Board::empty(Knowledge::new(terms)))
}

/// The check of `unreadable-board`: a header that cannot be read.
pub(super) fn readable(case: &StartCase<Gunjin>, report: &mut Report) {
    for (name, value, span) in &case.headers {
        let text = uncommented(value);
        let is_read = match name.as_str() {
            "Position" => {
                if let Err(why) = position(case, value) {
                    report
                        .say(message!(
                            "no moves were checked: {why}",
                            "指し手は判定しなかった：{why}",
                            why
                        ))
                        .at(*span)
                        .stopping();
                }
                true
            }
            "First" => seat_of(&text).is_some(),
            "Board" => Gates::read(&text, Gate::Any).is_some(),
            "Roster" => text.parse::<usize>().is_ok(),
            _ => true,
        };
        if !is_read {
            report
                .say(message!(
                    "not a valid {name} of gunjin shogi; the header was ignored",
                    "軍人将棋の {name} として読めない。このヘッダーは無視した",
                    name
                ))
                .at(*span);
        }
    }
    for (player, value, span) in setups(case) {
        let unread = setup::read(value, player).map_or_else(Vec::new, |it| it.unread);
        if let Some(word) = unread.first() {
            report
                .say(message!(
                    "`{word}` is not a piece of gunjin shogi; the piece is treated as hidden",
                    "`{word}` は軍人将棋の駒として読めない。伏せた駒とみなす",
                    word
                ))
                .at(span);
        }
    }
}

/// The check of `start-missing`: a setup that is not there.
pub(super) fn missing(case: &StartCase<Gunjin>, report: &mut Report) {
    if case.headers.iter().any(|it| it.0 == "Position") {
        return;
    }
    for (player, header) in setup::NAMES.into_iter().enumerate() {
        if !case.headers.iter().any(|it| it.0 == header) {
            let name = seat(player);
            report
                .say(message!(
                    "the header {header} with {name}'s setup is missing; {name}'s pieces are treated as hidden",
                    "{name}の配置のヘッダー {header} がない。{name}の駒は伏せた駒とみなす",
                    name,
                    header
                ))
                .of_seat(name);
        }
    }
}
