//! `side-mark-missing` 手番の記号がない: moves of KI2 without ▲ and △.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "side-mark-missing",
    class: Doubt,
    group: Notation,
    title: "moves without ▲ and △", "手番の記号がない",
    what:
        "Moves stand one a line without the mark of the side (`７六歩`). They are read as moves of KI2. The first one of a record is reported.",
        "指し手が手番の記号なしで一行に一手ずつ書かれている（`７六歩`）。KI2の指し手として読む。棋譜の中で最初のものだけを指摘する。",
    why:
        "Most programs find the moves of KI2 by their marks, and read nothing here.",
        "KI2の指し手を記号で見分けるソフトが多く、このままでは何も読めない。",
    remedy:
        "Put ▲ before the moves of Black and △ before those of White, or convert the record.",
        "先手の指し手に▲、後手の指し手に△を付けるか、棋譜を変換する。",
    source: "KI2 definition: every move has its mark.",
    bad: Record { text: "手合割：平手\n\n７六歩\n３四歩\n２六歩\nまで3手で中断\n" },
        "no marks", "記号がない",
    good: Record { text: "手合割：平手\n\n▲７六歩\n△３四歩\n▲２六歩\nまで3手で中断\n" },
        "with marks", "記号がある",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    if *case.kind() == GapKind::SideMarkMissing {
        report.say(message!(
            "this move has no ▲ or △; further moves like this are not listed",
            "指し手に▲も△もない（以後の同様の指し手は省略）",
        ));
    }
}
