//! `jishogi-no-entered-king` 入玉のない持将棋: an impasse without entered kings.

use super::impasse_by_other_profile;
use crate::finding::{Enumeration, Message, Severity, both, message, rule};
use crate::record::Outcome;
use crate::referee::game::Game;
use crate::referee::impasse::{self, Declared};
use crate::referee::report::Report;
use crate::shogi::Color;

rule!(
    "jishogi-no-entered-king",
    RecordError,
    Results,
    "an impasse without entered kings",
    "入玉のない持将棋"
);

/// The shortest move limit that events are known to set. A game as long as that may have been drawn by one that the
/// rules in force do not know.
const SHORTEST_LIMIT: u32 = 256;

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let may_be_limit = game.profile.max_moves.is_none() && game.moves_until(game.plies) >= SHORTEST_LIMIT;
    if !game.has_impasse_to_check() || may_be_limit || impasse_by_other_profile::profile(game).is_some() {
        return;
    }
    let [Some(black), Some(white)] = Color::ALL.map(|side| game.standing(side)) else {
        return;
    };
    let sides = [black.least, white.most];
    let outside: Vec<_> = sides.into_iter().filter(|it| !it.king_entered()).collect();
    let needed = game.profile.impasse_entered_kings;
    if sides.len() - outside.len() >= usize::from(needed) {
        return;
    }
    let kings = outside.iter().map(|it| {
        message!(
            "{side}'s king is on {square}",
            "{side}玉は{square}",
            side = it.side,
            square = it.king
        )
    });
    let asked = if needed > 1 {
        both("both kings", "両玉")
    } else {
        both("at least one king", "少なくとも一方の玉")
    };
    let message = message!(
        "an impasse requires {asked} in the enemy camp, but {kings}",
        "持将棋には{asked}の入玉が必要だが、{kings}にいる",
        asked,
        kings = Enumeration(kings.collect())
    );
    let squares = outside.iter().filter_map(|it| it.king);
    // Where the rules have declared draws, they are written with this word, too.
    let to_move = sides.iter().find(|it| it.side == game.to_move());
    let may_draw =
        to_move.is_some_and(|it| impasse::declared(game.profile.declaration, it) == Some(Declared::Draws));
    if may_draw {
        let message = message.followed_by(could_declare(game.to_move()));
        report.say(message).marking(squares).weighing(Severity::Note);
    } else {
        report.say(message).marking(squares).deciding(Outcome::None);
    }
}

fn could_declare(side: Color) -> Message {
    message!(
        "; possibly a draw declared by {side}, who is to move and meets the conditions",
        "。ただし、手番の{side}は条件を満たしており、引き分けの宣言の可能性がある",
        side
    )
}
