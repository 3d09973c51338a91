//! Impasse, declarations and the move limit.

mod agreed;
mod credit;
mod declared;
mod limit;

use std::borrow::Cow;

use kifu::finding::Finding;
use kifu::finding::Span;
use kifu::profile::Profile;
use kifu::record::Clock;
use kifu::record::Ending;
use kifu::record::NodeId;
use kifu::record::Outcome;
use kifu::record::Record;
use kifu::record::Step;
use kifu::record::Terminal;
use kifu::referee::Judgement;
use kifu::referee::Referee;
use kifu::shogi::Move;
use kifu::shogi::Position;

use crate::support::checking::{check_one_by, line};
use crate::support::findings::finding_text;
use crate::support::writing;

/// The rules whose findings the tests compare: those about impasses, declarations and move limits.
const RULES: [&str; 10] = [
    "max-moves-early",
    "max-moves-exceeded",
    "game-too-long-unjudged",
    "bare-kings",
    "declaration-invalid",
    "declaration-only-draw",
    "declaration-unjudged",
    "jishogi-no-entered-king",
    "jishogi-points",
    "impasse-unnoticed",
];

/// Returns the findings of `RULES` in the notation of the tables. `plies_before` is the number of moves before the
/// record.
fn findings_after(plies_before: u32, findings: &[Finding]) -> String {
    let matching = findings
        .iter()
        .filter(|finding| RULES.contains(&finding.rule.name));
    let words: Vec<_> = matching
        .map(|finding| finding_text(plies_before, finding))
        .collect();
    if words.is_empty() {
        "legal".to_owned()
    } else {
        words.join(" + ")
    }
}

fn impasse_findings(findings: &[Finding]) -> String {
    findings_after(0, findings)
}

fn winner_name(judgement: &Judgement) -> &'static str {
    judgement.verdict.map_or("nobody", Outcome::name)
}

/// Checks a game with this result under a profile. The game is written in CSA if the result begins with `%`, and
/// otherwise in KIF.
fn check_game(profile: &Profile, start: &Position, moves: &[Move], result: &str) -> Judgement {
    let text = if result.starts_with('%') {
        writing::csa(start, moves, &format!("{result}\n"))
    } else {
        writing::kif(start, moves, &format!("{:>4} {result}\n", moves.len() + 1))
    };
    check_one_by(profile, &text)
}

fn profile(name: &str) -> &'static Profile {
    Profile::named(name).unwrap_or_else(|| panic!("{name} is no profile"))
}

/// Returns a record with these moves and this end.
fn record_with_end<'t>(start: &Position, moves: &'t str, terminal: Terminal) -> Record<'t> {
    let mut record = line(start, moves);
    let last_node = record.tree.ids().last().unwrap_or(NodeId::START);
    let ending = Ending {
        terminal,
        offender: None,
        word: Cow::Borrowed("end"),
        span: Span::default(),
    };
    record.tree.add(last_node, Step::End(ending), Clock::default());
    record
}

/// Checks a record under the profile with this name.
fn check(name: &str, record: &Record<'_>) -> Judgement {
    Referee::with_profile(profile(name).clone()).check(record)
}
