//! `declaration-unjudged` 判定できない入玉宣言: a declaration that could not be judged.

use crate::finding::{Message, Severity, Words, both, message, rule};
use crate::profile::Declaration;
use crate::referee::game::Game;
use crate::referee::impasse::{self, Declared, Standings};
use crate::referee::report::Report;
use crate::shogi::{Color, Standing};

rule! {
    name: "declaration-unjudged",
    class: Notice,
    group: Results,
    title: "a declaration that could not be judged", "判定できない入玉宣言",
    what:
        "The record ends with a declared entering-king win (`%KACHI`, 入玉勝ち), and the rules by which it is judged have no declaration. Or the position at the end is in doubt, or has more pieces than a set, which the message lists; the same is said of an impasse (持将棋) then. Or all depends on the points that White (上手) is given for the pieces of a handicap: the start lacks pieces, is no handicap that has a name, and the declaration holds with these points and fails without. Where the rules give the win without a declaration, the same is said of the first turn at which it may have been won.",
        "入玉宣言（`%KACHI`、入玉勝ち）で終わっているが、判定に用いた規定に宣言法がない。または終局図に疑いがある。または終局図の駒が一組より多い（多い駒を示す。このときは持将棋についても同じことを示す）。または、駒落ちで除いた駒の得点（上手に加える）だけが成否を分ける。開始局面の駒が足りず、名のある手合割でもないため、駒落ちかどうかが分からない場合である。宣言なしに勝ちとなる規定では、勝っていた可能性のある最初の手番について同じことを示す。",
    why:
        "Whether the declaration holds depends on what the record does not say: the rule of the event, 27 or 24 points, or the handicap. What the record says stands.",
        "宣言の成否は、大会の規定（27点法か24点法）や手合割など、棋譜に書かれていないことによる。結果は棋譜の記載のままとする。",
    remedy:
        "Name the rules of the event with `--profile` or `--rules`, or write `$JISHOGI:27` or `$JISHOGI:24` into the record; name the handicap (手合割); correct what contradicts the board.",
        "`--profile` か `--rules` で大会の規定を指定する。または棋譜に `$JISHOGI:27` か `$JISHOGI:24` を書く。手合割を書く。盤面と矛盾する指し手を訂正する。",
    source: "“쇼기/규칙” and “将棋” know impasse by agreement only.",
    bad: Under {
        rules: "extends = \"textbook\"",
        text: "手合割：その他\n後手の持駒：銀二　桂四　香二　歩十六\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ 銀 金 銀 ・ ・ ・ ・|一\n| 馬 龍 金 玉 金 香 香 飛 角|二\n| ・ ・ ・ 金 ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・v歩v歩|五\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：なし\n   1 入玉勝ち\n",
    },
        "these rules know impasse by agreement only", "この規定は合意による持将棋だけを定める",
    good: Record {
        text: "手合割：その他\n後手の持駒：銀二　桂四　香二　歩十六\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ 銀 金 銀 ・ ・ ・ ・|一\n| 馬 龍 金 玉 金 香 香 飛 角|二\n| ・ ・ ・ 金 ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・v歩v歩|五\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：なし\n   1 入玉勝ち\n",
    },
        "by the 27-point rule 28 points win", "27点法では28点で勝ち",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let draws = game.draw_declarer();
    if let Some(side) = game.declarer().or(draws)
        && let Some(why) = why_unjudged(game, side, draws.is_some())
    {
        let complaint = report.say(message!(
            "the declaration of {side} was not judged: {why}",
            "{side}の入玉宣言は判定しなかった：{why}",
            side,
            why
        ));
        complaint.of(side);
    }
    if game.has_impasse_to_check()
        && game.board_is_known
        && let Some(surplus) = impasse::surplus(game.end)
    {
        report.say(message!(
            "the impasse was not judged: {surplus}",
            "持将棋は判定しなかった：{surplus}",
            surplus
        ));
    }
    if game.claims_win() {
        let side = game.to_move();
        report.say(win_of_usi(side)).of(side).weighing(Severity::Warning);
    }
    automatic(game, report);
}

fn why_unjudged(game: &Game<'_>, side: Color, draws: bool) -> Option<Message> {
    let declaration = game.profile.declaration;
    if declaration == Declaration::None {
        let name = &game.profile.name;
        return Some(message!(
            "{name} has no declaration",
            "{name}には宣言法がない",
            name
        ));
    }
    let Some(standing) = game.standing(side) else {
        let surplus = impasse::surplus(game.end).filter(|_| game.board_is_known);
        return Some(surplus.unwrap_or_else(|| IN_DOUBT.into()));
    };
    // Who declares a draw need not win.
    let comes_to = |it: &Standing| match impasse::declared(declaration, it) {
        Some(Declared::Wins) if draws => Some(Declared::Draws),
        other => other,
    };
    let is_open = standing.agree(comes_to).is_none();
    is_open.then(|| side_depends_on_credit(&standing))
}

/// A win that a server would have given without a declaration, before a move that was made.
fn automatic(game: &Game<'_>, report: &mut Report) {
    let is_sure = |ply| game.ends.impasse.is_some_and(|(sure, _)| sure < ply);
    if let Some((ply, standing)) = game.ends.impasse_open.filter(|_| game.board_is_known)
        && !is_sure(ply)
        && let Some((next, span)) = game.went_on(ply)
    {
        let side = standing.least.side;
        let complaint = report.say(message!(
            "whether {side} had won by the entering king before this move was not judged: {why}",
            "この手の前の{side}の入玉勝ちは判定しなかった：{why}",
            side,
            why = impasse::surplus(game.end).unwrap_or_else(|| side_depends_on_credit(&standing))
        ));
        complaint.at_ply(next, span).of(side);
    }
}

/// What is said where the last position is not known.
static IN_DOUBT: Words = both(
    "the position at the end is in doubt, or a king is missing",
    "終局図に疑いがあるか、玉がない",
);

/// "White has 22 points, and 5 more if …".
fn side_depends_on_credit(standing: &Standings) -> Message {
    let side = standing.least.side;
    let why = impasse::depends_on_credit(standing.least.entered, standing.most.entered);
    message!("{side} has {why}", "{side}は{why}", side, why)
}

/// `win` at the end of a line of USI, where it is neither mate nor a declaration that could hold.
fn win_of_usi(side: Color) -> Message {
    message!(
        "the record ends with \"win\", taken for a win of {side}: it is no mate, and the conditions of a declaration are not met",
        "\"win\"で終わるので{side}の勝ちとみなしたが、詰みでも、宣言の条件を満たす局面でもない",
        side
    )
}
