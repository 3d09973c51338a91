//! The table of all games.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use super::System;
use super::drawing::Drawing;
use super::gunjin::GUNJIN;
use super::janggi::{GUNG_JANGGI, JANGGI};
use super::yonin::YONIN;
use crate::finding::Rule;
use crate::record::{self, Record};
use crate::referee::RULES;

/// Every game that is judged.
pub static SYSTEMS: &[&System] = &[&SHOGI, &YONIN, &GUNJIN, &GUNG_JANGGI, &JANGGI];

/// The game of a record.
pub fn system_of(record: &Record<'_>) -> Option<&'static System> {
    SYSTEMS.iter().copied().find(|it| it.game == record.game)
}

/// The board of a record after a ply, 0 for the start. `None` where there is no such ply, something before it cannot be
/// read, or it is a board of shogi, which is drawn as books print it.
pub fn drawing(record: &Record<'_>, ply: u32) -> Option<Drawing> {
    let mut drawn = None;
    (system_of(record)?.replay)(record, &mut |moment| {
        if moment.ply < ply {
            return ControlFlow::Continue(());
        }
        drawn = (moment.ply == ply).then(|| moment.drawing());
        ControlFlow::Break(())
    });
    drawn
}

/// The rules of all games, each once: those of shogi and of reading first.
pub static ALL_RULES: LazyLock<Vec<&'static Rule>> = LazyLock::new(|| {
    let mut all: Vec<&'static Rule> = Vec::new();
    for rule in SYSTEMS.iter().flat_map(|system| (system.rules)()) {
        if !all.contains(&rule) {
            all.push(rule);
        }
    }
    all
});

/// Shogi.
pub static SHOGI: System = System {
    game: &record::SHOGI,
    rules: || RULES.clone(),
    judge: |referee, record, watch| referee.judge_watched(record, watch),
    replay: |_, _| {},
};
