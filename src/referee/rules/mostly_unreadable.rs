//! `mostly-unreadable`: most of a record is destroyed.

use crate::finding::{both, message, rule};
use crate::record::GapKind;
use crate::record::gap::Unit;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "mostly-unreadable",
    class: RecordError,
    group: Reading,
    title: "most of the record is destroyed", "大半が読めない棋譜",
    what:
        "More than half of the moves of a record, and ten at least, are destroyed or cannot be read. The ends of lines of play count with them, and so does a line that cannot be read and stands where the moves do. Where a record has no more moves that can be read than others, its lines decide in the same way, and in JKF its values. Comments, and times on lines of their own, do not count; a page of prose around a record counts as one line. This finding tells how many are destroyed, and stands for all that would be said of them one by one. Whatever else is found in the record is listed as usual. Such a record is not converted; where the board of the start is destroyed too, nothing of it is judged either.",
        "棋譜の指し手の半分を超え、かつ10手以上が、壊れているか読めない。終局の語と、指し手のあるべきところの読めない行も手数に入れる。読める指し手のほうが多くない棋譜では、行について（JKFでは項目について）同じように数える。コメントと、時間だけの行は数えない。棋譜の前後の文章は、続けて何行あっても1行と数える。この指摘がその数を示し、箇所ごとの指摘の代わりとなる。そのほかの指摘はいつもどおり挙げる。このような棋譜は変換しない。開始局面の盤面も壊れていれば、判定もしない。",
    why:
        "Nothing that is said of such a record place by place helps, and it hides the findings of all other records.",
        "このような棋譜を1か所ずつ指摘しても役に立たず、ほかの棋譜の指摘を埋もれさせる。",
    remedy:
        "Take the file from its source again. Where the whole file looks like this, its encoding may have been taken for another: try `--encoding`.",
        "元のところからファイルを取り直す。ファイル全体がこうなら、文字コードを取り違えていることがある。`--encoding` で指定してみる。",
    source: "A requirement of this tool: one destroyed file is one finding.",
    bad: Record { text: "手合割：平手\n先手：??\n   1 ????(77)\n   2 ????(33)\n   3 ????(27)\n   4 ????(83)\n   5 ????(26)\n   6 ????(84)\n   7 ????(69)\n   8 ????(41)\n   9 ????(25)\n  10 ????(23)\n  11 ??\n" },
        "a program has written ? for every letter it did not know", "ソフトが知らない文字をすべて「?」にしたもの",
    good: Record { text: "手合割：平手\n先手：甲野\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 中断\n" },
        "the same file, taken from its source", "元のところから取り直したもの",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let &GapKind::MostlyUnreadable(of) = case.kind() else {
        return;
    };
    let unit = match of.unit {
        Unit::Moves => both("moves", "手"),
        Unit::Lines => both("lines", "行"),
        Unit::Values => both("values", "項目"),
    };
    let board_too = of.board.then_some(both(
        "; the board of the start is among them, so nothing of this record is judged",
        "。開始局面の盤面も読めないので、この棋譜については何も判定しない",
    ));
    report.say(message!(
        "{destroyed} of the {all} {unit} of this record are destroyed or cannot be read, the first here; {summed_up} findings about single places are summed up in this one{board_too}",
        "この棋譜の{all}{unit}のうち{destroyed}{unit}が壊れているか読めない。その最初がここである。箇所ごとの指摘{summed_up}件をこれにまとめた{board_too}",
        destroyed = of.destroyed,
        all = of.all,
        unit,
        summed_up = of.summed_up,
        board_too
    ));
}
