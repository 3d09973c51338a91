//! Files of `fixtures/encodings`: detected encoding, text, and damage.

use crate::support::files::shared_folder;
use crate::support::findings::ReadFindings;
use std::fs;
use std::path::Path;

use kifu::notation;
use kifu::text::Text;
use kifu::text::TextProblem;
use kifu::text::TextProblemKind;
use kifu::text::decode;

fn read_fixture(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/encodings")
        .join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Describes each problem of a text: a word, line and column, and the range of source bytes.
fn describe(text: &Text<'_>) -> Vec<String> {
    let describe_problem = |problem: &TextProblem| {
        let kind = match &problem.kind {
            TextProblemKind::DamagedBytes { .. } => "damaged".to_owned(),
            TextProblemKind::ReplacementCharacter { .. } => "replaced".to_owned(),
            TextProblemKind::DeclarationMismatch { declared, actual, .. } => {
                format!("{declared}≠{}", actual.name())
            }
            TextProblemKind::MarkMismatch { actual, .. } => format!("mark≠{}", actual.name()),
            TextProblemKind::ControlCharacters { .. } => "control".to_owned(),
            TextProblemKind::UnknownDeclaration { declared, .. } => format!("{declared}?"),
            TextProblemKind::DoubleEncoded { .. } => "double".to_owned(),
            _ => "?".to_owned(),
        };
        let source = &problem.place.source;
        let (line, column) = text.line_column(problem.place.text.start);
        format!("{kind} {line}:{column} {}..{}", source.start, source.end)
    };
    text.problems().iter().map(describe_problem).collect()
}

/// File, encoding, byte order mark, the file with the same text in UTF-8, and damage with line, column and source
/// range.
type Row = (
    &'static str,
    &'static str,
    bool,
    &'static str,
    &'static [&'static str],
);

#[rustfmt::skip]
const FILES: &[Row] = &[
    ("plain.utf8.kifu", "UTF-8", false, "plain.utf8.kifu", &[]),
    ("plain.utf8-bom.kifu", "UTF-8", true, "plain.utf8.kifu", &[]),
    ("plain.sjis.kif", "Shift_JIS", false, "plain.utf8.kifu", &[]),
    ("plain.eucjp.kif", "EUC-JP", false, "plain.utf8.kifu", &[]),
    ("plain.jis.kif", "ISO-2022-JP", false, "plain.utf8.kifu", &[]),
    ("plain.utf16le-bom.kif", "UTF-16LE", true, "plain.utf8.kifu", &[]),
    ("plain.utf16be-bom.kif", "UTF-16BE", true, "plain.utf8.kifu", &[]),
    ("plain.utf16le.kif", "UTF-16LE", false, "plain.utf8.kifu", &[]),
    ("plain.utf16be.kif", "UTF-16BE", false, "plain.utf8.kifu", &[]),
    (
        "extensions.sjis.kif",
        "Shift_JIS",
        false,
        "extensions.utf8.kifu",
        &[],
    ),
    ("katakana.sjis.csa", "Shift_JIS", false, "katakana.utf8.csa", &[]),
    ("names.sjis.csa", "Shift_JIS", false, "names.utf8.csa", &[]),
    ("names.eucjp.csa", "EUC-JP", false, "names.utf8.csa", &[]),
    ("lines.sjis.kif", "Shift_JIS", false, "lines.utf8.kifu", &[]),
    ("ascii.csa", "UTF-8", false, "ascii.csa", &[]),
    ("empty.kif", "UTF-8", false, "empty.kif", &[]),
    ("damaged.utf8.kifu", "UTF-8", false, "", &["damaged 4:7 91..94"]),
    ("damaged.jis.kif", "ISO-2022-JP", false, "", &["damaged 7:15 201..202"]),
    (
        "damaged.sjis.kif",
        "Shift_JIS",
        false,
        "",
        &["damaged 4:7 73..74"],
    ),
    (
        "damaged.eucjp.kif",
        "EUC-JP",
        false,
        "",
        &["damaged 4:7 70..71", "damaged 4:9 73..74"],
    ),
    (
        "truncated.utf8.kifu",
        "UTF-8",
        false,
        "",
        &["damaged 13:9 400..402"],
    ),
    (
        "declared-true.utf8.kifu",
        "UTF-8",
        false,
        "declared-true.utf8.kifu",
        &[],
    ),
    ("declared-true.sjis.kif", "Shift_JIS", false, "", &[]),
    (
        "declared-false.utf8.kif",
        "UTF-8",
        false,
        "",
        &["Shift_JIS≠UTF-8 1:27 26..35"],
    ),
    (
        "declared-false.sjis.kifu",
        "Shift_JIS",
        false,
        "",
        &["UTF-8≠Shift_JIS 1:27 26..31"],
    ),
    (
        "declared-unknown.utf8.kifu",
        "UTF-8",
        false,
        "",
        &["Klingon? 1:27 26..33"],
    ),
    ("declared-ascii.csa", "UTF-8", false, "declared-ascii.csa", &[]),
    (
        "declared-false.sjis.csa",
        "Shift_JIS",
        false,
        "",
        &["UTF-8≠Shift_JIS 1:15 14..19"],
    ),
    (
        "replaced.utf8.kif",
        "UTF-8",
        false,
        "",
        &["replaced 1:5 12..18", "replaced 3:4 41..50"],
    ),
    ("double.utf8.kif", "UTF-8", false, "", &["double 1:1 0..35"]),
    (
        "marked.sjis.kif",
        "Shift_JIS",
        true,
        "plain.utf8.kifu",
        &["mark≠Shift_JIS 1:1 0..3"],
    ),
    (
        "marked.eucjp.kif",
        "EUC-JP",
        true,
        "plain.utf8.kifu",
        &["mark≠EUC-JP 1:1 0..3"],
    ),
    (
        "marked.jis.kif",
        "ISO-2022-JP",
        true,
        "plain.utf8.kifu",
        &["mark≠ISO-2022-JP 1:1 0..3"],
    ),
    // One invalid byte is damage, not another encoding.
    (
        "marked-damaged.utf8.csa",
        "UTF-8",
        true,
        "",
        &["damaged 2:4 11..12"],
    ),
    ("controls.utf8.kifu", "UTF-8", false, "", &["control 2:5 31..33", "control 3:5 49..50", "control 7:1 83..583"]),
    ("ends.utf8.kifu", "UTF-8", false, "", &[]),
    ("picture.png", "UTF-8", false, "", &[]),
    ("zeros.kif", "UTF-8", false, "", &[]),
];

#[test]
fn every_file_has_the_expected_encoding() {
    for &(name, encoding, had_bom, utf8_file, problems) in FILES {
        let bytes = read_fixture(name);
        let text = decode(&bytes, None);
        assert_eq!(text.encoding().name(), encoding, "{name}");
        assert_eq!(text.had_bom(), had_bom, "{name}");
        assert_eq!(describe(&text), problems, "{name}");
        if !utf8_file.is_empty() {
            let mut utf8_file = String::from_utf8(read_fixture(utf8_file)).expect("a twin is UTF-8");
            if text.newlines().crlf > 0 && !utf8_file.contains('\r') {
                utf8_file = utf8_file.replace('\n', "\r\n");
            }
            assert_eq!(text.as_str(), utf8_file, "{name}");
        }
    }
}

#[test]
fn only_binary_files_look_binary() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/encodings");
    for entry in fs::read_dir(folder).expect("the fixtures are there") {
        let path = entry.expect("readable").path();
        let name = path
            .file_name()
            .and_then(|it| it.to_str())
            .expect("ASCII")
            .to_owned();
        let bytes = fs::read(&path).expect("readable");
        let is_binary = ["picture.png", "zeros.kif"].contains(&name.as_str());
        assert_eq!(decode(&bytes, None).looks_binary(), is_binary, "{name}");
    }
}

#[test]
fn positions_are_the_same_in_every_encoding() {
    for name in [
        "utf8",
        "utf8-bom",
        "sjis",
        "eucjp",
        "jis",
        "utf16le",
        "utf16be",
        "utf16le-bom",
        "utf16be-bom",
    ] {
        let format = if name.starts_with("utf8") { "kifu" } else { "kif" };
        let bytes = read_fixture(&format!("plain.{name}.{format}"));
        let text = decode(&bytes, None);
        let offset = text.as_str().find("２二角成").expect("the third move");
        assert_eq!(text.line_column(offset), (10, 6), "{name}");
        assert_eq!(
            text.line_at(offset),
            "   3 ２二角成(88) ( 0:05/00:00:06)",
            "{name}"
        );
        let start = text.source_offset(offset) as usize;
        let end = text.source_offset(offset + "２二角成".len()) as usize;
        let (decoded, _) = text.encoding().decode_without_bom_handling(&bytes[start..end]);
        // A fragment of ISO-2022-JP begins after its escape sequence, so it cannot be decoded alone.
        if name != "jis" {
            assert_eq!(decoded, "２二角成", "{name}");
        }
    }
}

#[test]
fn a_text_can_be_shared_between_threads() {
    fn assert_shareable<T: Send + Sync>(_: &T) {}
    assert_shareable(&decode(b"", None));
}

#[test]
fn clean_utf_8_is_not_copied() {
    for name in ["plain.utf8.kifu", "plain.utf8-bom.kifu", "ascii.csa"] {
        let bytes = read_fixture(name);
        let text = decode(&bytes, None);
        let mark_len = if text.had_bom() { 3 } else { 0 };
        assert_eq!(text.as_str().as_ptr(), bytes[mark_len..].as_ptr(), "{name}");
    }
}

#[test]
fn line_ends_of_every_kind_are_counted() {
    let bytes = read_fixture("lines.sjis.kif");
    let text = decode(&bytes, None);
    let newlines = text.newlines();
    assert_eq!(
        (newlines.crlf, newlines.lf, newlines.cr, newlines.cr_crlf),
        (1, 1, 3, 1)
    );
    assert!(newlines.mixed());
    let line_offsets: Vec<_> = text
        .as_str()
        .char_indices()
        .map(|(offset, _)| (text.line_column(offset).0, offset))
        .collect();
    let mut line_starts = line_offsets;
    line_starts.dedup_by_key(|&mut (line, _)| line);
    let line_texts: Vec<_> = line_starts
        .into_iter()
        .map(|(line, offset)| (line, text.line_at(offset)))
        .collect();
    let expected = [
        (1, "手合割：平手"),
        (2, "先手：甲"),
        (3, "後手：乙"),
        (4, "*一"),
        (5, "*二"),
        (6, ""),
        (7, "*三"),
    ];
    assert_eq!(line_texts, expected);
}

#[test]
fn a_forced_encoding_is_obeyed() {
    let bytes = read_fixture("plain.sjis.kif");
    let text = decode(&bytes, kifu::text::encoding_for_label("euc-jp"));
    assert_eq!(text.encoding().name(), "EUC-JP");
    assert!(text.looks_binary() || !text.problems().is_empty());
    let bytes = read_fixture("plain.utf8-bom.kifu");
    let text = decode(&bytes, kifu::text::encoding_for_label("utf-8"));
    assert!(text.had_bom() && text.as_str().starts_with("# KIF"));
}

#[test]
fn both_kinds_of_lost_characters_are_reported() {
    let bytes = read_fixture("double-fffd.utf8.kif");
    let text = decode(&bytes, None);
    assert!(matches!(
        text.problems().last().map(|it| &it.kind),
        Some(TextProblemKind::DoubleEncoded { .. })
    ));
    assert!(matches!(
        text.problems().first().map(|it| &it.kind),
        Some(TextProblemKind::ReplacementCharacter { lines: 1, .. })
    ));
}

/// Records of other programs are optional; without them, nothing is checked.
#[test]
fn records_by_other_programs_are_decoded() {
    let Some(corpus) = shared_folder("corpus") else {
        return;
    };
    let manifest = fs::read_to_string(corpus.join("MANIFEST.tsv")).expect("the corpus has a list");
    let mut misdeclared = Vec::new();
    for row in manifest.lines().skip(1) {
        let columns: Vec<_> = row.split('\t').collect();
        let (path, encoding) = (columns[0], columns[5]);
        let bytes = fs::read(corpus.join(path)).expect("listed files exist");
        let text = decode(&bytes, None);
        let expected = match encoding {
            "shift_jis" => ("Shift_JIS", false),
            "euc" => ("EUC-JP", false),
            "utf-8-bom" => ("UTF-8", true),
            _ => ("UTF-8", false),
        };
        assert_eq!((text.encoding().name(), text.had_bom()), expected, "{path}");
        if text
            .problems()
            .iter()
            .any(|problem| !matches!(problem.kind, TextProblemKind::DeclarationMismatch { .. }))
        {
            panic!("{path}: {:?}", text.problems());
        }
        misdeclared.extend((!text.problems().is_empty()).then_some(path));
    }
    let expected_paths = [
        "json-kifu-format/no_henka.kif",
        "shogi-kifu-converter/Shogidokoro.kif",
        "shogi-kifu-converter/forks.kif",
    ];
    assert_eq!(misdeclared, expected_paths);
}

/// Even with a long list of damaged places, exactly the damaged records are reported.
#[test]
fn every_damaged_record_has_a_finding() {
    const RECORD_COUNT: usize = 400;
    let intact = "手合割：平手\n先手：春日\n   1 ７六歩(77)\n   2 投了\n\n";
    for (rule, damage) in [
        ("damaged-bytes", &b"\xff"[..]),
        ("replacement-character", "\u{fffd}".as_bytes()),
        ("control-character", b"\x01"),
    ] {
        let (headers, moves) = intact.split_at(intact.find("   1").expect("a move"));
        let damaged = [
            headers.as_bytes(),
            "備考：".as_bytes(),
            damage,
            b"\n",
            moves.as_bytes(),
        ]
        .concat();
        let bytes = [intact.as_bytes(), &damaged].concat().repeat(RECORD_COUNT / 2);
        let text = decode(&bytes, None);
        let are_reported: Vec<_> = notation::records(&text, notation::detect(&text, None))
            .map(|record| record.findings().iter().any(|finding| finding.rule.name == rule))
            .collect();
        let expected: Vec<_> = (0..RECORD_COUNT).map(|index| index % 2 == 1).collect();
        assert_eq!(are_reported, expected, "{rule}");
    }
}
