//! The rules of janggi and of gung-janggi.

mod moves;
mod results;
mod starts;

use super::game::Janggi;
use crate::record::Outcome;
use crate::referee::rule_hit::checks;
use crate::referee::rules as shogi;
use crate::system::checks;
use crate::system::model::GameChecks;

/// The checks of gung-janggi, in the order in which they run.
pub(super) static GUNG_JANGGI: GameChecks<Janggi> = GameChecks {
    start: checks![
        shogi::reading::UNREADABLE_BOARD => starts::unreadable_position [.stop_later_rules()],
        shogi::starts::START_KING_COUNT => starts::wrong_general_count,
        starts::SETUP => starts::setup,
    ],
    ply: checks![
        moves::RED_MOVES_FIRST => moves::red_moves_first,
        shogi::moves::OUT_OF_TURN => moves::out_of_turn,
        shogi::moves::DOUBLE_MOVE => checks::double_move,
        shogi::moves::EMPTY_SOURCE => checks::empty_source [.stop_later_rules()],
        shogi::moves::OPPONENT_PIECE_MOVED => checks::opponent_piece [.stop_later_rules()],
        shogi::moves::PIECE_MISMATCH => moves::wrong_kind,
        moves::PROMOTION_MISSING => moves::promotion_missing [.stop_later_rules()],
        shogi::moves::BLOCKED_PATH => checks::blocked_path [.stop_later_rules()],
        moves::MOVE_SHAPE => checks::shape [.stop_later_rules()],
        shogi::moves::CAPTURE_OWN_PIECE => checks::own_piece [.stop_later_rules()],
        moves::REPETITION => moves::repetition,
        moves::PASS_LIMIT => moves::pass_limit,
        moves::SECOND_BIKJANG => moves::second_bikjang,
        moves::BIKJANG_CLAIM => moves::bikjang_claim,
        moves::PROMOTION_CLAIM => moves::promotion_claim,
        moves::UNNOTICED_CHECK => moves::general_left_in_check,
        moves::CHECK_CLAIM => moves::check_claim,
    ],
    claim: checks![
        shogi::reading::UNREADABLE_RESULT => results::states_no_player,
        results::NO_WIN => results::no_win,
        shogi::results::TAKE_BACK => results::take_back,
    ],
    end: checks![
        results::RESULT_PIECES => results::points_in_gung,
        results::RESULT_PIECES => results::result_pieces,
        results::RESULT_SECOND_PLAYER => results::result_second_player,
        results::RESULT_CHECK_WIN => results::result_check_win [.with_outcome(Outcome::None)],
        results::RESULT_MATE => results::winner_without_general,
        results::RESULT_MATE => results::false_mate [.with_outcome(Outcome::None)],
        results::RESULT_DRAW => results::result_draw,
        results::NO_WIN => results::counted_with_chariot,
        shogi::results::RESULT_LINE_MISMATCH => results::length,
        shogi::clocks::CLOCK_OVERRUN => results::overrun,
        shogi::clocks::TIME_FORFEIT => results::forfeit,
        shogi::clocks::TIME_UP_WITHOUT_TIME => results::time_left,
    ],
    after_unstated_end: &shogi::results::MOVES_AFTER_END,
};

/// The checks of janggi, in the order in which they run.
pub(super) static JANGGI: GameChecks<Janggi> = GameChecks {
    start: checks![
        shogi::reading::UNREADABLE_BOARD => starts::unreadable_position [.stop_later_rules()],
        shogi::reading::UNREADABLE_BOARD => starts::unreadable_orders,
        shogi::starts::START_KING_COUNT => starts::wrong_general_count,
        shogi::starts::START_PIECE_COUNT => starts::surplus_pieces,
        shogi::starts::START_DEAD_PIECE => starts::pieces_outside_palace,
    ],
    ply: checks![
        moves::RED_MOVES_FIRST => moves::red_moves_first,
        shogi::moves::OUT_OF_TURN => moves::out_of_turn,
        shogi::moves::DOUBLE_MOVE => checks::double_move,
        shogi::moves::EMPTY_SOURCE => checks::empty_source [.stop_later_rules()],
        shogi::moves::OPPONENT_PIECE_MOVED => checks::opponent_piece [.stop_later_rules()],
        shogi::moves::PIECE_MISMATCH => moves::wrong_kind,
        shogi::moves::BLOCKED_PATH => checks::blocked_path [.stop_later_rules()],
        shogi::moves::ILLEGAL_PIECE_MOVEMENT => checks::shape [.stop_later_rules()],
        shogi::moves::CAPTURE_OWN_PIECE => checks::own_piece [.stop_later_rules()],
        shogi::moves::OWN_KING_IN_CHECK => moves::general_left_in_check,
        moves::BIKJANG_IGNORED => moves::bikjang_ignored,
        moves::REPEATED_POSITION => checks::repetition,
        moves::CHECK_CLAIM => moves::check_claim,
    ],
    claim: checks![
        shogi::reading::UNREADABLE_RESULT => results::states_no_player,
        shogi::results::TAKE_BACK => results::take_back,
    ],
    end: checks![
        shogi::results::MATE_CLAIMED_NOT_MATE => results::false_mate [.with_outcome(Outcome::None)],
        results::POINTS => results::points,
        shogi::results::RESULT_LINE_MISMATCH => results::length,
        shogi::clocks::CLOCK_OVERRUN => results::overrun,
        shogi::clocks::TIME_FORFEIT => results::forfeit,
        shogi::clocks::TIME_UP_WITHOUT_TIME => results::time_left,
    ],
    after_unstated_end: &shogi::results::MOVES_AFTER_END,
};
