//! `take-back` 待った: a move taken back.

use crate::finding::{message, rule};
use crate::record::{Step, Terminal};
use crate::referee::game::Game;
use crate::referee::report::Report;

rule!("take-back", Doubt, Fouls, "a move taken back", "待った");

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let taken_back = game
        .record
        .tree
        .main_line()
        .find_map(|(_, node)| match &node.step {
            Step::End(ending) if ending.terminal == Terminal::TakeBack => Some((node.ply, ending.span)),
            _ => None,
        });
    let Some((ply, span)) = taken_back else { return };
    report
        .say(message!(
            "a move was taken back; the replacement is used if there is one",
            "ここで待ったがある。指し直した手があれば、その手で判定する",
        ))
        .at_ply(ply, span);
}
