//! `double-encoded`: encoded twice.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "double-encoded",
    class: RecordError,
    group: Reading,
    title: "encoded twice", "二重に変換された文字",
    what:
        "The text is UTF-8 that was once read as Shift_JIS and saved again, so that 棋譜 reads 譽玖ｭ.",
        "UTF-8の文章が一度Shift_JISとして読まれて保存し直されており、「棋譜」が「譽玖ｭ」のように見える。",
    why:
        "Moves and names are unreadable, though the file looks healthy to a program.",
        "ソフトには正常なファイルに見えるが、指し手も名前も読めない。",
    remedy:
        "Find the original file, or convert this one back (Shift_JIS bytes read as UTF-8).",
        "元のファイルを探すか、逆に変換する（Shift_JISで保存したバイトをUTF-8として読む）。",
    source: "Seen in real archives.",
    bad: Record { text: "#KIF version=2.0 encoding=UTF-8\n謇句粋蜑ｲ・ｼ壼ｹｳ謇・\n蜈域焔・ｼ壻ｽ占陸\n蠕梧焔・ｼ夐斡譛ｨ\n   1 ・ｼ怜・ｭ豁ｩ(77)\n   2 ・ｼ灘屁豁ｩ(33)\n   3 謚穂ｺ・\n" },
        "two names and two moves after the accident", "化けた後の対局者名と2手",
    good: Record { text: "#KIF version=2.0 encoding=UTF-8\n手合割：平手\n先手：佐藤\n後手：鈴木\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "the text as it was", "元の文章",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let &GapKind::DoubleEncoded(lines) = case.kind() else {
        return;
    };
    report.say(message!(
        "the text from here on is UTF-8 that was read as Shift_JIS and saved again ({lines} lines show it); it cannot be read",
        "ここから先は、UTF-8の文章をShift_JISとして読んで保存し直したもので（{lines}行がそれを示す）、読めない",
        lines
    ));
}
