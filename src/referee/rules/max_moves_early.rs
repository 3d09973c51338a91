//! `max-moves-early` 達していない最大手数: the move limit is claimed before it was reached.

use crate::finding::{Message, Severity, message, rule};
use crate::record::{Outcome, Terminal};
use crate::referee::game::Game;
use crate::referee::limit::moves_before;
use crate::referee::report::Report;

rule! {
    name: "max-moves-early",
    class: RecordError,
    group: Results,
    title: "the move limit is claimed before it was reached", "達していない最大手数",
    what:
        "The record ends by the move limit (`%MAX_MOVES`, 最大手数), and the game has fewer moves than the rules allow; or the side to move is in check there, by rules under which the game then goes on until the checks are over. Moves before a record that begins in the middle count; where their number is not known, a note says that this was not judged. 持将棋 is never taken for a limit that was not reached.",
        "最大手数（`%MAX_MOVES`、最大手数）で終わっているが、規定の定める手数に達していない。または、王手が続く間は指し継ぐ規定のもとで手番側に王手がかかっている。途中からの棋譜ではそれ以前の手数も数え、その数が分からないときは、判定しなかったことを注記として示す。持将棋の語は、手数が足りないときは最大手数とみなさない。",
    why:
        "The game was not over, or moves are missing, or the event has another limit.",
        "対局は終わっていないか、指し手が脱落しているか、大会の最大手数が異なる。",
    remedy:
        "Compare the number of moves. If the event has another limit, write it into the record (`$MAX_MOVES`, 最大手数) or into a file for `--rules`.",
        "手数を照合する。大会の最大手数が異なるときは、棋譜（`$MAX_MOVES`、最大手数）か `--rules` のファイルに書く。",
    source: "“쇼기/규칙”: 500 moves; the events' own limits.",
    bad: Under {
        rules: "extends = \"textbook\"",
        text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 最大手数\n",
    },
        "2 moves of 500", "500手のうち2手",
    good: Under {
        rules: "extends = \"textbook\"",
        text: "手合割：その他\n後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ 金|九\n+---------------------------+\n先手の持駒：なし\n手数＝498  まで\n 499 ４九玉(59)\n 500 ５二玉(51)\n 501 最大手数\n",
    },
        "500 moves, those before the diagram counted", "図より前の手も数えて500手",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let Some(limit) = game
        .profile
        .max_moves
        .filter(|_| game.terminal() == Some(Terminal::MaxMoves) && game.certain)
    else {
        return;
    };
    let moves = game.moves_until(game.plies);
    let message = if moves < limit {
        if moves_before(game.record).is_none() {
            report.say(unjudged(moves, limit)).weighing(Severity::Note);
            return;
        }
        message!(
            "the move limit is claimed after {moves} moves; the limit is {limit}",
            "{moves}手で最大手数とあるが、規定は{limit}手",
            moves,
            limit
        )
    } else if game.ends.limit.is_none() && game.end.is_check() {
        let side = game.to_move();
        message!(
            "the move limit is claimed after {moves} moves, but {side} is in check: the game goes on until the checks are over",
            "{moves}手で最大手数とあるが、{side}に王手がかかっている：王手が途切れるまで指し継ぐ",
            moves,
            side
        )
    } else {
        return;
    };
    report.say(message).deciding(Outcome::None);
}

/// What is said where nobody knows how many moves came before the record.
fn unjudged(moves: u32, limit: u32) -> Message {
    message!(
        "the move limit of {limit} is claimed after {moves} moves from a position; how many were made before it is not said, so this was not judged",
        "図から{moves}手で最大手数（{limit}手）とあるが、図までの手数が書かれていないため判定しなかった",
        limit,
        moves
    )
}
