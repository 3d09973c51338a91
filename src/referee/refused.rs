//! The move that a game server refused at the end of a game.

use super::game::Game;
use super::report::{Check, ask};
use super::rules;
use super::spoken::remarks_at_end;
use crate::finding::Rule;
use crate::notation::csa;
use crate::played::{Attempt, Context, Opening, resolve};

/// The move in a comment `ILLEGAL_MOVE(+7776FU)` at the end of the game, and the rules it breaks.
pub(super) fn move_in_comments<'a>(game: &Game<'a>) -> Option<(&'a str, Vec<&'static Rule>)> {
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
