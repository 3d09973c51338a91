//! Saying what is not judged.

use super::RecordReplay;
use crate::record::{NodeId, Step, Tree};
use crate::referee::report::ask;
use crate::referee::rules;
use crate::referee::unjudged::Unjudged;

impl RecordReplay<'_, '_> {
    /// Says how many plies after `id` were not judged.
    pub(super) fn not_judged(&mut self, id: NodeId) {
        let tree = &self.record.tree;
        let line = std::iter::successors(tree.first_child(id), |&id| tree.first_child(id));
        let mut line = line.filter(|&id| is_ply(tree, id)).peekable();
        let Some(&first) = line.peek() else { return };
        let line = line.count();
        let case = Unjudged {
            after: tree.node(id).ply,
            line,
            variations: plies_below(tree, id) - line,
        };
        let span = tree.node(first).span().unwrap_or_default();
        let place = self.place(first, self.position().side_to_move(), span);
        for (rule, complaint) in ask(rules::UNJUDGED, &case) {
            let mut finding = self.finding(rule, &place, complaint);
            (finding.seat, finding.moved, finding.position) = (None, None, None);
            finding.cells.clear();
            finding.after_foul |= self.fouled;
            self.findings.push(finding);
        }
    }
}

fn is_ply(tree: &Tree<'_>, id: NodeId) -> bool {
    let step = &tree.node(id).step;
    matches!(step, Step::Move(_) | Step::Pass(_) | Step::Illegible(_))
}

/// How many plies there are after a node, in all lines.
fn plies_below(tree: &Tree<'_>, id: NodeId) -> usize {
    let (mut below, mut plies) = (vec![id], 0);
    while let Some(id) = below.pop() {
        plies += tree.children(id).filter(|&id| is_ply(tree, id)).count();
        below.extend(tree.children(id));
    }
    plies
}
