//! `unreadable-line`: a line that cannot be read.

use crate::finding::{Class, Example, Page, Rule, both};

/// 読めない行: a line that cannot be read.
pub static RULE: Rule = Rule {
    name: "unreadable-line",
    class: Class::RecordError,
    english: "a line that cannot be read",
    japanese: "読めない行",
    page: Page {
        what: both(
            "The line is none of the kinds that the notation knows: no header, move, comment, board row or result. It is kept out of the game, and the game goes on behind it.",
            "形式の定めるどの種類の行でもない。ヘッダでも指し手でもコメントでも盤面でも結果でもない。この行を除いて読み続ける。",
        ),
        why: both(
            "The line may have been a move. Other programs skip it and play the following moves from a wrong position.",
            "指し手だった行かもしれない。黙って飛ばし、その後の手を誤った局面から指すソフトがある。",
        ),
        remedy: both(
            "Repair the line, or make it a comment (`*` in KIF, `'` in CSA).",
            "行を直すか、コメントにする（KIFは「*」、CSAは「'」）。",
        ),
        source: "KIF: the list of line kinds in Kakinoki's definition; CSA: V2.2 and V3.0.",
        bad: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77)\nこれは何かの行\n   2 ３四歩(33)\n   3 投了\n",
            note: both("free text between two moves", "指し手の間の文章"),
        },
        good: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77)\n*これはコメント\n   2 ３四歩(33)\n   3 投了\n",
            note: both("the same as a comment", "同じ文章をコメントにしたもの"),
        },
    },
};
