//! `game-too-long-unjudged` 最大手数に達した対局: a game as long as the move limit that ended otherwise.

use crate::finding::{both, message, rule};
use crate::record::Outcome;
use crate::referee::game::Game;
use crate::referee::limit::Limit;
use crate::referee::report::Report;

rule! {
    name: "game-too-long-unjudged",
    class: Notice,
    group: Results,
    title: "a game as long as the move limit that ended otherwise", "最大手数に達した対局",
    what:
        "The game has as many moves as the move limit or more, the record does not say that it was drawn, and no move stands after the ply at which the rules draw it (that is `max-moves-exceeded`): it ended at that very ply, or checks were pending, or no king had entered where the rules ask for one.",
        "手数が最大手数に達しているが引き分けとは書かれておらず、規定により引き分けとなる手数の後に指し手はない（あれば `max-moves-exceeded`）。ちょうどその手数で終わったか、王手が続いていたか、入玉を条件とする規定でどちらの玉も入玉していない場合である。",
    why:
        "Whether the result holds is a matter of the exact rule, and of what the players agreed on.",
        "結果が有効かどうかは、規定の細部と対局者の合意による。",
    remedy: "Ask the arbiter.", "審判に確かめる。",
    source: "“쇼기/규칙”; JSA rules of 2019: the limit of 500 moves.",
    bad: Under {
        rules: "extends = \"jsa-pro\"",
        text: "手合割：その他\n後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ 金|九\n+---------------------------+\n先手の持駒：なし\n手数＝499  まで\n 500 ４九玉(59)\n 501 ５二玉(51)\n 502 投了\n",
    },
        "501 moves, and no king has entered", "501手で、どちらの玉も入玉していない",
    good: Under {
        rules: "extends = \"jsa-pro\"",
        text: "手合割：その他\n後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ 金|九\n+---------------------------+\n先手の持駒：なし\n手数＝497  まで\n 498 ４九玉(59)\n 499 ５二玉(51)\n 500 投了\n",
    },
        "499 moves", "499手",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let Some(limit) = game.profile.max_moves.filter(|_| game.certain && game.is_full()) else {
        return;
    };
    let drawn = matches!(game.stated(), Some(Outcome::Draw)) || game.says_limit();
    let moves = game.moves_until(game.plies);
    let reason = match game.ends.limit {
        _ if drawn || !game.end.has_legal_move() => return,
        Some(Limit::Drawn(ply)) if ply == game.plies && game.stated().is_none() => both(
            "there the game is drawn, and the record states no result",
            "ここで引き分けとなるが、棋譜に結果の記載がない",
        ),
        Some(Limit::Drawn(ply)) if ply == game.plies => both(
            "there the game is drawn, and the record says otherwise",
            "ここで引き分けとなるが、棋譜の結果は異なる",
        ),
        Some(Limit::NoKingEntered(_)) if moves > limit => both(
            "no king had entered the enemy camp, so the limit did not end it",
            "どちらの玉も入玉しておらず、引き分けとはならない",
        ),
        None if moves > limit => both(
            "the game went on because of checks",
            "王手が続いたため指し継がれた",
        ),
        _ => return,
    };
    let complaint = report.say(message!(
        "{moves} moves were made, and the limit is {limit}: {reason}",
        "{moves}手、最大手数は{limit}手：{reason}",
        moves,
        limit,
        reason
    ));
    let drawn = matches!(game.ends.limit, Some(Limit::Drawn(_)));
    complaint.graver_if(drawn && game.states_otherwise_than(Outcome::Draw));
}
