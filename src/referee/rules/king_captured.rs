//! `king-captured` 玉を取る: the king is taken.

use crate::finding::{PieceOn, message, rule};
use crate::played::Attempt;
use crate::referee::report::Report;

rule! {
    name: "king-captured",
    class: Notice,
    group: Fouls,
    title: "the king is taken", "玉を取る",
    what:
        "The move takes the opponent's king. That is possible only after a foul: the ply before has left or put the king in check.",
        "相手の玉を取る手である。反則の後でなければ起こらない。直前の手が、玉を王手のままにしたか、王手の所へ動かしている。",
    why:
        "It shows that a check was overlooked. The capturer wins, and the game is over.",
        "王手の見落としがあったことを示す。取った側の勝ちで、対局は終わる。",
    remedy:
        "See the finding at the ply before; without one the record is damaged.",
        "直前の手の指摘を見る。指摘がなければ、棋譜が壊れている。",
    source: "“쇼기/규칙” and “将棋”: a king left in check may be taken.",
    bad: Moves { start: "4k4/4R4/9/9/9/9/9/9/4K4 b - 1", moves: "5b5a" },
        "the rook takes the king", "飛が玉を取る",
    good: Moves { start: "4k4/4p4/9/9/4R4/9/9/9/4K4 b - 1", moves: "5e5b" },
        "the rook takes the pawn in front", "飛が手前の歩を取る",
}

/// The check.
pub(in crate::referee) fn check(attempt: &Attempt<'_>, report: &mut Report) {
    if attempt.takes_king() {
        report.say(message!(
            "{piece} is taken: {mover} wins",
            "{piece}が取られた。{mover}の勝ち",
            piece = PieceOn::of(attempt.before, attempt.to).owned(),
            mover = attempt.mover
        ));
    }
}
