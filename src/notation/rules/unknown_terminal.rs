//! `unknown-terminal`: unknown word where a result is due.

use crate::finding::{Message, Words, both, message, rule};
use crate::notation::quote::in_quotes;

rule! {
    name: "unknown-terminal",
    class: Doubt,
    title: "unknown word where a result is due", "不明な終局の語",
    what:
        "A word stands where a move or a result is due, and no program is known to write it. It is kept and taken for the end of the line.",
        "指し手か終局の語があるべきところに、どのソフトも書かない語がある。そのまま残し、手順の終わりとみなす。",
    why:
        "The result of the game is unknown, and a misspelt 投了 is easily overlooked.",
        "対局の結果が分からない。「投了」の書き誤りは見落としやすい。",
    remedy:
        "Use one of the words of the KIF definition: 投了 中断 千日手 持将棋 詰み 切れ負け 反則勝ち 反則負け 入玉勝ち 不戦勝 不戦敗.",
        "KIFの定める語を使う。投了、中断、千日手、持将棋、詰み、切れ負け、反則勝ち、反則負け、入玉勝ち、不戦勝、不戦敗。",
    source: "KIF definition, list of terminals; CSA V2.2 and V3.0, `%` codes.",
    bad: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投子\n" },
        "投子 for 投了", "「投了」が「投子」になっている",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "投了", "正しく「投了」",
}

/// What becomes of a word of JKF.
pub(in crate::notation) static KEPT: Words = both(
    "; it was kept as the end of the line",
    "。手順の終わりとして残した",
);

/// A word of KIF or KI2.
pub(in crate::notation) fn word(word: &str) -> Message {
    message!(
        "{word} is no word for a result that is known; the line ends here",
        "{word}は知られた終局の語でない。手順はここで終わる",
        word = in_quotes(word)
    )
}

/// A code of CSA.
pub(in crate::notation) fn code(word: &str) -> Message {
    message!(
        "{word} is no result that CSA knows; it was kept as the end of the game",
        "{word}はCSAの終局の語でない。終局として残した",
        word = in_quotes(word)
    )
}

/// A letter of USEN.
pub(in crate::notation) fn letter(word: &str) -> Message {
    message!(
        "{word} is no end that USEN knows; it was kept as the end of the line",
        "{word}はUSENの終局の文字でない。手順の終わりとして残した",
        word = in_quotes(word)
    )
}

/// A `special` of JKF.
pub(in crate::notation) fn special(path: &str, word: &str) -> Message {
    message!(
        "`{path}` is {word}, no result that JKF knows",
        "`{path}` が{word}で、JKFの終局の語でない",
        path,
        word = in_quotes(word)
    )
}
