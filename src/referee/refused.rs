//! What the comments at the end say of a foul: the move that a game server refused, the summary that it wrote, or
//! the words of a person.

use super::game::Game;
use super::report::{Check, ask};
use super::{rules, spoken};
use crate::finding::Rule;
use crate::notation::csa;
use crate::played::{Attempt, Context, Opening, resolve};
use crate::record::{NodeId, Record, Remark, Step};

/// The move in a comment `ILLEGAL_MOVE(+7776FU)` at the end of the game, and the rules it breaks.
pub(super) fn move_in_comments<'a>(game: &'a Game<'_>) -> Option<(&'a str, Vec<&'static Rule>)> {
    remarks_at_end(game).find_map(|remark| {
        let text = remark
            .text
            .trim_start_matches('*')
            .trim()
            .strip_prefix("ILLEGAL_MOVE(")?
            .strip_suffix(')')?;
        let written = csa::written(text)?;
        let written = resolve(game.end, &written).ok()?;
        let before = game.end;
        let context = Context {
            before,
            ply: game.plies + 1,
            previous_mover: Some(game.to_move().opponent()).filter(|_| game.plies > 0),
            after_gap: false,
            passed_over: None,
            opening: Opening::of(&game.record.start.position),
        };
        let mut attempt = Attempt::new(&written, &context);
        let mut fouls = broken(rules::BEFORE, &attempt);
        if let Some(mv) = attempt.as_move().filter(|_| fouls.is_empty()) {
            let mut after = before.clone();
            if after.play(mv).is_some() {
                attempt.after = Some(after);
                fouls = broken(rules::AFTER, &attempt);
            }
        }
        Some((text, fouls))
    })
}

fn broken<C>(rules: &[Check<C>], case: &C) -> Vec<&'static Rule> {
    ask(rules, case).map(|(rule, _)| rule).collect()
}

/// Whether a comment at the end names a foul in words.
pub(super) fn foul_in_comments(game: &Game<'_>) -> bool {
    const WORDS: &[&str] = &[
        "反則",
        "二歩",
        "王手放置",
        "打ち歩詰",
        "二手指",
        "連続王手",
        "行き所",
        "illegal",
    ];
    // A comment that is the result itself says no more than that.
    let mut said = remarks_at_end(game).filter(|remark| spoken::terminal(&remark.text).is_none());
    said.any(|remark| WORDS.iter().any(|word| remark.text.contains(word)))
}

/// Whether a comment at the end names perpetual check in words.
pub(super) fn perpetual_in_comments(game: &Game<'_>) -> bool {
    remarks_at_end(game).any(|remark| remark.text.contains("連続王手の千日手"))
}

/// The word with which the summary of a game server says how the game ended.
pub(super) fn word_of_summary<'a>(game: &Game<'a>) -> Option<&'a str> {
    let summary = game.claim?.text.strip_prefix("'summary:")?;
    summary.split(':').next()
}

/// The remarks on the last move of a game and after it.
fn remarks_at_end<'a>(game: &'a Game<'_>) -> impl Iterator<Item = &'a Remark<'a>> {
    remarks_at(game.record, game.last_move)
}

/// The remarks on a move and on the end after it.
pub(super) fn remarks_at<'a>(record: &'a Record<'_>, last: NodeId) -> impl Iterator<Item = &'a Remark<'a>> {
    let tree = &record.tree;
    let at_end = move |node: NodeId| {
        node == last || matches!(tree.node(node).step, Step::End(_)) && tree.parent(node) == Some(last)
    };
    record.remarks.iter().filter(move |remark| at_end(remark.node))
}
