//! Janggi and gung-janggi: the worked examples, promotion, and each violation with a similar legal case.

use kifu::profile::Bikjang;
use kifu::profile::BikjangIgnored;
use kifu::profile::DoublePass;
use kifu::profile::JanggiRepeated;
use kifu::profile::Profile;
use kifu::profile::RedSetup;
use kifu::record::Outcome;
use kifu::record::Terminal;

use super::{check_text, check_text_by, findings_of};

/// A change to a profile.
type Change = fn(&mut Profile);

/// Returns a record of gung-janggi from a position, or from the start if `position` is empty.
pub(super) fn gung(position: &str, plies: &str) -> String {
    format!("[규칙 \"궁장기\"]\n{}", record(position, plies))
}

/// Returns a record of janggi from a position, or from the start if `position` is empty. A ply that begins with a
/// bracket or `#` is a line without a number.
pub(super) fn record(position: &str, plies: &str) -> String {
    let headers = if position.is_empty() {
        "[초차림 \"마상상마\"]\n[한차림 \"마상상마\"]\n".to_owned()
    } else {
        format!("[국면 \"{position}\"]\n")
    };
    let mut number = 0;
    let lines = plies.split(", ").map(|ply| {
        if ply.starts_with(['#', '[']) {
            return ply.to_owned();
        }
        number += 1;
        format!("{number}. {ply}")
    });
    format!("{headers}{}\n", lines.collect::<Vec<_>>().join("\n"))
}

/// A position in which Blue's chariot is the only piece between the generals. The next constants are the start
/// positions of the other examples, and their names are the subjects.
pub(super) const BIKJANG: &str = "r2a5/4k4/9/p8/4R4/9/P8/9/3AK4/9 w";
const SOLDIER: &str = "3k5/6P2/9/9/9/9/9/9/4K4/9 w";
const GUARDS: &str = "9/3ak4/4P4/9/9/9/9/9/3K5/9 b";
pub(super) const UNNOTICED_CHECK: &str = "3a5/4k4/9/p8/5R3/9/P8/9/4KA3/9 w";
const CANNONS: &str = "3k5/9/9/9/9/9/9/1C2R2C1/4K4/9 w";
const PALACE_LINES: &str = "5k3/9/3P5/9/9/9/9/9/4K4/9 w";
const SHUTTLE: &str = "3k5/9/9/8p/9/9/9/9/4K4/R8 w";
pub(super) const ONE_SOLDIER: &str = "9/3k5/9/9/9/9/4P4/9/4K4/9 w";
const FIVE_SOLDIERS: &str = "3k5/9/9/p1p1p1p1p/9/9/P1P1P1P1P/9/4K4/9 w";

#[test]
fn examples_have_the_expected_findings() {
    for (position, plies, expected) in [
        // Bikjang, promotion by evading it, and a second bikjang that loses the general.
        (BIKJANG, "55차51 빅, 25궁24 진", "-"),
        (
            BIKJANG,
            "55차51 빅, 25궁24 진, 94사04, 41병42, 95궁94, 24궁94, [대국결과 \"홍 외통승\"]",
            "gung-second-bikjang@5",
        ),
        (BIKJANG, "55차51, 25궁34 진", "-"),
        // Moves of soldiers.
        (SOLDIER, "27졸17", "-"),
        (SOLDIER, "27졸26", "-"),
        (SOLDIER, "27졸28", "-"),
        (SOLDIER, "27졸37", "gung-promotion-missing@1"),
        (SOLDIER, "27졸47", "gung-move-shape@1"),
        (SOLDIER, "27졸17 진, 14궁24, 17졸27", "-"),
        (SOLDIER, "27졸17 진, 14궁24, 17졸16", "-"),
        (SOLDIER, "27졸17 진, 14궁24, 17졸18", "-"),
        (SOLDIER, "27졸17, 14궁24, 17졸37", "gung-move-shape@3"),
        // Guards leave the palace only after the last soldier is gone.
        (GUARDS, "24사14", "unnoticed-check@1"),
        (GUARDS, "24사34", "unnoticed-check@1"),
        (GUARDS, "24사23", "gung-promotion-missing@1"),
        (GUARDS, "25궁35 진, 94궁95, 24사23", "result-overturned@3"),
        (GUARDS, "25궁35, 94궁95, 24사14", "result-overturned@3"),
        // A check that neither player notices.
        (
            UNNOTICED_CHECK,
            "56차55, 41병51, 55차25, [대국결과 \"청 외통승\"]",
            "unnoticed-check@2",
        ),
        // Moves of cannons.
        (CANNONS, "88포84", "-"),
        (CANNONS, "88포83", "-"),
        (CANNONS, "82포86", "-"),
        (CANNONS, "82포87", "-"),
        (CANNONS, "88포82", "gung-move-shape@1"),
        (CANNONS, "88포81", "gung-move-shape@1"),
        (CANNONS, "88포87", "gung-move-shape@1"),
        // Moves along palace lines.
        (PALACE_LINES, "34졸25", "-"),
        (PALACE_LINES, "34졸24", "-"),
        (PALACE_LINES, "34졸23", "gung-move-shape@1"),
        // Too many passes, and too many moves to and fro.
        (
            "",
            "79졸78, 41병42, 02마83, 49병48, 한수쉼, 42병41, 한수쉼, 48병49, 한수쉼",
            "gung-pass-limit@9",
        ),
        (
            SHUTTLE,
            "01차02, 49병48, 02차01, 48병47, 01차02, 47병46, 02차01, 46병45, 01차02",
            "gung-repetition@9",
        ),
        (
            SHUTTLE,
            "01차02, 49병48, 02차01, 48병47, 01차02, 47병46, 02차03, 46병45, 03차02, 45병44, 02차01",
            "-",
        ),
        // If neither side can win, the pieces are counted.
        (
            FIVE_SOLDIERS,
            "71졸72, #no-win, [대국결과 \"청 기물승\"]",
            "gung-result-pieces@1 result-overturned@1",
        ),
        (FIVE_SOLDIERS, "71졸72, #no-win, [대국결과 \"홍 후수승\"]", "-"),
    ] {
        let end = if plies.contains("대국결과") {
            ""
        } else {
            ", #interrupt"
        };
        let text = gung(position, &format!("{plies}{end}"));
        assert_eq!(findings_of(&check_text(&text)), expected, "{text}");
    }
}

#[test]
fn similar_legal_cases_have_no_finding() {
    for (position, plies, expected) in [
        ("", "79졸78, #interrupt", "-"),
        ("", "79졸78", "end-token-missing@1"),
        ("", "41병42, #interrupt", "red-moves-first@1"),
        (UNNOTICED_CHECK, "41병42, #interrupt", "out-of-turn@1"),
        ("", "79졸78, 71졸72, 41병42, #interrupt", "double-move@2"),
        ("", "79졸78, 71졸72, 75졸74, #interrupt", "opponent-piece-moved@2"),
        ("", "79졸78, 41병42, 61졸62, #interrupt", "empty-source@3"),
        ("", "79마78, #interrupt", "piece-mismatch@1"),
        ("", "79졸78병, #interrupt", "piece-mismatch@1"),
        ("", "01차51, #interrupt", "blocked-path@1"),
        ("", "01차71, #interrupt", "capture-own-piece@1"),
        ("", "02마84, #interrupt", "gung-move-shape@1"),
        ("", "08마87, #interrupt", "-"),
        ("", "03상70, #interrupt", "bad-token@1"),
        ("", "79졸89, #interrupt", "gung-promotion-missing@1"),
        ("", "95궁75, #interrupt", "gung-move-shape@1"),
        ("", "79졸78 빅, #interrupt", "gung-bikjang-claim@1"),
        ("", "79졸78 진, #interrupt", "gung-promotion-claim@1"),
        ("", "79졸78, #no-win, #interrupt", "gung-no-win@1"),
        ("", "79졸78, #take-back, 41병42, #interrupt", "take-back@1"),
        (
            "",
            "79졸78, [대국결과 \"무승부\"]",
            "gung-result-draw@1 result-overturned@1",
        ),
        ("", "79졸78, [대국결과 \"청 기권승\"]", "-"),
        (
            "",
            "79졸78, [대국결과 \"청 외통승\"]",
            "gung-result-mate@1 result-overturned@1",
        ),
        ("", "79졸78, #mate", "gung-result-mate@1 result-overturned@1"),
        (
            "",
            "79졸78, [대국결과 \"청 장군승\"]",
            "gung-result-check-win@1 result-overturned@1",
        ),
        (
            ONE_SOLDIER,
            "75졸76, #no-win, 한수쉼, [대국결과 \"홍 장군승\"]",
            "gung-result-check-win@2 result-overturned@2",
        ),
        (
            ONE_SOLDIER,
            "75졸76, #no-win, 24궁25, [대국결과 \"홍 장군승\"]",
            "gung-second-bikjang@2 gung-result-check-win@2 result-overturned@2",
        ),
        (
            ONE_SOLDIER,
            "75졸76, #no-win, 24궁25, [대국결과 \"청 장군승\"]",
            "gung-second-bikjang@2",
        ),
        (
            FIVE_SOLDIERS,
            "71졸72, [대국결과 \"청 후수승\"]",
            "gung-result-second-player@1 result-overturned@1",
        ),
        (
            UNNOTICED_CHECK,
            "56차55, 41병51, 55차25, 51병52, [대국결과 \"청 외통승\"]",
            "unnoticed-check@2 moves-after-end@4",
        ),
        (
            UNNOTICED_CHECK,
            "56차55, 41병51, 55차25, [대국결과 \"홍 기권승\"]",
            "unnoticed-check@2 gung-result-mate@3 result-overturned@3",
        ),
        (
            "9/3k5/9/9/9/9/9/9/9/9 w",
            "한수쉼, #interrupt",
            "start-king-count@0",
        ),
        (
            "3kp4/9/9/ppppp4/9/9/9/9/4K4/9 w",
            "한수쉼, #interrupt",
            "gung-setup@0",
        ),
        ("9/9/9/3k5/9/9/9/9/4K4/9 w", "한수쉼, #interrupt", "gung-setup@0"),
        (
            "nonsense",
            "79졸78, #interrupt",
            "unreadable-board@0 not-judged@1",
        ),
    ] {
        let text = gung(position, plies);
        assert_eq!(findings_of(&check_text(&text)), expected, "{text}");
    }
}

#[test]
fn janggi_rules_differ_from_gung_janggi() {
    for (position, plies, expected) in [
        ("", "79졸78, #interrupt", "-"),
        ("", "02마84, #interrupt", "illegal-piece-movement@1"),
        ("", "01차51, #interrupt", "blocked-path@1"),
        ("", "79졸89, #interrupt", "illegal-piece-movement@1"),
        ("", "41병42, #interrupt", "red-moves-first@1"),
        (
            UNNOTICED_CHECK,
            "56차55, 41병51, #interrupt",
            "own-king-in-check@2",
        ),
        (
            UNNOTICED_CHECK,
            "56차55, 한수쉼, #interrupt",
            "own-king-in-check@2",
        ),
        (UNNOTICED_CHECK, "56차55, 25궁24, #interrupt", "-"),
        // Generals that face each other without a reaction are a note.
        (
            BIKJANG,
            "55차51, 41병42, [대국결과 \"무승부\"]",
            "janggi-bikjang@2",
        ),
        (BIKJANG, "55차51, 41병42, 71졸72, #interrupt", "janggi-bikjang@2"),
        (BIKJANG, "55차51, 25궁24, 71졸72, #interrupt", "-"),
        ("", "한수쉼, 41병42, 한수쉼, 42병41, #interrupt", "-"),
        ("", "한수쉼, 한수쉼, [대국결과 \"한 1.5점 승\"]", "-"),
        (
            "",
            "한수쉼, 41병42, 한수쉼, 42병41, 한수쉼, 41병42, 한수쉼, 42병41, #interrupt",
            "janggi-repetition@8",
        ),
        ("", "79졸78, #mate", "mate-claimed-not-mate@1 result-overturned@1"),
        (
            "",
            "79졸78, [대국결과 \"초 점수승\"]",
            "janggi-result-points@1 result-overturned@1",
        ),
        ("", "79졸78, [대국결과 \"한 점수승\"]", "-"),
        ("", "79졸78, [대국결과 \"초 완승\"]", "-"),
        (
            "3k5/9/9/ppppp4/9/9/9/9/CCC1K4/9 w",
            "한수쉼, #interrupt",
            "start-piece-count@0",
        ),
    ] {
        let text = record(position, plies);
        assert_eq!(findings_of(&check_text(&text)), expected, "{text}");
    }
    let unknown_setup = "[초차림 \"마마상상\"]\n1. 79졸78\n#interrupt\n";
    assert_eq!(findings_of(&check_text(unknown_setup)), "unreadable-board@0");
}

#[test]
fn the_result_is_played_or_counted() {
    let end_and_verdict = |text: &str| {
        let judgement = check_text(text);
        let end = judgement.end.map_or("-", Terminal::name);
        let verdict = judgement.verdict.map_or("-", Outcome::name);
        format!("{end} {verdict}")
    };
    for (position, plies, expected) in [
        ("", "79졸78", "- none"),
        ("", "79졸78, [대국결과 \"청 기권승\"]", "resign blue"),
        ("", "79졸78, [대국결과 \"홍 시간승\"]", "timeout red"),
        (UNNOTICED_CHECK, "56차55, 41병51, 55차25", "- blue"),
        (
            UNNOTICED_CHECK,
            "56차55, 41병51, 55차25, [대국결과 \"청 외통승\"]",
            "general-captured blue",
        ),
        (
            FIVE_SOLDIERS,
            "71졸72, #no-win, [대국결과 \"청 기물승\"]",
            "piece-count red",
        ),
        (
            FIVE_SOLDIERS,
            "71졸72, #no-win, [대국결과 \"홍 후수승\"]",
            "second-player red",
        ),
        (
            ONE_SOLDIER,
            "75졸76, #no-win, 24궁25, [대국결과 \"홍 장군승\"]",
            "check-win none",
        ),
        (BIKJANG, "55차51, 41병42", "- red"),
        ("", "79졸78, [대국결과 \"무승부\"]", "draw red"),
    ] {
        assert_eq!(end_and_verdict(&gung(position, plies)), expected, "{plies}");
    }
    for (position, plies, expected) in [
        (BIKJANG, "55차51, 41병42", "- none"),
        ("", "79졸78, 한수쉼, 한수쉼", "- red"),
        ("", "79졸78, [대국결과 \"초 점수승\"]", "piece-count red"),
        ("", "79졸78, [대국결과 \"초 완승\"]", "other blue"),
    ] {
        assert_eq!(end_and_verdict(&record(position, plies)), expected, "{plies}");
    }
}

#[test]
fn an_illegal_move_acknowledged_by_the_result_is_a_note() {
    let text = gung("", "79졸78, 12마34, [대국결과 \"청 실격승\"]");
    let judgement = check_text(&text);
    assert_eq!(findings_of(&judgement), "gung-move-shape@2");
    let finding = &judgement.findings[0];
    assert_eq!((finding.severity.name(), finding.acknowledged), ("note", true));
    let end = judgement.end.map(Terminal::name);
    assert_eq!(
        (end, judgement.verdict.map(Outcome::name)),
        (Some("foul-loss"), Some("blue"))
    );
}

#[test]
fn profiles_decide_open_questions() {
    let check = |change: fn(&mut Profile), text: &str| {
        let mut profile = Profile::default();
        change(&mut profile);
        let judgement = check_text_by(profile, text);
        let verdict = judgement.verdict.map_or("-", Outcome::name);
        format!("{} {verdict}", findings_of(&judgement))
    };
    let ignored_bikjang = gung(BIKJANG, "55차51, 41병42, 71졸72");
    assert_eq!(check(|_| {}, &ignored_bikjang), "moves-after-end@3 red");
    let continues: fn(&mut Profile) =
        |profile| profile.gung_janggi.bikjang_ignored = BikjangIgnored::Continue;
    assert_eq!(check(continues, &ignored_bikjang), "end-token-missing@3 none");
    let points: fn(&mut Profile) = |profile| profile.janggi.bikjang = Bikjang::Points;
    assert_eq!(check(points, &record(BIKJANG, "55차51, 41병42")), "- red");
    let draw: fn(&mut Profile) = |profile| profile.janggi.bikjang = Bikjang::Draw;
    let facing_generals = record(BIKJANG, "55차51, 41병42, 71졸72, #interrupt");
    assert_eq!(check(|_| {}, &facing_generals), "janggi-bikjang@2 none");
    assert_eq!(check(draw, &facing_generals), "moves-after-end@3 draw");
    let double_pass_plies = "79졸78, 한수쉼, 한수쉼, 41병42";
    let double_pass: [(Change, &str); 3] = [
        (|_| {}, "moves-after-end@4 red"),
        (
            |profile| profile.janggi.double_pass = DoublePass::Draw,
            "moves-after-end@4 draw",
        ),
        (
            |profile| profile.janggi.double_pass = DoublePass::Continue,
            "end-token-missing@4 none",
        ),
    ];
    for (change, expected) in double_pass {
        assert_eq!(check(change, &record("", double_pass_plies)), expected);
        assert_eq!(
            check(change, &gung("", double_pass_plies)),
            "end-token-missing@4 none"
        );
        let single_passes = record("", "한수쉼, 41병42, 한수쉼");
        assert_eq!(check(change, &single_passes), "end-token-missing@3 none");
    }
    // The start position occurs for the third time.
    let cycle = "한수쉼, 41병42, 한수쉼, 42병41";
    let repetition_cases: [(Change, &str); 3] = [
        (|_| {}, "janggi-repetition@8 end-token-missing@8 none"),
        (
            |profile| profile.janggi.repeated = JanggiRepeated::Draw,
            "janggi-repetition@8 draw",
        ),
        (
            |profile| profile.janggi.repeated = JanggiRepeated::RepeaterLoses,
            "janggi-repetition@8 blue",
        ),
    ];
    for (change, expected) in repetition_cases {
        assert_eq!(check(change, &record("", &format!("{cycle}, {cycle}"))), expected);
        let two_occurrences = record("", &format!("{cycle}, 한수쉼, 41병42, 한수쉼, 49병48"));
        assert_eq!(check(change, &two_occurrences), "end-token-missing@8 none");
    }
    let shuttle = gung(
        SHUTTLE,
        "01차02, 49병48, 02차01, 48병47, 01차02, 47병46, 02차01, 46병45, 01차02, #interrupt",
    );
    let four_repetitions: fn(&mut Profile) = |profile| profile.gung_janggi.repeat_limit = 4;
    assert_eq!(check(four_repetitions, &shuttle), "- none");
    let many_passes = gung("", "한수쉼, 41병42, 한수쉼, 42병41, 한수쉼, 41병42, #interrupt");
    assert_eq!(check(|_| {}, &many_passes), "gung-pass-limit@5 none");
    let four_passes: fn(&mut Profile) = |profile| profile.gung_janggi.pass_limit = 4;
    assert_eq!(check(four_passes, &many_passes), "- none");
    let setup_text = "[초차림 \"마상마상\"]\n[한차림 \"마상마상\"]\n1. 79졸78\n2. 12상44\n#interrupt\n";
    assert_eq!(
        check(|_| {}, setup_text),
        "piece-mismatch@2 illegal-piece-movement@2 none"
    );
    let setup_from_red: fn(&mut Profile) = |profile| profile.janggi.red_setup = RedSetup::FromRed;
    assert_eq!(check(setup_from_red, setup_text), "- none");
}

#[test]
fn time_overruns_are_reported() {
    let findings_with_limit =
        |header: &str, plies: &str| findings_of(&check_text(&format!("[제한시간 \"{header}\"]\n{plies}")));
    let amateur_limit = "5분 30초 3회";
    // Blue first uses the five minutes and 25 s of a period, and then two periods of 30 s and 25 s of the last period.
    let slow_plies = "1. 79졸69 (5:25)  2. 49병59 (0:01)  3. 71졸61 (1:25)  4. 41병51 (0:01)";
    let end = "\n[대국결과 \"초 완승\"]\n";
    assert_eq!(
        findings_with_limit(amateur_limit, &format!("{slow_plies}{end}")),
        "-"
    );
    let overrun = format!("{slow_plies}  5. 61졸62 (0:35)");
    assert_eq!(
        findings_with_limit(amateur_limit, &format!("{overrun}\n[대국결과 \"초 기권승\"]\n")),
        "time-forfeit@5"
    );
    assert_eq!(
        findings_with_limit(amateur_limit, &format!("{overrun}\n[대국결과 \"한 시간승\"]\n")),
        "-"
    );
    let continued = format!("{overrun}  6. 51병52 (0:01)\n[대국결과 \"한 기권승\"]\n");
    assert_eq!(findings_with_limit(amateur_limit, &continued), "clock-overrun@5");
    assert_eq!(findings_with_limit("5분", &continued), "-");
    // A loss on time with most of the time left is a warning. The finding is a note if the record cannot have the
    // loser's last time.
    let quick_plies = "1. 79졸69 (0:05)  2. 49병59 (0:05)";
    for (limit, plies, result, expected) in [
        (
            amateur_limit,
            quick_plies,
            "초 시간승",
            "time-up-without-time@2 warning",
        ),
        (
            amateur_limit,
            quick_plies,
            "한 시간승",
            "time-up-without-time@2 note",
        ),
        (amateur_limit, quick_plies, "한 기권승", "-"),
        (amateur_limit, slow_plies, "한 시간승", "-"),
        (amateur_limit, "1. 79졸69  2. 49병59", "초 시간승", "-"),
        ("20분", quick_plies, "초 시간승", "-"),
    ] {
        let text = format!("[제한시간 \"{limit}\"]\n{plies}\n[대국결과 \"{result}\"]\n");
        let judgement = check_text(&text);
        let severity = judgement
            .findings
            .first()
            .map(|finding| format!(" {}", finding.severity.name()));
        let actual = findings_of(&judgement) + &severity.unwrap_or_default();
        assert_eq!(actual, expected, "{text}");
    }
}
