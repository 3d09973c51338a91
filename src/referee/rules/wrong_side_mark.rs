//! `wrong-side-mark` 手番の記号違い: the move is marked with the wrong side.

use crate::finding::{message, rule};
use crate::played::{Attempt, Turn};
use crate::referee::report::{Once, Report};

rule! {
    name: "wrong-side-mark",
    class: Doubt,
    group: Notation,
    title: "the move is marked with the wrong side", "手番の記号違い",
    what:
        "The sign or mark before a move (`+`, `-`, `▲`, `△`) names one side, and the piece is that of the other, whose turn it is. The piece decides. Only the first such mark of a line is reported.",
        "指し手の前の記号（`+`、`-`、`▲`、`△`）は一方を示すが、動いた駒は相手のもので、手番も相手である。駒のほうを採る。一つの手順の中で最初のものだけを指摘する。",
    why:
        "Some programs mix up the marks of handicap games. The move itself is sound.",
        "駒落ちの記号を取り違えるプログラムがある。指し手そのものに問題はない。",
    remedy: "Exchange the marks.", "記号を入れ替える。",
    source: "CSA V2.2: the sign is that of the side that moves.",
    bad: Record { text: "V2.2\nPI\n+\n-7776FU\n%CHUDAN\n" },
        "`-` before Black's move", "先手の手の前に `-` がある",
    good: Record { text: "V2.2\nPI\n+\n+7776FU\n%CHUDAN\n" },
        "`+`", "`+` がある",
}

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if attempt.turn == Turn::WrongMark {
        report.say(message!(
            "the move is marked as {marked}'s, but it is {mover}'s turn and piece; taken as {mover}'s (further wrong marks of this line are not listed)",
            "{marked}の記号が付いているが、手番も駒も{mover}である。{mover}の手とみなした（この手順の以後の誤りは省略）",
            marked = attempt.mover.opponent(),
            mover = attempt.mover
        )).of_value("color").once(Once::OfLine);
    }
}
