//! What a panic says.

use std::panic;
use std::sync::Once;

use crate::batch::note_panic;

/// Keeps panics over single records silent, since a finding tells of them; all others are printed as ever.
pub(super) fn quieten() {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !note_panic(panic) {
                usual(panic);
            }
        }));
    });
}
