//! The findings that reading itself makes: one file for each.

use crate::finding::Rule;

pub mod ambiguous_branch;
pub mod bad_token;
pub mod clock_negative;
pub mod control_character;
pub mod damaged_bytes;
pub mod double_encoded;
pub mod doubtful_same;
pub mod encoding_mismatch;
pub mod extension_mismatch;
pub mod half_width_colon;
pub mod impossible_date;
pub mod mostly_unreadable;
pub mod no_moves;
pub mod other_game;
pub mod ply_gap;
pub mod ply_repeat;
pub mod removal_mismatch;
pub mod replacement_character;
pub mod schema_error;
pub mod start_missing;
pub mod stray_clock;
pub mod text_after_move;
pub mod turn_missing;
pub mod unknown_encoding;
pub mod unknown_handicap;
pub mod unknown_terminal;
pub mod unknown_version;
pub mod unreadable_board;
pub mod unreadable_clock;
pub mod unreadable_date;
pub mod unreadable_json;
pub mod unreadable_line;
pub mod unreadable_record;
pub mod unreadable_result;
pub mod variation_without_parent;

/// All of them, in the order of the catalogue. `clock-negative`, which the referee finds too, stands among the rules
/// about games.
pub static ALL: &[&Rule] = &[
    &unreadable_record::RULE,
    &other_game::RULE,
    &mostly_unreadable::RULE,
    &unreadable_line::RULE,
    &unreadable_json::RULE,
    &schema_error::RULE,
    &bad_token::RULE,
    &damaged_bytes::RULE,
    &control_character::RULE,
    &replacement_character::RULE,
    &encoding_mismatch::RULE,
    &unknown_encoding::RULE,
    &double_encoded::RULE,
    &extension_mismatch::RULE,
    &ply_gap::RULE,
    &ply_repeat::RULE,
    &doubtful_same::RULE,
    &unknown_terminal::RULE,
    &unknown_handicap::RULE,
    &unreadable_result::RULE,
    &unreadable_board::RULE,
    &unreadable_clock::RULE,
    &impossible_date::RULE,
    &unreadable_date::RULE,
    &variation_without_parent::RULE,
    &ambiguous_branch::RULE,
    &text_after_move::RULE,
    &half_width_colon::RULE,
    &start_missing::RULE,
    &turn_missing::RULE,
    &unknown_version::RULE,
    &removal_mismatch::RULE,
    &stray_clock::RULE,
    &no_moves::RULE,
];
