//! `bad-token`: a move that cannot be read.

use crate::finding::{Class, Example, Page, Rule, both};

/// 読めない指し手: a move that cannot be read.
pub static RULE: Rule = Rule {
    name: "bad-token",
    class: Class::RecordError,
    english: "a move that cannot be read",
    japanese: "読めない指し手",
    page: Page {
        what: both(
            "Something stands where a move is due and looks like one, but a part of it is no square or no piece. It counts as a ply; what follows in this line cannot be judged.",
            "指し手のあるべきところに指し手らしいものがあるが、その一部が升目でも駒でもない。1手と数え、その手順のそれより後は判定できない。",
        ),
        why: both(
            "It is never taken for the end of the game: other programs stop here in silence and lose the rest.",
            "終局とはみなさない。ここで黙って読むのをやめ、残りを失うソフトがある。",
        ),
        remedy: both(
            "Correct the move from the score sheet.",
            "元の棋譜用紙を見て指し手を直す。",
        ),
        source: "KIF definition, move lines; CSA V2.2, moves.",
        bad: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四府(33)\n   3 投了\n",
            note: both("府 for 歩", "「歩」が「府」になっている"),
        },
        good: Example::Record {
            text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n",
            note: both("歩", "正しく「歩」"),
        },
    },
};
