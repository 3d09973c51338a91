//! The output of `kifu show`: one record for a person.
//!
//! The output contains the source and the headers, the board at a ply, the moves with their findings, the variations as
//! a tree, and the result with its reasons.

use anstyle::Style;
use unicode_width::UnicodeWidthStr;

use super::columns::wrap_text;
use super::diagram::Mark;
use super::{RenderOptions, put};
use crate::finding::{Finding, Language, Message, Seat, Words, bilingual, both, message};
use crate::notation::MoveNotation;
use crate::notation::{header, japanese, japanese_headers, japanese_move, japanese_terminal, side_names};
use crate::opening::{OpeningMatches, Pattern};
use crate::played::{Meaning, Played, Ply};
use crate::record::{Ending, HeaderKey, Node, NodeId, Outcome, Record, Step, Terminal, Times};
use crate::referee::Judgement;
use crate::shogi::{Color, Handicap, Move, Position, Square};
use crate::text::printable;
use annotations::Annotations;

mod annotations;
mod board;
mod command;
mod moves;
mod other_game;

pub(super) use board::title;
pub(super) use command::{command, fix_command};
pub use other_game::game_page;
pub(super) use other_game::game_title;

/// Returns the whole page of a shogi record. If the record cannot be replayed, the page contains only its source and
/// its findings.
pub fn page(view: &View<'_, '_>, source: &RecordSource<'_>, options: &RenderOptions) -> Vec<u8> {
    let mut out = Vec::new();
    write_source(view.record, source, options, &mut out);
    let annotations = Annotations::new(view.record, &view.findings);
    if !view.record.is_playable() {
        annotations::write_all(view.findings.iter().copied(), view.record, 2, options, &mut out);
        return out;
    }
    write_headers(view, options, &mut out);
    write_plans(view, options, &mut out);
    board::write(view, &annotations, options, &mut out);
    moves::write(view, &annotations, options, &mut out);
    moves::write_variations(view, &annotations, options, &mut out);
    write_result(view.judgement, view.record, options, &mut out);
    out
}

// A record at one of its plies.

/// A checked record, and the ply of its main line or of a variation whose board is shown.
#[derive(Debug)]
pub struct View<'v, 't> {
    /// The record that is shown.
    pub record: &'v Record<'t>,
    /// The result of the check.
    pub judgement: &'v Judgement,
    /// The findings that are shown. [`View::at`] sets all findings of the check.
    pub findings: Vec<&'v Finding>,
    /// The replayed record.
    pub played: Played<'v, 't>,
    /// The first node of the variation that is shown; the start for the main line.
    pub line: NodeId,
    /// The node at the ply whose board is shown.
    pub node: NodeId,
    /// The position after this ply.
    pub position: Position,
    /// The opening, the strategies and the castles of the game. The field is empty until the caller sets it.
    pub matches: OpeningMatches<'static>,
    /// The notation of the moves. It is Japanese until the caller sets another one.
    pub notation: MoveNotation,
}

/// The error that the line does not have the requested ply, or that the moves up to this ply cannot be made on the
/// board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchPly {
    requested: u32,
    /// `true` if the ply was requested of a variation.
    in_variation: bool,
    /// The last ply of the line.
    plies: u32,
    /// The ply of the first move to which the record gives the requested number, if there is one.
    numbered: Option<u32>,
    /// The first ply that cannot be made on the board, if it is not after the requested ply.
    first_unplayable_ply: Option<u32>,
}

impl NoSuchPly {
    /// Returns the message, with the reason: the number of plies of the line, or the first ply that cannot be made on the
    /// board.
    pub fn words(self) -> Message {
        let Self {
            requested,
            in_variation,
            plies,
            numbered,
            first_unplayable_ply,
        } = self;
        if let Some(first_unplayable_ply) = first_unplayable_ply {
            return message!(
                "cannot show ply {requested}: the moves from ply {first_unplayable_ply} on cannot be made on the board",
                "{requested}手目は表示できない。{first_unplayable_ply}手目以降は盤上で再現できない",
            );
        }
        if in_variation {
            return message!(
                "ply {requested} does not exist: the variation ends at ply {plies}, and 0 is the start position",
                "{requested}手目はない。この変化は{plies}手目で終わり、0は開始局面である",
            );
        }
        let (english_count, japanese_count) = match plies {
            1 => ("1 ply".to_owned(), "1手".to_owned()),
            _ => (format!("{plies} plies"), format!("{plies}手")),
        };
        let message = message!(
            "ply {requested} does not exist: the main line has {english_count}, and 0 is the start position",
            "{requested}手目はない。本譜は{japanese_count}で、0は開始局面である",
        );
        let Some(ply) = numbered else {
            return message;
        };
        message.followed_by(message!(
            "; the move numbered {requested} in the record is ply {ply}",
            "。棋譜で{requested}の番号が付いた指し手は{ply}手目である",
        ))
    }
}

impl<'v, 't> View<'v, 't> {
    /// Returns the names of Black and White in `language`. For handicap games, the Japanese names are 下手 and 上手.
    pub(crate) fn sides(&self, language: Language) -> [&'static str; 2] {
        sides(self.record, language)
    }

    /// Returns the name of a side in `language`; see [`sides`](Self::sides).
    pub(crate) fn side(&self, side: Color, language: Language) -> &'static str {
        self.sides(language)[side.index()]
    }

    /// Returns the view of a ply of the main line. Ply 0 is the start.
    ///
    /// If `ply` is `None`, returns the view after the last move before the end of the game that can be made on the
    /// board.
    ///
    /// # Errors
    ///
    /// Returns an error if the main line does not have this ply, or if its moves cannot be made on the board up to this
    /// ply.
    pub fn at(record: &'v Record<'t>, judgement: &'v Judgement, ply: Option<u32>) -> Result<Self, NoSuchPly> {
        Self::on_line(record, judgement, NodeId::START, ply)
    }

    /// Returns the view of a ply of the variation whose first node is `line`, as [`at`](Self::at) does for the main line. The
    /// moves before the variation are those of the lines that it leaves. If `line` is the start, it is the main line.
    ///
    /// # Errors
    ///
    /// Returns an error if the line does not have this ply, or if its moves cannot be made on the board up to this ply.
    pub fn on_line(
        record: &'v Record<'t>,
        judgement: &'v Judgement,
        line: NodeId,
        ply: Option<u32>,
    ) -> Result<Self, NoSuchPly> {
        let tree = &record.tree;
        let first_ply = tree.node(line).ply;
        let nodes = variation_nodes(record, line);
        let belongs = |id: NodeId| nodes.as_ref().is_none_or(|nodes| nodes[id.index()]);
        let (mut node, mut position) = (NodeId::START, record.start.position.clone());
        let mut reached = ply == Some(0);
        let played = Played::watched(record, |id, meaning, after| {
            // The main line continues with the first child of the node that can be replayed.
            if reached || tree.parent(id) != Some(node) || !belongs(id) {
                return;
            }
            reached = match ply {
                Some(requested) => tree.node(id).ply == requested,
                None => *meaning == Meaning::End && tree.node(id).ply >= first_ply,
            };
            if ply.is_some() || !reached {
                node = id;
                position.clone_from(after);
            }
        });
        if let Some(requested) = ply.filter(|_| !reached) {
            return Err(NoSuchPly {
                requested,
                in_variation: line != NodeId::START,
                plies: line_length(record, line),
                numbered: ply_of_number(record, requested),
                first_unplayable_ply: first_unplayable_ply(&played, line)
                    .filter(|&first_unplayable| first_unplayable <= requested),
            });
        }
        Ok(Self {
            record,
            judgement,
            findings: judgement.findings.iter().collect(),
            played,
            line,
            node,
            position,
            matches: OpeningMatches::default(),
            notation: MoveNotation::default(),
        })
    }

    /// Returns the number of the ply whose board is shown.
    pub fn ply(&self) -> u32 {
        self.record.tree.node(self.node).ply
    }

    /// Returns the ply of the last move of the line that is shown, including moves after an end. Returns 0 if there are no
    /// moves.
    pub fn length(&self) -> u32 {
        line_length(self.record, self.line)
    }

    /// Returns whether the node at the ply is the end of the game and not a move.
    pub(crate) fn is_end(&self) -> bool {
        *self.played.meaning(self.node) == Meaning::End
    }

    /// Returns the first ply of the line that cannot be made on the board, if there is one.
    pub fn first_unplayable_ply(&self) -> Option<u32> {
        first_unplayable_ply(&self.played, self.line)
    }

    /// Returns the path of the variation that is shown; empty for the main line.
    pub(crate) fn variation(&self) -> Vec<(u32, u32)> {
        self.record.tree.path(self.line)
    }

    /// Returns the last move before the position that is shown, and its node.
    ///
    /// If the node of the view is an end, this is the move before the end. Returns `None` at the start position, and if
    /// the last step before the position is a pass.
    pub(crate) fn last_move(&self) -> Option<(NodeId, &Ply)> {
        let is_end = |id: &NodeId| *self.played.meaning(*id) == Meaning::End;
        let last_node = self.record.tree.ancestors(self.node).find(|id| !is_end(id))?;
        Some((last_node, self.played.ply(last_node)?))
    }

    /// Returns the findings on the ply whose board is shown, without those in other lines.
    pub(crate) fn findings_on_ply(&self) -> impl Iterator<Item = &'v Finding> {
        let ply = self.ply();
        let variation = self.record.tree.path(self.node);
        let findings = self.findings.iter().copied();
        findings.filter(move |finding| finding.variation == variation && finding.ply == Some(ply))
    }

    /// Returns the squares to mark on the board: first the squares of the last move, then the squares of findings on
    /// the ply.
    pub(crate) fn marks(&self) -> Vec<(Square, Mark)> {
        let last_move = self.last_move().map(|(_, ply)| (ply.from, ply.to));
        let move_squares = last_move
            .into_iter()
            .flat_map(|(from, to)| from.into_iter().chain([to]));
        let finding_cells = self.findings_on_ply().flat_map(|finding| &finding.cells);
        move_squares
            .map(|square| (square, Mark::Moved))
            .chain(finding_cells.filter_map(|cell| Some((cell.square()?, Mark::OfFinding))))
            .collect()
    }
}

/// Returns the names of Black and White for a record, in `language`. The Japanese names depend on whether the game is a
/// handicap game.
pub(super) fn sides(record: &Record<'_>, language: Language) -> [&'static str; 2] {
    let names = side_names(record);
    Color::ALL.map(|side| *names.seat(side).words.in_language(language))
}

/// Returns for each node whether it belongs to the line through a variation, from the start to the end of the variation.
/// Returns `None` for the main line.
fn variation_nodes(record: &Record<'_>, line: NodeId) -> Option<Vec<bool>> {
    if line == NodeId::START {
        return None;
    }
    let mut nodes = vec![false; record.tree.len()];
    for id in record.tree.ancestors(line).chain(line_nodes(record, line)) {
        nodes[id.index()] = true;
    }
    Some(nodes)
}

/// Returns the nodes of the line that begins with this node. The start begins the main line.
fn line_nodes(record: &Record<'_>, line: NodeId) -> impl Iterator<Item = NodeId> {
    std::iter::successors(Some(line), |&id| record.tree.first_child(id))
}

/// Returns the last ply of a line, including moves after an end.
fn line_length(record: &Record<'_>, line: NodeId) -> u32 {
    let nodes = line_nodes(record, line).map(|id| record.tree.node(id));
    let moves = nodes.filter(|node| !matches!(node.step, Step::End(_)));
    moves.last().map_or(0, |node| node.ply)
}

/// Returns the ply of the first move to which the record gives this number, if there is one.
fn ply_of_number(record: &Record<'_>, number: u32) -> Option<u32> {
    main_line_moves(record)
        .find(|node| node.number == number)
        .map(|node| node.ply)
}

/// Returns the moves of the main line, including those after an end.
fn main_line_moves<'r>(record: &'r Record<'_>) -> impl Iterator<Item = &'r Node<'r>> {
    let nodes = record.tree.main_line().map(|(_, node)| node);
    nodes.filter(|node| !matches!(node.step, Step::End(_)))
}

/// Returns the first ply of a line, or of the moves before it, that cannot be made on the board.
fn first_unplayable_ply(played: &Played<'_, '_>, line: NodeId) -> Option<u32> {
    let record = played.record();
    let nodes = record.tree.ancestors(line).chain(line_nodes(record, line));
    let unplayable = nodes.filter(|&id| *played.meaning(id) == Meaning::NotOnBoard);
    unplayable.map(|id| record.tree.node(id).ply).min()
}

// Moves, sides and results in words.

/// Returns the outcome of a game in words.
fn describe_outcome(outcome: Outcome<Seat>) -> Message {
    match outcome {
        Outcome::Win(winner) => message!("{winner} wins", "{winner}の勝ち", winner),
        Outcome::Draw => bilingual("a draw", "引き分け"),
        Outcome::None => bilingual("no result", "勝敗なし"),
    }
}

/// Returns a node in words: a move in the notation of the view, a pass, or an end. Any other node is as written in the record.
pub(super) fn step(view: &View<'_, '_>, id: NodeId, language: Language) -> String {
    let (record, played) = (view.record, &view.played);
    let node = record.tree.node(id);
    let as_written = || {
        let text = node.span().map_or("", |span| record.text_at(span));
        printable(text).into_owned()
    };
    match (played.meaning(id), &node.step) {
        (Meaning::Ply(ply), _) => {
            let western = view.notation.western(ply);
            western.unwrap_or_else(|| japanese_move(played, id, ply).unwrap_or_else(|_| as_written()))
        }
        (Meaning::Pass, _) => {
            let pass = language.either("passes", "パス");
            format!("{}{pass}", japanese::mark(played.turn(id)))
        }
        (_, Step::End(ending)) => end(ending, language),
        _ => as_written(),
    }
}

/// Returns a move in the notation of the view, for a place where the previous move is not shown.
///
/// 同 (“on the square of the previous move”) does not identify the square in this case, so the square is added.
pub(super) fn lone_move(view: &View<'_, '_>, id: NodeId, ply: &Ply, language: Language) -> String {
    if let Some(western) = view.notation.western(&Ply { same: false, ..*ply }) {
        return western;
    }
    let words = step(view, id, language);
    match words.split_once('同') {
        Some((mark, rest)) if mark.chars().count() == 1 => {
            let square = japanese::square(ply.to);
            format!("{mark}{square}同{}", rest.trim_start())
        }
        _ => words,
    }
}

/// Returns a move in USI; `None` for the drop of an unknown piece.
pub(super) fn usi(ply: &Ply) -> Option<String> {
    let to = ply.to;
    let usi_move = match ply.from {
        Some(from) => Move::Board {
            from,
            to,
            promote: ply.promotes,
        },
        None => Move::Drop {
            kind: ply.kind?.base(),
            to,
        },
    };
    Some(usi_move.to_string())
}

fn end(ending: &Ending<'_>, language: Language) -> String {
    let word = printable(&ending.word);
    match language {
        Language::English if !matches!(ending.terminal, Terminal::Other | Terminal::TakeBack) => {
            terminal(ending.terminal, language).unwrap_or(&word).to_owned()
        }
        Language::English => word.into_owned(),
        Language::Japanese => terminal(ending.terminal, language).unwrap_or(&word).to_owned(),
    }
}

/// Returns the words for a kind of end of a game, if `language` has words for it.
fn terminal(terminal: Terminal, language: Language) -> Option<&'static str> {
    match language {
        Language::English => Some(terminal.english()),
        Language::Japanese => japanese_terminal(terminal).or(terminal.japanese()),
    }
}

// Titles and paragraphs.

/// Writes the heading of a section of the page.
fn heading(words: Words, options: &RenderOptions, out: &mut Vec<u8>) {
    let strong = options.paint.strong;
    put!(
        out,
        "\n{strong}{}{strong:#}\n",
        words.in_language(options.language)
    );
}

/// Writes a paragraph, wrapped to the width of the terminal.
///
/// `used` columns of the first line are already taken. All later lines are indented by `indent` columns. If the width
/// is unknown, lines are not wrapped.
fn paragraph(words: &str, (used, indent): (usize, usize), options: &RenderOptions, out: &mut Vec<u8>) {
    /// Minimum width of a line (columns), even if the terminal is narrower.
    const MIN_COLUMNS: usize = 20;
    let line_width = |used: usize| {
        options
            .columns
            .map(|columns| columns.saturating_sub(used).max(MIN_COLUMNS))
    };
    let mut used = used;
    for line in words.lines().map(printable) {
        let wrapped_lines = match (line_width(used.max(indent)), line_width(indent)) {
            (Some(first_width), Some(other_width)) => wrap_text(&line, first_width, other_width),
            _ => vec![&*line],
        };
        for wrapped_line in wrapped_lines {
            let gap = if used == 0 { indent } else { 0 };
            put!(out, "{:gap$}{wrapped_line}\n", "");
            used = 0;
        }
    }
    if used > 0 {
        // An empty text still ends the line that has been begun.
        put!(out, "\n");
    }
}

// The source of a record.

/// The source of the record that is shown.
#[derive(Clone, Copy, Debug)]
pub struct RecordSource<'p> {
    /// The path of the file, as it is shown to the user.
    pub path: &'p str,
    /// The number of records in the file.
    pub records: usize,
    /// The encoding of the file.
    pub encoding: &'p str,
}

/// Writes the source of a record: `games/a.kif, record 1 of 3 (kif, Shift_JIS)`. The number is left out if the file has
/// only one record.
fn write_source(record: &Record<'_>, source: &RecordSource<'_>, options: &RenderOptions, out: &mut Vec<u8>) {
    let RecordSource {
        path,
        records,
        encoding,
    } = *source;
    let (strong, path, index) = (options.paint.strong, printable(path), record.index);
    put!(out, "{strong}{path}{strong:#}");
    match options.language {
        _ if records == 1 => {}
        Language::English => put!(out, ", record {index} of {records}"),
        Language::Japanese => put!(out, " 全{records}局の{index}局目"),
    }
    put!(out, " ({}, {encoding})\n", record.format.name());
}

// Headers: players, place and time.

/// Japanese names of headers and their English translations. The headers of players are first.
const HEADER_TRANSLATIONS: [(&str, &str); 19] = [
    ("先手", "Black"),
    ("下手", "Black (下手)"),
    ("後手", "White"),
    ("上手", "White (上手)"),
    ("表題", "Title"),
    ("棋戦", "Event"),
    ("場所", "Site"),
    ("開始日時", "Start"),
    ("終了日時", "End"),
    ("対局日", "Date"),
    ("日時", "Date"),
    ("手合割", "Handicap"),
    ("戦型", "Opening"),
    ("持ち時間", "Time limit"),
    ("秒読み", "Byoyomi"),
    ("最大手数", "Move limit"),
    ("持将棋", "Impasse"),
    ("備考", "Note"),
    ("作者", "Author"),
];

/// Number of entries at the start of [`HEADER_TRANSLATIONS`] that are players.
const PLAYER_HEADER_COUNT: usize = 4;

/// Writes the headers that are not blank, the players first. In English, known names of headers are translated.
fn write_headers(view: &View<'_, '_>, options: &RenderOptions, out: &mut Vec<u8>) {
    let headers = headers(view);
    let label = |key: &str| {
        let english = HEADER_TRANSLATIONS.iter().find(|(japanese, _)| *japanese == key);
        match (options.language, english) {
            (Language::English, Some((_, english))) => (*english).to_owned(),
            _ => printable(key).into_owned(),
        }
    };
    for (key, value) in headers {
        write_field(&label(&key), &value, options, out);
    }
}

/// Writes a label, and its value as a paragraph with aligned lines.
fn write_field(label: &str, value: &str, options: &RenderOptions, out: &mut Vec<u8>) {
    let indent = (label.width() + 3).max(16);
    let gap = indent - label.width() - 2;
    put!(out, "  {label}{:gap$}", "");
    paragraph(value, (indent, indent), options, out);
}

/// Returns the Japanese names and the values of the headers that are not blank. The headers of the players are first.
///
/// Headers about the start position are left out. If the start position has a name in the record, or is that of a
/// handicap, the header 手合割 with this name is added.
fn headers(view: &View<'_, '_>) -> Vec<(String, String)> {
    let record = view.record;
    let mut headers: Vec<(String, String)> = japanese_headers(record)
        .filter(|(key, value)| !header::is_start_key(key) && !value.trim().is_empty())
        .map(|(key, value)| (key.into_owned(), value.trim().to_owned()))
        .collect();
    let name_in_record = record.start.name.as_ref().map(|(name, _)| name.trim());
    let name_of_position = Handicap::from_position(&record.start.position).map(|handicap| handicap.name);
    if let Some(name) = name_in_record
        .filter(|name| !name.is_empty())
        .or(name_of_position)
    {
        headers.push(("手合割".to_owned(), name.to_owned()));
    }
    headers.sort_by_key(|(key, _)| {
        let player_index = HEADER_TRANSLATIONS[..PLAYER_HEADER_COUNT]
            .iter()
            .position(|(name, _)| name == key);
        player_index.unwrap_or(PLAYER_HEADER_COUNT)
    });
    headers
}

/// Returns the name of the player whose header is `player`; `None` if the record does not state the name.
pub(super) fn player(view: &View<'_, '_>, player: HeaderKey) -> Option<String> {
    let names = header::Name::for_meaning(player)?;
    let mut headers = japanese_headers(view.record);
    let (_, value) = headers.find(|(key, value)| names.is_japanese(key) && !value.trim().is_empty())?;
    Some(printable(value.trim()).into_owned())
}

// The winner that the record states, the winner by the rules, and the reasons.

/// Writes the stated result, the result by the rules, and the reasons.
fn write_result(judgement: &Judgement, record: &Record<'_>, options: &RenderOptions, out: &mut Vec<u8>) {
    heading(both("Result", "結果"), options, out);
    let language = options.language;
    let label = language.either("  Stated in the record: ", "  棋譜の記載：");
    let stated = judgement.stated.map(describe_outcome);
    let stated = stated.unwrap_or_else(|| bilingual("no winner", "勝敗の記載なし"));
    put!(out, "{label}{}", stated.in_language(language));
    if let Some(end) = judgement
        .end
        .and_then(|end| end_in_words(end, judgement.stated, language))
    {
        let (open, close) = language.either((" (", ")"), ("（", "）"));
        put!(out, "{open}{end}{close}");
    }
    put!(out, "\n");
    write_verdict(judgement.verdict, judgement.stated, options, out);
    for (number, reason) in (1..).zip(&judgement.reasons) {
        let number = format!("    {number}. ");
        put!(out, "{number}");
        paragraph(
            &reason.in_language(language),
            (number.len(), number.len()),
            options,
            out,
        );
    }
    if let Some(proof) = &judgement.proof {
        annotations::write_proof(proof, record, 4, options, out);
    }
}

/// Returns in words how the game ended. Returns `None` for a stated draw, and if there is no word for the end.
fn end_in_words(end: Terminal, stated: Option<Outcome<Seat>>, language: Language) -> Option<&'static str> {
    match (end, language) {
        (Terminal::Draw, _) if stated == Some(Outcome::Draw) => None,
        (Terminal::Other, Language::English) => None,
        (Terminal::NoMate, Language::English) => Some("there is no mate"),
        _ => terminal(end, language),
    }
}

fn write_verdict(
    verdict: Option<Outcome<Seat>>,
    stated: Option<Outcome<Seat>>,
    options: &RenderOptions,
    out: &mut Vec<u8>,
) {
    let label = options.language.either("  By the rules: ", "  規定による判定：");
    let words = verdict.map(describe_outcome);
    let words = words.unwrap_or_else(|| bilingual("not known", "不明"));
    let style = if verdict == stated {
        Style::default()
    } else {
        options.paint.strong
    };
    let words = words.in_language(options.language);
    put!(out, "{label}{style}{words}{style:#}\n");
}

// The opening and the castles of a game, as detected on the board.

/// Writes the opening, and the strategy and the castle of each side, as far as they were detected.
fn write_plans(view: &View<'_, '_>, options: &RenderOptions, out: &mut Vec<u8>) {
    const OPENING_LABEL: Words = both("Opening seen", "戦型（盤上）");
    const PLAN_LABEL: Words = both("'s plan", "の作戦");
    let language = options.language;
    let matches = &view.matches;
    let mut write_names = |label: &str, patterns: &[Option<&Pattern>]| {
        let names: Vec<_> = patterns
            .iter()
            .flatten()
            .map(|pattern| pattern.name.in_language(language).as_str())
            .collect();
        if !names.is_empty() {
            let names = names.join(language.either(", ", "、"));
            write_field(label, &names, options, out);
        }
    };
    write_names(OPENING_LABEL.in_language(language), &[matches.opening]);
    for side in Color::ALL {
        let index = side.index();
        let label = view.side(side, language).to_owned() + PLAN_LABEL.in_language(language);
        write_names(&label, &[matches.strategy[index], matches.castle[index]]);
    }
}

// The thinking times of a game.

/// The times of a record, with the running total of each side.
struct ShownTimes<'p, 'r, 't> {
    played: &'p Played<'r, 't>,
    sums: Times,
}

impl<'p, 'r, 't> ShownTimes<'p, 'r, 't> {
    /// Computes the running totals of a replayed record.
    fn new(played: &'p Played<'r, 't>) -> Self {
        Self {
            played,
            sums: Times::from_record(played.record(), 1),
        }
    }

    /// Returns the time of a node and the total of its side as text, if the record has a time for the node.
    fn spent_and_total(&self, id: NodeId) -> Option<(String, String)> {
        let spent = self.played.record().tree.node(id).clock.spent?;
        Some((minutes(spent.into()), hours(self.total(id)?)))
    }

    /// Returns the total of the side that moves at a node (milliseconds): the total in the record, or else the sum of
    /// the times. Returns `None` if the record has neither a total nor a time for the node.
    fn total(&self, id: NodeId) -> Option<u64> {
        let clock = self.played.record().tree.node(id).clock;
        let sum = || clock.spent.map(|_| self.sums.total(id));
        clock.total.map(u64::from).or_else(sum)
    }

    /// Returns the total of a side at a node, or at the last preceding node that has a total for this side, as text.
    /// Returns `None` if there is no such node.
    fn total_of(&self, side: Color, at: NodeId) -> Option<String> {
        let side_to_move = |id: NodeId| self.played.ply(id).map_or(self.played.turn(id), |ply| ply.mover);
        let mut ancestors = self.played.record().tree.ancestors(at);
        let total = ancestors.find_map(|id| self.total(id).filter(|_| side_to_move(id) == side))?;
        Some(hours(total))
    }
}

/// Formats the time of a move in minutes and seconds: `75:03`.
fn minutes(milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    format!("{}:{:02}{}", seconds / 60, seconds % 60, fraction(milliseconds))
}

/// Formats a total time in hours, minutes and seconds: `1:15:03`.
pub(super) fn hours(milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!(
        "{hours}:{minutes:02}:{:02}{}",
        seconds % 60,
        fraction(milliseconds)
    )
}

/// Returns the fraction of a second with its point, such as `.34`, or an empty text for a whole second.
fn fraction(milliseconds: u64) -> String {
    match milliseconds % 1000 {
        0 => String::new(),
        thousandths => format!(".{thousandths:03}").trim_end_matches('0').to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_in_records() {
        assert_eq!([0, 4_503_000, 12_340].map(minutes), ["0:00", "75:03", "0:12.34"]);
        assert_eq!(
            [0, 4_503_000, 36_000_001].map(hours),
            ["0:00:00", "1:15:03", "10:00:00.001"]
        );
    }
}
