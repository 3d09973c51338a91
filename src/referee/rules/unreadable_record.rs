//! `unreadable-record`: no record found.

use crate::finding::{message, rule};
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
            "this is no text: no record can be read from it",
            "テキストでないので、棋譜を読めない",
        ),
        NoRecord::NoMember => message!(
            "there is no game record in this archive",
            "このアーカイブには棋譜がない",
        ),
        NoRecord::Empty => message!("the file is empty", "ファイルが空である"),
        NoRecord::Nothing => message!(
            "no move, no position and no result of a game in a notation that `kifu formats` lists could be found in this text; if its encoding is the reason, specify it with `--encoding`",
            "`kifu formats` の挙げる形式の指し手も局面も結果も見つからない。文字コードが原因なら `--encoding` で指定する",
        ),
        NoRecord::Destroyed(places) => message!(
            "no record can be read from this text: its characters are destroyed in {places} places; if its encoding is the reason, specify it with `--encoding`",
            "文字が{places}か所で壊れており、棋譜を読めない。文字コードが原因なら `--encoding` で指定する",
            places
        ),
        NoRecord::Lost => message!(
            "no record can be read from this text: its characters were lost in an earlier conversion",
            "以前の変換で文字が失われており、棋譜を読めない",
        ),
        NoRecord::NoObject => message!(
            "this is no JSON with a game record in it: it has no object",
            "オブジェクトがなく、棋譜を含むJSONでない",
        ),
        NoRecord::NoJkf => message!(
            "this JSON is no game record in JKF: its object has neither `moves` nor `header` nor `initial`",
            "このJSONはJKFの棋譜でない。オブジェクトに `moves` も `header` も `initial` もない",
        ),
    });
}
