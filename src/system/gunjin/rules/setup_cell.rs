//! `gunjin-setup-cell` 自陣の外の配置: a setup that exceeds its half of the board.

use super::start::{has_position, setups};
use crate::finding::{Count, message, rule};
use crate::referee::report::Report;
use crate::system::board::StartCase;
use crate::system::gunjin::board::seat;
use crate::system::gunjin::game::Gunjin;
use crate::system::gunjin::setup;

rule!(
    "gunjin-setup-cell",
    RecordError,
    Starts,
    "a setup that exceeds its half of the board",
    "自陣の外の配置"
);

/// The check.
pub(super) fn check(case: &StartCase<Gunjin>, report: &mut Report) {
    if has_position(case) {
        return;
    }
    for (player, value, span) in setups(case) {
        let beyond = setup::read(value, player).map_or(0, |it| it.beyond.len());
        if beyond > 0 {
            let name = seat(player);
            report
                .say(message!(
                    "{name}'s setup exceeds its half by {beyond}; its rows have 8, 8, 8 and 7 cells",
                    "{name}の配置が自陣から{beyond}マス分はみ出している。各段は8、8、8、7マスである",
                    beyond = Count(beyond, "cell"),
                    name
                ))
                .of_seat(name)
                .at(span);
        }
    }
}
