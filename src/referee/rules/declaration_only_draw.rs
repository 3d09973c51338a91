//! `declaration-only-draw` 引き分けにとどまる入玉宣言: a declared win that is only a draw.

use crate::finding::{message, rule};
use crate::record::{Outcome, Terminal};
use crate::referee::game::Game;
use crate::referee::impasse::{self, Declared, Shortfall};
use crate::referee::report::Report;

rule! {
    name: "declaration-only-draw",
    class: RecordError,
    group: Results,
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
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let declaration = game.profile.declaration;
    if game.terminal() == Some(Terminal::DeclareWin)
        && let Some(side) = game.declarer()
        && let Some(standing) = game.standing(side)
        && let Some(least) = impasse::needed_not_to_fail(declaration, side)
        && let Some(needed) = impasse::needed_to_win(declaration, side)
        && standing.agree(|it| impasse::declared(declaration, it)) == Some(Some(Declared::Draws))
    {
        let standing = standing.least;
        let complaint = report.say(message!(
            "{side} declares with {points} points ({made}); {needed} win, {least} to {most} draw",
            "{side}の宣言は{points}点（{made}）：勝ちには{needed}点必要で、{least}点から{most}点は引き分け",
            side,
            points = standing.entered.value(),
            made = standing.entered,
            needed,
            least,
            most = needed - 1
        ));
        let squares = impasse::squares(game.end, &standing, &[Shortfall::Points(needed)]);
        complaint.of(side).marking(squares).deciding(Outcome::Draw);
    }
}
