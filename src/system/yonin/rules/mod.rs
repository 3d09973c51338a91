//! The rules of yonin shogi, one file for each that it has alone; those that it shares with shogi are asked in
//! [`drop`], [`movement`] and [`promotion`].

mod check_claim;
mod dead_king_captured;
mod drop;
mod eliminated_moves;
mod elimination_missing;
mod last_survivor;
mod mate_claim;
mod mate_credit;
mod movement;
mod pawn_rank;
mod piece_kind;
mod promotion;
mod repetition;
mod start;
mod word;
mod wrong_turn;

use super::game::Yonin;
use crate::notation::yonin::GAME;
use crate::referee::report::Check;
use crate::referee::rules as shogi;
use crate::system::board::{PlyCase, Rules, WordCase};

/// What the rules are asked, and in what order.
pub(super) static RULES: Rules<Yonin> = Rules {
    game: &GAME,
    start: &[
        (&shogi::unreadable_board::RULE, start::position),
        (&shogi::start_king_count::RULE, start::kings),
        (&shogi::start_piece_count::RULE, start::pieces),
        (&shogi::start_nifu::RULE, start::nifu),
        (&shogi::start_dead_piece::RULE, start::dead),
    ],
    ply: PLY,
    word: WORD,
    end: &[(&last_survivor::RULE, last_survivor::check)],
    after_end: &shogi::moves_after_end::RULE,
    after_untold_end: &shogi::moves_after_end::RULE,
};

/// A ply that cannot have been played so is told by the first of them.
const PLY: &[Check<PlyCase<Yonin>>] = &[
    (&elimination_missing::RULE, elimination_missing::check),
    (&eliminated_moves::RULE, eliminated_moves::check),
    (&wrong_turn::RULE, wrong_turn::check),
    (&shogi::pass::RULE, movement::pass),
    (&shogi::empty_source::RULE, movement::empty_source),
    (&shogi::opponent_piece_moved::RULE, movement::opponent_piece),
    (&shogi::illegal_piece_movement::RULE, movement::shape),
    (&shogi::blocked_path::RULE, movement::blocked_path),
    (&shogi::capture_own_piece::RULE, movement::own_piece),
    (&dead_king_captured::RULE, dead_king_captured::check),
    (&shogi::king_captured::RULE, movement::king_captured),
    (&shogi::unpromotable_promoted::RULE, promotion::unpromotable),
    (&shogi::already_promoted::RULE, promotion::already),
    (&shogi::promotion_outside_zone::RULE, promotion::outside_zone),
    (&piece_kind::RULE, piece_kind::check),
    (&shogi::king_drop::RULE, drop::king),
    (&shogi::drop_not_in_hand::RULE, drop::not_in_hand),
    (&shogi::drop_on_occupied::RULE, drop::on_occupied),
    (&shogi::promoted_drop::RULE, drop::promoted),
    (&shogi::dead_piece::RULE, promotion::dead_piece),
    (&pawn_rank::RULE, pawn_rank::check),
    (&shogi::nifu::RULE, drop::nifu),
    (&shogi::own_king_in_check::RULE, movement::own_king_in_check),
    (&shogi::uchifuzume::RULE, drop::uchifuzume),
    (&check_claim::RULE, check_claim::check),
    (&repetition::RULE, repetition::check),
];

const WORD: &[Check<WordCase<Yonin>>] = &[
    (&shogi::unreadable_result::RULE, word::names_nobody),
    (&last_survivor::RULE, last_survivor::put_out),
    (&shogi::mate_claimed_not_mate::RULE, mate_claim::check),
    (&mate_credit::RULE, mate_credit::check),
];
