//! Yonin shogi: the worked examples, the turns, and each violation with a similar legal case.

use kifu::profile::AfterMate;
use kifu::profile::PiecesLeft;
use kifu::profile::Profile;
use kifu::profile::Repeated;
use kifu::record::Outcome;
use kifu::record::Terminal;

use super::{check_text, check_text_by, findings_of, write_as};

/// Returns a record of these plies, each `seat move`, from the position `start`, or from the usual start if `start` is
/// empty. A ply that begins with `#` is a word on its own line.
fn record(start: &str, plies: &str) -> String {
    let mut number = 0;
    let lines = plies.split(", ").map(|ply| {
        if ply.starts_with('#') {
            return ply.to_owned();
        }
        number += 1;
        format!("{number} {ply}")
    });
    let header = if start.is_empty() {
        String::new()
    } else {
        format!("Position: {start}\n")
    };
    format!("Yonin: 1\n{header}{}\n", lines.collect::<Vec<_>>().join("\n"))
}

/// A position in which West's gold is between North's rook and South's king. This position and the next ones have only
/// the kings and the pieces that a case needs.
const DISCOVERED_CHECK: &str =
    "4 Rn Kn 3 / 9 / 9 / 4 Gw 4 / Kw 7 Ke / 9 / 9 / 9 / 4 Ks 4 W S:- W:- N:- E:- SWNE";
const THREE_CHECKS: &str = "4 Kn 4 / 9 / 9 / 9 / Kw 7 Ke / 4 Ps 4 / 9 / 9 / 4 Ks 4 S S:R W:- N:- E:- SWNE";
const PAWN_LINE: &str = "4 Kn 4 / 9 / 2 Pw 6 / 9 / Kw 7 Ke / 9 / 9 / 9 / 4 Ks 4 W S:- W:P N:- E:- SWNE";
const PROMOTION_ZONE: &str = "Kn 8 / 9 / 9 / Kw 7 Ke / 5 Rw 3 / 9 / 9 / 9 / 4 Ks 4 W S:- W:- N:- E:- SWNE";
const PAWN_ON_THIRD_RANK: &str =
    "Kw 3 Kn 4 / 9 / 4 Ps 4 / 8 Ke / 9 / 9 / 9 / 9 / 4 Ks 4 S S:- W:- N:- E:- SWNE";

#[test]
fn examples_have_the_expected_findings() {
    let opening = "S 6i7h, W 9g8g, N 3a3b, E 1d2c, S 5i6i, W 8g7h";
    let skipped = "S 3i2h, W 8d7d, N 7a8b, E 1g2h, S 7i8h, W 8e8b, N 4b4c, E S*8e";
    let mate = "S 5g5f, W 8d7d, N 3a2b, E 1f2g, S 5h5g, W 8e8a, N 2b3a, E 2g2h, S 5g1g";
    for (start, plies, expected) in [
        // The extra turn: West checks the right-hand neighbour, who answers, and then West is to move again.
        ("", format!("{opening}, S 7i7h, W 9d8c"), "-"),
        ("", format!("{opening}, N 7a8b"), "yonin-wrong-turn@7"),
        // East checks West, so South is skipped.
        ("", format!("{skipped}, W 9e8e, N 4c4d"), "-"),
        ("", format!("{skipped}, S 5g5f"), "yonin-wrong-turn@9"),
        // After East is mated, South is to move, and East makes no more moves. A stated mate must be mate on the board.
        ("", format!("{mate}, S 6h6g"), "-"),
        ("", format!("{mate}, #mate E by S, S 6h6g"), "-"),
        ("", format!("{mate}, W 9d8c"), "yonin-wrong-turn@10"),
        ("", format!("{mate}, E 1e2e"), "elimination-missing@10"),
        (
            "",
            format!("{mate}, #mate E by S, E 1e2e"),
            "yonin-eliminated-moves@10",
        ),
        (
            "",
            format!("{opening}, #mate S by W, W 9d8c"),
            "mate-claimed-not-mate@6",
        ),
        // A discovered check by a third player: if West's gold leaves the file, North's rook checks South.
        (DISCOVERED_CHECK, "W 5d5c, N 4a3b".to_owned(), "-"),
        (DISCOVERED_CHECK, "W 5d4d, S 5i4i, W 9e9d".to_owned(), "-"),
        (
            DISCOVERED_CHECK,
            "W 5d4d, N 4a3b".to_owned(),
            "yonin-wrong-turn@2",
        ),
        // Three checks at once: after South's drop, the three opponents answer in turn.
        (
            THREE_CHECKS,
            "S R*5e, W 9e9d, N 5a4a, E 1e1d, S 5i5h".to_owned(),
            "-",
        ),
        (
            THREE_CHECKS,
            "S R*5e, W 9e9d, E 1e1d".to_owned(),
            "yonin-wrong-turn@3",
        ),
        // Nifu, the last rank and the promotion zone are seen from the side of the seat.
        (PAWN_LINE, "W P*5c".to_owned(), "nifu@1"),
        (PAWN_LINE, "W P*5d".to_owned(), "-"),
        (PAWN_LINE, "W P*1d".to_owned(), "dead-piece@1"),
        (PROMOTION_ZONE, "W 4e3e+".to_owned(), "-"),
        (PROMOTION_ZONE, "W 4e4d+".to_owned(), "promotion-outside-zone@1"),
        (PAWN_ON_THIRD_RANK, "S 5c5b".to_owned(), "yonin-pawn-rank2@1"),
        (PAWN_ON_THIRD_RANK, "S 5c5b+".to_owned(), "-"),
    ] {
        let text = record(start, &format!("{plies}, #interrupt"));
        assert_eq!(findings_of(&check_text(&text)), expected, "{text}");
    }
}

#[test]
fn a_profile_may_have_promotion_on_two_ranks() {
    let text = record(PAWN_ON_THIRD_RANK, "S 5c5b, #interrupt");
    let mut profile = Profile::default();
    profile.yonin.pawn_forced_ranks = 2;
    for (profile, severity) in [(Profile::default(), "note"), (profile, "error")] {
        let judgement = check_text_by(profile, &text);
        assert_eq!(judgement.findings[0].severity.name(), severity);
    }
}

/// A position in which South's rook attacks West's silver and the squares beyond the silver.
const ROOK_AND_SILVER: &str =
    "4 Kn 4 / 9 / 9 / 8 Ke / Kw 2 Sw 2 Rs 2 / 9 / 9 / 9 / 4 Ks 4 S S:- W:- N:- E:- SWNE";

/// A move of South, and the resignation that eliminates West.
const WEST_RESIGNS: &str = "S 5i5h, #resign W";

#[test]
fn profiles_decide_open_questions() {
    let mate = "S 5g5f, W 8d7d, N 3a2b, E 1f2g, S 5h5g, W 8e8a, N 2b3a, E 2g2h, S 5g1g";
    let cycle = "N 5a5b, E 1d2d, S 5h5i, N 5b5a, E 2d1d, S 5i5h";
    let repetition = format!("{WEST_RESIGNS}, {cycle}, {cycle}, N 5a5b");
    let default_rules: fn(&mut Profile) = |_| {};
    let from_mover: fn(&mut Profile) = |profile| profile.yonin.after_mate = AfterMate::FromMover;
    let fixed: fn(&mut Profile) = |profile| profile.yonin.pieces_left = PiecesLeft::Fixed;
    let removed: fn(&mut Profile) = |profile| profile.yonin.pieces_left = PiecesLeft::Removed;
    let repeat_limit_3: fn(&mut Profile) = |profile| profile.yonin.repeat_limit = 3;
    let repetition_draws: fn(&mut Profile) = |profile| {
        profile.yonin.repeat_limit = 3;
        profile.yonin.repeated = Repeated::Draw;
    };
    for (start, plies, change, expected) in [
        // The next player after South has mated East: by default the next seat after East, and with `from_mover` the
        // next seat after South.
        ("", format!("{mate}, S 6h6g"), default_rules, "-"),
        ("", format!("{mate}, S 6h6g"), from_mover, "yonin-wrong-turn@10"),
        (
            "",
            format!("{mate}, W 9d8c"),
            default_rules,
            "yonin-wrong-turn@10",
        ),
        ("", format!("{mate}, W 9d8c"), from_mover, "-"),
        // South resigns without a move, so West is the next player, also with `from_mover`.
        ("", "#resign S, W 9d8c".to_owned(), from_mover, "-"),
        // After West is eliminated, the silver can be captured (the default), can no longer be captured, or is removed
        // from the board, as the profile decides.
        (
            ROOK_AND_SILVER,
            format!("{WEST_RESIGNS}, N 5a5b, E 1d2d, S 3e6e"),
            default_rules,
            "-",
        ),
        (
            ROOK_AND_SILVER,
            format!("{WEST_RESIGNS}, N 5a5b, E 1d2d, S 3e6e"),
            fixed,
            "yonin-dead-king-captured@4",
        ),
        (
            ROOK_AND_SILVER,
            format!("{WEST_RESIGNS}, N 5a5b, E 1d2d, S 3e6e"),
            removed,
            "-",
        ),
        (ROOK_AND_SILVER, "S 3e6e".to_owned(), fixed, "-"),
        (
            ROOK_AND_SILVER,
            format!("{WEST_RESIGNS}, N 5a5b, E 1d2d, S 3e7e"),
            default_rules,
            "blocked-path@4",
        ),
        (
            ROOK_AND_SILVER,
            format!("{WEST_RESIGNS}, N 5a5b, E 1d2d, S 3e7e"),
            removed,
            "-",
        ),
        // The king of an eliminated player stays on the board under every profile, and may not be captured.
        (
            ROOK_AND_SILVER,
            format!("{WEST_RESIGNS}, N 5a5b, E 1d2d, S 3e6e, N 5b5a, E 2d1d, S 6e9e"),
            removed,
            "yonin-dead-king-captured@7",
        ),
        // A position that occurs for the third time: no finding by default, a finding with a limit of 3, and the end of
        // the game if the profile sets a draw.
        (ROOK_AND_SILVER, repetition.clone(), default_rules, "-"),
        (
            ROOK_AND_SILVER,
            repetition.clone(),
            repeat_limit_3,
            "yonin-repetition@14",
        ),
        (
            ROOK_AND_SILVER,
            format!("{repetition}, E 1d2d"),
            repetition_draws,
            "yonin-repetition@14 moves-after-end@15",
        ),
    ] {
        let mut profile = Profile::default();
        change(&mut profile);
        let text = record(start, &format!("{plies}, #interrupt"));
        assert_eq!(findings_of(&check_text_by(profile, &text)), expected, "{text}");
    }
}

#[test]
fn repetition_draws_by_profile() {
    let cycle = "N 5a5b, E 1d2d, S 5h5i, N 5b5a, E 2d1d, S 5i5h";
    let text = record(
        ROOK_AND_SILVER,
        &format!("{WEST_RESIGNS}, {cycle}, {cycle}, N 5a5b"),
    );
    for (repeated, expected) in [
        (Repeated::Note, (None, Some("none"))),
        (Repeated::Draw, (None, Some("draw"))),
    ] {
        let mut profile = Profile::default();
        profile.yonin.repeat_limit = 3;
        profile.yonin.repeated = repeated;
        let judgement = check_text_by(profile, &text);
        let (end, verdict) = (judgement.end, judgement.verdict);
        assert_eq!((end.map(Terminal::name), verdict.map(Outcome::name)), expected);
    }
}

#[test]
fn similar_legal_cases_of_other_rules_have_no_finding() {
    for (plies, expected) in [
        ("S 6i7h, #interrupt", "-"),
        ("S pass, #interrupt", "pass@1"),
        ("S 5e5d, #interrupt", "empty-source@1"),
        ("S 9g8g, #interrupt", "opponent-piece-moved@1"),
        ("S 5i5f, #interrupt", "illegal-piece-movement@1"),
        ("S 5h5f, #interrupt", "blocked-path@1"),
        ("S 5h4h, #interrupt", "capture-own-piece@1"),
        ("S 6i7h+, #interrupt", "unpromotable-promoted@1"),
        ("S 5g5f+, #interrupt", "promotion-outside-zone@1"),
        ("S P*5f, #interrupt", "drop-not-in-hand@1 nifu@1"),
        ("S B*5f, #interrupt", "yonin-piece-kind@1"),
        ("S K*5f, #interrupt", "king-drop@1"),
        ("S 6i7h !N, #interrupt", "yonin-check-claim@1"),
        (
            "S 6i7h, #resign W, #result S",
            "result-not-last-survivor@1 result-overturned@1",
        ),
        ("S 6i7h, #resign W, #resign N, #resign E, #result S", "-"),
        (
            "S 6i7h, #resign W, #resign N, #resign E, S 5g5f",
            "moves-after-end@2",
        ),
        ("S 6i7h", "end-token-missing@1"),
    ] {
        assert_eq!(findings_of(&check_text(&record("", plies))), expected, "{plies}");
    }
}

#[test]
fn the_last_survivor_wins() {
    let judgement = check_text(&record("", "S 6i7h, #resign W, #resign N, #resign E, #result S"));
    assert_eq!(judgement.end.map(Terminal::name), Some("resign"));
    assert_eq!(judgement.verdict.map(Outcome::name), Some("south"));
    // The last of the three resignations states the end. A record that breaks off states no end.
    let resigned = check_text(&record("", "S 6i7h, #resign W, #resign N, #resign E"));
    assert_eq!(resigned.end.map(Terminal::name), Some("resign"));
    assert_eq!(resigned.stated.map(Outcome::name), Some("south"));
    let unfinished = check_text(&record("", "S 6i7h"));
    assert_eq!(
        (unfinished.end, unfinished.verdict.map(Outcome::name)),
        (None, Some("none"))
    );
}

#[test]
fn records_are_written_unchanged() {
    let text = "Yonin: 1\nFirst: S\nEvent: club\nS: Kim\nW: Sato\nN: Lee\nE: Ito\n# before\n1 S 6i7h (0:05/00:00:05)\n\
                2 W 9g8g\n# after the second\n3 N 3a3b\n4 E 1d2c\n5 S 5i6i\n6 W 8g7h !S (1:00)\n#resign S\n#interrupt\n";
    assert_eq!(write_as(text, "yonin"), text);
}
