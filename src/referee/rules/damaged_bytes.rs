//! `damaged-bytes`: damaged bytes.

use crate::finding::{Severity, message, rule};
use crate::record::GapKind;
use crate::record::gap::Extent;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "damaged-bytes",
    class: RecordError,
    group: Reading,
    title: "damaged bytes", "壊れた文字",
    what:
        "Bytes that are no character in the encoding of the file. They are read as U+FFFD (�). A single byte FF in a record of janggi is a warning, since it is part of no character.",
        "ファイルの文字コードでは文字にならないバイトがある。U+FFFD（�）として読む。チャンギの棋譜にある単独のバイトFFは、どの文字の一部でもないため警告とする。",
    why:
        "A name or a move may be lost. A transfer or an editor has cut a character in two.",
        "名前や指し手が失われているおそれがある。転送やエディターが文字を途中で切ったものである。",
    remedy:
        "Fetch the file again from its source, or correct the place by hand.",
        "元のところからファイルを取り直すか、その箇所を手で直す。",
    source: "WHATWG Encoding Standard.",
    bad: Bytes { bytes: b"V2.2\nN+\x8d\nN-B\nPI\n+\n+7776FU\n%TORYO\n" },
        "half a Shift_JIS character as a name", "名前がShift_JISの文字の前半だけ",
    good: Bytes { bytes: b"V2.2\nN+\x8d\x62\nN-B\nPI\n+\n+7776FU\n%TORYO\n" },
        "the whole character", "文字の全体がある",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let &GapKind::DamagedBytes {
        extent,
        encoding,
        stray,
    } = case.kind()
    else {
        return;
    };
    let complaint = report.say(match extent {
        Extent::Bytes(bytes) => {
            let are = if bytes == 1 {
                "byte here is"
            } else {
                "bytes here are"
            };
            message!(
                "{bytes} {are} no character in {encoding}; read as \u{fffd}",
                "ここの{bytes}バイトは{encoding}の文字でない。\u{fffd}として読む",
                bytes,
                are,
                encoding
            )
        }
        Extent::Places(places) => message!(
            "{places} more places with bytes that are no character in {encoding}, the first here",
            "{encoding}の文字でないバイトがほかに{places}か所あり、その最初がここである",
            places,
            encoding
        ),
        Extent::InComments(places) => message!(
            "{places} places with bytes that are no character in {encoding}, the first of them in the comment here",
            "{encoding}の文字でないバイトが{places}か所あり、その最初がここのコメントにある",
            places,
            encoding
        ),
    });
    complaint.weighing(stray.then_some(Severity::Warning));
}
