//! The tree of the moves that many games played from a position (`kifu find --tree`).
//!
//! The counts of positions and of moves are groups of games. A position has the games that reached it by any order of moves, so
//! it has the same moves wherever the tree reaches it. It is expanded once: at the place with the fewest moves before it, and of
//! these at the first in the order of the tree. Hence the size of the tree is bounded by the number of positions.

use std::collections::{HashMap, HashSet, VecDeque};
use std::io::{self, Write};

use super::game::unnumbered;
use super::groups::{Group, Sums};
use super::tables::SEPARATOR;
use crate::finding::Language;
use crate::shogi::{Move, Position};

/// The form in which a tree is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TreeForm {
    /// One JSON object, which contains the objects of the following positions.
    Json,
    /// A line per move, indented, with bars and shares. The headings are in this language.
    Text(Language),
}

/// The options of a tree.
#[derive(Clone, Debug)]
pub(crate) struct TreeOptions {
    /// The position at the root.
    pub root: Position,
    /// Maximum number of moves from the root.
    pub depth: u32,
    /// Minimum number of games in which a move of the tree was played.
    pub min_games: u64,
    pub form: TreeForm,
}

/// The numbers of games of a position or of a move.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    games: u64,
    black_wins: u64,
    white_wins: u64,
    draws: u64,
}

/// A position that occurred in the games.
#[derive(Debug, Default)]
struct Node {
    counts: Counts,
    /// The moves played in this position that are part of the tree, the most frequent first.
    moves: Vec<(Move, Counts)>,
}

/// A tree of moves.
#[derive(Debug)]
pub(super) struct OpeningTree<'o> {
    options: &'o TreeOptions,
    /// The positions by their SFEN without the move number.
    nodes: HashMap<String, Node>,
    /// The places at which a position is expanded: the SFEN of a position, and the numbers of moves before it.
    expanded: HashSet<(String, Vec<Move>)>,
}

impl Counts {
    const fn new(sums: &Sums) -> Self {
        Self {
            games: sums.games,
            black_wins: sums.won[0],
            white_wins: sums.won[1],
            draws: sums.drawn,
        }
    }
}

impl<'o> OpeningTree<'o> {
    /// Makes a tree from groups of games, which are named by a position, or by a position and a move.
    ///
    /// # Errors
    ///
    /// Returns the first error among the groups.
    pub(super) fn new(
        options: &'o TreeOptions,
        groups: impl Iterator<Item = io::Result<Group>>,
    ) -> io::Result<Self> {
        let mut nodes: HashMap<String, Node> = HashMap::new();
        for group in groups {
            let Group { name, sums, .. } = group?;
            let counts = Counts::new(&sums);
            if counts.games < options.min_games {
                continue;
            }
            match name.split_once(SEPARATOR) {
                None => nodes.entry(name).or_default().counts = counts,
                Some((position, mv)) => {
                    let node = nodes.entry(position.to_owned()).or_default();
                    node.moves.extend(mv.parse().ok().map(|mv| (mv, counts)));
                }
            }
        }
        for node in nodes.values_mut() {
            node.moves
                .sort_by_cached_key(|(mv, counts)| (std::cmp::Reverse(counts.games), mv.to_string()));
        }
        let mut tree = Self {
            options,
            nodes,
            expanded: HashSet::new(),
        };
        tree.choose_expanded();
        Ok(tree)
    }

    /// Chooses the place at which each position is expanded, in the order of their numbers of moves from the root.
    fn choose_expanded(&mut self) {
        let mut seen = HashSet::new();
        let root = text(&self.options.root);
        seen.insert(root.clone());
        let mut queue = VecDeque::from([(self.options.root.clone(), Vec::new())]);
        while let Some((position, line)) = queue.pop_front() {
            if line.len() >= self.options.depth as usize {
                continue;
            }
            let name = text(&position);
            for &(mv, _) in self.nodes.get(&name).map_or(&[][..], |node| &node.moves) {
                let mut next = position.clone();
                if next.play(mv).is_some() && seen.insert(text(&next)) {
                    queue.push_back((next, [&line[..], &[mv]].concat()));
                }
            }
            self.expanded.insert((name, line));
        }
    }

    /// Writes the tree.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut line = Vec::new();
        match self.options.form {
            TreeForm::Json => {
                self.write_json(&self.options.root, &mut line, out)?;
                writeln!(out)
            }
            TreeForm::Text(language) => {
                let rows = self.rows(language);
                write_columns(&rows, out)
            }
        }
    }

    /// Returns the counts of a position, which are 0 if no game reached it.
    fn counts(&self, name: &str) -> Counts {
        self.nodes.get(name).map(|node| node.counts).unwrap_or_default()
    }

    /// Returns the moves at a place of the tree. If the position is not expanded there, returns no moves, and whether it is
    /// expanded at another place.
    fn moves_at(&self, name: &str, line: &[Move]) -> (&[(Move, Counts)], bool) {
        let moves = self.nodes.get(name).map_or(&[][..], |node| &node.moves);
        if self.expanded.contains(&(name.to_owned(), line.to_vec())) {
            return (moves, false);
        }
        let is_inside = line.len() < self.options.depth as usize;
        (&[], is_inside && !moves.is_empty())
    }

    /// Writes the object of a position. The depth of the recursion is that of the tree, which the option limits.
    fn write_json(&self, position: &Position, line: &mut Vec<Move>, out: &mut impl Write) -> io::Result<()> {
        let name = text(position);
        let (moves, is_elsewhere) = self.moves_at(&name, line);
        write!(out, "{{\"sfen\":\"{name}\",")?;
        write_counts(self.counts(&name), out)?;
        if is_elsewhere {
            write!(out, ",\"transposition\":true")?;
        }
        write!(out, ",\"moves\":[")?;
        for (index, &(mv, counts)) in moves.iter().enumerate() {
            let separator = if index > 0 { "," } else { "" };
            write!(out, "{separator}{{\"move\":\"{mv}\",")?;
            write_counts(counts, out)?;
            let mut next = position.clone();
            if next.play(mv).is_some() {
                write!(out, ",\"next\":")?;
                line.push(mv);
                self.write_json(&next, line, out)?;
                line.pop();
            }
            write!(out, "}}")?;
        }
        write!(out, "]}}")
    }
}

fn write_counts(counts: Counts, out: &mut impl Write) -> io::Result<()> {
    let Counts {
        games,
        black_wins,
        white_wins,
        draws,
    } = counts;
    write!(
        out,
        "\"games\":{games},\"black_wins\":{black_wins},\"white_wins\":{white_wins},\"draws\":{draws}"
    )
}

/// Returns the SFEN of a position without the move number.
fn text(position: &Position) -> String {
    unnumbered(&position.to_sfen(1)).to_owned()
}

// The tree as text.

/// Number of columns of a row of the text.
const COLUMNS: usize = 8;

/// Length of the bar of a move that every game played (characters).
const BAR_LENGTH: u64 = 20;

impl OpeningTree<'_> {
    /// Returns the headings and a row for each move.
    fn rows(&self, language: Language) -> Vec<[String; COLUMNS]> {
        let headings = match language {
            Language::English => ["move", "games", "share", "", "Black", "White", "draws", "after"],
            Language::Japanese => ["指し手", "対局", "割合", "", "先手", "後手", "引分", "手の後"],
        };
        let mut rows = vec![headings.map(str::to_owned)];
        self.add_rows(&self.options.root, &mut Vec::new(), &mut rows);
        rows
    }

    /// Adds the rows of the moves from a position. The depth of the recursion is that of the tree.
    fn add_rows(&self, position: &Position, line: &mut Vec<Move>, rows: &mut Vec<[String; COLUMNS]>) {
        let name = text(position);
        let games_here = self.counts(&name).games;
        for &(mv, counts) in self.moves_at(&name, line).0 {
            let mut next = position.clone();
            if next.play(mv).is_none() {
                continue;
            }
            let next_name = text(&next);
            line.push(mv);
            let is_elsewhere = self.moves_at(&next_name, line).1;
            let results = [counts.black_wins, counts.white_wins, counts.draws];
            let with_result = results.iter().sum();
            let [black, white, draws] = results.map(|part| percent(part, with_result));
            let mark = if is_elsewhere { " =" } else { "" };
            let bar = (counts.games * BAR_LENGTH).div_ceil(games_here.max(1)) as usize;
            rows.push([
                format!("{}{mv}", "  ".repeat(line.len() - 1)),
                counts.games.to_string(),
                percent(counts.games, games_here),
                "#".repeat(bar),
                black,
                white,
                draws,
                format!("{}{mark}", self.counts(&next_name).games),
            ]);
            self.add_rows(&next, line, rows);
            line.pop();
        }
    }
}

/// Returns a share in percent, rounded; `-` if the whole is 0.
fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "-".to_owned();
    }
    format!("{}%", (part * 200 + whole) / (2 * whole))
}

/// Writes rows in aligned columns: numbers to the right, the move and the bar to the left.
fn write_columns(rows: &[[String; COLUMNS]], out: &mut impl Write) -> io::Result<()> {
    /// The columns that are aligned to the left.
    const LEFT: [usize; 3] = [0, 3, 7];
    let width = |text: &str| unicode_width::UnicodeWidthStr::width(text);
    let mut widths = [0; COLUMNS];
    for row in rows {
        for (column, cell) in row.iter().enumerate() {
            widths[column] = widths[column].max(width(cell));
        }
    }
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let padding = " ".repeat(widths[column] - width(cell));
            if column > 0 {
                line += "  ";
            }
            let parts = if LEFT.contains(&column) {
                [cell, &padding]
            } else {
                [&padding, cell]
            };
            line.extend(parts.map(String::as_str));
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
