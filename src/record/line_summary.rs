//! The main line of a record, walked once.

use super::{Ending, NodeId, Record, Step, Terminal};

/// The main line of a record, walked once.
#[derive(Debug)]
pub(crate) struct LineSummary<'a> {
    /// Its moves, those after an end too.
    pub moves: u32,
    /// The ply of its last node.
    pub length: u32,
    /// The first end and its ply. A move taken back ends a game only if nothing else does.
    pub ending: Option<(u32, &'a Ending<'a>)>,
    /// The last move before that end.
    pub last_move: NodeId,
}

impl<'a> LineSummary<'a> {
    pub(crate) fn of(record: &'a Record<'a>) -> Self {
        let mut summary = Self {
            moves: 0,
            length: 0,
            ending: None,
            last_move: NodeId::START,
        };
        for (id, node) in record.tree.main_line() {
            summary.length = node.ply;
            let open = summary
                .ending
                .is_none_or(|(_, ending)| ending.terminal == Terminal::TakeBack);
            match &node.step {
                Step::End(ending) if open => summary.ending = Some((node.ply, ending)),
                Step::End(_) => {}
                _ => {
                    summary.moves += 1;
                    if open {
                        summary.last_move = id;
                    }
                }
            }
        }
        summary
    }
}
