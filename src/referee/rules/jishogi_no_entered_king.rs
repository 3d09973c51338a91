//! `jishogi-no-entered-king` 入玉のない持将棋: an impasse without entered kings.

use super::impasse_by_other_profile;
use crate::finding::{Enumeration, Message, Severity, both, message, rule};
use crate::record::Outcome;
use crate::referee::game::Game;
use crate::referee::impasse::{self, Declared};
use crate::referee::report::Report;
use crate::shogi::Color;

rule! {
    name: "jishogi-no-entered-king",
    class: RecordError,
    group: Results,
    title: "an impasse without entered kings", "入玉のない持将棋",
    what:
        "The result is an impasse by agreement (持将棋, `%JISHOGI`), and fewer kings stand in the enemy camp than the rules ask for: both, in professional games since 2019 one. Not where the game has as many moves as the move limit, for which 持将棋 is written too (where the rules have no limit, an event may: games of 256 moves and more are left alone). If no profile was chosen and the impasse is right by another one, it is `impasse-by-other-profile` instead. Where the side to move could have declared a draw by the rules in force, the word may stand for that: then it is a note.",
        "合意による持将棋（持将棋、`%JISHOGI`）とあるが、敵陣にいる玉の数が規定の求める数に足りない（両玉、公式戦では2019年から一方）。手数が最大手数に達した棋譜（持将棋とも書かれる。規定に最大手数がないときは大会が定めた可能性があるため256手以上の棋譜）は除く。プロファイルの指定がなく、別のプロファイルでは正しい持将棋は `impasse-by-other-profile` とする。手番側がその規定で引き分けを宣言できる局面では、その宣言を指す可能性があるので注記とする。",
    why:
        "An impasse is a draw only where mate is out of reach, and the rules see that by the kings.",
        "持将棋は双方とも詰みの見込みがないときに成立し、規定はそれを入玉で判断する。",
    remedy:
        "Moves may be missing, or the game was drawn for another reason: write 引き分け, 千日手 or 最大手数.",
        "指し手が脱落しているか、別の理由による引き分けである。後者は引き分け、千日手、最大手数のいずれかに改める。",
    source: "“쇼기/규칙” and “将棋”: both kings have entered; JSA rules since 2019: one suffices.",
    bad: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 持将棋\n" },
        "both kings stand at home", "両玉とも自陣にいる",
    good: Under {
        rules: "extends = \"jsa-pro\"",
        text: "手合割：その他\n後手の持駒：銀二　桂四　香二　歩十六\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ 銀 金 銀 ・ ・ ・ ・|一\n| 馬 龍 金 玉 金 香 香 飛 角|二\n| ・ ・ ・ 金 ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・v歩v歩|五\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：なし\n   1 持将棋\n",
    },
        "one king has entered, which suffices there", "一方の玉が入玉しており、それで足りる",
}

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
            "{side}'s king stands on {square}",
            "{side}玉は{square}",
            side = it.side,
            square = it.king
        )
    });
    let asked = if needed > 1 {
        both("both kings", "両玉")
    } else {
        both("one king", "一方の玉")
    };
    let message = message!(
        "an impasse needs {asked} in the enemy camp: {kings}",
        "持将棋には{asked}の入玉が必要。{kings}にいる",
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
        "; {side}, to move, could have declared a draw, which may be meant",
        "。ただし手番の{side}は引き分けを宣言でき、その宣言を指す可能性がある",
        side
    )
}
