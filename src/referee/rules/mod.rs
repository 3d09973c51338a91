//! The rules, one file for each, and the tables that say in which order they are asked.

use std::sync::LazyLock;

use super::due_case::{CaptureCase, DueCase};
use super::event::statement::Statement;
use super::game::Game;
use super::gap_case::GapCase;
use super::recurrence::Recurrence;
use super::report::{Check, Report};
use super::start_case::StartCase;
use super::unjudged::Unjudged;
use super::verdict::Verdict;
use crate::finding::{Rule, Unlisted};
use crate::played::Attempt;

pub(crate) mod agreed_draw;
pub(crate) mod already_promoted;
pub(crate) mod ambiguous_branch;
pub(crate) mod ambiguous_move;
pub(crate) mod ambiguous_move_resolved;
pub(crate) mod archive_damaged;
pub(crate) mod archive_encrypted;
pub(crate) mod archive_irregular;
pub(crate) mod archive_limit;
pub(crate) mod archive_link;
pub(crate) mod archive_nested;
pub(crate) mod archive_unsupported;
pub(crate) mod bad_token;
pub(crate) mod bare_kings;
pub(crate) mod blocked_path;
pub(crate) mod capture_own_piece;
pub(crate) mod clock_cumulative_mismatch;
pub(crate) mod clock_header_mismatch;
pub(crate) mod clock_negative;
pub(crate) mod clock_overrun;
pub(crate) mod clock_unit_violation;
pub(crate) mod control_character;
pub(crate) mod damaged_bytes;
pub(crate) mod dead_piece;
pub(crate) mod declaration_invalid;
pub(crate) mod declaration_only_draw;
pub(crate) mod declaration_unjudged;
pub(crate) mod double_encoded;
pub(crate) mod double_move;
pub(crate) mod doubtful_same;
pub(crate) mod drop_not_in_hand;
pub(crate) mod drop_on_occupied;
pub(crate) mod empty_source;
pub(crate) mod encoding_mismatch;
pub(crate) mod end_token_missing;
pub(crate) mod extension_mismatch;
pub(crate) mod foul_result_without_foul;
pub(crate) mod foul_result_wrong_side;
pub(crate) mod foul_token_needs_last_move;
pub(crate) mod foul_unnoticed;
pub(crate) mod game_too_long_unjudged;
pub(crate) mod gote_moves_first;
pub(crate) mod half_width_colon;
pub(crate) mod handicap_first_move;
pub(crate) mod handicap_mismatch;
pub(crate) mod illegal_piece_movement;
pub(crate) mod impasse_by_other_profile;
pub(crate) mod impasse_unnoticed;
pub(crate) mod impossible_date;
pub(crate) mod internal_error;
pub(crate) mod jishogi_no_entered_king;
pub(crate) mod jishogi_points;
pub(crate) mod king_captured;
pub(crate) mod king_drop;
pub(crate) mod mate_by_foul;
pub(crate) mod mate_claimed_not_mate;
pub(crate) mod mate_unstated;
pub(crate) mod max_moves_early;
pub(crate) mod max_moves_exceeded;
pub(crate) mod mostly_unreadable;
pub(crate) mod moves_after_end;
pub(crate) mod nifu;
pub(crate) mod no_moves;
pub(crate) mod not_judged;
pub(crate) mod opponent_piece_moved;
pub(crate) mod origin_unstated;
pub(crate) mod other_game;
pub(crate) mod out_of_turn;
pub(crate) mod own_king_in_check;
pub(crate) mod pass;
pub(crate) mod perpetual_check;
pub(crate) mod perpetual_claimed_not;
pub(crate) mod piece_mismatch;
pub(crate) mod ply_gap;
pub(crate) mod ply_repeat;
pub(crate) mod pointless_nonpromotion;
pub(crate) mod profile_overridden;
pub(crate) mod promoted_drop;
pub(crate) mod promotion_outside_zone;
pub(crate) mod promotion_unstated;
pub(crate) mod removal_mismatch;
pub(crate) mod replacement_character;
pub(crate) mod resign_while_winning;
pub(crate) mod result_against_mate;
pub(crate) mod result_line_mismatch;
pub(crate) mod result_overturned;
pub(crate) mod schema_error;
pub(crate) mod sennichite;
pub(crate) mod sennichite_claimed_not_4;
pub(crate) mod sennichite_ignored;
pub(crate) mod sennichite_was_perpetual;
pub(crate) mod side_mark_missing;
pub(crate) mod stalemate_named_mate;
pub(crate) mod start_dead_piece;
pub(crate) mod start_king_count;
pub(crate) mod start_king_in_hand;
pub(crate) mod start_missing;
pub(crate) mod start_nifu;
pub(crate) mod start_opponent_in_check;
pub(crate) mod start_piece_count;
pub(crate) mod stray_clock;
pub(crate) mod summary_mismatch;
pub(crate) mod take_back;
pub(crate) mod text_after_move;
pub(crate) mod time_forfeit;
pub(crate) mod time_up_without_time;
pub(crate) mod times_all_zero;
pub(crate) mod turn_missing;
pub(crate) mod uchifuzume;
pub(crate) mod unknown_encoding;
pub(crate) mod unknown_handicap;
pub(crate) mod unknown_terminal;
pub(crate) mod unknown_version;
pub(crate) mod unlisted_findings;
pub(crate) mod unpromotable_promoted;
pub(crate) mod unpromotion;
pub(crate) mod unreadable_board;
pub(crate) mod unreadable_clock;
pub(crate) mod unreadable_date;
pub(crate) mod unreadable_event_rule;
pub(crate) mod unreadable_json;
pub(crate) mod unreadable_line;
pub(crate) mod unreadable_record;
pub(crate) mod unreadable_result;
pub(crate) mod unusual_suffix;
pub(crate) mod variation_without_parent;
pub(crate) mod wrong_side_mark;

/// Makes tables of rules that look at such a case. They are asked in this order, each by its `check` or by the function
/// that is named.
macro_rules! tables {
    ($($(#[$about:meta])* $table:ident: $case:ty { $($rule:ident $(:: $other:ident)?),+ $(,)? })+) => {
        $($(#[$about])*
        pub(super) const $table: &[(&Rule, fn(&$case, &mut Report))] =
            &[$((&$rule::RULE, tables!(@ $rule $($other)?))),+];)+
    };
    (@ $rule:ident) => { $rule::check };
    (@ $rule:ident $other:ident) => { $rule::$other };
}

tables! {
    /// The rules that look at a move before it is played, in order of detection: the first that is broken
    /// is the primary one.
    BEFORE: Attempt<'_> {
        gote_moves_first, double_move, out_of_turn, wrong_side_mark, empty_source, opponent_piece_moved,
        piece_mismatch, unpromotion, illegal_piece_movement, blocked_path, capture_own_piece, king_captured,
        unpromotable_promoted, already_promoted, promotion_outside_zone, king_drop, drop_not_in_hand,
        drop_on_occupied, promoted_drop, dead_piece, nifu,
    }

    /// The rules that look at the position after it.
    AFTER: Attempt<'_> { own_king_in_check, uchifuzume }

    /// The rules about moves that only some events have; asked after [`BEFORE`].
    HOUSE: Attempt<'_> { pointless_nonpromotion }

    /// The rules about what a record leaves to the board.
    DUE: DueCase<'_> {
        pass, origin_unstated, unusual_suffix, promotion_unstated,
    }

    /// The rules about moves that several pieces fit; asked after [`DUE`].
    AMBIGUOUS: DueCase<'_> { ambiguous_move, ambiguous_move_resolved }

    /// What is asked about a captured piece that is named.
    CAPTURE: CaptureCase<'_> { schema_error::check_captured }

    /// What is said of plies that nobody can judge.
    UNJUDGED: Unjudged { not_judged }

    /// The rules about positions that come about again.
    REPETITION: Recurrence<'_> { sennichite, perpetual_check }

    /// The rules about the start position.
    START: StartCase<'_> {
        start_piece_count, start_king_count, start_nifu, start_dead_piece, start_king_in_hand,
        start_opponent_in_check, handicap_mismatch, handicap_first_move,
    }

    /// The rules about what a record says of the rules it was played by.
    EVENT: Statement<'_> { profile_overridden, unreadable_event_rule }

    /// The rules about the game as a whole.
    GAME: Game<'_> {
        moves_after_end, result_against_mate, result_line_mismatch, end_token_missing, foul_unnoticed,
        foul_result_without_foul, foul_result_wrong_side, foul_token_needs_last_move, summary_mismatch,
        resign_while_winning, mate_claimed_not_mate, mate_unstated, stalemate_named_mate, mate_by_foul, take_back,
        clock_negative, clock_cumulative_mismatch, clock_unit_violation, clock_header_mismatch,
        clock_overrun, time_up_without_time, time_forfeit, times_all_zero, sennichite_claimed_not_4,
        sennichite_was_perpetual, perpetual_claimed_not, sennichite_ignored, agreed_draw, max_moves_early,
        max_moves_exceeded, game_too_long_unjudged, bare_kings, declaration_invalid, declaration_only_draw,
        declaration_unjudged, jishogi_no_entered_king, jishogi_points, impasse_by_other_profile,
        impasse_unnoticed,
    }

    /// The rules about who won.
    VERDICT: Verdict<'_> { result_overturned }

    /// The rules about what could not be read.
    READING: GapCase<'_> {
        unreadable_record, other_game, mostly_unreadable, unreadable_line, unreadable_json, schema_error,
        bad_token, damaged_bytes, control_character, replacement_character, encoding_mismatch,
        unknown_encoding, double_encoded, extension_mismatch, ply_gap, ply_repeat, doubtful_same,
        unknown_terminal, unknown_handicap, unreadable_result, unreadable_board, unreadable_clock,
        impossible_date, unreadable_date, variation_without_parent, ambiguous_branch, text_after_move,
        half_width_colon, side_mark_missing, start_missing, turn_missing, unknown_version, removal_mismatch, stray_clock,
        no_moves, archive_damaged, archive_encrypted, archive_unsupported, archive_limit, archive_nested,
        archive_link, archive_irregular, clock_negative::check_gap, internal_error,
    }

    /// What is said of findings that are not listed.
    UNLISTED: Unlisted { unlisted_findings }
}

/// The rules of a table.
fn of<C>(table: &[Check<C>]) -> Vec<&'static Rule> {
    table.iter().map(|(rule, _)| *rule).collect()
}

/// The rules about what could not be read, in the order of the catalogue.
pub fn of_reading() -> impl Iterator<Item = &'static Rule> {
    // `clock-negative`, which is found in the game too, stands among the rules about games.
    let others = [&clock_negative::RULE, &internal_error::RULE];
    of(READING).into_iter().filter(move |rule| !others.contains(rule))
}

/// Every rule there is, in the order of the catalogue: moves, start positions, games, reading, the tool itself.
pub static RULES: LazyLock<Vec<&'static Rule>> = LazyLock::new(|| {
    [
        of(BEFORE),
        of(AFTER),
        of(HOUSE),
        of(DUE),
        of(AMBIGUOUS),
        of(UNJUDGED),
        of(REPETITION),
        of(START),
        of(EVENT),
        of(GAME),
        of(VERDICT),
        of_reading().collect(),
        of(UNLISTED),
        vec![&internal_error::RULE],
    ]
    .concat()
});
