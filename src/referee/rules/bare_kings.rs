//! `bare-kings` 裸玉同士の続行: play went on with two kings alone.

use crate::finding::{message, rule};
use crate::record::Outcome;
use crate::referee::game::Game;
use crate::referee::report::Report;
use crate::shogi::Color;

rule! {
    name: "bare-kings",
    class: Notice,
    group: Results,
    title: "play went on with two kings alone", "裸玉同士の続行",
    what:
        "A move left nothing but the two kings, on the board and in hand, by rules that draw the game then; and play went on, or another result is stated. The game is a draw then, and where the record says that a side won, this is a warning.",
        "盤上にも持駒にも両玉のほかに駒がなくなり、規定では引き分けとなるが、その後も指しているか、別の結果が書かれている。引き分けとして判定し、棋譜がどちらかの勝ちとするときは警告とする。",
    why: "Nobody can be mated any more.", "どちらも詰ますことができない。",
    remedy:
        "See whether the game was played by those rules, and correct the result.",
        "その規定による対局かどうかを確かめ、結果を訂正する。",
    source: "Lishogi: king against king without pieces in hand is a draw.",
    bad: Under {
        rules: "extends = \"lishogi\"",
        text: "手合割：その他\n後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：なし\n   1 ４八玉(59)\n   2 ５二玉(51)\n   3 中断\n",
    },
        "nothing but kings", "玉のほかに駒がない",
    good: Under {
        rules: "extends = \"lishogi\"",
        text: "手合割：その他\n後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ 歩|九\n+---------------------------+\n先手の持駒：なし\n   1 ４八玉(59)\n   2 ５二玉(51)\n   3 中断\n",
    },
        "a pawn is left", "歩が残っている",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    if let Some(ply) = game.ends.bare_kings.filter(|_| game.certain)
        && let Some((next, span)) = game.passed_over(ply, &RULE)
    {
        let complaint = report.say(message!(
            "only the two kings are left, by {name} a draw, and the game was not over with that",
            "両玉だけになり{name}では引き分けだが、そこで終局としていない",
            name = &game.profile.name
        ));
        let kings = Color::ALL.into_iter().filter_map(|side| game.end.king(side));
        let contradicts = game.states_otherwise_than(Outcome::Draw);
        complaint.at_ply(next, span).marking(kings).graver_if(contradicts);
    }
}
