//! `control-character`: zeros and other control characters in the text.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::record::gap::Extent;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "control-character",
    class: Doubt,
    group: Reading,
    title: "control characters", "制御文字",
    what:
        "Zeros or other control characters that no text has, in the text or after it; one finding for each run of them. Those in the text are kept as they are. Tab, line ends, page ends and the end mark of DOS (1A) are fine.",
        "文章にあるはずのない0のバイトなどの制御文字が、文中か末尾にある。続いているものは1件とする。文中のものはそのまま残す。タブ、改行、改ページ、DOSの終わりの印（1A）は指摘しない。",
    why:
        "A disk or a transfer may have put them in place of what stood there. Other programs stop at them or refuse the file.",
        "ディスクや転送の障害で、元の文字の代わりに入ったおそれがある。ほかのソフトはそこで読むのをやめたり、ファイルを開けなかったりする。",
    remedy:
        "Compare the file with its source, and remove the characters.",
        "元のファイルと比べ、その文字を取り除く。",
    source: "A requirement of this tool: damage is never passed over in silence.",
    bad: Bytes { bytes: b"V2.2\nN+A\0B\nN-B\nPI\n+\n+7776FU\n%TORYO\n" },
        "a zero in a name", "名前の中に0のバイトがある",
    good: Bytes { bytes: b"V2.2\nN+A\tB\nN-B\nPI\n+\n+7776FU\n%TORYO\n\x1a" },
        "a tab, and the end mark of DOS", "タブと、DOSの終わりの印がある",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let &GapKind::ControlCharacter(extent) = case.kind() else {
        return;
    };
    report.say(match extent {
        Extent::Bytes(bytes) => {
            let are = if bytes == 1 {
                "byte here is a control character"
            } else {
                "bytes here are control characters"
            };
            message!(
                "{bytes} {are}, which no text has",
                "ここの{bytes}バイトは文章にあるはずのない制御文字である",
                bytes,
                are
            )
        }
        Extent::Places(places) | Extent::InComments(places) => message!(
            "{places} more places with control characters, the first here",
            "制御文字がほかに{places}か所あり、その最初がここである",
            places
        ),
    });
}
