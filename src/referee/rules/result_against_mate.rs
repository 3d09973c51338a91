//! `result-against-mate` 詰みと食い違う結果: the last position is mate, and another result is stated.

use crate::finding::{Severity, message, rule};
use crate::referee::game::Game;
use crate::referee::problem;
use crate::referee::report::Report;

rule! {
    name: "result-against-mate",
    class: RecordError,
    group: Results,
    title: "mate on the board, and another result", "詰みと食い違う結果",
    what:
        "In the last position the side to move has no legal move, so that it has lost, and the record states another result: the other side wins, a draw, or none, as with 中断. It is no mate where the last move is a foul, as with a dropped pawn (打ち歩詰め), and a result stands that punishes the mating side for an earlier foul or for its clock. Without check (no legal move left), it depends on the rules of the event. In a mate problem 中断 is a note only.",
        "最終局面で手番の側に合法手がなく負けなのに、棋譜に別の結果（相手の勝ち、引き分け、中断など）が書かれている。打ち歩詰めのように最終手が反則の場合は詰みとみなさない。詰ませた側のそれ以前の反則や時間切れを負けとする結果は、そのまま認める。王手がかかっていない場合（合法手なし）の扱いは大会の規定による。詰将棋の中断は注記にとどめる。",
    why:
        "Mate ends the game: the board and the result cannot both be right.",
        "詰みで対局は終わる。盤面と結果の両方が正しいことはない。",
    remedy:
        "Compare the last moves and the result with the score sheet: one of them is wrong.",
        "最後の数手と結果を棋譜用紙と照らし合わせる。どちらかが誤っている。",
    source: "“쇼기/규칙” and “将棋”: a side in check without a legal reply has lost.",
    bad: Record {
        text: "手合割：その他\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：金\n   1 ５二金打\nまで1手で後手の勝ち\n",
    },
        "White is mated and is said to have won", "後手玉は詰みなのに後手の勝ち",
    good: Record {
        text: "手合割：その他\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：金\n   1 ５二金打\nまで1手で先手の勝ち\n",
    },
        "the side that mated has won", "詰ませた側の勝ち",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let mate = game.over.as_ref().filter(|end| *end.rule == RULE);
    let Some(mate) = mate.filter(|mate| game.states_otherwise_than(mate.outcome)) else {
        return;
    };
    let loser = game.to_move();
    report
        .say(message!(
            "{mate}, but the record says: {stated}",
            "{mate}だが、棋譜の結果は{stated}",
            mate = mate.message,
            stated = game.stated()
        ))
        .of(loser)
        .marking(game.end.king(loser))
        .weighing(problem::breaks_off_at_mate(game).then_some(Severity::Note));
}
