//! What the rules say of a game as a whole, and what of that decides it.

use super::decision::Decision;
use super::game::Game;
use super::report::ask;
use super::{over, rules};
use crate::finding::{Finding, Findings};

/// Asks every rule about the game; what decides it comes back, what ended it by itself first, then in the order of
/// the table.
pub(super) fn judge(game: &Game<'_>, findings: &mut Findings) -> Vec<Decision> {
    let mut decisions = Vec::from_iter(game.over.clone());
    for (rule, complaint) in ask(rules::GAME, game) {
        // What names no ply is about the result.
        let (ply, span) = match complaint.ply {
            Some(ply) => (ply, complaint.span),
            None => (game.result_ply(), game.result_span()),
        };
        if over::makes_moot(game, rule, ply, &complaint) {
            continue;
        }
        decisions.extend(complaint.decides.map(|outcome| Decision {
            ply,
            outcome,
            rule,
            message: complaint.reason.as_ref().unwrap_or(&complaint.message).clone(),
        }));
        findings.push(Finding {
            ply: Some(ply),
            span,
            ..complaint.finding(rule)
        });
    }
    decisions
}
