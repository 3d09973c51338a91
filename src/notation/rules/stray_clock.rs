//! `stray-clock`: a time without a move.

use crate::finding::{Message, Words, both, message, rule};
use crate::notation::quote::in_quotes;

rule! {
    name: "stray-clock",
    class: Doubt,
    title: "a time without a move", "指し手のない消費時間",
    what:
        "A `T` line stands before the first move, or a move has two. It is left out.",
        "最初の指し手より前に「T」の行があるか、一つの指し手に二つある。読み飛ばす。",
    why:
        "A move may be missing, or the times may have slipped by one.",
        "指し手が抜けているか、消費時間が一つずれているおそれがある。",
    remedy: "Take the line out, or restore the move it belongs to.", "その行を消すか、対応する指し手を補う。",
    source: "CSA V2.2: `T` follows its move.",
    bad: Record { text: "V2.2\nPI\n+\nT5\n+7776FU\n%TORYO\n" },
        "a time before the first move", "最初の指し手より前の消費時間",
    good: Record { text: "V2.2\nPI\n+\n+7776FU\nT5\n%TORYO\n" },
        "after the move", "指し手の後にある",
}

/// What becomes of a time of JKF.
pub(in crate::notation) static LEFT_OUT: Words = both("; it was left out", "。読み飛ばした");

/// A time before the first move.
pub(in crate::notation) fn before_moves(text: &str) -> Message {
    message!(
        "the time {text} stands before the first move; it was left out",
        "消費時間{text}が最初の指し手より前にある。読み飛ばした",
        text = in_quotes(text)
    )
}

/// A second time.
pub(in crate::notation) fn second(text: &str) -> Message {
    message!(
        "a second time, {text}, stands after a move; it was left out",
        "一つの指し手に二つ目の消費時間{text}がある。読み飛ばした",
        text = in_quotes(text)
    )
}

/// A time of JKF in an entry without a move.
pub(in crate::notation) fn without_move(path: &str) -> Message {
    message!(
        "`{path}` stands where there is no move",
        "`{path}` のところに指し手がない",
        path
    )
}
