//! `unreadable-json`: invalid JSON.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule!(
    "unreadable-json",
    RecordError,
    Reading,
    "invalid JSON",
    "壊れたJSON"
);

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
        "invalid JSON here ({why}); only the readable parts before and after were read",
        "JSONがここで壊れている（{reason}）。その前と、後の読めるところだけを読んだ",
        why,
        reason
    ));
}
