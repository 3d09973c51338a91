//! `mate-claimed-not-mate` 詰みでない: mate is claimed, but it is no mate.

use crate::finding::{Class, Example, Page, Rule, both};
use crate::record::Terminal;
use crate::referee::game::{Complaint, Game};
use crate::referee::words;

/// 詰みでない: mate is claimed, but it is no mate.
pub static RULE: Rule = Rule {
    name: "mate-claimed-not-mate",
    class: Class::RecordError,
    english: "mate is claimed, but it is no mate",
    japanese: "詰みでない",
    page: Page {
        what: both(
            "The result is mate (詰み, `%TSUMI`), and the side to move has a legal move; the message names one.",
            "",
        ),
        why: both("The game was not over, or moves are missing.", ""),
        remedy: both("Check the last moves, and whether the loser resigned (投了).", ""),
        source: "S0:329, S3:64, S3:70: mate is check without a legal reply.",
        bad: Example::Record {
            text: "手合割：その他\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：金\n   1 ５二金打\n   2 詰み\n",
            note: both("the king takes the gold", ""),
        },
        good: Example::Record {
            text: "手合割：その他\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：金\n   1 ５二金打\n   2 詰み\n",
            note: both("a pawn protects it", ""),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>) -> Vec<Complaint> {
    if game.terminal() != Some(Terminal::Mate) || !game.certain || game.end.king(game.to_move()).is_none() {
        return Vec::new();
    }
    let Some(reply) = game.end.legal_moves().first().copied() else {
        return Vec::new();
    };
    let side = words::side(game.to_move());
    let check = if game.end.checked() {
        ""
    } else {
        " and is not in check"
    };
    vec![game.about_result(
        Some(game.to_move()),
        format!("mate is claimed, but {side} can play {reply}{check}"),
    )]
}
