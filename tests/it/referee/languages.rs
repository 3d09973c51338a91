//! Findings about broken texts have messages in English and in Japanese, with equal numbers and quotations.

use crate::support::checking;
use std::collections::BTreeSet;

use kifu::finding::Example;
use kifu::finding::Finding;
use kifu::finding::Rule;
use kifu::referee::rules::READING;

const KIF_GAME: &str = "手合割：平手\n   1 ７六歩(77)\n";
const KI2_GAME: &str = "手合割：平手\n\n▲７六歩△３四歩\n";
const CSA_GAME: &str = "V2.2\nPI\n+\n+7776FU\n";
const FIRST_ROW: &str = "|v香v桂v銀v金v玉v金v銀v桂v香|一\n";

/// Returns broken texts that are not on the rule pages, each after the rule that it breaks.
#[expect(clippy::too_many_lines, reason = "a table")]
fn broken_texts() -> Vec<(&'static str, String)> {
    let mut texts = Vec::new();
    let mut add_lines =
        |rule, lines: &[&str]| texts.extend(lines.iter().map(|line| (rule, (*line).to_owned())));
    add_lines("unreadable-record", &["", "きょうは晴れ\n"]);
    texts.push(("unreadable-record", "\0".repeat(500)));
    texts.push((
        "replacement-character",
        format!("{KIF_GAME}{}", "*�\n*読める\n".repeat(150)),
    ));
    let mut add_after = |rule, start: &str, lines: &[&str]| {
        texts.extend(lines.iter().map(|line| (rule, format!("{start}{line}\n"))));
    };
    add_after(
        "bad-token",
        KIF_GAME,
        &[
            "   2 ( 0:01/00:00:01)",
            "   2 三四歩(33)",
            "   2 (33)",
            "   2 ３四(33)",
            "   2 ３四歩打(33)",
            "   2 ３四歩(03)",
            "   2 ▲四歩(33)",
        ],
    );
    add_after(
        "bad-token",
        KI2_GAME,
        &["▲５五", "▲５", "▲２六歩左右", "▲２六歩左打", "▲いい手"],
    );
    add_after("bad-token", CSA_GAME, &["-33", "-3034FU", "-3330FU", "-3334XX"]);
    add_after("unreadable-line", KIF_GAME, &["何かの行", "一\n二\n三"]);
    add_after("unreadable-line", CSA_GAME, &["P1 *  *  * ", "+", "junk"]);
    add_after("unreadable-line", "V2.2\nPI\n-\n", &["+\n+7776FU"]);
    add_after("unreadable-clock", CSA_GAME, &["T1x", "T99999999999999", "Tabc"]);
    add_after("clock-negative", CSA_GAME, &["T-5"]);
    add_after("clock-negative", KIF_GAME, &["   2 ３四歩(33) (-0:05/)"]);
    add_after("stray-clock", CSA_GAME, &["T1\nT2"]);
    add_after("stray-clock", "V2.2\nPI\n+\n", &["T5\n+7776FU"]);
    add_after("text-after-move", CSA_GAME, &["-3334FUxx", "%TORYO xx"]);
    add_after("text-after-move", KIF_GAME, &["   2 ３四歩(33)#好手"]);
    add_after("text-after-move", KI2_GAME, &["▲２六歩 好手"]);
    add_after("unknown-terminal", KIF_GAME, &["   2 投子"]);
    add_after("unknown-terminal", CSA_GAME, &["%OWARI"]);
    add_after("unknown-terminal", KI2_GAME, &["まで2手で謎の結末"]);
    add_after("ply-gap", KIF_GAME, &["   5 ３四歩(33)"]);
    add_after("ply-gap", "手合割：平手\n", &["   3 ７六歩(77)"]);
    add_after("ply-number", KIF_GAME, &["   1 ３四歩(33)\n   3 投了"]);
    add_after("ply-repeat", KIF_GAME, &["   1 ２六歩(27)", "   1 ５五角(22)"]);
    add_after(
        "header-repeated",
        "手合割：平手\n先手：甲\n",
        &["先手：乙", "手合割：香落ち"],
    );
    add_after("quoted-lines", KIF_GAME, &["> 2 投了"]);
    add_after("empty-variation", KIF_GAME, &["変化：1手"]);
    add_after(
        "variation-without-parent",
        KIF_GAME,
        &[
            "変化：5手\n   5 ８四歩(83)\n   6 ２六歩(27)",
            "変化：5手\n   5 ８四歩(83)",
        ],
    );
    add_after(
        "variation-without-parent",
        KI2_GAME,
        &["変化：9手\n▲２六歩△８四歩", "変化：手\n▲２六歩"],
    );
    add_after("unknown-handicap", "", &["手合割：その他\n   1 ７六歩(77)"]);
    add_after(
        "unreadable-board",
        "",
        &[
            &FIRST_ROW.repeat(3),
            &FIRST_ROW.repeat(12),
            &FIRST_ROW.replace('玉', "×").repeat(9),
            "|v香v桂\n",
            &FIRST_ROW.replace('一', "五").repeat(9),
            &FIRST_ROW.replace("|一", "v歩").repeat(9),
            &FIRST_ROW.replace("v玉", "^玉").repeat(9),
            &format!("先手の持駒：飛×\n{FIRST_ROW}"),
            &format!("手数＝　まで\n{FIRST_ROW}"),
            "手合割：平手\n先手の持駒：飛\n   1 ７六歩(77)",
            "手合割：平手\n手数＝5  ▲７六歩(77)  まで\n   1 ７六歩(77)",
            "手合割：平手\n後手番\n   1 ７六歩(77)",
        ],
    );
    add_after(
        "unreadable-board",
        "V2.2\n",
        &[
            "P1-KY-KE\nPI\n+",
            "PI\nP1-KY-KE-GI-KI-OU-KI-GI-KE-KY\n+",
            "PI\nP+55FU\n+",
            "P1 * \nP1-KY-KE-GI-KI-OU-KI-GI-KE-KY\n+",
            "P1 *  *  *  *  *  *  *  *  *  * \n+",
            "P1-KY-KE-GI-KI-XX-KI-GI-KE-KY\n+",
            "P+55FU55KI\n+",
            "P+00TO\n+",
            "P+00AL\nP-00AL\n+",
            "PI00KA\n+",
            "P+55XX\n+",
        ],
    );
    add_after(
        "turn-missing",
        "",
        &[
            "V2.2\nPI\n%TORYO",
            "V2.2\nPI\nN+甲",
            &format!(
                "{FIRST_ROW}{}   1 ５二玉(51)",
                "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n".repeat(8)
            ),
        ],
    );
    add_after("removal-mismatch", "V2.2\n", &["PI55KA\n-", "PI28KA\n-"]);
    add_after(
        "unreadable-board",
        "position sfen ",
        &[
            "9/9/9 b - 1 moves 5i5h",
            "9/9/9/9/8/9/9/9/9 b - 1 moves 5i5h",
            "9/9/9/9/8x/9/9/9/9 b - 1 moves 5i5h",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL x - 1 moves 7g7f",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b xx 1 moves 7g7f 3c3d",
        ],
    );
    add_after("bad-token", "position startpos moves 7g7f ", &["3x3d", "3c"]);
    add_after("bad-token", "~0.", &["7k", "zzz", "bfr"]);
    add_after("bad-token", "~", &["99999999999.7ku", "0.7ku~x.2jm"]);
    add_after("variation-without-parent", "~0.7ku", &["~9.2jm"]);
    add_after("unknown-terminal", "~0.7ku", &[".q"]);
    texts.extend(broken_jkf_texts());
    texts
}

/// Returns broken texts of JKF, each after the rule that it breaks.
#[expect(clippy::too_many_lines, reason = "a table")]
fn broken_jkf_texts() -> impl Iterator<Item = (&'static str, String)> {
    let moves = |entries: &str| format!("{{\"header\":{{}},\"moves\":[{{}},{entries}]}}");
    let push = |fields: &str| {
        format!(
            "{{\"move\":{{\"color\":0,\"from\":{{\"x\":7,\"y\":7}},\"to\":{{\"x\":7,\"y\":6}},\"piece\":\"FU\"{fields}}}}}"
        )
    };
    let start = |initial: &str| format!("{{\"header\":{{}},\"initial\":{initial},\"moves\":[{{}}]}}");
    let data = |data: &str| start(&format!("{{\"preset\":\"OTHER\",\"data\":{data}}}"));
    let empty = format!("[{}]", ["[{},{},{},{},{},{},{},{},{}]"; 9].join(","));
    let hands = |hands: &str| data(&format!("{{\"color\":0,\"board\":{empty},\"hands\":{hands}}}"));
    let texts = [
        ("unreadable-record", "[1, 2]".to_owned()),
        (
            "unreadable-json",
            moves("{\"special\":\"CHUDAN\"}")[..40].to_owned(),
        ),
        ("unreadable-json", moves(&format!("{} {}", push(""), push("")))),
        ("unreadable-line", format!("{} x", moves(&push("")))),
        ("schema-error", "{\"header\":1,\"moves\":[{}]}".to_owned()),
        (
            "schema-error",
            "{\"header\":{\"a\":1,\"b\":[],\"c\":\"\\ud800\"},\"moves\":[{}]}".to_owned(),
        ),
        ("schema-error", "{\"header\":{}}".to_owned()),
        ("schema-error", "{\"header\":{},\"moves\":1}".to_owned()),
        ("schema-error", "{\"header\":{},\"moves\":[{},1]}".to_owned()),
        ("schema-error", moves("{}")),
        (
            "schema-error",
            "{\"header\":{},\"moves\":[{\"special\":\"CHUDAN\",\"forks\":[]}]}".to_owned(),
        ),
        (
            "schema-error",
            moves(&push("").replace("}}", "},\"special\":\"TORYO\"}")),
        ),
        (
            "schema-error",
            moves(&format!("{},{}", push(",\"odd\":1"), push(",\"odd\":1"))),
        ),
        ("schema-error", moves(&push(",\"piece\":\"FU\""))),
        ("schema-error", moves(&push(",\"same\":true"))),
        (
            "schema-error",
            moves(&push(",\"same\":1,\"promote\":1,\"relative\":\"Q\"")),
        ),
        (
            "schema-error",
            moves(&push("").replace("\"color\":0", "\"color\":2")),
        ),
        (
            "schema-error",
            moves(&push("").replace("\"x\":7,\"y\":6", "\"x\":\"7\",\"y\":6")),
        ),
        ("schema-error", moves(&push("").replace("\"FU\"", "\"XX\""))),
        (
            "schema-error",
            moves("{\"special\":\"TORYO\",\"forks\":[1]},{\"forks\":1}"),
        ),
        ("schema-error", moves("{\"special\":\"TORYO\",\"comments\":[1]}")),
        (
            "bad-token",
            moves(&push("").replace("\"x\":7,\"y\":6", "\"x\":0,\"y\":6")),
        ),
        ("bad-token", moves(&push("").replace("\"to\"", "\"at\""))),
        (
            "bad-token",
            moves("{\"move\":{\"color\":0,\"same\":true,\"piece\":\"FU\"}}"),
        ),
        ("unknown-terminal", moves("{\"special\":\"OWARI\"}")),
        ("stray-clock", moves("{\"time\":{}}")),
        (
            "unreadable-clock",
            moves("{\"special\":\"TORYO\",\"time\":{\"now\":{\"h\":99999999}}}"),
        ),
        ("unreadable-clock", moves("{\"special\":\"TORYO\",\"time\":1}")),
        (
            "clock-negative",
            moves("{\"special\":\"TORYO\",\"time\":{\"now\":{\"s\":-5}}}"),
        ),
        ("unknown-handicap", start("{}")),
        ("unknown-handicap", start("{\"preset\":\"XX\"}")),
        ("unknown-handicap", start("{\"preset\":\"OTHER\"}")),
        (
            "unknown-handicap",
            "{\"header\":{\"手合割\":\"指導対局\"},\"moves\":[{}]}".to_owned(),
        ),
        (
            "schema-error",
            "{\"header\":{\"手合割\":\"香落ち\"},\"initial\":{\"preset\":\"KA\"},\"moves\":[{}]}".to_owned(),
        ),
        ("schema-error", hands("[{},{}]").replace("OTHER", "KA")),
        ("schema-error", hands("[{},{}]").replace("OTHER", "XX")),
        ("unreadable-board", data("1")),
        ("unreadable-board", data("{}")),
        ("turn-missing", data("{}")),
        (
            "unreadable-board",
            data("{\"color\":0,\"board\":[1,[]],\"hands\":[]}"),
        ),
        ("unreadable-board", hands("[{},{},{}]")),
        (
            "unreadable-board",
            hands("[1,{\"XX\":1,\"FU\":\"x\",\"KI\":999}]"),
        ),
        (
            "unreadable-board",
            hands("[{},{}]").replacen("{},{}", "{\"color\":0,\"kind\":1},{\"kind\":\"FU\"}", 2),
        ),
    ];
    texts.into_iter()
}

/// Returns the findings of all rules in a file. With `None`, the file name has no extension.
fn findings_in(bytes: &[u8], extension: Option<&str>) -> Vec<Finding> {
    checking::check_with_extension(bytes, extension)
        .into_iter()
        .flat_map(|judgement| judgement.findings)
        .collect()
}

/// Iterates over the reading rules, except those about archives, which need an archive.
fn text_rules() -> impl Iterator<Item = &'static Rule> {
    READING
        .iter()
        .copied()
        .filter(|rule| !rule.name.starts_with("archive-"))
}

/// Returns the findings of the reading rules in the broken texts, in damaged bytes and in the examples of these rules.
/// Each is preceded by its text. Asserts that every text has a finding of its rule.
fn findings() -> Vec<(String, Finding)> {
    let mut findings = Vec::new();
    let mut failures = Vec::new();
    let pages = text_rules().map(|rule| (rule.name, rule.page().bad));
    let mut add = |rule: &str, text: String, text_findings: Vec<Finding>| {
        if !text_findings.iter().any(|finding| finding.rule.name == rule) {
            let names: Vec<_> = text_findings.iter().map(|finding| finding.rule.name).collect();
            failures.push(format!("{rule}: {text:?} yields {names:?}"));
        }
        findings.extend(text_findings.into_iter().map(|finding| (text.clone(), finding)));
    };
    for (rule, example) in pages {
        let (bytes, name) = match example {
            Example::Record { text, .. } => (text.as_bytes(), None),
            Example::File { name, text, .. } => (text.as_bytes(), name.split_once('.')),
            Example::Bytes { bytes, .. } => (bytes, None),
            Example::Moves { .. } | Example::WithRules { .. } | Example::Files { .. } => continue,
        };
        let text = String::from_utf8_lossy(bytes).into_owned();
        add(
            rule,
            text,
            findings_in(bytes, name.map(|(_, extension)| extension)),
        );
    }
    let damaged = [
        &b"V2.2\nPI\n+\n"[..],
        &b"'*\x8d\n'*\x8d\x8e\xff\n'*a\n'*b\n".repeat(150),
    ]
    .concat();
    add(
        "damaged-bytes",
        "150 times".to_owned(),
        findings_in(&damaged, None),
    );
    for (rule, text) in broken_texts() {
        let text_findings = findings_in(text.as_bytes(), None);
        add(rule, text, text_findings);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    findings.retain(|(_, finding)| READING.contains(&finding.rule));
    findings
}

/// Replaces each square such as `2b` in a text by two digits (`22`).
fn with_squares_in_digits(text: &str) -> String {
    let chars: Vec<_> = text.chars().collect();
    let is_word = |index: Option<usize>| {
        index
            .and_then(|index| chars.get(index))
            .is_some_and(char::is_ascii_alphanumeric)
    };
    let is_file = |index: Option<usize>| index.is_some_and(|index| matches!(chars[index], '1'..='9'));
    let digit = |(index, &c): (usize, &char)| {
        let is_rank = matches!(c, 'a'..='i')
            && is_file(index.checked_sub(1))
            && !is_word(index.checked_sub(2))
            && !is_word(Some(index + 1));
        let rank = is_rank.then(|| char::from_digit(u32::from(c) - u32::from('a') + 1, 10));
        rank.flatten().unwrap_or(c)
    };
    chars.iter().enumerate().map(digit).collect()
}

/// Returns the numbers in a text, in ASCII digits. In Japanese, squares have full-width digits and kanji (２二), and
/// counts have ASCII digits.
fn numbers(text: &str) -> BTreeSet<String> {
    let ascii: String = with_squares_in_digits(text)
        .chars()
        .map(|c| {
            let full_width = ('０'..='９').position(|digit| digit == c);
            let kanji = "〇一二三四五六七八九".chars().position(|digit| digit == c);
            let digit = full_width
                .or(kanji)
                .and_then(|digit| char::from_digit(digit as u32, 10));
            digit.unwrap_or(c)
        })
        .collect();
    ascii
        .split(|c: char| !c.is_ascii_digit())
        .filter(|number| !number.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Returns the parts of the text between these quotation marks, with `'` in place of `"`.
fn between(text: &str, open_mark: char, close_mark: char) -> Vec<String> {
    let mut quotations = Vec::new();
    let mut rest = text;
    while let Some((_, after_open)) = rest.split_once(open_mark) {
        let Some((quoted, after_close)) = after_open.split_once(close_mark) else {
            break;
        };
        quotations.push(quoted.replace('"', "'"));
        rest = after_close;
    }
    quotations
}

fn is_japanese(c: char) -> bool {
    matches!(c, 'ぁ'..='ヿ' | '一'..='鿿')
}

#[test]
fn reading_messages_are_equivalent_in_both_languages() {
    let findings = findings();
    let reported: BTreeSet<_> = findings.iter().map(|(_, finding)| finding.rule.name).collect();
    let unreported: Vec<_> = text_rules()
        .filter(|rule| !reported.contains(rule.name))
        .collect();
    assert!(unreported.is_empty(), "{unreported:?}");
    let mut failures = Vec::new();
    for (text, finding) in findings {
        let (english, japanese) = (&finding.message.english(), &finding.message.japanese());
        let mut complain =
            |problem: &str| failures.push(format!("{problem}: {english} / {japanese}\n    {text:?}"));
        if english.is_empty() || japanese.is_empty() || english == japanese {
            complain("one language only");
        }
        if !japanese.chars().any(is_japanese) {
            complain("no Japanese");
        }
        let japanese_numbers = numbers(japanese);
        if numbers(english)
            .iter()
            .any(|number| !japanese_numbers.contains(number))
        {
            complain("a number is missing");
        }
        let quoted = between(japanese, '「', '」');
        // A JSON string keeps its own quotation marks.
        let is_shown = |text: &String| quoted.contains(text) || japanese.contains(&format!("\"{text}\""));
        if !between(english, '"', '"').iter().all(is_shown) {
            complain("a quotation is missing");
        }
        let japanese_quotations: Vec<_> = between(japanese, '`', '`').into_iter().chain(quoted).collect();
        let paths = between(english, '`', '`');
        let is_path = |text: &&String| text.contains('.') || text.contains('[');
        if paths
            .iter()
            .filter(is_path)
            .any(|path| !japanese_quotations.contains(path))
        {
            complain("a path is missing");
        }
    }
    failures.sort();
    failures.dedup();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
