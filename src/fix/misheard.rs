//! The move that a lone illegal move may have been: one neighbouring digit would have made it legal.
//!
//! An illegal move of the players stays an error, because a game can continue after it. But if a single neighbouring digit makes it
//! legal, the recorder may have misheard or mistyped it, and only the players know. So this move is shown, and nothing else changes.

use super::cause::game_of;
use super::edit::cause_of;
use super::line::{Change, GameHash, Line};
use super::slip::slip;
use crate::finding::{Cause, CauseKind, Class, Finding, Severity};
use crate::record::{Destination, Origin, Record, WrittenMove};
use crate::shogi::{Move, Square};

/// Adds the move that the only illegal move of a record may have been to its finding, if exactly one neighbouring digit makes it and
/// all later moves legal.
pub(crate) fn add_misheard(record: &Record<'_>, findings: &mut [Finding]) {
    if !record.is_shogi() || !record.is_playable() {
        return;
    }
    let is_on_move = |finding: &&mut Finding| finding.severity == Severity::Error && finding.moved.is_some();
    let mut on_moves = findings.iter_mut().filter(is_on_move);
    let (Some(finding), None) = (on_moves.next(), on_moves.next()) else {
        return;
    };
    let is_foul = finding.rule.class == Class::Foul && !finding.acknowledged;
    if is_foul && finding.variation.is_empty() && finding.causes.is_empty() {
        finding.misheard = misheard(record, finding.ply).map(Box::new);
    }
}

/// Returns the change of the move at this ply, which is the first that is not legal.
fn misheard(record: &Record<'_>, ply: Option<u32>) -> Option<Cause> {
    let line = Line::new(record);
    let at = line.first_error;
    let node = record.tree.node(*line.nodes.get(at)?);
    let written = line.steps[at].filter(|_| ply == Some(node.ply))?;
    let position = line.position_at_error();
    let moves = position.legal_moves().into_iter();
    let neighbours = moves.filter_map(|mv| {
        let kind = slip(written, mv, position)?;
        is_neighbour(kind, written, mv).then_some((kind, mv))
    });
    let mut unlimited = u32::MAX;
    let mut game = line.start();
    game.play_steps(&line.steps[..at], 0, &mut unlimited);
    let mut legal = neighbours.filter_map(|(kind, mv)| {
        let (mut game, mut unlimited) = (game.clone(), u32::MAX);
        let is_legal = game.play_move(mv, &mut unlimited)
            && game.play_steps(&line.steps, at + 1, &mut unlimited) == line.steps.len();
        let hash = game.hash;
        is_legal.then_some((kind, mv, GameHash { hash, is_legal }))
    });
    let (Some((kind, mv, game)), None) = (legal.next(), legal.next()) else {
        return None;
    };
    let change = (kind, &Change::Replaced(at, mv));
    let cause = cause_of(change, record, &line, line.steps.len() - at - 1)?;
    // The edited text has to mean the moves that were played.
    (game_of(record, &[], &cause.edits) == Some(game)).then_some(cause)
}

/// Returns whether a move differs from the written one only in one digit, by one.
fn is_neighbour(kind: CauseKind, written: &WrittenMove, mv: Move) -> bool {
    match (kind, written.from, written.to, mv) {
        (CauseKind::Origin, Origin::Board(stated), _, Move::Board { from, .. }) => {
            distance(stated, from) == 1
        }
        (CauseKind::Destination, _, Destination::Square(stated), mv) => distance(stated, mv.to()) == 1,
        _ => false,
    }
}

/// Returns the sum of the differences of the digits of two squares.
const fn distance(one: Square, other: Square) -> u8 {
    one.file().abs_diff(other.file()) + one.rank().abs_diff(other.rank())
}
