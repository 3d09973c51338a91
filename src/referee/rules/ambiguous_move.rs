//! `ambiguous-move` 特定できない指し手: a move that fits no piece or several.

use crate::finding::{Class, Example, Page, Rule, both};

/// 特定できない指し手: a move that fits no piece or several.
pub static RULE: Rule = Rule {
    name: "ambiguous-move",
    class: Class::RecordError,
    english: "a move that fits no piece or several",
    japanese: "特定できない指し手",
    page: Page {
        what: both(
            "A move names piece and destination, but neither an origin nor 打, and no piece or more than one fits; or the words beside it (右 左 直 上 寄 引) fit none or several. It cannot be put on the board.",
            "指し手に駒と移動先はあるが、移動元も「打」もなく、当てはまる駒がないか二つ以上ある。または添えられた字（右 左 直 上 寄 引）に合う駒がないか二つ以上ある。その指し手は盤上で再現できない。",
        ),
        why: both(
            "Nobody can say which piece was moved.",
            "どの駒が動いたのか、だれにも決められない。",
        ),
        remedy: both(
            "Add the origin in parentheses, or 打, or the word that tells the pieces apart.",
            "移動元を括弧で書き加えるか、「打」または駒を区別する字を書き加える。",
        ),
        source: "KIF definition: the origin or 打 is mandatory.",
        bad: Example::Record {
            text: "手合割：平手\n   1 ５八金\n   2 投了\n",
            note: both("both golds can go there", "どちらの金も行ける"),
        },
        good: Example::Record {
            text: "手合割：平手\n   1 ５八金(49)\n   2 投了\n",
            note: both("with its origin", "移動元がある"),
        },
    },
};
