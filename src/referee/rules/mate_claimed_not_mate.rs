//! `mate-claimed-not-mate` 詰みでない: mate is claimed, but it is no mate.

use crate::finding::{Message, Play, Severity, both, message, rule};
use crate::record::{Outcome, Terminal};
use crate::referee::game::Game;
use crate::referee::problem;
use crate::referee::report::{self, Report};
use crate::shogi::Color;

rule! {
    name: "mate-claimed-not-mate",
    class: RecordError,
    group: Results,
    title: "mate is claimed, but it is no mate", "詰みでない",
    what:
        "The result is mate (詰み, `%TSUMI`), and the side to move has a legal move; the message names one. In a mate problem (詰将棋: named so, or the attacker has no king) where every legal move is a futile interposition (無駄合い), a piece between that is captured with mate at once or after further such pieces, it is a note, and the mate stands. In a game such a move is a move.",
        "結果は詰み（`%TSUMI`）なのに、手番の側に合法手がある。その一つを示す。詰将棋（そう名乗るか、攻方に玉がない）で、合法手が無駄合い（取られてそのまま詰む合駒）だけのときは、慣例どおり詰みと認め、注記とする。対局では無駄合いも合法手である。",
    why: "The game was not over, or moves are missing.", "対局は終わっていないか、指し手が抜けている。",
    remedy:
        "Check the last moves, and whether the loser resigned (投了).",
        "最後の数手と、負けた側が投了したかどうかを確かめる。",
    source: "“쇼기/규칙” and “将棋”: mate is check without a legal reply.",
    bad: Record {
        text: "手合割：その他\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：金\n   1 ５二金打\n   2 詰み\n",
    },
        "the king takes the gold", "玉が金を取れる",
    good: Record {
        text: "手合割：その他\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：金\n   1 ５二金打\n   2 詰み\n",
    },
        "a pawn protects it", "歩が金を支えている",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    if game.terminal() != Some(Terminal::Mate) || !game.certain || game.end.king(game.to_move()).is_none() {
        return;
    }
    let Some(reply) = game.end.legal_moves().first().copied() else {
        return;
    };
    let side = game.to_move();
    let is_problem = problem::is_declared(game.record) || game.end.king(side.opponent()).is_none();
    if is_problem && game.end.has_only_futile_interpositions() {
        let message = futile(side, Play::of(game.end, reply));
        report
            .say(message)
            .of(side)
            .marking([reply.to()])
            .weighing(Severity::Note);
        return;
    }
    let check = if game.end.is_check() {
        both("", "る")
    } else {
        both(" and is not in check", "、王手もかかっていない")
    };
    let reason = message!(
        "{side} can play {play}{check}",
        "{side}は{play}と指せ{check}",
        side,
        play = Play::of(game.end, reply),
        check
    );
    let complaint = report.say(message!(
        "mate is claimed, but {reason}",
        "結果は詰みだが、{reason}",
        reason
    ));
    let squares = reply.from().into_iter().chain([reply.to()]);
    complaint.of(side).marking(squares);
    // Where the move that is said to mate is a foul, that decides.
    if !report::finds(super::mate_by_foul::check, game) {
        complaint.deciding_since(Outcome::None, reason);
    }
}

/// What is said where nothing is left but 無駄合い.
fn futile(side: Color, reply: Play) -> Message {
    message!(
        "mate is claimed, and {side} can only put a piece between ({reply}), which is captured with mate: such futile interpositions are not counted",
        "結果は詰みで、{side}には{reply}など、取られて詰む合駒しかない：無駄合いは数えない",
        side,
        reply
    )
}
