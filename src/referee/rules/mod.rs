//! The rules, one file for each, and the tables that say in which order they are asked.

use std::sync::LazyLock;

use super::fault::Fault;
use super::game::Game;
use super::gap_case::GapCase;
use super::report::Report;
use super::start;
use crate::finding::Rule;
use crate::played::Attempt;
use crate::profile::Profile;

pub mod agreed_draw;
pub mod already_promoted;
pub mod ambiguous_branch;
pub mod ambiguous_move;
pub mod bad_token;
pub mod bare_kings;
pub mod blocked_path;
pub mod capture_own_piece;
pub mod clock_cumulative_mismatch;
pub mod clock_header_mismatch;
pub mod clock_negative;
pub mod clock_overrun;
pub mod clock_unit_violation;
pub mod control_character;
pub mod damaged_bytes;
pub mod dead_piece;
pub mod declaration_invalid;
pub mod declaration_only_draw;
pub mod declaration_unjudged;
pub mod double_encoded;
pub mod double_move;
pub mod doubtful_same;
pub mod drop_not_in_hand;
pub mod drop_on_occupied;
pub mod empty_source;
pub mod encoding_mismatch;
pub mod end_token_missing;
pub mod extension_mismatch;
pub mod foul_result_without_foul;
pub mod foul_result_wrong_side;
pub mod foul_token_needs_last_move;
pub mod foul_unnoticed;
pub mod game_too_long_unjudged;
pub mod gote_moves_first;
pub mod half_width_colon;
pub mod handicap_first_move;
pub mod handicap_mismatch;
pub mod illegal_piece_movement;
pub mod impasse_unnoticed;
pub mod impossible_date;
pub mod internal_error;
pub mod jishogi_no_entered_king;
pub mod jishogi_points;
pub mod king_captured;
pub mod king_drop;
pub mod mate_by_foul;
pub mod mate_claimed_not_mate;
pub mod max_moves_early;
pub mod max_moves_exceeded;
pub mod mostly_unreadable;
pub mod moves_after_end;
pub mod nifu;
pub mod no_moves;
pub mod not_judged;
pub mod opponent_piece_moved;
pub mod origin_unstated;
pub mod other_game;
pub mod out_of_turn;
pub mod own_king_in_check;
pub mod pass;
pub mod perpetual_check;
pub mod perpetual_claimed_not;
pub mod piece_mismatch;
pub mod ply_gap;
pub mod ply_repeat;
pub mod pointless_nonpromotion;
pub mod profile_overridden;
pub mod promoted_drop;
pub mod promotion_outside_zone;
pub mod promotion_unstated;
pub mod removal_mismatch;
pub mod replacement_character;
pub mod resign_while_winning;
pub mod result_against_mate;
pub mod result_line_mismatch;
pub mod result_overturned;
pub mod schema_error;
pub mod sennichite;
pub mod sennichite_claimed_not_4;
pub mod sennichite_ignored;
pub mod sennichite_was_perpetual;
pub mod stalemate_named_mate;
pub mod start_dead_piece;
pub mod start_king_count;
pub mod start_king_in_hand;
pub mod start_missing;
pub mod start_nifu;
pub mod start_opponent_in_check;
pub mod start_piece_count;
pub mod stray_clock;
pub mod summary_mismatch;
pub mod take_back;
pub mod text_after_move;
pub mod time_forfeit;
pub mod time_up_without_time;
pub mod times_all_zero;
pub mod turn_missing;
pub mod uchifuzume;
pub mod unknown_encoding;
pub mod unknown_handicap;
pub mod unknown_terminal;
pub mod unknown_version;
pub mod unlisted_findings;
pub mod unpromotable_promoted;
pub mod unpromotion;
pub mod unreadable_board;
pub mod unreadable_clock;
pub mod unreadable_date;
pub mod unreadable_event_rule;
pub mod unreadable_json;
pub mod unreadable_line;
pub mod unreadable_record;
pub mod unreadable_result;
pub mod unusual_suffix;
pub mod variation_without_parent;
pub mod wrong_side_mark;

/// A rule about one move.
#[derive(Debug)]
pub(super) struct MoveRule {
    pub rule: &'static Rule,
    /// What is wrong, when the rule is broken.
    pub check: fn(&Attempt<'_>) -> Option<Fault>,
    /// Whether the rules after it are moot then.
    pub stops: bool,
}

const fn collect(rule: &'static Rule, check: fn(&Attempt<'_>) -> Option<Fault>) -> MoveRule {
    MoveRule {
        rule,
        check,
        stops: false,
    }
}

const fn stop(rule: &'static Rule, check: fn(&Attempt<'_>) -> Option<Fault>) -> MoveRule {
    MoveRule {
        rule,
        check,
        stops: true,
    }
}

/// The rules that look at a move before it is played, in order of detection: the first that is broken
/// is the primary one.
pub(super) const BEFORE: &[MoveRule] = &[
    collect(&gote_moves_first::RULE, gote_moves_first::check),
    collect(&double_move::RULE, double_move::check),
    collect(&out_of_turn::RULE, out_of_turn::check),
    collect(&wrong_side_mark::RULE, wrong_side_mark::check),
    stop(&empty_source::RULE, empty_source::check),
    collect(&opponent_piece_moved::RULE, opponent_piece_moved::check),
    collect(&piece_mismatch::RULE, piece_mismatch::check),
    collect(&unpromotion::RULE, unpromotion::check),
    stop(&illegal_piece_movement::RULE, illegal_piece_movement::check),
    collect(&blocked_path::RULE, blocked_path::check),
    stop(&capture_own_piece::RULE, capture_own_piece::check),
    collect(&king_captured::RULE, king_captured::check),
    collect(&unpromotable_promoted::RULE, unpromotable_promoted::check),
    collect(&already_promoted::RULE, already_promoted::check),
    collect(&promotion_outside_zone::RULE, promotion_outside_zone::check),
    collect(&king_drop::RULE, king_drop::check),
    collect(&drop_not_in_hand::RULE, drop_not_in_hand::check),
    stop(&drop_on_occupied::RULE, drop_on_occupied::check),
    collect(&promoted_drop::RULE, promoted_drop::check),
    collect(&dead_piece::RULE, dead_piece::check),
    collect(&nifu::RULE, nifu::check),
];

/// The rules that look at the position after it.
pub(super) const AFTER: &[MoveRule] = &[
    collect(&own_king_in_check::RULE, own_king_in_check::check),
    collect(&uchifuzume::RULE, uchifuzume::check),
];

/// The rules about moves that only some events have.
const HOUSE: &[MoveRule] = &[collect(
    &pointless_nonpromotion::RULE,
    pointless_nonpromotion::check,
)];

/// Those that the rules of an event ask for; asked after [`BEFORE`].
pub(super) const fn of_house(profile: &Profile) -> &'static [MoveRule] {
    if profile.ban_pointless_nonpromotion {
        HOUSE
    } else {
        &[]
    }
}

/// A rule about the start position and its check.
type StartRule = (&'static Rule, fn(&start::StartCase<'_>) -> Vec<start::Complaint>);

/// The rules about the start position.
pub(super) const START: &[StartRule] = &[
    (&start_piece_count::RULE, start_piece_count::check),
    (&start_king_count::RULE, start_king_count::check),
    (&start_nifu::RULE, start_nifu::check),
    (&start_dead_piece::RULE, start_dead_piece::check),
    (&start_king_in_hand::RULE, start_king_in_hand::check),
    (&start_opponent_in_check::RULE, start_opponent_in_check::check),
    (&handicap_mismatch::RULE, handicap_mismatch::check),
    (&handicap_first_move::RULE, handicap_first_move::check),
];

/// The rules about the game as a whole.
pub(super) const GAME: &[(&Rule, fn(&Game<'_>, &mut Report))] = &[
    (&moves_after_end::RULE, moves_after_end::check),
    (&result_against_mate::RULE, result_against_mate::check),
    (&result_line_mismatch::RULE, result_line_mismatch::check),
    (&end_token_missing::RULE, end_token_missing::check),
    (&foul_unnoticed::RULE, foul_unnoticed::check),
    (&foul_result_without_foul::RULE, foul_result_without_foul::check),
    (&foul_result_wrong_side::RULE, foul_result_wrong_side::check),
    (
        &foul_token_needs_last_move::RULE,
        foul_token_needs_last_move::check,
    ),
    (&summary_mismatch::RULE, summary_mismatch::check),
    (&resign_while_winning::RULE, resign_while_winning::check),
    (&mate_claimed_not_mate::RULE, mate_claimed_not_mate::check),
    (&stalemate_named_mate::RULE, stalemate_named_mate::check),
    (&mate_by_foul::RULE, mate_by_foul::check),
    (&take_back::RULE, take_back::check),
    (&clock_negative::RULE, clock_negative::check),
    (&clock_cumulative_mismatch::RULE, clock_cumulative_mismatch::check),
    (&clock_unit_violation::RULE, clock_unit_violation::check),
    (&clock_header_mismatch::RULE, clock_header_mismatch::check),
    (&clock_overrun::RULE, clock_overrun::check),
    (&time_up_without_time::RULE, time_up_without_time::check),
    (&time_forfeit::RULE, time_forfeit::check),
    (&times_all_zero::RULE, times_all_zero::check),
    (&sennichite_claimed_not_4::RULE, sennichite_claimed_not_4::check),
    (&sennichite_was_perpetual::RULE, sennichite_was_perpetual::check),
    (&perpetual_claimed_not::RULE, perpetual_claimed_not::check),
    (&sennichite_ignored::RULE, sennichite_ignored::check),
    (&agreed_draw::RULE, agreed_draw::check),
    // The move limit, impasse and declarations.
    (&max_moves_early::RULE, max_moves_early::check),
    (&max_moves_exceeded::RULE, max_moves_exceeded::check),
    (&game_too_long_unjudged::RULE, game_too_long_unjudged::check),
    (&bare_kings::RULE, bare_kings::check),
    (&declaration_invalid::RULE, declaration_invalid::check),
    (&declaration_only_draw::RULE, declaration_only_draw::check),
    (&declaration_unjudged::RULE, declaration_unjudged::check),
    (&jishogi_no_entered_king::RULE, jishogi_no_entered_king::check),
    (&jishogi_points::RULE, jishogi_points::check),
    (&impasse_unnoticed::RULE, impasse_unnoticed::check),
];

/// The rules that the replay itself asks.
const REPLAY: &[&Rule] = &[
    &pass::RULE,
    &origin_unstated::RULE,
    &unusual_suffix::RULE,
    &promotion_unstated::RULE,
    &ambiguous_move::RULE,
    &not_judged::RULE,
    &sennichite::RULE,
    &perpetual_check::RULE,
];

/// The rules about what a record says of the rules it was played by.
const EVENT: &[&Rule] = &[&profile_overridden::RULE, &unreadable_event_rule::RULE];

/// The rules about what could not be read.
pub(super) const READING: &[(&Rule, fn(&GapCase<'_>, &mut Report))] = &[
    (&unreadable_record::RULE, unreadable_record::check),
    (&other_game::RULE, other_game::check),
    (&mostly_unreadable::RULE, mostly_unreadable::check),
    (&unreadable_line::RULE, unreadable_line::check),
    (&unreadable_json::RULE, unreadable_json::check),
    (&schema_error::RULE, schema_error::check),
    (&bad_token::RULE, bad_token::check),
    (&damaged_bytes::RULE, damaged_bytes::check),
    (&control_character::RULE, control_character::check),
    (&replacement_character::RULE, replacement_character::check),
    (&encoding_mismatch::RULE, encoding_mismatch::check),
    (&unknown_encoding::RULE, unknown_encoding::check),
    (&double_encoded::RULE, double_encoded::check),
    (&extension_mismatch::RULE, extension_mismatch::check),
    (&ply_gap::RULE, ply_gap::check),
    (&ply_repeat::RULE, ply_repeat::check),
    (&doubtful_same::RULE, doubtful_same::check),
    (&unknown_terminal::RULE, unknown_terminal::check),
    (&unknown_handicap::RULE, unknown_handicap::check),
    (&unreadable_result::RULE, unreadable_result::check),
    (&unreadable_board::RULE, unreadable_board::check),
    (&unreadable_clock::RULE, unreadable_clock::check),
    (&impossible_date::RULE, impossible_date::check),
    (&unreadable_date::RULE, unreadable_date::check),
    (&variation_without_parent::RULE, variation_without_parent::check),
    (&ambiguous_branch::RULE, ambiguous_branch::check),
    (&text_after_move::RULE, text_after_move::check),
    (&half_width_colon::RULE, half_width_colon::check),
    (&start_missing::RULE, start_missing::check),
    (&turn_missing::RULE, turn_missing::check),
    (&unknown_version::RULE, unknown_version::check),
    (&removal_mismatch::RULE, removal_mismatch::check),
    (&stray_clock::RULE, stray_clock::check),
    (&no_moves::RULE, no_moves::check),
    (&clock_negative::RULE, clock_negative::check_gap),
    (&internal_error::RULE, internal_error::check),
];

/// The rules about what could not be read, in the order of the catalogue.
pub fn of_reading() -> impl Iterator<Item = &'static Rule> {
    // `clock-negative`, which is found in the game too, stands among the rules about games.
    let others = [&clock_negative::RULE, &internal_error::RULE];
    let rules = READING.iter().map(|(rule, _)| *rule);
    rules.filter(move |rule| !others.contains(rule))
}

/// Every rule there is, in the order of the catalogue: moves, start positions, games, reading, the tool itself.
pub static RULES: LazyLock<Vec<&'static Rule>> = LazyLock::new(|| {
    let moves = BEFORE.iter().chain(AFTER).chain(HOUSE).map(|rule| rule.rule);
    let start = START.iter().map(|(rule, _)| *rule);
    let game = GAME.iter().map(|(rule, _)| *rule);
    let judged = moves
        .chain(REPLAY.iter().copied())
        .chain(start)
        .chain(EVENT.iter().copied())
        .chain(game);
    judged
        .chain([&result_overturned::RULE])
        .chain(of_reading())
        .chain([&unlisted_findings::RULE, &internal_error::RULE])
        .collect()
});
