//! `gunjin-setup-count` 軍人将棋の駒の枚数: too many or too few pieces.

use super::start::{has_position, setups};
use crate::finding::{message, rule};
use crate::notation::gunjin::Kind;
use crate::referee::report::Report;
use crate::system::board::StartCase;
use crate::system::gunjin::board::seat;
use crate::system::gunjin::game::Gunjin;
use crate::system::gunjin::rows::uncommented;
use crate::system::gunjin::setup::{self, Entry};

rule!(
    "gunjin-setup-count",
    RecordError,
    Starts,
    "too many or too few pieces",
    "軍人将棋の駒の枚数"
);

/// The check.
pub(super) fn check(case: &StartCase<Gunjin>, report: &mut Report) {
    roster(case, report);
    if has_position(case) {
        return;
    }
    let terms = &case.board.men.known.terms;
    for (player, value, span) in setups(case) {
        let name = seat(player);
        let Some(setup) = setup::read(value, player) else {
            continue;
        };
        let count = |entry: Entry| setup.entries.iter().filter(|it| it.1 == entry).count();
        let hidden = count(Entry::Hidden);
        for kind in Kind::ALL {
            let (has, due) = (count(Entry::Piece(kind)), usize::from(terms.roster[kind.index()]));
            if has > due || has + hidden < due {
                report
                    .say(message!(
                        "{kind}: expected {due} in {name}'s setup, found {has}",
                        "{kind}：{name}の配置は{has}枚、本来は{due}枚",
                        kind,
                        name,
                        has,
                        due
                    ))
                    .of_seat(name)
                    .at(span);
            }
        }
    }
}

/// What the header `Roster` says.
fn roster(case: &StartCase<Gunjin>, report: &mut Report) {
    let due = case.board.men.known.terms.pieces();
    for (_, value, span) in case.headers.iter().filter(|it| it.0 == "Roster") {
        let Ok(has) = uncommented(value).parse::<usize>() else {
            continue;
        };
        if has != due {
            report
                .say(message!(
                    "expected {due} pieces per side by the rules of this event, found {has}",
                    "大会の規定では各側{due}枚だが、ヘッダーでは{has}枚である",
                    due,
                    has
                ))
                .at(*span);
        }
    }
}
