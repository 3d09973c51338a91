//! Reading of records of games other than shogi: the boundaries of records, and text next to the moves.

use kifu::notation;
use kifu::profile::Profile;
use kifu::record::Outcome;
use kifu::system::Referees;
use kifu::text;

use super::findings_of;

/// Returns for each record of a text the number of plies, the findings, and the verdict (`-` without a verdict).
fn record_summaries(text: &str) -> Vec<String> {
    let text = text::decode(text.as_bytes(), None);
    let records = notation::records(&text, notation::detect(&text, None));
    let mut referees = Referees::with_profile(Profile::default());
    let summarize = |record| {
        let judgement = referees.check(&record);
        let verdict = judgement.verdict.map_or("-", Outcome::name);
        format!("{}: {}, {verdict}", judgement.plies, findings_of(&judgement))
    };
    records.map(summarize).collect()
}

fn assert_summaries(cases: &[(&str, &[&str])]) {
    for (text, expected) in cases {
        assert_eq!(record_summaries(text), *expected, "{text}");
    }
}

#[test]
fn every_janggi_game_is_a_separate_record() {
    assert_summaries(&[
        // The first game has no moves.
        (
            "[초대국자 \"가\"]\n[대국결과 \"초 기권승\"]\n\n[초대국자 \"나\"]\n[대국결과 \"한 기권승\"]\n1. 79졸78\n",
            &["0: -, blue", "1: -, red"],
        ),
        // The result after the moves belongs to the game above.
        (
            "[초대국자 \"가\"]\n1. 79졸78\n[총수 \"1\"]\n[대국결과 \"초 기권승\"]\n\n[초대국자 \"나\"]\n1. 79졸78\n#interrupt\n",
            &["1: -, blue", "1: -, none"],
        ),
        (
            "[초대국자 \"가\"]\n1. 한수쉼 2. 한수쉼\n#interrupt\n\n[초대국자 \"나\"]\n1. 7978\n#interrupt\n\n[초대국자 \"다\"]\n<0> 1. 79졸78\n#interrupt\n",
            &[
                "2: result-overturned@2, red",
                "1: bad-token@1, none",
                "1: -, none",
            ],
        ),
        // A comment extends to its closing brace, and text cut off at the end belongs to the record above.
        (
            "[초대국자 \"가\"]\n1. 79졸78 {a\n[참고 \"책\"] b\n} 2. 41병42\n#interrupt\n[대국\n",
            &["2: unreadable-line@2, none"],
        ),
        ("[초대국자 \"가\"]\n[한대국자 \"나\"]\n", &["0: no-moves@0, -"]),
    ]);
}

#[test]
fn text_after_a_move_does_not_prevent_reading() {
    assert_summaries(&[
        (
            "Yonin: 1\n1 S 6i7h(0:05/00:00:05)\n2 W 9g8g (0:05/00:00:05) good\n3 N 3a3b !!\n#interrupt\n",
            &["3: text-after-move@2 text-after-move@3, none"],
        ),
        (
            "Yonin: 1\n1 S 6i7h # good\n2 W 9g8g\n#interrupt\n",
            &["2: -, none"],
        ),
        (
            "Yonin: 1\n1 S 6i7h6\n2 W 9g8g\n#interrupt\n",
            &["2: bad-token@1 not-judged@2, none"],
        ),
        (
            "[초대국자 \"가\"]\n1. 79졸78 2. 41병42 장군 3. 02마83!? 4. 12마33 멍군\n#interrupt\n",
            &["4: text-after-move@3 text-after-move@4, none"],
        ),
        // Marks that follow a move without a blank are read, too.
        (
            "Yonin: 1\n1 S 6i7h!!\n2 W 9g8g !S!?\n3 N 3a3b!?\n#interrupt\n",
            &["3: text-after-move@1 text-after-move@2 yonin-check-claim@2 text-after-move@3, none"],
        ),
        (
            "Gunjin: 1\nSetup-S: hidden\nSetup-N: hidden\n1 S b4xb5 =!\n2 N a5-b5. ok\n#interrupt\n",
            &["2: text-after-move@1 text-after-move@2, none"],
        ),
        (
            "[초대국자 \"가\"]\n1. 79졸78 2. 41병42\n멍군\n#interrupt\n",
            &["2: unreadable-line@2, none"],
        ),
    ]);
}

#[test]
fn plies_are_read_with_any_number() {
    assert_summaries(&[
        (
            "Yonin: 1\n1.S 6i7h\n2W 9g8g\n３ N 3a3b\n4) E 1d2c # good\nS 5i6i (0:05/00:00:05)\n#interrupt\n",
            &["5: -, none"],
        ),
        // Lines without a move are unreadable.
        (
            "Yonin: 1\n1 S 6i7h\nS went out\n2024\n2 W 9g8g\n#interrupt\n",
            &["2: unreadable-line@1, none"],
        ),
        // An impossible number is reported where it occurs.
        (
            "Yonin: 1\n1 S 6i7h\n99999999999 W 9g8g\n3 N 3a3b\n#interrupt\n",
            &["3: ply-gap@2, none"],
        ),
        (
            "[초대국자 \"가\"]\n1. 79졸78 99999999999. 41병42 3. 02마83\n#interrupt\n",
            &["3: ply-gap@2, none"],
        ),
        (
            "[초대국자 \"가\"]\n1. 79졸78 1. 41병42\n#interrupt\n",
            &["2: ply-repeat@2, none"],
        ),
    ]);
}

#[test]
fn words_for_the_end_are_recognised() {
    assert_summaries(&[
        (
            "Yonin: 1\n1 S 6i7h\n2 W 9g8g #resign N\n3 E 1d2c\n#interrupt\n",
            &["3: -, none"],
        ),
        (
            "Yonin: 1\n1 S 6i7h\n#Resign west.\n#resign 北\n#foul e\n",
            &["1: foul-result-without-foul@1, south"],
        ),
        (
            "Yonin: 1\n1 S 6i7h\n# resign W\n2 W 9g8g\n#interrupt\n",
            &["2: -, none"],
        ),
        (
            "Yonin: 1\n1 S 6i7h\n#resign\n#interrupt\n",
            &["1: unreadable-result@1, none"],
        ),
        ("[초대국자 \"가\"]\n1. 79졸78\n#Resign\n", &["1: -, blue"]),
        // An empty header does not contradict a word for the end.
        (
            "[초대국자 \"가\"]\n[대국결과 \"\"]\n1. 79졸78\n#resign 한\n",
            &["1: -, blue"],
        ),
        (
            "[초대국자 \"가\"]\n[대국결과 \"한 기권승\"]\n1. 79졸78\n#resign 한\n",
            &["1: -, red"],
        ),
        ("[초대국자 \"가\"]\n1. 79졸78\n#resign Blue.\n", &["1: -, red"]),
        ("[초대국자 \"가\"]\n1. 79졸78\n#draw\n", &["1: -, draw"]),
        ("[초대국자 \"가\"]\n1. 79졸78\n#result 한\n", &["1: -, red"]),
        // Words of another game, or words without a valid side.
        (
            "[초대국자 \"가\"]\n1. 79졸78\n#timeout W\n",
            &["1: unreadable-result@1, blue"],
        ),
        (
            "[초대국자 \"가\"]\n1. 79졸78\n#result\n#interrupt\n",
            &["1: unreadable-result@1, none"],
        ),
        (
            "Yonin: 1\n1 S 6i7h\n#hq S\n#interrupt\n",
            &["1: unreadable-result@1, none"],
        ),
    ]);
}

#[test]
fn the_first_header_determines_the_kind_of_game() {
    assert_summaries(&[
        (
            "Yonin: 1\nEvent: 平手 V2.2\nN+Kim\n1 S 5g5f\n#interrupt\n",
            &["1: unreadable-line@0, none"],
        ),
        (
            "Yonin: 2\n1 S 5g5f\n#interrupt\n",
            &["1: unknown-version@0, none"],
        ),
        // The first line of the first record is missing.
        (
            "1 S 5g5f\n#interrupt\nYonin: 1\n1 S 5g5f\n#interrupt\n",
            &["1: -, none", "1: -, none"],
        ),
        (
            "Yonin: 1\n1 S 5g5f\n#interrupt\nGunjin: 1\n1 S b4xb5 >\n#interrupt\n",
            &["1: -, none", "0: other-game@0, -"],
        ),
        // The first record determines the game of the file. A record of another game is reported and not checked.
        (
            "[초대국자 \"가\"]\n1. 79졸78 2. 41병42\n#interrupt\n\nYonin: 1\n1 S 5g5f\n#interrupt\n",
            &["2: -, none", "0: other-game@0, -"],
        ),
        (
            "Yonin: 1\n1 S 5g5f\n#interrupt\n[규칙 \"궁장기\"]\n[초대국자 \"가\"]\n1. 79졸78\n手合割：平手\n手数----指手--\n1 ７六歩(77)\nYonin: 1\n1 S 5g5f\n#interrupt\n",
            &[
                "1: -, none",
                "0: other-game@0, -",
                "0: other-game@0, -",
                "1: -, none",
            ],
        ),
        // Before the plies, a 手合割 line is a header like any other.
        ("Yonin: 1\n手合割：-\n1 S 5g5f\n#interrupt\n", &["1: -, none"]),
    ]);
}

#[test]
fn an_archive_of_shogi_may_contain_another_game() {
    let kif = "手合割：平手\n   1 ７六歩(77)\n   2 中断\n";
    let text = format!("{kif}\nYonin: 1\n1 S 5g5f\n#interrupt\n");
    let text = text::decode(text.as_bytes(), None);
    let detected = notation::detect(&text, None).map(|it| it.format.name());
    assert_eq!(detected, Some("kif"));
}

/// Returns the rule of each finding about the start, with the text that the finding marks.
fn marked_texts(text: &str) -> Vec<String> {
    let text = text::decode(text.as_bytes(), None);
    let mut records = notation::records(&text, notation::detect(&text, None));
    let judgement = Referees::with_profile(Profile::default()).check(&records.next().unwrap());
    let start_findings = judgement.findings.iter().filter(|finding| finding.ply == Some(0));
    start_findings
        .filter_map(|finding| {
            let span = finding.span?;
            let marked = &text.as_str()[span.start as usize..span.end as usize];
            Some(format!("{} {marked}", finding.rule.name))
        })
        .collect()
}

#[test]
fn start_findings_have_spans() {
    let kings = "Yonin: 1\nPosition: 4 Kn 4 / 9 / 9 / 9 / Kw 7 Ke / Ps 8 / 9 / 1 Ps 7 /";
    for (text, expected) in [
        (
            "[규칙 \"궁장기\"]\n[국면 \"4k4/9/9/9/9/9/RR1R5/9/4K4/9 w\"]\n#interrupt\n".to_owned(),
            "gung-setup R",
        ),
        (
            "[국면 \"9/4k4/9/9/9/4K4/9/9/9/9 w\"]\n#interrupt\n".to_owned(),
            "start-dead-piece K",
        ),
        // If a general is missing, the whole position is marked.
        (
            "[국면 \"9/4k4/9/9/9/9/9/9/9/9 w\"]\n#interrupt\n".to_owned(),
            "start-king-count 9/4k4/9/9/9/9/9/9/9/9 w",
        ),
        (
            format!("{kings} Ps 3 Ks 4 S S:- W:- N:- E:- SWNE\n#interrupt\n"),
            "start-nifu Ps",
        ),
        (
            format!("{kings} 9 S S:- W:- N:- E:- SWNE\n#interrupt\n"),
            "start-king-count 4 Kn 4 / 9 / 9 / 9 / Kw 7 Ke / Ps 8 / 9 / 1 Ps 7 / 9 S S:- W:- N:- E:- SWNE",
        ),
        (
            "Gunjin: 1\nSetup-S:\n  CP FG TK FL CO EN AP SL # front\n  SL MJ CV MG EN CV MJ FL\n  MN CO LC TG TK SP LC CP\n  MN TK LG MG AP EN MN\nSetup-N: hidden\n#interrupt\n".to_owned(),
            "gunjin-setup-gate FG",
        ),
        (
            "Gunjin: 1\nSetup-S: hidden\nSetup-N:\n  LC TK EN MJ CO MN AP TK\n  SL MJ CV SL EN CV FL FL\n  MN CO LC TG TK SP CP CP\n  MG EN LG FG AP MG MN\n#interrupt\n".to_owned(),
            "gunjin-setup-gate MN",
        ),
    ] {
        assert_eq!(marked_texts(&text).join(", "), expected, "{text}");
    }
}

#[test]
fn a_check_is_claimed_when_it_is_given() {
    let start =
        "Yonin: 1\nPosition: 4 Kn 4 / 9 / 9 / 9 / Kw 7 Ke / 4 Ps 4 / 9 / 9 / 4 Ks 4 S S:R W:- N:- E:- SWNE\n";
    let all_claimed = format!("{start}1 S R*5e !W !N !E\n2 W 9e9d\n3 N 5a4a\n4 E 1e1d\n#interrupt\n");
    let one_claimed = format!("{start}1 S R*5e !W\n2 W 9e9d\n3 N 5a4a\n4 E 1e1d\n#interrupt\n");
    assert_summaries(&[
        (&all_claimed, &["4: -, none"]),
        (&one_claimed, &["4: yonin-check-claim@1, none"]),
    ]);
}
