//! `end-token-missing` 終局の記載がない: no result.

use super::mate_unstated;
use crate::finding::{Message, message, rule};
use crate::notation::{self, Scope};
use crate::record::Outcome;
use crate::referee::game::Game;
use crate::referee::report::Report;
use crate::referee::verdict;

rule!(
    "end-token-missing",
    Notice,
    Results,
    "no result",
    "終局の記載がない"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let is_silent = notation::notation(game.record.format).is_some_and(|it| it.scope != Scope::Games);
    if game.plies == 0 || game.terminal().is_some() || is_silent || mate_unstated::unstated(game).is_some() {
        return;
    }
    let ply = game.plies;
    let by_board = match verdict::outcome_on_board(game) {
        Some(Outcome::Win(side)) => {
            message!("; on the board, {side} has won", "。盤面では{side}の勝ち", side)
        }
        Some(Outcome::Draw) if game.repetition.is_none() => {
            message!("; under the rules it is a draw", "。規定では引き分け")
        }
        Some(Outcome::Draw) => message!("; on the board it is a repetition (千日手)", "。盤面では千日手"),
        _ => Message::default(),
    };
    let complaint = report.say(message!(
        "the record stops after ply {ply} without a result{by_board}",
        "棋譜は{ply}手目で終わり、結果の記載がない{by_board}",
        ply,
        by_board
    ));
    complaint.at_ply(ply, game.last_span());
}
