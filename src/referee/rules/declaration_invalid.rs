//! `declaration-invalid` 入玉宣言の失敗: a declared win whose conditions are not met.

use crate::finding::{Severity, message, rule};
use crate::profile::DeclarationFailure;
use crate::record::{Outcome, Terminal};
use crate::referee::game::Game;
use crate::referee::impasse;
use crate::referee::report::Report;

rule! {
    name: "declaration-invalid",
    class: RecordError,
    group: Results,
    title: "a declared win whose conditions are not met", "入玉宣言の失敗",
    what:
        "The side to move declares an entering-king win (`%KACHI`, 入玉勝ち), or by the 24-point rule a draw (`%HIKIWAKE`), and some condition is not met: its king stands in the enemy camp, it is not in check, ten pieces besides the king stand in the camp, and pieces in the camp and in hand count enough points (rook and bishop 5, others 1). By the 27-point rule Black needs 28 points and White 27, by the 24-point rule each needs 24. Pieces of a handicap count for White where the rules of the event say so; where it is not known whether missing pieces are a handicap, a declaration that only this could save is `declaration-unjudged`. A declaration that the server refused (`illegal kachi`) is a note.",
        "手番側が入玉宣言（`%KACHI`、入玉勝ち）をした、または24点法で引き分けを宣言した（`%HIKIWAKE`）が、条件のいずれかを満たさない。条件は、玉が敵陣にいること、王手がかかっていないこと、敵陣の駒が玉を除いて10枚以上あること、敵陣の駒と持駒の得点（大駒5点、小駒1点）が足りることである。27点法では先手28点・後手27点、24点法では24点を要する。駒落ちで除いた駒は、大会の規定が定めるときは上手の得点に加える。足りない駒が駒落ちによるものか不明で、その得点だけが成否を分けるときは `declaration-unjudged` とする。サーバーが拒んだ宣言（`illegal kachi`）は注記とする。",
    why: "Who declares without meeting every condition loses.", "条件を満たさない宣言をした側は負けとなる。",
    remedy:
        "Compare the last position with the diagram of the arbiter. If the declaration was accepted, moves may be missing, or the event counts by another rule: name it with `--profile` or `--rules`.",
        "終局図を審判の記録と照合する。宣言が認められたのであれば、指し手の脱落か、別の点数法の大会である可能性がある。後者は `--profile` か `--rules` で指定する。",
    source: "CSA protocol and JSA rules: 入玉宣言法, 27 and 24 points; “쇼기/규칙” and “将棋” for the points.",
    bad: Record {
        text: "手合割：その他\n後手の持駒：銀三　桂四　香二　歩十六\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ 銀 金 ・ ・ ・ ・ ・|一\n| 馬 龍 金 玉 金 香 香 飛 角|二\n| ・ ・ ・ 金 ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・v歩v歩|五\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：なし\n   1 入玉勝ち\n",
    },
        "27 points, and Black needs 28", "得点が27点で、先手に必要な28点に足りない",
    good: Record {
        text: "手合割：その他\n後手の持駒：銀二　桂四　香二　歩十六\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ 銀 金 銀 ・ ・ ・ ・|一\n| 馬 龍 金 玉 金 香 香 飛 角|二\n| ・ ・ ・ 金 ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・v歩v歩|五\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：なし\n   1 入玉勝ち\n",
    },
        "28 points", "28点ある",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let Some(side) = game.declarer().or_else(|| game.draw_declarer()) else {
        return;
    };
    let needed = impasse::needed_not_to_fail(game.profile.declaration, side);
    let (Some(standing), Some(needed)) = (game.standing(side), needed) else {
        return;
    };
    let shortfalls = impasse::shortfalls(&standing.most, needed);
    if shortfalls.is_empty() {
        return;
    }
    let standing = standing.least;
    let complaint = report.say(message!(
        "the declaration of {side} fails: {reasons}",
        "{side}の宣言は条件を満たさない：{reasons}",
        side,
        reasons = impasse::reasons(game.end, &standing, &shortfalls)
    ));
    complaint
        .of(side)
        .marking(impasse::squares(game.end, &standing, &shortfalls));
    if game.terminal() == Some(Terminal::FoulLoss) {
        // The server has said so.
        complaint.weighing(Severity::Note);
        return;
    }
    complaint.deciding(match game.profile.declaration_failure {
        DeclarationFailure::Loses => Outcome::Win(side.opponent()),
        DeclarationFailure::NotApplicable => Outcome::None,
    });
}
