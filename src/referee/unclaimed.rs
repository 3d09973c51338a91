//! What becomes of a foul that nobody claimed, by the rules of the event.

use super::game::Game;
use super::main_line::Foul;
use crate::finding::{Bilingual, Message, Rule, Seat, both, message};
use crate::profile::{FoulVerdict, Profile, ResignPriority};
use crate::record::Outcome;

/// Whether a foul that nobody claimed loses.
pub(super) fn loses_when_found(game: &Game<'_>, foul: &Foul) -> bool {
    let loses = loses(game.profile, game.stated(), foul.ply == game.plies);
    // After a doubtful move nothing is sure.
    loses && foul.certain
}

/// What becomes of a foul that nobody claimed.
pub(super) fn found_later(game: &Game<'_>, foul: &Foul) -> Message {
    let broken_off = game.stated() == Some(Outcome::None);
    let loses = loses_when_found(game, foul);
    let late = game.profile.resign_priority == ResignPriority::No;
    let result = if !loses && late && !foul.certain {
        both(
            "such an illegal move loses, but the position was already uncertain",
            "そのような反則は負けだが、局面がすでに確かでない",
        )
    } else {
        fate(loses, broken_off)
    };
    let (side, name) = (foul.side.into(), &game.profile.name);
    words(side, foul.ply, foul.rule, name, result)
}

/// Whether a foul that nobody claimed loses by these rules, in a game of which this is stated.
pub(crate) fn loses<S: Copy>(profile: &Profile, stated: Option<Outcome<S>>, is_last: bool) -> bool {
    match stated {
        // Nobody has played on or resigned, so the foul itself is the last that happened.
        Some(Outcome::None) if is_last => matches!(
            profile.foul_verdict,
            FoulVerdict::Immediate | FoulVerdict::Refused
        ),
        None | Some(Outcome::None) => false,
        Some(_) => profile.resign_priority == ResignPriority::No,
    }
}

/// What becomes of a foul that nobody claimed.
pub(crate) fn fate(loses: bool, broken_off: bool) -> Bilingual<&'static str> {
    match (loses, broken_off) {
        (true, true) => both("an illegal move loses at once", "反則は直ちに負け"),
        (true, false) => both(
            "an illegal move found after the end still loses",
            "終局後に見つかった反則も負け",
        ),
        (false, true) => both("an interrupted game has no loser", "中断された対局に負けはない"),
        (false, false) => both("the result is kept", "終局の結果は変わらない"),
    }
}

/// That a foul was not claimed, and what becomes of it by the rules of this profile.
pub(crate) fn words(
    seat: Seat,
    ply: u32,
    rule: &'static Rule,
    profile: &str,
    fate: Bilingual<&'static str>,
) -> Message {
    message!(
        "{seat}'s illegal move at ply {ply} ({rule}) was not claimed before the end; under {profile}, {fate}",
        "{ply}手目の{seat}の反則（{rule}）は終局までに指摘されず、{profile}の規定では{fate}",
        seat,
        ply,
        rule,
        profile,
        fate
    )
}
