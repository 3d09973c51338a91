//! Properties of the KIF reader for every text: it terminates, spans fit, and no line is lost without a finding.

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
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = text.as_ptr() as usize;
    text.split(['\n', '\r'])
        .map(move |line| (line.as_ptr() as usize - start, line))
}

/// Iterates over the spans of findings. A finding about a control character does not account for its line.
fn finding_spans(record: &Record<'_>) -> impl Iterator<Item = Span> {
    let gaps = record.gaps.iter();
    gaps.filter(|gap| !matches!(gap.kind, GapKind::ControlCharacter(_)))
        .filter_map(|it| it.span)
}

/// Returns the lines of a record that are not covered by the result.
fn lost<'t>(record: &Record<'t>) -> Vec<&'t str> {
    let offset = record.span.start as usize;
    let text = record.text.as_ptr() as usize;
    let spans: Vec<_> = (record.headers.iter().map(|header| header.span))
        .chain(record.claims.iter().map(|claim| claim.span))
        .chain(record.tree.ids().filter_map(|id| record.tree.node(id).span()))
        .chain(finding_spans(record))
        .chain(record.start.diagram)
        .chain(record.start.turn)
        .collect();
    let remarks: Vec<usize> = record
        .remarks
        .iter()
        .map(|remark| remark.text.as_ptr() as usize - text)
        .collect();
    let mut in_run = false;
    let mut without_parent = false;
    let is_lost = |&(at, line): &(usize, &str)| {
        let touched = spans.iter().any(|span| {
            let (start, end) = (span.start as usize - offset, span.end as usize - offset);
            start < at + line.len() && end > at
        });
        let finding = |name: &str| {
            let here =
                |f: &&kifu::finding::Finding| f.span.is_some_and(|span| span.start as usize - offset == at);
            record.findings().iter().filter(here).any(|f| f.rule.name == name)
        };
        if line.starts_with("変化") || line.trim_start().starts_with("変化") {
            without_parent = finding("variation-without-parent");
            return false;
        }
        // A run of unreadable lines has one finding, at its first line.
        in_run = finding("unreadable-line")
            || in_run && !touched && !remarks.contains(&(at + 1)) && !line.trim().is_empty();
        let frame = ["手数--", "+-", "手数＝", "手数=", "  ９", "９", "先手番"]
            .iter()
            .any(|word| line.starts_with(word));
        let hand = line.contains("持駒") && !line.starts_with('*');
        let is_repeated = || {
            // A line that repeats an existing move joins its node.
            record.tree.ids().any(|id| {
                let node = record.tree.node(id);
                let number = line.trim_start().starts_with(&node.number.to_string());
                let step = !matches!(node.step, Step::Start);
                step && number
                    && node
                        .span()
                        .is_some_and(|span| line.contains(record.text_at(span)))
            })
        };
        let blank = line.trim_matches(['\u{feff}', '\u{3000}', ' ', '\t']).is_empty();
        !(blank
            || touched
            || remarks.contains(&(at + 1))
            || in_run
            || frame
            || hand
            || without_parent
            || is_repeated())
    };
    lines(record.text).filter(is_lost).map(|(_, line)| line).collect()
}

/// Reads a text and asserts the properties for every record.
fn check(text: &str, lines_too: bool) {
    let text = text::decode(text.as_bytes(), Some(text::UTF_8));
    let whole = text.as_str();
    let mut at = 0;
    for record in notation::records(&text, Some(&kif::NOTATION)) {
        let fits = |span: Span| {
            let range = span.start as usize..span.end as usize;
            assert!(whole.get(range).is_some(), "{span:?} in {whole:?}");
            assert!(
                span.start >= record.span.start || span.start == span.end,
                "{span:?} before {:?}",
                record.span
            );
            assert!(span.end <= record.span.end, "{span:?} after {:?}", record.span);
        };
        assert!(record.span.start as usize >= at);
        at = record.span.end as usize;
        record.headers.iter().for_each(|header| fits(header.span));
        record.claims.iter().for_each(|claim| fits(claim.span));
        record
            .findings()
            .iter()
            .filter_map(|finding| finding.span)
            .for_each(fits);
        let tokens: Vec<_> = record
            .tree
            .ids()
            .filter_map(|id| record.tree.node(id).span())
            .collect();
        tokens.iter().copied().for_each(fits);
        assert!(tokens.is_sorted(), "nodes are in the order of the text");
        let format = record.format;
        if lines_too && format == kifu::notation::kif::NOTATION.format {
            assert_eq!(lost(&record), Vec::<&str>::new(), "in {:?}", record.text);
        }
    }
}

const PIECES: &[&str] = &[
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
    fn any_text_is_read(pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..80)) {
        check(&pieces.concat(), false);
    }

    #[test]
    fn any_characters_are_read(text in any::<String>()) {
        check(&text, false);
    }

    #[test]
    fn a_changed_record_is_read(game in 0..GAMES.len(), at in 0..1000_usize, cut in 0..12_usize, put in proptest::sample::select(PIECES)) {
        let mut chars: Vec<char> = GAMES[game].chars().collect();
        let at = at % chars.len();
        let end = (at + cut).min(chars.len());
        chars.splice(at..end, put.chars());
        check(&chars.into_iter().collect::<String>(), false);
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
        check(game, true);
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
                assert_eq!(lost(&record), Vec::<&str>::new(), "{}", path.display());
            }
        }
    }
}
