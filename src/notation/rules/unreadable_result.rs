//! `unreadable-result`: a result in words that are not known.

use crate::finding::{Class, Example, Message, Page, Rule, both, message};
use crate::notation::quote::in_quotes;

/// 読めない結果の行: a result in words that are not known.
pub static RULE: Rule = Rule {
    name: "unreadable-result",
    class: Class::Doubt,
    english: "a result in words that are not known",
    japanese: "読めない結果の行",
    page: Page {
        what: both(
            "A まで line says how the game ended in words that no program is known to write. The line is kept, but it is not compared with the rest of the record.",
            "「まで」の行が、どのソフトも書かない言葉で結果を述べている。行は残すが、棋譜のほかの部分とは照らし合わせない。",
        ),
        why: both(
            "It may name another winner than the terminal does, or be the only place that names one.",
            "終局の語と違う勝者を述べているか、勝者を述べる唯一の箇所かもしれない。",
        ),
        remedy: both(
            "Write it as programs do: `まで98手で後手の勝ち`, `まで12手で千日手`.",
            "ソフトの書き方に合わせる。「まで98手で後手の勝ち」「まで12手で千日手」。",
        ),
        source: "KIF definition; the forms that Kakinoki Shogi and its kin write.",
        bad: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\nまで二手で後手の快勝\n",
            note: both("a newspaper's words", "新聞の言い回し"),
        },
        good: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\nまで2手で後手の勝ち\n",
            note: both("the usual words", "通常の書き方"),
        },
    },
};

/// The line.
pub(in crate::notation) fn line(text: &str) -> Message {
    message!(
        "{text} does not say who won in words that are known",
        "{text}は勝敗を知られた言葉で述べていない",
        text = in_quotes(text)
    )
}
