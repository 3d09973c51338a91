//! Mate problems (詰将棋): their recognition, and the notes that apply only to games.

use super::game::Game;
use super::rules::{clocks, reading, results, starts};
use crate::finding::{Finding, Group, Rule, Severity};
use crate::notation::{TextForm, header};
use crate::record::{HeaderKey, Outcome, Record};
use crate::shogi::Color;

/// Rules that do not apply to problems. A problem may lack its solution, the solution ends where the mate is
/// evident, and there is no clock.
const SKIPPED_RULES: &[&Rule] = &[
    &results::END_TOKEN_MISSING,
    &reading::NO_MOVES,
    &clocks::TIMES_ALL_ZERO,
];

/// Drops the findings that apply only to games, if the record is a position of a book: all findings about results and times. If the
/// record is a problem, drops the notes that apply only to games.
///
/// A position without the attacker's king is taken for a problem. The note about the missing king is kept
/// unless the record calls itself a problem.
pub(super) fn drop_findings_on_games(record: &Record<'_>, findings: &mut Vec<Finding>) {
    if TextForm::for_format(record.format).is_book {
        return findings.retain(|finding| !matches!(finding.rule.group, Group::Results | Group::Clocks));
    }
    let is_about_kings = |finding: &Finding| *finding.rule == starts::START_KING_COUNT;
    let is_about_games = |finding: &Finding| {
        finding.severity == Severity::Note
            && (SKIPPED_RULES.contains(&finding.rule) || is_about_kings(finding))
    };
    // Most records have no such note, so their headers are not searched.
    if !findings.iter().any(is_about_games) || !is_problem(record) {
        return;
    }
    let is_declared_problem = is_declared(record);
    findings.retain(|finding| !is_about_games(finding) || is_about_kings(finding) && !is_declared_problem);
}

/// Returns whether a record calls itself a problem, or its attacker has no king.
fn is_problem(record: &Record<'_>) -> bool {
    is_declared(record) || lacks_attackers_king(record)
}

/// Returns whether the solution of a problem ends in mate, although the record states an end without a result,
/// such as 中断.
pub(super) fn breaks_off_at_mate(game: &Game<'_>) -> bool {
    let is_mate = game
        .automatic_end
        .as_ref()
        .is_some_and(|end| *end.rule == results::RESULT_AGAINST_MATE);
    is_mate && game.stated() == Some(Outcome::None) && is_problem(game.record)
}

/// Returns whether the record calls itself a problem, by the name of its start or in a header.
pub(super) fn is_declared(record: &Record<'_>) -> bool {
    let name = record.start.name.as_ref();
    name.is_some_and(|(name, _)| header::is_problem(name))
        || record.headers.iter().any(|header| match header.key {
            HeaderKey::Problem | HeaderKey::ProblemTitle => true,
            HeaderKey::Title | HeaderKey::Event | HeaderKey::Opening | HeaderKey::Category => {
                header::is_problem(&header.value)
            }
            _ => false,
        })
}

/// Returns whether the attacker has no king and the defender has one. White counts as the
/// attacker only if White is to move.
pub(super) fn lacks_attackers_king(record: &Record<'_>) -> bool {
    let position = &record.start.position;
    match Color::ALL.map(|side| position.king(side).is_some()) {
        [false, true] => true,
        [true, false] => position.side_to_move() == Color::White,
        _ => false,
    }
}
