//! The limits on the size of a record, and their values in `docs/limits.md`.

use crate::support::findings::ReadFindings;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use std::time::{Duration, Instant};

use kifu::finding::Finding;
use kifu::finding::Span;
use kifu::notation;
use kifu::notation::Writer;
use kifu::played::Played;
use kifu::record::Clock;
use kifu::record::GapKind;
use kifu::record::MAX_PLY_NUMBER;
use kifu::record::MAX_RECORD_MOVES;
use kifu::record::NodeId;
use kifu::record::Record;
use kifu::record::Step;
use kifu::record::Tree;
use kifu::referee::Referee;
use kifu::text::decode;

/// Returns `count` moves, which repeat the four moves in `words`. If `is_numbered` is set, each move follows its ply
/// number.
fn moves(words: [&str; 4], count: usize, is_numbered: bool) -> String {
    let mut text = String::new();
    for index in 0..count {
        if is_numbered {
            text += &(index + 1).to_string();
            text.push(' ');
        }
        text += words[index % 4];
    }
    text
}

/// Returns a record with `count` moves in each format that has moves. If `in_variation` is set, only KIF and KI2 are
/// included, and the last ten moves are in a variation.
fn records(count: usize, in_variation: bool) -> Vec<(&'static str, String)> {
    let main_count = if in_variation { count - 10 } else { count };
    let kif = ["５八玉(59)\n", "５二玉(51)\n", "５九玉(58)\n", "５一玉(52)\n"];
    let ki2 = ["▲５八玉", "△５二玉", "▲５九玉", "△５一玉"];
    let jkf = [(9, 8, 0), (1, 2, 1), (8, 9, 0), (2, 1, 1)].map(|(from, to, color)| {
        format!(r#",{{"move":{{"from":{{"x":5,"y":{from}}},"to":{{"x":5,"y":{to}}},"piece":"OU","color":{color}}}}}"#)
    });
    let jkf = jkf.each_ref().map(String::as_str);
    let usen = ["9lq", "0iq", "8hq", "1mq"];
    if in_variation {
        // The first move of the variation differs from the main line, because an equal move would be merged into its
        // node.
        let words_with_origins = ["４八玉(59)\n", "５二玉(51)\n", "５九玉(48)\n", "５一玉(52)\n"];
        let words_without_origins = ["▲４八玉", "△５二玉", "▲５九玉", "△５一玉"];
        let numbered_parts = (moves(kif, main_count, true), moves(words_with_origins, 10, true));
        let plain_parts = (
            moves(ki2, main_count, false),
            moves(words_without_origins, 10, false),
        );
        return vec![
            (
                "kif",
                format!(
                    "手合割：平手\n{}変化：1手\n{}",
                    numbered_parts.0, numbered_parts.1
                ),
            ),
            (
                "ki2",
                format!(
                    "手合割：平手\n{}\n\n変化：1手\n{}\n",
                    plain_parts.0, plain_parts.1
                ),
            ),
        ];
    }
    vec![
        ("kif", format!("手合割：平手\n{}", moves(kif, main_count, true))),
        (
            "ki2",
            format!("手合割：平手\n{}\n", moves(ki2, main_count, false)),
        ),
        (
            "csa",
            format!(
                "PI\n+\n{}",
                moves(
                    ["+5958OU\n", "-5152OU\n", "+5859OU\n", "-5251OU\n"],
                    main_count,
                    false
                )
            ),
        ),
        (
            "csa",
            format!(
                "PI\n+\n{}",
                moves(
                    ["+5958OU,T1,", "-5152OU,", "+5859OU,", "-5251OU,"],
                    main_count,
                    false
                )
            ),
        ),
        (
            "usi",
            format!(
                "startpos moves{}\n",
                moves([" 5i5h", " 5a5b", " 5h5i", " 5b5a"], main_count, false)
            ),
        ),
        ("usen", format!("~0.{}.\n", moves(usen, main_count, false))),
        (
            "jkf",
            format!(r#"{{"moves":[{{}}{}]}}"#, moves(jkf, main_count, false)),
        ),
    ]
}

/// Returns the findings about moves beyond the maximum number of moves of a record.
fn limit_findings<'f>(findings: impl IntoIterator<Item = &'f Finding>) -> Vec<&'f Finding> {
    let is_about_limit = |finding: &&Finding| {
        finding
            .message
            .english()
            .ends_with("a record can have at most 200000 moves, variations included")
    };
    findings.into_iter().filter(is_about_limit).collect()
}

#[test]
fn moves_beyond_the_limit_are_not_read() {
    for in_variation in [false, true] {
        for (format, text) in records(MAX_RECORD_MOVES, in_variation) {
            let text = decode(text.as_bytes(), None);
            let record = only_record(&text, format);
            assert_eq!(record.tree.len(), MAX_RECORD_MOVES + 1, "{format}");
            assert!(
                limit_findings(&*record.findings()).is_empty(),
                "{format}: {:?}",
                record.findings()
            );
            assert!(record.tree.excess().is_none());
        }
        for (format, text) in records(MAX_RECORD_MOVES + 7, in_variation) {
            let text = decode(text.as_bytes(), None);
            let record = only_record(&text, format);
            let findings = record.findings();
            let excess_findings = limit_findings(&*findings);
            assert_eq!(
                excess_findings.len(),
                1,
                "{format}: {:?}",
                record.findings().len()
            );
            assert!(
                excess_findings[0]
                    .message
                    .english()
                    .contains("not read: 7 moves from here on"),
                "{format}: {excess_findings:?}"
            );
            assert!(
                excess_findings[0].message.japanese().contains("ここからの7手"),
                "{excess_findings:?}"
            );
            assert_eq!(excess_findings[0].variation.is_empty(), !in_variation, "{format}");
            // The finding points to the first move that is not read: in the main line the first of the four repeated
            // moves, in the variation the fourth.
            let word = record.text_at(excess_findings[0].span.expect("a place"));
            let first_words = ["５八玉", "+5958OU", "5i5h", "9lq", "\"y\":9"];
            let expected: &[&str] = if in_variation {
                &["５一玉"]
            } else {
                &first_words
            };
            assert!(
                expected.iter().any(|move_text| word.contains(move_text)),
                "{format}: {word}"
            );
            assert_eq!(record.tree.len(), MAX_RECORD_MOVES + 2, "{format}");
            let last_node = record.tree.ids().next_back().expect("a node");
            assert!(matches!(record.tree.node(last_node).step, Step::Unreadable(_)));
            assert!(
                record.findings().len() < 10,
                "{format}: nothing is said of what is not read one by one"
            );
        }
    }
}

fn only_record<'t>(text: &'t kifu::text::Text<'t>, format: &str) -> Record<'t> {
    let notation = notation::by_extension(format);
    let mut records = notation::records(text, notation);
    let record = records.next().expect("a record");
    assert!(records.next().is_none());
    record
}

#[test]
fn a_truncated_record_has_no_verdict() {
    let end = "まで200007手で先手の勝ち\n";
    let (format, text) = &records(MAX_RECORD_MOVES + 7, false)[0];
    let text = format!("{text}{end}");
    let text = decode(text.as_bytes(), None);
    let record = only_record(&text, format);
    let judgement = Referee::new().check(&record);
    assert_eq!(limit_findings(&judgement.findings).len(), 1);
    let mismatches = judgement
        .findings
        .iter()
        .filter(|finding| finding.rule.name == "result-line-mismatch");
    assert_eq!(
        mismatches.count(),
        0,
        "the まで line counts moves that are not read"
    );
    for target in ["kif", "csa", "usi", "jkf"] {
        let target = notation::target(target).expect("a target");
        let result = Writer::new(target).write(&Played::new(&record));
        assert!(
            result.is_err(),
            "half a game must not look like a whole one: {}",
            target.name
        );
    }
}

#[test]
fn a_variation_path_keeps_its_innermost_hundred_steps() {
    let mut tree = Tree::default();
    let mut last_node = NodeId::START;
    for _ in 0..150 {
        tree.add(last_node, Step::Pass(Span::default()), Clock::default());
        last_node = tree.add(last_node, Step::Pass(Span::default()), Clock::default());
    }
    let path = tree.path(last_node);
    assert_eq!((path.len(), path[0], path[99]), (100, (51, 1), (150, 1)));
}

#[test]
fn the_search_for_branch_points_is_limited() {
    // The moves of the variations start from an empty square, so each variation searches all earlier nodes.
    let king_moves = ["５八玉(59)\n", "５二玉(51)\n", "５九玉(58)\n", "５一玉(52)\n"];
    let main_line = format!("手合割：平手\n{}", moves(king_moves, 4000, true));
    let in_variation = |ply: usize| format!("変化：{ply}手\n{ply} ５五飛(56)\n");
    for (variations, is_reported) in [(100, false), (8000, true)] {
        let variation_lines: String = (0..variations)
            .map(|index| in_variation(4000 - index % 3000))
            .collect();
        let start = Instant::now();
        let text = format!("{main_line}{variation_lines}");
        let text = decode(text.as_bytes(), None);
        let record = only_record(&text, "kif");
        let reports_too_many_variations = |finding: &Finding| {
            finding
                .message
                .english()
                .starts_with("this record has too many variations")
        };
        assert_eq!(
            record.findings().iter().any(reports_too_many_variations),
            is_reported,
            "{variations}"
        );
        assert!(start.elapsed() < Duration::from_mins(1), "{:?}", start.elapsed());
    }
}

#[test]
fn findings_are_limited_and_the_rest_is_counted() {
    let text = format!("手合割：平手\n1 ７六歩(77)\n{}", "2 ３四?\n\n".repeat(12_000));
    let text = decode(text.as_bytes(), None);
    let judgement = Referee::new().check(&only_record(&text, "kif"));
    assert!(judgement.findings.len() <= 10_001);
}

/// Returns the value of `NAME: type = …` or `name: …` in a source: a number, or a number shifted by bits. Returns
/// `None` if there is no such line or its value has another form.
fn value(source: &str, name: &str) -> Option<u64> {
    let line = source.lines().find(|line| {
        let words = line
            .trim_start()
            .trim_start_matches("pub ")
            .trim_start_matches("pub(super) ");
        let words = words.trim_start_matches("const ");
        words.strip_prefix(name).is_some_and(|rest| rest.starts_with(':')) && line.contains(char::is_numeric)
    })?;
    let (_, expression) = line.rsplit_once(['=', ':'])?;
    let expression = expression.trim().trim_end_matches([';', ',']).replace('_', "");
    match expression.split_once(" << ") {
        Some((number, bits)) => Some(number.parse::<u64>().ok()? << bits.parse::<u32>().ok()?),
        None => expression.parse().ok(),
    }
}

#[test]
fn a_number_beyond_the_limit_becomes_the_expected_one() {
    let largest = MAX_PLY_NUMBER.to_string();
    let too_large = MAX_PLY_NUMBER + 1;
    // The third and fourth number in the text, the numbers that are read, and the number of reported gaps. A number
    // within the limit is kept.
    for (third, fourth, expected, gap_count) in [
        ("3", "4", [3, 4], 0),
        ("40", "41", [40, 41], 1),
        (&largest, &too_large.to_string(), [MAX_PLY_NUMBER, too_large], 1),
        ("1000000000", "4", [3, 4], 1),
        ("99999999999999999999", "4", [3, 4], 1),
    ] {
        let text =
            format!("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n{third} ２六歩(27)\n{fourth} ８四歩(83)\n");
        let text = decode(text.as_bytes(), None);
        let record = notation::records(&text, notation::detect(&text, Some("kif"))).next();
        let record = record.expect("a record");
        let numbers: Vec<_> = record
            .tree
            .ids()
            .skip(3)
            .map(|id| record.tree.node(id).number)
            .collect();
        assert_eq!(numbers, expected, "{third}");
        let ply_gaps = record
            .gaps
            .iter()
            .filter(|gap| matches!(gap.kind, GapKind::PlyGap(_)));
        assert_eq!(ply_gaps.count(), gap_count, "{third}");
    }
}

/// Returns the ways to write a number that `docs/limits.md` may use: with commas between the thousands and, for
/// multiples of a unit, in KiB, MiB or GiB.
fn spellings(number: u64) -> Vec<String> {
    let mut grouped = number.to_string();
    for index in (1..grouped.len())
        .rev()
        .filter(|index| (grouped.len() - index).is_multiple_of(3))
        .collect::<Vec<_>>()
    {
        grouped.insert(index, ',');
    }
    let mut texts = vec![grouped];
    for (bits, unit) in [(30, "GiB"), (20, "MiB"), (10, "KiB")] {
        if number >= 1 << bits && number.is_multiple_of(1 << bits) {
            texts.push(format!("{} {unit}", number >> bits));
        }
    }
    texts
}

fn collect_sources(directory: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect_sources(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            paths.push(path);
        }
    }
}

#[test]
fn documented_limits_equal_the_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read_text = |path: &str| fs::read_to_string(root.join(path)).unwrap_or_else(|_| panic!("{path}"));
    let mut paths = Vec::new();
    collect_sources(&root.join("src"), &mut paths);
    collect_sources(&root.join("tests"), &mut paths);
    let code: String = paths
        .iter()
        .map(|path| fs::read_to_string(path).expect("a text"))
        .collect();
    let page = read_text("docs/limits.md");
    let rows: Vec<_> = page
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains(".rs`"))
        .collect();
    assert!(rows.len() > 20, "{}", rows.len());
    let mut listed = BTreeSet::new();
    for row in rows {
        let cells: Vec<_> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [limit, _, constant, test] = cells[..] else {
            panic!("four cells: {row}");
        };
        let names: Vec<_> = constant.split('`').skip(1).step_by(2).collect();
        let [name, path] = names[..] else {
            panic!("`CONSTANT` in `path`: {row}");
        };
        let number = value(&read_text(&format!("src/{path}")), name);
        let number = number.unwrap_or_else(|| panic!("{name} in {path}"));
        assert!(
            spellings(number)
                .iter()
                .any(|spelling| limit.contains(spelling.as_str())),
            "{number} is not in: {row}"
        );
        let test = test.trim_matches(['`', ' ']);
        assert!(code.contains(&format!("fn {test}(")), "no test `{test}`");
        assert!(listed.insert((name, path)), "twice: {row}");
    }
}
