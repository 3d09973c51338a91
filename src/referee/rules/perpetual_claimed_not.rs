//! `perpetual-claimed-not` 成立していない連続王手の千日手: perpetual check is claimed, but it is none.

use crate::finding::{HowOften, Message, message, rule};
use crate::record::{Outcome, Terminal};
use crate::referee::game::Game;
use crate::referee::report::Report;
use crate::referee::spoken;
use crate::shogi::Color;

rule! {
    name: "perpetual-claimed-not",
    class: RecordError,
    group: Results,
    title: "perpetual check is claimed, but it is none", "成立していない連続王手の千日手",
    what:
        "A game server's summary (`oute_sennichite`), or a comment at the end beside 反則負け or 反則勝ち, says that a side lost by perpetual check. But no position came about often enough, or a move of that side in between gave no check.",
        "対局サーバーの要約（`oute_sennichite`）、または反則負け・反則勝ちに添えたコメントが連続王手の千日手とする。しかし同一局面の回数が足りないか、その側の指し手に王手でないものがある。",
    why:
        "With a quiet move in between the repetition is an ordinary one, a draw; with too few occurrences the game is not over.",
        "その側の指し手に一つでも王手でないものがあれば、普通の千日手で引き分けである。回数が足りなければ対局は終わっていない。",
    remedy:
        "Compare the moves of the repetition with the score sheet. On game servers the rule is another: choose the profile `floodgate`.",
        "千日手の間の指し手を棋譜用紙と照らし合わせる。対局サーバーの棋譜は規定が異なるので、プロファイル `floodgate` を選ぶ。",
    source: "“쇼기/규칙” and “将棋”; JSA rules: all moves of the repetition give check; shogi-server: `oute_sennichite`.",
    bad: Record { text: "V2.2\nP1 *  *  *  *  *  * -OU *  * \nP8 *  *  *  *  *  *  * +HI * \nP9 *  *  *  * +OU *  *  *  * \n+\n+2838HI\n-3121OU\n+3828HI\n-2131OU\n'summary:oute_sennichite:A lose:B win\n" },
        "the position stands for the second time", "同一局面はまだ2回目",
    good: Record { text: "V2.2\nP1 *  *  *  *  *  * -OU *  * \nP8 *  *  *  *  *  *  * +HI * \nP9 *  *  *  * +OU *  *  *  * \n+\n+2838HI\n-3121OU\n+3828HI\n-2131OU\n%CHUDAN\n" },
        "broken off", "中断",
}

/// Who says that the game ended by perpetual check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::referee) enum Claimant {
    /// The summary of a game server.
    Server,
    /// A comment.
    Person,
}

/// Who says so of a game that ended by a foul, if anybody.
pub(in crate::referee) fn claimed(game: &Game<'_>) -> Option<Claimant> {
    game.blamed()?;
    if spoken::word_of_summary(game) == Some("oute_sennichite") {
        Some(Claimant::Server)
    } else {
        spoken::perpetual_in_comments(game).then_some(Claimant::Person)
    }
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let (Some(claimant), Some(blamed)) = (claimed(game), game.blamed()) else {
        return;
    };
    let found = game
        .fouls
        .iter()
        .any(|foul| *foul.rule == super::perpetual_check::RULE);
    if found || !game.certain || is_incomplete(game, claimant) {
        return;
    }
    let (why, outcome) = match game.repetition {
        Some(repetition) => (
            quiet(game, blamed, repetition.quiet[blamed.index()]),
            Outcome::Draw,
        ),
        None => (too_few(game), Outcome::None),
    };
    let complaint = report.say(message!(
        "{blamed} is said to have lost by perpetual check, but {why}",
        "{blamed}が連続王手の千日手で負けとの記載だが、{why}",
        blamed,
        why
    ));
    complaint.of(blamed);
    // A comment may speak of something else.
    if claimant == Claimant::Server {
        complaint.deciding_since(outcome, why);
    }
}

/// Whether the move that completed the repetition may be missing: people seldom write down a foul that ended the game.
fn is_incomplete(game: &Game<'_>, claimant: Claimant) -> bool {
    let complete = game.repetition.is_some_and(|it| it.ply == game.plies);
    !complete
        && claimant == Claimant::Person
        && game.terminal() == Some(Terminal::FoulLoss)
        && game.most_occurrences + 1 >= game.profile.repetition_count
}

fn quiet(game: &Game<'_>, blamed: Color, ply: Option<u32>) -> Message {
    let name = game.profile.name.clone();
    if let Some(ply) = ply {
        message!(
            "{blamed}'s move at ply {ply}, since the first occurrence, gave no check",
            "最初の同一局面の後の{ply}手目（{blamed}）は王手でない",
            blamed,
            ply
        )
    } else {
        message!(
            "by {name} this repetition is none",
            "{name}の規定では連続王手に当たらない",
            name
        )
    }
}

fn too_few(game: &Game<'_>) -> Message {
    let (most, needed) = (game.most_occurrences.max(1), game.profile.repetition_count);
    message!(
        "no position came about more than {most}; {needed} occurrences are needed",
        "同一局面は最も多くて{most}で、{needed}回に満たない",
        most = HowOften(most),
        needed
    )
}
