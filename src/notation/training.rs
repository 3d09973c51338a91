//! Training data for engines: the positions of a game one by one, each before a move of the main line.
//!
//! Learning programs treat every item as a legal move of a game that was won, lost or drawn. Therefore the data
//! ends before the first illegal move, and the moves from there on are counted as lost.

use std::collections::HashMap;

use super::evaluation::{Evaluation, Score, evaluations};
use super::loss::Loss;
use super::refusal::{Refusal, RefusalReason};
use super::result;
use super::target::Style;
use super::text_builder::TextBuilder;
use crate::played::Played;
use crate::record::{Format, LineSummary, NodeId, Outcome, Step, Terminal};
use crate::shogi::{Color, Move, Position};

/// A move of the main line and the position before it.
#[derive(Debug)]
pub(super) struct Item<'p> {
    /// The position before the move.
    pub position: &'p Position,
    /// The move of the main line.
    pub mv: Move,
    /// The move number, which includes the plies before the start position.
    pub number: u32,
    /// The evaluation of the position by an engine (centipawns, from the view of the side to move), limited to ±32767;
    /// 0 if the position has no evaluation.
    pub score: i16,
}

/// Passes the selected items of a record to `write`, one after the other. Moves from the first illegal one on are
/// counted as lost.
///
/// # Errors
///
/// The first error of `write`.
pub(super) fn each_item(
    played: &Played<'_, '_>,
    style: &Style,
    draft: &mut TextBuilder,
    mut write: impl FnMut(&Item<'_>, &mut TextBuilder) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let start = &played.record().start;
    let mut position = start.position.clone();
    let mut number = start.plies_before.unwrap_or(0);
    let evaluations = evaluations(played.record());
    // An item that was read from training data always has a score, which is 0 if there is no comment.
    let is_read_from_items = super::is_of_items(played.record().format);
    let default_score = is_read_from_items.then_some(0);
    let mut nodes = played.game().peekable();
    while let Some(mv) = nodes.peek().and_then(|&id| legal_move(played, id)) {
        let Some(id) = nodes.next() else { break };
        number = number.saturating_add(1);
        let exact_score = score(&evaluations, position.side_to_move(), id).or(default_score);
        let score = exact_score.map(|score| score.clamp((-i16::MAX).into(), i16::MAX.into()) as i16);
        if style.items.accepts(number, score, &mut draft.items) {
            draft.items.clipped += u64::from(exact_score != score.map(i32::from));
            let item = Item {
                position: &position,
                mv,
                number,
                score: score.unwrap_or_default(),
            };
            write(&item, draft)?;
        }
        position.play_legal(mv);
    }
    // If the target has no moves, all moves were already counted as lost before.
    let rest = nodes.filter(|_| style.holds.moves);
    rest.for_each(|_| draft.losses.add(Loss::Move));
    Ok(())
}

/// Returns the move at a node, if it is legal on the board; `None` for any other node.
fn legal_move(played: &Played<'_, '_>, id: NodeId) -> Option<Move> {
    played.ply(id).filter(|it| it.allowed)?.as_move()
}

/// Returns the score of the move at a node, from the view of the side that made it; `None` if no score is
/// known.
///
/// The score in a comment on a move is the evaluation by the engine before it made this move.
fn score(evaluations: &HashMap<NodeId, Evaluation>, mover: Color, id: NodeId) -> Option<i32> {
    let black_score = evaluations.get(&id)?.score(mover).map(Score::centipawns)?;
    Some(if mover == Color::Black {
        black_score
    } else {
        black_score.saturating_neg()
    })
}

/// Returns the outcome of the game, a win or a draw: that of `style` if it has one, or else that which the record
/// states.
///
/// # Errors
///
/// When the game was neither won nor drawn, so that a format with results cannot contain it.
pub(super) fn required_outcome(
    played: &Played<'_, '_>,
    style: &Style,
    format: Format,
) -> Result<Outcome, Refusal> {
    let outcome = style.outcome.or_else(|| stated_outcome(played));
    let win_or_draw = outcome.filter(|&outcome| outcome != Outcome::None);
    win_or_draw.ok_or(Refusal {
        ply: None,
        why: RefusalReason::Undecided(format),
    })
}

/// Returns the outcome that the words of the record state; `None` if they state no outcome. The end of the main line
/// takes precedence over claims; a take-back does not count as an end.
fn stated_outcome(played: &Played<'_, '_>) -> Option<Outcome> {
    let record = played.record();
    let outcome_of_end = played.line().find_map(|id| match &record.tree.node(id).step {
        Step::End(ending) if ending.terminal != Terminal::TakeBack => ending.outcome(played.turn(id)),
        _ => None,
    });
    let outcome_of_claim = || {
        let last_move = LineSummary::new(record).last_move;
        let claim = &record.claims[result::main_claim(record, last_move)?];
        let of_terminal = || claim.terminal?.outcome(played.turn_after(claim.node));
        claim.winner.map(Outcome::Win).or_else(of_terminal)
    };
    outcome_of_end.or_else(outcome_of_claim)
}
