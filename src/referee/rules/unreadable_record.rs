//! `unreadable-record`: no record found.

use crate::finding::{Count, message, rule};
use crate::record::GapKind;
use crate::record::gap::NoRecord;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "unreadable-record",
    RecordError,
    Reading,
    "no record found",
    "棋譜が見つからない"
);

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let &GapKind::UnreadableRecord(why) = case.kind() else {
        return;
    };
    report.say(match why {
        NoRecord::NoText => message!(
            "this is not text, so no record can be read",
            "テキストでないので、棋譜を読めない",
        ),
        NoRecord::NoMember => message!(
            "this archive contains no game record",
            "このアーカイブには棋譜がない",
        ),
        NoRecord::Empty => message!("the file is empty", "ファイルが空である"),
        NoRecord::Nothing => message!(
            "no move, position or result found in any format that `kifu formats` lists; if the encoding is the reason, specify it with `--encoding`",
            "`kifu formats` に示す形式の指し手、局面、結果が見つからない。文字コードが原因なら `--encoding` で指定する",
        ),
        NoRecord::Destroyed(places) => message!(
            "no record can be read: the characters are damaged in {places}; if the encoding is the reason, specify it with `--encoding`",
            "文字が{places}か所で壊れており、棋譜を読めない。文字コードが原因なら `--encoding` で指定する",
            places = Count(places, "place")
        ),
        NoRecord::Lost => message!(
            "no record can be read: the characters were lost in an earlier conversion",
            "以前の変換で文字が失われており、棋譜を読めない",
        ),
        NoRecord::NoObject => message!(
            "this JSON contains no game record, because it has no object",
            "このJSONにはオブジェクトがなく、棋譜がない",
        ),
        NoRecord::NoJkf => message!(
            "this JSON is not a JKF record: its object has neither `moves` nor `header` nor `initial`",
            "このJSONはJKFの棋譜でない。オブジェクトに `moves` も `header` も `initial` もない",
        ),
    });
}
