//! The rules of janggi and of gung-janggi.

mod moves;
mod results;

use super::game::Janggi;
use crate::referee::rules as shogi;
use crate::system::checks;
use crate::system::model::Finds::{Any, One, Refute, Stop};
use crate::system::model::Rules;

/// What the rules of gung-janggi are asked, and in what order.
pub(super) static GUNG_JANGGI: Rules<Janggi> = Rules {
    start: &[
        (&shogi::reading::UNREADABLE_BOARD, Any(moves::position)),
        (&shogi::starts::START_KING_COUNT, Any(moves::generals)),
        (&moves::SETUP, Any(moves::setup)),
    ],
    ply: &[
        (&moves::RED_MOVES_FIRST, One(moves::red_moves_first)),
        (&shogi::moves::OUT_OF_TURN, One(moves::out_of_turn)),
        (&shogi::moves::DOUBLE_MOVE, One(checks::double_move)),
        (&shogi::moves::EMPTY_SOURCE, Stop(checks::empty_source)),
        (&shogi::moves::OPPONENT_PIECE_MOVED, Stop(checks::opponent_piece)),
        (&shogi::moves::PIECE_MISMATCH, Any(moves::misnamed)),
        (&moves::PROMOTION_MISSING, Stop(moves::promotion_missing)),
        (&shogi::moves::BLOCKED_PATH, Stop(checks::blocked_path)),
        (&moves::MOVE_SHAPE, Stop(checks::shape)),
        (&shogi::moves::CAPTURE_OWN_PIECE, Stop(checks::own_piece)),
        (&moves::REPETITION, One(moves::repetition)),
        (&moves::PASS_LIMIT, One(moves::pass_limit)),
        (&moves::SECOND_BIKJANG, One(moves::second_bikjang)),
        (&moves::BIKJANG_CLAIM, One(moves::bikjang_claim)),
        (&moves::PROMOTION_CLAIM, One(moves::promotion_claim)),
        (&moves::UNNOTICED_CHECK, Any(moves::own_general)),
        (&moves::CHECK_CLAIM, One(moves::check_claim)),
    ],
    word: &[
        (&shogi::reading::UNREADABLE_RESULT, One(results::states_no_player)),
        (&results::NO_WIN, One(results::no_win)),
        (&shogi::results::TAKE_BACK, Any(results::take_back)),
    ],
    end: &[
        (&results::RESULT_PIECES, One(results::points_in_gung)),
        (&results::RESULT_PIECES, One(results::result_pieces)),
        (&results::RESULT_SECOND_PLAYER, One(results::result_second_player)),
        (&results::RESULT_CHECK_WIN, Refute(results::result_check_win)),
        (&results::RESULT_MATE, One(results::general_taken)),
        (&results::RESULT_MATE, Refute(results::no_mate)),
        (&results::RESULT_DRAW, One(results::result_draw)),
        (&results::NO_WIN, One(results::counted)),
        (&shogi::results::RESULT_LINE_MISMATCH, Any(results::length)),
        (&shogi::clocks::CLOCK_OVERRUN, Any(results::overrun)),
        (&shogi::clocks::TIME_FORFEIT, Any(results::forfeit)),
        (&shogi::clocks::TIME_UP_WITHOUT_TIME, Any(results::time_left)),
    ],
    after_unstated_end: &shogi::results::MOVES_AFTER_END,
};

/// The same for janggi.
pub(super) static JANGGI: Rules<Janggi> = Rules {
    start: &[
        (&shogi::reading::UNREADABLE_BOARD, Any(moves::position)),
        (&shogi::reading::UNREADABLE_BOARD, Any(moves::orders)),
        (&shogi::starts::START_KING_COUNT, Any(moves::generals)),
        (&shogi::starts::START_PIECE_COUNT, Any(moves::surplus)),
        (&shogi::starts::START_DEAD_PIECE, Any(moves::outside)),
    ],
    ply: &[
        (&moves::RED_MOVES_FIRST, One(moves::red_moves_first)),
        (&shogi::moves::OUT_OF_TURN, One(moves::out_of_turn)),
        (&shogi::moves::DOUBLE_MOVE, One(checks::double_move)),
        (&shogi::moves::EMPTY_SOURCE, Stop(checks::empty_source)),
        (&shogi::moves::OPPONENT_PIECE_MOVED, Stop(checks::opponent_piece)),
        (&shogi::moves::PIECE_MISMATCH, Any(moves::misnamed)),
        (&shogi::moves::BLOCKED_PATH, Stop(checks::blocked_path)),
        (&shogi::moves::ILLEGAL_PIECE_MOVEMENT, Stop(checks::shape)),
        (&shogi::moves::CAPTURE_OWN_PIECE, Stop(checks::own_piece)),
        (&shogi::moves::OWN_KING_IN_CHECK, Any(moves::own_general)),
        (&moves::BIKJANG_IGNORED, One(moves::bikjang_ignored)),
        (&moves::REPEATED_POSITION, One(checks::repetition)),
        (&moves::CHECK_CLAIM, One(moves::check_claim)),
    ],
    word: &[
        (&shogi::reading::UNREADABLE_RESULT, One(results::states_no_player)),
        (&shogi::results::TAKE_BACK, Any(results::take_back)),
    ],
    end: &[
        (&shogi::results::MATE_CLAIMED_NOT_MATE, Refute(results::no_mate)),
        (&results::POINTS, One(results::points)),
        (&shogi::results::RESULT_LINE_MISMATCH, Any(results::length)),
        (&shogi::clocks::CLOCK_OVERRUN, Any(results::overrun)),
        (&shogi::clocks::TIME_FORFEIT, Any(results::forfeit)),
        (&shogi::clocks::TIME_UP_WITHOUT_TIME, Any(results::time_left)),
    ],
    after_unstated_end: &shogi::results::MOVES_AFTER_END,
};
