//! The causes of findings: slips that are planted in legal games, and illegal moves of players, which have no cause.
//!
//! `cargo test --release --test it -- --ignored --nocapture fix::table` prints the table of `docs/testing.md`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use kifu::finding::{Cause, Finding, Severity};
use kifu::notation;
use kifu::{Checker, Settings};
use regex::Regex;

use crate::support::dice::Dice;
use crate::support::files::{below, shared_folder};
use slips::{FORMATS, Slip, from_diagram, plant};

mod bytes;
mod fouls;
mod numbers;
mod safe;
mod several;
mod slips;
mod tokens;
mod variations;
mod words;

/// Minimum number of plies of a game in which slips are planted.
const MIN_PLIES: u32 = 60;

fn checker() -> Checker {
    Checker::new(Settings {
        causes: true,
        ..Settings::default()
    })
}

/// Returns the findings of the first record in a text.
fn findings(checker: &Checker, text: &str) -> Vec<Finding> {
    let files = checker.check("game", text.as_bytes());
    let mut found = Vec::new();
    for file in files {
        found.extend(file.records().next().map(|game| game.judgement.findings));
    }
    found.into_iter().next().expect("a record")
}

/// Returns games without errors from folders, each as text in a format.
fn games(folders: &[&Path], target: &str) -> Vec<String> {
    let checker = Checker::new(Settings::default());
    let target = notation::target(target).expect("a target");
    let mut games = Vec::new();
    for path in folders.iter().flat_map(|folder| below(folder)) {
        let Ok(bytes) = std::fs::read(&path) else { continue };
        for file in checker.check(&path.to_string_lossy(), bytes) {
            for game in file.records() {
                let findings = &game.judgement.findings;
                let is_clean = findings.iter().all(|finding| finding.severity < Severity::Error);
                let is_long = game.judgement.plies >= MIN_PLIES
                    && !game
                        .record
                        .tree
                        .main_line()
                        .any(|(id, _)| game.record.tree.children(id).count() > 1);
                if is_clean && is_long && game.record.is_shogi() {
                    games.extend(
                        game.to(target)
                            .ok()
                            .map(|written| String::from_utf8(written.bytes).expect("UTF-8")),
                    );
                }
            }
        }
    }
    games
}

/// The results of one kind of slip.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    /// Slips after which the record is legal, or has a single illegal move.
    harmless: usize,
    right: usize,
    wrong: usize,
    /// Several possible causes, with the right one among them.
    listed: usize,
    /// Several possible causes, all of them wrong.
    listed_wrong: usize,
    nothing: usize,
}

/// Plants slips in games and counts the results by format and kind.
fn count(folders: &[&Path], number: usize, seed: u64) -> BTreeMap<(&'static str, Slip), Counts> {
    let checker = checker();
    let mut dice = Dice::new(seed);
    let mut table = BTreeMap::new();
    for format in FORMATS {
        let games = games(folders, format.target);
        assert!(games.len() > 10, "{}: {} games", format.target, games.len());
        for slip in format.all_slips() {
            let counts: &mut Counts = table.entry((format.target, slip)).or_default();
            let mut planted = 0;
            for _ in 0..number * 60 {
                let game = &games[dice.below(games.len())];
                let in_diagram = matches!(slip, Slip::Hand | Slip::Square).then(|| from_diagram(game));
                let game = match &in_diagram {
                    Some(Some(game)) => game,
                    Some(None) => continue,
                    None => game,
                };
                let Some(text) = plant(format, slip, game, &mut dice) else {
                    continue;
                };
                add(counts, &findings(&checker, &text), slip, game, &text);
                planted += 1;
                if planted == number {
                    break;
                }
            }
        }
    }
    table
}

fn add(counts: &mut Counts, findings: &[Finding], slip: Slip, game: &str, text: &str) {
    let first = findings.iter().filter(|finding| !finding.consequence);
    let causes: Vec<&Cause> = first.flat_map(|finding| &finding.causes).collect();
    let is_right = |cause: &&Cause| restores(cause, text, game, slip);
    let errors: Vec<_> = findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error && finding.moved.is_some())
        .collect();
    let is_one_foul = errors
        .iter()
        .all(|finding| finding.rule.class == kifu::finding::Class::Foul && finding.ply == errors[0].ply);
    match causes[..] {
        [cause] if is_right(&cause) => counts.right += 1,
        [cause] => {
            counts.wrong += 1;
            println!("{slip:?}: {}", cause.message.english());
        }
        [] if is_one_foul => counts.harmless += 1,
        [] => counts.nothing += 1,
        _ if causes.iter().any(is_right) => counts.listed += 1,
        _ => counts.listed_wrong += 1,
    }
}

/// Returns a text after the edits of a cause.
fn edited(cause: &Cause, text: &str) -> String {
    let mut edits = cause.edits.clone();
    edits.sort_by_key(|edit| edit.span);
    let mut edited = text.to_owned();
    for edit in edits.iter().rev() {
        edited.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
    }
    edited
}

/// Returns whether the edits of a cause give the game again, apart from numbers and blanks.
///
/// Of two equal plies, either one may be left out.
fn restores(cause: &Cause, text: &str, game: &str, slip: Slip) -> bool {
    let restored = edited(cause, text);
    let without_times = r#","time":\{"now":\{[^}]*\},"total":\{[^}]*\}\}|,"comments":\[[^\]]*\]"#;
    let without_times = Regex::new(without_times).expect("a pattern");
    let essence = |text: &str| -> String {
        let lines = text
            .lines()
            .map(|line| line.split(" (").next().unwrap_or_default());
        let lines = lines.map(|line| line.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' '));
        let is_missing = matches!(slip, Slip::Missing | Slip::MissingNumber);
        let lines = lines.filter(|line| !is_missing || !line.starts_with(['T', '*', '&', '\'', '#']));
        let essence: String = lines.collect::<String>().split_whitespace().collect();
        if is_missing && text.starts_with('{') {
            return without_times.replace_all(&essence, "").into_owned();
        }
        essence
    };
    essence(&restored) == essence(game)
}

fn fixtures() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

#[test]
fn planted_slips_are_found() {
    let fixtures = fixtures();
    let folders = ["tournament", "same", "show"].map(|name| fixtures.join(name));
    let folders: Vec<&Path> = folders.iter().map(|folder| &**folder).collect();
    let table = count(&folders, 6, 1);
    check_shares(&table);
}

/// Of slips with a single answer, 95 % have the right cause; of all slips, at most 1 % a wrong one.
fn check_shares(table: &BTreeMap<(&'static str, Slip), Counts>) {
    let sum = |part: fn(&Counts) -> usize| table.values().map(part).sum::<usize>();
    let (right, wrong) = (sum(|counts| counts.right), sum(|counts| counts.wrong));
    let all = right + wrong + sum(|counts| counts.listed + counts.listed_wrong + counts.nothing);
    assert!(
        right * 100 >= (right + wrong) * 95,
        "{right} right, {wrong} wrong"
    );
    assert!(wrong * 100 <= all, "{wrong} wrong of {all}");
    assert!(right * 100 >= all * 65, "{right} right of {all}");
    // A slip more than 40 plies before its error is not looked for.
    let listed_wrong = sum(|counts| counts.listed_wrong);
    assert!(listed_wrong * 1_000 <= all, "{listed_wrong} of {all}");
}

#[test]
#[ignore = "prints the table of docs/testing.md"]
fn table() {
    let Some(corpus) = shared_folder("corpus") else {
        return;
    };
    let fixtures = fixtures().join("tournament");
    let table = count(&[&corpus, &fixtures], 60, 20_261_127);
    println!(
        "| format | slip | legal or one illegal move | right | wrong | several, right among them | several, all wrong | nothing |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for ((format, slip), counts) in &table {
        let Counts {
            harmless,
            right,
            wrong,
            listed,
            listed_wrong,
            nothing,
        } = counts;
        println!(
            "| {format} | {} | {harmless} | {right} | {wrong} | {listed} | {listed_wrong} | {nothing} |",
            slip.name()
        );
    }
    check_shares(&table);
}

#[test]
fn more_than_three_possible_causes_are_not_listed() {
    // A move of White is missing, and many moves would do.
    let mut text = "手合割：平手\n   1 ７六歩(77)\n".to_owned();
    for (number, token) in (3..).zip([
        "２六歩(27)",
        "８四歩(83)",
        "２五歩(26)",
        "８五歩(84)",
        "７八金(69)",
        "３二金(41)",
        "２四歩(25)",
        "同　歩(23)",
        "同　飛(28)",
        "２三歩打",
        "２六飛(24)",
        "７二銀(71)",
    ]) {
        let _ = writeln!(text, "{number:4} {token}");
    }
    let gap = findings(&checker(), &text);
    assert!(
        gap.iter().any(|finding| finding.rule.name == "ply-gap"),
        "{gap:?}"
    );
    assert!(gap.iter().all(|finding| finding.causes.is_empty()), "{gap:?}");
    // The text of a line in this place decides.
    let text = text.replace("   1 ７六歩(77)\n", "   1 ７六歩(77)\nx  2 ３四歩(33)\n");
    let with_text = findings(&checker(), &text);
    let causes: Vec<_> = with_text.iter().flat_map(|finding| &finding.causes).collect();
    assert!(
        matches!(causes[..], [cause] if cause.to == "３四歩(33)"),
        "{with_text:?}"
    );
}

#[test]
fn causes_of_very_long_records_are_not_looked_for() {
    let cycle = ["５八玉(59)", "５二玉(51)", "５九玉(58)", "５一玉(52)"];
    let game = |plies: usize, comment: &str| {
        let mut moves: Vec<_> = cycle.iter().cycle().take(plies).copied().collect();
        // One move is repeated.
        moves.insert(6, cycle[1]);
        let lines = moves.iter().enumerate();
        let lines = lines.map(|(at, text)| format!("{:4} {text}\n", at + 1));
        format!("手合割：平手\n{comment}{}", lines.collect::<String>())
    };
    let has_cause = |text: &str| {
        let findings = findings(&checker(), text);
        findings.iter().any(|finding| !finding.causes.is_empty())
    };
    assert!(has_cause(&game(1_000, "")));
    assert!(!has_cause(&game(2_400, "")));
    let comment = format!("*{}\n", "あ".repeat(20_000)).repeat(20);
    assert!(!has_cause(&game(1_000, &comment)));
}

/// Returns a text after its unsafe fixes.
fn fixed(text: &str) -> String {
    let checker = checker();
    let file = checker.check("game", text.as_bytes()).next().expect("a file");
    let bytes = file.fix(true).bytes.expect("a fix");
    String::from_utf8(bytes).expect("UTF-8")
}

/// An illegal move that the result is about is not a slip: without it, the result would be without an illegal move.
#[test]
fn an_illegal_move_that_ended_the_game_has_no_cause() {
    let bytes = std::fs::read(fixtures().join("fix/slip.kif")).expect("a fixture");
    let text = kifu::text::decode(&bytes, None).as_str().replace("\r\n", "\n");
    let (moves, _) = text.rsplit_once("まで").expect("a result line");
    // Black made the slip, and the end is at White's turn.
    for (end, has_cause) in [("投了", true), ("反則負け", true), ("反則勝ち", false)] {
        let text = moves.replace("投了", end);
        let findings = findings(&checker(), &text);
        let causes = findings.iter().flat_map(|finding| &finding.causes).count();
        assert_eq!(causes, usize::from(has_cause), "{end}: {findings:?}");
        let checker = checker();
        let file = checker.check("game", text.as_bytes()).next().expect("a file");
        assert_eq!(file.fix(true).bytes.is_some(), has_cause, "{end}");
    }
}

/// A game in KIF: the moves of both players with times of 5 and 20 seconds and their totals.
fn timed_game() -> Vec<String> {
    let moves = [
        "７六歩(77)",
        "３四歩(33)",
        "２六歩(27)",
        "４四歩(43)",
        "２五歩(26)",
        "３三角(22)",
        "４八銀(39)",
        "４二飛(82)",
        "６八玉(59)",
        "６二玉(51)",
        "７八玉(68)",
        "７二玉(62)",
        "５八金(49)",
        "８二玉(72)",
        "５六歩(57)",
        "７二銀(71)",
        "９六歩(97)",
    ];
    let lines = moves.iter().enumerate().map(|(at, text)| {
        let spent = if at % 2 == 0 { 5 } else { 20 };
        let total = (at / 2 + 1) * spent;
        format!(
            "{:4} {text}   ( 0:{spent:02}/00:{:02}:{:02})\n",
            at + 1,
            total / 60,
            total % 60
        )
    });
    lines.collect()
}

#[test]
fn the_times_of_exchanged_plies_go_with_them_if_the_totals_fit_only_so() {
    let text = |lines: &[String]| format!("手合割：平手\n{}", lines.concat());
    let number = |line: &str, number: usize| format!("{number:4}{}", &line[4..]);
    let mut lines = timed_game();
    lines[5].push_str("*後手は３三角と上がった。\n");
    let game = text(&lines);
    // Whole lines with their comments.
    let mut exchanged = lines.clone();
    exchanged.swap(4, 5);
    (exchanged[4], exchanged[5]) = (number(&exchanged[4], 5), number(&exchanged[5], 6));
    assert_eq!(fixed(&text(&exchanged)), game);
    // Only the moves: the totals show that the times are in their places.
    let mut moves_only = lines.clone();
    moves_only[4] = lines[4].replace("２五歩(26)", "３三角(22)");
    moves_only[5] = lines[5].replace("３三角(22)", "２五歩(26)");
    assert_eq!(fixed(&text(&moves_only)), game);
    // The nearest totals are enough if the times of other plies are missing.
    let clock = Regex::new(r" +\( 0.*\n(\*.*\n)?").expect("a pattern");
    for missing in [&[0][..], &[2], &[3], &[2, 3], &[6], &[7], &[6, 7], &[8]] {
        let text = |mut lines: Vec<String>| {
            for &at in missing {
                lines[at] = clock.replace_all(&lines[at], "\n").into_owned();
            }
            text(&lines)
        };
        assert_eq!(
            fixed(&text(moves_only.clone())),
            text(lines.clone()),
            "{missing:?}"
        );
        assert_eq!(
            fixed(&text(exchanged.clone())),
            text(lines.clone()),
            "{missing:?}"
        );
    }
    let message = |text: &str| {
        let findings = findings(&checker(), text);
        let causes: Vec<_> = findings.iter().flat_map(|finding| &finding.causes).collect();
        let [cause] = causes[..] else { panic!("{causes:?}") };
        cause.message.english().into_owned()
    };
    assert!(!message(&text(&exchanged)).contains("stay where"));
    assert!(message(&text(&moves_only)).ends_with("; the comments stay where they are"));
    // Without totals.
    let total = Regex::new("/[0-9:]+").expect("a pattern");
    let without_totals = total.replace_all(&text(&exchanged), "/").into_owned();
    assert!(message(&without_totals).ends_with("; the times and comments stay where they are"));
    let without_times = clock.replace_all(&text(&exchanged), "\n").into_owned();
    assert!(!message(&without_times).contains("stay where"), "{without_times}");
}

/// A game without an illegal move.
const GAME: [&str; 28] = [
    "７六歩(77)",
    "３四歩(33)",
    "２六歩(27)",
    "８四歩(83)",
    "２五歩(26)",
    "８五歩(84)",
    "７八金(69)",
    "３二金(41)",
    "２四歩(25)",
    "同　歩(23)",
    "同　飛(28)",
    "２三歩打　",
    "２六飛(24)",
    "６二銀(71)",
    "４八銀(39)",
    "６四歩(63)",
    "４六歩(47)",
    "６三銀(62)",
    "４七銀(48)",
    "５四銀(63)",
    "５六銀(47)",
    "４二玉(51)",
    "６八玉(59)",
    "７四歩(73)",
    "９六歩(97)",
    "９四歩(93)",
    "１六歩(17)",
    "１四歩(13)",
];

/// A game in KIF in which a move without its time can be missing.
fn text_of(moves: &[&str], first: usize) -> String {
    let lines = moves.iter().enumerate();
    let lines = lines.map(|(at, text)| format!("{:4} {text}   ( 0:05/)\n", at + first));
    format!("手合割：平手\n{}", lines.collect::<String>())
}

#[test]
fn a_missing_first_move_has_the_free_number() {
    let moves = [
        "７六歩(77)",
        "３四歩(33)",
        "２二角成(88)",
        "同　銀(31)",
        "８八銀(79)",
        "３三銀(22)",
        "７七銀(88)",
        "８四歩(83)",
        "２六歩(27)",
        "８五歩(84)",
        "７八金(69)",
        "３二金(41)",
        "２五歩(26)",
        "７二銀(71)",
    ];
    let game = text_of(&moves, 1).replacen("   ( 0:05/)", "", 1);
    assert_eq!(fixed(&text_of(&moves[1..], 2)), game);
    // Without a free number, the others are increased.
    assert_eq!(fixed(&text_of(&moves[1..], 1)), game);
}

#[test]
fn the_times_stay_in_their_columns() {
    // A drop is followed by a wide blank in the place of its origin.
    let moves = [
        "７六歩(77)",
        "３四歩(33)",
        "２二角成(88)",
        "同　銀(31)",
        "４五角打　",
        "５二金(61)",
        "３四角(45)",
        "３三銀(22)",
        "２六歩(27)",
        "４四歩(43)",
        "２五歩(26)",
        "４三金(52)",
        "５六角(34)",
        "７二銀(71)",
    ];
    let mut slip = moves;
    slip[4] = "４五角(88)";
    let expected = text_of(&moves, 1).replace("打　   (", "打     (");
    assert_eq!(fixed(&text_of(&slip, 1)), expected);
}

/// The causes of the findings of a game that begins with White's move and has this many plies.
fn causes_of_start(headers: &str, plies: usize) -> Vec<String> {
    let moves = [
        "６二銀(71)",
        "７六歩(77)",
        "５四歩(53)",
        "５六歩(57)",
        "５三銀(62)",
        "５八飛(28)",
        "６四銀(53)",
        "４八玉(59)",
        "６二金(61)",
        "３八玉(48)",
        "５三金(62)",
        "２八玉(38)",
        "４二玉(51)",
        "３八銀(39)",
    ];
    let lines = (1..)
        .zip(&moves[..plies])
        .map(|(number, mv)| format!("{number:4} {mv}\n"));
    let text = format!("{headers}{}{:4} 投了\n", lines.collect::<String>(), plies + 1);
    let found = findings(&checker(), &text);
    let reported = || found.iter().filter(|it| !it.consequence);
    let causes: Vec<_> = reported().flat_map(|it| &it.causes).collect();
    let is_accused = reported().any(|it| it.rule.name == "foul-unnoticed");
    assert_eq!(is_accused, causes.is_empty(), "{text}");
    causes
        .iter()
        .map(|cause| cause.message.english().into_owned())
        .collect()
}

#[test]
fn a_first_move_by_white_in_a_game_that_goes_on_shows_that_the_start_is_wrong() {
    let headers = [
        "手合割：平手\n下手：甲\n上手：乙\n",
        "下手：甲\n上手：乙\n",
        "手合割：平手\n先手：甲\n後手：乙\n",
        "",
    ];
    for headers in headers {
        let causes = causes_of_start(headers, 14);
        assert_eq!(causes.len(), 3, "{causes:?}");
        let handicaps = ["六枚落ち", "四枚落ち"];
        let is_named = |(cause, handicap): (&String, &str)| cause.contains(handicap);
        assert!(causes.iter().zip(handicaps).all(is_named), "{causes:?}");
        // A game that ends soon was stopped because of the illegal move.
        assert!(causes_of_start(headers, 5).is_empty());
    }
}

#[test]
fn an_even_game_can_begin_with_white() {
    let moves = [
        "３四歩(33)",
        "７六歩(77)",
        "８八角成(22)",
        "同　銀(79)",
        "１二香(11)",
        "７七銀(88)",
        "９二香(91)",
        "２六歩(27)",
        "８四歩(83)",
        "２五歩(26)",
        "８五歩(84)",
        "７八金(69)",
        "３三桂(21)",
        "４八銀(39)",
        "７四歩(73)",
        "４六歩(47)",
        "７三桂(81)",
        "４七銀(48)",
        "６二銀(71)",
        "６八玉(59)",
        "８一飛(82)",
        "５八金(49)",
    ];
    let text = text_of(&moves, 1);
    let fixed = fixed(&text);
    assert!(fixed.starts_with("後手の持駒：なし\n"), "{fixed}");
    assert!(fixed.ends_with(&["後手番\n", &text].concat()), "{fixed}");
    let found = findings(&checker(), &fixed);
    assert!(found.iter().all(|it| it.severity < Severity::Error), "{found:?}");
}

#[test]
fn two_plies_are_added_at_the_numbers_that_are_left_out() {
    let game = text_of(&GAME, 1);
    let without = |lines: &[usize]| {
        let kept = game.lines().enumerate().filter(|(at, _)| !lines.contains(at));
        kept.map(|(_, line)| [line, "\n"].concat()).collect::<String>()
    };
    let moves_of = |text: &str| text.replace("   ( 0:05/)", "").replace('　', "");
    assert_eq!(moves_of(&fixed(&without(&[9, 10]))), moves_of(&game));
    // If no number is left out, a pair of moves is not looked for.
    let renumbered = text_of(&[&GAME[..8], &GAME[10..]].concat(), 1);
    let found = findings(&checker(), &renumbered);
    assert!(
        found
            .iter()
            .all(|it| it.causes.iter().all(|cause| cause.with.is_empty()))
    );
}
