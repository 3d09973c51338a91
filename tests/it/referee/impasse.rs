//! Impasse, declarations and the move limit: the cases of `fixtures/rules/cases.txt` under every profile, and games
//! about the limit that are made move by move.

use crate::support::writing;
use std::borrow::Cow;
use std::fmt::Write as _;

use crate::support::dice::Dice;
use crate::support::judging::{judge_by, line, position};
use kifu::finding::{Finding, Language, Severity, Span};
use kifu::profile::{Declaration, Profile};
use kifu::record::{Clock, Ending, NodeId, Outcome, Record, Step, Terminal};
use kifu::referee::{Judgement, Referee};
use kifu::shogi::{Color, Handicap, Move, Points, Position, Square, Standing};
use proptest::prelude::{any, prop_assert_eq, proptest};

const CASES: &str = include_str!("../../../fixtures/rules/cases.txt");

/// The cases of a block, each by its fields.
fn block<const FIELDS: usize>(name: &str, count: usize) -> Vec<[&'static str; FIELDS]> {
    let head = format!("[{name}]");
    let lines = CASES.lines().skip_while(|line| *line != head).skip(1);
    let cases: Vec<_> = lines
        .take_while(|line| !line.starts_with('['))
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let fields: Vec<_> = line.split('|').map(str::trim).collect();
            fields.try_into().unwrap_or_else(|_| panic!("{line}"))
        })
        .collect();
    assert_eq!(cases.len(), count, "cases in [{name}]");
    cases
}

/// The rules that these tests are about.
const RULES: [&str; 10] = [
    "max-moves-early",
    "max-moves-exceeded",
    "game-too-long-unjudged",
    "bare-kings",
    "declaration-invalid",
    "declaration-only-draw",
    "declaration-unjudged",
    "jishogi-no-entered-king",
    "jishogi-points",
    "impasse-unnoticed",
];

/// What these rules have found, in the words of the file; `before` moves stand before the record.
fn named_behind(before: u32, findings: &[Finding]) -> String {
    let found = findings
        .iter()
        .filter(|finding| RULES.contains(&finding.rule.name));
    let words: Vec<_> = found
        .map(|finding| {
            let ply = before + finding.ply.expect("a ply");
            let seat = finding
                .seat
                .map_or_else(String::new, |it| format!(" {}", it.name));
            format!("{} @{ply}{seat}", finding.rule.name)
        })
        .collect();
    if words.is_empty() {
        "legal".to_owned()
    } else {
        words.join(" + ")
    }
}

fn named(findings: &[Finding]) -> String {
    named_behind(0, findings)
}

fn outcome(judgement: &Judgement) -> &'static str {
    judgement.verdict.map_or("nobody", Outcome::name)
}

/// The text of a record: CSA where the result has its word, else KIF.
fn text(start: &Position, moves: &[Move], result: &str) -> String {
    if result.starts_with('%') {
        writing::csa(start, moves, &format!("{result}\n"))
    } else {
        writing::kif(start, moves, &format!("{:>4} {result}\n", moves.len() + 1))
    }
}

fn judge_only(profile: &str, text: &str) -> Judgement {
    let mut judgements = judge_by(profile, text.as_bytes());
    assert_eq!(judgements.len(), 1, "{text}");
    judgements.remove(0)
}

#[test]
fn points_and_conditions_are_counted_as_the_rules_say() {
    for [id, sfen, points, pieces, entered, check, _, _, _] in block("declarations", 12) {
        let position = position(sfen);
        let standing = Standing::of(&position, position.side_to_move());
        let yes = |it| if it { "yes" } else { "no" };
        let got = (standing.entered.value().to_string(), standing.in_camp.to_string());
        assert_eq!((got.0.as_str(), got.1.as_str()), (points, pieces), "{id}");
        assert_eq!(
            (yes(standing.king_entered()), yes(standing.in_check)),
            (entered, check),
            "{id}"
        );
        assert_eq!(Points::missing(&position).value(), 0, "{id}");
    }
}

#[test]
fn declarations_are_judged_by_every_profile() {
    let mut failures = String::new();
    for [id, sfen, _, _, _, _, by_27, by_24, _] in block("declarations", 12) {
        let start = position(sfen);
        let side = start.side_to_move();
        for profile in Profile::all() {
            let by_rule = match profile.declaration {
                Declaration::None => "unjudged",
                Declaration::Points24 => by_24,
                Declaration::Points27 | Declaration::Automatic27 => by_27,
            };
            let (rule, winner) = match by_rule {
                "win" => ("legal", Outcome::Win(side)),
                "draw" => ("declaration-only-draw", Outcome::Draw),
                "unjudged" => ("declaration-unjudged", Outcome::Win(side)),
                _ if profile.declaration == Declaration::Automatic27 => {
                    ("declaration-invalid", Outcome::None)
                }
                _ => ("declaration-invalid", Outcome::Win(side.opponent())),
            };
            for result in ["%KACHI", "入玉勝ち"] {
                let judgement = judge_only(&profile.name, &text(&start, &[], result));
                let got = named(&judgement.findings);
                if got.split(' ').next() != Some(rule) || judgement.verdict != Some(winner.of_seats()) {
                    let _ = writeln!(
                        failures,
                        "{id} {} {result}: {got}, {}",
                        profile.name,
                        outcome(&judgement)
                    );
                }
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn results_are_judged_by_the_profiles_that_are_named() {
    let mut failures = String::new();
    for [id, profiles, start, moves, result, expected, winner, _] in block("impasse", 28) {
        let start = position(start);
        let moves: Vec<Move> = moves
            .split(' ')
            .filter(|word| *word != "-")
            .map(|word| word.parse().expect("a move"))
            .collect();
        for profile in profiles.split(' ') {
            let judgement = judge_only(profile, &text(&start, &moves, result));
            let got = named(&judgement.findings);
            if got != expected || outcome(&judgement) != winner {
                let _ = writeln!(failures, "{id} {profile}: {got}, {}", outcome(&judgement));
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn every_condition_that_fails_is_named_with_its_figures() {
    for (sfen, english, japanese, marked) in [
        (
            "2SG5/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b 3s4n2l16p 1",
            "the declaration of Black fails: the points are 27 of the 28 needed (2 rooks, 2 bishops and 7 others)",
            "先手の宣言は条件を満たさない：得点が27点（大駒4枚、小駒7枚、28点必要）",
            12,
        ),
        (
            "3G5/+B+RGKGRB2/9/9/7pp/8k/9/9/9 b 2S2L9Pg2s4n2l7p 1",
            "the declaration of Black fails: 7 of the 10 pieces needed besides the king are in the enemy camp",
            "先手の宣言は条件を満たさない：敵陣の駒が玉を除いて7枚（10枚必要）",
            8,
        ),
        (
            "2SGS4/+B+RG1GLLRB/3G5/4K4/7pp/8k/9/9/9 b 3P2s4n2l13p 1",
            "the declaration of Black fails: the king stands on 5d, outside the enemy camp",
            "先手の宣言は条件を満たさない：玉が敵陣外の５四にいる",
            1,
        ),
        (
            "2SGS4/+B+RG1GLL1B/3GK4/9/4r2pp/8k/9/9/9 b 9P2s4n2l7p 1",
            "the declaration of Black fails: the king is in check from the rook on 5e",
            "先手の宣言は条件を満たさない：５五の飛で王手がかかっている",
            2,
        ),
    ] {
        let judgement = judge_only("jsa-amateur", &text(&position(sfen), &[], "%KACHI"));
        let finding = &judgement.findings[0];
        assert_eq!(finding.message.in_language(Language::English), english);
        assert_eq!(finding.message.in_language(Language::Japanese), japanese);
        assert_eq!(finding.cells.len(), marked, "{:?}", finding.cells);
    }
}

#[test]
fn a_declaration_that_the_server_refused_is_a_note() {
    let end = "%KACHI\n'summary:illegal kachi:A lose:B win\n";
    let start = position("2SG5/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b 3s4n2l16p 1");
    let judgement = judge_only("floodgate", &writing::csa(&start, &[], end));
    let finding = judgement
        .findings
        .iter()
        .find(|it| it.rule.name == "declaration-invalid");
    assert_eq!(finding.expect("it fails").severity, Severity::Note);
    assert_eq!(judgement.verdict, Some(Outcome::Win(Color::White.into())));
    // Where it holds by our count, this rule has nothing to say.
    let start = position("2SGS4/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b 2s4n2l16p 1");
    let judgement = judge_only("floodgate", &writing::csa(&start, &[], end));
    assert!(
        judgement
            .findings
            .iter()
            .all(|it| it.rule.name != "declaration-invalid")
    );
}

/// A record of moves that ends in this way.
fn ended<'t>(start: &Position, moves: &'t str, terminal: Terminal) -> Record<'t> {
    let mut record = line(start, moves);
    let last = record.tree.ids().last().unwrap_or(NodeId::START);
    let ending = Ending {
        terminal,
        offender: None,
        word: Cow::Borrowed("end"),
        span: Span::default(),
    };
    record.tree.add(last, Step::End(ending), Clock::default());
    record
}

fn judge(profile: &str, record: &Record<'_>) -> Judgement {
    Referee::by(Profile::named(profile).expect("a profile").clone()).judge(record)
}

#[test]
fn pieces_of_a_handicap_count_for_white_where_the_rules_say_so() {
    // A rook and a bishop are missing; White has 17 points in the camp and in hand, and 11 pieces there.
    let start = position("9/9/9/K8/PP7/9/4gg3/brllgkg2/4sss2 w 1S4N2L16P 1");
    let handicap = Handicap::by_name("二枚落ち").expect("a handicap");
    for (profile, handicap, expected, winner) in [
        ("jsa-amateur", Some(handicap), "legal", "white"),
        (
            "jsa-pro",
            Some(handicap),
            "declaration-only-draw @1 white",
            "draw",
        ),
        ("csa", Some(handicap), "declaration-invalid @1 white", "black"),
        // Nobody knows why the pieces are missing.
        ("jsa-amateur", None, "declaration-unjudged @1 white", "white"),
        // The handicap does not account for them.
        (
            "jsa-amateur",
            Handicap::by_name("香落ち"),
            "declaration-unjudged @1 white",
            "white",
        ),
    ] {
        let mut record = ended(&start, "", Terminal::DeclareWin);
        record.start.handicap = handicap;
        let judgement = judge(profile, &record);
        assert_eq!(
            (named(&judgement.findings).as_str(), outcome(&judgement)),
            (expected, winner),
            "{profile}"
        );
    }
}

/// A way around that a king can walk for ever.
fn walk(squares: &str) -> Vec<Square> {
    squares
        .split(' ')
        .map(|it| it.parse().expect("a square"))
        .collect()
}

/// Moves before the games below: their records are later parts.
const BEFORE: u32 = 8;

/// A game of so many moves in which both kings walk around, in the enemy camps or at home. The ways are 12 and 11
/// squares long: a position comes again after 264 plies. If `check`, move 500 is a rook of White's that gives check,
/// and Black's king walks on.
fn long_game(moves: u32, entered: bool, check: bool) -> (Position, String) {
    let top = walk("9a 8a 7a 6a 5a 5b 5c 6c 7c 8c 9c 9b");
    let bottom = walk("9i 8i 7i 6i 5i 5h 5g 6g 7g 8g 9h");
    let (ways, board) = if entered {
        ([top, bottom], "K8/9/9/9/9/9/9/9/k8")
    } else {
        ([bottom, top], "k8/9/9/9/9/9/9/9/K8")
    };
    let mut made = [0, 0];
    let mut words = Vec::new();
    for number in BEFORE + 1..=moves {
        let side = usize::from(number % 2 == 0);
        let step = |side: usize| {
            let way: &[Square] = &ways[side];
            [made[side] % way.len(), (made[side] + 1) % way.len()].map(|at| way[at])
        };
        if number == 500 && check {
            // From afar along the file, or the rank, that the king leaves with its next step.
            let [king, next] = step(0);
            words.push(if king.rank() == next.rank() {
                format!("R*{}e", king.file())
            } else {
                format!("R*1{}", char::from(b'a' + king.rank() - 1))
            });
        } else {
            words.push(step(side).map(|it| it.to_string()).concat());
            made[side] += 1;
        }
    }
    // A full set, so that points can be counted.
    (position(&format!("{board} b 2r2b4g4s4n4l18p 1")), words.join(" "))
}

/// Profile, moves, whether a king has entered, whether checks go on from move 500, the end, and what is found.
const LIMITS: &[(&str, u32, bool, bool, Terminal, &str)] = &[
    ("textbook", 499, true, false, Terminal::Resign, "legal"),
    (
        "textbook",
        499,
        true,
        false,
        Terminal::MaxMoves,
        "max-moves-early @500",
    ),
    ("textbook", 500, true, false, Terminal::MaxMoves, "legal"),
    ("textbook", 500, true, true, Terminal::MaxMoves, "legal"),
    (
        "textbook",
        500,
        true,
        false,
        Terminal::Resign,
        "game-too-long-unjudged @501",
    ),
    (
        "textbook",
        501,
        true,
        false,
        Terminal::MaxMoves,
        "max-moves-exceeded @501",
    ),
    (
        "textbook",
        501,
        true,
        true,
        Terminal::Resign,
        "max-moves-exceeded @501",
    ),
    (
        "textbook",
        501,
        false,
        false,
        Terminal::Resign,
        "max-moves-exceeded @501",
    ),
    (
        "jsa-pro",
        499,
        true,
        false,
        Terminal::MaxMoves,
        "max-moves-early @500",
    ),
    ("jsa-pro", 500, true, false, Terminal::MaxMoves, "legal"),
    (
        "jsa-pro",
        500,
        true,
        false,
        Terminal::Resign,
        "game-too-long-unjudged @501",
    ),
    (
        "jsa-pro",
        500,
        true,
        true,
        Terminal::MaxMoves,
        "max-moves-early @501",
    ),
    ("jsa-pro", 500, true, true, Terminal::Resign, "legal"),
    (
        "jsa-pro",
        501,
        true,
        false,
        Terminal::MaxMoves,
        "max-moves-exceeded @501",
    ),
    ("jsa-pro", 501, true, true, Terminal::MaxMoves, "legal"),
    (
        "jsa-pro",
        501,
        true,
        true,
        Terminal::Resign,
        "game-too-long-unjudged @502",
    ),
    // The run of checks is over when the checker makes another move.
    (
        "jsa-pro",
        502,
        true,
        true,
        Terminal::Resign,
        "game-too-long-unjudged @503",
    ),
    (
        "jsa-pro",
        503,
        true,
        true,
        Terminal::Resign,
        "max-moves-exceeded @503",
    ),
    (
        "jsa-pro",
        502,
        false,
        false,
        Terminal::Resign,
        "game-too-long-unjudged @503",
    ),
    ("jsa-pro", 502, false, true, Terminal::MaxMoves, "legal"),
    ("jsa-amateur", 502, true, false, Terminal::Resign, "legal"),
    ("jsa-amateur", 502, true, false, Terminal::MaxMoves, "legal"),
    ("lishogi", 502, true, false, Terminal::Resign, "legal"),
    ("floodgate", 256, false, false, Terminal::MaxMoves, "legal"),
    (
        "floodgate",
        255,
        false,
        false,
        Terminal::MaxMoves,
        "max-moves-early @256",
    ),
    (
        "floodgate",
        257,
        false,
        false,
        Terminal::Resign,
        "max-moves-exceeded @257",
    ),
    // 持将棋 at the limit is the limit, before it an impasse.
    ("textbook", 500, false, false, Terminal::Impasse, "legal"),
    (
        "jsa-pro",
        499,
        false,
        false,
        Terminal::Impasse,
        "jishogi-no-entered-king @500",
    ),
    // An event may have a limit of which these rules know nothing.
    ("jsa-amateur", 256, false, false, Terminal::Impasse, "legal"),
    (
        "jsa-amateur",
        255,
        false,
        false,
        Terminal::Impasse,
        "jishogi-no-entered-king @256",
    ),
];

#[test]
fn the_move_limit_holds_at_its_ply_and_waits_for_checks() {
    let mut failures = String::new();
    for &(profile, plies, entered, check, terminal, expected) in LIMITS {
        let (start, moves) = long_game(plies, entered, check);
        let mut record = ended(&start, &moves, terminal);
        record.start.plies_before = Some(BEFORE);
        let judgement = judge(profile, &record);
        let illegal = judgement
            .findings
            .iter()
            .find(|it| it.severity == Severity::Error && it.moved.is_some());
        assert!(illegal.is_none(), "{illegal:?}");
        let got = named_behind(BEFORE, &judgement.findings);
        if got != expected {
            let _ = writeln!(
                failures,
                "{profile} {plies} entered {entered} check {check} {}: {got}, not {expected}",
                terminal.name()
            );
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn a_mate_at_the_limit_decides() {
    let start = position("7nk/9/7GP/9/9/9/9/9/4K4 b - 1");
    for profile in Profile::all() {
        let mut record = ended(&start, "1c1b", Terminal::Mate);
        record.start.plies_before = Some(profile.max_moves.unwrap_or(500) - 1);
        let judgement = judge(&profile.name, &record);
        assert_eq!(named(&judgement.findings), "legal", "{}", profile.name);
        assert_eq!(
            judgement.verdict,
            Some(Outcome::Win(Color::Black.into())),
            "{}",
            profile.name
        );
    }
}

#[test]
fn a_record_that_does_not_say_where_it_begins_claims_no_limit_too_early() {
    let start = position("4k4/9/9/9/9/9/9/9/4K4 b G 1");
    for (before, severity, winner) in [
        (None, Severity::Note, Outcome::Draw),
        (Some(0), Severity::Note, Outcome::Draw),
        (Some(40), Severity::Error, Outcome::None),
    ] {
        let mut record = ended(&start, "", Terminal::MaxMoves);
        record.start.plies_before = before;
        let judgement = judge("textbook", &record);
        assert_eq!(named(&judgement.findings), "max-moves-early @1", "{before:?}");
        let found = judgement
            .findings
            .iter()
            .find(|it| it.rule.name == "max-moves-early");
        assert_eq!(found.map(|it| it.severity), Some(severity), "{before:?}");
        assert_eq!(judgement.verdict, Some(winner), "{before:?}");
    }
}

#[test]
fn a_limit_from_a_position_says_how_it_counts() {
    let board = "P1 *  *  *  * -OU *  *  *  * \nP9 *  *  *  * +OU *  *  *  * \n";
    let play = "+\n+5958OU\n-5152OU\n%CHUDAN\n";
    for (text, counts) in [
        (format!("V3.0\n$MAX_MOVES:10\n{board}{play}"), true),
        (format!("V3.0\n$MAX_MOVES:10\nPI\n{play}"), false),
        (format!("V3.0\n$MAX_MOVES:0\n{board}{play}"), false),
    ] {
        let judgement = judge_only("textbook", &text);
        let overridden = judgement
            .findings
            .iter()
            .find(|it| it.rule.name == "profile-overridden");
        let message = &overridden.expect("a note").message;
        assert_eq!(
            message.english().contains("moves count from there"),
            counts,
            "{text}"
        );
        assert_eq!(message.japanese().contains("図から数える"), counts, "{text}");
    }
}

/// Declarations where pieces are missing, too many, or were dropped out of nowhere: position, moves, what is found
/// with points for White's handicap, and without.
const WITHOUT_A_SET: &[(&str, &str, &str, &str)] = &[
    // Pieces are missing, and it is no handicap with a name: the king at home, for either side.
    (
        "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/9/LNSGKGSNL b - 1",
        "",
        "declaration-invalid",
        "declaration-invalid",
    ),
    (
        "lnsgkg1nl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "",
        "declaration-invalid",
        "declaration-invalid",
    ),
    (
        "lnsgkg1nl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "7g7f",
        "declaration-invalid",
        "declaration-invalid",
    ),
    // One pawn too many, and one dropped from an empty hand.
    (
        "lnsgkgsnl/1r5b1/ppppppppp/9/4P4/9/PPPP1PPPP/1B2P2R1/LNSGKGSNL b P 1",
        "",
        "declaration-invalid",
        "declaration-invalid",
    ),
    (
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "G*5e 3c3d",
        "declaration-invalid",
        "declaration-invalid",
    ),
    // Black's own points, with White's pieces missing: 28 and 27.
    (
        "2SGS4/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b 2s4n2l 1",
        "",
        "legal",
        "legal",
    ),
    (
        "2SG5/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b 2s4n2l 1",
        "",
        "declaration-invalid",
        "declaration-invalid",
    ),
    (
        "2SG5/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b 3s4n2l16p 1",
        "P*5e 1f1g",
        "declaration-invalid",
        "declaration-invalid",
    ),
    (
        "2SGS4/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b 2s4n2l16p 1",
        "P*5e 1f1g",
        "legal",
        "legal",
    ),
    // White's, with Black's pawns missing: 27, and 26 that credit may raise; its king outside, whatever the credit.
    (
        "9/9/9/K8/PP7/9/5g3/brllgkg+r+b/5gs2 w 3S4N2L 1",
        "",
        "legal",
        "legal",
    ),
    (
        "9/9/9/K8/PP7/9/5g3/brllgkg+r+b/5g3 w 4S4N2L 1",
        "",
        "declaration-unjudged",
        "declaration-invalid",
    ),
    (
        "9/9/9/K8/PP7/5k3/5g3/brllg1g+r+b/5g3 w 4S4N2L 1",
        "",
        "declaration-invalid",
        "declaration-invalid",
    ),
    // One pawn missing raises 25 to 26 at most.
    (
        "9/9/9/K8/PP7/9/9/brllgkg+r+b/5g3 w G4S4N2L15P 1",
        "",
        "declaration-invalid",
        "declaration-invalid",
    ),
    // A move that cannot be played leaves the board in doubt.
    (
        "2SG5/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b 3s4n2l16p 1",
        "6c6d 5e5f",
        "declaration-unjudged",
        "declaration-unjudged",
    ),
];

#[test]
fn a_declaration_is_never_passed_over() {
    let mut failures = String::new();
    for &(start, moves, credited, not_credited) in WITHOUT_A_SET {
        let record = ended(&position(start), moves, Terminal::DeclareWin);
        for (profile, expected) in [
            ("jsa-amateur", credited),
            ("fesa", credited),
            ("floodgate", not_credited),
        ] {
            let judgement = judge(profile, &record);
            let got = named(&judgement.findings);
            if got.split(' ').next() != Some(expected) {
                let _ = writeln!(failures, "{profile} {start} {moves}: {got}, not {expected}");
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn a_declaration_by_24_points_depends_on_credit_for_draw_and_win() {
    for (start, expected) in [
        // 22 to 31, 30 to 31: nobody knows. 27 to 28: a draw with and without the pawn that is missing.
        (
            "9/9/9/K8/PP7/9/9/brllgkg+r1/5gss1 w 4N2L15P 1",
            "declaration-unjudged",
        ),
        (
            "9/9/9/K8/PP7/9/5g3/brllgkg+r+b/5gs2 w 3p3S4N2L12P 1",
            "declaration-unjudged",
        ),
        (
            "9/9/9/K8/PP7/9/5g3/brllgkg+r+b/5gs2 w 3S4N2L15P 1",
            "declaration-only-draw",
        ),
    ] {
        let record = ended(&position(start), "", Terminal::DeclareWin);
        let got = named(&judge("jsa-pro", &record).findings);
        assert_eq!(got.split(' ').next(), Some(expected), "{start}: {got}");
    }
}

#[test]
fn an_automatic_win_that_depends_on_credit_is_said_not_to_be_judged() {
    for (start, moves, expected) in [
        (
            "9/9/9/K8/PP7/9/5g3/brllgkg+r+b/5g3 w 4S4N2L 1",
            "4g5g",
            "declaration-unjudged @1 white",
        ),
        (
            "9/9/9/K8/PP7/9/5g3/brllgkg+r+b/5gs2 w 3S4N2L 1",
            "4g5g",
            "impasse-unnoticed @1 white",
        ),
        ("9/9/9/K8/PP7/9/9/brllgkg+r+b/5g3 w G4S4N2L15P 1", "4i5i", "legal"),
        // Nobody moved on, and nobody declared.
        ("9/9/9/K8/PP7/9/5g3/brllgkg+r+b/5g3 w 4S4N2L 1", "", "legal"),
        (
            "2SGS4/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b 2s4n2l 1",
            "6c6d",
            "impasse-unnoticed @1 black",
        ),
        ("2SG5/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b 2s4n2l 1", "6c6d", "legal"),
        (
            "2SGS4/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b 2s4n2l16p 1",
            "P*5e 1f1g 6c6d",
            "impasse-unnoticed @1 black",
        ),
    ] {
        let record = ended(&position(start), moves, Terminal::Resign);
        assert_eq!(named(&judge("lishogi", &record).findings), expected, "{start}");
    }
}

/// An agreed impasse with Black's king entered, by the points of Black in camp and hand: what each profile says, and
/// how gravely.
#[test]
fn one_entered_king_is_no_agreed_impasse_whatever_its_points() {
    let with = |others: &str| format!("2SG5/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b {others} 1");
    // 27 points, 28, and 20, of which nothing can be declared.
    let (some, enough) = (with("3s4n2l16p"), with("P3s4n2l15p"));
    let winning = with("4P3s4n2l12p");
    let white = "9/9/9/K8/PP7/9/5g3/brllgkg+r+b/5gs2 w 3S4N2L16P 1".to_owned();
    let few = "2SG5/1+RGKGLL2/3GS4/9/7pp/8k/9/9/9 b 2br2s4n2l16p 1".to_owned();
    for (start, profile, severity) in [
        (&some, "jsa-amateur", Some(Severity::Error)),
        (&some, "textbook", Some(Severity::Error)),
        (&some, "jsa-pro-2013", Some(Severity::Note)),
        (&some, "jsa-pro", None),
        (&enough, "jsa-amateur", Some(Severity::Error)),
        (&enough, "textbook", Some(Severity::Error)),
        (&enough, "jsa-pro-2013", Some(Severity::Note)),
        (&enough, "csa", None),
        (&few, "jsa-amateur", Some(Severity::Error)),
        (&few, "jsa-pro-2013", Some(Severity::Error)),
        (&few, "textbook", Some(Severity::Error)),
        // A win that was declared is no draw.
        (&winning, "jsa-pro-2013", Some(Severity::Error)),
        // White's king, White to move.
        (&white, "jsa-amateur", Some(Severity::Error)),
        (&white, "jsa-pro-2013", Some(Severity::Note)),
    ] {
        let judgement = judge(profile, &ended(&position(start), "", Terminal::Impasse));
        let found = judgement
            .findings
            .iter()
            .find(|it| it.rule.name == "jishogi-no-entered-king");
        assert_eq!(found.map(|it| it.severity), severity, "{profile} {start}");
        let verdict = if severity == Some(Severity::Error) {
            Outcome::None
        } else {
            Outcome::Draw
        };
        assert_eq!(judgement.verdict, Some(verdict), "{profile} {start}");
    }
}

proptest! {
    #[test]
    fn nothing_is_lost_from_the_points(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let start = dice.start();
        let missing = Points::missing(&start).value();
        let plies = dice.below(200);
        let (_, end) = dice.game(&start, plies);
        let [black, white] = Color::ALL.map(|side| Standing::of(&end, side));
        prop_assert_eq!(black.all.value() + white.all.value() + missing, Points::FULL_SET);
        prop_assert_eq!(white.credited(missing).all.value() + black.all.value(), Points::FULL_SET);
        for it in [black, white] {
            assert!(it.entered.value() <= it.all.value() && it.in_camp <= 19);
        }
    }
}
