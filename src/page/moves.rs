//! The moves of a game, encoded so that the page can replay them without knowing the rules of shogi.

use std::collections::HashMap;

use serde::Serialize;

use super::card::{Card, GameLimits};
use super::pictures::Pictures;
use super::sanitize::sanitize;
use crate::finding::{Finding, Language, Words, both};
use crate::notation::{csa, is_perpetual_in_japanese, japanese, japanese_move, japanese_terminal};
use crate::played::{Disambiguation, Meaning, Played, Ply};
use crate::record::{Ending, Node, NodeId, Record, Step, Terminal};
use crate::shogi::{Handicap, Motion, Piece, PieceKind, Side, Square};

/// Maximum length of a text that is shown in place of a move (characters).
const MAX_WORD_CHARACTERS: usize = 100;

/// A replayed record with the positions after its illegal moves.
#[derive(Debug)]
pub(super) struct Replay<'r, 't> {
    pub(super) played: Played<'r, 't>,
    /// The positions after the first illegal moves, in SFEN.
    illegal_positions: HashMap<NodeId, String>,
    limits: GameLimits,
}

impl<'r, 't> Replay<'r, 't> {
    /// Replays a record.
    pub(super) fn new(record: &'r Record<'t>, limits: GameLimits) -> Self {
        let mut illegal_positions = HashMap::new();
        let played = Played::watched(record, |id, meaning, position| {
            if let Meaning::Ply(Ply { legal: false, .. }) = meaning
                && illegal_positions.len() < limits.positions
            {
                illegal_positions.insert(id, position.to_sfen(1));
            }
        });
        Self {
            played,
            illegal_positions,
            limits,
        }
    }

    /// Creates the replay of a record whose moves are all legal.
    pub(super) fn of_legal_moves(played: Played<'r, 't>, limits: GameLimits) -> Self {
        Self {
            played,
            illegal_positions: HashMap::new(),
            limits,
        }
    }
}

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
    /// The index of each line in `all`, by its first node or, for the main line, by the start node.
    #[serde(skip)]
    indices: HashMap<NodeId, usize>,
}

/// A line of moves.
///
/// Moves and times are written in [codes](code): characters that mean numbers.
///
/// - A legal move has two codes: the origin and the destination. Squares are numbered row by row from the upper left
///   (9a); 81 and above are the pieces in hand, in the order of SFEN (R, B, G, S, N, L, P). The code [`MODIFIED`] and the
///   sum of these numbers precede a move whose KI2 text has more words: 左 1, 直 2, 右 3; 上 4, 寄 8, 引 12; 成 16,
///   不成 32, 打 48.
/// - Any other token follows the code [`SPECIAL`] and ends with a blank.
///
/// The other tokens:
///
/// - `7g7fP(77)`: a legal move with other KI2 text after the name of the piece, as origin (`*` is the hand),
///   destination, and the piece on the destination after the move. The text follows.
/// - `!7g7f0,1`: an illegal move. The numbers are the indices in `words` of its text and of the position after the
///   move.
/// - `-`: a pass.
/// - `~0`: the end of the game.
/// - `?0`: a move that cannot be replayed, or is not kept. This token is the last of its line.
/// - `=0`: a ply of a game other than shogi, with a board.
///
/// In the last three tokens, the number is the index of the text in `words`.
#[derive(Serialize)]
struct Line {
    /// The index of the line that this line branches from, and the ply of the first move of this line; `None` for the
    /// main line.
    #[serde(rename = "from", skip_serializing_if = "Option::is_none")]
    leaves: Option<(usize, u32)>,
    #[serde(rename = "m")]
    moves: String,
    /// The times of the tokens in seconds, as far as they are known: a code below [`LONG_TIME`], or a code that is
    /// increased by `LONG_TIME` and means a multiple of [`CODES`] with a second code, or [`NO_TIME`]. Other times are
    /// decimal numbers after the code [`OTHER_TIME`] and end with a blank.
    #[serde(rename = "t", skip_serializing_if = "String::is_empty")]
    times: String,
    #[serde(rename = "w", skip_serializing_if = "Vec::is_empty")]
    words: Vec<String>,
    #[serde(skip)]
    path: Vec<(u32, u32)>,
    /// The last ply of the line that can be replayed.
    #[serde(skip)]
    last: u32,
    /// The last ply in `moves`.
    #[serde(skip)]
    listed: u32,
}

/// Number of codes: the printable ASCII characters from `!` to `~` that JSON and HTML do not escape.
const CODES: u32 = 91;

/// The code before the number of the words of a move.
const MODIFIED: u32 = 88;

/// The code before a token that is not a legal move, or has unusual text.
const SPECIAL: u32 = 89;

/// The first code of a time that has two codes (seconds).
const LONG_TIME: u32 = 70;

/// The code of an unknown time.
const NO_TIME: u32 = 88;

/// The code before a time that is a decimal number.
const OTHER_TIME: u32 = 89;

/// Returns the character with this number among the characters from `!` to `~` except `"`, `<` and `\`.
fn code(number: u32) -> char {
    let byte = match number {
        0 => 33,
        1..26 => number + 34,
        26..57 => number + 35,
        _ => number + 36,
    };
    char::from_u32(byte).unwrap_or(' ')
}

/// Returns the number of a square, row by row from the upper left.
fn square_number(square: Square) -> u32 {
    u32::from(square.rank() - 1) * 9 + u32::from(9 - square.file())
}

impl Lines {
    /// Returns the lines of a replayed record.
    pub(super) fn new(card: &Card<'_, '_>, replay: &Replay<'_, '_>) -> Self {
        let Card { record, language, .. } = *card;
        let start = &record.start.position;
        let pictures = Pictures::new(card);
        let writer = Writer {
            with_times: record.has_times(),
            last_pictured_ply: pictures.as_ref().map_or(0, Pictures::last_ply),
            replay,
            language,
        };
        let is_even = Handicap::from_position(start).is_some_and(|it| it.name == Handicap::ALL[0].name);
        let mut lines = Self {
            start: (!is_even).then(|| start.to_sfen(1)),
            all: Vec::new(),
            cut: false,
            pictures,
            found: Vec::new(),
            indices: HashMap::new(),
        };
        lines.fill(&writer);
        lines.assign_findings(card.findings);
        lines
    }

    /// Returns the index of the line of a node, and the ply of the node in this line. A node after the listed plies of
    /// its line has the last listed ply. Returns `None` if the line is not listed.
    pub(super) fn place_of(&self, id: NodeId, record: &Record<'_>) -> Option<(usize, u32)> {
        let line = *self.indices.get(&record.tree.line_of(id))?;
        let listed = self.all.get(line).map_or(0, |line| line.listed);
        Some((line, record.tree.node(id).ply.min(listed)))
    }

    /// Returns the node at a ply of a line. Returns `None` if the line is not listed or has no such ply.
    #[cfg(feature = "application")]
    pub(super) fn node_at(&self, line: usize, ply: u32, record: &Record<'_>) -> Option<NodeId> {
        let tree = &record.tree;
        let (&first, _) = self.indices.iter().find(|(_, index)| **index == line)?;
        let mut node = first;
        while tree.node(node).ply > ply {
            node = tree.parent(node)?;
        }
        while tree.node(node).ply < ply {
            node = tree.first_child(node)?;
        }
        Some(node)
    }

    fn fill(&mut self, writer: &Writer<'_, '_, '_>) {
        let tree = &writer.replay.played.record().tree;
        let mut nodes = 0;
        // A record without moves also has a main line, to which its comments belong.
        self.indices.insert(NodeId::START, 0);
        for first in tree.lines() {
            let parent = tree.parent(first).unwrap_or(NodeId::START);
            let is_main = tree.is_main_line(first);
            let parent_ply = tree.node(parent).ply;
            let parent_line = self.indices.get(&tree.line_of(parent)).copied();
            let parent_line = parent_line.filter(|&line| !is_main && parent_ply <= self.all[line].last);
            if !is_main && parent_line.is_none() {
                // The parent line is not shown or cannot be replayed up to the branch, so no board for the branch is known.
                continue;
            }
            let limits = writer.replay.limits;
            if self.all.len() == limits.lines || nodes >= limits.nodes {
                self.cut = true;
                break;
            }
            if !is_main {
                self.indices.insert(first, self.all.len());
            }
            // Most moves have two codes, and most times one.
            let length = if is_main { tree.len() } else { 0 };
            let times_length = if writer.with_times { length + length / 4 } else { 0 };
            let mut line = Line {
                leaves: parent_line.map(|line| (line, parent_ply + 1)),
                moves: String::with_capacity(2 * length + length / 4),
                times: String::with_capacity(times_length),
                words: Vec::new(),
                path: tree.path(first),
                last: parent_ply,
                listed: parent_ply,
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

/// A replayed record, from which lines are written.
struct Writer<'w, 'r, 't> {
    replay: &'w Replay<'r, 't>,
    language: Language,
    /// `true` if times are written.
    with_times: bool,
    /// The last ply with a board, in a game other than shogi; 0 in shogi.
    last_pictured_ply: usize,
}

impl Line {
    /// Adds the moves of a line up to its end or to the first move that cannot be replayed.
    ///
    /// `nodes` counts the nodes of all lines. Returns whether nodes were left out because of the limit.
    fn fill(&mut self, first: NodeId, writer: &Writer<'_, '_, '_>, nodes: &mut usize) -> bool {
        let tree = &writer.replay.played.record().tree;
        let mut is_cut = false;
        // The length of `times` up to the last known time.
        let mut times_length = 0;
        let mut next = Some(first);
        while let Some(id) = next {
            if *nodes >= writer.replay.limits.nodes {
                is_cut = true;
                break;
            }
            *nodes += 1;
            let continues = self.add(id, writer);
            let node = tree.node(id);
            if writer.with_times {
                self.add_time(node.clock.spent);
                if node.clock.spent.is_some() {
                    times_length = self.times.len();
                }
            }
            self.listed = node.ply;
            if continues {
                self.last = node.ply;
            }
            next = tree.first_child(id).filter(|_| continues);
        }
        self.times.truncate(times_length);
        is_cut
    }

    /// Adds the time of a node (milliseconds).
    fn add_time(&mut self, spent: Option<u32>) {
        /// Maximum time that has two codes (seconds).
        const MAX_LONG_TIME: u32 = (NO_TIME - LONG_TIME) * CODES - 1;
        let Some(milliseconds) = spent else {
            return self.times.push(code(NO_TIME));
        };
        let seconds = milliseconds / 1000;
        match seconds {
            _ if !milliseconds.is_multiple_of(1000) || seconds > MAX_LONG_TIME => {
                self.times.push(code(OTHER_TIME));
                self.times
                    .push_str(&(f64::from(milliseconds) / 1000.0).to_string());
                self.times.push(' ');
            }
            0..LONG_TIME => self.times.push(code(seconds)),
            _ => self
                .times
                .extend([LONG_TIME + seconds / CODES, seconds % CODES].map(code)),
        }
    }

    /// Adds the token of a node. Returns whether the line can continue after it.
    fn add(&mut self, id: NodeId, writer: &Writer<'_, '_, '_>) -> bool {
        let (token, continues) = match (writer.replay.played.meaning(id), &writer.node(id).step) {
            (Meaning::Ply(ply), _) => {
                if push_codes(&mut self.moves, ply).is_some() {
                    return true;
                }
                self.ply_token(id, ply, writer)
            }
            (Meaning::Pass, _) => ("-".to_owned(), true),
            (meaning, Step::End(ending)) => {
                let word = self.add_word(end_words(ending, writer.language));
                (format!("~{word}"), *meaning == Meaning::End)
            }
            (_, Step::Token(_)) if writer.node(id).ply as usize <= writer.last_pictured_ply => {
                (format!("={}", self.add_word(writer.source_text(id))), true)
            }
            _ => self.unplayable_token(id, writer),
        };
        self.moves.push(code(SPECIAL));
        self.moves.push_str(&token);
        self.moves.push(' ');
        continues
    }

    fn ply_token(&mut self, id: NodeId, ply: &Ply, writer: &Writer<'_, '_, '_>) -> (String, bool) {
        let words = japanese_move(&writer.replay.played, id, ply);
        let words = words.unwrap_or_else(|_| writer.source_text(id));
        let from = ply.from.map_or_else(|| "*".to_owned(), |from| from.to_string());
        let to = ply.to;
        let rival = if ply.has_rival { "'" } else { "" };
        if let Some((piece, suffix)) = placed_piece(ply)
            .zip(ki2_suffix(&words, ply))
            .filter(|_| ply.legal)
        {
            return (format!("{from}{to}{piece}{rival}{suffix}"), true);
        }
        let Some(position) = writer.replay.illegal_positions.get(&id) else {
            return self.unplayable_token(id, writer);
        };
        let (words, position) = (self.add_word(words), self.add_word(position.clone()));
        (format!("!{from}{to}{rival}{words},{position}"), true)
    }

    fn unplayable_token(&mut self, id: NodeId, writer: &Writer<'_, '_, '_>) -> (String, bool) {
        (format!("?{}", self.add_word(writer.source_text(id))), false)
    }

    /// Adds a text to `words` and returns its index.
    fn add_word(&mut self, words: String) -> usize {
        self.words.push(words);
        self.words.len() - 1
    }
}

impl<'t> Writer<'_, '_, 't> {
    fn node(&self, id: NodeId) -> &Node<'t> {
        self.replay.played.record().tree.node(id)
    }

    /// Returns the text from which a node was read, in a form that is safe to show.
    fn source_text(&self, id: NodeId) -> String {
        let record = self.replay.played.record();
        let span = record.tree.node(id).span();
        sanitize(span.map_or("", |span| record.text_at(span)), MAX_WORD_CHARACTERS)
    }
}

/// Adds the codes of a legal move to `moves`. Returns `None` for any other move, if the words of the move have no number, and if they
/// do not show whether another piece could legally make the move.
fn push_codes(moves: &mut String, ply: &Ply) -> Option<()> {
    let from = match ply.from.filter(|_| ply.legal) {
        Some(from) => square_number(from),
        None => 81 + held_number(ply.kind.filter(|_| ply.legal)?)?,
    };
    let suffix = match ply.disambiguation {
        Disambiguation::Words(suffix) => {
            let side = match suffix.side {
                None => 0,
                Some(Side::Left) => 1,
                Some(Side::Straight) => 2,
                Some(Side::Right) => 3,
            };
            let motion = match suffix.motion {
                None => 0,
                Some(Motion::Up) => 4,
                Some(Motion::Level) => 8,
                Some(Motion::Back) => 12,
            };
            side + motion
        }
        Disambiguation::None | Disambiguation::Drop => 0,
        Disambiguation::Origin => return None,
    };
    // The page takes from the suffix whether another piece could legally make the move.
    if ply.has_rival != (suffix > 0) {
        return None;
    }
    let last_word = match ply {
        Ply { promotes: true, .. } => 16,
        Ply {
            may_promote: true, ..
        } => 32,
        _ if ply.disambiguation == Disambiguation::Drop => 48,
        _ => 0,
    };
    let words = suffix + last_word;
    if words > 0 {
        moves.push(code(MODIFIED));
        moves.push(code(words));
    }
    moves.push(code(from));
    moves.push(code(square_number(ply.to)));
    Some(())
}

/// Returns the number of a kind of pieces in hand, in the order of SFEN. Returns `None` if the kind cannot be in hand.
fn held_number(kind: PieceKind) -> Option<u32> {
    use PieceKind::{Bishop, Gold, Knight, Lance, Pawn, Rook, Silver};
    let kinds = [Rook, Bishop, Gold, Silver, Knight, Lance, Pawn];
    kinds
        .iter()
        .zip(0..)
        .find(|(it, _)| **it == kind)
        .map(|(_, at)| at)
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
        None => without_mark.strip_prefix(japanese::square(ply.to))?,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;
    use crate::page::card::{MAX_LINES, MAX_NODES, MAX_STORED_POSITIONS};
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
        serde_json::to_value(Lines::new(&card, &Replay::new(&record, GameLimits::REPORT))).unwrap()
    }

    /// Returns the tokens of a line in words, separated by blanks: origin, destination and the number of the words of a legal
    /// move, and other tokens as they are.
    fn tokens(line: &serde_json::Value) -> String {
        let numbers: HashMap<char, u32> = (0..CODES).map(|number| (code(number), number)).collect();
        let square = |number: u32| format!("{}{}", 9 - number % 9, char::from(b'a' + (number / 9) as u8));
        let mut tokens = Vec::new();
        let mut characters = line["m"].as_str().unwrap().chars();
        while let Some(first) = characters.next() {
            let mut next = || numbers[&characters.next().unwrap()];
            tokens.push(match numbers[&first] {
                SPECIAL => characters.by_ref().take_while(|&it| it != ' ').collect(),
                MODIFIED => {
                    let (words, from, to) = (next(), next(), next());
                    format!("{}{}/{words}", square(from), square(to))
                }
                held @ 81.. => format!("{}*{}", held - 81, square(next())),
                from => format!("{}{}", square(from), square(next())),
            });
        }
        tokens.join(" ")
    }

    #[test]
    fn codes_are_characters_that_need_no_escape() {
        let codes: String = (0..CODES).map(code).collect();
        assert_eq!(
            (codes.len(), codes.as_bytes()[0], codes.as_bytes()[90]),
            (91, b'!', b'~')
        );
        assert!(
            codes.is_ascii() && !codes.contains(['"', '<', '\\', ' ']),
            "{codes}"
        );
        assert!(codes.as_bytes().is_sorted_by(|a, b| a < b), "{codes}");
    }

    #[test]
    fn moves_describe_the_changes_of_the_board() {
        let lines = lines_json(
            "手合割：平手\n1 ７六歩(77) (0:03/)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 ５五角打\n6 ４四歩(34)\n7 投了\n",
        );
        let main_line = &lines["lines"][0];
        assert_eq!(tokens(main_line), "7g7f 3c3d 8h2b/16 3a2b 1*5e !3d4d'0,1 ~2");
        assert_eq!(main_line["t"], code(3).to_string());
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
        assert!(tokens(&json["lines"][0]).split(' ').count() <= MAX_NODES);
        let many_variations: Vec<_> = (1..=MAX_LINES + 5)
            .rev()
            .map(|ply| format!("変化：{ply}手\n{ply} {}\n", ["３四歩(33)", "７六歩(77)"][ply % 2]))
            .collect();
        let many_variations = many_variations.concat();
        let json = lines_json(&format!("手合割：平手\n{main_moves}{many_variations}"));
        assert!(json["lines"].as_array().unwrap().len() <= MAX_LINES);
    }

    #[test]
    fn times_have_one_or_two_codes_or_are_written_as_numbers() {
        let mut line = Line {
            leaves: None,
            moves: String::new(),
            times: String::new(),
            words: Vec::new(),
            path: Vec::new(),
            last: 0,
            listed: 0,
        };
        for milliseconds in [
            Some(0),
            Some(69_000),
            None,
            Some(70_000),
            Some(1_637_000),
            Some(1_638_000),
            Some(1_500),
        ] {
            line.add_time(milliseconds);
        }
        let long_times = [70, 70, 87, 90].map(code);
        let expected = [code(0), code(69), code(NO_TIME)]
            .into_iter()
            .chain(long_times)
            .collect::<String>();
        assert_eq!(line.times, format!("{expected}{0}1638 {0}1.5 ", code(OTHER_TIME)));
    }

    #[test]
    fn words_after_the_piece_are_numbers() {
        let lines = lines_json("手合割：平手\n1 ５八金(49)\n2 ８四歩(83)\n");
        assert_eq!(
            tokens(&lines["lines"][0]).split(' ').next(),
            Some("4i5h/3"),
            "{lines}"
        );
    }

    #[test]
    fn variations_of_an_omitted_line_are_omitted() {
        let lines = lines_json(
            "手合割：平手\n1 ７六歩(77)\n2 ３四歩\n3 ２六歩(27)\n\n変化：3手\n3 ６六歩(67)\n\n変化：1手\n1 ２六歩(27)\n2 投子\n",
        );
        let moves: Vec<_> = lines["lines"].as_array().unwrap().iter().map(tokens).collect();
        assert!(
            moves[0] == "7g7f 3c3d 2g2f" && moves.contains(&"2g2f ~0".to_owned()),
            "{lines}"
        );
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
        let tokens = tokens(&lines["lines"][0]);
        assert!(
            tokens.split(' ').next_back().unwrap().starts_with('?'),
            "{tokens}"
        );
    }
}
