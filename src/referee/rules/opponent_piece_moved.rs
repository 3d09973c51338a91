//! `opponent-piece-moved` 相手の駒を動かす: moving the opponent's piece.

use crate::finding::{PieceOn, message, rule};
use crate::played::{Attempt, Turn};
use crate::referee::report::Report;

rule! {
    name: "opponent-piece-moved",
    class: Foul,
    group: Fouls,
    title: "moving the opponent's piece", "相手の駒を動かす",
    what:
        "The piece on the square of origin belongs to the other side. Where the other side has just moved, or starts an even game, `double-move` or `gote-moves-first` is reported in its place. Where a game begins so and the other side answers, it goes on after a move of the side whose piece it was, and nobody is blamed for a foul.",
        "移動元の駒が相手のものである。相手が直前に指していれば `double-move`、平手の初手であれば `gote-moves-first` として指摘する。初手がそうで、相手が応じている対局は、その駒の側が指したものとして続け、反則負けとはしない。",
    why: "Only own pieces may be moved.", "動かせるのは自分の駒だけである。",
    remedy: "Check the square of origin and whose turn it is.", "移動元と、どちらの手番かを確かめる。",
    source: "“쇼기/규칙” and “将棋”: whose piece it is shows by the way it points.",
    bad: Moves { start: "4k4/9/9/9/9/9/9/6r2/3K5 b - 1", moves: "3h3b" },
        "Black moves White's rook", "先手が後手の飛を動かす",
    good: Moves { start: "4k4/9/9/9/9/9/9/6r2/3K5 w - 1", moves: "3h3b" },
        "White moves it", "後手が動かす",
}

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    let explained = matches!(
        attempt.turn,
        Turn::WhiteFirst | Turn::Double | Turn::Other | Turn::AfterGap
    );
    if let Some((from, piece)) = attempt.moving()
        && piece.color != attempt.mover
        && !explained
    {
        report.say(message!(
            "{mover} moves {piece}; only own pieces may be moved",
            "{mover}が{piece}を動かした。動かせるのは自分の駒だけである",
            mover = attempt.mover,
            piece = PieceOn::of(attempt.before, from).owned()
        ));
    }
}
