//! The parts of a record that a merge takes: its moves, comments and headers, without a link to the text of the record.

use std::borrow::Cow;

use crate::finding::Span;
use crate::notation::header::{is_display_option, is_start_key};
use crate::notation::{self, Loss, Losses};
use crate::played::{Meaning, Played, Ply};
use crate::record::{Ending, Node, NodeId, RemarkKind, Start, Step};
use crate::shogi::Move;

/// The parts of a record that a merge takes.
///
/// The record must be a record of shogi that can be replayed. Nodes that are not on the board are left out.
#[derive(Clone, Debug)]
pub struct MergeInput {
    pub(super) start: Start<'static>,
    /// The number of the ply before the first move, as the record states it.
    pub(super) start_number: u32,
    /// The nodes after the start. The parent of a node precedes it.
    pub(super) nodes: Vec<InputNode>,
    /// The comments of each node, in the order of the nodes.
    pub(super) comments: Vec<(u32, CommentBlock)>,
    /// The headers, with the keys of KIF.
    pub(super) headers: Vec<(String, String)>,
    /// The information of the record that a merge does not keep.
    pub losses: Losses,
}

/// A node of a record.
#[derive(Clone, Debug)]
pub(super) struct InputNode {
    /// The index of the parent among the nodes of the input, from 1; 0 for the start.
    pub(super) parent: u32,
    /// `true` if the node is on the main line.
    pub(super) is_main_line: bool,
    pub(super) content: Content,
}

/// The content of a node.
#[derive(Clone, Debug)]
pub(super) enum Content {
    /// A legal move that is written without contradiction.
    Move(Move),
    /// Anything else: an illegal move, a pass or an end.
    Other(Step<'static>),
}

/// The comments and bookmarks of a node, a line each.
pub(super) type CommentBlock = Vec<(RemarkKind, String)>;

impl MergeInput {
    /// Takes the parts of a record up to a ply; `None` to take all plies.
    pub fn new(played: &Played<'_, '_>, max_ply: Option<u32>) -> Self {
        let record = played.record();
        let mut input = Self {
            start: owned_start(&record.start),
            start_number: record.tree.node(NodeId::START).number,
            nodes: Vec::with_capacity(record.tree.len()),
            comments: Vec::new(),
            headers: headers(played),
            losses: Losses::default(),
        };
        let indices = input.take_nodes(played, max_ply.unwrap_or(u32::MAX));
        input.take_comments(played, &indices);
        input
    }

    /// Takes the nodes that are on the board up to a ply. Returns the index of each node of the record in the input;
    /// `None` for a node that is left out.
    fn take_nodes(&mut self, played: &Played<'_, '_>, max_ply: u32) -> Vec<Option<u32>> {
        let tree = &played.record().tree;
        let has_times = played.record().has_times();
        let mut indices = vec![None; tree.len()];
        indices[NodeId::START.index()] = Some(0);
        for id in tree.ids().skip(1) {
            let node = tree.node(id);
            let parent = tree.parent(id).and_then(|parent| indices[parent.index()]);
            let Some(parent) = parent.filter(|_| node.ply <= max_ply) else {
                continue;
            };
            let Some(content) = content(played, id) else {
                self.losses.add(Loss::BrokenVariation);
                continue;
            };
            if has_times {
                self.count_time(node);
            }
            self.nodes.push(InputNode {
                parent,
                is_main_line: tree.is_main_line(id),
                content,
            });
            indices[id.index()] = Some(self.nodes.len() as u32);
        }
        indices
    }

    /// Counts the time of a node, because moves of several games have no common time.
    fn count_time(&mut self, node: &Node<'_>) {
        let has_time = node.clock.spent.is_some() || node.clock.total.is_some();
        match node.step {
            _ if !has_time => {}
            Step::End(_) => self.losses.add(Loss::ResultTime),
            _ => self.losses.add(Loss::Time),
        }
    }

    /// Takes the comments and bookmarks of the nodes that were taken. Lines of programs are counted as lost.
    fn take_comments(&mut self, played: &Played<'_, '_>, indices: &[Option<u32>]) {
        let record = played.record();
        let mut remarks: Vec<_> = record
            .remarks
            .iter()
            .filter_map(|remark| Some((indices[remark.node.index()]?, remark)))
            .collect();
        remarks.sort_by_key(|&(node, _)| node);
        for (node, remark) in remarks {
            if remark.kind == RemarkKind::Tool {
                if !notation::declares_encoding(remark) {
                    self.losses.add(Loss::ToolLine);
                }
                continue;
            }
            let line = (remark.kind, remark.text.to_string());
            match self.comments.last_mut() {
                Some((last, block)) if *last == node => block.push(line),
                _ => self.comments.push((node, vec![line])),
            }
        }
    }
}

/// Returns the content of a node; `None` if the node is not on the board.
fn content(played: &Played<'_, '_>, id: NodeId) -> Option<Content> {
    let step = &played.record().tree.node(id).step;
    let legal = played.ply(id).filter(|ply| ply.legal);
    if let Some(mv) = legal.and_then(Ply::as_move) {
        return Some(Content::Move(mv));
    }
    if *played.meaning(id) == Meaning::NotOnBoard {
        return None;
    }
    Some(Content::Other(match step {
        Step::Move(written) => {
            let mut written = *written;
            written.span = Span::default();
            Step::Move(written)
        }
        Step::End(ending) => Step::End(Ending {
            word: Cow::Owned(ending.word.to_string()),
            span: Span::default(),
            ..*ending
        }),
        Step::Pass(_) => Step::Pass(Span::default()),
        Step::Start | Step::Token(_) | Step::Unreadable(_) => return None,
    }))
}

/// Returns whether two steps that are not legal moves are the same: the same end, illegal move or pass.
///
/// The words of ends differ between formats, so they matter only if the kind of the end leaves its meaning open.
pub(super) fn is_same_step(one: &Step<'_>, other: &Step<'_>) -> bool {
    use crate::record::Terminal::{FoulLoss, FoulWin, Other};
    match (one, other) {
        (Step::Move(one), Step::Move(other)) => one.same_move(other) && one.mark == other.mark,
        (Step::End(one), Step::End(other)) => {
            let is_open = matches!(one.terminal, Other | FoulLoss | FoulWin);
            one.terminal == other.terminal
                && one.offender == other.offender
                && (!is_open || one.word == other.word)
        }
        (Step::Pass(_), Step::Pass(_)) => true,
        _ => false,
    }
}

/// Returns the headers of a record with the keys of KIF. Of those that describe the start position, only 手合割 is kept.
fn headers(played: &Played<'_, '_>) -> Vec<(String, String)> {
    notation::japanese_headers(played.record())
        .filter(|(key, value)| {
            let has_content = is_display_option(key) || !value.trim().is_empty();
            has_content && (key == "手合割" || !is_start_key(key))
        })
        .map(|(key, value)| (key.into_owned(), value.trim().to_owned()))
        .collect()
}

/// Returns a start that does not refer to the text of its record.
fn owned_start(start: &Start<'_>) -> Start<'static> {
    let owned = |text: &Cow<'_, str>| Cow::Owned(text.to_string());
    Start {
        position: start.position.clone(),
        name: start
            .name
            .as_ref()
            .map(|(name, _)| (owned(name), Span::default())),
        last_move: start.last_move.as_ref().map(owned),
        diagram: start.diagram.map(|_| Span::default()),
        turn: start.turn.map(|_| Span::default()),
        king_in_hand: start.king_in_hand.map(|(side, _)| (side, Span::default())),
        handicap: start.handicap,
        plies_before: start.plies_before,
        is_known: start.is_known,
    }
}
