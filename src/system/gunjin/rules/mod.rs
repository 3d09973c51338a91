//! The rules of gunjin shogi, one file for each that it has alone; those that it shares with shogi are asked in [`start`] and
//! [`turn`].

mod bar_crossed;
mod battle_missing;
mod battle_phantom;
mod battle_result;
mod blind_contradiction;
mod drop;
mod empty_source;
mod end_unclaimed;
mod end_wrong;
mod hq_wrong_rank;
mod immobile_moved;
mod jump;
mod move_shape;
mod opponent_piece;
mod own_piece;
mod piece_revived;
mod promotion;
mod repetition;
mod setup_cell;
mod setup_count;
mod setup_gate;
mod start;
mod step;
mod turn;

use super::game::Gunjin;
use crate::notation::gunjin::GAME;
use crate::referee::report::Check;
use crate::referee::rules as shogi;
use crate::system::board::{PlyCase, Rules, WordCase};

/// What the rules are asked, and in what order.
pub(super) static RULES: Rules<Gunjin> = Rules {
    game: &GAME,
    start: &[
        (&shogi::unreadable_board::RULE, start::readable),
        (&shogi::start_missing::RULE, start::missing),
        (&setup_cell::RULE, setup_cell::check),
        (&setup_count::RULE, setup_count::check),
        (&setup_gate::RULE, setup_gate::check),
    ],
    ply: PLY,
    word: WORD,
    end: &[],
    after_end: &shogi::moves_after_end::RULE,
    after_untold_end: &end_unclaimed::RULE,
};

/// A ply that cannot have been played so is told by the first of them.
const PLY: &[Check<PlyCase<Gunjin>>] = &[
    (&shogi::out_of_turn::RULE, turn::out_of_turn),
    (&shogi::double_move::RULE, turn::double_move),
    (&shogi::pass::RULE, turn::pass),
    (&drop::RULE, drop::check),
    (&empty_source::RULE, empty_source::check),
    (&piece_revived::RULE, piece_revived::check),
    (&opponent_piece::RULE, opponent_piece::check),
    (&immobile_moved::RULE, immobile_moved::check),
    (&bar_crossed::RULE, bar_crossed::check),
    (&move_shape::RULE, move_shape::check),
    (&jump::RULE, jump::check),
    (&own_piece::RULE, own_piece::check),
    (&battle_missing::RULE, battle_missing::check),
    (&battle_phantom::RULE, battle_phantom::check),
    (&battle_result::RULE, battle_result::check),
    (&promotion::RULE, promotion::check),
    (&blind_contradiction::RULE, blind_contradiction::check),
    (&repetition::RULE, repetition::check),
];

const WORD: &[Check<WordCase<Gunjin>>] = &[
    (&hq_wrong_rank::RULE, hq_wrong_rank::check),
    (&end_wrong::RULE, end_wrong::check),
];
