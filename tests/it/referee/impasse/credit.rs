//! Declarations with missing, surplus or untraceable pieces: White's points for a handicap may decide the result or
//! leave it open.

use kifu::record::Terminal;
use kifu::shogi::Handicap;

use super::{check, check_game, impasse_findings, record_with_end, winner_name};
use crate::support::checking::position;
use crate::support::table::{assert_cases, rows};

#[test]
fn handicap_pieces_count_for_white_by_profile() {
    // A rook and a bishop are missing. White has 17 points in the camp and in hand, and 11 pieces in the camp.
    const START: &str = "9/9/9/K8/PP7/9/4gg3/brllgkg2/4sss2 w 1S4N2L16P 1";
    const CASES: &str = "
        jsa-amateur | 二枚落ち | legal | white
        jsa-pro | 二枚落ち | declaration-only-draw @1 white | draw
        csa | 二枚落ち | declaration-invalid @1 white | black
        # Nobody knows why the pieces are missing.
        jsa-amateur | - | declaration-unjudged @1 white | white
        # The handicap does not account for them.
        jsa-amateur | 香落ち | declaration-unjudged @1 white | white
    ";
    assert_cases(rows(CASES), |&[profile, handicap, expected, winner]| {
        let mut record = record_with_end(&position(START), "", Terminal::DeclareWin);
        record.start.handicap = Handicap::by_name(handicap);
        let judgement = check(profile, &record);
        let actual = (impasse_findings(&judgement.findings), winner_name(&judgement));
        ((expected.to_owned(), winner), actual)
    });
}

/// Position, moves, and the findings with and without points for White's handicap.
const DECLARATIONS: &str = "
    # Pieces are missing, and it is no handicap with a name: the king at home, for either side.
    lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/9/LNSGKGSNL b - 1 | | declaration-invalid | declaration-invalid
    lnsgkg1nl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 | | declaration-invalid | declaration-invalid
    lnsgkg1nl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 | 7g7f | declaration-invalid | declaration-invalid
    # One pawn too many, and one dropped from an empty hand: no points are right.
    lnsgkgsnl/1r5b1/ppppppppp/9/4P4/9/PPPP1PPPP/1B2P2R1/LNSGKGSNL b P 1 | | declaration-unjudged | declaration-unjudged
    lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 | G*5e 3c3d | declaration-unjudged | declaration-unjudged
    2SGS4/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b 2s4n2l16p 1 | P*5e 1f1g | declaration-unjudged | declaration-unjudged
    # As many as a set has.
    2SGS4/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b P2s4n2l15p 1 | P*5e 1f1g | legal | legal
    # Black's own points, with White's pieces missing: 28 and 27.
    2SGS4/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b 2s4n2l 1 | | legal | legal
    2SG5/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b 2s4n2l 1 | | declaration-invalid | declaration-invalid
    # White's, with Black's pawns missing: 27, and 26 that credit may raise; its king outside, whatever the credit.
    9/9/9/K8/PP7/9/5g3/brllgkg+r+b/5gs2 w 3S4N2L 1 | | legal | legal
    9/9/9/K8/PP7/9/5g3/brllgkg+r+b/5g3 w 4S4N2L 1 | | declaration-unjudged | declaration-invalid
    9/9/9/K8/PP7/5k3/5g3/brllg1g+r+b/5g3 w 4S4N2L 1 | | declaration-invalid | declaration-invalid
    # One pawn missing raises 25 to 26 at most.
    9/9/9/K8/PP7/9/9/brllgkg+r+b/5g3 w G4S4N2L15P 1 | | declaration-invalid | declaration-invalid
    # A move that cannot be played leaves the board in doubt.
    2SG5/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b 3s4n2l16p 1 | 6c6d 5e5f | declaration-unjudged | declaration-unjudged
";

#[test]
fn every_declaration_has_a_finding_or_verdict() {
    assert_cases(rows(DECLARATIONS), |&[start, moves, credited, not_credited]| {
        let record = record_with_end(&position(start), moves, Terminal::DeclareWin);
        let actual = ["jsa-amateur", "fesa", "floodgate"].map(|profile| {
            let findings = impasse_findings(&check(profile, &record).findings);
            findings.split(' ').next().map(str::to_owned)
        });
        (
            [credited, credited, not_credited].map(|expected| Some(expected.to_owned())),
            actual,
        )
    });
}

#[test]
fn a_declaration_by_24_points_depends_on_credit_for_draw_and_win() {
    const CASES: &str = "
        # 22 to 31, 30 to 31: nobody knows. 27 to 28: a draw with and without the pawn that is missing.
        9/9/9/K8/PP7/9/9/brllgkg+r1/5gss1 w 4N2L15P 1 | declaration-unjudged
        9/9/9/K8/PP7/9/5g3/brllgkg+r+b/5gs2 w 3p3S4N2L12P 1 | declaration-unjudged
        9/9/9/K8/PP7/9/5g3/brllgkg+r+b/5gs2 w 3S4N2L15P 1 | declaration-only-draw
    ";
    assert_cases(rows(CASES), |&[start, expected]| {
        let record = record_with_end(&position(start), "", Terminal::DeclareWin);
        let findings = impasse_findings(&check("jsa-pro", &record).findings);
        (
            Some(expected.to_owned()),
            findings.split(' ').next().map(str::to_owned),
        )
    });
}

#[test]
fn an_automatic_win_that_depends_on_credit_is_reported_as_unchecked() {
    const CASES: &str = "
        9/9/9/K8/PP7/9/5g3/brllgkg+r+b/5g3 w 4S4N2L 1 | 4g5g | declaration-unjudged @1 white
        9/9/9/K8/PP7/9/5g3/brllgkg+r+b/5gs2 w 3S4N2L 1 | 4g5g | impasse-unnoticed @1 white
        9/9/9/K8/PP7/9/9/brllgkg+r+b/5g3 w G4S4N2L15P 1 | 4i5i | legal
        # Nobody moved on, and nobody declared.
        9/9/9/K8/PP7/9/5g3/brllgkg+r+b/5g3 w 4S4N2L 1 | | legal
        2SGS4/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b 2s4n2l 1 | 6c6d | impasse-unnoticed @1 black
        2SG5/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b 2s4n2l 1 | 6c6d | legal
        2SGS4/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b P2s4n2l15p 1 | P*5e 1f1g 6c6d | impasse-unnoticed @1 black
    # A pawn too many.
    2SGS4/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b P2s4n2l16p 1 | 6c6d | declaration-unjudged @1 black
    ";
    assert_cases(rows(CASES), |&[start, moves, expected]| {
        let record = record_with_end(&position(start), moves, Terminal::Resign);
        (expected, impasse_findings(&check("lishogi", &record).findings))
    });
}

#[test]
fn surplus_pieces_prevent_counting_and_are_listed() {
    // 36 points in the camp and in hand, with and without five rooks.
    const FIVE_ROOKS: &str = "2SG5/+B+RGKGLLRB/3G5/9/7pp/9/9/8k/9 b 3R3s4n2l16p 1";
    const TWO_ROOKS: &str = "2SG5/+B+RGKGLLRB/3G5/9/7pp/9/9/8k/9 b 9P3s4n2l7p 1";
    const CASES: &str = "
        jsa-amateur | declare | declaration-unjudged @1 black | black | legal
        jsa-pro | declare | declaration-unjudged @1 black | black | legal
        jsa-pro | %HIKIWAKE | declaration-unjudged @1 black | draw | legal
        jsa-amateur | 持将棋 | declaration-unjudged @1 | draw | jishogi-points @1 white
        jsa-pro | %JISHOGI | declaration-unjudged @1 | draw | jishogi-points @1 white
        # No rule there says what an agreed impasse is worth.
        csa | 持将棋 | legal | draw | legal
    ";
    assert_cases(rows(CASES), |&[profile, result, unjudged, winner, counted]| {
        let result = result.replace("declare", "%KACHI");
        let check_start = |start: &str| check_game(super::profile(profile), &position(start), &[], &result);
        let judgement = check_start(FIVE_ROOKS);
        let findings = impasse_findings(&judgement.findings);
        for finding in judgement
            .findings
            .iter()
            .filter(|finding| finding.rule.name == "declaration-unjudged")
        {
            let message = finding.message.english();
            assert!(message.contains("5 rooks (a set has 2)"), "{message}");
        }
        let expected = (unjudged.to_owned(), winner, counted.to_owned());
        (
            expected,
            (
                findings,
                winner_name(&judgement),
                impasse_findings(&check_start(TWO_ROOKS).findings),
            ),
        )
    });
}
