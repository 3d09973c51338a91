//! The rules by subject, and the tables that define the order in which they are applied.

pub(crate) mod checking;
pub(crate) mod clocks;
pub(crate) mod draws;
pub(crate) mod fouls;
pub(crate) mod headers;
pub(crate) mod impasse;
pub(crate) mod moves;
pub(crate) mod reading;
pub(crate) mod results;
pub(crate) mod starts;
pub(crate) mod written;

use std::sync::LazyLock;

pub use reading::READING;

use super::cases::{IncompleteMoveCase, RepetitionCase, StartCase, Uncertainty};
use super::game::Game;
use super::rule_hit::{ReportScope, RuleCheck, RuleHit, checks};
use crate::finding::Rule;
use crate::played::MoveAnalysis;

/// Defines tables of rules. All rules of a table check the same kind of case, and its entries are grouped by the module that
/// defines the rule and its check.
macro_rules! tables {
    ($($(#[$attribute:meta])* $table:ident: $case:ty {
        $($module:ident { $($rule:ident $check:ident $(($($detail:tt)+))?),+ $(,)? })+
    })+) => {
        $($(#[$attribute])*
        pub(super) const $table: &[(&Rule, fn(&$case) -> Vec<RuleHit>)] =
            checks![$($($module::$rule => $module::$check $([$($detail)+])?),+),+];)+
    };
}

tables! {
    /// Rules that check a move before it is played, in order of detection. Some rules, if broken, cause the later
    /// rules to be skipped.
    BEFORE: MoveAnalysis<'_> {
        moves {
            GOTE_MOVES_FIRST gote_moves_first, DOUBLE_MOVE double_move,
            // The move is made on the board, whichever side was to move, so the position stays certain.
            OUT_OF_TURN out_of_turn (.with_uncertainty(Uncertainty::None)),
            WRONG_SIDE_MARK wrong_side_mark (.with_json_key("color").once_per(ReportScope::Line)),
            EMPTY_SOURCE empty_source (.with_json_key("from").stop_later_rules()),
            OPPONENT_PIECE_MOVED opponent_piece_moved,
            PIECE_MISMATCH piece_mismatch (.with_json_key("piece")),
            UNPROMOTION unpromotion,
            ILLEGAL_PIECE_MOVEMENT illegal_piece_movement (.stop_later_rules()),
            BLOCKED_PATH blocked_path,
            CAPTURE_OWN_PIECE capture_own_piece (.with_json_key("to").stop_later_rules()),
            KING_CAPTURED king_captured,
            UNPROMOTABLE_PROMOTED unpromotable_promoted (.with_json_key("promote")),
            ALREADY_PROMOTED already_promoted (.with_json_key("promote")),
            PROMOTION_OUTSIDE_ZONE promotion_outside_zone (.with_json_key("promote")),
            KING_DROP king_drop (.with_json_key("piece")),
            DROP_NOT_IN_HAND drop_not_in_hand (.with_json_key("piece").with_uncertainty(Uncertainty::Hands)),
            DROP_ON_OCCUPIED drop_on_occupied (.with_json_key("to").stop_later_rules()),
            PROMOTED_DROP promoted_drop (.with_json_key("piece")), DEAD_PIECE dead_piece, NIFU nifu,
        }
    }

    /// Rules that check the position after the move, if the move could be made and no broken rule of [`BEFORE`]
    /// causes the later rules to be skipped.
    AFTER: MoveAnalysis<'_> {
        moves { OWN_KING_IN_CHECK own_king_in_check, UCHIFUZUME uchifuzume }
    }

    /// Rules of only some events, which check a move before it is played. They are applied after [`BEFORE`],
    /// unless a broken rule of [`BEFORE`] causes the later rules to be skipped.
    HOUSE: MoveAnalysis<'_> {
        moves { POINTLESS_NONPROMOTION pointless_nonpromotion }
    }

    /// Rules about moves that are not written in full, and about passes.
    INCOMPLETE: IncompleteMoveCase<'_> {
        written {
            PASS pass, ORIGIN_UNSTATED origin_unstated,
            UNUSUAL_SUFFIX unusual_suffix (.once_per(ReportScope::Record)),
            PROMOTION_UNSTATED promotion_unstated, AMBIGUOUS_MOVE ambiguous_move,
            AMBIGUOUS_MOVE_RESOLVED ambiguous_move_resolved,
        }
    }

    /// Rules about repeated positions.
    REPETITION: RepetitionCase<'_> {
        draws { SENNICHITE sennichite, PERPETUAL_CHECK perpetual_check }
    }

    /// Rules about the start position.
    START: StartCase<'_> {
        starts {
            START_PIECE_COUNT start_piece_count, START_KING_COUNT start_king_count, START_NIFU start_nifu,
            START_DEAD_PIECE start_dead_piece, START_KING_IN_HAND start_king_in_hand,
            START_OPPONENT_IN_CHECK start_opponent_in_check, HANDICAP_MISMATCH handicap_mismatch,
            HANDICAP_FIRST_MOVE handicap_first_move,
        }
    }

    /// Rules about the game as a whole.
    GAME: Game<'_> {
        results {
            MOVES_AFTER_END moves_after_end, RESULT_AGAINST_MATE result_against_mate,
            RESULT_LINE_MISMATCH result_line_mismatch, END_TOKEN_MISSING end_token_missing,
        }
        fouls {
            FOUL_UNNOTICED foul_unnoticed, FOUL_RESULT_WITHOUT_FOUL foul_result_without_foul,
            FOUL_RESULT_WRONG_SIDE foul_result_wrong_side,
            FOUL_TOKEN_NEEDS_LAST_MOVE foul_token_needs_last_move,
        }
        results {
            SUMMARY_MISMATCH summary_mismatch, RESIGN_WHILE_WINNING resign_while_winning,
            MATE_CLAIMED_NOT_MATE mate_claimed_not_mate, MATE_UNSTATED mate_unstated,
            STALEMATE_NAMED_MATE stalemate_named_mate,
        }
        fouls { MATE_BY_FOUL mate_by_foul }
        results { TAKE_BACK take_back }
        clocks {
            CLOCK_NEGATIVE clock_negative, CLOCK_CUMULATIVE_MISMATCH clock_cumulative_mismatch,
            CLOCK_UNIT_VIOLATION clock_unit_violation, CLOCK_HEADER_MISMATCH clock_header_mismatch,
            CLOCK_OVERRUN clock_overrun, TIME_UP_WITHOUT_TIME time_up_without_time,
            TIME_FORFEIT time_forfeit, TIMES_ALL_ZERO times_all_zero,
        }
        draws {
            SENNICHITE_CLAIMED_NOT_4 sennichite_claimed_not_4,
            SENNICHITE_WAS_PERPETUAL sennichite_was_perpetual, PERPETUAL_CLAIMED_NOT perpetual_claimed_not,
            SENNICHITE_IGNORED sennichite_ignored,
        }
        results { AGREED_DRAW agreed_draw }
        draws {
            MAX_MOVES_EARLY max_moves_early, MAX_MOVES_EXCEEDED max_moves_exceeded,
            GAME_TOO_LONG_UNJUDGED game_too_long_unjudged, BARE_KINGS bare_kings,
        }
        impasse {
            DECLARATION_INVALID declaration_invalid, DECLARATION_ONLY_DRAW declaration_only_draw,
            DECLARATION_UNJUDGED declaration_unjudged, JISHOGI_NO_ENTERED_KING jishogi_no_entered_king,
            JISHOGI_POINTS jishogi_points, IMPASSE_BY_OTHER_PROFILE impasse_by_other_profile,
            IMPASSE_UNNOTICED impasse_unnoticed,
        }
        headers {
            UNREADABLE_TIME_LIMIT unreadable_time_limit, HEADER_CONTRADICTION header_contradiction,
            UNLIKELY_DATE unlikely_date, SAME_PLAYER same_player,
        }
    }
}

/// Returns the rules of a table.
fn rules_of<C>(table: &[RuleCheck<C>]) -> Vec<&'static Rule> {
    table.iter().map(|(rule, _)| *rule).collect()
}

/// All rules, in the order of the catalogue.
pub static RULES: LazyLock<Vec<&'static Rule>> = LazyLock::new(|| {
    [
        rules_of(BEFORE),
        rules_of(AFTER),
        rules_of(HOUSE),
        rules_of(INCOMPLETE),
        vec![&written::ILLEGAL_LINE],
        vec![&checking::NOT_JUDGED],
        rules_of(REPETITION),
        rules_of(START),
        vec![&checking::PROFILE_OVERRIDDEN, &checking::UNREADABLE_EVENT_RULE],
        rules_of(GAME),
        vec![&results::RESULT_OVERTURNED],
        READING.to_vec(),
        vec![&checking::UNLISTED_FINDINGS, &checking::INTERNAL_ERROR],
    ]
    .concat()
});
