//! `gunjin-setup-cell` 自陣の外の配置: a setup beyond the cells of a side.

use super::start::{has_position, setups};
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::StartCase;
use crate::system::gunjin::board::seat;
use crate::system::gunjin::game::Gunjin;
use crate::system::gunjin::setup;

rule!(
    "gunjin-setup-cell",
    RecordError,
    Starts,
    "a setup beyond the cells of a side",
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
                    "the setup of {name} goes beyond its half by {beyond}: the rows have 8, 8, 8 and 7 cells",
                    "{name}の配置が自陣から{beyond}枚はみ出している。各行のますは8、8、8、7である",
                    beyond,
                    name
                ))
                .of_seat(name)
                .at(span);
        }
    }
}
