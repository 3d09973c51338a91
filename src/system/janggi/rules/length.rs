//! The number of plies that a header tells: the check of a rule that shogi has, too.

use crate::finding::{Count, Severity, message};
use crate::record::Terminal;
use crate::referee::report::Report;
use crate::system::board::Board;
use crate::system::janggi::game::Janggi;

pub(super) fn check(game: &Janggi, report: &mut Report) {
    let is_foul = game.stated().is_some_and(|it| it.terminal == Terminal::FoulLoss);
    if let Some(length) = game.length.filter(|it| !it.fits(is_foul)) {
        report
            .say(message!(
                "the header 총수 gives {said}, but the record has {played}",
                "ヘッダー 총수 では{said}手だが、棋譜には{played}手ある",
                said = Count(length.said, "move"),
                played = length.played
            ))
            .at(length.span)
            .weighing(Some(Severity::Warning));
    }
}
