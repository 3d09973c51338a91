//! Properties of the KI2 reader for every text: it terminates, spans fit, and no character is lost without a finding.

use crate::support::findings::ReadFindings;
use kifu::finding::Span;
use kifu::notation;
use kifu::notation::bod;
use kifu::notation::ki2;
use kifu::record::Format;
use kifu::record::Gap;
use kifu::record::GapKind;
use kifu::record::Record;
use kifu::record::Step;
use kifu::text;
use proptest::prelude::*;

/// Returns a flag for each byte of a record that is covered by the result. A control character does not interrupt a
/// run of lines.
fn covered_bytes(record: &Record<'_>, with_control: bool) -> Vec<bool> {
    let mut traced = vec![false; record.text.len()];
    let mut mark = |start: usize, end: usize| {
        if let Some(bytes) = traced.get_mut(start..end) {
            bytes.fill(true);
        }
    };
    let offset = record.span.start as usize;
    let is_wanted = |gap: &&Gap| with_control || !matches!(gap.kind, GapKind::ControlCharacter(_));
    let told = record.gaps.iter().filter(is_wanted);
    let spans = (record.headers.iter().map(|it| it.span))
        .chain(record.claims.iter().map(|it| it.span))
        .chain(record.tree.ids().filter_map(|id| record.tree.node(id).span()))
        .chain(told.filter_map(|it| it.span))
        .chain(record.start.diagram)
        .chain(record.start.turn);
    spans.for_each(|Span { start, end }| mark(start as usize - offset, end as usize - offset));
    for remark in &record.remarks {
        let start = remark.text.as_ptr() as usize - record.text.as_ptr() as usize;
        mark(start - 1, start + remark.text.len());
    }
    traced
}

fn is_mark(c: char) -> bool {
    "▲△▼▽☗☖".contains(c)
}

/// Returns the parts of a record that should be covered by the result and are not.
fn lost(record: &Record<'_>) -> Vec<String> {
    let traced = covered_bytes(record, true);
    let read = covered_bytes(record, false);
    let mut tokens: Vec<_> = record
        .tree
        .ids()
        .filter(|&id| !matches!(record.tree.node(id).step, Step::Start))
        .filter_map(|id| Some(record.text_at(record.tree.node(id).span()?)))
        .collect();
    // A move that repeats an existing node joins it, with or without a side mark and 不成.
    let bare: Vec<_> = tokens
        .iter()
        .map(|token| {
            token
                .trim_start_matches(is_mark)
                .trim_end_matches("不成")
                .trim_end()
        })
        .collect();
    // A drop can be written with 打 or with (00), and both join the same node.
    let drops: Vec<_> = bare
        .iter()
        .flat_map(|token| {
            [("(00)", "打"), ("打", "(00)")]
                .map(|(end, other)| Some(token.strip_suffix(end)?.to_owned() + other))
        })
        .flatten()
        .collect();
    // A repeated word adds nothing.
    let repeated: Vec<_> = bare
        .iter()
        .flat_map(|token| {
            ["成", "打", "右", "上"].map(|word| (token.trim_end_matches(word), word, token.ends_with(word)))
        })
        .filter(|&(_, _, is_said)| is_said)
        .flat_map(|(before, word, _)| [1, 2, 3].map(|times| before.to_owned() + &word.repeat(times)))
        .collect();
    tokens.extend(bare);
    tokens.extend(drops.iter().chain(&repeated).map(String::as_str));
    tokens.retain(|token| !token.is_empty());
    tokens.sort_by_key(|token| std::cmp::Reverse(token.len()));
    // If most lines are destroyed, the finding at the first of them covers all.
    let summed_up = record
        .gaps
        .iter()
        .find(|gap| matches!(gap.kind, GapKind::MostlyUnreadable(_)));
    let told_from = summed_up.map(|summed_up| {
        summed_up
            .span
            .map_or(0, |span| (span.start - record.span.start) as usize)
    });
    let mut lost = Vec::new();
    let mut at = 0;
    // A run of unreadable lines has one finding, at its first line. A variation that cannot be attached has one, at
    // its heading.
    let (mut in_run, mut in_lost) = (false, false);
    for line in record.text.split_inclusive(['\n', '\r']) {
        let start = at;
        at += line.len();
        if matches!(line, "\n" | "\r") && record.text[..start].ends_with('\r') {
            continue;
        }
        let is_before = |c: char| matches!(c, '\u{feff}' | '\u{3000}' | ' ' | '\t');
        let behind_mark = start + line.len() - line.trim_start_matches(is_before).len();
        let begins = |name: &str| {
            let places = [start, behind_mark].map(|at| at as u32 + record.span.start);
            let is_there = |at: u32| (places[0]..=places[1]).contains(&at);
            let here = |it: &&kifu::finding::Finding| it.span.is_some_and(|span| is_there(span.start));
            record
                .findings()
                .iter()
                .filter(here)
                .any(|finding| finding.rule.name == name)
        };
        let trimmed = line.trim_matches(['\u{feff}', '\u{3000}', ' ', '\t', '\n', '\r']);
        let untraced = !read[start..at].contains(&true) && !line.trim().is_empty();
        in_run = begins("unreadable-line") || in_run && untraced;
        if trimmed.is_empty() || told_from.is_some_and(|first| first < at) {
            continue;
        }
        if line[behind_mark - start..].starts_with("変化") {
            in_lost = begins("variation-without-parent");
            continue;
        }
        let frame = ["手数--", "---", "+-", "手数＝", "手数=", "９", "先手番", "後手番"];
        let hand = line.contains("持駒");
        // File numbers above a board, of any width.
        let files = trimmed
            .chars()
            .all(|c| matches!(c, '０'..='９' | ' ' | '\u{3000}' | '\t'));
        if in_run || in_lost || hand || files || frame.iter().any(|prefix| trimmed.starts_with(prefix)) {
            continue;
        }
        let rest: String = line
            .char_indices()
            .map(|(index, c)| if traced[start + index] { '\n' } else { c })
            .collect();
        let rest = tokens.iter().fold(rest, |rest, token| rest.replace(token, "\n"));
        let pieces = rest.split(['\u{feff}', '\n', ' ', '\u{3000}', '\t', '\r']);
        lost.extend(
            pieces
                .filter(|piece| !matches!(piece.trim_start_matches(is_mark), "" | "不成"))
                .map(str::to_owned),
        );
    }
    lost
}

/// Asserts the properties for a record, including that nothing is lost.
pub fn check_record(record: &Record<'_>) {
    let fits = |span: Span| {
        let (start, end) = (span.start as usize, span.end as usize);
        let offset = record.span.start as usize;
        assert!(start >= offset && end >= start, "{span:?} in {:?}", record.text);
        assert!(
            record.text.get(start - offset..end - offset).is_some(),
            "{span:?} in {:?}",
            record.text
        );
    };
    record.headers.iter().for_each(|it| fits(it.span));
    record.claims.iter().for_each(|it| fits(it.span));
    record.findings().iter().filter_map(|it| it.span).for_each(fits);
    let tokens: Vec<_> = record
        .tree
        .ids()
        .filter_map(|id| record.tree.node(id).span())
        .collect();
    tokens.iter().copied().for_each(fits);
    assert!(tokens.is_sorted(), "nodes are in the order of the text");
    if record.format == ki2::NOTATION.format {
        assert_eq!(lost(record), Vec::<String>::new(), "in {:?}", record.text);
    }
}

fn check(text: &str) {
    let text = text::decode(text.as_bytes(), Some(text::UTF_8));
    for notation in [&ki2::NOTATION, &bod::NOTATION] {
        let mut at = 0;
        for record in notation::records(&text, Some(notation)) {
            assert!(record.span.start as usize >= at);
            at = record.span.end as usize;
            if record.format != Format::UNKNOWN {
                check_record(&record);
            }
        }
    }
}

const PIECES: &[&str] = &[
    "▲７六歩",
    "△３四歩",
    "▲同　銀",
    "△",
    "☗",
    "５五",
    "角",
    "成",
    "不成",
    "打",
    "右",
    "上",
    "(77)",
    "(00)",
    "投了",
    "▲中断",
    " ",
    "　",
    "\n",
    "\n",
    "\n",
    "\r\n",
    "\r",
    "*",
    "#",
    "&",
    "| ・v桂",
    "|",
    "+--",
    "手数＝",
    "---",
    "変化：",
    "\n変化：2手\n",
    "：",
    ":",
    "まで",
    "\nまで2手で先手の勝ち\n",
    "手合割：平手\n",
    "先手：",
    "先手: ",
    " 後手: ",
    "後手番",
    "先手の持駒：",
    "盤面回転",
    "\u{feff}",
    "\0",
    "あ",
    "9999999999",
];

const GAMES: &[&str] = &[
    include_str!("../../../../fixtures/ki2/joined.ki2u"),
    include_str!("../../../../fixtures/ki2/dense.ki2u"),
    include_str!("../../../../fixtures/bod/problem.bod"),
    include_str!("../../../../fixtures/bod/middlegame.bod"),
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read(pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..80)) {
        check(&pieces.concat());
    }

    #[test]
    fn any_characters_are_read(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn a_changed_record_is_read(game in 0..GAMES.len(), at in 0..1000_usize, cut in 0..12_usize, put in proptest::sample::select(PIECES)) {
        let mut chars: Vec<char> = GAMES[game].chars().collect();
        let at = at % chars.len();
        let end = (at + cut).min(chars.len());
        chars.splice(at..end, put.chars());
        check(&chars.into_iter().collect::<String>());
    }
}

#[test]
fn no_character_of_a_fixture_is_lost() {
    for game in GAMES {
        check(game);
    }
}
