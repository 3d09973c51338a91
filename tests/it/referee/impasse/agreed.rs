//! Impasse results by agreement, by a server, or without a statement, and positions with one entered king.

use kifu::finding::Severity;
use kifu::record::Outcome;
use kifu::record::Terminal;
use kifu::referee::Judgement;
use kifu::shogi::Move;

use super::{check, check_game, impasse_findings, profile, record_with_end, winner_name};
use crate::support::checking::{check_file, check_one_by, position};
use crate::support::table::{assert_cases, counted_block, rows};
use crate::support::writing;

#[test]
fn impasse_results_have_the_expected_findings() {
    let cases = counted_block("impasse", 28);
    assert_cases(
        cases,
        |[_, profiles, start, moves, result, expected, winner, _]| {
            let moves = moves.split(' ').filter(|word| *word != "-");
            let moves: Vec<Move> = moves.map(|word| word.parse().expect("a move")).collect();
            let actual = profiles.split(' ').map(|name| {
                let judgement = check_game(profile(name), &position(start), &moves, result);
                format!(
                    "{name} {} {}\n",
                    impasse_findings(&judgement.findings),
                    winner_name(&judgement)
                )
            });
            let expected_lines = profiles
                .split(' ')
                .map(|name| format!("{name} {expected} {winner}\n"));
            (expected_lines.collect::<String>(), actual.collect::<String>())
        },
    );
}

/// The pieces in hand of a position in which only Black's king has entered, or a whole position; the profile; the
/// severity of the finding about an agreed impasse (`-` without a finding).
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
fn one_entered_king_is_not_an_agreed_impasse() {
    assert_cases(rows(ONE_ENTERED), |&[start, profile, severity]| {
        let start = if start.contains('/') {
            position(start)
        } else {
            position(&format!("2SG5/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b {start} 1"))
        };
        let judgement = check(profile, &record_with_end(&start, "", Terminal::Impasse));
        let mut findings = judgement.findings.iter();
        let king_finding = findings.find(|finding| finding.rule.name == "jishogi-no-entered-king");
        let verdict = if severity == Severity::Error.name() {
            Outcome::None
        } else {
            Outcome::Draw
        };
        let actual = king_finding.map_or("-", |it| it.severity.name());
        ((severity, Some(verdict)), (actual, judgement.verdict))
    });
}

/// Header, position, and the finding with the winner: without a selected profile, and under `jsa-amateur`, `jsa-pro`
/// and `jsa-pro-2013`.
const RESULTS_BY_PROFILE: &str = "
    # Both kings have entered, 28 to 26 and 27 to 27.
    - | 2SGS4/+B+RGKGLLRB/3G5/9/7pp/9/9/8k/9 b 2s4n2l16p 1 | textbook draw | jishogi-points black | legal draw | legal draw
    - | 2SG5/+B+RGKGLLRB/3G5/9/7pp/9/9/8k/9 b 3s4n2l16p 1 | textbook draw | jishogi-points white | legal draw | legal draw
    # One king, which suffices in professional games since 2019.
    - | 2SGS4/+B+RGKGLL2/3G5/4R4/4B2pp/8k/9/9/9 b 2s4n2l16p 1 | jsa-pro draw | jishogi-no-entered-king none | legal draw | jishogi-no-entered-king none
    # No profile has these: 31 to 23, and both kings at home.
    - | 2SGS4/+B+RGKGLLRB/3G5/9/7pp/9/9/8k/9 b 3P2s4n2l13p 1 | jishogi-points black | jishogi-points black | jishogi-points black | jishogi-points black
    - | startpos | jishogi-no-entered-king none | jishogi-no-entered-king none | jishogi-no-entered-king none | jishogi-no-entered-king none
    # By agreement, before the rules of 2013.
    開始日時：1967/05/01 | startpos | jsa-pro draw | jishogi-no-entered-king none | legal draw | legal draw
    開始日時：2012/12/31 | startpos | jsa-pro draw | jishogi-no-entered-king none | legal draw | legal draw
    開始日時：1967 | startpos | jsa-pro draw | jishogi-no-entered-king none | legal draw | legal draw
    開始日時：1967/05/01 | 2SGS4/+B+RGKGLLRB/3G5/9/7pp/9/9/8k/9 b 3P2s4n2l13p 1 | jsa-pro draw | jishogi-points black | legal draw | legal draw
    開始日時：2013/01/01 | startpos | jishogi-no-entered-king none | jishogi-no-entered-king none | jishogi-no-entered-king none | jishogi-no-entered-king none
    開始日時：不明 | startpos | jishogi-no-entered-king none | jishogi-no-entered-king none | jishogi-no-entered-king none | jishogi-no-entered-king none
    # The record says by which rule the points count.
    持将棋：24点 | 2SGS4/+B+RGKGLLRB/3G5/9/7pp/9/9/8k/9 b 2s4n2l16p 1 | legal draw | legal draw | legal draw | legal draw
    持将棋：27点 | 2SGS4/+B+RGKGLLRB/3G5/9/7pp/9/9/8k/9 b 2s4n2l16p 1 | jishogi-points black | jishogi-points black | jishogi-points black | jishogi-points black
";

#[test]
fn an_impasse_of_another_profile_is_a_warning_by_default() {
    let impasse_rules = [
        "impasse-by-other-profile",
        "jishogi-points",
        "jishogi-no-entered-king",
    ];
    assert_cases(
        rows(RESULTS_BY_PROFILE),
        |&[header, start, without_profile, amateur, pro, pro_2013]| {
            let header = if header == "-" {
                String::new()
            } else {
                format!("{header}\n")
            };
            let text = header + &writing::kif(&position(start), &[], "   1 持将棋\n");
            let finding_and_winner = |judgement: Judgement| {
                let impasse_finding = judgement
                    .findings
                    .iter()
                    .find(|finding| impasse_rules.contains(&finding.rule.name));
                let description = match impasse_finding {
                    None => "legal",
                    Some(it) if it.rule.name == impasse_rules[0] => {
                        assert_eq!(it.severity, Severity::Warning);
                        let is_named = |name: &&&str| {
                            let title = &profile(name).title.english;
                            it.message.english().starts_with(&format!(
                                "this impasse is a draw under the rules of \"{title}\","
                            ))
                        };
                        ["textbook", "jsa-pro", "jsa-pro-2013"]
                            .iter()
                            .find(is_named)
                            .expect("a profile")
                    }
                    Some(it) => it.rule.name,
                };
                format!("{description} {}", winner_name(&judgement))
            };
            let under_profile = |name| finding_and_winner(check_one_by(profile(name), &text));
            let actual = [
                finding_and_winner(check_file(text.as_bytes()).remove(0)),
                under_profile("jsa-amateur"),
                under_profile("jsa-pro"),
                under_profile("jsa-pro-2013"),
            ];
            (
                [without_profile, amateur, pro, pro_2013].map(str::to_owned),
                actual,
            )
        },
    );
}
