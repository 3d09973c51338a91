//! `declaration-only-draw` 引き分けにとどまる入玉宣言: a declared win that is only a draw.

use crate::finding::{message, rule};
use crate::record::{Outcome, Terminal};
use crate::referee::game::{Complaint, Game};
use crate::referee::impasse::{self, Declared, Shortfall};

rule! {
    name: "declaration-only-draw",
    class: RecordError,
    title: "a declared win that is only a draw", "引き分けにとどまる入玉宣言",
    what:
        "The record gives a declared win (`%KACHI`, 入玉勝ち), all conditions of a declaration are met, but by the 24-point rule 24 to 30 points only draw: 31 win.",
        "入玉宣言（`%KACHI`、入玉勝ち）により勝ちとされ、宣言の条件はすべて満たすが、24点法では24点から30点は引き分けで、勝ちには31点を要する。",
    why:
        "The game was drawn, and in professional events is played again.",
        "対局は引き分けであり、公式戦では指し直しとなる。",
    remedy:
        "Correct the result, or judge by the rules of the event (`--profile`): by the 27-point rule the same declaration may win.",
        "結果を改める。または大会の規定で判定する（`--profile`）。27点法では同じ宣言が勝ちとなることがある。",
    source: "JSA rules since 2013: 入玉宣言法, 31 points win, 24 to 30 draw.",
    bad: Under {
        rules: "extends = \"jsa-pro\"",
        text: "手合割：その他\n後手の持駒：銀三　桂四　香二　歩十六\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ 銀 金 ・ ・ ・ ・ ・|一\n| 馬 龍 金 玉 金 香 香 飛 角|二\n| ・ ・ ・ 金 ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・v歩v歩|五\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：なし\n   1 入玉勝ち\n",
    },
        "27 points", "27点",
    good: Under {
        rules: "extends = \"jsa-pro\"",
        text: "手合割：その他\n後手の持駒：銀二　桂四　香二　歩十三\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ 銀 金 銀 ・ ・ ・ ・|一\n| 馬 龍 金 玉 金 香 香 飛 角|二\n| ・ ・ ・ 金 ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・v歩v歩|五\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：歩三\n   1 入玉勝ち\n",
    },
        "31 points", "31点",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>) -> Vec<Complaint> {
    let declaration = game.profile.declaration;
    let won = game.terminal() == Some(Terminal::DeclareWin);
    let Some(side) = game.declarer().filter(|_| won) else {
        return Vec::new();
    };
    let limits = (
        impasse::needed_not_to_fail(declaration, side),
        impasse::needed_to_win(declaration, side),
    );
    let (Some(standing), (Some(least), Some(needed))) = (game.standing(side), limits) else {
        return Vec::new();
    };
    if standing.agree(|it| impasse::declared(declaration, it)) != Some(Some(Declared::Draws)) {
        return Vec::new();
    }
    let standing = standing.least;
    let points = standing.entered.value();
    let made = standing.entered;
    let message = message!(
        "{side} declares with {points} points ({made}); {needed} win, {least} to {most} draw",
        "{side}の宣言は{points}点（{made}）：勝ちには{needed}点必要で、{least}点から{most}点は引き分け",
        side,
        points,
        made,
        needed,
        least,
        most = needed - 1
    );
    let squares = impasse::squares(game.end, &standing, &[Shortfall::Points(needed)]);
    vec![
        game.about_result(Some(side), message)
            .marking(squares)
            .deciding(Outcome::Draw),
    ]
}
