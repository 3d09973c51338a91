//! Writing games as the command `position` has them.

use crate::notation::{Refusal, Style, TextBuilder};
use crate::played::{Meaning, Played, Ply};
use crate::shogi::{Color, Piece, PieceKind, Position};

/// Writes the main line up to its end.
///
/// # Errors
///
/// None: every move that can be read can be said.
#[expect(
    clippy::unnecessary_wraps,
    reason = "one of the functions that write, and the others may refuse"
)]
pub(super) fn write(played: &Played<'_, '_>, _: Style, draft: &mut TextBuilder) -> Result<(), Refusal> {
    let start = &played.record().start;
    let plies_before = start.plies_before.unwrap_or(0);
    let mut line = if start.position == Position::startpos() && plies_before == 0 {
        "position startpos".to_owned()
    } else {
        let counter = plies_before.saturating_add(1);
        format!("position sfen {}", start.position.to_sfen(counter))
    };
    let mut separator = " moves ";
    for id in played.line() {
        let text = match played.meaning(id) {
            Meaning::Ply(ply) => written(ply),
            Meaning::Pass => "0000".to_owned(),
            _ => break,
        };
        line.push_str(separator);
        line.push_str(&text);
        separator = " ";
    }
    draft.line(&line);
    Ok(())
}

/// A move: `7g7f`, `8h2b+`, `P*5e`; for the drop of a promoted piece, which is a foul, `P*5b+`.
fn written(ply: &Ply) -> String {
    let kind = ply.kind.unwrap_or(PieceKind::Pawn);
    let from = match ply.from {
        Some(from) => from.to_string(),
        None => format!("{}*", Piece::new(Color::Black, kind.base()).letter()),
    };
    let promotes = ply.promotes || ply.from.is_none() && kind.is_promoted();
    format!("{from}{}{}", ply.to, if promotes { "+" } else { "" })
}
