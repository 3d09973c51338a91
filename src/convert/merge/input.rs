//! The parts of a record that a merge takes: its moves, comments and headers, without a link to the text of the record.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::finding::Span;
use crate::notation::header::{is_display_option, is_start_key};
use crate::notation::{
    self, Capabilities, ClaimRelation, EvaluationLines, Headers, Loss, Losses, Refusal, Results, TextForm,
    Writer,
};
use crate::played::{MarkEffect, Meaning, Played, Ply};
use crate::record::{
    Claim, Ending, NodeId, Origin, Outcome, Record, RemarkKind, Start, Step, Terminal, WrittenMove,
};
use crate::shogi::Move;

/// The parts of a record that a merge keeps: the moves of several games have no common times, numbers and program lines.
/// Results that only a line of words states become ends.
const KEPT: Capabilities = Capabilities {
    variations_after_end: true,
    plies_before: true,
    last_move: true,
    numbers: false,
    tool_lines: false,
    clock: None,
    totals: false,
    result_clock: false,
    ..Capabilities::GAME
};

/// The parts of a record that a merge takes.
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
    /// `true` if the record is a position of an opening book.
    pub(super) is_book: bool,
    /// The information of the record that the merged record does not contain, because it is merged or because the target
    /// cannot hold it.
    pub losses: Losses,
}

/// A node of a record.
#[derive(Clone, Debug)]
pub(super) struct InputNode {
    /// The index of the parent among the nodes of the input, from 1; 0 for the start.
    pub(super) parent: u32,
    /// The number of games in which the step was made: 1 on the main line of a game, and the number that an opening book states.
    pub(super) games: u32,
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

/// A line of the comments of a node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct CommentLine {
    pub(super) kind: RemarkKind,
    /// `true` if the line is an evaluation, which is read only from the beginning of a line.
    pub(super) is_evaluation: bool,
    pub(super) text: String,
}

/// The comments and bookmarks of a node, a line each.
pub(super) type CommentBlock = Vec<CommentLine>;

impl MergeInput {
    /// Takes the parts of a record up to a ply, or of all plies, that can be written with `writer`.
    ///
    /// # Errors
    ///
    /// Returns the reason if `writer` cannot write the record up to this ply, or if the record cannot be read to its end.
    pub fn new(played: &Played<'_, '_>, max_ply: Option<u32>, writer: &Writer) -> Result<Self, Refusal> {
        writer.check(played)?;
        let tree = &played.record().tree;
        match max_ply.filter(|&max_ply| tree.ids().any(|id| tree.node(id).ply > max_ply)) {
            Some(max_ply) => Self::of_record(&Played::new(&truncated(played, max_ply)), writer),
            None => Self::of_record(played, writer),
        }
    }

    /// Takes the parts of a record that can be written with `writer`.
    fn of_record(played: &Played<'_, '_>, writer: &Writer) -> Result<Self, Refusal> {
        let record = played.record();
        let mut losses = writer.write(played)?.losses;
        // All times are lost, so their fractions and totals do not matter.
        losses.remove(&[Loss::Fraction, Loss::Total]);
        losses.join(notation::count_losses(played, &KEPT));
        let holds = &writer.target.holds;
        let is_book = TextForm::for_format(record.format).is_book;
        let mut start = owned_start(&record.start);
        if is_book {
            // Most positions of a book continue others, so that their numbers are not lost.
            losses.remove(&[Loss::PliesBefore]);
        } else {
            start.plies_before = start.plies_before.filter(|_| holds.plies_before);
        }
        let mut input = Self {
            start,
            start_number: record.tree.node(NodeId::START).number,
            nodes: Vec::with_capacity(record.tree.len()),
            comments: Vec::new(),
            headers: if holds.headers == Headers::None {
                Vec::new()
            } else {
                headers(played)
            },
            is_book,
            losses,
        };
        let indices = input.take_nodes(played, &notation::written_nodes(played, holds));
        input.take_results(played, &indices);
        if holds.comments {
            input.take_comments(played, &indices);
        }
        Ok(input)
    }

    /// Takes the nodes that are written. Returns the index of each node of the record in the input; `None` for a node that is
    /// left out.
    fn take_nodes(&mut self, played: &Played<'_, '_>, written: &[bool]) -> Vec<Option<u32>> {
        let tree = &played.record().tree;
        let counts: HashMap<_, _> = played.record().book_counts.iter().copied().collect();
        let mut side_marks = Losses::default();
        let mut indices = vec![None; tree.len()];
        indices[NodeId::START.index()] = Some(0);
        for id in tree.ids().skip(1).filter(|id| written[id.index()]) {
            let parent = tree.parent(id).and_then(|parent| indices[parent.index()]);
            let (Some(parent), Some(content)) = (parent, content(played, id)) else {
                continue;
            };
            let has_mark = |ply: &Ply| ply.mark_effect == MarkEffect::Required;
            if matches!(content, Content::Move(_)) && played.ply(id).is_some_and(has_mark) {
                side_marks.add(Loss::SideMark);
            }
            let games = match counts.get(&id) {
                Some(&games) => games,
                None => u32::from(tree.is_main_line(id) && !self.is_book),
            };
            indices[id.index()] = Some(self.push(parent, games, content));
        }
        self.losses.join(side_marks);
        indices
    }

    /// Adds a node, and returns its index.
    fn push(&mut self, parent: u32, games: u32, content: Content) -> u32 {
        self.nodes.push(InputNode {
            parent,
            games,
            content,
        });
        self.nodes.len() as u32
    }

    /// Takes the results that only a result line or the summary of a server states, as ends. Other result lines that state
    /// something else than the end of their line of play are counted as lost.
    fn take_results(&mut self, played: &Played<'_, '_>, indices: &[Option<u32>]) {
        let record = played.record();
        if record.claims.is_empty() {
            return;
        }
        let results = Results::new(played);
        let mut claims = Losses::default();
        for claim in &record.claims {
            let Some(index) = indices[claim.node.index()] else {
                continue;
            };
            let is_last = played.children(claim.node).next().is_none();
            let claimed = results.claimed(claim.node).filter(|_| is_last);
            match (claimed, notation::stated(played, claim)) {
                (Some((terminal, stated)), _) if std::ptr::eq(stated, claim) => {
                    let end = ending_of_claim(played, terminal, claim);
                    let is_main_line = record.tree.is_main_line(claim.node);
                    self.push(index, u32::from(is_main_line), Content::Other(Step::End(end)));
                }
                (_, ClaimRelation::Repeated) => {}
                _ => claims.name(Loss::Claim, claim.text.as_ref()),
            }
        }
        self.losses.join(claims);
    }

    /// Takes the comments and bookmarks of the nodes that were taken.
    fn take_comments(&mut self, played: &Played<'_, '_>, indices: &[Option<u32>]) {
        let record = played.record();
        let mut remarks: Vec<_> = record
            .remarks
            .iter()
            .filter(|remark| remark.kind != RemarkKind::Tool)
            .filter(|remark| indices[remark.node.index()].is_some())
            .filter_map(|remark| Some((indices[record.position_node(remark).index()]?, remark)))
            .collect();
        remarks.sort_by_key(|&(node, _)| node);
        let mut evaluations = EvaluationLines::default();
        for (node, remark) in remarks {
            // A comment of JKF may have several lines.
            let lines = remark.text.split('\n').map(|line| CommentLine {
                kind: remark.kind,
                is_evaluation: remark.kind == RemarkKind::Comment && evaluations.is_next(remark.node, line),
                text: line.to_owned(),
            });
            match self.comments.last_mut() {
                Some((last, block)) if *last == node => block.extend(lines),
                _ => self.comments.push((node, lines.collect())),
            }
        }
    }
}

/// Returns a copy of a record up to a ply. Moves that only later moves determine are written with their origin.
fn truncated<'t>(played: &Played<'_, 't>, max_ply: u32) -> Record<'t> {
    let mut record = played.record().clone();
    let (mut tree, new_ids) = record.tree.up_to(max_ply);
    for (id, new_id) in record.tree.ids().zip(&new_ids) {
        if let (Some(new_id), Some(mv)) = (new_id, legal_move(played, id))
            && let Step::Move(written) = &mut tree.node_mut(*new_id).step
            && !matches!(written.from, Origin::Board(_) | Origin::Hand)
        {
            let mark = written.mark;
            *written = WrittenMove {
                mark,
                ..WrittenMove::new(mv, written.span)
            };
        }
    }
    record.replace_tree(tree, |id| new_ids[id.index()]);
    record
}

/// Returns the end that a result line states.
fn ending_of_claim(played: &Played<'_, '_>, terminal: Terminal, claim: &Claim<'_>) -> Ending<'static> {
    let outcome = terminal.outcome(played.turn_after(claim.node));
    let is_implied = |winner| outcome == Some(Outcome::Win(winner));
    let winner = claim.winner.filter(|&winner| !is_implied(winner));
    Ending {
        terminal,
        offender: winner.map(crate::shogi::Color::opponent),
        word: Cow::Owned(notation::claimed_word(claim).to_owned()),
        span: Span::default(),
    }
}

/// Returns the move of a node, if it is legal and written without contradiction, or with no other error than a wrong side
/// mark.
fn legal_move(played: &Played<'_, '_>, id: NodeId) -> Option<Move> {
    let is_in_order = |ply: &Ply| ply.mover == played.turn(id);
    let is_only_mismarked =
        |ply: &Ply| ply.allowed && ply.mismarked && !ply.misnamed && ply.stated_after && is_in_order(ply);
    let ply = played.ply(id)?;
    ply.as_move().filter(|_| ply.legal || is_only_mismarked(ply))
}

/// Returns the content of a node; `None` if the node is not on the board.
fn content(played: &Played<'_, '_>, id: NodeId) -> Option<Content> {
    if let Some(mv) = legal_move(played, id) {
        return Some(Content::Move(mv));
    }
    if *played.meaning(id) == Meaning::NotOnBoard {
        return None;
    }
    Some(Content::Other(match &played.record().tree.node(id).step {
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
