//! `foul-result-without-foul` 反則の記録がない: a foul is the result, but no foul is recorded.

use crate::finding::{Message, Seat, Severity, message, rule};
use crate::referee::game::Game;
use crate::referee::report::Report;
use crate::referee::spoken;

rule! {
    name: "foul-result-without-foul",
    class: Doubt,
    group: Results,
    title: "a foul is the result, but no foul is recorded", "反則の記録がない",
    what:
        "The result says that a side lost by a foul, and none of its recorded moves is one. Often the foul was the next move and was not written down, so that blaming the side to move is only a note: where a comment or the game server names it (`'ILLEGAL_MOVE(...)`), it is judged, and nothing is said if it is a foul.",
        "反則負けの結果なのに、その側の指し手に反則がない。反則は次の手で、書き残されないことが多いので、手番の側が反則負けとされている場合は注記にとどめる。コメントや対局サーバーがその手を示す場合（`'ILLEGAL_MOVE(...)`）はそれを調べ、反則であれば何も指摘しない。",
    why:
        "Either the foul is missing from the record or the result is wrong.",
        "反則の手が棋譜から抜けているか、結果が誤っている。",
    remedy: "Write the foul in a comment, or correct the result.", "反則をコメントに書くか、結果を訂正する。",
    source: "KIF 反則負け, 反則勝ち; CSA `%ILLEGAL_MOVE`, `%+ILLEGAL_ACTION`.",
    bad: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 反則勝ち\n" },
        "White's move is legal", "後手の指し手は合法",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３三歩(33)\n   3 反則勝ち\n" },
        "White's pawn does not move", "後手の歩が動いていない",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let Some(blamed) = game.blamed() else {
        return;
    };
    // The foul of a declaration that failed is the declaration; a perpetual check has a rule of its own.
    let elsewhere = game.declared() || super::perpetual_claimed_not::claimed(game).is_some();
    let late = game.clock_history.fell(blamed).is_some();
    if elsewhere || late || !game.fouls.is_empty() || !game.certain {
        return;
    }
    let mut severity = None;
    let why = match &game.refused {
        Some((_, fouls)) if !fouls.is_empty() => return,
        &Some((text, _)) => message!(
            "the move the server refused, {text}, is legal",
            "サーバーが拒んだ手{text}は合法",
            text
        ),
        None if spoken::foul_in_comments(game) => return,
        // The foul came after the last recorded move, and few programs write such a move down.
        None if blamed == game.to_move() => {
            severity = Some(Severity::Note);
            unwritten()
        }
        None => no_move_of(blamed.into()),
    };
    report
        .say(words(blamed.into(), &why))
        .of(blamed)
        .weighing(severity);
}

/// Why no foul is found: it came after the last move that is written.
pub(crate) fn unwritten() -> Message {
    message!("the foul itself was not written down", "反則の手が書かれていない")
}

/// Why no foul is found: there is none.
pub(crate) fn no_move_of(blamed: Seat) -> Message {
    message!(
        "no recorded move of {blamed} is a foul",
        "{blamed}の指し手に反則はない",
        blamed
    )
}

/// That the result speaks of a foul that is not there.
pub(crate) fn words(blamed: Seat, why: &Message) -> Message {
    message!(
        "the result says that {blamed} fouled, but {why}",
        "結果は{blamed}の反則負けだが、{why}",
        blamed,
        why
    )
}
