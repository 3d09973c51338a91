//! `ambiguous-move` 特定できない指し手: a move that fits no piece or several.

use crate::finding::rule;

rule! {
    name: "ambiguous-move",
    class: RecordError,
    title: "a move that fits no piece or several", "特定できない指し手",
    what:
        "A move names piece and destination, but neither an origin nor 打, and no piece or more than one fits; or the words beside it (右 左 直 上 寄 引) fit none or several. It cannot be put on the board.",
        "指し手に駒と移動先はあるが、移動元も「打」もなく、当てはまる駒がないか二つ以上ある。または添えられた字（右 左 直 上 寄 引）に合う駒がないか二つ以上ある。その指し手は盤上で再現できない。",
    why: "Nobody can say which piece was moved.", "どの駒が動いたのか、だれにも決められない。",
    remedy:
        "Add the origin in parentheses, or 打, or the word that tells the pieces apart.",
        "移動元を括弧で書き加えるか、「打」または駒を区別する字を書き加える。",
    source: "KIF definition: the origin or 打 is mandatory.",
    bad: Record { text: "手合割：平手\n   1 ５八金\n   2 投了\n" },
        "both golds can go there", "どちらの金も行ける",
    good: Record { text: "手合割：平手\n   1 ５八金(49)\n   2 投了\n" },
        "with its origin", "移動元がある",
}
