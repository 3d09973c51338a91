//! `ambiguous-move-resolved` 後の手から特定した指し手: several pieces fit a move, and the rest of the line tells which moved.

use crate::finding::{PieceOn, message, rule};
use crate::played::resolve;
use crate::record::Origin;
use crate::referee::due_case::DueCase;
use crate::referee::report::Report;

rule! {
    name: "ambiguous-move-resolved",
    class: Doubt,
    group: Notation,
    title: "an ambiguous move that later moves explain", "後の手から特定した指し手",
    what:
        "Several pieces fit a move, and its text does not tell which of them moved. With exactly one of them, the rest of the line can be legally played. That move is played, and a conversion writes it. If two of them allow it, or if more than 64 lines had to be tried for the record, the move is an `ambiguous-move`.",
        "指し手に当てはまる駒が二つ以上あり、書かれた字だけでは決まらない。しかし、その後の手順を規則どおりに指せる駒は一つだけなので、それを動かしたものとし、変換でもそう書く。二つ以上の駒で指せるとき、または一つの棋譜で試す手順が64を超えるときは `ambiguous-move` である。",
    why:
        "Other programs cannot tell which piece moved, or take the wrong one.",
        "ほかのソフトでは動いた駒が決まらないか、別の駒を動かしてしまう。",
    remedy:
        "Add the origin in parentheses, or the word that tells the pieces apart.",
        "移動元を括弧で書き加えるか、駒を区別する字を書き加える。",
    source: "KIF definition: the origin or 打 is mandatory.",
    bad: Record { text: "手合割：平手\n   1 ５八金\n   2 ３四歩(33)\n   3 ３八金(49)\n   4 中断\n" },
        "the gold on 4i moves later, so the one on 6i went to 5h", "4九の金は後で動くので、5八へ行ったのは6九の金",
    good: Record { text: "手合割：平手\n   1 ５八金(69)\n   2 ３四歩(33)\n   3 ３八金(49)\n   4 中断\n" },
        "with its origin", "移動元がある",
}

/// The check.
pub(in crate::referee) fn check(case: &DueCase<'_>, report: &mut Report) {
    let Some((written, resolved)) = case.completed().filter(|_| case.is_told_by_rest()) else {
        return;
    };
    let (Err(unclear), Origin::Board(from)) = (resolve(case.before, written), resolved.from) else {
        return;
    };
    let [pieces, piece] = [&*unclear.playable, &[from]].map(|it| PieceOn::list(case.before, it));
    let to = unclear.to;
    let all = if unclear.playable.len() == 2 {
        "both"
    } else {
        "all"
    };
    report.say(message!(
        "{pieces} can {all} move to {to}; the rest of the line is legal only if {piece} moved",
        "{to}へは{pieces}が行けるが、後の手順を規則どおりに指せるのは、{piece}が動いた場合だけである",
        pieces,
        all,
        to,
        piece
    ));
}
