//! Properties of the KIF reader for every text: it terminates, the spans lie in the text, and no line is lost without
//! a finding.

use crate::support::files::{shared_folder, with_extensions};
use crate::support::findings::ReadFindings;
use std::fs;
use std::path::Path;

use kifu::finding::Span;
use kifu::notation;
use kifu::notation::kif;
use kifu::record::GapKind;
use kifu::record::Record;
use kifu::record::Step;
use kifu::text;
use proptest::prelude::*;

/// Iterates over the lines of a text with their offsets, for any line ends.
fn lines_with_offsets(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = text.as_ptr() as usize;
    text.split(['\n', '\r'])
        .map(move |line| (line.as_ptr() as usize - start, line))
}

/// Iterates over the spans of gaps. Gaps about control characters are left out, because they do not account for the
/// rest of their line.
fn gap_spans(record: &Record<'_>) -> impl Iterator<Item = Span> {
    let gaps = record.gaps.iter();
    gaps.filter(|gap| !matches!(gap.kind, GapKind::ControlCharacter(_)))
        .filter_map(|it| it.span)
}

/// Returns the lines of a record that no span, remark, run of unreadable lines or merged move accounts for. Not
/// examined are headings of variations, variations that cannot be attached, and lines of boards and hands.
fn lost_lines<'t>(record: &Record<'t>) -> Vec<&'t str> {
    let offset = record.span.start as usize;
    let text_address = record.text.as_ptr() as usize;
    let spans: Vec<_> = (record.headers.iter().map(|header| header.span))
        .chain(record.claims.iter().map(|claim| claim.span))
        .chain(record.tree.ids().filter_map(|id| record.tree.node(id).span()))
        .chain(gap_spans(record))
        .chain(record.start.diagram)
        .chain(record.start.turn)
        .collect();
    let remarks: Vec<usize> = record
        .remarks
        .iter()
        .map(|remark| remark.text.as_ptr() as usize - text_address)
        .collect();
    let mut in_run = false;
    let mut in_unattached = false;
    let is_lost = |&(line_start, line): &(usize, &str)| {
        let is_covered = spans.iter().any(|span| {
            let (start, end) = (span.start as usize - offset, span.end as usize - offset);
            start < line_start + line.len() && end > line_start
        });
        let has_finding = |name: &str| {
            let is_here = |it: &&kifu::finding::Finding| {
                it.span
                    .is_some_and(|span| span.start as usize - offset == line_start)
            };
            record
                .findings()
                .iter()
                .filter(is_here)
                .any(|it| it.rule.name == name)
        };
        if line.starts_with("変化") || line.trim_start().starts_with("変化") {
            in_unattached = has_finding("variation-without-parent");
            return false;
        }
        // A run of unreadable lines has one finding, at its first line.
        in_run = has_finding("unreadable-line")
            || in_run && !is_covered && !remarks.contains(&(line_start + 1)) && !line.trim().is_empty();
        let is_board_frame = ["手数--", "+-", "手数＝", "手数=", "  ９", "９", "先手番"]
            .iter()
            .any(|word| line.starts_with(word));
        let is_hand_line = line.contains("持駒") && !line.starts_with('*');
        let is_repeated = || {
            // A line that repeats an existing move is merged into the node of this move, so no span covers the line.
            record.tree.ids().any(|id| {
                let node = record.tree.node(id);
                let has_number = line.trim_start().starts_with(&node.number.to_string());
                let is_step = !matches!(node.step, Step::Start);
                is_step
                    && has_number
                    && node
                        .span()
                        .is_some_and(|span| line.contains(record.text_at(span)))
            })
        };
        let is_blank = line.trim_matches(['\u{feff}', '\u{3000}', ' ', '\t']).is_empty();
        !(is_blank
            || is_covered
            || remarks.contains(&(line_start + 1))
            || in_run
            || is_board_frame
            || is_hand_line
            || in_unattached
            || is_repeated())
    };
    lines_with_offsets(record.text)
        .filter(is_lost)
        .map(|(_, line)| line)
        .collect()
}

/// Reads a text and asserts for every record that its spans lie in the text. If `with_lines` is set, also asserts that
/// no line is lost.
fn check_text(text: &str, with_lines: bool) {
    let text = text::decode(text.as_bytes(), Some(text::UTF_8));
    let full_text = text.as_str();
    let mut previous_end = 0;
    for record in notation::records(&text, Some(&kif::NOTATION)) {
        let assert_fits = |span: Span| {
            let range = span.start as usize..span.end as usize;
            assert!(full_text.get(range).is_some(), "{span:?} in {full_text:?}");
            assert!(
                span.start >= record.span.start || span.start == span.end,
                "{span:?} before {:?}",
                record.span
            );
            assert!(span.end <= record.span.end, "{span:?} after {:?}", record.span);
        };
        assert!(record.span.start as usize >= previous_end);
        previous_end = record.span.end as usize;
        record.headers.iter().for_each(|header| assert_fits(header.span));
        record.claims.iter().for_each(|claim| assert_fits(claim.span));
        record
            .findings()
            .iter()
            .filter_map(|finding| finding.span)
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
        let format = record.format;
        if with_lines && format == kifu::notation::kif::NOTATION.format {
            assert_eq!(lost_lines(&record), Vec::<&str>::new(), "in {:?}", record.text);
        }
    }
}

const TOKENS: &[&str] = &[
    "1",
    "2",
    "3",
    "12",
    "９ ８",
    " ",
    "　",
    "\n",
    "\n",
    "\n",
    "\r\n",
    " ７六歩(77)",
    " ３四歩(33)",
    " 同　銀(31)",
    " ５五角打",
    "(00)",
    "( 0:16/00:00:16)",
    " 投了",
    " 中断",
    "*",
    "#",
    "&",
    "| ・v桂",
    "|",
    "+--",
    "手数＝",
    "手数--",
    "変化：",
    "変化：2手\n",
    "：",
    ":",
    "まで",
    "2手で先手の勝ち",
    "手合割：平手\n",
    "先手：",
    "後手番",
    "先手の持駒：",
    "盤面回転",
    "\u{feff}",
    "\0",
    "あ",
    "a",
    "9999999999",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read(tokens in proptest::collection::vec(proptest::sample::select(TOKENS), 0..80)) {
        check_text(&tokens.concat(), false);
    }

    #[test]
    fn any_characters_are_read(text in any::<String>()) {
        check_text(&text, false);
    }

    #[test]
    fn a_changed_record_is_read(game_index in 0..GAMES.len(), position in 0..1000_usize, removed_chars in 0..12_usize, inserted in proptest::sample::select(TOKENS)) {
        let mut chars: Vec<char> = GAMES[game_index].chars().collect();
        let position = position % chars.len();
        let end = (position + removed_chars).min(chars.len());
        chars.splice(position..end, inserted.chars());
        check_text(&chars.into_iter().collect::<String>(), false);
    }
}

const GAMES: &[&str] = &[
    include_str!("../../../../fixtures/kif/nested.kifu"),
    include_str!("../../../../fixtures/kif/diagram.kifu"),
    include_str!("../../../../fixtures/kif/careless.kifu"),
];

#[test]
fn no_line_is_lost() {
    for game in GAMES {
        check_text(game, true);
    }
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/kif");
    let mut folders = vec![fixtures];
    folders.extend(["odd-inputs", "corpus"].into_iter().filter_map(shared_folder));
    let paths = folders
        .iter()
        .flat_map(|folder| with_extensions(folder, &["kif", "kifu"]));
    for path in paths {
        let bytes = fs::read(&path).expect("a file");
        let text = text::decode(&bytes, None);
        for record in notation::records(&text, notation::detect(&text, Some("kif"))) {
            if record.format == kifu::notation::kif::NOTATION.format {
                assert_eq!(lost_lines(&record), Vec::<&str>::new(), "{}", path.display());
            }
        }
    }
}
