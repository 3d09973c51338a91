//! Plays a record of any game but shogi again.

use super::board::{Board, Rules, StartCase};
use super::driver::{next_token, said, seat_of};
use super::moment::{Moment, Onlook};
use crate::notation::Word;
use crate::profile::Profile;
use crate::record::{NodeId, Record, Step};
use crate::referee::report::ask;

/// Plays the main line again before somebody who looks on, as far as its plies can be read.
pub(super) fn replay<B: Board>(rules: &Rules<B>, record: &Record<'_>, look: &mut Onlook<'_>) {
    let mut board = B::set_up(record, &Profile::default());
    let hear = |board: &mut B, id: NodeId| {
        said(record, id).for_each(|it| board.hear(&Word::of(&it.text)));
    };
    let mut flow = look(Moment::start(&board));
    // A start that cannot be read leaves all that follows open.
    if ask(rules.start, &StartCase::of(record, board.clone())).any(|it| it.1.stops) {
        return;
    }
    hear(&mut board, NodeId::START);
    for (id, node) in record.tree.main_line() {
        let span = match node.step {
            Step::Token(span) => span,
            Step::Illegible(_) => return,
            _ => continue,
        };
        let read = board.read(record.text_at(span), next_token(record, id));
        let Some(read) = read.filter(|_| flow.is_continue()) else {
            return;
        };
        let (seat, cells) = (seat_of(rules.game, board.mover(&read)), board.cells(&read));
        board.infer(&read);
        let before = board.clone();
        board.play(&read);
        let facts = before.facts(&read, &board);
        flow = look(Moment::after((id, node.ply), seat, (&cells, &facts), &board));
        hear(&mut board, id);
    }
}
