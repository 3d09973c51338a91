//! Writing a board diagram: the last position of a record, and the move that led to it.

use crate::notation::kakinoki::write::{board, play};
use crate::notation::{Refusal, Style, TextBuilder};
use crate::played::{Meaning, Played};

/// Writes the last position.
pub(super) fn write(played: &Played<'_, '_>, _: Style, draft: &mut TextBuilder) -> Result<(), Refusal> {
    board::write(played.last(), draft);
    let start = &played.record().start;
    let mut last_move = start.last_move.as_deref().map(str::to_owned);
    let mut plies = start.plies_before;
    for id in played.game() {
        last_move = match played.meaning(id) {
            Meaning::Ply(ply) => {
                let mut text = String::new();
                play::kif(played, id, ply, &mut text)?;
                Some(text)
            }
            _ => None,
        };
        plies = Some(plies.unwrap_or(0).saturating_add(1));
    }
    if let Some(plies) = plies {
        draft.line(&board::status(plies, last_move.as_deref()));
    }
    Ok(())
}
