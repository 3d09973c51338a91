//! The move limit, in generated games.

use kifu::finding::Finding;
use kifu::finding::Severity;
use kifu::profile::Profile;
use kifu::record::Outcome;
use kifu::record::Terminal;
use kifu::shogi::Color;
use kifu::shogi::Position;
use kifu::shogi::Square;

use super::{check, findings_after, impasse_findings, profile, record_with_end};
use crate::support::checking::{check_one_by, position};
use crate::support::table::{assert_cases, rows};

/// Parses the squares of the closed path of a king, which are separated by blanks.
fn king_path(squares: &str) -> Vec<Square> {
    squares
        .split(' ')
        .map(|square| square.parse().expect("a square"))
        .collect()
}

/// Number of moves before the records of `long_game`, which begin in the middle of a game.
const PLIES_BEFORE: u32 = 8;

/// Returns a game up to move `moves` in which both kings walk around: in the enemy camps if `have_entered` is set, and
/// otherwise at home.
///
/// The paths have 12 and 11 squares, so a position recurs after 264 plies. If `with_check` is set, move 500 is a rook
/// check by White, and Black's king walks on.
fn long_game(moves: u32, have_entered: bool, with_check: bool) -> (Position, String) {
    let top = king_path("9a 8a 7a 6a 5a 5b 5c 6c 7c 8c 9c 9b");
    let bottom = king_path("9i 8i 7i 6i 5i 5h 5g 6g 7g 8g 9h");
    let (paths, board) = if have_entered {
        ([top, bottom], "K8/9/9/9/9/9/9/9/k8")
    } else {
        ([bottom, top], "k8/9/9/9/9/9/9/9/K8")
    };
    let mut step_counts = [0, 0];
    let mut words = Vec::new();
    for ply in PLIES_BEFORE + 1..=moves {
        let side = usize::from(ply % 2 == 0);
        let step = |side: usize| {
            let path: &[Square] = &paths[side];
            [
                step_counts[side] % path.len(),
                (step_counts[side] + 1) % path.len(),
            ]
            .map(|index| path[index])
        };
        if ply == 500 && with_check {
            // The rook checks along a file or rank that the king leaves with its next step.
            let [king, next] = step(0);
            words.push(if king.rank() == next.rank() {
                format!("R*{}e", king.file())
            } else {
                format!("R*1{}", char::from(b'a' + king.rank() - 1))
            });
        } else {
            words.push(step(side).map(|it| it.to_string()).concat());
            step_counts[side] += 1;
        }
    }
    // The hands complete the set of pieces, which is required for counting points.
    (position(&format!("{board} b 2r2b4g4s4n4l18p 1")), words.join(" "))
}

#[test]
fn the_move_limit_applies_after_a_series_of_checks() {
    // Profile, moves, position of the kings, checks from move 500 on, the end, and the findings.
    const GAMES: &str = "
    textbook | 499 | entered | - | resign | legal
    textbook | 499 | entered | - | max-moves | max-moves-early @500
    textbook | 500 | entered | - | max-moves | legal
    textbook | 500 | entered | checks | max-moves | legal
    textbook | 500 | entered | - | resign | game-too-long-unjudged @501
    textbook | 501 | entered | - | max-moves | max-moves-exceeded @501
    textbook | 501 | entered | checks | resign | max-moves-exceeded @501
    textbook | 501 | home | - | resign | max-moves-exceeded @501
    jsa-pro | 499 | entered | - | max-moves | max-moves-early @500
    jsa-pro | 500 | entered | - | max-moves | legal
    jsa-pro | 500 | entered | - | resign | game-too-long-unjudged @501
    jsa-pro | 500 | entered | checks | max-moves | max-moves-early @501
    jsa-pro | 500 | entered | checks | resign | legal
    jsa-pro | 501 | entered | - | max-moves | max-moves-exceeded @501
    jsa-pro | 501 | entered | checks | max-moves | legal
    jsa-pro | 501 | entered | checks | resign | game-too-long-unjudged @502
    # The run of checks is over when the checker makes another move.
    jsa-pro | 502 | entered | checks | resign | game-too-long-unjudged @503
    jsa-pro | 503 | entered | checks | resign | max-moves-exceeded @503
    jsa-pro | 502 | home | - | resign | game-too-long-unjudged @503
    jsa-pro | 502 | home | checks | max-moves | legal
    jsa-amateur | 502 | entered | - | resign | legal
    jsa-amateur | 502 | entered | - | max-moves | legal
    lishogi | 502 | entered | - | resign | legal
    floodgate | 256 | home | - | max-moves | legal
    floodgate | 255 | home | - | max-moves | max-moves-early @256
    floodgate | 257 | home | - | resign | max-moves-exceeded @257
    # 持将棋 at the limit is the limit, before it an impasse.
    textbook | 500 | home | - | impasse | legal
    jsa-pro | 499 | home | - | impasse | jishogi-no-entered-king @500
    # An event may have a limit of which these rules know nothing.
    jsa-amateur | 256 | home | - | impasse | legal
    jsa-amateur | 255 | home | - | impasse | jishogi-no-entered-king @256
";
    assert_cases(
        rows(GAMES),
        |&[profile, plies, king_squares, checks, end, expected]| {
            let plies = plies.parse().expect("a number");
            let (start, moves) = long_game(plies, king_squares == "entered", checks == "checks");
            let terminals = [Terminal::Resign, Terminal::MaxMoves, Terminal::Impasse];
            let end = terminals
                .into_iter()
                .find(|terminal| terminal.name() == end)
                .expect("an end");
            let mut record = record_with_end(&start, &moves, end);
            record.start.plies_before = Some(PLIES_BEFORE);
            let findings = check(profile, &record).findings;
            let is_illegal =
                |finding: &&Finding| finding.severity == Severity::Error && finding.moved.is_some();
            let illegal_move = findings.iter().find(is_illegal);
            assert!(illegal_move.is_none(), "{illegal_move:?}");
            (expected, findings_after(PLIES_BEFORE, &findings))
        },
    );
}

#[test]
fn mate_at_the_move_limit_takes_precedence() {
    let start = position("7nk/9/7GP/9/9/9/9/9/4K4 b - 1");
    for profile in Profile::all() {
        let mut record = record_with_end(&start, "1c1b", Terminal::Mate);
        record.start.plies_before = Some(profile.max_moves.unwrap_or(500) - 1);
        let judgement = check(&profile.name, &record);
        assert_eq!(impasse_findings(&judgement.findings), "legal", "{}", profile.name);
        assert_eq!(
            judgement.verdict,
            Some(Outcome::Win(Color::Black.into())),
            "{}",
            profile.name
        );
    }
}

#[test]
fn a_partial_record_has_no_early_move_limit() {
    let start = position("4k4/9/9/9/9/9/9/9/4K4 b G 1");
    for (plies_before, severity, winner) in [
        (None, Severity::Note, Outcome::Draw),
        (Some(0), Severity::Note, Outcome::Draw),
        (Some(40), Severity::Error, Outcome::None),
    ] {
        let mut record = record_with_end(&start, "", Terminal::MaxMoves);
        record.start.plies_before = plies_before;
        let judgement = check("textbook", &record);
        assert_eq!(
            impasse_findings(&judgement.findings),
            "max-moves-early @1",
            "{plies_before:?}"
        );
        let early_finding = judgement
            .findings
            .iter()
            .find(|finding| finding.rule.name == "max-moves-early");
        assert_eq!(
            early_finding.map(|it| it.severity),
            Some(severity),
            "{plies_before:?}"
        );
        assert_eq!(judgement.verdict, Some(winner), "{plies_before:?}");
    }
}

#[test]
fn a_move_limit_message_explains_its_count() {
    let board = "P1 *  *  *  * -OU *  *  *  * \nP9 *  *  *  * +OU *  *  *  * \n";
    let moves = "+\n+5958OU\n-5152OU\n%CHUDAN\n";
    for (text, explains_count) in [
        (format!("V3.0\n$MAX_MOVES:10\n{board}{moves}"), true),
        (format!("V3.0\n$MAX_MOVES:10\nPI\n{moves}"), false),
        (format!("V3.0\n$MAX_MOVES:0\n{board}{moves}"), false),
    ] {
        let judgement = check_one_by(profile("textbook"), &text);
        let overridden = judgement
            .findings
            .iter()
            .find(|finding| finding.rule.name == "profile-overridden");
        let message = &overridden.expect("a note").message;
        assert_eq!(
            message.english().contains("moves are counted from there"),
            explains_count,
            "{text}"
        );
        assert_eq!(
            message.japanese().contains("開始局面から数え"),
            explains_count,
            "{text}"
        );
    }
}
