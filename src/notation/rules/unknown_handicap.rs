//! `unknown-handicap`: unknown handicap name.

use crate::finding::{Message, Words, both, message, rule};
use crate::notation::quote::in_quotes;

rule! {
    name: "unknown-handicap",
    class: Doubt,
    title: "unknown handicap name", "不明な手合割",
    what:
        "The name after 手合割 is none that is known, and the record has no board. The even start is assumed where every move of the game can be played from it. Where one cannot, or where the name says that pieces are missing (銀落ち), the start is not known: nothing is judged, and the record is not converted. The same goes for a mate problem (詰将棋, 必至) without its board.",
        "「手合割」の名前が知られておらず、盤面もない。すべての指し手が平手から指せるときは平手とみなす。指せない手があるとき、または駒落ちと分かる名前（銀落ちなど）のときは、開始局面が分からないので何も判定せず、変換もしない。盤面のない詰将棋や必至問題も同じである。",
    why:
        "If the start was another one, every move of the game is judged on the wrong board.",
        "実際の開始局面が違えば、すべての指し手を誤った盤で判定することになる。",
    remedy:
        "Correct the name, or add the board of the start position.",
        "名前を直すか、開始局面の盤面を書き加える。",
    source: "KIF definition, list of 手合割 names.",
    bad: Record { text: "手合割：指導対局\n   1 ７六歩(77)\n   2 中断\n" },
        "a name without a board", "盤面のない未知の名前",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "a known name", "知られた名前",
}

/// What is made of such a start where every move of the game can be played from the even one.
pub(in crate::notation) static EVEN_ASSUMED: Words = both("; the even start is assumed", "。平手とみなす");

/// What is made of it where the name itself says that it is another.
pub(in crate::notation) static UNEVEN: Words = both(
    "; it is not the even start, so the board is not known and nothing is judged",
    "。平手ではないので開始局面が分からず、判定しない",
);

/// What is made of it where the game cannot have begun with the even one.
pub(in crate::notation) fn unfit(ply: u32) -> Message {
    message!(
        "; move {ply} is not possible from the even start, so the board is not known and nothing is judged",
        "。{ply}手目が平手からは指せないので開始局面が分からず、判定しない",
        ply
    )
}

/// A name without a board.
pub(in crate::notation) fn without_board(name: &str) -> Message {
    let why = if name == "その他" {
        both(
            "needs a board, and none is drawn",
            "には盤面が要るが、書かれていない",
        )
    } else {
        both(
            "is not known and no board is drawn",
            "は知られておらず、盤面もない",
        )
    };
    message!(
        "the handicap {name} {why}",
        "手合割{name}{why}",
        name = in_quotes(name),
        why
    )
}

/// A problem without a board.
pub(in crate::notation) fn problem(name: &str) -> Message {
    message!(
        "手合割 is {name}: a mate problem, but no board is drawn, so that nothing can be judged",
        "手合割が{name}だが、詰将棋の盤面が書かれておらず、判定できない",
        name = in_quotes(name)
    )
}

/// Another name than before.
pub(in crate::notation) fn given_before(name: &str) -> Message {
    message!(
        "手合割 was given before as {name}; the later one counts",
        "手合割は前に{name}とあった。後のものに従う",
        name = in_quotes(name)
    )
}

/// A name in a header of JKF.
pub(in crate::notation) fn without_initial(name: &str) -> Message {
    message!(
        "the handicap {name} is not known and `initial` is absent",
        "手合割{name}は知られておらず、`initial` もない",
        name = in_quotes(name)
    )
}
