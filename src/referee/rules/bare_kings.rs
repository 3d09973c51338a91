//! `bare-kings` 裸玉同士の続行: play after only the kings were left.

use crate::finding::{message, rule};
use crate::record::Outcome;
use crate::referee::game::Game;
use crate::referee::report::Report;
use crate::shogi::Color;

rule!(
    "bare-kings",
    Notice,
    Results,
    "play after only the kings were left",
    "裸玉同士の続行"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    if let Some(ply) = game.ends.bare_kings.filter(|_| game.certain)
        && let Some((next, span)) = game.passed_over(ply, &RULE)
    {
        let complaint = report.say(message!(
            "only the two kings are left, a draw under {name}, but the record does not end the game there as a draw",
            "両玉だけになり{name}の規定では引き分けだが、棋譜はそこで引き分けとしていない",
            name = &game.profile.name
        ));
        let kings = Color::ALL.into_iter().filter_map(|side| game.end.king(side));
        let contradicts = game.states_otherwise_than(Outcome::Draw);
        complaint.at_ply(next, span).marking(kings).graver_if(contradicts);
    }
}
