//! The board of the HTML report equals the board of the library, at every ply of every line.

use std::fs;
use std::path::{Path, PathBuf};

use kifu::finding::Language;
use kifu::notation;
use kifu::page::Cards;
use kifu::page::Survey;
use kifu::played::Meaning;
use kifu::played::Played;
use kifu::record::NodeId;
use kifu::record::Record;
use kifu::text;
use serde_json::{Value, json};

use super::{Browser, NIFU, ReportFile, add_file};

/// Unusual games: illegal moves, a pass, a move that cannot be replayed, a handicap game, a start from a diagram, and a
/// game in USI.
const UNUSUAL_GAMES: &[(&str, &str)] = &[
    ("nifu.kifu", NIFU),
    (
        "odd.kifu",
        "手合割：平手\n   1 ７六歩(77)\n   2 ７五歩(76)\n   3 ５五馬打\n   4 パス\n   5 ５一玉(59)\n   6 ８二飛(55)\n   7 ８八角(88)\n   8 投了\n",
    ),
    (
        "lost.kifu",
        "手合割：平手\n   1 ７六歩(77)\n   2 ？？\n   3 ２六歩(27)\n\n変化：3手\n   3 ２五歩(27)\n",
    ),
    (
        "handicap.kifu",
        "手合割：二枚落ち\n   1 ６二銀(71)\n   2 ７六歩(77)\n   3 ５四歩(53)\n",
    ),
    (
        "diagram.csa",
        "V2.2\nP1 *  *  *  * -OU *  *  *  * \nP2 *  *  *  *  *  *  *  *  * \nP3 *  *  *  * +TO *  *  *  * \nP+00KI00KI00FU\nP-00HI\n+\n+0052KI\n-0033HI\n+5251KI\n",
    ),
    (
        "usi.usi",
        "startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e B*3c 5e3c+ 2a3c\n",
    ),
];

#[test]
fn boards_equal_those_of_the_library() {
    let mut files: Vec<(String, Vec<u8>)> = UNUSUAL_GAMES
        .iter()
        .map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()))
        .collect();
    files.extend(fixtures());
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let (mut cards, mut survey, mut expected_games) = (Cards::default(), Survey::default(), Vec::new());
    for (path, bytes) in &files {
        add_file(path, bytes, Language::English, &mut cards, &mut survey);
        let text = text::decode(bytes, None);
        let extension = Path::new(path).extension().and_then(|it| it.to_str());
        for record in notation::records(&text, notation::detect(&text, extension)) {
            expected_games.push((path.clone(), boards(&record)));
        }
    }
    let report = ReportFile::page(&cards, &survey, Language::English);
    browser.open(&report.file);
    let counts: Vec<usize> = expected_games.iter().map(|(_, lines)| lines.len()).collect();
    let actual_games = browser.js(&STEPS.replace("COUNTS", &json!(counts).to_string()));
    let actual_games: Vec<Vec<Vec<String>>> = serde_json::from_value::<Value>(actual_games)
        .and_then(serde_json::from_value)
        .unwrap();
    assert_eq!(actual_games.len(), expected_games.len());
    let mut plies = 0;
    for ((path, expected), actual) in expected_games.iter().zip(&actual_games) {
        assert_eq!(expected, actual, "{path}");
        plies += expected.iter().map(Vec::len).sum::<usize>();
    }
    assert!(plies > 40, "{plies}");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
    println!("{} games, {plies} boards", expected_games.len());
}

/// JavaScript that steps through every line of every game and returns the displayed positions. `COUNTS` is a
/// placeholder for the number of lines of each game.
const STEPS: &str = "(async () => {
  const all = [];
  const counts = COUNTS;
  const next = document.querySelector('[data-do=next]');
  const sfen = document.querySelector('.sfen code');
  // Reads only the description of the position, so that no ply needs a layout.
  document.body.style.display = 'none';
  for (let game = 0; game < counts.length; game += 1) {
    const lines = [];
    for (let line = 0; line < counts[game]; line += 1) {
      const turned = new Promise((done) => {
        const look = () => (document.querySelector('#viewer[aria-busy]') ? setTimeout(look) : done());
        addEventListener('hashchange', look, { once: true });
      });
      location.hash = `#game=${game + 1}&line=${line}&ply=0&from=test`;
      await turned;
      const boards = [sfen.textContent];
      const ply = () => document.querySelector('.moves [aria-current]').dataset.ply;
      for (let before; before !== ply();) {
        before = ply();
        next.click();
        if (before !== ply()) boards.push(sfen.textContent);
      }
      lines.push(boards);
    }
    all.push(lines);
  }
  return all;
})()";

/// Returns the positions of every line from the start, in SFEN. A variation after a move that cannot be made on the
/// board is left out. A record without moves has one line, with the start position.
fn boards(record: &Record<'_>) -> Vec<Vec<String>> {
    let played = Played::new(record);
    let tree = &record.tree;
    let is_lost = |id: NodeId| *played.meaning(id) == Meaning::NotOnBoard;
    let is_shown = |&first_node: &NodeId| {
        tree.parent(first_node)
            .is_none_or(|parent| parent == NodeId::START || !is_lost(parent))
    };
    let mut lines: Vec<Vec<String>> = tree
        .lines()
        .filter(is_shown)
        .map(|first_node| boards_of_line(record, &played, first_node))
        .collect();
    if lines.is_empty() {
        lines.push(vec![record.start.position.to_sfen(1)]);
    }
    lines
}

fn boards_of_line(record: &Record<'_>, played: &Played<'_, '_>, first_node: NodeId) -> Vec<String> {
    let tree = &record.tree;
    let mut nodes: Vec<NodeId> = tree.ancestors(first_node).skip(1).collect();
    nodes.reverse();
    nodes.extend(std::iter::successors(Some(first_node), |&id| {
        tree.first_child(id)
    }));
    let mut boards = Vec::new();
    let mut last_playable = NodeId::START;
    for (number, id) in (1..).zip(nodes) {
        let is_unplayable = *played.meaning(id) == Meaning::NotOnBoard;
        last_playable = if is_unplayable { last_playable } else { id };
        let position = Played::new(&record.up_to(last_playable)).last().clone();
        boards.push(position.to_sfen(number));
        if is_unplayable {
            break;
        }
    }
    boards
}

/// Reads the files with fewer than 20,000 bytes in the fixture folders of the formats, of `show` and of the tournament.
/// In the published crate, which has no fixtures, the list is empty.
fn fixtures() -> Vec<(String, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut files = Vec::new();
    let mut directories: Vec<PathBuf> = ["show", "kif", "ki2", "csa", "usi", "jkf", "tournament"]
        .map(|folder| root.join(folder))
        .to_vec();
    while let Some(directory) = directories.pop() {
        let Ok(entries) = fs::read_dir(&directory) else {
            println!("skipped: {} is not there", directory.display());
            continue;
        };
        for path in entries.map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                directories.push(path);
            } else if path.metadata().unwrap().len() < 20_000 {
                let name = path.strip_prefix(&root).unwrap().to_string_lossy().into_owned();
                files.push((name, fs::read(&path).unwrap()));
            }
        }
    }
    files.sort();
    files
}
