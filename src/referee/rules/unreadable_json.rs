//! `unreadable-json`: broken JSON.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "unreadable-json",
    class: RecordError,
    group: Reading,
    title: "broken JSON", "壊れたJSON",
    what:
        "The record is JSON, and at this place it is not: a comma or a bracket is missing or superfluous, a string has no end, or the file stops in the middle. What stands before is read, and as much as can be had of what follows.",
        "棋譜はJSONだが、この箇所がJSONになっていない。コンマや括弧の過不足、文字列の閉じ忘れ、ファイルの途切れなどである。その前は読み、後は読めるだけ読む。",
    why:
        "Other programs refuse the whole file, and moves may be missing here.",
        "ほかのソフトではファイル全体が読めない。ここで指し手が失われているおそれもある。",
    remedy:
        "Open the file in an editor that knows JSON and go to the place; if the file was cut off, take it from its source again.",
        "JSONの分かるエディターで開いてその箇所を直す。途中で切れたファイルなら取り直す。",
    source: "RFC 8259, the JSON grammar; JSON Kifu Format 1.0.",
    bad: Record { text: "{\"header\":{},\"moves\":[{},\n{\"move\":{\"color\":0,\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\"}}\n{\"special\":\"CHUDAN\"}]}\n" },
        "the comma after the move is missing", "指し手の後のコンマがない",
    good: Record { text: "{\"header\":{},\"moves\":[{},\n{\"move\":{\"color\":0,\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\"}},\n{\"special\":\"CHUDAN\"}]}\n" },
        "every entry but the last has its comma", "最後を除くすべての要素にコンマがある",
}

/// The reasons as the parser words them: where they begin so, what they are in Japanese.
const REASONS: &[(&str, &str)] = &[
    ("EOF while parsing a list", "配列の途中でファイルが終わっている"),
    (
        "EOF while parsing an object",
        "オブジェクトの途中でファイルが終わっている",
    ),
    (
        "EOF while parsing a string",
        "文字列の途中でファイルが終わっている",
    ),
    (
        "EOF while parsing a value",
        "値のあるべきところでファイルが終わっている",
    ),
    ("expected `:`", "「:」がない"),
    ("expected `,` or `]`", "「,」か「]」がない"),
    ("expected `,` or `}`", "「,」か「}」がない"),
    ("expected ident", "true、false、nullのいずれでもない"),
    ("expected value", "値がない"),
    ("invalid escape", "誤ったエスケープ"),
    ("invalid number", "誤った数"),
    ("number out of range", "大きすぎる数"),
    ("control character", "文字列の中の制御文字"),
    ("key must be a string", "キーが文字列でない"),
    ("trailing comma", "余分なコンマ"),
    ("trailing characters", "余分な文字"),
];

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let GapKind::UnreadableJson(why) = case.kind() else {
        return;
    };
    let known = REASONS.iter().find(|(english, _)| why.starts_with(english));
    let reason = known.map_or(why.as_str(), |(_, japanese)| japanese);
    report.say(message!(
        "the JSON is broken here ({why}); what stands before was read, and as much as could be had of what follows",
        "JSONがここで壊れている（{reason}）。その前と、後の読めるところだけを読んだ",
        why,
        reason
    ));
}
