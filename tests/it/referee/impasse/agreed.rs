//! Results that are agreed on, claimed by a server, or not there: the cases, and one king that has entered.

use kifu::finding::Severity;
use kifu::record::{Outcome, Terminal};
use kifu::shogi::Move;

use super::{ended, judge, judge_game, named, outcome, profile};
use crate::support::judging::position;
use crate::support::table::{counted, hold, rows};

#[test]
fn results_are_judged_by_the_profiles_that_are_named() {
    let cases = counted("impasse", 28);
    hold(
        cases,
        |[_, profiles, start, moves, result, expected, winner, _]| {
            let moves = moves.split(' ').filter(|word| *word != "-");
            let moves: Vec<Move> = moves.map(|word| word.parse().expect("a move")).collect();
            let judged = profiles.split(' ').map(|name| {
                let judgement = judge_game(profile(name), &position(start), &moves, result);
                format!("{name} {} {}\n", named(&judgement.findings), outcome(&judgement))
            });
            let due = profiles
                .split(' ')
                .map(|name| format!("{name} {expected} {winner}\n"));
            (due.collect::<String>(), judged.collect::<String>())
        },
    );
}

/// The hands of a position in which Black's king has entered, or another position; profile; how grave an agreed impasse is.
const ONE_ENTERED: &str = "
    # 27 points.
    3s4n2l16p | jsa-amateur | error
    3s4n2l16p | textbook | error
    3s4n2l16p | jsa-pro-2013 | note
    3s4n2l16p | jsa-pro | -
    # 28 points.
    P3s4n2l15p | jsa-amateur | error
    P3s4n2l15p | textbook | error
    P3s4n2l15p | jsa-pro-2013 | note
    P3s4n2l15p | csa | -
    # 20 points, of which nothing can be declared.
    2SG5/1+RGKGLL2/3GS4/9/7pp/8k/9/9/9 b 2br2s4n2l16p 1 | jsa-amateur | error
    2SG5/1+RGKGLL2/3GS4/9/7pp/8k/9/9/9 b 2br2s4n2l16p 1 | jsa-pro-2013 | error
    2SG5/1+RGKGLL2/3GS4/9/7pp/8k/9/9/9 b 2br2s4n2l16p 1 | textbook | error
    # A win that was declared is no draw.
    4P3s4n2l12p | jsa-pro-2013 | error
    # White's king, White to move.
    9/9/9/K8/PP7/9/5g3/brllgkg+r+b/5gs2 w 3S4N2L16P 1 | jsa-amateur | error
    9/9/9/K8/PP7/9/5g3/brllgkg+r+b/5gs2 w 3S4N2L16P 1 | jsa-pro-2013 | note
";

#[test]
fn one_entered_king_is_no_agreed_impasse_whatever_its_points() {
    hold(rows(ONE_ENTERED), |&[start, profile, severity]| {
        let start = if start.contains('/') {
            position(start)
        } else {
            position(&format!("2SG5/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b {start} 1"))
        };
        let judgement = judge(profile, &ended(&start, "", Terminal::Impasse));
        let mut findings = judgement.findings.iter();
        let found = findings.find(|it| it.rule.name == "jishogi-no-entered-king");
        let verdict = if severity == Severity::Error.name() {
            Outcome::None
        } else {
            Outcome::Draw
        };
        let got = found.map_or("-", |it| it.severity.name());
        ((severity, Some(verdict)), (got, judgement.verdict))
    });
}
