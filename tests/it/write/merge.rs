//! Records that are merged, and lines that are split: the merge of the lines of a record has the tree of the record.

use std::collections::BTreeSet;
use std::path::Path;

use kifu::convert::{MainLine, Merge, MergeInput, MergedRecord, split_lines};
use kifu::notation::evaluation::evaluations;
use kifu::notation::{self, Notation, Results, Writer};
use kifu::played::{Meaning, Played};
use kifu::record::{NodeId, Record, RemarkKind, Step};
use kifu::text;

use super::convert::record_files;
use crate::support::dice::Dice;
use crate::support::files::shared_folder;

/// Returns the lines of a tree, each as the texts of its nodes that are on the board. A result line is an end, as in a merge.
fn lines(record: &Record<'_>) -> BTreeSet<Vec<String>> {
    let played = Played::new(record);
    let results = Results::new(&played);
    let is_leaf =
        |id: &NodeId| *played.meaning(*id) != Meaning::NotOnBoard && played.children(*id).next().is_none();
    let line = |leaf: NodeId| {
        let nodes = record.tree.ancestors(leaf).filter(|&id| id != NodeId::START);
        let mut texts: Vec<String> = nodes.map(|id| node_text(&played, id)).collect();
        texts.reverse();
        let claimed = results.claimed(leaf);
        texts.extend(claimed.map(|(terminal, _)| terminal.name().to_owned()));
        texts
    };
    record.tree.ids().filter(is_leaf).map(line).collect()
}

/// Returns the scores and the bookmarks of the nodes that are on the board, each with the moves that lead to its node. Lines
/// of programs do not count, because a merge drops them. The source in brackets before a bookmark is left out.
fn statements(record: &Record<'_>) -> BTreeSet<(Vec<String>, String)> {
    let mut record = record.clone();
    record.remarks.retain(|remark| remark.kind != RemarkKind::Tool);
    let played = Played::new(&record);
    let path = |id: NodeId| {
        let nodes = record.tree.ancestors(id).filter(|&id| id != NodeId::START);
        let mut texts: Vec<String> = nodes.map(|id| node_text(&played, id)).collect();
        texts.reverse();
        texts
    };
    let is_on_board = |id: NodeId| *played.meaning(id) != Meaning::NotOnBoard;
    let scores = evaluations(&record)
        .into_iter()
        .filter(|(id, _)| is_on_board(*id));
    let scores =
        scores.map(|(id, evaluation)| (path(id), format!("{:?}", evaluation.score(played.turn(id)))));
    let bookmarks = record.remarks.iter();
    let bookmarks = bookmarks.filter(|it| it.kind == RemarkKind::Bookmark && is_on_board(it.node));
    let bookmarks = bookmarks.map(|it| {
        let text = it.text.strip_prefix('[').and_then(|text| text.split_once("] "));
        (path(it.node), text.map_or(&*it.text, |(_, text)| text).to_owned())
    });
    scores.chain(bookmarks).collect()
}

fn node_text(played: &Played<'_, '_>, id: NodeId) -> String {
    match (played.ply(id), &played.record().tree.node(id).step) {
        (Some(ply), _) => format!("{:?} {:?}", ply.mover, ply.as_move().map(|mv| mv.to_string())),
        (None, Step::End(ending)) => ending.terminal.name().to_owned(),
        (None, step) => format!("{step:?}").chars().take_while(|c| *c != '(').collect(),
    }
}

/// Merges records, each with the name of its file.
fn merged(records: &[(String, Record<'_>)], main_line: MainLine) -> Vec<MergedRecord> {
    let kifu = Writer::new(notation::target("kifu").unwrap());
    let mut merge = Merge::new(main_line, kifu.target);
    for (path, record) in records {
        let input = MergeInput::new(&Played::new(record), None, &kifu).unwrap();
        assert!(merge.add(path, 1, None, &input));
    }
    merge.into_records().collect()
}

/// Returns the lines of a record as records with the names of their files, and their merge.
fn split_and_merged(played: &Played<'_, '_>) -> MergedRecord {
    let lines = split_lines(played).expect("a record of moderate size");
    let records: Vec<_> = lines
        .map(|line| (format!("a-{}.kif", line.path), line.record))
        .collect();
    let mut merged = merged(&records, MainLine::First);
    assert_eq!(merged.len(), 1);
    assert_eq!(merged[0].games, records.len() as u64);
    merged.remove(0)
}

/// Returns the lines of a record after it was written with a writer and read again; `None` if the format cannot hold it.
fn written_lines(
    record: &Record<'_>,
    writer: &Writer,
    notation: &'static Notation,
) -> Option<BTreeSet<Vec<String>>> {
    let written = writer.write(&Played::new(record)).ok()?;
    let text = text::decode(&written.bytes, Some(writer.encoding));
    let record = notation::records(&text, Some(notation)).next()?;
    Some(lines(&record))
}

/// Checks the merge of the lines of each record of a file. Returns the number of records with variations, and that of
/// records with evaluations or bookmarks.
fn check_file(path: &Path) -> (u32, u32) {
    let Ok(bytes) = std::fs::read(path) else {
        return (0, 0);
    };
    let text = text::decode(&bytes, None);
    let targets = || notation::targets().filter(|target| target.holds.variations);
    let (mut varied, mut with_statements) = (0, 0);
    for record in notation::records(&text, notation::detect(&text, None)) {
        let played = Played::new(&record);
        let kifu = Writer::new(notation::target("kifu").unwrap());
        let is_short = record.tree.len() < 3000;
        if !record.is_shogi() || !is_short || kifu.write(&played).is_err() {
            continue;
        }
        let merged = split_and_merged(&played).record;
        assert_eq!(lines(&merged), lines(&record), "{}", path.display());
        assert_eq!(statements(&merged), statements(&record), "{}", path.display());
        with_statements += u32::from(!statements(&record).is_empty());
        if lines(&record).len() < 2 {
            continue;
        }
        varied += 1;
        for target in targets() {
            let writer = Writer::new(target);
            let notation = notation::by_extension(target.extension).unwrap();
            let expected = written_lines(&record, &writer, notation);
            let actual = written_lines(&merged, &writer, notation);
            assert_eq!(actual, expected, "{} in {}", path.display(), target.name);
        }
    }
    (varied, with_statements)
}

#[test]
fn the_merge_of_the_lines_of_a_record_has_its_tree() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let folders = [Some(fixtures), shared_folder("corpus")];
    for folder in folders.iter().flatten() {
        let counts: Vec<_> = record_files(folder).iter().map(|path| check_file(path)).collect();
        let varied: u32 = counts.iter().map(|count| count.0).sum();
        let with_statements: u32 = counts.iter().map(|count| count.1).sum();
        assert!(
            varied > 20 && with_statements > 20,
            "{varied} {with_statements} {}",
            folder.display()
        );
    }
}

/// Returns random games from the even start, many of which have moves in common.
fn random_games(dice: &mut Dice, count: usize) -> Vec<String> {
    const MOVES: [&[&str]; 6] = [
        &["7g7f", "2g2f"],
        &["3c3d", "8c8d"],
        &["2g2f", "7g7f", "6g6f"],
        &["8c8d", "3c3d", "4c4d"],
        &["9g9f", "1g1f"],
        &["9c9d", "1c1d"],
    ];
    let mut games = Vec::new();
    for _ in 0..count {
        let mut moves: Vec<&str> = Vec::new();
        for choices in &MOVES[..dice.below(MOVES.len() + 1)] {
            let choices: Vec<&str> = choices.iter().copied().filter(|mv| !moves.contains(mv)).collect();
            moves.push(choices[dice.below(choices.len())]);
        }
        games.push(format!("startpos moves {}\n", moves.join(" ")));
    }
    games
}

#[test]
fn the_order_of_the_records_matters_only_for_the_first_one() {
    let mut dice = Dice::new(7);
    let writer = Writer::new(notation::target("kifu").unwrap());
    let usi = notation::by_extension("usi").unwrap();
    for _ in 0..60 {
        let texts = random_games(&mut dice, 12);
        let texts: Vec<_> = texts.iter().map(|it| text::decode(it.as_bytes(), None)).collect();
        let mut records: Vec<(String, Record<'_>)> = texts
            .iter()
            .enumerate()
            .flat_map(|(number, text)| {
                notation::records(text, Some(usi)).map(move |record| (format!("{number:02}.usi"), record))
            })
            .collect();
        assert_eq!(records.len(), 12);
        let bytes = |records: &[(String, Record<'_>)], main_line| {
            let merged = merged(records, main_line).remove(0);
            writer.write(&Played::new(&merged.record)).unwrap().bytes
        };
        let before = [MainLine::Frequent, MainLine::Longest].map(|it| bytes(&records, it));
        for index in (1..records.len()).rev() {
            records.swap(index, dice.below(index + 1));
        }
        let after = [MainLine::Frequent, MainLine::Longest].map(|it| bytes(&records, it));
        assert!(before == after);
        let first = merged(&records, MainLine::First).remove(0).record;
        let main_line = |record: &Record<'_>| -> Vec<String> {
            let played = Played::new(record);
            played.line().map(|id| node_text(&played, id)).collect()
        };
        assert!(main_line(&first).starts_with(&main_line(&records[0].1)));
    }
}
