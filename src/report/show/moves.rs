//! The parts of a page about moves: the list of moves of the main line with their findings, the variations, and the
//! board.

use std::collections::HashMap;

use unicode_width::UnicodeWidthStr;

use super::{RecordSource, ShownTimes, View, heading, paragraph, write_source};
use crate::finding::{self, Finding, Language, Localized, Message, Severity, both, message};
use crate::notation::Remarks;
use crate::played::Meaning;
use crate::record::{Node, NodeId, Record, Remark, RemarkKind, Step};
use crate::referee::Judgement;
use crate::report::diagram::marked_diagram;
use crate::report::{RenderOptions, put};
use crate::shogi::Color;
use crate::system::{Drawing, Grid, Halves};
use crate::text::printable;

/// Width of a move in Japanese (terminal columns).
const MOVE_COLUMNS: usize = 14;

/// Width of a move in USI (terminal columns).
const USI_COLUMNS: usize = 6;

/// Width of the time of a move, and of the total time (terminal columns).
const TIME_COLUMNS: usize = 8;

/// Indentation of the findings on a move (columns).
const FINDING_INDENT_COLUMNS: usize = 9;

/// Writes the list of moves and ends of the main line, with findings and comments. Findings on later plies follow.
pub(super) fn write(view: &View<'_, '_>, notes: &Notes<'_, '_>, options: &RenderOptions, out: &mut Vec<u8>) {
    let times = ShownTimes::new(&view.played);
    let line_of = |id, node: &Node<'_>| Some(move_line(view, id, node, &times, options.language));
    let last_ply = write_list(view.record, notes, view.ply(), line_of, options, out);
    if last_ply == 0 {
        put!(out, "  {}\n", options.language.either("none", "なし"));
    }
    write_all(
        notes.findings_after(&[], last_ply),
        FINDING_INDENT_COLUMNS,
        options,
        out,
    );
}

/// Writes the heading, the findings and comments on the start, and then the nodes of the main line for which `line_of`
/// returns text, with their findings and comments.
///
/// A pointer marks `shown_ply`, whose board is shown. Returns the last ply written, or 0 if no node was written.
fn write_list(
    record: &Record<'_>,
    notes: &Notes<'_, '_>,
    shown_ply: u32,
    line_of: impl Fn(NodeId, &Node<'_>) -> Option<String>,
    options: &RenderOptions,
    out: &mut Vec<u8>,
) -> u32 {
    heading(both("Moves", "指し手"), options, out);
    write_all(notes.findings_at(&[], 0).iter().copied(), 2, options, out);
    write_comments(notes, NodeId::START, 2, options, out);
    let mut last_ply = 0;
    for (id, node) in record.tree.main_line() {
        let Some(line) = line_of(id, node) else {
            continue;
        };
        last_ply = node.ply;
        let findings = notes.findings_at(&[], last_ply);
        let style =
            highest(findings).map_or_else(Default::default, |severity| options.paint.severity(severity));
        let pointer = if last_ply == shown_ply { '>' } else { ' ' };
        put!(out, "{pointer}{style}{}{style:#}\n", line.trim_end());
        write_all(findings.iter().copied(), FINDING_INDENT_COLUMNS, options, out);
        write_comments(notes, id, FINDING_INDENT_COLUMNS, options, out);
    }
    last_ply
}

/// Returns the line of a node: `   43 ▲９五歩打      P*9e       0:05   0:12:41`. The USI is only in English, and the times
/// only if they are known. Another number in the record, and a move that is not on the board, are noted.
fn move_line(
    view: &View<'_, '_>,
    id: NodeId,
    node: &Node<'_>,
    times: &ShownTimes<'_, '_, '_>,
    language: Language,
) -> String {
    let mut line = format!("{:>5}  ", node.ply);
    push_column(&super::step(&view.played, id, language), MOVE_COLUMNS, &mut line);
    if language == Language::English {
        let usi = view.played.ply(id).and_then(super::usi).unwrap_or_default();
        push_column(&usi, USI_COLUMNS, &mut line);
    }
    if let Some((spent, total)) = times.spent_and_total(id) {
        line += &[
            &format!("{spent:>TIME_COLUMNS$}"),
            "  ",
            &format!("{total:>TIME_COLUMNS$}"),
            "  ",
        ]
        .concat();
    }
    if node.number != node.ply {
        let number = match language {
            Language::English => format!("(numbered {})  ", node.number),
            Language::Japanese => format!("（{}手目と記載）  ", node.number),
        };
        line.push_str(&number);
    }
    if *view.played.meaning(id) == Meaning::NotOnBoard && !matches!(node.step, Step::End(_)) {
        line.push_str(language.either("(not on the board)", "（盤上で再現できない）"));
    }
    line
}

/// Appends words, padded with blanks to `width` terminal columns, and a gap of two blanks.
fn push_column(words: &str, width: usize, line: &mut String) {
    line.push_str(words);
    line.extend(std::iter::repeat_n(' ', width.saturating_sub(words.width()) + 2));
}

// The findings of a record, by line and ply.

/// The findings of a line, by ply.
type FindingsByPly<'j> = HashMap<u32, Vec<&'j Finding>>;

/// The findings by line and ply, in their original order, and the comments by node.
pub(super) struct Notes<'j, 't> {
    /// The findings by the path of their line.
    lines: HashMap<&'j [(u32, u32)], FindingsByPly<'j>>,
    /// All findings, in their original order.
    findings: &'j [&'j Finding],
    comments: Remarks<'j, 't>,
    /// `true` for shogi.
    ///
    /// In all other games, comments and lines that programs write for themselves both begin with `#`, so both are
    /// shown.
    is_shogi: bool,
}

impl<'j, 't> Notes<'j, 't> {
    /// Groups the findings by line and ply, and the comments by node. A finding without a ply is at ply 0.
    pub(super) fn new(record: &'j Record<'t>, findings: &'j [&'j Finding]) -> Self {
        let mut lines: HashMap<&[(u32, u32)], FindingsByPly<'j>> = HashMap::new();
        for &finding in findings {
            let line = lines.entry(&finding.variation).or_default();
            line.entry(finding.ply.unwrap_or(0)).or_default().push(finding);
        }
        Self {
            lines,
            findings,
            comments: Remarks::new(record),
            is_shogi: record.is_shogi(),
        }
    }

    /// Returns the findings on a ply of a line.
    pub(super) fn findings_at(&self, line: &[(u32, u32)], ply: u32) -> &[&'j Finding] {
        let findings = self.lines.get(line).and_then(|plies| plies.get(&ply));
        findings.map_or(&[], Vec::as_slice)
    }

    /// Returns the comments and bookmarks at a node. In shogi, lines that programs write for themselves are left out.
    pub(super) fn comments(&self, node: NodeId) -> impl Iterator<Item = &'j Remark<'t>> {
        let is_comment = |remark: &&Remark<'_>| remark.kind != RemarkKind::Tool || !self.is_shogi;
        self.comments.at(node).filter(is_comment)
    }

    /// Returns the findings on plies of a line after `ply`.
    pub(super) fn findings_after(&self, line: &[(u32, u32)], ply: u32) -> impl Iterator<Item = &'j Finding> {
        self.findings
            .iter()
            .copied()
            .filter(move |finding| finding.variation == line && finding.ply.is_some_and(|at| at > ply))
    }
}

/// Returns the highest severity of these findings; `None` if there are no findings.
pub(super) fn highest(findings: &[&Finding]) -> Option<Severity> {
    findings.iter().map(|finding| finding.severity).max()
}

/// Writes findings, each as a separate paragraph indented by `indent` columns.
pub(super) fn write_all<'f>(
    findings: impl IntoIterator<Item = &'f Finding>,
    indent: usize,
    options: &RenderOptions,
    out: &mut Vec<u8>,
) {
    for finding in findings {
        let style = options.paint.severity(finding.severity);
        let word = finding.severity.words();
        let head = format!("{}[{}]", word.in_language(options.language), finding.rule.name);
        put!(out, "{:indent$}{style}{head}{style:#}: ", "");
        let message = finding.message.in_language(options.language);
        paragraph(&message, (indent + head.width() + 2, indent + 2), options, out);
    }
}

/// Writes the comments and bookmarks at a node that are not blank, indented by `indent` columns.
fn write_comments(
    notes: &Notes<'_, '_>,
    node: NodeId,
    indent: usize,
    options: &RenderOptions,
    out: &mut Vec<u8>,
) {
    for comment in notes
        .comments(node)
        .filter(|comment| !comment.text.trim().is_empty())
    {
        let mark = match comment.kind {
            RemarkKind::Bookmark => '&',
            _ => '*',
        };
        put!(out, "{:indent$}{mark} ", "");
        paragraph(comment.text.trim(), (indent + 2, indent + 2), options, out);
    }
}

// The variations as a tree: each variation is below the line from which it branches, and is indented further.

/// Maximum number of variations shown. A file can contain millions of variations.
const MAX_LINES: usize = 100;

/// Maximum number of moves shown in all variations together. A file can contain millions of moves.
const MAX_MOVES: usize = 10_000;

/// Depth of nesting from which variations are not indented further.
const MAX_INDENTED_LEVELS: usize = 12;

/// Width of lines of moves if the width of the terminal is unknown (columns).
const DEFAULT_COLUMNS: usize = 100;

/// Writes the variations with their heading, if there are any. The variations beyond [`MAX_LINES`] or [`MAX_MOVES`] are
/// only counted.
pub(super) fn write_variations(
    view: &View<'_, '_>,
    notes: &Notes<'_, '_>,
    options: &RenderOptions,
    out: &mut Vec<u8>,
) {
    let tree = &view.record.tree;
    let mut lines = tree.lines().skip(1).peekable();
    if lines.peek().is_none() {
        return;
    }
    heading(both("Variations", "変化"), options, out);
    // The depth of each line, by its first node.
    let mut depths = HashMap::from([(NodeId::START, 0)]);
    let (mut shown_lines, mut shown_moves) = (0, 0);
    while let Some(first_node) = lines.next_if(|_| shown_lines < MAX_LINES && shown_moves < MAX_MOVES) {
        let parent = tree.parent(first_node).unwrap_or(NodeId::START);
        // A line precedes the lines that branch from it, so the depth of the parent line is known.
        let depth = depths.get(&tree.line_of(parent)).map_or(0, |depth| depth + 1);
        depths.insert(first_node, depth);
        let indent = 2 * depth.min(MAX_INDENTED_LEVELS);
        let mut line = Line {
            view,
            notes,
            options,
            indent,
            words: String::new(),
        };
        line.write_head(first_node, out);
        shown_moves += line.write_moves(first_node, MAX_MOVES - shown_moves, out);
        shown_lines += 1;
    }
    let omitted_count = lines.count();
    if omitted_count > 0 {
        let words = match options.language {
            Language::English => {
                format!(
                    "… and {omitted_count} more with their findings; `kifu convert` writes all variations"
                )
            }
            Language::Japanese => {
                format!(
                    "…ほか{omitted_count}個の変化とその指摘は省略。すべての変化は kifu convert で書き出せる"
                )
            }
        };
        put!(out, "  {words}\n");
    }
}

/// A variation while it is written.
struct Line<'l, 'v, 't> {
    view: &'l View<'v, 't>,
    notes: &'l Notes<'v, 't>,
    options: &'l RenderOptions,
    indent: usize,
    /// The text of the moves on the current output line, until `flush` writes it.
    words: String,
}

impl Line<'_, '_, '_> {
    /// Writes the first ply of the line, and the move of the parent line that the first move replaces.
    fn write_head(&self, first_node: NodeId, out: &mut Vec<u8>) {
        let tree = &self.view.record.tree;
        let ply = tree.node(first_node).ply;
        let replaced = tree
            .parent(first_node)
            .and_then(|parent| tree.first_child(parent));
        let replaced = replaced.map_or_else(String::new, |id| {
            super::step(&self.view.played, id, self.options.language)
        });
        let words = match self.options.language {
            Language::English => format!("from ply {ply}, instead of {replaced}:"),
            Language::Japanese => format!("{ply}手目{replaced}に代えて："),
        };
        let (indent, frame) = (self.indent, self.options.paint.frame);
        put!(out, "{:indent$}{frame}{words}{frame:#}\n", "");
    }

    /// Writes at most `max_moves` moves of the line, with their comments and findings, and then the findings on later
    /// plies. Returns the number of moves written.
    fn write_moves(&mut self, first_node: NodeId, max_moves: usize, out: &mut Vec<u8>) -> usize {
        let tree = &self.view.record.tree;
        let path = tree.path(first_node);
        let nodes = || std::iter::successors(Some(first_node), |&id| tree.first_child(id));
        let (mut count, mut last_ply) = (0, 0);
        for id in nodes().take(max_moves) {
            count += 1;
            last_ply = tree.node(id).ply;
            self.add_move(id, out);
            let findings = self.notes.findings_at(&path, last_ply);
            if !findings.is_empty() || self.notes.comments(id).next().is_some() {
                self.flush(out);
            }
            write_all(findings.iter().copied(), self.indent + 5, self.options, out);
            write_comments(self.notes, id, self.indent + 5, self.options, out);
        }
        if nodes().nth(count).is_some() {
            self.words.push_str("  …");
        }
        self.flush(out);
        write_all(
            self.notes.findings_after(&path, last_ply),
            self.indent + 5,
            self.options,
            out,
        );
        count
    }

    /// Adds a move to the current output line. If the line is full, first writes it and begins a new line.
    fn add_move(&mut self, id: NodeId, out: &mut Vec<u8>) {
        let ply = self.view.record.tree.node(id).ply;
        let step = super::step(&self.view.played, id, self.options.language);
        let words = format!("  {ply} {step}");
        let width = self.options.columns.unwrap_or(DEFAULT_COLUMNS);
        let is_full = self.indent + 1 + self.words.width() + words.width() > width;
        if is_full && !self.words.is_empty() {
            self.flush(out);
        }
        self.words.push_str(&words);
    }

    fn flush(&mut self, out: &mut Vec<u8>) {
        if !self.words.is_empty() {
            let indent = self.indent;
            put!(out, "{:indent$}{}\n", "", self.words);
            self.words.clear();
        }
    }
}

// The board at the ply that is shown, and information about the ply.

/// Writes the board and the hands at the ply that is shown, with a title, the checks, the times and the comments.
pub(super) fn write_board(
    view: &View<'_, '_>,
    notes: &Notes<'_, '_>,
    options: &RenderOptions,
    out: &mut Vec<u8>,
) {
    let language = options.language;
    put!(out, "\n");
    let strong = options.paint.strong;
    put!(out, "{strong}{}{strong:#}\n\n", title(view, language));
    put!(
        out,
        "{}",
        marked_diagram(&view.position, &view.marks(), view.sides(language), language)
    );
    write_checks(view, language, out);
    write_times(view, language, out);
    write_remarks(view, notes, options, out);
}

/// Returns the title of the board, such as `Ply 43 of 98: ▲９五歩打 (P*9e)`. The start position and the end of the game
/// have other titles.
pub(in crate::report) fn title(view: &View<'_, '_>, language: Language) -> String {
    let (ply, length) = (view.ply(), view.length());
    let mut title = match language {
        _ if view.node == NodeId::START => return start_title(view, language),
        Language::English if view.is_end() => format!("The end, after ply {}", ply - 1),
        Language::English => format!("Ply {ply} of {length}"),
        Language::Japanese if view.is_end() => format!("{}手までの終局図", ply - 1),
        Language::Japanese => format!("全{length}手の{ply}手目"),
    };
    if let Some((id, ply)) = view.last_move() {
        let words = super::lone_move(&view.played, id, ply, language);
        let usi = super::usi(ply).map_or_else(String::new, |usi| format!(" ({usi})"));
        title = [&*title, language.either(": ", "："), &words, &usi].concat();
    }
    title
}

fn start_title(view: &View<'_, '_>, language: Language) -> String {
    let start = &view.record.start;
    let title = language.either("The start position", "開始局面");
    let Some(plies) = start.plies_before.filter(|&plies| plies > 0) else {
        return title.to_owned();
    };
    let last_move = start.last_move.as_deref().map(str::trim).unwrap_or_default();
    let last_move = printable(last_move);
    match language {
        Language::English => {
            let colon = if last_move.is_empty() { "" } else { ": " };
            format!(
                "{title}, after {}{colon}{last_move}",
                Localized(&finding::Plies(plies as usize), language)
            )
        }
        Language::Japanese => format!("{title}（{plies}手目{last_move}まで）"),
    }
}

fn write_checks(view: &View<'_, '_>, language: Language, out: &mut Vec<u8>) {
    for side in Color::ALL
        .into_iter()
        .filter(|&side| view.position.in_check(side))
    {
        let side = view.sides(language)[side.index()];
        put!(
            out,
            "{side}{}\n",
            language.either("'s king is in check", "玉に王手")
        );
    }
}

fn write_times(view: &View<'_, '_>, language: Language, out: &mut Vec<u8>) {
    let times = ShownTimes::new(&view.played);
    let totals = Color::ALL.map(|side| times.total_of(side, view.node));
    let spent = times.spent_and_total(view.node).map(|(spent, _)| spent);
    if totals.iter().all(Option::is_none) {
        return;
    }
    put!(out, "{}", language.either("Time used: ", "消費時間："));
    for (side, total) in Color::ALL.into_iter().zip(&totals) {
        let total = total.as_deref().unwrap_or(language.either("not known", "不明"));
        let separator = match side {
            Color::Black => "",
            Color::White => language.either(", ", "　"),
        };
        put!(out, "{separator}{} {total}", view.sides(language)[side.index()]);
    }
    match (spent, language) {
        (Some(spent), Language::English) => put!(out, "; this move {spent}\n"),
        (Some(spent), Language::Japanese) => put!(out, "（この手 {spent}）\n"),
        (None, _) => put!(out, "\n"),
    }
}

/// Writes the comments and bookmarks at the ply that is shown, with a heading, if there are any.
fn write_remarks(view: &View<'_, '_>, notes: &Notes<'_, '_>, options: &RenderOptions, out: &mut Vec<u8>) {
    let mut remarks = notes.comments(view.node).peekable();
    if remarks.peek().is_some() {
        heading(both("Comments", "コメント"), options, out);
    }
    for remark in remarks {
        let mark = if remark.kind == RemarkKind::Bookmark {
            "& "
        } else {
            "  "
        };
        if remark.text.trim().is_empty() && mark.trim().is_empty() {
            put!(out, "\n");
            continue;
        }
        put!(out, "  {mark}");
        paragraph(&remark.text, (4, 4), options, out);
    }
}

// A record of a game other than shogi: headers, the board at a ply, the plies with their findings, and the result.

/// Returns the whole page of a record of a game other than shogi. `findings` are the findings that are shown, and
/// `drawing` is the board after `ply`.
pub fn game_page(
    record: &Record<'_>,
    (judgement, findings): (&Judgement, &[&Finding]),
    (ply, drawing): (u32, &Drawing),
    source: &RecordSource<'_>,
    options: &RenderOptions,
) -> Vec<u8> {
    let mut out = Vec::new();
    write_source(record, source, options, &mut out);
    for header in record.headers.iter().filter(|it| !it.is_blank()) {
        super::write_field(&header.name, &header.value, options, &mut out);
    }
    put!(out, "\n{}\n", game_title(ply).in_language(options.language));
    write_game_board(drawing, &mut out);
    for line in &drawing.notes {
        put!(out, "  ");
        paragraph(&line.in_language(options.language), (2, 2), options, &mut out);
    }
    write_plies(record, findings, ply, options, &mut out);
    super::write_result(judgement, options, &mut out);
    out
}

/// Returns the title of the board after a ply, in a game other than shogi.
pub(in crate::report) fn game_title(ply: u32) -> Message {
    if ply == 0 {
        message!("The start position", "開始局面")
    } else {
        message!("The position after ply {ply}", "{ply}手目の局面")
    }
}

fn write_game_board(drawing: &Drawing, out: &mut Vec<u8>) {
    put!(out, "  ");
    for name in &drawing.columns {
        put!(out, "{name:>4}");
    }
    let edge = format!("   +{}-+\n", "----".repeat(drawing.columns.len()));
    put!(out, "\n{edge}");
    for (row, (name, cells)) in drawing.rows.iter().enumerate() {
        if let Grid::Halves(halves) = &drawing.grid
            && row == halves.rows_above
        {
            put!(out, "   |{}-|\n", bar(halves, cells.len()));
        }
        put!(out, "   |");
        let mut columns = 0..cells.len();
        while let Some(column) = columns.next() {
            let cell_text = match &cells[column] {
                Some(piece) if piece.label.is_empty() => format!("{}??", piece.mark),
                Some(piece) => format!("{}{}", piece.mark, piece.label),
                None => format!(" {}", drawing.grid.empty(column, row)),
            };
            match &drawing.grid {
                Grid::Halves(halves) if halves.is_wide(column, row, drawing.rows.len()) => {
                    put!(out, " [ {cell_text} ]");
                    columns.next();
                }
                _ => put!(out, " {cell_text}"),
            }
        }
        put!(out, " | {name}\n");
    }
    put!(out, "{edge}");
}

/// Returns the bar between the two halves of the board. At each gate, the bar is open and contains the letter for the
/// shape of the gate.
fn bar(halves: &Halves, columns: usize) -> String {
    let mut bar = vec!['-'; 4 * columns];
    for gate in halves.gates {
        let [first_column, last_column] = gate.columns;
        bar[4 * first_column..4 * (last_column + 1)].fill(' ');
        bar[2 * (first_column + last_column + 1)] = gate.letter;
    }
    bar.into_iter().collect()
}

fn write_plies(
    record: &Record<'_>,
    findings: &[&Finding],
    shown_ply: u32,
    options: &RenderOptions,
    out: &mut Vec<u8>,
) {
    let notes = Notes::new(record, findings);
    let line_of = |_, node: &Node<'_>| {
        let (Step::Token(span) | Step::Unreadable(span)) = node.step else {
            return None;
        };
        let token = printable(record.text_at(span));
        let blanks = (MOVE_COLUMNS + 2).saturating_sub(token.width());
        let spent = node.clock.spent.map(|time| super::minutes(time.into()));
        let spent = spent.unwrap_or_default();
        Some(format!(
            "{:>5}  {token}{:blanks$}{spent:>TIME_COLUMNS$}",
            node.ply, ""
        ))
    };
    let last_ply = write_list(record, &notes, shown_ply, line_of, options, out);
    write_all(
        notes.findings_after(&[], last_ply),
        FINDING_INDENT_COLUMNS,
        options,
        out,
    );
}
