//! `schema-error`: a value that is not what the format wants there.

mod taken;
pub(in crate::referee) mod value;
mod wanted;

use crate::finding::{Severity, message, rule};
use crate::record::GapKind;
use crate::record::gap::WrongValue;
use crate::referee::due_case::CaptureCase;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "schema-error",
    class: Doubt,
    group: Notation,
    title: "a value that the format does not want there", "形式の違反",
    what:
        "A value of the JSON is of another type than JKF wants there, is missing, stands twice, or contradicts its neighbour. The message gives its path. It is an error where a part of the game is lost by it, and a note where it is only a key that JKF does not have; such a key is named once in a record. Faults of moves, times, results and of the board have rules of their own.",
        "JSONの値がJKFの求める型でないか、欠けているか、2回書かれているか、隣の値と矛盾する。どこかはパスで示す。対局の一部が失われるときはエラー、JKFにないキーがあるだけのときは注記で、そのキーは一つの棋譜で一度だけ挙げる。指し手、消費時間、終局、盤面の誤りにはそれぞれの規則がある。",
    why:
        "Other programs may refuse the file, or read something else.",
        "ほかのソフトでは読み込めないか、違う内容に読まれるおそれがある。",
    remedy:
        "Correct the value at the path, or have the program that wrote it corrected.",
        "パスの示す値を直すか、書き出したソフトを直してもらう。",
    source: "JSON Kifu Format 1.0, README and JSON schema.",
    bad: Record { text: "{\"header\":{},\"moves\":[{},\n{\"move\":{\"color\":\"+\",\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\"}},\n{\"special\":\"CHUDAN\"}]}\n" },
        "`moves[1].move.color` is a sign of CSA", "「moves[1].move.color」がCSAの符号になっている",
    good: Record { text: "{\"header\":{},\"moves\":[{},\n{\"move\":{\"color\":0,\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\"}},\n{\"special\":\"CHUDAN\"}]}\n" },
        "0 is Black", "0は先手",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::SchemaError { value, costs_game } = case.kind() else {
        return;
    };
    let weight = match value.what {
        WrongValue::UnknownKey(_) => Severity::Note,
        _ if *costs_game => Severity::Error,
        _ => Severity::Warning,
    };
    report.say(case.value(value)).weighing(weight);
}

/// The check of a captured piece that the record names and that does not stand there. Some programs name a promoted
/// piece by the kind that comes into the hand.
pub(in crate::referee) fn check_captured(case: &CaptureCase<'_>, report: &mut Report) {
    let &CaptureCase { before, to, named } = case;
    let there = before.piece_at(to).map(|it| it.kind);
    if there.is_some_and(|there| [there, there.base()].contains(&named)) {
        return;
    }
    let there = if let Some(there) = there {
        message!(
            "a {there} stands on {to}",
            "{to}にあるのは{there}である",
            there,
            to
        )
    } else {
        message!("nothing stands on {to}", "{to}に駒はない", to)
    };
    report
        .say(message!(
            "`capture` is a {named}, but {there}; the board tells what is captured",
            "`capture` は{named}だが、{there}。取った駒は盤面に従う",
            named,
            there
        ))
        .of_value("capture");
}
