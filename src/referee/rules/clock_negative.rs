//! `clock-negative` 累計消費時間の減少: a running total falls.

use crate::finding::{Class, Example, Page, Rule, both, say};
use crate::referee::clock::{Charging, in_english, in_japanese, more};
use crate::referee::game::{Complaint, Game};

/// 累計消費時間の減少: a running total falls.
pub static RULE: Rule = Rule {
    name: "clock-negative",
    class: Class::Doubt,
    english: "a running total falls",
    japanese: "累計消費時間の減少",
    page: Page {
        what: both(
            "The running total of a player is less behind a move than it was before it, as if the move had taken less than no time. (A time with a minus sign is no time at all: `unreadable-clock`.)",
            "対局者の累計消費時間が、指し手の前より減っている。負の時間で指したことになる。（負号の付いた時間は時間として読めず、`unreadable-clock` とする。）",
        ),
        why: both(
            "Used time never falls. The totals may be the time that was left, or times were edited.",
            "消費時間が減ることはない。累計の欄に残り時間が書かれているか、時間が書き換えられている。",
        ),
        remedy: both(
            "Restore the total; where the record has the time that was left, subtract it from the time limit.",
            "累計を訂正する。残り時間が書かれている場合は、持ち時間から引いた値にする。",
        ),
        source: "KIF definition: the second time is the running total of that player.",
        bad: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77) ( 0:32/00:00:32)\n   2 ３四歩(33) ( 0:10/00:00:10)\n   3 ２六歩(27) ( 0:20/00:00:12)\n   4 中断\n",
            note: both("12 s behind 32 s", "32秒の後に12秒"),
        },
        good: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77) ( 0:32/00:00:32)\n   2 ３四歩(33) ( 0:10/00:00:10)\n   3 ２六歩(27) ( 0:20/00:00:52)\n   4 中断\n",
            note: both("52 s", "52秒"),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>) -> Vec<Complaint> {
    let audit = &game.ledger.audit;
    let by_clock = audit.charging() != Some(Charging::WholeMinutes);
    let Some(fall) = audit.first_fall.filter(|_| by_clock) else {
        return Vec::new();
    };
    let node = game.record.tree.node(fall.node);
    let (others, more_in_japanese) = more(audit.falls as usize - 1);
    let message = say(
        format!(
            "the running total falls from {} to {}; with this move it makes {}{others}",
            in_english(fall.before),
            in_english(fall.total),
            in_english(fall.due)
        ),
        format!(
            "累計が{}から{}に減っている。この手を加えると{}になる{more_in_japanese}",
            in_japanese(fall.before),
            in_japanese(fall.total),
            in_japanese(fall.due)
        ),
    );
    vec![Complaint::new(node.ply, node.span(), None, message)]
}
