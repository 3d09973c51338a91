//! Records of headers alone, in the notations of the other games.

use crate::record::{Gap, GapKind, Record};

/// Notes that a record has headers and neither moves nor an end. `positions` are the headers that draw a position.
pub(super) fn note(record: &mut Record<'_>, positions: &[&str]) {
    let Some(first) = record.headers.first().map(|header| header.span) else {
        return;
    };
    if record.tree.is_empty() && record.claims.is_empty() {
        let has_position = positions.iter().any(|name| record.headers.named(name).is_some());
        record
            .gaps
            .push(Gap::new(first, GapKind::NoMoves { has_position }));
    }
}
