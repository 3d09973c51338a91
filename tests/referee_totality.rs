//! Any bytes are read and judged, and what is said of them is sound; the lines of a tree are judged one by one.

#[path = "referee_support/dice.rs"]
mod dice;
#[path = "referee_support/writing.rs"]
mod writing;

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use dice::Dice;
use kifu::finding::{Example, Finding, Findings, Severity};
use kifu::notation;
use kifu::record::{NodeId, Record, Step, Tree};
use kifu::referee::{Judgement, RULES, Referee};
use kifu::shogi::Position;
use kifu::text::{self, SHIFT_JIS, Text, UTF_8, UTF_16LE};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, any, proptest};

/// Rules about the bytes of a file: what they point at may stand beside every record of it.
const ABOUT_BYTES: [&str; 6] = [
    "damaged-bytes",
    "control-character",
    "replacement-character",
    "encoding-mismatch",
    "unknown-encoding",
    "double-encoded",
];

/// Stretches that mean something in one of the notations, or nearly.
const SNIPPETS: [&str; 34] = [
    "変化：3手\n",
    "変化：1手\n",
    "変化：99999999999手\n",
    "まで4手で先手の勝ち\n",
    "手合割：二枚落ち\n",
    "手合割：その他\n",
    "同　",
    "同",
    "成",
    "不成",
    "打",
    "(00)",
    "(99)",
    " ( 0:01/00:00:01)",
    "   3 投了\n",
    "4294967295 ７六歩(77)\n",
    "0 中断\n",
    "*",
    "&",
    "#",
    "|v香v桂v銀v金v玉v金v銀v桂v香|一\n",
    "先手の持駒：歩十九\n",
    "手数＝4294967295\n",
    "V2.2\n",
    "PI\n",
    "P+00AL\n",
    "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\n",
    "+0055FU\n",
    "-3334FU,T12",
    "%TORYO\n",
    "%MATTA\n",
    "/\n",
    "T99999999999\n",
    "'ILLEGAL_MOVE(+8833UM)\n",
];

/// Texts to begin with: the examples of all pages and the files that show encodings.
static CORPUS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let examples = RULES.iter().flat_map(|rule| [rule.page.bad, rule.page.good]);
    let mut corpus: Vec<_> = examples
        .filter_map(|example| match example {
            Example::Record { text, .. } | Example::Under { text, .. } | Example::File { text, .. } => {
                Some(text.as_bytes().to_vec())
            }
            Example::Bytes { bytes, .. } => Some(bytes.to_vec()),
            Example::Moves { .. } => None,
        })
        .collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/encodings");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the fixtures are there")
        .map(|entry| entry.expect("the folder can be read").path())
        .collect();
    files.sort();
    corpus.extend(
        files
            .iter()
            .map(|file| fs::read(file).expect("the file can be read")),
    );
    corpus
});

/// A text of the corpus or a random game, then damaged a little.
fn damaged(dice: &mut Dice) -> Vec<u8> {
    let mut bytes = match dice.below(4) {
        0 => tree_text(dice).into_bytes(),
        1 => {
            let start = dice.start();
            let (moves, _) = dice.game(&start, 30);
            writing::csa(&start, &moves, "%TORYO\n").into_bytes()
        }
        _ => CORPUS[dice.below(CORPUS.len())].clone(),
    };
    for _ in 0..dice.below(8) {
        let at = dice.below(bytes.len() + 1);
        let to = (at + dice.below(40)).min(bytes.len());
        match dice.below(6) {
            0 => bytes.truncate(at.max(bytes.len() / 2)),
            1 => drop(bytes.drain(at..to)),
            2 => {
                let copy = bytes[at..to].to_vec();
                let behind = dice.below(bytes.len() + 1);
                bytes.splice(behind..behind, copy);
            }
            3 if at < to => bytes[at] = dice.below(256) as u8,
            4 => bytes.insert(at, dice.one_of(b"\n\r \0\xff*+-%1/")),
            _ => drop(bytes.splice(at..at, dice.one_of(&SNIPPETS).bytes())),
        }
    }
    bytes
}

/// Reads and judges whatever it is, in every way it can be asked for.
fn assert_sound(bytes: &[u8], dice: &mut Dice) {
    let forced = dice.one_of(&[None, None, None, Some(SHIFT_JIS), Some(UTF_8), Some(UTF_16LE)]);
    let text = text::decode(bytes, forced);
    let mut formats = vec![notation::detect(&text, None)];
    formats.extend(notation::NOTATIONS.iter().map(|&notation| Some(notation)));
    let mut referee = Referee::new();
    for format in formats {
        let mut count = 0;
        for record in notation::records(&text, format) {
            count += 1;
            let judgement = referee.judge(&record);
            let again = Referee::new().judge(&record);
            assert_eq!(format!("{judgement:?}"), format!("{again:?}"));
            assert_findings(&text, &record, &judgement);
        }
        assert!(count > 0, "a file without any record says nothing");
    }
}

fn assert_findings(text: &Text<'_>, record: &Record<'_>, judgement: &Judgement) {
    let whole = text.as_str();
    for finding in &judgement.findings {
        assert!(!finding.message.english.trim().is_empty(), "{finding:?}");
        let Some(span) = finding.span else { continue };
        let (start, end) = (span.start as usize, span.end as usize);
        assert!(start <= end && end <= whole.len(), "{finding:?}");
        assert!(
            whole.is_char_boundary(start) && whole.is_char_boundary(end),
            "{finding:?}"
        );
        if !ABOUT_BYTES.contains(&finding.rule.name) {
            assert!(
                record.span.start <= span.start && span.end <= record.span.end,
                "{finding:?}"
            );
        }
    }
    let plies: Vec<_> = judgement
        .findings
        .iter()
        .map(|it| it.ply.unwrap_or(u32::MAX))
        .collect();
    assert!(plies.is_sorted(), "{:?}", judgement.findings);
}

/// A KIF text with variations, of moves that are often illegal. A variation leaves the line before it.
fn tree_text(dice: &mut Dice) -> String {
    let start = dice.start();
    let mut text = writing::kif(&start, &[], "");
    let mut line = vec![start];
    let plies = 1 + dice.below(12);
    numbered(dice, &mut text, &mut line, plies);
    for _ in 0..dice.below(6) {
        if line.len() < 2 {
            break;
        }
        let ply = 1 + dice.below(line.len() - 1);
        line.truncate(ply);
        let _ = writeln!(text, "\n変化：{ply}手");
        let plies = 1 + dice.below(8);
        numbered(dice, &mut text, &mut line, plies);
    }
    text
}

/// Numbered lines from the last position of `line` on, and the positions behind them.
fn numbered(dice: &mut Dice, text: &mut String, line: &mut Vec<Position>, plies: usize) {
    for _ in 0..plies {
        let Some(position) = line.last() else { return };
        let mv = dice.any_move(position);
        let mv = if dice.below(3) > 0 {
            position.legal_moves().first().copied().unwrap_or(mv)
        } else {
            mv
        };
        let _ = writeln!(
            text,
            "{:>4} {}",
            line.len(),
            writing::kif_move(position, mv, None)
        );
        let mut next = position.clone();
        next.play(mv);
        next.set_side_to_move(position.side_to_move().opponent());
        line.push(next);
    }
    if dice.below(3) == 0 {
        let _ = writeln!(text, "{:>4} 投了", line.len());
    }
}

/// The rules about moves; those about start positions, games and reading stand behind them.
fn about_moves(finding: &Finding) -> bool {
    static MOVES: LazyLock<HashSet<&str>> = LazyLock::new(|| {
        let names = RULES.iter().map(|rule| rule.name);
        names.take_while(|name| *name != "start-piece-count").collect()
    });
    MOVES.contains(finding.rule.name)
}

/// What a finding about a move says, wherever its line stands in the record.
fn said(finding: &Finding) -> (&'static str, Option<u32>, Option<&str>, Option<&str>, bool) {
    let Finding {
        rule,
        ply,
        moved,
        sfen,
        after_foul,
        ..
    } = finding;
    (rule.name, *ply, moved.as_deref(), sfen.as_deref(), *after_foul)
}

/// The record with a single line: the one that leads to `leaf`.
fn only_line_to<'t>(record: &Record<'t>, leaf: NodeId) -> Record<'t> {
    let mut line: Vec<_> = record
        .tree
        .back_from(leaf)
        .filter(|&id| id != NodeId::START)
        .collect();
    line.reverse();
    let mut only = record.clone();
    only.tree = Tree::default();
    only.findings = Findings::default();
    only.claims.clear();
    only.remarks.clear();
    let mut latest = NodeId::START;
    for id in line {
        let node = record.tree.node(id);
        latest = only.tree.add(latest, node.step.clone(), node.clock);
    }
    only
}

/// Every line of a tree yields what it yields alone, as notes where it is a variation.
fn assert_lines_are_judged_one_by_one(record: &Record<'_>) -> usize {
    let tree = &record.tree;
    let judgement = Referee::new().judge(record);
    for finding in judgement.findings.iter().filter(|finding| about_moves(finding)) {
        let node = tree
            .ids()
            .find(|&id| tree.node(id).span() == finding.span)
            .expect("it is about a token");
        assert_eq!(finding.variation, tree.path(node), "{finding:?}");
        assert_eq!(finding.ply, Some(tree.node(node).ply), "{finding:?}");
        let weight = if tree.is_main_line(node) {
            finding.rule.class.severity()
        } else {
            Severity::Note
        };
        assert_eq!(finding.severity, weight, "{finding:?}");
    }
    let mut compared = 0;
    for leaf in tree
        .ids()
        .filter(|&id| id != NodeId::START && tree.first_child(id).is_none())
    {
        let path = tree.path(leaf);
        let left = path.last().map_or(1, |&(ply, _)| ply);
        let alone = Referee::new().judge(&only_line_to(record, leaf));
        let not_judged = |it: &&Finding| it.rule.name == "not-judged";
        if alone
            .findings
            .iter()
            .find(not_judged)
            .is_some_and(|it| it.ply <= Some(left))
        {
            // The line breaks before it leaves, so that nobody gets to this variation.
            continue;
        }
        let alone: Vec<_> = alone
            .findings
            .iter()
            .filter(|it| about_moves(it) && it.ply >= Some(left))
            .collect();
        let here: Vec<_> = judgement
            .findings
            .iter()
            .filter(|it| about_moves(it) && it.variation == path)
            .collect();
        assert_eq!(
            here.iter().map(|it| said(it)).collect::<Vec<_>>(),
            alone.iter().map(|it| said(it)).collect::<Vec<_>>(),
            "{}",
            record.text
        );
        compared += usize::from(!path.is_empty() && !here.is_empty());
    }
    compared
}

#[test]
fn lines_of_random_trees_are_judged_one_by_one() {
    let mut compared = 0;
    let mut nodes = 0;
    for seed in 0..400 {
        let text = tree_text(&mut Dice(seed));
        let text = text::decode(text.as_bytes(), None);
        for record in notation::records(&text, Some(&notation::kif::NOTATION)) {
            nodes += record
                .tree
                .ids()
                .filter(|&id| matches!(record.tree.node(id).step, Step::Move(_)))
                .count();
            compared += assert_lines_are_judged_one_by_one(&record);
        }
    }
    assert!(nodes > 5000, "{nodes} moves are too few to show anything");
    assert!(
        compared > 200,
        "{compared} variations with findings are too few to show anything"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn damaged_records_are_read_and_judged(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let bytes = damaged(&mut dice);
        assert_sound(&bytes, &mut dice);
    }

    #[test]
    fn any_bytes_are_read_and_judged(bytes in vec(any::<u8>(), 0..300), seed in any::<u64>()) {
        assert_sound(&bytes, &mut Dice(seed));
    }

    #[test]
    fn any_heap_of_tokens_is_read_and_judged(
        text in "([0-9 \n*+%()-]|[一二三四五１-９]|歩|飛|角|玉|同|成|打|投了|\n|\n   [1-9] |変化：|：|まで|手|'|P[1-9+-]|[+-][0-9]{4}(FU|HI|UM|OU)){0,80}",
        seed in any::<u64>(),
    ) {
        assert_sound(text.as_bytes(), &mut Dice(seed));
    }
}
