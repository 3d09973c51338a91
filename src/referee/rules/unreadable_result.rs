//! `unreadable-result`: a result in words that are not known.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "unreadable-result",
    class: Doubt,
    group: Reading,
    title: "a result in words that are not known", "読めない結果の行",
    what:
        "A まで line says how the game ended in words that no program is known to write. The line is kept, but it is not compared with the rest of the record. In the other games: a word after `#` that does not name the player of whom it is said.",
        "「まで」の行が、どのソフトも書かない言葉で結果を述べている。行は残すが、棋譜のほかの部分とは照らし合わせない。ほかの競技では、`#` で始まる語が、どの人のことかを述べていない。",
    why:
        "It may name another winner than the terminal does, or be the only place that names one.",
        "終局の語と違う勝者を述べているか、勝者を述べる唯一の箇所かもしれない。",
    remedy:
        "Write it as programs do: `まで98手で後手の勝ち`, `まで12手で千日手`.",
        "ソフトの書き方に合わせる。「まで98手で後手の勝ち」「まで12手で千日手」。",
    source: "KIF definition; the forms that Kakinoki Shogi and its kin write.",
    bad: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\nまで二手で後手の快勝\n" },
        "a newspaper's words", "新聞の言い回し",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\nまで2手で後手の勝ち\n" },
        "the usual words", "通常の書き方",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    if *case.kind() == GapKind::UnreadableResult {
        report.say(message!(
            "{text} does not say who won in words that are known",
            "{text}は勝敗を知られた言葉で述べていない",
            text = case.quoted()
        ));
    }
}
