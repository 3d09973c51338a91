//! Text in the place of a move: a fix replaces all of it, and nothing else.

use kifu::finding::Severity;
use kifu::notation;

use super::{checker, findings, fixtures};

/// Returns a game of 98 plies in a format.
fn game(target: &str) -> String {
    let bytes = std::fs::read(fixtures().join("fix/slip.kif")).expect("a fixture");
    let text = kifu::text::decode(&bytes, None).as_str().replace("\r\n", "\n");
    let text = text.replace("30 ６四歩(36)", "30 ６四歩(63)");
    if target == "kif" {
        return text;
    }
    let checker = checker();
    let file = checker.check("game", text.as_bytes()).next().expect("a file");
    let written = file.records().next().expect("a record");
    let written = written
        .to(notation::target(target).expect("a target"))
        .expect("a game");
    String::from_utf8(written.bytes).expect("UTF-8")
}

/// Returns a text after all of its fixes, or `None` if nothing is changed.
fn fixed(text: &str, with_unsafe: bool) -> Option<String> {
    let checker = checker();
    let file = checker.check("game", text.as_bytes()).next().expect("a file");
    let bytes = file.fix(with_unsafe).bytes?;
    Some(String::from_utf8(bytes).expect("UTF-8"))
}

/// Checks that the fixes of a game with another text in the place of a move give the game again.
fn check_restored(target: &str, moves: &[(&str, &str)]) {
    let game = game(target);
    for (token, damaged) in moves {
        let text = game.replacen(token, damaged, 1);
        assert_ne!(text, game, "{token}");
        assert_eq!(fixed(&text, true).as_deref(), Some(&*game), "{target}: {damaged}");
    }
}

/// Checks that a game with another text in the place of a move is not changed.
fn check_untouched(target: &str, moves: &[(&str, &str)]) {
    let game = game(target);
    for (token, other) in moves {
        let text = game.replacen(token, other, 1);
        assert_ne!(text, game, "{token}");
        assert_eq!(fixed(&text, true), None, "{target}: {other}");
    }
}

#[test]
fn an_origin_that_cannot_be_read_is_replaced() {
    let pawn = "  18 ５四歩(53)";
    check_restored(
        "kif",
        &[
            (pawn, "  18 ５四歩(5?)"),
            (pawn, "  18 ５四歩(？3)"),
            (pawn, "  18 ５四歩(5■)"),
            (pawn, "  18 ５四歩(53"),
            (pawn, "  18 ５四歩 (5?)"),
        ],
    );
    // The other digit contradicts the only possible move, or there is no digit.
    check_untouched(
        "kif",
        &[
            (pawn, "  18 ５四歩(4?)"),
            (pawn, "  18 ５四歩(??)"),
            (pawn, "  18 ５四歩53)"),
            (pawn, "  18 ５四歩 (5秒)"),
        ],
    );
}

#[test]
fn a_fix_of_an_origin_is_safe() {
    let game = game("kif");
    let text = game.replacen("５四歩(53)", "５四歩(5?)", 1);
    assert_eq!(fixed(&text, false), Some(game));
}

#[test]
fn a_character_that_looks_like_another_is_replaced_with_the_rest_of_the_move() {
    let moves = [
        "７六歩(77)",
        "３四歩(33)",
        "２二角成(88)",
        "８四歩(83)",
        "２三馬(22)",
        "８五歩(84)",
        "３四馬(23)",
        "７二銀(71)",
        "７八金(69)",
        "３二金(41)",
        "４八銀(39)",
        "６四歩(63)",
        "６八銀(79)",
        "６三銀(72)",
        "５六馬(34)",
        "５四銀(63)",
        "２六歩(27)",
    ];
    let lines = (1..)
        .zip(moves)
        .map(|(number, text)| format!("{number:4} {text}\n"));
    let promoted = format!("手合割：平手\n{}", lines.collect::<String>());
    for (token, damaged) in [("角成(88)", "角戌(88)"), ("角成(88)", "角■(88)")] {
        let text = promoted.replacen(token, damaged, 1);
        assert_eq!(fixed(&text, true).as_ref(), Some(&promoted), "{damaged}");
    }
    check_restored("kif", &[("５四歩(53)", "５四步(53)")]);
    check_restored("ki2u", &[("▲５七銀上", "▲５七銀土")]);
    // A comment after a move stays.
    let game = game("kif");
    let text = game.replacen("30 ６四歩(63)", "30 ６四歩(36)よし", 1);
    let expected = game.replacen("30 ６四歩(63)", "30 ６四歩(63)よし", 1);
    let expected = expected.replacen("よし   ( 0:10/00:03:49)", "   ( 0:10/00:03:49)\n*よし", 1);
    let fixed = fixed(&text, true);
    assert!(fixed.is_none_or(|fixed| fixed.contains("よし") && fixed.len() >= expected.len() - 8));
}

/// A character that looks like 成 is replaced, and the origin after it is read.
#[test]
fn an_origin_after_a_character_that_cannot_be_read_is_read() {
    let moves = [
        "７六歩(77)",
        "３四歩(33)",
        "２二角成(88)",
        "６二銀(71)",
        "３一馬(22)",
        "同　金(41)",
        "４八銀(39)",
        "５四歩(53)",
        "５六歩(57)",
        "５三銀(62)",
        "５八金(49)",
        "７四歩(73)",
        "２六歩(27)",
        "７三桂(81)",
        "２五歩(26)",
    ];
    let lines = (1..)
        .zip(moves)
        .map(|(number, text)| format!("{number} {text}\n"));
    let game = format!("手合割：平手\n{}", lines.collect::<String>());
    let rules = |text: &str| -> Vec<&'static str> {
        let found = findings(&checker(), text);
        let found = found.iter().filter(|finding| finding.severity > Severity::Note);
        found.map(|finding| finding.rule.name).collect()
    };
    for damaged in ["角戌(88)", "角或(88)", "角威(88)", "角■(88)"] {
        let text = game.replacen("角成(88)", damaged, 1);
        assert!(!rules(&text).contains(&"origin-unstated"), "{damaged}");
        assert_eq!(fixed(&text, true).as_ref(), Some(&game), "{damaged}");
    }
    // A time can follow the origin.
    let timed = game.replacen("２二角成(88)", "２二角成(88)   ( 0:01/00:00:05)", 1);
    let text = timed.replacen("角成(88)", "角戌(88)", 1);
    assert!(!rules(&text).contains(&"origin-unstated"));
    assert_eq!(fixed(&text, true), Some(timed));
    // The move is legal with the characters and without them, or the text is too long for a part of a move.
    let text = game.replacen("２六歩(27)", "２六歩戌(27)", 1);
    assert_eq!(rules(&text), ["text-after-move"]);
    assert_eq!(fixed(&text, true), None);
    let text = game.replacen("２六歩(27)", "２六歩かな？(27)", 1);
    assert_eq!(rules(&text), ["text-after-move", "origin-unstated"]);
}

#[test]
fn a_move_with_a_blank_is_no_end() {
    check_restored(
        "kif",
        &[
            ("  18 ５四歩(53)", "  18 回　歩(53)"),
            ("  39 同　歩(87)", "  39 回　歩(87)"),
            ("  71 同　金(58)", "  71 口　金(58)"),
            ("  21 ５八金(49)", "  21 ５ 金(49)"),
        ],
    );
    let rules = |text: &str| -> Vec<&'static str> {
        let findings = findings(&checker(), text);
        findings.iter().map(|finding| finding.rule.name).collect()
    };
    let game = game("kif");
    let text = game.replacen("39 同　歩(87)", "39 回　歩(87)", 1);
    assert!(rules(&text).contains(&"bad-token"), "{:?}", rules(&text));
    // Without a move after it, or with other words, it is an unknown end.
    let (moves, _) = text.split_once("  40 ").expect("a move");
    assert!(rules(moves).contains(&"unknown-terminal"), "{:?}", rules(moves));
    let words = game.replacen("39 同　歩(87)", "39 休憩　三十分", 1);
    assert!(rules(&words).contains(&"unknown-terminal"), "{:?}", rules(&words));
}

#[test]
fn unreadable_lines_of_csa_are_replaced() {
    let line = "-5354FU\n";
    check_restored(
        "csa",
        &[
            (line, "-53?4FU\n"),
            (line, "5354FU\n"),
            (line, "-????FU\n"),
            (line, "xxxxxxx\n"),
            (line, "△５四歩\n"),
            (line, "-５３５４FU\n"),
            (line, "-53,54FU\n"),
        ],
    );
    // A longer text is not a move, and stays.
    let game = game("csa");
    let text = game.replacen(line, "A pawn was pushed here.\n", 1);
    let fixed = fixed(&text, true);
    assert!(fixed.is_none_or(|fixed| fixed.contains("A pawn was pushed here.\n")));
}

#[test]
fn text_between_moves_of_ki2_is_replaced() {
    check_restored(
        "ki2u",
        &[
            ("△５四歩", "５四歩"),
            ("△５四歩", "？５四歩"),
            ("△５四歩", "△５？歩"),
            ("△５四歩", "△５ 四歩"),
            ("▲同　飛", "▲回　飛"),
            // The beginning of the move is missing, with or without the blank.
            ("▲同　歩", "　歩"),
            ("△同　桂", "　桂"),
            ("△同　桂", "桂"),
            ("▲同金右", "金右"),
        ],
    );
    // Another piece than the missing one stays.
    let text = game("ki2u").replacen("△同　桂", "　香", 1);
    assert!(fixed(&text, true).is_none_or(|fixed| fixed.contains("　香")));
    // A comment after the text stays.
    let game = game("ki2u");
    let text = game.replacen("△５四歩\n", "５四歩 よし\n", 1);
    assert_ne!(text, game);
    let expected = game.replacen("△５四歩\n", "△５四歩 よし\n", 1);
    let fixed = fixed(&text, true).expect("a fix");
    assert!(
        fixed == expected || fixed.replace("\n*よし\n", " よし\n") == expected,
        "{fixed}"
    );
}

/// The fix of the slip leaves the marks, which have a safe fix.
#[test]
fn a_slip_in_a_game_with_swapped_marks_is_found() {
    for (target, marks, right, wrong) in [
        ("ki2u", "▲△", "６六銀", "６六金"),
        ("csa", "+-", "5354FU", "5354KI"),
    ] {
        let game = game(target);
        let marks: Vec<char> = marks.chars().collect();
        let other = |c: char| match marks.iter().position(|&mark| mark == c) {
            Some(at) => marks[1 - at],
            None => c,
        };
        let is_of_moves = |line: &str| line.len() > 2 && line.starts_with(&marks[..]);
        let swap = |line: &str| {
            if is_of_moves(line) {
                line.chars().map(other).collect()
            } else {
                line.to_owned()
            }
        };
        let swapped: String = game.split_inclusive('\n').map(swap).collect();
        let text = swapped.replacen(right, wrong, 1);
        assert_ne!(text, swapped, "{target}");
        let found = findings(&checker(), &text);
        let causes: Vec<_> = found.iter().flat_map(|finding| &finding.causes).collect();
        assert!(
            matches!(causes[..], [cause] if cause.to.contains(right)),
            "{target}: {causes:?}"
        );
        let fixed_slip = fixed(&text, true).expect("a fix");
        assert_eq!(fixed(&fixed_slip, false).unwrap_or(fixed_slip), game, "{target}");
    }
}

#[test]
fn words_of_usi_are_replaced() {
    check_restored(
        "usi",
        &[
            ("5c5d ", "5c5? "),
            ("P*2c ", "P?2c "),
            ("5c5d ", "5c5dd "),
            ("5c5d ", "?c5d "),
        ],
    );
}

#[test]
fn a_second_move_on_a_line_gets_its_own_line() {
    let game = game("kif");
    let text = game.replacen(
        "   ( 0:15/00:01:47)\n  18 ５四歩(53)   ( 0:42/00:01:34)\n",
        " ５四歩(53)   ( 0:15/00:01:47)\n",
        1,
    );
    assert_ne!(text, game);
    assert_eq!(fixed(&text, true), Some(game.clone()));
    // Another move than the missing one stays.
    let text = text.replacen(" ５四歩(53) ", " ５五歩(54) ", 1);
    assert!(fixed(&text, true).is_none_or(|fixed| fixed.contains(" ５五歩(54) ")));
}

#[test]
fn an_origin_that_is_cut_off_at_the_end_is_completed() {
    let text = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(2";
    assert_eq!(fixed(text, false), Some(format!("{text}7)")));
    // The digit is that of another square, or may be either of the two.
    for (old, other) in [("(2", "(3"), ("(2", "(7)")] {
        assert_eq!(fixed(&text.replace(old, other), false), None, "{other}");
    }
}
