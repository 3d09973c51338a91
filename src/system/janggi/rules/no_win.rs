//! `gung-no-win` 이길 수 없는 기물: neither side can win, as a record says, and a chariot is on the board.

use crate::finding::{message, rule};
use crate::notation::gib::{How, Kind};
use crate::referee::report::Report;
use crate::system::board::WordCase;
use crate::system::janggi::board::{BLUE, Board, RED};
use crate::system::janggi::game::Janggi;
use crate::system::janggi::said::Said;

rule!(
    "gung-no-win",
    Doubt,
    Results,
    "a game declared unwinnable with a chariot on the board",
    "勝てない駒のみとあるが車が残っている"
);

/// The check.
pub(super) fn check(case: &WordCase<Janggi>, report: &mut Report) {
    if case.word.name == "no-win" && has_chariot(&case.before.men) {
        report.say(message!(
            "the record states that neither side can win, but there is a chariot on the board",
            "双方とも勝てないとの記載だが、盤上に車がある"
        ));
    }
}

/// The check of a result by the number of pieces.
pub(super) fn counted(game: &Janggi, report: &mut Report) {
    let how = game.said.and_then(Said::how).map(|it| it.how);
    let is_counted = matches!(how, Some(How::Pieces | How::Second));
    if is_counted && !game.has_no_win && game.ended.is_none() && has_chariot(&game.men) {
        report
            .say(message!(
                "the result is by the number of pieces, but a chariot is on the board, so a win is still possible",
                "結果は駒の数によるが、盤上に車があり、まだ勝つことができる"
            ))
            .at(game.said_at);
    }
}

fn has_chariot(men: &Board) -> bool {
    [BLUE, RED]
        .iter()
        .any(|&seat| men.count_of(seat, Kind::Chariot) > 0)
}
