//! `impasse-unnoticed` 入玉勝ちの見逃し: play went on where an entering king had won.

use crate::finding::{message, rule};
use crate::record::Outcome;
use crate::referee::game::Game;
use crate::referee::report::Report;

rule! {
    name: "impasse-unnoticed",
    class: Notice,
    group: Results,
    title: "play went on where an entering king had won", "入玉勝ちの見逃し",
    what:
        "Before this move its side had met all conditions of an entering-king win, by rules that end the game then without a declaration: its king in the enemy camp and not in check, ten pieces besides the king there, and 28 points for Black or 27 for White in the camp and in hand. Mate comes before that, repetition after it. Only the first such turn is reported.",
        "この手の前に手番側が入玉勝ちの条件をすべて満たしており、宣言なしに勝ちとなる規定では対局が終わっていた。条件は、玉が敵陣にいて王手がかかっておらず、敵陣の駒が玉を除いて10枚以上、敵陣の駒と持駒の得点が先手28点・後手27点以上あることである。詰みはこれに先立ち、千日手はこれに後れる。最初の手番だけを報告する。",
    why:
        "By those rules the game was over, and who had entered has won. Where the record says otherwise, this is a warning.",
        "その規定では対局は終わっており、入玉した側の勝ちである。棋譜の結果が異なるときは警告とする。",
    remedy: "See whether the game was played by those rules.", "その規定による対局かどうかを確かめる。",
    source: "Lishogi: impasse by 27 points, tested before every turn.",
    bad: Under {
        rules: "extends = \"lishogi\"",
        text: "手合割：その他\n後手の持駒：銀二　桂四　香二　歩十六\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ 銀 金 銀 ・ ・ ・ ・|一\n| 馬 龍 金 玉 金 香 香 飛 角|二\n| ・ ・ ・ 金 ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・v歩v歩|五\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：なし\n   1 ６四金(63)\n   2 投了\n",
    },
        "Black had won before the move", "先手はこの手の前に勝っていた",
    good: Under {
        rules: "extends = \"lishogi\"",
        text: "手合割：その他\n後手の持駒：銀三　桂四　香二　歩十六\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ 銀 金 ・ ・ ・ ・ ・|一\n| 馬 龍 金 玉 金 香 香 飛 角|二\n| ・ ・ ・ 金 ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・v歩v歩|五\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：なし\n   1 ６四金(63)\n   2 投了\n",
    },
        "27 points, and Black needs 28", "27点で、先手に必要な28点に足りない",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    if let Some((ply, standing)) = game.ends.impasse.filter(|_| game.board_is_known)
        && let Some((next, span)) = game.passed_over(ply, &RULE)
    {
        let side = standing.side;
        let complaint = report.say(message!(
            "{side} had won by the entering king before: {pieces} pieces in the enemy camp, {points} points ({made})",
            "すでに{side}の入玉勝ち：敵陣に{pieces}枚、{points}点（{made}）",
            side,
            pieces = standing.in_camp,
            points = standing.entered.value(),
            made = standing.entered
        ));
        let contradicts = game.states_otherwise_than(Outcome::Win(side));
        complaint
            .at_ply(next, span)
            .of(side)
            .marking(standing.king)
            .graver_if(contradicts);
    }
}
