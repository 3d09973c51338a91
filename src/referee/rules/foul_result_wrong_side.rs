//! `foul-result-wrong-side` 反則の側が逆: the wrong side is blamed for a foul.

use crate::finding::{Message, Rule, Seat, message, rule};
use crate::record::{Outcome, Terminal};
use crate::referee::game::Game;
use crate::referee::main_line::Foul;
use crate::referee::report::Report;

rule! {
    name: "foul-result-wrong-side",
    class: RecordError,
    group: Results,
    title: "the wrong side is blamed for a foul", "反則の側が逆",
    what:
        "The result blames one side for a foul, all its moves are legal, and the other side has committed one.",
        "反則負けとされた側の指し手はすべて合法で、反則をしたのは相手の側である。",
    why:
        "The wrong player was given the loss. The sign of CSA's `%+ILLEGAL_ACTION` is easily confused: it names the offender, and no KIF word does so.",
        "負けが逆の側に付いている。CSAの `%+ILLEGAL_ACTION` の符号は間違えやすい。これは反則をした側を示し、KIFにはそれを示す語がない。",
    remedy: "Give the loss to the side that fouled.", "反則をした側の負けとする。",
    source: "CSA V2.2: the sign of ILLEGAL_ACTION is the offender's; KIF 反則勝ち: the side to move wins.",
    bad: Record { text: "V2.2\nPI\n+\n+7776FU\n-3334FU\n+2823HI\n%-ILLEGAL_ACTION\n" },
        "Black's rook jumped, White is blamed", "先手の飛車が駒を飛び越えたのに後手の反則とされている",
    good: Record { text: "V2.2\nPI\n+\n+7776FU\n-3334FU\n+2823HI\n%+ILLEGAL_ACTION\n" },
        "Black is blamed", "先手の反則とされている",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let Some(blamed) = game.blamed() else {
        return;
    };
    let all_of_other = game.fouls.iter().all(|foul| !foul.may_be_of(blamed));
    let Some(last) = game.fouls.last().filter(|_| all_of_other) else {
        return;
    };
    // A foul that ends a game is often not written down, so an older foul of the other side proves nothing.
    if game.terminal() == Some(Terminal::FoulLoss) && last.ply < game.plies {
        return;
    }
    let Foul { ply, side, rule, .. } = *last;
    let reason = fouled(side.into(), ply, rule);
    report
        .say(words(blamed.into(), &reason))
        .of(blamed)
        .deciding_since(Outcome::Win(side.opponent()), reason);
}

/// That somebody broke this rule at this ply.
pub(crate) fn fouled(seat: Seat, ply: u32, rule: &'static Rule) -> Message {
    message!(
        "{seat} fouled at ply {ply} ({rule})",
        "反則は{ply}手目の{seat}の手（{rule}）",
        seat,
        ply,
        rule
    )
}

/// That this seat is blamed for a foul, but somebody else made it.
pub(crate) fn words(blamed: Seat, reason: &Message) -> Message {
    message!(
        "the result blames {blamed} for a foul, but {reason}",
        "結果は{blamed}の反則負けだが、{reason}",
        blamed,
        reason
    )
}
