//! Properties of the KI2 reader for every text: it terminates, the spans lie in the text, and no character is lost
//! without a finding.

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

/// Returns for each byte of a record whether a span or a remark covers it. Gaps about control characters count only if
/// `with_control` is set; without them, a line whose only finding is about a control character still belongs to the run
/// of unreadable lines around it.
fn covered_bytes(record: &Record<'_>, with_control: bool) -> Vec<bool> {
    let mut covered = vec![false; record.text.len()];
    let mut mark = |start: usize, end: usize| {
        if let Some(bytes) = covered.get_mut(start..end) {
            bytes.fill(true);
        }
    };
    let offset = record.span.start as usize;
    let is_counted = |gap: &&Gap| with_control || !matches!(gap.kind, GapKind::ControlCharacter(_));
    let gaps = record.gaps.iter().filter(is_counted);
    let spans = (record.headers.iter().map(|it| it.span))
        .chain(record.claims.iter().map(|it| it.span))
        .chain(record.tree.ids().filter_map(|id| record.tree.node(id).span()))
        .chain(gaps.filter_map(|it| it.span))
        .chain(record.start.diagram)
        .chain(record.start.turn);
    spans.for_each(|Span { start, end }| mark(start as usize - offset, end as usize - offset));
    for remark in &record.remarks {
        let start = remark.text.as_ptr() as usize - record.text.as_ptr() as usize;
        // A comment without a mark is a whole line.
        let is_line = record.text[..start].is_empty() || record.text[..start].ends_with(['\n', '\r']);
        mark(start - usize::from(!is_line), start + remark.text.len());
    }
    covered
}

fn is_mark(c: char) -> bool {
    "▲△▼▽☗☖".contains(c)
}

/// Returns the pieces of a record's text that no span, remark or merged move accounts for. Not examined are lines of
/// boards and hands, runs of unreadable lines, and variations that cannot be attached.
fn lost_pieces(record: &Record<'_>) -> Vec<String> {
    let covered = covered_bytes(record, true);
    let covered_without_control = covered_bytes(record, false);
    let mut tokens: Vec<_> = record
        .tree
        .ids()
        .filter(|&id| !matches!(record.tree.node(id).step, Step::Start))
        .filter_map(|id| Some(record.text_at(record.tree.node(id).span()?)))
        .collect();
    // A move that repeats an existing node is merged into this node, with or without a side mark and 不成.
    let bare_tokens: Vec<_> = tokens
        .iter()
        .map(|token| {
            token
                .trim_start_matches(is_mark)
                .trim_end_matches("不成")
                .trim_end()
        })
        .collect();
    // A drop can be written with 打 or with (00), and both are merged into the same node.
    let drop_spellings: Vec<_> = bare_tokens
        .iter()
        .flat_map(|token| {
            [("(00)", "打"), ("打", "(00)")]
                .map(|(suffix, replacement)| Some(token.strip_suffix(suffix)?.to_owned() + replacement))
        })
        .flatten()
        .collect();
    // A repeated 成, 打, 右 or 上 adds nothing to a move.
    let repeated: Vec<_> = bare_tokens
        .iter()
        .flat_map(|token| {
            ["成", "打", "右", "上"].map(|word| (token.trim_end_matches(word), word, token.ends_with(word)))
        })
        .filter(|&(_, _, is_suffix)| is_suffix)
        .flat_map(|(stem, word, _)| [1, 2, 3].map(|times| stem.to_owned() + &word.repeat(times)))
        .collect();
    tokens.extend(bare_tokens);
    tokens.extend(drop_spellings.iter().chain(&repeated).map(String::as_str));
    tokens.retain(|token| !token.is_empty());
    tokens.sort_by_key(|token| std::cmp::Reverse(token.len()));
    // If most lines are destroyed, the finding at the first destroyed line covers all of them.
    let summed_up = record
        .gaps
        .iter()
        .find(|gap| matches!(gap.kind, GapKind::MostlyUnreadable(_)));
    let summary_start = summed_up.map(|summed_up| {
        summed_up
            .span
            .map_or(0, |span| (span.start - record.span.start) as usize)
    });
    let mut lost = Vec::new();
    let mut end = 0;
    // A run of unreadable lines has one finding, at its first line. A variation that cannot be attached has one
    // finding, at its heading.
    let (mut in_run, mut in_unattached) = (false, false);
    for line in record.text.split_inclusive(['\n', '\r']) {
        let start = end;
        end += line.len();
        if matches!(line, "\n" | "\r") && record.text[..start].ends_with('\r') {
            continue;
        }
        let is_blank_or_mark = |c: char| matches!(c, '\u{feff}' | '\u{3000}' | ' ' | '\t');
        let content_start = start + line.len() - line.trim_start_matches(is_blank_or_mark).len();
        let begins = |name: &str| {
            let limits = [start, content_start].map(|offset| offset as u32 + record.span.start);
            let in_range = |offset: u32| (limits[0]..=limits[1]).contains(&offset);
            let is_here = |it: &&kifu::finding::Finding| it.span.is_some_and(|span| in_range(span.start));
            record
                .findings()
                .iter()
                .filter(is_here)
                .any(|finding| finding.rule.name == name)
        };
        let trimmed = line.trim_matches(['\u{feff}', '\u{3000}', ' ', '\t', '\n', '\r']);
        let is_uncovered = !covered_without_control[start..end].contains(&true) && !line.trim().is_empty();
        in_run = begins("unreadable-line") || in_run && is_uncovered;
        if trimmed.is_empty() || summary_start.is_some_and(|offset| offset < end) {
            continue;
        }
        if line[content_start - start..].starts_with("変化") {
            in_unattached = begins("variation-without-parent");
            continue;
        }
        let board_prefixes = ["手数--", "---", "+-", "手数＝", "手数=", "９", "先手番", "後手番"];
        let is_board_line = board_prefixes.iter().any(|prefix| trimmed.starts_with(prefix));
        let is_hand_line = line.contains("持駒");
        // A line of file numbers above a board of any width.
        let is_file_line = trimmed
            .chars()
            .all(|c| matches!(c, '０'..='９' | ' ' | '\u{3000}' | '\t'));
        if in_run || in_unattached || is_hand_line || is_file_line || is_board_line {
            continue;
        }
        let rest: String = line
            .char_indices()
            .map(|(index, c)| if covered[start + index] { '\n' } else { c })
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

/// Asserts that the spans of a record lie in its text and that its nodes are in the order of the text. For KI2, also
/// asserts that no text is lost.
pub fn check_record(record: &Record<'_>) {
    let assert_fits = |span: Span| {
        let (start, end) = (span.start as usize, span.end as usize);
        let offset = record.span.start as usize;
        assert!(start >= offset && end >= start, "{span:?} in {:?}", record.text);
        assert!(
            record.text.get(start - offset..end - offset).is_some(),
            "{span:?} in {:?}",
            record.text
        );
    };
    record.headers.iter().for_each(|it| assert_fits(it.span));
    record.claims.iter().for_each(|it| assert_fits(it.span));
    record
        .findings()
        .iter()
        .filter_map(|it| it.span)
        .for_each(assert_fits);
    let tokens: Vec<_> = record
        .tree
        .ids()
        .filter_map(|id| record.tree.node(id).span())
        .collect();
    tokens.iter().copied().for_each(assert_fits);
    // An end that a まで line states is added only when a variation continues the line of play.
    let is_claimed = |token: &Span| record.claims.iter().any(|claim| claim.span == *token);
    let unclaimed = tokens.iter().filter(|token| !is_claimed(token));
    assert!(unclaimed.is_sorted(), "nodes are in the order of the text");
    if record.format == ki2::NOTATION.format {
        assert_eq!(lost_pieces(record), Vec::<String>::new(), "in {:?}", record.text);
    }
}

fn check_text(text: &str) {
    let text = text::decode(text.as_bytes(), Some(text::UTF_8));
    for notation in [&ki2::NOTATION, &bod::NOTATION] {
        let mut previous_end = 0;
        for record in notation::records(&text, Some(notation)) {
            assert!(record.span.start as usize >= previous_end);
            previous_end = record.span.end as usize;
            if record.format != Format::UNKNOWN {
                check_record(&record);
            }
        }
    }
}

const TOKENS: &[&str] = &[
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

const FIXTURES: &[&str] = &[
    include_str!("../../../../fixtures/ki2/joined.ki2u"),
    include_str!("../../../../fixtures/ki2/dense.ki2u"),
    include_str!("../../../../fixtures/bod/problem.bod"),
    include_str!("../../../../fixtures/bod/middlegame.bod"),
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read(tokens in proptest::collection::vec(proptest::sample::select(TOKENS), 0..80)) {
        check_text(&tokens.concat());
    }

    #[test]
    fn any_characters_are_read(text in any::<String>()) {
        check_text(&text);
    }

    #[test]
    fn a_changed_record_is_read(fixture_index in 0..FIXTURES.len(), position in 0..1000_usize, removed_chars in 0..12_usize, inserted in proptest::sample::select(TOKENS)) {
        let mut chars: Vec<char> = FIXTURES[fixture_index].chars().collect();
        let position = position % chars.len();
        let end = (position + removed_chars).min(chars.len());
        chars.splice(position..end, inserted.chars());
        check_text(&chars.into_iter().collect::<String>());
    }
}

#[test]
fn no_character_of_a_fixture_is_lost() {
    for fixture in FIXTURES {
        check_text(fixture);
    }
}
