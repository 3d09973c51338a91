//! `not-judged` 判定できなかった指し手: moves that could not be judged.

use crate::finding::rule;

rule! {
    name: "not-judged",
    class: Notice,
    title: "moves that could not be judged", "判定できなかった指し手",
    what:
        "A move could not be put on the board, so the position after it is unknown. The rest of the line is read but not judged.",
        "盤上で再現できない指し手があり、その後の局面が分からない。その手順の残りは読むが、判定しない。",
    why:
        "What is not judged must not pass for clean.",
        "判定しなかったものを、問題なしとして通してはならない。",
    remedy:
        "Repair the move that is reported there and run the check again.",
        "そこで指摘された指し手を直し、もう一度検査する。",
    source: "A requirement of this tool: nothing is dropped in silence.",
    bad: Moves { start: "startpos", moves: "7f7e 3c3d" },
        "ply 2 cannot be judged", "2手目は判定できない",
    good: Moves { start: "startpos", moves: "7g7f 3c3d" },
        "every move is judged", "すべての手が判定される",
}
