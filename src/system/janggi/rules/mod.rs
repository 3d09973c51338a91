//! The rules of janggi and of gung-janggi, one file for each that they have alone; those that they share with shogi are
//! asked in [`clock`], [`length`], [`movement`], [`plain`], [`start`], [`turn`] and [`word`].

mod bikjang_claim;
mod bikjang_ignored;
mod check_claim;
mod clock;
mod length;
mod move_shape;
mod movement;
mod no_win;
mod pass_limit;
mod plain;
mod points;
mod promotion_claim;
mod promotion_missing;
mod red_moves_first;
mod repeated_position;
mod repetition;
mod result_check_win;
mod result_draw;
mod result_mate;
mod result_pieces;
mod result_second_player;
mod second_bikjang;
mod setup;
mod start;
mod turn;
mod unnoticed_check;
mod word;

use super::game::Janggi;
use crate::notation::gib;
use crate::referee::rules as shogi;
use crate::system::board::Rules;

/// What the rules of gung-janggi are asked, and in what order. A ply that cannot have been played so is told by the first
/// of them.
pub(super) static GUNG_JANGGI: Rules<Janggi> = Rules {
    game: &gib::GUNG_JANGGI,
    start: &[
        (&shogi::unreadable_board::RULE, start::position),
        (&shogi::start_king_count::RULE, start::generals),
        (&setup::RULE, setup::check),
    ],
    ply: &[
        (&red_moves_first::RULE, red_moves_first::check),
        (&shogi::out_of_turn::RULE, turn::out_of_turn),
        (&shogi::double_move::RULE, turn::twice),
        (&shogi::empty_source::RULE, movement::empty_source),
        (&shogi::opponent_piece_moved::RULE, movement::opponent_piece),
        (&shogi::piece_mismatch::RULE, movement::misnamed),
        (&promotion_missing::RULE, promotion_missing::check),
        (&shogi::blocked_path::RULE, movement::blocked_path),
        (&move_shape::RULE, move_shape::check),
        (&shogi::capture_own_piece::RULE, movement::own_piece),
        (&repetition::RULE, repetition::check),
        (&pass_limit::RULE, pass_limit::check),
        (&second_bikjang::RULE, second_bikjang::check),
        (&bikjang_claim::RULE, bikjang_claim::check),
        (&promotion_claim::RULE, promotion_claim::check),
        (&unnoticed_check::RULE, unnoticed_check::check),
        (&check_claim::RULE, check_claim::check),
    ],
    word: &[
        (&shogi::unreadable_result::RULE, word::names_nobody),
        (&no_win::RULE, no_win::check),
        (&shogi::take_back::RULE, word::take_back),
    ],
    end: &[
        (&result_pieces::RULE, result_pieces::check),
        (&result_second_player::RULE, result_second_player::check),
        (&result_check_win::RULE, result_check_win::check),
        (&result_mate::RULE, result_mate::check),
        (&result_draw::RULE, result_draw::check),
        (&no_win::RULE, no_win::counted),
        (&shogi::result_line_mismatch::RULE, length::check),
        (&shogi::clock_overrun::RULE, clock::overrun),
        (&shogi::time_forfeit::RULE, clock::forfeit),
        (&shogi::time_up_without_time::RULE, clock::time_left),
    ],
    after_end: &shogi::moves_after_end::RULE,
    after_untold_end: &shogi::moves_after_end::RULE,
};

/// The same for janggi.
pub(super) static JANGGI: Rules<Janggi> = Rules {
    game: &gib::JANGGI,
    start: &[
        (&shogi::unreadable_board::RULE, start::position),
        (&shogi::unreadable_board::RULE, start::order),
        (&shogi::start_king_count::RULE, start::generals),
        (&shogi::start_piece_count::RULE, start::pieces),
        (&shogi::start_dead_piece::RULE, start::outside),
    ],
    ply: &[
        (&red_moves_first::RULE, red_moves_first::check),
        (&shogi::out_of_turn::RULE, turn::out_of_turn),
        (&shogi::double_move::RULE, turn::twice),
        (&shogi::empty_source::RULE, movement::empty_source),
        (&shogi::opponent_piece_moved::RULE, movement::opponent_piece),
        (&shogi::piece_mismatch::RULE, movement::misnamed),
        (&shogi::blocked_path::RULE, movement::blocked_path),
        (&shogi::illegal_piece_movement::RULE, move_shape::check),
        (&shogi::capture_own_piece::RULE, movement::own_piece),
        (&shogi::own_king_in_check::RULE, plain::own_general),
        (&bikjang_ignored::RULE, bikjang_ignored::check),
        (&repeated_position::RULE, repeated_position::check),
        (&check_claim::RULE, check_claim::check),
    ],
    word: &[
        (&shogi::unreadable_result::RULE, word::names_nobody),
        (&shogi::take_back::RULE, word::take_back),
    ],
    end: &[
        (&shogi::mate_claimed_not_mate::RULE, plain::mate),
        (&points::RULE, points::check),
        (&shogi::result_line_mismatch::RULE, length::check),
        (&shogi::clock_overrun::RULE, clock::overrun),
        (&shogi::time_forfeit::RULE, clock::forfeit),
        (&shogi::time_up_without_time::RULE, clock::time_left),
    ],
    after_end: &shogi::moves_after_end::RULE,
    after_untold_end: &shogi::moves_after_end::RULE,
};
