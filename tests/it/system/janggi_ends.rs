//! Janggi and gung-janggi: ends of games, their findings, and results stated in records.

use kifu::record::Outcome;
use kifu::record::Terminal;

use super::janggi::{BIKJANG, ONE_SOLDIER, UNNOTICED_CHECK, gung, record};
use super::{check_text, findings_of};

/// Returns the findings, the end and the verdict, each of which is `-` if it is missing.
fn summary(text: &str) -> String {
    let judgement = check_text(text);
    let end = judgement.end.map_or("-", Terminal::name);
    let verdict = judgement.verdict.map_or("-", Outcome::name);
    format!("{}, {end} {verdict}", findings_of(&judgement))
}

/// A position in which Blue's horse on 54 can move to 33 and give check to a general on 14.
const HORSE: &str = "9/3k5/9/9/3N5/9/9/9/4K4/9 w";

/// A position in which Red's general is promoted.
const PROMOTED: &str = "9/3+k5/9/9/9/9/4P4/9/4K4/9 w";

#[test]
fn the_first_check_after_no_win_ends_the_game() {
    for (position, plies, expected) in [
        (HORSE, "한수쉼, #no-win, 24궁14, 54마33", "-, - blue"),
        (
            HORSE,
            "한수쉼, #no-win, 24궁14, 54마33, 14궁24",
            "moves-after-end@4, - blue",
        ),
        // A stated win of the side that gave check does not contradict the check. A stated win of its opponent does,
        // except on time, which may have run out before the check.
        (
            HORSE,
            "한수쉼, #no-win, 24궁14, 54마33, [대국결과 \"청 기권승\"]",
            "-, resign blue",
        ),
        (
            HORSE,
            "한수쉼, #no-win, 24궁14, 54마33, [대국결과 \"청 외통승\"]",
            "-, mate blue",
        ),
        (
            HORSE,
            "한수쉼, #no-win, 24궁14, 54마33, [대국결과 \"홍 기물승\"]",
            "gung-result-pieces@3 gung-result-check-win@3 result-overturned@3, piece-count blue",
        ),
        (
            HORSE,
            "한수쉼, #no-win, 24궁14, 54마33, [대국결과 \"홍 시간승\"]",
            "-, timeout red",
        ),
        // Facing a promoted general is not check. The promoted general may capture the unpromoted general, which ends
        // the game.
        (
            ONE_SOLDIER,
            "75졸76, #no-win, 24궁25, #interrupt",
            "gung-second-bikjang@2, interrupt none",
        ),
        (
            ONE_SOLDIER,
            "75졸76, #no-win, 24궁25, 95궁25",
            "gung-second-bikjang@2, - blue",
        ),
        (
            ONE_SOLDIER,
            "75졸76, #no-win, 24궁25, 95궁25, [대국결과 \"청 외통승\"]",
            "gung-second-bikjang@2, general-captured blue",
        ),
        // A promoted general that faces an unpromoted one gives check.
        (PROMOTED, "75졸76, #no-win, 24궁25", "-, - red"),
        // Without a check, the game continues.
        (
            ONE_SOLDIER,
            "75졸76, #no-win, 24궁34, 76졸66, #interrupt",
            "-, interrupt none",
        ),
        // Without `#no-win`, a check does not end the game.
        (
            UNNOTICED_CHECK,
            "56차55, 25궁24, 55차56, #interrupt",
            "-, interrupt none",
        ),
    ] {
        assert_eq!(summary(&gung(position, plies)), expected, "{plies}");
    }
}

#[test]
fn the_board_decides_a_game_continued_after_its_end() {
    for (position, plies, expected) in [
        (
            BIKJANG,
            "55차51, 41병42, #interrupt",
            "result-overturned@2, interrupt red",
        ),
        (BIKJANG, "55차51, 25궁24, #interrupt", "-, interrupt none"),
        (
            UNNOTICED_CHECK,
            "56차55, 41병51, 55차25, #interrupt",
            "unnoticed-check@2 result-overturned@3, interrupt blue",
        ),
        (UNNOTICED_CHECK, "56차55, #interrupt", "-, interrupt none"),
    ] {
        assert_eq!(summary(&gung(position, plies)), expected, "{plies}");
    }
}

#[test]
fn the_result_states_the_resigning_side() {
    for (plies, expected) in [
        ("79졸78", "end-token-missing@1, - none"),
        ("79졸78, #resign 홍", "-, resign blue"),
        ("79졸78, [대국결과 \"청 기권승\"]", "-, resign blue"),
    ] {
        assert_eq!(summary(&gung("", plies)), expected, "{plies}");
    }
    let captured = gung(
        UNNOTICED_CHECK,
        "56차55, 41병51, 55차25, [대국결과 \"홍 기권승\"]",
    );
    assert_eq!(
        summary(&captured),
        "unnoticed-check@2 gung-result-mate@3 result-overturned@3, resign blue"
    );
}

#[test]
fn a_janggi_side_without_moves_loses() {
    let lone_general = "9/4k4/9/9/9/9/9/9/9/9 w";
    for (plies, expected) in [
        ("한수쉼, 25궁24, 한수쉼, 24궁25", "start-king-count@0, - red"),
        (
            "한수쉼, 25궁24, 한수쉼, 24궁25, 한수쉼",
            "start-king-count@0 moves-after-end@5, - red",
        ),
        // Blue can still pass, so the game is not over.
        ("한수쉼, 25궁24, #interrupt", "start-king-count@0, interrupt none"),
    ] {
        assert_eq!(summary(&gung(lone_general, plies)), expected, "{plies}");
    }
    let continued = check_text(&gung(lone_general, "한수쉼, 25궁24, 한수쉼, 24궁25, 한수쉼"));
    let last_rule = continued.findings.last().map(|it| it.rule.name);
    assert_eq!(last_rule, Some("moves-after-end"));
}

#[test]
fn the_stated_number_of_plies_is_checked() {
    let plies = "79졸78, 41병42, [대국결과 \"초 기권승\"]";
    let foul_win = "79졸78, 41병42, [대국결과 \"한 실격승\"]";
    for (stated, plies, expected) in [
        ("2", plies, "-"),
        ("2수", plies, "-"),
        ("3", plies, "result-line-mismatch@2"),
        ("1", plies, "result-line-mismatch@2"),
        // The header has no valid number.
        ("", plies, "-"),
        ("0", plies, "-"),
        ("둘", plies, "-"),
        // The illegal move itself may be missing in the record, so the stated number may be larger by one.
        ("3", foul_win, "foul-result-without-foul@2"),
        ("4", foul_win, "result-line-mismatch@2 foul-result-without-foul@2"),
    ] {
        let text = format!("[총수 \"{stated}\"]\n{}", record("", plies));
        let judgement = check_text(&text);
        assert_eq!(findings_of(&judgement), expected, "{text}");
        for finding in &judgement.findings {
            let is_length_finding = finding.rule.name == "result-line-mismatch";
            let expected = if is_length_finding { "warning" } else { "note" };
            assert_eq!(finding.severity.name(), expected, "{text}");
        }
    }
    let late_numbers = "[총수 \"32\"]\n31. 79졸78\n32. 41병42\n#interrupt\n";
    assert_eq!(findings_of(&check_text(late_numbers)), "ply-gap@0");
}

#[test]
fn check_marks_are_trusted_if_complete() {
    let chariot = "3k5/9/9/8p/9/9/9/9/4K4/R8 w";
    for (plies, expected) in [
        ("01차11 장군, 14궁24, 11차21 장군, 24궁34, 21차31 장군", "-"),
        (
            "01차11 장군, 14궁24, 11차21 장군, 24궁34, 21차22 장군",
            "janggi-check-claim@5",
        ),
        // An earlier check was not marked, or fewer than two marked checks precede the wrong mark.
        ("01차11, 14궁24, 11차21 장군, 24궁34, 21차22 장군", "-"),
        ("01차11 장군, 14궁24, 11차12 장군", "-"),
        ("01차02 장군", "-"),
    ] {
        let plies = format!("{plies}, #interrupt");
        for text in [record(chariot, &plies), gung(chariot, &plies)] {
            assert_eq!(findings_of(&check_text(&text)), expected, "{text}");
        }
    }
}

#[test]
fn only_a_check_that_is_given_wins_after_no_win() {
    // A horse of Blue moves to 33, legally from 54 or illegally from 55, or is on 33 from the start. From 33, it
    // attacks 14.
    for (position, plies, expected) in [
        (HORSE, "한수쉼, #no-win, 24궁14, 54마33", "-, - blue"),
        (HORSE, "한수쉼, 24궁14, 54마33, #interrupt", "-, interrupt none"),
        // Neither an illegal move of the horse nor a general that moves into check ends the game.
        (
            "9/3k5/9/9/4N4/9/9/9/4K4/9 w",
            "한수쉼, #no-win, 24궁14, 55마33, #interrupt",
            "gung-move-shape@3, interrupt none",
        ),
        (
            "9/3k5/2N6/9/9/9/9/9/4K4/9 w",
            "한수쉼, #no-win, 24궁14, 한수쉼, 14궁24, #interrupt",
            "unnoticed-check@2, interrupt none",
        ),
    ] {
        assert_eq!(summary(&gung(position, plies)), expected, "{plies}");
    }
    // In janggi, a check after `#no-win` does not end the game.
    let plies = "한수쉼, #no-win, 24궁14, 54마33, 14궁24, #interrupt";
    let janggi_record = format!("[규칙 \"장기\"]\n{}", record(HORSE, plies));
    assert_eq!(summary(&janggi_record), "-, interrupt none");
}

#[test]
fn results_are_read_in_the_words_of_servers() {
    for (result, expected) in [
        ("[대국결과 \"미상\"]", "-, interrupt none"),
        ("[대국결과 \"접속 끊김\"]", "-, interrupt none"),
        ("[대국결과 \"통신 끊김\"]", "-, interrupt none"),
        ("[대국결과 \"미완료\"]", "-, interrupt none"),
        ("[대국결과 \"무효\"]", "-, interrupt none"),
        ("[대국결과 \"무효 처리\"]", "-, interrupt none"),
        ("[대국결과 \"무승부\"]", "-, draw draw"),
        ("[대국결과 \"무\"]", "-, draw draw"),
        ("[대국결과 \"초 무단이탈\"]", "-, lose-by-default red"),
        ("[대국결과 \"한 무응답패\"]", "-, lose-by-default blue"),
        ("[대국결과 \"무단이탈\"]", "-, lose-by-default -"),
        ("[대국결과 \"초 접속 끊김 승\"]", "-, lose-by-default blue"),
        ("[대국결과 \"楚勝\"]", "-, other blue"),
        ("[대국결과 \"漢勝\"]", "-, other red"),
        ("[결과 \"초 기권승\"]", "-, resign blue"),
        ("[승패 \"한 시간승\"]", "-, timeout red"),
        // An empty header, and a header with an unknown word, state no result.
        ("[대국결과 \"초 기권승\"], [결과 \"\"]", "-, resign blue"),
        ("[결과 \"\"]", "end-token-missing@1, - none"),
        (
            "[결과 \"모름\"]",
            "unreadable-result@0 end-token-missing@1, - none",
        ),
    ] {
        assert_eq!(
            summary(&record("", &format!("79졸78, {result}"))),
            expected,
            "{result}"
        );
    }
    // The board decides the result that the record leaves open.
    let captured = gung(UNNOTICED_CHECK, "56차55, 41병51, 55차25, [대국결과 \"미상\"]");
    assert_eq!(summary(&captured), "unnoticed-check@2, - blue");
}

#[test]
fn text_after_the_end_is_reported() {
    for word in [
        "#resign",
        "#resign 홍",
        "#mate",
        "#timeout",
        "#foul",
        "#interrupt",
        "#draw",
        "#result 청",
    ] {
        for game in [record, gung] {
            let findings = findings_of(&check_text(&game("", &format!("79졸78, {word}, 41병42, 78졸68"))));
            assert!(findings.contains("moves-after-end@2"), "{word}: {findings}");
            let findings = findings_of(&check_text(&game("", &format!("79졸78, 41병42, {word}"))));
            assert!(!findings.contains("moves-after-end"), "{word}: {findings}");
        }
    }
    let header = record("", "79졸78, 41병42, 78졸68");
    let header = format!("[대국결과 \"초 기권승\"]\n{header}");
    assert_eq!(findings_of(&check_text(&header)), "-");
}

#[test]
fn pieces_are_counted_when_neither_side_can_win() {
    let second_player_wins = "[대국결과 \"홍 후수승\"]";
    for (position, plies, expected) in [
        ("", "79졸78", "gung-no-win@1"),
        ("", "79졸78, #no-win", "gung-no-win@1"),
        // `gung-no-win` is not reported if no chariot is left, or if an ignored bikjang has ended the game.
        (
            ONE_SOLDIER,
            "75졸76, 24궁14, 76졸66",
            "gung-result-second-player@3",
        ),
        (BIKJANG, "55차51, 41병42", "-"),
    ] {
        let text = gung(position, &format!("{plies}, {second_player_wins}"));
        let findings = findings_of(&check_text(&text));
        assert!(findings.starts_with(expected), "{plies}: {findings}");
        assert_eq!(
            findings.contains("gung-no-win"),
            expected.contains("gung-no-win"),
            "{plies}: {findings}"
        );
    }
}
