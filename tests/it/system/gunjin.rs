//! Gunjin shogi: the worked examples, and each violation with a similar legal case.

use kifu::profile::Gate;
use kifu::profile::NoMoveResult;
use kifu::profile::NoOfficers;
use kifu::profile::Profile;
use kifu::profile::Repeated;
use kifu::profile::TwoCells;
use kifu::record::Outcome;
use kifu::record::Terminal;

use super::{check_text, check_text_by, findings_of, write_as};

/// Returns a position with these pieces, such as `c4=STK` (South's tank on c4).
fn position(pieces: &str) -> String {
    let piece = |name: String| {
        let letters_of_piece = pieces
            .split(' ')
            .find_map(|it| it.strip_prefix(&format!("{name}=")));
        letters_of_piece.map_or_else(
            || ".".to_owned(),
            |letters| format!("{}{}", &letters[1..], letters[..1].to_lowercase()),
        )
    };
    let rows = (1..=8).rev().map(|row| {
        let columns = if row == 1 || row == 8 {
            "abcdfgh"
        } else {
            "abcdefgh"
        };
        let cells = columns.chars().map(|column| piece(format!("{column}{row}")));
        cells.collect::<Vec<_>>().join(" ")
    });
    rows.collect::<Vec<_>>().join(" / ")
}

/// Returns a record of these plies from a position with these pieces. The seats alternate, beginning with South, unless
/// a ply has its own seat. A ply that begins with `#` is a word on its own line.
pub(super) fn record(pieces: &str, plies: &str) -> String {
    let mut number = 0;
    let lines = plies.split(", ").map(|ply| {
        if ply.starts_with('#') {
            return ply.to_owned();
        }
        number += 1;
        let seat = if ply.starts_with(['S', 'N']) {
            ""
        } else {
            ["N ", "S "][number % 2]
        };
        format!("{number} {seat}{ply}")
    });
    let lines = lines.collect::<Vec<_>>().join("\n");
    format!("Gunjin: 1\nPosition: {} S\n{lines}\n", position(pieces))
}

/// A general of each side, in a corner away from the pieces of the example.
const GENERALS: &str = "a1=STG a8=NTG";

/// The examples of the rules: pieces, ply, and findings. A flag is never on a gate cell, so the flag of an example is
/// one row further back than in the rules.
const EXAMPLES: &[(&str, &str, &str)] = &[
    ("c5=STK c6=NFG c7=NMG", "c5xc6 <", "-"),
    ("c5=STK c6=NFG c7=NCO", "c5xc6 >", "-"),
    ("c5=STK c6=NFG c7=NTK", "c5xc6 =", "-"),
    ("c5=STK c6=NFG c7=NMN", "c5xc6 =", "-"),
    ("c5=SEN c6=NFG c7=NMN", "c5xc6 >", "-"),
    ("c5=SSP c6=NFG", "c5xc6 >", "-"),
    // The piece behind North's flag belongs to South, so the flag has no strength.
    ("c5=SSP c6=NFG c7=STG", "c5xc6 >", "-"),
    ("c5=STK c6=NFG c7=NMG", "c5xc6 >", "gunjin-battle-result@1"),
    ("d7=SSL d8=NFG", "d7xd8 >", "-"),
    ("c4=STG c5=NSP", "c4xc5 <", "-"),
    ("d2=SAP d4=STG d5=NTG d7=NSL", "d2xd7 >", "-"),
    ("e2=SAP d8=NCO", "e2xd8 >", "-"),
    ("c8=SCP", "c8-d8", "-"),
    ("c8=SMJ d8=NMN", "c8xd8 =", "-"),
    ("b3=STK", "b3-b5", "-"),
    ("b4=STK", "b4-c5", "-"),
    ("b4=STK", "b4-c6", "gunjin-move-shape@1"),
    // A run may end with a diagonal gate crossing.
    ("b3=STK", "b3-c5", "-"),
    ("b3=STK b4=SSL", "b3-c5", "gunjin-jump@1"),
    ("b3=SCO", "b3-c5", "gunjin-move-shape@1"),
    ("b2=STK", "b2-c5", "gunjin-move-shape@1"),
    ("b3=STK", "b3-d5", "gunjin-move-shape@1"),
    ("b3=STK", "b3-a5", "gunjin-move-shape@1"),
    ("a4=STK", "a4-c5", "gunjin-move-shape@1"),
    ("b1=SEN", "b1-c5", "-"),
    ("b1=SEN b3=SSL", "b1-c5", "gunjin-jump@1"),
    ("b1=SEN", "b1-c6", "gunjin-move-shape@1"),
    ("b3=SEN c5=NSP", "b3xc5 >", "-"),
    ("b1=SEN", "b1-b8", "-"),
    ("b1=SEN b3=SSL", "b1-b5", "gunjin-jump@1"),
    ("d4=SCO", "d4-d5", "gunjin-bar-crossed@1"),
    ("c4=STK c5=NEN", "c4xc5 >", "gunjin-battle-result@1"),
    ("c4=SFL c5=NCO", "c4xc5 <", "-"),
    ("c4=SFL c5=NCO", "c4xc5 >", "gunjin-battle-result@1"),
    ("d4=SAP", "d4-c5", "gunjin-move-shape@1"),
    ("b4=SAP", "b4-c5", "gunjin-move-shape@1"),
];

#[test]
fn examples_have_the_expected_findings() {
    for (pieces, ply, expected) in EXAMPLES {
        let text = record(&format!("{GENERALS} {pieces}"), &format!("{ply}, #interrupt"));
        assert_eq!(findings_of(&check_text(&text)), *expected, "{text}");
    }
    let spy_takes_flag = record("a1=STG a8=NLG e6=SSP e7=NFG d8=NTG", "e6xe7 >, #interrupt");
    assert_eq!(findings_of(&check_text(&spy_takes_flag)), "-");
}

#[test]
fn similar_legal_cases_have_no_finding() {
    for (pieces, plies, expected) in [
        ("c3=SCO", "c3-c4, #interrupt", "-"),
        ("c3=SCO", "N a8-a7, #interrupt", "out-of-turn@1"),
        ("c3=SCO", "S c3-c4, S c4-c5, #interrupt", "double-move@2"),
        ("", "pass, #interrupt", "pass@1"),
        ("", "CP*b5, #interrupt", "gunjin-drop@1"),
        ("", "a1-a2+, #interrupt", "gunjin-promotion@1"),
        ("", "c3-c4, #interrupt", "gunjin-empty-source@1"),
        ("", "a8-a7, #interrupt", "gunjin-opponent-piece@1"),
        ("c3=SMN", "c3-c2, #interrupt", "gunjin-immobile-moved@1"),
        ("c3=SFG", "c3-c2, #interrupt", "gunjin-immobile-moved@1"),
        ("a2=SSL", "a1-a2, #interrupt", "gunjin-own-piece@1"),
        ("c4=SCO c5=NLC", "c4-c5, #interrupt", "gunjin-battle-missing@1"),
        ("c4=SCO", "c4xc5 >, #interrupt", "gunjin-battle-phantom@1"),
        (
            "c4=SCO c5=NTG",
            "c4xc5 <, a8-b8, c5-c6, #interrupt",
            "gunjin-piece-revived@3",
        ),
        ("c8=SMJ", "c8-d8, #hq S", "-"),
        ("c8=SMJ", "c8-d8, a8-a7", "gunjin-end-unclaimed@2"),
        ("c8=SMJ", "c8-d8, #hq S, a8-a7", "moves-after-end@2"),
        ("c8=SMJ", "c8-d8, #hq N", "gunjin-end-wrong@1 result-overturned@1"),
        ("c8=SMJ", "c8-d8, #draw", "gunjin-end-wrong@1 result-overturned@1"),
        ("c8=SCP", "c8-d8, #hq S", "gunjin-hq-wrong-rank@1"),
        ("c7=SMJ", "c7-c8, #hq S", "gunjin-end-wrong@1 result-overturned@1"),
        (
            "",
            "a1-a2, #exterminated N",
            "gunjin-end-wrong@1 result-overturned@1",
        ),
        ("", "a1-a2, #mate N", "gunjin-end-wrong@1 result-overturned@1"),
        ("", "a1-a2, #resign", "gunjin-end-wrong@1 end-token-missing@1"),
        ("", "a1-a2", "end-token-missing@1"),
        ("", "a1-a2, #resign N", "-"),
        ("b4=SFG", "a1-a2, #interrupt", "gunjin-setup-gate@0"),
    ] {
        let text = record(&format!("{GENERALS} {pieces}"), plies);
        assert_eq!(findings_of(&check_text(&text)), expected, "{text}");
    }
    // Digits denote empty cells, in the front and in the back rows.
    let record_with_rows = |rows: &str| format!("Gunjin: 1\nPosition: {rows}\n1 S b3-c5\n#interrupt\n");
    for (rows, expected) in [
        ("TGn 6 / 8 / 8 / 8 / . 2 5 / . TKs 6 / 8/TGs 6 S", "-"),
        ("TGn 6 / 8 / 8 / 8 / 8 / . TKs 5 . / 8 / TGs 6\n  S", "-"),
        (
            "TGn 7 / 8 / 8 / 8 / 8 / . TKs 6 / 8 / TGs 6 S",
            "unreadable-board@0 not-judged@1",
        ),
        (
            "TGn 6 / 8 / 8 / 8 / 8 / . TKs 5 / 8 / TGs 6 S",
            "unreadable-board@0 not-judged@1",
        ),
        (
            "TGn 6 / 8 / 8 / 8 / 8 / 0 . TKs 6 / 8 / TGs 6 S",
            "unreadable-board@0 not-judged@1",
        ),
    ] {
        assert_eq!(
            findings_of(&check_text(&record_with_rows(rows))),
            expected,
            "{rows}"
        );
    }
    // A row on a separate line may begin with a digit if the line is indented. After the position, an indented line may
    // be a ply.
    let rows = |row: &str, ply: &str| {
        format!(
            "Gunjin: 1\nPosition:\n  TGn 6\n  8\n  8\n  8\n  8\n{row}\n  8\n  6 TGs\n  S\n{ply}\n#interrupt\n"
        )
    };
    for (row, ply, expected) in [
        ("  1 TKs 6", "1 S b3-c5", "-"),
        ("  1 TKs 6", "  1 S b3-c5", "-"),
        ("  1 TKs 5", "1 S b3-c5", "unreadable-board@0 not-judged@1"),
        ("  1 XXs 6", "1 S b3-c5", "unreadable-board@0 not-judged@1"),
        (
            "1 TKs 6",
            "1 S b3-c5",
            "unreadable-board@0 bad-token@1 unreadable-line@1 not-judged@1 bad-token@2 ply-gap@2 unreadable-line@2 ply-repeat@3",
        ),
    ] {
        assert_eq!(findings_of(&check_text(&rows(row, ply))), expected, "{row}");
    }
}

#[test]
fn a_battle_needs_its_result() {
    for (ply, expected, expected_words) in [
        ("b4xb5", "bad-token@1", "lacks a battle result"),
        ("b4xb5 ?", "bad-token@1", "is not a move of gunjin shogi"),
        ("b4xi5 >", "bad-token@1", "is not a move of gunjin shogi"),
        ("b4xb5 >", "-", ""),
    ] {
        let text = record("a1=STG a8=NTG b4=SCO b5=NLC", &format!("{ply}, #interrupt"));
        let judgement = check_text(&text);
        assert_eq!(findings_of(&judgement), expected, "{text}");
        let message = judgement.findings.first().map(|it| it.message.english());
        assert!(message.unwrap_or_default().contains(expected_words), "{text}");
    }
}

#[test]
fn every_end_of_a_game_is_recognised() {
    for (pieces, plies, end, verdict) in [
        ("a1=STG a8=NTG c8=SMJ", "c8-d8", "-", "south"),
        ("a1=STG a8=NTG c8=SMJ", "c8-d8, #hq S", "headquarters", "south"),
        ("a1=STG a8=NTG d2=NCO", "N d2-d1", "-", "north"),
        ("a1=SMN a8=NMN c4=SCO c5=NCO", "c4xc5 =", "-", "draw"),
        ("a1=STG a8=NMN c4=SCO c5=NLC", "c4xc5 >", "-", "south"),
        (
            "a1=STG a8=NMN c4=SCO c5=NLC",
            "c4xc5 >, #exterminated N",
            "extermination",
            "south",
        ),
        (
            "a1=STG a8=NMN c4=SCO c5=NLC",
            "c4xc5 >, #result S",
            "extermination",
            "south",
        ),
        ("a1=SMN a8=NTG c4=SCO c5=NTG", "c4xc5 <", "-", "north"),
        ("a1=STG a8=NTG", "a1-a2, #resign N", "resign", "south"),
        ("a1=STG a8=NTG", "a1-a2, #timeout S", "timeout", "north"),
        ("a1=STG a8=NTG", "a1-a2, #draw", "draw", "draw"),
        // South's major enters the headquarters of North, so South wins although the record states an interruption.
        ("a1=STG a8=NTG c8=SMJ", "c8-d8, #interrupt", "interrupt", "south"),
        ("a1=STG a8=NTG", "a1-a2, #interrupt", "interrupt", "none"),
        // North's general is blocked in, so North has no legal move and loses.
        ("a1=STG a8=NTG a7=NMN b8=NMN", "a1-a2", "-", "south"),
        ("a1=STG a8=NTG a7=NMN b8=NMN", "a1-a2, #mate N", "mate", "south"),
    ] {
        let text = record(pieces, plies);
        let judgement = check_text(&text);
        assert_eq!(judgement.end.map_or("-", Terminal::name), end, "{text}");
        assert_eq!(judgement.verdict.map(Outcome::name), Some(verdict), "{text}");
    }
}

#[test]
fn profiles_decide_open_questions() {
    let diagonal_crossing = record(&format!("{GENERALS} b4=STK"), "b4-c5, #interrupt");
    let straight_crossing = record(&format!("{GENERALS} b4=STK"), "b4-b5, #interrupt");
    for (gate, expected) in [
        (Gate::Any, ["-", "-"]),
        (Gate::Straight, ["gunjin-bar-crossed@1", "-"]),
        (Gate::Diagonal, ["-", "gunjin-bar-crossed@1"]),
    ] {
        let mut profile = Profile::default();
        profile.gunjin.gate = gate;
        let check = |text| findings_of(&check_text_by(profile.clone(), text));
        assert_eq!([check(&diagonal_crossing), check(&straight_crossing)], expected);
    }
    let mut profile = Profile::default();
    profile.gunjin.no_legal_move = NoMoveResult::Draw;
    profile.gunjin.battles = "SP LG W".to_owned();
    let blocked = check_text_by(profile.clone(), &record("a1=STG a8=NTG a7=NMN b8=NMN", "a1-a2"));
    assert_eq!(blocked.verdict.map(Outcome::name), Some("draw"));
    let mut drawing_profile = Profile::default();
    drawing_profile.gunjin.repeated = Repeated::Draw;
    // The start position is included in the number of occurrences.
    let cycle = ["a1-a2", "a8-a7", "a2-a1", "a7-a8"].join(", ");
    let repetition = record(
        GENERALS,
        &[cycle.as_str(), &cycle, &cycle, "a1-a2, #interrupt"].join(", "),
    );
    assert_eq!(
        findings_of(&check_text(&repetition)),
        "gunjin-repetition@12 gunjin-repetition@13"
    );
    let judgement = check_text_by(drawing_profile, &repetition);
    assert_eq!(judgement.verdict.map(Outcome::name), Some("draw"));
    let spy_attack = record(&format!("{GENERALS} c4=SSP c5=NLG"), "c4xc5 >, #interrupt");
    assert_eq!(findings_of(&check_text(&spy_attack)), "gunjin-battle-result@1");
    assert_eq!(findings_of(&check_text_by(profile, &spy_attack)), "-");
}

#[test]
fn other_sets_have_other_officers_and_tanks() {
    let default_rules: fn(&mut Profile) = |_| {};
    let only_ahead: fn(&mut Profile) = |profile| profile.gunjin.two_cells = TwoCells::Ahead;
    let loses_without_officers: fn(&mut Profile) = |profile| profile.gunjin.no_officers = NoOfficers::Loses;
    // North's general, the last of the generals and field officers, loses to a spy. A second lieutenant remains.
    let last_officer_lost = "a1=STG c4=SSP c5=NTG a8=NSL";
    for (pieces, plies, change, expected) in [
        ("a1=STG a8=NTG c3=STK", "c3-c1, #interrupt", default_rules, "-"),
        (
            "a1=STG a8=NTG c3=STK",
            "c3-c1, #interrupt",
            only_ahead,
            "gunjin-move-shape@1",
        ),
        (
            "a1=STG a8=NTG c3=STK",
            "c3-e3, #interrupt",
            only_ahead,
            "gunjin-move-shape@1",
        ),
        ("a1=STG a8=NTG c2=STK", "c2-c4, #interrupt", only_ahead, "-"),
        ("a1=STG a8=NTG c3=STK", "c3-c2, #interrupt", only_ahead, "-"),
        (
            "a1=STG a8=NTG c7=NCV",
            "N c7-c5, #interrupt",
            only_ahead,
            "out-of-turn@1",
        ),
        ("a1=STG a8=NTG c3=SEN", "c3-c1, #interrupt", only_ahead, "-"),
        (
            last_officer_lost,
            "c4xc5 >, a8-a7, #interrupt",
            default_rules,
            "-",
        ),
        (
            last_officer_lost,
            "c4xc5 >, a8-a7, #interrupt",
            loses_without_officers,
            "gunjin-end-unclaimed@2 result-overturned@2",
        ),
        (
            last_officer_lost,
            "c4xc5 >, #exterminated N",
            default_rules,
            "gunjin-end-wrong@1 result-overturned@1",
        ),
        (
            last_officer_lost,
            "c4xc5 >, #exterminated N",
            loses_without_officers,
            "-",
        ),
        (
            last_officer_lost,
            "c4xc5 >, #exterminated S",
            loses_without_officers,
            "gunjin-end-wrong@1 result-overturned@1",
        ),
        // A side that began without officers has not lost them. Hidden pieces may be officers.
        (
            "a1=SSL a8=NSL",
            "a1-a2, a8-a7, #interrupt",
            loses_without_officers,
            "-",
        ),
        (
            "a1=STG c4=SSP c5=NTG a8=N?",
            "c4xc5 >, a8-a7, #interrupt",
            loses_without_officers,
            "-",
        ),
    ] {
        let mut profile = Profile::default();
        change(&mut profile);
        let text = record(pieces, plies);
        assert_eq!(findings_of(&check_text_by(profile, &text)), expected, "{text}");
    }
}

#[test]
fn a_set_of_23_pieces_can_be_a_profile() {
    let rules = include_str!("../../../fixtures/gunjin/23-pieces.toml");
    let check_with_rules = |text: &str| {
        let profile = Profile::read(rules, "23-pieces").expect("rules");
        check_text_by(profile, text)
    };
    let setup =
        "  CP TK TK FL CO EN AP SL\n  SL MJ CV MG . . . FL\n  MN . LC TG . SP . CP\n  MN FG LG . AP EN .\n";
    let text = format!("Gunjin: 1\nRoster: 23\nSetup-S:\n{setup}Setup-N:\n{setup}1 S b4xb5 =\n#interrupt\n");
    assert_eq!(findings_of(&check_with_rules(&text)), "-", "{text}");
    let default_findings = findings_of(&check_text(&text));
    assert!(
        default_findings.starts_with("gunjin-setup-count@0 "),
        "{default_findings}"
    );
    let one_missing = text.replacen("CP TK", ". TK", 1);
    assert_eq!(
        findings_of(&check_with_rules(&one_missing)),
        "gunjin-setup-count@0",
        "{one_missing}"
    );
    let last_officer_lost = record("a1=STG c4=SSP c5=NLG a8=NSL", "c4xc5 >");
    let judgement = check_with_rules(&last_officer_lost);
    assert_eq!(judgement.end, None);
    assert_eq!(judgement.verdict.map(Outcome::name), Some("south"));
}

/// A complete setup of a side: four rows of codes, the front row first.
const SETUP: &str = "  CP TK TK FL CO EN AP SL\n  SL MJ CV MG EN CV MJ FL\n  MN CO LC TG TK SP LC CP\n  MN FG LG MG AP EN MN\n";

#[test]
fn setups_are_checked() {
    let text = |headers: &str, setup: &str| {
        format!("Gunjin: 1\n{headers}Setup-S:\n{setup}Setup-N: hidden\n1 S b4xb5 >\n#interrupt\n")
    };
    for (headers, setup, expected) in [
        ("", SETUP.to_owned(), "-"),
        ("Roster: 31\n", SETUP.to_owned(), "-"),
        ("Roster: 30\n", SETUP.to_owned(), "gunjin-setup-count@0"),
        (
            "",
            SETUP.replacen("CP", "SL", 1),
            "gunjin-setup-count@0 gunjin-setup-count@0",
        ),
        ("", SETUP.replace("EN MN\n", "EN MN CP\n"), "gunjin-setup-cell@0"),
        ("", SETUP.replacen("CP", "MN", 1).replacen("  MN", "  CP", 1), "-"),
        (
            "",
            SETUP
                .replacen("EN AP", "MN AP", 1)
                .replacen("EN MN\n", "EN EN\n", 1),
            "gunjin-setup-gate@0",
        ),
        // An I-shaped gate has no crossing on f4.
        (
            "Board: I I\n",
            SETUP
                .replacen("EN AP", "MN AP", 1)
                .replacen("EN MN\n", "EN EN\n", 1),
            "-",
        ),
        ("", SETUP.replacen("CP", "XX", 1), "unreadable-board@0"),
        ("Board: Z X\n", SETUP.to_owned(), "unreadable-board@0"),
        ("First: Q\n", SETUP.to_owned(), "unreadable-board@0"),
    ] {
        let text = text(headers, &setup);
        assert_eq!(findings_of(&check_text(&text)), expected, "{text}");
    }
}

#[test]
fn hidden_pieces_may_not_contradict_themselves() {
    for (pieces, plies, expected) in [
        // Two cells through the gate: tank, cavalry, engineer or aeroplane. None of them draws with a major.
        (
            "c4=SMJ c6=N?",
            "a1-a2, c6xc4 =, #interrupt",
            "blind-contradiction@2",
        ),
        ("c4=SMJ c6=N?", "a1-a2, c6xc4 <, #interrupt", "-"),
        // Three cells sideways: an engineer, which loses to officers.
        (
            "d6=SMJ a6=N?",
            "a1-a2, a6xd6 >, #interrupt",
            "blind-contradiction@2",
        ),
        // A second general, which a side does not have.
        ("c4=SLG c5=N?", "c4xc5 <, #interrupt", "blind-contradiction@1"),
        ("c4=SMG c5=N?", "c4xc5 <, #interrupt", "-"),
        // A spy beats the general and a flag without strength. A flag is never at a gate.
        ("c5=SSP c6=N?", "c5xc6 >, #interrupt", "-"),
        (
            "c5=SSP c6=N? c7=N?",
            "c5xc6 >, #interrupt",
            "blind-contradiction@1",
        ),
        ("c4=SSP c5=N?", "c4xc5 >, #interrupt", "blind-contradiction@1"),
        // No kind of piece makes these moves.
        ("c6=N?", "a1-a2, c6-d4, #interrupt", "gunjin-move-shape@2"),
        ("d6=N?", "a1-a2, d6-e5, #interrupt", "gunjin-move-shape@2"),
    ] {
        let text = record(&format!("{GENERALS} {pieces}"), plies);
        assert_eq!(findings_of(&check_text(&text)), expected, "{text}");
    }
}

#[test]
fn an_acknowledged_illegal_setup_is_a_note() {
    let text = |loser| record(&format!("{GENERALS} b4=SFG"), &format!("a1-a2, #foul {loser}"));
    for (loser, is_acknowledged) in [("S", true), ("N", false)] {
        let finding = &check_text(&text(loser)).findings[0];
        assert_eq!(finding.rule.name, "gunjin-setup-gate");
        assert_eq!(finding.acknowledged, is_acknowledged, "{loser}");
    }
}

#[test]
fn records_are_written_unchanged() {
    let text = format!(
        "Gunjin: 1\nBoard: X X\nFirst: S\nEvent: club\nS: Kim\nN: Lee\nSetup-S:\n{SETUP}Setup-N: hidden\n# before\n\
         1 S b4xb5 > (0:05/00:00:05)\n2 N g8xg4 >\n# after the second\n3 S b5-b6\n#resign S\n"
    );
    assert_eq!(write_as(&text, "gunjin"), text);
}
