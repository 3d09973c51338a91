//! `max-moves-exceeded` 最大手数を超えた指し手: play went on beyond the move limit.

use crate::finding::{message, rule};
use crate::referee::game::Game;
use crate::referee::limit::Limit;
use crate::referee::report::Report;

rule! {
    name: "max-moves-exceeded",
    class: Doubt,
    group: Results,
    title: "play went on beyond the move limit", "最大手数を超えた指し手",
    what:
        "Moves were made after the ply at which the rules draw the game. Where the rules say so, checks at that ply put the draw off until they are over, and there is none where no king has entered the enemy camp. Moves before a record that begins in the middle count as far as they are known.",
        "規定により引き分けとなる手数の後にも指し手がある。規定が定めるときは、王手が続く間は引き分けとならず、どちらの玉も入玉していなければ引き分けとしない。途中からの棋譜では、分かる限りそれ以前の手数も数える。",
    why:
        "By the rule the game was drawn there, whatever came later.",
        "規定ではその手数で引き分けであり、その後の指し手や投了は結果を変えない。",
    remedy:
        "Ask which limit the event had; write it into the record (`$MAX_MOVES`, 最大手数) or into a file for `--rules`.",
        "大会の最大手数を確かめ、棋譜（`$MAX_MOVES`、最大手数）か `--rules` のファイルに書く。",
    source: "“쇼기/규칙”: a game without decision after 500 moves is drawn; JSA rules: put off while in check.",
    bad: Under {
        rules: "extends = \"textbook\"",
        text: "手合割：その他\n後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ 金|九\n+---------------------------+\n先手の持駒：なし\n手数＝499  まで\n 500 ４九玉(59)\n 501 ５二玉(51)\n 502 中断\n",
    },
        "501 moves", "501手",
    good: Under {
        rules: "extends = \"textbook\"",
        text: "手合割：その他\n後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ 金|九\n+---------------------------+\n先手の持駒：なし\n手数＝499  まで\n 500 ４九玉(59)\n 501 最大手数\n",
    },
        "500 moves", "500手",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    if let Some(Limit::Drawn(ply)) = game.ends.limit.filter(|_| game.certain)
        && let Some((next, span)) = game.went_on(ply)
    {
        let (drawn, beyond) = (game.moves_until(ply), game.plies - ply);
        let complaint = report.say(message!(
            "by the limit of moves the game was drawn after {drawn}, but {beyond} {were} made after them",
            "最大手数の規定により{drawn}手で引き分けだが、その後に{beyond}手指している",
            drawn,
            beyond,
            were = if beyond == 1 { "move was" } else { "moves were" }
        ));
        complaint.at_ply(next, span);
    }
}
