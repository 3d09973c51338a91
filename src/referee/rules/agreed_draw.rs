//! `agreed-draw` 合意の引き分け: a draw by agreement.

use crate::finding::{message, rule};
use crate::record::Terminal;
use crate::referee::game::Game;
use crate::referee::report::Report;
use crate::shogi::{Color, in_camp};

rule!(
    "agreed-draw",
    Notice,
    Results,
    "a draw by agreement",
    "合意の引き分け"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    if game.terminal() != Some(Terminal::Draw) || !game.certain || is_explained(game) {
        return;
    }
    report.say(message!(
        "a draw by agreement: there was no repetition (千日手), and no king is in the enemy camp",
        "合意による引き分け：千日手ではなく、どちらの玉も入玉していない",
    ));
}

/// Whether repetition, entered kings or the limit of moves led to the draw.
fn is_explained(game: &Game<'_>) -> bool {
    let entered = |side| game.end.king(side).is_some_and(|king| in_camp(side, king));
    let repeated =
        game.repetition.is_some() || game.profile.repetition_agree_below && game.most_occurrences >= 2;
    let limit = game.profile.max_moves.is_some_and(|limit| game.plies >= limit);
    repeated || limit || is_ruled(game) || Color::ALL.into_iter().any(entered)
}

/// Whether the record says that an arbiter has ruled so (裁定引分).
fn is_ruled(game: &Game<'_>) -> bool {
    let written = game.ending.map(|(_, ending)| &ending.word);
    let words = written.into_iter().chain(game.claim.map(|claim| &claim.text));
    words.into_iter().any(|word| word.contains("裁定"))
}
