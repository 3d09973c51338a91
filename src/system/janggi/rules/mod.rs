//! The rules of janggi and of gung-janggi, one file for each that they have alone; those that they share with shogi are
//! asked in [`clock`], [`length`], [`movement`], [`plain`], [`start`], [`turn`] and [`word`].
mod moves;
mod results;

use super::game::Janggi;
use crate::notation::gib;
use crate::referee::rules as shogi;
use crate::system::driver::Rules;

/// What the rules of gung-janggi are asked, and in what order. A ply that cannot have been played so is told by the first
/// of them.
pub(super) static GUNG_JANGGI: Rules<Janggi> = Rules {
    game: &gib::GUNG_JANGGI,
    start: &[
        (&shogi::reading::UNREADABLE_BOARD, moves::position),
        (&shogi::starts::START_KING_COUNT, moves::generals),
        (&moves::SETUP, moves::setup),
    ],
    ply: &[
        (&moves::RED_MOVES_FIRST, moves::red_moves_first),
        (&shogi::moves::OUT_OF_TURN, moves::out_of_turn),
        (&shogi::moves::DOUBLE_MOVE, moves::twice),
        (&shogi::moves::EMPTY_SOURCE, moves::empty_source),
        (&shogi::moves::OPPONENT_PIECE_MOVED, moves::opponent_piece),
        (&shogi::moves::PIECE_MISMATCH, moves::misnamed),
        (&moves::PROMOTION_MISSING, moves::promotion_missing),
        (&shogi::moves::BLOCKED_PATH, moves::blocked_path),
        (&moves::MOVE_SHAPE, moves::move_shape),
        (&shogi::moves::CAPTURE_OWN_PIECE, moves::own_piece),
        (&moves::REPETITION, moves::repetition),
        (&moves::PASS_LIMIT, moves::pass_limit),
        (&moves::SECOND_BIKJANG, moves::second_bikjang),
        (&moves::BIKJANG_CLAIM, moves::bikjang_claim),
        (&moves::PROMOTION_CLAIM, moves::promotion_claim),
        (&moves::UNNOTICED_CHECK, moves::unnoticed_check),
        (&moves::CHECK_CLAIM, moves::check_claim),
    ],
    word: &[
        (&shogi::reading::UNREADABLE_RESULT, results::states_no_player),
        (&results::NO_WIN, results::no_win),
        (&shogi::results::TAKE_BACK, results::take_back),
    ],
    end: &[
        (&results::RESULT_PIECES, results::result_pieces),
        (&results::RESULT_SECOND_PLAYER, results::result_second_player),
        (&results::RESULT_CHECK_WIN, results::result_check_win),
        (&results::RESULT_MATE, results::result_mate),
        (&results::RESULT_DRAW, results::result_draw),
        (&results::NO_WIN, results::counted),
        (&shogi::results::RESULT_LINE_MISMATCH, results::check),
        (&shogi::clocks::CLOCK_OVERRUN, results::overrun),
        (&shogi::clocks::TIME_FORFEIT, results::forfeit),
        (&shogi::clocks::TIME_UP_WITHOUT_TIME, results::time_left),
    ],
    after_end: &shogi::results::MOVES_AFTER_END,
    after_unstated_end: &shogi::results::MOVES_AFTER_END,
};

/// The same for janggi.
pub(super) static JANGGI: Rules<Janggi> = Rules {
    game: &gib::JANGGI,
    start: &[
        (&shogi::reading::UNREADABLE_BOARD, moves::position),
        (&shogi::reading::UNREADABLE_BOARD, moves::order),
        (&shogi::starts::START_KING_COUNT, moves::generals),
        (&shogi::starts::START_PIECE_COUNT, moves::pieces),
        (&shogi::starts::START_DEAD_PIECE, moves::outside),
    ],
    ply: &[
        (&moves::RED_MOVES_FIRST, moves::red_moves_first),
        (&shogi::moves::OUT_OF_TURN, moves::out_of_turn),
        (&shogi::moves::DOUBLE_MOVE, moves::twice),
        (&shogi::moves::EMPTY_SOURCE, moves::empty_source),
        (&shogi::moves::OPPONENT_PIECE_MOVED, moves::opponent_piece),
        (&shogi::moves::PIECE_MISMATCH, moves::misnamed),
        (&shogi::moves::BLOCKED_PATH, moves::blocked_path),
        (&shogi::moves::ILLEGAL_PIECE_MOVEMENT, moves::move_shape),
        (&shogi::moves::CAPTURE_OWN_PIECE, moves::own_piece),
        (&shogi::moves::OWN_KING_IN_CHECK, moves::own_general),
        (&moves::BIKJANG_IGNORED, moves::bikjang_ignored),
        (&moves::REPEATED_POSITION, moves::repeated_position),
        (&moves::CHECK_CLAIM, moves::check_claim),
    ],
    word: &[
        (&shogi::reading::UNREADABLE_RESULT, results::states_no_player),
        (&shogi::results::TAKE_BACK, results::take_back),
    ],
    end: &[
        (&shogi::results::MATE_CLAIMED_NOT_MATE, moves::mate),
        (&results::POINTS, results::points),
        (&shogi::results::RESULT_LINE_MISMATCH, results::check),
        (&shogi::clocks::CLOCK_OVERRUN, results::overrun),
        (&shogi::clocks::TIME_FORFEIT, results::forfeit),
        (&shogi::clocks::TIME_UP_WITHOUT_TIME, results::time_left),
    ],
    after_end: &shogi::results::MOVES_AFTER_END,
    after_unstated_end: &shogi::results::MOVES_AFTER_END,
};
