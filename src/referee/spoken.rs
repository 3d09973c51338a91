//! What the comments at the end say of it: those that programs write instead of an end (`*反則手にて終局`), the summary of a
//! game server, or the words of a person.

use super::game::Game;
use crate::notation::{ending_of_comment, remarks_at};
use crate::record::Remark;

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
    let mut said = remarks_at_end(game).filter(|remark| ending_of_comment(&remark.text).is_none());
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
pub(super) fn remarks_at_end<'a>(game: &Game<'a>) -> impl Iterator<Item = &'a Remark<'a>> {
    remarks_at(game.record, game.last_move)
}
