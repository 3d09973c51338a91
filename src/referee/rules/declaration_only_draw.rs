//! `declaration-only-draw` 引き分けにとどまる入玉宣言: a declared win that is only a draw.

use crate::finding::{Count, message, rule};
use crate::record::{Outcome, Terminal};
use crate::referee::game::Game;
use crate::referee::impasse::{self, Declared, Shortfall};
use crate::referee::report::Report;

rule!(
    "declaration-only-draw",
    RecordError,
    Results,
    "a declared win that is only a draw",
    "引き分けにとどまる入玉宣言"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let declaration = game.profile.declaration;
    if game.terminal() == Some(Terminal::DeclareWin)
        && let Some(side) = game.declarer()
        && let Some(standing) = game.standing(side)
        && let Some(least) = impasse::needed_not_to_fail(declaration, side)
        && let Some(needed) = impasse::needed_to_win(declaration, side)
        && standing.agree(|it| impasse::declared(declaration, it)) == Some(Some(Declared::Draws))
    {
        let standing = standing.least;
        let complaint = report.say(message!(
            "{side} declared a win with {points} ({made}); {needed} are required, and {least} to {most} draw",
            "{side}の勝ち宣言は{points}点（{made}）：勝ちには{needed}点が必要で、{least}点から{most}点は引き分け",
            side,
            points = Count(standing.entered.value(), "point"),
            made = standing.entered,
            needed,
            least,
            most = needed - 1
        ));
        let squares = impasse::squares(game.end, &standing, &[Shortfall::Points(needed)]);
        complaint.of(side).marking(squares).deciding(Outcome::Draw);
    }
}
