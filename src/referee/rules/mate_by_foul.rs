//! `mate-by-foul` 反則による詰み: the mating move is a foul.

use crate::finding::{message, rule};
use crate::record::{Outcome, Terminal};
use crate::referee::game::Game;
use crate::referee::report::Report;

rule! {
    name: "mate-by-foul",
    class: RecordError,
    group: Results,
    title: "the mating move is a foul", "反則による詰み",
    what:
        "The result is mate, and the move that mates is a foul: a mate by dropping a pawn, or nifu, or a move that the piece cannot make.",
        "結果は詰みだが、詰ませた手が反則である。打ち歩詰め、二歩、駒の動けない手など。",
    why: "The side that seems to have won has lost.", "勝ったように見える側が負けている。",
    remedy:
        "Give the win to the side that was mated, unless the rules of the event let the result stand.",
        "大会の規定がその結果を認めないかぎり、詰まされた側の勝ちとする。",
    source: "“쇼기/규칙”: a foul loses at once.",
    bad: Record {
        text: "手合割：その他\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・ ・ ・ ・v桂v玉|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ 金|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：歩\n   1 １二歩打\n   2 詰み\n",
    },
        "a pawn drop mates", "打ち歩詰め",
    good: Record {
        text: "手合割：その他\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・ ・ ・ ・v桂v玉|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ 金|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：香\n   1 １二香打\n   2 詰み\n",
    },
        "a lance drop mates", "香を打った詰み",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let mating = game
        .fouls
        .iter()
        .find(|foul| foul.ply == game.plies && foul.side != game.to_move());
    let Some(foul) = mating.filter(|_| game.terminal() == Some(Terminal::Mate)) else {
        return;
    };
    let rule = foul.rule;
    let reason = message!(
        "the mating move was a foul ({rule})",
        "詰ませた手は反則（{rule}）",
        rule
    );
    report
        .say(message!(
            "mate is claimed, but the mating move is a foul ({name}, {japanese}): {side} loses",
            "結果は詰みだが、詰ませた手が反則（{japanese}）なので{side}の負け",
            name = rule.name,
            japanese = rule.japanese,
            side = foul.side
        ))
        .of(foul.side)
        .deciding_since(Outcome::Win(foul.side.opponent()), reason);
}
