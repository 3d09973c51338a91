//! `nifu` 二歩: two pawns on a file.

use crate::finding::{File, message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;

rule!("nifu", Foul, Fouls, "two pawns on a file", "二歩");

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    let (mover, file) = (attempt.mover, attempt.to.file());
    if attempt.drops_pawn()
        && let Some(pawn) = attempt.before.unpromoted_pawn_on_file(mover, file)
    {
        report
            .say(message!(
                "{mover} already has an unpromoted pawn on file {file}, on {pawn}",
                "{file}筋にはすでに{mover}の歩がある（{pawn}）",
                mover,
                file = File(file),
                pawn
            ))
            .marking([pawn]);
    }
}
