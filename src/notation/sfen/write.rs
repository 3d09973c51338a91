//! Writing the last position of the main line.

use crate::notation::{Refusal, Style, TextBuilder};
use crate::played::Played;

/// Writes the position after the last move, with the number of the next one.
///
/// # Errors
///
/// None: every position can be said.
#[expect(
    clippy::unnecessary_wraps,
    reason = "one of the functions that write, and the others may refuse"
)]
pub(super) fn write(played: &Played<'_, '_>, _: Style, draft: &mut TextBuilder) -> Result<(), Refusal> {
    let plies_before = played.record().start.plies_before.unwrap_or(0);
    let plies = played.game().count();
    let counter = plies_before.saturating_add(plies as u32).saturating_add(1);
    draft.line(&played.last().to_sfen(counter));
    Ok(())
}
