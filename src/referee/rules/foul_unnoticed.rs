//! `foul-unnoticed` 見逃された反則: a foul that was played on.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::record::Terminal;
use crate::referee::game::{Complaint, Game};
use crate::referee::words;

/// 見逃された反則: a foul that was played on.
pub static RULE: Rule = Rule {
    name: "foul-unnoticed",
    class: Class::Doubt,
    english: "a foul that was played on",
    japanese: "見逃された反則",
    page: Page {
        what: both(
            "A move is a foul, and the game went on and ended in another way. Under the rules of amateur events the result stands, because nobody claimed the foul before the end.",
            "",
        ),
        why: both(
            "The game was lost at the foul, had anybody seen it; many archives want such games marked.",
            "",
        ),
        remedy: both("Decide by the rules of the event whether the result stands.", ""),
        source: "S0:347, S0:355: resignation has priority over a foul found later.",
        bad: Example::Record {
            text: "手合割：その他\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：歩\n   1 ５五歩打\n   2 ４一玉(51)\n   3 ４九玉(59)\n   4 投了\n",
            note: both("nifu at ply 1, White resigns later", ""),
        },
        good: Example::Record {
            text: "手合割：その他\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：歩\n   1 ５六歩(57)\n   2 ４一玉(51)\n   3 投了\n",
            note: both("no foul", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>) -> Vec<Complaint> {
    let Some(first) = game.fouls.first() else {
        return Vec::new();
    };
    let Some(terminal) = game.terminal() else {
        return Vec::new();
    };
    let settled = match terminal {
        Terminal::FoulLoss | Terminal::FoulWin => {
            game.fouls.iter().any(|foul| game.blamed() == Some(foul.side))
                || !super::foul_result_wrong_side::check(game).is_empty()
        }
        // A mate by a foul has a rule of its own; a game broken off at the foul was not played on.
        Terminal::Mate | Terminal::Interrupt | Terminal::Sealed | Terminal::Error => first.ply == game.plies,
        // So has a perpetual check.
        Terminal::Repetition => *first.rule == super::perpetual_check::RULE,
        _ => false,
    };
    if settled || *first.rule == super::perpetual_check::RULE && first.ply < game.plies {
        return Vec::new();
    }
    let (side, ply) = (words::side(first.side), first.ply);
    let message = format!(
        "{side} committed a foul at ply {ply} ({}), but the game ended otherwise; in amateur events the result stands",
        first.rule.name
    );
    vec![Complaint::new(ply, Some(first.span), Some(first.side), message)]
}
