//! `foul-unnoticed` 見逃された反則: a foul that was played on.

use crate::finding::{Severity, rule};
use crate::record::{Outcome, Terminal};
use crate::referee::game::Game;
use crate::referee::main_line::Foul;
use crate::referee::report::{self, Report};
use crate::referee::unclaimed::{found_later, loses_when_found};

rule! {
    name: "foul-unnoticed",
    class: Doubt,
    group: Results,
    title: "a foul that was played on", "見逃された反則",
    what:
        "A move is a foul, and the game went on and ended in another way, or was broken off there. Whether a foul that is found after the end still loses is for the rules of the event: in professional games since October 2019 it does, in most others the result stands. In a game that was broken off at the foul, it loses where fouls lose at once. If the side that fouled lost anyway, this is a note, or nothing if the foul was the last move.",
        "反則の指し手があるのに対局が続いて別の形で終わったか、反則の直後に中断した。終局後に見つかった反則で負けになるかどうかは大会の規定による。2019年10月以降のプロ公式戦では負けになり、ほかの多くでは結果は変わらない。反則の直後に中断した対局では、反則が直ちに負けとなる規定の場合だけ負けになる。反則をした側がいずれにせよ負けている場合は注記とし、その反則が最終手なら指摘しない。",
    why:
        "The game was lost at the foul, had anybody seen it; many archives want such games marked.",
        "指摘されていればその反則で負けていた。このような対局に印を付ける棋譜集は多い。",
    remedy:
        "Decide by the rules of the event whether the result stands.",
        "結果を変えるかどうかを大会の規定で決める。",
    source: "“쇼기/규칙”: resignation has priority over a foul found later.",
    bad: Record {
        text: "手合割：その他\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：歩\n   1 ５五歩打\n   2 ４一玉(51)\n   3 ４九玉(59)\n   4 投了\n",
    },
        "nifu at ply 1, White resigns later", "1手目が二歩、後手は後に投了",
    good: Record {
        text: "手合割：その他\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：歩\n   1 ５六歩(57)\n   2 ４一玉(51)\n   3 投了\n",
    },
        "no foul", "反則はない",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let (Some(first), Some(terminal)) = (game.first_foul(), game.terminal()) else {
        return;
    };
    let perpetual = *first.rule == super::perpetual_check::RULE;
    let last = first.ply == game.plies;
    let is_settled = match terminal {
        Terminal::FoulLoss | Terminal::FoulWin => is_blamed(game, first),
        Terminal::BothFoul => true,
        // A mate by a foul has a rule of its own.
        Terminal::Mate => last,
        // So has a perpetual check.
        Terminal::Repetition => perpetual,
        _ => last && lost_anyway(game, first),
    };
    if is_settled {
        return;
    }
    let changes_nothing = game.stated().is_some() && lost_anyway(game, first);
    let complaint = report.say(found_later(game, first));
    complaint
        .at_ply(first.ply, first.span)
        .of(first.side)
        .weighing(changes_nothing.then_some(Severity::Note));
    if loses_when_found(game, first) {
        complaint.deciding(Outcome::Win(first.side.opponent()));
    }
}

/// Whether the side whose last move was a foul has lost, whatever for. A record that says nothing of who won leaves that
/// to the board; a declaration that fails gives the game back.
fn lost_anyway(game: &Game<'_>, foul: &Foul) -> bool {
    let lost = Outcome::Win(foul.side.opponent());
    game.stated().is_none_or(|stated| stated == lost)
        && !report::finds(super::declaration_invalid::check, game)
}

/// Whether a result that blames a side for a foul leaves nothing open. Where a foul loses even when it is found later,
/// the first one counts.
fn is_blamed(game: &Game<'_>, first: &Foul) -> bool {
    let blamed = |foul: &Foul| game.blamed().is_some_and(|side| foul.may_be_of(side));
    blamed(first)
        || !loses_when_found(game, first) && game.fouls.iter().any(blamed)
        || report::finds(super::foul_result_wrong_side::check, game)
}
