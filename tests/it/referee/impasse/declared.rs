//! Declarations with a full set: the cases under every profile, and the message for each failed condition.

use kifu::finding::Language;
use kifu::finding::Severity;
use kifu::profile::Declaration;
use kifu::profile::Profile;
use kifu::record::Outcome;
use kifu::shogi::Color;
use kifu::shogi::Points;
use kifu::shogi::Position;
use kifu::shogi::Standing;
use proptest::prelude::{any, prop_assert_eq, proptest};

use super::{check_game, impasse_findings, profile};
use crate::support::checking::{check_one_by, position};
use crate::support::dice::Dice;
use crate::support::table::{assert_cases, counted_block};
use crate::support::writing;

/// Returns the twelve cases of the block `declarations`.
fn cases() -> Vec<[&'static str; 9]> {
    counted_block("declarations", 12)
}

#[test]
fn points_and_conditions_match_the_cases() {
    assert_cases(cases(), |[_, sfen, points, pieces, entered, check, _, _, _]| {
        let position = position(sfen);
        assert_eq!(Points::missing(&position).value(), 0, "{sfen}");
        let standing = Standing::new(&position, position.side_to_move());
        let yes_or_no = |holds| if holds { "yes" } else { "no" };
        let (king, in_check) = (yes_or_no(standing.king_entered()), yes_or_no(standing.in_check));
        let counts = (standing.entered.value(), standing.in_camp);
        (
            format!("{points} {pieces} {entered} {check}"),
            format!("{} {} {king} {in_check}", counts.0, counts.1),
        )
    });
}

/// Returns the rule of the finding (`legal` without a finding) and the winner, for a declaration with this outcome.
fn expected_finding(declaration: Declaration, outcome: &str, side: Color) -> (&'static str, Outcome) {
    match outcome {
        "win" => ("legal", Outcome::Win(side)),
        "draw" => ("declaration-only-draw", Outcome::Draw),
        "unjudged" => ("declaration-unjudged", Outcome::Win(side)),
        _ if declaration == Declaration::Automatic27 => ("declaration-invalid", Outcome::None),
        _ => ("declaration-invalid", Outcome::Win(side.opponent())),
    }
}

#[test]
fn declarations_have_the_expected_results_in_every_profile() {
    for profile in Profile::all() {
        assert_cases(cases(), |[_, sfen, _, _, _, _, by_27, by_24, _]| {
            let start = position(sfen);
            let outcome = match profile.declaration {
                Declaration::None => "unjudged",
                Declaration::Points24 => by_24,
                Declaration::Points27 | Declaration::Automatic27 => by_27,
            };
            let (rule, winner) = expected_finding(profile.declaration, outcome, start.side_to_move());
            let actual = ["%KACHI", "入玉勝ち"].map(|result| {
                let judgement = check_game(profile, &start, &[], result);
                let findings = impasse_findings(&judgement.findings);
                (findings.split(' ').next().map(str::to_owned), judgement.verdict)
            });
            let expected = (Some(rule.to_owned()), Some(winner.to_seats()));
            (
                (&profile.name, [expected.clone(), expected]),
                (&profile.name, actual),
            )
        });
    }
}

#[test]
fn every_failed_condition_is_reported_with_numbers() {
    for (sfen, english, japanese, marked_count) in [
        (
            "2SG5/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b 3s4n2l16p 1",
            "the declaration by Black fails: 27 of the 28 required points are reached (2 rooks, 2 bishops and 7 other pieces)",
            "先手の宣言は条件を満たさない：得点が27点で28点に足りない（大駒4枚、小駒7枚）",
            12,
        ),
        (
            "3G5/+B+RGKGRB2/9/9/7pp/8k/9/9/9 b 2S2L9Pg2s4n2l7p 1",
            "the declaration by Black fails: 7 of the 10 required pieces are in the enemy camp, not counting the king",
            "先手の宣言は条件を満たさない：敵陣の駒が玉を除いて7枚（10枚必要）",
            8,
        ),
        (
            "2SGS4/+B+RG1GLLRB/3G5/4K4/7pp/8k/9/9/9 b 3P2s4n2l13p 1",
            "the declaration by Black fails: the king is on 5d, outside the enemy camp",
            "先手の宣言は条件を満たさない：玉が敵陣外の５四にいる",
            1,
        ),
        (
            "2SGS4/+B+RG1GLL1B/3GK4/9/4r2pp/8k/9/9/9 b 9P2s4n2l7p 1",
            "the declaration by Black fails: the king is in check from the rook on 5e",
            "先手の宣言は条件を満たさない：５五の飛で王手がかかっている",
            2,
        ),
    ] {
        let judgement = check_game(profile("jsa-amateur"), &position(sfen), &[], "%KACHI");
        let finding = &judgement.findings[0];
        assert_eq!(finding.message.in_language(Language::English), english);
        assert_eq!(finding.message.in_language(Language::Japanese), japanese);
        assert_eq!(finding.cells.len(), marked_count, "{:?}", finding.cells);
    }
}

#[test]
fn a_declaration_that_the_server_refused_is_a_note() {
    let end = "%KACHI\n'summary:illegal kachi:A lose:B win\n";
    let severity_and_verdict = |start: &Position| {
        let judgement = check_one_by(profile("floodgate"), &writing::csa(start, &[], end));
        let mut findings = judgement.findings.iter();
        let invalid_declaration = findings.find(|finding| finding.rule.name == "declaration-invalid");
        (invalid_declaration.map(|it| it.severity), judgement.verdict)
    };
    let insufficient = position("2SG5/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b 3s4n2l16p 1");
    let white_wins = Some(Outcome::Win(Color::White.into()));
    assert_eq!(
        severity_and_verdict(&insufficient),
        (Some(Severity::Note), white_wins)
    );
    // If the referee counts enough points, the declaration that the server refused has no finding.
    let sufficient = position("2SGS4/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b 2s4n2l16p 1");
    assert_eq!(severity_and_verdict(&sufficient).0, None);
}

proptest! {
    #[test]
    fn points_of_both_sides_add_up(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let start = dice.start();
        let missing = Points::missing(&start).value();
        let plies = dice.below(200);
        let (_, end) = dice.game(&start, plies);
        let [black, white] = Color::ALL.map(|side| Standing::new(&end, side));
        prop_assert_eq!(black.all.value() + white.all.value() + missing, Points::FULL_SET);
        prop_assert_eq!(white.credited(missing).all.value() + black.all.value(), Points::FULL_SET);
        for it in [black, white] {
            assert!(it.entered.value() <= it.all.value() && it.in_camp <= 19);
        }
    }
}
