//! The moves of a game, encoded so that the page can replay them without knowing the rules of shogi.

use std::collections::HashMap;
use std::ops::ControlFlow;

use serde::Serialize;

use super::card::Card;
use super::frame::sanitize;
use crate::finding::{Finding, Language, Words, both};
use crate::notation::{csa, is_perpetual_in_japanese, japanese, japanese_move, japanese_terminal};
use crate::played::{Meaning, Played, Ply};
use crate::record::{Ending, Node, NodeId, Step, Terminal};
use crate::report::{cell_corner, empty_board, piece_svg};
use crate::shogi::Piece;
use crate::system::{Drawing, DrawnPiece, system_of};

/// Maximum number of lines of a game on the page. A file can contain millions of lines.
const MAX_LINES: usize = 500;

/// Maximum number of moves and ends of a game on the page, over all lines. A file can contain millions of moves.
const MAX_NODES: usize = 20_000;

/// Maximum number of illegal moves of a game for which the position after the move is kept.
const MAX_STORED_POSITIONS: usize = 1000;

/// Maximum length of a text that is shown in place of a move (characters).
const MAX_WORD_CHARACTERS: usize = 100;

/// The lines of a game. The main line is the first.
#[derive(Serialize)]
pub(super) struct Lines {
    /// The start position in SFEN; `None` for the even start, and in games other than shogi.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(rename = "lines")]
    all: Vec<Line>,
    /// `true` if lines or nodes of the game are omitted because of a limit.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cut: bool,
    /// The boards of a game other than shogi, if any can be drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pictures: Option<Pictures>,
    /// For each finding, the index of its line, or -1 if this line is not shown. The list is empty if all findings are
    /// on the main line.
    #[serde(rename = "in", skip_serializing_if = "Vec::is_empty")]
    found: Vec<i32>,
}

/// A line of moves.
///
/// The tokens are separated by blanks:
///
/// - `7g7fP`: a legal move, as origin (`*` is the hand), destination, and the piece on the destination after the move.
///   The KI2 text after the name of the piece, such as 右 or 成, follows.
/// - `!7g7f0,1`: an illegal move. The numbers are the indices in `words` of its text and of the position after the
///   move.
/// - `-`: a pass.
/// - `~0`: the end of the game.
/// - `?0`: a move that cannot be replayed, or is not kept. This token is the last of its line.
/// - `=0`: a ply of a game other than shogi, with a board.
///
/// In the last three tokens, the number is the index of the text in `words`. A time in seconds may follow after `@`.
#[derive(Serialize)]
struct Line {
    /// The index of the line that this line branches from, and the ply of the first move of this line; `None` for the
    /// main line.
    #[serde(rename = "from", skip_serializing_if = "Option::is_none")]
    leaves: Option<(usize, u32)>,
    #[serde(rename = "m")]
    moves: String,
    #[serde(rename = "w", skip_serializing_if = "Vec::is_empty")]
    words: Vec<String>,
    #[serde(skip)]
    path: Vec<(u32, u32)>,
    /// The last ply of the line that can be replayed.
    #[serde(skip)]
    last: u32,
}

impl Lines {
    /// Replays a record and returns its lines.
    pub(super) fn new(card: &Card<'_, '_>) -> Self {
        let Card { record, language, .. } = *card;
        let start = &record.start.position;
        let mut illegal_positions = HashMap::new();
        let played = Played::watched(record, |id, meaning, position| {
            if let Meaning::Ply(Ply { legal: false, .. }) = meaning
                && illegal_positions.len() < MAX_STORED_POSITIONS
            {
                illegal_positions.insert(id, position.to_sfen(1));
            }
        });
        let pictures = Pictures::new(card);
        let writer = Writer {
            with_times: played.record().has_times(),
            last_pictured_ply: pictures.as_ref().map_or(0, Pictures::last_ply),
            played,
            illegal_positions,
            language,
        };
        let mut lines = Self {
            start: Some(start.to_sfen(1)).filter(|sfen| sfen != EVEN_SFEN),
            all: Vec::new(),
            cut: false,
            pictures,
            found: Vec::new(),
        };
        lines.fill(&writer);
        lines.assign_findings(card.findings);
        lines
    }

    fn fill(&mut self, writer: &Writer<'_, '_>) {
        let tree = &writer.played.record().tree;
        // The index of each line in `all`, by its first node or, for the main line, by the start node.
        let mut line_indices = HashMap::new();
        let mut nodes = 0;
        for first in tree.lines() {
            let parent = tree.parent(first).unwrap_or(NodeId::START);
            let is_main = tree.is_main_line(first);
            let parent_ply = tree.node(parent).ply;
            let parent_line = line_indices.get(&tree.line_of(parent)).copied();
            let parent_line = parent_line.filter(|&line: &usize| parent_ply <= self.all[line].last);
            if !is_main && parent_line.is_none() {
                // The parent line is not shown or cannot be replayed up to the branch, so no board for the branch is known.
                continue;
            }
            if self.all.len() == MAX_LINES || nodes >= MAX_NODES {
                self.cut = true;
                break;
            }
            let key = if is_main { NodeId::START } else { first };
            line_indices.insert(key, self.all.len());
            let mut line = Line {
                leaves: parent_line
                    .map(|line| (line, parent_ply + 1))
                    .filter(|_| !is_main),
                moves: String::new(),
                words: Vec::new(),
                path: tree.path(first),
                last: parent_ply,
            };
            self.cut |= line.fill(first, writer, &mut nodes);
            self.all.push(line);
        }
    }

    /// Sets `found`: for each finding, the index of its line, or -1 if this line is not shown. `found` stays empty if
    /// all findings are on the main line.
    fn assign_findings(&mut self, findings: &[&Finding]) {
        if findings.iter().all(|it| it.variation.is_empty()) {
            return;
        }
        let indices = self
            .all
            .iter()
            .zip(0..)
            .map(|(line, index)| (&line.path[..], index));
        let indices: HashMap<_, _> = indices.collect();
        let line_index = |finding: &Finding| match &finding.variation[..] {
            [] => 0,
            path => indices.get(path).copied().unwrap_or(-1),
        };
        self.found = findings.iter().copied().map(line_index).collect();
    }
}

/// The start position of an even game, in SFEN, which is left out in [`Lines`].
const EVEN_SFEN: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// A replayed record, from which tokens are written.
struct Writer<'r, 't> {
    played: Played<'r, 't>,
    /// The positions after illegal moves, in SFEN, of the first [`MAX_STORED_POSITIONS`] moves.
    illegal_positions: HashMap<NodeId, String>,
    language: Language,
    /// `true` if times are written.
    with_times: bool,
    /// The last ply with a board, in a game other than shogi; 0 in shogi.
    last_pictured_ply: usize,
}

impl Line {
    /// Adds the moves of a line up to its end or to the first move that cannot be replayed.
    ///
    /// `nodes` counts the nodes of all lines. Returns whether nodes were left out because of [`MAX_NODES`].
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
            let (token, continues) = self.token(id, writer);
            self.moves.push_str(&token);
            if let Some(spent) = tree.node(id).clock.spent.filter(|_| writer.with_times) {
                let seconds = f64::from(spent) / 1000.0;
                self.moves.push_str(&["@", &seconds.to_string()].concat());
            }
            if continues {
                self.last = tree.node(id).ply;
            }
            next = tree.first_child(id).filter(|_| continues);
        }
        false
    }

    /// Returns the token of a node, and whether the line can continue after it.
    fn token(&mut self, id: NodeId, writer: &Writer<'_, '_>) -> (String, bool) {
        match (writer.played.meaning(id), &writer.node(id).step) {
            (Meaning::Ply(ply), _) => self.ply_token(id, ply, writer),
            (Meaning::Pass, _) => ("-".to_owned(), true),
            (meaning, Step::End(ending)) => {
                let word = self.add_word(end_words(ending, writer.language));
                (format!("~{word}"), *meaning == Meaning::End)
            }
            (_, Step::Token(_)) if writer.node(id).ply as usize <= writer.last_pictured_ply => {
                (format!("={}", self.add_word(writer.source_text(id))), true)
            }
            _ => self.unplayable_token(id, writer),
        }
    }

    fn ply_token(&mut self, id: NodeId, ply: &Ply, writer: &Writer<'_, '_>) -> (String, bool) {
        let words = japanese_move(&writer.played, id, ply).unwrap_or_else(|_| writer.source_text(id));
        let from = ply.from.map_or_else(|| "*".to_owned(), |from| from.to_string());
        let to = ply.to;
        if let Some((piece, suffix)) = placed_piece(ply)
            .zip(ki2_suffix(&words, ply))
            .filter(|_| ply.legal)
        {
            return (format!("{from}{to}{piece}{suffix}"), true);
        }
        let Some(position) = writer.illegal_positions.get(&id) else {
            return self.unplayable_token(id, writer);
        };
        let (words, position) = (self.add_word(words), self.add_word(position.clone()));
        (format!("!{from}{to}{words},{position}"), true)
    }

    fn unplayable_token(&mut self, id: NodeId, writer: &Writer<'_, '_>) -> (String, bool) {
        (format!("?{}", self.add_word(writer.source_text(id))), false)
    }

    /// Adds a text to `words` and returns its index.
    fn add_word(&mut self, words: String) -> usize {
        self.words.push(words);
        self.words.len() - 1
    }
}

impl<'t> Writer<'_, 't> {
    fn node(&self, id: NodeId) -> &Node<'t> {
        self.played.record().tree.node(id)
    }

    /// Returns the text from which a node was read, in a form that is safe to show.
    fn source_text(&self, id: NodeId) -> String {
        let record = self.played.record();
        let span = record.tree.node(id).span();
        sanitize(span.map_or("", |span| record.text_at(span)), MAX_WORD_CHARACTERS)
    }
}

/// Returns the piece on the destination after a legal move, or `None` if its kind is unknown.
fn placed_piece(ply: &Ply) -> Option<Piece> {
    Some(Piece::new(ply.mover, ply.placed()?))
}

/// Returns the KI2 text after the name of the piece, for example 右上, 成 or 打.
///
/// The page derives the preceding text from the board. Returns `None` if `words` are not a KI2 move of this piece to
/// this square.
fn ki2_suffix<'w>(words: &'w str, ply: &Ply) -> Option<&'w str> {
    let without_mark = words.strip_prefix(japanese::mark(ply.mark()))?;
    let without_square = match without_mark.strip_prefix('同') {
        Some(after_same) => after_same.trim_start_matches('　'),
        None => without_mark.strip_prefix(&japanese::square(ply.to))?,
    };
    without_square.strip_prefix(japanese::piece(ply.kind?))
}

/// The words for a loss by perpetual check, which has the same kind of end as other losses by an illegal move.
pub(super) const PERPETUAL_CHECK: Words = both("perpetual check", "連続王手の千日手");

fn end_words(ending: &Ending<'_>, language: Language) -> String {
    let word = sanitize(&ending.word, MAX_WORD_CHARACTERS);
    if is_perpetual_in_japanese(&ending.word) || csa::is_perpetual(&ending.word) {
        return (*PERPETUAL_CHECK.in_language(language)).to_owned();
    }
    match (language, ending.terminal) {
        (_, Terminal::Other | Terminal::TakeBack) => word,
        (Language::English, terminal) => terminal.english().to_owned(),
        (Language::Japanese, terminal) => japanese_terminal(terminal).map_or(word, str::to_owned),
    }
}

// The boards of a game other than shogi, as the page draws them: the empty board, the pieces, and the changes at each
// ply.

/// Maximum number of plies with boards, in addition to the start.
const MAX_PICTURE_PLIES: usize = 5_000;

/// Maximum length of a line of text next to a board (characters).
const MAX_LINE_CHARACTERS: usize = 200;

/// The board of a game other than shogi, and the pieces on it at each ply.
#[derive(Default, Serialize)]
pub(super) struct Pictures {
    /// The board without pieces, as SVG.
    board: String,
    /// The upper left corner (x and y) of every cell, row by row.
    at: Vec<(usize, usize)>,
    /// All different pieces of the game, as SVG.
    pieces: Vec<String>,
    /// The changes at each ply. The first entry contains the pieces at the start.
    plies: Vec<Change>,
    /// The number of each piece in `pieces`, from 1, by its SVG.
    #[serde(skip)]
    numbers: HashMap<String, usize>,
    /// The content of every cell after the last ply that was added: a number as in [`Change::cells`].
    #[serde(skip)]
    standing: Vec<usize>,
}

/// The differences between the boards before and after a ply, and the text next to the board after the ply.
#[derive(Serialize)]
struct Change {
    /// The index and the new content of each changed cell: the number of a piece from 1, or 0 for an empty cell.
    #[serde(rename = "c")]
    cells: Vec<(usize, usize)>,
    /// The lines of text next to the board, such as the pieces in hand.
    #[serde(rename = "b")]
    beside: Vec<String>,
}

impl Pictures {
    /// Returns the boards of a game as far as it can be replayed, with text in the language of the card. Boards after
    /// [`MAX_PICTURE_PLIES`] plies are left out.
    ///
    /// Returns `None` for shogi, whose moves the page replays itself, and for a game without any board.
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

    /// Returns the number of plies with a board, without the start.
    pub(super) fn last_ply(&self) -> usize {
        self.plies.len().saturating_sub(1)
    }

    fn add(&mut self, drawing: &Drawing, language: Language) {
        if self.board.is_empty() {
            self.board = empty_board(drawing);
            let rows = drawing.rows.iter().enumerate();
            let cell_places =
                rows.flat_map(|(row, (_, cells))| (0..cells.len()).map(move |column| (row, column)));
            self.at = cell_places
                .map(|(row, column)| cell_corner(drawing, row, column))
                .collect();
            self.standing = vec![0; self.at.len()];
        }
        let mut changed_cells = Vec::new();
        let cells = drawing.rows.iter().flat_map(|(_, cells)| cells);
        for (cell, piece) in cells.enumerate() {
            let number = piece.as_ref().map_or(0, |piece| self.number(piece, drawing));
            if self.standing.get(cell).is_some_and(|before| *before != number) {
                self.standing[cell] = number;
                changed_cells.push((cell, number));
            }
        }
        let lines = drawing
            .notes
            .iter()
            .map(|note| sanitize(&note.in_language(language), MAX_LINE_CHARACTERS));
        self.plies.push(Change {
            cells: changed_cells,
            beside: lines.collect(),
        });
    }

    /// Returns the number of a piece, from 1. A piece that has not occurred yet is added to `pieces`.
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

    /// Returns the lines of the first record of a text, as the JSON in a page.
    fn lines_json(text: &str) -> serde_json::Value {
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
            hidden: 0,
            language: Language::Japanese,
        };
        serde_json::to_value(Lines::new(&card)).unwrap()
    }

    #[test]
    fn moves_describe_the_changes_of_the_board() {
        let lines = lines_json(
            "手合割：平手\n1 ７六歩(77) (0:03/)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 ５五角打\n6 ４四歩(34)\n7 投了\n",
        );
        let main_line = &lines["lines"][0];
        let moves = "7g7fP@3 3c3dp 8h2b+B成 3a2bs *5eB !3d4d0,1 ~2";
        assert_eq!(main_line["m"], moves);
        assert_eq!(main_line["w"][0], "△４四歩(34)");
        assert_eq!(main_line["w"][2], "投了");
        assert!(lines["start"].is_null() && lines["cut"].is_null() && main_line["from"].is_null());
    }

    #[test]
    fn lines_and_nodes_are_limited_and_cuts_are_marked() {
        let variations = |lines: usize| {
            "変化：1手\n1 ２六歩(27)\n2 ３四歩(33)\n\n変化：2手\n2 ８四歩(83)\n\n".repeat(lines)
        };
        let json = lines_json(&format!("手合割：平手\n1 ７六歩(77)\n\n{}", variations(3)));
        assert!(json["cut"].is_null(), "{json}");
        let kings = ["５八玉(59)", "５二玉(51)", "５九玉(58)", "５一玉(52)"];
        let main_moves: Vec<_> = (0..MAX_NODES + 5)
            .map(|at| format!("{} {}\n", at + 1, kings[at % 4]))
            .collect();
        let main_moves = main_moves.concat();
        let json = lines_json(&format!("手合割：平手\n{main_moves}"));
        assert_eq!(json["cut"], true);
        assert!(json["lines"][0]["m"].as_str().unwrap().split(' ').count() <= MAX_NODES);
        let many_variations: Vec<_> = (1..=MAX_LINES + 5)
            .rev()
            .map(|ply| format!("変化：{ply}手\n{ply} {}\n", ["３四歩(33)", "７六歩(77)"][ply % 2]))
            .collect();
        let many_variations = many_variations.concat();
        let json = lines_json(&format!("手合割：平手\n{main_moves}{many_variations}"));
        assert!(json["lines"].as_array().unwrap().len() <= MAX_LINES);
    }

    #[test]
    fn variations_of_an_omitted_line_are_omitted() {
        let lines = lines_json(
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
        // The number of illegal moves exceeds the number of positions that are kept.
        let illegal_moves: Vec<_> = (1..=MAX_STORED_POSITIONS + 5)
            .map(|ply| format!("{ply} ５五歩打\n"))
            .collect();
        let illegal_moves = illegal_moves.concat();
        let text = format!(
            "手合割：平手\n{illegal_moves}\n変化：{}手\n{} ７六歩(77)\n",
            MAX_STORED_POSITIONS + 4,
            MAX_STORED_POSITIONS + 4
        );
        let lines = lines_json(&text);
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
