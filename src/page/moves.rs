//! The moves of a game in the form that the page replays, without any rule of legality.

use std::collections::HashMap;
use std::ops::ControlFlow;

use serde::Serialize;

use super::card::Card;
use super::frame::sanitize;
use crate::finding::{Finding, Language};
use crate::notation::{japanese, japanese_move, japanese_terminal};
use crate::played::{Meaning, Played, Ply};
use crate::record::{Ending, Node, NodeId, Step, Terminal};
use crate::report::{cell_corner, empty_board, piece_svg};
use crate::shogi::Piece;
use crate::system::{Drawing, DrawnPiece, system_of};

/// Maximum numbers of lines and of nodes of a game on the page. A file can contain millions.
const MAX_LINES: usize = 500;
const MAX_NODES: usize = 20_000;

/// Maximum number of illegal moves of a game whose resulting positions are kept.
const MAX_STORED_POSITIONS: usize = 1000;

/// Maximum length of the text in place of a move (characters).
const MAX_WORD_CHARACTERS: usize = 100;

/// The lines of a game. The main line is the first.
#[derive(Serialize)]
pub(super) struct Lines {
    /// The start position, unless it is the even one.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(rename = "lines")]
    all: Vec<Line>,
    /// Set if the game has more lines or nodes than the page shows.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cut: bool,
    /// The boards of a game other than shogi.
    #[serde(skip_serializing_if = "Option::is_none")]
    pictures: Option<Pictures>,
    /// For each finding the number of its line. Empty if all findings are on the main line.
    #[serde(rename = "in", skip_serializing_if = "Vec::is_empty")]
    found: Vec<i32>,
}

/// A line of moves.
///
/// The tokens are separated by blanks:
///
/// - `7g7fP`: a legal move, as origin (`*` is the hand), destination, and the piece on the destination after the move.
///   The KI2 text after the piece follows.
/// - `!7g7f0,1`: any other move. The numbers are the indices of its text and of the position after it in `words`.
/// - `-`: a pass.
/// - `~0`: the end of the game.
/// - `?0`: a move that cannot be played.
/// - `=0`: a ply of a game other than shogi.
///
/// A time in seconds may follow after `@`.
#[derive(Serialize)]
struct Line {
    /// The line that this line branches from, and the ply of its first move.
    #[serde(rename = "from", skip_serializing_if = "Option::is_none")]
    leaves: Option<(usize, u32)>,
    #[serde(rename = "m")]
    moves: String,
    #[serde(rename = "w", skip_serializing_if = "Vec::is_empty")]
    words: Vec<String>,
    #[serde(skip)]
    path: Vec<(u32, u32)>,
    /// The last ply that can be replayed.
    #[serde(skip)]
    last: u32,
}

impl Lines {
    /// Returns the lines of a game.
    pub(super) fn new(card: &Card<'_, '_>) -> Self {
        let Card { record, language, .. } = *card;
        let start = &record.start.position;
        let mut after = HashMap::new();
        let played = Played::watched(record, |id, meaning, position| {
            if let Meaning::Ply(Ply { legal: false, .. }) = meaning
                && after.len() < MAX_STORED_POSITIONS
            {
                after.insert(id, position.to_sfen(1));
            }
        });
        let pictures = Pictures::new(card);
        let writer = Writer {
            timed: played.record().has_times(),
            pictured: pictures.as_ref().map_or(0, Pictures::last),
            played,
            after,
            language,
        };
        let mut lines = Self {
            start: Some(start.to_sfen(1)).filter(|sfen| sfen != EVEN),
            all: Vec::new(),
            cut: false,
            pictures,
            found: Vec::new(),
        };
        lines.fill(&writer);
        lines.find(card.findings);
        lines
    }

    fn fill(&mut self, writer: &Writer<'_, '_>) {
        let tree = &writer.played.record().tree;
        // The index of each line, by its first node or, for the main line, by the start node.
        let mut numbers = HashMap::new();
        let mut nodes = 0;
        for first in tree.lines() {
            let parent = tree.parent(first).unwrap_or(NodeId::START);
            let is_main = tree.is_main_line(first);
            let parent_ply = tree.node(parent).ply;
            let line = numbers.get(&tree.line_of(parent)).copied();
            let leaves = line.filter(|&line: &usize| parent_ply <= self.all[line].last);
            if !is_main && leaves.is_none() {
                // A line that could not be replayed, or is not shown, has no board from which a variation could start.
                continue;
            }
            if self.all.len() == MAX_LINES || nodes >= MAX_NODES {
                self.cut = true;
                break;
            }
            let key = if is_main { NodeId::START } else { first };
            numbers.insert(key, self.all.len());
            let mut line = Line {
                leaves: leaves.map(|line| (line, parent_ply + 1)).filter(|_| !is_main),
                moves: String::new(),
                words: Vec::new(),
                path: tree.path(first),
                last: parent_ply,
            };
            self.cut |= line.fill(first, writer, &mut nodes);
            self.all.push(line);
        }
    }

    /// Sets for each finding the number of its line, or -1 if that line is not shown.
    fn find(&mut self, findings: &[&Finding]) {
        if findings.iter().all(|it| it.variation.is_empty()) {
            return;
        }
        let numbers = self
            .all
            .iter()
            .zip(0..)
            .map(|(line, number)| (&line.path[..], number));
        let numbers: HashMap<_, _> = numbers.collect();
        let number = |finding: &Finding| match &finding.variation[..] {
            [] => 0,
            path => numbers.get(path).copied().unwrap_or(-1),
        };
        self.found = findings.iter().copied().map(number).collect();
    }
}

/// The start position if [`Lines`] state none.
const EVEN: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// A replayed record, from which tokens are written.
struct Writer<'r, 't> {
    played: Played<'r, 't>,
    /// The positions after moves that are not legal.
    after: HashMap<NodeId, String>,
    language: Language,
    /// Set if times are written.
    timed: bool,
    /// The last ply for which there are boards of a game other than shogi.
    pictured: usize,
}

impl Line {
    /// Adds the moves of a line up to its end or to the first move that cannot be replayed.
    ///
    /// Returns whether the limit on nodes was reached.
    fn fill(&mut self, first: NodeId, writer: &Writer<'_, '_>, nodes: &mut usize) -> bool {
        let tree = &writer.played.record().tree;
        let mut next = Some(first);
        while let Some(id) = next {
            if *nodes >= MAX_NODES {
                return true;
            }
            *nodes += 1;
            if !self.moves.is_empty() {
                self.moves.push(' ');
            }
            let (token, goes_on) = self.token(id, writer);
            self.moves.push_str(&token);
            if let Some(spent) = tree.node(id).clock.spent.filter(|_| writer.timed) {
                let seconds = f64::from(spent) / 1000.0;
                self.moves.push_str(&["@", &seconds.to_string()].concat());
            }
            if goes_on {
                self.last = tree.node(id).ply;
            }
            next = tree.first_child(id).filter(|_| goes_on);
        }
        false
    }

    /// Returns the token of a node, and whether the line can continue after it.
    fn token(&mut self, id: NodeId, writer: &Writer<'_, '_>) -> (String, bool) {
        match (writer.played.meaning(id), &writer.node(id).step) {
            (Meaning::Ply(ply), _) => self.ply(id, ply, writer),
            (Meaning::Pass, _) => ("-".to_owned(), true),
            (meaning, Step::End(ending)) => {
                let word = self.word(end(ending, writer.language));
                (format!("~{word}"), *meaning == Meaning::End)
            }
            (_, Step::Token(_)) if writer.node(id).ply as usize <= writer.pictured => {
                (format!("={}", self.word(writer.written(id))), true)
            }
            _ => self.unplayable_token(id, writer),
        }
    }

    fn ply(&mut self, id: NodeId, ply: &Ply, writer: &Writer<'_, '_>) -> (String, bool) {
        let words = japanese_move(&writer.played, id, ply).unwrap_or_else(|_| writer.written(id));
        let from = ply.from.map_or_else(|| "*".to_owned(), |from| from.to_string());
        let to = ply.to;
        if let Some((piece, behind)) = placed(ply).zip(ki2_suffix(&words, ply)).filter(|_| ply.legal) {
            return (format!("{from}{to}{piece}{behind}"), true);
        }
        let Some(position) = writer.after.get(&id) else {
            return self.unplayable_token(id, writer);
        };
        let (words, position) = (self.word(words), self.word(position.clone()));
        (format!("!{from}{to}{words},{position}"), true)
    }

    fn unplayable_token(&mut self, id: NodeId, writer: &Writer<'_, '_>) -> (String, bool) {
        (format!("?{}", self.word(writer.written(id))), false)
    }

    /// Adds a text to `words` and returns its index.
    fn word(&mut self, words: String) -> usize {
        self.words.push(words);
        self.words.len() - 1
    }
}

impl<'t> Writer<'_, 't> {
    fn node(&self, id: NodeId) -> &Node<'t> {
        self.played.record().tree.node(id)
    }

    /// Returns the text of the record at a node.
    fn written(&self, id: NodeId) -> String {
        let record = self.played.record();
        let span = record.tree.node(id).span();
        sanitize(span.map_or("", |span| record.text_at(span)), MAX_WORD_CHARACTERS)
    }
}

/// Returns the piece on the destination after a legal move.
fn placed(ply: &Ply) -> Option<Piece> {
    Some(Piece::new(ply.mover, ply.placed()?))
}

/// Returns the KI2 text after the piece: 右上, 成, 打.
///
/// The page derives the rest from the board.
fn ki2_suffix<'w>(words: &'w str, ply: &Ply) -> Option<&'w str> {
    let unmarked = words.strip_prefix(japanese::mark(ply.mark()))?;
    let named = match unmarked.strip_prefix('同') {
        Some(same) => same.trim_start_matches('　'),
        None => unmarked.strip_prefix(&japanese::square(ply.to))?,
    };
    named.strip_prefix(japanese::piece(ply.kind?))
}

fn end(ending: &Ending<'_>, language: Language) -> String {
    let word = sanitize(&ending.word, MAX_WORD_CHARACTERS);
    match (language, ending.terminal) {
        (_, Terminal::Other | Terminal::TakeBack) => word,
        (Language::English, terminal) => terminal.english().to_owned(),
        (Language::Japanese, terminal) => japanese_terminal(terminal).map_or(word, str::to_owned),
    }
}

// The boards of a game other than shogi, as the page draws them: the start position, and the changes at each ply.

/// Maximum number of plies with boards. A file can contain more.
const MAX_PICTURE_PLIES: usize = 5_000;

/// Maximum length of a line next to a board (characters).
const MAX_LINE_CHARACTERS: usize = 200;

/// A board, and the pieces on it at each ply.
#[derive(Default, Serialize)]
pub(super) struct Pictures {
    /// The board without pieces, as SVG.
    board: String,
    /// The corners of the cells, row by row.
    at: Vec<(usize, usize)>,
    /// Every piece that occurs, as SVG.
    pieces: Vec<String>,
    /// The changes at each ply. The first entry is the start.
    plies: Vec<Change>,
    #[serde(skip)]
    numbers: HashMap<String, usize>,
    #[serde(skip)]
    standing: Vec<usize>,
}

/// The differences between the board before and after a ply.
#[derive(Serialize)]
struct Change {
    /// A cell and its new content: the number of a piece from 1, or 0 for an empty cell.
    #[serde(rename = "c")]
    cells: Vec<(usize, usize)>,
    /// The lines next to the board.
    #[serde(rename = "b")]
    beside: Vec<String>,
}

impl Pictures {
    /// Returns the boards of a game, as far as it can be replayed.
    ///
    /// Returns `None` for shogi, which the page replays itself.
    pub(super) fn new(card: &Card<'_, '_>) -> Option<Self> {
        let Card { record, language, .. } = *card;
        let system = system_of(record).filter(|_| !record.is_shogi())?;
        let mut pictures = Self::default();
        (system.replay)(record, &mut |moment| {
            pictures.add(&moment.drawing(), language);
            if pictures.plies.len() > MAX_PICTURE_PLIES {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        (!pictures.plies.is_empty()).then_some(pictures)
    }

    /// Returns the number of plies that can be shown.
    pub(super) fn last(&self) -> usize {
        self.plies.len().saturating_sub(1)
    }

    fn add(&mut self, drawing: &Drawing, language: Language) {
        if self.board.is_empty() {
            self.board = empty_board(drawing);
            let places = drawing.rows.iter().enumerate();
            let places =
                places.flat_map(|(row, (_, cells))| (0..cells.len()).map(move |column| (row, column)));
            self.at = places
                .map(|(row, column)| cell_corner(drawing, row, column))
                .collect();
            self.standing = vec![0; self.at.len()];
        }
        let mut changed = Vec::new();
        let cells = drawing.rows.iter().flat_map(|(_, cells)| cells);
        for (cell, piece) in cells.enumerate() {
            let number = piece.as_ref().map_or(0, |piece| self.number(piece, drawing));
            if self.standing.get(cell).is_some_and(|before| *before != number) {
                self.standing[cell] = number;
                changed.push((cell, number));
            }
        }
        let beside = drawing
            .notes
            .iter()
            .map(|note| sanitize(&note.in_language(language), MAX_LINE_CHARACTERS));
        self.plies.push(Change {
            cells: changed,
            beside: beside.collect(),
        });
    }

    /// Returns the number of a piece, from 1.
    fn number(&mut self, piece: &DrawnPiece, drawing: &Drawing) -> usize {
        let picture = piece_svg(piece, drawing.grid);
        let pieces = &mut self.pieces;
        *self.numbers.entry(picture).or_insert_with_key(|picture| {
            pieces.push(picture.clone());
            pieces.len()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;
    use crate::referee::Referee;
    use crate::stats::{GameCollector, Needs};
    use crate::text::decode;
    use std::sync::Arc;

    /// Returns the lines of a record as they are on the page.
    fn lines(text: &str) -> serde_json::Value {
        let text = decode(text.as_bytes(), None);
        let record = notation::records(&text, notation::detect(&text, None))
            .next()
            .unwrap();
        let mut collector = GameCollector::new(Needs::OPENINGS);
        collector.begin(&record);
        let judgement = Referee::new().check_watched(&record, &mut |played| collector.observe(played));
        let findings: Vec<_> = judgement.findings.iter().collect();
        let card = Card {
            game: &collector.finish_game(&Arc::from(""), "", &record, &judgement),
            text: &text,
            record: &record,
            findings: &findings,
            language: Language::Japanese,
        };
        serde_json::to_value(Lines::new(&card)).unwrap()
    }

    #[test]
    fn moves_describe_the_changes_of_the_board() {
        let lines = lines(
            "手合割：平手\n1 ７六歩(77) (0:03/)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 ５五角打\n6 ４四歩(34)\n7 投了\n",
        );
        let main = &lines["lines"][0];
        let moves = "7g7fP@3 3c3dp 8h2b+B成 3a2bs *5eB !3d4d0,1 ~2";
        assert_eq!(main["m"], moves);
        assert_eq!(main["w"][0], "△４四歩(34)");
        assert_eq!(main["w"][2], "投了");
        assert!(lines["start"].is_null() && lines["cut"].is_null() && main["from"].is_null());
    }

    #[test]
    fn lines_and_nodes_are_limited_and_cuts_are_marked() {
        let aside = |lines: usize| {
            "変化：1手\n1 ２六歩(27)\n2 ３四歩(33)\n\n変化：2手\n2 ８四歩(83)\n\n".repeat(lines)
        };
        let told = lines(&format!("手合割：平手\n1 ７六歩(77)\n\n{}", aside(3)));
        assert!(told["cut"].is_null(), "{told}");
        let kings = ["５八玉(59)", "５二玉(51)", "５九玉(58)", "５一玉(52)"];
        let main: Vec<_> = (0..MAX_NODES + 5)
            .map(|at| format!("{} {}\n", at + 1, kings[at % 4]))
            .collect();
        let main = main.concat();
        let told = lines(&format!("手合割：平手\n{main}"));
        assert_eq!(told["cut"], true);
        assert!(told["lines"][0]["m"].as_str().unwrap().split(' ').count() <= MAX_NODES);
        let many: Vec<_> = (1..=MAX_LINES + 5)
            .rev()
            .map(|ply| format!("変化：{ply}手\n{ply} {}\n", ["３四歩(33)", "７六歩(77)"][ply % 2]))
            .collect();
        let many = many.concat();
        let told = lines(&format!("手合割：平手\n{main}{many}"));
        assert!(told["lines"].as_array().unwrap().len() <= MAX_LINES);
    }

    #[test]
    fn nothing_continues_an_omitted_line() {
        let lines = lines(
            "手合割：平手\n1 ７六歩(77)\n2 ３四歩\n3 ２六歩(27)\n\n変化：3手\n3 ６六歩(67)\n\n変化：1手\n1 ２六歩(27)\n2 投子\n",
        );
        let moves: Vec<_> = lines["lines"]
            .as_array()
            .unwrap()
            .iter()
            .map(|line| line["m"].as_str().unwrap())
            .collect();
        assert_eq!(moves.first(), Some(&"7g7fP 3c3dp 2g2fP"), "{lines}");
        assert!(moves.contains(&"2g2fP ~0"), "{lines}");
        // More illegal moves than the number whose positions are kept.
        let odd: Vec<_> = (1..=MAX_STORED_POSITIONS + 5)
            .map(|ply| format!("{ply} ５五歩打\n"))
            .collect();
        let odd = odd.concat();
        let text = format!(
            "手合割：平手\n{odd}\n変化：{}手\n{} ７六歩(77)\n",
            MAX_STORED_POSITIONS + 4,
            MAX_STORED_POSITIONS + 4
        );
        let lines = self::lines(&text);
        assert_eq!(lines["lines"].as_array().unwrap().len(), 1);
        assert!(
            lines["lines"][0]["m"]
                .as_str()
                .unwrap()
                .split(' ')
                .next_back()
                .unwrap()
                .starts_with('?')
        );
    }
}
