//! One record for a person to look at: the board at a ply, the moves with what was found beside them, the variations
//! as a tree, and the result with its reasons.

mod board;
mod clock;
mod game_page;
mod headers;
mod moves;
mod notes;
mod origin;
mod paragraph;
mod plans;
mod result;
mod variations;
mod view;
mod words;

pub use game_page::game_page;
pub use origin::RecordSource;
pub use view::{NoSuchPly, View};

pub(super) use board::title;
pub(super) use game_page::title as game_title;
pub(super) use headers::player;

use super::RenderOptions;
use notes::Notes;
use origin::origin;

/// Everything about a record, as far as it is known.
pub fn page(view: &View<'_, '_>, place: &RecordSource<'_>, options: &RenderOptions) -> Vec<u8> {
    let mut out = Vec::new();
    origin(view.record, place, options, &mut out);
    let notes = Notes::of(view.record, &view.judgement.findings);
    if !view.record.is_playable() {
        for finding in &view.judgement.findings {
            notes::write(finding, 2, options, &mut out);
        }
        return out;
    }
    headers::write(view, options, &mut out);
    plans::write(view, options, &mut out);
    board::write(view, &notes, options, &mut out);
    moves::write(view, &notes, options, &mut out);
    variations::write(view, &notes, options, &mut out);
    result::write(view.judgement, options, &mut out);
    out
}
