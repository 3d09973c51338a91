//! Verdicts for every game: illegal moves, refuted results, and decisions on the board, each with a similar correct
//! game.

use kifu::finding::Severity;
use kifu::profile::Profile;
use kifu::profile::ResignPriority;
use kifu::record::Outcome;

use super::{check_text, check_text_by, findings_of};

const GUNG_START: &str = "[규칙 \"궁장기\"]\n[초차림 \"마상상마\"]\n[한차림 \"마상상마\"]\n";
/// The headers of a record of yonin shogi. In its start position, only South and North are left.
const TWO_OF_FOUR: &str =
    "Yonin: 1\nPosition: 8 Kn / 6 Rs 2 / 8 Gs / 9 / 9 / 9 / 9 / 9 / 4 Ks 4 S S:- W:- N:- E:- SN\n";
/// The headers of a record of gunjin shogi. In its start position, South can capture North's last piece.
const LAST_PIECE: &str = "Gunjin: 1\nPosition: . . . . . . . / . . . . . . . . / . . . . . . . . / . . LGn . . . . . / . . TGs . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . S\n";

/// Returns the findings, the stated outcome, and the verdict; `-` for each that is missing.
fn summary_with(profile: Profile, text: &str) -> String {
    let judgement = check_text_by(profile, text);
    let [stated, verdict] = [judgement.stated, judgement.verdict].map(|it| it.map_or("-", Outcome::name));
    format!("{}, {stated} {verdict}", findings_of(&judgement))
}

fn assert_summaries(cases: &[(&str, &str, &str)]) {
    for (start, plies, expected) in cases {
        let text = format!("{start}{plies}");
        assert_eq!(summary_with(Profile::default(), &text), *expected, "{text}");
    }
}

#[test]
fn a_final_illegal_move_loses() {
    assert_summaries(&[
        (
            GUNG_START,
            "1. 79졸68\n",
            "gung-move-shape@1 end-token-missing@1, - red",
        ),
        (GUNG_START, "1. 79졸78\n", "end-token-missing@1, - none"),
        // The game continued, so the illegal move does not decide the game.
        (
            GUNG_START,
            "1. 79졸68 2. 41병42\n",
            "gung-move-shape@1 end-token-missing@2, - none",
        ),
        // With two players left, the opponent of the player with the illegal move wins. With four players, there is no
        // winner.
        (
            TWO_OF_FOUR,
            "1 S 5i5g\n",
            "illegal-piece-movement@1 end-token-missing@1, - north",
        ),
        (
            "Yonin: 1\n",
            "1 S 5i5g\n",
            "illegal-piece-movement@1 end-token-missing@1, - none",
        ),
    ]);
}

#[test]
fn a_foul_result_requires_an_illegal_move() {
    assert_summaries(&[
        (
            GUNG_START,
            "1. 79졸78 2. 41병52\n[대국결과 \"홍 실격승\"]\n",
            "gung-move-shape@2 foul-result-wrong-side@2 result-overturned@2, red blue",
        ),
        (
            GUNG_START,
            "1. 79졸78 2. 41병52\n[대국결과 \"청 실격승\"]\n",
            "gung-move-shape@2, blue blue",
        ),
        (
            GUNG_START,
            "1. 79졸78 2. 41병42\n[대국결과 \"청 실격승\"]\n",
            "foul-result-without-foul@2, blue blue",
        ),
        (
            "Yonin: 1\n",
            "1 S 6i7h\n#foul S\n2 W 9g8g\n#interrupt\n",
            "foul-result-without-foul@2, none none",
        ),
        (
            "Yonin: 1\n",
            "1 S 5i5g\n#foul S\n2 W 9g8g\n#interrupt\n",
            "illegal-piece-movement@1, none none",
        ),
    ]);
}

#[test]
fn an_unnoticed_illegal_move_is_reported() {
    let continued = format!("{GUNG_START}1. 79졸68 2. 41병42\n[대국결과 \"청 기권승\"]\n");
    assert_eq!(
        summary_with(Profile::default(), &continued),
        "gung-move-shape@1 foul-unnoticed@1, blue blue"
    );
    let without_priority = Profile {
        resign_priority: ResignPriority::No,
        ..Profile::default()
    };
    assert_eq!(
        summary_with(without_priority, &continued),
        "gung-move-shape@1 foul-unnoticed@1 result-overturned@2, blue red"
    );
    let severity_of_unnoticed = |moves: &str| {
        let judgement = check_text_by(Profile::default(), &format!("{GUNG_START}{moves}"));
        let unnoticed = judgement
            .findings
            .iter()
            .find(|finding| finding.rule.name == "foul-unnoticed");
        unnoticed.expect("a finding").severity
    };
    assert_eq!(
        severity_of_unnoticed("1. 79졸68 2. 41병42\n[대국결과 \"청 기권승\"]\n"),
        Severity::Warning
    );
    assert_eq!(
        severity_of_unnoticed("1. 79졸68 2. 41병42\n[대국결과 \"홍 기권승\"]\n"),
        Severity::Note
    );
    assert_summaries(&[
        // The side with the illegal move has lost, the game was stopped because of this move, or no move was illegal.
        (
            GUNG_START,
            "1. 79졸68\n[대국결과 \"홍 기권승\"]\n",
            "gung-move-shape@1, red red",
        ),
        (
            GUNG_START,
            "1. 79졸68\n#interrupt\n",
            "gung-move-shape@1, none none",
        ),
        (
            GUNG_START,
            "1. 79졸78 2. 41병42\n[대국결과 \"청 기권승\"]\n",
            "-, blue blue",
        ),
    ]);
}

#[test]
fn the_board_overrides_the_stated_result() {
    assert_summaries(&[
        (
            TWO_OF_FOUR,
            "1 S 1c1b\n#draw\n",
            "result-overturned@1, draw south",
        ),
        (TWO_OF_FOUR, "1 S 1c1b\n#result S\n", "-, south south"),
        (
            TWO_OF_FOUR,
            "1 S 1c1b\n#resign S\n",
            "result-not-last-survivor@1, - south",
        ),
        (TWO_OF_FOUR, "1 S 1c2c\n#resign S\n", "-, north north"),
        // North is eliminated on the board, and the record may state this elimination.
        (TWO_OF_FOUR, "1 S 1c1b\n", "-, - south"),
        (TWO_OF_FOUR, "1 S 1c1b\n#mate N by S\n", "-, south south"),
        (
            LAST_PIECE,
            "1 S c4xc5 >\n#interrupt\n",
            "result-overturned@1, none south",
        ),
        (LAST_PIECE, "1 S c4-d4\n#interrupt\n", "-, none none"),
    ]);
}

#[test]
fn a_move_from_an_empty_square_captures_nothing() {
    assert_summaries(&[
        (
            GUNG_START,
            "1. 55차25 2. 12마33\n#interrupt\n",
            "empty-source@1, none none",
        ),
        // The move from an empty point is not made, so the soldier on 47 is still there.
        (
            GUNG_START,
            "1. 55졸47 2. 47병48\n#interrupt\n",
            "empty-source@1, none none",
        ),
        // A general captured by an illegal move does not lose. The side that made the move loses.
        (
            GUNG_START,
            "1. 01차25\n",
            "gung-move-shape@1 end-token-missing@1, - red",
        ),
    ]);
}

#[test]
fn a_claim_that_the_board_refutes_decides_nothing() {
    assert_summaries(&[
        (
            GUNG_START,
            "1. 79졸78\n[대국결과 \"청 외통승\"]\n",
            "gung-result-mate@1 result-overturned@1, blue none",
        ),
        (GUNG_START, "1. 79졸78\n[대국결과 \"청 완승\"]\n", "-, blue blue"),
        (
            GUNG_START,
            "1. 79졸78\n[대국결과 \"홍 점수승\"]\n",
            "gung-result-pieces@1, red red",
        ),
    ]);
    assert_eq!(check_text(TWO_OF_FOUR).verdict, None);
}

#[test]
fn impossible_starts_are_reported() {
    let yonin_record =
        |ranks: &str, rest: &str| format!("Yonin: 1\nPosition: {ranks} {rest}\n1 S 5i5h\n#interrupt\n");
    let hands = "S S:- W:- N:- E:- SWNE";
    let kings_only = "4 Kn 4 / 9 / 9 / 9 / Kw 7 Ke / 9 / 9 / 9 / 4 Ks 4";
    for (text, expected) in [
        (yonin_record(kings_only, hands), "-"),
        (
            yonin_record("4 Kn 4 / 9 / 9 / 9 / Kw 7 Ke / Ps 8 / 9 / Ps 8 / 4 Ks 4", hands),
            "start-nifu@0",
        ),
        (
            yonin_record("4 Kn 4 / 9 / 9 / 9 / Kw 7 Ke / Ps 8 / 9 / +Ps 8 / 4 Ks 4", hands),
            "-",
        ),
        (
            yonin_record("Ps 3 Kn 4 / 9 / 9 / 9 / Kw 7 Ke / 9 / 9 / 9 / 4 Ks 4", hands),
            "start-dead-piece@0",
        ),
        (
            yonin_record("Pw 3 Kn 4 / 9 / 9 / 9 / Kw 7 Ke / 9 / 9 / 9 / 4 Ks 4", hands),
            "-",
        ),
        (yonin_record(kings_only, "S S:12P W:- N:- E:- SWNE"), "-"),
        (
            yonin_record(kings_only, "S S:12P W:P N:- E:- SWNE"),
            "start-piece-count@0",
        ),
        // If the start position is unreadable, the plies are not checked.
        (
            yonin_record("4 Kn 4 / 9", hands),
            "unreadable-board@0 not-judged@1",
        ),
        (
            yonin_record(kings_only, "W S:- W:- N:- E:- SNE"),
            "unreadable-board@0 not-judged@1",
        ),
        (
            "[국면 \"k8/9/9/9/9/9/9/9/4K4/9 w\"]\n1. 95궁94\n#interrupt\n".to_owned(),
            "start-dead-piece@0",
        ),
        (
            "[국면 \"3k5/9/9/9/9/9/9/9/4K4/9 w\"]\n1. 95궁94\n#interrupt\n".to_owned(),
            "-",
        ),
        (
            "[국면 \"3k5/9/9\"]\n1. 95궁94\n#interrupt\n".to_owned(),
            "unreadable-board@0 not-judged@1",
        ),
        (
            "Gunjin: 1\nSetup-S: hidden\n1 S b4xb5 >\n#interrupt\n".to_owned(),
            "start-missing@0",
        ),
        (
            "Gunjin: 1\nSetup-S: hidden\nSetup-N: hidden\n1 S b4xb5 >\n#interrupt\n".to_owned(),
            "-",
        ),
        (
            "Gunjin: 1\nPosition: x\n1 S a1-a2\n#interrupt\n".to_owned(),
            "unreadable-board@0 not-judged@1",
        ),
    ] {
        assert_eq!(findings_of(&check_text(&text)), expected, "{text}");
    }
}
