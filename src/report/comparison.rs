//! The differences between two records, as `kifu diff` shows them.
//!
//! The records may be in different formats. Moves are compared by their meaning on the board, headers under their keys of KIF, and
//! results by their meaning. The lines that programs write for their own use are not compared.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use serde::Serialize;
use similar::{Algorithm, DiffOp, capture_diff_slices};
use unicode_width::UnicodeWidthStr;

use crate::check::Checked;
use crate::finding::{Language, Words, both};
use crate::notation::{header, japanese_headers, kif_move, usi_move};
use crate::played::Played;
use crate::record::{Clock, HeaderKey, NodeId, Record, RemarkKind, Step, VariationPath};

/// A difference between two records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Difference {
    /// The number of both records in their files, from 1.
    pub record: u32,
    /// The part of the records that differs.
    pub kind: DifferenceKind,
    /// The path of the variation; empty for the main line, and for a difference without a ply.
    pub variation: String,
    /// The ply; `None` for a difference of whole records.
    pub ply: Option<u32>,
    /// The name of the header; `None` for other parts.
    pub name: Option<String>,
    /// The text in the first record; `None` if only the second one has this part.
    pub a: Option<String>,
    /// The text in the second record; `None` if only the first one has this part.
    pub b: Option<String>,
}

/// The part of a record that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum DifferenceKind {
    /// A record that only one of the files has.
    Record,
    /// The kind of game.
    Game,
    /// The start position.
    Start,
    /// A header.
    Header,
    /// A move, or in a variation all moves of the variation.
    Move,
    /// The time of a move, or of all moves.
    Time,
    /// The comment on a position.
    Comment,
    /// The bookmark of a position.
    Bookmark,
    /// The end and the result.
    End,
    /// Text that could not be read.
    Unread,
}

impl DifferenceKind {
    /// Returns the word in the text output.
    const fn words(self) -> Words {
        match self {
            Self::Record => both("record", "棋譜"),
            Self::Game => both("game", "競技"),
            Self::Start => both("start", "開始局面"),
            Self::Header => both("header", "ヘッダー"),
            Self::Move => both("move", "指し手"),
            Self::Time => both("time", "消費時間"),
            Self::Comment => both("comment", "コメント"),
            Self::Bookmark => both("bookmark", "しおり"),
            Self::End => both("result", "結果"),
            Self::Unread => both("unreadable", "読めない部分"),
        }
    }
}

/// The form in which moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveForm {
    Kif,
    Usi,
}

/// Returns the differences between two records: start, headers, main line, variations, result.
pub(crate) fn differences(a: &Checked<'_>, b: &Checked<'_>, form: MoveForm) -> Vec<Difference> {
    let mut comparison = Comparison {
        sides: [a, b].map(|game| Side::new(&game.record)),
        form,
        number: a.record.index,
        differences: Vec::new(),
    };
    let games = [a, b].map(|game| Some(game.record.game.name.to_owned()));
    comparison.compare(DifferenceKind::Game, NO_NODES, games);
    let starts = [a, b].map(|game| start_text(&game.record));
    comparison.compare(DifferenceKind::Start, NO_NODES, starts);
    comparison.compare_headers();
    comparison.compare_times();
    comparison.compare_main_lines();
    comparison.compare_variations();
    comparison.compare(DifferenceKind::End, NO_NODES, [a, b].map(end_text));
    comparison.compare_result_lines();
    comparison.compare(
        DifferenceKind::Unread,
        NO_NODES,
        [a, b].map(|game| unread_text(&game.record)),
    );
    comparison.differences
}

/// Returns the difference of a record that only one of the files has. `is_first` is `true` if the first file has it.
pub(crate) fn only_record(record: &Record<'_>, is_first: bool) -> Difference {
    let plies = record.tree.main_line().count();
    let text = Some(format!("{} ({plies})", record.format.name()));
    let texts = if is_first { [text, None] } else { [None, text] };
    Difference::new(record.index, DifferenceKind::Record, texts)
}

impl Difference {
    /// Creates a difference of whole records.
    fn new(record: u32, kind: DifferenceKind, [a, b]: [Option<String>; 2]) -> Self {
        Self {
            record,
            kind,
            variation: String::new(),
            ply: None,
            name: None,
            a,
            b,
        }
    }
}

/// Returns the start position with the number of the next move; `None` if it is unknown.
fn start_text(record: &Record<'_>) -> Option<String> {
    let start = &record.start;
    let number = start.plies_before.unwrap_or(0).saturating_add(1);
    (record.is_shogi() && start.is_known).then(|| start.position.to_sfen(number))
}

/// Returns the end that a record states, and the result; `None` if it states neither.
fn end_text(game: &Checked<'_>) -> Option<String> {
    let end = game.judgement.end.map(|it| it.name().to_owned());
    let stated = game
        .judgement
        .stated
        .map(|outcome| format!("({})", outcome.name()));
    let words: Vec<_> = end.into_iter().chain(stated).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// Returns the text of a record that could not be read, or was left out, a line for each place; `None` if there is none.
fn unread_text(record: &Record<'_>) -> Option<String> {
    let gaps = record.gaps.iter();
    let lost = gaps.filter(|gap| gap.kind.costs_game() || gap.kind.costs_text() || gap.kind.is_destroyed());
    let texts = lost.map(|gap| gap.span.map_or("", |span| record.text_at(span)).trim().to_owned());
    let lines: Vec<_> = texts.collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// A record that is compared.
struct Side<'r, 't> {
    played: Played<'r, 't>,
    /// The moves of the main line, without its first end.
    main_line: Vec<NodeId>,
    /// The first end of the main line, which is compared with the result.
    end: Option<NodeId>,
    /// The comment and the bookmark of each node that has one.
    remarks: HashMap<NodeId, [String; 2]>,
    has_times: bool,
    /// The plies at which a result line alone ends a line of play, as in KI2.
    claimed_ends: HashSet<u32>,
}

/// The kinds of remarks that are compared, in the order of [`Side::remarks`].
const REMARKS: [(RemarkKind, DifferenceKind); 2] = [
    (RemarkKind::Comment, DifferenceKind::Comment),
    (RemarkKind::Bookmark, DifferenceKind::Bookmark),
];

impl<'r, 't> Side<'r, 't> {
    fn new(record: &'r Record<'t>) -> Self {
        let played = Played::new(record);
        let mut remarks: HashMap<NodeId, [String; 2]> = HashMap::new();
        for remark in &record.remarks {
            let Some(at) = REMARKS.iter().position(|(kind, _)| *kind == remark.kind) else {
                continue;
            };
            let text = &mut remarks.entry(remark.node).or_default()[at];
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(remark.text.trim());
        }
        let is_end = |id: &NodeId| matches!(record.tree.node(*id).step, Step::End(_));
        let mut main_line: Vec<_> = record.tree.main_line().map(|(id, _)| id).collect();
        main_line.retain(|id| *id != NodeId::START);
        let end = main_line.iter().position(is_end).map(|at| main_line.remove(at));
        let has_end = |id| record.tree.children(id).any(|child| is_end(&child));
        let claims = record.claims.iter().map(|claim| claim.node);
        let claimed_ends = claims.filter(|&id| !has_end(id));
        Self {
            claimed_ends: claimed_ends.map(|id| record.tree.node(id).ply + 1).collect(),
            played,
            main_line,
            end,
            remarks,
            has_times: record.has_times(),
        }
    }

    fn record(&self) -> &'r Record<'t> {
        self.played.record()
    }

    /// Returns the move of a node in USI or, if it cannot be made on a shogi board, as written. An end is the name of its kind.
    fn key(&self, id: NodeId) -> String {
        match &self.record().tree.node(id).step {
            Step::End(ending) => ending.terminal.name().to_owned(),
            _ => usi_move(&self.played, id).unwrap_or_else(|| self.written(id)),
        }
    }

    /// Returns the move of a node as written.
    fn written(&self, id: NodeId) -> String {
        let record = self.record();
        let span = record.tree.node(id).span();
        span.map_or_else(String::new, |span| record.text_at(span).trim().to_owned())
    }

    fn move_text(&self, id: NodeId, form: MoveForm) -> String {
        match form {
            MoveForm::Usi => self.key(id),
            MoveForm::Kif => kif_move(&self.played, id).unwrap_or_else(|| self.written(id)),
        }
    }

    fn ply(&self, id: NodeId) -> u32 {
        self.record().tree.node(id).ply
    }

    /// Returns the moves from a node on to the end of its line.
    fn line_text(&self, id: NodeId, form: MoveForm) -> String {
        let tree = &self.record().tree;
        let nodes = std::iter::successors(Some(id), |&id| tree.first_child(id));
        let moves: Vec<_> = nodes.map(|id| self.move_text(id, form)).collect();
        moves.join(" ")
    }
}

/// The comparison of two records, with the differences so far.
struct Comparison<'r, 't> {
    sides: [Side<'r, 't>; 2],
    form: MoveForm,
    /// The number of the records in their files.
    number: u32,
    differences: Vec<Difference>,
}

/// A node of each record; `None` if a record has no node there.
type Nodes = [Option<NodeId>; 2];

/// The nodes of a difference of whole records.
const NO_NODES: Nodes = [None; 2];

impl Comparison<'_, '_> {
    /// Adds a difference at these nodes. Its place is that of the first.
    fn add(&mut self, kind: DifferenceKind, nodes: Nodes, texts: [Option<String>; 2]) {
        let mut difference = Difference::new(self.number, kind, texts);
        let mut places = self.sides.iter().zip(nodes);
        if let Some((side, id)) = places.find_map(|(side, id)| Some((side, id?))) {
            difference.ply = Some(side.ply(id));
            difference.variation = VariationPath::from(side.record().tree.path(id)).to_string();
        }
        self.differences.push(difference);
    }

    /// Adds a difference at these nodes unless both texts are equal.
    fn compare(&mut self, kind: DifferenceKind, nodes: Nodes, texts: [Option<String>; 2]) {
        if texts[0] != texts[1] {
            self.add(kind, nodes, texts);
        }
    }

    /// Compares the headers with a value by their names. The values of a header that is repeated are joined. The name of the start
    /// position is left out if the positions themselves are compared.
    fn compare_headers(&mut self) {
        let mut sides = self.sides.iter();
        let are_starts_known = sides.all(|side| side.record().start.is_known);
        let mut names: Vec<String> = Vec::new();
        let mut values: HashMap<String, [Option<String>; 2]> = HashMap::new();
        for (at, side) in self.sides.iter().enumerate() {
            for (name, value) in japanese_headers(side.record()) {
                let (name, value) = (name.trim(), value.trim());
                let is_start = are_starts_known && header::key(name) == HeaderKey::Handicap;
                if value.is_empty() || is_start {
                    continue;
                }
                let texts = match values.entry(name.to_owned()) {
                    Entry::Occupied(entry) => entry.into_mut(),
                    Entry::Vacant(entry) => {
                        names.push(name.to_owned());
                        entry.insert([None, None])
                    }
                };
                match &mut texts[at] {
                    Some(text) => text.extend([" / ", value]),
                    None => texts[at] = Some(value.to_owned()),
                }
            }
        }
        for name in names {
            let texts = values.remove(&name).unwrap_or_default();
            if texts[0] != texts[1] {
                self.differences.push(Difference {
                    name: Some(name),
                    ..Difference::new(self.number, DifferenceKind::Header, texts)
                });
            }
        }
    }

    /// Adds one difference if only one of the records has times.
    fn compare_times(&mut self) {
        let counts = self.sides.each_ref().map(|side| {
            let nodes = side.main_line.iter().map(|&id| side.record().tree.node(id));
            let count = nodes.filter(|node| node.clock.spent.is_some()).count();
            side.has_times.then(|| format!("{count}"))
        });
        if counts.iter().flatten().count() == 1 {
            self.compare(DifferenceKind::Time, NO_NODES, counts);
        }
    }

    /// Compares the moves of the main lines, and the data of the moves that both have.
    fn compare_main_lines(&mut self) {
        self.compare_data([Some(NodeId::START); 2]);
        for nodes in self.aligned_main_lines() {
            match nodes {
                [Some(a), Some(b)] if self.sides[0].key(a) == self.sides[1].key(b) => {
                    self.compare_data(nodes);
                }
                // Moves from different squares may have the same text.
                _ => {
                    let texts = [0, 1].map(|at| Some(self.sides[at].move_text(nodes[at]?, self.form)));
                    self.add(DifferenceKind::Move, nodes, texts);
                }
            }
        }
        // An end may be stated by a result line alone.
        self.compare_data([self.sides[0].end, self.sides[1].end]);
    }

    /// Compares the result lines, if both records have any.
    fn compare_result_lines(&mut self) {
        let texts = self.sides.each_ref().map(|side| {
            let claims = side.record().claims.iter().map(|claim| claim.text.trim());
            let lines: Vec<_> = claims.collect();
            (!lines.is_empty()).then(|| lines.join("\n"))
        });
        if texts.iter().all(Option::is_some) {
            self.compare(DifferenceKind::End, NO_NODES, texts);
        }
    }

    /// Returns the pairs of moves of the main lines. Where moves are missing, a move has no partner.
    fn aligned_main_lines(&self) -> Vec<Nodes> {
        /// Maximum product of the lengths of two parts that are aligned, because the time grows with it. Longer parts, which are
        /// those of no real game, are compared move by move.
        const MAX_PRODUCT: usize = 10_000_000;
        let [a, b] = &self.sides;
        let keys = [a, b].map(|side| side.main_line.iter().map(|&id| side.key(id)).collect::<Vec<_>>());
        let equal = keys[0].iter().zip(&keys[1]).take_while(|(a, b)| a == b).count();
        let rest = [&keys[0][equal..], &keys[1][equal..]];
        let operations = if rest[0].len().saturating_mul(rest[1].len()) <= MAX_PRODUCT {
            capture_diff_slices(Algorithm::Myers, rest[0], rest[1])
        } else {
            vec![DiffOp::Replace {
                old_index: 0,
                old_len: rest[0].len(),
                new_index: 0,
                new_len: rest[1].len(),
            }]
        };
        let mut pairs: Vec<_> = (0..equal)
            .map(|at| [Some(a.main_line[at]), Some(b.main_line[at])])
            .collect();
        for operation in operations {
            let (of_a, of_b) = (operation.old_range(), operation.new_range());
            for at in 0..of_a.len().max(of_b.len()) {
                let node_a = (at < of_a.len()).then(|| a.main_line[equal + of_a.start + at]);
                let node_b = (at < of_b.len()).then(|| b.main_line[equal + of_b.start + at]);
                pairs.push([node_a, node_b]);
            }
        }
        pairs
    }

    /// Compares the times and the remarks of nodes.
    fn compare_data(&mut self, nodes: Nodes) {
        let [a, b] = &self.sides;
        if a.has_times && b.has_times && nodes.iter().all(Option::is_some) {
            let times = [0, 1].map(|at| time_text(self.sides[at].record().tree.node(nodes[at]?).clock));
            self.compare(DifferenceKind::Time, nodes, times);
        }
        for (index, (_, kind)) in REMARKS.iter().enumerate() {
            let texts = [0, 1].map(|at| {
                let text = &self.sides[at].remarks.get(&nodes[at]?)?[index];
                (!text.is_empty()).then(|| text.clone())
            });
            self.compare(*kind, nodes, texts);
        }
    }

    /// Compares the variations. A variation is the same in both records if the same moves lead to it from the start.
    fn compare_variations(&mut self) {
        if !self.sides.iter().any(|side| side.record().tree.has_variations()) {
            return;
        }
        let lines = self.lines();
        for line in lines.iter().skip(1) {
            let nodes = self.sides.iter().zip(line.nodes);
            let mut is_main =
                nodes.map(|(side, id)| id.is_some_and(|id| side.record().tree.is_main_line(id)));
            match line.nodes {
                [Some(_), Some(_)] if is_main.all(|it| it) => {}
                [Some(_), Some(_)] => self.compare_data(line.nodes),
                [a, _] => {
                    let has_shared_parent = lines[line.parent].nodes.iter().all(Option::is_some);
                    self.compare_only_line(line.nodes, usize::from(a.is_none()), has_shared_parent);
                }
            }
        }
    }

    /// Adds the difference of a variation that only the record with this index has, if a line begins at its node.
    fn compare_only_line(&mut self, nodes: Nodes, at: usize, has_shared_parent: bool) {
        let [side, other] = [&self.sides[at], &self.sides[1 - at]];
        let Some(id) = nodes[at] else { return };
        let tree = &side.record().tree;
        let is_first_child = tree
            .parent(id)
            .is_some_and(|parent| tree.first_child(parent) == Some(id));
        let is_end = matches!(tree.node(id).step, Step::End(_));
        let is_claimed = is_end && other.claimed_ends.contains(&side.ply(id));
        if tree.is_main_line(id) || is_first_child && !has_shared_parent || is_claimed {
            return;
        }
        let mut texts = [None, None];
        texts[at] = Some(side.line_text(id, self.form));
        self.add(DifferenceKind::Move, nodes, texts);
    }

    /// Returns the lines of both records, the empty line first. A line follows the line without its last move.
    fn lines(&self) -> Vec<Line> {
        let mut indices: HashMap<(usize, String), usize> = HashMap::new();
        let mut lines = vec![Line {
            parent: 0,
            nodes: [Some(NodeId::START); 2],
        }];
        for (at, side) in self.sides.iter().enumerate() {
            let tree = &side.record().tree;
            let mut line_of = HashMap::from([(NodeId::START, 0)]);
            for id in tree.ids() {
                let parent = tree.parent(id).and_then(|parent| line_of.get(&parent));
                let Some(&parent) = parent else { continue };
                let index = *indices.entry((parent, side.key(id))).or_insert_with(|| {
                    lines.push(Line {
                        parent,
                        nodes: NO_NODES,
                    });
                    lines.len() - 1
                });
                line_of.insert(id, index);
                lines[index].nodes[at].get_or_insert(id);
            }
        }
        lines
    }
}

/// A series of moves from the start.
struct Line {
    /// The index of the line without its last move.
    parent: usize,
    /// The node after these moves in each record.
    nodes: Nodes,
}

/// Returns the time of a move in seconds; `None` if it is not stated.
fn time_text(clock: Clock) -> Option<String> {
    let milliseconds = clock.spent?;
    let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000);
    Some(if rest == 0 {
        format!("{seconds}")
    } else {
        format!("{seconds}.{rest:03}").trim_end_matches('0').to_owned()
    })
}

// The output as text: both sides next to each other.

/// Maximum width of the first column (columns). A longer text moves the second column in its line.
const MAX_WIDTH: usize = 40;

/// Returns the differences of a pair of records as lines of JSON.
pub(crate) fn json_lines(differences: &[Difference]) -> String {
    let lines = differences.iter().filter_map(|it| serde_json::to_string(it).ok());
    lines.map(|line| line + "\n").collect()
}

/// Returns the differences of a pair of records as text, with a line for the names of the files.
pub(crate) fn text(differences: &[Difference], names: [&str; 2], language: Language) -> String {
    let Some(first) = differences.first() else {
        return String::new();
    };
    let ([a, b], number) = (names, first.record);
    let mut out = match language {
        Language::English => format!("{a} | {b} (record {number})\n"),
        Language::Japanese => format!("{a} | {b}（{number}局目）\n"),
    };
    let rows: Vec<_> = differences.iter().flat_map(|it| rows(it, language)).collect();
    let width_of = |text: &str| text.width().min(MAX_WIDTH);
    let label_width = rows.iter().map(|row| row.label.width()).max().unwrap_or(0);
    let width = rows.iter().map(|row| width_of(&row.sides[0])).max().unwrap_or(0);
    for Row {
        label,
        sides: [a, b],
        mark,
    } in rows
    {
        let after_label = " ".repeat(label_width - label.width());
        let after_text = " ".repeat(width.saturating_sub(a.width()));
        let line = format!("  {label}{after_label}  {a}{after_text}  {mark} {b}");
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// A line of the output.
struct Row {
    label: String,
    sides: [String; 2],
    /// `<` if only the first record has the part, `>` if only the second one has it, `|` if both differ.
    mark: char,
}

/// Returns the lines for a difference: one for each line of a longer text.
fn rows(difference: &Difference, language: Language) -> Vec<Row> {
    let sides = [&difference.a, &difference.b];
    let mark = match sides {
        [Some(_), None] => '<',
        [None, Some(_)] => '>',
        _ => '|',
    };
    let lines = sides.map(|text| text.as_deref().unwrap_or_default().lines().collect::<Vec<_>>());
    let count = lines[0].len().max(lines[1].len()).max(1);
    let row = |at: usize| Row {
        label: if at == 0 {
            label(difference, language)
        } else {
            String::new()
        },
        sides: [0, 1].map(|side| {
            lines[side]
                .get(at)
                .map_or_else(String::new, |line| (*line).to_owned())
        }),
        mark,
    };
    (0..count).map(row).collect()
}

/// Returns the label of a difference: its place, and its kind or the name of the header.
fn label(difference: &Difference, language: Language) -> String {
    let words = difference.kind.words();
    let kind = words.in_language(language);
    let Some(ply) = difference.ply else {
        return match &difference.name {
            Some(name) => format!("{kind} {name}"),
            None => kind.to_string(),
        };
    };
    let ply = match language {
        Language::English => format!("ply {ply}"),
        Language::Japanese => format!("{ply}手目"),
    };
    let variation = match (difference.variation.as_str(), language) {
        ("", _) => String::new(),
        (path, Language::English) => format!("variation {path}, "),
        (path, Language::Japanese) => format!("変化{path} "),
    };
    match difference.kind {
        DifferenceKind::Move => format!("{variation}{ply}"),
        _ => format!("{variation}{ply} {kind}"),
    }
}
